"""Players by name, and players that somebody wrote in a notebook."""

import hashlib
import inspect
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np

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
    elif not isinstance(given, Sequence):
        raise GamegaugeError(f"policies {given!r} cannot be used; allowed: a policy, or a list of one a seat")
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
    plain: Any = getattr(function, "py_func", function)
    name = plain.__name__
    if name in game.policies:
        raise GamegaugeError(f"policy {name!r} is the name of a known one; allowed: any other name")
    try:
        choose = numba.njit(game.player_signature)(plain)
    except Exception as error:  # Numba lets much escape from its typing of a record's fields
        raise GamegaugeError(f"policy {name!r} does not compile: {one_line(error)[:300]}") from error
    digest = hashlib.sha256("\n".join(_sources(plain, set())).encode()).hexdigest()
    return Policy(name, choose, digest)


def _sources(function: FunctionType, seen: set[str]) -> list[str]:
    """Return the source of a function, and of all that it uses outside this package and libraries."""
    lines = [_source(function)]
    nonlocals = inspect.getclosurevars(function).nonlocals
    names = _names(function.__code__)
    used = {name: value for name, value in function.__globals__.items() if name in names} | dict(nonlocals)
    for name, value in sorted(used.items()):
        plain = getattr(value, "py_func", value)
        if name in seen:
            continue
        seen.add(name)
        if isinstance(plain, FunctionType):
            lines += [] if plain.__module__.startswith("simulation.") else _sources(plain, seen)
        elif isinstance(plain, ModuleType):
            lines += [_source(plain)] if _is_own(plain) else []
        else:
            content = plain.tobytes().hex() if isinstance(plain, np.ndarray) else ""
            lines.append(f"{name} = {plain!r} {content}")
    return lines


def _names(code: CodeType) -> set[str]:
    """Return the names that a function uses, also within functions inside it."""
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return set(code.co_names).union(*(_names(one) for one in inner))


def _is_own(module: ModuleType) -> bool:
    """Tell whether a module is the user's, neither a library nor this package."""
    file = getattr(module, "__file__", None)
    if not file or module.__name__.split(".")[0] == "simulation":
        return False
    return not any(Path(file).is_relative_to(prefix) for prefix in (sys.prefix, sys.base_prefix))


def _source(thing: FunctionType | ModuleType) -> str:
    try:
        return inspect.getsource(thing)
    except (OSError, TypeError):
        raise GamegaugeError(
            f"policy {thing.__name__!r} has no source to file its games under; "
            "allowed: a function in a file or a notebook cell"
        ) from None
