"""Intervals worked out plainly, value by value, to hold the package's sums against."""

from collections.abc import Sequence

import numpy as np
from scipy import stats

Estimate = tuple[float, float, float]


def wilson(share: float, n: float, confidence: float = 0.95) -> Estimate:
    """Return Wilson's interval for a share of n independent tries."""
    z = stats.norm.ppf((1 + confidence) / 2)
    middle = (share + z**2 / (2 * n)) / (1 + z**2 / n)
    reach = z / (1 + z**2 / n) * np.sqrt(share * (1 - share) / n + z**2 / (4 * n**2))
    return share, float(middle - reach), float(middle + reach)


def share_of(values: Sequence[float], confidence: float = 0.95) -> Estimate:
    """Return the mean of values from 0 to 1, with Wilson's interval for as many tries as they are worth.

    Their variance is that of the values and of ten more games of plain yes or no.
    """
    cells = np.asarray(values, float)
    share, spread = cells.mean(), ((cells - cells.mean()) ** 2).mean()
    plain = share * (1 - share)
    mixed = (len(cells) * spread + 10 * plain) / (len(cells) + 10)
    worth = len(cells) * plain / mixed if spread > 1e-12 else len(cells)
    return wilson(float(share), float(worth), confidence)


def clustered(hits: Sequence[float], tries: Sequence[float], confidence: float = 0.95) -> Estimate:
    """Return the share of tries that hit, from counts by game, with an interval that clusters by game."""
    hit, tried = np.asarray(hits, float), np.asarray(tries, float)
    if not tried.sum():
        return float("nan"), 0.0, 1.0
    hit, tried = hit[tried > 0], tried[tried > 0]
    share, variance = _ratio(hit, tried)
    if len(hit) == 1 < tried.sum():
        return share, 0.0, 1.0
    if variance * share * (1 - share) <= 1e-15:
        return wilson(share, min(len(hit), tried.sum()), confidence)
    level = (1 + confidence) / 2
    few = stats.norm.ppf(level) / stats.t.ppf(level, len(hit) - 1) if len(hit) > 1 else 1.0
    return wilson(share, float(share * (1 - share) / variance * few**2), confidence)


def mean_a_try(
    totals: Sequence[float], tries: Sequence[float], confidence: float = 0.95, least: float = -np.inf
) -> Estimate:
    """Return the mean of a quantity a try, with Student's interval that clusters by game.

    Where all games are alike: as if one more had a unit more, and one a unit less. It ends at ``least``.
    """
    total, tried = np.asarray(totals, float), np.asarray(tries, float)
    total, tried = total[tried > 0], tried[tried > 0]
    mean, variance = _ratio(total, tried)
    if variance <= 1e-18 * max(mean**2, 1):
        variance = 2 / (len(total) + 2) ** 2
    reach = stats.t.ppf((1 + confidence) / 2, len(total) - 1) * np.sqrt(variance)
    return mean, max(float(mean - reach), least), float(mean + reach)


def _ratio(totals: np.ndarray, tries: np.ndarray) -> Estimate:
    mean = totals.sum() / tries.sum()
    residuals = totals - mean * tries
    games = len(totals)
    return float(mean), float((residuals**2).sum() * games / max(games - 1, 1) / tries.sum() ** 2)


def same(one: Sequence[float], other: Sequence[float]) -> bool:
    """Tell whether two estimates with intervals are the same but for rounding; empty is nan."""
    return bool(
        np.allclose(
            *(np.array(numbers, float) for numbers in (one, other)), rtol=1e-6, atol=1e-9, equal_nan=True
        )
    )
