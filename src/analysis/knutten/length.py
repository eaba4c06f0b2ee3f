"""How long are rounds and games?"""

from pathlib import Path

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from analysis.duels import stalled_caveat
from analysis.figures import BLUE, INK, RED, percent_axis
from analysis.finding import Basis, Finding, as_run, component_caveats
from analysis.statistics import mean_interval, quantile_interval, ratio_mean_interval
from analysis.sums import ratio_of, sum_over_parts
from simulation import GamegaugeError, Run

RULEBOOK_MINUTES_PER_PLAYER = 5
QUANTILES = (0.05, 0.5, 0.95)
SECONDS_PER_TURN, SECONDS_PER_ROUND = 10.0, 45.0
"""Assumed times of a turn, and to gather, shuffle and deal."""


def round_length(run: Run | str | Path) -> Finding:
    """Find how many cards a round takes until it ends.

    Parameters
    ----------
    run
        A run of Knutten, or its folder.

    Returns
    -------
    Finding
        Table: plays (u16), share of rounds, low, high, rounds; intervals cluster by game.
    """
    run = as_run(run)
    sums = sum_over_parts(run, "rounds", _rounds_by_plays, by=["plays"])
    totals = sum_over_parts(run, "rounds", _round_totals, by=["all"]).row(0, named=True)
    shares = [ratio_of({**totals, **row}, run.count) for row in sums.iter_rows(named=True)]
    table = pl.DataFrame(
        {
            "plays": sums["plays"],
            **{name: [one[i] for one in shares] for i, name in enumerate(("share", "low", "high"))},
            "rounds": sums["hits"].cast(pl.UInt32),
        }
    )
    return Finding(
        question="How many cards does a round take?",
        headline=_round_headline(table, totals, run.count),
        table=table,
        basis=Basis.of(run),
        caveats=(
            "A round's length is the cards played; redraws and passes are none. Rounds of no card ended "
            "by a WIND in the hands that were dealt (KN-10).",
            "Rounds of one game are not independent: the intervals cluster by game.",
            *component_caveats(run),
        ),
        draw=_draw_rounds,
    )


def _rounds_by_plays(rounds: pl.LazyFrame) -> pl.LazyFrame:
    tries = rounds.group_by("game_id").agg(tries=pl.len().cast(pl.Float64))
    hits = rounds.group_by("game_id", "plays").agg(hits=pl.len().cast(pl.Float64)).join(tries, on="game_id")
    hit = pl.col("hits")
    return hits.group_by("plays").agg(
        hits=hit.sum(), hits_squared=(hit**2).sum(), hits_tries=(hit * pl.col("tries")).sum()
    )


def _round_totals(rounds: pl.LazyFrame) -> pl.LazyFrame:
    """Sum rounds and plays over games, with their squares and product."""
    games = rounds.group_by("game_id").agg(
        tries=pl.len().cast(pl.Float64),
        plays=pl.col("plays").sum().cast(pl.Float64),
        stalled=(pl.col("cause") == "stalled").sum(),
    )
    tries, plays = pl.col("tries"), pl.col("plays")
    return games.select(
        all=pl.lit(0),
        tries=tries.sum(),
        tries_squared=(tries**2).sum(),
        plays=plays.sum(),
        plays_squared=(plays**2).sum(),
        plays_tries=(plays * tries).sum(),
        stalled=pl.col("stalled").sum(),
    )


def _round_headline(table: pl.DataFrame, totals: dict[str, float], games: int) -> str:
    mean, least, most = ratio_mean_interval(
        totals["plays"],
        totals["tries"],
        totals["plays_squared"],
        totals["plays_tries"],
        totals["tries_squared"],
        games,
    )
    stalled = int(totals["stalled"])
    so_far = table["share"].cum_sum()
    low, high = (int(table["plays"][int((so_far >= level - 1e-12).arg_max() or 0)]) for level in (0.05, 0.95))
    return (
        f"A round takes {mean:.2f} cards on average ({least:.2f} to {most:.2f}), "
        f"and 90% of the {totals['tries']:,.0f} rounds took {low} to {high}; "
        f"{f'{stalled:,}' if stalled else 'none'} of them stalled."
    )


def _draw_rounds(ax: Axes, table: pl.DataFrame) -> None:
    shown = table.filter(pl.col("share").cum_sum() <= 0.995)
    shown = shown if shown.height else table
    ax.bar(shown["plays"], shown["share"], color=BLUE, width=0.8)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_ylabel("share of rounds")
    ax.set_title("Cards played in a round")
    ax.set_xlabel("cards played (the longest 0.5% of rounds are not drawn)")
    percent_axis(ax)


def game_length(
    run: Run | str | Path,
    seconds_per_turn: float = SECONDS_PER_TURN,
    seconds_per_round: float = SECONDS_PER_ROUND,
) -> Finding:
    """Find how many minutes a game takes, against the rulebook's 5 minutes per player.

    Parameters
    ----------
    run
        A run of Knutten, or its folder.
    seconds_per_turn
        Assumed time of a play, a redraw or a pass.
    seconds_per_round
        Assumed time to gather, shuffle and deal.

    Returns
    -------
    Finding
        Table: statistic (mean and quantiles), minutes, low, high, games (u32).
    """
    run = as_run(run)
    minutes = minutes_a_game(seconds_per_turn, seconds_per_round)
    values = run.games.select(minutes.sort()).collect().to_series().to_numpy()
    estimates = {"mean": mean_interval(values.sum(), (values**2).sum(), len(values))}
    estimates |= {f"{level:.0%}": quantile_interval(values, level) for level in QUANTILES}
    table = pl.DataFrame(
        {
            "statistic": list(estimates),
            **{
                name: [one[i] for one in estimates.values()]
                for i, name in enumerate(("minutes", "low", "high"))
            },
            "games": pl.Series([run.count] * len(estimates), dtype=pl.UInt32),
        }
    )
    return Finding(
        question="How long does a game take?",
        headline=_game_headline(table, run.players, seconds_per_turn, seconds_per_round),
        table=table,
        basis=Basis.of(run),
        caveats=(
            f"{seconds_per_turn:g} seconds a turn and {seconds_per_round:g} seconds to gather, shuffle "
            "and deal a round are assumed.",
            *stalled_caveat([run]),
            *component_caveats(run),
        ),
        draw=lambda ax, table: _draw_minutes(ax, table, values, run.players),
    )


def minutes_a_game(seconds_per_turn: float, seconds_per_round: float) -> pl.Expr:
    """Return the minutes that a row of ``games`` takes.

    Raises
    ------
    GamegaugeError
        For seconds that are no time.
    """
    for seconds in (seconds_per_turn, seconds_per_round):
        if not 0 <= seconds < np.inf:
            raise GamegaugeError(f"{seconds} seconds cannot be used; allowed: 0 or more")
    return (pl.col("turns") * seconds_per_turn + pl.col("rounds") * seconds_per_round) / 60


def _game_headline(table: pl.DataFrame, players: int, turn: float, deal: float) -> str:
    mean, low, _, high = table.to_dicts()
    told = RULEBOOK_MINUTES_PER_PLAYER * players
    judged = "below" if mean["high"] < told else "above" if mean["low"] > told else "no different from"
    return (
        f"At an assumed {turn:g} seconds a turn and {deal:g} a deal, a game of {players} takes "
        f"{mean['minutes']:.2f} minutes on average ({mean['low']:.2f} to {mean['high']:.2f}), and 90% of the "
        f"{mean['games']:,} games took {low['minutes']:.1f} to {high['minutes']:.1f}; that is {judged} the "
        f"rulebook's {RULEBOOK_MINUTES_PER_PLAYER} minutes a player ({told})."
    )


def _draw_minutes(ax: Axes, table: pl.DataFrame, values: np.ndarray, players: int) -> None:
    top = float(np.quantile(values, 0.995))
    # Minutes lie on a grid of seconds: bins of whole half minutes hold as many of its points each.
    width = 0.5 * max(1, round(top / 20))
    edges = np.arange(0, top + width, width)
    drawn = values[values < edges[-1]]
    ax.hist(drawn, bins=list(edges), color=BLUE, weights=np.full(len(drawn), 1 / len(values)))
    ax.axvline(
        table["minutes"][0], color=INK, linewidth=1.5, label=f"mean, {table['minutes'][0]:.1f} minutes"
    )
    told = RULEBOOK_MINUTES_PER_PLAYER * players
    ax.axvline(told, color=RED, linestyle=(0, (4, 3)), linewidth=1.5, label=f"rulebook, {told} minutes")
    ax.set_title("Minutes a game takes")
    ax.set_xlabel("minutes (the longest 0.5% of games are not drawn)")
    ax.set_ylabel("share of games")
    ax.legend()
    percent_axis(ax)
