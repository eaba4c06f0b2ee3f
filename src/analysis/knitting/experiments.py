"""Experiments: the same shuffles with something forced on a seat, and how that seat then fares."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from analysis.contrasts import Difference, mean_difference, paired_difference
from analysis.duels import Player, name_of
from analysis.finding import Basis
from analysis.knitting.tables import FEWEST_GAMES, components_of
from analysis.ratios import Ratio, a_game, mean_ratio
from analysis.wins import by_seat
from simulation import GamegaugeError, Run, simulate
from simulation.numbers import read_whole
from simulation.plan import MAX_GAMES
from simulation.registry import get_game
from simulation.runs import Whole

FOR_A_SEAT = ("card", "yarn", "pattern")
"""What is forced on a seat; all else is forced on the table."""


@dataclass(frozen=True)
class Setting:
    """A table whose games are played again and again; what is forced is forced on each of ``seats``.

    Raises
    ------
    GamegaugeError
        For players, games or seats that there cannot be. One game alone shows no difference.
    """

    players: int
    policy: Player
    patterns: str
    community: str
    games: Whole
    seed: Whole
    seats: Sequence[int] = (0,)
    rules: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        """Read what can be typed in several ways."""
        players = read_whole("players", self.players, *get_game("knitting").seats)
        games = read_whole("games", self.games, FEWEST_GAMES, MAX_GAMES)
        seats = _read_seats(self.seats, players)
        get_game("knitting").rules.read(self.rules or {})
        if not (isinstance(self.policy, str) or callable(self.policy)):
            raise GamegaugeError(f"policy {self.policy} cannot be used; allowed: one policy for all seats")
        for name, value in (("players", players), ("games", games), ("seats", seats)):
            object.__setattr__(self, name, value)

    @property
    def player(self) -> str:
        """Name of who plays."""
        return name_of(self.policy)

    def play(self, policies: Sequence[Player] | None = None, **force: Any) -> Run:
        """Play the games with what is forced; ``policies`` are those of the seats where they differ."""
        return simulate(
            "knitting", self.players, self.games, self.seed, policies or self.policy, self.rules,
            components_of(self.patterns, self.community), log="games", force=force, progress=False,
        )  # fmt: skip

    def basis(self, run: Run, forced: str) -> Basis:
        """Return what the experiment rests on; its games are those of one way to play."""
        basis = Basis.of(run)
        rules = "" if run.force else f"{basis.rules}, "
        return replace(basis, rules=f"{rules}forced on {self.who}: {forced}")

    @property
    def who(self) -> str:
        """The seats in words."""
        seats = [str(seat) for seat in self.seats]
        if len(seats) == 1:
            return f"seat {seats[0]}"
        return f"each of the seats {', '.join(seats)}, in games of its own"


def _read_seats(seats: Any, players: int) -> tuple[int, ...]:
    """Refuse no seat, the same one twice, or one that is not at the table."""
    given = seats if isinstance(seats, list | tuple | range) else ()
    read = tuple(read_whole("seats", seat, 0, players - 1) for seat in given)
    if not read or len(set(read)) < len(read):
        raise GamegaugeError(
            f"seats {seats} cannot be used; allowed: a list of seats from 0 to {players - 1}, each once"
        )
    return read


@dataclass(frozen=True)
class Outcome:
    """How the seats fared in each game, as a mean over the seats: their share of the win, and their score."""

    win: Ratio
    score: Ratio

    def less(self, other: "Outcome") -> "Outcome":
        """Return by how much another way to play the same games is behind, game by game."""
        return Outcome(_less(self.win, other.win), _less(self.score, other.score))


def outcome(setting: Setting, **force: Any) -> Outcome:
    """Play an experiment on each seat and return how that seat fared."""
    if any(name in force for name in FOR_A_SEAT):
        return outcome_of({seat: setting.play(seat=seat, **force) for seat in setting.seats})
    run = setting.play(**force)
    return outcome_of(dict.fromkeys(setting.seats, run))


def outcome_of(runs: Mapping[int, Run]) -> Outcome:
    """Return how each seat fared in a run of its own, as a mean over the seats."""
    wins = [a_game(by_seat(run, "win_share")[:, seat], is_share=True) for seat, run in runs.items()]
    scores = [a_game(by_seat(run, "score")[:, seat]) for seat, run in runs.items()]
    return Outcome(mean_ratio(wins), mean_ratio(scores))


def weighted(outcomes: Sequence[Outcome], weights: Sequence[float]) -> Outcome:
    """Return a mean of differences of outcomes, game by game.

    Parameters
    ----------
    outcomes
        Of the same games, in the same order.
    weights
        One an outcome, none of them below 0, together more than 0.
    """
    means = {
        name: np.average([getattr(one, name).hits for one in outcomes], axis=0, weights=weights)
        for name in ("win", "score")
    }
    return Outcome(a_game(means["win"]), a_game(means["score"]))


def _less(one: Ratio, other: Ratio) -> Ratio:
    return Ratio(one.hits - other.hits, one.tries, is_share=False)


def difference(one: Ratio, other: Ratio, rows: int = 1) -> Difference:
    """Return by how much a share or a mean of the same games differs, with a two-sided p-value.

    Parameters
    ----------
    one, other
        The same games in the same order, one try each.
    rows
        Number of differences whose intervals hold together with 95% (Bonferroni).
    """
    return (
        paired_difference(one, other, rows) if one.is_share else mean_difference(one.hits - other.hits, rows)
    )
