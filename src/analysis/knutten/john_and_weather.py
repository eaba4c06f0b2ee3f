"""What do John Knut and heavy knutting weather do to the game?"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from analysis.finding import Basis, Finding, component_caveats
from analysis.knutten.evenness import unevenness, unevenness_difference, verdict_of
from analysis.knutten.john_facts import john_by_game
from analysis.knutten.john_words import draw_minutes, headline
from analysis.knutten.length import SECONDS_PER_ROUND, SECONDS_PER_TURN, minutes_a_game
from analysis.ratios import Ratio, a_game, a_try
from analysis.seats import POINT
from analysis.wins import wins_by_seat
from simulation import Run, simulate

VARIANTS: dict[str, dict[str, bool]] = {
    "base game": {},
    "John": {"john": True},
    "heavy weather": {"heavy_weather": True},
    "both": {"john": True, "heavy_weather": True},
}
NO_DIFFERENCE = (None, None, None)
SCHEMA = {
    "variant": pl.String,
    "measure": pl.String,
    "estimate": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "difference": pl.Float64,
    "difference_low": pl.Float64,
    "difference_high": pl.Float64,
    "verdict": pl.String,
    "games": pl.UInt32,
}


@dataclass(frozen=True)
class Variant:
    """What is told of one variant: ratios by name, some of John alone, and seats' wins."""

    ratios: Mapping[str, Ratio]
    of_john: Mapping[str, Ratio]
    wins: np.ndarray


def john_and_weather(
    players: int = 4,
    policy: str = "careful",
    deck: str = "default",
    games: int = 10_000,
    seed: int = 2016,
    seconds_per_turn: float = SECONDS_PER_TURN,
    seconds_per_round: float = SECONDS_PER_ROUND,
    margin: float = POINT,
) -> Finding:
    """Find what the expansion and the variant do, alone and together, against the base game.

    Parameters
    ----------
    players, policy, deck
        How many play, who in every seat, with which deck.
    games, seed
        Games of each variant, and the seed of all: they are paired with the base game's by number.
    seconds_per_turn, seconds_per_round
        Assumed times, as in ``game_length``.
    margin
        Difference from 1/players up to which seats count as equal.

    Returns
    -------
    Finding
        Table: variant, measure, estimate, low, high, difference to the base game, difference_low,
        difference_high (corrected for the number of differences; empty where there is none), verdict (of
        unevenness), games (u32). What the measures are: the caveats.

    Raises
    ------
    GamegaugeError
        For players, policies, decks, seconds or games that cannot be played.
    """
    minutes = minutes_a_game(seconds_per_turn, seconds_per_round)
    runs = {
        name: simulate("knutten", players, games, seed, policy, rules, deck, progress=False)
        for name, rules in VARIANTS.items()
    }
    variants = {name: _variant(run, minutes) for name, run in runs.items()}
    table = _table(variants, margin)
    base = runs["base game"]
    return Finding(
        question="What do John Knut and heavy knutting weather do to the game?",
        headline=headline(table),
        table=table,
        basis=_basis(base),
        caveats=(*_caveats(table, seconds_per_turn, seconds_per_round, margin), *component_caveats(base)),
        draw=draw_minutes,
    )


def _variant(run: Run, minutes: pl.Expr) -> Variant:
    john = john_by_game(run) if run.rules["john"] else None
    return Variant(_ratios(run, minutes), {} if john is None else _of_john(run, john), wins_by_seat(run))


def _ratios(run: Run, minutes: pl.Expr) -> dict[str, Ratio]:
    games = run.games.sort("game_id").with_columns(minutes=minutes).collect()
    bites = pl.col("bites").cast(pl.Int64)
    ranked = bites.sort()
    seats = run.seats.group_by("game_id").agg(total=bites.sum(), lead=ranked.get(1) - ranked.get(0))
    seats_by_game = seats.sort("game_id").collect()
    rounds = run.rounds.group_by("game_id").agg(
        ends=bites.sum(), rounds=pl.len(), wind=pl.col("cause").sort_by("round").last() == "wind"
    )
    ended = rounds.sort("game_id").collect()
    return {
        "turns": a_game(games["turns"]),
        "minutes": a_game(games["minutes"]),
        "rounds": a_game(games["rounds"]),
        "bites": a_game(seats_by_game["total"]),
        "bites at a round's end": a_try(ended["ends"], ended["rounds"], is_share=False),
        "lead at the end": a_game(seats_by_game["lead"]),
        "several winners": a_game(games["winners"].bitwise_count_ones() > 1, is_share=True),
        "one round": a_game(games["rounds"] == 1, is_share=True),
        "ended by WIND": a_game(ended["wind"], is_share=True),
        "stalled": a_game(games["end_reason"] == "stalled", is_share=True),
    }


def _of_john(run: Run, john: pl.DataFrame) -> dict[str, Ratio]:
    bites = run.seats.group_by("game_id").agg(pl.col("bites").sum()).sort("game_id").collect()["bites"]
    spells = john["played"] + john["under"] + john["kept"]
    return {
        "John held": a_game(john["held"], is_share=True),
        "John played": a_game(john["played"], is_share=True),
        "John bites": a_game(john["bites"], is_share=True),
        "held: played": a_try(john["played"], spells),
        "held: kept to the round's end": a_try(john["kept"], spells),
        "held: under the swamp": a_try(john["under"], spells),
        "John sent away": a_try(john["shooed"], john["played"]),
        "turns John lies": a_try(john["lay"], john["played"], is_share=False),
        "John's part of all bites": a_try(john["bites"], bites),
        "John hits a leader": a_try(john["hit_fewest"], john["bites"]),
        "John hits the only leader": a_try(john["hit_alone"], john["bites"]),
        "win share of whom John bites": a_try(john["wins"], john["bites"]),
    }


def _table(variants: Mapping[str, Variant], margin: float) -> pl.DataFrame:
    base = variants["base game"]
    count = (len(base.ratios) + 1) * (len(variants) - 1)
    rows = []
    for name, one in variants.items():
        own = one is base
        for measure, ratio in one.ratios.items():
            difference = NO_DIFFERENCE if own else ratio.less(base.ratios[measure], 1 - 0.05 / count)
            rows.append((name, measure, *ratio.estimate(), *difference, None, len(one.wins)))
        uneven = NO_DIFFERENCE if own else unevenness_difference(base.wins, one.wins, 1 - 0.05 / count)
        verdict = verdict_of(one.wins, margin, len(variants))
        rows.append((name, "unevenness", *unevenness(one.wins), *uneven, verdict, len(one.wins)))
        for measure, ratio in one.of_john.items():
            rows.append((name, measure, *ratio.estimate(), *NO_DIFFERENCE, None, len(one.wins)))
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def _basis(run: Run) -> Basis:
    return replace(
        Basis.of(run),
        games=run.count * len(VARIANTS),
        tables=len(VARIANTS),
        policies=f"{run.policies[0]} in each of {run.players} seats",
        rules="base game, John, heavy weather, both",
    )


def _caveats(table: pl.DataFrame, turn: float, deal: float, margin: float) -> list[str]:
    return [
        "Turns, minutes, rounds and bites are those of a game; the lead is by how many bites the second best "
        "seat has more than the best at the end; `one round`: games that end in their first round.",
        "John is seen when a player who holds him acts, or WIND or a refill shows the hand: drawn after the "
        "player's last turn of a round he is not seen. `turns John lies` ends with the game, too.",
        "A leader is a player with the fewest bites when John is laid (KN-16).",
        f"Seats are judged against a margin of {100 * margin:g} point around even, corrected for the number "
        "of variants.",
        f"The intervals of the {table['difference_low'].count()} differences cover all of them together with "
        "95% (Bonferroni); those of unevenness err on the wide side.",
        f"{turn:g} seconds a turn and {deal:g} seconds to gather, shuffle and deal a round are assumed.",
        "Stalled games (KN-19) are counted; none is left out.",
    ]
