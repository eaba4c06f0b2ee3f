"""Knit Wit's ready-made players: each places in a way of its own; how it answers and stops are parameters.

`random` has a fixed format, because scripts outside replay it.
"""

from simulation.compiling import compiled
from simulation.games.knit_wit.answerers import answer_on
from simulation.games.knit_wit.layout import (
    ENCLOSE,
    NEXT,
    OUTSIDE,
    PASS_OVER,
    PLACE,
    player_signature,
)
from simulation.games.knit_wit.prospects import difficulty_of, worth_of
from simulation.randomness import below


@compiled()
def pass_anything(view, luck):
    """Pass over as many regions as a number drawn from 0 to ``reach`` says, each as likely."""
    # To stop with this chance at each region makes every number as likely.
    if below(luck, view.reach - view.passed + 1) == 0:
        return 0
    return 1 + below(luck, view.choice_count - 1)


@compiled()
def place_anyhow(view, luck):
    """Place in any possible way."""
    if view.decision == PASS_OVER:
        return pass_anything(view, luck)
    return below(luck, view.choice_count)


@compiled()
def extreme_region(view, first, sign):
    """Return the choice of the region with most loops (sign 1) or fewest (-1); the first of equals."""
    best = first
    for choice in range(first + 1, view.choice_count):
        loops = view.loops_round[view.choice_region[choice]]
        if sign * loops > sign * view.loops_round[view.choice_region[best]]:
            best = choice
    return best


@compiled()
def worth_of_region(view, region):
    """Return the points that the asked seat may expect of a spool in a region."""
    return worth_of(view, view.seat, view.loops_round[region], difficulty_of(view, region))


@compiled()
def worth_with_loop(view, region):
    """Return that of a region with the new loop round it too, before its word is known."""
    difficulty = difficulty_of(view, region) * view.mean_difficulty
    return worth_of(view, view.seat, view.loops_round[region] + 1, difficulty)


@compiled()
def best_open(view):
    """Return the most that a spool may be expected to bring in a region open now, or left by the new loop."""
    best = worth_of_region(view, view.enclosed)
    for place in range(view.regions):
        region = view.region[place]
        if region != OUTSIDE and view.region_spool[region] < 0:
            best = max(best, worth_of_region(view, region))
    return best


@compiled()
def careful_value(view, choice):
    """Return what a careful player expects of a choice of placement."""
    region = view.choice_region[choice]
    if view.decision == ENCLOSE:
        return worth_with_loop(view, region) - worth_of_region(view, region)
    if view.decision == PASS_OVER:
        return worth_with_loop(view, region) if choice > 0 else best_open(view)
    return worth_of_region(view, region) if view.decision == PLACE else 0.0


@compiled(player_signature)
def random(view, luck):
    """Place loops and spools in any possible way, and fill the sheet in the order of the numbers."""
    return answer_on(view) if view.decision == NEXT else place_anyhow(view, luck)


@compiled(player_signature)
def stacker(view, luck):
    """Lay loops round what has most of them, put spools as deep as can be, answer the dearest first."""
    if view.decision == NEXT:
        return answer_on(view)
    if view.decision in (ENCLOSE, PLACE):
        return extreme_region(view, 0, 1)
    return extreme_region(view, 1, 1) if view.decision == PASS_OVER else 0


@compiled(player_signature)
def spreader(view, luck):
    """Lay loops where there are few, put spools where fewest lie round them, answer the easiest first."""
    if view.decision == NEXT:
        return answer_on(view)
    if view.decision in (ENCLOSE, PLACE):
        return extreme_region(view, 0, -1)
    if view.decision == PASS_OVER:
        first = extreme_region(view, 1, -1)
        return first if view.choice_region[first] == OUTSIDE else 0
    return 0


@compiled(player_signature)
def careful(view, luck):
    """Place for the most points that it can expect to answer for, easiest first, and weigh when to stop."""
    if view.decision == NEXT:
        return answer_on(view)
    best, most = 0, careful_value(view, 0)
    for choice in range(1, view.choice_count):
        value = careful_value(view, choice)
        if value > most:
            best, most = choice, value
    return best


@compiled(player_signature)
def sprinter(view, luck):
    """Place in any way, answer the easiest first, and take a button as soon as the sheet holds enough."""
    return answer_on(view) if view.decision == NEXT else place_anyhow(view, luck)
