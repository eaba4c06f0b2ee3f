"""What a pattern asks for, and whether a stash can pay it (KT-2). Compiled; players use it as well."""

from simulation.compiling import compiled
from simulation.games.knitting.layout import COLOUR_COUNT, NONE, WILD


@compiled()
def asked_of(view, pattern, matching, colour):
    """Return the cards that a pattern asks of a colour, if its matching ones are to be of ``matching``."""
    return view.needs[pattern, colour] + (view.matching[pattern] if colour == matching else 0)


@compiled()
def named_shortage(view, stash, pattern):
    """Return how many cards of the colours asked for by name a stash lacks."""
    short = 0
    for colour in range(COLOUR_COUNT):
        short += max(view.needs[pattern, colour] - stash[colour], 0)
    return short


@compiled()
def matching_shortage(view, stash, pattern, colour):
    """Return how many more cards are lacking if the matching ones are to be of a colour."""
    left = max(stash[colour] - view.needs[pattern, colour], 0)
    return max(view.matching[pattern] - left, 0)


@compiled()
def shortage(view, stash, pattern, matching):
    """Return how many Wilds a payment needs, for requirements and for what is short; -1: no matching."""
    short = view.needs[pattern, WILD] + named_shortage(view, stash, pattern)
    return short if matching == NONE else short + matching_shortage(view, stash, pattern, matching)


@compiled()
def best_matching(view, stash, pattern):
    """Return the colour in which the matching cards lack fewest, the largest rest first; -1 without any."""
    if view.matching[pattern] == 0:
        return NONE
    best, least = 0, 1000
    for colour in range(COLOUR_COUNT):
        rest = stash[colour] - view.needs[pattern, colour]
        cost = 100 * matching_shortage(view, stash, pattern, colour) - rest
        best = colour if cost < least else best
        least = min(cost, least)
    return best


@compiled()
def wilds_needed(view, stash, pattern):
    """Return how many Wilds the cheapest payment needs: without branches, for it is asked most of all."""
    matching, named, fewest = view.matching[pattern], 0, view.matching[pattern]
    for colour in range(COLOUR_COUNT):
        rest = stash[colour] - view.needs[pattern, colour]
        named += max(-rest, 0)
        fewest = min(fewest, matching - min(max(rest, 0), matching))
    return view.needs[pattern, WILD] + named + fewest


@compiled()
def missing(view, stash, pattern):
    """Return how many cards a stash lacks for a pattern, its Wilds put to use."""
    return max(wilds_needed(view, stash, pattern) - stash[WILD], 0)


@compiled()
def can_pay(view, stash, pattern):
    """Tell whether a stash pays for a pattern."""
    return missing(view, stash, pattern) == 0


@compiled()
def fewest_wilds(view, stash, pattern, matching, colour):
    """Return how many Wilds have to stand for a colour."""
    return max(asked_of(view, pattern, matching, colour) - stash[colour], 0)
