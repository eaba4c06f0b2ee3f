"""First bites by seat, for every number of players."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.colors import TwoSlopeNorm

from analysis.figures import AROUND_FAIR
from analysis.finding import Basis, Finding, between, component_caveats, percent
from analysis.knutten.first_bite import first_bite_shares
from simulation import GamegaugeError, Run, simulate

ALL_TABLES = (2, 3, 4, 5, 6, 7, 8)


def first_bite_sweep(
    policy: str = "careful",
    deck: str = "default",
    players: Sequence[int] = ALL_TABLES,
    games: int = 20_000,
    seed: int = 2016,
) -> Finding:
    """Find each seat's share of first bites at tables of every size, the same policy in all seats.

    Parameters
    ----------
    policy, deck
        Who plays, with which deck.
    players
        Sizes of the tables.
    games
        Games a table.
    seed
        Seed of every run.

    Returns
    -------
    Finding
        Table: players, seat (u8), share, low, high, times_even (share times players), games (u32). The
        intervals are corrected for the number of rows.
    """
    if not players:
        raise GamegaugeError("players () cannot be used; allowed: at least one size of table")
    runs = [
        simulate("knutten", count, games, seed, policy, components=deck, log="games", progress=False)
        for count in players
    ]
    table = pl.concat([_rows(run, sum(players)) for run in runs])
    return Finding(
        question=f"How uneven are first bites with {policy} players and the {deck} deck?",
        headline=_headline(table, policy, deck),
        table=table,
        basis=_basis(runs),
        caveats=(
            "Seat 0 starts the first round; seats count clockwise from there.",
            f"The intervals cover all {table.height} rows together with 95% (Bonferroni).",
            *component_caveats(runs[0]),
        ),
        draw=lambda ax, table: _draw(ax, table, f"{policy} players, {deck} deck"),
    )


def _rows(run: Run, rows: int) -> pl.DataFrame:
    """Return a run's seats, with intervals for one of many rows."""
    shares, _ = first_bite_shares(run)
    estimates = shares.intervals(1 - 0.05 / rows)
    share = [one[0] for one in estimates]
    return pl.DataFrame(
        {
            "players": pl.Series([run.players] * run.players, dtype=pl.UInt8),
            "seat": pl.Series(range(run.players), dtype=pl.UInt8),
            "share": share,
            "low": [one[1] for one in estimates],
            "high": [one[2] for one in estimates],
            "times_even": [value * run.players for value in share],
            "games": pl.Series([shares.n] * run.players, dtype=pl.UInt32),
        }
    )


def _basis(runs: Sequence[Run]) -> Basis:
    sizes = ", ".join(str(run.players) for run in runs)
    return replace(Basis.of(runs[0]), games=sum(run.count for run in runs), players=sizes, tables=len(runs))


def _headline(table: pl.DataFrame, policy: str, deck: str) -> str:
    worst = table.sort("times_even", "players", "seat").row(-1, named=True)
    if worst["games"] == 0:
        return f"With {policy} players and the {deck} deck, not every table had a first bite."
    return (
        f"With {policy} players and the {deck} deck, seat {worst['seat']} at a table of "
        f"{worst['players']} has it worst (seat 0 starts): {percent(worst['share'])} of the "
        f"first bites of {worst['games']:,} games "
        f"({between(worst['low'], worst['high'])}), {worst['times_even']:.2f} times an even share."
    )


def compare_sweeps(sweeps: Mapping[str, Finding]) -> str:
    """Return a sentence on how much the worst seat of each table depends on what was varied.

    Parameters
    ----------
    sweeps
        Findings of ``first_bite_sweep`` by what sets them apart, as "careful players".
    """
    parts = []
    sizes = next(iter(sweeps.values())).table["players"].unique().sort().to_list()
    for size in (sizes[0], sizes[-1]):
        worst = {
            name: sweep.table.filter(players=size).sort("times_even", "seat").row(-1, named=True)
            for name, sweep in sweeps.items()
        }
        ranked = sorted(worst, key=lambda name: worst[name]["times_even"])
        ends = [f"{_times(worst[name])} with {name}" for name in (ranked[0], ranked[-1])]
        parts.append(f"at a table of {size} from {ends[0]} to {ends[1]}")
    games = next(iter(worst.values()))["games"]
    return (
        f"How many times an even share the worst seat gets, in {games:,} games a table: {'; '.join(parts)}."
    )


def _times(row: dict[str, float]) -> str:
    share, low, high = (row[name] * row["players"] for name in ("share", "low", "high"))
    return f"{share:.2f} ({low:.2f} to {high:.2f})"


def worst_seats(sweeps: Mapping[tuple[str, str], Finding]) -> pl.DataFrame:
    """Return, by policy and deck, how many times an even share the worst seat of each table gets.

    Parameters
    ----------
    sweeps
        Findings of ``first_bite_sweep`` by policy and deck.

    Returns
    -------
    polars.DataFrame
        policy, deck and a column a number of players, each cell a text with the longer side of the
        interval that its sweep gives.
    """
    rows = [
        sweep.table.with_columns(policy=pl.lit(policy), deck=pl.lit(deck))
        for (policy, deck), sweep in sweeps.items()
    ]
    worst = pl.concat(rows).sort("times_even", "seat").group_by("policy", "deck", "players").last()
    reach = pl.max_horizontal(pl.col("high") - pl.col("share"), pl.col("share") - pl.col("low"))
    words = worst.select(
        "policy",
        "deck",
        "players",
        text=pl.format("{} ±{}", _two_digits(pl.col("times_even")), _two_digits(reach * pl.col("players"))),
    ).sort("players")
    order = pl.DataFrame(list(sweeps), schema=["policy", "deck"], orient="row")
    pivoted = words.pivot("players", index=["policy", "deck"], values="text")
    return order.join(pivoted, on=["policy", "deck"], how="left", maintain_order="left")


def _two_digits(value: pl.Expr) -> pl.Expr:
    hundredths = (value * 100).round().cast(pl.Int64, strict=False)
    return pl.format("{}.{}", hundredths // 100, (hundredths % 100).cast(pl.String).str.zfill(2))


def _draw(ax: Axes, table: pl.DataFrame, title: str) -> None:
    """Draw a table of shares, coloured by how far they are from even."""
    sizes = table["players"].unique().sort().to_list()
    grid = np.full((len(sizes), max(sizes)), np.nan)
    for row in table.iter_rows(named=True):
        grid[sizes.index(row["players"]), row["seat"]] = row["times_even"]
        ax.text(
            row["seat"],
            sizes.index(row["players"]),
            f"{100 * row['share']:.0f}%",
            ha="center",
            va="center",
            fontsize=11,
        )
    ax.imshow(grid, cmap=AROUND_FAIR, norm=TwoSlopeNorm(1.0, 0.0, 2.0), aspect="auto")
    ax.set_xticks(range(max(sizes)))
    ax.set_yticks(range(len(sizes)), [str(size) for size in sizes])
    ax.set_xlabel("seat (0 starts); blue: safer than even, red: less safe")
    ax.set_ylabel("players")
    ax.set_title(title)
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)
