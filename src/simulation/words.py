"""Small words that games and reports are told in."""

from collections.abc import Sequence


def listed(things: Sequence[str]) -> str:
    """Return things as "a, b and c"."""
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} and {things[-1]}"


def counted(number: int, thing: str) -> str:
    """Return "1 bite", "2 bites"."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
