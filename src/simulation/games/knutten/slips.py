"""Choosing by worth: the best choice, or with noise a slip now and then, as people make them."""

import numpy as np

from simulation.compiling import compiled
from simulation.randomness import unit

EQUAL = 1e-12
"""Worths that differ by less are equal."""
HALVINGS = 10
TOO_FAR = 40.0
"""Exponents below minus this count as no chance at all."""


@compiled()
def exponential(x):
    """Return e**x for x from -40 to 0 by products alone: the last bit of the C library's differs by machine.

    Source: the series of e**(x/1024), squared ten times; its relative error is below 1e-9.
    """
    small = x / 2.0**HALVINGS
    power = 1.0 + small * (
        1.0
        + small / 2.0 * (1.0 + small / 3.0 * (1.0 + small / 4.0 * (1.0 + small / 5.0 * (1.0 + small / 6.0))))
    )
    for _ in range(HALVINGS):
        power *= power
    return power


@compiled()
def best_of(worths, swarms, count):
    """Return the choice of most worth; among equals the largest swarm, then the first."""
    best = 0
    for choice in range(1, count):
        better = worths[choice] > worths[best] + EQUAL
        equal = abs(worths[choice] - worths[best]) <= EQUAL
        if better or (equal and swarms[choice] > swarms[best]):
            best = choice
    return best


@compiled()
def slip(worths, best, count, noise, luck):
    """Return a choice drawn with a chance proportional to exp(worth / noise)."""
    chances = np.empty(count)
    total = 0.0
    for choice in range(count):
        below_best = (worths[choice] - worths[best]) / noise
        chances[choice] = exponential(min(below_best, 0.0)) if below_best > -TOO_FAR else 0.0
        total += chances[choice]
    left = unit(luck) * total
    for choice in range(count):
        left -= chances[choice]
        if left < 0.0:
            return choice
    return best


@compiled()
def pick(view, worths, luck):
    """Return the best choice of a turn, or a slip where the player's ``noise`` is above 0."""
    best = best_of(worths, view.choice_swarm, view.choice_count)
    noise = view.noise[view.seat]
    return slip(worths, best, view.choice_count, noise, luck) if noise > 0.0 else best
