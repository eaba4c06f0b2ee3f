"""Knit Wit's rules as a validated model: every switch with its rule id, meaning, range and default."""

from pydantic import Field

from simulation.rules import RulesModel


class Rules(RulesModel):
    """Every switch: the printed game and other readings of it."""

    hole_points: int = Field(
        1,
        ge=0,
        le=10,
        description="points that a button gives for each hole",
        json_schema_extra={"rule": "KW-12"},
    )
    one_more: bool = Field(
        True,
        description="whether with 2 players the other may write one more answer",
        json_schema_extra={"rule": "KW-9"},
    )
    duplicates_cancel: bool = Field(
        True,
        description="whether the same answer for the same spool scores for nobody",
        json_schema_extra={"rule": "KW-13"},
    )
    challenges: bool = Field(
        True,
        description="whether answers may be challenged",
        json_schema_extra={"rule": "KW-14"},
    )
    challenge_first: bool = Field(
        False,
        description="whether challenges come before the same answers cancel",
        json_schema_extra={"rule": "KW-16"},
    )
