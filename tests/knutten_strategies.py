"""Random decks and settings of Knutten, for property tests."""

from dataclasses import dataclass
from typing import Any

import numba
from hypothesis import strategies as st

from simulation.components import shipped_names
from simulation.games.knutten.components import JOHN, read_deck
from simulation.games.knutten.layout import player_signature
from simulation.paths import data_folder
from simulation.randomness import below
from simulation.registry import get_game

DECKS = data_folder() / "knutten/decks"


@numba.njit(player_signature)
def anything(view, luck):
    """Make any choice, each as likely: John is kept and shooed too."""
    return below(luck, view.choice_count)


PLAYERS = {name: get_game("knutten").policies[name] for name in ("random", "lowest", "highest", "careful")}
PLAYERS["anything"] = anything
SIDES = st.one_of(st.integers(-12, 15).map(str), st.just("?"))
EFFECTS = ("?", "skip", "reverse", "again")


@dataclass(frozen=True)
class Setting:
    """A table to be played at."""

    players: int
    policies: tuple[str, ...]
    deck: dict[str, int]
    rules: dict[str, Any]

    @property
    def cards(self) -> list[str]:
        """All cards by name, John too."""
        cards = [card for card, copies in self.deck.items() for _ in range(copies)]
        return [*cards, JOHN] if self.rules["john"] else cards


def shipped_deck(name: str) -> dict[str, int]:
    """Return the cards of a shipped deck, which are named by their sides, and their copies."""
    return {card.card: card.copies for card in read_deck(DECKS / f"{name}.csv").cards}


@st.composite
def decks(draw, at_least: int, bite_at: int) -> dict[str, int]:
    """Draw a shipped deck, or cards with numbers and effects."""
    if draw(st.booleans()):
        return shipped_deck(draw(st.sampled_from(shipped_names(DECKS))))
    sets = st.integers(0, bite_at - 1).map("set:{}".format)
    sides = st.one_of(SIDES, st.sampled_from(EFFECTS), sets)
    pairs = draw(st.lists(st.tuples(sides, sides), min_size=1, max_size=8, unique=True))
    deck = {"/".join(pair): draw(st.integers(1, 6)) for pair in pairs}
    deck["/".join(pairs[0])] += max(at_least - sum(deck.values()), 0)
    return deck


@st.composite
def settings_of_a_table(draw, max_turns=60) -> Setting:
    """Draw players, a deck that can be dealt, and every switch."""
    players, hand_size = draw(st.integers(2, 8)), draw(st.integers(1, 5))
    bite_at = draw(st.integers(1, 45))
    rules = {
        "hand_size": hand_size,
        "bite_at": bite_at,
        "copy_blame": draw(st.sampled_from(["next", "copier"])),
        "redraw_then_play": draw(st.booleans()),
        "wind": draw(st.booleans()),
        "bites_to_lose": draw(st.integers(1, 4)),
        "john": draw(st.booleans()),
        "heavy_weather": draw(st.booleans()),
        "heavy_bites_to_lose": draw(st.integers(1, 15)),
        "max_turns": draw(st.integers(1, max_turns)),
        "max_rounds": draw(st.integers(1, 8)),
    }
    policies = draw(st.lists(st.sampled_from(list(PLAYERS)), min_size=players, max_size=players))
    return Setting(players, tuple(policies), draw(decks(players * hand_size, bite_at)), rules)
