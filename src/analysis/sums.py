"""Sums over a log, part by part: memory stays flat, and no game straddles two parts."""

from collections.abc import Callable, Sequence

import polars as pl

from analysis.statistics import Estimate, ratio_interval
from simulation import Run


def sum_over_parts(
    run: Run, table: str, query: Callable[[pl.LazyFrame], pl.LazyFrame], by: Sequence[str]
) -> pl.DataFrame:
    """Run a query on each part of a table and add up what it returns.

    Parameters
    ----------
    run, table
        What to read.
    query
        From a LazyFrame of one part to a LazyFrame of sums, one row a value of ``by``.
    by
        Columns that name the rows; the sums come back sorted by them.
    """
    parts = [query(part).collect(engine="streaming") for part in run.parts(table)]
    return pl.concat(parts).group_by(by).sum().sort(by)


def hits_by_group(frame: pl.LazyFrame, group: str, hit: pl.Expr) -> pl.LazyFrame:
    """Return, for each value of ``group``, the sums that ``ratio_interval`` asks for, and its games."""
    by_game = frame.group_by("game_id", group).agg(tries=pl.len(), hits=hit.sum())
    return by_game.group_by(group).agg(*ratio_sums(), games=pl.len())


def ratio_sums() -> list[pl.Expr]:
    """Return the sums over games, of columns ``hits`` and ``tries``, that ``ratio_interval`` asks for."""
    hits, tries = pl.col("hits").cast(pl.Float64), pl.col("tries").cast(pl.Float64)
    return [
        hits.sum().alias("hits"),
        tries.sum().alias("tries"),
        (hits**2).sum().alias("hits_squared"),
        (hits * tries).sum().alias("hits_tries"),
        (tries**2).sum().alias("tries_squared"),
    ]


def ratio_of(row: dict[str, float], games: int, confidence: float = 0.95) -> Estimate:
    """Return the share of a row of sums with its interval."""
    return ratio_interval(
        row["hits"], row["tries"], row["hits_squared"], row["hits_tries"], row["tries_squared"], games,
        confidence,
    )  # fmt: skip


def with_intervals(sums: pl.DataFrame, confidence: float = 0.95) -> pl.DataFrame:
    """Add share, low and high to rows of sums."""
    estimates = [ratio_of(row, row["games"], confidence) for row in sums.iter_rows(named=True)]
    columns = list(zip(*estimates, strict=True)) or [(), (), ()]
    return sums.with_columns(
        pl.Series(name, values, dtype=pl.Float64)
        for name, values in zip(("share", "low", "high"), columns, strict=True)
    )
