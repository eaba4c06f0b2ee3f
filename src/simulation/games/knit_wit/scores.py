"""Scoring: the same answers cancel, bad ones are voted on, the rest are worth their loops. Compiled."""

from simulation.compiling import compiled
from simulation.games.knit_wit.layout import NONE
from simulation.games.knit_wit.people import vote
from simulation.games.knit_wit.rows import log_answer, log_game, log_seat, log_spool_row


@compiled()
def has_answer(secret, seat, spool):
    """Tell whether there is an answer for a spool on a seat's sheet."""
    return secret.answered[seat] >> spool & 1 == 1


@compiled()
def is_repeated(table, seat, spool, standing):
    """Tell whether another seat's answer for a spool, one of the standing, is the same (KW-13)."""
    secret = table.secret
    for other in range(table.open.players):
        if other != seat and standing >> other & 1 and secret.idea[other, spool] == secret.idea[seat, spool]:
            return True
    return False


@compiled()
def seats_with_answer(table, spool):
    """Return a bit mask of the seats that have an answer for a spool."""
    seats = 0
    for seat in range(table.open.players):
        seats |= has_answer(table.secret, seat, spool) << seat
    return seats


@compiled()
def stands(view, votes):
    """Tell whether so many votes, or no challenge at all, let an answer stand: a tie does (KW-14)."""
    return votes == NONE or 2 * votes >= view.players


@compiled()
def vote_all(table, spool, seats):
    """Hold the votes on some seats' answers for a spool; return a bit mask of those that stand."""
    view, secret = table.open, table.secret
    standing = seats
    for seat in range(view.players):
        if seats >> seat & 1:
            secret.votes[seat] = vote(table, seat, spool)
            if not stands(view, secret.votes[seat]):
                standing &= ~(1 << seat)
    return standing


@compiled()
def find_repeated(table, spool, seats):
    """Return a bit mask of those of some seats whose answers are the same as another's of them."""
    repeated = 0
    for seat in range(table.open.players):
        if seats >> seat & 1 and is_repeated(table, seat, spool, seats):
            repeated |= 1 << seat
    return repeated


@compiled()
def score_spool(table, spool):
    """Score all answers for a spool in the order of KW-16."""
    view, secret = table.open, table.secret
    seats = seats_with_answer(table, spool)
    for seat in range(view.players):
        secret.votes[seat] = NONE
    standing = vote_all(table, spool, seats) if view.challenge_first else seats
    repeated = find_repeated(table, spool, standing)
    if view.duplicates_cancel:
        standing &= ~repeated
    if not view.challenge_first:
        standing = vote_all(table, spool, standing)
    worth = view.loops_round[view.spool_region[spool]]
    for seat in range(view.players):
        if seats >> seat & 1:
            points = worth if standing >> seat & 1 else 0
            secret.score[seat] += points
            log_answer(table, spool, seat, repeated >> seat & 1, points)


@compiled()
def bonus_of(view, secret, seat):
    """Return the points of a seat's button, 0 without one (KW-12)."""
    button = secret.button[seat]
    return view.holes[button] * view.hole_points if button != NONE else 0


@compiled()
def score_game(table, policies):
    """Score the game into the log."""
    view, secret = table.open, table.secret
    for seat in range(view.players):
        secret.score[seat] = bonus_of(view, secret, seat)
    for place in range(view.spools):
        log_spool_row(table, view.spool[place])
        score_spool(table, view.spool[place])
    best = 0
    for seat in range(view.players):
        best = max(best, secret.score[seat])
    winners, count = 0, 0
    for seat in range(view.players):
        if secret.score[seat] == best:
            winners |= 1 << seat
            count += 1
    for seat in range(view.players):
        share = 1.0 / count if winners >> seat & 1 else 0.0
        log_seat(table, seat, policies[seat], bonus_of(view, secret, seat), share)
    log_game(table, winners)
