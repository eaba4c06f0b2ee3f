"""What an experiment may force, so that the same shuffles are played with and without it."""

from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from simulation.errors import GamegaugeError
from simulation.games.knitting.components import Community, Patterns
from simulation.games.knitting.layout import DRAWN, MAX_SEATS, NONE

MOST_YARN = 20
"""Yarn cards that a seat may be dealt beyond the usual."""


class Force(BaseModel):
    """What is forced in the set-up; all else lies as it was shuffled. Descriptions tell the ranges.

    ``{last}`` in them stands for the last seat at the table.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", coerce_numbers_to_str=True)

    seat: int = Field(0, ge=0, lt=MAX_SEATS, strict=True, description="a seat from 0 to {last}")
    pattern: str | None = Field(None, description="a pattern of the catalogue, which the seat is dealt")
    without: str | None = Field(
        None, description="a pattern of the catalogue, which is taken out of the game; not the one dealt"
    )
    card: str | None = Field(None, description="a community card, with which the seat begins")
    without_card: str | None = Field(
        None, description="a community card, of which a copy is taken out of the game; not the one held"
    )
    yarn: int = Field(
        0,
        ge=0,
        le=MOST_YARN,
        strict=True,
        description=f"yarn cards that the seat is dealt beyond the usual, from 0 to {MOST_YARN}",
    )

    @classmethod
    def read(cls, values: Mapping[str, Any], patterns: Patterns, community: Community, players: int) -> Self:
        """Return what is forced.

        Raises
        ------
        GamegaugeError
            For an unknown key, or a value that catalogues and players do not have.
        """
        for name in values:
            if name not in cls.model_fields:
                raise GamegaugeError(f"cannot force {name!r}; allowed: {', '.join(cls.model_fields)}")
        try:
            force = cls(**values)
        except ValidationError as error:
            raise _refused(str(error.errors()[0]["loc"][0]), values, players) from None
        if force.seat >= players:
            raise _refused("seat", values, players)
        force._check("pattern", "without", pattern_names(patterns), values, players)
        force._check("card", "without_card", card_names(community), values, players)
        if force.without and len(patterns.patterns) <= DRAWN * players:
            raise GamegaugeError(
                f"force without={force.without} cannot be played: the catalogue {patterns.name} has "
                f"{len(patterns.patterns)} patterns; allowed: more than {DRAWN * players}, for the deal"
            )
        return force

    def _check(
        self, held: str, out: str, names: Sequence[str], values: Mapping[str, Any], players: int
    ) -> None:
        for name in (held, out):
            if getattr(self, name) not in (None, *names):
                raise _refused(name, values, players)
        if getattr(self, held) is not None and getattr(self, held) == getattr(self, out):
            raise _refused(out, values, players)

    def lay_down(self, secret: np.ndarray, patterns: Patterns, community: Community) -> None:
        """Write it into the record that the compiled loop reads."""
        names, cards = pattern_names(patterns), card_names(community)
        secret["force_seat"] = self.seat
        secret["force_pattern"] = names.index(self.pattern) if self.pattern else NONE
        secret["force_without"] = names.index(self.without) if self.without else NONE
        secret["force_card"] = cards.index(self.card) if self.card else NONE
        secret["force_card_out"] = cards.index(self.without_card) if self.without_card else NONE
        secret["force_yarn"] = self.yarn


def pattern_names(patterns: Patterns) -> list[str]:
    """Return the names of a catalogue's patterns."""
    return [one.pattern for one in patterns.patterns]


def card_names(community: Community) -> list[str]:
    """Return the names of a community deck's cards."""
    return [one.card for one in community.cards]


def _refused(name: str, values: Mapping[str, Any], players: int) -> GamegaugeError:
    allowed = str(Force.model_fields[name].description).format(last=players - 1)
    return GamegaugeError(f"force {name}={values.get(name)} cannot be played; allowed: {allowed}")
