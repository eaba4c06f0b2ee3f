"""Figures of what patterns are worth."""

from collections.abc import Sequence
from typing import Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from analysis.figures import BLUE, GOLD, GREEN, GRID, INK, MUTED, RED, points_axis, reaches
from analysis.knitting.pattern_agreement import rank_agreement
from analysis.knitting.pattern_words import DEAD, NOT_SHOWN, TOO_GOOD, correlation_words, made_outliers
from analysis.statistics import Estimate

HUES = {TOO_GOOD: BLUE, DEAD: RED, NOT_SHOWN: MUTED}
CLOUD = (9, 5)
"""Size of a figure of dots in the plane."""
NAMED = 3
"""Patterns at each end that a cloud of dots names."""
LETTER, LINE, BESIDE = 0.0105, 0.05, 0.015
"""Parts of the axes that a letter of a name takes, a line, and the room between a dot and its name."""
SPOTS = [
    (up, side) for up in (0, 0.5, -0.5, 1, -1, 1.5, -1.5, 2, -2, 3, -3) for side in (1, -1, 0) if up or side
]
"""Places for a name beside its dot, the best first: so many lines above it, and to its right or left."""


def draw_values(ax: Axes, table: pl.DataFrame) -> None:
    """Draw the patterns from best to worst as dots with intervals around the average pattern."""
    for row, values in enumerate(table.iter_rows(named=True)):
        reach = reaches([values["win"]], [values["win_low"]], [values["win_high"]])
        hue = HUES[values["verdict"]]
        ax.errorbar(values["win"], row, xerr=reach, fmt="o", color=hue, markersize=6, capsize=2.5)
    ax.axvline(0, color=INK, linewidth=1.2, linestyle=(0, (4, 3)))
    _name_rows(ax, table)
    marks = _mark_made(ax, table)
    dots = [Line2D([], [], marker="o", color=hue, label=verdict) for verdict, hue in HUES.items()]
    ax.legend(handles=[*dots, *marks], loc="lower right", fontsize=9)
    ax.set_xlabel("win share against the average pattern, in percentage points")
    ax.set_title(_title(table))
    ax.grid(visible=True, axis="x", color=GRID)
    ax.grid(visible=False, axis="y")
    points_axis(ax, "x")


def _name_rows(ax: Axes, table: pl.DataFrame) -> None:
    ax.set_yticks(range(table.height), table["pattern"].to_list(), fontsize=9, color=INK)
    for label, verdict in zip(ax.get_yticklabels(), table["verdict"], strict=True):
        label.set_color(INK if verdict == NOT_SHOWN else HUES[verdict])
    ax.set_ylim(table.height - 0.4, -0.6)


def _mark_made(ax: Axes, table: pl.DataFrame) -> list[Line2D]:
    """Mark at the left the patterns that the rule made too good or too bad; return the marks for a legend."""
    marks = []
    for names, mark, hue, word in zip(
        made_outliers(table), "^v", (GREEN, GOLD), ("too good", "too bad"), strict=True
    ):
        rows = [row for row, name in enumerate(table["pattern"]) if name in names]
        if rows:
            left = ax.get_yaxis_transform()
            ax.plot([0.012] * len(rows), rows, mark, color=hue, markersize=7, transform=left, clip_on=False)
            text = f"made {word} by the rule"
            marks.append(Line2D([], [], marker=mark, color=hue, linestyle="", markersize=7, label=text))
    return marks


def _title(table: pl.DataFrame) -> str:
    good, dead = (table.filter(verdict=verdict).height for verdict in (TOO_GOOD, DEAD))
    if good + dead == 0:
        return "No pattern is shown to be too good or dead"
    return f"{good} of {table.height} patterns are shown to be too good, {dead} to be dead"


def draw_against_records(ax: Axes, table: pl.DataFrame, players: int) -> None:
    """Draw what patterns do against by how much those who finish them win more than an even share."""
    shown = table.filter(pl.col("times_finished") > 0).with_columns(
        naive=pl.col("win_when_finished") - 1 / players
    )
    draw_cloud(ax, shown, "naive")
    limits = (*ax.get_xlim(), *ax.get_ylim())
    ax.axline((0, 0), slope=1, color=GOLD, linewidth=1.6, label="if they were the same")
    ax.set_xlim(*limits[:2])
    ax.set_ylim(*limits[2:])
    above = shown.filter(pl.col("win_when_finished_low") > 1 / players)
    agreement = rank_agreement(shown["naive"], shown["win"])
    ax.set_xlabel("correlation only: win share of its finishers against an even share, in points")
    ax.set_title(
        f"{above.height} of {shown.height} patterns are shown to be finished by who wins more than even,\n"
        f"and {above.filter(pl.col('win_high') < 0).height} of these to be worth less than the average one\n"
        f"rank correlation {correlation_words(agreement)}",
        fontsize=12,
    )
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize=9)
    points_axis(ax, "x")


def draw_against_points(ax: Axes, table: pl.DataFrame) -> None:
    """Draw what patterns do against the points that they give a card."""
    draw_cloud(ax, table, "points_a_card")
    agreement = rank_agreement(table["points_a_card"], table["win"])
    ax.set_xlabel("points a yarn card, as printed")
    ax.set_title(
        f"Points a card {_tell(agreement)} what a pattern is worth\n"
        f"rank correlation {correlation_words(agreement)}"
    )


def _tell(agreement: Estimate) -> str:
    value, low, high = agreement
    if not (low > 0 or high < 0):
        return "are not shown to tell"
    if value < 0:
        return "tell the reverse of"
    return "tell a good deal of" if value > 0.5 else "tell a little of"


def draw_cloud(ax: Axes, table: pl.DataFrame, across: str) -> None:
    """Draw the patterns' value over another column, the best and worst by name.

    Parameters
    ----------
    ax
        Where to.
    table
        The best first: pattern, win, win_low, win_high, verdict and the other column.
    across
        Name of that column.
    """
    shown = table.filter(pl.col(across).is_not_null() & pl.col(across).is_not_nan())
    for verdict, hue in HUES.items():
        some = shown.filter(verdict=verdict)
        reach = reaches(some["win"], some["win_low"], some["win_high"])
        ax.errorbar(some[across], some["win"], yerr=reach, fmt="none", ecolor=hue, alpha=0.3)
        ax.plot(some[across], some["win"], "o", color=hue, markersize=6, label=verdict)
    ax.axhline(0, color=INK, linewidth=1.2, linestyle=(0, (4, 3)))
    ax.margins(0.1)
    rows, height = shown.height, pl.col("win")
    at_end = (pl.int_range(rows) < NAMED) | (pl.int_range(rows) >= rows - NAMED)
    named = shown.filter(at_end | (height == height.max()) | (height == height.min()))
    _name_dots(ax, shown, named.rows(named=True), across)
    ax.set_ylabel("causal: win share against the average\npattern, in percentage points")
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize=9)
    points_axis(ax, "y")


def _name_dots(ax: Axes, table: pl.DataFrame, rows: Sequence[dict[str, Any]], across: str) -> None:
    """Write names beside dots where they hide no dot and no other name, if there is such a place."""
    taken = [(*_place(ax, row, across), 0.0) for row in table.iter_rows(named=True)]
    for row in rows:
        x, y = _place(ax, row, across)
        long = LETTER * len(row["pattern"])
        places = [(x + side * (BESIDE + long / 2), y + up * LINE, long / 2) for up, side in SPOTS]
        free = [
            place
            for place in places
            if place[0] - long / 2 > 0 and place[0] + long / 2 < 1 and not _hides(place, taken)
        ]
        best = (free or places)[0]
        taken.append(best)
        ax.annotate(
            row["pattern"], (x, y), best[:2], "axes fraction", "axes fraction", ha="center", va="center",
            fontsize=9, bbox={"fc": "white", "ec": "none", "alpha": 0.6, "pad": 0.5},
            arrowprops={"arrowstyle": "-", "color": GRID, "shrinkA": 0, "shrinkB": 3},
        )  # fmt: skip


def _place(ax: Axes, row: dict[str, Any], across: str) -> tuple[float, float]:
    """Return where a dot lies, in parts of the axes."""
    left, right = ax.get_xlim()
    bottom, top = ax.get_ylim()
    return (row[across] - left) / (right - left), (row["win"] - bottom) / (top - bottom)


def _hides(place: tuple[float, float, float], taken: Sequence[tuple[float, float, float]]) -> bool:
    """Tell whether a text at a place, its middle and half its width, lies over anything."""
    x, y, half = place
    return any(
        abs(y - other_y) < LINE * 0.75 and abs(x - other_x) < half + other_half + BESIDE / 2
        for other_x, other_y, other_half in taken
    )
