"""The compiled loop of Knutten: turns make rounds, rounds make games, games fill the log."""

from numba import types

from simulation.compiling import compiled
from simulation.games.knutten.layout import (
    MAX_SEATS,
    NONE,
    Table,
    player_signature,
    secret_type,
    view_type,
)
from simulation.games.knutten.log import (
    PASS,
    REDRAW,
    REFILL,
    STALLED,
    SWARM,
    WIND,
    WIND_EVENT,
    log_event,
    log_game,
    log_play,
    log_round,
)
from simulation.games.knutten.table import (
    can_play,
    deal,
    draw,
    gather,
    has_wind,
    list_plays,
    list_starters,
    look,
    nobody_can_play,
    play_card,
    redraw,
    refill,
    who_has_wind,
    whom_it_bites,
)
from simulation.randomness import stream_type

GOES_ON = -1
"""A turn that does not end the round."""
FAULT = -2
"""A player answered with something that is no choice."""

players_type = types.UniTuple(types.FunctionType(player_signature), MAX_SEATS)


@compiled()
def ask(table, players, seat):
    """Return the index that a player chooses, or -1 with the fault noted."""
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
def play_turn(table, players, seat):
    """Play the card that a player chooses (KN-4 to KN-7, KN-10); return cause and seat."""
    view = table.open
    legal = view.choice_count
    choice = ask(table, players, seat)
    if choice == NONE:
        return FAULT, seat
    slot, side = view.choice_slot[choice], view.choice_side[choice]
    kind, swarm_before, waiting_before = view.hand[slot], view.swarm, view.waiting
    blamed = whom_it_bites(view, seat, view.value[kind, side])
    play_card(table, seat, slot, side)
    log_play(table, seat, legal, swarm_before, waiting_before, kind, side)
    if view.swarm >= view.bite_at:
        return SWARM, blamed
    draw(table, seat, slot)
    if has_wind(table, seat):
        return shout_wind(table, seat)
    return GOES_ON, seat


@compiled()
def stuck_turn(table, seat):
    """Redraw or pass, for a player with no legal play (KN-8); return cause and seat."""
    view = table.open
    if view.swamp == 0:
        log_event(table, PASS, seat, 0, view.swarm, view.waiting)
        return GOES_ON, seat
    log_event(table, REDRAW, seat, 0, view.swarm, view.waiting)
    redraw(table, seat)
    if has_wind(table, seat):
        return shout_wind(table, seat)
    return GOES_ON, seat


@compiled()
def refill_swamp(table, seat):
    """Turn the swarm into a new swamp (KN-9); return cause and seat."""
    look(table, seat)
    log_event(table, REFILL, seat, 0, table.open.swarm, table.open.waiting)
    refill(table, seat)
    shouter = who_has_wind(table, seat)
    if shouter != NONE:
        return shout_wind(table, shouter)
    return GOES_ON, seat


@compiled()
def play_round(table, players):
    """Play a dealt round; return its cause, the seat bitten or shouting, and the cards played."""
    view, secret = table.open, table.secret
    seat, plays = view.starter, 0
    shouter = who_has_wind(table, seat)
    if shouter != NONE:
        cause, who = shout_wind(table, shouter)
        return cause, who, plays
    for _ in range(view.max_turns):
        if view.swamp == 0 and view.swarm_cards and nobody_can_play(table):
            cause, who = refill_swamp(table, seat)
            if cause != GOES_ON:
                return cause, who, plays
        list_plays(table, seat)
        stuck = view.choice_count == 0
        if stuck:
            cause, who = stuck_turn(table, seat)
        else:
            cause, who = play_turn(table, players, seat)
            plays += 1
        secret.turn += 1
        if cause != GOES_ON:
            return cause, who, plays
        if not (stuck and view.redraw_then_play and can_play(table, seat)):
            seat = (seat + 1) % view.players
    return STALLED, NONE, plays


@compiled()
def bite(view, cause, who):
    """Give the bites of a round's end; return the mask of the bitten and how many bites."""
    mask = bites = 0
    if cause != STALLED:
        for seat in range(view.players):
            if (seat == who) == (cause == SWARM):
                view.bites[seat] += 1
                mask |= 1 << seat
                bites += 1
    return mask, bites


@compiled()
def somebody_lost(view):
    """Tell whether a player has the bites that end the game (KN-12)."""
    for seat in range(view.players):
        if view.bites[seat] >= view.bites_to_lose:
            return True
    return False


@compiled()
def play_game(table, players, policies):
    """Play one game into the log; return whether every player answered with a choice."""
    view = table.open
    for seat in range(view.players):
        view.bites[seat] = 0
    table.secret.turn = 0
    chooser, starter, over = NONE, 0, False
    for number in range(view.max_rounds):
        gather(table, table.secret.game, number)
        deal(table)
        if chooser != NONE:
            list_starters(table, chooser)
            starter = ask(table, players, chooser)
            if starter == NONE:
                return False
        view.starter = starter
        cause, chooser, plays = play_round(table, players)
        if cause == FAULT:
            return False
        bitten, bites = bite(view, cause, chooser)
        log_round(table, cause, bitten, bites, plays)
        if cause == STALLED:
            starter = (starter + 1) % view.players
        over = somebody_lost(view)
        if over:
            break
    log_game(table, 0 if over else 1, policies)
    return True


@compiled()
def rows_written(secret):
    """Return how many rows each buffer holds."""
    return (secret.games.written, secret.seats.written, secret.rounds.written, secret.events.written)


@compiled()
def fits(secret):
    """Tell whether every row counted is stored."""
    return (
        secret.games.written <= secret.games.length
        and secret.seats.written <= secret.seats.length
        and secret.rounds.written <= secret.rounds.length
        and secret.events.written <= secret.events.length
    )


@compiled()
def take_back(secret, rows):
    """Forget all rows but these, for a game that is to be played again."""
    secret.games.written, secret.seats.written = rows[0], rows[1]
    secret.rounds.written, secret.events.written = rows[2], rows[3]


@compiled(
    types.int64(
        players_type,
        types.int64[::1],
        view_type[::1],
        secret_type[::1],
        stream_type[::1],
        stream_type[::1],
        types.int64,
        types.int64,
    )
)
def play_games(players, policies, view, secret, shuffles, luck, first, count):
    """Play games ``first``, ``first`` + 1, ...; return how many are whole in the buffers.

    Fewer than ``count`` means that a buffer is full, or that ``secret.fault_seat`` is set.
    """
    table = Table(view[0], secret[0], shuffles[0], luck[0])
    for done in range(count):
        before = rows_written(table.secret)
        table.secret.game = first + done
        if not (play_game(table, players, policies) and fits(table.secret)):
            take_back(table.secret, before)
            return done
    return count
