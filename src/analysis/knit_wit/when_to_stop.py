"""After how many answers should one take a button?"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from analysis.contrasts import ALPHA
from analysis.duels import BETTER, Duel, duel, shown_against
from analysis.figures import COLOURS, curve_with_band, fair_line, percent_axis
from analysis.finding import (
    Basis,
    Finding,
    between,
    component_caveats,
    percent,
)
from analysis.knit_wit.buttons import HOLES, read_holes, stops
from analysis.knit_wit.tables import FEWEST_GAMES, FILLER, PEOPLE, WORDS, People, Setting, read_size
from analysis.wins import by_seat
from simulation.games.knit_wit.checks import loops_of
from simulation.numbers import read_whole
from simulation.plan import MAX_GAMES
from simulation.runs import Whole
from simulation.words import counted

SCHEMA = {
    "hole_points": pl.UInt8,
    "answers": pl.UInt8,
    **dict.fromkeys(("share", "low", "high", "even"), pl.Float64),
    "shown": pl.String,
    "button": pl.Float64,
    "deals": pl.UInt32,
    "games": pl.UInt32,
}


def when_to_stop(
    players: int = 6,
    hole_points: Sequence[int] = HOLES,
    games: Whole = 6_000,
    seed: Whole = 2016,
    people: People = PEOPLE,
    words: str = WORDS,
) -> Finding:
    """Let one player take a button after so many answers, among others who fill their sheets.

    It sits in every seat in turn, each time on the same deals.

    Parameters
    ----------
    players
        Seats.
    hole_points
        Points of a button's hole (KW-12), one curve each.
    games
        Games of each number of answers, all seats together.
    seed, people, words
        As for ``designs``.

    Returns
    -------
    Finding
        Table: hole_points (u8), answers (u8: a button is taken with so many on the sheet, or when nothing
        more comes), share (of wins), low, high, even, shown ("better", "worse", "not shown"), button (share
        of games in which it gets one), deals (u32), games (u32). Intervals cluster by deal and hold for all
        rows together (Bonferroni).

    Raises
    ------
    GamegaugeError
        For what cannot be played.
    """
    size = read_size(players)
    played = read_whole("games", games, FEWEST_GAMES * size, MAX_GAMES)
    setting, values = Setting(played, seed, people, words), read_holes(hole_points)
    counts = range(loops_of(size) + 1)
    duels = {
        (value, count): duel(
            stops("sprint", count), FILLER, setting.games, setting.duels(size, {"hole_points": value})
        )
        for value in values
        for count in counts
    }
    level = 1 - ALPHA / len(duels)
    rows = [(*key, *_row(one, key[1] == counts[-1], level)) for key, one in duels.items()]
    table = pl.DataFrame(rows, SCHEMA, orient="row")
    return _finding(table, list(duels.values()))


def _finding(table: pl.DataFrame, duels: Sequence[Duel]) -> Finding:
    first, values = duels[0].runs[0], table["hole_points"].unique(maintain_order=True)
    return Finding(
        question="After how many answers should one take a button?",
        headline=_headline(table, first.players),
        table=table,
        basis=replace(
            Basis.of(first),
            games=sum(one.games for one in duels),
            policies="one stops early, others fill the sheet",
            rules=f"hole_points {', '.join(map(str, values))}",
        ),
        caveats=(
            "One player stops after so many answers, among others who fill their sheets; it sits in "
            "every seat in "
            "turn, each time on the same deals. What pays among such others need not pay among sprinters.",
            "With all answers it plays as all others do: that it wins evenly is symmetry, no estimate.",
            f"The intervals cluster by deal and hold for all {table.height} rows together (Bonferroni).",
            *component_caveats(first),
        ),
        draw=_draw,
    )


def _row(one: Duel, is_full: bool, level: float) -> tuple:
    """Return how a number of answers fared; with a full sheet all play alike, and win evenly by symmetry."""
    even = 1 / one.players
    share, low, high = (even, even, even) if is_full else one.estimate(level)
    shown = shown_against(even, low, high)
    taken = sum(float(np.mean(by_seat(run, "button")[:, seat] > 0)) for seat, run in enumerate(one.runs))
    return share, low, high, even, shown, taken / one.players, len(one.shares), one.games


def _headline(table: pl.DataFrame, players: int) -> str:
    parts = [_part(rows) for rows in table.partition_by("hole_points", maintain_order=True)]
    return f"Of {players} players, among others who fill their sheets, {'; '.join(parts)}."


def _part(rows: pl.DataFrame) -> str:
    better = rows.filter(shown=BETTER).sort("share", "answers", descending=[True, False]).to_dicts()
    told = [f"stopping with {counted(row['answers'], 'answer')} wins {_share(row)}" for row in better]
    best = f"{' and '.join(told)}, shown to be more than even" if told else _none(rows)
    return f"with {_a_hole(rows['hole_points'][0])} {best}"


def _none(rows: pl.DataFrame) -> str:
    """Say that no early stop is shown to pay, and how the latest of them fares."""
    late = rows.sort("answers").row(-2, named=True)
    return (
        "no stop before the sheet is full is shown to win more than even: with "
        f"{counted(late['answers'], 'answer')} {_share(late)}"
    )


def _share(row: dict) -> str:
    return f"{percent(row['share'])} ({between(row['low'], row['high'])})"


def _a_hole(points: int) -> str:
    return f"{counted(points, 'point')} a hole"


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    for place, rows in enumerate(table.partition_by("hole_points", maintain_order=True)):
        colour, points = COLOURS[place % len(COLOURS)], rows["hole_points"][0]
        ends = rows["share"], rows["low"], rows["high"]
        curve_with_band(ax, rows["answers"], *ends, color=colour, label=_a_hole(points))
    fair_line(ax, table["even"][0], "even")
    ax.set_ylim(bottom=0)
    percent_axis(ax, decimals=None)
    ax.set_xlabel("answers on the sheet with which a button is taken")
    ax.set_ylabel("share of wins")
    ax.legend()
    ax.set_title("When to take a button, among others who fill their sheets")
