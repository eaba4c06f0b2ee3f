"""Verdicts about Knit Wit that can be tried on other people: each a number held against a threshold."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl

from analysis.knit_wit.buttons import ENOUGH, stops
from analysis.knit_wit.recount import decided_by_votes, seats_by_game
from analysis.knit_wit.tables import FILLER, GAME, placing
from analysis.ratios import Ratio, a_game
from simulation.memory import play_in_memory

PLAYERS = 6
MORE_ORIGINAL = 0.3
"""By how much half of a table is more original than the other half."""
STOPS = [stops(one, ENOUGH) for one in ("sprint", "fill_sheet", "weigh")] * 2
LINE_UPS: Mapping[str, Sequence[str] | str] = {
    "fillers": FILLER,
    "halves": FILLER,
    "stops": STOPS,
    "stackers": placing("stacker"),
    "spreaders": placing("spreader"),
}
"""Who sits at each table; at ``halves`` every other seat is more original."""
Frames = Mapping[str, pl.DataFrame]


@dataclass
class People:
    """A table's people, and the games they play, each line-up once.

    Parameters
    ----------
    values
        Parameters that differ from the usual people's, each one number for everybody.
    originality
        That of everybody, as in ``values`` or as usual.
    games, seed
        Games of each line-up: the same deals for all people.
    """

    values: Mapping[str, float]
    originality: float
    games: int
    seed: int
    _played: dict[str, Frames] = field(default_factory=dict, repr=False)

    def play(self, line_up: str) -> Frames:
        """Return the games of a line-up."""
        if line_up not in self._played:
            values: dict[str, Any] = dict(self.values)
            if line_up == "halves":
                more = min(self.originality + MORE_ORIGINAL, 1.0)
                values["originality"] = [more, self.originality] * (PLAYERS // 2)
            self._played[line_up] = play_in_memory(
                GAME, PLAYERS, self.games, self.seed, LINE_UPS[line_up], None, {"people": values}
            )
        return self._played[line_up]


@dataclass(frozen=True)
class Verdict:
    """A statement that holds where a measure is above a threshold.

    Parameters
    ----------
    name
        What it is called in tables.
    says
        The statement.
    threshold
        Above this it holds, below it does not.
    measure
        From people to the measure, by game.
    """

    name: str
    says: str
    threshold: float
    measure: Callable[[People], Ratio]


def _wins(people: People, line_up: str, seats: slice) -> Ratio:
    """Return the share of wins of some seats of a line-up together."""
    wins = seats_by_game(people.play(line_up)["seats"], "win_share", PLAYERS)
    return a_game(wins[:, seats].sum(axis=1), is_share=True)


def _points(people: People, line_up: str) -> np.ndarray:
    """Return the points that the answers of a sheet bring, by game."""
    seats = people.play(line_up)["seats"]
    points = seats_by_game(seats, "score", PLAYERS) - seats_by_game(seats, "bonus", PLAYERS)
    means: np.ndarray = points.mean(axis=1)
    return means


def _weighing(people: People) -> Ratio:
    """Return by how much more those who weigh win than those who fill their sheets."""
    weigh, fill = (_wins(people, "stops", slice(seat, None, 3)).hits for seat in (2, 1))
    return a_game(weigh - fill)


def _stacking(people: People) -> Ratio:
    return a_game(_points(people, "stackers") - _points(people, "spreaders"))


def _collisions(people: People) -> Ratio:
    answers = people.play("fillers")["answers"]
    counts = answers.group_by("game_id").agg(tries=pl.len(), hits=pl.col("duplicate").cast(pl.UInt32).sum())
    hits, tries = np.zeros(people.games), np.zeros(people.games)
    places = counts["game_id"].to_numpy()
    hits[places], tries[places] = counts["hits"].to_numpy(), counts["tries"].to_numpy()
    return Ratio(hits, tries)


def _votes(people: People) -> Ratio:
    frames = people.play("fillers")
    scores = seats_by_game(frames["seats"], "score", PLAYERS)
    return a_game(decided_by_votes(frames["answers"].lazy(), scores), is_share=True)


def _seconds(people: People) -> Ratio:
    return a_game(people.play("fillers")["games"]["seconds"], least=0.0)


VERDICTS = {
    one.name: one
    for one in (
        Verdict(
            "sprint",
            f"sprinting with {ENOUGH} answers wins more than an even share",
            1 / 3,
            lambda one: _wins(one, "stops", slice(0, None, 3)),
        ),
        Verdict("weigh", "weighing wins more than filling the sheet", 0.0, _weighing),
        Verdict(
            "original",
            "being more original wins more",
            1 / 2,
            lambda one: _wins(one, "halves", slice(0, None, 2)),
        ),
        Verdict("stack", "stacking brings more points than spreading", 0.0, _stacking),
        Verdict("collide", "more than a fifth of the answers collide", 1 / 5, _collisions),
        Verdict("votes", "votes decide more than 5% of games", 0.05, _votes),
        Verdict(
            "starter",
            "the starter wins more than an even share",
            1 / PLAYERS,
            lambda one: _wins(one, "fillers", slice(0, 1)),
        ),
        Verdict("long", "answering takes more than five minutes", 300.0, _seconds),
    )
}
"""By name; at a table of six."""
