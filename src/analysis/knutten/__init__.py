"""Questions about Knutten: each takes a run, or its folder, and returns a Finding."""

from analysis.knutten.convergence import convergence, toy_deck
from analysis.knutten.first_bite import first_bite
from analysis.knutten.first_bite_sweep import compare_sweeps, first_bite_sweep, worst_seats
from analysis.knutten.forced_moves import forced_moves
from analysis.knutten.hazard import bite_hazard
from analysis.knutten.ladder import ladder, ladders
from analysis.knutten.length import game_length, round_length
from analysis.knutten.luck import compare_luck, luck
from analysis.knutten.noise import noise_erosion
from analysis.knutten.parity import seat_parity
from analysis.knutten.wind import wind

__all__ = [
    "bite_hazard",
    "compare_luck",
    "compare_sweeps",
    "convergence",
    "first_bite",
    "first_bite_sweep",
    "forced_moves",
    "game_length",
    "ladder",
    "ladders",
    "luck",
    "noise_erosion",
    "round_length",
    "seat_parity",
    "toy_deck",
    "wind",
    "worst_seats",
]
