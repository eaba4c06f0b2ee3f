"""What stacker, spreader and sprinter do, and what their parameters do: names and descriptions are kept."""

import polars as pl
import pytest

from knit_wit_asked import POLICIES, answerings, depths, placements, rig_for
from knit_wit_rig import knit_wit
from run_folders import refused
from simulation.plan import make_plan

EASIEST = [2, 1, 5, 4, 3, 6]
"""Medians: 12, 12 x 1.5 x 0.7, 36, 12 x 1.5 x 2.1, 12 x 2.25 x 2.1, 12 x 3.375 x 2.52 seconds."""
DEAREST = [6, 3, 1, 4, 2, 5]
"""In 4, 3, 2, 2, 1 and 1 loops; among equals by number."""
SURE = {"blank": 0, "patience": 3600, "difficulty": 1}


# Where they place


def test_stacker_encloses_passes_over_and_places_where_most_loops_are():
    for question, answer, rig in placements("stacker"):
        if loops := depths(question, rig):
            assert loops[answer] == max(loops.values())


def test_spreader_encloses_and_places_where_fewest_loops_are():
    for question, answer, rig in placements("spreader"):
        if (loops := depths(question, rig)) and not answer.startswith("pass"):
            assert loops[answer] == min(loops.values())


def test_spreader_passes_over_the_outside_alone():
    """The new loop then makes a region that lies in it alone."""
    given = set()
    for question, answer, _ in placements("spreader"):
        if answer.startswith("pass"):
            assert answer == ("pass outside" if "pass outside" in question.options else "pass no more")
            given.add(answer)
    assert given == {"pass outside", "pass no more"}


def test_sprinter_places_anyhow_just_as_random_does(tmp_path):
    runs = [
        knit_wit(tmp_path / policy, players=6, games=300, policies=policy)
        for policy in ("random", "sprinter")
    ]
    one, other = (run.events.collect() for run in runs)
    assert one.equals(other)
    assert runs[0].answers.collect().height > runs[1].answers.collect().height


def test_stacker_makes_deep_designs_and_spreader_the_flattest_there_are(tmp_path):
    """Every loop adds a point to the spool in it, and every spool one at least: 11 with 6 loops."""
    points = {}
    for policy in POLICIES:
        run = knit_wit(tmp_path / policy, players=6, games=500, log="games", policies=policy)
        points[policy] = run.games.collect()["design_points"]
    assert set(points["spreader"]) == {11}
    assert min(points["stacker"]) > points["random"].mean() > 12
    assert abs(points["sprinter"].mean() - points["random"].mean()) < 0.5


# How they answer


@pytest.mark.rule("KW-8")
@pytest.mark.parametrize(
    ("policy", "order"),
    [
        ("random", [1, 2, 3, 4, 5, 6]),
        ("stacker", DEAREST),
        ("spreader", EASIEST),
        ("careful", EASIEST),
        ("sprinter", EASIEST),
        ("stacker:answering=easy_first", EASIEST),
        ("sprinter:answering=in_order", [1, 2, 3, 4, 5, 6]),
        ("random:answering=dear_first", DEAREST),
    ],
)
def test_each_answers_in_its_order(policy, order):
    for asked in answerings(policy, rig_for(policy)):
        due = [str(spool) for spool in order if str(spool) in asked.question.options]
        assert asked.answer in ("button", due[0])


@pytest.mark.rule("KW-8")
@pytest.mark.parametrize(
    "policy", ["random", "stacker", "spreader", "careful:fill_sheet", "sprinter:stopping=fill_sheet"]
)
def test_whoever_fills_the_sheet_takes_no_button_before(policy):
    assert "button" not in {asked.answer for asked in answerings(policy, rig_for(policy))}


@pytest.mark.rule("KW-8")
@pytest.mark.parametrize(
    ("policy", "enough"),
    [
        ("sprinter", 3),
        ("sprinter:enough=0", 0),
        ("random:sprint", 3),
        ("random:stopping=sprint:enough=2", 2),
        ("stacker:enough=4:stopping=sprint", 4),
    ],
)
def test_a_sprint_ends_with_enough_answers(policy, enough):
    questions = answerings(policy, rig_for(policy))
    assert sum(asked.answer == "button" for asked in questions) > 6
    for asked in questions:
        if "button" in asked.question.options:
            assert (asked.answer == "button") == (len(asked.written) >= enough)


# Parameters


@pytest.mark.rule("KW-8")
def test_parameters_are_played_by_the_seats_that_have_them(tmp_path):
    policies = ["random:stopping=sprint:enough=2", *["stacker"] * 4, "sprinter:enough=4"]
    run = knit_wit(tmp_path / "run", games=300, policies=policies, log="games", components={"people": SURE})
    seats = run.seats.collect()
    took = seats.filter(pl.col("button").is_not_null())
    for policy, answers in {policies[0]: 2, policies[5]: 4, "stacker": 6}.items():
        assert set(took.filter(policy=policy)["answers"]) == {answers}
        assert seats.filter(policy=policy)["answers"].max() == answers
    assert set(seats.filter(seat=0)["policy"]) == {policies[0]}


@pytest.mark.parametrize(
    ("policy", "told"),
    [
        ("random:stopping=later", "stopping later cannot be used; allowed: fill_sheet or sprint or weigh"),
        ("random:later", "stopping later cannot be used; allowed: fill_sheet or sprint or weigh"),
        ("random:stopping=1", "stopping 1 cannot be used; allowed: fill_sheet or sprint or weigh"),
        (
            "stacker:answering=last",
            "answering last cannot be used; allowed: in_order or dear_first or easy_first",
        ),
        ("sprinter:enough=9", "enough 9 cannot be used; allowed: a whole number from 0 to 8"),
        ("sprinter:enough=-1", "enough -1 cannot be used; allowed: a whole number from 0 to 8"),
        ("sprinter:enough=2.5", "enough 2.5 cannot be used; allowed: a whole number from 0 to 8"),
        ("careful:noise=1", "no parameter 'noise=1'; allowed: each of stopping=NAME (fill_sheet or"),
        ("random:sprint:weigh", "no parameter 'weigh'; allowed"),
    ],
)
def test_other_parameters_are_refused(policy, told):
    assert told in refused(make_plan, "knit_wit", players=2, policies=policy)


def test_the_same_player_however_typed_is_one_policy():
    plan = make_plan(
        "knit_wit", policies="random:sprint,random: sprint ,sprinter:enough=2,sprinter:enough=2e0"
    )
    assert plan.policy_names == ["random:sprint", "sprinter:enough=2"]
