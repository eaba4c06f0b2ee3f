"""Knit Wit's components: a word list, and a model of people as a TOML file (KW-3, KW-7, KW-10 to KW-14)."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from numbers import Real
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from simulation.components import Component
from simulation.errors import GamegaugeError
from simulation.games.knit_wit.layout import MAX_SEATS
from simulation.games.knit_wit.words import FOLDER, is_assumed, name_of
from simulation.games.knit_wit.words import Words as Words
from simulation.games.knit_wit.words import read_words as read_words
from simulation.paths import data_folder
from simulation.words import component_name

ASSUMED = "assumed"
PEOPLE = "people"
"""Name of the usual people."""


@dataclass(frozen=True)
class Trait:
    """What a parameter of the model means, as the shipped file tells it.

    ``plausible`` are the values between which people are taken to lie where a verdict is tried on other
    people; a ``whole`` number has no fraction, and one ``by_seat`` may differ from seat to seat.
    """

    rule: str
    meaning: str
    unit: str
    lowest: float
    highest: float
    default: float
    plausible: tuple[float, float]
    provenance: str
    whole: bool = False
    by_seat: bool = False

    @property
    def allowed(self) -> str:
        """Range in words."""
        kind = "a whole number" if self.whole else "a number"
        more = f", or a list of up to {MAX_SEATS} of them, one a seat" if self.by_seat else ""
        return f"{kind} from {self.lowest:g} to {self.highest:g}{more}"

    def holds(self, value: Any) -> bool:
        """Tell whether a value is one."""
        is_number = isinstance(value, Real) and not isinstance(value, bool)
        return is_number and self.lowest <= value <= self.highest and not (self.whole and value % 1)


class Parameter(BaseModel):
    """A parameter of the model: one value for everybody, or one a seat."""

    model_config = ConfigDict(frozen=True)

    name: str
    values: list[float]
    provenance: str

    def of(self, seat: int) -> float:
        """Return a seat's value."""
        return self.values[seat] if len(self.values) > 1 else self.values[0]


@dataclass(frozen=True)
class People(Component):
    """A model of people: all its parameters, in the order of the shipped file."""

    parameters: tuple[Parameter, ...]

    def __getitem__(self, name: str) -> Parameter:
        return next(one for one in self.parameters if one.name == name)

    @property
    def caveats(self) -> tuple[str, ...]:
        """What a finding that rests on these people has to say about them."""
        count, assumed = len(self.parameters), sum(is_assumed(one.provenance) for one in self.parameters)
        if not assumed:
            return ()
        name = component_name(PEOPLE, self.name, PEOPLE)
        return (
            f"{assumed} of the {count} parameters of {name} are assumed: how fast they think, how alike, how "
            "patiently and how strictly is not in any rulebook (KW-7, KW-10, KW-11, KW-14).",
        )


def _load(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:  # also what TOML itself finds wrong
        raise GamegaugeError(
            f"{path} cannot be read as TOML: {error}; allowed: lines as `patience = 90`, each key once"
        ) from None


@cache
def _shipped() -> dict[str, Any]:
    return _load(data_folder() / FOLDER / "people.toml")


@cache
def traits() -> Mapping[str, Trait]:
    """Return what each parameter means, by name, as ``data/knit_wit/people.toml`` tells it."""
    return {name: Trait(**table) for name, table in _shipped().items()}


def read_people(path: Path) -> People:
    """Read a model of people; parameters that a file leaves out are those of the shipped one.

    Raises
    ------
    GamegaugeError
        Naming the file and the key of the first fault.
    """
    told = _load(path)
    values, sources = {}, {}
    for name, given in told.items():
        is_table = isinstance(given, Mapping)
        if is_table:
            _check_table(path, name, given)
        values[name] = given["default"] if is_table else given
        sources[name] = _provenance(path, name, given) if is_table else ASSUMED
    return _people(name_of(path, PEOPLE), f"{path}, ", values, sources)


def _provenance(path: Path, name: str, given: Mapping[str, Any]) -> str:
    told = given.get("provenance", ASSUMED)
    if not (isinstance(told, str) and told.strip() and told.isprintable()):
        raise GamegaugeError(
            f"{path}, {name}: provenance {told!r} cannot be used; allowed: a text in one line"
        )
    return told


def _check_table(path: Path, name: str, given: Mapping[str, Any]) -> None:
    """Refuse a table without a value, or one that changes what is not its own to say, such as a range."""
    if "default" not in given:
        raise GamegaugeError(f"{path}, {name}: no value; allowed: a key `default`, or `{name} = NUMBER`")
    known = _shipped().get(name, {})
    for key, value in given.items():
        if key not in ("default", "provenance") and known.get(key) != value:
            raise GamegaugeError(
                f"{path}, {name}: {key} = {value!r} cannot be used; allowed: `default` and `provenance`, and "
                "all else as in the shipped file"
            )


def usual_people() -> People:
    """Return the shipped people."""
    return _people(PEOPLE, "", {}, {})


def change_people(people: Component, changes: Mapping[str, Any]) -> People:
    """Return people with some parameters changed; the name tells which.

    Raises
    ------
    GamegaugeError
        For an unknown parameter, or a value out of its range.
    """
    assert isinstance(people, People)
    changed = _people(people.name, "people, ", changes, {})
    names = set(changes)
    kept = {one.name: one for one in people.parameters if one.name not in names}
    told = [f"{one.name}={_told(one.values)}" for one in changed.parameters if one.name in names]
    return replace(
        changed,
        name=" with ".join(filter(None, [people.name, ", ".join(told)])),
        parameters=tuple(kept.get(one.name, one) for one in changed.parameters),
    )


def _told(values: Sequence[float]) -> str:
    return "/".join(f"{value:g}" for value in values)


def _people(name: str, where: str, values: Mapping[str, Any], sources: Mapping[str, str]) -> People:
    for key in values:
        if key not in traits():
            raise GamegaugeError(f"{where}unknown parameter {key!r}; allowed: {', '.join(traits())}")
    parameters = [
        Parameter(
            name=key,
            values=_values(where, key, trait, values.get(key, trait.default)),
            provenance=sources.get(key, ASSUMED),
        )
        for key, trait in traits().items()
    ]
    return People(name, tuple(parameters))


def _values(where: str, name: str, trait: Trait, given: Any) -> list[float]:
    listed = isinstance(given, list | tuple)
    values = list(given) if listed else [given]
    fits = 1 <= len(values) <= MAX_SEATS and (trait.by_seat or not listed)
    if not (fits and all(map(trait.holds, values))):
        raise GamegaugeError(
            f"{where}{name} {given!r} cannot be used; allowed: {trait.allowed} ({trait.unit})"
        )
    return [float(value) for value in values]
