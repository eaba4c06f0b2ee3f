"""A run's parts: written whole, and resumed where the run stopped."""

import errno
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from run_folders import contents, leftovers, play, refused, same_files
from simulation import open_run
from simulation.store import RUN_FILE, Store

GAMES = 45_000
"""Five parts with events."""


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory):
    return play(tmp_path_factory.mktemp("runs") / "whole", GAMES).path


def interrupt_after(monkeypatch, parts, error):
    """Let the run stop with an error when it is about to store another part."""
    add, stored = Store.add, []

    def add_some(self, piece):
        if len(stored) == parts:
            raise error
        add(self, piece)
        stored.append(piece.first)

    monkeypatch.setattr(Store, "add", add_some)
    return stored


def fill_disk_after(monkeypatch, parts):
    """Let the disk be full, in the middle of a file, once so many parts of events are written."""
    write, written = Path.write_bytes, []

    def write_some(self, content):
        if self.suffix == ".tmp" and self.parent.name == "events":
            if len(written) == parts:
                write(self, content[: len(content) // 2])
                raise OSError(errno.ENOSPC, "No space left on device")
            written.append(self.name)
        return write(self, content)

    monkeypatch.setattr(Path, "write_bytes", write_some)


KILLED = """
import sys
from simulation import simulate
simulate("knutten", players=2, games=200_000, seed=3, out=sys.argv[1], workers=2, progress=False)
"""


def kill_midway(folder):
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(folder)])
    try:
        while process.poll() is None and len(list(folder.glob("events/*.parquet"))) < 6:
            time.sleep(0.002)
    finally:
        process.kill()
        process.wait()
    assert process.returncode != 0


def test_a_killed_run_goes_on_and_ends_with_the_same_bytes(tmp_path):
    kill_midway(tmp_path / "killed")
    begun = len(list((tmp_path / "killed/events").glob("*.parquet")))
    assert 6 <= begun < 20
    assert "unfinished" in refused(open_run, tmp_path / "killed")
    for name in ("killed", "whole"):
        play(tmp_path / name, games=200_000)
    assert same_files(tmp_path / "killed", tmp_path / "whole")
    assert leftovers(tmp_path / "killed") == []


def test_an_interrupted_run_goes_on_with_the_parts_it_lacks(tmp_path, monkeypatch, uninterrupted):
    folder = tmp_path / "run"
    with monkeypatch.context() as patch:
        stored = interrupt_after(patch, 2, KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            play(folder, GAMES)
    assert "unfinished" in refused(open_run, folder)
    record = json.loads((folder / RUN_FILE).read_text())
    assert sorted(shard["first_game"] for shard in record["shards"]) == sorted(stored)
    with monkeypatch.context() as patch:
        rest = interrupt_after(patch, 99, KeyboardInterrupt())
        play(folder, GAMES)
    assert len(rest) == 3
    assert set(rest).isdisjoint(stored)
    assert same_files(folder, uninterrupted)


def test_an_interruption_before_the_first_part_leaves_nothing(tmp_path, monkeypatch):
    interrupt_after(monkeypatch, 0, KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        play(tmp_path / "run", GAMES)
    assert not (tmp_path / "run").exists()


def test_temporary_files_of_a_killed_run_are_replaced(tmp_path, monkeypatch, uninterrupted):
    folder = tmp_path / "run"
    with monkeypatch.context() as patch:
        interrupt_after(patch, 2, KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            play(folder, GAMES)
    missing = next(name for name in contents(uninterrupted) if name not in contents(folder))
    (folder / f"{missing}.tmp").write_bytes(b"half a part")
    (folder / f"{RUN_FILE}.tmp").write_bytes(b"{")
    play(folder, GAMES)
    assert leftovers(folder) == []
    assert same_files(folder, uninterrupted)


def test_a_lost_part_is_played_again(tmp_path, uninterrupted):
    folder = tmp_path / "run"
    play(folder, GAMES)
    (folder / "rounds/part-0000020000.parquet").unlink()
    assert "lacks the part of game 20,000" in refused(open_run, folder)
    play(folder, GAMES)
    assert same_files(folder, uninterrupted)


def test_a_part_cut_short_is_played_again(tmp_path, uninterrupted):
    folder = tmp_path / "run"
    play(folder, GAMES)
    part = folder / "events/part-0000010000.parquet"
    part.write_bytes(part.read_bytes()[:-1])
    assert "lacks the part of game 10,000" in refused(open_run, folder)
    play(folder, GAMES)
    assert same_files(folder, uninterrupted)


def test_a_finished_run_is_opened_not_played(tmp_path, monkeypatch):
    first = play(tmp_path / "run", games=100)
    interrupt_after(monkeypatch, 0, AssertionError("played again"))
    again = play(tmp_path / "run", games=100)
    assert (again.path, again.record) == (first.path, first.record)


def test_a_full_disk_keeps_the_whole_parts_and_the_run_goes_on(tmp_path, monkeypatch, uninterrupted):
    folder = tmp_path / "run"
    with monkeypatch.context() as patch:
        fill_disk_after(patch, 2)
        message = refused(play, folder, GAMES)
    assert "disk is full" in message
    assert str(folder) in message
    assert leftovers(folder) == []
    record = json.loads((folder / RUN_FILE).read_text())
    assert len(record["shards"]) == 2
    play(folder, GAMES)
    assert same_files(folder, uninterrupted)


def test_a_disk_that_is_full_from_the_start(tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        fill_disk_after(patch, 0)
        assert "disk is full" in refused(play, tmp_path / "run", GAMES)
    assert leftovers(tmp_path) == []
    assert play(tmp_path / "run", games=100).count == 100


def test_parts_appear_whole_or_not_at_all(tmp_path, monkeypatch):
    """Whenever a part has its name, it has all its bytes."""
    replaced = []
    replace = Path.replace

    def replace_and_look(self, target):
        assert self.name == f"{Path(target).name}.tmp"
        size = self.stat().st_size
        replace(self, target)
        replaced.append((Path(target), size))

    monkeypatch.setattr(Path, "replace", replace_and_look)
    run = play(tmp_path / "run", games=12_000)
    files = {path.relative_to(run.path).as_posix() for path, _ in replaced}
    assert files == set(contents(run.path))
    assert all(path.stat().st_size == size for path, size in replaced if path.name != RUN_FILE)
