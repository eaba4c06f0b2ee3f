"""Score sheets of Knitting, by game and seat."""

import numpy as np
import polars as pl

from simulation import Run

STASH_SHIFT = 1000
"""More than all the yarn there is: a score outweighs any stash (KT-13)."""


def by_seat(run: Run, column: str) -> np.ndarray:
    """Return a column of ``seats`` in the order of games. float64, shape (games, seats)."""
    values = run.seats.sort("game_id", "seat").select(pl.col(column).cast(pl.Float64)).collect()
    return values[column].to_numpy().reshape(run.count, run.players)


def leads(scores: np.ndarray) -> np.ndarray:
    """Return by how much each score is above the mean of the other seats' scores. Shape (games, seats)."""
    seats = scores.shape[1]
    others = (scores.sum(axis=1, keepdims=True) - scores) / (seats - 1)
    ahead: np.ndarray = scores - others
    return ahead


def win_shares(scores: np.ndarray, stashes: np.ndarray) -> np.ndarray:
    """Return each seat's share of the win: the best score wins, ties go to the bigger stash (KT-13).

    Parameters
    ----------
    scores, stashes
        Points and yarn cards at the end; shape (games, seats).

    Returns
    -------
    numpy.ndarray
        1/number of winners for a winner, else 0; shape (games, seats).
    """
    worth = scores * STASH_SHIFT + stashes
    best = worth == worth.max(axis=1, keepdims=True)
    shares: np.ndarray = best / best.sum(axis=1, keepdims=True)
    return shares


def sums_of_fos(run: Run) -> dict[str, np.ndarray]:
    """Return what the FOs of every seat took and gave, summed game by game.

    Returns
    -------
    dict
        fos (how many), weeks (as printed), yarn (cards paid), points (with those of knitting in real life);
        float64, shape (games, seats).
    """
    names = ("fos", "weeks", "yarn", "points")
    sums = {name: np.zeros((run.count, run.players)) for name in names}
    for part in run.parts("patterns"):
        found = (
            part.filter(pl.col("finished_turn").is_not_null())
            .with_columns(pl.col("points") + pl.col("bonus"), fos=1)
            .group_by("game_id", "seat")
            .agg(pl.col(names).cast(pl.Float64).sum())
            .collect()
        )
        for name in names:
            sums[name][found["game_id"], found["seat"]] = found[name]
    return sums
