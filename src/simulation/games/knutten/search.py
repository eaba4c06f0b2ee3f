"""The searching player: deals the unseen cards at random and plays each choice out (see rollouts.py).

The budget of playouts is shared out by sequential halving: all choices are played out on some deals,
then the better half on as many more, until two are left. Every choice still in the race has
been played out on the same deals.

Source: Z. Karnin, T. Koren, O. Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013.
"""

import numpy as np

from simulation.compiling import compiled
from simulation.games.knutten.cunning import plan_dtype, weigh_choices
from simulation.games.knutten.layout import (
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
    lay_out,
    play_out_john,
    play_out_round,
    play_out_side,
    redraw_out,
    see_unseen,
    world_dtype,
)
from simulation.games.knutten.slips import pick

race_dtype = np.dtype(
    [
        ("runners", np.int64, (MAX_CHOICES,)),  # choices still in the race
        ("count", np.int64),  # how many they are
        ("trust", np.float64),  # how many deals the prior counts for
        ("far_behind", np.float64),  # how much worse a choice may look and still run
        ("deals", np.int64),  # deals that each of them was played out on
        ("prior", np.float64, (MAX_CHOICES,)),  # by choice
        ("totals", np.float64, (MAX_CHOICES,)),  # by choice
        ("worths", np.float64, (MAX_CHOICES,)),  # by choice: mean of a playout
    ],
    align=True,
)
TRUST = 100.0
"""How many deals the thought of the cunning player counts for in a turn."""
FAR_BEHIND = 0.15
"""Bites by which a choice of a turn may look worse than the best and still be played out."""
TRUST_START, FAR_BEHIND_START = 100.0, 0.15
"""The same for the choice of a starter, where that thought knows no hand."""
NEVER = -1e9
"""Worth of a choice that is not looked at, since another is the same or better."""


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
        return (view.seat + world.direction) % view.players
    return redraw_out(view, world, luck, view.seat)


@compiled()
def run_heat(view, world, race, deals, luck):
    """Play every choice in the race out on some more deals."""
    for _ in range(deals):
        world.shuffled = 0
        for place in range(race.count):
            choice = race.runners[place]
            lay_out(view, world, luck)
            seat = first_move(view, world, luck, choice)
            race.totals[choice] += play_out_round(view, world, luck, seat)
    race.deals += deals
    for place in range(race.count):
        choice = race.runners[place]
        race.worths[choice] = (race.totals[choice] + race.trust * race.prior[choice]) / (
            race.deals + race.trust
        )


@compiled()
def drop_worse_half(race):
    """Keep the better half of the choices in the race, rounded up; sorted by insertion, ties as they were."""
    for place in range(1, race.count):
        runner, at = race.runners[place], place
        while at and race.worths[race.runners[at - 1]] < race.worths[runner]:
            race.runners[at] = race.runners[at - 1]
            at -= 1
        race.runners[at] = runner
    race.count = (race.count + 1) // 2


@compiled()
def heats_to_run(runners):
    """Return how many heats leave one of some runners."""
    heats = 0
    while runners > 1:
        runners = (runners + 1) // 2
        heats += 1
    return heats


@compiled()
def run_race(view, world, race, plan, luck):
    """Share the budget out among the choices; their worths are in the race then."""
    if view.bite_at <= DOOM_SWARMS:
        weigh_choices(view, plan, 1)
    else:
        plan.values[: view.choice_count] = 0.0
    race.trust = TRUST_START if view.decision == START else TRUST
    race.far_behind = FAR_BEHIND_START if view.decision == START else FAR_BEHIND
    enter(view, race, plan.values)
    heats = heats_to_run(race.count)
    if heats:
        see_unseen(view, world)
        share = view.budget[view.seat] // heats
        for _ in range(heats):
            run_heat(view, world, race, max(share // race.count, 1), luck)
            drop_worse_half(race)
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
    """Deal the unseen cards at random, play each choice out, and take the one that did best."""
    worlds, races, plans = np.empty(1, world_dtype), np.empty(1, race_dtype), np.empty(1, plan_dtype)
    world, race, plan = worlds[0], races[0], plans[0]
    choice = best_receiver(view, world) if view.decision == GIVE else run_race(view, world, race, plan, luck)
    # The arrays are named once more so that they outlive the records inside them.
    return choice + len(worlds) - len(races) + len(plans) - 1
