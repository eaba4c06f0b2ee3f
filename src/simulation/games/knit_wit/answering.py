"""The Answer step: all write at the same time, until the last button is taken (KW-8, KW-9). Compiled."""

from simulation.compiling import compiled
from simulation.games.knit_wit.asking import ask, begin, list_choice
from simulation.games.knit_wit.layout import LOOPS, NEXT, NONE


@compiled()
def open_spools(view, secret, seat):
    """Return a bit mask of the spools that a seat may think on, in a new round if one is over (KW-10)."""
    unanswered = 0
    for place in range(view.spools):
        unanswered |= 1 << view.spool[place]
    unanswered &= ~secret.answered[seat]
    due = unanswered & ~secret.seen[seat]
    if due == 0 and unanswered != 0:
        secret.round[seat] += 1
        secret.seen[seat] = 0
        due = unanswered
    return due if secret.round[seat] < view.visits else 0


@compiled()
def show_sheet(table, seat, now):
    """Show a seat its own sheet."""
    view, secret = table.open, table.secret
    view.second = now
    view.answered, view.answers = secret.answered[seat], secret.answer_count[seat]
    view.round = secret.round[seat]
    for spool in range(LOOPS):
        view.thought[spool] = secret.thought[seat, spool]


@compiled()
def list_next(table, seat, due, now):
    """Ask what a seat thinks on next: the top button is choice 0, if there is one, then the spools (KW-8)."""
    view = table.open
    begin(view, NEXT)
    show_sheet(table, seat, now)
    if view.taken < view.buttons:
        list_choice(view, NONE, NONE)
    for spool in range(LOOPS):
        if due >> spool & 1:
            list_choice(view, spool, view.spool_region[spool])


@compiled()
def stop(secret, seat, now):
    """Let a seat drop its pencil."""
    secret.thinking[seat] = NONE
    secret.clock[seat] = now
    secret.writing -= 1


@compiled()
def take_button(table, seat, now):
    """Give a seat the top button; with the last one all stop, but for one more answer (KW-8, KW-9)."""
    view, secret = table.open, table.secret
    secret.button[seat] = view.taken
    view.taken += 1
    stop(secret, seat, now)
    if view.taken < view.buttons:
        return
    for other in range(view.players):
        if secret.button[other] == NONE:
            if view.players == 2 and view.one_more:
                secret.more = other
            else:
                stop(secret, other, now)


@compiled()
def end_sheet(table, seat, now):
    """Stop a seat to which nothing more will come; it takes a button, if there is one."""
    if table.open.taken < table.open.buttons:
        take_button(table, seat, now)
    else:
        stop(table.secret, seat, now)


@compiled()
def think_on(view, secret, seat, spool, now):
    """Let a seat think on a spool until it has an answer or no more patience (KW-10)."""
    left = secret.needed[seat, spool] - secret.thought[seat, spool]
    span = min(left, view.patience[seat])
    secret.thinking[seat], secret.span[seat] = spool, span
    secret.clock[seat] = now + span


@compiled()
def go_on(table, players, seat, now):
    """Let a seat choose what to do next; return whether its player answered."""
    view, secret = table.open, table.secret
    due = open_spools(view, secret, seat)
    if due == 0:
        end_sheet(table, seat, now)
        return True
    list_next(table, seat, due, now)
    choice = ask(table, players, seat)
    if choice == NONE:
        return False
    spool = view.choice_spool[choice]
    if spool == NONE:
        take_button(table, seat, now)
    else:
        think_on(view, secret, seat, spool, now)
    return True


@compiled()
def finish_thought(secret, seat, now):
    """Write down what a seat has thought of, or nothing."""
    spool = secret.thinking[seat]
    secret.thought[seat, spool] += secret.span[seat]
    secret.seen[seat] |= 1 << spool
    if secret.thought[seat, spool] == secret.needed[seat, spool]:
        secret.answered[seat] |= 1 << spool
        secret.answer_count[seat] += 1
        secret.written[seat, spool] = now
        return True
    return False


@compiled()
def next_seat(view, secret):
    """Return whose thought ends first; in the same millisecond whoever is quicker in this game (KW-8)."""
    first = NONE
    for seat in range(view.players):
        if secret.thinking[seat] == NONE:
            continue
        if (
            first == NONE
            or secret.clock[seat] < secret.clock[first]
            or (secret.clock[seat] == secret.clock[first] and secret.rank[seat] < secret.rank[first])
        ):
            first = seat
    return first


@compiled()
def begin_answers(table):
    """Give everybody an empty sheet."""
    view, secret = table.open, table.secret
    secret.writing, secret.more = view.players, NONE
    view.taken = 0
    for seat in range(view.players):
        secret.clock[seat] = 0
        secret.thinking[seat] = secret.button[seat] = NONE
        secret.round[seat] = secret.seen[seat] = secret.answered[seat] = secret.answer_count[seat] = 0
        for spool in range(LOOPS):
            secret.thought[seat, spool] = 0


@compiled()
def seat_of_rank(view, secret, rank):
    """Return who is quicker than all but so many others."""
    for seat in range(view.players):
        if secret.rank[seat] == rank:
            return seat
    return NONE


@compiled()
def start(table, players):
    """Say Go: everybody chooses what to do first; return whether all players answered."""
    view, secret = table.open, table.secret
    for rank in range(view.players):
        seat = seat_of_rank(view, secret, rank)
        if secret.writing == 0:
            break
        if not go_on(table, players, seat, 0):
            return False
    return True


@compiled()
def answer(table, players):
    """Play the Answer step; return whether every player answered."""
    view, secret = table.open, table.secret
    begin_answers(table)
    if not start(table, players):
        return False
    while secret.writing > 0:
        seat = next_seat(view, secret)
        now = secret.clock[seat]
        wrote = finish_thought(secret, seat, now)
        if wrote and secret.more == seat:
            stop(secret, seat, now)
        elif not go_on(table, players, seat, now):
            return False
    return True
