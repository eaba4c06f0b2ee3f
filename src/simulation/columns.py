"""Columns of a log: how the compiled loop stores them, what Polars reads, what they mean.

A game describes each of its tables as a list of columns. The buffers that the loop fills,
the Parquet files and the dictionary in ``docs/log.md`` are all made from that list.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_lowercase

import numpy as np
import polars as pl

NO_NAME = 255
"""Code of "none" in a column of names."""
NO_NUMBER = -(2**15)
"""Code of "none" in a column of numbers that may be empty."""

BLOCK_ROWS = 4096
"""Rows taken apart at a time."""


@dataclass(frozen=True)
class Column:
    """One column.

    Parameters
    ----------
    name
        Its name in the log.
    stored
        NumPy type in the buffer.
    meaning
        What it says, with its unit.
    names
        For a column of names: what the codes 0, 1, ... stand for.
    names_of
        For names that differ from run to run: whose names they are.
    nullable
        Whether ``NO_NAME`` or ``NO_NUMBER`` stand for an empty cell.
    width
        More than one for a column that the log spells as ``name_a``, ``name_b``, ...
    width_stored
        How many of those the buffer reserves.
    suffixes
        What the log writes instead of a, b, ...
    """

    name: str
    stored: type[np.generic]
    meaning: str
    names: Sequence[str] | None = None
    names_of: str = ""
    nullable: bool = False
    width: int = 1
    width_stored: int = 1
    suffixes: Sequence[str] = ascii_lowercase

    @property
    def written(self) -> list[str]:
        """Names in the log."""
        if self.width_stored == 1:
            return [self.name]
        return [f"{self.name}_{suffix}" for suffix in self.suffixes[: self.width]]

    @property
    def kind(self) -> str:
        """Type of the column in words, for the dictionary."""
        if self.names is None:
            return np.dtype(self.stored).name
        return f"enum of {self.names_of}" if self.names_of else f"enum: {', '.join(self.names)}"


Tables = dict[str, list[Column]]
"""A game's tables by name, in the order of their buffers."""


def buffer_dtype(columns: Sequence[Column]) -> np.dtype:
    """Return the record that the compiled loop writes a row into."""
    fields = [
        (column.name, column.stored, (column.width_stored,))
        if column.width_stored > 1
        else (column.name, column.stored)
        for column in columns
    ]
    return np.dtype(fields, align=True)


def to_frame(rows: np.ndarray, columns: Sequence[Column]) -> pl.DataFrame:
    """Return the rows of a buffer as the log's frame."""
    cells = _take_apart(rows, columns)
    return pl.DataFrame([_series(name, cells[name], column) for column in columns for name in column.written])


def _take_apart(rows: np.ndarray, columns: Sequence[Column]) -> dict[str, np.ndarray]:
    """Return an array a column; block by block, so that rows stay in the processor's cache meanwhile."""
    cells = {name: np.empty(len(rows), column.stored) for column in columns for name in column.written}
    for start in range(0, len(rows), BLOCK_ROWS):
        block = rows[start : start + BLOCK_ROWS]
        for column in columns:
            values = block[column.name]
            for place, name in enumerate(column.written):
                one = values[:, place] if column.width_stored > 1 else values
                cells[name][start : start + BLOCK_ROWS] = one
    return cells


def _series(name: str, values: np.ndarray, column: Column) -> pl.Series:
    series = pl.Series(name, values)
    if column.names is not None:
        # Codes beyond the names, NO_NAME among them, become empty cells.
        return series.cat.to(pl.Enum(column.names), strict=not column.nullable)
    return series.set(series == NO_NUMBER, None) if column.nullable else series
