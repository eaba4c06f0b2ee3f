"""Sheets counted again: what every seat had, and who had won if no vote had been lost."""

import numpy as np
import polars as pl


def seats_by_game(seats: pl.DataFrame, column: str, players: int) -> np.ndarray:
    """Return a column of ``seats`` in its order. float64, shape (games, players)."""
    values: np.ndarray = seats[column].cast(pl.Float64).to_numpy().reshape(-1, players)
    return values


def voted_down(players: int) -> pl.Expr:
    """Return whether an answer was voted down by so many players (KW-14); without a vote it was not."""
    return (2 * pl.col("votes") < players).fill_null(value=False)


def decided_by_votes(answers: pl.LazyFrame, scores: np.ndarray) -> np.ndarray:
    """Return 1 for every game that had other winners if every vote lost were won.

    Parameters
    ----------
    answers
        The table ``answers`` of the games.
    scores
        The final scores. Shape (games, players).

    Returns
    -------
    numpy.ndarray
        0 or 1. float64, shape (games,).
    """
    lost = (
        answers.filter(voted_down(scores.shape[1]) & (pl.col("duplicate") == 0))
        .group_by("game_id", "seat")
        .agg(pl.col("loops").cast(pl.UInt32).sum())
        .collect()
    )
    otherwise = scores.copy()
    otherwise[lost["game_id"].to_numpy(), lost["seat"].to_numpy()] += lost["loops"].to_numpy()
    won = scores == scores.max(axis=1, keepdims=True)
    would = otherwise == otherwise.max(axis=1, keepdims=True)
    changed: np.ndarray = (won != would).any(axis=1).astype(float)
    return changed
