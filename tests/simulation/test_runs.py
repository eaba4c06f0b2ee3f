"""Folders that a run may take, and runs that can be opened."""

import json

import pytest
from filelock import FileLock

from run_folders import contents, play, refused
from simulation import open_run, simulate
from simulation.plan import make_plan
from simulation.record import RUN_FILE, part_name
from simulation.store import LOCK_FILE


@pytest.mark.parametrize("changed", [{"seed": 4}, {"games": 101}, {"players": 3}, {"log": "games"}], ids=str)
def test_a_folder_with_another_run_is_refused(tmp_path, changed):
    play(tmp_path / "run", games=100)
    before = contents(tmp_path / "run")
    assert "another run" in refused(play, tmp_path / "run", **{"games": 100, **changed})
    assert contents(tmp_path / "run") == before


def test_a_file_is_refused_as_a_folder(tmp_path):
    (tmp_path / "run").write_text("notes")
    assert "is a file" in refused(play, tmp_path / "run", games=10)
    assert (tmp_path / "run").read_text() == "notes"


def test_a_folder_below_a_file_is_refused(tmp_path):
    (tmp_path / "notes").write_text("notes")
    assert "cannot be written" in refused(play, tmp_path / "notes/run", games=10)


def test_a_folder_with_something_else_is_refused(tmp_path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run/notes.txt").write_text("notes")
    assert "holds something that is no run" in refused(play, tmp_path / "run", games=10)
    assert list(contents(tmp_path / "run")) == ["notes.txt"]


def test_an_empty_folder_is_welcome(tmp_path):
    (tmp_path / "run").mkdir()
    assert play(tmp_path / "run", games=10).count == 10


def test_an_unwritable_folder_is_refused():
    assert "/proc/nope cannot be written" in refused(play, "/proc/nope", games=10)


def test_a_name_that_no_disk_takes_is_refused(tmp_path):
    refused(play, tmp_path / ("x" * 300), games=10)


def test_two_runs_at_once_in_one_folder_are_refused(tmp_path):
    play(tmp_path / "run", games=100)
    (tmp_path / "run" / "games" / part_name(0)).unlink()
    with FileLock(tmp_path / "run" / LOCK_FILE):
        assert "another process" in refused(play, tmp_path / "run", games=100)
    assert play(tmp_path / "run", games=100).count == 100


def test_two_runs_at_once_in_a_new_folder_are_refused(tmp_path):
    (tmp_path / "run").mkdir()
    with FileLock(tmp_path / "run" / LOCK_FILE):
        assert "another process" in refused(play, tmp_path / "run", games=100)


def test_a_folder_without_a_run_cannot_be_opened(tmp_path):
    assert "no run" in refused(open_run, tmp_path)
    assert "no run" in refused(open_run, tmp_path / "missing")


def changed_record(folder, **changes):
    play(folder, games=100)
    record = json.loads((folder / RUN_FILE).read_text())
    (folder / RUN_FILE).write_text(json.dumps({**record, **changes}))
    return folder


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "{}", '{"shards": 3}', "\udcff"])
def test_a_damaged_record_cannot_be_opened(tmp_path, text):
    play(tmp_path / "run", games=100)
    (tmp_path / "run" / RUN_FILE).write_bytes(text.encode(errors="surrogateescape"))
    assert "damaged" in refused(open_run, tmp_path / "run")
    assert "damaged" in refused(play, tmp_path / "run", games=100)


@pytest.mark.parametrize(
    "changes", [{"games": None}, {"games": "x"}, {"shards": [{}]}, {"shards": [3]}], ids=str
)
def test_a_record_with_damaged_entries_cannot_be_opened(tmp_path, changes):
    refused(open_run, changed_record(tmp_path / "run", **changes))


@pytest.mark.parametrize("version", [0, 1, 3, None, "2"])
def test_another_schema_version_cannot_be_opened(tmp_path, version):
    folder = changed_record(tmp_path / "run", schema_version=version)
    assert f"schema version {version}" in refused(open_run, folder)


def test_a_run_of_an_unknown_game_cannot_be_opened(tmp_path):
    assert "'chess'" in refused(open_run, changed_record(tmp_path / "run", game="chess"))


def test_a_run_knows_its_tables(tmp_path):
    run = play(tmp_path / "run", games=50, log="games")
    assert run.tables == ["games", "seats", "rounds"]
    assert "log='games'" in refused(run.table, "events")
    with pytest.raises(AttributeError, match="events"):
        run.events  # noqa: B018
    assert "allowed: games, seats, rounds" in refused(run.table, "cards")
    assert open_run(str(run.path)).games.collect().equals(run.games.collect())


def test_without_a_folder_a_run_goes_where_its_contents_name_it(tmp_path):
    run = simulate("knutten", games=50, progress=False)
    assert run.path.parent == tmp_path / "runs"
    assert run.path.name == make_plan("knutten", games=50).folder_name
    assert simulate("knutten", games=50, seed=1, progress=False).path != run.path


def test_a_part_with_a_changed_byte_is_noticed_and_played_again(tmp_path):
    play(tmp_path / "run", games=100)
    part = tmp_path / "run" / "rounds" / part_name(0)
    good = part.read_bytes()
    part.write_bytes(good[:50] + bytes([good[50] ^ 1]) + good[51:])
    assert "as it was written" in refused(open_run, tmp_path / "run")
    play(tmp_path / "run", games=100)
    assert part.read_bytes() == good


def test_a_run_killed_before_its_first_save_can_be_played(tmp_path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / f"{RUN_FILE}.tmp").write_text("{")
    assert play(tmp_path / "run", games=20).count == 20


def test_a_finished_run_is_opened_without_writing(tmp_path, monkeypatch):
    play(tmp_path / "run", games=20)
    monkeypatch.setattr("simulation.store.write_atomically", None)
    assert play(tmp_path / "run", games=20).count == 20
