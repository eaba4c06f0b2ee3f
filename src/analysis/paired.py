"""Differences between two variants whose games are paired by the same seed and deals."""

import numpy as np
from scipy import stats

from analysis.statistics import Estimate, mean_interval


def mean_difference(
    one: np.ndarray, other: np.ndarray, confidence: float = 0.95, bounded: bool = False
) -> Estimate:
    """Return the mean of ``other`` minus that of ``one``, with the interval of the paired difference.

    Parameters
    ----------
    one, other
        A value of each game in both variants, paired by place. Shape (games,).
    confidence
        Probability that such an interval covers the true difference.
    bounded
        Whether values lie from 0 to 1, as shares do. Games that all agree then still leave room for a
        difference that these games are too few to show.
    """
    return interval_of_differences(np.asarray(other, float) - np.asarray(one, float), confidence, bounded)


def interval_of_differences(differences: np.ndarray, confidence: float, bounded: bool) -> Estimate:
    """Return a mean with Student's interval; for bounded values with a game more at each end.

    These two differ by as much as any game does, or by 1 if none differs at all.

    Notes
    -----
    Source, for games that differ by 0 or 1: D. G. Bonett, R. M. Price, "Adjusted Wald confidence interval for
    a difference of binomial proportions based on paired data", J. Educational and Behavioral Statistics 37
    (2012).
    """
    n, total, squares = len(differences), float(differences.sum()), float((differences**2).sum())
    if not bounded:
        return mean_interval(total, squares, n, confidence)
    centre, largest = total / (n + 2), float(np.abs(differences).max()) or 1.0
    spread = np.sqrt(max(squares + 2 * largest**2 - (n + 2) * centre**2, 0.0)) / (n + 2)
    reach = float(stats.norm.ppf((1 + confidence) / 2) * spread)
    return total / n, max(centre - reach, -1.0), min(centre + reach, 1.0)
