"""The compiled loop of Knutten: turns make rounds, rounds make games, games fill the log."""

from numba import types

from simulation.buffers import close_game
from simulation.compiling import compiled
from simulation.games.knutten.choices import list_starters, look
from simulation.games.knutten.forced import force_deal
from simulation.games.knutten.john import (
    bring_john,
)
from simulation.games.knutten.layout import (
    MAX_SEATS,
    NONE,
    Table,
    player_signature,
    secret_type,
    view_type,
)
from simulation.games.knutten.log import (
    REFILL,
    STALLED,
    SWARM,
    log_event,
    log_game,
    log_round,
)
from simulation.games.knutten.table import (
    deal,
    gather,
    next_seat,
    nobody_can_play,
    refill,
    who_has_wind,
)
from simulation.games.knutten.turns import DECLINED, FAULT, GOES_ON, ask, moves_again, shout_wind, take_turn
from simulation.randomness import stream_type

players_type = types.UniTuple(types.FunctionType(player_signature), MAX_SEATS)


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
    """Play a dealt round; return its cause and the seat bitten or shouting."""
    view, secret = table.open, table.secret
    seat, turns = view.starter, 0
    shouter = who_has_wind(table, seat)
    if shouter != NONE:
        return shout_wind(table, shouter)
    while turns < view.max_turns:
        if view.swamp == 0 and view.swarm_cards and nobody_can_play(table):
            cause, who = refill_swamp(table, seat)
            if cause != GOES_ON:
                return cause, who
        cause, who = take_turn(table, players, seat)
        if cause != DECLINED:
            turns += 1
            secret.turn += 1
            if cause != GOES_ON:
                return cause, who
        if not moves_again(table, seat):
            seat = next_seat(view, seat)
    return STALLED, NONE


@compiled()
def bite(view, cause, who):
    """Give the bites of a round's end (KN-5, KN-10, KN-18); return the bitten and how many bites."""
    mask = bites = 0
    if cause != STALLED:
        each = view.swarm - view.bite_at + 1 if view.heavy_weather and cause == SWARM else 1
        for seat in range(view.players):
            if (seat == who) == (cause == SWARM):
                view.bites[seat] += each
                mask |= 1 << seat
                bites += each
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
    bring_john(view)
    table.secret.turn = 0
    chooser, starter, over = NONE, 0, False
    for number in range(view.max_rounds):
        gather(table, table.secret.game, number)
        deal(table)
        force_deal(table)
        if chooser != NONE:
            list_starters(table, chooser)
            starter = ask(table, players, chooser)
            if starter == NONE:
                return False
        view.starter = starter
        cause, chooser = play_round(table, players)
        if cause == FAULT:
            return False
        bitten, bites = bite(view, cause, chooser)
        log_round(table, cause, bitten, bites)
        if cause == STALLED:
            starter = (starter + 1) % view.players
        over = somebody_lost(view)
        if over:
            break
    log_game(table, 0 if over else 1, policies)
    return True


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
    log = table.secret.games, table.secret.seats, table.secret.rounds, table.secret.events
    for done in range(count):
        table.secret.game = first + done
        if not close_game(log, play_game(table, players, policies)):
            return done
    return count
