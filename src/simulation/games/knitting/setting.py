"""Setting a table: the records of a game, with rules and catalogues filled in."""

import numpy as np

from simulation.games.knitting.components import EFFECTS, KINDS, Community, Pattern, Patterns
from simulation.games.knitting.interest import EVERY_TIME
from simulation.games.knitting.layout import BUDGET, NONE, SPECIAL_PATTERN, WEIGHTS, secret_dtype, view_dtype
from simulation.games.knitting.log import WAYS
from simulation.games.knitting.rules import Rules

STREAMS = ("yarn_stream", "pattern_stream", "community_stream", "other_stream")
FORCED = ("force_seat", "force_pattern", "force_without", "force_card", "force_card_out")


def set_table(
    players: int, rules: Rules, patterns: Patterns, community: Community, log_events: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Return view and secret, one record each, with rules and catalogues filled in."""
    view, secret = np.zeros(1, view_dtype), np.zeros(1, secret_dtype)
    view["players"] = players
    for name, value in rules.model_dump().items():
        view[name] = value
    view["budget"] = BUDGET
    for name, weight in WEIGHTS.items():
        view[name] = weight
    kinds = [*patterns.patterns, *special_patterns(community)]
    view["patterns"], view["kinds"] = len(patterns.patterns), len(kinds)
    for kind, pattern in enumerate(kinds):
        _lay_out_pattern(view[0], kind, pattern)
    _lay_out_community(view[0], secret[0], community)
    for name in ("hand", "cards", "drawn", "paying", "pay_yarn", "wip", "closer", "thinker"):
        view[name] = NONE
    for name in ("choice_what", "choice_place", "choice_target", "choice_yarn", "choice_other"):
        view[name] = NONE
    view["choice_amount"] = NONE
    for name in (*FORCED, "fault_seat", "rows", "wip_row"):
        secret[name] = NONE
    secret["log_events"] = log_events
    secret["interest"] = EVERY_TIME
    return view, secret


def special_patterns(community: Community) -> list[Pattern]:
    """Return the special patterns of a community deck, which are patterns after those of the catalogue."""
    return [card.as_pattern for card in community.cards if card.kind == KINDS[SPECIAL_PATTERN]]


def other_cards(community: Community) -> list[str]:
    """Return the names of the community cards that are no patterns."""
    return [card.card for card in community.cards if card.kind != KINDS[SPECIAL_PATTERN]]


def _lay_out_pattern(view: np.void, kind: int, pattern: Pattern) -> None:
    view["points"][kind] = pattern.points
    view["weeks"][kind] = pattern.weeks
    view["needs"][kind] = pattern.needs
    view["matching"][kind] = pattern.matching
    view["yarn"][kind] = pattern.yarn


def _lay_out_community(view: np.void, secret: np.void, community: Community) -> None:
    view["community"] = len(community.cards)
    special, other = int(view["patterns"]), int(view["kinds"])
    for number, card in enumerate(community.cards):
        view["copies"][number] = card.copies
        view["card_kind"][number] = KINDS.index(card.kind)
        view["card_effect"][number] = EFFECTS.index(card.effect) if card.effect in EFFECTS else NONE
        view["card_amount"][number] = card.amount
        view["card_points"][number] = card.points
        view["card_pattern"][number] = NONE
        if card.kind == KINDS[SPECIAL_PATTERN]:
            view["card_pattern"][number] = special
            secret["card_name"][number] = WAYS + special
            special += 1
        else:
            secret["card_name"][number] = WAYS + other
            other += 1
