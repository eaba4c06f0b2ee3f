"""Questions about Knutten: each takes a run, or its folder, and returns a Finding."""

from analysis.knutten.convergence import convergence
from analysis.knutten.first_bite import first_bite
from analysis.knutten.first_bite_doom import first_bite_doom
from analysis.knutten.first_bite_survival import first_bite_survival
from analysis.knutten.first_bite_sweep import compare_sweeps, first_bite_sweep, worst_seats
from analysis.knutten.hazard import bite_hazard
from analysis.knutten.john_and_weather import john_and_weather
from analysis.knutten.john_words import plot_john, plot_variants
from analysis.knutten.length import game_length, round_length
from analysis.knutten.parity import seat_parity
from analysis.knutten.rule_effects import rule_effects
from analysis.knutten.rule_figures import plot_rule_curve, plot_rule_effects
from analysis.knutten.wind import wind

__all__ = [
    "bite_hazard",
    "compare_sweeps",
    "convergence",
    "first_bite",
    "first_bite_doom",
    "first_bite_survival",
    "first_bite_sweep",
    "game_length",
    "john_and_weather",
    "plot_john",
    "plot_rule_curve",
    "plot_rule_effects",
    "plot_variants",
    "round_length",
    "rule_effects",
    "seat_parity",
    "wind",
    "worst_seats",
]
