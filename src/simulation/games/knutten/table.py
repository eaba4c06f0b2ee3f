"""Knutten's moves: what a hand, the swamp and the swarm do. Compiled; the rules by their ids."""

from simulation.compiling import compiled
from simulation.games.knutten.layout import (
    COPIER,
    COPIES_NEXT,
    IS_JOHN,
    MAX_KINDS,
    NONE,
    NUMBER,
    PLAYS_AGAIN,
    REVERSES,
    SETS,
    SKIPS,
)
from simulation.randomness import below, seek


@compiled()
def gather(table, game, round_number):
    """Shuffle all cards into the swamp and empty hands and swarm (KN-2, KN-11)."""
    view, secret = table.open, table.secret
    seek(table.shuffles, game, round_number)
    seek(table.luck, game, round_number)
    for card in range(secret.cards):
        secret.pile[card] = secret.deck[card]
    secret.pile_cards = secret.cards
    if view.john_kind != NONE and view.copies[view.john_kind]:
        secret.pile[secret.pile_cards] = view.john_kind
        secret.pile_cards += 1
    secret.under_cards = 0
    secret.under_first = 0
    clear_swarm(view)
    for kind in range(view.kinds):
        view.in_swarm[kind] = view.played[kind] = view.shown[kind] = 0
    use_up_copies(view)
    view.round = round_number
    view.swamp = secret.pile_cards
    view.swarm = 0
    view.direction = 1
    view.skips = view.again = view.redrew = 0
    secret.plays = secret.john_bitten = 0
    for seat in range(view.players):
        view.hand_counts[seat] = 0
        for slot in range(view.hand_size):
            secret.hands[seat, slot] = NONE


@compiled()
def clear_swarm(view):
    """Take the swarm's cards from the table, so that a view holds nothing of earlier rounds."""
    for card in range(view.swarm_cards):
        view.swarm_kind[card] = view.swarm_side[card] = view.swarm_seat[card] = NONE
    view.swarm_cards = 0


@compiled()
def use_up_copies(view):
    """Let no `?` wait any longer (KN-7)."""
    for copy in range(view.waiting):
        view.waiting_seat[copy] = NONE
    view.waiting = 0


@compiled()
def draw(table, seat, slot):
    """Draw the top card of the swamp into a slot, if there is one."""
    view, secret = table.open, table.secret
    if view.swamp == 0:
        return
    view.swamp -= 1
    if secret.pile_cards:
        # One step of a shuffle: any card of the unordered pile is as likely to be the next.
        card = below(table.shuffles, secret.pile_cards)
        secret.pile_cards -= 1
        secret.hands[seat, slot] = secret.pile[card]
        secret.pile[card] = secret.pile[secret.pile_cards]
    else:
        secret.hands[seat, slot] = secret.under[secret.under_first]
        secret.under_first = (secret.under_first + 1) % MAX_KINDS
        secret.under_cards -= 1
    view.hand_counts[seat] += 1


@compiled()
def fill_hand(table, seat):
    """Draw up to the hand limit, the first empty slot first."""
    for slot in range(table.open.hand_size):
        if table.secret.hands[seat, slot] == NONE:
            draw(table, seat, slot)


@compiled()
def deal(table):
    """Fill every hand. Which seat is dealt first changes nothing in a shuffled swamp."""
    for seat in range(table.open.players):
        fill_hand(table, seat)


@compiled()
def swarm_made(view, kind, side, swarm, waiting):
    """Return what a side makes of a swarm; a waiting `?` repeats a number (KN-7), `set:N` sets (KN-13)."""
    symbol = view.symbol[kind, side]
    if symbol == NUMBER:
        return swarm + view.value[kind, side] * (1 + waiting)
    return view.value[kind, side] if symbol == SETS else swarm


@compiled()
def swarm_after(view, kind, side):
    """Return the swarm after a card's side is played now."""
    return swarm_made(view, kind, side, view.swarm, view.waiting)


@compiled()
def card_can_be_played(view, kind):
    """Tell whether a card, John not counted, has a side that leaves the swarm at 0 or more (KN-6)."""
    if kind == NONE or view.symbol[kind, 0] == IS_JOHN:
        return False
    return swarm_after(view, kind, 0) >= 0 or swarm_after(view, kind, 1) >= 0


@compiled()
def can_play(table, seat):
    """Tell whether a seat has a card to play, John not counted."""
    for slot in range(table.open.hand_size):
        if card_can_be_played(table.open, table.secret.hands[seat, slot]):
            return True
    return False


@compiled()
def holds(table, seat, kind):
    """Tell whether a card of some kind is in a seat's hand."""
    for slot in range(table.open.hand_size):
        if table.secret.hands[seat, slot] == kind:
            return kind != NONE
    return False


@compiled()
def nobody_can_play(table):
    """Tell whether no seat at all can play (KN-9)."""
    for seat in range(table.open.players):
        if can_play(table, seat):
            return False
    return True


@compiled()
def next_seat(view, seat):
    """Return whose turn follows a seat's, after the turns that are lost to `skip` (KN-13)."""
    steps = 1 + view.skips
    view.skips = 0
    return (seat + view.direction * steps) % view.players


@compiled()
def take_effect(view, seat, symbol):
    """Do what a side does besides the swarm; only a number uses up waiting `?` (KN-7, KN-13)."""
    if symbol == NUMBER:
        use_up_copies(view)
    elif symbol == COPIES_NEXT:
        view.waiting_seat[view.waiting] = seat
        view.waiting += 1
    elif symbol == SKIPS:
        view.skips += 1
    elif symbol == REVERSES:
        view.direction = -view.direction
    elif symbol == PLAYS_AGAIN:
        view.again = 1


@compiled()
def play_card(table, seat, slot, side):
    """Play a side: swarm, waiting `?` and the open cards change; nothing is drawn (KN-4)."""
    view, secret = table.open, table.secret
    kind = secret.hands[seat, slot]
    view.swarm = swarm_after(view, kind, side)
    take_effect(view, seat, view.symbol[kind, side])
    secret.hands[seat, slot] = NONE
    view.hand_counts[seat] -= 1
    view.swarm_kind[view.swarm_cards] = kind
    view.swarm_side[view.swarm_cards] = side
    view.swarm_seat[view.swarm_cards] = seat
    view.swarm_cards += 1
    view.in_swarm[kind] += 1
    view.played[kind] += 1


@compiled()
def whom_it_bites(view, seat, value):
    """Return whom a number of ``seat`` will bite if it takes the swarm to ``bite_at`` (KN-5, KN-7)."""
    if view.copy_blame == COPIER:
        for copies in range(1, view.waiting + 1):
            if view.swarm + copies * value >= view.bite_at:
                return view.waiting_seat[copies - 1]
    return seat


@compiled()
def redraw(table, seat):
    """Show the hand, put it under the swamp in random order, draw a new one (KN-8)."""
    view, secret = table.open, table.secret
    hand, cards = view.hand, 0
    for slot in range(view.hand_size):
        kind = secret.hands[seat, slot]
        if kind != NONE:
            hand[cards] = kind
            cards += 1
            view.shown[kind] += 1
            secret.hands[seat, slot] = NONE
    for left in range(cards, 0, -1):
        pick = below(table.shuffles, left)
        secret.under[(secret.under_first + secret.under_cards) % MAX_KINDS] = hand[pick]
        secret.under_cards += 1
        hand[pick] = hand[left - 1]
    view.swamp += cards
    view.hand_counts[seat] = 0
    fill_hand(table, seat)


@compiled()
def refill(table, seat):
    """Shuffle the swarm's cards into a new swamp and fill hands clockwise from a seat (KN-9)."""
    view, secret = table.open, table.secret
    for card in range(view.swarm_cards):
        secret.pile[card] = view.swarm_kind[card]
    secret.pile_cards = view.swamp = view.swarm_cards
    clear_swarm(view)
    for kind in range(view.kinds):
        view.in_swarm[kind] = 0
    for step in range(view.players):
        fill_hand(table, (seat + step) % view.players)


@compiled()
def has_wind(table, seat):
    """Tell whether a hand holds three of the same card (KN-10)."""
    view, secret = table.open, table.secret
    if not view.wind:
        return False
    for first in range(view.hand_size - 2):
        kind = secret.hands[seat, first]
        if kind != NONE:
            same = 1
            for slot in range(first + 1, view.hand_size):
                other = secret.hands[seat, slot]
                if other != NONE and view.family[other] == view.family[kind]:
                    same += 1
            if same >= 3:
                return True
    return False


@compiled()
def who_has_wind(table, first_seat):
    """Return the first seat clockwise from ``first_seat`` with WIND, else -1 (KN-10)."""
    for step in range(table.open.players):
        seat = (first_seat + step) % table.open.players
        if has_wind(table, seat):
            return seat
    return NONE
