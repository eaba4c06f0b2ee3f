"""The cunning player, and the weighing of choices that the search starts from.

For each choice the cunning player works out, with the cards that are unseen, what the next player makes
of it and what the round then leads to (see doom.py). It reckons with three of the same in its hand,
with John, and with what bites do to its share of the win (see prospects.py), and a card that is
safe on any swarm is not given away for nothing.

With the thought of a whole lap (see lap.py) the same weighing goes on to its own next turn.
"""

import numpy as np

from simulation.compiling import compiled
from simulation.games.knutten.careful import careful, count_unseen
from simulation.games.knutten.doom import count_states, state_of, waiting_made, weigh_turn
from simulation.games.knutten.john import fewest_bites, would_be_last
from simulation.games.knutten.lap import (
    MOST_CARD_STATES,
    NEVER,
    NO_HAND,
    RANDOM_HAND,
    plan_dtype,
    rest_of_lap,
    take_hand,
    weigh_cards,
    worth_of_state,
)
from simulation.games.knutten.layout import (
    DOOM_SWARMS,
    GIVE,
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

WAY_OUT = 0.15
"""What it is worth to keep a card that is safe on any swarm, in bites; between two players twice that."""


@compiled()
def open_plan(view, plan):
    """Count the unseen cards, weigh bites, and weigh the states that I may leave behind."""
    weigh_bites(view, plan.worths)
    for place in range(2 * view.players):
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
    plan.hand = NO_HAND
    if plan.whole_lap:
        weigh_cards(view, plan)


@compiled()
def lap_from(view, plan, state):
    """Return what a state is worth that I leave to the next player."""
    bitten = weigh_turn(view, plan.left, state, plan.moves)
    worth = bitten * plan.ahead[1]
    if plan.whole_lap:
        return worth + rest_of_lap(view, plan)
    for then in range(count_states(view)):
        if plan.moves[then] > 0.0:
            worth += plan.moves[then] * worth_of_state(view, plan, then, 2)
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
        goes_on = plan.my_turn[state_of(swarm, waiting)]
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
def weigh_choices(view, plan, to_my_turn):
    """Fill in what each choice of a turn, or each starter, is worth; by the next player or by a whole lap."""
    plan.whole_lap = to_my_turn and count_states(view) * view.kinds <= MOST_CARD_STATES
    open_plan(view, plan)
    for choice in range(view.choice_count):
        if view.decision == START:
            plan.values[choice] = worth_of_state(view, plan, 0, (choice - view.seat) % view.players)
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
