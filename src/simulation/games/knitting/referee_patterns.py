"""The pattern deck, the patterns in hands, and the log's row of each."""

from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from operator import lt
from typing import Any

from simulation.games.knitting.referee_facts import WILD, Facts, Yarn
from simulation.referee import BEYOND_RULES, FoulError, Row

DEALT = 3
"""Patterns that are dealt, and drawn at a time (KT-4, KT-7)."""
COLUMNS = (
    *("seat", "pattern", "special", "points", "weeks", "drawn_turn", "kept"),
    *("cast_on_turn", "finished_turn", "yarn", "wild_paid", "bonus", "in_hand_at_end"),
)
"""Columns of the table of patterns after the game's number, in the order of the rows."""
COLUMN_RULES = (
    *("KT-7", "KT-7", "KT-3", "KT-2", "KT-2", "KT-7", "KT-7"),
    *("KT-8", "KT-6", "KT-2", "KT-2", "KT-15", "KT-12"),
)
DRAWN = COLUMNS.index("cast_on_turn")
"""So many columns tell how a pattern was drawn; the others what became of it."""


@dataclass(eq=False)
class Held:
    """A pattern that came into a hand, as its row of the log tells it; ``_at`` counts draws and cast-ons."""

    seat: int
    pattern: int
    drawn_turn: int
    kept: int = 1
    cast_on_turn: int | None = None
    finished_turn: int | None = None
    yarn: int = 0
    wild_paid: int = 0
    bonus: int = 0
    in_hand_at_end: int = 0
    drawn_at: int = 0
    cast_on_at: float = inf


class Patterns:
    """All patterns of a game.

    The deck is a shuffled part, whose order nobody knows, and below it what was given back, in the order
    in which it was put there.

    Attributes
    ----------
    hands
        Patterns in each hand, in the order they came.
    """

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._shuffled = set(range(facts.catalogue)) - {facts.without}
        self._under = deque[int]()
        self._rows: list[Held] = []
        self._moment = 0
        self.hands: list[list[Held]] = [[] for _ in range(facts.players)]

    @property
    def left(self) -> int:
        """Cards in the deck."""
        return len(self._shuffled) + len(self._under)

    def draw(self, seat: int, pattern: int | None, turn: int, rule: str) -> Held:
        """Draw a pattern into a hand.

        Raises
        ------
        FoulError
            If it cannot be the deck's next card.
        """
        if pattern is None or pattern >= self._facts.catalogue:
            raise FoulError(rule, "no pattern of the deck is drawn, where one is due")
        name = self._facts.pattern_names[pattern]
        if self._shuffled:
            if pattern not in self._shuffled:
                raise FoulError("KT-1", f"{name} is drawn, but is not left in the deck")
            self._shuffled.remove(pattern)
        elif list(self._under)[:1] == [pattern]:
            self._under.popleft()
        else:
            due = self._facts.pattern_names[self._under[0]] if self._under else "nothing"
            raise FoulError("KT-7", f"{name} is drawn, but next in the deck is {due}")
        return self.gain(seat, pattern, turn)

    def gain(self, seat: int, pattern: int, turn: int) -> Held:
        """Put a pattern into a hand."""
        self._moment += 1
        held = Held(seat, pattern, turn, drawn_at=self._moment)
        self._rows.append(held)
        self.hands[seat].append(held)
        return held

    def give_back(self, held: Held) -> None:
        """Put a pattern from a hand under the deck (KT-7)."""
        held.kept = 0
        self.hands[held.seat].remove(held)
        self._under.append(held.pattern)

    def cast_on(self, held: Held, turn: int, paid: Yarn) -> None:
        """Take a pattern out of its hand to a cast-on card (KT-8)."""
        self._moment += 1
        self.hands[held.seat].remove(held)
        held.cast_on_turn, held.cast_on_at = turn, self._moment
        held.yarn, held.wild_paid = sum(paid), paid[WILD]

    def frog(self, held: Held) -> None:
        """Take a pattern from its cast-on card back into the hand (KT-3)."""
        held.cast_on_turn, held.cast_on_at, held.yarn, held.wild_paid = None, inf, 0, 0
        self.hands[held.seat].append(held)

    def close(self) -> None:
        """End the game: note what is left in the hands."""
        for held in (held for hand in self.hands for held in hand):
            held.in_hand_at_end = 1

    # The log's table

    def compare(self, rows: Sequence[Row]) -> None:
        """Compare the table of patterns with what the game made of them.

        Where a hand held equal copies of a special pattern, either may have been cast on.

        Raises
        ------
        FoulError
            At the first row that is not as it has to be.
        """
        if len(rows) != len(self._rows):
            what = f"{len(rows)} patterns are listed, but {len(self._rows)} came into hands"
            raise FoulError(BEYOND_RULES, what)
        due, found = [self._row(held) for held in self._rows], [row[1:] for row in rows]
        for place, (one, other) in enumerate(zip(found, due, strict=True)):
            self._compare_cells(place, one, other, DRAWN)
        if not self._equal_copies(found, due):
            for place, (one, other) in enumerate(zip(found, due, strict=True)):
                self._compare_cells(place, one, other, len(COLUMNS))

    def _equal_copies(self, found: Sequence[Row], due: Sequence[Row]) -> bool:
        """Tell whether the log says what became of each pattern, or of another that is equal to it."""
        told, true = self._by_fate(found), self._by_fate(due)
        return told.keys() == true.keys() and all(_could_be(told[fate], true[fate]) for fate in told)

    def _by_fate(self, rows: Sequence[Row]) -> dict[Any, list[Held]]:
        """Return the patterns by what became of them; equal copies in one hand together."""
        groups = defaultdict(list)
        for row, held in zip(rows, self._rows, strict=True):
            special = self._facts.patterns[held.pattern].special
            one = (held.seat, held.pattern) if special else held.drawn_at
            groups[one, row[DRAWN:]].append(held)
        return groups

    def _row(self, held: Held) -> Row:
        pattern = self._facts.patterns[held.pattern]
        return (
            *(held.seat, held.pattern, int(pattern.special), pattern.points, pattern.weeks),
            *(held.drawn_turn, held.kept, held.cast_on_turn, held.finished_turn),
            *(held.yarn, held.wild_paid, held.bonus, held.in_hand_at_end),
        )

    def _compare_cells(self, place: int, found: Row, due: Row, columns: int) -> None:
        for column in range(columns):
            if found[column] != due[column]:
                what = f"{COLUMNS[column]} of pattern {place} ({self._facts.pattern_names[due[1]]})"
                rule = COLUMN_RULES[column]
                raise FoulError(rule, f"{what}: {found[column]}, expected {due[column]}")


def _could_be(told: Sequence[Held], true: Sequence[Held]) -> bool:
    """Tell whether patterns were drawn in time for what became of others."""
    drawn, cast_on = sorted(held.drawn_at for held in told), sorted(held.cast_on_at for held in true)
    return len(drawn) == len(cast_on) and all(map(lt, drawn, cast_on))
