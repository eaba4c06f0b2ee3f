"""Intervals cover what they promise, and verdicts are wrong no oftener than they promise."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

from analysis.statistics import (
    Shares,
    mean_interval,
    quantile_interval,
    ratio_interval,
    ratio_mean_interval,
    share_interval,
)
from plain_statistics import clustered, same, share_of, wilson

PARTS = np.array([0, 1 / 3, 1 / 2, 1])
games_of_parts = st.lists(st.sampled_from(list(PARTS)), min_size=1, max_size=60)


def interval_of(values, confidence=0.95):
    cells = np.asarray(values, float)
    return share_interval(float(cells.sum()), float((cells**2).sum()), len(cells), confidence)


def ratio_sums(hits, tries):
    h, t = np.asarray(hits, float), np.asarray(tries, float)
    return (h.sum(), t.sum(), (h**2).sum(), (h * t).sum(), (t**2).sum(), int((t > 0).sum()))


# Shares of games.


@given(st.integers(1, 5000), st.floats(0, 1), st.sampled_from([0.9, 0.95, 0.99]))
def test_a_plain_share_has_wilsons_interval(n, part, confidence):
    hits = round(part * n)
    expected = proportion_confint(hits, n, 1 - confidence, method="wilson")
    assert same(share_interval(hits, hits, n, confidence), (hits / n, *expected))


@given(games_of_parts)
def test_a_share_has_the_interval_of_as_many_tries_as_it_is_worth(values):
    assert same(interval_of(values), share_of(values))


@given(st.one_of(games_of_parts, st.lists(st.floats(0, 1), min_size=1, max_size=60)))
@example([0.0] * 3)
@example([0.0] * 12)
@example([1.0] * 10)
def test_an_interval_contains_its_estimate_and_stays_within_0_and_1(values):
    share, low, high = interval_of(values)
    assert share == pytest.approx(np.mean(values))
    assert 0 <= low <= share <= high <= 1


@pytest.mark.parametrize("n", [1, 2, 3, 10, 1000, 10**6])
def test_none_and_all_of_n_have_an_interval_too(n):
    _, low, high = share_interval(0, 0, n)
    assert low == pytest.approx(0, abs=1e-12)
    assert high > 1 / n / 2
    _, low, high = share_interval(n, n, n)
    assert low < 1 - 1 / n / 2
    assert high == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("n", [1, 2, 5, 7, 13, 100])
@pytest.mark.parametrize("value", [1 / 7, 1 / 6, 1 / 3, 1 / 2])
def test_games_that_all_end_alike_do_not_make_certainty(value, n):
    assert same(interval_of([value] * n), wilson(value, n))


@pytest.mark.parametrize("players", [4, 8])
@pytest.mark.parametrize("games", [2, 3, 5, 10])
def test_few_games_with_many_winners_do_not_show_seats_to_be_unequal(players, games):
    luck = np.random.default_rng(7)
    judged = []
    for _ in range(400):
        wins = np.zeros((games, players))
        for game, winners in enumerate(luck.choice([1, 2, 3, 4], games)):
            wins[game, luck.permutation(players)[:winners]] = 1 / winners
        judged.append(Shares(wins.sum(0).tolist(), (wins**2).sum(0).tolist(), games).verdict(0.01))
    assert judged.count("unfair") <= 30  # 20 at most are expected


def test_tries_that_all_hit_in_a_few_games_are_worth_no_more_than_the_games():
    _, low, _ = ratio_interval(200, 200, 8000, 8000, 8000, 5)
    assert low == pytest.approx(wilson(1, 5)[1])


@pytest.mark.parametrize("chances", [(0.6, 0.15, 0.1, 0.15), (0.9, 0.05, 0.03, 0.02), (0.2, 0.1, 0.2, 0.5)])
def test_shares_of_games_in_parts_are_covered(chances):
    luck = np.random.default_rng(1)
    truth = float(PARTS @ chances)
    trials = luck.choice(PARTS, size=(1500, 250), p=chances)
    covered = [low <= truth <= high for _, low, high in map(interval_of, trials)]
    assert 0.925 <= np.mean(covered) <= 0.975


# Shares of tries within games.


@given(st.integers(1, 2000), st.floats(0, 1))
def test_one_try_a_game_is_wilsons_interval_but_for_a_degree_of_freedom(games, part):
    hits = round(part * games)
    estimate = ratio_interval(hits, games, hits, hits, games, games)
    worth = games
    if 0 < hits < games:
        worth = (games - 1) * (stats.norm.ppf(0.975) / stats.t.ppf(0.975, games - 1)) ** 2
    assert same(estimate, wilson(hits / games, worth))


def test_one_try_in_each_of_many_games_is_wilsons_interval():
    expected = proportion_confint(3000, 10_000, method="wilson")
    assert ratio_interval(3000, 10_000, 3000, 3000, 10_000, 10_000)[1:] == pytest.approx(expected, rel=1e-4)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=40))
@example([(1, 4)])
@example([(2, 3), (2, 3)])
@example([(5, 1)] * 3)
def test_a_ratio_has_the_interval_worked_out_game_by_game(pairs):
    hits, tries = [hit for hit, _ in pairs], [hit + miss for hit, miss in pairs]
    assert same(ratio_interval(*ratio_sums(hits, tries)), clustered(hits, tries))


def test_correlated_tries_make_a_wider_interval():
    alike = ratio_interval(*ratio_sums([4] * 50 + [0] * 50, [4] * 100))
    mixed = ratio_interval(*ratio_sums(np.random.default_rng(2).binomial(4, 0.5, 100), [4] * 100))
    plain = proportion_confint(200, 400, method="wilson")
    assert alike[0] == 0.5
    assert alike[2] - alike[1] > 1.8 * (plain[1] - plain[0])
    assert mixed[2] - mixed[1] == pytest.approx(plain[1] - plain[0], rel=0.2)


def test_shares_of_clustered_tries_are_covered():
    luck = np.random.default_rng(3)
    covered = []
    for _ in range(1200):
        tries = 1 + luck.poisson(4, 150)
        hits = luck.binomial(tries, luck.beta(2, 6, 150))
        _, low, high = ratio_interval(*ratio_sums(hits, tries))
        covered.append(low <= 0.25 <= high)
    assert 0.92 <= np.mean(covered) <= 0.975


def test_no_tries_tell_nothing():
    share, low, high = ratio_interval(0, 0, 0, 0, 0, 10)
    assert np.isnan(share)
    assert (low, high) == (0, 1)


# Means and quantiles.


@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99])
def test_a_mean_has_students_interval(confidence):
    values = np.random.default_rng(4).gamma(3, 5, 40)
    mean, low, high = mean_interval(values.sum(), (values**2).sum(), 40, confidence)
    expected = DescrStatsW(values).tconfint_mean(1 - confidence)
    assert mean == pytest.approx(values.mean())
    assert (low, high) == pytest.approx(expected)


def test_a_mean_of_three_by_hand():
    # 1, 2, 6: mean 3, variance 7, and Student's t of two degrees of freedom is 4.302653.
    assert mean_interval(9, 41, 3) == pytest.approx((3, 3 - 6.572417, 3 + 6.572417), abs=1e-5)


def test_a_mean_of_one_value_could_be_anything():
    assert mean_interval(4, 16, 1) == (4, -np.inf, np.inf)


def test_a_mean_a_try_by_hand():
    # Games of (3 in 1 try) and (5 in 2): mean 8/3, residuals 1/3 and -1/3, variance 2 * 2/9 / 9 = 4/81.
    mean, low, high = ratio_mean_interval(8, 3, 34, 13, 5, 2)
    assert mean == pytest.approx(8 / 3)
    assert high - mean == pytest.approx(stats.t.ppf(0.975, 1) * 2 / 9)
    assert mean - low == pytest.approx(high - mean)


def test_means_a_try_are_covered():
    luck = np.random.default_rng(5)
    covered = []
    for _ in range(1000):
        tries = 1 + luck.poisson(3, 200)
        totals = tries * luck.gamma(4, 2, 200)
        _, low, high = ratio_mean_interval(*ratio_sums(totals, tries))
        covered.append(low <= 8 <= high)
    assert 0.92 <= np.mean(covered) <= 0.975


@pytest.mark.parametrize("level", [0.05, 0.5, 0.95])
@pytest.mark.parametrize("n", [20, 100, 400])
def test_quantiles_are_covered(n, level):
    luck = np.random.default_rng(6)
    truth = stats.expon.ppf(level)
    trials = np.sort(luck.exponential(size=(2000, n)), axis=1)
    covered = [low <= truth <= high for _, low, high in (quantile_interval(one, level) for one in trials)]
    assert np.mean(covered) >= 0.935


@given(st.lists(st.integers(0, 50), min_size=1, max_size=80), st.sampled_from([0.05, 0.5, 0.95]))
def test_a_quantile_is_a_value_that_lies_in_its_interval(values, level):
    ordered = np.sort(values)
    quantile, low, high = quantile_interval(ordered, level)
    assert low <= quantile <= high
    assert quantile in values
    assert np.mean(ordered <= quantile) >= level - 1e-12
    assert np.mean(ordered < quantile) < level


# Verdicts.


def plain_shares(*wins):
    return Shares(wins, wins, sum(wins))


def test_each_seat_has_its_own_interval():
    shares = Shares([10.0, 20.0], [6.0, 18.0], 30)
    assert shares.intervals(0.9) == [share_interval(10, 6, 30, 0.9), share_interval(20, 18, 30, 0.9)]


@pytest.mark.parametrize(
    ("wins", "verdict"),
    [
        ((500_000, 500_000), "fair"),
        ((505_000, 495_000), "fair"),
        ((515_000, 485_000), "unfair"),
        ((510_000, 490_000), "not shown"),
        ((50, 50), "not shown"),
        ((90, 10), "unfair"),
        ((0, 1), "not shown"),
        ((340_000, 330_000, 330_000), "fair"),
        ((330_000, 330_000, 300_000), "unfair"),
    ],
)
def test_verdicts_on_made_up_wins(wins, verdict):
    assert plain_shares(*wins).verdict(0.01) == verdict


def test_fair_is_judged_by_two_one_sided_tests():
    shares = plain_shares(5050, 4950)
    _, low, high = wilson(0.505, 10_000, confidence=0.9)
    margin = max(high - 0.5, 0.5 - low)
    assert shares.verdict(margin + 1e-6) == "fair"
    assert shares.verdict(margin - 1e-6) == "not shown"


def test_unfair_is_corrected_for_the_number_of_seats():
    shares = plain_shares(2700, 2450, 2430, 2420)
    _, low, _ = wilson(0.27, 10_000, confidence=1 - 0.05 / 4)
    assert shares.verdict(low - 0.25 - 1e-6) == "unfair"
    assert shares.verdict(low - 0.25 + 1e-6) == "not shown"


def test_a_smaller_alpha_asks_for_more():
    shares = plain_shares(5050, 4950)
    _, _, high = wilson(0.505, 10_000, confidence=0.9)
    assert shares.verdict(high - 0.5 + 1e-6, alpha=0.05) == "fair"
    assert shares.verdict(high - 0.5 + 1e-6, alpha=0.01) == "not shown"


def verdicts(chances, games, margin, trials=1200):
    drawn = np.random.default_rng(7).multinomial(games, chances, size=trials)
    return [plain_shares(*map(int, wins)).verdict(margin) for wins in drawn]


@pytest.mark.parametrize("chances", [(0.51, 0.49), (1 / 3 + 0.01, 1 / 3, 1 / 3 - 0.01)])
def test_seats_on_the_margin_are_seldom_called_fair(chances):
    said = verdicts(chances, games=25_000, margin=0.01)
    assert said.count("fair") / len(said) <= 0.07


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_equal_seats_are_seldom_called_unfair(seats):
    said = verdicts([1 / seats] * seats, games=5000, margin=0.0)
    assert said.count("unfair") / len(said) <= 0.07
    assert "fair" not in said


def test_seats_on_the_margin_are_seldom_called_unfair():
    said = verdicts((0.26, 0.26, 0.24, 0.24), games=20_000, margin=0.01)
    assert said.count("unfair") / len(said) <= 0.07


def test_wins_in_parts_are_seldom_judged_wrongly():
    luck = np.random.default_rng(8)
    said = []
    for _ in range(800):
        # Three seats, each as likely: won alone, by two, by all.
        kinds = luck.multinomial(4000, [0.2, 0.2, 0.2, 0.1, 0.1, 0.1, 0.1])
        alone, pairs, every = kinds[:3], kinds[3:6], kinds[6]
        totals = [alone[i] + (pairs.sum() - pairs[i]) / 2 + every / 3 for i in range(3)]
        squares = [alone[i] + (pairs.sum() - pairs[i]) / 4 + every / 9 for i in range(3)]
        said.append(Shares(totals, squares, 4000).verdict(0.0))
    assert 0.01 <= said.count("unfair") / len(said) <= 0.07
