"""How often is there nothing to choose?"""

from pathlib import Path

import polars as pl
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from analysis.duels import stalled_caveat
from analysis.figures import BLUE, INK, RED, bars_with_intervals, percent_axis
from analysis.finding import Basis, Finding, as_run, between, component_caveats, percent
from analysis.knutten.choices import NOT_TURNS, real_choices
from analysis.statistics import Estimate
from analysis.sums import ratio_of, ratio_sums, sum_over_parts
from simulation import Run

MOST_FORCED = 1
"""Options up to which a turn is forced."""
ALL_FORCED = -1
"""In place of a number of options: all forced turns together."""


def forced_moves(run: Run | str | Path) -> Finding:
    """Find in how many turns at most one option was open that does not bite.

    Parameters
    ----------
    run
        A run of Knutten with events, or its folder.

    Returns
    -------
    Finding
        Table: options (u8, as ``real_choices`` counts them), share of turns, low, high, turns (u32), games
        (u32), by rising options. Intervals cluster by game.

    Raises
    ------
    GamegaugeError
        If the run has no events.
    """
    run = as_run(run)
    sums = sum_over_parts(run, "events", lambda part: _sums(part, run), by=["group"])
    totals = sums.row(by_predicate=pl.col("group") == ALL_FORCED, named=True)
    table = _table(sums.filter(pl.col("group") != ALL_FORCED), totals, run.count)
    return Finding(
        question="How often is there nothing to choose?",
        headline=_headline(table, ratio_of(totals, run.count), int(totals["tries"])),
        table=table,
        basis=Basis.of(run),
        caveats=(
            "Options are plays that do not bite and differ in the swarm, the waiting `?`, or who plays next; "
            f"a turn with at most {MOST_FORCED} is forced.",
            "What a player meets hangs on how all of them play.",
            "Turns of one game are not independent: the intervals cluster by game.",
            *stalled_caveat([run]),
            *component_caveats(run),
        ),
        draw=_draw,
    )


def _sums(events: pl.LazyFrame, run: Run) -> pl.LazyFrame:
    """Return sums over games, by number of options; the row of all forced turns has those of all turns."""
    is_turn = ~pl.col("event").cast(pl.String).is_in(NOT_TURNS)
    turns = real_choices(events, run).filter(is_turn)
    counts = turns.group_by("game_id", group=pl.col("options").cast(pl.Int16)).agg(hits=pl.len())
    forced = pl.col("hits").filter(pl.col("group") <= MOST_FORCED).sum()
    games = counts.group_by("game_id").agg(tries=pl.col("hits").sum(), forced=forced)
    all_forced = games.select("game_id", group=pl.lit(ALL_FORCED, pl.Int16), hits="forced")
    both = pl.concat([counts, all_forced], how="vertical_relaxed")
    return both.join(games, on="game_id").group_by("group").agg(*ratio_sums())


def _table(sums: pl.DataFrame, totals: dict[str, float], games: int) -> pl.DataFrame:
    tries = {name: totals[name] for name in ("tries", "tries_squared")}
    shares = [ratio_of({**row, **tries}, games) for row in sums.iter_rows(named=True)]
    return pl.DataFrame(
        {
            "options": sums["group"].cast(pl.UInt8),
            **{name: [one[i] for one in shares] for i, name in enumerate(("share", "low", "high"))},
            "turns": sums["hits"].cast(pl.UInt32),
            "games": pl.Series([games] * sums.height, dtype=pl.UInt32),
        }
    )


def _headline(table: pl.DataFrame, forced: Estimate, turns: int) -> str:
    share, low, high = forced
    none = table.filter(options=0).to_dicts()
    without = (
        f"{percent(none[0]['share'])} ({between(none[0]['low'], none[0]['high'])}) none at all"
        if none
        else "every turn had at least one"
    )
    return (
        f"{percent(share)} ({between(low, high)}) of the {turns:,} turns of {table['games'][0]:,} games "
        f"offered at most one option that does not bite; {without}."
    )


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    colours = [RED if options <= MOST_FORCED else BLUE for options in table["options"]]
    bars_with_intervals(ax, table["options"], table["share"], table["low"], table["high"], color=colours)
    for options, share, high in table.select("options", "share", "high").rows():
        ax.annotate(
            percent(share), (options, high), xytext=(0, 4), textcoords="offset points", ha="center",
            color=INK, fontsize=10,
        )  # fmt: skip
    ax.set_xticks(table["options"])
    ax.margins(y=0.12)
    ax.set_title("How many options a turn offers")
    ax.set_xlabel("options that do not bite")
    ax.set_ylabel("share of turns")
    ax.legend(handles=[Patch(color=RED, label="forced"), Patch(color=BLUE, label="something to choose")])
    percent_axis(ax)
