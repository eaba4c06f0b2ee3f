"""How much of Knutten is luck?"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from math import factorial
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from analysis.duels import Setting, play_deals, stalled_caveat
from analysis.figures import BLUE, GOLD, GREEN, INK, percent_axis, reaches
from analysis.finding import Basis, Finding, between, component_caveats, percent
from analysis.knutten.variance import SOURCES, Parts, split_variance
from analysis.statistics import share_interval
from analysis.wins import wins_by_seat
from simulation import GamegaugeError, Run
from simulation.numbers import read_whole
from simulation.plan import MAX_GAMES
from simulation.runs import Whole

POLICIES = ("random", "highest", "careful", "cunning")
MEANINGS = {
    "deal": "the deal alone,\nwhoever plays",
    "seat": "the seat alone",
    "player": "who plays,\nover all deals",
    "rest": "how players, seats\nand cards meet",
}
FEWEST_DEALS = 10
BY_A_HAIR = 0.02
MOST_ORDERS = 6
"""Orders around the table that are played at most: all that 4 players can make."""


def luck(
    players: int = 4,
    games: Whole = 48_000,
    seed: Whole = 2016,
    policies: Sequence[str] = POLICIES,
    deck: str = "default",
    rules: Mapping[str, Any] | None = None,
) -> Finding:
    """Find how much of the variance of wins the deal, the seat and the players explain.

    The same deals are played again and again, with the players in all orders around the table
    (``orders_around``) and every player in every seat. Shares are defined in ``split_variance``.

    Parameters
    ----------
    players
        Seats.
    games
        Games of all arrangements together, at least 10 each (24 arrangements of 4 players); what cannot be
        shared out evenly is left out. Equal players make fewer arrangements, and fewer games.
    seed
        Seed of every run, and of the bootstrap.
    policies
        Who plays, at most one a seat; fewer are repeated in turn.
    deck, rules
        A deck, and switches that differ from their defaults.

    Returns
    -------
    Finding
        Table: source ("deal", "seat", "player" or "rest"), share (of the variance of a seat's win), low,
        high, variance, deals (u32), games (u32). Intervals by a bootstrap over deals; each covers its own
        source with 95%.

    Raises
    ------
    GamegaugeError
        For more policies than players, or what cannot be played.
    """
    if isinstance(policies, str) or not 0 < len(policies) <= players:
        raise GamegaugeError(
            f"policies {policies!r} cannot be used at a table of {players}; "
            "allowed: a list of at most one a seat"
        )
    arrangements = len(orders_around(players)) * players
    deals = read_whole("games", games, arrangements * FEWEST_DEALS, MAX_GAMES) // arrangements
    line_up = [policies[place % len(policies)] for place in range(players)]
    wins, runs = play_arrangements(line_up, deals, Setting("knutten", players, seed, deck, rules))
    table = _table(split_variance(wins, runs[0].seed), deals, deals * len(runs))
    who = ", ".join(line_up)
    return Finding(
        question="How much of Knutten is luck?",
        headline=_headline(table, line_up, wins),
        table=table,
        basis=replace(Basis.of(runs[0]), games=deals * len(runs), policies=f"{who}, in every seat"),
        caveats=_caveats(who, wins.shape[1], runs),
        draw=_draw,
    )


def _caveats(who: str, orders: int, runs: Sequence[Run]) -> tuple[str, ...]:
    return (
        "A deal is all shuffles of a game: the same hands and the same swamp in every round.",
        f"What who plays explains hangs on who they are, here {who}: the more alike, the less it is.",
        "The rest is what neither deal, seat nor player explains alone: cards that help one player harm "
        "another.",
        f"The players sit in {orders} orders around the table; what one wins is the mean over "
        "them, and whom it sits next to belongs to the rest.",
        "All parts are unbiased estimates, which may lie slightly below 0; intervals are 95% percentiles "
        "of a bootstrap over deals. What players win is corrected for their number (Bonferroni).",
        *stalled_caveat(runs),
        *component_caveats(runs[0]),
    )


def orders_around(players: int) -> list[tuple[int, ...]]:
    """Return orders in which players may sit around a table, clockwise from the first of them.

    All of them at tables of up to 4; of the many at larger tables some drawn at random, each with its
    reverse.
    """
    if factorial(players - 1) <= MOST_ORDERS:
        return [(0, *others) for others in permutations(range(1, players))]
    rng = np.random.default_rng(players)
    drawn = [rng.permutation(np.arange(1, players)).tolist() for _ in range(MOST_ORDERS // 2)]
    return [(0, *others) for one in drawn for others in (one, one[::-1])]


def play_arrangements(line_up: Sequence[str], deals: int, setting: Setting) -> tuple[np.ndarray, list[Run]]:
    """Play deals with the players in all orders around the table, each time from every seat.

    Returns
    -------
    numpy.ndarray
        Shares of the win by deal, order, seat and player (numbered as in the line-up), as
        ``split_variance`` takes them.
    list
        The runs. Arrangements that equal players make the same are one run.
    """
    seats = len(line_up)
    orders = orders_around(seats)
    wins = np.empty((deals, len(orders), seats, seats))
    runs: dict[tuple[str, ...], Run] = {}
    for place, order in enumerate(orders):
        for moved in range(seats):
            players = [order[(seat - moved) % seats] for seat in range(seats)]
            names = tuple(line_up[player] for player in players)
            runs[names] = runs.get(names) or play_deals(names, deals, setting)
            wins[:, place, range(seats), players] = wins_by_seat(runs[names])
    return wins, list(runs.values())


def _table(parts: Parts, deals: int, games: int) -> pl.DataFrame:
    rows = [(source, *parts.shares[source], parts.variances[source], deals, games) for source in SOURCES]
    floats = dict.fromkeys(("share", "low", "high", "variance"), pl.Float64)
    schema = {"source": pl.String, **floats, "deals": pl.UInt32, "games": pl.UInt32}
    return pl.DataFrame(rows, schema, orient="row")


def _headline(table: pl.DataFrame, line_up: Sequence[str], wins: np.ndarray) -> str:
    if table["share"].is_nan().any():
        return f"In {table['games'][0]:,} games all seats won alike: there is nothing to explain."
    deal, seat, player, rest = (_words(row) for row in table.to_dicts())
    means = wins.mean(axis=(0, 1, 2))
    best, worst = int(means.argmax()), int(means.argmin())
    ranked = (
        f" Of these players {line_up[best]} wins most, {_wins(wins, best)}, and {line_up[worst]} least, "
        f"{_wins(wins, worst)}."
    )
    return (
        f"In {table['games'][0]:,} games of {len(line_up)} ({table['deals'][0]:,} deals, every player in "
        f"every seat) who plays explains {player} of the variance of a seat's win, the deal alone {deal} and "
        f"the seat {seat}; the rest, {rest}, is how they meet."
        f"{ranked if len(set(line_up)) > 1 else ''}"
    )


def _wins(wins: np.ndarray, place: int) -> str:
    """Say how much a player wins, with one of as many intervals as there are players."""
    by_deal = wins[..., place].mean(axis=(1, 2))
    total, squares = float(by_deal.sum()), float((by_deal**2).sum())
    share, low, high = share_interval(total, squares, len(by_deal), 1 - 0.05 / wins.shape[-1])
    return f"{percent(share)} ({between(low, high)})"


def _words(row: dict[str, float]) -> str:
    # Adding 0 to what was rounded makes a -0.0 plain.
    share, low, high = (round(row[name], 3) + 0.0 for name in ("share", "low", "high"))
    return f"{percent(share)} ({between(low, high)})"


def compare_luck(findings: Mapping[str, Finding]) -> str:
    """Return a sentence on how much who plays explains, by who they are.

    Parameters
    ----------
    findings
        Findings of ``luck`` by what the players are called, as "good players".
    """
    parts = []
    for who, finding in findings.items():
        rows = {row["source"]: row for row in finding.table.to_dicts()}
        parts.append(
            f"{_words(rows['player'])} among {who}, where the deal alone explains {_words(rows['deal'])}"
        )
    return f"Of the variance of a seat's win, who plays explains {'; '.join(parts)}."


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    """Draw each source's share as a bar with its interval."""
    places = range(table.height)
    ax.barh(places, table["share"], color=[GOLD, GREEN, BLUE, "#b9c3ca"], height=0.62)
    reach = reaches(table["share"], table["low"], table["high"])
    ax.errorbar(table["share"], places, xerr=reach, fmt="none", ecolor=INK, elinewidth=1.4, capsize=4)
    for place, row in enumerate(table.fill_nan(0.0).iter_rows(named=True)):
        ax.annotate(
            percent(row["share"]), (max(row["high"], row["share"]), place), xytext=(7, 0),
            textcoords="offset points", va="center", fontsize=11, fontweight="bold",
        )  # fmt: skip
    ax.set_yticks(places, [MEANINGS[source] for source in table["source"]])
    ax.tick_params(axis="y", length=0, labelcolor=INK)
    ax.invert_yaxis()
    ax.grid(axis="x")
    ax.grid(visible=False, axis="y")
    ends = [float(value) for value in (*table["low"].fill_nan(0.0), *table["high"].fill_nan(0.0))]
    # An interval that reaches below 0 by a hair asks for no room there.
    ax.set_xlim(min(ends) if min(ends) < -BY_A_HAIR else 0.0, 1.2 * max(ends) or 1.0)
    ax.set_title("What decides who wins")
    ax.set_xlabel("share of the variance of a seat's win")
    percent_axis(ax, "x")
