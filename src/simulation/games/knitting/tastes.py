"""Simple players: each sets its heart on one pattern in hand at a time (see wishes.py)."""

from simulation.compiling import compiled
from simulation.games.knitting.layout import (
    AFTER_CAST_ON,
    AFTER_KNIT,
    CAST_ON,
    CHOOSE,
    DISCARD,
    FREE,
    KEEP,
    MATCHING,
    player_signature,
)
from simulation.games.knitting.wishes import (
    BY_WEEK,
    LONG,
    SHORT,
    best_play,
    can_trade,
    give_least_wanted,
    keep_two,
    like_now,
    match_in_best,
    pick_or_shop,
    spare_cards,
)


@compiled()
def by_taste(view, taste):
    """Answer as a taste has it; trade for nothing, play every card that is of use."""
    if view.decision == FREE:
        return best_play(view) if view.window == AFTER_KNIT else 0
    if view.decision == CHOOSE:
        return pick_or_shop(view, taste)
    if view.decision == KEEP:
        return keep_two(view, taste)
    if view.decision == CAST_ON:
        return like_now(view, taste)
    if view.decision == MATCHING:
        return match_in_best(view)
    if view.decision == DISCARD:
        return give_least_wanted(view, taste)
    return 0


@compiled(player_signature)
def greedy(view, luck):
    """Cast on what gives most points a week, and shop for the best of those in hand; never trade."""
    return by_taste(view, BY_WEEK)


@compiled(player_signature)
def sprinter(view, luck):
    """Cast on the shortest pattern, and shop for the one that is finished first; never trade."""
    return by_taste(view, SHORT)


@compiled(player_signature)
def marathoner(view, luck):
    """Cast on the longest pattern, and shop for the longest in hand; never trade."""
    return by_taste(view, LONG)


@compiled(player_signature)
def hoarder(view, luck):
    """Trade whenever the yarn that its favourite does not ask for pays a community card; else as greedy."""
    if view.decision == FREE and view.window == AFTER_CAST_ON and can_trade(view):
        return int(spare_cards(view, BY_WEEK) >= view.trade_price)
    return by_taste(view, BY_WEEK)
