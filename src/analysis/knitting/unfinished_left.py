"""Which patterns are left in hand at the end?"""

from pathlib import Path

import polars as pl

from analysis.contrasts import ALPHA
from analysis.duels import stalled_caveat
from analysis.finding import Basis, Finding, between, component_caveats, in_place_of, percent, tied, with_verb
from analysis.knitting.pattern_records import (
    counted,
    pattern_facts,
    record_caveats,
    records_table,
    tall,
)
from analysis.knitting.tables import as_knitting
from analysis.knitting.unfinished_figures import MOST, draw_left
from analysis.statistics import mean_interval
from simulation import Run

COLUMNS = ("pattern", "special", "points", "weeks", "yarn")
LEFT = ("left_in_hand", "left_in_hand_low", "left_in_hand_high")
POINTS = ("points_left", "points_left_low", "points_left_high")


def left_in_hand(run: Run | str | Path) -> Finding:
    """Find which patterns are left in hand when the game ends, and how many points they cost (KT-12).

    Parameters
    ----------
    run
        A run of Knitting with a log of any kind, or its folder. It is read part by part.

    Returns
    -------
    Finding
        Table, a row a pattern, special ones too, the most often left first: pattern, special (bool), points,
        weeks, yarn; left_in_hand (share of the games and seats in which it came into a hand), points_left
        (its points in all hands at the end, a game), each with _low and _high; times_drawn, games (u32).
        Intervals cluster by game and are corrected for the number of patterns.

    Raises
    ------
    GamegaugeError
        If the run is of another game.
    """
    run = as_knitting(run)
    facts = pattern_facts(run)
    table = (
        _with_points(run, records_table(run, facts))
        .select(*COLUMNS, *LEFT, *POINTS, "times_drawn", "games")
        .sort("left_in_hand", "pattern", descending=[True, False])
    )
    return Finding(
        question="Which patterns are left in hand when the game ends?",
        headline=_headline(table, run),
        table=table,
        basis=Basis.of(run),
        caveats=(
            "A pattern that is left may be dear, drawn late, or kept for nothing; which of them is not told.",
            *record_caveats(run, table.height),
            *stalled_caveat([run]),
            *component_caveats(run),
        ),
        draw=draw_left,
        size=tall(MOST),
    )


def _with_points(run: Run, table: pl.DataFrame) -> pl.DataFrame:
    """Add the points that each pattern leaves in all hands together, a game."""
    sums = counted(run, table["pattern"].to_list()).filter(record="left_in_hand")
    level = 1 - ALPHA / table.height
    ends = [
        mean_interval(points * hits, points**2 * squares, run.count, level, least=0)
        for points, hits, squares in zip(table["points"], sums["hits"], sums["hits_squared"], strict=True)
    ]
    return table.with_columns(
        pl.Series(name, [one[place] for one in ends], pl.Float64) for place, name in enumerate(POINTS)
    )


def _headline(table: pl.DataFrame, run: Run) -> str:
    drawn = table.filter(pl.col("times_drawn") > 0)
    if drawn.is_empty():
        return "No pattern came into a hand."
    most, least = drawn.row(0, named=True), drawn.row(-1, named=True)
    if most["left_in_hand"] == least["left_in_hand"]:
        often = f"All patterns are left in hand as often, {_share(most)} of the times they came into one"
    else:
        first, last = (in_place_of(row, drawn, LEFT[0], "pattern") for row in (most, least))
        often = (
            f"{with_verb(first)} left in hand most often, {_share(most)} of the times they came into one, "
            f"{tied(last)} least, {_share(least)}"
        )
    return f"{often}; {_dearest(drawn, run)}."


def _dearest(drawn: pl.DataFrame, run: Run) -> str:
    dear = drawn.sort("points_left", "pattern", descending=[True, False]).row(0, named=True)
    if dear["points_left"] == 0:
        return "no points are left in any hand"
    low, high = (dear[name] for name in POINTS[1:])
    subtracted = "" if run.rules["subtract"] else " (which these rules do not subtract)"
    names = in_place_of(dear, drawn, POINTS[0], "pattern")
    return (
        f"{with_verb(names)} left with most points{subtracted}, {dear['points_left']:.2f} a game in all "
        f"{run.players} hands ({low:.2f} to {high:.2f})"
    )


def _share(row: dict[str, float]) -> str:
    share, low, high = (row[name] for name in LEFT)
    return f"{percent(share)} ({between(low, high)})"
