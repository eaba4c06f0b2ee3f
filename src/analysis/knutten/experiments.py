"""Experiments: the same deals with something forced on a seat, and what that seat then meets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import polars as pl

from analysis.finding import Basis
from analysis.ratios import Ratio, a_game, mean_ratio
from analysis.wins import wins_by_seat
from simulation import GamegaugeError, Run, simulate


@dataclass(frozen=True)
class Setting:
    """A table whose games are played again and again; what is forced is forced on each of ``seats``."""

    players: int
    policy: str
    deck: str
    games: int
    seed: int
    seats: Sequence[int] = (0,)
    rules: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse no seat, or the same one twice."""
        if not self.seats or len(set(self.seats)) < len(self.seats):
            raise GamegaugeError(f"seats {tuple(self.seats)} cannot be used; allowed: seats, each once")

    def play(self, log: str = "games", **force: Any) -> Run:
        """Play the games, with what is forced on the seat named."""
        return simulate(
            "knutten", self.players, self.games, self.seed, self.policy, self.rules, self.deck, log,
            progress=False, force=force,
        )  # fmt: skip

    def basis(self, run: Run, forced: str) -> Basis:
        """Return what the experiment rests on; its games are those of one way to play."""
        basis, seats = Basis.of(run), ", ".join(map(str, self.seats))
        rules = "" if run.force else f"{basis.rules}, "
        return replace(basis, rules=f"{rules}forced on seat {seats}: {forced}")


@dataclass(frozen=True)
class Outcome:
    """What the seats met in each game: rounds in which they were bitten, and wins; and the run of each."""

    bite: Ratio
    win: Ratio
    runs: dict[int, Run]


def outcome(setting: Setting, log: str = "games", **force: Any) -> Outcome:
    """Play an experiment on each seat and count what that seat met, as a mean over the seats."""
    runs = {seat: setting.play(log, seat=seat, **force) for seat in setting.seats}
    met = [(bites(run, seat), wins(run, seat)) for seat, run in runs.items()]
    return Outcome(mean_ratio([bite for bite, _ in met]), mean_ratio([win for _, win in met]), runs)


def wins(run: Run, seat: int) -> Ratio:
    """Return a seat's share of the win in each game (KN-12)."""
    return a_game(wins_by_seat(run)[:, seat], is_share=True)


def is_bitten(seat: int) -> pl.Expr:
    """Tell whether a round bites a seat: by the swarm, WIND or John."""
    return (pl.col("bitten") | pl.col("john_bitten")) & (1 << seat) != 0


def bites(run: Run, seat: int) -> Ratio:
    """Return in how many of its rounds each game bites a seat."""
    return count_by_game(run, is_bitten(seat), pl.lit(True))


def count_by_game(run: Run, hit: pl.Expr, tried: pl.Expr) -> Ratio:
    """Return how many rounds of each game are tried, and how many of those hit."""
    parts = [
        part.select("game_id", hit=hit & tried, tried=tried)
        .group_by("game_id")
        .agg(pl.col("hit", "tried").sum())
        .sort("game_id")
        .collect()
        for part in run.parts("rounds")
    ]
    table = pl.concat(parts).select(pl.col("hit", "tried").cast(pl.Float64))
    return Ratio(table["hit"].to_numpy(), table["tried"].to_numpy())


def deck_of(run: Run) -> list[dict[str, Any]]:
    """Return the cards of a run's deck."""
    return list(run.components["deck"]["cards"])
