"""One thread's table: records, streams and buffers that a game's compiled loop plays on."""

import queue
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from simulation.buffers import allocate, set_place
from simulation.errors import GamegaugeError
from simulation.plan import PART_GAMES, Plan
from simulation.randomness import PLAYERS, SHUFFLES, new_stream

SLICE_GAMES = 1000
"""Games played at most before a thread looks whether it should stop."""
MOST_ROWS = 2**20
"""Rows of a buffer at most; a part whose games write more is made of several pieces."""
SLICE_SECONDS = 0.05
"""Time after which it does not wait longer; slices change no byte of the log."""


Pool = queue.SimpleQueue[dict[str, np.ndarray]]
"""Buffers that are free again; fresh memory costs as much time as the games themselves."""


@dataclass(frozen=True)
class Piece:
    """Games ``first`` to ``first + games - 1``: the rows of every table, not yet written.

    ``rows`` are the filled parts of ``buffers``, which go back to the match's pool once written.
    """

    first: int
    games: int
    rows: dict[str, np.ndarray]
    buffers: dict[str, np.ndarray]


def buffer_lengths(plan: Plan) -> dict[str, int]:
    """Return the rows that each table's buffer has room for: those of an ordinary part, or MOST_ROWS."""
    rows = plan.game.rows(plan)
    lengths = {table: min(count * PART_GAMES, MOST_ROWS) for table, count in rows.items()}
    return lengths if plan.log == "events" else {**lengths, "events": 0}


def recycle(piece: Piece, plan: Plan, pool: Pool) -> None:
    """Put a written piece's buffers into the pool, but not those that a monstrous game needed."""
    if {table: len(rows) for table, rows in piece.buffers.items()} == buffer_lengths(plan):
        pool.put(piece.buffers)


class Match:
    """A table at which one thread plays games of a planned run.

    Parameters
    ----------
    plan
        The run.
    pool
        Where buffers come from.
    """

    def __init__(self, plan: Plan, pool: Pool) -> None:
        self._plan = plan
        self._pool = pool
        self._view, self._secret = plan.game.set_table(plan)
        names = plan.policy_names
        self._codes = np.array([names.index(policy.name) for policy in plan.policies], np.int64)
        choosers = [policy.choose for policy in plan.policies]
        # The loop is compiled for the most seats; the empty ones are never asked.
        empty = plan.game.seats[1] - len(choosers)
        self._players = (*choosers, *choosers[:1] * empty)
        self._slice = 1
        self._streams = [new_stream(plan.seed, purpose) for purpose in (SHUFFLES, PLAYERS)]

    def play_piece(self, first: int, most: int, on_slice: Callable[[int], bool]) -> Piece | None:
        """Play up to ``most`` games, fewer if a buffer fills; None if ``on_slice(games)`` says stop.

        Where a piece ends depends on ``first`` and the plan alone, never on timing.
        """
        buffers = self._free_buffers()
        while True:
            for table, rows in buffers.items():
                set_place(self._secret[0][table], rows)
            played = 0
            while played < most:
                wanted = min(self._slice, most - played)
                done = self._play(first + played, wanted)
                played += done
                if on_slice(done):
                    return None
                if done < wanted:
                    break
            if played:
                return Piece(first, played, self._rows(buffers), buffers)
            # Not even one game fits.
            twice = {table: 2 * len(rows) for table, rows in buffers.items()}
            buffers = allocate(self._plan.game.dtypes, twice)

    def _free_buffers(self) -> dict[str, np.ndarray]:
        with suppress(queue.Empty):
            return self._pool.get_nowait()
        return allocate(self._plan.game.dtypes, buffer_lengths(self._plan))

    def _play(self, first: int, count: int) -> int:
        start = time.monotonic()
        try:
            done = self._plan.game.play_games(
                self._players, self._codes, self._view, self._secret, *self._streams, first, count
            )
        except Exception as error:  # raised by a player that the user wrote
            raise GamegaugeError(
                f"a policy raised {type(error).__name__}: {error} in games {first} to {first + count - 1}; "
                "allowed: players that always answer"
            ) from error
        slow = time.monotonic() - start > SLICE_SECONDS
        self._slice = max(count // 2, 1) if slow else min(2 * self._slice, SLICE_GAMES)
        secret = self._secret[0]
        if secret["fault_seat"] >= 0:
            seat = int(secret["fault_seat"])
            raise GamegaugeError(
                f"policy {self._plan.policies[seat].name!r} chose {int(secret['fault_choice'])} in game "
                f"{first + done}, seat {seat}; allowed: an index from 0 to view.choice_count - 1"
            )
        return int(done)

    def _rows(self, buffers: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        return {
            table: rows[: int(self._secret[0][table]["written"])]
            for table, rows in buffers.items()
            if table != "events" or self._plan.log == "events"
        }
