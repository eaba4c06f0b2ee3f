"""A picture of a design of Knit Wit: loops as coloured strings, the spools within them, and their words."""

from collections.abc import Sequence
from pathlib import Path as FilePath
from textwrap import wrap
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import Circle, PathPatch
from matplotlib.patheffects import withStroke

from analysis.figures import BLUE, GREEN, INK, MUTED, RED, VIOLET, house_style
from analysis.finding import MOST_NAMED, as_run
from analysis.knit_wit.design_curves import Curves, draw_curves
from analysis.knit_wit.design_tags import Tags, place_tags
from simulation import GamegaugeError, Run
from simulation.games.knit_wit.layout import LOOPS
from simulation.games.knit_wit.replay_design import Design
from simulation.numbers import read_whole
from simulation.words import counted, listed

GAME = "knit_wit"
STRINGS = {
    "red": RED,
    "yellow": "#e6b800",
    "blue": BLUE,
    "green": GREEN,
    "orange": "#ee7f1a",
    "purple": VIOLET,
    "black": INK,
    "white": "#ffffff",
}
"""Colours of the loops on a white page."""
EDGES = {"white": MUTED}
"""What a string is edged with that would not be seen otherwise."""
SHADES = {"black": 0.05}
"""How strongly what is inside is tinged, where it is not as usual."""
SIZE = (9, 6)
SPOOL, RING = 0.2, 0.05
"""Radius of a spool, and of the ring that marks a region without one."""
STRING = 0.045
"""Thickness of a string."""
TAG = 10.5
"""Size of the words, in points."""
TITLE_LETTER, NOTE_LETTER = 0.12, 0.066
"""Width of a letter of the title and of the notes, in inches."""
NOTES = (
    "A disc is a spool: its number, and what an answer for it is worth. A ring is a region without a spool.",
    "What counts is which loops are round a disc or a ring; gaps between strings that run together do not.",
)


def design_picture(run: Run | str | FilePath, game: int = 0, ax: Axes | None = None) -> Axes:
    """Draw the finished design of a game.

    Every loop is a closed curve in its colour with its word on a tag; a disc is a spool with its number and
    what an answer for it is worth, a ring a region without a spool. Which regions lie side by side on the
    table is not in the log: the picture puts them where every loop has its own inside, and no others.

    Parameters
    ----------
    run
        A run with events, or its folder.
    game
        Which of its games.
    ax
        Where to draw; by default new axes.

    Raises
    ------
    GamegaugeError
        If the run is of another game, or has no such game, or no events.
    """
    run = as_run(run)
    if run.game != GAME:
        raise GamegaugeError(f"the run {run.path.name} is of {run.game}; allowed: runs of {GAME}")
    game = read_whole("game", game, 0, run.count - 1)
    design = Design.of(run.rows_of_game("events", game))
    curves = draw_curves(design.regions, len(design.colours))
    with plt.rc_context(house_style()):
        if ax is None:
            _, ax = plt.subplots(figsize=SIZE, layout="constrained")
        ax.axis("off")
        _write_round(ax, _title(design, game), _notes(design, curves))
        tags = place_tags(ax, design.words, curves)
        _draw_loops(ax, design, curves, tags.inch)
        _draw_regions(ax, design, curves, tags.inch)
        _draw_tags(ax, design, tags)
        interactive = plt.isinteractive()
    # A notebook's backend may have started inside the context, which then forgets that it shows figures.
    mpl.interactive(interactive)
    return ax


def _draw_loops(ax: Axes, design: Design, curves: Curves, inch: float) -> None:
    """Draw the loops as strings; those placed later lie on top."""
    width = min(2.6, 72 * inch * STRING)
    for loop, (colour, path) in enumerate(zip(design.colours, curves.loops, strict=True)):
        shade = PathPatch(
            path, facecolor=STRINGS[colour], alpha=SHADES.get(colour, 0.09), linewidth=0, zorder=1
        )
        edge, thickness = (EDGES[colour], 1.4) if colour in EDGES else ("white", 1.8)
        string = PathPatch(
            path,
            fill=False,
            edgecolor=STRINGS[colour],
            linewidth=width,
            label=colour,
            path_effects=[withStroke(linewidth=width + thickness, foreground=edge)],
            zorder=2 + loop / LOOPS,
        )
        ax.add_artist(shade)
        ax.add_artist(string)


def _draw_regions(ax: Axes, design: Design, curves: Curves, inch: float) -> None:
    """Draw spools as discs, and rings where a region has none."""
    large, small = (min(most, 72 * inch * part) for most, part in ((13, 0.21), (8.5, 0.13)))
    for region, (x, y) in curves.middles.items():
        if region not in design.spools:
            ring = Circle((x, y), RING, facecolor="white", edgecolor=MUTED, linewidth=1.2, zorder=4)
            ax.add_artist(ring)
            continue
        ax.add_artist(Circle((x, y), SPOOL, facecolor=INK, edgecolor="white", linewidth=1, zorder=4))
        middle: dict[str, Any] = {"color": "white", "ha": "center", "va": "center", "zorder": 5}
        ax.text(x, y + 0.05, str(design.spools[region]), fontsize=large, fontweight="bold", **middle)
        ax.text(x, y - 0.115, f"+{region.bit_count()}", fontsize=small, **middle)


def _draw_tags(ax: Axes, design: Design, tags: Tags) -> None:
    """Write the loops' words beside the design, each tied to its loop."""
    for loop, (word, (anchor, place, side)) in enumerate(zip(design.words, tags.places, strict=True)):
        colour = design.colours[loop]
        line = EDGES.get(colour, STRINGS[colour])
        rim = EDGES.get(colour, "white")
        ax.plot(*anchor, "o", markersize=5, color=STRINGS[colour], markeredgecolor=rim, zorder=6)
        ax.annotate(
            word,
            anchor,
            place,
            ha=side,
            va="center",
            fontsize=TAG * tags.text,
            bbox={"boxstyle": "round,pad=0.3", "facecolor": "white", "edgecolor": line, "linewidth": 1.8},
            arrowprops={"arrowstyle": "-", "color": line, "linewidth": 1.2, "shrinkA": 0, "shrinkB": 2},
            zorder=5,
        )
    ax.set_xlim(*tags.xlim)
    ax.set_ylim(*tags.ylim)
    ax.set_aspect("equal")


def _title(design: Design, game: int) -> str:
    """Return the title: how many regions there are, and which spools are worth most."""
    most = max(region.bit_count() for region in design.spools)
    best = sorted(str(spool) for region, spool in design.spools.items() if region.bit_count() == most)
    many = len(best) > 1
    named = f"spool{'s' * many} {listed(best)}" if len(best) <= MOST_NAMED else f"{len(best)} spools"
    which = f"{named} {'are' if many else 'is'}"
    regions = f"{counted(len(design.colours), 'loop')}, {len(design.regions)} regions"
    return f"Game {game}: {regions}; {which} worth most, {counted(most, 'point')}"


def _notes(design: Design, curves: Curves) -> list[str]:
    """Return how to read the picture, and what is not right in it."""
    torn = [colour for colour, pieces in zip(design.colours, curves.pieces, strict=True) if pieces > 1]
    notes = list(NOTES)
    if torn:
        which = f"loop {torn[0]} is a string" if len(torn) == 1 else f"loops {listed(torn)} are strings"
        notes.append(f"The {which} in one piece, but could only be drawn in pieces.")
    if not curves.are_true:
        notes.append("Not every loop could be drawn round all of its regions and no others: see the replay.")
    return notes


def _write_round(ax: Axes, title: str, notes: Sequence[str]) -> None:
    """Write the title and the notes in lines that are no longer than the axes are wide; lay the axes out."""
    wide = _width(ax)
    ax.set_title("\n".join(wrap(title, int(wide / TITLE_LETTER))))
    lines = [line for note in notes for line in wrap(note, int(wide / NOTE_LETTER))]
    ax.annotate(
        "\n".join(lines),
        (0, 0),
        xycoords="axes fraction",
        xytext=(0, -6),
        textcoords="offset points",
        va="top",
        fontsize=8,
        color=MUTED,
    )
    _width(ax)


def _width(ax: Axes) -> float:
    """Return how many inches wide the axes are when the figure is laid out."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    figure.draw_without_rendering()
    return float(ax.get_window_extent().width / figure.dpi)
