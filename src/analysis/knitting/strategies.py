"""Which style of play wins among which others?"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from analysis.duels import Duel, Games, Player, Setting, duel_basis, duel_matrix, duel_rows, stalled_caveat
from analysis.finding import Finding, component_caveats
from analysis.knitting.ladder import usual_games
from analysis.knitting.sheets import by_seat, leads
from analysis.knitting.strategy_figures import draw_matrix
from analysis.knitting.strategy_words import matrix_headline
from analysis.knitting.tables import catalogues, components_of
from analysis.statistics import Estimate, mean_interval
from simulation.runs import Whole

POLICIES = ("random", "hoarder", "marathoner", "sprinter", "greedy", "planner")


def strategies(
    players: int = 4,
    policies: Sequence[Player] = POLICIES,
    games: Games = usual_games,
    seed: Whole = 2016,
    patterns: str = "default",
    community: str = "default",
    rules: Mapping[str, Any] | None = None,
) -> Finding:
    """Play one of each style among others of each other style, every seat in turn, on the same deals.

    Parameters
    ----------
    players
        Seats.
    policies
        The styles: names, or functions of one's own.
    games
        Games a pair of styles, all seats together: a number, or a mapping or function from a style's name
        (the smaller number of a pair's two counts).
    seed
        Seed of every run.
    patterns, community
        Catalogue of patterns, and community deck.
    rules
        Switches that differ from their defaults.

    Returns
    -------
    Finding
        Table: policy (of one seat), among (that of all others), share (of wins), low, high, even, difference
        (share minus even), difference_low, difference_high, shown ("better", "worse" or "not shown"), lead
        (score minus the mean score of the others), lead_low, lead_high, deals (u32), games (u32). The
        intervals cluster by deal; those of the shares hold for all rows together, and so do those of leads.

    Raises
    ------
    GamegaugeError
        For fewer than two policies, one named twice, or what cannot be played.
    """
    setting = Setting("knitting", players, seed, components_of(patterns, community), rules)
    duels = duel_matrix(policies, games, setting)
    table = _table(duels)
    return Finding(
        question="Which style of play wins among which others?",
        headline=matrix_headline(table, players, catalogues(patterns, community)),
        table=table,
        basis=duel_basis(duels, "one of each style among others of each other style"),
        caveats=_caveats(duels, table.height),
        draw=draw_matrix,
    )


def _table(duels: Sequence[Duel]) -> pl.DataFrame:
    estimates = [_lead(one, 1 - 0.05 / len(duels)) for one in duels]
    columns = zip(("lead", "lead_low", "lead_high"), zip(*estimates, strict=True), strict=True)
    rows = duel_rows(duels).drop("players").rename({"above": "among"})
    table = rows.with_columns(pl.Series(name, values, dtype=pl.Float64) for name, values in columns)
    return table.select(pl.exclude("deals", "games"), "deals", "games")


def _lead(one: Duel, confidence: float) -> Estimate:
    """Return by how much a duel's one outscores the mean of the others; deals are the units."""
    by_run = [leads(by_seat(run, "score"))[:, seat] for seat, run in enumerate(one.runs)]
    lead = np.mean(by_run, axis=0)
    return mean_interval(float(lead.sum()), float((lead**2).sum()), len(lead), confidence)


def _caveats(duels: Sequence[Duel], rows: int) -> tuple[str, ...]:
    return (
        "One seat plays one style, all others another (column `among`); it sits in every seat in turn, each "
        "time with the same deals.",
        f"The intervals cluster by deal. Those of the {rows} shares hold together with 95% (Bonferroni), and "
        "so do those of the leads in score.",
        "A game with several winners counts as a part for each.",
        "The styles are programs with one idea each, not the best that this idea can do.",
        *stalled_caveat(run for one in duels for run in one.runs),
        *component_caveats(duels[0].runs[0]),
    )
