"""The sentence on what rules do, from the table of ``rule_effects``."""

import polars as pl

SHOWN = (pl.col("difference_low") > 0) | (pl.col("difference_high") < 0)


def headline(table: pl.DataFrame) -> str:
    """Return which switch changes length and choices most, and what the seats are judged."""
    games = table["games"][0]
    return f"In {games:,} games a value, {_length(table)}; {_seats(table)}; {_choices(table)}{_idle(table)}."


def _most(table: pl.DataFrame, measure: str) -> dict | None:
    """Return the row whose difference is largest among those that are shown."""
    rows = table.filter(SHOWN & (pl.col("measure") == measure))
    ranked = rows.sort(pl.col("difference").abs(), "rule", "value")
    return ranked.row(-1, named=True) if ranked.height else None


def _length(table: pl.DataFrame) -> str:
    row = _most(table, "minutes")
    if row is None:
        return "no value is shown to change a game's length"
    return (
        f"{row['rule']}={row['value']} changes the length most, to {row['estimate']:.1f} minutes a game "
        f"({row['difference']:+.1f} against the rulebook, {row['difference_low']:+.1f} to "
        f"{row['difference_high']:+.1f})"
    )


def _seats(table: pl.DataFrame) -> str:
    """Tell the values by what the seats are judged; the rulebook's own apart."""
    rows = table.filter(measure="unevenness")
    groups = []
    for verdict, words in (("unfair", "unequal"), ("fair", "equal")):
        found = rows.filter((pl.col("verdict") == verdict) & ~pl.col("rulebook"))
        names = [f"{rule}={value}" for rule, value in found.select("rule", "value").iter_rows()]
        groups.append(f"shown to be {words} with {', '.join(names) if names else 'no other value'}")
    own = rows.filter(pl.col("rulebook"))["verdict"].to_list()
    base = f" (by the rulebook: {own[0]})" if own else ""
    return f"seats are {groups[0]} and {groups[1]}{base}"


def _choices(table: pl.DataFrame) -> str:
    row = _most(table, "real choices")
    if row is None:
        return "no value is shown to change how many turns are real choices"
    estimate, difference, low, high = (
        100 * row[name] for name in ("estimate", "difference", "difference_low", "difference_high")
    )
    return (
        f"{row['rule']}={row['value']} changes real choices most, to {estimate:.1f}% of turns "
        f"({difference:+.1f} points, {low:+.1f} to {high:+.1f})"
    )


def _idle(table: pl.DataFrame) -> str:
    """Name the values with which all games took as many turns as by the rulebook."""
    idle = table.filter(measure="turns", changed=0).select("rule", "value")
    names = [f"{rule}={value}" for rule, value in idle.iter_rows()]
    return f"; no game took more or fewer turns with {', '.join(names)}" if names else ""
