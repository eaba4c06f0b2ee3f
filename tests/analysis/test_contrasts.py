"""Tables of differences on the same deals, against clustered regressions and paper."""

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats

from analysis.contrasts import difference_columns, paired_difference, points
from analysis.ratios import Ratio

Z = stats.norm.ppf


def drawn(games=400, seed=1):
    """Return two arms of games whose rounds and hits go together."""
    luck = np.random.default_rng(seed)
    rounds = luck.integers(1, 9, games)
    more = rounds + luck.integers(0, 3, games)
    hits = luck.binomial(rounds, 0.3)
    return Ratio(hits.astype(float), rounds.astype(float)), Ratio(
        np.minimum(hits + luck.integers(0, 2, games), more).astype(float), more.astype(float)
    )


def regressed(one, other):
    """Return difference and squared error from a regression of single rounds, clustered by game."""
    hit, arm, game = [], [], []
    for name, counts in ((1, one), (0, other)):
        for number, (hits, tries) in enumerate(zip(counts.hits, counts.tries, strict=True)):
            hit += [1] * int(hits) + [0] * int(tries - hits)
            arm += [name] * int(tries)
            game += [number] * int(tries)
    model = sm.OLS(hit, sm.add_constant(np.array(arm)))
    fit = model.fit(cov_type="cluster", cov_kwds={"groups": game, "use_correction": False})
    return fit.params[1], fit.bse[1] ** 2


@pytest.mark.parametrize("rows", [1, 11])
def test_a_difference_of_ratios_is_that_of_a_clustered_regression(rows):
    one, other = drawn(games=4000)
    value, squared = regressed(one, other)
    error = np.sqrt(squared)
    found = paired_difference(one, other, rows)
    assert found.value == pytest.approx(value)
    # Two games more, one at each end, make that little difference.
    assert found.high - found.value == pytest.approx(Z(1 - 0.025 / rows) * error, rel=0.03)
    assert found.value - found.low == pytest.approx(Z(1 - 0.025 / rows) * error, rel=0.03)
    assert stats.norm.isf(found.p / 2) == pytest.approx(abs(value) / error, rel=0.03)


def test_a_difference_of_means_is_that_of_the_paired_test():
    luck = np.random.default_rng(2)
    common = luck.random(3000)
    one, other = (np.clip(common + luck.normal(shift, 0.1, 3000), 0, 1) for shift in (0.02, 0))
    found = paired_difference(Ratio(one, np.ones(3000)), Ratio(other, np.ones(3000)))
    # With two games more: one that only this way wins, and one that only the other wins.
    test = stats.ttest_rel([*one, 1, 0], [*other, 0, 1])
    assert found.value == pytest.approx(np.mean(one - other))
    assert stats.norm.isf(found.p / 2) == pytest.approx(test.statistic, rel=0.001)
    unpaired = np.sqrt(one.var() / 3000 + other.var() / 3000)
    assert found.high - found.low < 1.96 * unpaired


def test_the_intervals_cover_what_is_true():
    misses = 0
    for seed in range(400):
        one, other = drawn(games=800, seed=seed)
        swapped = np.random.default_rng(seed).random(800) < 0.5
        first = Ratio(np.where(swapped, one.hits, other.hits), np.where(swapped, one.tries, other.tries))
        second = Ratio(np.where(swapped, other.hits, one.hits), np.where(swapped, other.tries, one.tries))
        found = paired_difference(first, second)
        misses += not found.low <= 0 <= found.high
    assert 6 <= misses <= 36  # 20 expected


def test_games_that_never_differ_do_not_show_that_none_may():
    same = Ratio(np.ones(50), np.ones(50))
    found = paired_difference(same, same)
    assert (found.value, found.p) == (0, 1)
    assert found.high == pytest.approx(Z(0.975) * np.sqrt(2) / 52)  # one game more at each end
    assert found.low == -found.high
    wider = paired_difference(same, same, rows=10)
    assert wider.high > found.high


def test_games_that_all_differ_alike():
    found = paired_difference(Ratio(np.ones(50), np.ones(50)), Ratio(np.zeros(50), np.ones(50)))
    assert (found.value, found.high) == (1, 1)
    assert 0.85 < found.low < 1
    assert found.p < 1e-9


@pytest.mark.parametrize("tries", [np.zeros(5), np.ones(1)], ids=["no try", "one game"])
def test_too_little_shows_nothing(tries):
    found = paired_difference(Ratio(np.zeros(len(tries)), tries), Ratio(np.zeros(len(tries)), tries))
    assert (found.low < -0.9, found.high > 0.9, found.p) == (True, True, 1)


def test_p_values_are_corrected_by_holm():
    same = Ratio(np.ones(50), np.ones(50))
    differences = [paired_difference(*drawn(seed=seed)) for seed in range(3)]
    differences.append(paired_difference(same, same))
    columns = difference_columns("win", differences)
    assert list(columns) == ["win", "win_low", "win_high", "win_p"]
    order = np.argsort([one.p for one in differences])
    expected, so_far = {}, 0.0
    for rank, row in enumerate(order):
        so_far = max(so_far, min(1.0, (4 - rank) * differences[row].p))
        expected[row] = so_far
    assert columns["win_p"] == pytest.approx([expected[row] for row in range(4)])


def test_points_tell_what_is_not_shown():
    row = {"win": 0.0312, "win_low": 0.01, "win_high": 0.05}
    assert points(row, "win") == "+3.1 points (+1.0 to +5.0)"
    assert points(row, "win", 2) == "+3.12 points (+1.00 to +5.00)"
    assert points({**row, "win_low": -0.01}, "win") == "+3.1 points (-1.0 to +5.0, no difference shown)"
    assert "shown" not in points({"win": -0.03, "win_low": -0.05, "win_high": -0.01}, "win")
