"""Differences between two ways to play the same deals, game by game."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats
from statsmodels.stats.multitest import multipletests

ALPHA = 0.05
"""Probability, for all rows of a table together, that some interval misses the truth."""


@dataclass(frozen=True)
class Counts:
    """Hits and tries of each game. float64, shape (games,)."""

    hits: np.ndarray
    tries: np.ndarray

    @property
    def share(self) -> float:
        """Share of tries that hit, nan without a try."""
        tries = float(self.tries.sum())
        return float(self.hits.sum()) / tries if tries else float("nan")

    @property
    def influence(self) -> np.ndarray:
        """What each game adds to the share beyond its mean, times the number of games. Shape (games,)."""
        scaled: np.ndarray = (self.hits - self.share * self.tries) / self.tries.mean()
        return scaled


@dataclass(frozen=True)
class Difference:
    """A difference of two shares, its interval, and the two-sided p-value of no difference."""

    value: float
    low: float
    high: float
    p: float


def mean_counts(arms: Sequence[Counts]) -> Counts:
    """Return the counts of games that are played in one of several ways, each as likely."""
    hits, tries = (np.mean([getattr(arm, name) for arm in arms], axis=0) for name in ("hits", "tries"))
    return Counts(hits, tries)


def paired_difference(one: Counts, other: Counts, rows: int = 1) -> Difference:
    """Return by how much two shares of the same games differ.

    The variance is that of a difference of two ratios (linearised), with games as units, so that what
    the two have in common cancels out. Where no game differs, or all do alike, the interval reaches as
    far as that may happen by chance.

    Parameters
    ----------
    one, other
        Counts of the same games in the same order. A hit counts at most as its try.
    rows
        Number of differences whose intervals hold together with 95% (Bonferroni).

    Notes
    -----
    Source: W. G. Cochran, *Sampling Techniques* (1977), sections 6.3 and 6.19.
    """
    value, games, tail = one.share - other.share, len(one.hits), ALPHA / rows / 2
    if np.isnan(value) or games == 1:
        return Difference(value, -1.0, 1.0, 1.0)
    parts = one.influence - other.influence
    error = float(np.sqrt(parts.var(ddof=1) / games))
    if error <= 1e-12:
        reach, p = 1 - tail ** (1 / games), 1.0 if abs(value) <= 1e-12 else 0.5 ** (games - 1)
    else:
        reach = float(stats.norm.ppf(1 - tail)) * error
        p = float(2 * stats.norm.sf(abs(value) / error))
    return Difference(value, max(value - reach, -1.0), min(value + reach, 1.0), p)


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
