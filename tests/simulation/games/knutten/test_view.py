"""What a player sees: the own hand and what lies open, never other hands or the swamp."""

import pytest

from knutten_rig import Rig
from simulation.games.knutten.choices import list_starters, list_turn
from simulation.games.knutten.table import gather, refill

HAND = ["1/2", "3/4", "5/6"]
OTHER_HAND = ["1/2", "9/9", "8/8"]


def view_of(rig, seat, question=list_turn):
    question(rig.table, seat)
    return rig.view.tobytes()


def two_tables():
    """Return two tables that look the same to seat 1, who has fewer choices than seat 0 had."""
    tables = [Rig([HAND, ["-9/1", "-9/-8", "-9/-8"]], swamp=["7/7", "9/9", "8/8"]) for _ in range(2)]
    other = tables[1]
    other.secret["hands"][0, 0, :3] = other.kinds(OTHER_HAND)
    other.secret["under"][0, 1:3] = other.kinds(["3/4", "5/6"])
    for rig in tables:
        rig.play("1/2 a")
    return tables


def test_the_view_says_nothing_of_other_hands_and_the_swamp():
    """Nor does it hold what is left of another seat's choices."""
    one, other = two_tables()
    assert one.cards_of(0) != other.cards_of(0)
    assert one.all_cards() == other.all_cards()
    assert view_of(one, 1) == view_of(other, 1)


def test_whoever_chooses_a_starter_sees_no_other_hand():
    one, other = two_tables()
    assert view_of(one, 1, list_starters) == view_of(other, 1, list_starters)


def test_the_view_shows_the_own_hand_and_the_open_table():
    rig = Rig([HAND, ["2/2", "?/3", "4/4"]], swamp=["7/7", "8/8"], swarm=3, swarm_cards=["9/9"], copiers=[1])
    view_of(rig, 1)
    view = rig.view[0]
    assert [rig.names[kind] for kind in view["hand"][:3]] == ["2/2", "?/3", "4/4"]
    assert (view["seat"], view["players"], view["swarm"], view["waiting"]) == (1, 2, 3, 1)
    assert (view["swamp"], view["swarm_cards"]) == (2, 1)
    assert view["hand_counts"][:2].tolist() == [3, 3]
    assert view["waiting_seat"][0] == 1
    assert rig.choices(1) == [(card, side) for card in ("2/2", "?/3", "4/4") for side in "ab"]
    assert view["choice_swarm"][:6].tolist() == [7, 7, 3, 9, 11, 11]


def test_played_and_shown_cards_stay_open_for_the_round():
    rig = Rig([["-5/-6"], ["4/4"]], swamp=["1/1", "2/2"], hand_size=1)
    rig.play("4/4 a", turns=2)
    shown, played = rig.view["shown"][0], rig.view["played"][0]
    assert [rig.names[kind] for kind in shown.nonzero()[0]] == ["-5/-6"]
    assert [rig.names[kind] for kind in played.nonzero()[0]] == ["4/4"]


def opened(rig):
    """Return how many cards of each kind were played, and shown, in this round."""
    return rig.view["played"][0].tolist(), rig.view["shown"][0].tolist()


@pytest.mark.rule("KN-9")
def test_cards_open_before_a_refill_stay_open():
    rig = Rig([["-5/-6"], ["4/4"]], swamp=["1/1", "2/2"], hand_size=1)
    rig.play("4/4 a", turns=2)
    before = opened(rig)
    refill(rig.table, 0)
    assert opened(rig) == before
    assert sum(map(sum, before)) == 2


@pytest.mark.rule("KN-3")
def test_a_new_round_begins_with_no_open_cards():
    rig = Rig([["-5/-6"], ["4/4"]], swamp=["1/1", "2/2"], hand_size=1)
    rig.play("4/4 a", turns=2)
    gather(rig.table, 0, 1)
    assert not any(map(any, opened(rig)))
