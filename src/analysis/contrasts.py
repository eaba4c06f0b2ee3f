"""Tables of differences between ways to play the same deals."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import stats
from statsmodels.stats.multitest import multipletests

from analysis.ratios import Ratio, a_game

ALPHA = 0.05
"""Probability, for all rows of a table together, that some interval misses the truth."""


@dataclass(frozen=True)
class Difference:
    """A difference of two shares, its interval, and the two-sided p-value of no difference."""

    value: float
    low: float
    high: float
    p: float

    def within(self, limit: float) -> "Difference":
        """Return the same difference, its interval no wider than ``limit`` to each side."""
        return replace(self, low=max(self.low, -float(limit)), high=min(self.high, float(limit)))


def paired_difference(one: Ratio, other: Ratio, rows: int = 1) -> Difference:
    """Return by how much two shares of the same games differ (see ``Ratio.less``), with a p-value.

    Parameters
    ----------
    one, other
        Shares of the same games in the same order.
    rows
        Number of differences whose intervals hold together with 95% (Bonferroni).
    """
    value, low, high = one.less(other, 1 - ALPHA / rows)
    if np.isnan(value):
        return Difference(value, low, high, 1.0)
    centre, error = one.centre_and_error(other)
    return Difference(value, low, high, float(2 * stats.norm.sf(abs(centre) / error)))


def mean_difference(values: np.ndarray, rows: int = 1) -> Difference:
    """Return the mean of a difference that each game shows, with Student's interval and a p-value.

    Parameters
    ----------
    values
        By how much two ways to play each game differ. Shape (games,).
    rows
        Number of differences whose intervals hold together with 95% (Bonferroni).
    """
    value, low, high = a_game(values).estimate(1 - ALPHA / rows)
    if not np.isfinite(high):
        return Difference(value, low, high, 1.0)
    error = standard_error(low, high, len(values), rows)
    return Difference(value, low, high, float(2 * stats.t.sf(abs(value) / error, len(values) - 1)))


def standard_error(low: float, high: float, games: int, rows: int = 1) -> float:
    """Return the standard error that an interval of ``mean_difference`` rests on."""
    return (high - low) / 2 / float(stats.t.ppf(1 - ALPHA / rows / 2, games - 1))


def difference_columns(name: str, differences: Sequence[Difference]) -> dict[str, list[float]]:
    """Return a table's columns NAME, NAME_low, NAME_high and NAME_p, the p-values corrected by Holm."""
    values = {f"{name}_p": multipletests([one.p for one in differences], ALPHA, "holm")[1].tolist()}
    ends = {f"{name}_{end}": [getattr(one, end) for one in differences] for end in ("low", "high")}
    return {name: [one.value for one in differences], **ends, **values}


def points(row: dict[str, float], name: str, digits: int = 1) -> str:
    """Return a difference of shares in percentage points with its interval, in words of a headline."""
    value, low, high = (100 * row[name + end] for end in ("", "_low", "_high"))
    shown = "" if low > 0 or high < 0 else ", no difference shown"
    return f"{value:+.{digits}f} points ({low:+.{digits}f} to {high:+.{digits}f}{shown})"
