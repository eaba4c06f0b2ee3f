"""Where the words of a design's loops are written: on tags to its left and right, each tied to its loop."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from scipy.optimize import linear_sum_assignment
from scipy.spatial import cKDTree

from analysis.knit_wit.design_curves import Curves, Point

Slot = tuple[float, float, int]
"""A place for a tag: x and y of its inner side, and -1 to the left of the design, 1 to the right."""
LETTER, FRAME, LINE = 0.088, 0.2, 0.36
"""Width of a letter, width of a tag's frame and height of a line of tags, in inches."""
USUAL, SMALLEST = 7.0, 0.6
"""Width of axes, in inches, in which words have their usual size, and how small they get in others."""
GAP = 0.3
"""Room between the design and its tags, as a part of the distance between two regions."""
NEAR, DETOUR = 0.28, 2.0
"""How near to the middle of a region a tie may come, and how much longer one may be to stay clear of it."""
CROWDED, ALONE = 0.12, 0.3
"""How near another loop is where a tie's end is hard to tell, and how much longer one may be instead."""
EDGE = 0.1
"""Room beside everything."""
FIRST_INCH, ROUNDS = 0.8, 4
"""Inches between two regions to begin with, and how often that is put right."""
EVERY = 6
"""Of so many points of a curve one may be where its tag is tied to it."""


@dataclass(frozen=True)
class Tags:
    """Tags beside a design.

    Attributes
    ----------
    places
        For each loop: the point that it is tied at, where its tag is, and which side of the tag is there.
    xlim, ylim
        Limits of the axes.
    inch
        Inches that the distance of two regions takes.
    text
        How large the words are: 1 for their usual size.
    """

    places: Sequence[tuple[Point, Point, str]]
    xlim: Point
    ylim: Point
    inch: float
    text: float = 1


def place_tags(ax: Axes, words: Sequence[str], curves: Curves) -> Tags:
    """Return where the loops' words go, the loops as near as can be.

    Parameters
    ----------
    ax
        Where they are drawn.
    words
        Of the loops.
    curves
        The loops.
    """
    box, dpi = ax.get_window_extent(), ax.figure.dpi
    wide, tall = box.width / dpi, box.height / dpi
    text = min(max(wide / USUAL, SMALLEST), 1)
    widths = [text * (LETTER * len(word) + FRAME) for word in words]
    ends, inch = _ends(curves), FIRST_INCH
    # Where there is room depends on the scale, and the scale on how much room the tags take.
    for _ in range(ROUNDS):
        tags = _tags(widths, text * LINE / inch, curves, ends, inch)
        (left, right), (low, high) = tags.xlim, tags.ylim
        inch = min(wide / (right - left), tall / (high - low))
    xlim, ylim = _filling(tags.xlim, wide / inch), _filling(tags.ylim, tall / inch)
    return Tags(tags.places, xlim, ylim, inch, text)


def _filling(limits: Point, span: float) -> Point:
    """Return limits with as much room added on both sides as fills the axes."""
    middle = sum(limits) / 2
    return middle - span / 2, middle + span / 2


def _tags(
    widths: Sequence[float], line: float, curves: Curves, ends: Sequence[tuple[Any, Any]], inch: float
) -> Tags:
    """Return the tags at some scale."""
    everything = np.concatenate([path.vertices for path in curves.loops])
    slots = _slots(everything, len(widths), line)
    costs, chosen = _ties(slots, ends, np.array(list(curves.middles.values())))
    places, xs, ys = [], list(everything[:, 0]), list(everything[:, 1])
    for loop, slot in zip(*linear_sum_assignment(costs), strict=True):
        (x, y, side), end = slots[slot], chosen[loop, slot]
        places.append(((float(end[0]), float(end[1])), (x, y), "right" if side < 0 else "left"))
        xs.append(x + side * widths[loop] / inch)
        ys += [y - line / 2, y + line / 2]
    xlim, ylim = ((float(min(values)) - EDGE, float(max(values)) + EDGE) for values in (xs, ys))
    return Tags(places, xlim, ylim, inch)


def _slots(everything: Any, count: int, line: float) -> list[Slot]:
    """Return places for tags on both sides, close to the design."""
    low, high = everything[:, 1].min(), everything[:, 1].max()
    rows = max((count + 1) // 2, min(count, int((high - low) / line)))
    pitch = max(line, (high - low) / rows)
    found = []
    for row in range(rows):
        y = (low + high) / 2 + (row - (rows - 1) / 2) * pitch
        beside = everything[abs(everything[:, 1] - y) <= max(line, pitch / 2)]
        for side in (-1, 1):
            edge = side * float(np.max(side * (beside if len(beside) else everything)[:, 0]))
            found.append((edge + side * GAP, float(y), side))
    return found


def _ends(curves: Curves) -> list[tuple[Any, Any]]:
    """Return for each loop points where its tag may be tied, and what is added to a tie's length there."""
    lines = [np.asarray(path.vertices) for path in curves.loops]
    found = []
    for loop, line in enumerate(lines):
        points = line[::EVERY]
        others = [other for number, other in enumerate(lines) if number != loop]
        near = cKDTree(np.concatenate(others)).query(points)[0] if others else np.full(len(points), np.inf)
        found.append((points, ALONE * (near < CROWDED)))
    return found


def _ties(slots: Sequence[Slot], ends: Sequence[tuple[Any, Any]], middles: Any) -> tuple[Any, Any]:
    """Return how long the best tie from each loop to each place is, all told, and where it ends."""
    costs, chosen = np.zeros((len(ends), len(slots))), np.zeros((len(ends), len(slots), 2))
    for loop, (points, more) in enumerate(ends):
        for place, (x, y, _) in enumerate(slots):
            ties = np.array([x, y]) - points
            cost = np.hypot(*ties.T) + more + DETOUR * _passed(points, ties, middles)
            best = int(cost.argmin())
            costs[loop, place], chosen[loop, place] = cost[best], points[best]
    return costs, chosen


def _passed(points: Any, ties: Any, middles: Any) -> Any:
    """Return how many middles of regions each tie comes too near."""
    towards = middles[None] - points[:, None]
    length = np.maximum((ties**2).sum(axis=1), 1e-9)
    along = np.clip((towards * ties[:, None]).sum(axis=-1) / length[:, None], 0, 1)
    apart = towards - along[..., None] * ties[:, None]
    return (np.sqrt((apart**2).sum(axis=-1)) < NEAR).sum(axis=1)
