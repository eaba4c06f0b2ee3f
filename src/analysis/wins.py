"""Who won, and what else every seat has once a game."""

import numpy as np

from simulation import Run


def wins_by_seat(run: Run) -> np.ndarray:
    """Return every seat's share of every game's win, in the order of games. Shape (games, seats)."""
    return by_seat(run, "win_share")


def by_seat(run: Run, column: str) -> np.ndarray:
    """Return a column of ``seats`` for every seat of every game, in the order of games.

    Shape (games, seats), of the column's type.
    """
    values = run.seats.sort("game_id", "seat").select(column).collect()
    return values[column].to_numpy().reshape(run.count, run.players)
