"""Questions about Knit Wit: each takes a run or plays what it needs, and returns a Finding."""

from analysis.knit_wit.buttons import buttons
from analysis.knit_wit.challenges import challenges
from analysis.knit_wit.collisions import collisions, collisions_by_players
from analysis.knit_wit.design_picture import design_picture
from analysis.knit_wit.designs import designs
from analysis.knit_wit.one_at_a_time import one_at_a_time
from analysis.knit_wit.originality import originality
from analysis.knit_wit.scaling import scaling
from analysis.knit_wit.screening import screening
from analysis.knit_wit.seats import seats
from analysis.knit_wit.shares import shares
from analysis.knit_wit.tables import as_changes
from analysis.knit_wit.when_to_stop import when_to_stop
from analysis.knit_wit.words import word_pairs, words

__all__ = [
    "as_changes",
    "buttons",
    "challenges",
    "collisions",
    "collisions_by_players",
    "design_picture",
    "designs",
    "one_at_a_time",
    "originality",
    "scaling",
    "screening",
    "seats",
    "shares",
    "when_to_stop",
    "word_pairs",
    "words",
]
