"""The sentence on targets, computed from the table of ``target_sweep``."""

import polars as pl

from analysis.finding import between, percent

SHARES = (
    "better player wins",
    "first to half wins",
    "decided by subtraction",
    "pattern deck runs out",
    "stalled",
)
"""Measures that are shares of games."""
WORTH_TELLING = 0.01
"""Share of stalled games from which they are told of a target."""
MOST_STALLED = 0.5
"""Share of stalled games from which a target counts as one that cannot be played."""


def headline(
    table: pl.DataFrame, players: int, who: tuple[str, str], seconds: float, points: tuple[int, int]
) -> str:
    """Say what the lowest and the highest target do that can be played, and which cannot.

    Parameters
    ----------
    table
        That of ``target_sweep``.
    players
        Seats.
    who
        The better player and the weaker one.
    seconds
        Assumed time of a turn.
    points
        What all patterns of the catalogue give, and the special ones besides.
    """
    stalled, played = table.filter(measure="stalled"), playable(table)
    if not played:
        return f"No target can be played by {players}: {_stalled(stalled)}; {_supply(points, players)}."
    ends = list(dict.fromkeys((played[0], played[-1])))
    target = f"at a target of {ends[0]}" if len(ends) == 1 else f"from a target of {ends[0]} to {ends[1]}"
    told = f"In {table['games'][0]:,} games a target, {target}"
    parts = [f"{told}, a game of {players} {_lengths(table, ends, who, seconds)}", *_lucks(table, ends, who)]
    rest = stalled.filter(pl.col("estimate") >= WORTH_TELLING)
    if rest.height:
        parts.append(f"{_stalled(rest)} ({_supply(points, players)})")
    elif stalled.height > 1:
        parts.append(_unmoved(table))
    return f"{'; '.join(parts)}."


def playable(table: pl.DataFrame) -> list[int]:
    """Return the targets of a sweep that most games reach, in their order."""
    stalled = table.filter(measure="stalled").sort("target")
    return stalled.filter(pl.col("estimate") < MOST_STALLED)["target"].to_list()


def _stalled(rows: pl.DataFrame) -> str:
    told = [f"at {row['target']} {_share(row)}" for row in rows.to_dicts()]
    return f"{', '.join(told)} of games stall"


def _supply(points: tuple[int, int], players: int) -> str:
    plain, special = points
    return (
        f"all patterns of the catalogue are worth {plain} points, {plain / players:.0f} a player, and the "
        f"special ones {special}"
    )


def _share(row: dict) -> str:
    return f"{percent(row['estimate'])} ({between(row['low'], row['high'])})"


def _told(table: pl.DataFrame, measure: str, targets: list[int]) -> str:
    """Return a measure at some targets with intervals."""
    rows = [table.filter(measure=measure, target=target).row(0, named=True) for target in targets]
    if measure in SHARES:
        return " to ".join(map(_share, rows))
    return " to ".join(f"{row['estimate']:.1f} ({row['low']:.1f} to {row['high']:.1f})" for row in rows)


def _lengths(table: pl.DataFrame, targets: list[int], who: tuple[str, str], seconds: float) -> str:
    return (
        f"by {who[0]} players takes {_told(table, 'minutes', targets)} minutes at an assumed "
        f"{seconds:g} seconds a turn"
    )


def _lucks(table: pl.DataFrame, targets: list[int], who: tuple[str, str]) -> list[str]:
    return [
        f"one {who[0]} among {who[1]} players wins {_told(table, 'better player wins', targets)}",
        f"the first to half of the target wins {_told(table, 'first to half wins', targets)}",
        f"subtraction decides {_told(table, 'decided by subtraction', targets)} of games",
    ]


def _unmoved(table: pl.DataFrame) -> str:
    """Name the measures that no target is shown to change from the rulebook's."""
    others = table.filter(~pl.col("rulebook"))
    shown = (pl.col("difference_low") > 0) | (pl.col("difference_high") < 0)
    moved = others.group_by("measure", maintain_order=True).agg(shown.any().alias("moved"))
    names = moved.filter(~pl.col("moved"))["measure"].to_list()
    if not names:
        return "every measure is shown to differ from the rulebook's at some target"
    return f"not shown to differ from the rulebook's at any target: {', '.join(names)}"
