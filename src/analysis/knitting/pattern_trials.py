"""Experiments with patterns: the same shuffles with one dealt to a seat, and with it out of the game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from analysis.contrasts import Difference, mean_difference
from analysis.knitting.experiments import Setting
from analysis.ratios import a_game
from analysis.statistics import Estimate
from analysis.wins import by_seat
from simulation import Run

MEASURES = {"win": "win_share", "score": "score"}
"""What a pattern is worth is measured in, and the column of ``seats`` that has it."""


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
