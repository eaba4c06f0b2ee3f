"""What chance deals in many games of Knit Wit: the set-up, people's ideas and their votes, as arrays."""

from collections.abc import Mapping
from numbers import Real
from typing import Any

import numpy as np
from numba import types
from scipy.stats import chisquare

from knit_wit_rig import Rig
from simulation.compiling import compiled
from simulation.games.knit_wit.deal import set_up
from simulation.games.knit_wit.layout import LOOPS, MAX_SEATS, Table, secret_type, view_type
from simulation.games.knit_wit.people import think_ahead, vote
from simulation.randomness import stream_type

DEALT = ("order", "colour", "word", "rank", "seat", "shuffle")
_records = (view_type[::1], secret_type[::1], stream_type[::1])
_by_game = types.int64[:, :, ::1]


@compiled(types.void(*_records, stream_type[::1], _by_game))
def _deals(view, secret, luck, shuffles, dealt):
    hidden = secret[0]
    for game in range(len(dealt)):
        set_up(Table(view[0], hidden, luck[0]), shuffles[0], game)
        for place in range(LOOPS):
            dealt[game, 0, place], dealt[game, 1, place] = hidden.order[place], hidden.colour[place]
            dealt[game, 2, place], dealt[game, 3, place] = hidden.word[place], hidden.rank[place]
            dealt[game, 4, place], dealt[game, 5, place] = view[0].spool_seat[place], hidden.shuffle_turn


@compiled(types.void(*_records, _by_game, _by_game))
def _moods(view, secret, luck, needed, idea):
    hidden = secret[0]
    for game in range(len(needed)):
        hidden.game = game
        think_ahead(Table(view[0], hidden, luck[0]))
        for seat in range(MAX_SEATS):
            for spool in range(LOOPS):
                needed[game, seat, spool] = hidden.needed[seat, spool]
                idea[game, seat, spool] = hidden.idea[seat, spool]


@compiled(types.void(*_records, types.int64, types.int64, types.int64[::1]))
def _votes(view, secret, luck, seat, spool, votes):
    for game in range(len(votes)):
        secret[0].game = game
        votes[game] = vote(Table(view[0], secret[0], luck[0]), seat, spool)


def deals(rig: Rig, games: int) -> dict[str, np.ndarray]:
    """Return what is dealt, a row a game: ``seat`` by spool, ``shuffle`` the turn of that tag or -1."""
    dealt = np.empty((games, len(DEALT), LOOPS), np.int64)
    _deals(rig.view, rig.secret, rig.luck, rig.shuffles, dealt)
    return {name: dealt[:, place] for place, name in enumerate(DEALT)}


def moods(rig: Rig, games: int) -> tuple[np.ndarray, np.ndarray]:
    """Return milliseconds needed and ranks of the answers: by game, seat and number of the spool less 1."""
    needed, idea = (np.empty((games, MAX_SEATS, LOOPS), np.int64) for _ in range(2))
    _moods(rig.view, rig.secret, rig.luck, needed, idea)
    return needed, idea


def votes(rig: Rig, games: int, seat: int, spool: int) -> np.ndarray:
    """Return the votes for a seat's answer for a spool, game by game; -1 where nobody challenges it."""
    counts = np.empty(games, np.int64)
    _votes(rig.view, rig.secret, rig.luck, seat, spool - 1, counts)
    return counts


def is_likely(seen: Mapping[Any, int], chances: Mapping[Any, Real]) -> bool:
    """Tell whether counts are as expected, to be wrong once in a million times.

    What is expected less than 5 times is taken together; what has no chance may not be seen.
    """
    total = sum(seen.values())
    assert {one for one in seen if seen[one]} <= {one for one in chances if chances[one]}
    often = [one for one in chances if chances[one] * total >= 5]
    counts, expected = [seen[one] for one in often], [float(chances[one] * total) for one in often]
    rest = total - sum(expected)
    if rest >= 5:
        counts.append(total - sum(counts))
        expected.append(rest)
    assert total - sum(counts) < 30
    scaled = np.array(expected) * sum(counts) / sum(expected)
    return len(counts) == 1 or chisquare(counts, scaled).pvalue > 1e-6
