"""Do all seats win equally often? What every game asks of a run."""

import polars as pl
from matplotlib.axes import Axes

from analysis.figures import GRID, percent_axis
from analysis.finding import between, percent
from analysis.seats import dot_seats
from analysis.statistics import Shares, Verdict
from analysis.sums import sum_over_parts
from simulation import Run

INTERVALS = "Each interval covers its own seat with 95%; the verdict is corrected for the number of seats."


def judge_seats(
    run: Run, margin: float, judged: int = 1, confidence: float = 0.95
) -> tuple[pl.DataFrame, Verdict | None]:
    """Find each seat's share of wins, and judge whether they are equal.

    A game won by k players counts 1/k for each.

    Parameters
    ----------
    run
        A run of any game.
    margin
        Difference from 1/players up to which seats count as equal.
    judged
        Number of runs whose verdicts hold together with 95% (Bonferroni).
    confidence
        Probability that a seat's interval covers its share.

    Returns
    -------
    tuple
        A table (seat (u8), policy, share, low, high, games (u32)), and the verdict; None where the seats are
        played by different policies.

    Raises
    ------
    GamegaugeError
        For a margin that is no share.
    """
    sums = sum_over_parts(run, "seats", _win_sums, by=["seat"])
    shares = Shares(sums["total"].to_list(), sums["squares"].to_list(), run.count)
    estimates = shares.intervals(confidence)
    table = pl.DataFrame(
        {
            "seat": sums["seat"],
            "policy": run.policies,
            **{name: [one[i] for one in estimates] for i, name in enumerate(("share", "low", "high"))},
            "games": pl.Series([run.count] * run.players, dtype=pl.UInt32),
        }
    )
    verdict = shares.verdict(margin, 0.05 / judged)
    return table, None if len(set(run.policies)) > 1 else verdict


def _win_sums(seats: pl.LazyFrame) -> pl.LazyFrame:
    win = pl.col("win_share")
    return seats.group_by("seat").agg(total=win.sum(), squares=(win**2).sum())


def parity_headline(table: pl.DataFrame, verdict: Verdict | None, margin: float) -> str:
    """Return in words what ``judge_seats`` found."""
    if verdict is None:
        return _mixed_headline(table)
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


def draw_parity(ax: Axes, table: pl.DataFrame, margin: float, title: str, note: str) -> None:
    """Draw each seat's share of wins against an even one, with the margin around it."""
    even = 1 / table.height
    ax.axhspan(
        even - margin, even + margin, color=GRID, zorder=0, label=f"even, {100 * margin:g} point around"
    )
    dot_seats(ax, table, "share", title, note)
    ax.legend()
    percent_axis(ax, decimals=1)
