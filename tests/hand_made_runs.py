"""Runs of Knutten whose log is written by hand, and logs read back as plain Python."""

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl

from run_folders import play
from simulation import Run, open_run
from simulation.record import RUN_FILE, checksum, part_name

STALLED = ("stalled", ())
Round = tuple[str, Sequence[int]]
"""Cause of a round's end, and the seats bitten."""


def rows(run: Run, table: str) -> list[dict[str, Any]]:
    """Return a table's rows."""
    return run.table(table).collect().to_dicts()


def rows_by_game(run: Run, table: str) -> list[list[dict[str, Any]]]:
    """Return a table's rows game by game; a game without a row is an empty list."""
    found = defaultdict(list)
    for row in rows(run, table):
        found[row["game_id"]].append(row)
    return [found[game] for game in range(run.count)]


def rewrite(run: Run, table: str, frame: pl.DataFrame) -> Run:
    """Put a frame in the place of a table of one part."""
    content = run.path / table / part_name(0)
    frame.write_parquet(content)
    record = json.loads((run.path / RUN_FILE).read_text())
    (shard,) = record["shards"]
    shard["rows"][table] = frame.height
    shard["sha256"][table] = checksum(content.read_bytes())
    (run.path / RUN_FILE).write_text(json.dumps(record))
    return open_run(run.path)


def run_of_rounds(folder: Path, players: int, games: Sequence[Sequence[Round]], **arguments: Any) -> Run:
    """Return a run whose rounds end as given, game by game; its other tables are as simulated."""
    run = play(folder, games=len(games), players=players, log="games", **arguments)
    written = [
        {
            "game_id": game,
            "round": number,
            "starter": 0,
            "cause": cause,
            "swarm": 31,
            "bitten": sum(1 << seat for seat in bitten),
            "bites": len(bitten),
            "plays": 5,
        }
        for game, rounds in enumerate(games)
        for number, (cause, bitten) in enumerate(rounds)
    ]
    return rewrite(run, "rounds", pl.DataFrame(written, schema=run.rounds.collect_schema()))
