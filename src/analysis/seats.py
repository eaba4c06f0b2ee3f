"""What the questions about seats share, whatever the game."""

from matplotlib.axes import Axes
from polars import DataFrame

from analysis.figures import BLUE, bars_with_intervals, fair_line, percent_axis, reaches
from simulation import Run

POINT = 0.01
"""One percentage point, the margin within which seats count as equal."""


def mixed_caveats(run: Run) -> list[str]:
    """Return what to say where not all seats are played alike."""
    if len(set(run.policies)) == 1:
        return []
    return [
        "The seats are played by different policies: the shares mix seat, skill, and whom one sits next to "
        "(after a weak player everybody does well); `ladder` compares players without that."
    ]


def bar_seats(ax: Axes, table: DataFrame, title: str, note: str) -> None:
    """Draw each seat's share as a bar with its interval, against an even one."""
    bars_with_intervals(ax, table["seat"], table["share"], table["low"], table["high"])
    fair_line(ax, 1 / table.height, "even")
    _name_seats(ax, table, title, note)
    percent_axis(ax)


def dot_seats(ax: Axes, table: DataFrame, column: str, title: str, note: str, colour: str = BLUE) -> None:
    """Draw an estimate of each seat as a dot with its interval, for differences that bars would hide."""
    reach = reaches(table[column], table["low"], table["high"])
    ax.errorbar(table["seat"], table[column], yerr=reach, fmt="o", color=colour, markersize=9, capsize=4)
    ax.set_xlim(-0.5, table.height - 0.5)
    _name_seats(ax, table, title, note)


def _name_seats(ax: Axes, table: DataFrame, title: str, note: str) -> None:
    ax.set_title(title)
    ax.set_xlabel(f"seat ({note})")
    ax.set_xticks(range(table.height))
