"""Knitting's rules as a validated model: every switch with its rule id, meaning, range and default."""

from pydantic import Field

from simulation.rules import RulesModel

MOST_TURNS = 1000
"""Largest ``max_turns``."""


class Rules(RulesModel):
    """Every switch: the base game, the rulings, and knitting in real life."""

    target: int = Field(
        100,
        ge=1,
        le=1000,
        description="FO points on a mat that start the last round",
        json_schema_extra={"rule": "KT-11"},
    )
    trade_price: int = Field(
        5,
        ge=1,
        le=20,
        description="yarn cards that a community card costs",
        json_schema_extra={"rule": "KT-10"},
    )
    subtract: bool = Field(
        True,
        description="whether the points of patterns left in hand are subtracted",
        json_schema_extra={"rule": "KT-12"},
    )
    subtract_special: bool = Field(
        True,
        description="whether those of special patterns are subtracted too",
        json_schema_extra={"rule": "KT-12"},
    )
    max_turns: int = Field(
        200,
        ge=1,
        le=MOST_TURNS,
        description="turns of each player after which the game ends as stalled",
        json_schema_extra={"rule": "KT-14"},
    )
    real_life: bool = Field(
        False,
        description="whether what the players knit in real life counts too",
        json_schema_extra={"rule": "KT-15"},
    )
    real_life_patterns: int = Field(
        1,
        ge=0,
        le=120,
        description="patterns that each player is knitting for real",
        json_schema_extra={"rule": "KT-15"},
    )
    real_life_colours: int = Field(
        1,
        ge=0,
        le=8,
        description="colours of the skeins that each player is knitting with",
        json_schema_extra={"rule": "KT-15"},
    )
