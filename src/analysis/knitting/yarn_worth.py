"""What is a yarn card worth?"""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl
from matplotlib.axes import Axes

from analysis.contrasts import difference_columns, points
from analysis.duels import Player, stalled_caveat
from analysis.figures import BLUE, INK, points_axis, reaches
from analysis.finding import Finding, component_caveats
from analysis.knitting.experiments import Setting, difference, outcome
from simulation import GamegaugeError
from simulation.games.knitting.force import MOST_YARN
from simulation.numbers import read_whole


def yarn_worth(
    cards: Sequence[int] = (1, 2, 5),
    players: int = 4,
    policy: Player = "planner",
    games: int = 4_000,
    seed: int = 2016,
    seats: Sequence[int] = (0,),
    rules: Mapping[str, Any] | None = None,
    patterns: str = "default",
    community: str = "default",
) -> Finding:
    """Find what being dealt more yarn cards does to a seat, against the same games without them.

    Parameters
    ----------
    cards
        How many more cards, each number once.
    players, policy, games, seed, rules, patterns, community
        The table; ``games`` are those of each number of cards.
    seats
        Seats that are dealt them, each in games of its own; their mean is told.

    Returns
    -------
    Finding
        Table, a row a number of cards: yarn (u8), win (difference of the win share), score (difference of
        the final score), each with _low, _high and _p; score_a_card, score_a_card_low, score_a_card_high;
        games (u32). Intervals are corrected for the number of rows, p-values by Holm.

    Raises
    ------
    GamegaugeError
        For numbers that cannot be dealt, a table that cannot be played, or a seat that is not at it.
    """
    numbers = _read_numbers(cards)
    setting = Setting(players, policy, patterns, community, games, seed, seats, rules)
    free = setting.play()
    base = outcome(setting)
    arms = [outcome(setting, yarn=number) for number in numbers]
    rows = len(arms)
    table = _with_parts(
        pl.DataFrame(
            {
                "yarn": pl.Series(numbers, dtype=pl.UInt8),
                **difference_columns("win", [difference(one.win, base.win, rows) for one in arms]),
                **difference_columns("score", [difference(one.score, base.score, rows) for one in arms]),
                "games": pl.Series([free.count] * rows, dtype=pl.UInt32),
            }
        )
    )
    return Finding(
        question=f"What is a yarn card worth to {setting.player} players at a table of {players}?",
        headline=_headline(table, setting),
        table=table,
        basis=setting.basis(free, "more yarn cards dealt, against the usual five"),
        caveats=(*_caveats(setting, rows), *stalled_caveat([free]), *component_caveats(free)),
        draw=lambda ax, table: _draw(ax, table, setting),
    )


def _caveats(setting: Setting, rows: int) -> list[str]:
    return [
        f"The cards are dealt to {setting.who} at the start, from the deck. Early cards can be used all game "
        "long; one that comes late is worth less.",
        "This is an experiment: the games differ in the cards dealt and in what follows from them, so the "
        "difference is their doing. The later draws of all players differ too.",
        f"Intervals cover all {rows} rows of a column together with 95% (Bonferroni); p-values are corrected "
        "by Holm.",
    ]


def _read_numbers(cards: Sequence[int]) -> list[int]:
    listed = cards if isinstance(cards, list | tuple | range) else ()
    numbers = [read_whole("cards", number, 1, MOST_YARN) for number in listed]
    if not numbers or len(set(numbers)) < len(numbers):
        raise GamegaugeError(f"cards {cards} cannot be dealt; allowed: a list of numbers from 1, each once")
    return sorted(numbers)


def _with_parts(table: pl.DataFrame) -> pl.DataFrame:
    """Add what each of the cards brings."""
    parts = [
        (pl.col(f"score{end}") / pl.col("yarn")).alias(f"score_a_card{end}") for end in ("", "_low", "_high")
    ]
    return table.with_columns(parts).select(pl.exclude("games"), "games")


def _headline(table: pl.DataFrame, setting: Setting) -> str:
    most = table.row(-1, named=True)
    each = (
        f"{most['score_a_card']:.2f} ({most['score_a_card_low']:.2f} to {most['score_a_card_high']:.2f}) each"
    )
    cards = "card" if most["yarn"] == 1 else "cards"
    return (
        f"{most['yarn']} more yarn {cards} at the start bring a {setting.player} player "
        f"{score_words(most)} points of final score, {each}, and change its win share by "
        f"{points(most, 'win')}, in {setting.games * len(setting.seats):,} games with and as many "
        "without."
    )


def score_words(row: Mapping[str, float], name: str = "score") -> str:
    """Return a difference of scores with its interval, in words of a headline."""
    value, low, high = (row[name + end] for end in ("", "_low", "_high"))
    shown = "" if low > 0 or high < 0 else ", no difference shown"
    return f"{value:+.2f} ({low:+.2f} to {high:+.2f}{shown})"


def _draw(ax: Axes, table: pl.DataFrame, setting: Setting) -> None:
    reach = reaches(table["win"], table["win_low"], table["win_high"])
    ax.errorbar(table["yarn"], table["win"], yerr=reach, fmt="o", color=BLUE, markersize=9, capsize=4)
    last = table.row(-1, named=True)
    ax.plot([0, last["yarn"]], [0, last["win"]], color=INK, linewidth=1, linestyle=(0, (4, 3)))
    ax.axhline(0, color=INK, linewidth=0.8)
    ax.set_xlim(0, last["yarn"] * 1.06)
    ax.set_xticks([0, *table["yarn"]])
    ax.set_xlabel("more yarn cards dealt at the start (dashed: the largest number's gain, shared out evenly)")
    ax.set_ylabel("change of the win share, in points")
    points_axis(ax, "y")
    ax.set_title(
        f"{last['yarn']} more yarn cards: {100 * last['win']:+.0f} points of win share, "
        f"{last['score']:+.1f} of score\n{setting.player} players"
    )
