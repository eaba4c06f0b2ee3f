"""Good logs with one thing changed, whatever the game, and how many of the changes a referee finds."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from simulation.referee import Violation

Rows = dict[str, list[dict[str, Any]]]
"""A game's rows by table."""


@dataclass(frozen=True)
class Change:
    """One thing changed: a cell, or a row dropped, doubled or swapped with the next."""

    table: str
    row: int
    how: str
    before: Any = None
    after: Any = None


@dataclass
class Tally:
    """Changes made, those of them found, those that leave another legal game, and the rest."""

    total: int = 0
    found: int = 0
    legal: int = 0
    unfound: list[tuple[Any, ...]] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"changes: {self.total}, found: {self.found}, other legal games: {self.legal}, "
            f"unfound: {len(self.unfound)}"
        )


def tally(
    benches: Iterable[Any],
    games: int,
    most_events: int,
    changes: Callable[[Any, int, Random], Iterator[tuple[Change, Rows]]],
    is_another_game: Callable[[Any, Rows, Change], bool],
) -> Tally:
    """Change the first games of each bench, those of them that are not too long, and count."""
    luck, counted = Random(2016), Tally()
    for number, bench in enumerate(benches):
        for game in range(games):
            good = bench.rows(game)
            if len(good["events"]) > most_events:
                continue
            assert bench.judge(game, good) is None
            for change, rows in changes(bench, game, luck):
                if rows[change.table] == good[change.table]:
                    continue  # two equal rows were swapped
                counted.total += 1
                if bench.judge(game, rows):
                    counted.found += 1
                elif is_another_game(bench, good, change):
                    counted.legal += 1
                else:
                    counted.unfound.append((number, game, change))
    return counted


def judged(referee: Any, game: int, rows: Rows) -> Violation | None:
    """Return what a referee finds wrong with a game."""
    plain = {table: [tuple(row.values()) for row in found] for table, found in rows.items()}
    return referee.judge(game, plain)


def other_values(cell: Any, now: Any, empty: Any = None) -> list[Any]:
    """Return other values that a cell could hold; ``empty`` stands for no name."""
    if cell.names is not None:
        found = [*range(len(cell.names)), *([empty] if cell.may_be_empty else [])]
    elif isinstance(now, float):
        found = [now + 0.25, 0.0, 1.0, 0.5]
    elif now is None:
        found = [0, 1, 5]
    else:
        found = [now + 1, max(now - 1, 0), now ^ 1 if now >= 0 else -now, now ^ 2 if now >= 0 else 0, 0]
        found += [None] if cell.may_be_empty else []
    return [value for value in dict.fromkeys(found) if value != now]


def changed_cells(
    bench: Any, good: Rows, table: str, column: str, places: Iterable[int], luck: Random
) -> Iterator[tuple[Change, Rows]]:
    """Change a column of a table in some rows."""
    rows = good[table]
    for place in places:
        now = rows[place][column]
        others = bench.values(table, column, now)
        if others:
            other = luck.choice(others)
            changed = [*rows[:place], {**rows[place], column: other}, *rows[place + 1 :]]
            yield Change(table, place, column, now, other), {**good, table: changed}


def moved(good: Rows, table: str, places: Iterable[int]) -> Iterator[tuple[Change, Rows]]:
    """Drop, double and swap some rows of a table."""
    rows = good[table]
    for place in places:
        row = rows[place]
        yield Change(table, place, "dropped"), {**good, table: rows[:place] + rows[place + 1 :]}
        yield Change(table, place, "doubled"), {**good, table: [*rows[: place + 1], row, *rows[place + 1 :]]}
        if place + 1 < len(rows):
            swapped = [*rows[:place], rows[place + 1], row, *rows[place + 2 :]]
            yield Change(table, place, "swapped"), {**good, table: swapped}
