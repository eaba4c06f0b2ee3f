"""How far from even do seats win?"""

import numpy as np

from analysis.seats import POINT
from analysis.statistics import Estimate, Shares, Verdict


def shares_of(wins: np.ndarray) -> Shares:
    """Return the sums of seats' parts of each game's win. ``wins`` has the shape (games, seats)."""
    return Shares(wins.sum(axis=0).tolist(), (wins**2).sum(axis=0).tolist(), len(wins))


def unevenness(wins: np.ndarray, confidence: float = 0.95) -> Estimate:
    """Return the largest distance of a seat's share of wins from an even one, with an interval.

    The seats' intervals hold together (Bonferroni); so do then the least and the largest distance that
    they leave open.

    Parameters
    ----------
    wins
        Each seat's part of each game's win. Shape (games, seats).
    confidence
        Probability that such an interval covers the true distance.
    """
    seats = wins.shape[1]
    even = 1 / seats
    intervals = shares_of(wins).intervals(1 - (1 - confidence) / seats)
    return (
        max(abs(share - even) for share, _, _ in intervals),
        max(max(low - even, even - high, 0.0) for _, low, high in intervals),
        max(max(high - even, even - low) for _, low, high in intervals),
    )


def unevenness_difference(one: np.ndarray, other: np.ndarray, confidence: float = 0.95) -> Estimate:
    """Return by how much the largest distance from even differs; its interval errs on the wide side.

    A largest value has no simple paired interval: this one is made of the two distances' own.
    """
    before, after = (unevenness(wins, 1 - (1 - confidence) / 2) for wins in (one, other))
    return after[0] - before[0], after[1] - before[2], after[2] - before[1]


def verdict_of(wins: np.ndarray, margin: float = POINT, judged: int = 1) -> Verdict:
    """Judge whether seats win equally often, as ``Shares.verdict`` does, one of ``judged`` such verdicts."""
    return shares_of(wins).verdict(margin, 0.05 / judged)
