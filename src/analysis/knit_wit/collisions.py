"""How often do two players write the same, and where?"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from analysis.contrasts import ALPHA
from analysis.figures import COLOURS, curve_with_band, percent_axis
from analysis.finding import Basis, Finding, between, component_caveats, percent
from analysis.knit_wit.tables import (
    FILLER,
    PEOPLE,
    SIZES,
    WORDS,
    People,
    Setting,
    as_knit_wit,
    basis_of_tables,
    read_sizes,
    sums_by_game,
)
from analysis.ratios import Ratio
from simulation import Run
from simulation.runs import Whole

ALL_LOOPS = 0
"""Stands for spools in any number of loops."""
SCHEMA = {
    "players": pl.UInt8,
    "loops": pl.UInt8,
    **dict.fromkeys(("share", "low", "high"), pl.Float64),
    "answers": pl.UInt32,
    "games": pl.UInt32,
}
MOST_LOOPS = 4
"""Loops drawn in a figure; at small tables deeper spools are rare."""


def collisions(run: Run | str | Path) -> Finding:
    """Find the share of answers that another player wrote too, by the loops round the spool.

    Parameters
    ----------
    run
        A run of Knit Wit, or its folder.

    Returns
    -------
    Finding
        Table: players (u8), loops (u8; 0 for all), share (of answers that cancel, or would: KW-13), low,
        high, answers (u32), games (u32). Intervals cluster by game and hold for all rows together
        (Bonferroni).

    Raises
    ------
    GamegaugeError
        For a run of another game.
    """
    run = as_knit_wit(run)
    return _finding([run], Basis.of(run))


def collisions_by_players(
    players: Sequence[int] = SIZES,
    games: Whole = 4_000,
    seed: Whole = 2016,
    people: People = PEOPLE,
    words: str = WORDS,
) -> Finding:
    """Find that share at tables of several sizes, at which all place at random and fill their sheets.

    Parameters
    ----------
    players
        Sizes of tables.
    games, seed, people, words
        As for ``designs``; games of each table.

    Returns
    -------
    Finding
        Table: as of ``collisions``, by players and loops.

    Raises
    ------
    GamegaugeError
        For what cannot be played.
    """
    setting = Setting(games, seed, people, words)
    runs = [setting.play(size, FILLER) for size in read_sizes(players)]
    return _finding(runs, basis_of_tables(runs, "all place at random and fill their sheets"))


def _finding(runs: Sequence[Run], basis: Basis) -> Finding:
    counts = [(run, loops, *_counts(run, loops)) for run in runs for loops in range(ALL_LOOPS, 9)]
    counts = [one for one in counts if one[3].any()]
    level = 1 - ALPHA / max(len(counts), 1)
    rows = [
        (run.players, loops, *Ratio(hits, tries).estimate(level), int(tries.sum()), run.count)
        for run, loops, hits, tries in counts
    ]
    table = pl.DataFrame(rows, SCHEMA, orient="row")
    return Finding(
        question="How often do players write the same?",
        headline=_headline(table),
        table=table,
        basis=basis,
        caveats=(
            "Whether two people think of the same is all model: so many candidates, so popular (KW-11).",
            f"The intervals cluster by game and hold for all {table.height} rows together (Bonferroni).",
            *component_caveats(runs[0]),
        ),
        draw=_draw,
    )


def _counts(run: Run, loops: int) -> tuple[np.ndarray, np.ndarray]:
    """Return by game how many answers are the same as another's, and how many there are."""
    here = pl.lit(value=True) if loops == ALL_LOOPS else pl.col("loops") == loops
    sums = sums_by_game(
        run,
        "answers",
        hits=(pl.col("duplicate").cast(pl.UInt32) * here).sum(),
        tries=(here & pl.col("spool").is_not_null()).sum(),
    )
    return sums["hits"], sums["tries"]


def _headline(table: pl.DataFrame) -> str:
    """Tell of the whole at the smallest and largest table, and of the loops at the one nearest to six."""
    if table.is_empty():
        return "No answer was written."
    whole = table.filter(loops=ALL_LOOPS).to_dicts()
    told = [
        f"{_share(row)} with {row['players']} players"
        for row in (whole if len(whole) < 3 else (whole[0], whole[-1]))
    ]
    size = min((row["players"] for row in whole), key=lambda size: abs(size - 6))
    deep = table.filter(pl.col("loops").is_between(1, MOST_LOOPS), players=size).to_dicts()
    ends = [deep[0], deep[-1]] if len(deep) > 1 else []
    loops = " and ".join(f"{_share(row)} for spools in {_loops(row['loops'])}" for row in ends)
    by_loops = f"; with {size} players {loops}" if loops else ""
    return f"The same as another player's are {' and '.join(told)}{by_loops}."


def _loops(count: int) -> str:
    return f"{count} loop{'s' * (count != 1)}"


def _share(row: dict) -> str:
    return f"{percent(row['share'])} of answers ({between(row['low'], row['high'])})"


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    """Draw a curve over the loops for every table."""
    drawn = table.filter(pl.col("loops").is_between(1, MOST_LOOPS))
    for place, rows in enumerate(drawn.partition_by("players", maintain_order=True)):
        colour = COLOURS[place % len(COLOURS)]
        curve_with_band(ax, rows["loops"], rows["share"], rows["low"], rows["high"], color=colour)
        ax.annotate(
            f"{rows['players'][0]} players", (rows["loops"][0], rows["share"][0]), xytext=(-8, 0),
            textcoords="offset points", va="center", ha="right", color=colour, fontsize=10,
        )  # fmt: skip
    ax.set_xticks(range(1, MOST_LOOPS + 1))
    ax.set_xlim(0.2, MOST_LOOPS + 0.2)
    ax.set_ylim(bottom=0)
    percent_axis(ax)
    ax.set_xlabel("loops round the spool: what an answer is worth")
    ax.set_ylabel("answers that another player wrote too")
    ax.set_title(
        "The more players and loops, the more answers are the same"
        if _grows(drawn)
        else "Answers that are the same"
    )


def _grows(table: pl.DataFrame) -> bool:
    """Tell whether shares are shown to grow with loops at every table, and with players."""
    by_table = [rows.to_dicts() for rows in table.partition_by("players", maintain_order=True)]
    deeper = all(rows[-1]["low"] > rows[0]["high"] for rows in by_table)
    return deeper and len(by_table) > 1 and by_table[-1][0]["low"] > by_table[0][0]["high"]
