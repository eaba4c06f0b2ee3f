"""How dangerous is a swarm of a given size?"""

from pathlib import Path

import polars as pl
from matplotlib.axes import Axes

from analysis.figures import MUTED, RED, percent_axis, reaches
from analysis.finding import Basis, Finding, as_run, between, component_caveats, percent
from analysis.sums import hits_by_group, sum_over_parts, with_intervals
from simulation import Run

RISKY = 0.1
"""Chance of a bite from which the headline calls a swarm risky."""


OFTEN = 1000
"""Plays on a swarm from which the figure draws an interval."""


def bite_hazard(run: Run | str | Path) -> Finding:
    """Find the probability that the next card played bites, by the size of the swarm before it.

    Parameters
    ----------
    run
        A run of Knutten with events, or its folder.

    Returns
    -------
    Finding
        Table: swarm (i16), share of plays that bite, low, high, plays (u64); intervals cluster by game.
    """
    run = as_run(run)
    bite_at = run.rules["bite_at"]

    def query(events: pl.LazyFrame) -> pl.LazyFrame:
        plays = events.filter(pl.col("event") == "play")
        return hits_by_group(plays, "swarm_before", pl.col("swarm") >= bite_at)

    sums = sum_over_parts(run, "events", query, by=["swarm_before"])
    table = with_intervals(sums).select(
        pl.col("swarm_before").alias("swarm"),
        "share",
        "low",
        "high",
        pl.col("tries").cast(pl.UInt64).alias("plays"),
    )
    return Finding(
        question="How likely does the next card bite?",
        headline=_headline(table),
        table=table,
        basis=Basis.of(run),
        caveats=(
            "A bite counts where it is made: under copy_blame=copier it may be somebody else's.",
            "Plays of one game are not independent: the intervals cluster by game.",
            *component_caveats(run),
        ),
        draw=_draw,
    )


def _headline(table: pl.DataFrame) -> str:
    if table.is_empty():
        return "No card was played."
    last = table.row(-1, named=True)
    risky = [row for row in table.iter_rows(named=True) if row["low"] >= RISKY]
    first = (
        f"The smallest swarm on which at least one card in ten bites is {_words(risky[0])}"
        if risky
        else "On no swarm does one card in ten or more bite"
    )
    return f"{first}; the largest swarm that was played on is {_words(last)}."


def _words(row: dict[str, float]) -> str:
    return (
        f"{row['swarm']}, where {percent(row['share'])} do "
        f"({between(row['low'], row['high'])}, {row['plays']:,} plays)"
    )


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    often = table.filter(pl.col("plays") >= OFTEN)
    reach = reaches(often["share"], often["low"], often["high"])
    ax.plot(often["swarm"], often["share"], color=RED, linewidth=2)
    ax.errorbar(
        often["swarm"], often["share"], yerr=reach, fmt="o", color=RED, ecolor=MUTED, markersize=5, capsize=2
    )
    seldom = table.filter(pl.col("plays") < OFTEN)
    if seldom.height:
        label = f"fewer than {OFTEN:,} plays: see the table"
        ax.plot(seldom["swarm"], seldom["share"], "o", color=MUTED, markerfacecolor="white", label=label)
        ax.legend(loc="upper left")
    ax.set_ylim(bottom=-0.01)
    ax.set_title("Chance that the next card bites")
    ax.set_xlabel("knutten in the swarm")
    percent_axis(ax)
