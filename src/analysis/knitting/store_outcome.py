"""How turns spent in one way go with the seat's outcome, at the same time and the same standing."""

from collections.abc import Iterator

import numpy as np
import polars as pl
from scipy import stats

from analysis.contrasts import ALPHA, Difference
from analysis.knitting.store_ways import WAYS, choices
from analysis.statistics import student_reach
from simulation import Run

OUTCOMES = {"win": "win_share", "score": "score"}
"""What is told of a seat at the end, and the column of ``seats`` that has it."""
ROUNDS = 5
"""Rounds that count as the same time."""
LEADS = (-40, -20, -10, 0, 10, 20, 40)
"""FO points of lead at which another standing begins."""
STRATUM = ["policy", "seat", "time", "standing"]


def turns_with_outcome(run: Run) -> Iterator[pl.LazyFrame]:
    """Yield, part by part, the turns with their stratum and the seat's outcome."""
    for events, seats in zip(run.parts("events"), run.parts("seats"), strict=True):
        outcome = seats.select("game_id", "seat", **{name: pl.col(one) for name, one in OUTCOMES.items()})
        yield (
            choices(events, run)
            .with_columns(
                time=pl.col("turn").cast(pl.Int64) // (run.players * ROUNDS),
                standing=pl.sum_horizontal((pl.col("lead") >= lead).cast(pl.Int64) for lead in LEADS),
            )
            .join(outcome, on=["game_id", "seat"])
        )


def associations(run: Run, rows: int) -> dict[tuple[str, str, str], Difference]:
    """Return how each way goes with the outcome, by policy, way and outcome ("win" or "score").

    Turns in which the way was possible are compared: those in which it was taken, with those in which it
    was not, of the same policy and seat, within five rounds, and with about the same lead on the mat. This
    is least squares with a constant for each such group. An outcome belongs to all turns of a seat, so that
    games are the units.

    Parameters
    ----------
    run
        A run of Knitting with events.
    rows
        Number of differences whose intervals hold together with 95% (Bonferroni).

    Notes
    -----
    Source: J. M. Wooldridge, *Econometric Analysis of Cross Section and Panel Data* (2010), sections 10.5 and
    20.3, for the constants of groups and the variance with clusters.
    """
    groups = pl.concat([part.group_by(STRATUM).agg(_sums()).collect() for part in turns_with_outcome(run)])
    groups = groups.group_by(STRATUM).sum().sort(STRATUM)
    slopes = _slopes(groups)
    means = groups.select(*STRATUM, *_means()).join(slopes, on="policy")
    scores = [
        part.join(means.lazy(), on=STRATUM).group_by("policy", "game_id").agg(_scores()).collect()
        for part in turns_with_outcome(run)
    ]
    squares = pl.concat([one.group_by("policy").agg(_squares()) for one in scores]).group_by("policy").sum()
    found = {row["policy"]: row for row in squares.join(slopes, on="policy").to_dicts()}
    return {
        (policy, way, name): _difference(row, way, name, rows)
        for policy, row in found.items()
        for way in WAYS
        for name in OUTCOMES
    }


def _took(way: str) -> pl.Expr:
    return (pl.col("way") == way).cast(pl.Float64)


def _sums() -> list[pl.Expr]:
    """Return a group's sums over the turns in which each way was possible."""
    sums = []
    for way in WAYS:
        can, took = pl.col(f"can_{way}").cast(pl.Float64), _took(way)
        sums += [can.sum().alias(f"n_{way}"), took.sum().alias(f"x_{way}")]
        for name in OUTCOMES:
            sums.append((can * pl.col(name)).sum().alias(f"{name}_{way}"))
            sums.append((took * pl.col(name)).sum().alias(f"x{name}_{way}"))
    return sums


def _slopes(groups: pl.DataFrame) -> pl.DataFrame:
    """Return, by policy, the slope of each outcome on each way, and the spread that it rests on."""
    columns = []
    for way in WAYS:
        n, x = pl.col(f"n_{way}"), pl.col(f"x_{way}")
        spread = (x - x**2 / n).fill_nan(0).sum()
        columns.append(spread.alias(f"spread_{way}"))
        for name in OUTCOMES:
            both = (pl.col(f"x{name}_{way}") - x * pl.col(f"{name}_{way}") / n).fill_nan(0).sum()
            columns.append((both / spread).alias(f"slope_{name}_{way}"))
    return groups.group_by("policy").agg(columns)


def _means() -> list[pl.Expr]:
    return [
        (pl.col(f"{name}_{way}") / pl.col(f"n_{way}")).alias(f"mean_{name}_{way}")
        for way in WAYS
        for name in ("x", *OUTCOMES)
    ]


def _scores() -> list[pl.Expr]:
    """Return what a game's turns add to each slope beyond it, times the spread; and the turns of each way."""
    columns = []
    for way in WAYS:
        can, away = pl.col(f"can_{way}"), _took(way) - pl.col(f"mean_x_{way}")
        columns.append(can.any().alias(f"games_{way}"))
        for name in OUTCOMES:
            left = pl.col(name) - pl.col(f"mean_{name}_{way}") - pl.col(f"slope_{name}_{way}") * away
            columns.append((away * left).filter(can).sum().alias(f"score_{name}_{way}"))
    return columns


def _squares() -> list[pl.Expr]:
    squares = [
        (pl.col(f"score_{name}_{way}") ** 2).sum().alias(f"squares_{name}_{way}")
        for way in WAYS
        for name in OUTCOMES
    ]
    return squares + [pl.col(f"games_{way}").sum() for way in WAYS]


def _difference(row: dict[str, float], way: str, name: str, rows: int) -> Difference:
    games, spread = int(row[f"games_{way}"]), row[f"spread_{way}"]
    if games < 2 or not spread > 0:
        return Difference(float("nan"), -np.inf, np.inf, 1.0)
    slope, level = row[f"slope_{name}_{way}"], 1 - ALPHA / rows
    variance = row[f"squares_{name}_{way}"] * games / (games - 1) / spread**2
    reach = student_reach(slope, variance, games, level)
    error = reach / float(stats.t.ppf((1 + level) / 2, games - 1))
    return Difference(
        slope, slope - reach, slope + reach, float(2 * stats.t.sf(abs(slope) / error, games - 1))
    )
