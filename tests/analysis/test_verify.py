"""The commands ``verify`` and ``replay``: what they print, and how they refuse a log."""

import json
import os
import subprocess
import sys

import polars as pl
import pytest

from command_rig import said
from hand_made_runs import rewrite
from run_folders import play, refused
from simulation import open_run
from simulation.record import RUN_FILE, part_name
from simulation.referee import examine, verify
from simulation.runs import open_unchecked

GAMES = 30


@pytest.fixture
def run(tmp_path):
    return play(tmp_path / "run", games=GAMES, players=3)


def part(run, table):
    return run.path / table / part_name(0)


def change(run, table, listed, **cells):
    """Change cells of a table's first row; ``listed`` says whether ``run.json`` is brought up to it."""
    frame = run.table(table).collect()
    rows = frame.to_dicts()
    rows[0].update(cells)
    changed = pl.DataFrame(rows, schema=frame.schema)
    if listed:
        rewrite(run, table, changed)
    else:
        changed.write_parquet(part(run, table))


def edit_record(run, edit):
    record = json.loads((run.path / RUN_FILE).read_text())
    edit(record)
    (run.path / RUN_FILE).write_text(json.dumps(record))


# verify


def test_a_clean_run_is_told_in_one_line(gamegauge, run):
    events = run.events.collect().height
    told = f"{GAMES} games and {events:,} events checked: no violation\n"
    assert gamegauge("verify", run.path) == (0, told, "")
    assert verify(run) == []


def test_a_run_without_events_says_so(gamegauge, tmp_path):
    run = play(tmp_path / "run", games=GAMES, log="games")
    code, out, err = gamegauge("verify", run.path)
    assert (code, err) == (0, "")
    assert out == f"{GAMES} games checked by their scores alone (the run has no events): no violation\n"
    change(run, "games", True, winners=0)
    code, out, err = gamegauge("verify", run.path)
    assert code == 1
    assert out.startswith("game 0, KN-12: the winners")


def test_a_verdict_that_nobody_reads_is_still_one(run):
    change(run, "events", True, legal=99)
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "analysis.command_line", "verify", str(run.path)]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")


def test_violations_are_printed_one_a_line(gamegauge, run):
    change(run, "events", True, legal=99)
    code, out, err = gamegauge("verify", run.path)
    assert (code, err) == (1, "")
    first, last = out.splitlines()
    legal = play(run.path.with_name("good"), games=GAMES, players=3).events.collect()["legal"][0]
    assert first == f"game 0, turn 0, KN-6: seat 0 has 99 legal choices, expected {legal}"
    assert last.endswith("events checked: 1 violation")
    assert last.startswith(f"{GAMES} games")


def test_ten_violations_are_enough(gamegauge, run):
    frame = run.games.collect().with_columns(turns=pl.col("turns") + 1)
    rewrite(run, "games", frame)
    code, out, _ = gamegauge("verify", run.path)
    lines = out.splitlines()
    assert (code, len(lines)) == (1, 11)
    assert [line.split(",")[0] for line in lines[:10]] == [f"game {game}" for game in range(10)]
    assert all("KN-19" in line for line in lines[:10])
    assert lines[10].startswith("10 games")
    assert "the first 10 violations" in lines[10]
    assert len(verify(open_run(run.path), most=3)) == 3


@pytest.mark.parametrize("table", ["games", "seats", "rounds", "events"])
def test_rows_of_another_game_are_found(gamegauge, run, table):
    frame = run.table(table).collect()
    ids = frame["game_id"].to_list()
    for place, other in ((0, 5), (len(ids) - 1, 3), (len(ids) // 2, GAMES + 7)):
        moved = [*ids[:place], other, *ids[place + 1 :]]
        rewrite(run, table, frame.with_columns(pl.Series("game_id", moved, dtype=frame.schema["game_id"])))
        code, out, _ = gamegauge("verify", run.path)
        assert code == 1, (place, out)


@pytest.mark.parametrize("table", ["games", "seats", "rounds", "events"])
def test_lost_rows_are_found(gamegauge, run, table):
    frame = run.table(table).collect()
    rewrite(run, table, frame.head(frame.height - 1))
    code, out, _ = gamegauge("verify", run.path)
    assert code == 1
    assert out.startswith(f"game {GAMES - 1}")
    rewrite(run, table, frame.head(0))
    assert gamegauge("verify", run.path)[0] == 1


def test_a_changed_part_with_violations_is_refereed_and_noted(gamegauge, run):
    change(run, "events", False, swarm=1000)
    code, out, err = gamegauge("verify", run.path)
    assert (code, err) == (1, "")
    assert out.startswith("game 0, turn 0, KN-4")
    assert f"not as run.json lists it: events/{part_name(0)}" in out.splitlines()[-1]


def test_a_changed_part_without_violations_is_an_error(gamegauge, run):
    run.events.collect().write_parquet(part(run, "events"), compression="snappy")
    assert "is not as run.json lists it" in said(gamegauge("verify", run.path))
    assert "no rule is broken" in refused(examine, open_unchecked(run.path))


def test_a_wrong_count_of_rows_is_an_error(gamegauge, run):
    edit_record(run, lambda record: record["shards"][0]["rows"].update(events=3))
    assert "is not as run.json lists it" in said(gamegauge("verify", run.path))


def test_a_run_of_several_parts_is_read_part_by_part(gamegauge, tmp_path):
    run = play(tmp_path / "run", games=20_500, log="games")
    assert gamegauge("verify", run.path)[1].startswith("20,500 games checked")
    edit_record(run, lambda record: record["shards"].pop(0))
    assert "unfinished" in said(gamegauge("verify", run.path))


# What verify refuses


def truncate(run):
    content = part(run, "events").read_bytes()
    part(run, "events").write_bytes(content[: len(content) // 2])


def corrupt(run):
    content = bytearray(part(run, "events").read_bytes())
    content[len(content) // 4 : len(content) // 2] = b"\0" * (len(content) // 2 - len(content) // 4)
    part(run, "events").write_bytes(content)


def write_events(run, edit):
    edit(run.events.collect()).write_parquet(part(run, "events"))


def with_column(**columns):
    return lambda frame: frame.with_columns(**{name: pl.lit(value) for name, value in columns.items()})


UNREADABLE = {
    "truncated": truncate,
    "corrupt": corrupt,
    "empty file": lambda run: part(run, "events").write_bytes(b""),
    "no Parquet": lambda run: part(run, "rounds").write_text("notes"),
    "foreign Parquet": lambda run: pl.DataFrame({"x": [1]}).write_parquet(part(run, "games")),
    "missing part": lambda run: part(run, "seats").unlink(),
    "missing column": lambda run: write_events(run, lambda frame: frame.drop("waiting")),
    "names of another deck": lambda run: write_events(run, with_column(card="joker")),
    "names of another table": lambda run: write_events(run, with_column(event="flight")),
    "texts for numbers": lambda run: write_events(
        run, lambda frame: frame.with_columns(swarm=pl.lit("many"))
    ),
    "halves for whole numbers": lambda run: write_events(run, with_column(seat=0.5)),
    "numbers for names": lambda run: write_events(run, with_column(event=1)),
    "empty cells": lambda run: write_events(run, lambda frame: frame.with_columns(seat=None)),
    "lists for numbers": lambda run: write_events(run, lambda frame: frame.with_columns(turn=pl.lit([1, 2]))),
    "another schema": lambda run: edit_record(run, lambda record: record.update(schema_version=99)),
    "another game": lambda run: edit_record(run, lambda record: record.update(game="chess")),
    "unfinished": lambda run: edit_record(run, lambda record: record.update(games=GAMES + 1)),
    "no rules": lambda run: edit_record(run, lambda record: record.update(rules={"wind": True})),
    "a rule in words": lambda run: edit_record(run, lambda record: record["rules"].update(bite_at="many")),
    "a switch in words": lambda run: edit_record(run, lambda record: record["rules"].update(wind="off")),
    "something else forced": lambda run: edit_record(run, lambda record: record.update(force=[1])),
    "no deck": lambda run: edit_record(run, lambda record: record.update(components={})),
    "a side of no kind": lambda run: edit_record(
        run, lambda record: record["components"]["deck"]["cards"][0].update(side_a="frog")
    ),
    "damaged record": lambda run: (run.path / RUN_FILE).write_text('{"game": "knutten", '),
    "empty record": lambda run: (run.path / RUN_FILE).write_text(""),
    "no record": lambda run: (run.path / RUN_FILE).unlink(),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_what_cannot_be_read_is_refused_in_one_line(gamegauge, run, case):
    UNREADABLE[case](run)
    assert len(said(gamegauge("verify", run.path))) < 700


@pytest.mark.parametrize("command", [["verify"], ["replay", "--game", "0"]])
def test_what_is_no_run_is_refused(gamegauge, tmp_path, command):
    (tmp_path / "file").write_text("notes")
    for name in ("nothing", "file", "."):
        said(gamegauge(*command, tmp_path / name))
    said(gamegauge(*command))


# replay


def test_a_game_is_told(gamegauge, run):
    code, out, err = gamegauge("replay", run.path, "--game", "7")
    assert (code, err) == (0, "")
    assert out.startswith("Game 7 of run: ")
    assert "Round 0: seat 0 starts" in out


@pytest.mark.parametrize("game", [GAMES, "-1", "x", "1.5", ""])
def test_an_unknown_game_is_refused(gamegauge, run, game):
    assert f"0 to {GAMES - 1}" in said(gamegauge("replay", run.path, "--game", game))


def test_a_game_without_events_is_refused(gamegauge, tmp_path):
    run = play(tmp_path / "run", games=GAMES, log="games")
    assert "log='games'" in said(gamegauge("replay", run.path, "--game", 0))


def test_a_changed_part_is_not_told(gamegauge, run):
    change(run, "events", False, swarm=1000)
    said(gamegauge("replay", run.path, "--game", 0))
