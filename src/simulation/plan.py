"""A run before it is played: everything that its bytes depend on, checked."""

import hashlib
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.metadata import version
from numbers import Integral
from os import PathLike
from pathlib import Path
from typing import Any
from uuid import uuid4

from simulation.components import Component, find_component
from simulation.errors import GamegaugeError
from simulation.game import ComponentKind, Game
from simulation.numbers import read_whole
from simulation.paths import data_folder
from simulation.policies import Policies, Policy, seat_policies
from simulation.registry import get_game
from simulation.rules import RulesModel
from simulation.sources import source_digest

SCHEMA_VERSION = 2
Components = str | Mapping[str, str | Mapping[str, Any]] | None
"""A component by name or path; by kind also values to change; None for the usual ones."""
PART_GAMES = 10_000
"""Games that a part of the log holds."""
LOGS = ("events", "games")
MAX_GAMES = 10**9
MAX_SEED = 2**64 - 1
MOST_DIGITS = 9
"""Digits of a number that may be forced."""


@dataclass(frozen=True)
class Plan:
    """A run to be played."""

    game: Game
    games: int
    seed: int
    policies: tuple[Policy, ...]
    rules: RulesModel
    components: Mapping[str, Component]
    log: str
    force: Mapping[str, Any]

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.policies)

    @property
    def policy_names(self) -> list[str]:
        """Names of the policies that play, in the order of their first seats."""
        return list(dict.fromkeys(policy.name for policy in self.policies))

    def identity(self) -> dict[str, Any]:
        """Return what ``run.json`` says of the run besides its shards."""
        return {
            "game": self.game.name,
            "version": version("gamegauge"),
            "schema_version": SCHEMA_VERSION,
            "sources": source_digest(),
            "games": self.games,
            "players": self.players,
            "policies": [policy.name for policy in self.policies],
            "own_policies": sorted({policy.name for policy in self.policies if policy.own}),
            "seed": self.seed,
            "rules": self.rules.model_dump(),
            "components": self._described,
            "log": self.log,
            "force": dict(self.force),
        }

    @cached_property
    def _described(self) -> dict[str, Any]:
        return {kind: one.describe() for kind, one in self.components.items()}

    @property
    def own(self) -> bool:
        """Whether the user wrote a player: nothing then tells this run's bytes from another's."""
        return any(policy.own for policy in self.policies)

    @property
    def folder_name(self) -> str:
        """A name by the run's contents, the same wherever it is played; another each time if ``own``."""
        text = json.dumps(self.identity(), sort_keys=True)
        digest = uuid4().hex[:12] if self.own else hashlib.sha256(text.encode()).hexdigest()[:12]
        return f"{self.game.name}-{self.players}p-{self.games}-{digest}"


def make_plan(
    game: str,
    players: Any = None,
    games: Any = 100_000,
    seed: Any = 2016,
    policies: Policies = "random",
    rules: Mapping[str, Any] | None = None,
    components: Components = None,
    log: str = "events",
    force: Mapping[str, Any] | None = None,
) -> Plan:
    """Check what a user asked for.

    Raises
    ------
    GamegaugeError
        Naming the first thing that cannot be played and what is allowed.
    """
    block = get_game(game)
    if players is not None:
        players = read_whole("players", players, *block.seats)
    seats = seat_policies(block, policies, players)
    read_whole("players", len(seats), *block.seats)
    names = {policy.name: policy for policy in seats}
    for policy in seats:
        if names[policy.name].choose is not policy.choose:
            raise GamegaugeError(f"two policies are called {policy.name!r}; allowed: a name each")
    if log not in LOGS:
        raise GamegaugeError(f"unknown log {log!r}; allowed: {' or '.join(LOGS)}")
    plan = Plan(
        game=block,
        games=read_whole("games", games, 1, MAX_GAMES),
        seed=read_whole("seed", seed, 0, MAX_SEED),
        policies=seats,
        rules=block.rules.read(rules or {}),
        components=_components(block, components),
        log=log,
        force=_force(force or {}),
    )
    block.check(plan)
    return plan


def _force(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is forced, with numbers as numbers, so that however it was typed it is the same run."""
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise GamegaugeError(f"cannot force {given!r}; allowed: names with values, as {{'seat': 0}}")
    return {name: _number(value) for name, value in sorted(given.items())}


def _number(value: Any) -> Any:
    """Return a typed number as one, and all else as it is: "007" is a name."""
    if isinstance(value, Integral) and not isinstance(value, bool):
        return int(value)  # NumPy's too
    is_number = isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= MOST_DIGITS
    return int(value) if is_number and str(int(value)) == value else value


def _components(game: Game, given: Components) -> dict[str, Component]:
    kinds = game.components
    if isinstance(given, Mapping):
        chosen = dict(given)
    elif given is None:
        chosen = {}
    elif len(kinds) == 1:
        chosen = {next(iter(kinds)): str(given)}
    else:
        kind, equals, value = str(given).partition("=")
        if not equals:
            raise GamegaugeError(
                f"component {given!r} names no kind; allowed: KIND=NAME, with a kind of {', '.join(kinds)}"
            )
        chosen = {kind: value}
    for kind, name in chosen.items():
        if kind not in kinds:
            raise GamegaugeError(f"unknown kind of component {kind!r}; allowed: {', '.join(kinds)}")
        may_change = isinstance(name, Mapping) and kinds[kind].change
        if not (isinstance(name, str | PathLike) or may_change):
            more = ", or values to change" if kinds[kind].change else ""
            raise GamegaugeError(
                f"{kind} {name!r} cannot be used; allowed: a name, or the path of a file{more}"
            )
    return {name: _component(name, kind, chosen.get(name, kind.default)) for name, kind in kinds.items()}


def _component(name: str, kind: ComponentKind, given: Any) -> Component:
    """Read a component given by name or path, or the usual one with the values given changed."""
    changes = given if isinstance(given, Mapping) else {}
    wanted = kind.default if isinstance(given, Mapping) else str(given)
    path, content = find_component(name, wanted, data_folder() / kind.folder, kind.suffix), b""
    with suppress(OSError):  # which reading it then tells of
        content = path.read_bytes()
    found = _read_once(kind.read, path, content)
    return kind.change(found, changes) if kind.change and changes else found


@lru_cache(maxsize=32)
def _read_once(read: Callable[[Path], Component], path: Path, content: bytes) -> Component:
    """Read a component, or return what was read of the same content before: studies play hundreds of runs."""
    return read(path)
