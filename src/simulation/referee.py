"""The referee: reads a run's log game by game and says where it breaks the rules.

A game's own referee replays its rows by the rules of record and shares nothing with the compiled loop that
wrote them. Here is what all of them share: reading, keeping rows of a game together, and the verdict.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import polars as pl

from simulation.errors import GamegaugeError
from simulation.progress import progress_bar
from simulation.record import part_name, shard_is_whole
from simulation.registry import get_game
from simulation.runs import Run

Row = tuple[Any, ...]
Rows = Mapping[str, Sequence[Row]]
"""A game's rows by table; a table that the run has not is missing."""
AS_WRITTEN = "allowed: the part as simulate wrote it"
BEYOND_RULES = "log"
"""Stands for a rule's id where the log itself is out of order."""


@dataclass(frozen=True)
class Violation:
    """Something in a log that the rules do not allow.

    Parameters
    ----------
    game, turn
        Where; ``turn`` is the number of the turn at hand, or None for what is wrong with a whole game.
    rule
        Id of the rule that is broken.
    what
        What is wrong, and what was expected.
    """

    game: int
    turn: int | None
    rule: str
    what: str

    def __str__(self) -> str:
        turn = "" if self.turn is None else f", turn {self.turn}"
        return f"game {self.game}{turn}, {self.rule}: {self.what}"


class FoulError(Exception):
    """A broken rule, raised where a referee meets it: a game is judged up to its first."""

    def __init__(self, rule: str, what: str) -> None:
        super().__init__(what)
        self.rule, self.what = rule, what


@dataclass(frozen=True)
class Cell:
    """A column that a referee reads.

    Parameters
    ----------
    name
        Its name in the log.
    names
        For a column of names: those it may hold; the referee gets their places.
    empty
        What the referee gets for an empty cell; only where ``may_be_empty``.
    may_be_empty, may_lack
        Whether a cell may be empty, and whether the log may do without the column.
    whole
        Whether numbers have to be whole.
    """

    name: str
    names: Sequence[str] | None = None
    empty: int | None = None
    may_be_empty: bool = False
    may_lack: bool = False
    whole: bool = True


@dataclass(frozen=True)
class Referee:
    """A game's referee for one run.

    Parameters
    ----------
    cells
        Columns of every table in the order of the rows; the first is ``game_id``.
    judge
        From a game's number and rows to its first violation, or None.
    """

    cells: Mapping[str, Sequence[Cell]]
    judge: Callable[[int, Rows], Violation | None]


@dataclass
class Verdict:
    """What a referee found in a run.

    Parameters
    ----------
    violations
        The first of each game, in the order of games.
    games, events
        How many were judged; ``events`` is None for a run without them.
    altered
        Files of the run that are not as ``run.json`` lists them.
    """

    violations: list[Violation] = field(default_factory=list)
    games: int = 0
    events: int | None = None
    altered: list[str] = field(default_factory=list)


def verify(run: Run, most: int = 10) -> list[Violation]:
    """Return the first violations in a run's log, at most one a game; an empty list for a clean run.

    Raises
    ------
    GamegaugeError
        If the log cannot be read, or is not as it was written though no rule is broken.
    """
    return examine(run, most).violations


def examine(run: Run, most: int = 10, progress: bool | None = False) -> Verdict:
    """Judge a run until ``most`` games with a violation are found.

    Parameters
    ----------
    run, most
        What to judge, and how many violations are enough.
    progress
        Whether to show a bar; None shows it where it is watched.

    Raises
    ------
    GamegaugeError
        As ``verify``.
    """
    block = get_game(run.game)
    referee = block.referee(run.record)
    verdict = Verdict(events=0 if "events" in run.tables else None)
    first = 0
    with progress_bar(f"{block.title}, referee", run.count, 0, progress) as bar:
        for shard in sorted(run.record["shards"], key=itemgetter("first_game")):
            if shard["first_game"] != first:
                raise GamegaugeError(f"{run.path} lacks games from {first:,} on; allowed: whole runs")
            first += shard["games"]
            _judge_part(run, referee, shard, verdict, most)
            bar.update(shard["games"])
            if len(verdict.violations) >= most:
                break
    if verdict.altered and not verdict.violations:
        raise GamegaugeError(
            f"{run.path / verdict.altered[0]} is not as run.json lists it, though no rule is broken; "
            "allowed: whole runs; simulate with the same arguments plays the part again"
        )
    return verdict


def _judge_part(run: Run, referee: Referee, shard: Mapping[str, Any], verdict: Verdict, most: int) -> None:
    frames = {
        table: read_part(run, table, shard, cells)
        for table, cells in referee.cells.items()
        if table in run.tables
    }
    verdict.altered += _altered(run, shard, frames)
    readers = {table: _Reader(table, frame, verdict) for table, frame in frames.items()}
    first, end = shard["first_game"], shard["first_game"] + shard["games"]
    for game in range(first, end):
        rows = {table: reader.take(game) for table, reader in readers.items()}
        verdict.games += 1
        if verdict.events is not None:
            verdict.events += len(rows["events"])
        violation = referee.judge(game, rows)
        if violation:
            verdict.violations.append(violation)
        if len(verdict.violations) >= most:
            break
    else:
        for reader in readers.values():
            reader.finish(end)
    del verdict.violations[most:]


def _altered(run: Run, shard: Mapping[str, Any], frames: Mapping[str, pl.DataFrame]) -> list[str]:
    part = part_name(shard["first_game"])
    return [
        f"{table}/{part}"
        for table, frame in frames.items()
        if not shard_is_whole(run.path, {**shard, "sha256": {table: shard["sha256"].get(table)}})
        or shard["rows"].get(table) != frame.height
    ]


class _Reader:
    """A table's rows game by game; what stands out of place is a violation."""

    def __init__(self, table: str, frame: pl.DataFrame, verdict: Verdict) -> None:
        self._table, self._verdict = table, verdict
        self._groups = groupby(frame.iter_rows(buffer_size=2**14), itemgetter(0))
        self._next: tuple[int, Iterator[Row]] | None = next(self._groups, None)

    def take(self, game: int) -> list[Row]:
        """Return the rows of the next game."""
        while self._next and self._next[0] < game:
            self._out_of_place(game)
        if not self._next or self._next[0] != game:
            return []
        rows = list(self._next[1])
        self._next = next(self._groups, None)
        return rows

    def finish(self, end: int) -> None:
        """See that nothing is left over before game ``end``."""
        while self._next:
            self._out_of_place(end)

    def _out_of_place(self, before: int) -> None:
        assert self._next
        what = f"rows of {self._table} stand before game {before}, out of the order of games"
        self._verdict.violations.append(Violation(self._next[0], None, BEYOND_RULES, what))
        self._next = next(self._groups, None)


def read_part(run: Run, table: str, shard: Mapping[str, Any], cells: Sequence[Cell]) -> pl.DataFrame:
    """Return a part of a table as plain numbers.

    Raises
    ------
    GamegaugeError
        If it is not there, is no Parquet, or its columns are not those of the log.
    """
    path = run.path / table / part_name(shard["first_game"])
    if not path.is_file():
        raise GamegaugeError(f"{path} is missing; {AS_WRITTEN}")
    try:
        lazy = pl.scan_parquet(path, glob=False)
        schema = lazy.collect_schema()
        for cell in cells:
            _check_column(path, cell, schema)
        frame = lazy.select(_expression(cell, schema) for cell in cells).collect()
    except pl.exceptions.InvalidOperationError:
        columns = ", ".join(cell.name for cell in cells if cell.names is not None)
        raise GamegaugeError(
            f"{path} holds a name in {columns} that run.json does not know; {AS_WRITTEN}"
        ) from None
    except (OSError, pl.exceptions.PolarsError) as error:
        raise GamegaugeError(f"{path} cannot be read as a log ({str(error)[:120]}); {AS_WRITTEN}") from None
    for cell in cells:
        if not cell.may_be_empty and frame[cell.name].null_count():
            raise GamegaugeError(f"{path} has empty cells in the column {cell.name}; {AS_WRITTEN}")
    return frame


def _check_column(path: Path, cell: Cell, schema: pl.Schema) -> None:
    kind = schema.get(cell.name)
    if kind is None:
        if not cell.may_lack:
            raise GamegaugeError(f"{path} lacks the column {cell.name}; {AS_WRITTEN}")
        return
    fits = isinstance(kind, pl.String | pl.Enum | pl.Categorical)
    if cell.names is None:
        fits = kind.is_integer() or (kind.is_float() and not cell.whole)
    if not fits:
        raise GamegaugeError(f"{path} has the column {cell.name} as {kind}; {AS_WRITTEN}")


def _expression(cell: Cell, schema: pl.Schema) -> pl.Expr:
    """Return a column's values as numbers: those of names as their places."""
    if cell.name not in schema:
        return pl.lit(cell.empty, pl.Int64).alias(cell.name)
    column = pl.col(cell.name)
    if cell.names is not None:
        column = column.cast(pl.String).cast(pl.Enum(cell.names)).to_physical().cast(pl.Int64)
    return column if cell.empty is None else column.fill_null(cell.empty)
