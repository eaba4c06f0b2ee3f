"""Gamegauge's lower floor: plays tabletop games fast and writes large logs of them."""

from simulation.errors import GamegaugeError
from simulation.runs import Run, open_run, simulate

__all__ = ["GamegaugeError", "Run", "open_run", "simulate"]
