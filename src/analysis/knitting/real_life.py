"""What is knitting in real life worth?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from analysis.duels import Player, Setting, duel, name_of, play_deals, stalled_caveat
from analysis.figures import MUTED, bars_with_intervals
from analysis.finding import Basis, Finding, between, component_caveats, percent
from analysis.knitting.length import SECONDS_PER_TURN, minutes_a_game
from analysis.knitting.races import decided_by_real_life
from analysis.knitting.sheets import by_seat
from analysis.knitting.tables import FEWEST_GAMES, components_of
from analysis.ratios import Ratio, a_game
from simulation import Run
from simulation.games.knitting.components import COLOURS, MAX_PATTERNS
from simulation.numbers import read_whole
from simulation.plan import MAX_GAMES
from simulation.runs import Whole

NOTHING, PATTERN, COLOUR, BOTH = "nothing", "patterns", "colours", "both"
COMPARED = ("minutes", "better player wins")
"""Measures that the plain game has too."""
SCHEMA = {
    "knitted": pl.String,
    "measure": pl.String,
    **dict.fromkeys(("estimate", "low", "high"), pl.Float64),
    **dict.fromkeys(("difference", "difference_low", "difference_high"), pl.Float64),
    "games": pl.UInt32,
}


@dataclass(frozen=True)
class Way:
    """The games with something knitted in real life: each measure has a hit and tries a deal."""

    measures: Mapping[str, Ratio]
    runs: Sequence[Run]


def real_life(
    players: int = 4,
    policy: Player = "planner",
    weaker: Player = "greedy",
    games: Whole = 4000,
    seed: Whole = 2016,
    knitted_patterns: int = 1,
    knitted_colours: int = 1,
    seconds_per_turn: float = SECONDS_PER_TURN,
    patterns: str = "default",
    community: str = "default",
    rules: Mapping[str, Any] | None = None,
) -> Finding:
    """Find what the variant of knitting in real life (KT-15) gives, and what it does to length and luck.

    The same shuffles are played with nothing knitted in real life, with patterns, colours, and both.

    Parameters
    ----------
    players, policy, weaker, seed, seconds_per_turn
        As for ``target_sweep``.
    games
        Games of each way: as many of equal players, and of the better one among weaker ones.
    knitted_patterns, knitted_colours
        How many each player is knitting for real, drawn at random.
    patterns, community
        Catalogue of patterns, and community deck.
    rules
        Switches that differ from their defaults, other than those of this variant.

    Returns
    -------
    Finding
        Table: knitted ("nothing", "patterns", "colours", "both"), measure (bonus a seat in points; minutes;
        shares: of FO points that the bonus makes, seats with a bonus, decided by the bonus, most bonus wins,
        better player wins), estimate, low, high, difference to nothing, difference_low, difference_high
        (minutes and better player wins alone; corrected for their number), games (u32). Games, or deals of
        the duel, are the units.

    Raises
    ------
    GamegaugeError
        For what cannot be played.
    """
    counts = read_knitted(knitted_patterns, knitted_colours)
    minutes = minutes_a_game(seconds_per_turn)
    setting = Setting("knitting", players, seed, components_of(patterns, community), rules)
    deals = read_whole("games", games, FEWEST_GAMES * setting.players, MAX_GAMES)
    settings = _settings(setting, *counts)
    ways = {name: _play((policy, weaker), deals, one, minutes) for name, one in settings.items()}
    table = _table(ways, deals)
    names = (name_of(policy), name_of(weaker))
    return Finding(
        question="What is knitting in real life worth?",
        headline=_headline(table, setting.players, names, counts, seconds_per_turn),
        table=table,
        basis=_basis(ways, names),
        caveats=_caveats(ways, table, seconds_per_turn),
        draw=_draw,
    )


def read_knitted(patterns: Whole, colours: Whole, least: int = 1) -> tuple[int, int]:
    """Return how many patterns and colours each player knits.

    Raises
    ------
    GamegaugeError
        For fewer than ``least``, or more than there can be.
    """
    return (
        read_whole("knitted_patterns", patterns, least, MAX_PATTERNS),
        read_whole("knitted_colours", colours, least, len(COLOURS)),
    )


def with_real_life(setting: Setting, patterns: int, colours: int) -> Setting:
    """Return a setting in which each player knits so many patterns and colours; with none, the plain game."""
    knits = {"real_life": True, "real_life_patterns": patterns, "real_life_colours": colours}
    some = patterns or colours
    return replace(setting, rules={**(setting.rules or {}), **(knits if some else {"real_life": False})})


def _settings(setting: Setting, patterns: int, colours: int) -> dict[str, Setting]:
    """Return a setting for each way to knit."""
    return {
        NOTHING: with_real_life(setting, 0, 0),
        PATTERN: with_real_life(setting, patterns, 0),
        COLOUR: with_real_life(setting, 0, colours),
        BOTH: with_real_life(setting, patterns, colours),
    }


def _play(who: tuple[Player, Player], games: int, setting: Setting, minutes: pl.Expr) -> Way:
    equal = play_deals([who[0]] * setting.players, games, setting)
    unequal = duel(*who, games, setting)
    bonus, points = by_seat(equal, "bonus"), by_seat(equal, "fo_points")
    measures = {
        "bonus a seat": a_game(bonus.mean(axis=1), least=0),
        "share of FO points": Ratio(bonus.sum(axis=1), points.sum(axis=1)),
        "seats with a bonus": a_game((bonus > 0).mean(axis=1), is_share=True),
        "decided by the bonus": decided_by_real_life(equal),
        "most bonus wins": _most_bonus_wins(bonus, by_seat(equal, "win_share")),
        "minutes": a_game(equal.games.sort("game_id").select(minutes).collect().to_series(), least=0),
        "better player wins": a_game(unequal.shares, is_share=True),
    }
    return Way(measures, [equal, *unequal.runs])


def _most_bonus_wins(bonus: np.ndarray, wins: np.ndarray) -> Ratio:
    """Return the share of wins of whoever has the most bonus; seats that tie for it count as parts of one."""
    most = (bonus == bonus.max(axis=1, keepdims=True)) & (bonus > 0)
    any_bonus = most.any(axis=1)
    hits = (wins * most).sum(axis=1) / np.maximum(most.sum(axis=1), 1)
    return Ratio(hits, any_bonus.astype(float))


def _table(ways: Mapping[str, Way], games: int) -> pl.DataFrame:
    level = 1 - 0.05 / ((len(ways) - 1) * len(COMPARED))
    base, rows = ways[NOTHING], []
    for name, way in ways.items():
        for measure, ratio in way.measures.items():
            differs = measure in COMPARED and way is not base
            difference = ratio.less(base.measures[measure], level) if differs else (None, None, None)
            rows.append((name, measure, *ratio.estimate(), *difference, games))
    told = (pl.col("knitted") != NOTHING) | pl.col("measure").is_in(COMPARED)
    return pl.DataFrame(rows, SCHEMA, orient="row").fill_nan(None).filter(told)


def _basis(ways: Mapping[str, Way], names: tuple[str, str]) -> Basis:
    basis = Basis.of(ways[NOTHING].runs[0])
    return replace(
        basis,
        games=sum(run.count for way in ways.values() for run in way.runs),
        policies=f"{names[0]} in every seat, and one among {names[1]}",
        rules=f"{basis.rules} and with knitting in real life",
    )


def _caveats(ways: Mapping[str, Way], table: pl.DataFrame, seconds_per_turn: float) -> tuple[str, ...]:
    runs = [run for way in ways.values() for run in way.runs]
    return (
        "What is knitted in real life is drawn at random for each seat; people choose it, and choose "
        "patterns by it. The players here are not made to aim for the bonus: they get what falls to them.",
        "All ways are played on the same shuffles. Minutes and what the better player wins are compared with "
        f"games without the variant; those {table['difference'].count()} intervals hold together with 95% "
        "(Bonferroni), each estimate's by itself.",
        "Decided by the bonus: games that another seat would have won without its points, the same games "
        "counted otherwise. Most bonus wins: who plays well gets more bonus too, so this is no effect of it.",
        f"{seconds_per_turn:g} seconds a turn are assumed.",
        *stalled_caveat(runs),
        *component_caveats(runs[0]),
    )


def _headline(
    table: pl.DataFrame, players: int, names: tuple[str, str], counts: tuple[int, int], seconds: float
) -> str:
    rows = {(row["knitted"], row["measure"]): row for row in table.to_dicts()}
    both = {measure: row for (knitted, measure), row in rows.items() if knitted == BOTH}
    patterns, colours = (_points(rows[way, "bonus a seat"]) for way in (PATTERN, COLOUR))
    before, after = (rows[way, "minutes"] for way in (NOTHING, BOTH))
    return (
        f"In {both['minutes']['games']:,} games with {_some(counts[0], 'pattern')} and "
        f"{_some(counts[1], 'colour')} "
        f"knitted in real life, a seat of {players} {names[0]} players gets "
        f"{_points(both['bonus a seat'])} bonus points, {_share(both['share of FO points'])} of its FO "
        f"points (patterns alone give {patterns}, colours alone {colours}); another seat would have won "
        f"{_share(both['decided by the bonus'])} of games without it; "
        f"games take {after['estimate']:.1f} minutes instead of {before['estimate']:.1f} at an assumed "
        f"{seconds:g} seconds a turn; {_luck(rows, names)}."
    )


def _some(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"


def _luck(rows: Mapping[tuple[str, str], dict], names: tuple[str, str]) -> str:
    before, after = (rows[way, "better player wins"] for way in (NOTHING, BOTH))
    less = 100 * after["difference"]
    shown = after["difference_low"] > 0 or after["difference_high"] < 0
    ends = f"{100 * after['difference_low']:+.1f} to {100 * after['difference_high']:+.1f}"
    told = f"{less:+.1f} points, {ends}" if shown else f"{less:+.1f} points, {ends}, no difference shown"
    return (
        f"one {names[0]} among {names[1]} players wins {percent(after['estimate'])} instead of "
        f"{percent(before['estimate'])} ({told})"
    )


def _points(row: dict) -> str:
    return f"{row['estimate']:.1f} ({row['low']:.1f} to {row['high']:.1f})"


def _share(row: dict) -> str:
    if row["estimate"] is None:
        return "no share"
    return f"{percent(row['estimate'])} ({between(row['low'], row['high'])})"


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    """Draw the bonus of a seat by what is knitted."""
    rows = table.filter((pl.col("measure") == "bonus a seat") & (pl.col("knitted") != NOTHING))
    parts = table.filter((pl.col("measure") == "share of FO points") & (pl.col("knitted") != NOTHING))
    bars_with_intervals(ax, range(rows.height), rows["estimate"], rows["low"], rows["high"], width=0.5)
    for place, (row, part) in enumerate(zip(rows.to_dicts(), parts.to_dicts(), strict=True)):
        told = f"{row['estimate']:.1f} points\n{percent(part['estimate'] or 0.0, 0)} of FO points"
        ax.annotate(
            told, (place, row["high"]), xytext=(0, 6), textcoords="offset points", ha="center", color=MUTED,
        )  # fmt: skip
    ax.set_xticks(range(rows.height), rows["knitted"].to_list())
    ax.set_ylim(0, 1.3 * max(*rows["high"].to_list(), 1e-9))
    ax.set_xlabel("what each player is knitting in real life")
    ax.set_ylabel("bonus points of a seat")
    pattern, colour = rows["estimate"].to_list()[:2]
    ax.set_title(f"In real life, patterns give a seat {pattern:.1f} points, colours {colour:.1f}")
