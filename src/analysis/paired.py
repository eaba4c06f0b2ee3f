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
    return _interval(np.asarray(other, float) - np.asarray(one, float), confidence, bounded)


def ratio_difference(
    one: tuple[np.ndarray, np.ndarray],
    other: tuple[np.ndarray, np.ndarray],
    confidence: float = 0.95,
    bounded: bool = True,
) -> Estimate:
    """Return the difference of two shares of tries that hit, clustered and paired by game.

    Parameters
    ----------
    one, other
        Hits and tries of each game, shapes (games,) and (games,). No tries at all give nan
        and all that is possible.
    confidence
        Probability that such an interval covers the true difference.
    bounded
        Whether they are shares; else a quantity a try, whose difference may be anything.

    Notes
    -----
    Each share is linearised game by game. Source: W. G. Cochran, *Sampling Techniques* (1977), section 6.3.
    """
    if not (one[1].any() and other[1].any()):
        return float("nan"), *((-1.0, 1.0) if bounded else (-np.inf, np.inf))
    shares = [hits.sum() / tries.sum() for hits, tries in (one, other)]
    before, after = (
        (hits - share * tries) / tries.mean()
        for share, (hits, tries) in zip(shares, (one, other), strict=True)
    )
    difference = float(shares[1] - shares[0])
    _, low, high = _interval(after - before, confidence, bounded)
    if not bounded:
        return difference, difference + low, difference + high
    return difference, max(difference + low, -1.0), min(difference + high, 1.0)


def _interval(differences: np.ndarray, confidence: float, bounded: bool) -> Estimate:
    """Return a mean with Student's interval; for bounded values with a game more at each end.

    Notes
    -----
    Source: D. G. Bonett, R. M. Price, "Adjusted Wald confidence interval for a difference of binomial
    proportions based on paired data", J. Educational and Behavioral Statistics 37 (2012).
    """
    n, total, squares = len(differences), float(differences.sum()), float((differences**2).sum())
    if not bounded:
        return mean_interval(total, squares, n, confidence)
    centre = total / (n + 2)
    spread = np.sqrt(max(squares + 2 - (n + 2) * centre**2, 0.0)) / (n + 2)
    reach = float(stats.norm.ppf((1 + confidence) / 2) * spread)
    return total / n, max(centre - reach, -1.0), min(centre + reach, 1.0)
