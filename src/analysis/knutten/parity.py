"""Do all seats win equally often?"""

from pathlib import Path

import polars as pl
from matplotlib.axes import Axes

from analysis.figures import GRID, percent_axis
from analysis.finding import Basis, Finding, as_run, between, component_caveats, percent
from analysis.knutten.seats import POINT, dot_seats, mixed_caveats
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
        Table: seat (u8), policy, share, low, high, games (u32). With a verdict, unless the seats are
        played by different policies.
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
    mixed = len(set(run.policies)) > 1
    verdict = None if mixed else shares.verdict(margin)
    return Finding(
        question="Do all seats win equally often?",
        headline=_mixed_headline(table) if verdict is None else _headline(table, verdict, margin),
        table=table,
        basis=Basis.of(run),
        caveats=(*_caveats(run), *component_caveats(run)),
        draw=lambda ax, table: _draw(ax, table, margin),
        verdict=verdict,
    )


def _win_sums(seats: pl.LazyFrame) -> pl.LazyFrame:
    win = pl.col("win_share")
    return seats.group_by("seat").agg(total=win.sum(), squares=(win**2).sum())


def _headline(table: pl.DataFrame, verdict: str, margin: float) -> str:
    even = 1 / table.height
    furthest = table.sort((pl.col("share") - even).abs(), "seat").row(-1, named=True)
    within = f"within {100 * margin:g} point of {percent(even)}"
    words = {
        "fair": f"Fair: every seat's win share lies {within}",
        "unfair": f"Unfair: not every seat's win share lies {within}",
        "not shown": f"Not shown: the games do not tell whether every seat's win share lies {within}",
    }[verdict]
    return f"{words}; furthest in {furthest['games']:,} games is {_words(furthest)}."


def _mixed_headline(table: pl.DataFrame) -> str:
    """Say who wins where players differ, which tells nothing of the seats alone."""
    ranked = [_words(row) for row in table.sort("share", "seat", descending=[True, False]).to_dicts()]
    return (
        f"The players differ, so that this tells players and seats together: of {table['games'][0]:,} games "
        f"most are won by {ranked[0]}, fewest by {ranked[-1]}."
    )


def _words(row: dict[str, float]) -> str:
    interval = between(row["low"], row["high"])
    return f"seat {row['seat']} ({row['policy']}) with {percent(row['share'])} ({interval})"


def _caveats(run: Run) -> list[str]:
    return [
        "Seat 0 starts the first round; after that, whoever was bitten chooses who starts (KN-11).",
        "A game with several winners counts as a part for each.",
        "Each interval covers its own seat with 95%; the verdict is corrected for the number of seats.",
        *mixed_caveats(run),
    ]


def _draw(ax: Axes, table: pl.DataFrame, margin: float) -> None:
    even = 1 / table.height
    ax.axhspan(
        even - margin, even + margin, color=GRID, zorder=0, label=f"even, {100 * margin:g} point around"
    )
    dot_seats(ax, table, "share", "Share of wins by seat", "0 starts the first round")
    ax.legend()
    percent_axis(ax, decimals=1)
