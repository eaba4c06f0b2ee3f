"""No card is lost or made, whatever the deck, the switches and the players."""

from collections import Counter

import pytest
from hypothesis import given, settings

from knutten_rig import Outcome, Rig, faces
from knutten_strategies import PLAYERS, Setting, settings_of_a_table
from simulation.games.knutten.components import JOHN
from simulation.games.knutten.table import deal, gather

pytestmark = [pytest.mark.rule(f"KN-{number}") for number in (4, 8, 9, 13, 14, 16)]


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


class Turns:
    """Turns of a round taken one by one by the first player of a setting."""

    def __init__(self, rig: Rig, setting: Setting) -> None:
        self.rig, self.player = rig, PLAYERS[setting.policies[0]]
        self.seat, self.direction = 0, 1

    def take(self) -> Outcome:
        outcome = self.rig.play(players=self.player, turns=1, starter=self.seat)
        if outcome.cause == "stalled":
            self._pass_on(outcome.events[-1])
        return outcome

    def _pass_on(self, last: dict) -> None:
        """Find out whose turn is next; who redrew may still play where the switch says so."""
        self.seat = last["seat"]
        if last["event"] == "redraw" and self.rig.rules.redraw_then_play and self._can_still_play():
            return
        face = faces(last["card"])["ab".index(last["side"])] if last["event"] == "play" else ""
        self.direction *= -1 if face == "reverse" else 1
        if face != "again":
            self.seat += self.direction * (2 if face == "skip" else 1)
            self.seat %= int(self.rig.view["players"][0])

    def _can_still_play(self) -> bool:
        spent = not self.rig.swamp and self.rig.swarm_cards
        return bool(self.rig.choices(self.seat)) or (spent and not self._anybody_has_a_side())

    def _anybody_has_a_side(self) -> bool:
        seats = range(int(self.rig.view["players"][0]))
        return any(card not in ("keep", "shoo", JOHN) for seat in seats for card, _ in self.rig.choices(seat))


def redealt(rig: Rig, deck: Counter) -> None:
    gather(rig.table, 0, 1)
    assert Counter(rig.swamp) == deck
    assert rig.view["direction"] == 1
    deal(rig.table)
    check_cards(rig, deck)


@settings(max_examples=150)
@given(settings_of_a_table())
def test_every_action_keeps_all_cards(setting):
    rig, deck = dealt_table(setting), Counter(setting.cards)
    turns = Turns(rig, setting)
    check_cards(rig, deck)
    for _ in range(setting.rules["max_turns"]):
        outcome = turns.take()
        if "john" in outcome.names:
            deck -= Counter([JOHN])
        check_cards(rig, deck)
        if outcome.cause != "stalled":
            break
    redealt(rig, deck)


@settings(max_examples=150)
@given(settings_of_a_table())
def test_a_whole_round_is_its_turns_one_by_one(setting):
    """A round played at once and the same round played turn by turn are the same."""
    whole, stepped = dealt_table(setting), dealt_table(setting)
    turns = Turns(stepped, setting)
    at_once = whole.play(players=turns.player, turns=20)
    events = []
    for _ in range(20):
        outcome = turns.take()
        events += outcome.events
        if outcome.cause != "stalled":
            break
    assert events == at_once.events
    assert (outcome.cause, outcome.who) == (at_once.cause, at_once.who)
    assert [whole.hand(seat) for seat in range(setting.players)] == [
        stepped.hand(seat) for seat in range(setting.players)
    ]
