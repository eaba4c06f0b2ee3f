"""The cunning player, and the thought of a whole lap that the search starts from.

For each choice the cunning player works out, with the cards that are unseen, what the next player makes
of it and what the round then leads to (see doom.py). It reckons with three of the same in its hand,
with John, and with what bites do to its share of the win (see prospects.py), and a card that is
safe on any swarm is not given away for nothing.

The thought of a whole lap goes on: where the swarm may be when its own turn comes back, and what
its remaining hand and one more card can do there.
"""

import numpy as np

from simulation.compiling import compiled
from simulation.games.knutten.careful import careful, count_unseen
from simulation.games.knutten.doom import count_states, state_of, waiting_made, weigh_turn
from simulation.games.knutten.john import fewest_bites, would_be_last
from simulation.games.knutten.layout import (
    DOOM_STATES,
    DOOM_SWARMS,
    GIVE,
    MAX_CHOICES,
    MAX_KINDS,
    MAX_SEATS,
    NONE,
    PLAYS,
    PLAYS_AGAIN,
    SHOOS,
    START,
    player_signature,
)
from simulation.games.knutten.prospects import weigh_bites
from simulation.games.knutten.slips import pick
from simulation.games.knutten.table import whom_it_bites

NEVER = -1e9
"""Worth of what cannot be done."""
WAY_OUT = 0.15
"""What it is worth to keep a card that is safe on any swarm, in bites; between two players twice that."""
RANDOM_HAND = -2
"""Instead of a slot: a hand that is redrawn."""
MOST_CARD_STATES = 4096
"""Kinds times states up to which a whole lap is thought through; the deck and 31 are 11 times 93."""
NO_HAND = -3
"""Instead of a slot: nothing is planned yet."""

plan_dtype = np.dtype(
    [
        ("worths", np.float64, (MAX_SEATS,)),  # what a bite of each seat is worth to me
        ("ahead", np.float64, (MAX_SEATS,)),  # the same by places after mine in the order of play
        ("left", np.int64, (MAX_KINDS,)),  # unseen cards by kind
        ("unseen", np.int64),  # all of them
        ("after_me", np.float64, (DOOM_STATES,)),  # worth of a state that I leave behind
        ("whole_lap", np.int64),  # 1 to plan for my next turn, 0 to look no further than the next player
        ("hand", np.int64),  # slot that is played before the turn planned, or as above
        ("held", np.int64, (MAX_KINDS,)),  # by kind: 1 if I hold it
        ("weighed", np.int8, (DOOM_STATES,)),  # 1 if cards are weighed at a state
        ("cards", np.float64, (MOST_CARD_STATES,)),  # by state and kind: worth at my next turn
        ("rested", np.int8, (DOOM_STATES,)),  # 1 if the rest of the lap from a state is known
        ("rest", np.float64, (DOOM_STATES,)),  # its worth
        ("planned", np.int8, (DOOM_STATES,)),  # 1 if the worth of my next turn at a state is known
        ("my_turn", np.float64, (DOOM_STATES,)),  # that worth
        ("moves", np.float64, (DOOM_STATES,)),  # what the next player makes of a choice
        ("values", np.float64, (MAX_CHOICES,)),  # what each choice is worth
    ],
    align=True,
)


@compiled()
def open_plan(view, plan):
    """Count the unseen cards, weigh bites, and weigh the states that I may leave behind."""
    weigh_bites(view, plan.worths)
    for place in range(view.players):
        plan.ahead[place] = plan.worths[(view.seat + view.direction * place) % view.players]
    plan.unseen = 0
    left = count_unseen(view)
    for kind in range(view.kinds):
        plan.left[kind] = left[kind]
        plan.unseen += left[kind]
        plan.held[kind] = 0
    for slot in range(view.hand_size):
        if view.hand[slot] != NONE:
            plan.held[view.hand[slot]] = 1
    if plan.whole_lap:
        for state in range(count_states(view)):
            plan.weighed[state] = 0
            plan.after_me[state] = worth_of_state(view, plan, state, 1)
    plan.hand = NO_HAND


@compiled()
def worth_of_state(view, plan, state, first):
    """Return what a state is worth if the seat ``first`` places after mine plays it, with random cards."""
    worth, place = 0.0, first % view.players
    for offset in range(view.players):
        worth += view.doom[state, offset] * plan.ahead[place]
        place = place + 1 if place + 1 < view.players else 0
    return worth


@compiled()
def best_side(view, plan, kind, state):
    """Return what the better side of a card is worth to me at my next turn, NEVER if both bite."""
    best = NEVER
    for side in range(2):
        after = view.leads_to[kind, side, state]
        if after != NONE:
            best = max(best, plan.after_me[after])
    return best


@compiled()
def weigh_cards(view, plan, state):
    """Fill in what each card that I hold or may draw is worth to me at a state."""
    first = state * view.kinds
    for kind in range(view.kinds):
        if plan.left[kind] or plan.held[kind]:
            plan.cards[first + kind] = best_side(view, plan, kind, state)
    plan.weighed[state] = 1


@compiled()
def plan_turn(view, plan, state):
    """Return what my next turn is worth at a state, with what the played slot leaves and one more card."""
    if plan.hand == RANDOM_HAND:
        return worth_of_state(view, plan, state, 0)
    if not plan.weighed[state]:
        weigh_cards(view, plan, state)
    first, kept = state * view.kinds, plan.worths[view.seat]
    for slot in range(view.hand_size):
        if slot != plan.hand and view.hand[slot] != NONE:
            kept = max(kept, plan.cards[first + view.hand[slot]])
    if plan.hand == NONE or view.swamp == 0 or plan.unseen == 0:
        return kept
    worth = 0.0
    for kind in range(view.kinds):
        if plan.left[kind]:
            worth += plan.left[kind] * max(kept, plan.cards[first + kind])
    return worth / plan.unseen


@compiled()
def my_turn_at(view, plan, state):
    """Return what my next turn is worth at a state, worked out once for each hand."""
    if not plan.planned[state]:
        plan.my_turn[state] = plan_turn(view, plan, state)
        plan.planned[state] = 1
    return plan.my_turn[state]


@compiled()
def take_hand(view, plan, slot):
    """Plan for the hand that a slot leaves."""
    if plan.hand != slot:
        plan.hand = slot
        plan.planned[: count_states(view)] = 0
        plan.rested[: count_states(view)] = 0


@compiled()
def weigh_rest(view, plan, state):
    """Return what a state is worth after the next player's turn: the others' turns, then mine."""
    worth = 0.0
    for turn in range(view.players - 2):
        worth += view.lap_bites[state, turn] * plan.ahead[2 + turn]
    for move in range(view.lap_moves[state]):
        then = view.lap_places[state, move]
        worth += view.lap[state, move] * my_turn_at(view, plan, then)
    return worth


@compiled()
def rest_of_lap(view, plan, state):
    """Return what a state is worth after the next player's turn, worked out once for each hand."""
    if not plan.whole_lap:
        return worth_of_state(view, plan, state, 2)
    if not plan.rested[state]:
        plan.rest[state] = weigh_rest(view, plan, state)
        plan.rested[state] = 1
    return plan.rest[state]


@compiled()
def lap_from(view, plan, state):
    """Return what a state is worth that I leave to the next player."""
    bitten = weigh_turn(view, plan.left, state, plan.moves)
    worth = bitten * plan.ahead[1]
    for then in range(count_states(view)):
        if plan.moves[then] > 0.0:
            worth += plan.moves[then] * rest_of_lap(view, plan, then)
    return worth


@compiled()
def johns_worth(view, plan):
    """Return what John's bite is worth to whoever plays him now, given to the best of the tied (KN-16)."""
    if would_be_last(view):
        return 0.0
    best, fewest = NEVER, fewest_bites(view)
    for seat in range(view.players):
        if view.bites[seat] == fewest:
            best = max(best, plan.worths[seat])
    return best


@compiled()
def chance_of_wind(view, plan, slot):
    """Return the chance that the card drawn into a slot makes three of the same (KN-10)."""
    if not view.wind or view.swamp == 0 or plan.unseen == 0:
        return 0.0
    hits = 0
    for kind in range(view.kinds):
        if plan.left[kind]:
            same = 0
            for other in range(view.hand_size):
                held = view.hand[other]
                same += other != slot and held != NONE and view.family[held] == view.family[kind]
            hits += plan.left[kind] * (same >= 2)
    return hits / plan.unseen


@compiled()
def worth_of_card(view, plan, choice):
    """Return what it is worth to play a card: a bite at once, John, WIND by the card drawn, or the lap."""
    slot, side, swarm = view.choice_slot[choice], view.choice_side[choice], view.choice_swarm[choice]
    kind = view.hand[slot]
    keeping = WAY_OUT * (1.0 if plan.whole_lap else view.players / (view.players - 1))
    if swarm >= view.bite_at:
        bites = swarm - view.bite_at + 1 if view.heavy_weather else 1
        blamed = whom_it_bites(view, view.seat, view.value[kind, side])
        # A bite of one's own loses every way out in hand, and is sure.
        return bites * plan.worths[blamed] - (2.0 * keeping if blamed == view.seat else 0.0)
    worth = johns_worth(view, plan) if kind == view.john_kind else 0.0
    worth -= view.way_out[kind] * keeping
    take_hand(view, plan, slot)
    waiting = waiting_made(view, kind, side, view.waiting)
    blows, others = chance_of_wind(view, plan, slot), 0.0
    for seat in range(view.players):
        others += plan.worths[seat] * (seat != view.seat)
    if view.symbol[kind, side] == PLAYS_AGAIN and plan.whole_lap:
        goes_on = my_turn_at(view, plan, state_of(swarm, waiting))
    else:
        goes_on = lap_from(view, plan, state_of(swarm, waiting))
    return worth + blows * others + (1.0 - blows) * goes_on


@compiled()
def worth_of_no_card(view, plan, choice):
    """Return what it is worth to skip a turn for John, or to keep him back (KN-8, KN-15, KN-17)."""
    stays = view.choice_what[choice] == SHOOS or view.redrew or view.swamp == 0
    take_hand(view, plan, NONE if stays else RANDOM_HAND)
    return lap_from(view, plan, state_of(view.swarm, view.waiting))


@compiled()
def weigh_choices(view, plan, whole_lap):
    """Fill in what each choice of a turn, or each starter, is worth."""
    plan.whole_lap = whole_lap and count_states(view) * view.kinds <= MOST_CARD_STATES
    open_plan(view, plan)
    for choice in range(view.choice_count):
        if view.decision == START:
            plan.values[choice] = worth_of_state(view, plan, 0, choice - view.seat)
        elif view.choice_what[choice] == PLAYS:
            plan.values[choice] = worth_of_card(view, plan, choice)
        else:
            plan.values[choice] = worth_of_no_card(view, plan, choice)


@compiled()
def best_receiver(view, worths):
    """Return the choice of the seat whose bite is worth most (KN-16)."""
    best = 0
    for choice in range(1, view.choice_count):
        if worths[view.choice_seat[choice]] > worths[view.choice_seat[best]]:
            best = choice
    return best


@compiled()
def think(view, plan, luck):
    """Return the choice that is worth most."""
    if view.decision == GIVE:
        weigh_bites(view, plan.worths)
        return best_receiver(view, plan.worths)
    if view.bite_at > DOOM_SWARMS:
        return careful(view, luck)
    weigh_choices(view, plan, 0)
    return pick(view, plan.values, luck)


@compiled(player_signature)
def cunning(view, luck):
    """Count unseen cards, foresee the next player and the round after, and weigh bites by the standing."""
    plans = np.empty(1, plan_dtype)
    choice = think(view, plans[0], luck)
    # The array is named once more so that it outlives the record inside it.
    return choice + len(plans) - 1
