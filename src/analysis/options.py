"""Options of the command line that several commands read."""

import os
from collections.abc import Mapping, Sequence

from simulation import GamegaugeError


def pairs(name: str, given: Sequence[str] | None) -> dict[str, str]:
    """Read KEY=VALUE options.

    Raises
    ------
    GamegaugeError
        For one without "=", or a key given twice.
    """
    read: dict[str, str] = {}
    for text in given or []:
        key, equals, value = text.partition("=")
        if not equals or not key.strip():
            raise GamegaugeError(f"--{name} {text!r} cannot be read; allowed: KEY=VALUE")
        if key.strip() in read:
            raise GamegaugeError(f"--{name} {key.strip()} is given twice; allowed: once")
        read[key.strip()] = value.strip()
    return read


def read_components(given: Sequence[str] | None) -> str | Mapping[str, str] | None:
    """Read ``--components``: a name, a file, or KIND=NAME for each kind."""
    if not given:
        return None
    if len(given) == 1 and ("=" not in given[0] or os.path.isfile(given[0])):
        return given[0]
    if any("=" not in text for text in given):
        raise GamegaugeError(
            f"components {', '.join(given)} cannot be used together; allowed: one, or KIND=NAME for each kind"
        )
    return pairs("components", given)
