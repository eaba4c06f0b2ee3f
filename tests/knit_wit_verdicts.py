"""Verdicts about Knit Wit whose measure is known, so that what they hang on is known too."""

from collections.abc import Callable, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from analysis.knit_wit.verdicts import VERDICTS, People, Verdict
from analysis.ratios import a_game
from simulation.games.knit_wit.components import traits

Values = Mapping[str, float]


@contextmanager
def pretended(threshold: float = 0.5, **measures: Callable[[Values], float]) -> Any:
    """Add verdicts by name, each measured from the values of all parameters, without a game."""

    def verdict(name: str, measure: Callable[[Values], float]) -> Verdict:
        def of(people: People) -> Any:
            values = {key: trait.default for key, trait in traits().items()} | dict(people.values)
            return a_game(np.full(people.games, float(measure(values))))

        return Verdict(name, f"{name} is so", threshold, of)

    with pytest.MonkeyPatch.context() as patch:
        for name, measure in measures.items():
            patch.setitem(VERDICTS, name, verdict(name, measure))
        yield


def plausible(name: str) -> float:
    """Return how wide the plausible range of a parameter is."""
    low, high = traits()[name].plausible
    return high - low
