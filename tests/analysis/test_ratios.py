"""Ratios of hits and tries by game, held against resampling and against paper."""

import math

import numpy as np
import pytest
from scipy import stats

from analysis.ratios import Ratio, a_game, a_try, mean_ratio
from plain_statistics import clustered, same


def drawn(games=4000, seed=2):
    """Return two ways to play the same games, in which luck is common to both."""
    luck = np.random.default_rng(seed)
    tries = luck.integers(1, 30, (2, games)).astype(float)
    skill = luck.beta(2, 3, games)
    hits = luck.binomial(tries.astype(int), skill).astype(float)
    return Ratio(hits[0], tries[0]), Ratio(hits[1], tries[1])


def test_a_difference_is_that_of_resampled_games():
    one, other = drawn()
    difference, low, high = other.less(one)
    assert difference == pytest.approx(
        other.hits.sum() / other.tries.sum() - one.hits.sum() / one.tries.sum()
    )
    places = np.random.default_rng(3).integers(0, 4000, (2000, 4000))
    again = [way.hits[places].sum(1) / way.tries[places].sum(1) for way in (one, other)]
    ends = np.quantile(again[1] - again[0], [0.025, 0.975])
    assert (low, high) == pytest.approx(tuple(ends), abs=0.1 * (high - low))


@pytest.mark.parametrize(
    ("games", "tried", "one", "other"),
    [
        (1000, 0.01, 0.02, 0),
        (1000, 0.05, 0.95, 1),
        (200, 0.1, 0.5, 0.5),
        (200, 1, 0.5, 0.4),
        (2, 1, 0.5, 0.5),
    ],
)
def test_differences_are_covered_however_rare_the_tries(games, tried, one, other):
    luck = np.random.default_rng(4)
    covered = []
    while len(covered) < 400:
        tries = luck.random((2, games)) < tried
        hits = tries & (luck.random((2, games)) < [[one], [other]])
        if tries.any(axis=1).all():
            ways = [
                Ratio(hit.astype(float), tried.astype(float)) for hit, tried in zip(hits, tries, strict=True)
            ]
            _, low, high = ways[0].less(ways[1])
            covered.append(low <= one - other <= high)
    assert np.mean(covered) > 0.92


@pytest.mark.parametrize("share", [0.1, 1 / 3, 1 / 7])
def test_equal_parts_of_every_game_do_not_make_certainty(share):
    value, low, high = a_game(np.full(10, share), True).less(a_game(np.zeros(10), True))
    assert low < value - 0.05
    assert value + 0.05 < high


def test_a_difference_of_quantities_is_that_of_shares_but_for_its_ends():
    one, other = drawn()
    shares = other.less(one)
    quantities = Ratio(other.hits, other.tries, False).less(one)
    assert quantities == pytest.approx(shares, rel=0.02)


def test_no_tries_tell_nothing():
    nothing, some = Ratio(np.zeros(5), np.zeros(5)), Ratio(np.ones(5), np.ones(5))
    assert same(some.less(nothing), (float("nan"), -1, 1))
    assert same(nothing.less(some), (float("nan"), -1, 1))
    assert same(nothing.estimate(), (float("nan"), 0, 1))
    assert same(Ratio(np.ones(5), np.ones(5), False).less(nothing), (float("nan"), -np.inf, np.inf))


def test_an_estimate_clusters_by_game():
    one, _ = drawn(300)
    assert same(one.estimate(), clustered(one.hits, one.tries))


def test_once_a_game_or_once_a_try():
    assert a_game(np.array([True, False, True])).value == pytest.approx(2 / 3)
    assert a_try(np.array([1, 0]), np.array([3, 1])).value == pytest.approx(1 / 4)


def test_a_mean_of_ways_lies_between_them():
    one, other = drawn(400)
    mean = mean_ratio([one, other])
    assert mean.value == pytest.approx(
        (one.hits.sum() + other.hits.sum()) / (one.tries.sum() + other.tries.sum())
    )
    low, high = sorted([one.value, other.value])
    assert low < mean.value < high


def test_a_mean_difference_is_the_paired_t_tests():
    luck = np.random.default_rng(1)
    one = luck.integers(0, 50, 80).astype(float)
    other = one + luck.normal(1, 3, 80)
    expected = stats.ttest_rel(other, one).confidence_interval(0.99)
    difference, low, high = a_game(other).less(a_game(one), 0.99)
    assert same((difference, low, high), ((other - one).mean(), expected.low, expected.high))


@pytest.mark.parametrize("cells", [(3, 5, 40), (0, 0, 30), (0, 1, 200), (20, 0, 0)])
def test_a_difference_of_yes_or_no_is_the_adjusted_wald_interval(cells):
    # Bonett and Price: one game more in each of the two cells that differ.
    less, more, alike = cells
    one = np.array([1.0] * less + [0.0] * more + [1.0] * alike)
    other = np.array([0.0] * less + [1.0] * more + [1.0] * alike)
    n = sum(cells)
    p12, p21 = (more + 1) / (n + 2), (less + 1) / (n + 2)
    reach = 1.959963984540054 * math.sqrt((p12 + p21 - (p12 - p21) ** 2) / (n + 2))
    expected = ((more - less) / n, max(p12 - p21 - reach, -1), min(p12 - p21 + reach, 1))
    assert same(a_game(other, True).less(a_game(one, True)), expected)


def test_shares_that_agree_in_every_game_leave_room_for_a_difference():
    _, low, high = a_game(np.zeros(50), True).less(a_game(np.zeros(50), True))
    assert low < 0 < high
    _, low, high = a_game(np.ones(50)).less(a_game(np.ones(50)))  # a quantity: one game a unit more, one less
    assert -low == high == pytest.approx(stats.t.ppf(0.975, 49) * np.sqrt(2) / 52)


def test_games_without_a_try_tell_nothing():
    tries = np.array([20.0] + [0.0] * 99)
    alone = Ratio(tries * 0.9, tries)
    assert alone.estimate()[1:] == (0, 1)
    often = Ratio(np.full(100, 10.0), np.full(100, 20.0))
    _, low, high = alone.less(often)
    assert low < 0 < high
    once = Ratio(np.array([5.0] + [0.0] * 99), np.array([1.0] + [0.0] * 99), False)
    assert once.estimate() == (5, -np.inf, np.inf)


@pytest.mark.parametrize("games", [2, 3, 5, 10])
def test_shares_of_clustered_tries_are_covered_in_few_games(games):
    luck = np.random.default_rng(6)
    covered = []
    for chance in luck.beta(2.5, 7.5, (600, games)):
        hits = luck.binomial(20, chance).astype(float)
        _, low, high = Ratio(hits, np.full(games, 20.0)).estimate()
        covered.append(low <= 0.25 <= high)
    assert np.mean(covered) > 0.9
