"""Knutten's rules as a validated model: every switch with its rule id, meaning, range and default."""

from typing import Literal

from pydantic import Field

from simulation.rules import RulesModel

MOST_TURNS = 10_000
"""Largest ``max_turns``; as many `?` can wait in a round."""


class Rules(RulesModel):
    """Every switch: the base game, the expansion, the variant, and the rulings."""

    hand_size: int = Field(
        3,
        ge=1,
        le=10,
        description="cards dealt to each player, and the hand limit",
        json_schema_extra={"rule": "KN-2"},
    )
    bite_at: int = Field(
        31,
        ge=1,
        le=1000,
        description="swarm that ends the round with a bite",
        json_schema_extra={"rule": "KN-5"},
    )
    copy_blame: Literal["next", "copier"] = Field(
        "next",
        description="who is bitten when the copies of a waiting ? alone reach bite_at: "
        "the player of the number, or of the ?",
        json_schema_extra={"rule": "KN-7"},
    )
    redraw_then_play: bool = Field(
        False,
        description="whether a player who redrew a hand without a legal play also plays in that turn",
        json_schema_extra={"rule": "KN-8"},
    )
    wind: bool = Field(
        True,
        description="whether three of the same card in hand end the round and bite everyone else",
        json_schema_extra={"rule": "KN-10"},
    )
    bites_to_lose: int = Field(
        3,
        ge=1,
        le=50,
        description="bites of one player that end the game",
        json_schema_extra={"rule": "KN-12"},
    )
    john: bool = Field(
        False,
        description="whether John Knut is in the pile",
        json_schema_extra={"rule": "KN-14"},
    )
    heavy_weather: bool = Field(
        False,
        description="whether the bitten player takes a bite for every knut from bite_at on",
        json_schema_extra={"rule": "KN-18"},
    )
    heavy_bites_to_lose: int = Field(
        11,
        ge=1,
        le=1000,
        description="bites of one player that end the game in heavy weather, instead of bites_to_lose",
        json_schema_extra={"rule": "KN-18"},
    )
    max_turns: int = Field(
        1000,
        ge=1,
        le=MOST_TURNS,
        description="turns after which a round ends as stalled",
        json_schema_extra={"rule": "KN-19"},
    )
    max_rounds: int = Field(
        200,
        ge=1,
        le=1000,
        description="rounds after which a game ends as stalled",
        json_schema_extra={"rule": "KN-19"},
    )

    @property
    def last_bite(self) -> int:
        """Bites of one player that end the game (KN-12, KN-18)."""
        return self.heavy_bites_to_lose if self.heavy_weather else self.bites_to_lose
