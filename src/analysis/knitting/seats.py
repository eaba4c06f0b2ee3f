"""Do all seats win equally often, and score as much?"""

from pathlib import Path

import polars as pl
from matplotlib.axes import Axes

from analysis.contrasts import ALPHA
from analysis.duels import stalled_caveat
from analysis.finding import Basis, Finding, component_caveats
from analysis.knitting.tables import as_knitting
from analysis.knitting.yarn_facts import ends
from analysis.parity import INTERVALS, draw_parity, judge_seats, parity_headline
from analysis.seats import POINT, mixed_caveats
from analysis.statistics import Estimate, mean_interval
from analysis.sums import sum_over_parts
from simulation import Run


def seats(run: Run | str | Path, margin: float = POINT) -> Finding:
    """Find each seat's share of wins and mean score, and judge whether the shares are equal.

    A game won by k players counts 1/k for each (KT-13).

    Parameters
    ----------
    run
        A run of Knitting, or its folder.
    margin
        Difference from 1/players up to which seats count as equal.

    Returns
    -------
    Finding
        Table: seat (u8), policy, share, low, high, score (mean of the final score), score_low, score_high
        (corrected for the number of seats), games (u32). With a verdict, unless the seats are played by
        different policies.

    Raises
    ------
    GamegaugeError
        For a run of another game, or a margin that is no share.
    """
    run = as_knitting(run)
    shares, verdict = judge_seats(run, margin)
    scores = _scores(run, 1 - ALPHA / run.players)
    table = shares.with_columns(pl.Series(name, values) for name, values in ends("score", scores).items())
    return Finding(
        question="Do all seats win equally often?",
        headline=f"{parity_headline(table, verdict, margin)[:-1]}; {_in_points(table)}.",
        table=table.select(pl.exclude("games"), "games"),
        basis=Basis.of(run),
        caveats=(
            "Seat 0 starts, and play goes round by seats. When one reaches the target all others get "
            "one more turn (KT-11): a seat before the closer has then had one turn more than the closer.",
            "A game with several winners counts as a part for each.",
            INTERVALS,
            "Those of the mean scores hold for all seats together (Bonferroni).",
            *mixed_caveats(run),
            *stalled_caveat([run]),
            *component_caveats(run),
        ),
        draw=lambda ax, table: _draw(ax, table, verdict, margin),
        verdict=verdict,
    )


def _sums(seats: pl.LazyFrame) -> pl.LazyFrame:
    score = pl.col("score").cast(pl.Float64)
    return seats.group_by("seat").agg(total=score.sum(), squares=(score**2).sum())


def _scores(run: Run, confidence: float) -> list[Estimate]:
    sums = sum_over_parts(run, "seats", _sums, by=["seat"])
    return [mean_interval(row["total"], row["squares"], run.count, confidence) for row in sums.to_dicts()]


def _in_points(table: pl.DataFrame) -> str:
    ranked = table.sort("score", "seat")
    least, most = ranked.row(0, named=True), ranked.row(-1, named=True)
    if most["score_low"] <= least["score_high"]:
        return "no seat is shown to score more than another"
    told = [
        f"seat {row['seat']}, {row['score']:.1f} ({row['score_low']:.1f} to {row['score_high']:.1f})"
        for row in (most, least)
    ]
    return f"the highest mean score is that of {told[0]}, the lowest that of {told[1]}"


def _draw(ax: Axes, table: pl.DataFrame, verdict: str | None, margin: float) -> None:
    told = f": {verdict}" if verdict else ""
    draw_parity(ax, table, margin, f"Share of wins by seat, {table.height} players{told}", "0 starts")
