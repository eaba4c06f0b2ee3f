"""Options of the command line that several commands read."""

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from simulation import GamegaugeError
from simulation.plan import Components


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


def read_components(given: Sequence[str] | None) -> Components:
    """Read ``--components``: a name, a file, KIND=NAME for each kind, or KIND.KEY=VALUE to change a value.

    Raises
    ------
    GamegaugeError
        For options that cannot be read, or not together.
    """
    if not given:
        return None
    if len(given) == 1 and ("=" not in given[0] or os.path.isfile(given[0])):
        return given[0]
    if any("=" not in text for text in given):
        raise GamegaugeError(
            f"components {', '.join(given)} cannot be used together; allowed: one, or KIND=NAME for each kind"
        )
    read: dict[str, str | dict[str, Any]] = {}
    for key, value in pairs("components", given).items():
        kind, dot, name = key.partition(".")
        before = read.get(kind)
        if isinstance(before, str) or (before is not None and not dot):
            raise GamegaugeError(
                f"components {kind}=... and {kind}.KEY=... cannot be used together; allowed: one of them"
            )
        read[kind] = {**(before or {}), name: _number_or_list(value)} if dot else value
    return read


def _number_or_list(text: str) -> Any:
    with suppress(ValueError, RecursionError):
        return json.loads(text)
    return text
