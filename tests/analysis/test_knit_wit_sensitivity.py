"""What verdicts hang on: measures whose effects are known exactly, and parameters that cannot matter."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from matplotlib.colors import to_rgba

from analysis.figures import BLUE, GOLD
from analysis.knit_wit import one_at_a_time, screening, shares
from analysis.knit_wit.people import bounds
from analysis.knit_wit.screening import shown_to_matter
from analysis.knit_wit.trials import CHANCE, SEED_LIMIT, SEEDS, measure_all
from analysis.knit_wit.verdicts import VERDICTS, Verdict
from analysis.ratios import Ratio
from drawings import title
from knit_wit_recounts import FILLER, played, same_as_another
from knit_wit_verdicts import plausible, pretended
from run_folders import refused
from simulation.games.knit_wit.components import traits
from simulation.plan import MAX_SEED

THREE = ["patience", "zipf", "visits"]


def straight(values):
    """Return a measure in which nothing goes together: patience adds, zipf takes away."""
    return 0.01 * values["patience"] - 0.2 * values["zipf"]


def crossed(values):
    """Return a measure in which one thing matters only together with another."""
    return (values["patience"] - 15) * (values["zipf"] - 0.5)


def rows_of(finding, verdict):
    return {row["parameter"]: row for row in finding.table.filter(verdict=verdict).to_dicts()}


# Screening


@pytest.fixture(scope="module")
def screened():
    with pretended(straight=straight, crossed=crossed):
        return screening(["straight", "crossed"], THREE, 6, 20)


def test_effects_that_add_up_are_exact(screened):
    rows = rows_of(screened, "straight")
    expected = {"patience": 0.01 * plausible("patience"), "zipf": -0.2 * plausible("zipf")}
    for name, effect in {**expected, "visits": 0, CHANCE: 0}.items():
        row = rows[name]
        assert row["mu"] == pytest.approx(effect)
        for column in ("mu_star", "low", "high"):
            assert row[column] == pytest.approx(abs(effect))
        assert row["sigma"] == pytest.approx(0)
    assert list(rows)[:2] == ["patience", "zipf"]


def test_effects_that_go_together_differ(screened):
    rows = rows_of(screened, "crossed")
    for name in ("patience", "zipf"):
        assert rows[name]["sigma"] > 0
        assert rows[name]["low"] < rows[name]["mu_star"] < rows[name]["high"]
        assert 0 <= rows[name]["mu_star"] <= plausible("patience") * plausible("zipf")
        assert rows[name]["mu_star"] == rows[name]["mu"]
    assert rows["visits"]["mu_star"] == rows[CHANCE]["mu_star"] == 0


def test_every_trajectory_tries_one_more_than_there_are_parameters(screened):
    assert screened.table["settings"].unique().to_list() == [6 * (3 + 1 + 1)]
    assert screened.n == 6 * 5 * 20
    assert "30 sets of people" in screened.deck
    usual = straight({name: trait.default for name, trait in traits().items()})
    assert rows_of(screened, "straight")["zipf"]["usual"] == pytest.approx(usual)


def test_how_often_a_verdict_holds_is_counted():
    with pretended(0.5, always=lambda _: 1, never=lambda _: 0.4, half=lambda values: values["zipf"] > 1):
        finding = screening(["always", "never", "half"], ["zipf"], 40, 20)
    holds = {name: rows_of(finding, name)["zipf"]["holds"] for name in ("always", "never", "half")}
    assert holds["always"] == 1
    assert holds["never"] == 0
    assert 0.3 < holds["half"] < 0.7
    assert "that always is so is measured for 100% and is not shown to hang on any" in finding.headline
    assert (
        f"that half is so is measured for {100 * holds['half']:.0f}% and hangs most on zipf"
        in finding.headline
    )


def test_what_matters_most_is_told_and_filled_in(screened):
    assert screened.headline.startswith("Of 30 sets of people tried, that straight is so is measured for ")
    assert "hangs most on patience and zipf; that crossed is so" in screened.headline
    ax = screened.plot()
    dots = {tuple(dot.get_offsets()[0]): dot for dot in ax.collections if len(dot.get_offsets())}
    names = [label.get_text() for label in ax.get_xticklabels()]
    assert len(dots) == screened.table.height
    for down, verdict in enumerate(["straight", "crossed"]):
        matter = shown_to_matter(screened.table.filter(verdict=verdict))
        for name, row in rows_of(screened, verdict).items():
            dot = dots[names.index(name), down]
            colour = BLUE if row["mu"] > 0 else GOLD
            assert to_rgba(tuple(dot.get_edgecolor()[0])) == to_rgba(colour)
            filled = to_rgba(tuple(dot.get_facecolor()[0])) == to_rgba(colour)
            assert filled == (name in matter)
    assert title(ax).startswith("What each verdict hangs on")


def test_what_chance_does_as_well_is_not_shown():
    rows = pl.DataFrame(
        [("zipf", 3.0, 2.6, 3.4), (CHANCE, 2.0, 1.5, 2.5), ("blank", 2.6, 2.4, 2.8)],
        ["parameter", "mu_star", "low", "high"],
        orient="row",
    )
    assert shown_to_matter(rows) == ["zipf"]


def test_what_cannot_matter_has_no_effect():
    finding = screening(["collide"], ["fit", "strictness", "candidates"], 4, 20)
    rows = rows_of(finding, "collide")
    for name in ("fit", "strictness"):
        assert [rows[name][column] for column in ("mu_star", "low", "high", "mu", "sigma")] == [0] * 5
    assert rows["candidates"]["mu_star"] > rows[CHANCE]["mu_star"] > 0
    assert rows["candidates"]["mu"] == -rows["candidates"]["mu_star"]
    assert "hangs most on candidates" in finding.headline


def test_intervals_of_effects_hold_them(screened):
    for row in screened.table.to_dicts():
        assert 0 <= row["low"] <= row["mu_star"] <= row["high"]
        assert abs(row["mu"]) <= row["mu_star"] + 1e-12


# Trials


def test_people_are_measured_point_by_point():
    chosen = {"zipf": traits()["zipf"]}
    values = measure_all(np.array([[0.5], [1.5]]), chosen, [VERDICTS["collide"]], 20, 5)["collide"]
    for zipf, value in zip((0.5, 1.5), values, strict=True):
        run = played(6, 20, FILLER, {"zipf": zipf}, seed=5)
        answers = run.answers.collect().height
        assert value == pytest.approx(sum(map(len, same_as_another(run))) / answers)


def test_chance_is_another_seed_and_nothing_else():
    chosen, judged = {"zipf": traits()["zipf"]}, [VERDICTS["collide"]]
    points = np.array([[1.0, 0.0], [1.0, 0.5], [1.0, 0.0]])
    first, other, again = measure_all(points, chosen, judged, 20, 5)["collide"]
    assert first == again != other
    run = played(6, 20, FILLER, {"zipf": 1}, seed=5 + round(0.5 * SEEDS))
    assert other == pytest.approx(sum(map(len, same_as_another(run))) / run.answers.collect().height)


def test_the_largest_seeds_are_seeds():
    chosen = {"zipf": traits()["zipf"]}
    points = np.array([[1.0, 0.0], [1.0, 1.0]])
    assert len(measure_all(points, chosen, [VERDICTS["starter"]], 20, MAX_SEED)["starter"]) == 2
    for seed in (MAX_SEED, SEED_LIMIT - 1, SEED_LIMIT):
        assert screening(["starter"], ["zipf"], 2, 20, seed).seed == seed
        assert shares("starter", None, ["zipf"], samples=4, games=20, seed=seed).seed == seed


def test_where_nobody_answers_nothing_collides():
    nothing = Verdict("none", "it is so", 0.5, lambda people: Ratio(np.zeros(20), np.zeros(20)))
    chosen = {"zipf": traits()["zipf"]}
    assert measure_all(np.array([[1.0]]), chosen, [nothing], 20, 5)["none"].tolist() == [0]


# Shares of the variance


def test_shares_of_what_adds_up_are_those_worked_out():
    with pretended(straight=straight):
        finding = shares("straight", None, THREE, samples=256, games=20)
    parts = {
        "patience": (0.01 * plausible("patience")) ** 2,
        "zipf": (0.2 * plausible("zipf")) ** 2,
        "visits": 0,
    }
    for name, row in rows_of(finding, "straight").items():
        exact = parts[name] / sum(parts.values())
        for order in ("first", "total"):
            assert row[order] == pytest.approx(exact, abs=0.05)
            assert row[f"{order}_low"] - 0.01 <= exact <= row[f"{order}_high"] + 0.01
            middle = (row[f"{order}_low"] + row[f"{order}_high"]) / 2
            assert row[order] == pytest.approx(middle)
    assert finding.table["parameter"].to_list() == ["patience", "zipf", "visits"]
    assert finding.n == 256 * (3 + 2) * 20


def test_what_matters_only_together_has_a_larger_total():
    with pretended(crossed=lambda values: (values["patience"] - 67.5) * (values["zipf"] - 1)):
        finding = shares("crossed", None, ["patience", "zipf"], samples=1024, games=20)
    for row in finding.table.to_dicts():
        assert row["first"] == pytest.approx(0, abs=0.1)
        assert row["total"] == pytest.approx(1, abs=0.15)


def test_what_cannot_matter_has_no_share():
    rows = rows_of(shares("collide", None, ["fit", "candidates"], samples=8, games=20), "collide")
    for name in ("first", "first_low", "first_high", "total", "total_low", "total_high"):
        assert rows["fit"][name] == 0
    assert rows["candidates"]["total_low"] > 0


def test_what_is_alike_for_all_people_has_nothing_to_share_out():
    with pretended(0.5, one=lambda _: 1):
        finding = shares("one", None, ["patience", "zipf"], samples=4, games=20)
    for name in ("first", "total"):
        assert finding.table[name].to_list() == [0, 0]
    assert finding.table["holds"].to_list() == [1, 1]
    assert "That one is so is measured for 100% of 16 sets of people" in finding.headline
    finding.plot().figure.canvas.draw()


def test_the_largest_effects_of_a_screening_are_varied(screened):
    with pretended(straight=straight):
        varied = shares("straight", screened, most=2, samples=4, games=20)
        assert sorted(varied.table["parameter"]) == ["patience", "zipf"]
        assert "16 sets of people" in varied.deck
        # Chance is no parameter of the people, however large its effect.
        assert sorted(
            shares("straight", screened, most=16, samples=4, games=20).table["parameter"]
        ) == sorted(THREE)
        loud = replace(
            screened, table=screened.table.sort(pl.col("parameter") != CHANCE, maintain_order=True)
        )
        assert shares("straight", loud, most=1, samples=4, games=20).table["parameter"].to_list() == [
            "patience"
        ]
        assert shares("straight", screened, ["zipf"], samples=4, games=20).table["parameter"].to_list() == [
            "zipf"
        ]


def test_total_shares_are_told_and_drawn():
    with pretended(straight=straight):
        finding = shares("straight", None, THREE, samples=32, games=20)
    rows = finding.table.to_dicts()
    told = ", ".join(
        f"{row['parameter']} {row['total']:.2f} ({row['total_low']:.2f} to {row['total_high']:.2f})"
        for row in rows
    )
    assert finding.headline == (
        f"That straight is so is measured for {100 * rows[0]['holds']:.0f}% of 160 sets of people; total "
        f"shares of the variance of its measure: {told}."
    )
    assert finding.question == "On which parameters does it hang that straight is so?"
    ax = finding.plot()
    drawn = [line.get_xdata().tolist() for line in ax.lines if line.get_marker() == "o"]
    assert drawn == [finding.table[name].to_list() for name in ("total", "first")]
    assert [label.get_text() for label in ax.get_yticklabels()] == [row["parameter"] for row in rows]


def test_more_samples_tell_more():
    with pretended(straight=straight):
        few, many = (shares("straight", None, THREE, samples=size, games=20).table for size in (16, 256))
    wide, narrow = ((one["total_high"] - one["total_low"]).sum() for one in (few, many))
    assert narrow < wide / 2


def test_ranges_are_those_of_the_people():
    for (low, high), trait in zip(bounds(dict(traits())), traits().values(), strict=True):
        assert low <= trait.plausible[0] < trait.plausible[1] <= high or trait.whole


# What cannot be asked


def test_shares_need_parameters_or_a_screening(screened):
    assert "neither screened nor parameters" in refused(shares, "collide")
    assert "with that verdict" in refused(shares, "collide", screened)
    other = one_at_a_time(["collide"], ["zipf"], 20)
    assert "allowed: what screening returned" in refused(shares, "collide", other)
    for bad in (0, "screening", ["zipf"]):
        assert "allowed: what screening returned" in refused(shares, "collide", bad)


@pytest.mark.parametrize("samples", [0, 1, 3, 12, 2**15, "many", None, 4.5])
def test_samples_are_a_power_of_two(samples):
    assert "samples" in refused(shares, "collide", None, ["zipf"], samples=samples)


@pytest.mark.parametrize("trajectories", [0, 1, 1001, None, "few"])
def test_trajectories_are_two_or_more(trajectories):
    assert "from 2 to 1000" in refused(screening, ["collide"], ["zipf"], trajectories)


@pytest.mark.parametrize("verdict", ["luck", None, 3, ["collide"], {"collide": 1}, np.array([1, 2])])
def test_a_verdict_is_one_of_those_known(verdict):
    assert "sprint, weigh, original" in refused(shares, verdict, None, ["zipf"])


@pytest.mark.parametrize("question", [one_at_a_time, screening])
def test_seeds_and_parameters_of_another_kind_are_refused(question):
    assert "seed" in refused(question, ["collide"], ["zipf"], seed=-1)
    assert "think_seconds" in refused(question, ["collide"], [CHANCE])
    assert "from 20 to" in refused(question, ["collide"], ["zipf"], games=19)
