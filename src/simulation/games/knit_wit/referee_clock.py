"""The clock: whether a person can have written answers when the log says so, and stopped when it says so.

A person's time is made of visits to spools: each ends with an answer, or is given up after the person's
patience. So the time between two answers tells how many visits were given up between them.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import inf
from typing import NamedTuple

from simulation.games.knit_wit.referee_answers import Answer
from simulation.games.knit_wit.referee_facts import SECOND, Design, Facts
from simulation.referee import FoulError

ROUNDED = 1
"""Milliseconds by which a time differs from the median at most, where times do not spread."""


class Sheet(NamedTuple):
    """How far a person has come: the round, and its spools to come and those given up (KW-10)."""

    number: int
    to_come: int
    given_up: int = 0

    def _next(self) -> "Sheet":
        return self if self.to_come else Sheet(self.number + 1, self.given_up)

    def write(self) -> "Sheet":
        """Return the sheet after an answer."""
        return Sheet(self.number, self.to_come - 1, self.given_up)._next()

    def give_up(self) -> "Sheet":
        """Return the sheet after a spool is given up."""
        return Sheet(self.number, self.to_come - 1, self.given_up + 1)._next()


class Clock:
    """One seat's time line.

    Attributes
    ----------
    moment
        When the last answer was written, in milliseconds.
    sheets
        How far the person can have come by then.
    medians
        By spool: the median time that it takes, in milliseconds.
    late
        By round: spools at most that are given up in it; fewer than all only where times are all medians
        and none is blank.
    """

    def __init__(self, facts: Facts, seat: int, design: Design, answers: Sequence[Answer]) -> None:
        self.facts, self.patience, self.answers = facts, facts.patience[seat], answers
        self.moment, self.sheets = 0, {Sheet(1, len(design.spools))}
        self.medians = {
            spool.number: SECOND
            * facts.median_seconds(seat, spool.loops, facts.words_difficulty(design.words_of(spool)))
            for spool in design.spools
        }
        self.late = [len(design.spools)] * facts.visits
        if not facts.spread and not facts.blank:
            for place in range(facts.visits):
                limit = (place + 1) * self.patience
                self.late[place] = sum(median > limit - ROUNDED for median in self.medians.values())

    def run(self) -> None:
        """Go through the answers in the order of their times.

        Raises
        ------
        FoulError
            At the first that cannot come then.
        """
        for moment, group in groupby(sorted(self.answers, key=_moment), key=_moment):
            sheets = set[Sheet]()
            together = list(group)
            for order in self._orders(together):
                sheets |= self._after(order, moment - self.moment)
            if not sheets:
                what = f"the answer {together[0].whose} cannot come at {together[0].second} s"
                raise FoulError("KW-10", f"{what}, {moment - self.moment} ms after what was done before")
            self.moment, self.sheets = moment, sheets

    def _orders(self, together: Sequence[Answer]) -> Iterator[Sequence[Answer]]:
        """Yield the orders in which answers of the same millisecond can have come, as far as that matters.

        Only the first took any time in its visit; of the others, those with shorter times came earlier.
        """
        if self.facts.spread or len(together) == 1:
            yield together
            return
        ascending = sorted(together, key=lambda answer: self.medians[answer.spool])
        for first in together:
            yield [first, *[answer for answer in ascending if answer is not first]]

    def _after(self, order: Sequence[Answer], gap: int) -> set[Sheet]:
        """Return how far the person can have come after answers so long after what was done before."""
        sheets = self.sheets
        for place, answer in enumerate(order):
            left = 0 if place else gap
            sheets = {
                found.write()
                for sheet in sheets
                for found, time in self._giving_up(sheet, left)
                if self._can_write(found, answer, left - time)
            }
        return sheets

    def _giving_up(self, sheet: Sheet, most: float = inf) -> Iterator[tuple[Sheet, int]]:
        """Yield a sheet after no, one, two and more spools were given up, and the time that takes."""
        time = 0
        while time <= most:
            yield sheet, time
            if self._is_done(sheet) or sheet.given_up >= self.late[sheet.number - 1]:
                return
            sheet, time = sheet.give_up(), time + self.patience

    def _is_done(self, sheet: Sheet) -> bool:
        """Tell whether nothing more comes on a sheet."""
        return not sheet.to_come or sheet.number > self.facts.visits

    def _can_write(self, sheet: Sheet, answer: Answer, visit: int) -> bool:
        """Tell whether a visit of so many milliseconds can end with an answer."""
        if self._is_done(sheet) or not 0 <= visit <= self.patience:
            return False
        thought = (sheet.number - 1) * self.patience + visit
        return bool(self.facts.spread) or abs(thought - self.medians[answer.spool]) <= ROUNDED

    # The end

    def ends(self) -> set[int]:
        """Return when the sheet can be done, if no more answers come."""
        return {
            self.moment + time
            for sheet in self.sheets
            for found, time in self._giving_up(sheet)
            if self._is_done(found)
        }

    def can_take_button(self, moment: int) -> bool:
        """Tell whether the person can take a button then: it has just written, or given a spool up (KW-8)."""
        gap = moment - self.moment
        return any(gap == time for sheet in self.sheets for _, time in self._giving_up(sheet))

    def can_write_until(self, moment: int) -> bool:
        """Tell whether the person can still have been writing then: the sheet was not done before."""
        gap = moment - self.moment
        return gap >= 0 and any(
            gap <= time + (0 if self._is_done(found) else self.patience)
            for sheet in self.sheets
            for found, time in self._giving_up(sheet)
        )


def _moment(answer: Answer) -> int:
    return answer.moment
