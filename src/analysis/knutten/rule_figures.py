"""Figures of what rules do, from the table of ``rule_effects``."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from analysis.figures import BLUE, GOLD, GRID, INK, MUTED, RED, in_house_style, percent_axis, reaches
from analysis.finding import Finding
from simulation import GamegaugeError

TITLES = {
    "turns": "Turns a game",
    "minutes": "Minutes a game",
    "rounds": "Rounds a game",
    "unevenness": "Furthest seat from an even share",
    "real choices": "Turns with a real choice",
    "forced moves": "Forced turns",
    "doomed turns": "Turns in which every play bites",
}
SHARES = ("unevenness", "real choices", "forced moves", "doomed turns")
PANELS = ("minutes", "real choices", "unevenness")


def plot_rule_effects(finding: Finding, measures: Sequence[str] = PANELS) -> Figure:
    """Draw what each value changes, a panel a measure and a row a value.

    Parameters
    ----------
    finding
        One of ``rule_effects``.
    measures
        What to draw, from left to right.
    """
    rows = finding.table.filter(~pl.col("rulebook")).n_unique(["rule", "value"])
    with in_house_style():
        fig, axes = plt.subplots(
            1,
            len(measures),
            figsize=(4.2 * len(measures), 1.6 + 0.3 * rows),
            sharey=True,
            layout="constrained",
            squeeze=False,
        )
        for measure, ax in zip(measures, axes[0], strict=True):
            draw_measure(ax, finding.table, measure)
        fig.supxlabel(finding.basis.note, x=0.01, ha="left", fontsize=8, color=MUTED)
    return fig


def draw_measure(ax: Axes, table: pl.DataFrame, measure: str) -> None:
    """Draw one measure of every value: what is shown in colour, what is not hollow."""
    rows = table.filter((pl.col("measure") == measure) & ~pl.col("rulebook"))
    for place, row in enumerate(rows.iter_rows(named=True)):
        colour = _colour(row)
        middle, low, high = (row[name] for name in _drawn(measure))
        reach = reaches([middle], [low], [high])
        dots = ax.errorbar(middle, place, xerr=reach, fmt="o", color=colour or MUTED, markersize=7, capsize=3)
        dots[0].set_markerfacecolor(colour or "white")
    ax.axvline(0, color=INK, linewidth=1.2)
    _name_rows(ax, rows)
    ax.grid(visible=False, axis="y")
    ax.grid(visible=True, axis="x")
    ax.set_title(TITLES[measure], fontsize=12)
    ax.set_xlabel(_label(measure))
    if measure in SHARES:
        percent_axis(ax, "x", decimals=_decimals(rows, measure))


def _drawn(measure: str) -> tuple[str, str, str]:
    """Return the columns that are drawn: of unevenness, which 0 bounds, itself; else the difference."""
    if measure == "unevenness":
        return "estimate", "low", "high"
    return "difference", "difference_low", "difference_high"


def _colour(row: dict) -> str | None:
    """Return the colour of what is shown: more red, less blue; unequal seats red, equal ones blue."""
    if row["verdict"] is not None:
        return {"unfair": RED, "fair": BLUE}.get(row["verdict"])
    if row["difference_low"] <= 0 <= row["difference_high"]:
        return None
    return RED if row["difference"] > 0 else BLUE


def _label(measure: str) -> str:
    if measure == "unevenness":
        return "points from even; red: shown to be unequal"
    return f"difference to the rulebook{' (points)' if measure in SHARES else ''}"


def _decimals(rows: pl.DataFrame, measure: str) -> int:
    _, low, high = _drawn(measure)
    widest = rows.select(pl.max_horizontal(pl.col(low).abs(), pl.col(high).abs())).to_series().max()
    return 0 if float(widest or 0) > 0.05 else 1  # type: ignore[arg-type]


def _name_rows(ax: Axes, rows: pl.DataFrame) -> None:
    rules = rows["rule"].to_list()
    names = [f"{rule} = {value}" for rule, value in rows.select("rule", "value").iter_rows()]
    ax.set_yticks(range(len(names)), names, fontsize=10, color=INK)
    ax.set_ylim(len(names) - 0.5, -0.5)
    for place in range(1, len(rules)):
        if rules[place] != rules[place - 1]:
            ax.axhline(place - 0.5, color=GRID, linewidth=1.2)


def plot_rule_curve(
    finding: Finding, rule: str = "bite_at", measures: Sequence[str] = ("minutes", "real choices")
) -> Figure:
    """Draw measures over the values of one switch, the rulebook's marked.

    Parameters
    ----------
    finding
        One of ``rule_effects``.
    rule
        A switch whose values are numbers.
    measures
        What to draw, from left to right.
    """
    rows = finding.table.filter(rule=rule)
    numbers = rows["value"].cast(pl.Float64, strict=False)
    if rows.is_empty() or numbers.null_count():
        raise GamegaugeError(f"rule {rule!r} has no curve; allowed: a switch of this finding with numbers")
    rows = rows.with_columns(number=numbers).sort("number")
    with in_house_style():
        fig, axes = plt.subplots(
            1, len(measures), figsize=(5.2 * len(measures), 4), layout="constrained", squeeze=False
        )
        for measure, colour, ax in zip(measures, (BLUE, GOLD, RED) * len(measures), axes[0], strict=False):
            _draw_curve(ax, rows.filter(measure=measure), measure, rule, colour)
        fig.supxlabel(finding.basis.note, x=0.01, ha="left", fontsize=8, color=MUTED)
    return fig


def _draw_curve(ax: Axes, rows: pl.DataFrame, measure: str, rule: str, colour: str) -> None:
    reach = reaches(rows["estimate"], rows["low"], rows["high"])
    ax.errorbar(
        rows["number"],
        rows["estimate"],
        yerr=reach,
        fmt="o-",
        color=colour,
        linewidth=2,
        markersize=6,
        capsize=3,
    )
    own = rows.filter(pl.col("rulebook"))
    for number in own["number"]:
        ax.axvline(number, color=INK, linewidth=1.2, linestyle=(0, (4, 3)))
        ax.annotate(
            "rulebook", (number, 0.02), xycoords=("data", "axes fraction"), xytext=(5, 0),
            textcoords="offset points", color=INK, fontsize=10,
        )  # fmt: skip
    ax.set_ylim(bottom=0)
    if measure in SHARES:
        percent_axis(ax)
        ax.set_ylim(0, 1)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_title(TITLES[measure])
    ax.set_xlabel(rule)
