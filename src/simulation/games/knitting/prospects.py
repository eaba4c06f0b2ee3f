"""What the planner foresees: how long the game still lasts, and what a stash and a hand come to.

A stash and a hand are worth the patterns that they lead to. The pattern that promises most is taken to be
cast on first, and its yarn is set aside; then the next, from what is left. A pattern promises its points,
if it is likely to be finished in time, and threatens with them where it may be left in the hand (KT-12). Yarn
that no pattern asks for is worth a little, as long as the game lasts.
"""

import numpy as np

from simulation.compiling import compiled
from simulation.games.knitting.decks import is_special
from simulation.games.knitting.layout import (
    CAST_ON_CARDS,
    COLOUR_COUNT,
    NONE,
    WILD,
    YARN_COUNT,
)
from simulation.games.knitting.payments import asked_of, best_matching, missing

PLANNED = 3
"""Patterns that are planned one after the other."""
LAST_TURN = 0.0

plan_dtype = np.dtype(
    [
        ("turns_left", np.float64),  # times that the seat still knits
        ("softness", np.float64),  # how unsure that is
        ("fear", np.float64),  # share of its points that a pattern costs which stays in hand for now
        ("stash", np.int64, (YARN_COUNT,)),  # yarn that is looked at
        ("rest", np.int64, (YARN_COUNT,)),  # of it, what is not set aside yet
        ("planned", np.int64, (PLANNED,)),  # places in the hand, -1 where there is none
        ("spare", np.int64),  # cards that were not set aside
    ],
    align=True,
)


@compiled()
def chance(slack, softness):
    """Return how likely something is that has some turns to spare: a rational sigmoid."""
    scaled = slack / softness
    return 0.5 + 0.5 * scaled / (1.0 + abs(scaled))


@compiled()
def turns_until_target(view, seat):
    """Return in how many turns of its own a seat reaches the target, if nothing unforeseen happens."""
    gap, longest = view.target - view.fo_points[seat], 0
    for weeks in range(1, 8):
        for slot in range(CAST_ON_CARDS):
            pattern = view.wip[seat, slot]
            if pattern != NONE and view.weeks[pattern] - view.wip_weeks[seat, slot] == weeks:
                gap -= view.points[pattern]
                longest = weeks
        if gap <= 0:
            return float(weeks)
    return longest + gap / view.pace[view.seat]


@compiled()
def foresee(view, plan):
    """Estimate how often the asked seat still knits before the game ends (KT-11)."""
    plan.turns_left, plan.softness = LAST_TURN, 0.1
    if view.closer == NONE:
        soonest = float(view.max_turns - view.turn // view.players)
        for seat in range(view.players):
            # Whoever sits after the seat asked closes in its round; whoever sits before it, one later.
            soonest = min(soonest, turns_until_target(view, seat) + (seat < view.seat))
        plan.turns_left = soonest
        plan.softness = 0.3 + view.doubt[view.seat] * soonest
    plan.fear = 1.0 - chance(plan.turns_left - view.fear[view.seat], plan.softness)


@compiled()
def is_subtracted(view, pattern):
    """Tell whether a pattern counts against whoever is left with it (KT-12)."""
    return view.subtract and (view.subtract_special or not is_special(view, pattern))


@compiled()
def promise(view, plan, pattern, lacking, turns):
    """Return what a pattern in hand is worth that lacks some cards and can be cast on in some turns."""
    points, softness = float(view.points[pattern]), plan.softness
    in_time = chance(plan.turns_left - turns - view.weeks[pattern] + 0.5, softness)
    value = points * in_time / (1.0 + view.haste[view.seat] * turns) - view.card_cost[view.seat] * lacking
    if is_subtracted(view, pattern):
        # Casting on in this very turn is certain; later ones may never come.
        left_over = 0.0 if turns == 0.0 else 1.0 - chance(plan.turns_left - turns + 0.5, softness)
        value -= points * left_over
    return value


@compiled()
def threat(view, plan, pattern):
    """Return what a pattern costs that stays in hand for now."""
    return view.points[pattern] * plan.fear if is_subtracted(view, pattern) else 0.0


@compiled()
def set_aside(view, rest, pattern):
    """Take a pattern's yarn out of what is left, as far as it is there; Wilds only for what is short."""
    matching = best_matching(view, rest, pattern)
    wilds = view.needs[pattern, WILD]
    for colour in range(COLOUR_COUNT):
        asked = asked_of(view, pattern, matching, colour)
        paid = min(asked, rest[colour])
        rest[colour] -= paid
        wilds += asked - paid
    rest[WILD] -= min(wilds, rest[WILD])


@compiled()
def is_planned(plan, place, steps):
    """Tell whether a place of the hand is planned already."""
    for step in range(steps):
        if plan.planned[step] == place:
            return True
    return False


@compiled()
def next_best(view, plan, steps, without):
    """Return the place of the pattern that promises most from the yarn left, and its promise."""
    best, most = NONE, 0.0
    for place in range(view.hand_count):
        if place != without and not is_planned(plan, place, steps):
            pattern = view.hand[place]
            # One pattern is cast on a turn (KT-8).
            lacking = missing(view, plan.rest, pattern)
            turns = max(lacking / view.haul[view.seat], float(steps))
            gain = promise(view, plan, pattern, lacking, turns) + threat(view, plan, pattern)
            if gain > most:
                best, most = place, gain
    return best, most


@compiled()
def outlook(view, plan, without):
    """Return what the yarn in ``plan.stash`` and the hand, one place left out, come to."""
    worth, weight = 0.0, 1.0
    for yarn in range(YARN_COUNT):
        plan.rest[yarn] = plan.stash[yarn]
    for step in range(PLANNED):
        plan.planned[step] = NONE
    for place in range(view.hand_count):
        if place != without:
            worth -= threat(view, plan, view.hand[place])
    for step in range(PLANNED):
        place, gain = next_best(view, plan, step, without)
        if place == NONE:
            break
        plan.planned[step] = place
        worth += weight * gain
        weight *= view.next_weight[view.seat]
        set_aside(view, plan.rest, view.hand[place])
    return worth + worth_of_rest(view, plan)


@compiled()
def worth_of_rest(view, plan):
    """Return what the yarn is worth that no plan asks for; the later in the game, the less."""
    plan.spare = 0
    for yarn in range(YARN_COUNT):
        plan.spare += plan.rest[yarn]
    early = min(plan.turns_left / 8.0, 1.0)
    cards = plan.spare + view.wild_worth[view.seat] * plan.rest[WILD]
    return view.yarn_worth[view.seat] * early * cards


@compiled()
def look_at_stash(view, plan):
    """Look at the stash as it is."""
    for yarn in range(YARN_COUNT):
        plan.stash[yarn] = view.stash[yarn]
