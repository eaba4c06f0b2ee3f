"""Experiments with patterns: the same shuffles with one dealt to a seat, and with it out of the game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from analysis.contrasts import Difference, mean_difference
from analysis.finding import Basis
from analysis.knitting.tables import components_of
from analysis.ratios import a_game
from analysis.statistics import Estimate
from analysis.wins import by_seat
from simulation import GamegaugeError, Run, simulate
from simulation.runs import Whole

MEASURES = {"win": "win_share", "score": "score"}
"""What a pattern is worth is measured in, and the column of ``seats`` that has it."""


@dataclass(frozen=True)
class Setting:
    """A table whose games are played again and again; patterns are dealt to each of ``seats``."""

    players: int
    policy: str
    patterns: str
    community: str
    games: Whole
    seed: Whole
    seats: Sequence[int] = (0,)
    rules: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        """Refuse no seat, the same one twice, or one that is not at the table."""
        at_table = all(seat in range(self.players) for seat in self.seats)
        if not self.seats or len(set(self.seats)) < len(self.seats) or not at_table:
            raise GamegaugeError(
                f"seats {tuple(self.seats)} cannot be used; "
                f"allowed: seats from 0 to {self.players - 1}, each once"
            )

    def play(self, **force: Any) -> Run:
        """Play the games with what is forced."""
        return simulate(
            "knitting", self.players, self.games, self.seed, self.policy, self.rules,
            components_of(self.patterns, self.community), log="games", force=force, progress=False,
        )  # fmt: skip

    def basis(self, free: Run) -> Basis:
        """Return what the experiments rest on; its games are those of one way to play."""
        basis, seats = Basis.of(free), ", ".join(map(str, self.seats))
        forced = f"forced on seat {seats}: each pattern dealt, against its being out of the game"
        return replace(basis, rules=f"{basis.rules}, {forced}")


@dataclass(frozen=True)
class Trial:
    """The games in which a pattern is dealt to a seat in the set-up, by seat, and those without it."""

    pattern: str
    dealt: Mapping[int, Run]
    out: Run

    def difference(self, measure: str) -> np.ndarray:
        """Return how much more the seat has in each game if it is dealt the pattern: a mean over the seats.

        float64, shape (games,).
        """
        column = MEASURES[measure]
        without = by_seat(self.out, column).astype(float)
        more = [by_seat(run, column)[:, seat] - without[:, seat] for seat, run in self.dealt.items()]
        mean: np.ndarray = np.mean(more, axis=0)
        return mean


def try_pattern(setting: Setting, pattern: str) -> Trial:
    """Play the games with a pattern dealt to each of the seats, and without it."""
    dealt = {seat: setting.play(seat=seat, pattern=pattern) for seat in setting.seats}
    return Trial(pattern, dealt, setting.play(without=pattern))


@dataclass(frozen=True)
class Worths:
    """What patterns are worth against the mean over all of them, and that mean, by one measure."""

    differences: Sequence[Difference]
    mean: Estimate


def worths(trials: Sequence[Trial], measure: str) -> Worths:
    """Return what each pattern is worth against the mean over all of them, in the order of the trials.

    The mean is taken away game by game: what a hand is worth without the pattern, and what a game's shuffles
    bring to all, cancel out. Intervals hold for all patterns together with 95% (Bonferroni). Games are read
    twice, so that no more than a few numbers a game lie in memory.
    """
    mean = sum((trial.difference(measure) for trial in trials), np.zeros(trials[0].out.count)) / len(trials)
    rows = len(trials)
    values = [mean_difference(trial.difference(measure) - mean, rows) for trial in trials]
    return Worths(values, a_game(mean).estimate())
