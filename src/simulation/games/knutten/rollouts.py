"""Playing a round out with hidden cards dealt at random: what a search does many times a decision.

The unseen cards (those neither in the asked player's hand nor in the swarm) are shuffled; the others'
hands are their first ones, and later draws the next. Everybody then plays the side that leaves
them least doomed (see doom.py). The same deal is played out for each choice, so that choices
differ by the choice alone. A round that lasts longer is broken off, and doom.py tells how it may end.
"""

import numpy as np

from simulation.compiling import compiled
from simulation.games.knutten.careful import count_unseen
from simulation.games.knutten.doom import NEVER, state_of
from simulation.games.knutten.john import fewest_bites
from simulation.games.knutten.layout import (
    DOOM_WAITING,
    IS_JOHN,
    MAX_HAND,
    MAX_KINDS,
    MAX_SEATS,
    NONE,
    PLAYS_AGAIN,
    REVERSES,
    SKIPS,
)
from simulation.games.knutten.prospects import weigh_bites
from simulation.games.knutten.table import swarm_made, whom_it_bites
from simulation.randomness import below

TURNS = 12
"""Turns that a playout goes on for."""
MOST_CHANGES = MAX_HAND * (TURNS + 1)
"""Slots that can change in a playout: a turn changes a hand at most."""
OVER = -1
"""No seat: the round is over."""

world_dtype = np.dtype(
    [
        ("pool", np.int64, (MAX_KINDS,)),  # unseen cards
        ("pool_size", np.int64),
        ("shuffled", np.int64),  # how many of them, the first ones, lie in the order of this deal
        ("first", np.int64),  # the first one that is in nobody's hand
        ("next", np.int64),  # the next one to be drawn
        ("swamp", np.int64),  # cards that can still be drawn
        ("hands", np.int64, (MAX_SEATS, MAX_HAND)),
        ("changes", np.int64),  # how many slots were changed since the deal
        ("changed", np.int64, (MOST_CHANGES,)),  # which, as seat * MAX_HAND + slot
        ("before", np.int64, (MOST_CHANGES,)),  # what was in them
        ("state", np.int64),  # swarm and waiting `?` (see doom.py)
        ("direction", np.int64),
        ("john_seat", np.int64),
        ("worths", np.float64, (MAX_SEATS,)),  # what a bite of each seat is worth to the asked one
        ("score", np.float64),  # what the bites so far were worth
    ],
    align=True,
)


@compiled()
def see_unseen(view, world):
    """Put all unseen cards into the pool, and weigh the bites."""
    left = count_unseen(view)
    size = 0
    for kind in range(view.kinds):
        for _ in range(left[kind]):
            world.pool[size] = kind
            size += 1
    world.pool_size = size
    weigh_bites(view, world.worths)


@compiled()
def draw_unseen(world, luck):
    """Return the next unseen card of this deal; every order of them is as likely."""
    place = world.next
    world.next = place + 1
    if place == world.shuffled:
        other = place + below(luck, world.pool_size - place)
        world.pool[place], world.pool[other] = world.pool[other], world.pool[place]
        world.shuffled = place + 1
    return world.pool[place]


@compiled()
def deal_out(view, world, luck):
    """Deal the others' hands from the pool, freshly shuffled; the asked player's is known."""
    world.shuffled = world.next = world.changes = 0
    for seat in range(view.players):
        for slot in range(view.hand_size):
            if seat == view.seat:
                world.hands[seat, slot] = view.hand[slot]
            elif slot < view.hand_counts[seat] and world.next < world.pool_size:
                world.hands[seat, slot] = draw_unseen(world, luck)
            else:
                world.hands[seat, slot] = NONE
    world.first = world.next


@compiled()
def lay_out(view, world):
    """Take the table as it lies and as it was dealt out; what was played since is taken back."""
    for change in range(world.changes - 1, -1, -1):
        place = world.changed[change]
        world.hands[place // MAX_HAND, place % MAX_HAND] = world.before[change]
    world.changes = 0
    world.next = world.first
    world.swamp = min(view.swamp, world.pool_size - world.next)
    world.state = state_of(view.swarm, view.waiting)
    world.direction, world.john_seat = view.direction, view.john_seat
    world.score = 0.0


@compiled()
def change_hand(world, seat, slot, kind):
    """Put something into a slot, and remember what was there."""
    world.changed[world.changes] = seat * MAX_HAND + slot
    world.before[world.changes] = world.hands[seat, slot]
    world.changes += 1
    world.hands[seat, slot] = kind


@compiled()
def turn_after(view, world, seat, steps):
    """Return whose turn it is some places on in the direction of play; by hand, for a division is slow."""
    seat += steps * world.direction
    while seat >= view.players:
        seat -= view.players
    while seat < 0:
        seat += view.players
    return seat


@compiled()
def draw_into(view, world, luck, seat, slot):
    """Draw a card for the one played; return whether the hand then has three of the same (KN-10)."""
    if world.swamp == 0:
        change_hand(world, seat, slot, NONE)
        return False
    world.swamp -= 1
    kind = draw_unseen(world, luck)
    change_hand(world, seat, slot, kind)
    if not view.wind:
        return False
    same, family = 0, view.family[kind]
    for other in range(view.hand_size):
        held = world.hands[seat, other]
        same += held != NONE and view.family[held] == family
    return same >= 3


@compiled()
def draw_and_move_on(view, world, luck, seat, slot, steps):
    """Draw; return whose turn it is then, or OVER after a WIND, which bites everyone else."""
    if draw_into(view, world, luck, seat, slot):
        for other in range(view.players):
            if other != seat:
                world.score += world.worths[other]
        return OVER
    return turn_after(view, world, seat, steps)


@compiled()
def places_on(view, world, kind, side):
    """Return how many places on the next turn is after a side was played (KN-13)."""
    symbol = view.symbol[kind, side]
    if symbol == REVERSES:
        world.direction = -world.direction
    return 2 if symbol == SKIPS else 0 if symbol == PLAYS_AGAIN else 1


@compiled()
def play_out_side(view, world, luck, seat, slot, side):
    """Play a side; return whose turn it is then, or OVER."""
    kind = world.hands[seat, slot]
    after = view.leads_to[kind, side, world.state]
    if after == NONE:
        return play_out_bite(view, world, seat, kind, side)
    world.state = after
    return draw_and_move_on(view, world, luck, seat, slot, places_on(view, world, kind, side))


@compiled()
def play_out_bite(view, world, seat, kind, side):
    """Bite whom a number bites; as long as the table's `?` wait, it may be who played them (KN-7)."""
    swarm, waiting = world.state // DOOM_WAITING, world.state % DOOM_WAITING
    blamed = seat
    if waiting and waiting == min(view.waiting, DOOM_WAITING - 1):
        blamed = whom_it_bites(view, seat, view.value[kind, side])
    excess = swarm_made(view, kind, side, swarm, waiting) - view.bite_at + 1
    world.score += world.worths[blamed] * (excess if view.heavy_weather else 1)
    return OVER


@compiled()
def play_out_john(view, world, luck, seat, slot):
    """Lay John before the first of those with the fewest bites clockwise from the left (KN-16)."""
    fewest, receiver = fewest_bites(view), seat
    if fewest + 1 < view.bites_to_lose:
        for step in range(view.players, 0, -1):
            other = (seat + step) % view.players
            if view.bites[other] == fewest:
                receiver = other
        world.score += world.worths[receiver]
    world.john_seat = receiver
    return draw_and_move_on(view, world, luck, seat, slot, 1)


@compiled()
def redraw_out(view, world, luck, seat):
    """Take a new hand, or pass (KN-8)."""
    if world.swamp >= view.hand_size:
        for slot in range(view.hand_size):
            draw_into(view, world, luck, seat, slot)
    return turn_after(view, world, seat, 1)


@compiled()
def has_to_bite(view, world, luck, seat):
    """Play what bites, for a hand with nothing safe; redraw if that is not allowed either."""
    swarm, waiting = world.state // DOOM_WAITING, world.state % DOOM_WAITING
    for slot in range(view.hand_size):
        kind = world.hands[seat, slot]
        if kind != NONE:
            for side in range(2):
                if swarm_made(view, kind, side, swarm, waiting) >= view.bite_at:
                    return play_out_bite(view, world, seat, kind, side)
    return redraw_out(view, world, luck, seat)


@compiled()
def play_out_turn(view, world, luck, seat):
    """Play the card that is liked best; with none that is safe, skip for John if he lies there, or bite."""
    best, most = NONE, NEVER
    for slot in range(view.hand_size):
        kind = world.hands[seat, slot]
        if kind != NONE and view.liking[kind, world.state] > most:
            best, most = slot, view.liking[kind, world.state]
    if best == NONE:
        if world.john_seat == seat:
            world.john_seat = NONE
            return turn_after(view, world, seat, 1)
        return has_to_bite(view, world, luck, seat)
    kind = world.hands[seat, best]
    if view.symbol[kind, 0] == IS_JOHN:
        return play_out_john(view, world, luck, seat, best)
    return play_out_side(view, world, luck, seat, best, view.liked_side[kind, world.state])


@compiled()
def play_out(view, world, luck, seat):
    """Play on from a seat's turn; return what the bites to come are worth to the asked seat."""
    for _ in range(TURNS):
        if seat == OVER:
            return world.score
        seat = play_out_turn(view, world, luck, seat)
    if seat != OVER:
        for offset in range(view.players):
            bitten = turn_after(view, world, seat, offset)
            world.score += view.doom[world.state, offset] * world.worths[bitten]
    return world.score
