"""How far one player of Knutten is ahead of another: the same deals with seats rotated."""

import math
from pathlib import Path
from tempfile import mkdtemp

import numpy as np

from knutten_rig import knutten

SEED = 7


def lead(folder: Path, strong: str, weak: str, players: int, games: int) -> tuple[float, float]:
    """Return by how much of a win ``strong`` is ahead of ``weak``, and the standard error of that.

    They sit in turn. Each deal is played twice, so that both sit everywhere, and counts once.
    """
    leads = np.zeros(games)
    for first, second in ((strong, weak), (weak, strong)):
        run = knutten(
            Path(mkdtemp(dir=folder)) / "run",
            seed=SEED,
            games=games,
            policies=[first, second] * (players // 2),
            log="games",
        )
        seats = run.seats.collect().sort("game_id", "seat")
        shares = seats["win_share"].to_numpy().reshape(games, players)
        ahead = shares[:, 0::2].sum(axis=1) - shares[:, 1::2].sum(axis=1)
        leads += (ahead if first == strong else -ahead) / 2
    return float(leads.mean()), float(leads.std(ddof=1)) / math.sqrt(games)
