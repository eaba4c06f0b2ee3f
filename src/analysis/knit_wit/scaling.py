"""From two players to eight: how long, how close, how crowded?"""

from collections.abc import Sequence

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from analysis.contrasts import ALPHA
from analysis.figures import BLUE, INK, RED, reaches
from analysis.finding import Finding, component_caveats
from analysis.knit_wit.tables import (
    PEOPLE,
    SIZES,
    WORDS,
    People,
    Setting,
    basis_of_tables,
    columns_by_game,
    read_sizes,
    sums_by_game,
)
from analysis.ratios import Ratio, a_game
from analysis.wins import by_seat
from simulation import Run
from simulation.runs import Whole
from simulation.words import listed

ADVISED = 6
"""Players at which a description of the game says that it is best."""
PLAYER = "careful"
MEASURES = {
    "seconds": "seconds of answering",
    "turns": "turns of knitting",
    "tied": "games won by several",
    "margin": "points from first to second",
    "spread": "standard deviation of the scores at a table",
    "score": "points a player",
    "from_buttons": "share of the points that buttons give",
    "same": "answers the same as another's",
    "blank": "spools left blank",
    "worth": "points that an answer is worth",
    "without_button": "players without a button",
}
SHARES = ("tied", "from_buttons", "same", "blank", "without_button")
DRAWN = ("seconds", "tied", "margin", "score", "same", "blank")
SCHEMA = {
    "players": pl.UInt8,
    "measure": pl.String,
    **dict.fromkeys(("estimate", "low", "high"), pl.Float64),
    "games": pl.UInt32,
}


def scaling(
    players: Sequence[int] = SIZES,
    policy: str = PLAYER,
    games: Whole = 4_000,
    seed: Whole = 2016,
    people: People = PEOPLE,
    words: str = WORDS,
) -> Finding:
    """Measure games of several sizes, and find what sets one size apart from all others.

    Parameters
    ----------
    players
        Sizes of tables.
    policy
        Who plays.
    games, seed, people, words
        As for ``designs``; games of each table.

    Returns
    -------
    Finding
        Table: players (u8), measure (see ``MEASURES`` of this module), estimate (empty for a measure of
        answers where there are none), low, high, games (u32). Intervals cluster by game and hold for all
        sizes of a measure together (Bonferroni).

    Raises
    ------
    GamegaugeError
        For what cannot be played.
    """
    sizes, setting = read_sizes(players), Setting(games, seed, people, words)
    runs = [setting.play(size, policy) for size in sizes]
    level = 1 - ALPHA / len(runs)
    rows = [
        (run.players, name, *ratio.estimate(level), run.count)
        for run in runs
        for name, ratio in _measures(run).items()
    ]
    table = pl.DataFrame(rows, SCHEMA, orient="row").fill_nan(None)
    return Finding(
        question="From two players to eight: how long, how close, how crowded?",
        headline=_headline(table),
        table=table,
        basis=basis_of_tables(runs),
        caveats=(
            "Seconds are those of answering alone: knitting, scoring and defences are not timed by the "
            "model.",
            f"The intervals hold for all {len(runs)} sizes of a measure together (Bonferroni).",
            "That a game is best with so many players is a matter of taste too, which no measure here tells.",
            *component_caveats(runs[0]),
        ),
        draw=_draw,
        size=(9, 5.4),
    )


def _measures(run: Run) -> dict[str, Ratio]:
    games = columns_by_game(run, "seconds", "turns")
    scores = by_seat(run, "score").astype(float)
    ordered = np.sort(scores, axis=1)
    answers = sums_by_game(
        run,
        "answers",
        count=pl.len(),
        same=pl.col("duplicate").cast(pl.UInt32).sum(),
        loops=pl.col("loops").cast(pl.UInt32).sum(),
    )
    spools = games["turns"] * run.players
    bonus = by_seat(run, "bonus").astype(float)
    found = (
        a_game(games["seconds"], least=0.0),
        a_game(games["turns"], least=0.0),
        a_game((scores == scores.max(axis=1, keepdims=True)).sum(axis=1) > 1, is_share=True),
        a_game(ordered[:, -1] - ordered[:, -2], least=0.0),
        a_game(scores.std(axis=1), least=0.0),
        a_game(scores.mean(axis=1), least=0.0),
        Ratio(bonus.sum(axis=1), scores.sum(axis=1)),
        Ratio(answers["same"], answers["count"]),
        Ratio(spools - answers["count"], spools),
        Ratio(answers["loops"], answers["count"], is_share=False, least=1.0),
        a_game((bonus == 0).mean(axis=1), is_share=True),
    )
    return dict(zip(MEASURES, found, strict=True))


def apart(table: pl.DataFrame, size: int) -> list[str]:
    """Return in words the measures that are shown to be highest, or lowest, at one size of table."""
    told = []
    for name, words in MEASURES.items():
        rows = table.filter(measure=name)
        own, others = rows.filter(players=size).to_dicts(), rows.filter(pl.col("players") != size)
        if own and others.height:
            if own[0]["low"] > others["high"].max():
                told.append(f"most {words}")
            elif own[0]["high"] < others["low"].min():
                told.append(f"fewest {words}" if name in ("turns", "seconds") else f"least {words}")
    return told


def _headline(table: pl.DataFrame) -> str:
    sizes = table["players"].unique(maintain_order=True).to_list()
    first, last = min(sizes), max(sizes)
    told = "; ".join(
        f"{MEASURES[name]} {' and '.join(_words(table, size, name) for size in sorted({first, last}))}"
        for name in ("seconds", "tied", "same")
    )
    ends = f"From {first} to {last} players: {told}." if first != last else f"With {first} players: {told}."
    if ADVISED not in sizes or len(sizes) < 2:
        return ends
    found = apart(table, ADVISED)
    what = (
        f"{listed(found)} among these sizes"
        if found
        else "in nothing measured is it shown to be first or last of these sizes"
    )
    return f"{ends} Six players are said to be best: {what}."


def _words(table: pl.DataFrame, size: int, name: str) -> str:
    row = table.filter(players=size, measure=name).row(0, named=True)
    if row["estimate"] is None:
        return "(no answers)"
    if name in SHARES:
        return f"{100 * row['estimate']:.1f}% ({100 * row['low']:.1f} to {100 * row['high']:.1f}%)"
    return f"{row['estimate']:.0f} ({row['low']:.0f} to {row['high']:.0f})"


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    """Draw a small picture for each of six measures within the axes."""
    ax.set_axis_off()
    ax.set_title("From two players to eight" if table["players"].n_unique() > 1 else "One size of table")
    for place, name in enumerate(DRAWN):
        inner = ax.inset_axes((0.35 * (place % 3), 0.54 if place < 3 else 0.0, 0.28, 0.36))
        _draw_measure(inner, table.filter(measure=name), name)


def _draw_measure(ax: Axes, rows: pl.DataFrame, name: str) -> None:
    scale = 100 if name in SHARES else 1
    reach = scale * reaches(rows["estimate"], rows["low"], rows["high"])
    colours = [RED if size == ADVISED else BLUE for size in rows["players"]]
    ax.errorbar(
        rows["players"], scale * rows["estimate"], yerr=reach, fmt="none", ecolor=INK, capsize=2, elinewidth=1
    )
    ax.scatter(rows["players"], scale * rows["estimate"], c=colours, zorder=3, s=36)
    ax.set_title(f"{MEASURES[name]}{', %' * (name in SHARES)}", fontsize=9.5, fontweight="normal")
    ax.set_xticks(rows["players"].to_list())
    ax.set_ylim(bottom=0)
    ax.margins(y=0.2)
