"""Small catalogues of Knitting, runs of them, and runs whose log is written by hand."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from hand_made_runs import rewrite
from simulation import Run, simulate
from simulation.components import shipped_names
from simulation.games.knitting.components import COMMUNITY_COLUMNS, PATTERN_COLUMNS
from simulation.paths import data_folder

FOLDER = data_folder() / "knitting"
PATTERNS = shipped_names(FOLDER / "patterns")
COMMUNITIES = shipped_names(FOLDER / "community")
"""The shipped catalogues, and their names."""
Rows = Sequence[Mapping[str, Any]]
ASSUMED = "assumed"


def _write(path: Path, columns: Sequence[str], rows: Rows) -> str:
    lines = [",".join(columns), *(",".join(str(row.get(name, 0)) for name in columns) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def write_patterns(
    folder: Path, patterns: Mapping[str, Mapping[str, int]], provenance: str = ASSUMED, name: str = "small"
) -> str:
    """Write a catalogue of points, weeks and yarn by name; return its path."""
    rows = [{"pattern": pattern, "provenance": provenance, **one} for pattern, one in patterns.items()]
    return _write(folder / f"{name}.csv", PATTERN_COLUMNS, rows)


def write_community(folder: Path, cards: Rows = (), name: str = "cards") -> str:
    """Write a community deck, without a card if none is given; return its path."""
    return _write(
        folder / f"{name}.csv", COMMUNITY_COLUMNS, [{"provenance": ASSUMED, **one} for one in cards]
    )


def play_knitting(
    games: int, players: int = 2, policy: str = "sprinter", patterns: str = "default",
    community: str = "default", seed: int = 5, rules: Mapping[str, Any] | None = None, **more: Any,
) -> Run:  # fmt: skip
    """Play a table of Knitting."""
    components = {"patterns": patterns, "community": community}
    settings = {"log": "games", "progress": False, **more}
    return simulate("knitting", players, games, seed, policy, rules, components, **settings)


def written(run: Run, table: str, rows: Rows) -> Run:
    """Put rows in the place of a table; what they do not say is as in the table's first row."""
    frame = run.table(table).collect()
    first = frame.row(0, named=True)
    return rewrite(run, table, pl.DataFrame([{**first, **row} for row in rows], schema=frame.schema))
