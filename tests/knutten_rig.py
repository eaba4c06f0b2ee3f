"""A Knutten table set by hand: hands, the order of the swamp and the swarm are given, turns are scripted."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types

from simulation import Run, simulate
from simulation.buffers import allocate, set_place
from simulation.columns import to_frame
from simulation.compiling import compiled
from simulation.games.knutten import choices, log
from simulation.games.knutten.components import JOHN, Card, Deck
from simulation.games.knutten.john import count_fives
from simulation.games.knutten.layout import (
    GIVE,
    KEEPS,
    MAX_SEATS,
    NONE,
    PLAYS,
    SHOOS,
    START,
    Table,
    player_signature,
    secret_type,
    view_type,
)
from simulation.games.knutten.play import play_round, players_type
from simulation.games.knutten.rules import Rules
from simulation.games.knutten.setting import set_table
from simulation.games.knutten.turns import FAULT
from simulation.randomness import PLAYERS, SHUFFLES, new_stream, seek, stream_type

HEADER = "card,copies,side_a,side_b,group,provenance"
SCRIPT_MOVES = 32
JOHN_TO = 240  # a move's code; plus the seat, or plus MAX_SEATS where there is nobody to choose
KEEP, SHOO, NO_MOVE = 253, 254, 255
CAUSES = dict(enumerate(log.CAUSES))


@numba.njit
def _code(view, choice):
    """Return the code of a choice of a turn, without John's receiver."""
    if view.choice_what[choice] == KEEPS:
        return KEEP
    if view.choice_what[choice] == SHOOS:
        return SHOO
    kind = view.hand[view.choice_slot[choice]]
    return JOHN_TO if kind == view.john_kind else kind * 2 + view.choice_side[choice]


@numba.njit(player_signature)
def scripted(view, luck):
    """Make the next move of the script, which lies in the stream's block: a byte a move.

    Who gets John belongs to the move that plays him, so that this question takes no byte.
    """
    position = luck.halves - (view.decision == GIVE)
    luck.halves = position + 1
    word = luck.block[position >> 3]
    move = np.int64((word >> np.uint64(8 * (position & 7))) & np.uint64(255))
    for choice in range(view.choice_count):
        if view.decision == GIVE:
            if move == JOHN_TO + view.choice_seat[choice] or view.choice_count == 1:
                return choice
        elif _code(view, choice) == (JOHN_TO if JOHN_TO <= move < KEEP else move):
            return choice
    return -1


_everything = (view_type[::1], secret_type[::1], stream_type[::1], stream_type[::1])


@compiled(types.UniTuple(types.int64, 3)(players_type, *_everything))
def _round(players, view, secret, shuffles, luck):
    secret[0].plays = 0
    cause, who = play_round(Table(view[0], secret[0], shuffles[0], luck[0]), players)
    return cause, who, secret[0].plays


def faces(card: str) -> tuple[str, str]:
    """Return the two sides of a card called "side_a/side_b"; "2/7 (red)" is another card with these sides."""
    side_a, side_b = card.split(" ", maxsplit=1)[0].split("/")
    return side_a, side_b


def make_deck(copies: dict[str, int]) -> Deck:
    """Return a deck of cards named by their sides; John is none of its cards."""
    cards = [
        Card(
            card=name,
            copies=count,
            side_a=faces(name)[0],
            side_b=faces(name)[1],
            group="number",
            provenance="x",
        )
        for name, count in copies.items()
        if name != JOHN
    ]
    return Deck("by hand", tuple(cards))


def write_deck(folder: Path, copies: dict[str, int], name: str = "deck") -> str:
    """Write such a deck as a file; return its path."""
    rows = [f"{card},{count},{','.join(faces(card))},number,assumed" for card, count in copies.items()]
    path = folder / f"{name}.csv"
    path.write_text("\n".join([HEADER, *rows]) + "\n", encoding="utf-8")
    return str(path)


def knutten(out: Path, **arguments: Any) -> Run:
    """Simulate Knutten into a folder."""
    return simulate("knutten", out=out, progress=False, **arguments)


@dataclass(frozen=True)
class Outcome:
    """How a stretch of scripted turns went: ``cause`` is stalled where all turns were taken."""

    cause: str
    who: int
    plays: int
    events: list[dict[str, Any]]

    @property
    def swarms(self) -> list[int]:
        """The swarm after each event."""
        return [event["swarm"] for event in self.events]

    @property
    def seats(self) -> list[int]:
        """Whose event each was."""
        return [event["seat"] for event in self.events]

    @property
    def names(self) -> list[str]:
        """What happened, event by event."""
        return [event["event"] for event in self.events]


class Rig:
    """A table in the middle of a round.

    Parameters
    ----------
    hands
        Card names of each seat; "2/7" has the sides 2 and 7, "John Knut" is John.
    swamp
        Card names in the order in which they are drawn.
    swarm, swarm_cards
        Its size, and the cards that lie in it.
    copiers
        Seats whose `?` wait, the earliest first.
    more
        Further cards of the deck, as names.
    john_seat
        In front of whom John lies; he plays along too where a card is named after him.
    bites
        Bites of each seat.
    """

    def __init__(
        self,
        hands: Sequence[Sequence[str]],
        swamp: Sequence[str] = (),
        swarm: int = 0,
        swarm_cards: Sequence[str] = (),
        copiers: Sequence[int] = (),
        more: Sequence[str] = (),
        john_seat: int | None = None,
        bites: Sequence[int] = (),
        **rules: Any,
    ) -> None:
        everything = [*(card for hand in hands for card in hand), *swamp, *swarm_cards, *more]
        self.deck = make_deck(dict(Counter(everything)))
        self.names = [card.card for card in self.deck.cards]
        self.rules = Rules(**{"john": JOHN in everything or john_seat is not None, **rules})
        if self.rules.john:
            self.names.append(JOHN)
        self.view, self.secret = set_table(len(hands), self.rules, self.deck, log_events=True)
        self.shuffles, self.luck = new_stream(2016, SHUFFLES), new_stream(2016, PLAYERS)
        self._lay_out(hands, swamp, swarm, swarm_cards, copiers)
        self.view["bites"][0, : len(bites)] = bites
        if self.rules.john:
            self._place_john(JOHN in everything, john_seat)

    def _lay_out(self, hands, swamp, swarm, swarm_cards, copiers) -> None:
        view, secret = self.view[0], self.secret[0]
        seek(self.shuffles[0], 0, 0)
        seek(self.luck[0], 0, 0)
        secret["hands"] = NONE
        for seat, hand in enumerate(hands):
            secret["hands"][seat, : len(hand)] = self.kinds(hand)
            view["hand_counts"][seat] = len(hand)
        secret["under"][: len(swamp)] = self.kinds(swamp)
        secret["under_cards"] = view["swamp"] = len(swamp)
        view["swarm"] = swarm
        view["swarm_kind"][: len(swarm_cards)] = self.kinds(swarm_cards)
        view["swarm_cards"] = len(swarm_cards)
        for kind in self.kinds(swarm_cards):
            view["in_swarm"][kind] += 1
            view["played"][kind] += 1
        view["waiting"] = len(copiers)
        view["waiting_seat"][: len(copiers)] = copiers

    def _place_john(self, among_the_cards: bool, seat: int | None) -> None:
        view = self.view[0]
        view["copies"][view["john_kind"]] = among_the_cards
        if seat is not None:
            view["john_seat"] = seat
            count_fives(view, 0)

    def kinds(self, cards: Sequence[str]) -> list[int]:
        """Return the kinds of named cards."""
        return [self.names.index(card) for card in cards]

    @property
    def table(self) -> Table:
        """The table as compiled functions take it."""
        return Table(self.view[0], self.secret[0], self.shuffles[0], self.luck[0])

    def play(self, *moves: str, turns: int = 0, starter: int = 0, players: Any = scripted) -> Outcome:
        """Take turns from a seat on, then stop.

        Moves are "9/3 b", "john" where one player alone may get him, "john 2" for seat 2, "keep" to
        hold John back and "shoo" to skip the turn; or the player given makes them.
        """
        self.view["starter"] = starter
        self.view["max_turns"] = turns or len(moves)
        if players is scripted:
            self._write_script(moves)
        rows = allocate(log.DTYPES, {"games": 1, "seats": 8, "rounds": 1, "events": 200})
        for name, buffer in rows.items():
            set_place(self.secret[0][name], buffer)
        cause, who, plays = _round((players,) * MAX_SEATS, self.view, self.secret, self.shuffles, self.luck)
        assert cause != FAULT, f"seat {who} cannot make the next move of {moves}"
        written = rows["events"][: self.secret["events"]["written"][0]]
        columns = log.tables(self.names, (), self.rules.hand_size)["events"]
        return Outcome(CAUSES[cause], int(who), int(plays), to_frame(written, columns).to_dicts())

    def _write_script(self, moves: Sequence[str]) -> None:
        codes = np.full(SCRIPT_MOVES, NO_MOVE, np.uint8)
        for position, move in enumerate(moves):
            codes[position] = self._code_of(move)
        self.luck["block"][0] = codes.view("<u8")
        self.luck["halves"] = 0

    def _code_of(self, move: str) -> int:
        named = {"keep": KEEP, "shoo": SHOO, "john": JOHN_TO + MAX_SEATS}
        if move in named:
            return named[move]
        card, last = move.rsplit(" ", 1)
        return JOHN_TO + int(last) if card == "john" else 2 * self.names.index(card) + "ab".index(last)

    def hand(self, seat: int) -> list[str | None]:
        """Return the cards in a seat's slots."""
        slots = self.secret["hands"][0, seat, : self.rules.hand_size]
        return [None if kind == NONE else self.names[kind] for kind in slots]

    def cards_of(self, seat: int) -> list[str]:
        """Return a seat's cards in alphabetical order."""
        return sorted(card for card in self.hand(seat) if card)

    @property
    def swamp(self) -> list[str]:
        """Cards in the swamp: the unordered ones first, then those under them from the top."""
        secret = self.secret[0]
        ring = np.roll(secret["under"], -int(secret["under_first"]))[: secret["under_cards"]]
        return [self.names[kind] for kind in (*secret["pile"][: secret["pile_cards"]], *ring)]

    @property
    def swarm_cards(self) -> list[str]:
        """Cards in the swarm in the order of play."""
        return [self.names[kind] for kind in self.view["swarm_kind"][0, : int(self.view["swarm_cards"][0])]]

    @property
    def swarm(self) -> int:
        """Size of the swarm."""
        return int(self.view["swarm"][0])

    @property
    def waiting(self) -> int:
        """Waiting `?`."""
        return int(self.view["waiting"][0])

    @property
    def john_seat(self) -> int | None:
        """In front of whom John lies."""
        seat = int(self.view["john_seat"][0])
        return None if seat == NONE else seat

    @property
    def bites(self) -> list[int]:
        """Bites of each seat."""
        return self.view["bites"][0, : int(self.view["players"][0])].tolist()

    def all_cards(self) -> Counter[str]:
        """Return how many of each card lie anywhere but in front of a player."""
        hands = [card for seat in range(int(self.view["players"][0])) for card in self.cards_of(seat)]
        return Counter([*hands, *self.swamp, *self.swarm_cards])

    def ask(self, player: Any, seat: int) -> tuple[str, str]:
        """Return the card and side that a player chooses for a seat."""
        choices.list_turn(self.table, seat)
        choice = player(self.view[0], self.luck[0])
        assert 0 <= choice < self.view["choice_count"][0]
        return self.choice(choice)

    def choice(self, choice: int) -> tuple[str, str]:
        """Return card and side of a choice; ("keep", "") and ("shoo", "") play no card."""
        view = self.view[0]
        what = view["choice_what"][choice]
        if what != PLAYS:
            return {KEEPS: "keep", SHOOS: "shoo"}[int(what)], ""
        return self.names[view["hand"][view["choice_slot"][choice]]], "ab"[view["choice_side"][choice]]

    def choices(self, seat: int) -> list[tuple[str, str]]:
        """Return what a seat may do; nothing at all means KN-8."""
        choices.list_turn(self.table, seat)
        return [self.choice(choice) for choice in range(int(self.view["choice_count"][0]))]

    def ask_starter(self, player: Any, seat: int) -> int:
        """Return the seat that a player lets start."""
        choices.list_starters(self.table, seat)
        assert self.view["decision"][0] == START
        return int(player(self.view[0], self.luck[0]))

    def ask_receiver(self, player: Any, seat: int) -> int:
        """Return the seat that a player gives John to."""
        choices.list_receivers(self.table, seat)
        assert self.view["decision"][0] == GIVE
        return int(self.view["choice_seat"][0, player(self.view[0], self.luck[0])])
