"""Figures of what the target does, from the table of ``target_sweep``."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullLocator

from analysis.figures import BLUE, INK, MUTED, RED, fair_line, in_house_style, percent_axis, reaches
from analysis.finding import Finding, check_finding
from analysis.knitting.target_words import SHARES, WORTH_TELLING, playable
from simulation import GamegaugeError

WIDE = 4
"""How many times as long the longest game is as the shortest where lengths are drawn as multiples."""
HAVE_AN_EVEN_SHARE = ("better player wins", "first to half wins")
PANELS = ("turns a player", "pattern deck runs out", "first to half wins", "decided by subtraction")


def draw_trade_off(ax: Axes, table: pl.DataFrame, players: int) -> None:
    """Draw for each target how long a game is, and how often the better player wins."""
    length, skill = (table.filter(measure=measure) for measure in ("minutes", "better player wins"))
    ax.plot(length["estimate"], skill["estimate"], color=MUTED, linewidth=1.2)
    for row, won in zip(length.to_dicts(), skill.to_dicts(), strict=True):
        _draw_target(ax, row, won, _stalls(table, row["target"]))
    _scale_minutes(ax, length["estimate"].to_list())
    fair_line(ax, 1 / players, "even")
    ax.margins(x=0.12)
    ax.set_ylim(0, 1.25 * max(skill["high"].to_list()))
    percent_axis(ax)
    ax.set_xlabel("minutes a game, at an assumed time a turn; red: the rulebook's target")
    ax.set_ylabel("share of wins of the better player")
    ax.set_title(_title(*(rows.filter(pl.col("target").is_in(playable(table))) for rows in (length, skill))))


def _draw_target(ax: Axes, length: dict, skill: dict, note: str) -> None:
    colour = RED if length["rulebook"] else BLUE
    across, up = (reaches([one["estimate"]], [one["low"]], [one["high"]]) for one in (length, skill))
    x, y = length["estimate"], skill["estimate"]
    ax.errorbar(x, y, xerr=across, yerr=up, fmt="o", color=colour, markersize=9, capsize=4)
    ax.annotate(
        f"{length['target']}{note}", (x, skill["high"]), xytext=(0, 7), textcoords="offset points",
        ha="center", color=colour, fontsize=11,
    )  # fmt: skip


def _stalls(table: pl.DataFrame, target: int) -> str:
    """Say how many games of a target stall, if they are worth telling of."""
    share = float(table.filter(measure="stalled", target=target)["estimate"][0])
    return f"\n{100 * share:.0f}% stall" if share >= WORTH_TELLING else ""


def _scale_minutes(ax: Axes, minutes: Sequence[float]) -> None:
    """Draw lengths that differ much as multiples of each other."""
    if max(minutes) > WIDE * min(minutes) > 0:
        ax.set_xscale("log")
        ax.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
        ax.xaxis.set_major_formatter("{x:.0f}")
        ax.xaxis.set_minor_locator(NullLocator())


def _title(length: pl.DataFrame, skill: pl.DataFrame) -> str:
    """Say what the highest target that can be played changes from the lowest."""
    rows, wins = length.to_dicts(), skill["estimate"].to_list()
    if not rows:
        return "No target can be played to its end"
    if len(rows) == 1:
        return f"At {rows[0]['target']} points the better player wins {100 * wins[0]:.0f}%"
    more = rows[-1]["estimate"] - rows[0]["estimate"]
    return (
        f"Target {rows[0]['target']} to {rows[-1]['target']}: {more:+.0f} minutes, better player "
        f"{100 * wins[0]:.0f}% to {100 * wins[-1]:.0f}%"
    )


def plot_targets(finding: Finding, measures: Sequence[str] = PANELS) -> Figure:
    """Draw measures over the targets, the rulebook's in red.

    Parameters
    ----------
    finding
        One of ``target_sweep``.
    measures
        What to draw, from left to right, two a row.

    Raises
    ------
    GamegaugeError
        For another finding, or a measure that it does not have.
    """
    check_finding(finding, "target_sweep", "target", "measure")
    known = finding.table["measure"].unique(maintain_order=True).to_list()
    if not isinstance(measures, list | tuple) or not measures or set(measures) - set(known):
        raise GamegaugeError(f"measures {measures!r} cannot be drawn; allowed: {', '.join(known)}")
    down = (len(measures) + 1) // 2
    with in_house_style():
        fig, axes = plt.subplots(down, 2, figsize=(11, 3.3 * down), layout="constrained", squeeze=False)
        for measure, ax in zip(measures, axes.flat, strict=False):
            _draw_panel(ax, finding.table.filter(measure=measure), measure)
            if measure in HAVE_AN_EVEN_SHARE:
                fair_line(ax, 1 / int(finding.players), "even")
        for ax in axes.flat[len(measures) :]:
            ax.set_visible(False)
        fig.supxlabel(finding.basis.note, x=0.01, ha="left", fontsize=8, color=MUTED)
    return fig


def _draw_panel(ax: Axes, rows: pl.DataFrame, measure: str) -> None:
    ax.plot(rows["target"], rows["estimate"], color=MUTED, linewidth=1.2)
    for own, colour in ((False, BLUE), (True, RED)):
        some = rows.filter(rulebook=own)
        reach = reaches(some["estimate"], some["low"], some["high"])
        ax.errorbar(
            some["target"], some["estimate"], yerr=reach, fmt="o", color=colour, markersize=7, capsize=3
        )
    ax.set_xticks(rows["target"].to_list())
    ax.tick_params(axis="x", labelcolor=INK)
    top = 1.2 * max(rows["high"].to_list()) or 1.0
    ax.set_ylim(0, min(top, 1.03) if measure in SHARES else top)
    first, last = rows["estimate"][0], rows["estimate"][-1]
    if measure in SHARES:
        percent_axis(ax, decimals=0 if max(rows["high"].to_list()) > 0.05 else 1)
        ends = f"{100 * first:.1f}% to {100 * last:.1f}%"
    else:
        ends = f"{first:.1f} to {last:.1f}"
    ax.set_title(f"{measure.capitalize()}: {ends}", fontsize=12)
    ax.set_xlabel("target (red: rulebook)")
