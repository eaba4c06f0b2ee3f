"""What does it pay to think of what others do not?"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from analysis.contrasts import ALPHA
from analysis.duels import BETTER, shown_against
from analysis.figures import BLUE, GOLD, RED, curve_with_band, fair_line, percent_axis
from analysis.finding import (
    Basis,
    Finding,
    between,
    component_caveats,
    percent,
    told_components,
)
from analysis.knit_wit.recount import voted_down
from analysis.knit_wit.tables import (
    FEWEST_GAMES,
    FILLER,
    PEOPLE,
    WORDS,
    People,
    Setting,
    read_levels,
    read_size,
)
from analysis.ratios import a_game
from analysis.wins import by_seat
from simulation import GamegaugeError, Run
from simulation.numbers import read_whole
from simulation.plan import MAX_GAMES
from simulation.runs import Whole

LEVELS = (0.0, 0.15, 0.3, 0.45, 0.6, 0.8, 1.0)
SCHEMA = {
    "originality": pl.Float64,
    **dict.fromkeys(("share", "low", "high", "even"), pl.Float64),
    "shown": pl.String,
    **dict.fromkeys(("lost_to_others", "lost_to_votes"), pl.Float64),
    **dict.fromkeys(("score", "score_low", "score_high"), pl.Float64),
    "deals": pl.UInt32,
    "games": pl.UInt32,
}


def originality(
    players: int = 6,
    levels: Sequence[float] = LEVELS,
    games: Whole = 12_000,
    seed: Whole = 2016,
    people: People = PEOPLE,
    words: str = WORDS,
) -> Finding:
    """Let one player be more or less original than all others, who are as the people are.

    It sits in every seat in turn, each time on the same deals; all place at random and fill their sheets.

    Parameters
    ----------
    players
        Seats.
    levels
        Originality of the one player, from 0 to 1.
    games
        Games of each level, all seats together.
    seed, words
        As for ``designs``.
    people
        The usual people, or what differs from them; of their originality one number, that of all others.

    Returns
    -------
    Finding
        Table: originality, share (of wins), low, high, even, shown ("better", "worse", "not shown"),
        lost_to_others and lost_to_votes (share of its answers that are the same as another's, and that are
        voted down), score (mean) with score_low and score_high, deals (u32), games (u32). Intervals cluster
        by deal and hold for all rows together (Bonferroni).

    Raises
    ------
    GamegaugeError
        For what cannot be played, or people who are not alike.
    """
    size = read_size(players)
    played = read_whole("games", games, FEWEST_GAMES * size, MAX_GAMES)
    setting, values = Setting(played // size, seed, people, words), read_levels("originality", levels)
    plain = setting.unchanged(size, FILLER)
    others = _originality(plain)
    runs = {value: _play(setting, size, value, others) for value in values}
    level = 1 - ALPHA / len(values)
    rows = [(value, *_row(runs[value], value == others, level)) for value in values]
    table = pl.DataFrame(rows, SCHEMA, orient="row")
    return _finding(table, plain, others)


def _finding(table: pl.DataFrame, plain: Run, others: float) -> Finding:
    return Finding(
        question="What does it pay to think of what others do not?",
        headline=_headline(table, plain.players, others),
        table=table,
        basis=replace(
            Basis.of(plain),
            games=int(table["games"].sum()),
            policies="all fill their sheets",
            components=f"{told_components(plain)}, originality of the others {others:g}",
        ),
        caveats=(
            "One player differs from all others in originality alone, in every seat in turn on the "
            "same deals.",
            "By the model originality takes no longer, and costs nothing but votes (KW-11, KW-14).",
            "At the originality of all others it plays as they do: there it wins evenly by symmetry.",
            f"The intervals cluster by deal and hold for all {table.height} rows together (Bonferroni).",
            *component_caveats(plain),
        ),
        draw=lambda ax, table: _draw(ax, table, others),
    )


def _originality(run: Run) -> float:
    """Return the originality of everybody in a run."""
    rows = {one["name"]: one["values"] for one in run.components["people"]["parameters"]}
    values = rows["originality"]
    if len(set(values)) > 1:
        raise GamegaugeError(
            f"originality {values} cannot be used here; allowed: one number, that of all others"
        )
    return float(values[0])


def _play(setting: Setting, size: int, value: float, others: float) -> list[Run]:
    tables = [[others] * seat + [value] + [others] * (size - seat - 1) for seat in range(size)]
    return [setting.play(size, FILLER, people={"originality": one}) for one in tables]


def _row(runs: Sequence[Run], is_alike: bool, level: float) -> tuple:
    """Return how a level fared; where the one is as all others are, all win evenly by symmetry."""
    even = 1 / len(runs)
    wins, scores = (
        np.mean([by_seat(run, column)[:, seat] for seat, run in enumerate(runs)], axis=0)
        for column in ("win_share", "score")
    )
    share, low, high = (even,) * 3 if is_alike else a_game(wins, is_share=True).estimate(level)
    shown = shown_against(even, low, high)
    lost = [_lost(run, seat) for seat, run in enumerate(runs)]
    answers = sum(one[0] for one in lost)
    to_others, to_votes = (sum(one[place] for one in lost) / max(answers, 1) for place in (1, 2))
    score = a_game(scores, least=0.0).estimate(level)
    return share, low, high, even, shown, to_others, to_votes, *score, len(wins), len(wins) * len(runs)


def _lost(run: Run, seat: int) -> tuple[int, int, int]:
    """Return how many answers a seat wrote, how many were another's too, and how many were voted down."""
    same, down = pl.col("duplicate").cast(pl.UInt32).sum(), voted_down(run.players).sum()
    counts = run.answers.filter(pl.col("seat") == seat).select(pl.len(), same, down.alias("down")).collect()
    return tuple(int(value) for value in counts.row(0))  # type: ignore[return-value]


def _headline(table: pl.DataFrame, players: int, others: float) -> str:
    best = table.sort("share", "originality", descending=[True, False]).row(0, named=True)
    least, most = table.sort("originality").row(0, named=True), table.sort("originality").row(-1, named=True)
    one = f"One of {players} players among others of originality {others:g}"
    beginning = f"{one} (even: {percent(best['even'])} of wins)"
    if table.height == 1:
        return (
            f"{beginning}: {_wins(best)}. It loses {percent(best['lost_to_others'])} of its answers to "
            f"others, and {percent(best['lost_to_votes'])} to votes."
        )
    better = table.filter(shown=BETTER).sort("originality").to_dicts()
    paid = "; ".join(map(_wins, better)) if better else "none"
    lost = f"{percent(most['lost_to_others'])} instead of {percent(least['lost_to_others'])} of its answers"
    votes = f"{percent(most['lost_to_votes'])} instead of {percent(least['lost_to_votes'])} to votes"
    return (
        f"{beginning}, of {table.height} levels these are shown to win more than even: {paid}. The least: "
        f"{_wins(least)}; the most: {_wins(most)}. The most original loses {lost} to others, and {votes}."
    )


def _wins(row: dict) -> str:
    share = f"{percent(row['share'])} ({between(row['low'], row['high'])})"
    return f"originality {row['originality']:g} wins {share}"


def _draw(ax: Axes, table: pl.DataFrame, others: float) -> None:
    rows = table.sort("originality")
    x = rows["originality"]
    curve_with_band(ax, x, rows["share"], rows["low"], rows["high"], color=BLUE, label="share of wins")
    ax.plot(x, rows["lost_to_others"], "o--", color=RED, label="answers lost to the same of others")
    ax.plot(x, rows["lost_to_votes"], "o--", color=GOLD, label="answers voted down")
    fair_line(ax, table["even"][0], "even")
    ax.axvline(others, color=BLUE, linewidth=0.8, alpha=0.5)
    ax.annotate(
        "all others", (others, 0.0), xytext=(4, 4), textcoords="offset points", color=BLUE, fontsize=10
    )
    ax.set_ylim(bottom=0)
    percent_axis(ax)
    ax.set_xlabel("originality of one player")
    ax.legend()
    ax.set_title("What one player's originality pays")
