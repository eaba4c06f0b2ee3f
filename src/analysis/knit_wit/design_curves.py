"""The loops of a design as smooth closed curves round the hexagons of their regions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin, sqrt
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.path import Path
from scipy.ndimage import distance_transform_edt, gaussian_filter
from scipy.spatial import cKDTree

from analysis.knit_wit.design_layout import Cell, lay_out

Point = tuple[float, float]
DOTS = 40
"""Dots of the raster in the distance between two hexagons, which is 1."""
MARGIN = 1.0
"""Room around the middles of the outermost hexagons."""
ROUNDING, SMOOTHING = 0.3, 0.09
"""Radius of the corners that bend inwards, and blur of all."""
LANES = (0.06, 0.05, 0.04, 0.03, 0.02)
"""Distances between loops that run side by side: the first with which all of them are right is taken."""
INNERMOST = 0.22
"""How far inside its hexagons a loop lies at most."""
TURNS = 6
"""Ways of turning the honeycomb."""
ASPECT = 1.3
"""Width of a page, without the room for tags, as a multiple of its height."""
AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (-1, 1), (1, -1))
"""Steps from a hexagon to those that touch it."""


@dataclass(frozen=True)
class Curves:
    """A design on a page.

    Attributes
    ----------
    middles
        Where each region lies, but the outside.
    loops
        The curve of each loop.
    """

    middles: Mapping[int, Point]
    loops: Sequence[Path]

    @property
    def pieces(self) -> list[int]:
        """How many closed lines each consists of: more than one if the loop lies in pieces, or has a hole."""
        return [int(np.sum(path.codes == Path.MOVETO)) for path in self.loops]

    @property
    def are_true(self) -> bool:
        """Whether every loop has the middles of its regions inside, and no others."""
        points = list(self.middles.values())
        return all(
            list(path.contains_points(points)) == [bool(region >> loop & 1) for region in self.middles]
            for loop, path in enumerate(self.loops)
        )


def draw_curves(regions: Sequence[int], loops: int) -> Curves:
    """Return curves for all loops, side by side where they run together.

    Parameters
    ----------
    regions
        All regions as bit masks of the loops round them.
    loops
        How many loops there are.
    """
    cells = lay_out(regions)
    turn = _best_turn(list(cells.values()))
    middles = dict(zip(cells, map(tuple, _on_page(list(cells.values()), turn)), strict=True))
    depths, grid = _depths(cells, turn, loops)
    lanes = _lanes(cells, loops)
    for width in LANES:
        apart = min(width, INNERMOST / (max(lanes) + 0.5))
        insets = [apart * (lane + 0.5) for lane in lanes]
        curves = Curves(middles, _contours(depths, insets, grid))
        if curves.are_true and max(curves.pieces) == 1:
            break
    return curves


def _on_page(cells: Sequence[Cell], turn: int) -> Any:
    """Return the middles of hexagons on a honeycomb that is turned. Shape (n, 2)."""
    columns, rows = np.array(cells, float).reshape(-1, 2).T
    x, y, angle = columns + rows / 2, rows * sqrt(3) / 2, turn * pi / TURNS
    return np.column_stack([cos(angle) * x - sin(angle) * y, sin(angle) * x + cos(angle) * y])


def _best_turn(cells: Sequence[Cell]) -> int:
    """Return the turn of the honeycomb with which a design is largest on the page; the first of equals."""
    spans = [np.ptp(_on_page(cells, turn), axis=0) + 1 for turn in range(TURNS)]
    # Rounded, for ways that are as good must not be parted by a last digit.
    return min(range(TURNS), key=lambda turn: round(float(max(spans[turn][0] / ASPECT, spans[turn][1])), 6))


def _lanes(cells: Mapping[int, Cell], loops: int) -> list[int]:
    """Return a lane for each loop, 0 the outermost: loops on the same side of a border have different ones.

    Loops round many regions come first, so that those round few of them lie inside.
    """
    region_in = {cell: region for region, cell in cells.items()}
    together: list[set[int]] = [set() for _ in range(loops)]
    for (column, row), region in region_in.items():
        for right, up in AROUND:
            ending = region & ~region_in.get((column + right, row + up), 0)
            here = {loop for loop in range(loops) if ending >> loop & 1}
            for loop in here:
                together[loop] |= here
    size = [sum(region >> loop & 1 for region in cells) for loop in range(loops)]
    lanes: dict[int, int] = {}
    for loop in sorted(range(loops), key=lambda loop: (-size[loop], loop)):
        lanes[loop] = max((lanes[other] + 1 for other in together[loop] if other in lanes), default=0)
    return [lanes[loop] for loop in range(loops)]


def _depths(cells: Mapping[int, Cell], turn: int, loops: int) -> tuple[list[Any], tuple[Any, Any]]:
    """Return for each loop how far inside its hexagons the dots of a raster lie, and the raster's x and y."""
    used = list(cells.values())
    around = {(column + right, row + up) for column, row in used for right, up in AROUND} - set(used)
    middles = _on_page([*used, *sorted(around)], turn)
    low, high = middles[: len(used)].min(axis=0) - MARGIN, middles[: len(used)].max(axis=0) + MARGIN
    xs, ys = (np.arange(low[axis], high[axis], 1 / DOTS) for axis in (0, 1))
    dots = np.stack(np.meshgrid(xs, ys), axis=-1)
    nearest = cKDTree(middles).query(dots)[1]
    regions = np.array([*cells, *(0 for _ in around)])[nearest]
    return [_depth(regions >> loop & 1 == 1) for loop in range(loops)], (xs, ys)


def _depth(inside: Any) -> Any:
    """Return how far inside a shape dots lie, once its corners are rounded; outside it is negative."""
    grown = _signed(inside) > -ROUNDING
    return gaussian_filter(_signed(grown) - ROUNDING, SMOOTHING * DOTS)


def _signed(inside: Any) -> Any:
    return (distance_transform_edt(inside) - distance_transform_edt(~inside)) / DOTS


def _contours(depths: Sequence[Any], insets: Sequence[float], grid: tuple[Any, Any]) -> list[Path]:
    """Return the closed lines that run so far inside."""
    ax = Figure().subplots()
    found = [
        ax.contour(*grid, depth, levels=[inset]).get_paths()
        for depth, inset in zip(depths, insets, strict=True)
    ]
    return [path for (path,) in found]
