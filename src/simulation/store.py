"""A run's folder: parts written whole or not at all, resumed where they stopped."""

import errno
import io
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock, Timeout

from simulation.columns import to_frame
from simulation.errors import GamegaugeError
from simulation.match import Piece
from simulation.plan import PART_GAMES, Plan
from simulation.record import RUN_FILE, checksum, part_name, read_record, shard_is_whole

LOCK_FILE = ".lock"
ROW_GROUP = 2**20
"""Rows of a row group: an ordinary part is one."""
SAVE_SECONDS = 2.0
"""How often the list of finished parts is saved while a run plays."""


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file under a temporary name and rename it when it is whole."""
    temporary = path.with_name(path.name + ".tmp")
    try:
        temporary.write_bytes(content)
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise


class Store:
    """The folder of a run that is being played; made by ``claim``."""

    def __init__(self, folder: Path, plan: Plan, shards: list[dict[str, Any]]) -> None:
        self.folder = folder
        self._plan = plan
        self._tables = plan.game.tables(plan)
        self._shards = {shard["first_game"]: shard for shard in shards}
        self._saved = time.monotonic()

    def missing_parts(self) -> list[int]:
        """Return the first games of the parts that are not whole yet."""
        size, games = PART_GAMES, self._plan.games
        return [first for first in range(0, games, size) if not self._has(first, min(first + size, games))]

    def games_done(self) -> int:
        """Return how many games are written."""
        return sum(shard["games"] for shard in self._shards.values())

    def _has(self, first: int, end: int) -> bool:
        while first < end and first in self._shards:
            first += self._shards[first]["games"]
        return first == end

    def add(self, piece: Piece) -> None:
        """Write the rows of a piece, one file a table: all of them or none."""
        shard: dict[str, Any] = {
            "first_game": piece.first,
            "games": piece.games,
            "rows": {},
            "sha256": {},
        }
        try:
            for table, rows in piece.rows.items():
                self._write_part(shard, table, rows)
        except BaseException:
            for table in piece.rows:
                with suppress(OSError):
                    (self.folder / table / part_name(piece.first)).unlink(missing_ok=True)
            raise
        self._shards[piece.first] = shard
        if time.monotonic() - self._saved > SAVE_SECONDS:
            self.save()

    def _write_part(self, shard: dict[str, Any], table: str, rows: np.ndarray) -> None:
        content = io.BytesIO()
        to_frame(rows, self._tables[table]).write_parquet(
            content, compression="zstd", compression_level=1, statistics=False, row_group_size=ROW_GROUP
        )
        part = content.getvalue()
        (self.folder / table).mkdir(exist_ok=True)
        write_atomically(self.folder / table / part_name(shard["first_game"]), part)
        shard["rows"][table] = len(rows)
        shard["sha256"][table] = checksum(part)

    def save(self) -> None:
        """Write ``run.json`` with the shards there are."""
        shards = [self._shards[first] for first in sorted(self._shards)]
        text = json.dumps({**self._plan.identity(), "shards": shards}, indent=1, ensure_ascii=False)
        write_atomically(self.folder / RUN_FILE, text.encode() + b"\n")
        self._saved = time.monotonic()


@contextmanager
def claim(folder: Path, plan: Plan) -> Iterator[Store]:
    """Make or reopen a run's folder, for this process alone.

    Raises
    ------
    GamegaugeError
        If the folder is a file, holds something else, cannot be written, is being written by
        another process, or the disk is full.
    """
    try:
        made = not folder.exists()
        fresh = not os.path.exists(folder / RUN_FILE)
        _check_free(folder, plan)
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / LOCK_FILE, timeout=0):
            store = Store(folder, plan, _kept_shards(folder, plan))
            try:
                store.save()
                yield store
            finally:
                _settle(store, made, fresh)
    except Timeout:
        raise GamegaugeError(
            f"{folder} is being written by another process; allowed: wait for it, or another folder"
        ) from None
    except OSError as error:
        reason = "the disk is full" if error.errno == errno.ENOSPC else error.strerror or str(error)
        kept = " (the whole parts are kept: the same command goes on from there)"
        raise GamegaugeError(
            f"{folder} cannot be written: {reason}; allowed: a folder with room"
            f"{kept if os.path.exists(folder / RUN_FILE) else ''}"
        ) from None


def _settle(store: Store, made: bool, fresh: bool) -> None:
    """Leave a run that can go on, or what there was before where nothing was played."""
    if store.games_done() or not fresh:
        with suppress(OSError):
            store.save()
        return
    for name in (RUN_FILE, LOCK_FILE):
        with suppress(OSError):
            (store.folder / name).unlink(missing_ok=True)
    for table in store.folder.iterdir():
        with suppress(OSError):
            table.rmdir()
    if made:
        with suppress(OSError):
            store.folder.rmdir()


def holds_all(folder: Path, plan: Plan) -> bool:
    """Tell whether a folder holds this very run, whole, so that nothing has to be written."""
    if plan.own or not os.path.exists(folder / RUN_FILE):
        return False
    _check_free(folder, plan)
    shards = read_record(folder)["shards"]
    played = sum(shard["games"] for shard in shards)
    return played == plan.games and all(shard_is_whole(folder, shard) for shard in shards)


def _check_free(folder: Path, plan: Plan) -> None:
    """Raise unless a folder is new, empty, or holds this very run."""
    if folder.exists() and not folder.is_dir():
        raise GamegaugeError(f"{folder} is a file; allowed: a new folder, or one that holds this run")
    if not folder.exists() or set(os.listdir(folder)) <= {LOCK_FILE, RUN_FILE + ".tmp"}:
        return
    if not (folder / RUN_FILE).is_file():
        raise GamegaugeError(f"{folder} holds something that is no run; allowed: a new or empty folder")
    if plan.own:
        raise GamegaugeError(
            f"{folder} holds a run, perhaps of another player of that name; allowed: a new or empty folder"
        )
    found, wanted = read_record(folder), plan.identity()
    for key, value in wanted.items():
        if found.get(key) != value:
            raise GamegaugeError(
                f"{folder} holds another run ({key} {_brief(found.get(key))}, not {_brief(value)}); "
                "allowed: a new or empty folder"
            )


def _brief(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _kept_shards(folder: Path, plan: Plan) -> list[dict[str, Any]]:
    """Return the shards of an earlier start whose files are all there."""
    if not (folder / RUN_FILE).is_file():
        return []
    _check_free(folder, plan)
    return [shard for shard in read_record(folder)["shards"] if shard_is_whole(folder, shard)]
