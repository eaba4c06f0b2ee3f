"""Yarn: the deck, the discards, the store and what shopping takes from it (KT-5, KT-7). Compiled."""

from simulation.compiling import compiled
from simulation.games.knitting.layout import (
    COLOUR_COUNT,
    CORNERS,
    NONE,
    STACKS,
    WILD,
    YARN_COUNT,
)
from simulation.games.knitting.log import RESHUFFLE, STOCK, WIPE, clear_taken, event_row, log_event
from simulation.randomness import below


@compiled()
def count_all(yarn):
    """Return how many cards an array of yarn counts."""
    total = 0
    for kind in range(YARN_COUNT):
        total += yarn[kind]
    return total


@compiled()
def pick_at_random(yarn, count, stream):
    """Return a yarn, each of ``count`` cards as likely."""
    # Without branches: where it would leave a loop is not to be foreseen.
    place, kind = below(stream, count), 0
    for each in range(YARN_COUNT - 1):
        place -= yarn[each]
        kind += place >= 0
    return kind


@compiled()
def reshuffle(table, seat):
    """Shuffle the discards into a new deck (KT-5)."""
    view, secret = table.open, table.secret
    row = log_event(table, RESHUFFLE, seat, 0, NONE)
    for yarn in range(YARN_COUNT):
        if row >= 0:
            event_row(secret.events.address, row).taken[yarn] = view.discards[yarn]
        secret.yarn_deck[yarn] = view.discards[yarn]
        view.yarn_left += view.discards[yarn]
        view.discards[yarn] = 0
    secret.reshuffles += 1


@compiled()
def draw_from_deck(table):
    """Return the next card of a deck that is not empty."""
    view, secret = table.open, table.secret
    yarn = pick_at_random(secret.yarn_deck, view.yarn_left, secret.yarn_stream)
    secret.yarn_deck[yarn] -= 1
    view.yarn_left -= 1
    return yarn


@compiled()
def draw_yarn(table, seat):
    """Return the next yarn card, from a new deck if need be; -1 if there is none (KT-5)."""
    if table.open.yarn_left == 0:
        if count_all(table.open.discards) == 0:
            return NONE
        reshuffle(table, seat)
    return draw_from_deck(table)


@compiled()
def can_draw(view, cards):
    """Tell whether so many cards can be drawn: deck and discards count together (KT-7)."""
    return view.yarn_left >= cards or view.yarn_left + count_all(view.discards) >= cards


@compiled()
def take_drawn(table, seat, cards):
    """Draw into ``secret.taken`` up to so many cards, as many as there are."""
    for _ in range(cards):
        yarn = draw_yarn(table, seat)
        if yarn == NONE:
            return
        table.secret.taken[yarn] += 1


@compiled()
def take_stack(table, colour):
    """Take a whole stack into ``secret.taken`` (KT-7)."""
    table.secret.taken[colour] += table.open.store[colour]
    table.open.store[colour] = 0


@compiled()
def stash_taken(table, seat):
    """Put what was taken into a stash."""
    for yarn in range(YARN_COUNT):
        count = table.secret.taken[yarn]
        table.secret.stashes[seat, yarn] += count
        table.open.stash_counts[seat] += count


@compiled()
def give_taken(table, seat):
    """Take what is to be given or paid out of a stash."""
    for yarn in range(YARN_COUNT):
        count = table.secret.taken[yarn]
        table.secret.stashes[seat, yarn] -= count
        table.open.stash_counts[seat] -= count


@compiled()
def discard_taken(table):
    """Put what was taken onto the discards."""
    for yarn in range(YARN_COUNT):
        table.open.discards[yarn] += table.secret.taken[yarn]


@compiled()
def count_stacks(view):
    """Return how many solid colours lie in the store."""
    stacks = 0
    for colour in range(COLOUR_COUNT):
        stacks += view.store[colour] > 0
    return stacks


@compiled()
def wipe(table, seat):
    """Discard all stocked yarn and the fifth Wild (KT-5)."""
    view, secret = table.open, table.secret
    for yarn in range(YARN_COUNT):
        secret.taken[yarn] = view.store[yarn]
        view.store[yarn] = 0
    secret.taken[WILD] += 1
    log_event(table, WIPE, seat, 0, NONE)
    discard_taken(table)
    secret.wipes += 1


@compiled()
def shelve(table, seat, yarn):
    """Lay a drawn card into the store; a Wild that finds no corner wipes it (KT-5). Return the new stacks."""
    view = table.open
    if yarn != WILD:
        view.store[yarn] += 1
        return view.store[yarn] == 1
    if view.store[WILD] < CORNERS:
        view.store[WILD] += 1
        return 0
    stacks = count_stacks(view)
    wipe(table, seat)
    return -stacks


@compiled()
def stock(table, seat):
    """Stock the store until four colours lie out; the discards are shuffled at most once (KT-5)."""
    view, secret = table.open, table.secret
    shuffled, stacks = False, count_stacks(view)
    while stacks < STACKS:
        if view.yarn_left == 0:
            if shuffled or count_all(view.discards) == 0:
                break
            clear_taken(secret)
            reshuffle(table, seat)
            shuffled = True
        stacks += shelve(table, seat, draw_from_deck(table))
    for yarn in range(YARN_COUNT):
        secret.taken[yarn] = view.store[yarn] - secret.store_told[yarn]
    log_event(table, STOCK, seat, 0, NONE)
