"""Ladders of players: each kind measured against the one below, in any game."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from analysis.duels import (
    BETTER,
    NOT_SHOWN,
    WORSE,
    Duel,
    Games,
    Player,
    Setting,
    by_name,
    duel,
    duel_basis,
    duel_rows,
    games_of,
    name_of,
    stalled_caveat,
)
from analysis.figures import COLOURS, INK, MUTED, fair_line, percent_axis, reaches
from analysis.finding import Finding, between, component_caveats, percent
from simulation import GamegaugeError
from simulation.plan import Components
from simulation.runs import Whole

LETTERS = 64
"""Letters of 11 points that stand side by side under a figure."""
SAID = {
    BETTER: "shown to win more than even:",
    WORSE: "shown to win less than even:",
    NOT_SHOWN: "not shown to differ from even:",
}


def tables_of(
    game: str, players: Sequence[int], seed: Whole, components: Components, rules: Mapping[str, Any] | None
) -> list[Setting]:
    """Return the tables of several sizes at which a ladder is climbed.

    Raises
    ------
    GamegaugeError
        For no list, no size at all, or one that there is not.
    """
    if not isinstance(players, list | tuple | range) or not players:
        raise GamegaugeError(f"players {players} cannot be used; allowed: a list of sizes of tables")
    settings = [Setting(game, size, seed, components, rules) for size in players]
    return list({setting.players: setting for setting in settings}.values())


def climb(pairs: Sequence[tuple[Player, Player]], games: Games, settings: Sequence[Setting]) -> list[Duel]:
    """Play each rung among those of the rung below, at every table."""
    return [
        duel(rung, below, games_of(games, rung), setting) for setting in settings for rung, below in pairs
    ]


def ladder_finding(duels: Sequence[Duel], cards: str, notes: Sequence[str] = ()) -> Finding:
    """Return what the duels of a ladder show.

    Parameters
    ----------
    duels
        Those of ``climb``.
    cards
        What the games were played with, in words of a headline, as "the default deck".
    notes
        Caveats of the game's own.

    Returns
    -------
    Finding
        Table: see ``duel_rows``; "above" is the rung below. The intervals cluster by deal and are corrected
        for all rows.
    """
    table = duel_rows(duels)
    alone = table["players"].n_unique() == 1
    return Finding(
        question="Does better play win?",
        headline=_headline(table, cards) if alone else _headline_of_sizes(table, cards),
        table=table,
        basis=duel_basis(duels, "each rung among those of the rung below"),
        caveats=(
            "One seat is played by the rung, all others by the one below (column `above`); it sits in every "
            "seat in turn, each time with the same deals.",
            f"The intervals cluster by deal and hold for all {table.height} rows together with 95% "
            "(Bonferroni).",
            "A rung that wins among players of the one below need not win in other company.",
            "A game with several winners counts as a part for each.",
            *notes,
            *stalled_caveat(run for one in duels for run in one.runs),
            *component_caveats(duels[0].runs[0]),
        ),
        draw=_draw,
    )


def rungs_below(rungs: Sequence[Player], usual: Mapping[str, str]) -> list[tuple[Player, Player]]:
    """Return each rung with the one below it; the first has none.

    Parameters
    ----------
    rungs
        Policies, the weakest first.
    usual
        The rung below by name; where that is not among the rungs, it is the rung before.

    Raises
    ------
    GamegaugeError
        For fewer than two rungs, or one named twice.
    """
    known = by_name("rungs", rungs)
    below: list[Player] = []
    for place, rung in enumerate(rungs[1:]):
        name = usual.get(name_of(rung), "")
        below.append(known[name] if name in known else rungs[place])
    return list(zip(rungs[1:], below, strict=True))


def _headline(table: pl.DataFrame, cards: str) -> str:
    """Say of one table which rungs beat the one below."""
    parts = [
        f"{words} {', '.join(_words(row) for row in rows.to_dicts())}"
        for shown, words in SAID.items()
        if (rows := table.filter(shown=shown)).height
    ]
    size, even = table.select("players", "even").row(0)
    return f"Of {size} players with {cards} (even: {percent(even)} of wins) {'; '.join(parts)}."


def _headline_of_sizes(table: pl.DataFrame, cards: str) -> str:
    """Say how many rungs beat the one below at each table, and how far the longest step leads."""
    tables = table.partition_by("players", maintain_order=True)
    longest = tables[0].sort("difference", "policy").row(-1, named=True)
    same = table.filter(policy=longest["policy"]).to_dicts()
    steps = [
        f"{percent(row['share'])} ({between(row['low'], row['high'])}) of games of {row['players']}"
        for row in same
    ]
    least, most = min(table["games"].to_list()), max(table["games"].to_list())
    games = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    return (
        f"With {cards} and {games} games a rung, shown to "
        f"beat the rung below are {'; '.join(map(_shown_at, tables))}. The longest step, {longest['policy']} "
        f"among {longest['above']}, wins {', '.join(steps)}."
    )


def _shown_at(rows: pl.DataFrame) -> str:
    better, others = rows.filter(shown=BETTER), rows.filter(pl.col("shown") != BETTER)
    said = f"{better.height} of {rows.height} rungs with {rows['players'][0]} players"
    names = ", ".join(f"{policy} among {above}" for policy, above in others.select("policy", "above").rows())
    return f"{said} (not {names})" if names else said


def _words(row: dict[str, Any]) -> str:
    interval = between(row["low"], row["high"])
    return (
        f"{row['policy']} among {row['above']} {percent(row['share'])} ({interval}; {row['games']:,} games)"
    )


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    """Draw dots with intervals; of several tables their differences from even, a colour each."""
    tables = table.partition_by("players", maintain_order=True)
    alone = len(tables) == 1
    if alone:
        fair_line(ax, table["even"][0], "even")
    else:
        fair_line(ax, 0.0, "even")
    for place, rows in enumerate(tables):
        aside = 0.0 if alone else 0.5 * (place / (len(tables) - 1) - 0.5)
        _draw_table(ax, rows, "share" if alone else "difference", aside, COLOURS[place % len(COLOURS)])
    names = [f"{policy}\namong {above}" for policy, above in tables[0].select("policy", "above").rows()]
    ax.set_xticks(range(len(names)), names, fontsize=_size_of(names))
    ax.tick_params(axis="x", length=0, labelcolor=INK)
    ax.set_xlim(-0.5, len(names) - 0.5)
    ax.margins(y=0.12)
    percent_axis(ax)
    if alone:
        ax.set_title(f"What better play wins at a table of {table['players'][0]}")
        ax.set_ylabel("share of wins")
    else:
        ax.set_title("What better play wins, by number of players")
        ax.yaxis.set_major_formatter(
            lambda value, _: f"{100 * value:+.0f}".replace("-", "−") if value else "0"
        )
        ax.set_ylabel("points above an even share of wins")
        ax.legend()


def _size_of(names: Sequence[str]) -> float:
    """Return a size of type at which names, of two lines each, stand side by side."""
    widest = max(len(line) for name in names for line in name.splitlines())
    return min(11.0, LETTERS * 11 / (widest * len(names)))


def _draw_table(ax: Axes, rows: pl.DataFrame, column: str, aside: float, colour: str) -> None:
    low, high = (rows[name if column == "share" else f"difference_{name}"] for name in ("low", "high"))
    x = np.arange(rows.height) + aside
    ax.errorbar(
        x, rows[column], yerr=reaches(rows[column], low, high), fmt="o", color=colour, markersize=8,
        capsize=4, elinewidth=1.6, label=f"{rows['players'][0]} players",
    )  # fmt: skip
    for place, value, top in zip(x, rows[column], high, strict=True):
        text = f"{100 * value:.1f}%" if column == "share" else f"{100 * value:+.1f}".replace("-", "−")
        ax.annotate(
            text, (place, top), xytext=(0, 5), textcoords="offset points", ha="center", fontsize=9,
            color=colour if column != "share" else MUTED,
        )  # fmt: skip
