"""Playing runs of Knutten into folders, and comparing the folders."""

from pathlib import Path
from typing import Any

import pytest

from simulation import GamegaugeError, Run, simulate
from simulation.store import LOCK_FILE


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file of a run by its path, but not the lock."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != LOCK_FILE
    }


def same_files(one: Path, other: Path) -> bool:
    """Tell whether two runs hold the same files with the same bytes."""
    left, right = contents(one), contents(other)
    assert sorted(left) == sorted(right)
    return [name for name in left if left[name] != right[name]] == []


def leftovers(folder: Path) -> list[str]:
    """Return the temporary files that were left in a folder."""
    return [name for name in contents(folder) if name.endswith(".tmp")]


def play(folder: str | Path, games: int, **arguments: Any) -> Run:
    """Play a small table of Knutten."""
    arguments = {"players": 2, "seed": 3, "workers": 2, **arguments}
    return simulate("knutten", games=games, out=folder, progress=False, **arguments)


def refused(call: Any, *arguments: Any, **options: Any) -> str:
    """Return the one line with which something is refused."""
    with pytest.raises(GamegaugeError) as caught:
        call(*arguments, **options)
    message = str(caught.value)
    assert "\n" not in message
    assert "allowed" in message
    return message
