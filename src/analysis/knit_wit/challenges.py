"""What do votes do, at lenient and at strict tables?"""

from collections.abc import Sequence
from dataclasses import replace

import polars as pl
from matplotlib.axes import Axes

from analysis.contrasts import ALPHA
from analysis.figures import BLUE, GOLD, RED, curve_with_band, percent_axis
from analysis.finding import (
    ROUNDING,
    Basis,
    Finding,
    between,
    component_caveats,
    percent,
    tied,
    told_components,
)
from analysis.knit_wit.recount import decided_by_votes, voted_down
from analysis.knit_wit.tables import (
    FILLER,
    PEOPLE,
    WORDS,
    People,
    Setting,
    read_levels,
    read_size,
    sums_by_game,
)
from analysis.ratios import Ratio, a_game
from analysis.wins import by_seat
from simulation import Run
from simulation.runs import Whole

LEVELS = (0.0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
MEASURES = ("challenged", "voted_down", "decided")
SCHEMA = {
    "strictness": pl.Float64,
    **{f"{name}{end}": pl.Float64 for name in MEASURES for end in ("", "_low", "_high")},
    "answers": pl.UInt32,
    "games": pl.UInt32,
}


def challenges(
    players: int = 6,
    levels: Sequence[float] = LEVELS,
    games: Whole = 5_000,
    seed: Whole = 2016,
    people: People = PEOPLE,
    words: str = WORDS,
) -> Finding:
    """Find what is challenged, what is voted down, and how many games that decides, as tables grow stricter.

    Parameters
    ----------
    players
        Seats.
    levels
        Strictness of everybody (KW-14), one table each.
    games, seed, people, words
        As for ``designs``; games of each table. All place at random and fill their sheets.

    Returns
    -------
    Finding
        Table: strictness, and with intervals (NAME_low, NAME_high) challenged and voted_down (shares of
        answers), decided (share of games that others win, or share, than if no answer were voted down);
        answers (u32), games (u32). Shares of no answers at all are empty. Intervals cluster by game; those of
        each measure hold for all its rows together (Bonferroni).

    Raises
    ------
    GamegaugeError
        For a strictness that is none, or what cannot be played.
    """
    size, setting = read_size(players), Setting(games, seed, people, words)
    values = sorted(read_levels("strictness", levels))
    runs = {value: setting.play(size, FILLER, people={"strictness": value}) for value in values}
    level = 1 - ALPHA / len(values)
    rows = [(value, *_row(run, level)) for value, run in runs.items()]
    table = pl.DataFrame(rows, SCHEMA, orient="row").fill_nan(None)
    plain = setting.unchanged(size, FILLER)
    return Finding(
        question="What do votes do, at lenient and at strict tables?",
        headline=_headline(table, size),
        table=table,
        basis=replace(
            Basis.of(plain),
            games=sum(run.count for run in runs.values()),
            policies="all place at random and fill their sheets",
            components=f"{told_components(plain)}, everybody as strict as said",
        ),
        caveats=(
            "A game is decided by votes if it would have had other winners with every vote lost won instead.",
            "With 2 players no challenge can succeed: the writer's own vote makes it a tie at least (KW-14).",
            f"The intervals cluster by game; those of each measure hold for all {table.height} rows together "
            "(Bonferroni).",
            *component_caveats(plain),
        ),
        draw=_draw,
    )


def _row(run: Run, level: float) -> list:
    challenged, down = pl.col("challenged").cast(pl.UInt32), voted_down(run.players)
    sums = sums_by_game(run, "answers", tries=pl.len(), challenged=challenged.sum(), down=down.sum())
    ratios = (
        Ratio(sums["challenged"], sums["tries"]),
        Ratio(sums["down"], sums["tries"]),
        a_game(decided_by_votes(run.answers, by_seat(run, "score").astype(float)), is_share=True),
    )
    estimates = [value for ratio in ratios for value in ratio.estimate(level)]
    return [*estimates, int(sums["tries"].sum()), run.count]


def _headline(table: pl.DataFrame, players: int) -> str:
    rows = table.to_dicts()
    most = max(rows, key=lambda row: row["decided"])
    told = "; ".join(map(_answers, (rows[0], most)[rows[0] is most :]))
    levels = [f"{row['strictness']:g}" for row in rows if abs(row["decided"] - most["decided"]) < ROUNDING]
    if not most["decided"]:
        return f"Of {players} players, {told}. No game is decided by votes ({_up_to(most)} with 95%)."
    return (
        f"Of {players} players, {told}. Votes decide up to {_share(most, 'decided')} of games, at a "
        f"strictness of {tied(levels)}."
    )


def _up_to(row: dict) -> str:
    return f"in {row['games']:,} games each; up to {percent(row['decided_high'])}"


def _answers(row: dict) -> str:
    """Say what becomes of the answers at one strictness."""
    at = f"at a strictness of {row['strictness']:g}"
    if not row["answers"]:
        return f"{at} no answers are written"
    challenged, down = _share(row, "challenged"), _share(row, "voted_down")
    return f"{at}, {challenged} of answers are challenged and {down} voted down"


def _share(row: dict, name: str) -> str:
    return f"{percent(row[name])} ({between(row[f'{name}_low'], row[f'{name}_high'])})"


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    names = {"challenged": ("answers challenged", GOLD), "voted_down": ("answers voted down", RED)}
    for name, (label, colour) in {**names, "decided": ("games decided by votes", BLUE)}.items():
        low, high = (table[f"{name}_{end}"] for end in ("low", "high"))
        curve_with_band(ax, table["strictness"], table[name], low, high, color=colour, label=label)
    ax.set_ylim(bottom=0)
    percent_axis(ax)
    ax.set_xlabel("strictness: fit below which an answer is challenged")
    ax.legend()
    most = table.sort("decided").row(-1, named=True)
    ax.set_title(f"Votes decide up to {percent(most['decided'], 0)} of games")
