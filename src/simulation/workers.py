"""Threads that play parts of a run while the calling thread takes what they finish."""

import os
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from simulation.match import Match, Piece, Pool, recycle
from simulation.plan import PART_GAMES, Plan

MAX_WORKERS = 256


def default_workers() -> int:
    """Return how many processors this process may use."""
    with suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Crew:
    """Threads that play parts; iterate over it for the pieces, in any order of parts.

    The compiled loop runs without the GIL, so the thread that iterates can write a piece while
    the crew plays the next. At most a few pieces wait at a time: memory stays flat.

    Parameters
    ----------
    plan
        The run.
    parts
        First games of the parts to play.
    workers
        Threads.
    on_progress
        Called in the iterating thread with the number of games played since the last call.
    """

    def __init__(
        self, plan: Plan, parts: Sequence[int], workers: int, on_progress: Callable[[int], object]
    ) -> None:
        self._plan = plan
        self._parts = iter(parts)
        self._on_progress = on_progress
        self._pieces: queue.Queue[Piece | BaseException | None] = queue.Queue(maxsize=workers)
        self._pool: Pool = queue.SimpleQueue()
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._played = 0
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(workers)]

    def __iter__(self) -> Iterator[Piece]:
        for thread in self._threads:
            thread.start()
        working = len(self._threads)
        try:
            while working:
                with suppress(queue.Empty):
                    piece = self._pieces.get(timeout=0.2)
                    if isinstance(piece, BaseException):
                        raise piece
                    if piece is None:
                        working -= 1
                    else:
                        yield piece
                        recycle(piece, self._plan, self._pool)
                self._report()
        finally:
            self._dismiss()

    def _report(self) -> None:
        with self._lock:
            played, self._played = self._played, 0
        self._on_progress(played)

    def _dismiss(self) -> None:
        """Stop every thread; one that waits to hand over its piece is relieved of it."""
        self._stop.set()
        while any(thread.is_alive() for thread in self._threads):
            with suppress(queue.Empty):
                self._pieces.get(timeout=0.05)

    def _next_part(self) -> int | None:
        with self._lock:
            return next(self._parts, None)

    def _on_slice(self, games: int) -> bool:
        with self._lock:
            self._played += games
        return self._stop.is_set()

    def _work(self) -> None:
        try:
            match = Match(self._plan, self._pool)
            while (part := self._next_part()) is not None:
                first, end = part, min(part + PART_GAMES, self._plan.games)
                while first < end:
                    piece = match.play_piece(first, end - first, self._on_slice)
                    if piece is None:
                        return
                    self._pieces.put(piece)
                    first += piece.games
            self._pieces.put(None)
        except BaseException as error:  # handed to the thread that can tell the user
            self._pieces.put(error)
