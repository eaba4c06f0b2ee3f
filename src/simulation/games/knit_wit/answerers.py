"""How the ready-made players answer: in which order, and when they take a button. Compiled."""

from simulation.compiling import compiled
from simulation.games.knit_wit.layout import DEAR_FIRST, EASY_FIRST, NONE, SPRINT, WEIGH
from simulation.games.knit_wit.prospects import worth_left

BUTTON = 0
"""The choice of the top button, where there is one."""


@compiled()
def value_of(view, spool):
    """Return what a seat's order of answering makes of a spool: the highest is the next."""
    answering = view.answering
    if answering == DEAR_FIRST:
        return float(view.loops_round[view.spool_region[spool]])
    if answering == EASY_FIRST:
        return -view.median_seconds[spool]
    return 0.0


@compiled()
def next_spool(view, first):
    """Return the choice of the spool that comes next; among equals the lowest number."""
    best = first
    for choice in range(first + 1, view.choice_count):
        if value_of(view, view.choice_spool[choice]) > value_of(view, view.choice_spool[best]):
            best = choice
    return best


@compiled()
def button_loses(view):
    """Return the points that the top button is worth beyond the next one (KW-12)."""
    below = view.holes[view.taken + 1] if view.taken + 1 < view.buttons else 0
    return view.hole_points * (view.holes[view.taken] - below)


@compiled()
def may_still_bring(view, points):
    """Tell whether a seat may expect so many points of the spools without an answer."""
    left = 0.0
    for place in range(view.spools):
        spool = view.spool[place]
        if not view.answered >> spool & 1:
            left += worth_left(view, view.seat, spool)
            if left >= points:
                return True
    return False


@compiled()
def has_had_enough(view):
    """Tell whether a seat's way to stop says that it takes the top button now."""
    stopping = view.stopping
    if stopping == SPRINT:
        return view.answers >= view.enough
    if stopping == WEIGH:
        return button_loses(view) > 0 and not may_still_bring(view, button_loses(view))
    return False


@compiled()
def answer_on(view):
    """Choose what to do next in the Answer step: the order of answering, until it is time to stop."""
    has_button = view.choice_spool[BUTTON] == NONE
    if has_button and has_had_enough(view):
        return BUTTON
    return next_spool(view, 1 if has_button else 0)
