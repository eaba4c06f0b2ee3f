"""What bites are worth by the standing, worked out with fractions."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache


@cache
def share(bites: tuple[int, ...], last_bite: int) -> Fraction:
    """Return the first player's share of the win: every round bites one, each as likely."""
    if max(bites) >= last_bite:
        return Fraction(bites[0] == min(bites), bites.count(min(bites)))
    after = ((*bites[:seat], bites[seat] + 1, *bites[seat + 1 :]) for seat in range(len(bites)))
    return sum((share(then, last_bite) for then in after), Fraction(0)) / len(bites)


def worths(bites: Sequence[int], last_bite: int, seat: int) -> list[float]:
    """Return what each seat's next bite is worth to a seat, in first bites of a game."""

    def seen_from(state: Sequence[int]) -> Fraction:
        return share((*state[seat:], *state[:seat]), last_bite)

    start = (0,) * len(bites)
    unit = share(start, last_bite) - share((1, *start[1:]), last_bite)
    then = [tuple(count + (who == other) for other, count in enumerate(bites)) for who in range(len(bites))]
    return [float((seen_from(state) - seen_from(tuple(bites))) / unit) for state in then]
