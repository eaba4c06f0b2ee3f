"""Random decks and settings of Knutten, for property tests."""

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

POLICIES = ("random", "lowest", "highest", "careful")
SIDES = st.one_of(st.integers(-12, 15).map(str), st.just("?"))


@dataclass(frozen=True)
class Setting:
    """A table to be played at."""

    players: int
    policy: str
    deck: dict[str, int]
    rules: dict[str, Any]

    @property
    def cards(self) -> list[str]:
        """All cards by name."""
        return [card for card, copies in self.deck.items() for _ in range(copies)]


@st.composite
def settings_of_a_table(draw, max_turns=60) -> Setting:
    """Draw players, a deck that can be dealt, and the switches."""
    players, hand_size = draw(st.integers(2, 8)), draw(st.integers(1, 5))
    pairs = draw(st.lists(st.tuples(SIDES, SIDES), min_size=1, max_size=8, unique=True))
    deck = {"/".join(pair): draw(st.integers(1, 6)) for pair in pairs}
    short = players * hand_size - sum(deck.values())
    deck["/".join(pairs[0])] += max(short, 0)
    rules = {
        "hand_size": hand_size,
        "bite_at": draw(st.integers(1, 45)),
        "copy_blame": draw(st.sampled_from(["next", "copier"])),
        "redraw_then_play": draw(st.booleans()),
        "wind": draw(st.booleans()),
        "bites_to_lose": draw(st.integers(1, 3)),
        "max_turns": draw(st.integers(1, max_turns)),
        "max_rounds": draw(st.integers(1, 8)),
    }
    return Setting(players, draw(st.sampled_from(POLICIES)), deck, rules)
