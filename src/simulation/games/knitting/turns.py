"""The steps of a turn of Knitting, in their order (KT-6 to KT-10). Compiled."""

from numba import types
from numba.extending import overload

from simulation.compiling import compiled
from simulation.games.knitting.choices import (
    list_cast_ons,
    list_keeps,
    list_matching,
    list_payments,
    list_ways,
)
from simulation.games.knitting.decks import draw_patterns, give_back
from simulation.games.knitting.layout import (
    COLOUR_COUNT,
    DRAWN,
    DRAWS_AND_TAKES,
    DRAWS_TWO,
    NONE,
    PICKS,
    TAKES_WILD,
    WILD,
)
from simulation.games.knitting.log import PASS, PICK, SHOP, clear_taken, log_event
from simulation.games.knitting.payments import asked_of, fewest_wilds
from simulation.games.knitting.projects import cast_on
from simulation.games.knitting.yarn import stash_taken, take_drawn, take_stack


def answer_of(players, view, luck):
    """Return what the player of the seat asked answers; in a search's playouts there is but one for all."""
    return players[view.seat](view, luck)


@overload(answer_of)
def _answer_of_players(players, view, luck):
    if isinstance(players, types.BaseTuple):
        return lambda players, view, luck: players[view.seat](view, luck)
    return None


@compiled()
def ask(table, players):
    """Return the index that the seat asked chooses; a lone choice is not asked for. -1 notes a fault."""
    view, secret = table.open, table.secret
    if view.choice_count == 1:
        return 0
    choice = answer_of(players, view, table.luck)
    if 0 <= choice < view.choice_count:
        return choice
    secret.fault_seat = view.seat
    secret.fault_choice = choice
    return NONE


@compiled()
def shop(table, seat, choice):
    """Take yarn from store and deck (KT-7)."""
    view, secret = table.open, table.secret
    what, options = view.choice_what[choice], view.choice_count
    clear_taken(secret)
    if what == TAKES_WILD:
        secret.taken[WILD] = 1
        view.store[WILD] -= 1
    elif what == DRAWS_TWO:
        take_drawn(table, seat, 2)
    else:
        if what == DRAWS_AND_TAKES:
            take_drawn(table, seat, 1)
        else:
            take_stack(table, view.choice_other[choice])
        take_stack(table, view.choice_yarn[choice])
    log_event(table, SHOP, seat, options, what - TAKES_WILD)
    stash_taken(table, seat)


@compiled()
def pick_patterns(table, players, seat):
    """Draw three patterns and keep two or all of them (KT-7); return whether the player answered."""
    view = table.open
    clear_taken(table.secret)
    log_event(table, PICK, seat, view.choice_count, NONE)
    if draw_patterns(table, seat, DRAWN) < DRAWN:
        return True
    list_keeps(table, seat)
    choice = ask(table, players)
    if choice == NONE:
        return False
    if choice:
        give_back(table, seat, table.secret.held[seat] - DRAWN + choice - 1, view.choice_count)
    return True


@compiled()
def do_way(table, players, seat, choice):
    """Shop or pick patterns as chosen (KT-7); return whether the player answered."""
    if table.open.choice_what[choice] == PICKS:
        return pick_patterns(table, players, seat)
    shop(table, seat, choice)
    return True


@compiled()
def choose_one(table, players, seat):
    """Let a seat shop or pick patterns, or pass where it can do neither (KT-7)."""
    list_ways(table, seat)
    if table.open.choice_count == 0:
        clear_taken(table.secret)
        log_event(table, PASS, seat, 0, NONE)
        return True
    choice = ask(table, players)
    return False if choice == NONE else do_way(table, players, seat, choice)


@compiled()
def choose_matching(table, players, seat, pattern):
    """Return the colour that a player pays matching cards in; -1 without any, -2 for no answer."""
    if table.open.matching[pattern] == 0:
        return NONE
    list_matching(table, seat, pattern)
    choice = ask(table, players)
    return table.open.choice_yarn[choice] if choice != NONE else NO_ANSWER


NO_ANSWER = -2


@compiled()
def choose_payment(table, players, seat, pattern):
    """Put the payment that a player chooses into ``secret.taken``; return whether it answered (KT-2)."""
    view, secret = table.open, table.secret
    matching = choose_matching(table, players, seat, pattern)
    if matching == NO_ANSWER:
        return False
    stash = secret.stashes[seat]
    clear_taken(secret)
    secret.taken[WILD] = view.needs[pattern, WILD]
    spare = stash[WILD] - secret.taken[WILD]
    for colour in range(COLOUR_COUNT):
        spare -= fewest_wilds(view, stash, pattern, matching, colour)
    for colour in range(COLOUR_COUNT):
        asked = asked_of(view, pattern, matching, colour)
        wilds = fewest_wilds(view, stash, pattern, matching, colour)
        most = min(asked, wilds + spare)
        if most > wilds:
            list_payments(table, seat, pattern, colour, wilds, most)
            choice = ask(table, players)
            if choice == NONE:
                return False
            wilds += choice
            spare -= choice
        secret.taken[WILD] += wilds
        secret.taken[colour] = asked - wilds
    return True


@compiled()
def do_cast_on(table, players, seat, choice, legal):
    """Cast on as chosen; choice 0 is none (KT-8). Return whether the player answered."""
    if choice == 0:
        return True
    place = table.open.choice_place[choice]
    if not choose_payment(table, players, seat, table.secret.hands[seat, place]):
        return False
    cast_on(table, seat, place, legal)
    return True


@compiled()
def cast_on_once(table, players, seat):
    """Let a seat cast on one pattern or none (KT-8); return whether it answered."""
    list_cast_ons(table, seat)
    choice = ask(table, players)
    if choice == NONE:
        return False
    return do_cast_on(table, players, seat, choice, table.open.choice_count - 1)
