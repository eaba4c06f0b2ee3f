"""How often does WIND blow, and whom does it hurt?"""

from pathlib import Path

import polars as pl
from matplotlib.axes import Axes

from analysis.figures import GOLD
from analysis.finding import Basis, Finding, as_run, between, component_caveats, percent
from analysis.seats import dot_seats
from analysis.statistics import Estimate, mean_interval, share_interval
from analysis.sums import ratio_of, ratio_sums, sum_over_parts
from simulation import Run

IS_WIND = pl.col("cause") == "wind"


def wind(run: Run | str | Path) -> Finding:
    """Find how often three of a kind end a round, what part of the bites that gives, and to whom (KN-10).

    Parameters
    ----------
    run
        A run of Knutten, or its folder.

    Returns
    -------
    Finding
        Table: seat (u8), policy, bites that WIND gave it a game, low, high, and the counts wind_bites,
        shouts (u64) and games (u32).
    """
    run = as_run(run)
    seats = pl.concat([_seat_sums(run, seat) for seat in range(run.players)])
    estimates = _bites_a_game(seats, run.count)
    table = pl.DataFrame(
        {
            "seat": pl.Series(range(run.players), dtype=pl.UInt8),
            "policy": run.policies,
            **{name: [one[i] for one in estimates] for i, name in enumerate(("bites", "low", "high"))},
            "wind_bites": seats["bites"].cast(pl.UInt64),
            "shouts": seats["shouts"].cast(pl.UInt64),
            "games": pl.Series([run.count] * run.players, dtype=pl.UInt32),
        }
    )
    return Finding(
        question="How often does WIND blow, and whom does it hurt?",
        headline=f"{_how_often(run)}{_whom(seats, run)}.",
        table=table,
        basis=Basis.of(run),
        caveats=(
            "WIND bites everyone but the shouter; a seat's bites are those that WIND gave it, a game.",
            "Each interval covers its own seat with 95%; a seat is named only where the difference is shown "
            "after a correction for the number of seats.",
            *component_caveats(run),
        ),
        draw=_draw,
    )


def _rounds_with_wind(rounds: pl.LazyFrame) -> pl.LazyFrame:
    games = rounds.group_by("game_id").agg(hits=IS_WIND.sum(), tries=pl.len())
    return games.select(pl.lit(0).alias("all"), *ratio_sums(), games=(pl.col("hits") > 0).sum())


def _bites_by_wind(rounds: pl.LazyFrame) -> pl.LazyFrame:
    bites = pl.col("bites").cast(pl.Int64)
    games = rounds.group_by("game_id").agg(hits=bites.filter(IS_WIND).sum(), tries=bites.sum())
    return games.select(pl.lit(0).alias("all"), *ratio_sums())


def _seat_sums(run: Run, seat: int) -> pl.DataFrame:
    bitten = (pl.col("bitten") & (1 << seat)) != 0

    def query(rounds: pl.LazyFrame) -> pl.LazyFrame:
        games = rounds.group_by("game_id").agg(
            bites=(bitten & IS_WIND).sum().cast(pl.Float64), shouts=(IS_WIND & ~bitten).sum()
        )
        return games.select(
            pl.lit(seat).alias("seat"),
            pl.col("bites").sum(),
            (pl.col("bites") ** 2).sum().alias("squares"),
            pl.col("shouts").sum(),
        )

    return sum_over_parts(run, "rounds", query, by=["seat"])


def _bites_a_game(seats: pl.DataFrame, games: int, confidence: float = 0.95) -> list[Estimate]:
    estimates = [
        mean_interval(row["bites"], row["squares"], games, confidence) for row in seats.iter_rows(named=True)
    ]
    return [(mean, max(low, 0.0), high) for mean, low, high in estimates]


def _how_often(run: Run) -> str:
    rounds = sum_over_parts(run, "rounds", _rounds_with_wind, by=["all"]).row(0, named=True)
    share, low, high = ratio_of(rounds, run.count)
    if rounds["games"] == 0:
        return f"WIND ended none of {rounds['tries']:,.0f} rounds (0 to {percent(high, 3)})"
    bites = sum_over_parts(run, "rounds", _bites_by_wind, by=["all"]).row(0, named=True)
    part, least, most = ratio_of(bites, run.count)
    blown, fewest, most_games = share_interval(rounds["games"], rounds["games"], run.count)
    return (
        f"In {run.count:,} games WIND ends {percent(share, 2)} of rounds ({between(low, high, 2)}), blows in "
        f"{percent(blown)} of games ({between(fewest, most_games)}) and gives {percent(part)} of all bites "
        f"({between(least, most)}); "
    )


def _whom(seats: pl.DataFrame, run: Run) -> str:
    """Name the seats that WIND bites most and least, if that is shown for both together."""
    if seats["bites"].sum() == 0:
        return ""
    estimates = _bites_a_game(seats, run.count, 1 - 0.05 / run.players)
    most, least = max(estimates), min(estimates)
    if most[1] <= least[2]:
        return "no seat is shown to be bitten by it more than another"
    return (
        f"it bites seat {estimates.index(most)} most, {most[0]:.3f} times a game ({most[1]:.3f} to "
        f"{most[2]:.3f}), and seat {estimates.index(least)} least, {least[0]:.3f} times ({least[1]:.3f} to "
        f"{least[2]:.3f})"
    )


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    dot_seats(ax, table, "bites", "Bites by WIND a game", "0 starts the first round", GOLD)
