"""How games end: who closes, what lies on the mats then, and what at the end (KT-11)."""

from dataclasses import dataclass

import numpy as np
import polars as pl

from analysis.wins import by_seat
from simulation import Run


@dataclass(frozen=True)
class Endings:
    """The ends of a run's games, in the order of games.

    Attributes
    ----------
    closer
        Seat that reached the target first, -1 where the game stalled. int64, shape (games,).
    at_close
        FO points on each mat after the closer's turn; of stalled games those at the end. int64, shape (games,
        seats).
    at_end
        FO points on each mat at the end. int64, shape (games, seats).
    score, stash
        Final score, and yarn cards in the stash. int64, shape (games, seats).
    win
        Each seat's part of the win. float64, shape (games, seats).
    """

    closer: np.ndarray
    at_close: np.ndarray
    at_end: np.ndarray
    score: np.ndarray
    stash: np.ndarray
    win: np.ndarray

    @property
    def closed(self) -> np.ndarray:
        """Whether a last round was played. bool, shape (games,)."""
        return self.closer >= 0


def endings(run: Run) -> Endings:
    """Read how the games of a run ended; no events are needed."""
    closer = run.games.sort("game_id").select(pl.col("closer").fill_null(-1)).collect()["closer"].to_numpy()
    at_end = by_seat(run, "fo_points").astype(np.int64)
    return Endings(
        closer=closer.astype(np.int64),
        at_close=at_end - _late_points(run),
        at_end=at_end,
        score=by_seat(run, "score").astype(np.int64),
        stash=by_seat(run, "stash").astype(np.int64),
        win=by_seat(run, "win_share"),
    )


def _late_points(run: Run) -> np.ndarray:
    """Return the FO points of each seat after the closer's turn. Shape (games, seats)."""
    points = np.zeros((run.count, run.players), np.int64)
    for patterns, games in zip(run.parts("patterns"), run.parts("games"), strict=True):
        # All others have one more turn after the closer's.
        closing = pl.col("turns").cast(pl.Int64) - run.players
        ends = games.filter(pl.col("closer").is_not_null()).select("game_id", closing=closing)
        late = (
            patterns.join(ends, on="game_id")
            .filter(pl.col("finished_turn") > pl.col("closing"))
            .select("game_id", "seat", worth=pl.col("points").cast(pl.Int64) + pl.col("bonus"))
            .collect()
        )
        np.add.at(points, (late["game_id"].to_numpy(), late["seat"].to_numpy()), late["worth"].to_numpy())
    return points
