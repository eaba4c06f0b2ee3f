"""Players by name, and players that somebody wrote in a notebook."""

import hashlib
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

import numba
from numba.core.errors import NumbaError

from simulation.errors import GamegaugeError, one_line
from simulation.game import Game

Policies = str | Callable[..., int] | Sequence[str | Callable[..., int]]


@dataclass(frozen=True)
class Policy:
    """A seat's player: its name, its compiled function, and a digest if it is not one of ours."""

    name: str
    choose: Any
    digest: str = ""


def seat_policies(game: Game, given: Policies, players: int | None) -> tuple[Policy, ...]:
    """Return one policy a seat: a single one plays all seats, several are dealt by seat.

    Raises
    ------
    GamegaugeError
        For an unknown policy, or a number of policies that is not the number of players.
    """
    if isinstance(given, str):
        given = [name.strip() for name in given.split(",")]
    elif callable(given):
        given = [given]
    policies = [_policy(game, one) for one in given]
    seats = players or (len(policies) if len(policies) > 1 else 4)
    if len(policies) == 1:
        policies *= seats
    if len(policies) != seats:
        raise GamegaugeError(
            f"{len(policies)} policies for {seats} players; allowed: one for all seats, or one a seat"
        )
    return tuple(policies)


def _policy(game: Game, given: Any) -> Policy:
    if callable(given):
        return _own_policy(game, given)
    if given not in game.policies:
        raise GamegaugeError(
            f"unknown policy {given!r} for {game.name}; allowed: {', '.join(game.policies)}, "
            "or in Python a function (view, luck) that returns the index of a choice"
        )
    return Policy(given, game.policies[given])


def _own_policy(game: Game, function: Callable[..., int]) -> Policy:
    plain = getattr(function, "py_func", function)
    name = plain.__name__
    if name in game.policies:
        raise GamegaugeError(f"policy {name!r} is the name of a known one; allowed: any other name")
    try:
        choose = numba.njit(game.player_signature)(plain)
    except NumbaError as error:
        raise GamegaugeError(f"policy {name!r} does not compile: {one_line(error)[:300]}") from error
    digest = hashlib.sha256("\n".join(_sources(plain, set())).encode()).hexdigest()
    return Policy(name, choose, digest)


def _sources(function: FunctionType | Callable[..., Any], seen: set[str]) -> list[str]:
    """Return the source of a function, and of all that it uses outside this package."""
    try:
        lines = [inspect.getsource(function)]
    except (OSError, TypeError):
        raise GamegaugeError(
            f"policy {function.__name__!r} has no source to file its games under; "
            "allowed: a function in a file or a notebook cell"
        ) from None
    used = inspect.getclosurevars(function)
    for name, value in sorted({**used.globals, **used.nonlocals}.items()):
        plain = getattr(value, "py_func", value)
        if name in seen or isinstance(plain, ModuleType):
            continue
        seen.add(name)
        if not isinstance(plain, FunctionType):
            lines.append(f"{name} = {value!r}")
        elif not plain.__module__.startswith("simulation."):
            lines += _sources(plain, seen)
    return lines
