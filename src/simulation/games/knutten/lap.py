"""The thought of a whole lap: where the swarm may be when my turn comes back, and what I can do there.

Until then everybody else plays random cards (see doom.py). At my next turn I play the better of what
stays in my hand and one more card. Every loop over states runs along memory, with nothing to decide
inside it, so that the processor takes several states at once.
"""

import numpy as np

from simulation.compiling import compiled
from simulation.games.knutten.doom import count_states
from simulation.games.knutten.layout import DOOM_STATES, MAX_CHOICES, MAX_KINDS, MAX_SEATS, NONE

NEVER = -1e9
"""Worth of what cannot be done."""
RANDOM_HAND = -2
"""Instead of a slot: a hand that is redrawn."""
NO_HAND = -3
"""Instead of a slot: nothing is planned yet."""
MOST_CARD_STATES = 4096
"""Kinds times states up to which a whole lap is thought through; the deck and 31 are 11 times 93."""

plan_dtype = np.dtype(
    [
        ("worths", np.float64, (MAX_SEATS,)),  # what a bite of each seat is worth to me
        ("ahead", np.float64, (2 * MAX_SEATS,)),  # the same by places after mine in play, twice round
        ("left", np.int64, (MAX_KINDS,)),  # unseen cards by kind
        ("unseen", np.int64),  # all of them
        ("held", np.int64, (MAX_KINDS,)),  # by kind: 1 if I hold it
        ("whole_lap", np.int64),  # 1 to plan for my next turn, 0 to look no further than the next player
        ("after_me", np.float64, (1 + DOOM_STATES,)),  # worth of a bite, then of each state that I may leave
        ("cards", np.float64, (MOST_CARD_STATES,)),  # by kind and state: worth at my next turn
        ("hand", np.int64),  # slot that is played before the turn planned, or as above
        ("kept", np.float64, (DOOM_STATES,)),  # worth at my next turn of what stays in that hand
        ("my_turn", np.float64, (DOOM_STATES,)),  # the same with one more card
        ("moves", np.float64, (DOOM_STATES,)),  # what the next player makes of a choice
        ("back", np.float64, (DOOM_STATES,)),  # how likely each state is when my turn comes back
        ("values", np.float64, (MAX_CHOICES,)),  # what each choice is worth
    ],
    align=True,
)


@compiled()
def worth_of_state(view, plan, state, first):
    """Return what a state is worth if the seat ``first`` places after mine plays it, with random cards."""
    worth = 0.0
    for offset in range(view.players):
        worth += view.doom[state, offset] * plan.ahead[first + offset]
    return worth


@compiled()
def weigh_cards(view, plan):
    """Fill in what each card that I hold or may draw is worth at each state of my next turn."""
    states = count_states(view)
    plan.after_me[0] = NEVER
    for state in range(states):
        plan.after_me[1 + state] = worth_of_state(view, plan, state, 1)
    for kind in range(view.kinds):
        if plan.left[kind] or plan.held[kind]:
            for state in range(states):
                one = plan.after_me[1 + view.leads_to[kind, 0, state]]
                other = plan.after_me[1 + view.leads_to[kind, 1, state]]
                plan.cards[kind * states + state] = max(one, other)


@compiled()
def keep_hand(view, plan, slot):
    """Fill in what my hand without a slot is worth at each state of my next turn."""
    states = count_states(view)
    plan.kept[:states] = plan.worths[view.seat]
    for other in range(view.hand_size):
        if other != slot and view.hand[other] != NONE:
            first = view.hand[other] * states
            for state in range(states):
                plan.kept[state] = max(plan.kept[state], plan.cards[first + state])


@compiled()
def draw_one_more(view, plan):
    """Fill in what my next turn is worth with what is kept and any one of the unseen cards."""
    states = count_states(view)
    plan.my_turn[:states] = 0.0
    for kind in range(view.kinds):
        if plan.left[kind]:
            chance, first = plan.left[kind] / plan.unseen, kind * states
            for state in range(states):
                plan.my_turn[state] += chance * max(plan.kept[state], plan.cards[first + state])


@compiled()
def take_hand(view, plan, slot):
    """Plan my next turn with the hand that a slot leaves."""
    if plan.hand == slot or not plan.whole_lap:
        return
    plan.hand, states = slot, count_states(view)
    if slot == RANDOM_HAND:
        for state in range(states):
            plan.my_turn[state] = worth_of_state(view, plan, state, 0)
        return
    keep_hand(view, plan, slot)
    if slot == NONE or view.swamp == 0 or plan.unseen == 0:
        plan.my_turn[:states] = plan.kept[:states]
    else:
        draw_one_more(view, plan)


@compiled()
def rest_of_lap(view, plan):
    """Return what the rest of the lap and my next turn are worth, after what the next player makes."""
    states, worth = count_states(view), 0.0
    plan.back[:states] = 0.0
    for state in range(states):
        chance = plan.moves[state]
        if chance > 0.0:
            for turn in range(view.players - 2):
                worth += chance * view.lap_bites[state, turn] * plan.ahead[2 + turn]
            for then in range(states):
                plan.back[then] += chance * view.lap[state, then]
    for then in range(states):
        worth += plan.back[then] * plan.my_turn[then]
    return worth
