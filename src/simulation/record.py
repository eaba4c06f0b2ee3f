"""``run.json``: what a run's folder says of itself."""

import hashlib
import json
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from simulation.errors import GamegaugeError
from simulation.plan import SCHEMA_VERSION

RUN_FILE = "run.json"


def part_name(first_game: int) -> str:
    """Return the file name of the part that starts with a game."""
    return f"part-{first_game:010d}.parquet"


class Shard(BaseModel):
    """A part of each table, as ``run.json`` lists it."""

    model_config = ConfigDict(strict=True)

    first_game: int = Field(ge=0)
    games: int = Field(ge=1)
    rows: dict[str, int] = Field(min_length=1)
    sha256: dict[str, str] = Field(min_length=1)


class Record(BaseModel):
    """What ``run.json`` has to hold to be one."""

    model_config = ConfigDict(strict=True)

    game: str
    schema_version: int
    games: int = Field(ge=1)
    players: int = Field(ge=1)
    policies: list[str] = Field(min_length=1)
    seed: int = Field(ge=0)
    log: Literal["events", "games"]
    rules: dict[str, Any] = Field(min_length=1)
    components: dict[str, dict[str, Any]]
    shards: list[Shard]

    @model_validator(mode="after")
    def _check(self) -> Self:
        firsts = [shard.first_game for shard in self.shards]
        if len(set(firsts)) != len(firsts) or len(self.policies) != self.players:
            raise ValueError("parts or policies do not fit")
        for shard in self.shards:
            tables = set(shard.rows)
            if tables != set(shard.sha256) or ("events" in tables) != (self.log == "events"):
                raise ValueError("the tables of a part do not fit")
        return self


def shard_is_whole(folder: Path, shard: dict[str, Any]) -> bool:
    """Tell whether every file of a shard is there with its checksum."""
    try:
        return all(
            checksum((folder / table / part_name(shard["first_game"])).read_bytes()) == wanted
            for table, wanted in shard["sha256"].items()
        )
    except OSError:
        return False


def checksum(content: bytes) -> str:
    """Return the checksum that ``run.json`` lists for a part."""
    return hashlib.sha256(content).hexdigest()


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
        json.dumps(record, ensure_ascii=False).encode()  # half a character cannot be printed
    except OSError as error:
        raise GamegaugeError(
            f"{folder} holds no run ({error.strerror}: {RUN_FILE}); allowed: a folder that simulate made"
        ) from None
    except (ValueError, RecursionError):
        record = None
    damaged = f"{path} is damaged; allowed: the file as simulate wrote it, or no such folder to play anew"
    if not isinstance(record, dict):
        raise GamegaugeError(damaged)
    if record.get("schema_version") != SCHEMA_VERSION:
        found = record.get("schema_version")
        raise GamegaugeError(f"{path} has schema version {found}; allowed: {SCHEMA_VERSION}")
    try:
        Record.model_validate(record)
    except ValidationError:
        raise GamegaugeError(damaged) from None
    return record
