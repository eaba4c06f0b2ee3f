"""The searching player: deals the unseen cards at random and plays each choice out (see rollouts.py).

It starts from the thought of a whole lap (see cunning.py) and plays those choices out that look nearly as
good as the best. They race: after every few deals, those that have fallen behind drop out, until one is
left or the budget is spent. All that are still in the race have been played out on the same deals.

Source: O. Maron, A. W. Moore, "Hoeffding races", NIPS 1993, with a fixed distance instead of a bound.
"""

import numpy as np

from simulation.compiling import compiled
from simulation.games.knutten.careful import careful
from simulation.games.knutten.cunning import weigh_choices
from simulation.games.knutten.lap import NEVER, plan_dtype
from simulation.games.knutten.layout import (
    BUDGET,
    DOOM_SWARMS,
    GIVE,
    MAX_CHOICES,
    NONE,
    PLAY,
    PLAYS,
    SHOOS,
    START,
    player_signature,
)
from simulation.games.knutten.rollouts import (
    deal_out,
    lay_out,
    play_out,
    play_out_john,
    play_out_side,
    redraw_out,
    see_unseen,
    turn_after,
    world_dtype,
)
from simulation.games.knutten.slips import pick
from simulation.games.knutten.table import whom_it_bites

race_dtype = np.dtype(
    [
        ("runners", np.int64, (MAX_CHOICES,)),  # choices still in the race
        ("count", np.int64),  # how many they are
        ("far_behind", np.float64),  # bites that a choice may look worse than the best and still run
        ("deals", np.int64),  # deals that each of them was played out on
        ("prior", np.float64, (MAX_CHOICES,)),  # by choice
        ("totals", np.float64, (MAX_CHOICES,)),  # by choice
        ("worths", np.float64, (MAX_CHOICES,)),  # by choice: mean of a playout
    ],
    align=True,
)
TRUST = 400.0
"""How many deals the thought of a lap counts for."""
FAR_BEHIND = 0.012
"""Bites that a choice may look worse than the best and still run, with the default budget."""
HEAT = 8
"""Deals after which those who are far behind drop out."""


@compiled()
def same_play(view, one, other):
    """Tell whether two choices play the same side of the same kind of card."""
    slot, other_slot = view.choice_slot[one], view.choice_slot[other]
    if NONE in (slot, other_slot):
        return False
    return view.hand[slot] == view.hand[other_slot] and view.choice_side[one] == view.choice_side[other]


@compiled()
def is_a_double(view, choice):
    """Tell whether a choice plays the same as an earlier one."""
    for other in range(choice):
        if view.decision == PLAY and same_play(view, other, choice):
            return True
    return False


@compiled()
def bites_oneself(view, choice):
    """Tell whether a choice of a turn bites whoever makes it; with copy_blame=copier it may bite another."""
    if view.choice_swarm[choice] < view.bite_at:
        return False
    value = view.value[view.hand[view.choice_slot[choice]], view.choice_side[choice]]
    return whom_it_bites(view, view.seat, value) == view.seat


@compiled()
def only_choice(view):
    """Return the only choice of a turn that does not bite oneself, doubles aside, or -1."""
    only = NONE
    for choice in range(view.choice_count if view.decision == PLAY else 0):
        if not bites_oneself(view, choice) and not is_a_double(view, choice):
            if only != NONE:
                return NONE
            only = choice
    return only


@compiled()
def enter(view, race, thoughts):
    """Put the choices that are worth a look into the race: no doubles, no bites, none that is far behind."""
    race.count = race.deals = 0
    best = NEVER
    for choice in range(view.choice_count):
        best = max(best, thoughts[choice])
    for choice in range(view.choice_count):
        race.prior[choice], race.totals[choice] = thoughts[choice], 0.0
        race.worths[choice] = NEVER if is_a_double(view, choice) else thoughts[choice]
        bites = view.decision == PLAY and view.choice_swarm[choice] >= view.bite_at
        if not bites and race.worths[choice] > best - race.far_behind:
            race.runners[race.count] = choice
            race.count += 1


@compiled()
def first_move(view, world, luck, choice):
    """Make a choice in the world dealt; return whose turn it is then."""
    if view.decision == START:
        return choice
    what, slot = view.choice_what[choice], view.choice_slot[choice]
    if what == PLAYS:
        if view.hand[slot] == view.john_kind:
            return play_out_john(view, world, luck, view.seat, slot)
        return play_out_side(view, world, luck, view.seat, slot, view.choice_side[choice])
    if what == SHOOS:
        world.john_seat = NONE
        return turn_after(view, world, view.seat, 1)
    return redraw_out(view, world, luck, view.seat)


@compiled()
def run_heat(view, world, race, deals, luck):
    """Play every choice in the race out on some more deals."""
    for _ in range(deals):
        deal_out(view, world, luck)
        for place in range(race.count):
            choice = race.runners[place]
            lay_out(view, world)
            seat = first_move(view, world, luck, choice)
            race.totals[choice] += play_out(view, world, luck, seat)
    race.deals += deals
    for place in range(race.count):
        choice = race.runners[place]
        total = race.totals[choice] + TRUST * race.prior[choice]
        race.worths[choice] = total / (race.deals + TRUST)


@compiled()
def drop_out(race):
    """Let the choices that have fallen far behind the best drop out of the race."""
    best, left = NEVER, 0
    for place in range(race.count):
        best = max(best, race.worths[race.runners[place]])
    for place in range(race.count):
        choice = race.runners[place]
        if race.worths[choice] > best - race.far_behind:
            race.runners[left] = choice
            left += 1
    race.count = left


@compiled()
def run_race(view, world, race, plan, luck):
    """Spend the budget on the choices that are close; return the best."""
    weigh_choices(view, plan, 1)
    budget = view.budget[view.seat]
    # The larger the budget, the smaller the differences that it tells from chance, and the wider the field.
    race.far_behind = FAR_BEHIND * np.sqrt(budget / BUDGET)
    enter(view, race, plan.values)
    if race.count > 1:
        see_unseen(view, world)
    while race.count > 1 and budget > 0:
        deals = max(min(HEAT, budget // race.count), 1)
        budget -= deals * race.count
        run_heat(view, world, race, deals, luck)
        drop_out(race)
    return pick(view, race.worths, luck)


@compiled()
def best_receiver(view, world):
    """Return the choice of the seat whose bite is worth most."""
    see_unseen(view, world)
    best = 0
    for choice in range(1, view.choice_count):
        if world.worths[view.choice_seat[choice]] > world.worths[view.choice_seat[best]]:
            best = choice
    return best


@compiled(player_signature)
def search(view, luck):
    """Think a whole lap, then deal the unseen cards at random and play out the choices that are close."""
    if view.bite_at > DOOM_SWARMS:
        return careful(view, luck)
    if view.noise[view.seat] == 0.0 and only_choice(view) != NONE:
        return only_choice(view)
    worlds, races, plans = np.empty(1, world_dtype), np.empty(1, race_dtype), np.empty(1, plan_dtype)
    world, race, plan = worlds[0], races[0], plans[0]
    choice = best_receiver(view, world) if view.decision == GIVE else run_race(view, world, race, plan, luck)
    # The arrays are named once more so that they outlive the records inside them.
    return choice + len(worlds) - len(races) + len(plans) - 1
