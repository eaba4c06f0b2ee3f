"""Questions about Knutten: each takes a run, or its folder, and returns a Finding."""

from analysis.knutten.cards import bite_against_win, card_values, side_values
from analysis.knutten.convergence import convergence
from analysis.knutten.first_bite import first_bite
from analysis.knutten.first_bite_sweep import compare_sweeps, first_bite_sweep, worst_seats
from analysis.knutten.hazard import bite_hazard
from analysis.knutten.length import game_length, round_length
from analysis.knutten.parity import seat_parity
from analysis.knutten.starter import starter_bites, starter_value
from analysis.knutten.wind import wind

__all__ = [
    "bite_against_win",
    "bite_hazard",
    "card_values",
    "compare_sweeps",
    "convergence",
    "first_bite",
    "first_bite_sweep",
    "game_length",
    "round_length",
    "seat_parity",
    "side_values",
    "starter_bites",
    "starter_value",
    "wind",
    "worst_seats",
]
