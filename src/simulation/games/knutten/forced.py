"""Doing what an experiment forces on a seat (see force.py): its dealt hand, its first play, its starter."""

from simulation.compiling import compiled
from simulation.games.knutten.layout import NONE, START
from simulation.randomness import below, seek


@compiled()
def force_deal(table):
    """Change the dealt hand of the forced seat by swaps, so that all else stays as dealt."""
    secret = table.secret
    if secret.force_seat == NONE:
        return
    seek(secret.fate, secret.game, table.open.round)
    secret.force_open = 1
    if secret.force_without != NONE:
        for slot in range(table.open.hand_size):
            if secret.hands[secret.force_seat, slot] == secret.force_without:
                swap_for_another(table, slot)
    if secret.force_card != NONE:
        bring_card(table, secret.force_card)


@compiled()
def swap_with_pile(secret, slot, place):
    """Swap a card of the forced seat with one of the swamp."""
    seat = secret.force_seat
    secret.hands[seat, slot], secret.pile[place] = secret.pile[place], secret.hands[seat, slot]


@compiled()
def swap_with_hand(table, slot, kind):
    """Swap a card of the forced seat with the first of a kind clockwise; -1 is any that is not forbidden."""
    view, secret = table.open, table.secret
    for step in range(1, view.players):
        seat = (secret.force_seat + step) % view.players
        for place in range(view.hand_size):
            held = secret.hands[seat, place]
            if held == kind or (kind == NONE and held != secret.force_without):
                mine = secret.hands[secret.force_seat, slot]
                secret.hands[secret.force_seat, slot], secret.hands[seat, place] = held, mine
                return


@compiled()
def swap_for_another(table, slot):
    """Swap a card with a random one of the swamp that is not forbidden; without one, with one of a hand."""
    secret, others = table.secret, 0
    for place in range(secret.pile_cards):
        others += secret.pile[place] != secret.force_without
    if others == 0:
        swap_with_hand(table, slot, NONE)
        return
    wanted = below(secret.fate, others)
    for place in range(secret.pile_cards):
        if secret.pile[place] != secret.force_without:
            if wanted == 0:
                swap_with_pile(secret, slot, place)
                return
            wanted -= 1


@compiled()
def bring_card(table, kind):
    """Let the forced seat hold a card: it comes for the first one dealt, from the swamp, else from a hand."""
    view, secret = table.open, table.secret
    for slot in range(view.hand_size):
        if secret.hands[secret.force_seat, slot] == kind:
            return
    for place in range(secret.pile_cards):
        if secret.pile[place] == kind:
            swap_with_pile(secret, 0, place)
            return
    swap_with_hand(table, 0, kind)


@compiled()
def forced_choice(table, seat):
    """Return the choice that is forced on a seat now, -1 if it is free."""
    view, secret = table.open, table.secret
    if secret.force_seat != seat:
        return NONE
    if view.decision == START:
        return NONE if secret.force_starter == NONE else (seat + secret.force_starter) % view.players
    if secret.force_side == NONE or not secret.force_open:
        return NONE
    secret.force_open = 0
    for choice in range(view.plays):
        card = view.hand[view.choice_slot[choice]]
        if card == secret.force_card and view.choice_side[choice] == secret.force_side:
            return choice
    return NONE
