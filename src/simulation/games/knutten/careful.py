"""The careful player: looks one turn ahead.

For every legal side it weighs three things, all from what it may see: whether it bites me now,
how likely the next player is left without a safe side, and how likely *I* am without one
when the swarm comes back. The last keeps a way out in hand (a low number, a `?`, a minus) when
the swarm is near ``bite_at``.
"""

import numpy as np

from simulation.compiling import compiled
from simulation.games.knutten.john import fewest_bites, would_be_last
from simulation.games.knutten.layout import (
    COPIER,
    COPIES_NEXT,
    NONE,
    NUMBER,
    PLAY,
    START,
    player_signature,
)
from simulation.games.knutten.players import first_on_the_left
from simulation.games.knutten.table import swarm_made

BITTEN_LATER = -1.0
"""Worth of a bite of one's own to come; a bite of one opponent is worth 1/opponents."""
BITTEN_NOW = -2.0
"""Worth of a bite of one's own at once: less than any risk."""


MOST_TURNS = 16
"""Turns of a round that the choice of a starter looks at."""
UNKNOWN = -2
"""A swarm not looked at yet."""
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
def waiting_made(view, kind, side, waiting):
    """Return how many `?` wait after a side is played: a number uses them up, other symbols do not."""
    symbol = view.symbol[kind, side]
    return 0 if symbol == NUMBER else waiting + (symbol == COPIES_NEXT)


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
def all_of(chance, count):
    """Return the chance that all of some independent events happen.

    Multiplied out, because the last bit of a power differs between machines.
    """
    together = 1.0
    for _ in range(count):
        together *= chance
    return together


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
            return 1.0 / opponents if blames_another(view, view.value[kind, side]) else BITTEN_NOW
        waiting = waiting_made(view, kind, side, waiting)
        lost_way_out = WAY_OUT * is_way_out(view, kind)
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
def is_way_out(view, kind):
    """Tell whether a card is safe on the largest swarm there can be."""
    return card_is_safe(view, kind, view.bite_at - 1, 0)


@compiled()
def blames_another(view, value):
    """Tell whether, under ``copy_blame=copier``, the bite of a number goes to someone else."""
    if view.copy_blame == COPIER:
        for copies in range(1, view.waiting + 1):
            if view.swarm + copies * value >= view.bite_at:
                return view.waiting_seat[copies - 1] != view.seat
    return False


@compiled()
def best_play(view):
    """Return the choice of most worth; among equals the largest swarm, then the first."""
    left = count_unseen(view)
    best, best_worth = 0, worth(view, left, 0)
    for choice in range(1, view.choice_count):
        this = worth(view, left, choice)
        better = this > best_worth + 1e-12
        equal = abs(this - best_worth) <= 1e-12
        if better or (equal and view.choice_swarm[choice] > view.choice_swarm[best]):
            best, best_worth = choice, this
    return best


@compiled()
def largest_safe(view, kind, swarm):
    """Return the largest swarm that a card can make without a bite, -1 if none."""
    largest = NONE
    for side in range(2):
        if side_is_safe(view, kind, side, swarm, 0):
            largest = max(largest, swarm_made(view, kind, side, swarm, 0))
    return largest


@compiled()
def share_of_turn(view, targets, kind):
    """Return the chance that a random hand plays a kind: its swarm is the largest the hand can make.

    ``targets`` holds the largest safe swarm of each kind.
    """
    below = equal = cards = 0
    for other in range(view.kinds):
        cards += view.copies[other]
        if targets[other] < targets[kind]:
            below += view.copies[other]
        elif targets[other] == targets[kind]:
            equal += view.copies[other]
    chance = all_of((below + equal) / cards, view.hand_size) - all_of(below / cards, view.hand_size)
    return chance * view.copies[kind] / equal


@compiled()
def look_at_swarm(view, swarm, targets, shares):
    """Fill in what each kind makes of a swarm, and how likely it is the one played."""
    for kind in range(view.kinds):
        targets[kind] = largest_safe(view, kind, swarm)
    for kind in range(view.kinds):
        shares[kind] = share_of_turn(view, targets, kind)


@compiled()
def chances_by_turn(view):
    """Return how likely a round bites the starter, the seat after it, and so on.

    Everybody is taken to hold random cards of the whole deck and to play the largest swarm
    that is safe. Shape (players,), sums to nearly 1.
    """
    shares = np.zeros((view.bite_at, view.kinds))
    targets = np.full((view.bite_at, view.kinds), UNKNOWN)
    chances = np.zeros(view.players)
    before = np.zeros(view.bite_at)  # how likely each swarm is before the turn
    before[0] = 1.0
    for turn in range(MOST_TURNS):
        after = np.zeros(view.bite_at)
        for swarm in range(view.bite_at):
            if before[swarm] > 0.0:
                if targets[swarm, 0] == UNKNOWN:
                    look_at_swarm(view, swarm, targets[swarm], shares[swarm])
                for kind in range(view.kinds):
                    chance = before[swarm] * shares[swarm, kind]
                    if targets[swarm, kind] == NONE:
                        chances[turn % view.players] += chance
                    else:
                        after[targets[swarm, kind]] += chance
        before = after
    return chances


@compiled()
def best_starter(view):
    """Return the starter with whom a bite of one's own is least likely."""
    chances = chances_by_turn(view)
    offset = np.argmin(chances)
    return (view.seat - offset) % view.players


@compiled(player_signature)
def careful(view, luck):
    """Look one turn ahead; to start, choose the seat that makes a bite of one's own least likely."""
    if view.decision == START:
        return best_starter(view)
    return best_play(view) if view.decision == PLAY else first_on_the_left(view)
