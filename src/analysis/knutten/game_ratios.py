"""Quantities of a game as hits and tries, estimated and compared alike."""

from dataclasses import dataclass

import numpy as np
import polars as pl

from analysis.compare import win_shares
from analysis.paired import ratio_difference
from analysis.statistics import Estimate, ratio_interval, ratio_mean_interval
from simulation import Run


@dataclass(frozen=True)
class Ratio:
    """Hits and tries of every game, in the order of games. Shapes (games,).

    ``share``: whether hits are a part of tries; else a quantity a try.
    """

    hits: np.ndarray
    tries: np.ndarray
    share: bool

    def estimate(self, confidence: float = 0.95) -> Estimate:
        """Return hits a try, with an interval that clusters by game."""
        hits, tries = self.hits, self.tries
        if not tries.sum():
            return float("nan"), *((0.0, 1.0) if self.share else (-np.inf, np.inf))
        interval = ratio_interval if self.share else ratio_mean_interval
        return interval(
            float(hits.sum()),
            float(tries.sum()),
            float((hits**2).sum()),
            float((hits * tries).sum()),
            float((tries**2).sum()),
            len(hits),
            confidence,
        )

    def difference(self, base: "Ratio", confidence: float) -> Estimate:
        """Return by how much this differs from another variant's, paired by game."""
        return ratio_difference((base.hits, base.tries), (self.hits, self.tries), confidence, self.share)


def a_game(values: pl.Series | np.ndarray, share: bool = False) -> Ratio:
    """Return a quantity that every game has once."""
    hits = np.asarray(values, float)
    return Ratio(hits, np.ones(len(hits)), share)


def a_try(hits: pl.Series, tries: pl.Series, share: bool = True) -> Ratio:
    """Return hits of tries."""
    return Ratio(np.asarray(hits, float), np.asarray(tries, float), share)


def wins_by_seat(run: Run) -> np.ndarray:
    """Return every seat's part of every game's win. Shape (games, seats)."""
    return np.column_stack([win_shares(run, seat) for seat in range(run.players)])
