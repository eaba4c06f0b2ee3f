"""Scores, ranks and the rows of a game that has ended (KT-12, KT-13). Compiled."""

from simulation.buffers import next_row
from simulation.columns import NO_NUMBER
from simulation.compiling import compiled
from simulation.games.knitting.decks import is_special
from simulation.games.knitting.layout import NONE
from simulation.games.knitting.log import game_row, seat_row, tell_in_hand
from simulation.games.knitting.projects import count_wips


@compiled()
def secret_points(table, seat):
    """Return the points of a seat's good deeds (KT-12)."""
    points = 0
    for place in range(table.secret.card_held[seat]):
        points += table.open.card_points[table.secret.cards[seat, place]]
    return points


@compiled()
def points_subtracted(table, seat):
    """Return the points of the patterns in a hand that are subtracted (KT-12)."""
    view, points = table.open, 0
    for place in range(table.secret.held[seat]):
        pattern = table.secret.hands[seat, place]
        if view.subtract and (view.subtract_special or not is_special(view, pattern)):
            points += view.points[pattern]
    return points


@compiled()
def score(table, seat):
    """Return a seat's score (KT-12)."""
    return table.open.fo_points[seat] + secret_points(table, seat) - points_subtracted(table, seat)


@compiled()
def count_better(table, seat):
    """Return how many seats are ahead of a seat, by score, then by stash (KT-13)."""
    view, better = table.open, 0
    mine, stash = score(table, seat), view.stash_counts[seat]
    for other in range(view.players):
        theirs = score(table, other)
        better += theirs > mine or (theirs == mine and view.stash_counts[other] > stash)
    return better


@compiled()
def log_seat(table, seat, policy, better, winners):
    """Write a seat of a game that has ended."""
    view, secret = table.open, table.secret
    row = next_row(secret.seats)
    if row >= 0:
        line = seat_row(secret.seats.address, row)
        line.game_id = secret.game
        line.seat = seat
        line.policy = policy
        line.rank = 1 + better
        line.win_share = 0.0 if better else 1.0 / winners
        line.score = score(table, seat)
        line.fo_points = view.fo_points[seat]
        line.bonus = secret.bonus[seat]
        line.secret_points = secret_points(table, seat)
        line.subtracted = points_subtracted(table, seat)
        line.stash = view.stash_counts[seat]
        line.finished = view.finished[seat]
        line.wips = count_wips(view, seat)
        line.trades = secret.trades[seat]
    for place in range(secret.held[seat]):
        tell_in_hand(secret, secret.rows[seat, place])


@compiled()
def log_game(table, end_reason, policies):
    """Write a game that has ended, and its seats."""
    view, secret = table.open, table.secret
    mask = winners = 0
    for seat in range(view.players):
        if count_better(table, seat) == 0:
            mask |= 1 << seat
            winners += 1
    for seat in range(view.players):
        log_seat(table, seat, policies[seat], count_better(table, seat), winners)
    row = next_row(secret.games)
    if row >= 0:
        line = game_row(secret.games.address, row)
        line.game_id = secret.game
        line.players = view.players
        line.turns = view.turn + 1
        line.end_reason = end_reason
        line.winners = mask
        line.closer = NO_NUMBER if view.closer == NONE else view.closer
        line.wipes = secret.wipes
        line.reshuffles = secret.reshuffles
        line.yarn_left = view.yarn_left
        line.patterns_left = view.patterns_left
        line.community_left = view.community_left
