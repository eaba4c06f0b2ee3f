"""How a round of Knutten played by `random` ends: every end with its exact chance."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from math import lcm

from simulation.errors import GamegaugeError
from simulation.games.knutten.exact_turns import PLAYED, End, Setting, State, Turns, Ways

MOST_WAYS = 1_000_000
"""Ways on from all states of a round that are looked for at most: half a minute, up to a gigabyte."""
MOST_WORK = 3e7
"""Ways on that are followed at most, each as often as a turn follows it."""

Law = dict[End, Fraction]
Weights = tuple[int, list[tuple[State | End, int]]]
"""A common denominator, and the numerators of what may follow."""


class RoundLaws:
    """The chances of rounds that seat 0 starts.

    Chances are whole numbers over a common denominator that grows from turn to turn: fractions in
    lowest terms would be the same, later.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.turns = Turns(setting)
        self._known: dict[State, Weights] = {}
        self._same: dict[State | End, State | End] = {}
        self._ways = 0
        self._work = 0.0

    def law(self, john: int | None) -> Law:
        """Return the chance of every end.

        Parameters
        ----------
        john
            None in games without him, else AWAY (he is in the pile) or LAY_BEFORE (on the table).

        Raises
        ------
        GamegaugeError
            If the round has too many states to look at all of them.
        """
        total, dealt = self._weigh(self.turns.deal(john))
        now: dict[State, int] = defaultdict(int)
        ends: dict[End, int] = defaultdict(int)
        _add(dealt, 1, now, ends)
        for _ in range(self.setting.max_turns):
            if not now:
                break
            now, ends, factor = self._one_turn(now, ends)
            total *= factor
        for state, weight in now.items():
            ends[End("stalled", None, 0, state.john == PLAYED)] += weight
        return {end: Fraction(weight, total) for end, weight in ends.items()}

    def _one_turn(
        self, before: dict[State, int], ended: dict[End, int]
    ) -> tuple[dict[State, int], dict[End, int], int]:
        """Take a turn in every state; return what is then, and by what the common denominator grew."""
        after = {state: self._after(state) for state in before}
        factor = lcm(*(total for total, _ in after.values()))
        now: dict[State, int] = defaultdict(int)
        ends = defaultdict(int, {end: weight * factor for end, weight in ended.items()})
        for state, weight in before.items():
            total, ways = after[state]
            self._count(len(ways), weight)
            _add(ways, weight * (factor // total), now, ends)
        return now, ends, factor

    def _after(self, state: State) -> Weights:
        if state not in self._known:
            self._known[state] = self._weigh(self.turns.after(state))
        return self._known[state]

    def _weigh(self, ways: Ways) -> Weights:
        chances: dict[State | End, Fraction] = defaultdict(Fraction)
        for chance, then in ways:
            self._ways += 1
            if self._ways > MOST_WAYS:
                raise _too_large(f"more than {MOST_WAYS:,} ways from turn to turn")
            chances[then] += chance
        total = lcm(*(chance.denominator for chance in chances.values()))
        # Many ways lead to the same state, which is kept once.
        return total, [
            (self._same.setdefault(then, then), chance.numerator * (total // chance.denominator))
            for then, chance in chances.items()
        ]

    def _count(self, ways: int, weight: int) -> None:
        # Long numbers take longer to multiply.
        self._work += ways * (1 + weight.bit_length() / 2000)
        if self._work > MOST_WORK:
            raise _too_large("too many turns to follow")


def _add(
    ways: Iterable[tuple[State | End, int]], times: int, now: dict[State, int], ends: dict[End, int]
) -> None:
    for then, weight in ways:
        if isinstance(then, End):
            ends[then] += times * weight
        else:
            now[then] += times * weight


def _too_large(what: str) -> GamegaugeError:
    return GamegaugeError(
        f"exact answers would take {what}; allowed: fewer cards, kinds of cards or players, "
        "or a smaller hand_size, bite_at or max_turns"
    )
