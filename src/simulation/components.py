"""Components as data: CSV files with provenance, found by name or path and read with care."""

import csv
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from os.path import expanduser
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from simulation.errors import GamegaugeError

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
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {
            name: [dict(row) for row in value] if isinstance(value, tuple) else value
            for name, value in values.items()
        }

    def describe(self) -> dict[str, Any]:
        """Return the content, its caveats and its hash; line ends and column order do not count."""
        content = self.content()
        return {**content, "caveats": list(self.caveats), "sha256": content_digest(content)}


def content_digest(described: Mapping[str, Any]) -> str:
    """Return the hash of a component's content, which neither its name nor its caveats are part of."""
    content = {key: value for key, value in described.items() if key not in ("caveats", "sha256")}
    text = json.dumps({**content, "name": ""}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def shipped_names(folder: Path, suffix: str = ".csv") -> list[str]:
    """Return the names that ``--components`` knows in a folder of ``data/``."""
    return sorted(path.stem for path in folder.glob(f"*{suffix}"))


def find_component(kind: str, given: str, folder: Path, suffix: str = ".csv") -> Path:
    """Return the file of a component given by name or by path."""
    for path in (folder / f"{given}{suffix}", Path(expanduser(given))):
        with suppress(OSError):
            if path.is_file() and str(path).isprintable():
                return path
    raise GamegaugeError(
        f"{kind} {given!r} is neither a known name nor a file below {Path.cwd()}; "
        f"allowed: {', '.join(shipped_names(folder, suffix))}, or a path to a {suffix[1:].upper()} file"
    )


def read_rows(
    path: Path, columns: Sequence[str], model: type[Row], ignore: Callable[[dict[str, str]], bool]
) -> list[Row]:
    """Read a CSV file into one model a row; columns beyond those asked for are ignored.

    The first column names a row. The description of each of the model's fields says what is allowed
    in its column; rows for which ``ignore`` is true are not looked at.

    Raises
    ------
    GamegaugeError
        Naming the file and the row and column of the first fault.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file, skipinitialspace=True)
            reader.fieldnames = [name.strip() for name in reader.fieldnames or ()]
            missing = [name for name in columns if reader.fieldnames.count(name) != 1]
            if missing:
                raise GamegaugeError(
                    f"{path} lacks the column {missing[0]!r}, or has it twice; allowed: a file separated by "
                    f"commas with the columns {', '.join(columns)}"
                )
            rows = [(reader.line_num, _cells(path, reader.line_num, row, columns)) for row in reader]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise GamegaugeError(f"{path} cannot be read as CSV: {error}; allowed: UTF-8 text") from None
    rows = [(line, cells) for line, cells in rows if not ignore(cells)]
    _check_names(path, rows, columns[0])
    return [_read_row(path, line, cells, model) for line, cells in rows]


def _check_names(path: Path, rows: Sequence[tuple[int, dict[str, str]]], column: str) -> None:
    seen: set[str] = set()
    for line, cells in rows:
        if cells[column] in seen:
            raise GamegaugeError(
                f"{path}, row {line}, column {column}: {cells[column]!r} stands twice; allowed: one row each"
            )
        seen.add(cells[column])


def _cells(path: Path, line: int, row: dict[Any, Any], columns: Sequence[str]) -> dict[str, str]:
    if None in row:
        raise GamegaugeError(f"{path}, row {line} has more cells than columns; allowed: one each")
    return {name: (row[name] or "").strip() for name in columns}


def _read_row(path: Path, line: int, cells: dict[str, str], model: type[Row]) -> Row:
    try:
        return model.model_validate(cells)
    except ValidationError as error:
        column = str(error.errors()[0]["loc"][0])
        raise GamegaugeError(
            f"{path}, row {line}, column {column}: {cells[column]!r} cannot be used; "
            f"allowed: {model.model_fields[column].description}"
        ) from None
