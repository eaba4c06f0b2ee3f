"""Knutten's deck: a CSV file, checked row by row (KN-1)."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from simulation.components import Component, read_rows
from simulation.errors import GamegaugeError

COLUMNS = ("card", "copies", "side_a", "side_b", "group", "provenance")
MAX_CARDS = 250
"""Cards in a deck at most; the compiled table reserves room for as many."""
MAX_SIDE = 100
"""Largest number on a side, either way."""
JOHN = "John Knut"
"""Name of the card that the switch ``john`` adds (KN-14)."""
COPY, SKIP, REVERSE, AGAIN, SET = "?", "skip", "reverse", "again", "set:"
SYMBOLS = (COPY, SKIP, REVERSE, AGAIN)
MAX_SET = 1000
"""Largest N of ``set:N``, which has to stay below bite_at."""
ALLOWED_SIDE = (
    f"a whole number from -{MAX_SIDE} to {MAX_SIDE}, {', '.join(SYMBOLS)}, or {SET}N with N from 0 to "
    f"{MAX_SET} (KN-13)"
)
RULEBOOK_COUNTS = {"number": 32, "special": 10}


class Card(BaseModel):
    """One row of a deck: a kind of card and how many copies of it there are."""

    model_config = ConfigDict(frozen=True)

    card: str = Field(min_length=1, description="a name")
    copies: int = Field(ge=0, le=MAX_CARDS, description=f"a whole number from 0 to {MAX_CARDS}")
    side_a: str = Field(description=ALLOWED_SIDE)
    side_b: str = Field(description=ALLOWED_SIDE)
    group: Literal["number", "special"] = Field(description="number, special or john")
    provenance: str = Field(min_length=1, description="rulebook, assumed, or where else it is from")

    @field_validator("side_a", "side_b")
    @classmethod
    def _check_side(cls, side: str) -> str:
        if side in SYMBOLS:
            return side
        setting = side.startswith(SET)
        number = int(side.removeprefix(SET))
        if not (0 <= number <= MAX_SET if setting else abs(number) <= MAX_SIDE):
            raise ValueError(ALLOWED_SIDE)
        return f"{SET}{number}" if setting else str(number)


@dataclass(frozen=True)
class Deck(Component):
    """A deck without its ``john`` rows, which a switch replaces (KN-14)."""

    cards: tuple[Card, ...]

    @property
    def size(self) -> int:
        """Cards in the deck."""
        return sum(card.copies for card in self.cards)

    @property
    def largest_set(self) -> int:
        """The largest N of a ``set:N`` in the deck, -1 if there is none (KN-13)."""
        sides = [side for card in self.cards for side in (card.side_a, card.side_b)]
        return max((int(side.removeprefix(SET)) for side in sides if side.startswith(SET)), default=-1)

    @property
    def families(self) -> tuple[int, ...]:
        """For each kind the first kind with the same two sides, whichever way round (KN-10)."""
        sides = [frozenset((card.side_a, card.side_b)) for card in self.cards]
        return tuple(sides.index(pair) for pair in sides)

    @property
    def caveats(self) -> tuple[str, ...]:
        """What a finding that rests on this deck has to say about it."""
        assumed = sum(card.copies for card in self.cards if card.provenance.lower().startswith("assumed"))
        notes = []
        if assumed:
            notes.append(
                f"{assumed} of the {self.size} cards of the deck {self.name} are assumed: "
                "the full card list of Knutten was never published in our sources (KN-1)."
            )
        counts = {
            group: sum(card.copies for card in self.cards if card.group == group) for group in RULEBOOK_COUNTS
        }
        if counts != RULEBOOK_COUNTS:
            notes.append(
                f"The deck {self.name} has {counts['number']} number and {counts['special']} special "
                "cards; the rulebook counts 32 and 10 (KN-1)."
            )
        return tuple(notes)


def read_deck(path: Path) -> Deck:
    """Read a deck.

    Raises
    ------
    GamegaugeError
        Naming file, row and column of the first fault.
    """
    cards = read_rows(path, COLUMNS, Card, lambda row: row["group"] == "john")
    deck = Deck(path.stem, tuple(card for card in cards if card.copies))
    if not 1 <= deck.size <= MAX_CARDS:
        raise GamegaugeError(f"{path} has {deck.size} cards; allowed: 1 to {MAX_CARDS} (John not counted)")
    return deck
