"""Writes the rows of Knit Wit's log. Compiled."""

from simulation.buffers import next_row, row_access
from simulation.columns import NO_NAME, NO_NUMBER
from simulation.compiling import compiled
from simulation.games.knit_wit.layout import LOOPS, MAX_REACH, NONE
from simulation.games.knit_wit.log import LAST_BUTTON, LOOP, ONE_MORE, SHUFFLE, SPOOL, TYPES, WORD

game_row, seat_row = row_access(TYPES["games"]), row_access(TYPES["seats"])
spool_row, answer_row = row_access(TYPES["spools"]), row_access(TYPES["answers"])
event_row = row_access(TYPES["events"])
SECOND = 1000.0
"""Milliseconds of a second."""


@compiled()
def log_event(table, event, seat, legal, open_regions):
    """Begin the row of an event, before what it changes; return it or -1."""
    view, secret = table.open, table.secret
    row = next_row(secret.events) if secret.log_events else NONE
    if row >= 0:
        line = event_row(secret.events.address, row)
        line.game_id = secret.game
        line.turn = view.turn
        line.seat = seat
        line.event = event
        line.legal = legal
        line.colour = secret.colour[view.turn]
        line.spool = line.region = NO_NUMBER
        line.word = NO_NAME
        line.regions = view.regions
        line.open_regions = open_regions
        for place in range(MAX_REACH):
            line.passed[place] = NO_NUMBER
    return row


@compiled()
def log_loop(table, seat, open_regions):
    """Write what the new loop encloses and passes over."""
    view, secret = table.open, table.secret
    row = log_event(table, LOOP, seat, view.turn, open_regions)
    if row >= 0 and view.enclosed != NONE:
        line = event_row(secret.events.address, row)
        line.spool = view.region_spool[view.enclosed] + 1
        line.region = view.enclosed
        for place in range(view.passed):
            line.passed[place] = view.passing[place]


@compiled()
def log_word(table, seat, open_regions):
    """Write which tag was drawn, after the Shuffle tag if that came first."""
    secret = table.secret
    if secret.shuffle_turn == table.open.turn:
        log_event(table, SHUFFLE, seat, 0, open_regions)
    row = log_event(table, WORD, seat, 0, open_regions)
    if row >= 0:
        event_row(secret.events.address, row).word = table.open.loop_word[table.open.turn]


@compiled()
def log_spool(table, seat, spool, region, open_regions):
    """Write where a spool goes."""
    row = log_event(table, SPOOL, seat, open_regions, open_regions)
    if row >= 0:
        line = event_row(table.secret.events.address, row)
        line.spool = spool + 1
        line.region = region


@compiled()
def log_spool_row(table, spool):
    """Write what became of a spool."""
    view, secret = table.open, table.secret
    row = next_row(secret.spools)
    if row < 0:
        return
    line = spool_row(secret.spools.address, row)
    region = view.spool_region[spool]
    line.game_id = secret.game
    line.spool = spool + 1
    line.loops = view.loops_round[region]
    line.signature = region
    line.placed_turn = secret.placed_turn[spool]
    line.seat = view.spool_seat[spool]
    line.difficulty = view.words_difficulty[spool]
    words = 0
    for loop in range(LOOPS):
        line.word[loop] = NO_NAME
        if region >> loop & 1:
            line.word[words] = view.loop_word[loop]
            words += 1


@compiled()
def log_answer(table, spool, seat, repeated, points):
    """Write an answer and what it scores."""
    view, secret = table.open, table.secret
    row = next_row(secret.answers)
    if row < 0:
        return
    line = answer_row(secret.answers.address, row)
    votes = secret.votes[seat]
    line.game_id = secret.game
    line.spool = spool + 1
    line.seat = seat
    line.second = secret.written[seat, spool] / SECOND
    line.answer = secret.idea[seat, spool]
    line.loops = view.loops_round[view.spool_region[spool]]
    line.duplicate = repeated
    line.challenged = votes != NONE
    line.votes = votes if votes != NONE else NO_NUMBER
    line.accepted = points > 0
    line.points = points


@compiled()
def log_seat(table, seat, policy, bonus, share):
    """Write how a seat fared."""
    view, secret = table.open, table.secret
    row = next_row(secret.seats)
    if row < 0:
        return
    line = seat_row(secret.seats.address, row)
    better = 0
    for other in range(view.players):
        better += secret.score[other] > secret.score[seat]
    line.game_id = secret.game
    line.seat = seat
    line.policy = policy
    line.rank = 1 + better
    line.win_share = share
    line.score = secret.score[seat]
    line.bonus = bonus
    line.button = secret.button[seat] + 1 if secret.button[seat] != NONE else NO_NUMBER
    line.answers = secret.answer_count[seat]
    line.blanks = view.spools - secret.answer_count[seat]
    line.finish_second = secret.clock[seat] / SECOND


@compiled()
def log_game(table, winners):
    """Write how the game went."""
    view, secret = table.open, table.secret
    row = next_row(secret.games)
    if row < 0:
        return
    line = game_row(secret.games.address, row)
    last, points, deepest = 0, 0, 0
    for seat in range(view.players):
        last = max(last, secret.clock[seat])
    for place in range(view.spools):
        loops = view.loops_round[view.spool_region[view.spool[place]]]
        points += loops
        deepest = max(deepest, loops)
    line.game_id = secret.game
    line.players = view.players
    line.turns = view.turns
    line.end_reason = ONE_MORE if secret.more != NONE else LAST_BUTTON
    line.winners = winners
    line.seconds = last / SECOND
    line.regions = view.regions
    line.design_points = points
    line.deepest = deepest
