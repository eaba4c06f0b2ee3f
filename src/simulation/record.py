"""``run.json``: what a run's folder says of itself."""

import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from simulation.errors import GamegaugeError
from simulation.plan import SCHEMA_VERSION

RUN_FILE = "run.json"


def part_name(first_game: int) -> str:
    """Return the file name of the part that starts with a game."""
    return f"part-{first_game:010d}.parquet"


class Shard(BaseModel):
    """A part of each table, as ``run.json`` lists it."""

    first_game: int
    games: int
    rows: dict[str, int]
    bytes: dict[str, int]
    sha256: dict[str, str]


class Record(BaseModel):
    """What ``run.json`` has to hold to be one."""

    game: str
    schema_version: int
    games: int
    players: int
    policies: list[str]
    seed: int
    log: str
    rules: dict[str, Any]
    components: dict[str, dict[str, Any]]
    shards: list[Shard]


def shard_is_whole(folder: Path, shard: dict[str, Any]) -> bool:
    """Tell whether every file of a shard is there with its size."""
    try:
        return all(
            (folder / table / part_name(shard["first_game"])).stat().st_size == size
            for table, size in shard["bytes"].items()
        )
    except OSError:
        return False


def read_record(folder: Path) -> dict[str, Any]:
    """Return what ``run.json`` says.

    Raises
    ------
    GamegaugeError
        If there is none, or it is not one of ours.
    """
    path = folder / RUN_FILE
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise GamegaugeError(
            f"{folder} holds no run ({error.strerror}: {RUN_FILE}); allowed: a folder that simulate made"
        ) from None
    except ValueError:
        record = None
    if not isinstance(record, dict) or record.get("schema_version") != SCHEMA_VERSION:
        found = record.get("schema_version") if isinstance(record, dict) else None
        raise GamegaugeError(f"{path} has schema version {found}; allowed: {SCHEMA_VERSION}")
    try:
        Record.model_validate(record)
    except ValidationError:
        raise GamegaugeError(f"{path} is damaged; allowed: the file as simulate wrote it") from None
    return dict(record)
