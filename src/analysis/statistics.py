"""Estimates with intervals, for games that are independent and events within them that are not."""

from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Literal

import numpy as np
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from simulation import GamegaugeError

Verdict = Literal["fair", "unfair", "not shown"]
Estimate = tuple[float, float, float]
"""Estimate, lower and upper end of its interval."""


NO_VARIANCE = 1e-9
"""Share of the binomial variance up to which a variance counts as none."""
PLAIN_GAMES = 10
"""Games of plain yes or no that a variance is mixed with: that of a few shared wins may be small by luck."""


def share_interval(total: float, squares: float, n: int, confidence: float = 0.95) -> Estimate:
    """Return the mean of n values from 0 to 1 with an interval that stays within 0 and 1.

    Wilson's interval with the number of games that a plain yes-or-no share of the same variance
    would have had, the variance being mixed with that of ``PLAIN_GAMES`` such games. For yes-or-no values it
    is Wilson's interval itself.

    Parameters
    ----------
    total, squares
        Sum of the values, and of their squares.
    n
        How many values; none give (nan, 0, 1).
    confidence
        Probability that such an interval covers the true share.

    Notes
    -----
    Source: C. Franco, R. J. A. Little, T. A. Louis, E. V. Slud, "Comparative study of confidence
    intervals for proportions in complex sample surveys", J. Survey Statistics and Methodology 7 (2019).
    """
    if n == 0:
        return float("nan"), 0.0, 1.0
    share = min(max(total / n, 0.0), 1.0)
    binomial, variance = share * (1 - share), max(squares / n - share**2, 0.0)
    # No variance at all, or none but that of rounding, says nothing of how far the truth may be.
    if variance <= NO_VARIANCE * binomial:
        return _wilson(share, n, confidence)
    mixed = (n * variance + PLAIN_GAMES * binomial) / (n + PLAIN_GAMES)
    return _wilson(share, n * binomial / mixed, confidence)


def ratio_interval(
    hits: float, tries: float, hits_squared: float, hits_tries: float, tries_squared: float,
    games: int, confidence: float = 0.95,
) -> Estimate:  # fmt: skip
    """Return the share of tries that hit, with an interval that clusters by game.

    All arguments are sums over games: of the game's hits, of its tries, and of the squares and
    the product of the two; ``games`` are those that have tries. The variance is that of a ratio
    (linearised); the interval is Wilson's with the effective number of tries, fewer where few games
    tell how games differ.

    Notes
    -----
    Sources: W. G. Cochran, *Sampling Techniques* (1977), section 6.3; E. L. Korn, B. I. Graubard,
    "Confidence intervals for proportions with small expected number of positive counts", Survey
    Methodology 24 (1998).
    """
    if tries == 0:
        return float("nan"), 0.0, 1.0
    share = hits / tries
    if games == 1 < tries:  # says nothing of how games differ
        return share, 0.0, 1.0
    binomial = share * (1 - share)
    variance = _ratio_variance(hits, tries, hits_squared, hits_tries, tries_squared, games)
    if variance * tries <= NO_VARIANCE * binomial:  # as if all tries of a game were one
        return _wilson(share, min(games, tries), confidence)
    level = (1 + confidence) / 2
    fewer = float(stats.norm.ppf(level) / stats.t.ppf(level, games - 1)) ** 2 if games > 1 else 1.0
    return _wilson(share, binomial / variance * fewer, confidence)


def ratio_mean_interval(
    total: float, tries: float, squares: float, products: float, tries_squared: float,
    games: int, confidence: float = 0.95,
) -> Estimate:  # fmt: skip
    """Return the mean of a quantity a try, with Student's interval that clusters by game.

    The arguments are those of ``ratio_interval``, for a quantity instead of hits.
    """
    mean = total / tries
    variance = _ratio_variance(total, tries, squares, products, tries_squared, games)
    reach = student_reach(mean, variance, games, confidence)
    return mean, mean - reach, mean + reach


def student_reach(mean: float, variance: float, games: int, confidence: float) -> float:
    """Return Student's half-width for a mean with some variance; infinite for one game.

    Games that are all alike do not show that all are: they are taken as if of two games more one were a unit
    above the mean, and one a unit below.
    """
    if games == 1:
        return np.inf
    if variance <= NO_VARIANCE**2 * max(mean**2, 1.0):
        variance = 2 / (games + 2) ** 2
    return float(stats.t.ppf((1 + confidence) / 2, games - 1)) * float(np.sqrt(variance))


def _ratio_variance(
    total: float, tries: float, squares: float, products: float, tries_squared: float, games: int
) -> float:
    mean = total / tries
    spread = max(squares - 2 * mean * products + mean**2 * tries_squared, 0.0)
    return spread * games / max(games - 1, 1) / tries**2


def _wilson(share: float, effective: float, confidence: float) -> Estimate:
    low, high = proportion_confint(share * effective, effective, 1 - confidence, method="wilson")
    return share, min(float(low), share), max(float(high), share)


def mean_interval(
    total: float, squares: float, n: int, confidence: float = 0.95, least: float = -np.inf
) -> Estimate:
    """Return the mean of n independent values with Student's interval (infinite for one value).

    The interval ends at ``least`` where values cannot be below that.
    """
    mean = total / n
    variance = max(squares - n * mean**2, 0.0) / max(n - 1, 1)
    reach = student_reach(mean, variance / n, n, confidence)
    return mean, max(mean - reach, float(least)), mean + reach


def quantile_interval(
    values: np.ndarray, level: float, confidence: float = 0.95, least: float = -np.inf
) -> Estimate:
    """Return a quantile of independent values, with the interval between two of them.

    An end that no value can give, since there are too few, is infinite, or ``least`` where values cannot be
    below that.

    Parameters
    ----------
    values
        Sorted, shape (n,).
    level
        From 0 to 1.
    confidence
        Probability that such an interval covers the true quantile.

    Notes
    -----
    Source: W. J. Conover, *Practical Nonparametric Statistics* (1999), section 3.2.
    """
    n, tail = len(values), (1 - confidence) / 2
    below, above = stats.binom.ppf([tail, 1 - tail], n, level).astype(int)
    return (
        float(np.quantile(values, level, method="inverted_cdf")),
        float(values[below - 1]) if below > 0 else float(least),
        float(values[above]) if above < n else np.inf,
    )


def check_margin(margin: float) -> None:
    """Refuse a margin that is no share.

    Raises
    ------
    GamegaugeError
        If it is not from 0 to below 1.
    """
    if isinstance(margin, bool) or not (isinstance(margin, Real) and 0 <= margin < 1):
        raise GamegaugeError(f"margin {margin} cannot be used; allowed: a share from 0 to below 1")


@dataclass(frozen=True)
class Shares:
    """Sums from which the shares of several seats are judged; one value of each a seat.

    ``totals`` and ``squares`` are sums over ``n`` games of each seat's share and its square.
    """

    totals: Sequence[float]
    squares: Sequence[float]
    n: int

    def intervals(self, confidence: float = 0.95) -> list[Estimate]:
        """Return each seat's share with its interval."""
        return [
            share_interval(total, square, self.n, confidence)
            for total, square in zip(self.totals, self.squares, strict=True)
        ]

    def verdict(self, margin: float, alpha: float = 0.05) -> Verdict:
        """Judge whether all seats have the same share, up to a margin.

        "fair": every share is shown to lie within the margin (two one-sided tests a seat, all of
        which have to succeed). "unfair": some share is shown to lie beyond it (corrected for the
        number of seats). Else "not shown".

        Notes
        -----
        Source: D. J. Schuirmann, J. Pharmacokinetics and Biopharmaceutics 15 (1987); R. L. Berger,
        Technometrics 24 (1982), for the seats together.
        """
        check_margin(margin)
        seats = len(self.totals)
        if self.n == 0:
            return "not shown"
        least, most = 1 / seats - margin, 1 / seats + margin
        if all(low >= least and high <= most for _, low, high in self.intervals(1 - 2 * alpha)):
            return "fair"
        if any(low > most or high < least for _, low, high in self.intervals(1 - alpha / seats)):
            return "unfair"
        return "not shown"
