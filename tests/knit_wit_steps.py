"""Steps of Knit Wit on a table that a test has laid, compiled, and a player that makes given choices."""

import numba
import numpy as np
from numba import types

from simulation.buffers import row_access
from simulation.compiling import compiled
from simulation.games.knit_wit.answering import answer
from simulation.games.knit_wit.design import clear_design, knit
from simulation.games.knit_wit.layout import Table, player_signature, secret_type, view_type
from simulation.games.knit_wit.play import players_type
from simulation.games.knit_wit.scores import score_game
from simulation.randomness import stream_type

KNIT, ANSWER = range(2)
_choice = row_access(numba.from_dtype(np.dtype([("choice", np.int64)])))
_records = (view_type[::1], secret_type[::1], stream_type[::1])


@numba.njit(player_signature)
def scripted(view, luck):
    """Give the next of the answers that lie where the stream's key says; -1 when there are no more."""
    place = luck.halves
    if place >= np.int64(luck.key[1]):
        return -1
    luck.halves = place + 1
    return _choice(np.int64(luck.key[0]), place).choice


@compiled(types.boolean(types.int64, players_type, *_records))
def play_step(which, players, view, secret, luck):
    table = Table(view[0], secret[0], luck[0])
    if which == ANSWER:
        return answer(table, players)
    clear_design(table)
    return knit(table, players)


@compiled(types.void(*_records, types.int64[::1]))
def score_sheets(view, secret, luck, policies):
    score_game(Table(view[0], secret[0], luck[0]), policies)
