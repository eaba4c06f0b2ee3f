"""The score sheet alone: what can be judged in a log without events."""

from collections.abc import Sequence

from simulation.games.knutten.referee_facts import Facts
from simulation.games.knutten.referee_table import (
    BY_SWARM,
    BY_WIND,
    CAUSE_RULES,
    CAUSES,
    STALLED,
    Outcome,
    Table,
)
from simulation.referee import FoulError, Row


def told_outcome(table: Table, row: Row) -> Outcome:
    """Return how a round ended as its row tells it.

    Raises
    ------
    FoulError
        If no round can end like that.
    """
    facts, (_, number, _, cause, swarm, bitten, _, plays, john_bitten) = table.facts, row
    everybody = (1 << facts.players) - 1
    _check_john(table, number, john_bitten)
    if cause == BY_WIND and not facts.wind:
        raise FoulError("KN-10", f"round {number} ends by WIND, though the switch wind is off")
    if (cause == BY_SWARM) != (swarm >= facts.bite_at) or swarm < 0:
        raise FoulError("KN-5", f"round {number} ends by {CAUSES[cause]} with a swarm of {swarm}")
    if not (cause == BY_SWARM) <= plays <= facts.max_turns:
        raise FoulError("KN-19", f"round {number} has {plays} plays, allowed: up to {facts.max_turns}")
    among, one = bitten & everybody, bitten
    if cause == BY_WIND:
        one = everybody - bitten
    if cause == STALLED:
        return Outcome(cause, swarm, 0, 0, plays, john_bitten)
    if among != bitten or one.bit_count() != 1:
        raise FoulError(CAUSE_RULES[cause], f"round {number}: {CAUSES[cause]} bites no {bitten} (bit mask)")
    bites = facts.players - 1 if cause == BY_WIND else swarm - facts.bite_at + 1 if facts.heavy else 1
    return Outcome(cause, swarm, bitten, bites, plays, john_bitten)


def _check_john(table: Table, number: int, bitten: int) -> None:
    """Check John's bite in a log without events: one a game, of a seat with the fewest bites."""
    if not bitten:
        return
    fewest = min(table.bites)
    allowed = [1 << seat for seat, bites in enumerate(table.bites) if bites == fewest]
    if not table.facts.john_joins or table.john_gone:
        raise FoulError("KN-14", f"round {number}: John bites, though he is not in the pile")
    if bitten not in allowed or fewest + 1 >= table.facts.last_bite:
        raise FoulError("KN-16", f"round {number}: John may not bite whom the bit mask {bitten} names")
    table.bites[bitten.bit_length() - 1] += 1
    table.john_gone = True


def check_turns(facts: Facts, rounds: Sequence[Row], turns: int) -> None:
    """Check a game's turns: at least its plays, ``max_turns`` in a stalled round, at most so many in any.

    Raises
    ------
    FoulError
        If there cannot be so many.
    """
    fewest = sum(facts.max_turns if row[3] == STALLED else row[7] for row in rounds)
    most = len(rounds) * facts.max_turns
    if not fewest <= turns <= most:
        raise FoulError("KN-19", f"turns of the game: {turns}, expected {fewest} to {most}")
