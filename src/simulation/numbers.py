"""Whole numbers as people type them: 1000, 1e6, 1_000_000."""

from numbers import Real
from typing import Any

from simulation.errors import GamegaugeError


def parse_whole(value: Any) -> int:
    """Return a whole number given as a number or as text.

    Raises
    ------
    ValueError
        For anything that is not a whole number (``True`` is none either).
    """
    if not isinstance(value, bool):
        try:
            number = _exactly(value)
        except (TypeError, OverflowError):
            number = None
        if number is not None:
            return number
    raise ValueError(f"{value} is not a whole number")


def _exactly(value: Any) -> int | None:
    if isinstance(value, str):
        try:
            return int(value)
        except ValueError:
            value = float(value)
    return int(value) if int(value) == value else None


def read_number(name: str, value: Any, lowest: float, highest: float) -> float:
    """Return a number within a range; ``name`` says whose it is in the error."""
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    if not (is_number and lowest <= value <= highest):
        raise GamegaugeError(
            f"{name} {value} cannot be used; allowed: a number from {lowest:g} to {highest:g}"
        )
    return float(value)


def read_whole(name: str, value: Any, lowest: int, highest: int) -> int:
    """Return a whole number within a range; ``name`` says whose it is in the error."""
    try:
        number = parse_whole(value)
    except ValueError:
        number = lowest - 1
    if not lowest <= number <= highest:
        raise GamegaugeError(
            f"{name} {value} cannot be used; allowed: a whole number from {lowest} to {highest}"
        )
    return number
