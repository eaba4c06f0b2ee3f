"""Runs of Knitting whose score sheets are written by hand, and logs counted again game by game."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from hand_made_runs import rewrite, rows_by_game
from simulation import Run, simulate


def knitting(folder: Path, players: int, games: int, **arguments: Any) -> Run:
    """Play a small run of Knitting into a folder."""
    arguments = {"seed": 3, "policies": "greedy", "log": "games", **arguments}
    return simulate("knitting", players, games, out=folder, progress=False, **arguments)


def with_cells(run: Run, table: str, games: Sequence[Sequence[Mapping[str, Any]]]) -> Run:
    """Return a run with a table of rows as given, game by game; cells that are not given are 0 or null."""
    schema = dict(run.table(table).collect_schema())
    usual = {name: run.table(table).select(name).first().collect().item() for name in schema}
    usual |= {name: 0 for name, kind in schema.items() if kind.is_integer()}
    written = [{**usual, "game_id": game, **row} for game, rows in enumerate(games) for row in rows]
    return rewrite(run, table, pl.DataFrame(written, schema=schema))


def sheets(run: Run, column: str) -> np.ndarray:
    """Return a column of ``seats``, read row by row. Shape (games, seats)."""
    return np.array([[seat[column] for seat in game] for game in rows_by_game(run, "seats")], float)


def duel_runs(one: str, others: str, players: int, games: int, **arguments: Any) -> list[Run]:
    """Return the runs of one seat among others, seat by seat, played anew."""
    return [
        simulate(
            "knitting", players, games // players,
            policies=[one if place == seat else others for place in range(players)],
            log="games", progress=False, **arguments,
        )
        for seat in range(players)
    ]  # fmt: skip


def duel_counted(one: str, others: str, players: int, games: int, **arguments: Any) -> tuple[Any, Any]:
    """Return of each deal the one's mean share of the win and its lead in score over the others' mean."""
    wins, ahead = [], []
    for seat, run in enumerate(duel_runs(one, others, players, games, **arguments)):
        scores = sheets(run, "score")
        wins.append(sheets(run, "win_share")[:, seat])
        ahead.append(scores[:, seat] - np.delete(scores, seat, axis=1).mean(axis=1))
    return np.mean(wins, axis=0), np.mean(ahead, axis=0)
