"""Do two ways to ask rank the patterns alike?"""

from collections.abc import Sequence

import numpy as np
import polars as pl
from scipy import stats

from analysis.statistics import Estimate

Values = Sequence[float] | pl.Series
FEWEST = 5
"""Patterns of which a rank correlation says something."""


def rank_agreement(one: Values, other: Values, confidence: float = 0.95) -> Estimate:
    """Return Spearman's rank correlation of two lists, with an interval that takes their rows as drawn.

    Parameters
    ----------
    one, other
        Values of the same rows in the same order; pairs that miss one are left out.
    confidence
        Probability that such an interval covers the true correlation.

    Returns
    -------
    tuple
        Correlation, lower and upper end; (nan, -1, 1) for lists of fewer than five, or of equal values.

    Notes
    -----
    Source: D. G. Bonett, T. A. Wright, "Sample size requirements for estimating Pearson, Kendall and Spearman
    correlations", Psychometrika 65 (2000): Fisher's z with their variance.
    """
    pairs = np.array([one, other], float)
    pairs = pairs[:, np.isfinite(pairs).all(axis=0)]
    rows = pairs.shape[1]
    if rows < FEWEST or (np.ptp(pairs, axis=1) == 0).any():
        return float("nan"), -1.0, 1.0
    found = float(stats.spearmanr(*pairs).statistic)
    # Lists that agree wholly are taken as if two neighbours had changed places: they may be few.
    most = 1 - 6 * 2 / (rows * (rows**2 - 1))
    middle = np.arctanh(np.clip(found, -most, most))
    reach = stats.norm.ppf((1 + confidence) / 2) * np.sqrt((1 + found**2 / 2) / (rows - 3))
    low, high = (float(end) for end in np.tanh([middle - reach, middle + reach]))
    return found, min(low, found), max(high, found)
