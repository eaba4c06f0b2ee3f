"""Do all seats win equally often?"""

from pathlib import Path

import polars as pl
from matplotlib.axes import Axes

from analysis.finding import Basis, Finding, as_run, between, component_caveats, percent
from analysis.knutten.seats import POINT, draw_against_even, mixed_caveats
from analysis.statistics import Shares
from analysis.sums import sum_over_parts
from simulation import Run


def seat_parity(run: Run | str | Path, margin: float = POINT) -> Finding:
    """Find each seat's share of wins and judge whether they are equal.

    A game won by k players counts 1/k for each (KN-12).

    Parameters
    ----------
    run
        A run of Knutten, or its folder.
    margin
        Difference from 1/players up to which seats count as equal.

    Returns
    -------
    Finding
        Table: seat (u8), policy, share, low, high, games (u32); with a verdict.
    """
    run = as_run(run)
    sums = sum_over_parts(run, "seats", _win_sums, by=["seat"])
    shares = Shares(sums["total"].to_list(), sums["squares"].to_list(), run.count)
    estimates = shares.intervals()
    table = pl.DataFrame(
        {
            "seat": sums["seat"],
            "policy": run.policies,
            **{name: [one[i] for one in estimates] for i, name in enumerate(("share", "low", "high"))},
            "games": pl.Series([run.count] * run.players, dtype=pl.UInt32),
        }
    )
    verdict = shares.verdict(margin)
    return Finding(
        question="Do all seats win equally often?",
        headline=_headline(table, verdict, margin),
        table=table,
        basis=Basis.of(run),
        caveats=(*_caveats(run), *component_caveats(run)),
        draw=_draw,
        verdict=verdict,
    )


def _win_sums(seats: pl.LazyFrame) -> pl.LazyFrame:
    win = pl.col("win_share")
    return seats.group_by("seat").agg(total=win.sum(), squares=(win**2).sum())


def _headline(table: pl.DataFrame, verdict: str, margin: float) -> str:
    even = 1 / table.height
    furthest = table.sort((pl.col("share") - even).abs(), "seat").row(-1, named=True)
    words = {
        "fair": f"Fair: every seat's win share lies within {100 * margin:g} point of {percent(even)}",
        "unfair": f"Unfair: not every seat's win share lies within {100 * margin:g} point of {percent(even)}",
        "not shown": f"Not shown: {furthest['games']:,} games do not tell whether every seat's win share "
        f"lies within {100 * margin:g} point of {percent(even)}",
    }[verdict]
    return (
        f"{words}; furthest is seat {furthest['seat']} with {percent(furthest['share'])} "
        f"({between(furthest['low'], furthest['high'])})."
    )


def _caveats(run: Run) -> list[str]:
    return [
        "Seat 0 starts the first round; after that, whoever was bitten chooses who starts (KN-11).",
        "A game with several winners counts as a part for each.",
        *mixed_caveats(run),
    ]


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    draw_against_even(ax, table, "Share of wins by seat", "0 starts the first round")
