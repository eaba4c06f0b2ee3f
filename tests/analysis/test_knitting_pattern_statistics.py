"""Values drawn together, ranks that agree, and two findings side by side."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from scipy import stats

from analysis.contrasts import mean_difference, standard_error
from analysis.knitting.pattern_agreement import rank_agreement
from analysis.knitting.pattern_compare import compare_pattern_values
from analysis.knitting.pattern_records import pattern_records
from analysis.knitting.pattern_shrinkage import reliability, shrunken, spread_of_truths
from analysis.knitting.pattern_value import pattern_value
from drawings import title
from knitting_catalogues import play_knitting, write_patterns
from run_folders import refused

# Means of differences


def test_a_mean_difference_is_students():
    values = np.random.default_rng(1).normal(0.1, 1, 50)
    found, test = mean_difference(values, rows=7), stats.ttest_1samp(values, 0)
    ends = test.confidence_interval(1 - 0.05 / 7)
    assert (found.value, found.low, found.high) == pytest.approx((values.mean(), ends.low, ends.high))
    assert found.p == pytest.approx(test.pvalue)
    assert standard_error(found.low, found.high, 50, 7) == pytest.approx(stats.sem(values))


def test_one_game_shows_no_difference():
    found = mean_difference(np.array([3.0]))
    assert (found.value, found.p) == (3, 1)
    assert np.isinf([found.low, found.high]).all()


def test_games_that_are_all_alike_leave_room():
    found = mean_difference(np.zeros(20))
    assert found.low < 0 < found.high
    assert found.p == 1


# Drawn towards the mean


def test_equal_errors_give_the_rule_of_james_and_stein():
    values, error = np.array([4.0, 1.0, -2.0, 0.5, -1.5, 3.0, 7.0]), 1.3
    away = values - values.mean()
    kept = 1 - (len(values) - 3) * error**2 / (away**2).sum()
    found = [one for one, _, _ in shrunken(values, [error] * 7)]
    assert found == pytest.approx(values.mean() + kept * away)


def test_values_without_spread_are_drawn_nearly_to_the_mean():
    values = np.array([0.1, -0.1, 0.2, -0.2, 0.0, 0.05])
    assert spread_of_truths(values, [5.0] * 6) == 0
    found = [one for one, _, _ in shrunken(values, [5.0] * 6)]
    assert found == pytest.approx(values.mean() + (values - values.mean()) * (1 - 3 / 5))
    assert reliability(values, [5.0] * 6) == 0


def test_what_is_known_well_stays_and_what_is_not_moves():
    values, errors = [3.0, 3.0, -2.0, -1.0, 0.0, -3.0], [0.01, 3.0, 0.5, 0.5, 0.5, 0.5]
    sure, unsure = (one for one, _, _ in shrunken(values, errors)[:2])
    assert sure == pytest.approx(3, abs=0.01)
    assert 0 < unsure < 2


@pytest.mark.parametrize(("values", "errors"), [([1.0, 2.0, 9.0], [1.0] * 3), ([1.0] * 5, [np.inf] * 5)])
def test_too_few_or_unknown_values_are_left_as_they_are(values, errors):
    for one, value, error in zip(shrunken(values, errors), values, errors, strict=True):
        assert one[0] == value
        assert one[2] - value == pytest.approx(stats.norm.ppf(0.975) * error)


def test_drawn_values_lie_nearer_to_the_truth_and_their_intervals_cover_it():
    luck = np.random.default_rng(7)
    errors = luck.uniform(0.8, 1.2, 40)
    worse = better = covered = 0
    for _ in range(150):
        truths = luck.normal(0, 1, 40)
        values = truths + luck.normal(0, errors)
        found = np.array(shrunken(values, errors))
        worse += ((values - truths) ** 2).sum()
        better += ((found[:, 0] - truths) ** 2).sum()
        covered += ((found[:, 1] <= truths) & (truths <= found[:, 2])).sum()
    assert better < 0.65 * worse
    assert 0.94 < covered / (150 * 40) < 0.97


def test_reliability_is_the_share_of_variance_that_is_no_noise():
    luck = np.random.default_rng(8)
    truths = luck.normal(0, 2, 4000)
    values = truths + luck.normal(0, 1, 4000)
    assert reliability(values, [1.0] * 4000) == pytest.approx(4 / 5, abs=0.02)


# Ranks


def test_a_rank_agreement_is_spearmans_with_fishers_interval():
    luck = np.random.default_rng(2)
    one = luck.normal(size=30)
    other = one + luck.normal(size=30)
    rho = stats.spearmanr(one, other).statistic
    error = np.sqrt((1 + rho**2 / 2) / 27)
    ends = np.tanh([np.arctanh(rho) - 1.959964 * error, np.arctanh(rho) + 1.959964 * error])
    assert rank_agreement(one, other) == pytest.approx((rho, *ends), abs=1e-6)


def test_ranks_that_agree_wholly_may_differ_in_truth():
    value, low, high = rank_agreement(range(8), range(8))
    assert (value, high) == (1, 1)
    assert 0.5 < low < 1
    assert rank_agreement(range(8), range(8, 0, -1))[:2] == (-1, -1)


def test_nothing_is_said_of_too_few_rows_or_of_equal_ones():
    for one, other in (([1, 2, 3, 4], [1, 2, 3, 4]), ([1, 1, 1, 1, 1], [1, 2, 3, 4, 5])):
        value, low, high = rank_agreement(one, other)
        assert np.isnan(value)
        assert (low, high) == (-1, 1)


def test_pairs_that_miss_a_value_are_left_out():
    one, other = [1.0, 5.0, None, 2.0, 3.0, 4.0], [2.0, 4.0, 9.0, 1.0, 3.0, 5.0]
    kept = rank_agreement([1, 5, 2, 3, 4], [2, 4, 1, 3, 5])
    assert rank_agreement(pl.Series(one), pl.Series(other)) == kept


def test_the_interval_of_ranks_covers():
    luck, covered = np.random.default_rng(3), 0
    truth = 6 / np.pi * np.arcsin(0.6 / 2)
    for _ in range(300):
        pairs = luck.multivariate_normal([0, 0], [[1, 0.6], [0.6, 1]], 40)
        _, low, high = rank_agreement(pairs[:, 0], pairs[:, 1])
        covered += low <= truth <= high
    assert covered >= 275


# Two findings


SHAPES = {
    f"pattern {number}": {"points": 3 + number, "weeks": 1 + number % 3, "matching": 2} for number in range(8)
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("compared")


@pytest.fixture(scope="module")
def finding(folder):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GAMEGAUGE_RUNS", str(folder))
        patterns = write_patterns(folder, SHAPES)
        return pattern_value(2, "sprinter", patterns, games=40, rules={"target": 30})


def with_values(finding, values, verdicts=None, policies="hoarder in every seat"):
    """Return a finding with other values and verdicts, as another player's might be."""
    names = finding.table.sort("pattern")
    width = names["win_high"] - names["win_low"]
    win = pl.Series("win", values, dtype=pl.Float64)
    table = names.with_columns(
        win,
        win_low=win - width / 2,
        win_high=win + width / 2,
        verdict=pl.Series(verdicts or ["not shown"] * len(values)),
    ).sort("win", "pattern", descending=[True, False])
    return replace(finding, table=table, basis=replace(finding.basis, policies=policies))


def test_a_finding_agrees_with_itself(finding):
    both = compare_pattern_values(finding, finding, ["once", "again"])
    assert "rank correlation is +1.00" in both.headline
    assert "share 4 of their 4 best patterns and 4 of their 4 worst" in both.headline
    assert both.headline.startswith("Once and again agree on which patterns are good")
    assert both.table["rank_one"].to_list() == both.table["rank_other"].to_list() == list(range(1, 9))
    assert both.n == 80


def test_what_is_shown_for_both_is_named(finding):
    verdicts = ["too good", "too good", "dead", "dead", "dead", "not shown", "not shown", "too good"]
    one = with_values(finding, range(8, 0, -1), verdicts, "planner in every seat")
    verdicts = ["too good", "not shown", "dead", "dead", "too good", "not shown", "dead", "not shown"]
    two = with_values(finding, [7, 8, 1, 2, 6, 5, 3, 4], verdicts)
    both = compare_pattern_values(one, two)
    assert both.headline.startswith("Planner players and hoarder players")
    told = (
        "pattern 0 is shown to be too good for both and pattern 2, pattern 3 are dead for both; too good for "
    )
    assert f"{told}one of them and dead for the other: pattern 4; furthest apart is" in both.headline
    assert both.table["verdict"].to_list()[:4] == ["too good", "not shown", "dead", "dead"]
    assert both.table["rank_other"].to_list() == [2, 1, 8, 7, 3, 4, 6, 5]
    rho = stats.spearmanr(range(8, 0, -1), [7, 8, 1, 2, 6, 5, 3, 4]).statistic
    assert f"{rho:+.2f} (" in both.headline
    assert "agree" in title(both.plot())
    assert both.basis.policies == "planner in every seat and hoarder in every seat"


def test_against_each_other_nothing_is_shown_to_agree(finding):
    one = with_values(finding, range(8))
    both = compare_pattern_values(
        one, with_values(finding, range(8, 0, -1), policies="planner in every seat")
    )
    assert "are not shown to agree" in both.headline
    assert "not shown to agree" in title(both.plot())


def test_a_comparison_keeps_the_catalogues_caveats(finding):
    both = compare_pattern_values(finding, with_values(finding, range(8)))
    for caveat in finding.caveats:
        assert ("assumed: the" in caveat and caveat in both.caveats) or "assumed: the" not in caveat
    assert sum("are assumed" in caveat for caveat in both.caveats) == 2
    assert any("same shuffles" in caveat for caveat in both.caveats)
    other = replace(finding, basis=replace(finding.basis, seed=99))
    apart = compare_pattern_values(finding, other)
    assert not any("same shuffles" in caveat for caveat in apart.caveats)
    assert apart.headline.startswith("Seed 2016 and seed 99")
    assert "the second with seed 99" in apart.rules


def test_only_patterns_that_both_have_are_compared(finding):
    fewer = replace(finding, table=finding.table.head(6))
    assert compare_pattern_values(finding, fewer, ["a", "b"]).table.height == 6
    assert "4 patterns" in refused(
        compare_pattern_values, finding, replace(finding, table=finding.table.head(4))
    )


def test_other_findings_and_names_are_refused(finding, tmp_path):
    other = pattern_records(play_knitting(5, out=tmp_path / "run"))
    assert "pattern_value" in refused(compare_pattern_values, finding, other)
    for names in (["one"], ["a", "a"], ["a", "b", "c"]):
        assert "names" in refused(compare_pattern_values, finding, finding, names)
