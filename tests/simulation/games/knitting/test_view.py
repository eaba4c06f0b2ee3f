"""What a player sees: what is its own and what lies open, never the others' cards nor any deck's order."""

from collections import Counter

import numpy as np
import pytest

import hidden_information
from knitting_rig import Rig, dealt
from knitting_strategies import LIVELY, PLAYERS
from knitting_table import shipped
from knitting_words import Wip, numbers
from simulation.games.knitting import choices, layout

HAT, SOCK, SASH = "hat: 7 points, 3 weeks, 2 red", "sock: 1 week, 1 blue", "*sash: 2 weeks, 3 red"


def two_tables():
    """Return two tables that look the same to seat 1."""
    given = {"wips": [[Wip("vest: 5 weeks", 1, "grey")]], "store": "red blue", "discards": "green"}
    one = Rig(
        ["2 red", "3 blue", "grey"],
        hands=[[HAT], [SOCK], [SASH]],
        cards=[["deed 5"], [], []],
        deck="white orange",
        pattern_deck=["a", "b"],
        community_deck=["knit 1", "frog"],
        **given,
    )
    other = Rig(
        ["white orange", "3 blue", "red"],
        hands=[["a"], [SOCK], []],
        cards=[["frog"], [], ["deed 5"]],
        deck="red grey",
        pattern_deck=[HAT, "b"],
        community_deck=[SASH, "knit 1"],
        catalogue=one.catalogue,
        **given,
    )
    return one, other


QUESTIONS = {
    "before knit": lambda rig: choices.list_free(rig.table, 1, 0, 0, 0),
    "choose": lambda rig: choices.list_ways(rig.table, 1),
    "cast on": lambda rig: choices.list_cast_ons(rig.table, 1),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_view_says_nothing_of_what_is_hidden(question):
    one, other = two_tables()
    assert one.all_yarn() == other.all_yarn()
    assert one.all_patterns() == other.all_patterns()
    for rig in (one, other):
        QUESTIONS[question](rig)
        assert rig.question().decision == question
    assert one.view.tobytes() == other.view.tobytes()
    assert one.secret["stashes"].tobytes() != other.secret["stashes"].tobytes()


def test_a_player_sees_its_own_stash_patterns_and_cards():
    rig = Rig(["red", "2 blue wild"], hands=[[HAT], [SASH, SOCK]], cards=[["frog"], ["deed 5", "knit 1"]])
    rig.free(1)
    view = rig.view[0]
    assert view["stash"].tolist() == numbers("2 blue wild")
    assert [rig.patterns[one] for one in view["hand"][: view["hand_count"]]] == ["*sash", "sock"]
    assert [rig.card_names[one] for one in view["cards"][: view["card_count"]]] == ["deed 5", "knit 1"]
    assert (view["hand"][2], view["cards"][2]) == (-1, -1)


def test_a_player_sees_the_open_table():
    rig = Rig(
        ["3 red", ""],
        hands=[[HAT, SASH], [SOCK]],
        cards=[["frog"], []],
        wips=[[], [Wip("vest: 5 weeks", 2, "grey wild")]],
        store="2 red blue wild",
        deck="9 white",
        discards="2 green",
        pattern_deck=["a", "b"],
        community_deck=["knit 1"],
        points=[4, 0],
        turn=6,
    )
    rig.ways(1)
    view = rig.view[0]
    assert (view["store"].tolist(), view["discards"].tolist()) == (
        numbers("2 red blue wild"),
        numbers("2 green"),
    )
    assert (view["yarn_left"], view["patterns_left"], view["community_left"]) == (9, 2, 1)
    assert (view["stash_counts"][:2].tolist(), view["hand_counts"][:2].tolist()) == ([3, 0], [1, 1])
    assert view["card_counts"][:2].tolist() == [2, 0]
    assert (rig.patterns[view["wip"][1, 0]], view["wip_weeks"][1, 0]) == ("vest", 2)
    assert view["wip_yarn"][1, 0].tolist() == numbers("grey wild")
    assert (view["fo_points"][0], view["seat"], view["turn"]) == (4, 1, 5)


def test_fos_played_cards_and_the_closer_are_open():
    rig = Rig(["", ""], cards=[["knit 1"]], wips=[[Wip(HAT, 1)]], store="red blue green white", target=7)
    rig.play("before knit: play knit 1 on hat")
    view = rig.view[0]
    assert (view["fos"][0, 0], view["finished"][0], view["closer"]) == (1, 1, 0)
    assert view["played"][0] == 1


def check_question(rig):
    """Check that nothing stays in the view from other questions, and that all that is asked is there."""
    view = rig.view[0]
    decision, count = int(view["decision"]), int(view["choice_count"])
    assert count >= 2
    for name in ("what", "place", "target", "yarn", "other", "amount"):
        assert (view[f"choice_{name}"][count:] == -1).all()
    assert (view["hand"][view["hand_count"] :] == -1).all()
    assert (view["cards"][view["card_count"] :] == -1).all()
    assert (decision == layout.KEEP) == (view["drawn"] != -1).all() == (view["drawn"] != -1).any()
    assert (decision in (layout.MATCHING, layout.PAY)) == (view["paying"] != -1)
    assert (decision == layout.PAY) == (view["pay_yarn"] != -1)
    assert (decision == layout.DISCARD) == (view["still_due"] > 0)
    if decision != layout.FREE:
        assert (view["window"], view["asked"], view["next_card"]) == (0, 0, 0)
    if decision != layout.DISCARD:
        assert view["stash"].tolist() == rig.secret["stashes"][0, view["seat"]].tolist()


@pytest.mark.parametrize("players", [2, 4])
def test_a_view_holds_one_question_and_nothing_of_the_last(players):
    rig = dealt(players, 1, (shipped("cheap_and_quick")[0], LIVELY), target=1000, trade_price=9)
    seen, chance = Counter(), np.random.default_rng(1)
    for _ in range(200):
        turn = rig.decisions()
        next(turn)
        while True:
            check_question(rig)
            seen[rig.question().decision] += 1
            try:
                turn.send(int(chance.integers(rig.view["choice_count"][0])))
            except StopIteration:
                break
    assert len(seen) == 10


def test_the_stash_shows_what_is_left_while_yarn_is_given():
    rig = Rig(["3 red 3 blue", ""], community_deck=["frog"], trade_price=3)
    turn = rig.decisions()
    next(turn)
    turn.send(1)
    assert (rig.view["still_due"][0], rig.view["stash"][0].tolist()) == (3, numbers("3 red 3 blue"))
    turn.send(0)
    assert (rig.view["still_due"][0], rig.view["stash"][0].tolist()) == (2, numbers("2 red 3 blue"))


def test_hidden_cards_are_dealt_anew_at_every_kind_of_question(monkeypatch):
    asked, ask = Counter(), hidden_information._knitting_decision

    def counted(rig, player, generator):
        asked[int(rig.view["decision"][0])] += 1
        return ask(rig, player, generator)

    monkeypatch.setattr(hidden_information, "_knitting_decision", counted)
    for number in range(8):
        assert list(hidden_information.CASES["knitting"](PLAYERS["random"], 3, number))
    assert set(asked) == set(range(7))
