"""No card is lost or made, whatever the deck, the switches and the players."""

from collections import Counter

import pytest
from hypothesis import given, settings

from knutten_rig import Rig
from knutten_strategies import Setting, settings_of_a_table
from simulation.games.knutten.table import deal, gather
from simulation.registry import get_game

pytestmark = [pytest.mark.rule("KN-4"), pytest.mark.rule("KN-8"), pytest.mark.rule("KN-9")]


def dealt_table(setting: Setting) -> Rig:
    rig = Rig([[]] * setting.players, more=setting.cards, **setting.rules)
    gather(rig.table, 0, 0)
    deal(rig.table)
    return rig


def check_cards(rig: Rig, deck: Counter) -> None:
    view = rig.view[0]
    assert rig.all_cards() == deck
    assert view["swarm"] >= 0
    assert view["swamp"] == len(rig.swamp)
    hands = [len(rig.cards_of(seat)) for seat in range(view["players"])]
    assert view["hand_counts"][: view["players"]].tolist() == hands
    assert max(hands) <= rig.rules.hand_size
    lying = Counter(rig.swarm_cards)
    for kind, name in enumerate(rig.names):
        assert view["in_swarm"][kind] == lying[name]


def next_seat(rig: Rig, last: dict) -> int:
    """Return whose turn is next; who redrew may still play where the switch says so."""
    if last["event"] == "redraw" and rig.rules.redraw_then_play and rig.choices(last["seat"]):
        return last["seat"]
    return (last["seat"] + 1) % int(rig.view["players"][0])


def redealt(rig: Rig, deck: Counter) -> None:
    gather(rig.table, 0, 1)
    assert Counter(rig.swamp) == deck
    deal(rig.table)
    check_cards(rig, deck)


@settings(max_examples=150)
@given(settings_of_a_table())
def test_every_action_keeps_all_cards(setting):
    rig, deck = dealt_table(setting), Counter(setting.cards)
    player = get_game("knutten").policies[setting.policy]
    check_cards(rig, deck)
    seat = 0
    for _ in range(setting.rules["max_turns"]):
        outcome = rig.play(players=player, turns=1, starter=seat)
        check_cards(rig, deck)
        if outcome.cause != "stalled":
            break
        seat = next_seat(rig, outcome.events[-1])
    redealt(rig, deck)


@settings(max_examples=150)
@given(settings_of_a_table())
def test_a_whole_round_is_its_turns_one_by_one(setting):
    """A round played at once and the same round played turn by turn are the same."""
    player = get_game("knutten").policies[setting.policy]
    whole, stepped = dealt_table(setting), dealt_table(setting)
    at_once = whole.play(players=player, turns=20)
    events, seat = [], 0
    for _ in range(20):
        outcome = stepped.play(players=player, turns=1, starter=seat)
        events += outcome.events
        if outcome.cause != "stalled":
            break
        seat = next_seat(stepped, outcome.events[-1])
    assert events == at_once.events
    assert (outcome.cause, outcome.who) == (at_once.cause, at_once.who)
    assert [whole.hand(seat) for seat in range(setting.players)] == [
        stepped.hand(seat) for seat in range(setting.players)
    ]
