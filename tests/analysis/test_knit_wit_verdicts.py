"""Verdicts, and which parameter turns them: measured again from runs played one by one."""

import numpy as np
import pytest
from matplotlib.colors import to_rgba
from matplotlib.patches import Rectangle

from analysis.knit_wit import one_at_a_time
from analysis.knit_wit.one_at_a_time import FAILS, HOLDS, OPEN, USUAL, shown
from analysis.knit_wit.people import bounds, people_at, read_traits, usual_people
from analysis.knit_wit.verdicts import VERDICTS
from drawings import title
from knit_wit_recounts import (
    FILLER,
    SEED,
    count,
    decided_by_votes,
    mean_of,
    played,
    same_as_another,
    sheets,
    wins,
)
from knit_wit_verdicts import pretended
from plain_statistics import clustered, same
from run_folders import refused
from simulation.games.knit_wit.components import traits
from simulation.memory import play_in_memory

GAMES = 24
STOPS = [
    f"random:{way}:answering=easy_first{more}"
    for way, more in (("sprint", ":enough=4"), ("fill_sheet", ""), ("weigh", ""))
]


@pytest.fixture(scope="module", autouse=True)
def _runs_elsewhere(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GAMEGAUGE_RUNS", str(tmp_path_factory.mktemp("runs")))
        yield


def points(people, placing):
    run = played(6, GAMES, f"{placing}:fill_sheet:answering=easy_first", people)
    return (sheets(run, "score") - sheets(run, "bonus")).mean(axis=1)


def measured(people, level):
    """Return every verdict's measure for people, with its interval."""
    usual = people.get("originality", 0.3)
    halves = {**people, "originality": [min(usual + 0.3, 1), usual] * 3}
    fill, stops = played(6, GAMES, FILLER, people), wins(played(6, GAMES, STOPS * 2, people))
    original, ones = wins(played(6, GAMES, FILLER, halves)), np.ones(GAMES)
    alike = [len(game) for game in same_as_another(fill)]
    return {
        "sprint": clustered(stops[:, 0] + stops[:, 3], ones, level),
        "weigh": mean_of(stops[:, 2] + stops[:, 5] - stops[:, 1] - stops[:, 4], level, -np.inf),
        "original": clustered(original[:, 0] + original[:, 2] + original[:, 4], ones, level),
        "stack": mean_of(points(people, "stacker") - points(people, "spreader"), level, -np.inf),
        "collide": clustered(alike, count(fill, lambda _: 1), level),
        "votes": clustered(decided_by_votes(fill), ones, level),
        "starter": clustered(wins(fill)[:, 0], ones, level),
        "long": mean_of(sheets(fill, "finish_second").max(axis=1), level),
    }


THRESHOLDS = {
    "sprint": 1 / 3,
    "weigh": 0,
    "original": 1 / 2,
    "stack": 0,
    "collide": 1 / 5,
    "votes": 0.05,
    "starter": 1 / 6,
    "long": 300,
}


@pytest.fixture(scope="module")
def found():
    return one_at_a_time(None, ["patience", "originality"], GAMES)


@pytest.mark.parametrize(
    ("parameter", "value"),
    [(USUAL, None), ("patience", 15), ("patience", 120), ("originality", 0), ("originality", 0.7)],
)
def test_every_verdict_is_measured_again(found, parameter, value):
    expected = measured({} if value is None else {parameter: value}, 1 - 0.05 / 5)
    for row in found.table.to_dicts():
        if (row["parameter"], row["value"]) == (parameter, value):
            numbers = expected.pop(row["verdict"])
            assert same((row["estimate"], row["low"], row["high"]), numbers), row["verdict"]
            assert row["threshold"] == pytest.approx(THRESHOLDS[row["verdict"]])
            holds, fails = row["low"] > row["threshold"], row["high"] < row["threshold"]
            assert row["shown"] == (HOLDS if holds else FAILS if fails else OPEN)
            assert row["games"] == GAMES
    assert expected == {}


def test_every_verdict_is_tried_at_both_ends(found):
    keys = found.table.select("parameter", "value").rows()
    ends = [
        (USUAL, None),
        *((name, end) for name in ("patience", "originality") for end in traits()[name].plausible),
    ]
    assert keys == ends * len(VERDICTS)
    assert found.n == 5 * GAMES
    assert found.table["verdict"].unique(maintain_order=True).to_list() == list(THRESHOLDS)


def test_games_in_memory_are_those_of_a_run():
    people = {"people": {"patience": 15}}
    frames = play_in_memory("knit_wit", 6, GAMES, SEED, FILLER, None, people)
    run = played(6, GAMES, FILLER, people["people"])
    for name, frame in frames.items():
        assert frame.equals(run.table(name).collect())


# Parameters that cannot matter


def estimates(finding, parameter):
    return finding.table.filter(parameter=parameter)["estimate"].to_list()


@pytest.mark.parametrize(
    ("verdict", "parameters"),
    [
        ("collide", ["fit", "fit_loops", "fit_originality", "strictness"]),
        ("long", ["candidates", "narrowing", "zipf", "originality", "fit", "strictness"]),
    ],
)
def test_what_cannot_matter_changes_nothing(verdict, parameters):
    finding = one_at_a_time([verdict], parameters, 20)
    for name in parameters:
        assert estimates(finding, name) == estimates(finding, USUAL) * 2
    assert not finding.table["turns"].any()


def test_the_more_original_half_is_as_original_as_can_be():
    (more,) = one_at_a_time(["original"], ["originality"], 40).table.filter(value=0.7).to_dicts()
    run = played(6, 40, FILLER, {"originality": [1, 0.7] * 3})
    assert more["estimate"] == pytest.approx(wins(run)[:, ::2].sum() / 40)
    beyond = people_at([0.9], {"originality": traits()["originality"]}, 20, 1)
    assert beyond.originality == traits()["originality"].plausible[1]


# What turns a verdict


def at(**answers):
    """Return a measure that is 100 but for some values of patience: -100, or 0.5, which shows nothing."""
    return lambda values: answers.get(f"at_{values['patience']:g}", 100)


TURNED, FIRM = "Turned round by one parameter alone are: that ", "Turned by none are: that "
UNSHOWN = "Not shown of the usual people are: that "


@pytest.mark.parametrize(
    ("measure", "said"),
    [
        (at(), f"{FIRM}known is so, which holds of the usual people."),
        (at(at_120=0.5), f"{FIRM}known is so, which holds of the usual people."),
        (at(at_15=-100), f"{TURNED}known is so, which holds of the usual people (by patience)."),
        (at(at_15=-100, at_120=-100), f"{TURNED}known is so, which holds of the usual people (by patience)."),
        (
            at(at_40=-100, at_15=-100),
            f"{TURNED}known is so, which does not hold of the usual people (by patience).",
        ),
        (at(at_40=0.5, at_15=-100), f"{UNSHOWN}known is so (shown either way with other patience)."),
        (at(at_40=0.5, at_15=0.5, at_120=0.5), f"{UNSHOWN}known is so (shown either way with none)."),
    ],
)
def test_what_turns_a_verdict_is_told(measure, said):
    with pretended(known=measure):
        finding = one_at_a_time(["known"], ["patience"], 20)
    assert finding.headline == said
    usual, *rest = finding.table.to_dicts()
    for row in rest:
        assert row["turns"] == ({row["shown"], usual["shown"]} == {HOLDS, FAILS})
    assert not usual["turns"]


def test_verdicts_are_sorted_by_what_turns_them():
    measures = {"first": at(at_40=0.5), "second": at(), "third": at(at_120=-100), "fourth": at(at_15=-100)}
    with pretended(**measures):
        headline = one_at_a_time(list(measures), ["zipf", "patience"], 20).headline
    holds = "is so, which holds of the usual people"
    assert headline == (
        f"{TURNED}third {holds} (by patience); that fourth {holds} (by patience). {FIRM}second {holds}. "
        f"{UNSHOWN}first is so (shown either way with other patience)."
    )


def test_an_interval_on_the_threshold_shows_nothing():
    assert shown((1.0, 0.5, 1.5), 0.4) == HOLDS
    assert shown((1.0, 0.5, 1.5), 1.6) == FAILS
    assert shown((1.0, 0.5, 1.5), 0.5) == shown((1.0, 0.5, 1.5), 1.5) == OPEN


def test_a_square_is_drawn_for_every_row_and_framed_if_it_turns():
    with pretended(one=at(at_15=-100), other=at(at_120=0.5)):
        finding = one_at_a_time(["one", "other"], ["patience"], 20)
        ax = finding.plot()
    squares = [patch for patch in ax.patches if isinstance(patch, Rectangle)]
    assert len(squares) == finding.table.height == 6
    colours = {}
    for square, row in zip(squares, finding.table.to_dicts(), strict=True):
        colours.setdefault(row["shown"], set()).add(square.get_facecolor())
        assert (square.get_edgecolor() == to_rgba("white")) == (not row["turns"])
    assert all(len(one) == 1 for one in colours.values())
    assert len(set.union(*colours.values())) == 3
    assert [label.get_text() for label in ax.get_yticklabels()] == ["one", "other"]
    labels = [label.get_text() for label in ax.get_xticklabels()]
    assert labels == ["as usual", "patience 15", "patience 120"]
    assert title(ax) == "What other people make of each verdict"


def test_intervals_shrink_with_games():
    few, many = (one_at_a_time(["collide", "long"], ["zipf"], games).table for games in (20, 320))
    reach = [(table["high"] - table["low"]).to_numpy() for table in (few, many)]
    assert (reach[1] < reach[0] / 2).all()


# Other people


def test_the_ends_of_a_range_are_people():
    for name, trait in traits().items():
        low, high = bounds({name: trait})[0]
        for end, value in zip((low, high), trait.plausible, strict=True):
            assert people_at([end], {name: trait}, 20, 1).values == {name: value}


def test_whole_numbers_are_as_likely_as_each_other():
    trait = traits()["visits"]
    low, high = bounds({"visits": trait})[0]
    tried = [people_at([x], {"visits": trait}, 20, 1).values["visits"] for x in np.linspace(low, high, 401)]
    counts = [tried.count(value) for value in (1, 2, 3, 4)]
    assert sum(counts) == 401
    assert max(counts) - min(counts) <= 1


def test_people_are_named_by_their_parameters():
    assert read_traits(None) == dict(traits())
    assert list(read_traits(("zipf", "fit"))) == ["zipf", "fit"]
    assert usual_people(20, 1).values == {}


@pytest.mark.parametrize(
    "names", [[], "blank", ["blank", "blank"], ["luck"], [None], [["blank"]], 3, {"blank"}]
)
def test_parameters_and_verdicts_that_are_none_are_refused(names):
    assert "think_seconds" in refused(one_at_a_time, ["collide"], names)
    verdicts = ["collide", "collide"] if names == ["blank", "blank"] else names
    assert "sprint, weigh, original" in refused(one_at_a_time, verdicts, ["blank"])


@pytest.mark.parametrize("games", [19, 0, None, "many", 10**9])
def test_games_that_tell_too_little_or_are_too_many_are_refused(games):
    assert "from 20 to" in refused(one_at_a_time, ["collide"], ["blank"], games)
