"""How long is a game of Knitting, and what runs out?"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from analysis.duels import stalled_caveat
from analysis.figures import COLOURS, percent_axis
from analysis.finding import Basis, Finding, between, component_caveats, percent
from analysis.knitting.tables import as_knitting
from analysis.statistics import Estimate, mean_interval, quantile_interval, share_interval
from simulation import GamegaugeError, Run
from simulation.numbers import read_number

DAY = 86_400
"""Seconds."""
SECONDS_PER_TURN = 30.0
"""Assumed time of a turn."""
QUANTILES = (0.05, 0.5, 0.95)
RUNS_OUT = {
    "yarn deck runs out": pl.col("reshuffles") > 0,
    "pattern deck runs out": pl.col("patterns_left") == 0,
    "community deck is bought up": pl.col("community_left") == 0,
    "stalled": pl.col("end_reason") == "stalled",
}
"""What may happen in a game, as a row of ``games`` tells it."""
SCHEMA = {
    "players": pl.UInt8,
    "measure": pl.String,
    "statistic": pl.String,
    **dict.fromkeys(("estimate", "low", "high"), pl.Float64),
    "games": pl.UInt32,
}


def game_length(
    run: Run | str | Path | Sequence[Run | str | Path], seconds_per_turn: float = SECONDS_PER_TURN
) -> Finding:
    """Find how many turns and minutes a game takes, and how often a deck runs out.

    Parameters
    ----------
    run
        A run of Knitting, or its folder; or several of different numbers of players.
    seconds_per_turn
        Assumed time of a turn of one player.

    Returns
    -------
    Finding
        Table: players (u8), measure (turns a player, minutes, and what may happen: the yarn deck runs out, so
        that discards are shuffled; the pattern deck does, so that none can be picked; the community deck is
        bought up; the game stalls), statistic (mean, 5%, 50%, 95%; share), estimate, low, high, games (u32).
        Games are the units; each interval holds by itself with 95%.

    Raises
    ------
    GamegaugeError
        For runs of another game, runs that differ in more than players, or seconds that are no time.
    """
    runs = _read(run)
    minutes = minutes_a_game(seconds_per_turn)
    drawn = {one.players: _values(one, minutes) for one in runs}
    table = pl.DataFrame([row for one in runs for row in _rows(one, minutes)], SCHEMA, orient="row")
    return Finding(
        question="How long does a game take?",
        headline=f"At an assumed {seconds_per_turn:g} seconds a turn, {_headline(table)}.",
        table=table,
        basis=_basis(runs),
        caveats=(
            f"{seconds_per_turn:g} seconds a turn are assumed, restocking included; setting up is not.",
            "Turns are those of each player, on average; those of the last round are in it (KT-11).",
            "A yarn deck that has run out is made anew of the discards (KT-5); of a pattern deck there is no "
            "more. Decks are looked at where a game ends: one that ran out just then counts.",
            *stalled_caveat(runs),
            *dict.fromkeys(caveat for one in runs for caveat in component_caveats(one)),
        ),
        draw=lambda ax, table: _draw(ax, table, drawn, seconds_per_turn),
    )


def _read(run: Run | str | Path | Sequence[Run | str | Path]) -> list[Run]:
    several: Sequence = run if isinstance(run, list | tuple) else [run]
    runs = [as_knitting(one) for one in several]
    sizes = [one.players for one in runs]
    if not runs or len(set(sizes)) < len(runs):
        told = ", ".join(map(str, sizes)) or "none"
        raise GamegaugeError(f"runs of {told} players cannot be used; allowed: one or more, a size each")
    if any(_played_with(one) != _played_with(runs[0]) for one in runs):
        raise GamegaugeError(
            "runs differ in more than players; allowed: the same seed, policy, rules and cards"
        )
    return sorted(runs, key=lambda one: one.players)


def _played_with(run: Run) -> tuple:
    return run.seed, set(run.policies), run.rules, run.components, run.force


def minutes_a_game(seconds_per_turn: float) -> pl.Expr:
    """Return the minutes that a row of ``games`` takes.

    Raises
    ------
    GamegaugeError
        For seconds that are no time.
    """
    seconds = read_number("seconds_per_turn", seconds_per_turn, 0, DAY)
    return pl.col("turns") * seconds / 60


def turns_a_player() -> pl.Expr:
    """Return the turns of each player, on average, in a row of ``games``."""
    return pl.col("turns") / pl.col("players")


def _values(run: Run, quantity: pl.Expr) -> np.ndarray:
    """Return a quantity of every game, sorted."""
    values: np.ndarray = run.games.select(quantity.sort()).collect().to_series().to_numpy()
    return values


def _rows(run: Run, minutes: pl.Expr) -> list[tuple]:
    rows: list[tuple] = []
    for measure, quantity in (("turns a player", turns_a_player()), ("minutes", minutes)):
        for statistic, estimate in _statistics(_values(run, quantity)).items():
            rows.append((run.players, measure, statistic, *estimate, run.count))
    for event, happens in RUNS_OUT.items():
        hits = run.games.select(happens.sum()).collect().item()
        rows.append((run.players, event, "share", *share_interval(hits, hits, run.count), run.count))
    return rows


def _statistics(values: np.ndarray) -> dict[str, Estimate]:
    """Return mean and quantiles of sorted values."""
    found = {"mean": mean_interval(float(values.sum()), float((values**2).sum()), len(values), least=0)}
    return found | {f"{level:.0%}": quantile_interval(values, level, least=0) for level in QUANTILES}


def _basis(runs: Sequence[Run]) -> Basis:
    return replace(
        Basis.of(runs[0]),
        games=sum(one.count for one in runs),
        players=", ".join(str(one.players) for one in runs),
        tables=len(runs),
    )


def _headline(table: pl.DataFrame) -> str:
    return "; ".join(_words(rows) for rows in table.partition_by("players", maintain_order=True))


def _words(rows: pl.DataFrame) -> str:
    found = {(row["measure"], row["statistic"]): row for row in rows.to_dicts()}
    mean, turns = found["minutes", "mean"], found["turns a player", "mean"]
    least, most = (found["minutes", level]["estimate"] for level in ("5%", "95%"))
    yarn, patterns = (found[f"{deck} deck runs out", "share"] for deck in ("yarn", "pattern"))
    return (
        f"a game of {rows['players'][0]} takes {mean['estimate']:.1f} minutes ({mean['low']:.1f} to "
        f"{mean['high']:.1f}; 90% of games {least:.0f} to {most:.0f}) and {turns['estimate']:.1f} turns a "
        f"player ({turns['low']:.1f} to {turns['high']:.1f}), the yarn deck runs out in {_share(yarn)} of "
        f"games and the pattern deck in {_share(patterns)}"
    )


def _share(row: dict) -> str:
    return f"{percent(row['estimate'])} ({between(row['low'], row['high'])})"


def _draw(ax: Axes, table: pl.DataFrame, values: dict[int, np.ndarray], seconds: float) -> None:
    """Draw how many minutes games take, a colour a table; a bar is a turn of all its players."""
    means = table.filter(measure="minutes", statistic="mean")["estimate"].to_list()
    top = max(float(np.quantile(one, 0.995)) for one in values.values()) or 1.0
    for (players, one), mean, colour in zip(values.items(), means, COLOURS, strict=False):
        width = players * seconds / 60 or 1.0
        edges = np.arange(0, top + 2 * width, width)
        density = np.histogram(one, edges)[0] / len(one) / width
        label = f"{players} players, mean {mean:.0f} minutes"
        ax.stairs(density, edges, color=colour, fill=True, alpha=0.25)
        ax.stairs(density, edges, color=colour, linewidth=1.6, label=label)
    ax.set_title(_title(list(values), means))
    ax.set_xlabel(f"minutes at an assumed {seconds:g} seconds a turn (the longest 0.5% are not drawn)")
    ax.set_ylabel("share of games, a minute")
    ax.set_xlim(0, 1.02 * top)
    ax.legend()
    percent_axis(ax, decimals=None)


def _title(sizes: Sequence[int], means: Sequence[float]) -> str:
    if len(sizes) == 1:
        return f"A game of {sizes[0]} takes {means[0]:.0f} minutes"
    return f"From {means[0]:.0f} minutes with {sizes[0]} players to {means[-1]:.0f} with {sizes[-1]}"
