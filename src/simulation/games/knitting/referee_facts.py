"""What Knitting's referee knows before the first deal, read from a run's record."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from simulation.errors import GamegaugeError
from simulation.games.knitting.components import COLOURS, RESERVED, SKEINS, WILDS, YARNS

Yarn = tuple[int, ...]
"""So many cards of each colour, and of Wild as the last."""
WILD = len(COLOURS)
NO_YARN: Yarn = (0,) * len(YARNS)
ALL_YARN: Yarn = (SKEINS,) * len(COLOURS) + (WILDS,)
WILD_WAY, TWO_FROM_DECK, TWO_STACKS, DECK_AND_STACK = range(len(RESERVED))
WAYS = len(RESERVED)
KNIT, DRAW_YARN, TAKE_YARN, DRAW_PATTERNS, EXTRA_CAST_ON, FROG = (
    *("knit", "draw_yarn", "take_yarn", "draw_patterns", "extra_cast_on", "frog"),
)
SPECIAL = "pattern"
"""Kind of the community cards that are patterns."""


class Pattern(NamedTuple):
    """A pattern as printed (KT-2); ``needs`` is the yarn that it asks for by name."""

    name: str
    points: int
    weeks: int
    needs: Yarn
    matching: int
    special: bool

    @property
    def yarn(self) -> int:
        """All the cards it takes."""
        return sum(self.needs) + self.matching


class Card(NamedTuple):
    """An action or a good deed (KT-3)."""

    name: str
    copies: int
    effect: str
    amount: int
    points: int


class Facts:
    """Players, switches, patterns and community cards of a run.

    Patterns are numbered as in the catalogue, special ones follow; what a log names is numbered with the
    ways to shop first, then patterns, then the other community cards.

    Raises
    ------
    GamegaugeError
        If the record does not hold them.
    """

    def __init__(self, record: Mapping[str, Any]) -> None:
        try:
            self._read_rules(record["rules"])
            self._read_patterns(record["components"]["patterns"]["patterns"])
            self._read_community(record["components"]["community"]["cards"])
            self.names = [*RESERVED, *self.pattern_names, *[card.name for card in self.cards]]
            if len(set(self.names)) != len(self.names):
                raise ValueError("two things have one name")
            self._read_force(record.get("force") or {})
        except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as error:
            raise GamegaugeError(
                f"run.json does not hold Knitting's rules, patterns and community cards "
                f"({type(error).__name__}: {error}); allowed: the file as simulate wrote it"
            ) from None
        self.players: int = record["players"]
        self.policies: Sequence[str] = record["policies"]

    def _read_rules(self, rules: Mapping[str, Any]) -> None:
        self.target = int(rules["target"])
        self.trade_price = int(rules["trade_price"])
        self.subtract = bool(rules["subtract"])
        self.subtract_special = bool(rules["subtract_special"])
        self.max_turns = int(rules["max_turns"])
        self.real_life = bool(rules["real_life"])
        self.real_patterns = int(rules["real_life_patterns"])
        self.real_colours = int(rules["real_life_colours"])

    def _read_patterns(self, rows: Sequence[Mapping[str, Any]]) -> None:
        self.patterns = [read_pattern(row["pattern"], row["points"], row, False) for row in rows]
        self.catalogue = len(self.patterns)

    def _read_community(self, rows: Sequence[Mapping[str, Any]]) -> None:
        copies = []
        for row in rows:
            if row["kind"] == SPECIAL:
                words = [word.split("=") for word in str(row["pattern"]).split()]
                needs = {name: int(count) for name, count in words}
                self.patterns.append(read_pattern(row["card"], row["points"], needs, True))
                copies.append(int(row["copies"]))
        self.cards = [
            Card(str(row["card"]), int(row["copies"]), row["effect"], int(row["amount"]), int(row["points"]))
            for row in rows
            if row["kind"] != SPECIAL
        ]
        self.pattern_names = [pattern.name for pattern in self.patterns]
        counts = [*copies, *[card.copies for card in self.cards]]
        self.community = dict(enumerate(counts, WAYS + self.catalogue))

    def _read_force(self, force: Mapping[str, Any]) -> None:
        """Read what an experiment changed: what is dealt to a seat, and what is taken out of the game."""
        given, without = force.get("pattern"), force.get("without")
        self.forced_seat, self.forced_yarn = int(force.get("seat", 0)), int(force.get("yarn", 0))
        self.dealt = None if given is None else (self.forced_seat, self._place(given))
        self.without = None if without is None else self._place(without)
        held, out = (self._card_place(force.get(name)) for name in ("card", "without_card"))
        self.forced_card = held
        if out is not None:
            self.community[out] -= 1

    def forced_cards(self, seat: int) -> int:
        """Return how many community cards a seat holds from the start."""
        return int(self.forced_card is not None and seat == self.forced_seat)

    @property
    def forced_specials(self) -> int:
        """How many of those are special patterns."""
        return int(self.forced_card is not None and self.pattern_of(self.forced_card) is not None)

    def _card_place(self, name: str | None) -> int | None:
        return None if name is None else self.names.index(name, WAYS + self.catalogue)

    def _place(self, name: str) -> int:
        return self.pattern_names[: self.catalogue].index(name)

    def pattern_of(self, what: int | None) -> int | None:
        """Return the pattern that a log's name stands for, if it is one."""
        if what is None or not WAYS <= what < WAYS + len(self.patterns):
            return None
        return what - WAYS

    def card_of(self, what: int | None) -> Card | None:
        """Return the action or good deed that a log's name stands for, if it is one."""
        first = WAYS + len(self.patterns)
        return None if what is None or what < first else self.cards[what - first]

    @cached_property
    def fewest_deeds(self) -> Mapping[int, int]:
        """By points of good deeds that some hand can have: the fewest cards that give them."""
        fewest = {0: 0}
        for card in self.cards:
            for _ in range(card.copies * (not card.effect)):
                for points, cards in list(fewest.items()):
                    more = points + card.points
                    fewest[more] = min(cards + 1, fewest.get(more, cards + 1))
        return fewest

    def name(self, what: int | None) -> str:
        """Return what a log names in words."""
        return "nothing" if what is None else self.names[what]


def read_pattern(name: str, points: int, needs: Mapping[str, Any], special: bool) -> Pattern:
    """Return a pattern from its needs by name; those that are not told are none."""
    yarn = tuple(int(needs.get(colour) or 0) for colour in YARNS)
    return Pattern(
        str(name), int(points), int(needs["weeks"]), yarn, int(needs.get("matching") or 0), special
    )


# Yarn


def plus(one: Yarn, other: Yarn) -> Yarn:
    """Return two lots of yarn together."""
    return tuple([left + right for left, right in zip(one, other, strict=True)])


def minus(one: Yarn, other: Yarn) -> Yarn:
    """Return yarn without some of it; below 0 where that is not in it."""
    return tuple([left - right for left, right in zip(one, other, strict=True)])


def is_in(part: Yarn, whole: Yarn) -> bool:
    """Tell whether some yarn is part of other yarn."""
    return all(0 <= few <= many for few, many in zip(part, whole, strict=True))


def colours_in(yarn: Yarn) -> int:
    """Return how many solid colours there are."""
    return WILD - yarn[:WILD].count(0)


def in_words(yarn: Yarn) -> str:
    """Return yarn as "2 red, 1 wild"."""
    return ", ".join(f"{count} {name}" for count, name in zip(yarn, YARNS, strict=True) if count) or "none"


# Payment


def can_pay(pattern: Pattern, stash: Yarn) -> bool:
    """Tell whether a stash can pay a pattern (KT-2): Wilds stand in for what is short."""
    short = [max(need - have, 0) for need, have in zip(pattern.needs[:WILD], stash[:WILD], strict=True)]
    spare = [max(have - need, 0) for need, have in zip(pattern.needs[:WILD], stash[:WILD], strict=True)]
    matching = max(pattern.matching - max(spare), 0)
    return sum(short) + matching + pattern.needs[WILD] <= stash[WILD]


def is_payment(pattern: Pattern, paid: Yarn) -> bool:
    """Tell whether cards pay a pattern exactly (KT-2)."""
    over = [max(cards - need, 0) for need, cards in zip(pattern.needs[:WILD], paid[:WILD], strict=True)]
    matched = max(over) == sum(over) <= pattern.matching
    return sum(paid) == pattern.yarn and paid[WILD] >= pattern.needs[WILD] and matched
