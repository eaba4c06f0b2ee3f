"""What does the target do to length, luck and leaders?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from analysis.duels import Player, Setting, duel, name_of, play_deals, stalled_caveat
from analysis.finding import Basis, Finding, component_caveats
from analysis.knitting.length import RUNS_OUT, SECONDS_PER_TURN, minutes_a_game, turns_a_player
from analysis.knitting.races import decided_by_subtraction, leader_wins, winners_lead
from analysis.knitting.tables import FEWEST_GAMES, components_of
from analysis.knitting.target_figures import draw_trade_off
from analysis.knitting.target_words import headline
from analysis.ratios import Ratio, a_game
from simulation import GamegaugeError, Run
from simulation.numbers import read_whole
from simulation.plan import MAX_GAMES
from simulation.registry import get_game
from simulation.runs import Whole

TARGETS = (60, 80, 100, 120, 140)
SCHEMA = {
    "target": pl.Int64,
    "rulebook": pl.Boolean,
    "measure": pl.String,
    **dict.fromkeys(("estimate", "low", "high"), pl.Float64),
    **dict.fromkeys(("difference", "difference_low", "difference_high"), pl.Float64),
    "games": pl.UInt32,
}


@dataclass(frozen=True)
class Played:
    """What the games of a target show, by measure; each ratio has a hit and a try a deal.

    ``runs`` are those of equal players, and those of the duel.
    """

    measures: Mapping[str, Ratio]
    runs: Sequence[Run]


def target_sweep(
    targets: Sequence[int] = TARGETS,
    players: int = 4,
    policy: Player = "planner",
    weaker: Player = "greedy",
    games: Whole = 4000,
    seed: Whole = 2016,
    seconds_per_turn: float = SECONDS_PER_TURN,
    patterns: str = "default",
    community: str = "default",
    rules: Mapping[str, Any] | None = None,
) -> Finding:
    """Find what another target does, everything else as in the rulebook and on the same shuffles.

    Parameters
    ----------
    targets
        FO points that start the last round (KT-11), each once; the rulebook's is played in any case.
    players
        Seats.
    policy, weaker
        Who plays in every seat, and, to see what better play wins, alone among whom.
    games
        Games of a target: as many of equal players, and of the better one among weaker ones.
    seed
        Seed of every run: games are paired with the rulebook's by number.
    seconds_per_turn
        Assumed time of a turn.
    patterns, community, rules
        Catalogues, and switches that differ from their defaults.

    Returns
    -------
    Finding
        Table: target (i64), rulebook (whether it is the rulebook's), measure (turns a player, minutes,
        winner's lead in points, and shares of games: better player wins, first to half wins, decided by
        subtraction, pattern deck runs out, stalled), estimate, low, high, difference to the rulebook's
        target, difference_low, difference_high (corrected for the number of differences; empty for the
        rulebook's), games (u32). Games, or deals of the duel, are the units.

    Raises
    ------
    GamegaugeError
        For no target, one named twice, or what cannot be played.
    """
    minutes = minutes_a_game(seconds_per_turn)
    tried = _read_targets(targets)
    setting = Setting("knitting", players, seed, components_of(patterns, community), rules)
    deals = read_whole("games", games, FEWEST_GAMES * setting.players, MAX_GAMES)
    played = {target: _play(target, (policy, weaker), deals, setting, minutes) for target in tried}
    table = _table(played, deals)
    first, who = played[default_target()].runs[0], (name_of(policy), name_of(weaker))
    return Finding(
        question="What does the target do to length, luck and leaders?",
        headline=headline(table, setting.players, who, seconds_per_turn, points_there_are(first)),
        table=table,
        basis=_basis(played, f"{who[0]} in every seat, and one among {who[1]}"),
        caveats=(*_caveats(table, seconds_per_turn), *_cards_and_stalled(played)),
        draw=lambda ax, table: draw_trade_off(ax, table, setting.players),
    )


def default_target() -> int:
    """Return the rulebook's target."""
    return int(get_game("knitting").rules.model_fields["target"].default)


def points_there_are(run: Run) -> tuple[int, int]:
    """Return the points of all patterns of the catalogue, and of all special ones of the community deck."""
    patterns = run.components["patterns"]["patterns"]
    cards = run.components["community"]["cards"]
    special = sum(card["copies"] * card["points"] for card in cards if card["kind"] == "pattern")
    return sum(one["points"] for one in patterns), special


def _read_targets(targets: Sequence[int]) -> list[int]:
    """Return the targets in order, with the rulebook's."""
    if not isinstance(targets, list | tuple) or not targets:
        raise GamegaugeError(f"targets {targets!r} cannot be used; allowed: a list of one or more")
    model = get_game("knitting").rules
    read = [model.read({"target": target}).model_dump()["target"] for target in targets]
    if len(set(read)) < len(read):
        raise GamegaugeError(f"targets {', '.join(map(str, read))} cannot be used; allowed: each once")
    return sorted({*read, default_target()})


def _play(target: int, who: tuple[Player, Player], games: int, setting: Setting, minutes: pl.Expr) -> Played:
    """Play a target with equal players, and with the better one among weaker ones."""
    varied = replace(setting, rules={**(setting.rules or {}), "target": target})
    equal = play_deals([who[0]] * setting.players, games, varied)
    unequal = duel(*who, games, varied)
    ends = equal.games.sort("game_id").select(
        turns=turns_a_player(), minutes=minutes,
        patterns_out=RUNS_OUT["pattern deck runs out"], stalled=RUNS_OUT["stalled"],
    ).collect()  # fmt: skip
    measures = {
        "turns a player": a_game(ends["turns"], least=0),
        "minutes": a_game(ends["minutes"], least=0),
        "better player wins": a_game(unequal.shares, is_share=True),
        "first to half wins": leader_wins(equal, target / 2),
        "winner's lead": winners_lead(equal),
        "decided by subtraction": decided_by_subtraction(equal),
        "pattern deck runs out": a_game(ends["patterns_out"], is_share=True),
        "stalled": a_game(ends["stalled"], is_share=True),
    }
    return Played(measures, [equal, *unequal.runs])


def _table(played: Mapping[int, Played], games: int) -> pl.DataFrame:
    """Hold every target against the rulebook's."""
    base = played[default_target()]
    level = 1 - 0.05 / max((len(played) - 1) * len(base.measures), 1)
    rows = []
    for target, one in played.items():
        for measure, ratio in one.measures.items():
            own = one is base
            difference = (0.0, None, None) if own else ratio.less(base.measures[measure], level)
            rows.append((target, own, measure, *ratio.estimate(), *difference, games))
    return pl.DataFrame(rows, SCHEMA, orient="row").fill_nan(None)


def _basis(played: Mapping[int, Played], who: str) -> Basis:
    """Return what the sweep rests on; a duel leaves out what cannot be shared out among seats."""
    first = played[default_target()]
    every = sum(run.count for one in played.values() for run in one.runs)
    rules = Basis.of(first.runs[0]).rules
    return replace(
        Basis.of(first.runs[0]), games=every, policies=who,
        rules=f"{rules} but for target {', '.join(map(str, played))}",
    )  # fmt: skip


def _caveats(table: pl.DataFrame, seconds_per_turn: float) -> list[str]:
    return [
        f"{seconds_per_turn:g} seconds a turn are assumed.",
        f"Each target is played in {table['games'][0]:,} games of equal players, and in as many of the "
        "better one among weaker ones, all on the same shuffles; the players know the target.",
        "Better player wins: one of the better players among weaker ones, in every seat in turn. How much "
        "luck is in it hangs on how much better it is.",
        "First to half wins: how often the seat wins whose mat is the first to hold half of the target. It "
        "says how safe a lead is, not that it is the cause: who is ahead may as well have better cards.",
        "Decided by subtraction: games that another seat would have won had nothing been subtracted (KT-12); "
        "the same games counted otherwise, not played otherwise.",
        f"The intervals of the {table['difference_low'].count()} differences hold together with 95% "
        "(Bonferroni); each estimate's interval holds by itself.",
    ]


def _cards_and_stalled(played: Mapping[int, Played]) -> list[str]:
    runs = [run for one in played.values() for run in one.runs]
    return [*stalled_caveat(runs), *component_caveats(runs[0])]
