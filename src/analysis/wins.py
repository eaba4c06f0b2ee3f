"""Who won, game by game."""

import numpy as np

from simulation import Run


def wins_by_seat(run: Run) -> np.ndarray:
    """Return every seat's share of every game's win, in the order of games. Shape (games, seats)."""
    shares = run.seats.sort("game_id", "seat").select("win_share").collect()
    return shares["win_share"].to_numpy().reshape(run.count, run.players)
