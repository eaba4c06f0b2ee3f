"""Verdicts measured for many sets of people, as SALib samples them."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from analysis.knit_wit.people import bounds, people_at
from analysis.knit_wit.verdicts import Verdict
from simulation.games.knit_wit.components import Trait
from simulation.plan import MAX_SEED

CHANCE = "chance"
"""Stands for another seed among the parameters."""
SEEDS = 1_000_003
"""How far apart the seeds of the two ends of ``CHANCE`` are."""
SEED_LIMIT = 2**32
"""SALib takes seeds below this."""


def problem_of(chosen: Mapping[str, Trait]) -> dict[str, Any]:
    """Return the parameters as SALib takes them."""
    return {"num_vars": len(chosen), "names": list(chosen), "bounds": bounds(chosen)}


def with_chance(problem: Mapping[str, Any]) -> dict[str, Any]:
    """Return a problem with ``CHANCE`` as its last parameter, from 0 to 1."""
    return {
        "num_vars": problem["num_vars"] + 1,
        "names": [*problem["names"], CHANCE],
        "bounds": [*problem["bounds"], [0.0, 1.0]],
    }


def measure_all(
    points: np.ndarray, chosen: Mapping[str, Trait], judged: Sequence[Verdict], games: int, seed: int
) -> dict[str, np.ndarray]:
    """Return every verdict's measure at every point. Shapes (points,).

    A column of ``points`` beyond those of ``chosen`` is that of ``CHANCE``: each of its values has a seed
    of its own.
    """
    found: dict[str, list[float]] = {one.name: [] for one in judged}
    for point in points:
        other = round(float(point[len(chosen)]) * SEEDS) if len(point) > len(chosen) else 0
        people = people_at(point[: len(chosen)], chosen, games, (seed + other) % MAX_SEED)
        for one in judged:
            value = one.measure(people).value
            # Where nobody answers anything there is no share of answers; nothing collides.
            found[one.name].append(0.0 if np.isnan(value) else value)
    return {name: np.array(values) for name, values in found.items()}
