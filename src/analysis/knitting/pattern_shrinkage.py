"""Many estimates of one kind, drawn together: what is far out owes part of it to luck."""

from collections.abc import Sequence

import numpy as np
from scipy import stats

from analysis.contrasts import ALPHA
from analysis.statistics import Estimate

FEWEST = 4
"""Estimates that can tell how far the truths lie apart."""
STEPS, CLOSE = 1_000, 1e-12


def shrunken(values: Sequence[float], errors: Sequence[float], rows: int = 1) -> list[Estimate]:
    """Return estimates drawn towards their mean, the more the less they are known, with intervals.

    The truths are taken to be normal around their mean, for which the plain mean of the estimates stands.
    Fewer than four estimates are left as they are.

    Parameters
    ----------
    values, errors
        Estimates, and the standard error of each.
    rows
        Number of estimates whose intervals hold together with 95% (Bonferroni).

    Returns
    -------
    list
        Estimate, lower and upper end of its interval, in the same order.

    Notes
    -----
    Source: C. N. Morris, "Parametric empirical Bayes inference: theory and applications", J. American
    Statistical Association 78 (1983), pp. 47-55: the rule of James and Stein for unequal variances, and its
    intervals, which know that the spread of the truths is itself estimated.
    """
    estimates, variances = np.asarray(values, float), np.asarray(errors, float) ** 2
    width = float(stats.norm.ppf(1 - ALPHA / rows / 2))
    k = len(estimates)
    if k < FEWEST or not np.isfinite(variances).all():
        found, spreads = estimates, np.sqrt(variances)
    else:
        apart = spread_of_truths(values, errors)
        weights = 1 / (variances + apart)
        mean = float(estimates.mean())
        shrinking = (k - 3) / (k - 1) * variances * weights
        found = estimates - shrinking * (estimates - mean)
        unsure = 2 / (k - 3) * shrinking**2 * (variances.mean() + apart) * weights
        spreads = np.sqrt(variances * (1 - (k - 1) / k * shrinking) + unsure * (estimates - mean) ** 2)
    ends = zip(found, found - width * spreads, found + width * spreads, strict=True)
    return [(float(one), float(low), float(high)) for one, low, high in ends]


def spread_of_truths(values: Sequence[float], errors: Sequence[float]) -> float:
    """Return the variance of what is estimated, without that of the estimates; 0 if luck explains them.

    Notes
    -----
    Source: that of ``shrunken``; solved by iteration.
    """
    estimates, variances = np.asarray(values, float), np.asarray(errors, float) ** 2
    k, apart = len(estimates), 0.0
    for _ in range(STEPS):
        weights = 1 / (variances + apart)
        excess = k / (k - 1) * (estimates - estimates.mean()) ** 2 - variances
        found = max(float(weights @ excess / weights.sum()), 0.0)
        if abs(found - apart) <= CLOSE * max(found, float(variances.mean())):
            return found
        apart = found
    return apart


def reliability(values: Sequence[float], errors: Sequence[float]) -> float:
    """Return which share of the variance of estimates is that of what they estimate, from 0 to 1."""
    apart = spread_of_truths(values, errors)
    return apart / (apart + float(np.mean(np.asarray(errors, float) ** 2)))
