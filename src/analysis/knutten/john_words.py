"""Sentence and figures of John and heavy weather, from the table of ``john_and_weather``."""

from math import isnan
from typing import Any

import matplotlib.pyplot as plt
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analysis.figures import BLUE, GOLD, INK, MUTED, TEAL, VIOLET, in_house_style, percent_axis, reaches
from analysis.finding import Finding, between, percent

COLOURS = {"base game": MUTED, "John": BLUE, "heavy weather": GOLD, "both": VIOLET}
PANELS = {
    "minutes": "Minutes a game",
    "bites at a round's end": "Bites at a round's end",
    "one round": "Games of a single round",
    "several winners": "Games with several winners",
    "lead at the end": "Lead at the end (bites)",
    "unevenness": "Furthest seat from even",
}
ROUNDS_END = "bites at a round's end"
SHARES = ("one round", "several winners", "unevenness")
FATES = {
    "John held": "games in which he is seen in a hand",
    "John played": "games in which he is played",
    "John bites": "games in which he bites",
    "held: kept to the round's end": "times held: kept to the round's end",
    "John sent away": "Johns on the table: sent away",
    "John hits the only leader": "John's bites: on the only leader",
    "John's part of all bites": "all bites: given by John",
}


def headline(table: pl.DataFrame) -> str:
    """Return what each does to length and bites, where a difference is shown."""
    return (
        f"In {table['games'][0]:,} games of each variant John is played in "
        f"{_share(_row(table, 'John', 'John played'))} of games{_aims(table)}; "
        f"{_changes(table, 'John', 'he')}; "
        f"heavy weather gives {_mean(_row(table, 'heavy weather', ROUNDS_END))} bites at a round's end; "
        f"{_changes(table, 'heavy weather', 'it')}; seats are {_seats(table)}."
    )


def _aims(table: pl.DataFrame) -> str:
    hit = _row(table, "John", "John hits the only leader")
    if isnan(hit["estimate"]):
        return " and bites nobody"
    return f" and hits the only leader with {_share(hit)} of his bites"


def _share(row: dict[str, Any]) -> str:
    return f"{percent(row['estimate'])} ({between(row['low'], row['high'])})"


def _row(table: pl.DataFrame, variant: str, measure: str) -> dict[str, Any]:
    return table.filter(variant=variant, measure=measure).row(0, named=True)


def _mean(row: dict[str, Any]) -> str:
    return f"{row['estimate']:.2f} ({row['low']:.2f} to {row['high']:.2f})"


def _changes(table: pl.DataFrame, variant: str, who: str) -> str:
    told = []
    for measure, scale, name in (("minutes", 1, "minutes a game"), ("several winners", 100, "shared wins")):
        row = _row(table, variant, measure)
        difference, low, high = (scale * row[f"difference{end}"] for end in ("", "_low", "_high"))
        unit = " points" if scale == 100 else ""
        if low > 0 or high < 0:
            told.append(f"{name} by {difference:+.2f}{unit} ({low:+.2f} to {high:+.2f})")
        else:
            told.append(f"{name} by nothing that is shown ({low:+.2f} to {high:+.2f}{unit})")
    return f"{who} changes {' and '.join(told)}"


def _seats(table: pl.DataFrame) -> str:
    rows = table.filter(measure="unevenness")
    words = {"unfair": "unequal", "fair": "equal", "not shown": "not shown to be either"}
    told = []
    for verdict, judged in words.items():
        names = rows.filter(verdict=verdict)["variant"].to_list()
        if names:
            told.append(f"{judged} ({', '.join(names)})")
    return ", ".join(told)


def draw_minutes(ax: Axes, table: pl.DataFrame) -> None:
    """Draw the minutes that a game takes in each variant."""
    _draw_panel(ax, table, "minutes")


def plot_variants(finding: Finding) -> Figure:
    """Draw what the variants differ in, a panel a measure.

    Parameters
    ----------
    finding
        One of ``john_and_weather``.
    """
    with in_house_style():
        fig, axes = plt.subplots(2, 3, figsize=(12, 5.4), layout="constrained", sharey=True)
        for measure, ax in zip(PANELS, axes.flat, strict=True):
            _draw_panel(ax, finding.table, measure)
        fig.supxlabel(finding.basis.note, x=0.01, ha="left", fontsize=8, color=MUTED)
    return fig


def _draw_panel(ax: Axes, table: pl.DataFrame, measure: str) -> None:
    rows = table.filter(measure=measure)
    for place, row in enumerate(rows.iter_rows(named=True)):
        reach = reaches([row["estimate"]], [row["low"]], [row["high"]])
        colour = COLOURS[row["variant"]]
        ax.errorbar(row["estimate"], place, xerr=reach, fmt="o", color=colour, markersize=9, capsize=4)
    ax.axvline(rows["estimate"][0], color=MUTED, linewidth=1.2, linestyle=(0, (4, 3)), zorder=0)
    ax.set_yticks(range(rows.height), rows["variant"], color=INK)
    ax.set_ylim(rows.height - 0.5, -0.5)
    ax.set_xlim(left=-0.02 * ax.get_xlim()[1])
    ax.grid(visible=False, axis="y")
    ax.grid(visible=True, axis="x")
    ax.set_title(PANELS[measure], fontsize=12)
    if measure in SHARES:
        percent_axis(ax, "x", decimals=int(measure == "unevenness"))


def plot_john(finding: Finding) -> Axes:
    """Draw what becomes of John, with and without heavy weather.

    Parameters
    ----------
    finding
        One of ``john_and_weather``.
    """
    with in_house_style():
        fig, ax = plt.subplots(figsize=(9, 4.8), layout="constrained")
        for shift, variant, colour, name in (
            (-0.14, "John", BLUE, "John"),
            (0.14, "both", TEAL, "John in heavy weather"),
        ):
            rows = [_row(finding.table, variant, measure) for measure in FATES]
            share, low, high = ([row[key] for row in rows] for key in ("estimate", "low", "high"))
            ax.errorbar(
                share, [place + shift for place in range(len(rows))], xerr=reaches(share, low, high), fmt="o",
                color=colour, markersize=8, capsize=4, label=name,
            )  # fmt: skip
        ax.set_yticks(range(len(FATES)), list(FATES.values()), color=INK)
        ax.set_ylim(len(FATES) - 0.5, -0.5)
        ax.set_xlim(-0.02, 1.02)
        ax.grid(visible=False, axis="y")
        ax.grid(visible=True, axis="x")
        ax.set_title("What becomes of John Knut")
        ax.legend(loc="lower right")
        percent_axis(ax, "x")
        fig.supxlabel(finding.basis.note, x=0.01, ha="left", fontsize=8, color=MUTED)
    return ax
