"""The rule by which the points of assumed patterns are made (KT-3)."""

from simulation.games.knitting.components import Needs

A_NAMED_CARD = 1.5
A_MATCHING_CARD = 1.25
A_WILD_CARD = 3.0
A_WEEK = 1.0


def points_by_rule(pattern: Needs) -> float:
    """Return the points that a pattern's needs are worth, plainly summed.

    A card of a named colour earns 1.5, for it may have to be waited for. A matching card earns a little
    less, 1.25: its colour is of choice, as a rule the one a player already has most of. A Wild earns 3,
    because the store gives one a turn where it gives two or more of the others, and every Wild spent on
    itself is missing elsewhere. A week earns 1 only: up to four projects are knitted side by side, so that
    a week costs the wait for a cast-on card rather than a turn.

    A catalogue adds noise to this; a pattern's noise is ``pattern.points - points_by_rule(pattern)``.
    """
    *colours, wild = pattern.needs
    cards = A_NAMED_CARD * sum(colours) + A_MATCHING_CARD * pattern.matching + A_WILD_CARD * wild
    return cards + A_WEEK * pattern.weeks
