"""The player `careful`, judged by the model itself; its own curve is right within 0.01 (prospects.py)."""

from math import log, prod

import pytest
from scipy.stats import norm

from knit_wit_asked import DESIGN, WORDS, answerings, depths, placements, rig_for

EASY = {"difficulty": 1, "blank": 0, "patience": 3600}
HARD = {"difficulty": 10, "blank": 0.3, "patience": 5}
PEOPLE = [{}, EASY, HARD, {"patience": 12, "visits": 1}, {"think_seconds": 40}, {"fluency": 3, "spread": 1.5}]
MEAN = (sum(WORDS.values()) + 4) / 8
"""Difficulty of a word that is not drawn yet: 4 of the 8 have one of 1."""
SLACK = 0.03
"""How wrong a chance may be."""


def chance(rig, loops, difficulty, seconds):
    """Return the chance of an answer within some seconds of thought."""
    trait = {one.name: one.of(0) for one in rig.people.parameters}
    median = trait["think_seconds"] * trait["difficulty"] ** (loops - 1) * difficulty / trait["fluency"]
    within = norm.cdf(log(seconds / median) / trait["spread"]) if seconds else 0
    return (1 - trait["blank"]) ** loops * within


def worth(rig, loops, difficulty, thought=0):
    """Return the points to be expected of a spool, after some seconds of thought in vain."""
    in_all = rig.people["patience"].of(0) * rig.people["visits"].of(0)
    before = chance(rig, loops, difficulty, thought)
    return loops * (chance(rig, loops, difficulty, in_all) - before) / (1 - before)


def worth_of(rig, region, more=0):
    """Return that of a region, with a new loop too if said; the outside alone is worth nothing."""
    words = [] if region == "outside" else region.split()
    difficulty = prod(WORDS.get(word, 1) for word in words) * MEAN**more
    return worth(rig, len(words) + more, difficulty) if words or more else 0


@pytest.mark.parametrize("people", PEOPLE)
def test_it_places_for_the_most_points_to_be_expected(people):
    count = 0
    for question, answer, rig in placements("careful", people):
        if question.options[0].startswith("place"):
            worths = {option: worth_of(rig, option.removeprefix("place ")) for option in question.options}
            assert worths[answer] >= max(worths.values()) - SLACK * 6
            count += max(worths.values()) - min(worths.values()) > SLACK * 6
    assert count > 3


@pytest.mark.parametrize("people", PEOPLE)
def test_it_encloses_what_gains_most_by_a_loop_more(people):
    for question, answer, rig in placements("careful", people):
        if question.options[0].startswith("enclose"):
            where = {f"enclose {spool}": region for region, spool in rig.regions.items()}
            gains = {
                one: worth_of(rig, where[one], 1) - worth_of(rig, where[one]) for one in question.options
            }
            assert gains[answer] >= max(gains.values()) - SLACK * 12


@pytest.mark.parametrize("people", PEOPLE)
def test_it_passes_over_what_makes_a_better_region_than_there_is(people):
    """What the new loop leaves of the enclosed region is one, too."""
    for question, answer, rig in placements("careful", {**people, "reach": 4}):
        if question.options[0] == "pass no more":
            enclosed = rig.region(int(rig.view["enclosed"][0]))
            open_now = [name for name, spool in rig.regions.items() if spool is None and name != "outside"]
            best = max(worth_of(rig, region) for region in [enclosed, *open_now])
            regions = [option.removeprefix("pass ") for option in question.options[1:]]
            gains = {f"pass {region}": worth_of(rig, region, 1) - best for region in regions}
            gains["pass no more"] = 0
            assert gains[answer] >= max(gains.values()) - SLACK * 12


def test_it_does_pass_over_where_that_is_better():
    given = {answer for _, answer, _ in placements("careful", EASY) if answer.startswith("pass")}
    assert len(given) > 5
    assert "pass no more" in given


def test_it_goes_deep_where_it_is_easy_and_stays_flat_where_it_is_hard():
    for people, choose in ((EASY, max), (HARD, min)):
        for question, answer, rig in placements("careful", people):
            if answer.startswith("place"):
                loops = depths(question, rig)
                assert loops[answer] == choose(loops.values())


@pytest.mark.rule("KW-12")
@pytest.mark.parametrize(
    ("people", "hole_points"),
    [({}, 1), ({}, 3), ({"think_seconds": 30, "patience": 25}, 1), ({"blank": 0.4}, 1)],
)
def test_it_stops_when_the_button_loses_more_than_is_still_to_be_expected(people, hole_points):
    """The next button has a hole less; of the last one all would be lost."""
    rig, given = rig_for("careful", people=people, hole_points=hole_points), set()
    for asked in answerings("careful", rig, games=10):
        left = sum(
            worth(rig, len(text.split()), prod(WORDS[word] for word in text.split()), asked.thought[spool])
            for spool, text in DESIGN.items()
            if spool not in asked.written
        )
        if "button" in asked.question.options and abs(left - hole_points) > 0.25:
            assert (asked.answer == "button") == (left < hole_points)
            given.add(asked.answer == "button")
    assert given == {True, False}


def test_a_button_without_points_is_no_reason_to_stop():
    rig = rig_for("careful", people={"blank": 0.4}, hole_points=0)
    assert "button" not in {asked.answer for asked in answerings("careful", rig)}


@pytest.mark.rule("KW-9", "KW-12")
@pytest.mark.parametrize(("words", "answer"), [("a", "button"), ("a b c", "1")])
def test_with_two_players_the_button_is_worth_its_two_holes(words, answer):
    """A spool in one loop is worth less, one in three loops is worth more."""
    rig = rig_for("careful", players=2, design={1: words}, people=EASY)
    assert answerings("careful", rig, games=1)[0].answer == answer
