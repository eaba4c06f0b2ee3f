"""What an experiment may force on one seat, so that the same deals are played with and without it."""

from collections.abc import Mapping
from typing import Any, Literal, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from simulation.errors import GamegaugeError
from simulation.games.knutten.components import Deck
from simulation.games.knutten.layout import MAX_SEATS, NONE


class Force(BaseModel):
    """What is forced on a seat in every round; else the deal is the same. Descriptions tell the ranges.

    ``{last}`` in them stands for the last seat at the table.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", coerce_numbers_to_str=True)

    seat: int = Field(0, ge=0, lt=MAX_SEATS, strict=True, description="a seat from 0 to {last}")
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
        description="places clockwise from the seat to whom it lets start, from 0 to {last}",
    )

    @classmethod
    def read(cls, values: Mapping[str, Any], deck: Deck, players: int, hand_size: int) -> Self:
        """Return what is forced.

        Raises
        ------
        GamegaugeError
            For an unknown key, a value that deck and players do not have, or a card kept from a hand
            that could not be dealt without it.
        """
        for name in values:
            if name not in cls.model_fields:
                raise GamegaugeError(f"cannot force {name!r}; allowed: {', '.join(cls.model_fields)}")
        try:
            force = cls(**values)
        except ValidationError as error:
            raise _refused(str(error.errors()[0]["loc"][0]), values, players) from None
        names = [card.card for card in deck.cards]
        for name in ("card", "without"):
            if getattr(force, name) not in (None, *names):
                raise _refused(name, values, players)
        for name in ("seat", "starter"):
            if (getattr(force, name) or 0) >= players:
                raise _refused(name, values, players)
        if force.side and not force.card:
            raise _refused("side", values, players)
        if force.card and force.card == force.without:
            raise _refused("without", values, players)
        others = sum(card.copies for card in deck.cards if card.card != force.without)
        if force.without and others < hand_size:
            raise GamegaugeError(
                f"force without={force.without} cannot be played: the deck {deck.name} has {others} other "
                f"cards; allowed: at least {hand_size}, for one hand"
            )
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


def _refused(name: str, values: Mapping[str, Any], players: int) -> GamegaugeError:
    allowed = str(Force.model_fields[name].description).format(last=players - 1)
    return GamegaugeError(f"force {name}={values.get(name)} cannot be played; allowed: {allowed}")
