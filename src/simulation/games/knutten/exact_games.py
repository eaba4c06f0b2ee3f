"""Whole games of Knutten played by `random`, from the chances of their rounds.

After a bite a uniformly drawn seat starts (KN-11), and a stalled round hands on to the next seat, which
keeps an even chance even. So the starter has to be known only until the first bite at a round's end.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from simulation.errors import GamegaugeError
from simulation.games.knutten.exact_round import Law
from simulation.games.knutten.exact_turns import End

MOST_WORK = 1.5e7
"""Ways on from round to round that are followed at most."""

Bites = tuple[int, ...]


class Between(NamedTuple):
    """A game between two rounds; ``starter`` is None where every seat is as likely."""

    bites: Bites
    starter: int | None
    john_lies: bool


@dataclass(frozen=True)
class Match:
    """What a game's chances depend on besides its rounds."""

    players: int
    bites_to_lose: int
    max_rounds: int


class Games:
    """Games followed round by round; weights are whole numbers over a common denominator.

    Parameters
    ----------
    match
        Players and limits.
    law, law_under_john
        How rounds that seat 0 starts end, before John lies on the table and while he does.

    Attributes
    ----------
    first, among_first, win
        By seat: first bites divided among those bitten, chance to be one of them, share of wins.
    """

    def __init__(self, match: Match, law: Law, law_under_john: Law) -> None:
        self.match = match
        self._laws = (law, law_under_john)
        self._whole: dict[tuple[int | None, bool], list[tuple[End, int]]] = {}
        denominators = [chance.denominator for one in self._laws for chance in one.values()]
        self._law_total = lcm(*denominators) * match.players
        self._ties = lcm(*range(1, match.players + 1))
        self._first, self._among_first, self._win = ([0] * match.players for _ in range(3))
        self._work = 0.0
        total = self._play()
        self.first = [Fraction(weight, total) for weight in self._first]
        self.among_first = [Fraction(weight, total) for weight in self._among_first]
        self.win = [Fraction(weight, total) for weight in self._win]

    def _play(self) -> int:
        """Follow games to their ends; return the common denominator of what was summed up."""
        # As all weights are multiples of the first, up to all seats can share each.
        total = self._ties
        now: dict[Between, int] = {Between((0,) * self.match.players, 0, False): total}
        factor = self._law_total * self._ties
        for _ in range(self.match.max_rounds):
            if not now:
                break
            total *= factor
            for sums in (self._first, self._among_first, self._win):
                sums[:] = [weight * factor for weight in sums]
            now = self._one_round(now)
        for state, weight in now.items():
            self._note_winners(state.bites, weight)
        return total

    def _one_round(self, before: dict[Between, int]) -> dict[Between, int]:
        now: dict[Between, int] = defaultdict(int)
        won: dict[Bites, int] = defaultdict(int)
        for state, weight in before.items():
            for ways, bitten_first, after in self._after(state):
                self._count(weight)
                self._note_first(bitten_first, weight * ways)
                if max(after.bites) >= self.match.bites_to_lose:
                    won[after.bites] += weight * ways
                else:
                    now[after] += weight * ways
        for bites, weight in won.items():
            self._note_winners(bites, weight)
        return now

    def _after(self, state: Between) -> Iterator[tuple[int, Bites, Between]]:
        """Yield weight, those bitten first in the game if that is now, and the game after the round."""
        for end, chance in self._ends(state.starter, state.john_lies):
            for ways, target in self._john(state.bites) if end.john else [(self._ties, None)]:
                bites, bitten = list(state.bites), self._bitten(end)
                for seat in bitten:
                    bites[seat] += end.bites
                if target is not None:
                    # John bites before the round ends; at most once, as he is one card.
                    bites[target] += 1
                    bitten = (target,)
                starter = state.starter
                if end.cause != "stalled":
                    starter = None
                elif starter is not None:
                    starter = (starter + 1) % self.match.players
                after = Between(tuple(bites), starter, state.john_lies or end.john)
                yield ways * chance, () if any(state.bites) else bitten, after

    def _ends(self, starter: int | None, john_lies: bool) -> list[tuple[End, int]]:
        """Return the ends of a round from a starter, or from each as likely, as whole numbers."""
        if (starter, john_lies) not in self._whole:
            players = self.match.players
            starters = range(players) if starter is None else [starter] * players
            sums: dict[End, int] = defaultdict(int)
            for seat in starters:
                for end, chance in self._laws[john_lies].items():
                    there = None if end.seat is None else (end.seat + seat) % players
                    sums[end._replace(seat=there)] += int(chance * self._law_total) // players
            self._whole[starter, john_lies] = list(sums.items())
        return self._whole[starter, john_lies]

    def _bitten(self, end: End) -> Bites:
        if end.seat is None:
            return ()
        if end.cause == "swarm":
            return (end.seat,)
        return tuple(seat for seat in range(self.match.players) if seat != end.seat)

    def _john(self, bites: Bites) -> list[tuple[int, int | None]]:
        """Return whom John may bite: one of those with the fewest bites, if it is not the last (KN-16)."""
        fewest = min(bites)
        if fewest + 1 >= self.match.bites_to_lose:
            return [(self._ties, None)]
        tied = [seat for seat, count in enumerate(bites) if count == fewest]
        return [(self._ties // len(tied), seat) for seat in tied]

    def _note_winners(self, bites: Bites, weight: int) -> None:
        winners = [seat for seat, count in enumerate(bites) if count == min(bites)]
        for seat in winners:
            self._win[seat] += weight // len(winners)

    def _note_first(self, seats: Bites, weight: int) -> None:
        for seat in seats:
            self._first[seat] += weight // len(seats)
            self._among_first[seat] += weight

    def _count(self, weight: int) -> None:
        self._work += 1 + weight.bit_length() / 2000
        if self._work > MOST_WORK:
            raise GamegaugeError(
                "exact answers would take too many rounds; allowed: fewer players, "
                "or fewer bites to lose, or a smaller max_rounds"
            )
