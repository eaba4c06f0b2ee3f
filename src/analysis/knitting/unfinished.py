"""What does it do to subtract the patterns left in hand (KT-12)?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from analysis.contrasts import Difference, difference_columns, mean_difference, paired_difference
from analysis.duels import Player, stalled_caveat
from analysis.finding import Basis, Finding, between, component_caveats, percent
from analysis.knitting.experiments import Setting
from analysis.knitting.sheets import by_seat, win_shares
from analysis.knitting.tables import catalogues
from analysis.knitting.unfinished_figures import ANOTHER, FIRST, draw_wins
from analysis.ratios import Ratio, a_game, a_try
from analysis.sums import sum_over_parts
from analysis.wins import wins_by_seat
from simulation import GamegaugeError, Run
from simulation.registry import get_game
from simulation.runs import Whole

RULED, RECOUNTED, AGAIN = "as ruled", "recounted", "played again"
LOST, LEFT = "points subtracted a seat", "points left in hand a seat"
SCHEMA = {
    "measure": pl.String,
    "way": pl.String,
    **dict.fromkeys(("estimate", "low", "high"), pl.Float64),
    **dict.fromkeys(("difference", "difference_low", "difference_high", "difference_p"), pl.Float64),
    "games": pl.UInt32,
}


def unfinished_patterns(
    players: int = 4,
    policy: Player = "planner",
    patterns: str = "default",
    community: str = "default",
    games: Whole = 1_000,
    seed: Whole = 2016,
    rules: Mapping[str, Any] | None = None,
) -> Finding:
    """Find what it does to subtract the points of patterns in hand: recounted, and played again without.

    Parameters
    ----------
    players, policy, patterns, community, games, seed, rules
        The table; ``games`` are those of each of the two ways to play, on the same shuffles.

    Returns
    -------
    Finding
        Table, a row a measure and way ("as ruled", "recounted": the same games without the rule, "played
        again": without it from the start): measure, way, estimate, low, high; the difference to the rule,
        difference_low, difference_high, difference_p (corrected for the number of differences; empty where
        there is none), games (u32).

    Raises
    ------
    GamegaugeError
        For rules that subtract nothing, or a table that cannot be played.
    """
    if not get_game("knitting").rules.read(rules or {}).model_dump()["subtract"]:
        raise GamegaugeError("rule subtract=false leaves nothing to compare; allowed: true, its default")
    setting = Setting(players, policy, patterns, community, games, seed, rules=rules)
    ruled = setting.play()
    again = Setting(
        players, policy, patterns, community, games, seed, rules={**(rules or {}), "subtract": False}
    ).play()
    table = _table(ruled, again)
    return Finding(
        question="What does it do to subtract the patterns left in hand?",
        headline=_headline(table, setting),
        table=table,
        basis=Basis.of(ruled),
        caveats=(*_caveats(table, ruled, again), *stalled_caveat([ruled, again]), *component_caveats(ruled)),
        draw=draw_wins,
    )


@dataclass(frozen=True)
class Measured:
    """A measure, the way it was played, and its values game by game."""

    measure: str
    way: str
    values: Ratio
    base: Ratio | None = None
    """The same as ruled, where the two are compared."""


def _table(ruled: Run, again: Run) -> pl.DataFrame:
    rows = _measured(ruled, again)
    compared = [row for row in rows if row.base is not None]
    differences = difference_columns("difference", [_difference(row, len(compared)) for row in compared])
    told = zip(*differences.values(), strict=True)
    filled = [
        (
            *(row.measure, row.way, *row.values.estimate()),
            *(next(told) if row.base is not None else (None,) * len(differences)),
            ruled.count,
        )
        for row in rows
    ]
    named = ("measure", "way", "estimate", "low", "high", *differences, "games")
    return (
        pl.DataFrame(filled, {name: SCHEMA[name] for name in named}, orient="row")
        .select(*SCHEMA)
        .fill_nan(None)
    )


def _difference(row: Measured, rows: int) -> Difference:
    assert row.base is not None
    if row.values.is_share:
        return paired_difference(row.values, row.base, rows)
    return mean_difference(row.values.hits - row.base.hits, rows)


def _measured(ruled: Run, again: Run) -> list[Measured]:
    """Return every measure and way, those to be compared with what they are compared with."""
    base, other = _quantities(ruled), _quantities(again)
    rows = [Measured(LOST, RULED, a_game(by_seat(ruled, "subtracted").mean(axis=1), least=0))]
    for measure in base:
        rows.append(Measured(measure, RULED, base[measure]))
        rows.append(Measured(measure, AGAIN, other[measure], base[measure]))
    free = winners_without(ruled)
    wins = {RULED: wins_by_seat(ruled), RECOUNTED: free, AGAIN: wins_by_seat(again)}
    for way in (RECOUNTED, AGAIN):
        rows.append(Measured(ANOTHER, way, a_game(another_wins(wins[RULED], wins[way]), is_share=True)))
    first = _first_wins(ruled, wins[RULED])
    rows.append(Measured(FIRST, RULED, first))
    rows.append(Measured(FIRST, RECOUNTED, _first_wins(ruled, free), first))
    rows.append(Measured(FIRST, AGAIN, _first_wins(again, wins[AGAIN]), first))
    return rows


def winners_without(run: Run) -> np.ndarray:
    """Return every seat's share of every win if nothing had been subtracted; ties by stash (KT-13).

    Shape (games, seats).
    """
    scores = by_seat(run, "score") + by_seat(run, "subtracted")
    return win_shares(scores, by_seat(run, "stash"))


def another_wins(wins: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Tell for each game whether a seat has a share of the other win that has none of the one.

    Parameters
    ----------
    wins, other
        Shares of the win. Shape (games, seats).
    """
    new: np.ndarray = ((other > 0) & (wins == 0)).any(axis=1)
    return new


def _quantities(run: Run) -> dict[str, Ratio]:
    """Return what both ways to play are measured in."""
    hands = sum_over_parts(run, "patterns", _hands, by=["game_id"])
    games = run.games.sort("game_id").select("turns", "end_reason").collect()
    return {
        **{
            name: a_game(hands[column] / run.players, least=0)
            for name, column in (
                (LEFT, "points"),
                ("patterns left in hand a seat", "left"),
                ("patterns drawn and kept a seat", "kept"),
            )
        },
        "FOs a seat": a_game(by_seat(run, "finished").mean(axis=1), least=0),
        "turns a seat": a_game(games["turns"] / run.players, least=0),
        "stalled games": a_game(games["end_reason"] == "stalled", is_share=True),
    }


def _hands(patterns: pl.LazyFrame) -> pl.LazyFrame:
    left = pl.col("in_hand_at_end").cast(pl.Int64)
    return patterns.group_by("game_id").agg(
        points=(left * pl.col("points")).sum(), left=left.sum(), kept=pl.col("kept").cast(pl.Int64).sum()
    )


def _first_wins(run: Run, wins: np.ndarray) -> Ratio:
    """Return how often who reaches the target first wins, of the games in which somebody does (KT-11)."""
    closer = run.games.sort("game_id").select(pl.col("closer").cast(pl.Int64)).collect().to_series()
    reached = closer.is_not_null()
    shares = wins[np.arange(run.count), closer.fill_null(0).to_numpy()]
    return a_try(pl.Series(shares) * reached, reached)


def _row(table: pl.DataFrame, measure: str, way: str) -> dict[str, Any]:
    return table.row(by_predicate=(pl.col("measure") == measure) & (pl.col("way") == way), named=True)


def _share(row: Mapping[str, float]) -> str:
    return f"{percent(row['estimate'])} ({between(row['low'], row['high'])})"


def _headline(table: pl.DataFrame, setting: Setting) -> str:
    lost = _row(table, LOST, RULED)
    return (
        f"Among {setting.players} {setting.player} players with "
        f"{catalogues(setting.patterns, setting.community)} the patterns left in hand cost a seat "
        f"{lost['estimate']:.1f} points a game ({lost['low']:.1f} to {lost['high']:.1f}); were they not "
        f"subtracted, another seat would have won {_share(_row(table, ANOTHER, RECOUNTED))} of the same "
        f"games; {_adapted(table)}{_first(table)}."
    )


def _adapted(table: pl.DataFrame) -> str:
    ruled, again = (_row(table, LEFT, way) for way in (RULED, AGAIN))
    if again["difference"] == 0:
        return "where the rule is off from the start, these players play on as they did"
    return (
        f"players who know from the start that the rule is off leave {again['estimate']:.1f} points in hand "
        f"instead of {ruled['estimate']:.1f}"
    )


def _first(table: pl.DataFrame) -> str:
    """Tell how often the first at the target wins, if anybody reached it."""
    shares = [_row(table, FIRST, way) for way in (RULED, RECOUNTED, AGAIN)]
    if any(row["estimate"] is None for row in shares):
        return ""
    ruled, recounted, again = (_share(row) for row in shares)
    return (
        f"; who reaches the target first wins {ruled} of games with the rule, {recounted} recounted without "
        f"it and {again} played again"
    )


def _caveats(table: pl.DataFrame, ruled: Run, again: Run) -> Sequence[str]:
    count = table["difference_low"].count()
    same = float((wins_by_seat(ruled).mean(axis=0) * wins_by_seat(again).mean(axis=0)).sum())
    return (
        "Recounted: the same games, their scores without what was subtracted, ties by stash (KT-13). Nobody "
        "could have known, so this is what the rule takes and gives, not what it makes players do.",
        "Played again: the same shuffles with the rule off from the start, so that players may draw and keep "
        "more. Any choice that changes sends a game elsewhere: of games that have nothing in common another "
        f"seat wins {percent(1 - same)}, so that this row tells chance and rule together.",
        "Another seat wins if one has a share of the win that has none as ruled. The first at the target is "
        "told of the games in which somebody reached it.",
        f"The intervals of the {count} differences hold together with 95% (Bonferroni), p-values are "
        "corrected by Holm; those of the estimates hold one by one.",
        "The players are rules of thumb, not people; what they do without the rule hangs on whether they "
        "look at it.",
    )
