"""Knitting's random player, whose format is fixed because scripts outside replay it."""

from simulation.compiling import compiled
from simulation.games.knitting.layout import (
    AFTER_KNIT,
    DISCARD,
    FREE,
    FROG,
    KEEP,
    KNIT,
    NONE,
    PAY,
    PLAYS,
    TAKE_YARN,
    TRADES,
    player_signature,
)
from simulation.games.knitting.yarn import count_all, pick_at_random
from simulation.randomness import below

TRADE_ONCE_IN = 10
"""A random player trades in one of so many turns in which it could."""


@compiled()
def give_any(view, luck):
    """Give any card of the stash, each as likely."""
    yarn = pick_at_random(view.stash, count_all(view.stash), luck)
    for choice in range(view.choice_count):
        if view.choice_yarn[choice] == yarn:
            return choice
    return 0


@compiled()
def plays_of(view, place):
    """Return the first play of the card at a place, and how many targets it has; none without a legal one."""
    first, plays = 0, 0
    effect = view.card_effect[view.cards[place]]
    for choice in range(view.choice_count):
        if view.choice_what[choice] == PLAYS and view.choice_place[choice] == place:
            aimed = view.choice_target[choice] != NONE or effect not in (KNIT, TAKE_YARN)
            if aimed and effect != FROG:
                first = choice if plays == 0 else first
                plays += 1
    return first, plays


@compiled()
def trade_or_play(view, luck):
    """Trade once in ten turns; then play each card with a legal target or not, as likely, in hand order."""
    if view.window != AFTER_KNIT:
        return 0
    if view.asked == 0 and view.choice_what[1] == TRADES and below(luck, TRADE_ONCE_IN) == 0:
        return 1
    for place in range(view.next_card, view.card_count):
        first, plays = plays_of(view, place)
        if plays and below(luck, 2) == 0:
            return first + below(luck, plays)
    return 0


@compiled(player_signature)
def random(view, luck):
    """Shop, pick and cast on in any possible way; trade once in ten turns; pay Wilds for what is short."""
    if view.decision == FREE:
        return trade_or_play(view, luck)
    if view.decision == DISCARD:
        return give_any(view, luck)
    if view.decision == PAY:
        return 0
    if view.decision == KEEP:
        return below(luck, view.choice_count - 1) + 1 if below(luck, 2) else 0
    return below(luck, view.choice_count)
