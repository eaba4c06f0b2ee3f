"""The compiled loop of Knitting: steps make turns, turns make games, games fill the log."""

from numba import types

from simulation.buffers import close_game
from simulation.compiling import compiled
from simulation.games.knitting.community import do_free
from simulation.games.knitting.layout import (
    AFTER_CAST_ON,
    AFTER_CHOICE,
    AFTER_KNIT,
    BEFORE_KNIT,
    MAX_SEATS,
    NONE,
    Table,
    player_signature,
    secret_type,
    view_type,
)
from simulation.games.knitting.log import STALLED, TARGET
from simulation.games.knitting.projects import knit
from simulation.games.knitting.scores import log_game
from simulation.games.knitting.table import set_up
from simulation.games.knitting.turns import cast_on_once, choose_one
from simulation.games.knitting.yarn import stock
from simulation.randomness import stream_type

players_type = types.UniTuple(types.FunctionType(player_signature), MAX_SEATS)
GOES_ON = -1
"""A game that has not ended."""


@compiled()
def cast_on_all(table, players, seat):
    """Take the CAST ON step, once more for each card that says so; return whether the player answered."""
    view = table.open
    while view.cast_ons > 0:
        view.cast_ons -= 1
        if not cast_on_once(table, players, seat):
            return False
    return True


@compiled()
def finish_turn(table, players, seat):
    """Take what follows the choice of a turn; return whether the player answered."""
    answered = (
        do_free(table, players, seat, AFTER_CHOICE)
        and cast_on_all(table, players, seat)
        and do_free(table, players, seat, AFTER_CAST_ON)
    )
    if answered:
        stock(table, seat)
    return answered


@compiled()
def play_turn(table, players, seat):
    """Play a turn in its order; return whether the player answered."""
    table.open.cast_ons = 1
    if not do_free(table, players, seat, BEFORE_KNIT):
        return False
    knit(table, seat)
    return (
        do_free(table, players, seat, AFTER_KNIT)
        and choose_one(table, players, seat)
        and finish_turn(table, players, seat)
    )


@compiled()
def end_reason(view):
    """Tell after a turn whether, and why, the game is over (KT-11, KT-14)."""
    if view.closer != NONE:
        return TARGET if (view.turn + 1) % view.players == view.closer else GOES_ON
    return STALLED if view.turn + 1 >= view.players * view.max_turns else GOES_ON


@compiled()
def play_game(table, players, policies, game):
    """Play one game into the log; return whether every player answered with a choice."""
    view = table.open
    set_up(table, game)
    over = GOES_ON
    while over == GOES_ON:
        view.turn += 1
        if not play_turn(table, players, view.turn % view.players):
            return False
        over = end_reason(view)
    log_game(table, over, policies)
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
    ``shuffles`` is not drawn from: the decks have streams of their own.
    """
    table = Table(view[0], secret[0], luck[0])
    log = table.secret.games, table.secret.seats, table.secret.patterns, table.secret.events
    for done in range(count):
        if not close_game(log, play_game(table, players, policies, first + done)):
            return done
    return count
