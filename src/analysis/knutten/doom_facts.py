"""Who was bitten first, and who was bitten last, game by game."""

from dataclasses import dataclass

import numpy as np
import polars as pl

from analysis.knutten.first_bite import first_bitten
from analysis.wins import wins_by_seat
from simulation import Run


@dataclass(frozen=True)
class Doom:
    """The games of a run that have a bite, in their order.

    Attributes
    ----------
    first
        Whether a seat was among those bitten first. Shape (games, seats), bool.
    out
        Whether a seat reached the bites that end the game. Shape (games, seats), bool.
    wins
        The seat's part of the win. Shape (games, seats).
    rounds
        Rounds from that of the first bite to that in which the game ended. Shape (games,).
    """

    first: np.ndarray
    out: np.ndarray
    wins: np.ndarray
    rounds: np.ndarray


def doom_of(run: Run) -> Doom:
    """Read from a run who was bitten first and who was bitten last.

    John's bite counts where it falls: in its round, before the bite that ends it (KN-16).
    """
    masks = pl.concat([first_bitten(part).collect() for part in run.parts("rounds")]).sort("game_id")
    bitten = (pl.col("bitten") != 0) | (pl.col("john_bitten") != 0)
    first_round = run.rounds.filter(bitten).group_by("game_id").agg(first=pl.col("round").min())
    ends = run.games.select("game_id", pl.col("rounds").cast(pl.Int64) - 1)
    rounds = ends.join(first_round, on="game_id").sort("game_id").collect()
    games = masks["game_id"].to_numpy()
    seats = np.arange(run.players)
    return Doom(
        first=(masks["mask"].to_numpy()[:, None] >> seats & 1).astype(bool),
        out=_out(run)[games],
        wins=wins_by_seat(run)[games],
        rounds=(rounds["rounds"] - rounds["first"].cast(pl.Int64)).to_numpy(),
    )


def _out(run: Run) -> np.ndarray:
    """Return which seats reached the bites that end a game (KN-12, KN-18). Shape (games, seats)."""
    heavy = run.rules["heavy_weather"]
    last = run.rules["heavy_bites_to_lose" if heavy else "bites_to_lose"]
    by_seat = [
        run.seats.filter(pl.col("seat") == seat).sort("game_id").select("bites").collect().to_series()
        for seat in range(run.players)
    ]
    return np.column_stack([bites.to_numpy() >= last for bites in by_seat])
