"""The sentence and the figure on what one knits in real life, from the table of ``real_life_draws``."""

from collections.abc import Sequence
from typing import Any

import polars as pl
from matplotlib.axes import Axes

from analysis.contrasts import points
from analysis.figures import BLUE, INK, MUTED, reaches
from analysis.finding import ROUNDING, in_place_of, tied
from analysis.statistics import Verdict

PAINTS = {
    "red": "#c8452f", "orange": "#e08a3c", "yellow": "#d9b62b", "green": "#4f8a4c", "blue": "#2f6f9f",
    "purple": "#7b5ea7", "grey": "#8b959c", "white": "#d8d3c6",
}  # fmt: skip
"""What each colour is drawn in."""
SHOWN = (pl.col("difference_low") > 0) | (pl.col("difference_high") < 0)
SAID = {
    "fair": "shown to be fair, up to {margin} of wins",
    "unfair": "shown to be unfair by more than {margin} of wins",
    "not shown": "neither shown to be fair, up to {margin} of wins, nor unfair",
}
MOST_NAMES = 6
"""Patterns that are named in the figure at most."""
PATTERN_STEP = 0.14
"""How far patterns lie apart, if colours lie 1 apart."""


def in_points(margin: float) -> str:
    """Return a margin in words."""
    return f"{100 * margin:g} point{'s' * (round(100 * margin, 9) != 1)}"


def draws_headline(table: pl.DataFrame, players: int, verdict: Verdict, margin: float) -> str:
    """Say whether it is fair what one knits, and which colours and patterns are worth most and least."""
    parts = [_words(table.filter(kind=kind), kind) for kind in ("colour", "pattern")]
    return (
        f"In {table['games'][0]:,} games of {players}, what one happens to knit in real life is "
        f"{SAID[verdict].format(margin=in_points(margin))}; {'; '.join(part for part in parts if part)}."
    )


def _words(rows: pl.DataFrame, kind: str) -> str:
    if rows.is_empty():
        return ""
    found = rows.sort("difference", "knitted").to_dicts()
    best, worst = found[-1], found[0]
    if best["difference"] - worst["difference"] < ROUNDING:
        return f"all {len(found)} {kind}s gain as much, {points(best, 'difference')}"
    first, last = (in_place_of(row, rows, "difference", "knitted") for row in (best, worst))
    return (
        f"of {len(found)} {kind}s {tied(first)} gain{'s' * (len(first) == 1)} most, "
        f"{points(best, 'difference')}, and {tied(last)} least, "
        f"{points(worst, 'difference')}, with {_range(rows['bonus'].to_list())} "
        f"bonus points a seat, and {_count(rows)} shown to matter"
    )


def _count(rows: pl.DataFrame) -> str:
    shown = rows.filter(SHOWN).height
    return f"{shown or 'none'} {'is' if shown < 2 else 'are'}"


def draw_items(ax: Axes, table: pl.DataFrame) -> None:
    """Draw what each colour adds to the share of wins, and beside them each pattern, the best first."""
    patterns, colours = (table.filter(kind=kind) for kind in ("pattern", "colour"))
    names = colours["knitted"].to_list()
    for place, row in enumerate(colours.iter_rows(named=True)):
        _draw_dots(ax, [place], [row], PAINTS[row["knitted"]], elinewidth=1.8, capsize=4)
        ax.annotate(
            f"{row['bonus']:.0f}", (place, 0.02), xycoords=("data", "axes fraction"), ha="center",
            fontsize=9, color=MUTED,
        )  # fmt: skip
    places = [colours.height + PATTERN_STEP * place for place in range(patterns.height)]
    _draw_dots(ax, places, patterns.to_dicts(), BLUE, elinewidth=0.8, alpha=0.5)
    ax.axhline(0, color=INK, linewidth=1.2)
    ticks: list[float] = list(range(colours.height))
    if places:
        ticks.append(places[len(places) // 2])
        names.append(f"{patterns.height} patterns ({_range(patterns['bonus'].to_list())})")
        _name_shown(ax, patterns, places)
    ax.set_xticks(ticks, names, fontsize=9)
    ax.tick_params(axis="x", length=0, labelcolor=INK)
    ax.set_xlabel("knitted in real life (numbers: bonus points that a seat gets by it)")
    ax.set_ylabel("points of wins that it adds")
    ax.set_title(_title(table))


def _range(values: Sequence[float]) -> str:
    return f"{min(values):.1f} to {max(values):.1f}"


def _draw_dots(ax: Axes, places: Sequence[float], rows: Sequence[dict], paint: str, **options: Any) -> None:
    middle, low, high = ([100 * row[f"difference{end}"] for row in rows] for end in ("", "_low", "_high"))
    reach = reaches(middle, low, high)
    ax.errorbar(places, middle, yerr=reach, fmt="o", color=paint, markersize=7, **options)


def _name_shown(ax: Axes, patterns: pl.DataFrame, places: Sequence[float]) -> None:
    """Name the patterns that are shown to matter above all others, the best first."""
    shown = patterns.filter(SHOWN)
    if shown.height:
        told = [f"{row['knitted']} {100 * row['difference']:+.1f}" for row in shown.to_dicts()[:MOST_NAMES]]
        ax.annotate(
            "\n".join(told), (places[0], 1.0), xycoords=("data", "axes fraction"), ha="left", va="top",
            fontsize=9, color=BLUE,
        )  # fmt: skip


def _title(table: pl.DataFrame) -> str:
    found = table.filter(SHOWN)
    if found.is_empty():
        return "Nothing one knits in real life is shown to matter for who wins"
    best = found.sort(pl.col("difference").abs(), "knitted").to_dicts()[-1]
    return f"Knitting {best['knitted']} in real life: {100 * best['difference']:+.1f} points of wins"
