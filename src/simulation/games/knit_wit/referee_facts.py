"""What Knit Wit's referee knows before the first loop, read from a run's record."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

from simulation.errors import GamegaugeError
from simulation.referee import FoulError

COLOURS = ("red", "yellow", "blue", "green", "orange", "purple", "black", "white")
SPOOLS = 8
"""Spools in the box, numbered from 1, and as many loops (KW-1)."""
LOOPS_EACH = {2: 3, 3: 2, 4: 2, 5: 1, 6: 1, 7: 1, 8: 1}
HOLES = {2: (2,), 3: (2, 1), 4: (3, 2, 1)}
ALL_HOLES = (4, 3, 2, 1)
"""Loops, and spools, of a player; holes of the buttons from the top, by players (KW-2)."""
SECOND = 1000
"""Milliseconds."""
NARROW = 1e-9
"""A number so near to a limit may lie on either side of it."""


class Spool(NamedTuple):
    """A spool on the table: its number, when and by whom it was placed, and the loops round it."""

    number: int
    placed_turn: int
    seat: int
    signature: int

    @property
    def loops(self) -> int:
        """How many loops are round it."""
        return self.signature.bit_count()


class Design(NamedTuple):
    """What has been knitted: spools by number, words by turn, and how many regions there are."""

    spools: Sequence[Spool]
    words: Sequence[int | None]
    regions: int

    def words_of(self, spool: Spool) -> list[int | None]:
        """Return a spool's words in the order of their loops."""
        return [word for turn, word in enumerate(self.words) if spool.signature >> turn & 1]


class Facts:
    """Players, switches, words and people of a run.

    Raises
    ------
    GamegaugeError
        If the record does not hold them.
    """

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.players: int = record["players"]
        self.policies: Sequence[str] = record["policies"]
        try:
            self.loops_each = LOOPS_EACH[self.players]
            self._read_rules(record["rules"])
            self._read_words(record["components"]["words"]["words"])
            self._read_people(record["components"]["people"]["parameters"])
        except (KeyError, IndexError, TypeError, ValueError, OverflowError, AttributeError) as error:
            raise GamegaugeError(
                f"run.json does not hold Knit Wit's rules, words and people "
                f"({type(error).__name__}: {error}); allowed: the file as simulate wrote it"
            ) from None
        self.turns = self.players * self.loops_each
        loops = range(1, self.turns + 1)
        self.most_candidates = {count: self._most_candidates(count) for count in loops}
        self.fits = [{count: self._fit(seat, count) for count in loops} for seat in range(self.players)]
        self.holes = HOLES.get(self.players, ALL_HOLES)

    def _read_rules(self, rules: Mapping[str, Any]) -> None:
        self.hole_points = int(rules["hole_points"])
        self.duplicates_cancel = bool(rules["duplicates_cancel"])
        self.challenges = bool(rules["challenges"])
        self.challenge_first = bool(rules["challenge_first"])
        self.writes_on = bool(rules["one_more"]) and self.players == 2

    def _read_words(self, rows: Sequence[Mapping[str, Any]]) -> None:
        self.words = [str(row["word"]) for row in rows]
        self.word_difficulties = [float(row["difficulty"]) for row in rows]
        if len(set(self.words)) != len(self.words):
            raise ValueError("two words are the same")

    def _read_people(self, rows: Sequence[Mapping[str, Any]]) -> None:
        values = {str(row["name"]): [float(value) for value in row["values"]] for row in rows}
        for name, found in values.items():
            if 1 < len(found) < self.players:
                raise ValueError(f"{name} has {len(found)} numbers")
        one = {name: found[0] for name, found in values.items()}
        self.reach, self.visits = int(one["reach"]), int(one["visits"])
        self.think_seconds, self.difficulty = one["think_seconds"], one["difficulty"]
        self.spread, self.blank = one["spread"], one["blank"]
        self.candidates, self.narrowing = one["candidates"], one["narrowing"]
        self.fit, self.fit_loops, self.fit_originality = one["fit"], one["fit_loops"], one["fit_originality"]
        by_seat = {
            name: (found if len(found) > 1 else found * self.players)[: self.players]
            for name, found in values.items()
        }
        self.fluency, self.originality = by_seat["fluency"], by_seat["originality"]
        self.strictness = by_seat["strictness"]
        self.patience = [round(SECOND * seconds) for seconds in by_seat["patience"]]
        if min(*self.patience, *self.fluency) <= 0:
            raise ValueError("somebody has no patience, or never thinks of anything")

    def name(self, word: int | None) -> str:
        """Return a word in words."""
        return "no word" if word is None else self.words[word]

    def words_difficulty(self, words: Sequence[int | None]) -> float:
        """Return the difficulties of words, multiplied in their order (KW-10)."""
        return prod((self.word_difficulties[word] for word in words if word is not None), start=1.0)

    def median_seconds(self, seat: int, loops: int, words_difficulty: float) -> float:
        """Return the median time that a seat takes to find an answer (KW-10)."""
        median = self.think_seconds * self.difficulty ** (loops - 1)
        return median * words_difficulty / self.fluency[seat]

    def _most_candidates(self, loops: int) -> int:
        """Return how many answers there are for a spool (KW-11).

        Where arithmetic is not exact and a half is near, as many as rounding allows.
        """
        reckoned = self.candidates * self.narrowing ** (loops - 1)
        exact = Fraction(self.candidates) * Fraction(self.narrowing) ** (loops - 1)
        return max(1, round(exact), round(reckoned + NARROW) if exact != reckoned else 0)

    def _fit(self, seat: int, loops: int) -> float:
        """Return the fit of a seat's answer (KW-14)."""
        unoriginal = 1 - self.fit_originality * self.originality[seat]
        return self.fit * self.fit_loops ** (loops - 1) * unoriginal

    def is_challenged(self, seat: int, loops: int) -> set[bool]:
        """Return whether opponents challenge a seat's answer; both where it is too near to tell (KW-14)."""
        strictest = max(value for other, value in enumerate(self.strictness) if other != seat)
        gap = strictest - self.fits[seat][loops]
        if not self.challenges or not strictest:
            return {False}
        return {True, False} if abs(gap) <= NARROW else {gap > 0}


def equal(rule: str, what: str, found: object, due: object) -> None:
    """See that two things are the same.

    Raises
    ------
    FoulError
        If they are not.
    """
    if found != due:
        raise FoulError(rule, f"{what}: {found}, expected {due}")


def milliseconds(what: str, seconds: float) -> int:
    """Return a time in whole milliseconds (KW-10).

    Raises
    ------
    FoulError
        If it is none.
    """
    if not 0 <= seconds < float("inf") or abs(SECOND * seconds - round(SECOND * seconds)) > 1e-6:
        raise FoulError("KW-10", f"{what}: {seconds} s, expected whole milliseconds from 0")
    return round(SECOND * seconds)
