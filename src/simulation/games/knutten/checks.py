"""What has to hold of a deck, players and switches together before Knutten can be played."""

from simulation.errors import GamegaugeError
from simulation.games.knutten.components import JOHN, Deck
from simulation.games.knutten.rules import Rules


def check_deck(deck: Deck, players: int, rules: Rules) -> None:
    """Check that a deck can be played.

    Raises
    ------
    GamegaugeError
        If it is too small for everyone's hand (KN-2), sets a swarm that bites (KN-13), or has a card
        that bears John's name beside him (KN-14).
    """
    if deck.largest_set >= rules.bite_at:
        raise GamegaugeError(
            f"the deck {deck.name} has a side set:{deck.largest_set}; allowed: below bite_at, "
            f"which is {rules.bite_at} (KN-13)"
        )
    if rules.john and JOHN in [card.card for card in deck.cards]:
        raise GamegaugeError(f"the deck {deck.name} has a card {JOHN!r}; allowed: any other name (KN-14)")
    needed = players * rules.hand_size
    if deck.size < needed:
        raise GamegaugeError(
            f"the deck {deck.name} has {deck.size} cards; allowed: at least {needed}, "
            f"for {players} players with {rules.hand_size} cards each (KN-2, John not counted)"
        )
