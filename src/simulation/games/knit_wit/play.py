"""The compiled loop of Knit Wit: knit, answer, score; games fill the log."""

from numba import types

from simulation.buffers import close_game
from simulation.compiling import compiled
from simulation.games.knit_wit.answering import answer
from simulation.games.knit_wit.deal import set_up
from simulation.games.knit_wit.design import knit
from simulation.games.knit_wit.layout import MAX_SEATS, Table, player_signature, secret_type, view_type
from simulation.games.knit_wit.people import measure_spools, think_ahead
from simulation.games.knit_wit.scores import score_game
from simulation.randomness import stream_type

players_type = types.UniTuple(types.FunctionType(player_signature), MAX_SEATS)


@compiled()
def play_game(table, players, policies, shuffles, game):
    """Play one game into the log; return whether every player answered with a choice."""
    set_up(table, shuffles, game)
    if not knit(table, players):
        return False
    measure_spools(table.open)
    think_ahead(table)
    if not answer(table, players):
        return False
    score_game(table, policies)
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
    table = Table(view[0], secret[0], luck[0])
    hidden = table.secret
    log = hidden.games, hidden.seats, hidden.spools, hidden.answers, hidden.events
    for done in range(count):
        if not close_game(log, play_game(table, players, policies, shuffles[0], first + done)):
            return done
    return count
