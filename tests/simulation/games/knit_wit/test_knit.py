"""The Knit step: its order, what a loop encloses and passes over, and the regions made (KW-4 to KW-7)."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knit_wit_design import Design, named
from knit_wit_rig import LETTERS, Rig
from knit_wit_steps import KNIT

EACH = {2: 3, 3: 2, 4: 2, 5: 1, 6: 1, 7: 1, 8: 1}


class Decider:
    """Makes the choices of a Knit step by some bytes; checks that just those of the model are asked for."""

    def __init__(self, rig, model, luck):
        self.rig, self.model, self.luck = rig, model, iter(luck)
        self.steps = rig.asking(KNIT)
        self.question = next(self.steps, None)

    def decide(self, turn, ways):
        """Choose among the ways, told by what the engine calls them; a lone one is not asked for."""
        if len(ways) == 1:
            return next(iter(ways.values()))
        asked = self.question
        assert (asked.turn, asked.seat) == (turn, turn % self.rig.players)
        assert sorted(asked.options) == sorted(ways)
        assert self.rig.regions == self.model.told
        chosen = sorted(ways)[next(self.luck, 0) % len(ways)]
        try:
            self.question = self.steps.send(chosen)
        except StopIteration:
            self.question = None
        return ways[chosen]


def loop_by_model(decider, turn, reach):
    """Choose as KW-5 and KW-7 allow what a turn's loop encloses and passes over, and lay it."""
    model, enclosed, passed = decider.model, None, []
    if turn > 0:
        ways = {f"enclose {spool}": region for spool, region in model.enclosable().items()}
        enclosed = decider.decide(turn, ways)
        while len(passed) < reach:
            further = {f"pass {named(one)}": one for one in model.passable(enclosed, passed)}
            region = decider.decide(turn, {"pass no more": None, **further})
            if region is None:
                break
            passed.append(region)
    model.lay(LETTERS.split()[turn], enclosed, passed)


def knit_by_model(rig, model, luck, reach):
    """Knit a whole design by the model, which the engine has to follow; return who placed which spool."""
    decider, placed = Decider(rig, model, luck), []
    hands = {seat: [n for n in range(1, rig.turns + 1) if (n - 1) % rig.players == seat] for seat in range(8)}
    for turn in range(rig.turns):
        seat = turn % rig.players
        loop_by_model(decider, turn, reach)
        assert model.open()
        spool = decider.decide(turn, {f"take {one}": one for one in hands[seat]})
        region = decider.decide(turn, {f"place {named(one)}": one for one in model.open()})
        hands[seat].remove(spool)
        model.spools[region] = spool
        placed.append((seat, spool))
    assert decider.question is None
    return placed


@pytest.mark.rule("KW-4", "KW-5", "KW-6", "KW-7")
@settings(max_examples=100)
@given(players=st.integers(2, 8), reach=st.integers(0, 6), luck=st.binary(max_size=90))
def test_the_design_is_the_one_that_the_rules_make(players, reach, luck):
    rig, model = Rig(players, people={"reach": reach}), Design()
    placed = knit_by_model(rig, model, luck, reach)
    assert rig.regions == model.told
    assert placed == [(row["seat"], row["spool"]) for row in rig.log("events") if row["event"] == "spool"]
    for region, spool in model.spools.items():
        if spool is not None:
            assert rig.view["spool_region"][0, spool - 1] == rig.signature(" ".join(region))
            assert rig.view["loops_round"][0, rig.signature(" ".join(region))] == len(region)


@pytest.mark.rule("KW-5", "KW-6")
@settings(max_examples=40)
@given(players=st.integers(2, 8), reach=st.integers(0, 6), luck=st.binary(min_size=20, max_size=90))
def test_what_holds_of_every_design(players, reach, luck):
    """No two spools share a region; a loop adds 1 to reach + 1 of them, and lies round what it encloses."""
    rig, answers = Rig(players, people={"reach": reach}), iter(luck)
    rig.play(KNIT, lambda question: question.options[next(answers, 0) % len(question.options)])
    regions = rig.regions
    spools = [spool for spool in regions.values() if spool is not None]
    assert sorted(spools) == list(range(1, rig.turns + 1))
    assert regions["outside"] is None
    counts = [row["regions"] for row in rig.log("events") if row["event"] == "loop"] + [len(regions)]
    assert counts[:2] == [1, 2]
    assert all(1 <= after - before <= reach + 1 for before, after in pairwise(counts))
    lies = {}
    for row in rig.log("events"):
        if row["event"] == "loop" and row["turn"] > 0:
            assert lies[row["spool"]] == row["region"]
            lies[row["spool"]] |= 1 << row["turn"]
        elif row["event"] == "spool":
            lies[row["spool"]] = row["region"]
    assert {spool: rig.region(region) for spool, region in lies.items()} == {
        spool: region for region, spool in regions.items() if spool is not None
    }


# Order


@pytest.mark.rule("KW-4")
@pytest.mark.parametrize(("players", "each"), EACH.items())
def test_loop_word_and_spool_are_placed_in_turn_until_all_are(players, each):
    rig = Rig(players)
    rig.knit()
    told = [(row["turn"], row["seat"], row["event"]) for row in rig.log("events")]
    steps = ("loop", "word", "spool")
    assert [one for one in told if one[2] != "shuffle"] == [
        (turn, turn % players, step) for turn in range(players * each) for step in steps
    ]


@pytest.mark.rule("KW-4")
def test_the_word_is_drawn_when_the_loop_lies():
    rig, drawn = Rig(2), {}

    def choose(question):
        words = [word for word in rig.view["loop_word"][0].tolist() if word >= 0]
        drawn[question.turn, question.options[0].split()[0]] = words
        return question.options[0]

    rig.play(KNIT, choose)
    assert drawn[3, "enclose"] == drawn[3, "pass"] == [0, 1, 2]
    assert drawn[3, "take"] == [0, 1, 2, 3]


@pytest.mark.rule("KW-4")
def test_loops_are_placed_in_the_order_dealt_and_nobody_is_asked_which():
    rig = Rig(2)
    rig.secret[0]["colour"] = [3, 1, 4, 0, 5, 2, 6, 7]
    questions = rig.knit()
    loops = [row["colour"] for row in rig.log("events") if row["event"] == "loop"]
    assert loops == ["green", "yellow", "orange", "red", "purple", "blue"]
    asked = {option.split()[0] for question in questions for option in question.options}
    assert asked <= {"enclose", "pass", "take", "place"}


# The first turn


@pytest.mark.rule("KW-5", "KW-6")
@pytest.mark.parametrize("players", EACH)
def test_on_the_first_turn_of_all_nothing_is_enclosed_and_the_spool_goes_into_the_own_loop(players):
    rig = Rig(players)
    first = [question for question in rig.knit() if question.turn == 0]
    assert [question.options for question in first] == [
        [f"take {1 + place * players}" for place in range(EACH[players])]
    ] * (EACH[players] > 1)
    loop, spool = (
        next(row for row in rig.log("events") if (row["turn"], row["event"]) == (0, name))
        for name in ("loop", "spool")
    )
    assert (loop["spool"], loop["region"], loop["regions"]) == (None, None, 1)
    assert (spool["spool"], spool["region"]) == (1, 0b1)


@pytest.mark.rule("KW-5")
@pytest.mark.parametrize("players", [5, 8])
def test_the_first_turn_of_everybody_else_encloses_a_spool(players):
    rig = Rig(players)
    rig.knit()
    enclosed = [row["spool"] for row in rig.log("events") if row["event"] == "loop"]
    assert enclosed[0] is None
    assert None not in enclosed[1:]


# Worked examples: spool n is that of turn n - 1


@pytest.mark.rule("KW-5", "KW-7")
def test_a_loop_that_passes_nothing_over_lies_within_the_region():
    rig = Rig(5)
    rig.knit("", "pass no more")
    assert rig.regions == {"outside": None, "a": 2, "a b": 1}
    rig.knit("", "pass no more", "enclose 2")
    assert rig.regions == {"outside": None, "a": 3, "a b": 1, "a c": 2}


@pytest.mark.rule("KW-6", "KW-7")
def test_a_loop_over_the_outside_makes_a_region_that_lies_in_it_alone():
    rig = Rig(5)
    questions = rig.knit("", "pass outside, place b")
    assert [question.options for question in questions] == [
        ["pass no more", "pass outside"],
        ["place a", "place b"],
    ]
    assert rig.regions == {"outside": None, "a": None, "a b": 1, "b": 2}


@pytest.mark.rule("KW-7")
def test_a_region_that_is_passed_over_keeps_its_spool_outside_the_loop():
    rig = Rig(5)
    rig.knit("", "pass outside, place b", "enclose 2, pass a b, place b")
    assert rig.regions == {"outside": None, "a": None, "a b": 1, "b": 3, "b c": 2, "a b c": None}


@pytest.mark.rule("KW-7")
def test_what_is_passed_over_has_to_touch_the_enclosed_region_or_one_passed_before():
    rig = Rig(5)
    questions = rig.knit("", "pass outside, place b", "enclose 2, pass a b, pass a, place a b c")
    assert [question.options for question in questions[2:]] == [
        ["enclose 1", "enclose 2"],
        ["pass no more", "pass outside", "pass a b"],
        ["pass no more", "pass outside", "pass a"],
        ["place a", "place b", "place a b c", "place a c"],
    ]
    spools = {"outside": None, "a": None, "a b": 1, "b": None, "b c": 2, "a b c": 3, "a c": None}
    assert rig.regions == spools


@pytest.mark.rule("KW-7")
def test_a_whole_round_is_passed_over_region_by_region():
    """The outside leads from b to a, which is no neighbour of b."""
    rig = Rig(5, people={"reach": 6})
    rig.knit("", "pass outside, place b", "enclose 2, pass outside, pass a, pass a b, place c")
    spools = {"outside": None, "a": None, "a b": 1, "b": None}
    assert rig.regions == {**spools, "b c": 2, "c": 3, "a c": None, "a b c": None}


@pytest.mark.rule("KW-7")
@pytest.mark.parametrize("reach", range(7))
def test_no_more_than_reach_regions_are_passed_over(reach):
    rig = Rig(8, people={"reach": reach})
    questions = rig.play(KNIT, lambda question: question.options[-1])
    asked = [question.turn for question in questions if question.options[0] == "pass no more"]
    rows = [row for row in rig.log("events") if row["event"] == "loop"]
    passed = [[row[f"passed_{letter}"] for letter in "abcdef"[:reach]] for row in rows]
    assert [sum(one is not None for one in some) for some in passed] == [
        asked.count(turn) for turn in range(8)
    ]
    # Before turn 1 there are 2 regions, before turn 2 there may be 4, then enough for any reach.
    assert [asked.count(turn) for turn in range(8)] == [0, min(reach, 1), min(reach, 3), *[reach] * 5]


@pytest.mark.rule("KW-6")
def test_a_spool_goes_anywhere_inside_a_loop_where_none_is_the_own_loop_or_not():
    rig = Rig(5)
    questions = rig.knit("", "pass outside, place a", "enclose 2, pass no more, place b")
    assert questions[-1].options == ["place a", "place b"]
    assert rig.regions == {"outside": None, "a": None, "a b": 1, "b": 3, "a c": 2}


@pytest.mark.rule("KW-6")
def test_any_of_ones_own_spools_may_be_placed_and_none_of_the_others():
    rig = Rig(2)
    rig.hand_out({2: 0, 3: 0, 5: 1, 6: 1, 7: 1, 8: 0})
    script = ("take 3", "take 7", "take 8", "take 5", "", "")
    taken = [q.options for q in rig.knit(*script) if q.options[0].startswith("take")]
    own = [[2, 3, 8], [5, 6, 7], [2, 8], [5, 6]]
    assert taken == [[f"take {spool}" for spool in some] for some in own]


@pytest.mark.rule("KW-5")
def test_any_spool_on_the_table_may_be_enclosed_whoever_placed_it():
    rig = Rig(5)
    rig.knit("", "", "enclose 1", "enclose 3", "enclose 4")
    loops = [row["legal"] for row in rig.log("events") if row["event"] == "loop"]
    assert loops == [0, 1, 2, 3, 4]
