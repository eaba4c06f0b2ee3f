"""Who gets the first bite of a game?"""

from pathlib import Path

import polars as pl
from matplotlib.axes import Axes

from analysis.finding import Basis, Finding, as_run, between, component_caveats, percent
from analysis.seats import POINT, bar_seats, mixed_caveats
from analysis.statistics import Shares
from analysis.sums import sum_over_parts
from simulation import Run


def first_bite(run: Run | str | Path, margin: float = POINT) -> Finding:
    """Find each seat's share of the first bites, against 1/players.

    Seat 0 starts the first round (KN-3). A WIND that bites k players first gives each 1/k of a first
    bite, so that shares add up to 1; ``any`` counts each of them as 1.

    Parameters
    ----------
    run
        A run of Knutten, or its folder.
    margin
        Difference from 1/players up to which seats count as equally treated.

    Returns
    -------
    Finding
        Table: seat (u8), share, low, high, any (share of games), games (u32).
    """
    run = as_run(run)
    shares, anys = first_bite_shares(run)
    games = shares.n
    table = pl.DataFrame(
        {
            "seat": pl.Series(range(run.players), dtype=pl.UInt8),
            **_interval_columns(shares),
            "any": anys,
            "games": pl.Series([games] * run.players, dtype=pl.UInt32),
        }
    )
    verdict = shares.verdict(margin)
    return Finding(
        question="Who gets the first bite?",
        headline=_headline(table, run.players, verdict, margin),
        table=table,
        basis=Basis.of(run),
        caveats=(*_caveats(run, games), *component_caveats(run)),
        draw=_draw,
        verdict=verdict,
    )


def first_bitten(rounds: pl.LazyFrame) -> pl.LazyFrame:
    """Return game_id and the mask of those bitten first, for every game of some rounds that has a bite.

    John bites before the round in which he is played ends (KN-16).
    """
    game = pl.col("game_id")
    mask = pl.when(pl.col("john_bitten") > 0).then("john_bitten").otherwise("bitten").alias("mask")
    return rounds.select(game, mask).filter(pl.col("mask") != 0).filter(game.ne_missing(game.shift()))


def _count_masks(rounds: pl.LazyFrame) -> pl.LazyFrame:
    return first_bitten(rounds).group_by("mask").agg(count=pl.len())


def first_bite_shares(run: Run) -> tuple[Shares, list[float]]:
    """Return seats' shares of first bites, and the share of games in which each was among the first."""
    masks = sum_over_parts(run, "rounds", _count_masks, by=["mask"])
    players = run.players
    totals, squares, anys, games = [0.0] * players, [0.0] * players, [0.0] * players, 0
    for mask, count in masks.iter_rows():
        games += count
        bitten = [seat for seat in range(players) if mask >> seat & 1]
        for seat in bitten:
            totals[seat] += count / len(bitten)
            squares[seat] += count / len(bitten) ** 2
            anys[seat] += count
    return Shares(totals, squares, games), [count / max(games, 1) for count in anys]


def _interval_columns(shares: Shares) -> dict[str, list[float]]:
    estimates = shares.intervals()
    return {name: [one[i] for one in estimates] for i, name in enumerate(("share", "low", "high"))}


def _headline(table: pl.DataFrame, players: int, verdict: str, margin: float) -> str:
    if table["games"][0] == 0:
        return "No game of this run had a bite."
    rows = table.sort("share", "seat").to_dicts()
    least, most = rows[0], rows[-1]
    judged = {
        "fair": f"every seat lies within {100 * margin:g} point of an even {percent(1 / players)}",
        "unfair": f"the seats are not equal: even would be {percent(1 / players)}",
        "not shown": "it is not shown whether all seats lie within "
        f"{100 * margin:g} point of an even {percent(1 / players)}",
    }[verdict]
    return (
        f"Seat {most['seat']} gets {percent(most['share'])} of the first bites of {most['games']:,} games "
        f"({between(most['low'], most['high'])}), seat {least['seat']} {percent(least['share'])} "
        f"({between(least['low'], least['high'])}); {judged}."
    )


def _caveats(run: Run, games: int) -> list[str]:
    notes = [
        "Seat 0 starts the first round; seats count clockwise from there.",
        "`any` counts the first bites of a WIND for everyone it bit, `share` a part for each.",
        "Each interval covers its own seat with 95%; the verdict is corrected for the number of seats.",
    ]
    if games < run.count:
        notes.append(
            f"{run.count - games:,} of {run.count:,} games had no bite at all and have no first one."
        )
    return notes + mixed_caveats(run)


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    bar_seats(ax, table, "Share of first bites by seat", "0 starts")
