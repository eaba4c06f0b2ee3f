"""Questions about Knutten: each takes a run, or its folder, and returns a Finding."""

from analysis.knutten.cards import bite_against_win, card_values, side_values
from analysis.knutten.convergence import convergence, toy_deck
from analysis.knutten.first_bite import first_bite
from analysis.knutten.first_bite_doom import first_bite_doom
from analysis.knutten.first_bite_survival import first_bite_survival
from analysis.knutten.first_bite_sweep import compare_sweeps, first_bite_sweep, worst_seats
from analysis.knutten.forced_moves import forced_moves
from analysis.knutten.hazard import bite_hazard
from analysis.knutten.john_and_weather import john_and_weather
from analysis.knutten.john_words import plot_john, plot_variants
from analysis.knutten.ladder import ladder, ladders
from analysis.knutten.length import game_length, round_length
from analysis.knutten.luck import compare_luck, luck
from analysis.knutten.noise import noise_erosion
from analysis.knutten.parity import seat_parity
from analysis.knutten.rule_effects import rule_effects
from analysis.knutten.rule_figures import plot_rule_curve, plot_rule_effects
from analysis.knutten.starter import starter_bites, starter_value
from analysis.knutten.wind import wind

__all__ = [
    "bite_against_win",
    "bite_hazard",
    "card_values",
    "compare_luck",
    "compare_sweeps",
    "convergence",
    "first_bite",
    "first_bite_doom",
    "first_bite_survival",
    "first_bite_sweep",
    "forced_moves",
    "game_length",
    "john_and_weather",
    "ladder",
    "ladders",
    "luck",
    "noise_erosion",
    "plot_john",
    "plot_rule_curve",
    "plot_rule_effects",
    "plot_variants",
    "round_length",
    "rule_effects",
    "seat_parity",
    "side_values",
    "starter_bites",
    "starter_value",
    "toy_deck",
    "wind",
    "worst_seats",
]
