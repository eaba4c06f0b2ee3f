"""Write docs/log.md, the dictionary of the log's columns, from the schema in the code."""

from pathlib import Path

from simulation.columns import Column, Tables
from simulation.plan import make_plan
from simulation.registry import GAMES

TARGET = Path(__file__).parent / "log.md"
HEAD = """# The log, column by column

Made by `make docs` from the schema in the code; a test holds it current.

A run is a folder: `run.json` says everything its bytes depend on (game, rules, components with their
content and hash, policies, seed, games, versions) and lists its parts with row counts, sizes and
checksums; each table is a folder of Parquet parts in the order of play. With `log="games"` the table
`events` is left out. Enums carry names; an empty cell is a null.
"""


def dictionary() -> str:
    """Return the whole dictionary."""
    return "\n".join([HEAD, *(_game(name) for name in GAMES)])


def _game(name: str) -> str:
    plan = make_plan(name)
    tables: Tables = plan.game.tables(plan)
    sections = [_table(table, columns) for table, columns in tables.items()]
    return "\n".join([f"## {plan.game.title}", "", *sections])


def _table(name: str, columns: list[Column]) -> str:
    rows = [
        f"| `{written}` | {column.kind} | {_meaning(column)} |"
        for column in columns
        for written in column.written
    ]
    return "\n".join([f"### {name}", "", "| column | type | meaning |", "| --- | --- | --- |", *rows, ""])


def _meaning(column: Column) -> str:
    more = "; `hand_d` and on for larger hands" if column.width_stored > 1 else ""
    return f"{column.meaning}{'; null where none' if column.nullable else ''}{more}"


if __name__ == "__main__":
    TARGET.write_text(dictionary(), encoding="utf-8")
