"""What does each rule do to length, fairness and choices?"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl

from analysis.finding import Basis, Finding, component_caveats
from analysis.knutten.choices import choices_by_game
from analysis.knutten.evenness import unevenness, unevenness_difference, verdict_of
from analysis.knutten.length import SECONDS_PER_ROUND, SECONDS_PER_TURN, minutes_a_game
from analysis.knutten.rule_figures import draw_measure
from analysis.knutten.rule_words import headline
from analysis.ratios import Ratio, a_game, a_try
from analysis.seats import POINT
from analysis.statistics import Estimate
from analysis.wins import wins_by_seat
from simulation import GamegaugeError, Run, simulate
from simulation.registry import get_game

VALUES: dict[str, tuple[Any, ...]] = {
    "bite_at": (15, 20, 25, 31, 36, 41, 50, 60),
    "bites_to_lose": (1, 2, 3, 4, 5),
    "hand_size": (2, 3, 4, 5),
    "wind": (True, False),
    "copy_blame": ("next", "copier"),
    "redraw_then_play": (False, True),
}
"""The switches that are varied, one at a time, and their values."""
LENGTHS = ("turns", "minutes", "rounds")
SHARES = {"real choices": "real", "forced moves": "forced", "doomed turns": "doomed"}
MEASURES = (*LENGTHS, "unevenness", *SHARES)
SCHEMA = {
    "rule": pl.String,
    "value": pl.String,
    "rulebook": pl.Boolean,
    "measure": pl.String,
    "estimate": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "difference": pl.Float64,
    "difference_low": pl.Float64,
    "difference_high": pl.Float64,
    "changed": pl.UInt32,
    "verdict": pl.String,
    "stalled": pl.UInt32,
    "games": pl.UInt32,
}


@dataclass(frozen=True)
class Games:
    """What is compared, game by game, in the order of games.

    Attributes
    ----------
    columns
        game_id, the lengths, and counts of turns by their choices.
    wins
        Each seat's part of the win. Shape (games, seats).
    stalled
        How many games stalled.
    """

    columns: pl.DataFrame
    wins: np.ndarray
    stalled: int


def rule_effects(
    players: int = 4,
    policy: str = "careful",
    deck: str = "default",
    games: int = 4000,
    seed: int = 2016,
    values: Mapping[str, Sequence[Any]] | None = None,
    seconds_per_turn: float = SECONDS_PER_TURN,
    seconds_per_round: float = SECONDS_PER_ROUND,
    margin: float = POINT,
) -> Finding:
    """Find what each rule does: every switch varied alone, the others as in the rulebook.

    Parameters
    ----------
    players, policy, deck
        How many play, who in every seat, with which deck.
    games, seed
        Games of each value, and the seed of all: they are paired with the rulebook's by number.
    values
        Switches and the values to try; ``VALUES`` by default.
    seconds_per_turn, seconds_per_round
        Assumed times, as in ``game_length``.
    margin
        Difference from 1/players up to which seats count as equal.

    Returns
    -------
    Finding
        Table: rule, value, rulebook (whether it is the rulebook's), measure (turns, minutes and rounds a
        game; unevenness, the largest distance of a seat's win share from even; shares of turns: real
        choices, forced moves, doomed turns), estimate, low, high, difference to the rulebook,
        difference_low, difference_high (corrected for the number of differences; empty for the rulebook),
        changed (u32, games that it changes; empty for the rulebook, and where it is no game's),
        verdict (of unevenness), stalled, games (u32).

    Raises
    ------
    GamegaugeError
        For switches, values, seconds or games that cannot be played.
    """
    minutes = minutes_a_game(seconds_per_turn, seconds_per_round)
    tried = _read_values(VALUES if values is None else values)

    def play(rules: Mapping[str, Any]) -> tuple[Run, Games]:
        run = simulate("knutten", players, games, seed, policy, rules, deck, progress=False)
        return run, games_of(run, minutes)

    first, base = play({})
    table = _table(tried, base, lambda rules: play(rules)[1], margin)
    return Finding(
        question="What does each rule do?",
        headline=headline(table),
        table=table,
        basis=_basis(first, 1 + _variants(tried)),
        caveats=(*_caveats(table, seconds_per_turn, seconds_per_round, margin), *component_caveats(first)),
        draw=lambda ax, table: draw_measure(ax, table, "minutes"),
    )


def _variants(tried: Sequence[tuple[str, Any]]) -> int:
    return sum(value != _default(rule) for rule, value in tried)


def _table(
    tried: Sequence[tuple[str, Any]], base: Games, play: Callable[[Mapping[str, Any]], Games], margin: float
) -> pl.DataFrame:
    """Play every value that is not the rulebook's, and hold it against the rulebook's games."""
    others = _variants(tried)
    level = 1 - 0.05 / max(others * len(MEASURES), 1)
    rows = []
    for rule, value in tried:
        varied = None if value == _default(rule) else play({rule: value})
        rows += [(rule, plain(value), *row) for row in _rows(base, varied, level, (margin, others + 1))]
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def _default(rule: str) -> Any:
    return get_game("knutten").rules.model_fields[rule].default


def _read_values(values: Mapping[str, Sequence[Any]]) -> list[tuple[str, Any]]:
    """Return each switch with each of its values, as the rules read them."""
    model = get_game("knutten").rules
    found = [
        (rule, getattr(model.read({rule: value}), rule))
        for rule, several in values.items()
        for value in several
    ]
    if not found:
        raise GamegaugeError("values {} cannot be used; allowed: at least one switch with a value")
    if len(set(found)) < len(found):
        raise GamegaugeError("a switch has a value twice; allowed: every value once")
    return found


def plain(value: Any) -> str:
    """Return a value as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def games_of(run: Run, minutes: pl.Expr) -> Games:
    """Read what is compared from a run with events."""
    lengths = run.games.sort("game_id").with_columns(minutes=minutes).collect()
    counts = choices_by_game(run).rename({"turns": "counted"})
    return Games(
        lengths.select("game_id", *LENGTHS).join(counts, on="game_id", maintain_order="left"),
        wins_by_seat(run),
        int((lengths["end_reason"] == "stalled").sum()),
    )


def _rows(base: Games, varied: Games | None, level: float, judged: tuple[float, int]) -> list[tuple]:
    """Return a value's rows; ``varied`` is None for the rulebook's own, ``judged`` margin and verdicts."""
    one = varied or base
    rows = []
    for measure in MEASURES:
        difference = _difference(measure, base, varied, level) if varied else (0.0, None, None)
        verdict = verdict_of(one.wins, *judged) if measure == "unevenness" else None
        changed = _changed(measure, base, varied) if varied else None
        told = (*_estimate(measure, one), *difference, changed, verdict, one.stalled, len(one.wins))
        rows.append((varied is None, measure, *told))
    return rows


def _estimate(measure: str, games: Games) -> Estimate:
    return unevenness(games.wins) if measure == "unevenness" else _ratio(measure, games).estimate()


def _difference(measure: str, base: Games, varied: Games, level: float) -> Estimate:
    if measure == "unevenness":
        return unevenness_difference(base.wins, varied.wins, level)
    return _ratio(measure, varied).less(_ratio(measure, base), level)


def _changed(measure: str, base: Games, varied: Games) -> int | None:
    """Return in how many games a measure differs; None where it is not a game's."""
    if measure == "unevenness":
        return None
    one, other = _ratio(measure, base), _ratio(measure, varied)
    return int(((one.hits != other.hits) | (one.tries != other.tries)).sum())


def _ratio(measure: str, games: Games) -> Ratio:
    """Return a measure as hits and tries: a share of turns, or a quantity a game."""
    if measure in SHARES:
        return a_try(games.columns[SHARES[measure]], games.columns["counted"])
    return a_game(games.columns[measure])


def _basis(run: Run, tables: int) -> Basis:
    return replace(
        Basis.of(run),
        games=run.count * tables,
        tables=tables,
        policies=f"{run.policies[0]} in each of {run.players} seats",
        rules="as in the rulebook but for one switch",
    )


def _caveats(table: pl.DataFrame, turn: float, deal: float, margin: float) -> list[str]:
    count = table["difference_low"].count()
    stalled = table.filter(measure="turns").select("rule", "value", "stalled").filter(pl.col("stalled") > 0)
    told = ", ".join(f"{rule}={value} {count:,}" for rule, value, count in stalled.iter_rows())
    return [
        "A real choice is a turn with at least two plays that do not bite and make another swarm, or leave "
        "other `?` waiting; any other turn is forced; it is doomed if every play bites.",
        f"Seats are judged against a margin of {100 * margin:g} point around even; the verdicts are "
        "corrected for the number of values.",
        f"The intervals of the differences cover all {count} of them together with 95% (Bonferroni); those "
        "of unevenness err on the wide side.",
        f"{turn:g} seconds a turn and {deal:g} seconds to gather, shuffle and deal a round are assumed.",
        f"Stalled games (KN-19) are counted: {told or 'there is none'}.",
    ]
