"""People other than the usual ones: which values they may have, and what a verdict is for them."""

from collections.abc import Mapping, Sequence

import numpy as np

from analysis.knit_wit.verdicts import VERDICTS, People, Verdict
from simulation import GamegaugeError
from simulation.games.knit_wit.components import Trait, traits
from simulation.numbers import read_whole
from simulation.plan import MAX_SEED, PART_GAMES
from simulation.runs import Whole

FEWEST_GAMES = 20
"""Games of a setting at least: fewer tell hardly anything of a verdict."""


def read_verdicts(names: Sequence[str] | None) -> list[Verdict]:
    """Return verdicts by name, all of them for None.

    Raises
    ------
    GamegaugeError
        For no list, or a name that is none.
    """
    return [VERDICTS[name] for name in _named("verdicts", names, list(VERDICTS))]


def read_traits(names: Sequence[str] | None) -> dict[str, Trait]:
    """Return parameters of the model by name, all of them for None.

    Raises
    ------
    GamegaugeError
        For no list, or a name that is none.
    """
    return {name: traits()[name] for name in _named("parameters", names, list(traits()))}


def _named(what: str, names: Sequence[str] | None, known: list[str]) -> list[str]:
    """Return names of what is known, all of them for None."""
    if names is None:
        return known
    given = list(names) if isinstance(names, list | tuple) else []
    unknown = [name for name in given if not (isinstance(name, str) and name in known)]
    if not given or unknown or len(set(given)) < len(given):
        raise GamegaugeError(
            f"{what} {names} cannot be used; allowed: a list of {', '.join(known)}, each once"
        )
    return given


def read_games(games: Whole) -> int:
    """Return games of a setting."""
    return read_whole("games", games, FEWEST_GAMES, PART_GAMES)


def read_seed(seed: Whole) -> int:
    """Return a seed."""
    return read_whole("seed", seed, 0, MAX_SEED)


def bounds(chosen: Mapping[str, Trait]) -> list[list[float]]:
    """Return the plausible ends of parameters; whole numbers reach half a step further, to be rounded."""
    return [
        [one.plausible[0] - 0.5 * one.whole, one.plausible[1] + 0.5 * one.whole - 1e-9 * one.whole]
        for one in chosen.values()
    ]


def people_at(point: Sequence[float], chosen: Mapping[str, Trait], games: int, seed: int) -> People:
    """Return people with the values of a point within ``bounds``."""
    values = {
        name: _value(trait, float(value)) for (name, trait), value in zip(chosen.items(), point, strict=True)
    }
    return People(values, values.get("originality", traits()["originality"].default), games, seed)


def _value(trait: Trait, value: float) -> float:
    if trait.whole:
        value = float(np.floor(value + 0.5))
    return min(max(value, trait.plausible[0]), trait.plausible[1])


def usual_people(games: int, seed: int) -> People:
    """Return the usual people."""
    return People({}, traits()["originality"].default, games, seed)
