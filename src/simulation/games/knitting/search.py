"""The searching player: deals out what is hidden, and plays its best choices on for some turns.

Only how to shop and what to cast on is searched, and of those only the choices that the planner thinks
nearly as good as its best. In a playout the seat goes on as the planner would and the others are greedy;
after some turns the planner's outlook tells what the seat has come to. All choices are played out on the same
deals.

Source of determinised search: M. L. Ginsberg, "GIB: imperfect information in a computationally challenging
game", J. Artificial Intelligence Research 14 (2001).
"""

import numpy as np
from numba import types
from numba.extending import overload

from simulation.compiling import compiled
from simulation.games.knitting.choices import list_cast_ons, list_ways, look
from simulation.games.knitting.community import do_free
from simulation.games.knitting.layout import (
    AFTER_CAST_ON,
    CAST_ON,
    CAST_ON_CARDS,
    CHOOSE,
    MAX_CHOICES,
    NONE,
    Table,
    player_signature,
    secret_dtype,
    view_dtype,
)
from simulation.games.knitting.planner import answer, weigh_cast_ons, weigh_ways
from simulation.games.knitting.play import GOES_ON, cast_on_all, end_reason, finish_turn, play_turn
from simulation.games.knitting.prospects import chance, foresee, look_at_stash, outlook, plan_dtype
from simulation.games.knitting.tastes import greedy
from simulation.games.knitting.turns import answer_of, do_cast_on, do_way
from simulation.games.knitting.worlds import deal_out
from simulation.games.knitting.yarn import stock
from simulation.randomness import stream_dtype

HORIZON = 4
"""Turns of its own that a seat looks ahead."""
NEAR = 2.0
"""Points that a choice may look worse than the planner's best and still be played out."""
MOST_RUNNERS = 4
"""Choices that are played out at most."""
TRUST = 4.0
"""How many playouts the planner's thought counts for."""


@compiled(player_signature)
def think(view, luck):
    """Answer in a playout: the seat that searches plans, the others are greedy."""
    if view.seat != view.thinker:
        return greedy(view, luck)
    plans = np.empty(1, plan_dtype)
    return answer(view, plans[0]) + len(plans) - 1


@overload(answer_of)
def _answer_in_playout(players, view, luck):
    # A function that is passed on as a value cannot be cached, so None stands for the thinker.
    if isinstance(players, types.NoneType):
        return lambda players, view, luck: think(view, luck)
    return None


@compiled()
def list_runners(worths, count, runners):
    """Put the choices that look nearly as good as the best into an array, the best first; return how many."""
    best = 0
    for choice in range(count):
        if worths[choice] > worths[best]:
            best = choice
    runners[0], found = best, 1
    for choice in range(count):
        if choice != best and found < MOST_RUNNERS and worths[choice] > worths[best] - NEAR:
            runners[found] = choice
            found += 1
    return found


@compiled()
def play_choice(table, decision, choice):
    """Make a choice in a world and take the rest of the turn."""
    view = table.open
    seat = view.seat
    if decision == CHOOSE:
        list_ways(table, seat)
        do_way(table, None, seat, choice)
        finish_turn(table, None, seat)
        return
    list_cast_ons(table, seat)
    do_cast_on(table, None, seat, choice, 0)
    cast_on_all(table, None, seat)
    do_free(table, None, seat, AFTER_CAST_ON)
    stock(table, seat)


@compiled()
def play_on(table, turns):
    """Play a number of turns of all seats, or until the game ends."""
    view = table.open
    for _ in range(turns):
        if end_reason(view) != GOES_ON:
            return
        view.turn += 1
        play_turn(table, None, view.turn % view.players)


@compiled()
def standing(table, seat, plan):
    """Return what a seat has come to: its mat, its WIPs as likely as they are finished, stash and hand."""
    view = table.open
    look(table, seat)
    foresee(view, plan)
    look_at_stash(view, plan)
    worth = view.fo_points[seat] + outlook(view, plan, NONE)
    for slot in range(CAST_ON_CARDS):
        pattern = view.wip[seat, slot]
        if pattern != NONE:
            weeks = view.weeks[pattern] - view.wip_weeks[seat, slot]
            worth += view.points[pattern] * chance(plan.turns_left - weeks + 0.5, plan.softness)
    for place in range(view.card_count):
        worth += view.card_points[view.cards[place]]
    return worth


@compiled()
def run_playouts(view, luck, worths, runners, count):
    """Play the choices out on the same deals; return the one that comes to most."""
    views, secrets, streams = np.zeros(2, view_dtype), np.zeros(2, secret_dtype), np.zeros(1, stream_dtype)
    plans, totals = np.zeros(1, plan_dtype), np.zeros(MOST_RUNNERS)
    decision, seat = view.decision, view.seat
    for _ in range(max(view.budget[seat] // count, 1)):
        views[0] = view
        views[0].thinker = seat
        deal_out(views[0], secrets[0], luck)
        for place in range(count):
            views[1] = views[0]
            secrets[1] = secrets[0]
            table = Table(views[1], secrets[1], streams[0])
            play_choice(table, decision, runners[place])
            play_on(table, HORIZON * view.players)
            totals[place] += standing(table, seat, plans[0])
    best, most = 0, -1e18
    for place in range(count):
        worth = totals[place] + TRUST * worths[runners[place]]
        if worth > most:
            best, most = place, worth
    # The arrays are named once more so that they outlive the records inside them.
    return runners[best] + len(views) - len(secrets) + len(streams) - len(plans)


@compiled(player_signature)
def search(view, luck):
    """Plan, then deal out what is hidden and play the choices on that are close."""
    plans, worths, runners = np.zeros(1, plan_dtype), np.zeros(MAX_CHOICES), np.zeros(MOST_RUNNERS, np.int64)
    if view.decision not in (CHOOSE, CAST_ON):
        return answer(view, plans[0]) + len(plans) - 1
    foresee(view, plans[0])
    look_at_stash(view, plans[0])
    if view.decision == CHOOSE:
        weigh_ways(view, plans[0], worths)
    else:
        weigh_cast_ons(view, plans[0], worths)
    count = list_runners(worths, view.choice_count, runners)
    choice = runners[0] if count == 1 else run_playouts(view, luck, worths, runners, count)
    return choice + len(plans) - 1
