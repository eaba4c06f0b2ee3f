"""What has to hold of patterns, community cards, players and switches together before a game."""

from simulation.errors import GamegaugeError
from simulation.games.knitting.components import Community, Patterns
from simulation.games.knitting.rules import Rules

DEALT_PATTERNS = 3
"""Patterns that each player is dealt (KT-4)."""


def check_components(patterns: Patterns, community: Community, players: int, rules: Rules) -> None:
    """Check that a catalogue and a community deck can be played together.

    Raises
    ------
    GamegaugeError
        If there are too few patterns for the set-up (KT-4) or for what is knitted in real life (KT-15),
        or if a community card bears a pattern's name.
    """
    count = len(patterns.patterns)
    needed = players * DEALT_PATTERNS
    if count < needed:
        raise GamegaugeError(
            f"the catalogue {patterns.name} has {count} patterns; allowed: at least {needed}, "
            f"for {players} players with {DEALT_PATTERNS} each (KT-4)"
        )
    names = {pattern.pattern for pattern in patterns.patterns}
    if shared := [card.card for card in community.cards if card.card in names]:
        raise GamegaugeError(
            f"the community deck {community.name} has a card {shared[0]!r}; allowed: a name that no pattern "
            f"of the catalogue {patterns.name} has, for a log tells them apart by name (KT-3)"
        )
    if rules.real_life and rules.real_life_patterns > count:
        raise GamegaugeError(
            f"rule real_life_patterns={rules.real_life_patterns} cannot be played with the catalogue "
            f"{patterns.name}; allowed: at most {count}, all its patterns (KT-15)"
        )
