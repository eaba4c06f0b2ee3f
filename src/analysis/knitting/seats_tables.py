"""At which tables do all seats win equally often?"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
from matplotlib.axes import Axes

from analysis.contrasts import ALPHA
from analysis.duels import stalled_caveat
from analysis.figures import BLUE, GRID, INK, MUTED, RED, points_axis, reaches
from analysis.finding import Basis, Finding, component_caveats
from analysis.knitting.tables import as_knitting
from analysis.parity import judge_seats
from analysis.seats import POINT
from simulation import GamegaugeError, Run

GAP = 0.8
"""Room between two tables in the figure, in seats."""


def seat_tables(runs: Sequence[Run | str | Path], margin: float = POINT) -> Finding:
    """Find how far from even each seat's share of wins is, at tables of several sizes.

    Parameters
    ----------
    runs
        Runs of Knitting, or their folders, each with another number of players, all seats of all of them
        played by the same policy.
    margin
        Difference from 1/players up to which seats count as equal.

    Returns
    -------
    Finding
        Table, a row a table and seat: players, seat (u8), share, even, difference (share less even),
        difference_low, difference_high (corrected for the number of rows), verdict (of the table,
        corrected for the number of tables), games (u32, of the table).

    Raises
    ------
    GamegaugeError
        For no run, two of the same size, runs that differ in policies, rules or catalogues, runs of
        another game, or a margin that is no share.
    """
    tables = _read(runs)
    table = _table(tables, margin)
    policy = tables[0].policies[0]
    return Finding(
        question="At which tables do all seats win equally often?",
        headline=_headline(table, policy, margin),
        table=table,
        basis=_basis(tables),
        caveats=(
            "Seat 0 starts, and play goes round by seats. A game with several winners counts as a part "
            "for each.",
            f"The intervals cover all {table.height} seats together with 95%, and the verdicts all "
            f"{len(tables)} tables (Bonferroni).",
            *stalled_caveat(tables),
            *component_caveats(tables[0]),
        ),
        draw=lambda ax, table: _draw(ax, table, policy, margin),
    )


def _read(runs: Sequence[Run | str | Path]) -> list[Run]:
    if not isinstance(runs, list | tuple):
        raise GamegaugeError(f"{runs!r} is no list; allowed: a list of runs, each of another size")
    tables = sorted((as_knitting(run) for run in runs), key=lambda run: run.players)
    sizes = [run.players for run in tables]
    if not sizes or len(set(sizes)) < len(sizes):
        raise GamegaugeError(
            f"runs of {', '.join(map(str, sizes)) or 'no'} players cannot be laid side by side; allowed: "
            "one run for each of some numbers of players"
        )
    ways = {str((set(run.policies), run.rules, run.components)) for run in tables}
    if len(ways) > 1 or len(set(tables[0].policies)) > 1:
        raise GamegaugeError(
            "these runs cannot be laid side by side; allowed: all seats played by one policy, with the "
            "same rules and catalogues"
        )
    return tables


def _table(runs: Sequence[Run], margin: float) -> pl.DataFrame:
    level = 1 - ALPHA / sum(run.players for run in runs)
    found = []
    for run in runs:
        shares, verdict = judge_seats(run, margin, len(runs), level)
        even = 1 / run.players
        found.append(
            shares.select(
                pl.lit(run.players, pl.UInt8).alias("players"),
                "seat",
                "share",
                pl.lit(even).alias("even"),
                (pl.col("share") - even).alias("difference"),
                (pl.col("low") - even).alias("difference_low"),
                (pl.col("high") - even).alias("difference_high"),
                pl.lit(verdict).alias("verdict"),
                "games",
            )
        )
    return pl.concat(found)


def _basis(runs: Sequence[Run]) -> Basis:
    sizes = ", ".join(str(run.players) for run in runs)
    games = sum(run.count for run in runs)
    return replace(Basis.of(runs[0]), games=games, players=sizes, tables=len(runs))


def _headline(table: pl.DataFrame, policy: str, margin: float) -> str:
    sizes = table.unique("players", keep="first", maintain_order=True)
    told = "; ".join(
        f"{verdict} with {', '.join(map(str, sizes.filter(verdict=verdict)['players']))} players"
        for verdict in sizes["verdict"].unique(maintain_order=True)
    )
    far = pl.col("difference").abs()
    row = table.sort(far, "players", "seat", descending=[True, False, False]).row(0, named=True)
    value, low, high = (100 * row[f"difference{end}"] for end in ("", "_low", "_high"))
    return (
        f"Whether all seats of {policy} players win within {100 * margin:g} point of an even share: {told}; "
        f"furthest is seat {row['seat']} of {row['players']}, {value:+.1f} points from even ({low:+.1f} to "
        f"{high:+.1f})."
    )


def _draw(ax: Axes, table: pl.DataFrame, policy: str, margin: float) -> None:
    ax.axhspan(-margin, margin, color=GRID, zorder=0)
    ax.axhline(0, color=INK, linewidth=1.2, linestyle=(0, (4, 3)))
    places, labels, names, place = [], [], [], 0.0
    for (players,), rows in table.group_by("players", maintain_order=True):
        names.append((place + (rows.height - 1) / 2, f"{players} players: {rows['verdict'][0]}"))
        for row in rows.iter_rows(named=True):
            _dot(ax, place, row, margin)
            places.append(place)
            labels.append(str(row["seat"]))
            place += 1
        place += GAP
    top = ax.get_ylim()[1]
    for middle, name in names:
        ax.annotate(name, (middle, top), ha="center", va="bottom", color=INK, fontsize=10)
    ax.set_ylim(top=top + 0.08 * (top - ax.get_ylim()[0]))
    ax.set_xticks(places, labels)
    ax.set_xlim(-GAP, places[-1] + GAP)
    ax.set_xlabel(f"seat (0 starts); grey: within {100 * margin:g} point of even")
    ax.set_ylabel("win share less an even one,\nin points")
    ax.set_title(_title(table, policy, margin))
    points_axis(ax, "y")


def _dot(ax: Axes, place: float, row: dict[str, Any], margin: float) -> None:
    low, high = row["difference_low"], row["difference_high"]
    hue = BLUE if low > margin else RED if high < -margin else MUTED
    reach = reaches([row["difference"]], [low], [high])
    ax.errorbar(place, row["difference"], yerr=reach, fmt="o", color=hue, markersize=9, capsize=4)


def _title(table: pl.DataFrame, policy: str, margin: float) -> str:
    """Return in how many tables the first seat is shown to be better off, or another one not."""
    first, tables = table.filter(seat=0), table["players"].n_unique()
    better = first.filter(pl.col("difference_low") > margin).height
    unfair = first.filter(verdict="unfair").height
    if better:
        return f"To start pays at {better} of {tables} tables of {policy} players"
    return f"{unfair} of {tables} tables of {policy} players are shown to be unfair"
