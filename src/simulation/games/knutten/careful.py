"""The careful player: looks one turn ahead.

For every legal side it weighs three things, all from what it may see: whether it bites me now,
how likely the next player is left without a safe side, and how likely *I* am without one
when the swarm comes back. The last keeps a way out in hand (a low number, a `?`, a minus) when
the swarm is near ``bite_at``.
"""

import numpy as np

from simulation.compiling import compiled
from simulation.games.knutten.doom import all_of, waiting_made
from simulation.games.knutten.john import fewest_bites, would_be_last
from simulation.games.knutten.layout import GIVE, NONE, NUMBER, START, player_signature
from simulation.games.knutten.players import first_on_the_left
from simulation.games.knutten.slips import pick
from simulation.games.knutten.table import swarm_made, whom_it_bites

BITTEN_LATER = -1.0
"""Worth of a bite of one's own to come; a bite of one opponent is worth 1/opponents."""
BITTEN_NOW = -2.0
"""Worth of a bite of one's own at once: less than any risk."""


WAY_OUT = 0.1
"""What it is worth to keep a card that is safe on any swarm."""


@compiled()
def count_unseen(view):
    """Return, by kind, how many cards are neither in my hand nor in the swarm. Shape (kinds,)."""
    left = np.empty(view.kinds, np.int64)
    for kind in range(view.kinds):
        left[kind] = view.copies[kind] - view.in_swarm[kind]
    for slot in range(view.hand_size):
        if view.hand[slot] != NONE:
            left[view.hand[slot]] -= 1
    return left


@compiled()
def side_is_safe(view, kind, side, swarm, waiting):
    """Tell whether a side can be played on a swarm without a bite."""
    if view.symbol[kind, side] == NUMBER:
        return 0 <= swarm_made(view, kind, side, swarm, waiting) < view.bite_at
    return True


@compiled()
def card_is_safe(view, kind, swarm, waiting):
    """Tell whether either side of a card can be played on a swarm without a bite."""
    return side_is_safe(view, kind, 0, swarm, waiting) or side_is_safe(view, kind, 1, swarm, waiting)


@compiled()
def chance_of_none(unsafe, cards, drawn):
    """Return the chance that all of some cards drawn from a pile are among its unsafe ones."""
    chance = 1.0
    for card in range(min(drawn, cards)):
        chance *= max(unsafe - card, 0) / (cards - card)
    return chance


@compiled()
def count_unsafe(view, left, swarm, waiting):
    """Return how many of the unseen cards have no safe side on a swarm."""
    unsafe = 0
    for kind in range(view.kinds):
        if left[kind] and not card_is_safe(view, kind, swarm, waiting):
            unsafe += left[kind]
    return unsafe


@compiled()
def chance_next_is_bitten(view, left, swarm, waiting):
    """Return the chance that the next player holds no safe card, if every unseen card is as likely."""
    hand = view.hand_counts[(view.seat + view.direction) % view.players]
    unsafe = count_unsafe(view, left, swarm, waiting)
    return chance_of_none(unsafe, left.sum(), hand) if hand else 0.0


@compiled()
def i_have_a_way_out(view, slot_played, swarm, waiting):
    """Tell whether what stays in my hand has a safe card on a swarm."""
    for slot in range(view.hand_size):
        kind = view.hand[slot]
        if slot != slot_played and kind != NONE and card_is_safe(view, kind, swarm, waiting):
            return True
    return False


@compiled()
def chance_i_am_stuck(view, left, slot_played, swarm, waiting):
    """Return the chance that I have no safe card once the next player has played a safe side.

    Every safe side of every unseen card is taken as equally likely, and so is my next card.
    """
    ways = stuck = 0.0
    for kind in range(view.kinds):
        for side in range(2):
            if left[kind] and side_is_safe(view, kind, side, swarm, waiting):
                then = swarm_made(view, kind, side, swarm, waiting)
                then_waiting = waiting_made(view, kind, side, waiting)
                ways += left[kind]
                if not i_have_a_way_out(view, slot_played, then, then_waiting):
                    stuck += left[kind] * count_unsafe(view, left, then, then_waiting)
    return stuck / ways / left.sum() if ways else 0.0


@compiled()
def worth(view, left, choice):
    """Return what a choice is worth: my bites count against it, the next player's for it."""
    slot, side = view.choice_slot[choice], view.choice_side[choice]
    swarm, waiting, opponents = view.choice_swarm[choice], view.waiting, view.players - 1
    at_once = lost_way_out = 0.0
    if slot != NONE:
        kind = view.hand[slot]
        if swarm >= view.bite_at:
            blamed = whom_it_bites(view, view.seat, view.value[kind, side])
            return BITTEN_NOW if blamed == view.seat else 1.0 / opponents
        waiting = waiting_made(view, kind, side, waiting)
        lost_way_out = WAY_OUT * view.way_out[kind]
        at_once = johns_bite(view) if kind == view.john_kind else 0.0
    next_bitten = chance_next_is_bitten(view, left, swarm, waiting)
    # As if everybody else stood as well as the next player: it comes back if none is bitten.
    comes_back = all_of(1.0 - next_bitten, opponents)
    stuck = chance_i_am_stuck(view, left, slot, swarm, waiting)
    later = (1.0 - comes_back) / opponents + BITTEN_LATER * (comes_back * stuck + lost_way_out)
    return at_once + later


@compiled()
def johns_bite(view):
    """Return what John's bite is worth to whoever plays him now (KN-16)."""
    if would_be_last(view):
        return 0.0
    fewest, others = fewest_bites(view), 0
    for seat in range(view.players):
        others += seat != view.seat and view.bites[seat] == fewest
    return 1.0 / (view.players - 1) if others else BITTEN_LATER


@compiled()
def weigh_choices(view, worths):
    """Fill in what each choice of a turn is worth."""
    left = count_unseen(view)
    for choice in range(view.choice_count):
        worths[choice] = worth(view, left, choice)


@compiled()
def weigh_starters(view, worths):
    """Fill in how unlikely a bite of one's own is with each starter, by the table of doom.py."""
    for seat in range(view.players):
        worths[seat] = -view.doom[0, (view.seat - seat) % view.players]


@compiled(player_signature)
def careful(view, luck):
    """Look one turn ahead; to start, choose the seat that makes a bite of one's own least likely."""
    if view.decision == GIVE:
        return first_on_the_left(view)
    worths = np.empty(view.choice_count)
    if view.decision == START:
        weigh_starters(view, worths)
    else:
        weigh_choices(view, worths)
    return pick(view, worths, luck)
