"""How far one player of Knutten is ahead of another: the same deals with seats rotated."""

import math
from collections.abc import Sequence
from pathlib import Path
from tempfile import mkdtemp

import numpy as np

from knutten_rig import knutten

SEED = 7


def lead(folder: Path, policies: Sequence[str], games: int) -> tuple[float, float]:
    """Return how much more a seat of the first policy wins than one of the other, and the standard error.

    Each deal is played once for each rotation of the seats, and counts once.
    """
    rotations = sorted({(*policies[place:], *policies[:place]) for place in range(len(policies))})
    leads = np.zeros(games)
    for seated in rotations:
        run = knutten(
            Path(mkdtemp(dir=folder)) / "run", seed=SEED, games=games, policies=list(seated), log="games"
        )
        seats = run.seats.collect().sort("game_id", "seat")
        shares = seats["win_share"].to_numpy().reshape(games, len(seated))
        strong = np.array([policy == policies[0] for policy in seated])
        leads += shares[:, strong].mean(axis=1) - shares[:, ~strong].mean(axis=1)
    leads /= len(rotations)
    return float(leads.mean()), float(leads.std(ddof=1)) / math.sqrt(games)
