"""A Knitting table laid out by hand in the middle of a game, and read back, in ``knitting_words``."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from knitting_words import Wip, is_special, make_catalogue, make_community, name_of, named, numbers
from simulation.buffers import allocate, set_place
from simulation.components import find_component
from simulation.games.knitting import log
from simulation.games.knitting.components import (
    COLOURS,
    YARNS,
    Community,
    Patterns,
    read_community,
    read_patterns,
)
from simulation.games.knitting.layout import NONE, Table
from simulation.games.knitting.rules import Rules
from simulation.games.knitting.setting import STREAMS, other_cards, set_table, special_patterns
from simulation.games.knitting.table import seek_streams
from simulation.paths import data_folder
from simulation.randomness import PLAYERS, SHUFFLES, new_stream

ROWS = {"games": 1, "seats": 4, "patterns": 3000, "events": 30_000}


def shipped(patterns: str = "default", community: str = "default") -> tuple[Patterns, Community]:
    """Return a shipped catalogue and a shipped community deck."""
    folder = data_folder() / "knitting"
    return (
        read_patterns(find_component("patterns", patterns, folder / "patterns")),
        read_community(find_component("community", community, folder / "community")),
    )


class LaidTable:
    """A table in the middle of a game.

    Parameters
    ----------
    stashes
        Yarn of each seat.
    hands, cards
        Patterns, and other community cards, of each seat.
    wips
        What each seat's cast-on cards hold.
    store, deck, discards
        Yarn; the deck is drawn from at random.
    pattern_deck, community_deck
        Cards in drawing order.
    turn
        Number of the next turn, which tells whose it is.
    points
        FO points of each seat.
    catalogue
        Patterns and community cards to play with, instead of just those that lie somewhere.
    """

    def __init__(
        self,
        stashes: Sequence[str],
        hands: Sequence[Sequence[str]] = (),
        cards: Sequence[Sequence[str]] = (),
        wips: Sequence[Sequence[Wip]] = (),
        *,
        store: str = "",
        deck: str = "",
        discards: str = "",
        pattern_deck: Sequence[str] = (),
        community_deck: Sequence[str] = (),
        turn: int = 0,
        points: Sequence[int] = (),
        catalogue: tuple[Patterns, Community] | None = None,
        seed: int = 2016,
        **rules: Any,
    ) -> None:
        patterns = [*chain(*hands), *[wip.pattern for wip in chain(*wips)], *pattern_deck]
        community = [*chain(*cards), *community_deck, *filter(is_special, patterns)]
        self.catalogue = catalogue or (make_catalogue(patterns), make_community(community))
        self.rules = Rules(**rules)
        self.view, self.secret = set_table(len(stashes), self.rules, *self.catalogue, log_events=True)
        kinds = (*self.catalogue[0].patterns, *special_patterns(self.catalogue[1]))
        self.patterns = [one.pattern for one in kinds]
        self.card_names = [card.card for card in self.catalogue[1].cards]
        self.columns = log.tables(self.patterns, other_cards(self.catalogue[1]), ["scripted"])
        self.rows = allocate(log.DTYPES, ROWS)
        for name, buffer in self.rows.items():
            set_place(self.secret[0][name], buffer)
        self.luck = new_stream(seed, PLAYERS)
        for stream in STREAMS:
            self.secret[stream]["key"] = (seed, SHUFFLES)
        seek_streams(self.table, 0)
        self._lay_yarn(stashes, store, deck, discards)
        self._lay_hands(hands, cards)
        self._lay_decks(pattern_deck, community_deck)
        for seat, some in enumerate(wips):
            for slot, wip in enumerate(some):
                self._lay_wip(seat, slot, wip)
        self.view["fo_points"][0, : len(points)] = points
        self.view["turn"] = turn - 1

    @property
    def table(self) -> Table:
        """The table as compiled functions take it."""
        return Table(self.view[0], self.secret[0], self.luck[0])

    @property
    def players(self) -> int:
        """Players at the table."""
        return int(self.view["players"][0])

    def _lay_yarn(self, stashes: Sequence[str], store: str, deck: str, discards: str) -> None:
        view, secret = self.view[0], self.secret[0]
        for seat, stash in enumerate(stashes):
            secret["stashes"][seat] = numbers(stash)
            view["stash_counts"][seat] = sum(numbers(stash))
        view["store"] = secret["store_told"] = numbers(store)
        view["discards"] = numbers(discards)
        secret["yarn_deck"] = numbers(deck)
        view["yarn_left"] = sum(numbers(deck))

    def _lay_hands(self, hands: Sequence[Sequence[str]], cards: Sequence[Sequence[str]]) -> None:
        view, secret = self.view[0], self.secret[0]
        for seat, hand in enumerate(hands):
            secret["held"][seat] = len(hand)
            for place, text in enumerate(hand):
                secret["hands"][seat, place] = self.pattern(text)
                secret["rows"][seat, place] = log.log_drawn(self.table, seat, self.pattern(text))
                view["card_counts" if is_special(text) else "hand_counts"][seat] += 1
        for seat, some in enumerate(cards):
            secret["card_held"][seat] = len(some)
            secret["cards"][seat, : len(some)] = [self.card_names.index(text) for text in some]
            view["card_counts"][seat] += len(some)

    def _lay_decks(self, patterns: Sequence[str], community: Sequence[str]) -> None:
        view, secret = self.view[0], self.secret[0]
        secret["pattern_deck"][: len(patterns)] = [self.pattern(text) for text in patterns]
        view["patterns_left"] = len(patterns)
        last_first = [self.card_names.index(name_of(text)) for text in reversed(community)]
        secret["community_deck"][: len(community)] = last_first
        view["community_left"] = len(community)

    def _lay_wip(self, seat: int, slot: int, wip: Wip) -> None:
        view, pattern = self.view[0], self.pattern(wip.pattern)
        view["wip"][seat, slot] = pattern
        view["wip_weeks"][seat, slot] = wip.weeks
        view["wip_yarn"][seat, slot] = numbers(wip.yarn)
        self.secret["wip_row"][0, seat, slot] = log.log_drawn(self.table, seat, pattern)

    def pattern(self, text: str) -> int:
        """Return the number of a pattern."""
        return self.patterns.index(name_of(text))

    # Reading back

    def stash(self, seat: int) -> Counter[str]:
        """Return a seat's yarn."""
        return named(self.secret["stashes"][0, seat])

    def hand(self, seat: int) -> list[str]:
        """Return a seat's patterns in the order they came."""
        return [self.patterns[one] for one in self.secret["hands"][0, seat, : self.secret["held"][0, seat]]]

    def cards(self, seat: int) -> list[str]:
        """Return a seat's actions and good deeds in the order they came."""
        held = self.secret["card_held"][0, seat]
        return [self.card_names[card] for card in self.secret["cards"][0, seat, :held]]

    def wips(self, seat: int) -> list[Wip | None]:
        """Return what lies with each cast-on card; the yarn in the order of the colours."""
        view, found = self.view[0], []
        for slot, pattern in enumerate(view["wip"][seat]):
            lying = " ".join(f"{count} {name}" for name, count in named(view["wip_yarn"][seat, slot]).items())
            wip = Wip(self.patterns[pattern], int(view["wip_weeks"][seat, slot]), lying)
            found.append(None if pattern == NONE else wip)
        return found

    def fos(self, seat: int) -> Counter[str]:
        """Return the patterns on a seat's mat."""
        counts = self.view["fos"][0, seat]
        return Counter(
            {name: int(count) for name, count in zip(self.patterns, counts, strict=False) if count}
        )

    def points(self, seat: int) -> int:
        """Return a seat's FO points."""
        return int(self.view["fo_points"][0, seat])

    @property
    def store(self) -> Counter[str]:
        """The store."""
        return named(self.view["store"][0])

    @property
    def deck(self) -> Counter[str]:
        """The yarn deck."""
        return named(self.secret["yarn_deck"][0])

    @property
    def discards(self) -> Counter[str]:
        """The discarded yarn."""
        return named(self.view["discards"][0])

    @property
    def mat_yarn(self) -> Counter[str]:
        """Yarn on all mats together."""
        return named(self.view["mat_yarn"][0])

    @property
    def pattern_deck(self) -> list[str]:
        """Patterns left in drawing order."""
        ring = np.roll(self.secret["pattern_deck"][0], -int(self.secret["pattern_first"][0]))
        return [self.patterns[one] for one in ring[: int(self.view["patterns_left"][0])]]

    @property
    def community_deck(self) -> list[str]:
        """Community cards left in drawing order."""
        left = self.secret["community_deck"][0, : int(self.view["community_left"][0])]
        return [self.card_names[card] for card in left[::-1]]

    def real_patterns(self, seat: int) -> list[str]:
        """Return the patterns that a seat is knitting in real life."""
        return [self.patterns[one] for one in np.flatnonzero(self.view["real_pattern"][0, seat])]

    def real_colours(self, seat: int) -> list[str]:
        """Return the colours that a seat is knitting with in real life."""
        return [COLOURS[one] for one in np.flatnonzero(self.view["real_colour"][0, seat])]

    # Everything together

    def all_yarn(self) -> Counter[str]:
        """Return all yarn, wherever it lies."""
        lying = [self.store, self.deck, self.discards, self.mat_yarn, *map(self.stash, range(self.players))]
        with_wips = self.view["wip_yarn"][0, : self.players].reshape(-1, len(YARNS))
        return sum([*lying, *map(named, with_wips)], Counter())

    def all_patterns(self) -> Counter[str]:
        """Return all patterns, wherever they lie, special ones too."""
        found = Counter(self.pattern_deck)
        for seat in range(self.players):
            found += Counter(self.hand(seat)) + self.fos(seat)
            found += Counter(wip.pattern for wip in self.wips(seat) if wip)
        return found + Counter(card for card in self.community_deck if card in self.patterns)

    def played(self) -> Counter[str]:
        """Return the action cards that were played, which have left the game."""
        return +Counter(dict(zip(self.card_names, self.view["played"][0].tolist(), strict=False)))

    def all_cards(self) -> Counter[str]:
        """Return all actions and good deeds, those played too."""
        held = Counter(chain(*map(self.cards, range(self.players))))
        left = Counter(card for card in self.community_deck if card not in self.patterns)
        return held + left + self.played()
