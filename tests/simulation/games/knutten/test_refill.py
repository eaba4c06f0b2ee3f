"""The swamp is empty and nobody can play (KN-9)."""

from collections import Counter

import pytest
from scipy.stats import chisquare

from knutten_rig import Rig
from simulation.games.knutten.table import refill
from simulation.randomness import seek

pytestmark = pytest.mark.rule("KN-9")


def test_without_a_swamp_play_goes_on_without_drawing():
    rig = Rig([["1/2", "3/4"], ["5/6", "7/8"]], swarm_cards=["9/9"], hand_size=2)
    outcome = rig.play("1/2 a", "7/8 a", "3/4 a")
    assert outcome.names == ["play"] * 3
    assert (rig.hand(0), rig.hand(1)) == ([None, None], ["5/6", None])


def test_the_swarm_becomes_the_swamp_at_once_and_keeps_its_size():
    """No lap of passes: seat 1 has its turn when the new swamp is there, and passes as it is spent again."""
    rig = Rig([["5/5"], ["-9/-9"]], hand_size=1)
    outcome = rig.play("5/5 a", "5/5 a", "-9/-9 a", turns=4)
    assert [(event["seat"], event["event"], event["swarm"]) for event in outcome.events] == [
        (0, "play", 5),
        (1, "refill", 5),
        (1, "pass", 5),
        (0, "play", 10),
        (1, "play", 1),
    ]


def test_a_refill_is_no_turn():
    rig = Rig([["5/5"], ["-9/-9"]], hand_size=1)
    turns = [event["turn"] for event in rig.play("5/5 a", "5/5 a", "-9/-9 a", turns=4).events]
    assert turns == [0, 1, 1, 2, 3]


def test_no_refill_while_anybody_can_play():
    rig = Rig([["-5/-6"], ["-5/-6"], ["2/2"]], swarm_cards=["9/9", "8/8"], hand_size=1)
    assert rig.play("2/2 a", turns=3).names == ["pass", "pass", "play"]


def test_no_refill_while_the_swamp_has_a_card():
    rig = Rig([["-5/-6"], ["-5/-6"]], swamp=["1/1"], swarm_cards=["9/9", "8/8"], hand_size=1)
    assert rig.play(turns=1).names == ["redraw"]


def test_hands_fill_clockwise_from_the_player_whose_turn_it_is():
    rig = Rig(
        [["-9/-9"], ["-9/-9"], ["-9/-9"], ["-9/-9"]],
        swarm_cards=["1/1", "1/1", "1/1"],
        hand_size=2,
    )
    rig.play("1/1 a", starter=2, turns=1)
    assert rig.hand(2) == ["-9/-9", None]
    assert rig.hand(3) == ["-9/-9", "1/1"]
    assert rig.hand(0) == ["-9/-9", "1/1"]
    assert rig.hand(1) == ["-9/-9", None]


def test_a_hand_is_filled_up_before_the_next_one():
    rig = Rig([[], [], []], swarm_cards=["1/1", "2/2", "3/3", "1/2"])
    rig.view["hand_counts"] = 0
    refill(rig.table, 1)
    assert [len(rig.cards_of(seat)) for seat in range(3)] == [0, 3, 1]


def test_what_the_hands_leave_is_the_new_swamp():
    rig = Rig([["-9/-9"], ["-9/-9"]], swarm=3, swarm_cards=["1/1"] * 3 + ["2/2"] * 4, hand_size=2)
    refill(rig.table, 0)
    assert len(rig.swamp) == rig.view["swamp"][0] == 5
    assert rig.swarm_cards == []
    assert rig.view["swarm_cards"][0] == 0
    assert rig.view["in_swarm"].sum() == 0
    assert rig.swarm == 3


def test_wind_is_checked_clockwise_from_the_player_whose_turn_it_is():
    hands = [["-9/-8", "-8/-9"]] * 3
    swarm = ["-9/-8"] * 3
    for starter in range(3):
        outcome = Rig(hands, swarm_cards=swarm).play(turns=5, starter=starter)
        assert (outcome.names, outcome.cause, outcome.who) == (["refill", "wind"], "wind", starter)


def test_the_first_hand_with_wind_after_the_turns_own_shouts():
    hands = [["-9/-8", "-8/-9"], ["-9/-8", "-7/-9"], ["-9/-8", "-8/-9"]]
    outcome = Rig(hands, swarm_cards=["-9/-8"] * 3).play(turns=5, starter=1)
    assert (outcome.cause, outcome.who) == ("wind", 2)


def test_waiting_copies_keep_waiting():
    rig = Rig([["-9/-9"], ["-9/-9"]], swarm=4, swarm_cards=["3/3", "3/3"], copiers=[1], hand_size=2)
    outcome = rig.play("3/3 a", turns=1)
    assert [(event["event"], event["waiting"], event["swarm"]) for event in outcome.events] == [
        ("refill", 1, 4),
        ("play", 1, 10),
    ]


def test_the_copier_is_still_to_blame_after_a_refill():
    rig = Rig(
        [["-9/-9"], ["-9/-9"]],
        swarm=4,
        swarm_cards=["3/3", "3/3"],
        copiers=[1],
        hand_size=2,
        bite_at=7,
        copy_blame="copier",
    )
    assert rig.play("3/3 a", turns=1).who == 1


def test_the_new_swamp_is_shuffled():
    drawn = Counter()
    for game in range(1500):
        rig = Rig([[], []], swarm_cards=["1/1", "2/2", "3/3"], hand_size=1)
        seek(rig.shuffles[0], game, 0)
        refill(rig.table, 0)
        drawn[rig.hand(0)[0], rig.hand(1)[0]] += 1
    assert len(drawn) == 6
    assert chisquare(list(drawn.values())).pvalue > 1e-4


def test_without_cards_in_the_swarm_everybody_passes():
    rig = Rig([["-5/-6"], ["-5/-6"]], hand_size=1)
    outcome = rig.play(turns=5)
    assert (outcome.cause, outcome.names) == ("stalled", ["pass"] * 5)


def test_players_who_hold_nothing_get_new_cards():
    rig = Rig([["1/1"], ["2/2"]], hand_size=1)
    outcome = rig.play("1/1 a", "2/2 a", turns=2)
    assert outcome.names == ["play", "play"]
    rig = Rig([["1/1"], ["1/1"]], hand_size=1)
    assert rig.play("1/1 a", "1/1 a", "1/1 a").names == ["play", "play", "refill", "play"]
