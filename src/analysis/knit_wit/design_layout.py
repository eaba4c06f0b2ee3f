"""Where the regions of a design lie on a page: one hexagon of a honeycomb for each.

A region is a set of loops, as a bit mask; the outside is 0 and has all hexagons that are left. A loop is then
the outline of the hexagons in it. The regions are put where that takes little string, and where every loop
lies in one piece without a hole, for then it is a closed curve with its regions inside and no others. Nothing
is drawn by lot: the same regions always lie in the same places.
"""

from collections.abc import Sequence
from math import isqrt

Cell = tuple[int, int]
"""A hexagon: column and row; the rows are slanted, each half a hexagon further to the right."""
MARGIN = 3
"""Columns and rows of the honeycomb on each side of a square of the regions; the outermost stay empty."""
SNAG = 6
"""Sides of hexagons, in string, that one more piece of a loop, or a hole in it, is as bad as."""
TRIES = ((8, 3.0), (14, 3.0), (30, 4.0), (20, 6.0))
"""For one try after another: sweeps over all regions, and how much more string a move may take at first."""
ENOUGH = 2
"""Tries of which the best is taken, if it has no snag."""


def lay_out(regions: Sequence[int]) -> dict[int, Cell]:
    """Return a hexagon for every region but the outside, which is left out.

    Parameters
    ----------
    regions
        Their bit masks, each once.
    """
    inside = sorted(filter(None, regions), key=lambda region: (-region.bit_count(), region))
    found: list[_Honeycomb] = []
    for sweeps, slack in TRIES:
        if len(found) >= ENOUGH and not min(comb.snags for comb in found):
            break
        found.append(_Honeycomb(inside))
        found[-1].settle(sweeps, slack)
    return min(found, key=lambda comb: (comb.snags, comb.cost)).cells()


class _Honeycomb:
    """Hexagons by number, with the region in each; a loop is a bit mask of the hexagons in it."""

    def __init__(self, regions: Sequence[int]) -> None:
        self._width = width = isqrt(len(regions)) + 1 + 2 * MARGIN
        self._steps = (1, -1, width, -width, width - 1, 1 - width)
        self._all = (1 << width * width) - 1
        self._usable = {row * width + column for row in range(1, width - 1) for column in range(1, width - 1)}
        self._places = sorted(self._usable, key=self._from_the_middle)[: len(regions)]
        self._region = [0] * width * width
        for cell, region in zip(self._places, regions, strict=True):
            self._region[cell] = region
        numbers = range(max(regions, default=0).bit_length())
        self._loops = [
            sum(1 << cell for cell in self._places if self._region[cell] >> loop & 1) for loop in numbers
        ]
        self._snags = [self._snags_of(cells) for cells in self._loops]
        self.cost = SNAG * sum(self._snags) + sum(self._string_of(cells) for cells in self._loops)
        self._keep()

    def settle(self, sweeps: int, slack: float) -> None:
        """Move the regions about, with less and less slack, and keep the best arrangement there was."""
        least = self.cost
        for sweep in range(sweeps):
            allowed, moved = slack * (1 - sweep / (sweeps - 1)), False
            for place in range(len(self._places)):
                for goal in self._goals():
                    moved |= self._swap(place, goal, allowed)
                    if self.cost < least:
                        least = self.cost
                        self._keep()
            if not moved:
                break
        self.cost = least

    def cells(self) -> dict[int, Cell]:
        """Return each region's hexagon in the best arrangement."""
        found = {region: divmod(cell, self._width) for cell, region in enumerate(self._kept) if region}
        return {region: (column, row) for region, (row, column) in found.items()}

    def _keep(self) -> None:
        self._kept, self.snags = list(self._region), sum(self._snags)

    def _from_the_middle(self, cell: int) -> tuple[int, int]:
        """Return how far a hexagon is from the middle, squared; its number parts those that are as far."""
        row, column = (value - self._width // 2 for value in divmod(cell, self._width))
        return row * row + row * column + column * column, cell

    def _goals(self) -> list[int]:
        """Return the hexagons of all regions, and those that touch one."""
        near = {cell + step for cell in self._places for step in self._steps}
        return sorted((near & self._usable) | set(self._places))

    def _swap(self, place: int, goal: int, allowed: float) -> bool:
        """Let a region trade places with another, or the outside, if that costs less; tell whether."""
        start, region = self._places[place], self._region
        trade = region[start] ^ region[goal]
        if not trade:
            return False
        hopes = SNAG * sum(count for loop, count in enumerate(self._snags) if trade >> loop & 1)
        before = self._string_at(start) + self._string_at(goal)
        region[start], region[goal] = region[goal], region[start]
        more = self._string_at(start) + self._string_at(goal) - before
        if more - hopes >= allowed:
            region[start], region[goal] = region[goal], region[start]
            return False
        both = 1 << start | 1 << goal
        loops = {loop: cells ^ both for loop, cells in enumerate(self._loops) if trade >> loop & 1}
        snags = {loop: self._snags_of(cells) for loop, cells in loops.items()}
        more += SNAG * sum(count - self._snags[loop] for loop, count in snags.items())
        if more >= allowed:
            region[start], region[goal] = region[goal], region[start]
            return False
        if region[start]:
            self._places[self._places.index(goal)] = start
        self._places[place] = goal
        for loop, cells in loops.items():
            self._loops[loop], self._snags[loop] = cells, snags[loop]
        self.cost += more
        return True

    # What an arrangement costs

    def _string_at(self, cell: int) -> int:
        """Return how much string runs along a hexagon's sides."""
        here = self._region[cell]
        return sum((here ^ self._region[cell + step]).bit_count() for step in self._steps)

    def _string_of(self, cells: int) -> int:
        """Return how many sides a loop has."""
        return sum(
            (cells & ~(cells << step if step > 0 else cells >> -step)).bit_count() for step in self._steps
        )

    def _snags_of(self, cells: int) -> int:
        """Return how many pieces a loop has beyond the first, and how many holes."""
        return self._pieces(cells) + self._pieces(self._all & ~cells) - 2

    def _pieces(self, cells: int) -> int:
        """Return into how many pieces hexagons fall."""
        width, count = self._width, 0
        while cells:
            piece, larger = 0, cells & -cells
            while larger != piece:
                piece = larger
                sideways = piece | piece << 1 | piece >> 1
                up, down = piece << width | piece << (width - 1), piece >> width | piece >> (width - 1)
                larger = cells & (sideways | up | down)
            cells &= ~piece
            count += 1
        return count
