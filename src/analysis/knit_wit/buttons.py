"""Does speed beat thought: who wins where some sprint for a button, some fill their sheets and some weigh?"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import permutations

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from analysis.contrasts import ALPHA
from analysis.duels import BETTER, WORSE, shown_against
from analysis.figures import COLOURS, INK, percent_axis, reaches
from analysis.finding import Basis, Finding, between, component_caveats, percent
from analysis.knit_wit.tables import FEWEST_GAMES, PEOPLE, WORDS, People, Setting, read_size
from analysis.ratios import a_game
from analysis.wins import by_seat
from simulation import GamegaugeError, Run
from simulation.numbers import read_whole
from simulation.plan import MAX_GAMES
from simulation.runs import Whole
from simulation.words import counted

STOPPINGS = ("fill_sheet", "weigh", "sprint")
ENOUGH = 4
"""Answers with which a sprint takes a button, if nothing else is said."""
HOLES = (0, 1, 2)
"""Points of a hole: no buttons to speak of, the printed game, and twice that."""
SCHEMA = {
    "hole_points": pl.UInt8,
    "stopping": pl.String,
    **dict.fromkeys(("share", "low", "high", "even"), pl.Float64),
    "shown": pl.String,
    **dict.fromkeys(("score", "bonus", "answers", "stop_second"), pl.Float64),
    "deals": pl.UInt32,
    "games": pl.UInt32,
}


def stops(stopping: str, enough: int) -> str:
    """Return a player that stops in a way, and places and answers as all others do."""
    told = f":enough={enough}" if stopping == "sprint" else ""
    return f"random:{stopping}:answering=easy_first{told}"


def buttons(
    players: int = 6,
    hole_points: Sequence[int] = HOLES,
    enough: int = ENOUGH,
    games: Whole = 12_000,
    seed: Whole = 2016,
    people: People = PEOPLE,
    words: str = WORDS,
) -> Finding:
    """Rank the ways to stop at tables at which a third of the seats each fills, weighs and sprints.

    The three ways sit round the table in every order, on the same deals.

    Parameters
    ----------
    players
        Seats: 3 or 6, so that each way has as many.
    hole_points
        Points of a button's hole (KW-12), one table each.
    enough
        Answers with which a sprint takes a button.
    games
        Games of each value of ``hole_points``, all orders together.
    seed, people, words
        As for ``designs``.

    Returns
    -------
    Finding
        Table: hole_points (u8), stopping, share (of wins of all its seats together), low, high, even, shown
        ("better", "worse", "not shown"), and a seat's mean score, bonus, answers and stop_second; deals
        (u32), games (u32). Intervals cluster by deal and hold for all rows together (Bonferroni).

    Raises
    ------
    GamegaugeError
        For a table that cannot be shared out evenly, or what cannot be played.
    """
    size = read_size(players)
    if size % len(STOPPINGS):
        raise GamegaugeError(
            f"players {players} cannot be used; allowed: 3 or 6, as many of each way to stop"
        )
    values = read_holes(hole_points)
    orders = list(permutations(STOPPINGS))
    deals = read_whole("games", games, FEWEST_GAMES * len(orders), MAX_GAMES) // len(orders)
    setting = Setting(deals, seed, people, words)
    enough = read_whole("enough", enough, 0, 8)
    runs = {value: _play(setting, size, orders, enough, value) for value in values}
    level = 1 - ALPHA / (len(values) * len(STOPPINGS))
    rows = [
        (value, *_row(runs[value], orders, place, level))
        for value in values
        for place in range(len(STOPPINGS))
    ]
    table = pl.DataFrame(rows, SCHEMA, orient="row")
    return _finding(table, runs, enough)


def _finding(table: pl.DataFrame, runs: Mapping[int, Sequence[Run]], enough: int) -> Finding:
    first = next(iter(runs.values()))[0]
    players, values = first.players, list(runs)
    return Finding(
        question="Does speed beat thought?",
        headline=_headline(table, players),
        table=table,
        basis=replace(
            Basis.of(first),
            games=sum(run.count for one in runs.values() for run in one),
            players=str(players),
            policies="a third each fills the sheet, weighs, sprints",
            rules=f"hole_points {', '.join(map(str, values))}",
            tables=1,
        ),
        caveats=(
            "The three ways sit round the table in every order on the same deals; all place at random and "
            "answer the easiest spools first.",
            f"A sprint takes a button with {enough} answers on the sheet; to weigh is to take one when what "
            "may still come is worth less than the button is about to lose.",
            f"The intervals cluster by deal and hold for all {table.height} rows together (Bonferroni).",
            *component_caveats(first),
        ),
        draw=_draw,
    )


def read_holes(hole_points: Sequence[int]) -> list[int]:
    """Return points of a hole, each once.

    Raises
    ------
    GamegaugeError
        For no list, or points that a hole cannot have.
    """
    if not isinstance(hole_points, list | tuple | range) or not hole_points:
        raise GamegaugeError(f"hole_points {hole_points} cannot be used; allowed: a list of points a hole")
    return list(dict.fromkeys(read_whole("hole_points", one, 0, 10) for one in hole_points))


def _play(
    setting: Setting, players: int, orders: Sequence[Sequence[str]], enough: int, value: int
) -> list[Run]:
    lines = [[stops(one, enough) for one in order] * (players // len(STOPPINGS)) for order in orders]
    return [setting.play(players, line, {"hole_points": value}) for line in lines]


def _row(runs: Sequence[Run], orders: Sequence[Sequence[str]], place: int, level: float) -> list:
    """Return how one way to stop fared at all tables."""
    name = STOPPINGS[place]

    def mean(column: str) -> np.ndarray:
        """Return the mean over the way's seats and over the orders, by deal."""
        met = [
            by_seat(run, column)[:, order.index(name) :: len(STOPPINGS)].mean(axis=1)
            for run, order in zip(runs, orders, strict=True)
        ]
        values: np.ndarray = np.mean(met, axis=0)
        return values

    seats = runs[0].players // len(STOPPINGS)
    even = 1 / len(STOPPINGS)
    share, low, high = a_game(mean("win_share") * seats, is_share=True).estimate(level)
    shown = shown_against(even, low, high)
    facts = [float(mean(column).mean()) for column in ("score", "bonus", "answers", "finish_second")]
    return [name, share, low, high, even, shown, *facts, runs[0].count, runs[0].count * len(runs)]


def _headline(table: pl.DataFrame, players: int) -> str:
    parts = [_part(rows) for rows in table.partition_by("hole_points", maintain_order=True)]
    return f"{_speed(table)} Of {players} players, a third each: {'; '.join(parts)}."


def _as_printed(table: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of the printed buttons, or of the first there are."""
    values = table["hole_points"].to_list()
    return table.filter(hole_points=1 if 1 in values else values[0])


def _a_hole(rows: pl.DataFrame) -> str:
    return f"{counted(rows['hole_points'][0], 'point')} a hole"


def _speed(table: pl.DataFrame) -> str:
    """Say whether sprinting is shown to win more than even."""
    rows = _as_printed(table)
    shown = rows.filter(stopping="sprint")["shown"][0]
    said = {BETTER: "Speed beats thought", WORSE: "Speed does not beat thought"}
    return f"{said.get(shown, 'It is not shown whether speed beats thought')} at {_a_hole(rows)}."


def _part(rows: pl.DataFrame) -> str:
    ranked = rows.sort("share", "stopping", descending=[True, False]).to_dicts()
    told = ", ".join(
        f"{row['stopping']} {percent(row['share'])} ({between(row['low'], row['high'])})" for row in ranked
    )
    return f"with {_a_hole(rows)} {told} of wins"


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    values = table["hole_points"].unique(maintain_order=True).to_list()
    for place, name in enumerate(STOPPINGS):
        rows = table.filter(stopping=name)
        x = np.arange(len(values)) + 0.5 * (place / (len(STOPPINGS) - 1) - 0.5)
        reach = reaches(rows["share"], rows["low"], rows["high"])
        ax.errorbar(
            x, rows["share"], yerr=reach, fmt="o", color=COLOURS[place], markersize=9, capsize=4,
            elinewidth=1.6, label=name,
        )  # fmt: skip
        for at, row in zip(x, rows.to_dicts(), strict=True):
            ax.annotate(
                percent(row["share"], 0), (at, row["high"]), xytext=(0, 5), textcoords="offset points",
                ha="center", fontsize=10, color=COLOURS[place],
            )  # fmt: skip
    ax.axhline(table["even"][0], color=INK, linewidth=1.2, linestyle=(0, (4, 3)))
    ax.annotate("even", (-0.45, table["even"][0]), xytext=(0, 4), textcoords="offset points", fontsize=10)
    ax.set_xticks(range(len(values)), [f"{value} point{'s' * (value != 1)} a hole" for value in values])
    ax.tick_params(axis="x", length=0, labelcolor=INK)
    ax.set_xlim(-0.5, len(values) - 0.5)
    ax.set_ylim(0, 1.3 * max(table["high"].to_list()))
    percent_axis(ax)
    ax.set_ylabel("share of wins of each third")
    ax.legend(ncols=3, loc="upper left")
    ax.set_title(_title(table))


def _title(table: pl.DataFrame) -> str:
    """Name who is shown to win more than even at the printed buttons, or at the first there are."""
    rows = _as_printed(table)
    better = rows.filter(shown=BETTER).sort("share", "stopping", descending=[True, False])["stopping"]
    if better.is_empty():
        return f"No way to stop is shown to win more than even at {_a_hole(rows)}"
    who = " or ".join(DOES[name] for name in better)
    what = "wins most" if len(better) == 1 else "wins more than even"
    return f"Whoever {who} {what} at {_a_hole(rows)}"


DOES = {"fill_sheet": "fills the sheet", "weigh": "weighs", "sprint": "sprints"}
