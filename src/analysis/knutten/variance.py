"""Parts of the variance of wins, where players change seats and play the same deals again."""

from dataclasses import dataclass

import numpy as np

from analysis.statistics import Estimate

SOURCES = ("deal", "seat", "player", "rest")
REPLICATES = 1000
NOTHING = 1e-12
"""Variance up to which there is none to explain but that of rounding: shares are nan."""


@dataclass(frozen=True)
class Parts:
    """Variance of a seat's win by source, and each source's share of it with its interval."""

    variances: dict[str, float]
    shares: dict[str, Estimate]


def split_variance(wins: np.ndarray, seed: int = 2016, confidence: float = 0.95) -> Parts:
    """Split the variance of wins into what the deal, the seat, and the player explain, and the rest.

    The model is ``win = 1/k + seat + player + deal in that seat + rest``: deals are drawn at random,
    seats and players are fixed and fully crossed. All parts are unbiased estimates, so that a part that
    is not there may come out slightly below 0. Let y be a win, and means be over the deals.

    deal
        Covariance between y of two different players in the same seat with the same deal, averaged over
        seats, pairs of players, and all orders in which they and the others may sit. Its share of the
        variance is an intraclass correlation for absolute agreement with the players as fixed raters
        (ICC(A,1), case 3A), but that seats' means are taken out before and the players' variance is over
        k, not k - 1.
    seat
        Variance of the seats' mean wins, less the variance that chance gives to such means.
    player
        The same for the players' mean wins.
    rest
        What is left of the variance of y: the interplay of player, seat and cards, with all that other
        players do and whom a player sits next to.

    Parameters
    ----------
    wins
        Share of the win, from 0 to 1, by deal, order of the players around the table, seat and player;
        shape (deals, orders, k, k). Over all cells of a deal they average 1/k.
    seed
        Seed of the bootstrap.
    confidence
        Of the intervals: percentiles of a bootstrap over deals.

    Notes
    -----
    Sources: P. E. Shrout, J. L. Fleiss, Psychological Bulletin 86 (1979), case 3; K. O. McGraw,
    S. P. Wong, Psychological Methods 1 (1996), case 3A; B. Efron, R. J. Tibshirani, *An Introduction to
    the Bootstrap* (1993), chapter 13.
    """
    deals, _, k, _ = wins.shape
    sums = _sums_by_deal(wins)
    variances = _variances(sums.mean(axis=0), deals, k)
    rng = np.random.default_rng(seed)
    replicates = np.array([_shares(_resampled(sums, rng), deals, k) for _ in range(REPLICATES)])
    tails = [(1 - confidence) / 2, (1 + confidence) / 2]
    low, high = np.quantile(replicates, tails, axis=0)
    shares = _shares(sums.mean(axis=0), deals, k)
    estimates = [(float(one), float(a), float(b)) for one, a, b in zip(shares, low, high, strict=True)]
    return Parts(dict(zip(SOURCES, variances, strict=True)), dict(zip(SOURCES, estimates, strict=True)))


def _sums_by_deal(wins: np.ndarray) -> np.ndarray:
    """Return what the parts are made of, a row a deal: only means over deals of it are needed."""
    k, cells = wins.shape[2], wins.mean(axis=1)
    by_seat, by_player = cells.mean(axis=2), cells.mean(axis=1)
    squares = (wins**2).mean(axis=(1, 2, 3))
    # Mean product of two different players' wins in the same seat, over all orders of both.
    products = (k * (by_seat**2).mean(axis=1) - (cells**2).mean(axis=(1, 2))) / (k - 1)
    grand = by_seat.mean(axis=1, keepdims=True)
    away = [(by_seat - grand) ** 2, (by_player - grand) ** 2]
    columns = (cells.reshape(len(wins), -1), *away, squares[:, None], products[:, None])
    return np.concatenate(columns, axis=1)


def _resampled(sums: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    deals = len(sums)
    weights = np.bincount(rng.integers(deals, size=deals), minlength=deals)
    return np.asarray(weights @ sums) / deals


def _variances(means: np.ndarray, deals: int, k: int) -> np.ndarray:
    """Return the variance of each source, in the order of ``SOURCES``."""
    cells, seats_away, players_away, squares, products = np.split(means, np.cumsum([k * k, k, k, 1]).tolist())
    cells = cells.reshape(k, k)
    total = squares[0] - cells.mean() ** 2
    by_seat, by_player = cells.mean(axis=1), cells.mean(axis=0)
    seat = _variance_of_means(by_seat, seats_away, deals)
    player = _variance_of_means(by_player, players_away, deals)
    of_means = (k * (by_seat**2).mean() - (cells**2).mean()) / (k - 1)
    deal = (products[0] - of_means) * deals / (deals - 1)
    return np.array([deal, seat, player, total - deal - seat - player])


def _variance_of_means(means: np.ndarray, away: np.ndarray, deals: int) -> float:
    """Return the variance between means, less that which chance gives them.

    ``away`` are means over deals of how far each was from the deal's grand mean, squared.
    """
    between = (means - means.mean()) ** 2
    by_chance = (away - between) / (deals - 1)
    return float(between.mean() - by_chance.mean())


def _shares(means: np.ndarray, deals: int, k: int) -> np.ndarray:
    variances = _variances(means, deals, k)
    total = float(variances.sum())
    return np.divide(variances, total) if total > NOTHING else np.full(len(SOURCES), np.nan)
