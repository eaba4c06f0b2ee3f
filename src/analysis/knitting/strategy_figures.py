"""Figures of styles of play."""

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.colors import TwoSlopeNorm

from analysis.duels import BETTER, NOT_SHOWN, WORSE
from analysis.figures import AROUND_FAIR, INK, MUTED
from analysis.finding import tied
from analysis.knitting.strategy_words import everywhere, homes, never, styles_of

DARK = 0.55
"""Brightness below which a colour is dark."""


def draw_matrix(ax: Axes, table: pl.DataFrame) -> None:
    """Draw a square for each pair, red where the one does better than even among the others."""
    names = styles_of(table)
    norm = TwoSlopeNorm(float(table["even"][0]), 0.0, 1.0)
    shares = np.full((len(names), len(names)), np.nan)
    for row in table.to_dicts():
        place = names.index(row["policy"]), names.index(row["among"])
        shares[place] = row["share"]
        _write(ax, place, row, AROUND_FAIR(norm(row["share"])))
    ax.imshow(shares, cmap=AROUND_FAIR, norm=norm, aspect="auto")
    ax.grid(visible=False)
    ax.set_xticks(range(len(names)), names)
    ax.set_yticks(range(len(names)), names)
    ax.tick_params(length=0, labelcolor=INK)
    ax.set_xlabel("all others play")
    ax.set_ylabel("one plays")
    ax.set_title(_title(table))


def _write(ax: Axes, place: tuple[int, int], row: dict, paint: tuple[float, ...]) -> None:
    """Write a share into its square; in italics where it is not shown to differ from even."""
    unsure = row["shown"] == NOT_SHOWN
    ax.annotate(
        f"{100 * row['share']:.0f}%", place[::-1], ha="center", va="center", fontsize=11,
        color=MUTED if unsure else ink_on(paint), fontstyle="italic" if unsure else "normal",
    )  # fmt: skip


def ink_on(paint: tuple[float, ...]) -> str:
    """Return what is readable on a colour: white on a dark one."""
    red, green, blue = paint[:3]
    return "white" if 0.299 * red + 0.587 * green + 0.114 * blue < DARK else INK


def _title(table: pl.DataFrame) -> str:
    """Name the style that wins in every company and, as far as it is one, the one that keeps its own."""
    best, stable = everywhere(table, BETTER), homes(table)
    if best and best == stable:
        return f"{best[0]} wins above even in every company, in its own nobody else does"
    if best:
        return f"{best[0]} wins above even in every company"
    if stable:
        return f"Where all play {stable[0]}, any other style wins below even"
    unbeaten = never(table, WORSE, "policy")
    if unbeaten:
        return f"Nowhere shown to win less than even: {tied(unbeaten)}"
    return "Every style wins less than even in some company"
