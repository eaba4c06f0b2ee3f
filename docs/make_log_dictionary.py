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

Rows lie in the order of play. Several events can share a `turn` (a refill or a WIND comes beside a play), so
do not sort by it, or sort with `maintain_order=True`. How often does a play bite while a `?` waits?

```python
import polars as pl
import simulation

run = simulation.simulate("knutten", games=20_000, policies="careful")
after_copy = run.events.filter(pl.col("event") == "play", pl.col("waiting") > 0)
after_copy.select(pl.len(), bites=(pl.col("swarm") >= 31).mean()).collect()
```

`run.path` is the run's folder. With pandas, where numbers with empty cells become floats:

```python
import pandas as pd

seats = pd.read_parquet(run.path / "seats")
seats.groupby("seat", observed=True)["win_share"].mean()
```
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
    rows = [f"| {_names(column)} | {column.kind} | {_meaning(column)} |" for column in columns]
    return "\n".join([f"### {name}", "", "| column | type | meaning |", "| --- | --- | --- |", *rows, ""])


def _names(column: Column) -> str:
    """Return a column's name, or that of the first with the suffixes of the others."""
    first, *others = column.written
    suffixes = [name.removeprefix(column.name) for name in others]
    return ", ".join(f"`{name}`" for name in (first, *suffixes))


def _meaning(column: Column) -> str:
    more = ""
    if column.width_stored > column.width > 1:
        more = f"; `{column.name}_{column.suffixes[column.width]}` and on where there are more"
    return f"{column.meaning}{'; null where none' if column.nullable else ''}{more}"


if __name__ == "__main__":
    TARGET.write_text(dictionary(), encoding="utf-8")
