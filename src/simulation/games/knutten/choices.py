"""What a seat is asked: the choices of a turn, of a starter, of a receiver of John, put into its view."""

from simulation.compiling import compiled
from simulation.games.knutten.john import fewest_bites
from simulation.games.knutten.layout import (
    GIVE,
    KEEPS,
    MAX_CHOICES,
    NONE,
    PLAY,
    PLAYS,
    SHOOS,
    START,
)
from simulation.games.knutten.table import swarm_after


@compiled()
def look(table, seat):
    """Show a seat its own hand; the rest of the view is open to all."""
    view, secret = table.open, table.secret
    view.seat = seat
    for slot in range(view.hand_size):
        view.hand[slot] = secret.hands[seat, slot]


@compiled()
def list_choice(view, what, slot, side, swarm):
    """Put one more choice of a turn into the view."""
    choice = view.choice_count
    view.choice_what[choice] = what
    view.choice_slot[choice] = slot
    view.choice_side[choice] = side
    view.choice_swarm[choice] = swarm
    view.choice_count = choice + 1


@compiled()
def list_cards(view):
    """List John and the sides of the asked seat's hand that may be played; return how many sides."""
    sides = 0
    for slot in range(view.hand_size):
        kind = view.hand[slot]
        if kind == NONE:
            continue
        if kind == view.john_kind:
            list_choice(view, PLAYS, slot, 0, view.swarm)
            continue
        for side in range(2):
            swarm = swarm_after(view, kind, side)
            if swarm >= 0:
                list_choice(view, PLAYS, slot, side, swarm)
                sides += 1
    return sides


@compiled()
def list_turn(table, seat):
    """Put what a seat may do in its turn into its view: by slot, then side; last what plays no card.

    No choice at all means that the seat redraws or passes (KN-8).
    """
    look(table, seat)
    view = table.open
    view.decision = PLAY
    view.choice_count = 0
    sides = list_cards(view)
    view.plays = view.choice_count
    shoos = view.john_seat == seat and not view.redrew
    if sides == 0 and (view.plays or shoos):
        list_choice(view, KEEPS, NONE, NONE, view.swarm)
    if shoos:
        list_choice(view, SHOOS, NONE, NONE, view.swarm)
    forget_choices(view, view.choice_count)


@compiled()
def forget_choices(view, first):
    """Clear the places of choices that there are not, which held those of another hand."""
    for choice in range(first, min(2 * view.hand_size + 2, MAX_CHOICES)):
        view.choice_what[choice] = view.choice_slot[choice] = NONE
        view.choice_side[choice] = view.choice_swarm[choice] = NONE


@compiled()
def list_seats(table, seat, decision):
    """Begin to ask a seat for a seat."""
    look(table, seat)
    view = table.open
    view.decision = decision
    view.choice_count = view.plays = 0
    forget_choices(view, 0)
    for choice in range(view.players):
        view.choice_seat[choice] = NONE


@compiled()
def list_starters(table, seat):
    """Ask a seat who starts the round; choice i is seat i (KN-11)."""
    list_seats(table, seat, START)
    view = table.open
    for choice in range(view.players):
        view.choice_seat[choice] = choice
    view.choice_count = view.players


@compiled()
def list_receivers(table, seat):
    """Ask a seat who of those with the fewest bites gets John, clockwise from its left (KN-16)."""
    list_seats(table, seat, GIVE)
    view = table.open
    fewest = fewest_bites(view)
    for step in range(1, view.players + 1):
        other = (seat + step) % view.players
        if view.bites[other] == fewest:
            view.choice_seat[view.choice_count] = other
            view.choice_count += 1
