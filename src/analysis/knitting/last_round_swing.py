"""What does the last round change?"""

from pathlib import Path

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from analysis.duels import stalled_caveat
from analysis.figures import GRID, INK, VIOLET, percent_axis, reaches
from analysis.finding import Basis, Finding, between, component_caveats, percent
from analysis.knitting.last_round_facts import Endings, endings
from analysis.knitting.tables import as_knitting
from analysis.ratios import Ratio
from simulation import Run

MEASURES = {
    "scores": "another player\nfinishes something",
    "overtaken": "another mat\novertakes the closer's",
    "closer_loses": "the closer\ndoes not win",
    "loses_ahead": "... though ahead\non the mats",
}
"""Shares of games with a last round, in the order of the table, with their names in a figure."""
POINTS = "points"


def last_round_swing(run: Run | str | Path) -> Finding:
    """Find what the turns after the closer's change: points, lead and winner (KT-11).

    Parameters
    ----------
    run
        A run of Knitting, or its folder.

    Returns
    -------
    Finding
        Table, over games with a last round: measure, value, low, high, games (u32). The measures: scores
        (share of games in which another player finishes an FO in it), overtaken (in which the lead changes
        hands: another seat ends with more FO points than the closer, who led when it began), closer_loses
        (in which the closer has no part in the win), loses_ahead (in which it loses though nobody has more
        FO points: good deeds, patterns in hand or the stash decide), and points (mean FO points of each
        other player in it).

    Raises
    ------
    GamegaugeError
        For a run of another game.
    """
    run = as_knitting(run)
    ended = endings(run)
    table = _table(ended)
    return Finding(
        question="What does the last round change?",
        headline=_headline(table, ended),
        table=table,
        basis=Basis.of(run),
        caveats=(
            "When the last round begins the closer leads: nobody else has reached the target. The lead "
            "is by FO points on the mats, which everybody sees; the winner is found by the final score, "
            "with good deeds and patterns in hand (KT-12).",
            "Games that stalled have no last round and are no part of these shares. Each interval covers its "
            "own row with 95%.",
            *stalled_caveat([run]),
            *component_caveats(run),
        ),
        draw=_draw,
    )


def swings(ended: Endings) -> dict[str, Ratio]:
    """Return each measure of the last round by game; games without one are no tries."""
    closed = ended.closed
    games, closer = np.arange(len(closed)), np.maximum(ended.closer, 0)
    gained = ended.at_end - ended.at_close
    overtaken = ended.at_end.max(axis=1) > ended.at_end[games, closer]
    loses = ended.win[games, closer] == 0
    hits = {
        "scores": (gained > 0).any(axis=1),
        "overtaken": overtaken,
        "closer_loses": loses,
        "loses_ahead": loses & ~overtaken,
    }
    found = {name: Ratio((hit & closed).astype(float), closed.astype(float)) for name, hit in hits.items()}
    others = closed * float(ended.win.shape[1] - 1)
    found[POINTS] = Ratio((gained.sum(axis=1) * closed).astype(float), others, is_share=False, least=0)
    return found


def _table(ended: Endings) -> pl.DataFrame:
    found = swings(ended)
    estimates = [one.estimate() for one in found.values()]
    table = pl.DataFrame(
        {
            "measure": list(found),
            **{name: [one[i] for one in estimates] for i, name in enumerate(("value", "low", "high"))},
            "games": pl.Series([int(ended.closed.sum())] * len(found), dtype=pl.UInt32),
        }
    )
    known = pl.col("value").is_not_nan()
    return table.with_columns(pl.when(known).then(name).alias(name) for name in ("value", "low", "high"))


def _headline(table: pl.DataFrame, ended: Endings) -> str:
    if not ended.closed.any():
        return f"None of {len(ended.closer):,} games had a last round: nobody reached the target."
    rows = {row["measure"]: row for row in table.to_dicts()}
    points = rows[POINTS]
    return (
        f"In the last round each other player finishes FOs of {points['value']:.1f} points on average "
        f"({points['low']:.1f} to {points['high']:.1f}); the lead on the mats changes hands in "
        f"{_words(rows['overtaken'])} of {points['games']:,} games, and the closer does not win "
        f"{_words(rows['closer_loses'])} of them."
    )


def _words(row: dict[str, float]) -> str:
    return f"{percent(row['value'])} ({between(row['low'], row['high'])})"


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    rows = table.filter(pl.col("measure").is_in(list(MEASURES)), pl.col("value").is_not_null())
    ax.barh(range(rows.height), rows["value"], color=VIOLET, height=0.6)
    reach = reaches(rows["value"], rows["low"], rows["high"])
    ax.errorbar(rows["value"], range(rows.height), xerr=reach, fmt="none", ecolor=INK, capsize=3)
    for place, row in enumerate(rows.iter_rows(named=True)):
        ax.annotate(
            percent(row["value"]),
            (row["high"], place),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
        )
    ax.set_yticks(range(rows.height), [MEASURES[name] for name in rows["measure"]])
    ax.set_ylim(max(rows.height, 1) - 0.5, -0.5)
    ax.set_xlim(0, 1.08)
    ax.set_xlabel("share of games with a last round")
    ax.grid(visible=True, axis="x", color=GRID)
    ax.grid(visible=False, axis="y")
    ax.set_title("No game had a last round")
    if rows.height:
        changes = float(rows.filter(measure="overtaken")["value"][0])
        ax.set_title(f"The lead changes hands in the last round of {percent(changes, 0)} of games")
    percent_axis(ax, "x")
