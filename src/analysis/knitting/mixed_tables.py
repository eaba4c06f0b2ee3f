"""Which style of play wins where all styles meet?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from analysis.duels import (
    BETTER,
    NOT_SHOWN,
    WORSE,
    Player,
    Setting,
    by_name,
    play_deals,
    shown_against,
    stalled_caveat,
)
from analysis.figures import BLUE, INK, MUTED, RED, percent_axis, reaches
from analysis.finding import Basis, Finding, between, component_caveats, percent
from analysis.knitting.sheets import by_seat, leads
from analysis.knitting.strategies import POLICIES
from analysis.knitting.tables import FEWEST_GAMES, catalogues, components_of
from analysis.ratios import a_game
from analysis.statistics import mean_interval
from simulation import GamegaugeError, Run
from simulation.numbers import read_whole
from simulation.plan import MAX_GAMES
from simulation.runs import Whole

SCHEMA = {
    "policy": pl.String,
    **dict.fromkeys(("share", "low", "high", "even"), pl.Float64),
    "shown": pl.String,
    **dict.fromkeys(("lead", "lead_low", "lead_high", "ahead", "ahead_low", "ahead_high"), pl.Float64),
    "deals": pl.UInt32,
    "games": pl.UInt32,
}
COLOURS_SHOWN = {BETTER: BLUE, WORSE: RED, NOT_SHOWN: MUTED}


@dataclass(frozen=True)
class Mix:
    """The same deals at all tables of different styles, from every seat.

    Attributes
    ----------
    names
        The styles.
    runs
        A run a line-up and rotation; ``run.policies`` say who sat where.
    deals
        Games of each run.
    """

    names: Sequence[str]
    runs: Sequence[Run]
    deals: int

    @property
    def games(self) -> int:
        """Games of all runs together."""
        return self.deals * len(self.runs)

    def places(self, name: str) -> Iterator[tuple[Run, int]]:
        """Yield each run in which a style plays, and its seat there."""
        for run in self.runs:
            if name in run.policies:
                yield run, run.policies.index(name)


def play_mixed(policies: Sequence[Player], games: Whole, setting: Setting) -> Mix:
    """Play the same deals with each choice of different styles, in all rotations of one order of them.

    So every style meets each other equally often, and sits in every seat equally often. The order around
    the table is drawn at random for each choice of styles.

    Parameters
    ----------
    policies
        As many as seats or more, each of another name.
    games
        Games of all tables together, at least two each; what cannot be shared out evenly is left out.
    setting
        Game, seats, seed, components and rules.

    Raises
    ------
    GamegaugeError
        For fewer policies than seats, one named twice, or what cannot be played.
    """
    known = by_name("policies", policies)
    seats = setting.players
    if len(known) < seats:
        raise GamegaugeError(
            f"policies {', '.join(known)} cannot be used at a table of {seats}; allowed: {seats} or more"
        )
    tables = [
        [*order[turned:], *order[:turned]]
        for place, chosen in enumerate(combinations(known, seats))
        for order in [np.random.default_rng(place).permutation(chosen).tolist()]
        for turned in range(seats)
    ]
    deals = read_whole("games", games, FEWEST_GAMES * len(tables), MAX_GAMES) // len(tables)
    runs = [play_deals([known[name] for name in table], deals, setting) for table in tables]
    return Mix(list(known), runs, deals)


def mixed_tables(
    players: int = 4,
    policies: Sequence[Player] = POLICIES,
    games: Whole = 12_000,
    seed: Whole = 2016,
    patterns: str = "default",
    community: str = "default",
    rules: Mapping[str, Any] | None = None,
) -> Finding:
    """Rank styles by what they win at tables at which no two play alike.

    Every choice of styles plays the same deals, each style in every seat (``play_mixed``). As all meet
    equally often, the mean share of wins is a ranking without a model of how strengths add up.

    Parameters
    ----------
    players
        Seats.
    policies
        The styles, as many as seats or more: names, or functions of one's own.
    games
        Games of all tables together (60 tables of 4 out of 6 styles).
    seed
        Seed of every run.
    patterns, community, rules
        Catalogues, and switches that differ from their defaults.

    Returns
    -------
    Finding
        Table, the best style first: policy, share (of wins), low, high, even, shown ("better", "worse" or
        "not shown"), lead (score minus the mean score of the others), lead_low, lead_high, ahead (share
        minus that of the next style), ahead_low, ahead_high, deals (u32), games (u32, in which it played).
        Intervals cluster by deal; those of shares and leads are corrected for the number of styles, those of
        ``ahead`` for the number of pairs.

    Raises
    ------
    GamegaugeError
        For fewer policies than seats, one named twice, or what cannot be played.
    """
    setting = Setting("knitting", players, seed, components_of(patterns, community), rules)
    mix = play_mixed(policies, games, setting)
    table = _table(mix, setting.players)
    return Finding(
        question="Which style of play wins where all styles meet?",
        headline=_headline(table, setting.players, catalogues(patterns, community)),
        table=table,
        basis=mixed_basis(mix),
        caveats=(
            *mixed_notes(mix, setting.players),
            "The intervals cluster by deal. Those of the shares hold for all styles together with 95% "
            "(Bonferroni); so do those of the leads, and those of the distances for all pairs of styles.",
            "The ranking holds among these styles: what one wins hangs on whom it meets.",
            *stalled_caveat(mix.runs),
            *component_caveats(mix.runs[0]),
        ),
        draw=_draw,
    )


def mixed_basis(mix: Mix) -> Basis:
    """Return what a finding of mixed tables rests on."""
    return replace(
        Basis.of(mix.runs[0]), games=mix.games, policies=f"all different, of {len(mix.names)} styles"
    )


def mixed_notes(mix: Mix, players: int) -> list[str]:
    """Say who sat with whom."""
    line_ups = len(mix.runs) // players
    tables = f"each of the {line_ups} choices of {players} styles" if line_ups > 1 else "all styles together"
    return [
        f"{tables.capitalize()} played the same {mix.deals:,} deals, every style in every seat; the order "
        "around the table is drawn for each choice of styles."
    ]


def by_deal(mix: Mix, name: str, values: Mapping[str, np.ndarray]) -> np.ndarray:
    """Return the mean of a style's values over the tables at which it sat. Shape (deals,).

    ``values`` are by the run's path, each of shape (games, seats).
    """
    met = [values[str(run.path)][:, seat] for run, seat in mix.places(name)]
    mean: np.ndarray = np.mean(met, axis=0)
    return mean


def _table(mix: Mix, players: int) -> pl.DataFrame:
    wins = {str(run.path): by_seat(run, "win_share") for run in mix.runs}
    ahead = {str(run.path): leads(by_seat(run, "score")) for run in mix.runs}
    shares = {name: by_deal(mix, name, wins) for name in mix.names}
    ranked = sorted(mix.names, key=lambda name: -shares[name].mean())
    level = 1 - 0.05 / len(ranked)
    rows = []
    for place, name in enumerate(ranked):
        share, low, high = a_game(shares[name], is_share=True).estimate(level)
        shown = shown_against(1 / players, low, high)
        lead = by_deal(mix, name, ahead)
        estimate = mean_interval(float(lead.sum()), float((lead**2).sum()), mix.deals, level)
        step = _step(shares, ranked, place)
        games = mix.deals * sum(1 for _ in mix.places(name))
        rows.append((name, share, low, high, 1 / players, shown, *estimate, *step, mix.deals, games))
    return pl.DataFrame(rows, SCHEMA, orient="row")


def _step(shares: Mapping[str, np.ndarray], ranked: Sequence[str], place: int) -> Sequence[float | None]:
    """Return by how much a style wins more than the next; corrected for the number of pairs."""
    if place + 1 == len(ranked):
        return None, None, None
    pairs = len(ranked) * (len(ranked) - 1) // 2
    one, other = (a_game(shares[name]) for name in ranked[place : place + 2])
    return one.less(other, 1 - 0.05 / pairs)


def _headline(table: pl.DataFrame, players: int, cards: str) -> str:
    rows = table.to_dicts()
    told = ", ".join(
        f"{row['policy']} {percent(row['share'])} ({between(row['low'], row['high'])})" for row in rows
    )
    return (
        f"Where {players} of {len(rows)} styles meet, all different, with {cards} and "
        f"{rows[0]['games']:,} games a style (even: {percent(rows[0]['even'])} of wins), the order is "
        f"{told}; {_apart(rows)}."
    )


def _apart(rows: Sequence[dict]) -> str:
    """Say which neighbours in the order are not shown to differ."""
    pairs = [
        f"{row['policy']} and {after['policy']}" for row, after in pairwise(rows) if row["ahead_low"] <= 0
    ]
    return (
        f"not shown to differ are {', '.join(pairs)}" if pairs else "each is shown to win more than the next"
    )


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    """Draw each style's share as a dot with its interval, the best on top."""
    rows = table.to_dicts()
    for place, row in enumerate(rows):
        reach = reaches([row["share"]], [row["low"]], [row["high"]])
        colour = COLOURS_SHOWN[row["shown"]]
        ax.errorbar(row["share"], place, xerr=reach, fmt="o", color=colour, markersize=9, capsize=4)
        ax.annotate(
            percent(row["share"], 0), (row["high"], place), xytext=(8, 0), textcoords="offset points",
            va="center", color=colour, fontsize=11, bbox={"color": "white", "pad": 1},
        )  # fmt: skip
    ax.axvline(rows[0]["even"], color=INK, linewidth=1.2, linestyle=(0, (4, 3)))
    ax.annotate("even", (rows[0]["even"], 1.0), xycoords=("data", "axes fraction"), xytext=(4, -12),
                textcoords="offset points", fontsize=10)  # fmt: skip
    ax.set_yticks(range(len(rows)), table["policy"].to_list())
    ax.tick_params(axis="y", length=0, labelcolor=INK)
    ax.set_ylim(len(rows) - 0.5, -0.7)
    ax.set_xlim(-0.02, 1.15 * max(row["high"] for row in rows))
    ax.grid(visible=True, axis="x")
    ax.grid(visible=False, axis="y")
    percent_axis(ax, "x")
    ax.set_xlabel("share of wins at tables where all styles differ")
    ax.set_title(f"Most wins at mixed tables: {' and '.join([rows[0]['policy'], *_ties(rows)])}")


def _ties(rows: Sequence[dict]) -> Iterator[str]:
    """Yield the styles after the first that are not shown to win less than the one before."""
    for row, after in pairwise(rows):
        if row["ahead_low"] > 0:
            return
        yield after["policy"]
