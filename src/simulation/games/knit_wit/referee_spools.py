"""The table of spools: compared with the design, or all that is told of it in a log without events."""

from collections.abc import Sequence

from simulation.games.knit_wit.referee_facts import SPOOLS, Design, Facts, Spool, equal
from simulation.referee import BEYOND_RULES, FoulError, Row

NUMBER, LOOPS, SIGNATURE, PLACED_TURN, SEAT, DIFFICULTY = range(1, 7)
WORDS = slice(7, None)
"""Places in a row of spools."""


def check_spools(facts: Facts, design: Design, rows: Sequence[Row]) -> None:
    """Compare the rows of spools with the design.

    Raises
    ------
    FoulError
        At the first that is not as it has to be.
    """
    _check_numbers([row[NUMBER] for row in rows], [spool.number for spool in design.spools])
    for row, spool in zip(rows, design.spools, strict=True):
        whose, words = f"of spool {spool.number}", design.words_of(spool)
        equal("KW-4", f"turn {whose}", row[PLACED_TURN], spool.placed_turn)
        equal("KW-4", f"seat {whose}", row[SEAT], spool.seat)
        equal("KW-7", f"loops round it {whose}, as a bit mask", row[SIGNATURE], spool.signature)
        equal("KW-12", f"loops {whose}", row[LOOPS], spool.loops)
        found, due = list(row[WORDS]), [*words, *[None] * (len(row[WORDS]) - len(words))]
        if found != due:
            named = [
                ", ".join(facts.name(word) for word in some if word is not None) for some in (found, due)
            ]
            raise FoulError("KW-3", f"words {whose}: {named[0]}, expected {named[1]}")
        equal("KW-10", f"difficulty {whose}", row[DIFFICULTY], facts.words_difficulty(words))
    lowest = design.spools[0]
    if lowest.seat:
        what = f"seat {lowest.seat} holds spool {lowest.number}, the lowest, where seat 0 starts"
        raise FoulError("KW-2", what)


def _check_numbers(found: Sequence[int], due: Sequence[int]) -> None:
    if sorted(found) == list(due):
        equal(BEYOND_RULES, "numbers of the spools in their order", list(found), list(due))
    equal("KW-1", "numbers of the spools", list(found), list(due))


class Told:
    """A design of which only the end is told: the spools' rows say which spool each loop encloses."""

    def __init__(self, facts: Facts, rows: Sequence[Row]) -> None:
        self.facts, self.rows = facts, rows
        self.spools = [Spool(row[NUMBER], row[PLACED_TURN], row[SEAT], row[SIGNATURE]) for row in rows]

    def judge(self, regions: int) -> Design:
        """Return the design, if there can be one with so many regions.

        Raises
        ------
        FoulError
            If there cannot.
        """
        self._check_turns()
        self._check_enclosed()
        fewest, most = 2, 2
        for turn in range(1, self.facts.turns):
            fewest += 1 + self._fewest_passed(turn)
            most += 1 + min(self.facts.reach, most - 1)
        if not fewest <= regions <= most:
            raise FoulError("KW-7", f"regions: {regions}, expected {fewest} to {most}")
        return Design(self.spools, self._words(), regions)

    def _check_turns(self) -> None:
        """Check that every turn has a spool of the seat whose turn it is."""
        numbers, turns = [spool.number for spool in self.spools], range(self.facts.turns)
        if len(numbers) != len(turns) or len(set(numbers) & set(range(1, SPOOLS + 1))) != len(turns):
            raise FoulError("KW-1", f"spools {numbers} are on the table, expected {len(turns)} from 1 to 8")
        equal(BEYOND_RULES, "numbers of the spools in their order", numbers, sorted(numbers))
        if sorted(spool.placed_turn for spool in self.spools) != list(turns):
            raise FoulError("KW-4", "not every turn has one spool")
        for spool in self.spools:
            due = spool.placed_turn % self.facts.players
            equal("KW-4", f"seat of spool {spool.number}", spool.seat, due)

    def _before(self, turn: int) -> list[Spool]:
        """Return the spools that lie on the table before a turn."""
        return [spool for spool in self.spools if spool.placed_turn < turn]

    def _check_enclosed(self) -> None:
        """Check that every loop encloses one spool, and that spools went where there was none."""
        for spool in self.spools:
            turn = spool.placed_turn
            region = _by(spool, turn)
            if not region or not 0 <= spool.signature < 1 << self.facts.turns:
                raise FoulError(
                    "KW-6", f"spool {spool.number} is placed in no loop, or lies in loops to come"
                )
            if region in [_by(other, turn) for other in self._before(turn)]:
                raise FoulError("KW-6", f"spool {spool.number} is placed where another lies")
        for turn in range(1, self.facts.turns):
            inside = sum(spool.signature >> turn & 1 for spool in self._before(turn))
            equal("KW-5", f"spools that the loop of turn {turn} encloses", inside, 1)

    def _fewest_passed(self, turn: int) -> int:
        """Return how many regions a loop passed over at least, so that all that was used later is there.

        A region with this loop as its last came from one that was passed, unless from the enclosed one.
        """
        enclosed = next(_by(spool, turn - 1) for spool in self._before(turn) if spool.signature >> turn & 1)
        used = {_by(spool, turn) for spool in self.spools if spool.placed_turn >= turn}
        passed = {region ^ 1 << turn for region in used if region >> turn & 1} - {enclosed}
        # Of two regions that differ in d loops, a loop round both passes d - 1 between them.
        farthest = max(((region ^ enclosed).bit_count() for region in passed), default=0)
        fewest = max(len(passed), farthest)
        if fewest > self.facts.reach:
            raise FoulError("KW-7", f"turn {turn}: {fewest} regions passed, the reach is {self.facts.reach}")
        return fewest

    def _words(self) -> list[int | None]:
        """Return the word of each turn's loop, as a spool in it tells."""
        words: list[int | None] = [None] * self.facts.turns
        for row, spool in zip(self.rows, self.spools, strict=True):
            turns = [turn for turn in range(self.facts.turns) if spool.signature >> turn & 1]
            for turn, word in zip(turns, row[WORDS], strict=False):
                words[turn] = word
        if None in words:
            raise FoulError("KW-3", f"the loop of turn {words.index(None)} has no word")
        if len(set(words)) != len(words):
            raise FoulError("KW-3", "a word is drawn twice")
        return words


def _by(spool: Spool, turn: int) -> int:
    """Return the loops round a spool, or round the region that it goes into, after a turn's loop."""
    return spool.signature & (2 << turn) - 1
