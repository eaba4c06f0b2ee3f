"""Knutten's first round played by `random`, exactly, written from the rules of record alone.

Every state that a round can be in is followed turn by turn with its exact chance. A state knows
the hands as sorted cards, the swamp as layers of which the top one is drawn from first (cards
within a layer lie in random order), the swarm's cards and size, and who made the waiting copies.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

Card = tuple[str, str]
Cards = tuple[Card, ...]


class Setting(NamedTuple):
    """A deck and the switches."""

    deck: dict[str, int]
    players: int = 2
    hand_size: int = 3
    bite_at: int = 31
    copy_blame: str = "next"
    redraw_then_play: bool = False
    wind: bool = True
    max_turns: int = 10


class State(NamedTuple):
    """A round between two turns."""

    hands: tuple[Cards, ...]
    layers: tuple[Cards, ...]
    lying: Cards
    swarm: int
    copiers: tuple[int, ...]


def without(cards: Cards, taken: Cards) -> Cards:
    rest = Counter(cards)
    rest.subtract(taken)
    return tuple(sorted(rest.elements()))


def draws(layers: tuple[Cards, ...], count: int) -> Iterator[tuple[Fraction, Cards, tuple[Cards, ...]]]:
    """Yield every way to draw some cards, without regard to their order."""
    if not layers or not count:
        yield Fraction(1), (), layers
        return
    top, below = layers[0], layers[1:]
    if len(top) <= count:
        for chance, cards, rest in draws(below, count - len(top)):
            yield chance, (*top, *cards), rest
        return
    ways = Counter(tuple(sorted(cards)) for cards in combinations(top, count))
    for cards, number in ways.items():
        yield Fraction(number, ways.total()), cards, (without(top, cards), *below)


def fill(setting: Setting, state: State, seats: list[int]) -> Iterator[tuple[Fraction, State]]:
    """Yield every way in which some seats fill their hands, one after the other."""
    if not seats:
        yield Fraction(1), state
        return
    seat, later = seats[0], seats[1:]
    missing = setting.hand_size - len(state.hands[seat])
    for chance, cards, layers in draws(state.layers, missing):
        hands = list(state.hands)
        hands[seat] = tuple(sorted((*hands[seat], *cards)))
        filled = state._replace(hands=tuple(hands), layers=layers)
        for more, final in fill(setting, filled, later):
            yield chance * more, final


def windy(setting: Setting, hand: Cards) -> bool:
    pairs = Counter(frozenset(card) for card in hand)
    return setting.wind and max(pairs.values(), default=0) >= 3


def clockwise(setting: Setting, seat: int) -> list[int]:
    return [(seat + step) % setting.players for step in range(setting.players)]


def legal(state: State, seat: int) -> list[tuple[Card, str]]:
    """Return the sides a seat may play; two copies of a card count twice."""
    times = 1 + len(state.copiers)
    sides = [(card, side) for card in state.hands[seat] for side in card]
    return [(card, side) for card, side in sides if side == "?" or state.swarm + times * int(side) >= 0]


def bitten_by_number(setting: Setting, state: State, seat: int, number: int) -> int:
    if setting.copy_blame == "copier":
        for copies, copier in enumerate(state.copiers, 1):
            if state.swarm + copies * number >= setting.bite_at:
                return copier
    return seat


class FirstRound:
    """The chances of how the first round ends: ("swarm" or "wind", seat), or ("stalled", None)."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.ends: dict[tuple[str, int | None], Fraction] = defaultdict(Fraction)
        self.now: dict[tuple[State, int, bool], Fraction] = defaultdict(Fraction)
        self._deal()
        for _ in range(setting.max_turns):
            before, self.now = self.now, defaultdict(Fraction)
            for (state, seat, redrew), chance in before.items():
                self._turn(chance, state, seat, redrew)
        self.ends["stalled", None] += sum(self.now.values())

    def _deal(self) -> None:
        cards = [tuple(name.split("/")) for name, copies in self.setting.deck.items() for _ in range(copies)]
        empty = State(((),) * self.setting.players, (tuple(sorted(cards)),), (), 0, ())
        seats = clockwise(self.setting, 0)
        for chance, state in fill(self.setting, empty, seats):
            self._go_on(chance, state, 0, False, seats)

    def _go_on(self, chance: Fraction, state: State, seat: int, redrew: bool, drawn: list[int]) -> None:
        """Look for WIND among the seats that drew; else it is ``seat``'s turn."""
        state = state._replace(layers=tuple(layer for layer in state.layers if layer))
        for who in drawn:
            if windy(self.setting, state.hands[who]):
                self.ends["wind", who] += chance
                return
        self.now[state, seat, redrew] += chance

    def _turn(self, chance: Fraction, state: State, seat: int, redrew: bool) -> None:
        everybody = clockwise(self.setting, seat)
        stuck = not any(legal(state, who) for who in everybody)
        if stuck and not state.layers and state.lying:
            shuffled = state._replace(layers=(tuple(sorted(state.lying)),), lying=())
            for more, drawn in fill(self.setting, shuffled, everybody):
                filled = drawn._replace(layers=tuple(layer for layer in drawn.layers if layer))
                shouter = next((who for who in everybody if windy(self.setting, filled.hands[who])), None)
                if shouter is None:
                    self._act(chance * more, filled, seat, redrew)
                else:
                    self.ends["wind", shouter] += chance * more
        else:
            self._act(chance, state, seat, redrew)

    def _act(self, chance: Fraction, state: State, seat: int, redrew: bool) -> None:
        left = (seat + 1) % self.setting.players
        choices = legal(state, seat)
        if choices:
            for card, side in choices:
                self._play(chance / len(choices), state, seat, card, side)
        elif not state.layers:
            self._go_on(chance, state, left, False, [])
        else:
            hands = list(state.hands)
            hand, hands[seat] = hands[seat], ()
            shown = state._replace(hands=tuple(hands), layers=(*state.layers, hand))
            for more, drawn in fill(self.setting, shown, [seat]):
                also = self.setting.redraw_then_play and not redrew and bool(legal(drawn, seat))
                self._go_on(chance * more, drawn, seat if also else left, also, [seat])

    def _play(self, chance: Fraction, state: State, seat: int, card: Card, side: str) -> None:
        hands = list(state.hands)
        hands[seat] = without(hands[seat], (card,))
        played = state._replace(hands=tuple(hands), lying=tuple(sorted((*state.lying, card))))
        if side == "?":
            played = played._replace(copiers=(*state.copiers, seat))
        else:
            number = int(side)
            swarm = state.swarm + number * (1 + len(state.copiers))
            if swarm >= self.setting.bite_at:
                self.ends["swarm", bitten_by_number(self.setting, state, seat, number)] += chance
                return
            played = played._replace(swarm=swarm, copiers=())
        left = (seat + 1) % self.setting.players
        for chance_drawn, cards, layers in draws(played.layers, 1):
            hands = list(played.hands)
            hands[seat] = tuple(sorted((*hands[seat], *cards)))
            drawn = played._replace(hands=tuple(hands), layers=layers)
            self._go_on(chance * chance_drawn, drawn, left, False, [seat])

    def bites(self) -> list[Fraction]:
        """Return for each seat the chance that the first round bites it."""
        shares = [Fraction(0)] * self.setting.players
        for (cause, who), chance in self.ends.items():
            for seat in range(self.setting.players):
                if cause != "stalled" and (seat == who) == (cause == "swarm"):
                    shares[seat] += chance
        return shares
