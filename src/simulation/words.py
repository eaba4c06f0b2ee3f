"""Small words that games and reports are told in."""

from collections.abc import Sequence


def listed(things: Sequence[str]) -> str:
    """Return things as "a, b and c"."""
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} and {things[-1]}"


def component_name(kind: str, name: str, usual: str) -> str:
    """Return a component in words; the usual one is not told twice where it is called as its kind."""
    if name == kind == usual:
        return f"{kind} as shipped"
    return name if name.startswith(f"{kind} ") else f"{kind} {name}"


def counted(number: int, thing: str) -> str:
    """Return "1 bite", "2 bites"."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
