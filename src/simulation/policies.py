"""Players by name, and players that somebody wrote in a notebook."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR
from types import FunctionType
from typing import Any

import numba

from simulation.errors import GamegaugeError, one_line
from simulation.game import Game, Parameter
from simulation.numbers import parse_whole

NO_PLAIN_CODE = CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR
Policies = str | Callable[..., int] | Sequence[str | Callable[..., int]]


@dataclass(frozen=True)
class Policy:
    """A seat's player: its name, its compiled function, its parameters, and whether the user wrote it."""

    name: str
    choose: Any
    parameters: Mapping[str, float] = field(default_factory=dict)
    own: bool = False


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
    made = {id(one): _policy(game, one) for one in given}
    policies = [made[id(one)] for one in given]
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
    name, *values = str(given).split(":")
    if "=" in name:
        raise GamegaugeError(
            f"{given!r} is no policy; allowed: NAME:PARAMETER=N, further parameters after another colon"
        )
    if not isinstance(given, str) or name not in game.policies:
        raise GamegaugeError(
            f"unknown policy {given!r} for {game.name}; allowed: {', '.join(game.policies)}, "
            "or in Python a function (view, luck) that returns the index of a choice"
        )
    parameters = _parameters(game, given, name, values)
    # One name for search:100 and search:1e2, since it names the policy in the log.
    known = {one.name: one for one in game.parameters.get(name, ())}
    told = [
        f"{text.rpartition('=')[0].strip()}={known[key].told(value)}".lstrip("=")
        for text, (key, value) in zip(values, parameters.items(), strict=True)
    ]
    return Policy(":".join([name, *told]), game.policies[name], parameters)


def _parameters(game: Game, given: str, name: str, values: Sequence[str]) -> dict[str, float]:
    """Read the parameters behind a policy's name, as in search:400 or careful:noise=0.2."""
    known = {one.name: one for one in game.parameters.get(name, ())}
    read: dict[str, float] = {}
    for place, text in enumerate(values):
        key, equals, value = text.rpartition("=")
        key = key.strip() if equals or place else next(iter(known), "")
        if key not in known or key in read:
            allowed = ", ".join(f"{one.name}={one.sign} ({one.allowed})" for one in known.values())
            raise GamegaugeError(
                f"policy {given!r} has no parameter {text!r}; allowed: "
                f"{f'each of {allowed} at most once' if allowed else f'{name} alone'}"
            )
        read[key] = _number(given, known[key], value)
    return read


def _number(given: str, parameter: Parameter, text: str) -> float:
    try:
        if parameter.names:
            value: float = parameter.names.index(text.strip())
        else:
            value = parse_whole(text) if parameter.whole else float(text)
    except ValueError:
        value = float("nan")
    if not parameter.lowest <= value <= parameter.highest:
        raise GamegaugeError(
            f"policy {given!r}: {parameter.name} {text.strip()} cannot be used; allowed: {parameter.allowed}"
        )
    return value


def _own_policy(game: Game, function: Callable[..., int]) -> Policy:
    plain = getattr(function, "py_func", function)
    if not isinstance(plain, FunctionType):
        raise GamegaugeError(f"policy {function!r} cannot be used; allowed: a function (view, luck)")
    if plain.__code__.co_flags & NO_PLAIN_CODE:
        raise GamegaugeError(f"policy {plain.__name__!r} yields or awaits; allowed: a function that returns")
    name = plain.__name__
    if name in game.policies:
        raise GamegaugeError(f"policy {name!r} is the name of a known one; allowed: any other name")
    try:
        choose = numba.njit(game.player_signature.args)(plain)
    except Exception as error:  # Numba lets much escape from its typing of a record's fields
        why = f"the view has no field {error}" if isinstance(error, KeyError) else one_line(error)[:300]
        raise GamegaugeError(
            f"policy {name!r} does not compile: {why}; allowed: a function (view, luck) "
            "that Numba compiles and that returns a whole number"
        ) from error
    returned = choose.nopython_signatures[0].return_type
    if not isinstance(returned, numba.types.Integer | numba.types.Boolean):
        raise GamegaugeError(
            f"policy {name!r} returns {returned}; allowed: a whole number, the index of a choice"
        )
    if returned != game.player_signature.return_type:
        choose = numba.njit(game.player_signature)(plain)
    return Policy(name, choose, own=True)
