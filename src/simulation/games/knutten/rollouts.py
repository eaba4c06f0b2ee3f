"""Playing a round out with hidden cards dealt at random: what a search does many times a decision.

The unseen cards (those neither in the asked player's hand nor in the swarm) are shuffled, others'
hands are their first ones, and later draws the next. Everybody then plays the largest swarm that
does not bite. The same deal is played out for each choice, so that choices differ by the choice alone.
"""

import numpy as np

from simulation.compiling import compiled
from simulation.games.knutten.careful import count_unseen
from simulation.games.knutten.doom import count_states, state_of, waiting_made
from simulation.games.knutten.john import fewest_bites
from simulation.games.knutten.layout import (
    COPIER,
    COPIES_NEXT,
    DOOM_STATES,
    DOOM_SWARMS,
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
from simulation.games.knutten.table import swarm_made
from simulation.randomness import below

MAX_COPIERS = 32
"""Waiting `?` whose players are remembered for ``copy_blame=copier``."""
LONGEST = 40
"""Turns of a playout, after which nobody is taken to be bitten."""
NEVER = -1e9
WAY_OUT = 0.1
"""What it is worth to keep a card that is safe on any swarm."""
OVER = -1
"""No seat: the round is over."""

world_dtype = np.dtype(
    [
        ("pool", np.int64, (MAX_KINDS,)),  # unseen cards
        ("pool_size", np.int64),
        ("doom", np.float64, (DOOM_STATES,)),  # by state: chance that who makes it is the one bitten
        ("shuffled", np.int64),  # how many of them, the first ones, lie in the order of this deal
        ("next", np.int64),  # the next one to be drawn
        ("swamp", np.int64),  # cards that can still be drawn
        ("hands", np.int64, (MAX_SEATS, MAX_HAND)),
        ("swarm", np.int64),
        ("waiting", np.int64),
        ("copiers", np.int8, (MAX_COPIERS,)),  # who made the first of them
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
    for state in range(count_states(view)):
        world.doom[state] = view.doom[state, view.players - 1]
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
def lay_out(view, world, luck):
    """Take the table as it lies, with the others' hands from the pool."""
    world.next = 0
    for step in range(1, view.players):
        seat = (view.seat + step) % view.players
        for slot in range(view.hand_size):
            held = slot < view.hand_counts[seat] and world.next < world.pool_size
            world.hands[seat, slot] = draw_unseen(world, luck) if held else NONE
    for slot in range(view.hand_size):
        world.hands[view.seat, slot] = view.hand[slot]
    world.swamp = min(view.swamp, world.pool_size - world.next)
    world.swarm, world.waiting = view.swarm, view.waiting
    for copy in range(min(view.waiting, MAX_COPIERS)):
        world.copiers[copy] = view.waiting_seat[copy]
    world.direction, world.john_seat = view.direction, view.john_seat
    world.score = 0.0


@compiled()
def draw_into(view, world, luck, seat, slot):
    """Draw a card; return whether the hand then has three of the same (KN-10)."""
    world.hands[seat, slot] = NONE
    if world.swamp == 0:
        return False
    world.swamp -= 1
    kind = draw_unseen(world, luck)
    world.hands[seat, slot] = kind
    if not view.wind:
        return False
    same = 0
    for other in range(view.hand_size):
        held = world.hands[seat, other]
        same += held != NONE and view.family[held] == view.family[kind]
    return same >= 3


@compiled()
def score_wind(view, world, shouter):
    """Count the bites of everyone but the shouter."""
    for seat in range(view.players):
        if seat != shouter:
            world.score += world.worths[seat]


@compiled()
def score_swarm(view, world, seat, value):
    """Count the bites of a swarm that a number of ``seat`` has made."""
    blamed = seat
    if view.copy_blame == COPIER:
        for copies in range(1, min(world.waiting, MAX_COPIERS) + 1):
            if world.swarm + copies * value >= view.bite_at:
                blamed = world.copiers[copies - 1]
                break
    excess = world.swarm + value * (1 + world.waiting) - view.bite_at + 1
    world.score += world.worths[blamed] * (excess if view.heavy_weather else 1)


@compiled()
def move_on(view, world, seat, symbol):
    """Return whose turn it is after a side was played."""
    steps = 1
    if symbol == COPIES_NEXT and world.waiting < MAX_COPIERS:
        world.copiers[world.waiting] = seat
    elif symbol == REVERSES:
        world.direction = -world.direction
    elif symbol == SKIPS:
        steps = 2
    elif symbol == PLAYS_AGAIN:
        steps = 0
    return (seat + steps * world.direction) % view.players


@compiled()
def play_out_side(view, world, luck, seat, slot, side):
    """Play a side; return whose turn it is then, or OVER."""
    kind = world.hands[seat, slot]
    swarm = swarm_made(view, kind, side, world.swarm, world.waiting)
    if swarm >= view.bite_at:
        score_swarm(view, world, seat, view.value[kind, side])
        return OVER
    after = move_on(view, world, seat, view.symbol[kind, side])
    world.swarm, world.waiting = swarm, waiting_made(view, kind, side, world.waiting)
    if draw_into(view, world, luck, seat, slot):
        score_wind(view, world, seat)
        return OVER
    return after


@compiled()
def play_out_john(view, world, luck, seat, slot):
    """Lay John before the first of those with the fewest bites, best somebody else (KN-16)."""
    fewest, receiver = fewest_bites(view), seat
    if fewest + 1 < view.bites_to_lose:
        for step in range(view.players, 0, -1):
            other = (seat + step) % view.players
            if view.bites[other] == fewest:
                receiver = other
        world.score += world.worths[receiver]
    world.john_seat = receiver
    if draw_into(view, world, luck, seat, slot):
        score_wind(view, world, seat)
        return OVER
    return (seat + world.direction) % view.players


@compiled()
def redraw_out(view, world, luck, seat):
    """Take a new hand, or pass (KN-8)."""
    if world.swamp >= view.hand_size:
        for slot in range(view.hand_size):
            draw_into(view, world, luck, seat, slot)
    return (seat + world.direction) % view.players


@compiled()
def choose_by_table(view, world, seat):
    """Return the side that leaves the player least doomed, as 2 * slot + side, or -1 if all bite."""
    state, best, most = state_of(world.swarm, world.waiting), NONE, NEVER
    for slot in range(view.hand_size):
        kind = world.hands[seat, slot]
        if kind == NONE or view.symbol[kind, 0] == IS_JOHN:
            continue
        for side in range(2):
            after = view.leads_to[kind, side, state]
            if after != NONE:
                likes = -world.doom[after] - WAY_OUT * view.way_out[kind]
                if likes > most:
                    best, most = 2 * slot + side, likes
    return best


@compiled()
def choose_by_size(view, world, seat):
    """Return the side that makes the largest swarm, cards that are safe anywhere last, or -1 if all bite."""
    best, most = NONE, NEVER
    for slot in range(view.hand_size):
        kind = world.hands[seat, slot]
        if kind == NONE or view.symbol[kind, 0] == IS_JOHN:
            continue
        for side in range(2):
            swarm = swarm_made(view, kind, side, world.swarm, world.waiting)
            likes = swarm - view.bite_at * view.way_out[kind]
            if 0 <= swarm < view.bite_at and likes > most:
                best, most = 2 * slot + side, likes
    return best


@compiled()
def find(view, world, seat, wanted_john):
    """Return the slot of John, or of a card with a side that bites, or -1."""
    for slot in range(view.hand_size):
        kind = world.hands[seat, slot]
        if kind != NONE and wanted_john == (kind == view.john_kind):
            if wanted_john or swarm_made(view, kind, 0, world.swarm, world.waiting) >= view.bite_at:
                return 2 * slot
            if swarm_made(view, kind, 1, world.swarm, world.waiting) >= view.bite_at:
                return 2 * slot + 1
    return NONE


@compiled()
def play_out_turn(view, world, luck, seat):
    """Play a side that does not bite, else skip for John or play him, else what bites, else redraw."""
    by_table = view.bite_at <= DOOM_SWARMS and world.waiting < DOOM_WAITING
    choice = choose_by_table(view, world, seat) if by_table else choose_by_size(view, world, seat)
    if choice == NONE:
        if world.john_seat == seat:
            world.john_seat = NONE
            return (seat + world.direction) % view.players
        johns = find(view, world, seat, True) if view.john else NONE
        if johns != NONE:
            return play_out_john(view, world, luck, seat, johns >> 1)
        choice = find(view, world, seat, False)
        if choice == NONE:
            return redraw_out(view, world, luck, seat)
    return play_out_side(view, world, luck, seat, choice >> 1, choice & 1)


@compiled()
def foresee_end(view, world, seat):
    """Return what a round is worth that is broken off before a seat's turn (see doom.py)."""
    worth = 0.0
    chances = view.doom[state_of(world.swarm, world.waiting)]
    for offset in range(view.players):
        worth += chances[offset] * world.worths[(seat + offset * world.direction) % view.players]
    return worth


@compiled()
def play_out_round(view, world, luck, seat):
    """Play on from a seat's turn until somebody is bitten; return what that is worth to the asked seat."""
    for _ in range(LONGEST):
        if seat == OVER:
            return world.score
        seat = play_out_turn(view, world, luck, seat)
    if seat != OVER and view.bite_at <= DOOM_SWARMS:
        world.score += foresee_end(view, world, seat)
    return world.score
