"""Cards drawn from a swamp, each way with its exact chance."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb

Cards = tuple[int, ...]
"""Kinds of cards in ascending order."""
Layers = tuple[Cards, ...]
"""A swamp from the top: cards of a layer lie in random order, none lies above those of the layer before."""

CERTAIN = Fraction(1)


def without(cards: Cards, card: int) -> Cards:
    """Return some cards without one of them."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def draws(layers: Layers, count: int) -> Iterator[tuple[Fraction, Cards, Layers]]:
    """Yield every way to draw some cards, or all there are, without regard to their order.

    Yields
    ------
    tuple
        Chance, cards drawn, layers left.
    """
    if not layers or not count:
        yield CERTAIN, (), layers
        return
    top, below = layers[0], layers[1:]
    if len(top) <= count:
        for chance, cards, left in draws(below, count - len(top)):
            yield chance, tuple(sorted((*top, *cards))), left
        return
    total = comb(len(top), count)
    for ways, cards, kept in _picks(tuple(Counter(top).items()), count):
        yield Fraction(ways, total), cards, (kept, *below)


def _picks(copies: tuple[tuple[int, int], ...], count: int) -> Iterator[tuple[int, Cards, Cards]]:
    """Yield every choice among (kind, copies): in how many ways it happens, its cards, those left."""
    if not copies:
        if not count:
            yield 1, (), ()
        return
    (kind, number), others = copies[0], copies[1:]
    most_later = sum(copies for _, copies in others)
    for taken in range(max(count - most_later, 0), min(number, count) + 1):
        for ways, cards, left in _picks(others, count - taken):
            kept = (kind,) * (number - taken)
            yield ways * comb(number, taken), (kind,) * taken + cards, kept + left
