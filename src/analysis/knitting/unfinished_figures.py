"""Figures of patterns left in hand."""

import polars as pl
from matplotlib.axes import Axes

from analysis.figures import BLUE, GOLD, GREEN, GRID, INK, MUTED, percent_axis, reaches
from analysis.finding import percent, with_verb

HUES = {"as ruled": MUTED, "recounted": BLUE, "played again": GOLD}
ANOTHER, FIRST = "another seat wins", "the first at the target wins"
BARS = {
    (ANOTHER, "recounted"): (0.0, "another seat wins,\nrecounted without the rule"),
    (FIRST, "as ruled"): (1.5, "the first at the target wins,\nas ruled"),
    (FIRST, "recounted"): (2.5, "recounted without the rule"),
    (FIRST, "played again"): (3.5, "played again without it"),
}
"""What is drawn of who wins: measure and way, where it lies, and how it is called.

That another seat wins when a game is played again is mostly chance, and would look like the rule's doing.
"""


def draw_wins(ax: Axes, table: pl.DataFrame) -> None:
    """Draw who wins with the rule and without it."""
    rows = {(row["measure"], row["way"]): row for row in table.fill_null(0.0).iter_rows(named=True)}
    for bar, (place, _) in BARS.items():
        row = rows[bar]
        ax.barh(place, row["estimate"], color=HUES[row["way"]], height=0.7)
        reach = reaches([row["estimate"]], [row["low"]], [row["high"]])
        ax.errorbar(row["estimate"], place, xerr=reach, fmt="none", ecolor=INK, elinewidth=1.2, capsize=3)
        ax.annotate(
            percent(row["estimate"]), (row["high"], place), xytext=(7, 0), textcoords="offset points",
            va="center", fontsize=11, fontweight="bold",
        )  # fmt: skip
    ax.set_yticks([place for place, _ in BARS.values()], [name for _, name in BARS.values()], color=INK)
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(4.1, -0.6)
    ax.set_xlim(0, 1.15 * max(rows[bar]["high"] for bar in BARS))
    ax.grid(visible=True, axis="x", color=GRID)
    ax.grid(visible=False, axis="y")
    percent_axis(ax, "x")
    ax.set_xlabel("share of games")
    changed = percent(rows[ANOTHER, "recounted"]["estimate"])
    ax.set_title(f"Patterns left in hand decide {changed} of games")


MOST = 15
"""Patterns that are drawn of those left in hand."""


def draw_left(ax: Axes, table: pl.DataFrame) -> None:
    """Draw how often the patterns are left in hand that are left most often."""
    drawn = table.filter(pl.col("times_drawn") > 0)
    shown = drawn.head(MOST)
    rows = range(shown.height)
    ends = [shown[f"left_in_hand{end}"] for end in ("", "_low", "_high")]
    for special, hue, label in ((False, BLUE, "of the catalogue"), (True, GREEN, "special")):
        own = [row for row in rows if shown["special"][row] == special]
        if own:
            share, low, high = (values.gather(own) for values in ends)
            ax.errorbar(
                share, own, xerr=reaches(share, low, high), fmt="o", color=hue, label=label, markersize=5,
                capsize=2,
            )  # fmt: skip
    ax.set_yticks(rows, shown["pattern"].to_list(), fontsize=9, color=INK)
    ax.set_ylim(shown.height - 0.4, -0.6)
    ax.set_xlim(left=0)
    ax.grid(visible=True, axis="x", color=GRID)
    ax.grid(visible=False, axis="y")
    ax.legend(loc="lower right", fontsize=9)
    percent_axis(ax, "x")
    ax.set_xlabel("left in hand at the end, of the times it came into one")
    most = drawn.filter(pl.col("left_in_hand") == drawn["left_in_hand"].max())["pattern"].to_list()
    alike = len(most) == drawn.height
    told = "All patterns are left in hand as often" if alike else f"{with_verb(most)} left in hand most often"
    ax.set_title(f"{told}\n({shown.height} of {drawn.height} patterns)")
