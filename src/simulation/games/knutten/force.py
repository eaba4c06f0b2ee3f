"""What an experiment may force on one seat, so that the same deals are played with and without it."""

from collections.abc import Mapping
from typing import Any, Literal, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from simulation.errors import GamegaugeError
from simulation.games.knutten.components import Deck
from simulation.games.knutten.layout import MAX_SEATS, NONE


class Force(BaseModel):
    """What is forced on a seat in every round; else the deal is the same. Descriptions tell the ranges."""

    model_config = ConfigDict(frozen=True, extra="forbid", coerce_numbers_to_str=True)

    seat: int = Field(0, ge=0, lt=MAX_SEATS, strict=True, description="a seat at the table")
    card: str | None = Field(None, description="a card of the deck, which the seat is dealt")
    side: Literal["a", "b"] | None = Field(
        None, description="a or b, with a card: its side that the seat plays in its first turn, if legal"
    )
    without: str | None = Field(None, description="a card of the deck, which the seat is not dealt")
    starter: int | None = Field(
        None,
        ge=0,
        lt=MAX_SEATS,
        strict=True,
        description="places clockwise, below the number of players, from the seat to whom it lets start",
    )

    @classmethod
    def read(cls, values: Mapping[str, Any], deck: Deck, players: int) -> Self:
        """Return what is forced.

        Raises
        ------
        GamegaugeError
            For an unknown key, or a value that deck and players do not have.
        """
        for name in values:
            if name not in cls.model_fields:
                raise GamegaugeError(f"cannot force {name!r}; allowed: {', '.join(cls.model_fields)}")
        try:
            force = cls(**values)
        except ValidationError as error:
            raise _refused(str(error.errors()[0]["loc"][0]), values) from None
        names = [card.card for card in deck.cards]
        for name in ("card", "without"):
            if getattr(force, name) not in (None, *names):
                raise _refused(name, values)
        for name in ("seat", "starter"):
            if (getattr(force, name) or 0) >= players:
                raise _refused(name, values)
        if force.side and not force.card:
            raise _refused("side", values)
        if force.card and force.card == force.without:
            raise _refused("without", values)
        return force

    def lay_down(self, secret: np.ndarray, deck: Deck) -> None:
        """Write it into the record that the compiled loop reads."""
        names = [card.card for card in deck.cards]
        anything = self.card or self.without or self.starter is not None
        secret["force_seat"] = self.seat if anything else NONE
        secret["force_card"] = names.index(self.card) if self.card else NONE
        secret["force_without"] = names.index(self.without) if self.without else NONE
        secret["force_side"] = "ab".index(self.side) if self.side else NONE
        secret["force_starter"] = NONE if self.starter is None else self.starter


def _refused(name: str, values: Mapping[str, Any]) -> GamegaugeError:
    description = Force.model_fields[name].description
    return GamegaugeError(f"force {name}={values.get(name)} cannot be played; allowed: {description}")
