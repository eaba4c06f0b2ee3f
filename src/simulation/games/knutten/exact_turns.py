"""Turns of Knutten as `random` takes them, each way on with its exact chance.

Written from the rules of record alone: nothing of the compiled table is used, so that either can be held
against the other.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from simulation.games.knutten.exact_draws import CERTAIN, Cards, Layers, draws, without

JOHN = -1
"""John's card among kinds, which count from 0."""
AWAY, PLAYED, LAY_BEFORE = range(3)
"""John does not lie on the table, was played in this round, or lay there when it began."""
NUMBER, COPY, SKIP, REVERSE, SET, AGAIN = "number", "?", "skip", "reverse", "set", "again"
STEPS = {AGAIN: 0, SKIP: 2}
"""How many seats further the next turn is, where it is not 1 (KN-13)."""


class Side(NamedTuple):
    """A side of a card; ``number`` is what a number is worth, or the swarm that ``set`` makes."""

    effect: str
    number: int = 0

    @classmethod
    def read(cls, text: str) -> "Side":
        """Return the side that a deck writes like this."""
        effect, _, number = text.partition(":")
        if effect in (COPY, SKIP, REVERSE, AGAIN):
            return cls(effect)
        return cls(SET, int(number)) if effect == SET else cls(NUMBER, int(text))


@dataclass(frozen=True)
class Setting:
    """What a round's chances depend on; kinds with the same sides are one kind (KN-10)."""

    kinds: tuple[tuple[Side, Side], ...]
    cards: Cards
    players: int
    hand_size: int
    bite_at: int
    blames_copier: bool
    redraw_then_play: bool
    wind: bool
    heavy_weather: bool
    max_turns: int


class State(NamedTuple):
    """A round between two turns.

    ``copiers`` made the waiting `?`; the swarm's cards are ``lying``; ``direction`` is 1 for clockwise.
    """

    hands: tuple[Cards, ...]
    layers: Layers
    lying: Cards
    swarm: int
    copiers: tuple[int, ...]
    seat: int
    direction: int
    john: int

    def with_hand(self, seat: int, hand: Cards) -> "State":
        """Return the state with another hand of a seat."""
        return self._replace(hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]))


class End(NamedTuple):
    """How a round ends: ``seat`` is bitten (swarm) or shouts (wind); ``john`` tells if he was played."""

    cause: str
    seat: int | None
    bites: int
    john: bool


Ways = Iterator[tuple[Fraction, State | End]]


class Turns:
    """The deal and the turns of a round that seat 0 starts."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def deal(self, john: int | None) -> Ways:
        """Yield every deal; John is in the pile (AWAY), on the table (LAY_BEFORE) or in no game (None)."""
        cards = (JOHN, *self.setting.cards) if john == AWAY else self.setting.cards
        hands: tuple[Cards, ...] = ((),) * self.setting.players
        yield from self._filled(State(hands, (cards,), (), 0, (), 0, 1, john or AWAY))

    def after(self, state: State) -> Ways:
        """Yield every way on over the next turn, with KN-9 before it where nobody can play."""
        if state.layers or not state.lying or self._somebody_can_play(state):
            yield from self._act(state)
            return
        for chance, filled in self._filled(state._replace(layers=(state.lying,), lying=())):
            if isinstance(filled, End):
                yield chance, filled
            else:
                for more, then in self._act(filled):
                    yield chance * more, then

    def _clockwise(self, seat: int) -> list[int]:
        return [(seat + step) % self.setting.players for step in range(self.setting.players)]

    def _filled(self, state: State) -> Ways:
        """Fill all hands clockwise from the player to move, then look for WIND in that order (KN-10)."""
        seats = self._clockwise(state.seat)
        for chance, filled in self._fill(state, seats):
            shouter = next((seat for seat in seats if self._has_wind(filled.hands[seat])), None)
            yield chance, filled if shouter is None else self._wind(filled, shouter)

    def _fill(self, state: State, seats: list[int]) -> Iterator[tuple[Fraction, State]]:
        if not seats:
            yield CERTAIN, state
            return
        for chance, filled in self._draw(state, seats[0], self.setting.hand_size):
            for more, final in self._fill(filled, seats[1:]):
                yield chance * more, final

    def _draw(self, state: State, seat: int, limit: int) -> Iterator[tuple[Fraction, State]]:
        """Yield every way to draw up to a limit."""
        hand = state.hands[seat]
        for chance, cards, layers in draws(state.layers, limit - len(hand)):
            drawn = state.with_hand(seat, tuple(sorted((*hand, *cards))))
            yield chance, drawn._replace(layers=tuple(layer for layer in layers if layer))

    def _has_wind(self, hand: Cards) -> bool:
        # John is there once, and can never be three.
        return self.setting.wind and max(Counter(hand).values(), default=0) >= 3

    def _wind(self, state: State, seat: int) -> End:
        return End("wind", seat, 1, state.john == PLAYED)

    def _worth(self, state: State, side: Side) -> int:
        """Return a number, which is 0 for a 5 while John lies on the table (KN-17)."""
        return 0 if side.number == 5 and state.john != AWAY else side.number

    def _plays(self, state: State, seat: int) -> list[tuple[int, Side]]:
        """Return the sides that a seat may play (KN-6), John not among them; copies count each."""
        times = 1 + len(state.copiers)
        return [
            (card, side)
            for card in state.hands[seat]
            if card != JOHN
            for side in self.setting.kinds[card]
            if side.effect != NUMBER or state.swarm + times * self._worth(state, side) >= 0
        ]

    def _somebody_can_play(self, state: State) -> bool:
        return any(self._plays(state, seat) for seat in range(self.setting.players))

    def _next(self, state: State, steps: int = 1) -> int:
        return (state.seat + steps * state.direction) % self.setting.players

    def _act(self, state: State) -> Ways:
        """Play a card, drawn uniformly from those that may be played; else redraw or pass (KN-8)."""
        plays = self._plays(state, state.seat)
        has_john = JOHN in state.hands[state.seat]
        choices = len(plays) + has_john
        for (card, side), copies in Counter(plays).items():
            for chance, then in self._play(state, card, side):
                yield Fraction(copies, choices) * chance, then
        if has_john:
            left = without(state.hands[state.seat], JOHN)
            played = state.with_hand(state.seat, left)._replace(john=PLAYED)
            for chance, then in self._draw_one(played, self._next(state)):
                yield Fraction(1, choices) * chance, then
        elif not choices:
            yield from self._stuck(state)

    def _play(self, state: State, card: int, side: Side) -> Ways:
        seat = state.seat
        played = state.with_hand(seat, without(state.hands[seat], card))
        played = played._replace(lying=tuple(sorted((*state.lying, card))))
        if side.effect == NUMBER:
            worth = self._worth(state, side)
            swarm = state.swarm + worth * (1 + len(state.copiers))
            if swarm >= self.setting.bite_at:
                yield CERTAIN, self._bite(state, worth, swarm)
                return
            played = played._replace(swarm=swarm, copiers=())
        elif side.effect == COPY:
            # Who made a copy is remembered only where it matters: fewer states.
            played = played._replace(copiers=(*state.copiers, seat if self.setting.blames_copier else 0))
        elif side.effect == SET:
            played = played._replace(swarm=side.number)
        elif side.effect == REVERSE and self.setting.players > 2:
            played = played._replace(direction=-state.direction)
        yield from self._draw_one(played, self._next(played, STEPS.get(side.effect, 1)))

    def _bite(self, state: State, worth: int, swarm: int) -> End:
        """Return the end by a swarm, whose bites are the blamed player's (KN-7, KN-18)."""
        bites = swarm - self.setting.bite_at + 1 if self.setting.heavy_weather else 1
        blamed = state.seat
        if self.setting.blames_copier:
            reached = (
                copier
                for copies, copier in enumerate(state.copiers, 1)
                if state.swarm + copies * worth >= self.setting.bite_at
            )
            blamed = next(reached, blamed)
        return End("swarm", blamed, bites, state.john == PLAYED)

    def _draw_one(self, played: State, then: int) -> Ways:
        for chance, drawn in self._draw(played, played.seat, len(played.hands[played.seat]) + 1):
            yield chance, self._look_for_wind(drawn, then)

    def _look_for_wind(self, drawn: State, then: int) -> State | End:
        if self._has_wind(drawn.hands[drawn.seat]):
            return self._wind(drawn, drawn.seat)
        return drawn._replace(seat=then)

    def _stuck(self, state: State) -> Ways:
        """Redraw or pass. Under redraw_then_play the seat stays if it can play, John counting (KN-8)."""
        seat, left = state.seat, self._next(state)
        if not state.layers:
            yield CERTAIN, state._replace(seat=left)
            return
        shown = state.with_hand(seat, ())._replace(layers=(*state.layers, state.hands[seat]))
        for chance, drawn in self._draw(shown, seat, self.setting.hand_size):
            stays = JOHN in drawn.hands[seat] or bool(self._plays(drawn, seat))
            then = seat if self.setting.redraw_then_play and stays else left
            yield chance, self._look_for_wind(drawn, then)
