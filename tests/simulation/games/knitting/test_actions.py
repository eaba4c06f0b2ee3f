"""What action cards do, with and without a target (KT-3)."""

from collections import Counter
from math import comb

import pytest
from scipy.stats import chisquare

from knitting_rig import Rig
from knitting_words import Wip, column, yarn
from simulation.games.knitting.community import take_from
from simulation.games.knitting.table import seek_streams

HAT, SOCK = "hat: 7 points, 3 weeks, 2 red", "sock: 4 points, 1 week, 1 blue"
VEST = "vest: 12 points, 6 weeks, 1 grey"
WINDOWS = ["before knit", "after knit", "after choice", "after cast on"]


def plays(options):
    return [option for option in options if option.startswith("play")]


# knit


@pytest.mark.rule("KT-3")
def test_knit_advances_one_wip():
    rig = Rig(["", ""], cards=[["knit 2"]], wips=[[Wip(VEST, 1, "grey"), Wip(HAT, 0, "2 red")]])
    outcome = rig.play("after knit: play knit 2 on vest")
    assert rig.wips(0)[:2] == [Wip("vest", 4, "1 grey"), Wip("hat", 1, "2 red")]
    assert (outcome.event("play")["slot"], outcome.event("play")["target"]) == (0, None)


@pytest.mark.rule("KT-3")
@pytest.mark.parametrize("weeks", [2, 3, 6, 20])
def test_knit_finishes_at_once_and_excess_weeks_are_lost(weeks):
    wips = [[Wip(HAT, 0, "2 red"), Wip(VEST, 0, "grey")]]
    rig = Rig(["", ""], cards=[[f"knit {weeks}"]], wips=wips, store="red blue green white 4 wild")
    outcome = rig.play(f"after knit: play knit {weeks} on hat", "take wild")
    assert outcome.names == ["knit", "play", "finish", "shop", "stock"]
    assert (rig.points(0), rig.fos(0), rig.discards) == (7, Counter(["hat"]), yarn("2 red"))
    assert rig.wips(0) == [None, Wip("vest", 1, "1 grey"), None, None]


@pytest.mark.rule("KT-3")
def test_knit_offers_every_own_wip_and_no_other():
    wips = [[Wip(HAT), Wip(VEST)], [Wip(SOCK)]]
    rig = Rig(["", ""], cards=[["knit 1"]], wips=wips)
    assert plays(rig.free(0)) == ["play knit 1 on hat", "play knit 1 on vest"]


@pytest.mark.rule("KT-3")
def test_knit_reaches_what_was_cast_on_in_the_same_turn():
    rig = Rig(["blue", ""], hands=[[SOCK]], cards=[["knit 1"]])
    rig.play("cast on sock", "after cast on: play knit 1 on sock")
    assert (rig.points(0), rig.wips(0)) == (4, [None] * 4)


@pytest.mark.rule("KT-3")
def test_a_wip_knitted_on_before_knit_is_finished_in_that_step():
    rig = Rig(["", ""], cards=[["knit 1"]], wips=[[Wip(HAT, 1, "2 red")]])
    outcome = rig.play("before knit: play knit 1 on hat")
    assert outcome.names[:3] == ["play", "knit", "finish"]


# Without a target


@pytest.mark.rule("KT-3")
@pytest.mark.parametrize("card", ["knit 2", "take_yarn 2", "frog", "draw_yarn 3", "draw_patterns 2"])
def test_a_card_without_target_or_effect_may_be_played(card):
    rig = Rig(["red", ""], hands=[[HAT]], cards=[[card]], wips=[[], [Wip(SOCK)]])
    assert plays(rig.free(0)) == [f"play {card}"]
    outcome = rig.play(f"after knit: play {card}")
    event = outcome.event("play")
    assert (event["target"], event["slot"], column(event, "taken")) == (None, None, Counter())
    assert (rig.cards(0), rig.played()) == ([], Counter([card]))
    assert (rig.stash(0), rig.stash(1), rig.hand(0)) == (yarn("red"), Counter(), ["hat"])


# draw_yarn, take_yarn, draw_patterns


@pytest.mark.rule("KT-3")
@pytest.mark.parametrize(
    ("deck", "discards", "drawn"),
    [("5 blue", "", "3 blue"), ("2 blue", "", "2 blue"), ("2 blue", "grey", "2 blue grey"), ("", "", "")],
)
def test_draw_yarn_draws_as_many_as_there_are(deck, discards, drawn):
    rig = Rig(
        ["red", ""], cards=[["draw_yarn 3"]], deck=deck, discards=discards, store="red green grey white"
    )
    outcome = rig.play("after knit: play draw_yarn 3", "take red and green")
    assert column(outcome.event("play"), "taken") == yarn(drawn)


@pytest.mark.rule("KT-3")
@pytest.mark.parametrize(("held", "taken"), [("5 blue", 2), ("2 blue", 2), ("blue", 1)])
def test_take_yarn_takes_cards_of_one_opponent_all_if_they_are_fewer(held, taken):
    rig = Rig(["red", "white", held], cards=[["take_yarn 2"]])
    outcome = rig.play("after knit: play take_yarn 2 on seat 2")
    event = outcome.event("play")
    assert (event["target"], event["slot"]) == (2, None)
    assert column(event, "taken") == Counter(blue=taken)
    assert (rig.stash(0), rig.stash(1)) == (yarn("red") + Counter(blue=taken), yarn("white"))
    assert rig.stash(2) == yarn(held) - Counter(blue=taken)
    assert rig.view["stash_counts"][0, :3].tolist() == [1 + taken, 1, yarn(held).total() - taken]


@pytest.mark.rule("KT-3")
@pytest.mark.parametrize("seat", range(4))
def test_a_target_of_take_yarn_has_a_card_and_is_somebody_else(seat):
    rig = Rig(["red", "blue", "", "grey"], cards=[["take_yarn 1"]] * 4)
    targets = [other for other in (0, 1, 3) if other != seat]
    assert plays(rig.free(seat)) == [f"play take_yarn 1 on seat {target}" for target in targets]


@pytest.mark.rule("KT-3")
def test_every_card_of_the_stash_is_taken_as_often():
    rig, seen = Rig(["", "3 red 2 blue 1 wild"]), Counter()
    start = rig.copy()
    for game in range(3000):
        rig.put_back(start)
        rig.secret["taken"] = 0
        seek_streams(rig.table, game)
        take_from(rig.table, 1, 2)
        seen[tuple(rig.secret["taken"][0, [0, 4, 8]].tolist())] += 1
    ways = {(2, 0, 0): 3, (0, 2, 0): 1, (1, 1, 0): 6, (1, 0, 1): 3, (0, 1, 1): 2}
    assert sum(ways.values()) == comb(6, 2)
    assert chisquare([seen[way] for way in ways], [200 * count for count in ways.values()]).pvalue > 1e-4


@pytest.mark.rule("KT-3")
@pytest.mark.parametrize("left", [5, 2, 0])
def test_draw_patterns_keeps_all_that_are_drawn(left):
    deck = [f"{name}: 9 red" for name in "abcde"[:left]]
    rig = Rig(["", ""], hands=[[HAT]], cards=[["draw_patterns 3"]], pattern_deck=deck, store="red blue green")
    outcome = rig.play("after knit: play draw_patterns 3", "take red and blue")
    drawn = list("abcde"[: min(left, 3)])
    assert (rig.hand(0), rig.pattern_deck) == (["hat", *drawn], list("abcde"[3:left]))
    assert "keep" not in outcome.asked
    assert outcome.names.count("draw_pattern") == len(drawn)


# extra_cast_on


@pytest.mark.rule("KT-3")
@pytest.mark.parametrize("window", WINDOWS)
def test_extra_cast_on_lets_one_more_pattern_be_cast_on(window):
    """Before the step it is taken twice, choosing afresh; after it once more at once."""
    rig = Rig(["2 red blue", ""], hands=[[HAT, SOCK, VEST]], cards=[["extra_cast_on"]])
    play = f"{window}: play extra_cast_on"
    steps = ["cast on hat", play] if window == "after cast on" else [play, "cast on hat"]
    outcome = rig.play(*steps, "cast on sock")
    asked = [question.options for question in outcome.questions if question.decision == "cast on"]
    assert asked == [["cast on nothing", "cast on hat", "cast on sock"], ["cast on nothing", "cast on sock"]]
    order = ["cast_on", "play", "cast_on"] if window == "after cast on" else ["play", "cast_on", "cast_on"]
    assert [name for name in outcome.names if name in order] == order
    assert [wip and wip.pattern for wip in rig.wips(0)] == ["hat", "sock", None, None]


@pytest.mark.rule("KT-3", "KT-10")
def test_between_two_steps_of_casting_on_there_is_no_window():
    cards = [["extra_cast_on", "knit 1"]]
    rig = Rig(["2 red blue", ""], hands=[[HAT, SOCK]], cards=cards, store="red blue")
    outcome = rig.play("after choice: play extra_cast_on", "cast on sock", "cast on hat")
    assert outcome.asked[-3:] == ["cast on", "cast on", "after cast on"]
    assert outcome.questions[-1].options == ["go on", "play knit 1 on sock", "play knit 1 on hat"]


@pytest.mark.rule("KT-3")
def test_each_extra_cast_on_adds_a_step_to_this_turn_only():
    rig = Rig(
        ["9 red", ""], hands=[[f"{name}: 5 weeks, 1 red" for name in "abcdef"]], cards=[["extra_cast_on"] * 2]
    )
    rig.play("play extra_cast_on", "play extra_cast_on", "cast on a", "cast on b", "cast on c")
    assert (rig.hand(0), rig.cards(0)) == (["d", "e", "f"], [])
    rig.play()
    rig.play("cast on d")
    assert rig.hand(0) == ["e", "f"]


@pytest.mark.rule("KT-3")
def test_a_step_that_is_declined_is_not_made_up_for():
    rig = Rig(["9 red", ""], hands=[[HAT, SOCK]], cards=[["extra_cast_on"]])
    outcome = rig.play("before knit: play extra_cast_on", "cast on nothing", "cast on hat")
    assert outcome.asked.count("cast on") == 2
    assert rig.hand(0) == ["sock"]


@pytest.mark.rule("KT-3", "KT-8")
def test_an_extra_cast_on_takes_a_free_card_too():
    rig = Rig(
        ["9 red", ""],
        hands=[[HAT, SOCK]],
        cards=[["extra_cast_on"]],
        wips=[[Wip(f"{n}: 5 weeks") for n in "wxy"]],
    )
    outcome = rig.play("before knit: play extra_cast_on", "cast on hat")
    assert outcome.asked.count("cast on") == 1


# frog


@pytest.mark.rule("KT-3")
def test_frog_returns_pattern_and_yarn_to_the_hand():
    wips = [[Wip(VEST, 1, "grey"), Wip(HAT, 1, "red wild")]]
    rig = Rig(["blue", ""], hands=[[SOCK]], cards=[["frog"]], wips=wips)
    assert plays(rig.free(0)) == ["play frog on vest", "play frog on hat"]
    outcome = rig.play("after knit: play frog on hat")
    assert column(outcome.event("play"), "taken") == yarn("red wild")
    assert (rig.hand(0), rig.stash(0)) == (["sock", "hat"], yarn("blue red wild"))
    assert rig.wips(0) == [Wip("vest", 2, "1 grey"), None, None, None]
    assert rig.view["hand_counts"][0, 0] == 2


@pytest.mark.rule("KT-3")
def test_what_was_frogged_begins_anew():
    rig = Rig(["", ""], cards=[["frog"]], wips=[[Wip(HAT, 1, "2 red")]])
    rig.play("after knit: play frog on hat", "cast on hat")
    assert rig.wips(0)[0] == Wip("hat", 0, "2 red")
    assert [row["cast_on_turn"] for row in rig.log("patterns")] == [0]


@pytest.mark.rule("KT-3")
def test_a_frogged_special_pattern_is_a_community_card_in_hand_again():
    rig = Rig(["", ""], cards=[["frog"]], wips=[[Wip("*sash: 5 points, 3 weeks, 1 red", 1, "red")]])
    rig.play("after knit: play frog on *sash")
    assert rig.hand(0) == ["*sash"]
    assert (rig.view["hand_counts"][0, 0], rig.view["card_counts"][0, 0]) == (0, 1)


# What is none


@pytest.mark.rule("KT-3")
def test_good_deeds_and_special_patterns_cannot_be_played():
    rig = Rig(["", ""], hands=[["*sash: 1 red"]], cards=[["deed 5", "knit 1"]])
    assert rig.free(0) == ["go on", "play knit 1"]


@pytest.mark.rule("KT-3")
def test_another_players_cards_cannot_be_played():
    assert Rig(["", ""], cards=[[], ["knit 1"]]).free(0) == ["go on"]
