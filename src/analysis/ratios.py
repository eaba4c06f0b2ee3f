"""Hits and tries of every game, estimated and compared with games as units."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from scipy import stats

from analysis.statistics import Estimate, ratio_interval, ratio_mean_interval, student_reach


@dataclass(frozen=True)
class Ratio:
    """Hits and tries of every game, in the order of games. float64, shapes (games,).

    ``is_share``: whether a hit counts at most as its try; else hits are a quantity a try, which cannot be
    below ``least``.
    """

    hits: np.ndarray
    tries: np.ndarray
    is_share: bool = True
    least: float = -np.inf

    @property
    def value(self) -> float:
        """Hits a try, nan without a try."""
        tries = float(self.tries.sum())
        return float(self.hits.sum()) / tries if tries else float("nan")

    @property
    def influence(self) -> np.ndarray:
        """What each game adds to the value beyond its mean, times the number of games. Shape (games,)."""
        scaled: np.ndarray = (self.hits - self.value * self.tries) / self.tries.mean()
        return scaled

    def estimate(self, confidence: float = 0.95) -> Estimate:
        """Return hits a try, with an interval that clusters by game."""
        hits, tries = self.hits, self.tries
        if not tries.any():
            return float("nan"), *((0.0, 1.0) if self.is_share else (float(self.least), np.inf))
        interval = ratio_interval if self.is_share else ratio_mean_interval
        value, low, high = interval(
            float(hits.sum()),
            float(tries.sum()),
            float((hits**2).sum()),
            float((hits * tries).sum()),
            float((tries**2).sum()),
            int((tries > 0).sum()),
            confidence,
        )
        return value, max(low, float(self.least)), high

    def less(self, base: "Ratio", confidence: float = 0.95) -> Estimate:
        """Return by how much this is more than that of another way to play the same games.

        The variance is that of a difference of two ratios (linearised), with games as units, so that what
        the two have in common cancels out. No tries at all give nan and all that is possible.

        Parameters
        ----------
        base
            The same games played the other way, in the same order.
        confidence
            Probability that such an interval covers the true difference.

        Notes
        -----
        Source: W. G. Cochran, *Sampling Techniques* (1977), sections 6.3 and 6.19.
        """
        if not (self.tries.any() and base.tries.any()):
            return float("nan"), *((-1.0, 1.0) if self.is_share else (-np.inf, np.inf))
        value = self.value - base.value
        if not self.is_share:
            games = int(((self.tries > 0) | (base.tries > 0)).sum())
            squares = float(((self.influence - base.influence) ** 2).sum()) / len(self.hits) ** 2
            reach = student_reach(value, squares * games / max(games - 1, 1), games, confidence)
            return value, value - reach, value + reach
        centre, error = self.centre_and_error(base)
        reach = float(stats.norm.ppf((1 + confidence) / 2)) * error
        return value, max(min(centre - reach, value), -1.0), min(max(centre + reach, value), 1.0)

    def centre_and_error(self, base: "Ratio") -> tuple[float, float]:
        """Return the middle of the difference of two shares, and its standard error, with two games more.

        In one of these only this way hits, in the other only ``base``. So games that all agree leave room for
        a difference that they are too few to show, and so does a handful of tries.

        Notes
        -----
        Source, for one try a game: D. G. Bonett, R. M. Price, "Adjusted Wald confidence interval for a
        difference of binomial proportions based on paired data", J. Educational and Behavioral Statistics 37
        (2012).
        """
        one, other = self._with_two_games_more(1.0, 0.0), base._with_two_games_more(0.0, 1.0)
        games = len(one.hits)
        parts = one.influence - other.influence
        return one.value - other.value, float(np.sqrt((parts**2).sum())) / games

    def _with_two_games_more(self, first: float, second: float) -> "Ratio":
        """Return these games and two more, which hit all tries or none: as many as games with tries have."""
        more = float(self.tries[self.tries > 0].mean())
        hits = np.append(self.hits, (first * more, second * more))
        return Ratio(hits, np.append(self.tries, (more, more)))


def a_game(values: pl.Series | np.ndarray, is_share: bool = False, least: float = -np.inf) -> Ratio:
    """Return a quantity that every game has once."""
    hits = np.asarray(values, float)
    return Ratio(hits, np.ones(len(hits)), is_share, least)


def a_try(hits: pl.Series, tries: pl.Series, is_share: bool = True) -> Ratio:
    """Return hits of tries."""
    return Ratio(np.asarray(hits, float), np.asarray(tries, float), is_share)


def mean_ratio(ways: Sequence[Ratio]) -> Ratio:
    """Return that of games which are played in one of several ways, each as likely."""
    hits, tries = (np.mean([getattr(way, name) for way in ways], axis=0) for name in ("hits", "tries"))
    return Ratio(hits, tries, ways[0].is_share, ways[0].least)
