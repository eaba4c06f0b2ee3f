"""How often does WIND blow, and whom does it hurt?"""

from pathlib import Path

import polars as pl
from matplotlib.axes import Axes

from analysis.figures import GOLD
from analysis.finding import Basis, Finding, as_run, between, component_caveats, percent
from analysis.knutten.seats import draw_seats
from analysis.statistics import share_interval
from analysis.sums import ratio_of, ratio_sums, sum_over_parts, with_intervals
from simulation import Run


def wind(run: Run | str | Path) -> Finding:
    """Find how often three of a kind end a round, who shouts, and what part of the bites it gives (KN-10).

    Parameters
    ----------
    run
        A run of Knutten, or its folder.

    Returns
    -------
    Finding
        Table: seat (u8), policy, share of the seat's bites that WIND gave, low, high, and the counts
        wind_bites, shouts (u64) and games (u32); intervals cluster by game.
    """
    run = as_run(run)
    overall = sum_over_parts(run, "rounds", _wind_rounds, by=["all"])
    games_with = overall["games"][0]
    seats = pl.concat([_seat_sums(run, seat) for seat in range(run.players)])
    table = with_intervals(seats, run.count).select(
        pl.Series("seat", range(run.players), dtype=pl.UInt8),
        pl.Series("policy", run.policies),
        "share",
        "low",
        "high",
        pl.col("hits").cast(pl.UInt64).alias("wind_bites"),
        pl.col("shouts").cast(pl.UInt64),
        pl.lit(run.count, pl.UInt32).alias("games"),
    )
    return Finding(
        question="How often does WIND blow, and whom does it hurt?",
        headline=_headline(table, overall.row(0, named=True), run.count, games_with),
        table=table,
        basis=Basis.of(run),
        caveats=(
            "WIND bites everyone but the shouter; a seat's share is the part of its bites that WIND gave.",
            "Rounds of one game are not independent: the intervals cluster by game.",
            *component_caveats(run),
        ),
        draw=_draw,
    )


IS_WIND = pl.col("cause") == "wind"


def _wind_rounds(rounds: pl.LazyFrame) -> pl.LazyFrame:
    games = rounds.group_by("game_id").agg(hits=IS_WIND.sum(), tries=pl.len())
    return games.select(pl.lit(0).alias("all"), *ratio_sums(), games=(pl.col("hits") > 0).sum())


def _seat_sums(run: Run, seat: int) -> pl.DataFrame:
    bitten = (pl.col("bitten") & (1 << seat)) != 0

    def query(rounds: pl.LazyFrame) -> pl.LazyFrame:
        games = rounds.group_by("game_id").agg(
            hits=(bitten & IS_WIND).sum(), tries=bitten.sum(), shouts=(IS_WIND & ~bitten).sum()
        )
        return games.select(pl.lit(seat).alias("seat"), *ratio_sums(), shouts=pl.col("shouts").sum())

    return sum_over_parts(run, "rounds", query, by=["seat"])


def _headline(table: pl.DataFrame, overall: dict[str, float], games: int, games_with: int) -> str:
    share, low, high = ratio_of(overall, games)
    if games_with == 0:
        return f"WIND ended none of {overall['tries']:,.0f} rounds (0 to {percent(high, 3)})."
    blown, fewest, most_games = share_interval(games_with, games_with, games)
    ranked = table.sort("share", "seat")
    most, least = _seat_words(ranked.row(-1, named=True)), _seat_words(ranked.row(0, named=True))
    return (
        f"WIND ends {percent(share, 2)} of rounds ({between(low, high, 2)}) and blows in "
        f"{percent(blown)} of games ({between(fewest, most_games)}); it gives {most}, the most, and "
        f"{least}, the least."
    )


def _seat_words(row: dict[str, float]) -> str:
    return f"seat {row['seat']} {percent(row['share'])} of its bites ({between(row['low'], row['high'])})"


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    draw_seats(ax, table, "Part of each seat's bites that WIND gave", "0 starts the first round", GOLD)
