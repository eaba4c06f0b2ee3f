"""Buffers that the compiled loop writes rows into, seen from both sides.

A compiled function that passes arrays on pays an atomic reference count at nearly every
call, two thirds of Knutten's whole time when it was measured. So the loop gets the *place*
of a buffer (its address, its length and how many rows are written) inside a record, and
Python keeps the array alive while the loop runs.
"""

from collections.abc import Mapping
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from simulation.compiling import compiled

place_dtype = np.dtype(
    [
        ("address", np.int64),  # of the first row
        ("length", np.int64),  # rows there is room for
        ("written", np.int64),  # rows written; beyond length they are counted, not stored
        ("kept", np.int64),  # of them, those of whole games
    ],
    align=True,
)
place_type = numba.from_dtype(place_dtype)


def set_place(place: np.ndarray, rows: np.ndarray) -> None:
    """Point a place at an empty buffer."""
    place["address"], place["length"] = rows.ctypes.data, len(rows)
    place["written"] = place["kept"] = 0


def row_access(row_type: Any) -> Any:
    """Return a compiled-code function (address, index) -> row record of a given type."""

    @intrinsic  # type: ignore[untyped-decorator]
    def row_at(typing_context: Any, address: Any, index: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            offset = builder.mul(arguments[1], ir.Constant(ir.IntType(64), row_type.size))
            where = builder.add(arguments[0], offset)
            return builder.inttoptr(where, context.get_value_type(row_type))

        return row_type(types.int64, types.int64), generate

    return row_at


@compiled(types.int64(place_type))
def next_row(place):
    """Count one more row; return its index, or -1 if the buffer has no room for it."""
    row = place.written
    place.written = row + 1
    return row if row < place.length else -1


@compiled()
def close_game(places, is_whole):
    """Keep the rows of a game that is whole and fits; else forget them. Return whether they are kept.

    ``places`` is a tuple of a game's buffers.
    """
    for place in places:
        is_whole &= place.written <= place.length
    for place in places:
        if is_whole:
            place.kept = place.written
        else:
            place.written = place.kept
    return is_whole


def allocate(dtypes: Mapping[str, np.dtype], lengths: Mapping[str, int]) -> dict[str, np.ndarray]:
    """Return an empty buffer a table."""
    return {name: np.empty(lengths[name], dtype) for name, dtype in dtypes.items()}
