"""Figures of what cards do."""

from collections.abc import Sequence
from typing import Any

import polars as pl
from matplotlib.axes import Axes

from analysis.figures import BLUE, GRID, INK, MUTED, RED, points_axis, reaches

NEAR = 0.06
"""Part of an axis within which dots share a text."""


def draw_sorted(ax: Axes, table: pl.DataFrame, labels: Sequence[str], title: str) -> None:
    """Draw the rows from best to worst as dots with intervals around no difference."""
    rows = range(table.height)
    for row, values in enumerate(table.iter_rows(named=True)):
        reach = reaches([values["win"]], [values["win_low"]], [values["win_high"]])
        ax.errorbar(
            values["win"], row, xerr=reach, fmt="o", color=colour(values, "win"), markersize=7, capsize=3
        )
    ax.plot(table["correlation"], rows, "D", mfc="none", mec=MUTED, markersize=5, label="correlation only")
    ax.axvline(0, color=INK, linewidth=1.2, linestyle=(0, (4, 3)))
    ax.set_yticks(rows, labels)
    ax.set_ylim(table.height - 0.4, -0.6)
    ax.set_xlabel("difference of the win share, in points (blue: helps, red: hurts, grey: not shown)")
    ax.set_title(title)
    ax.grid(visible=True, axis="x", color=GRID)
    ax.grid(visible=False, axis="y")
    ax.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0))
    points_axis(ax, "x")


def draw_against(ax: Axes, table: pl.DataFrame) -> None:
    """Draw each row by what it does to the chance of a bite and to the win share."""
    for values in table.iter_rows(named=True):
        across = reaches([values["bite"]], [values["bite_low"]], [values["bite_high"]])
        along = reaches([values["win"]], [values["win_low"]], [values["win_high"]])
        hue = colour(values, "win")
        ax.errorbar(values["bite"], values["win"], xerr=across, yerr=along, fmt="none", ecolor=hue, alpha=0.4)
        ax.plot(values["bite"], values["win"], "o", color=hue, markersize=6)
    ax.margins(0.08)
    ax.axhline(0, color=MUTED, linewidth=0.8)
    ax.axvline(0, color=MUTED, linewidth=0.8)
    _name_crowds(ax, table)
    ax.set_xlabel("difference of the chance to be bitten in a round, in points")
    ax.set_ylabel("difference of the win share, in points")
    ax.set_title("Fewer bites, more wins?")
    points_axis(ax, "x")
    points_axis(ax, "y")


def _name_crowds(ax: Axes, table: pl.DataFrame) -> None:
    """Write the names of rows beside their dots; dots that lie close together share a text."""
    left, right = ax.get_xlim()
    bottom, top = ax.get_ylim()
    crowds: list[list[dict[str, Any]]] = []
    for row in table.iter_rows(named=True):
        for crowd in crowds:
            across = abs(crowd[0]["bite"] - row["bite"]) / (right - left)
            if across < NEAR and abs(crowd[0]["win"] - row["win"]) / (top - bottom) < NEAR:
                crowd.append(row)
                break
        else:
            crowds.append([row])
    for crowd in crowds:
        far_right = max(row["bite"] for row in crowd) > left + 0.75 * (right - left)
        names = _names(crowd)
        ends = [row["bite_low" if far_right else "bite_high"] for row in crowd]
        edge = min(ends) if far_right else max(ends)
        ax.annotate(
            _wrapped(names),
            (edge, sum(row["win"] for row in crowd) / len(crowd)),
            xytext=(-5 if far_right else 5, 0),
            textcoords="offset points",
            ha="right" if far_right else "left",
            va="center",
            fontsize=9,
        )


def _wrapped(names: Sequence[str]) -> str:
    a_line = 1 if " of " in names[0] else 3
    return "\n".join(", ".join(names[first : first + a_line]) for first in range(0, len(names), a_line))


def _names(crowd: Sequence[dict[str, Any]]) -> list[str]:
    """Return the cards of a crowd, or its sides, those with the same face as one."""
    faces: dict[str, list[str]] = {}
    for row in crowd:
        faces.setdefault(row.get("face", ""), []).append(row["card"])
    if "" in faces:
        return faces[""]
    return [f"{face} of {', '.join(cards)}" for face, cards in faces.items()]


def colour(values: dict[str, float], name: str, good: int = 1) -> str:
    """Return blue for a difference shown to be good, red for one shown to be bad, else grey."""
    if values[f"{name}_low"] > 0:
        return BLUE if good > 0 else RED
    if values[f"{name}_high"] < 0:
        return RED if good > 0 else BLUE
    return MUTED
