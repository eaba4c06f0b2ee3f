"""Is it fair what one happens to knit in real life?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl

from analysis.duels import Player, Setting, play_deals, stalled_caveat
from analysis.finding import Basis, Finding, component_caveats
from analysis.knitting.real_life import read_knitted, with_real_life
from analysis.knitting.real_life_words import draw_items, draws_headline, in_points
from analysis.knitting.sheets import by_seat
from analysis.knitting.tables import FEWEST_GAMES, components_of
from analysis.ratios import Ratio
from analysis.statistics import Estimate, Verdict, check_margin
from simulation import GamegaugeError, Run
from simulation.games.knitting.components import COLOURS
from simulation.numbers import read_whole
from simulation.plan import MAX_GAMES
from simulation.runs import Whole

MARGIN = 0.01
"""Points of the share of wins up to which what is knitted counts as no advantage."""
COLOUR, PATTERN = "colour", "pattern"
SCHEMA = {
    "kind": pl.String,
    "knitted": pl.String,
    "points": pl.UInt16,
    **dict.fromkeys(("bonus", "bonus_low", "bonus_high"), pl.Float64),
    **dict.fromkeys(("without", "difference", "difference_low", "difference_high"), pl.Float64),
    "seats": pl.UInt32,
    "games": pl.UInt32,
}


@dataclass(frozen=True)
class Draws:
    """What each seat knits in real life; a row of the arrays a seat that knits the thing.

    Attributes
    ----------
    names
        By kind: the colours, or the patterns, in the order of the catalogue.
    drawn
        By kind: whether each seat knits each of them. bool, shape (games, seats, things).
    bonus
        By kind: the points that each seat got by its colours, or its patterns. Shape (games, seats).
    """

    names: Mapping[str, Sequence[str]]
    drawn: Mapping[str, np.ndarray]
    bonus: Mapping[str, np.ndarray]


def real_life_draws(
    players: int = 4,
    policy: Player = "greedy",
    games: Whole = 20_000,
    seed: Whole = 2016,
    knitted_patterns: int = 1,
    knitted_colours: int = 1,
    margin: float = MARGIN,
    patterns: str = "default",
    community: str = "default",
    rules: Mapping[str, Any] | None = None,
) -> Finding:
    """Find what it is worth to knit each colour, and each pattern, in real life (KT-15).

    What a seat knits is drawn at random, so that seats that knit one thing differ by nothing else from the
    rest. Each is held against the same seats on the same shuffles without the variant.

    Parameters
    ----------
    players, policy, seed
        Seats, who plays in every one, and the seed of all games.
    games
        Games with the variant, and as many without.
    knitted_patterns, knitted_colours
        How many each player is knitting for real, drawn at random.
    margin
        Difference in the share of wins up to which a thing counts as no advantage.
    patterns, community, rules
        Catalogues, and switches that differ from their defaults, other than those of this variant.

    Returns
    -------
    Finding
        Table: kind ("colour" or "pattern"), knitted, points (u16, of the pattern), bonus (points that a seat
        got by its colours, or its patterns), bonus_low, bonus_high, without (share of wins of these seats
        without the variant), difference (that it makes), difference_low, difference_high, seats (u32, that
        knit it), games (u32). Intervals cluster by game and are corrected for the number of rows. Verdict:
        "fair" if every difference is shown to lie within the margin, "unfair" if one is shown to lie beyond.

    Raises
    ------
    GamegaugeError
        For what cannot be played, nothing that is knitted, or a margin that is no share.
    """
    check_margin(margin)
    counts = _read_any(knitted_patterns, knitted_colours)
    setting = Setting("knitting", players, seed, components_of(patterns, community), rules)
    run, plain = _play([policy] * setting.players, games, setting, counts)
    things = _things(read_draws(run), run, plain)
    table = _table(things, run)
    verdict = verdict_of(things, margin)
    return Finding(
        question="Is it fair what one happens to knit in real life?",
        headline=draws_headline(table, setting.players, verdict, margin),
        table=table,
        basis=replace(Basis.of(run), games=2 * run.count),
        caveats=_caveats(table, margin, [run, plain]),
        draw=draw_items,
        verdict=verdict,
    )


def _read_any(patterns: Whole, colours: Whole) -> tuple[int, int]:
    """Return how many patterns and colours are knitted; not none at all."""
    counts = read_knitted(patterns, colours, least=0)
    if not any(counts):
        raise GamegaugeError("no pattern and no colour is knitted in real life; allowed: 1 or more of either")
    return counts


def _play(
    policies: Sequence[Player], games: Whole, setting: Setting, counts: tuple[int, int]
) -> tuple[Run, Run]:
    """Play the same shuffles with the variant, events logged, and without it."""
    count = read_whole("games", games, FEWEST_GAMES, MAX_GAMES)
    run = play_deals(policies, count, with_real_life(setting, *counts), log="events")
    return run, play_deals(policies, count, with_real_life(setting, 0, 0))


def read_draws(run: Run) -> Draws:
    """Return what each seat of a run knits in real life, and what it got by it.

    Raises
    ------
    GamegaugeError
        If the run has no events.
    """
    catalogue = [one["pattern"] for one in run.components["patterns"]["patterns"]]
    drawn = {
        COLOUR: np.zeros((run.count, run.players, len(COLOURS)), bool),
        PATTERN: np.zeros((run.count, run.players, len(catalogue)), bool),
    }
    for part in run.parts("events"):
        rows = part.filter(pl.col("event") == "real_life").collect()
        named, coloured = rows.filter(pl.col("what").is_not_null()), rows.filter(pl.col("what").is_null())
        drawn[PATTERN][named["game_id"], named["seat"], _places(named["what"], catalogue)] = True
        colours = coloured.select(f"taken_{colour}" for colour in COLOURS).to_numpy()
        drawn[COLOUR][coloured["game_id"], coloured["seat"]] = colours > 0
    doubled = _doubled(run, drawn[PATTERN], catalogue)
    bonus = {PATTERN: doubled, COLOUR: by_seat(run, "bonus") - doubled}
    return Draws({COLOUR: COLOURS, PATTERN: catalogue}, drawn, bonus)


def _places(names: pl.Series, catalogue: Sequence[str]) -> pl.Series:
    """Return where patterns stand in the catalogue."""
    return names.cast(pl.String).replace_strict(catalogue, range(len(catalogue)), return_dtype=pl.Int64)


def _doubled(run: Run, drawn: np.ndarray, catalogue: Sequence[str]) -> np.ndarray:
    """Return the points that each seat's FOs of patterns it knits count once more. Shape (games, seats)."""
    points = np.zeros(drawn.shape[:2])
    for part in run.parts("patterns"):
        fos = part.filter(pl.col("finished_turn").is_not_null(), pl.col("special") == 0).collect()
        game, seat = fos["game_id"].to_numpy(), fos["seat"].to_numpy()
        own = drawn[game, seat, _places(fos["pattern"], catalogue)]
        np.add.at(points, (game, seat), fos["points"].to_numpy() * own)
    return points


@dataclass(frozen=True)
class Thing:
    """A colour or a pattern: what the seats won that knit it, with and without the variant, and its bonus."""

    kind: str
    name: str
    wins: Ratio
    plain_wins: Ratio
    bonus: Ratio

    @property
    def seats(self) -> int:
        """Seats that knit it, over all games."""
        return int(self.wins.tries.sum())

    def gain(self, confidence: float) -> Estimate:
        """Return what it adds to the share of wins."""
        return self.wins.less(self.plain_wins, confidence)


def _things(draws: Draws, run: Run, plain: Run) -> list[Thing]:
    """Return all colours and patterns that some seat knits."""
    wins, plain_wins = by_seat(run, "win_share"), by_seat(plain, "win_share")
    things = []
    for kind, names in draws.names.items():
        for place, name in enumerate(names):
            drawn = draws.drawn[kind][:, :, place]
            tries = drawn.sum(axis=1).astype(float)
            won, plain_won = (Ratio((one * drawn).sum(axis=1), tries) for one in (wins, plain_wins))
            bonus = Ratio((draws.bonus[kind] * drawn).sum(axis=1), tries, is_share=False, least=0)
            things.append(Thing(kind, name, won, plain_won, bonus))
    return [one for one in things if one.seats]


def _table(things: Sequence[Thing], run: Run) -> pl.DataFrame:
    level = 1 - 0.05 / len(things)
    points = {one["pattern"]: one["points"] for one in run.components["patterns"]["patterns"]}
    rows = [
        (
            one.kind,
            one.name,
            points.get(one.name) if one.kind == PATTERN else None,
            *one.bonus.estimate(level),
            one.plain_wins.value,
            *one.gain(level),
            one.seats,
            run.count,
        )
        for one in things
    ]
    table = pl.DataFrame(rows, SCHEMA, orient="row")
    return table.sort("kind", "difference", "knitted", descending=[False, True, False])


def verdict_of(things: Sequence[Thing], margin: float, alpha: float = 0.05) -> Verdict:
    """Judge the differences as ``Shares.verdict`` judges the seats' shares."""
    if all(max(-low, high) <= margin for _, low, high in (one.gain(1 - 2 * alpha) for one in things)):
        return "fair"
    beyond = (one.gain(1 - alpha / len(things)) for one in things)
    return "unfair" if any(low > margin or high < -margin for _, low, high in beyond) else "not shown"


def _caveats(table: pl.DataFrame, margin: float, runs: Sequence[Run]) -> tuple[str, ...]:
    return (
        "What a seat knits is drawn at random: the difference is what the thing does among players who do "
        "not choose it, and are not made to aim for the bonus.",
        "Each thing is held against the same seats on the same shuffles without the variant; all other seats "
        "knit something too.",
        f"The intervals cluster by game and hold for all {table.height} rows together with 95% (Bonferroni); "
        f"so does the verdict, against a margin of {in_points(margin)} of wins.",
        "With several colours or patterns a seat, the bonus of a seat is that of all of them.",
        *stalled_caveat(runs),
        *component_caveats(runs[0]),
    )
