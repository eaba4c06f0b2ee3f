"""How does the store turn over, and how high are the stacks that players take?"""

from pathlib import Path

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from analysis.duels import stalled_caveat
from analysis.figures import TEAL, bars_with_intervals, percent_axis
from analysis.finding import Basis, Finding, between, component_caveats, percent
from analysis.knitting.yarn_facts import counted, mean_a_try, with_events
from analysis.statistics import Estimate, mean_interval
from analysis.sums import ratio_of, ratio_sums, sum_over_parts
from simulation import Run
from simulation.games.knitting.components import COLOURS, SKEINS

STACKS = 4
"""Colours that a store has room for (KT-5)."""
EVENT, WHAT = pl.col("event"), pl.col("what").cast(pl.String)


def store_stock(run: Run | str | Path) -> Finding:
    """Find how high the stacks are that players take, and how often the store is short, wiped, or restarted.

    Parameters
    ----------
    run
        A run of Knitting with events, or its folder.

    Returns
    -------
    Finding
        Table, a row a height: height (u8), share (of the stacks taken), low, high, stacks (u32), games (u32).

    Raises
    ------
    GamegaugeError
        For a run of another game, or one without events.
    """
    run = with_events(run)
    sums = sum_over_parts(run, "events", _heights, by=["height"])
    shares = [ratio_of(row, int(row["games"])) for row in sums.to_dicts()]
    last = max((row["height"] for row in sums.to_dicts() if row["hits"]), default=1)
    table = pl.DataFrame(
        {
            "height": sums["height"],
            **{name: [one[i] for one in shares] for i, name in enumerate(("share", "low", "high"))},
            "stacks": sums["hits"].cast(pl.UInt32),
            "games": pl.Series([run.count] * sums.height, dtype=pl.UInt32),
        }
    ).filter(pl.col("height") <= last)
    known = pl.col("share").is_not_nan()
    table = table.with_columns(pl.when(known).then(name).alias(name) for name in ("share", "low", "high"))
    return Finding(
        question="How does the store turn over?",
        headline=_headline(table, run),
        table=table,
        basis=Basis.of(run),
        caveats=(
            "A store is short where fewer than four colours lie out after the restock of a turn, for "
            "lack of cards (KT-5). Wipes and reshuffles of the set-up count too.",
            "Each interval covers its own row with 95%. Stacks of one game are not independent: the "
            "intervals cluster by game.",
            *stalled_caveat([run]),
            *component_caveats(run),
        ),
        draw=_draw,
    )


def stacks_taken(events: pl.LazyFrame) -> pl.LazyFrame:
    """Return how many stacks of each height each game's players took (KT-7).

    Returns
    -------
    polars.LazyFrame
        game_id, and height_N for N from 1 to all cards of a colour.
    """
    heights = [pl.col(f"store_{colour}") - pl.col(f"after_{colour}") for colour in COLOURS]
    counts = [
        pl.sum_horizontal((height == number).cast(pl.Int64) for height in heights)
        .sum()
        .alias(f"height_{number}")
        for number in range(1, SKEINS + 1)
    ]
    took = (EVENT == "shop") & WHAT.is_in(["two_stacks", "deck_and_stack"])
    return events.filter(took).group_by("game_id").agg(counts)


def _heights(events: pl.LazyFrame) -> pl.LazyFrame:
    names = [f"height_{number}" for number in range(1, SKEINS + 1)]
    games = counted(stacks_taken(events).with_columns(tries=pl.sum_horizontal(names)))
    return pl.concat(
        games.select("tries", hits=name).select(
            pl.lit(number, pl.UInt8).alias("height"), *ratio_sums(), games=(pl.col("tries") > 0).sum()
        )
        for number, name in enumerate(names, 1)
    )


def _mean_height(events: pl.LazyFrame) -> pl.LazyFrame:
    names = {number: pl.col(f"height_{number}") for number in range(1, SKEINS + 1)}
    cards = pl.sum_horizontal(number * name for number, name in names.items())
    games = stacks_taken(events).select(hits=cards, tries=pl.sum_horizontal(names.values()))
    return games.select(pl.lit(0).alias("all"), *ratio_sums(), games=(pl.col("tries") > 0).sum())


def _short(events: pl.LazyFrame) -> pl.LazyFrame:
    out = pl.sum_horizontal((pl.col(f"after_{colour}") > 0).cast(pl.Int64) for colour in COLOURS)
    restocks = events.filter((EVENT == "stock") & (pl.col("turn") >= 0))
    games = restocks.group_by("game_id").agg(hits=(out < STACKS).sum(), tries=pl.len())
    return games.select(pl.lit(0).alias("all"), *ratio_sums(), games=pl.len())


def _a_game(run: Run, name: str) -> Estimate:
    values = run.games.select(pl.col(name).cast(pl.Float64)).collect()[name].to_numpy()
    return mean_interval(float(values.sum()), float((values**2).sum()), len(values), least=0)


def _headline(table: pl.DataFrame, run: Run) -> str:
    short = sum_over_parts(run, "events", _short, by=["all"]).row(0, named=True)
    share, low, high = ratio_of(short, int(short["games"]))
    wipes, shuffles = (_a_game(run, name) for name in ("wipes", "reshuffles"))
    height = mean_a_try(sum_over_parts(run, "events", _mean_height, by=["all"]))
    at_least_one = height[0], max(height[1], 1.0), height[2]
    taken = f"A stack that is taken holds {_words(at_least_one)} cards"
    if np.isnan(height[0]):
        taken = "No stack was taken"
    return (
        f"{taken}; the store is left with fewer than {STACKS} "
        f"colours after {percent(share)} of turns ({between(low, high)}), is wiped {_words(wipes)} times "
        f"a game, and the discards are shuffled into a new deck {_words(shuffles)} times, in "
        f"{run.count:,} games."
    )


def _words(estimate: Estimate) -> str:
    mean, low, high = estimate
    return f"{mean:.2f} ({low:.2f} to {high:.2f})"


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    bars_with_intervals(ax, table["height"], table["share"], table["low"], table["high"], color=TEAL)
    ax.set_xticks(table["height"].to_list())
    ax.set_xlabel("cards in the stack")
    ax.set_ylabel("share of the stacks taken")
    single = table["share"][0]
    share = "none" if single is None else percent(single, 0)
    ax.set_title(f"Of the stacks taken {share} held a single card")
    percent_axis(ax)
