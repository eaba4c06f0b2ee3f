"""Components as data: CSV files with provenance, found by name or path and read with care."""

import csv
import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from simulation.errors import GamegaugeError, one_line

Row = TypeVar("Row", bound=BaseModel)


@dataclass(frozen=True)
class Component:
    """What every kind of component has: a name, and content that can be hashed."""

    name: str

    @property
    def caveats(self) -> tuple[str, ...]:
        """What a finding that rests on this component has to say about it."""
        return ()

    def content(self) -> dict[str, Any]:
        """Return everything a reader of a run needs, ready for JSON."""
        return {
            field: [dict(row) for row in value] if isinstance(value, tuple) else value
            for field, value in asdict(self, dict_factory=dict).items()
        }

    def describe(self) -> dict[str, Any]:
        """Return the content, its caveats and its hash; line ends and column order do not count."""
        content = self.content()
        text = json.dumps({**content, "name": ""}, sort_keys=True)
        sha256 = hashlib.sha256(text.encode()).hexdigest()
        return {**content, "caveats": list(self.caveats), "sha256": sha256}


def shipped_names(folder: Path) -> list[str]:
    """Return the names that ``--components`` knows in a folder of ``data/``."""
    return sorted(path.stem for path in folder.glob("*.csv"))


def find_component(kind: str, given: str, folder: Path) -> Path:
    """Return the file of a component given by name or by path."""
    path = folder / f"{given}.csv"
    if path.is_file():
        return path
    path = Path(given).expanduser()
    if path.is_file():
        return path
    raise GamegaugeError(
        f"{kind} {given!r} is neither a known name nor a file; "
        f"allowed: {', '.join(shipped_names(folder))}, or a path to a CSV file"
    )


def read_rows(path: Path, columns: Sequence[str], model: type[Row]) -> list[Row]:
    """Read a CSV file into one model a row; columns beyond those asked for are ignored.

    Raises
    ------
    GamegaugeError
        Naming the file and the row and column of the first fault.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file, skipinitialspace=True)
            missing = [name for name in columns if name not in (reader.fieldnames or ())]
            if missing:
                raise GamegaugeError(
                    f"{path} has no column {missing[0]}; allowed: a comma-separated file "
                    f"with the columns {', '.join(columns)}"
                )
            return [_read_row(path, reader.line_num, row, columns, model) for row in reader]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise GamegaugeError(
            f"{path} cannot be read as CSV: {one_line(error)}; allowed: UTF-8 text"
        ) from None


def _read_row(path: Path, line: int, row: dict[str, Any], columns: Sequence[str], model: type[Row]) -> Row:
    values = {name: (row[name] or "").strip() for name in columns}
    try:
        return model(**values)
    except ValidationError as error:
        first = error.errors()[0]
        column = first["loc"][0]
        reason = one_line(first["msg"]).removeprefix("Value error, ")
        raise GamegaugeError(
            f"{path}, row {line}, column {column}: {values[str(column)]!r} cannot be used; {reason}"
        ) from None
