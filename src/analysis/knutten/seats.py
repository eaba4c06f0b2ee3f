"""What the questions about seats share."""

from matplotlib.axes import Axes
from polars import DataFrame

from analysis.figures import BLUE, bars_with_intervals, fair_line, percent_axis
from simulation import Run

POINT = 0.01
"""One percentage point, the margin within which seats count as equal."""


def mixed_caveats(run: Run) -> list[str]:
    """Return what to say where not all seats are played alike."""
    if len(set(run.policies)) == 1:
        return []
    return ["The seats are played by different policies: the shares mix seat and skill."]


def draw_seats(ax: Axes, table: DataFrame, title: str, note: str, colour: str = BLUE) -> None:
    """Draw each seat's share with its interval; ``note`` says what seat 0 starts."""
    bars_with_intervals(ax, table["seat"], table["share"], table["low"], table["high"], color=colour)
    ax.set_title(title)
    ax.set_xlabel(f"seat ({note})")
    ax.set_xticks(range(table.height))
    percent_axis(ax)


def draw_against_even(ax: Axes, table: DataFrame, title: str, note: str) -> None:
    """Draw each seat's share with its interval against an even one."""
    draw_seats(ax, table, title, note)
    fair_line(ax, 1 / table.height, "even")
