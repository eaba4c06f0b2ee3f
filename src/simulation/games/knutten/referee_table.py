"""What outlasts a round, and how one ends."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from simulation.games.knutten.referee_facts import Facts
from simulation.referee import Row

CAUSES = ("swarm", "wind", "stalled")
BY_SWARM, BY_WIND, STALLED = range(3)
CAUSE_RULES = ("KN-5", "KN-10", "KN-19")


@dataclass
class Table:
    """What outlasts a round, and how far the log has been read."""

    facts: Facts
    events: Sequence[Row]
    bites: list[int]
    place: int = 0
    turn: int = 0
    john_at: int | None = None
    john_gone: bool = False


class Outcome(NamedTuple):
    """How a round ended; the names are those of the log."""

    cause: int
    swarm: int
    bitten: int
    bites: int
    plays: int
    john_bitten: int
