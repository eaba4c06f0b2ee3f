"""What has to hold of words, people and players together before a game."""

from simulation.errors import GamegaugeError
from simulation.games.knit_wit.components import People, Words

LOOPS_EACH = {2: 3, 3: 2, 4: 2}
"""Loops, and spools, of a player where that is more than one (KW-2)."""
HOLES = {2: (2,), 3: (2, 1), 4: (3, 2, 1)}
"""Holes of the buttons, from the top, where they are not all four (KW-2)."""


def loops_of(players: int) -> int:
    """Return how many loops, and spools, are placed with so many players (KW-2)."""
    return players * LOOPS_EACH.get(players, 1)


def holes_of(players: int) -> tuple[int, ...]:
    """Return the holes of the buttons with so many players, from the top (KW-2)."""
    return HOLES.get(players, (4, 3, 2, 1))


def check_components(words: Words, people: People, players: int) -> None:
    """Check that there are words for all loops, and a person for every seat.

    Raises
    ------
    GamegaugeError
        If there are not.
    """
    loops, count = loops_of(players), len(words.words)
    if count < loops:
        raise GamegaugeError(
            f"the word list {words.name} has {count} words; allowed: at least {loops}, "
            f"one for each loop with {players} players (KW-2, KW-3)"
        )
    for one in people.parameters:
        if 1 < len(one.values) < players:
            raise GamegaugeError(
                f"the people {people.name} have {len(one.values)} values of {one.name}; allowed: one for "
                f"all, or at least one for each of {players} players"
            )
