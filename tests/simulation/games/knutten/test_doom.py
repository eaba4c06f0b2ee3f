"""How a round goes on if all hold random cards, against the same model in plain Python.

Here hands are listed one by one instead of counted.
"""

from collections import Counter, defaultdict
from functools import cache
from itertools import product

import numpy as np
import pytest

from knutten_rig import Rig, faces
from knutten_strategies import shipped_deck
from simulation.games.knutten.doom import DOOM_WAITING, HORIZON, state_of

JOHN = "John Knut"
EVERYTHING = ("5/3", "-5/?", "set:2/7", "set:0/-1", "skip/5", "reverse/again", "0/15")
DECKS = {
    "numbers": ({"2/5": 3, "7/4": 3}, {"bite_at": 12, "hand_size": 1}, 2),
    "three cards in hand": ({"2/3": 4, "3/2": 2, "4/1": 3}, {"bite_at": 9, "hand_size": 3}, 3),
    "negatives": ({"-4/-6": 3, "3/-6": 2, "5/2": 3}, {"bite_at": 9, "hand_size": 2}, 4),
    "copies": ({"?/3": 2, "4/6": 2, "5/2": 2}, {"bite_at": 11, "hand_size": 2}, 3),
    "equal swarms": ({"?/0": 2, "0/?": 3, "0/4": 2, "skip/3": 1}, {"bite_at": 6, "hand_size": 2}, 3),
    "effects": ({"set:4/?": 2, "again/5": 2, "reverse/3": 1, "5/9": 3}, {"bite_at": 8, "hand_size": 2}, 3),
    "john": ({"5/3": 4, "2/7": 3}, {"bite_at": 9, "hand_size": 2, "john": True}, 3),
    "hardly ever over": ({"0/1": 5, "-1/0": 1}, {"bite_at": 2, "hand_size": 1}, 2),
}


def table(deck, rules, players):
    cards = [card for card, copies in deck.items() for _ in range(copies)]
    size = rules.get("hand_size", 3)
    hands = [cards[size * seat : size * (seat + 1)] for seat in range(players)]
    return Rig(hands, swamp=cards[size * players :], **rules)


def after(face, swarm, waiting, fives=5):
    """Return swarm and waiting `?` once a face was played; the swarm is judged by whoever asks."""
    if face == "?":
        return swarm, min(waiting + 1, 2)
    if face in ("skip", "reverse", "again", JOHN):
        return swarm, waiting
    if face.startswith("set:"):
        return int(face[4:]), waiting
    number = fives if face == "5" else int(face)
    return swarm + number * (1 + waiting), 0


class Model:
    """The module's model: random cards, drawn with replacement, and the largest swarm that does not bite."""

    def __init__(self, deck, rules, players):
        self.bite_at, self.players = rules["bite_at"], players
        self.cards = [faces(card) for card, copies in deck.items() for _ in range(copies)]
        if rules.get("john"):
            self.cards.append((JOHN, JOHN))
        self.hands = Counter(product(self.cards, repeat=rules["hand_size"]))
        self.turn = cache(self._turn)
        self.doom = cache(self._doom)

    def _best(self, sides, state):
        best = None
        for face in sides:
            swarm, waiting = after(face, *state)
            if 0 <= swarm < self.bite_at and (best is None or swarm >= best[0]):
                best = swarm, waiting
        return best

    def _turn(self, state):
        """Return the chance of each state after a turn; None stands for a bite."""
        chances = defaultdict(float)
        for hand, count in self.hands.items():
            options = [then for then in (self._best(sides, state) for sides in hand) if then is not None]
            # The first of the largest: as hands come in every order, each of them is as likely.
            then = max(options, key=lambda option: option[0]) if options else None
            chances[then] += count / self.hands.total()
        return dict(chances)

    def _doom(self, state, turns):
        chances = np.zeros(self.players)
        if turns:
            for then, chance in self.turn(state).items():
                if then is None:
                    chances[0] += chance
                else:
                    chances += chance * np.roll(self.doom(then, turns - 1), 1)
        return chances

    def lap(self, state):
        """Return states after the turns of all but two players, and the chance of each turn's bite."""
        now, bites = {state: 1.0}, []
        for _ in range(self.players - 2):
            then, bitten = defaultdict(float), 0.0
            for here, likely in now.items():
                for there, chance in self.turn(here).items():
                    if there is None:
                        bitten += likely * chance
                    else:
                        then[there] += likely * chance
            now = then
            bites.append(bitten)
        return dict(now), bites

    @property
    def states(self):
        return product(range(self.bite_at), range(3))


@pytest.mark.parametrize("name", DECKS)
def test_doom(name):
    deck, rules, players = DECKS[name]
    view, model = table(deck, rules, players).view[0], Model(deck, rules, players)
    for swarm, waiting in model.states:
        doom = view["doom"][state_of(swarm, waiting)]
        assert doom[:players] == pytest.approx(model.doom((swarm, waiting), HORIZON), abs=1e-12)
        assert not doom[players:].any()


@pytest.mark.parametrize("name", DECKS)
def test_lap(name):
    deck, rules, players = DECKS[name]
    view, model = table(deck, rules, players).view[0], Model(deck, rules, players)
    for swarm, waiting in model.states:
        state = state_of(swarm, waiting)
        moves, bites = model.lap((swarm, waiting))
        expected = np.zeros(len(view["lap"]))
        for then, chance in moves.items():
            expected[state_of(*then)] = chance
        assert view["lap"][state] == pytest.approx(expected, abs=1e-12)
        assert view["lap_bites"][state, : players - 2] == pytest.approx(bites, abs=1e-12)


def test_doom_by_hand():
    """One card, 4/6, and bite_at 10: 6, then 4 bites; so from 0 the second player is bitten."""
    doom = table({"4/6": 4}, {"bite_at": 10, "hand_size": 1}, 3).view[0]["doom"]
    assert doom[state_of(0, 0), :3].tolist() == [0, 1, 0]
    assert doom[state_of(5, 0), :3].tolist() == [0, 1, 0]
    assert doom[state_of(6, 0), :3].tolist() == [1, 0, 0]
    assert doom[state_of(0, 1), :3].tolist() == [0, 1, 0]
    assert doom[state_of(0, 2), :3].tolist() == [1, 0, 0]


@pytest.mark.parametrize("deck", ["default", "high", "low", "specials"])
@pytest.mark.parametrize("players", [2, 8])
def test_somebody_is_bitten(deck, players):
    view = table(shipped_deck(deck), {}, players).view[0]
    doom = view["doom"][: 31 * DOOM_WAITING]
    assert (doom >= 0).all()
    assert (doom.sum(axis=1) <= 1 + 1e-9).all()
    assert doom.sum(axis=1) == pytest.approx(1.0, abs=0.02)
    assert (view["doom"][31 * DOOM_WAITING :] == 0).all()


def test_a_round_that_hardly_ends_bites_hardly_anybody():
    doom = table({"0/-1": 20, "0/5": 1}, {"bite_at": 5, "hand_size": 1}, 2).view[0]["doom"]
    assert doom[state_of(2, 0)].sum() < 1e-9


def led(face, swarm, waiting, bite_at, fives=5):
    made, left = after(face, swarm, waiting, fives)
    return state_of(made, left) if 0 <= made < bite_at else -1


def check_leads(rig, fives):
    bite_at = int(rig.view["bite_at"][0])
    for kind, name in enumerate(rig.names):
        for side, face in enumerate((JOHN, JOHN) if name == JOHN else faces(name)):
            for swarm, waiting in product(range(bite_at), range(3)):
                leads = rig.view["leads_to"][0, kind, side, state_of(swarm, waiting)]
                assert leads == led(face, swarm, waiting, bite_at, fives), (face, swarm, waiting)


@pytest.mark.rule("KN-5")
@pytest.mark.rule("KN-6")
@pytest.mark.rule("KN-7")
@pytest.mark.rule("KN-13")
@pytest.mark.parametrize("bite_at", [8, 31, 64])
def test_where_sides_lead(bite_at):
    check_leads(Rig([EVERYTHING[:3], EVERYTHING[3:6]], swamp=EVERYTHING[6:], bite_at=bite_at), fives=5)


@pytest.mark.rule("KN-7")
def test_where_sides_lead_by_hand():
    rig = Rig([["7/?"], ["-10/set:4"]], swamp=["7/?"], hand_size=1)
    leads = rig.view["leads_to"][0]
    assert leads[0, 0, state_of(9, 2)] == state_of(30, 0)
    assert leads[0, 0, state_of(10, 2)] == -1
    assert leads[0, 1, state_of(30, 0)] == state_of(30, 1)
    assert leads[0, 1, state_of(30, 2)] == state_of(30, 2)
    assert leads[1, 0, state_of(9, 0)] == -1
    assert leads[1, 0, state_of(10, 0)] == state_of(0, 0)
    assert leads[1, 0, state_of(19, 1)] == -1
    assert leads[1, 1, state_of(30, 1)] == state_of(4, 1)


@pytest.mark.rule("KN-17")
def test_where_fives_lead_while_john_lies_on_the_table():
    rig = Rig([EVERYTHING[:3], EVERYTHING[3:6]], swamp=EVERYTHING, bite_at=20, john_seat=0)
    check_leads(rig, fives=0)
    rig.play("shoo")
    check_leads(rig, fives=5)


@pytest.mark.rule("KN-17")
def test_where_fives_lead_once_john_is_played():
    rig = Rig([["5/3", "-5/?", JOHN], ["5/9", "2/2", "2/3"]], swamp=["5/1"] * 3, bite_at=20)
    check_leads(rig, fives=5)
    rig.play("john 1")
    check_leads(rig, fives=0)


@pytest.mark.rule("KN-17")
def test_a_five_is_a_way_out_while_john_lies_on_the_table():
    rig = Rig([["5/6"], ["2/2"]], swamp=["-1/9", "0/9", "?/9", "set:3/9"], hand_size=1, john_seat=0)
    assert rig.view["way_out"][0, :6].tolist() == [1, 0, 1, 1, 1, 1]
    rig.play("shoo")
    assert rig.view["way_out"][0, :6].tolist() == [0, 0, 1, 1, 1, 1]


def test_the_side_that_is_liked_leaves_oneself_least_doomed():
    deck, rules, players = DECKS["negatives"]
    rig = table(deck, rules, players)
    view, model = rig.view[0], Model(deck, rules, players)
    for kind, name in enumerate(rig.names):
        for swarm, waiting in model.states:
            safe = {}
            for side, face in enumerate(faces(name)):
                made, left = after(face, swarm, waiting)
                if 0 <= made < model.bite_at:
                    safe[side] = model.doom((made, left), HORIZON)[-1]
            state = state_of(swarm, waiting)
            if safe:
                liked = int(view["liked_side"][kind, state])
                assert safe[liked] == pytest.approx(min(safe.values()), abs=1e-12)
            else:
                assert view["liking"][kind, state] < -1e6


def test_a_large_bite_at_has_no_tables():
    view = table({"2/5": 3, "7/4": 3}, {"bite_at": 65, "hand_size": 1}, 2).view[0]
    for name in ("doom", "lap", "lap_bites", "leads_to"):
        assert not view[name].any(), name
    assert table({"2/5": 3, "7/4": 3}, {"bite_at": 64, "hand_size": 1}, 2).view[0]["doom"].any()
