"""A turn of Knutten: a card, John, a redraw, a pass, or a skip for John (KN-4 to KN-8, KN-15 to KN-17)."""

from simulation.compiling import compiled
from simulation.games.knutten.choices import list_receivers, list_turn, look
from simulation.games.knutten.forced import forced_choice
from simulation.games.knutten.john import (
    lay_john,
    shoo_john,
    would_be_last,
)
from simulation.games.knutten.layout import (
    KEEPS,
    NONE,
    SHOOS,
)
from simulation.games.knutten.log import (
    PASS,
    REDRAW,
    SHOO,
    SWARM,
    WIND,
    WIND_EVENT,
    log_event,
    log_john,
    log_play,
)
from simulation.games.knutten.table import (
    can_play,
    draw,
    has_wind,
    holds,
    play_card,
    redraw,
    whom_it_bites,
)

GOES_ON = -1
"""A turn that does not end the round."""
FAULT = -2
"""A player answered with something that is no choice."""
DECLINED = -3
"""After a redraw a player kept John: no turn of its own (KN-8, KN-15)."""


@compiled()
def ask(table, players, seat):
    """Return the index that a player chooses, or -1 with the fault noted."""
    choice = forced_choice(table, seat)
    if choice == NONE:
        choice = players[seat](table.open, table.luck)
    if 0 <= choice < table.open.choice_count:
        return choice
    table.secret.fault_seat = seat
    table.secret.fault_choice = choice
    return NONE


@compiled()
def shout_wind(table, seat):
    """End a round by WIND (KN-10)."""
    look(table, seat)
    log_event(table, WIND_EVENT, seat, 0, table.open.swarm, table.open.waiting)
    return WIND, seat


@compiled()
def after_drawing(table, seat):
    """Look for WIND in a hand that has drawn (KN-10); return cause and seat."""
    return shout_wind(table, seat) if has_wind(table, seat) else (GOES_ON, seat)


@compiled()
def play_side(table, seat, slot, side):
    """Play a side of a card (KN-4 to KN-7); return cause and seat."""
    view = table.open
    kind, swarm_before, waiting_before = view.hand[slot], view.swarm, view.waiting
    blamed = whom_it_bites(view, seat, view.value[kind, side])
    play_card(table, seat, slot, side)
    log_play(table, seat, view.plays, swarm_before, waiting_before, kind, side)
    table.secret.plays += 1
    if view.swarm >= view.bite_at:
        return SWARM, blamed
    draw(table, seat, slot)
    return after_drawing(table, seat)


@compiled()
def play_john(table, players, seat, slot):
    """Lay John before one of those with the fewest bites (KN-15, KN-16); return cause and seat."""
    view = table.open
    legal, bites = view.plays, not would_be_last(view)
    receiver = seat
    if bites:
        list_receivers(table, seat)
        choice = ask(table, players, seat) if view.choice_count > 1 else 0
        if choice == NONE:
            return FAULT, seat
        receiver = view.choice_seat[choice]
    lay_john(table, seat, slot, receiver, bites)
    log_john(table, seat, legal, receiver)
    table.secret.plays += 1
    draw(table, seat, slot)
    return after_drawing(table, seat)


@compiled()
def cannot_play(table, seat):
    """Redraw or pass (KN-8); return cause and seat."""
    view = table.open
    if view.swamp == 0:
        log_event(table, PASS, seat, view.plays, view.swarm, view.waiting)
        return GOES_ON, seat
    log_event(table, REDRAW, seat, view.plays, view.swarm, view.waiting)
    redraw(table, seat)
    if view.redraw_then_play:
        view.redrew = 1
    return after_drawing(table, seat)


@compiled()
def keep_john(table, seat):
    """Play no card though John could be played; after a redraw that is the end of the turn (KN-8, KN-15)."""
    if table.open.redrew:
        table.open.redrew = 0
        return DECLINED, seat
    return cannot_play(table, seat)


@compiled()
def shoo(table, seat):
    """Skip a turn to remove John (KN-17); return cause and seat."""
    view = table.open
    log_event(table, SHOO, seat, view.plays, view.swarm, view.waiting)
    shoo_john(view)
    return GOES_ON, seat


@compiled()
def take_turn(table, players, seat):
    """Do what a player chooses; return cause and seat."""
    view = table.open
    list_turn(table, seat)
    if view.choice_count == 0:
        view.redrew = 0
        if seat == table.secret.force_seat:
            table.secret.force_open = 0
        return cannot_play(table, seat)
    choice = ask(table, players, seat)
    if choice == NONE:
        return FAULT, seat
    what, slot = view.choice_what[choice], view.choice_slot[choice]
    if what == KEEPS:
        return keep_john(table, seat)
    view.redrew = 0
    if what == SHOOS:
        return shoo(table, seat)
    if view.hand[slot] == view.john_kind:
        return play_john(table, players, seat, slot)
    return play_side(table, seat, slot, view.choice_side[choice])


@compiled()
def moves_again(table, seat):
    """Tell whether a seat has the next turn too: after `again`, or after a redraw with something to play."""
    view = table.open
    if view.redrew:
        view.redrew = can_play(table, seat) or holds(table, seat, view.john_kind)
        return view.redrew != 0
    again = view.again != 0
    view.again = 0
    return again
