"""How a round goes on if everybody holds random cards: the chance that each seat is the one bitten.

The model knows no hands: whoever is to play holds ``hand_size`` random cards and plays the largest
swarm that does not bite; who cannot is bitten. It is what one can work out at home from
the deck and the rules, and players use it for what lies beyond their own look ahead.
"""

import numpy as np
from numba import types

from simulation.compiling import compiled
from simulation.games.knutten.layout import (
    COPIES_NEXT,
    DOOM_SWARMS,
    DOOM_WAITING,
    IS_JOHN,
    NONE,
    NUMBER,
    view_type,
)
from simulation.games.knutten.table import swarm_made

NEVER = -1e9
"""Liking of a card whose sides both bite."""
KEEPING = 0.1
"""What it is worth, in chances of a bite, to keep a card that is safe on any swarm."""
KEEPING_JOHN = 2.0
"""The same for John: he is played when nothing else is safe."""
HORIZON = 40
"""Turns after which a round that goes on is taken to bite nobody."""


@compiled()
def waiting_made(view, kind, side, waiting):
    """Return how many `?` wait after a side is played: a number uses them up, other symbols do not."""
    symbol = view.symbol[kind, side]
    return 0 if symbol == NUMBER else waiting + (symbol == COPIES_NEXT)


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
def state_of(swarm, waiting):
    """Return the state of a swarm with some waiting `?`."""
    return swarm * DOOM_WAITING + min(waiting, DOOM_WAITING - 1)


@compiled()
def safe_on_any(view, kind):
    """Tell whether a card has a side that is safe on the largest swarm there can be."""
    for side in range(2):
        if 0 <= swarm_made(view, kind, side, view.bite_at - 1, 0) < view.bite_at:
            return True
    return False


@compiled()
def count_states(view):
    """Return how many states there are; none if bite_at is too large for tables."""
    return view.bite_at * DOOM_WAITING if view.bite_at <= DOOM_SWARMS else 0


@compiled(types.void(view_type))
def foresee_sides(view):
    """Fill in where each side leads from each state, and which cards are safe anywhere.

    To be done again when John comes or goes, since a 5 then counts something else (KN-17).
    """
    for kind in range(view.kinds):
        view.way_out[kind] = safe_on_any(view, kind)
        for side in range(2):
            for state in range(count_states(view)):
                swarm, waiting = state // DOOM_WAITING, state % DOOM_WAITING
                made = swarm_made(view, kind, side, swarm, waiting)
                safe = 0 <= made < view.bite_at
                after = state_of(made, waiting_made(view, kind, side, waiting))
                view.leads_to[kind, side, state] = after if safe else NONE


@compiled()
def largest_safe(view, kind, state):
    """Return the state of the largest swarm that a card makes without a bite, or -1; side_b if equal."""
    one, other = view.leads_to[kind, 0, state], view.leads_to[kind, 1, state]
    return one if one // DOOM_WAITING > other // DOOM_WAITING else other


@compiled()
def weigh_turn(view, left, before, moves):
    """Fill in how likely a random hand leads to each state; return how likely it is bitten.

    Parameters
    ----------
    view
        The deck and the rules.
    left
        By kind: cards that the hand may come from.
    before
        State before the turn.
    moves
        To be filled in: by state after the turn, shape (at least bite_at * DOOM_WAITING,).
    """
    moves[: count_states(view)] = 0.0
    cards = stuck = 0
    for kind in range(view.kinds):
        if left[kind]:
            cards += left[kind]
            state = largest_safe(view, kind, before)
            if state == NONE:
                stuck += left[kind]
            else:
                moves[state] += left[kind]
    if cards == 0:
        return 0.0
    upto = stuck / cards
    bitten = chance = all_of(upto, view.hand_size)
    for made in range(view.bite_at):
        here = 0.0
        for state in range(made * DOOM_WAITING, (made + 1) * DOOM_WAITING):
            here += moves[state]
        if here > 0.0:
            upto += here / cards
            now = all_of(upto, view.hand_size)
            for state in range(made * DOOM_WAITING, (made + 1) * DOOM_WAITING):
                moves[state] *= (now - chance) / here
            chance = now
    return bitten


@compiled()
def weigh_turns(view, moves, bitten):
    """Fill in the turn from every state: states after it, and a bite. Shapes (states, states), (states,)."""
    for state in range(len(bitten)):
        bitten[state] = weigh_turn(view, view.copies, state, moves[state])


@compiled()
def foresee_doom(view, moves, bitten):
    """Fill in ``view.doom``, turn by turn from the last one."""
    states = len(bitten)
    later = np.zeros((states, view.players))
    for _ in range(HORIZON):
        for state in range(states):
            chances = view.doom[state]
            chances[:] = 0.0
            chances[0] = bitten[state]
            for then in range(states):
                if moves[state, then] > 0.0:
                    for offset in range(view.players):
                        chances[(offset + 1) % view.players] += moves[state, then] * later[then, offset]
        later[:] = view.doom[:states, : view.players]


@compiled()
def foresee_lap(view, moves, bitten):
    """Fill in ``view.lap`` and ``view.lap_bites``."""
    states = len(bitten)
    after = np.zeros(states)
    for start in range(states):
        now = view.lap[start, :states]
        now[:] = 0.0
        now[start] = 1.0
        for turn in range(view.players - 2):
            after[:] = 0.0
            view.lap_bites[start, turn] = 0.0
            for state in range(states):
                if now[state] > 0.0:
                    view.lap_bites[start, turn] += now[state] * bitten[state]
                    for then in range(states):
                        after[then] += now[state] * moves[state, then]
            now[:] = after


@compiled(types.void(view_type))
def foresee_likings(view):
    """Fill in which side of each card leaves whoever plays it least doomed; to be done again as the sides."""
    for kind in range(view.kinds):
        for state in range(count_states(view)):
            view.liking[kind, state], view.liked_side[kind, state] = NEVER, 0
            for side in range(2):
                after = view.leads_to[kind, side, state]
                if after != NONE:
                    likes = -view.doom[after, view.players - 1] - KEEPING * view.way_out[kind]
                    if view.symbol[kind, side] == IS_JOHN:
                        likes -= KEEPING_JOHN
                    if likes > view.liking[kind, state]:
                        view.liking[kind, state], view.liked_side[kind, state] = likes, side


@compiled(types.void(view_type))
def foresee(view):
    """Fill in what follows from the deck and the rules; tables only if bite_at is small enough for them."""
    foresee_sides(view)
    states = count_states(view)
    moves, bitten = np.zeros((states, states)), np.zeros(states)
    weigh_turns(view, moves, bitten)
    foresee_doom(view, moves, bitten)
    foresee_likings(view)
    foresee_lap(view, moves, bitten)
