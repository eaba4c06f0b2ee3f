"""A player who cannot play (KN-8)."""

from collections import Counter

import pytest
from scipy.stats import chisquare

from knutten_rig import Rig
from simulation.games.knutten.choices import list_turn
from simulation.games.knutten.table import redraw
from simulation.randomness import seek

pytestmark = pytest.mark.rule("KN-8")


def test_a_stuck_hand_goes_under_the_swamp_and_a_new_one_is_drawn():
    rig = Rig([["-5/-6", "-7/-8"], ["1/2", "3/4"]], swamp=["5/5", "6/6", "7/7"], hand_size=2)
    outcome = rig.play(turns=1)
    assert outcome.names == ["redraw"]
    assert rig.hand(0) == ["5/5", "6/6"]
    assert rig.swamp[0] == "7/7"
    assert sorted(rig.swamp[1:]) == ["-5/-6", "-7/-8"]
    assert (rig.swarm, outcome.plays) == (0, 0)


def test_the_turn_is_over_after_a_redraw():
    rig = Rig([["-5/-6"], ["1/2"]], swamp=["5/5", "6/6"], hand_size=1)
    outcome = rig.play("1/2 a", turns=2)
    assert [(event["seat"], event["event"]) for event in outcome.events] == [(0, "redraw"), (1, "play")]
    assert [event["turn"] for event in outcome.events] == [0, 1]


def test_the_log_shows_the_hand_that_was_shown():
    rig = Rig([["-5/-6", "-7/-8"], ["1/2", "3/4"]], swamp=["5/5"], swarm=3, hand_size=2)
    event = rig.play(turns=1).events[0]
    assert (event["hand_a"], event["hand_b"], event["hand_c"]) == ("-5/-6", "-7/-8", None)
    assert (event["card"], event["side"], event["worth"]) == (None, None, None)
    assert (event["legal"], event["swarm_before"], event["swarm"]) == (0, 3, 3)


def test_the_shown_cards_are_open_to_all():
    rig = Rig([["-5/-6", "-5/-6"], ["1/2", "3/4"]], swamp=["5/5", "7/7"], hand_size=2)
    rig.play(turns=1)
    assert rig.view["shown"][0, rig.kinds(["-5/-6"])[0]] == 2


def test_the_hand_goes_under_before_the_new_one_is_drawn():
    rig = Rig([["-5/-6", "-7/-8"], ["1/2", "3/4"]], swamp=["5/5"], hand_size=2)
    rig.play(turns=1)
    hand = rig.hand(0)
    assert hand[0] == "5/5"
    assert sorted([hand[1], *rig.swamp]) == ["-5/-6", "-7/-8"]


def test_the_hand_goes_under_in_random_order():
    orders = Counter()
    for game in range(1200):
        rig = Rig([["-1/-4", "-2/-5", "-3/-6"], ["1/2"] * 3], swamp=["4/5", "5/6", "6/7"])
        seek(rig.shuffles[0], game, 0)
        list_turn(rig.table, 0)
        redraw(rig.table, 0)
        orders[tuple(rig.swamp)] += 1
    assert len(orders) == 6
    assert chisquare(list(orders.values())).pvalue > 1e-4


def test_a_redraw_may_give_wind():
    hands = [["-5/-6", "-7/-8", "-5/-8"], ["1/2", "3/4", "1/4"], ["1/2", "3/4", "1/4"]]
    outcome = Rig(hands, swamp=["5/6", "6/5", "5/6"]).play(turns=9)
    assert (outcome.names, outcome.cause, outcome.who) == (["redraw", "wind"], "wind", 0)


def test_with_the_swamp_empty_a_stuck_player_passes_and_keeps_the_cards():
    rig = Rig([["-5/-6", "-7/-8"], ["1/2", "3/4"]], swarm_cards=["9/9"], hand_size=2)
    outcome = rig.play("3/4 b", turns=2)
    assert [(event["seat"], event["event"]) for event in outcome.events] == [(0, "pass"), (1, "play")]
    assert rig.hand(0) == ["-5/-6", "-7/-8"]
    assert outcome.events[0]["legal"] == 0
    assert rig.hand(1) == ["1/2", None]


def test_a_legal_play_must_be_made():
    rig = Rig([["-5/-6", "-7/9"], ["1/2", "3/4"]], swamp=["5/5"], swarm=30, hand_size=2, bite_at=31)
    assert rig.play("-7/9 b", turns=1).cause == "swarm"


def test_redraw_then_play_also_plays_in_that_turn():
    rig = Rig([["-5/-6"], ["1/2"]], swamp=["5/5", "6/6"], hand_size=1, redraw_then_play=True)
    outcome = rig.play("5/5 a", "1/2 a", turns=3)
    assert [(event["seat"], event["event"]) for event in outcome.events] == [
        (0, "redraw"),
        (0, "play"),
        (1, "play"),
    ]
    assert rig.hand(0) == ["6/6"]


def test_redraw_then_play_redraws_once_only():
    swamp = ["-7/-7", "-8/-8", "6/6"]
    rig = Rig([["-5/-6"], ["1/2"]], swamp=swamp, hand_size=1, redraw_then_play=True)
    outcome = rig.play("1/2 a", turns=2)
    assert [(event["seat"], event["event"]) for event in outcome.events] == [(0, "redraw"), (1, "play")]
    assert rig.hand(0) == ["-7/-7"]


def test_redraw_then_play_ends_with_wind_before_the_play():
    hands = [["-5/-6", "-7/-8", "-5/-8"], ["1/2", "3/4", "1/4"]]
    rig = Rig(hands, swamp=["5/6", "6/5", "5/6"], redraw_then_play=True)
    assert rig.play(turns=9).names == ["redraw", "wind"]


def test_without_the_switch_a_redraw_never_plays():
    rig = Rig([["-5/-6"], ["1/2"]], swamp=["5/5", "6/6", "7/7"], hand_size=1, redraw_then_play=False)
    outcome = rig.play("1/2 a", "5/5 a", turns=3)
    assert [event["seat"] for event in outcome.events] == [0, 1, 0]
