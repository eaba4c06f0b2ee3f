"""Do simulated shares close in on the exact ones?"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from analysis.figures import COLOURS, percent_axis, reaches
from analysis.finding import Basis, Finding, component_caveats
from analysis.knutten.first_bite import first_bitten
from analysis.statistics import Shares
from analysis.sums import sum_over_parts
from simulation import Run, simulate
from simulation.components import find_component
from simulation.games.knutten.components import Deck, read_deck
from simulation.games.knutten.exact import deck_of, exact_shares
from simulation.games.knutten.rules import Rules
from simulation.numbers import read_whole
from simulation.paths import data_folder
from simulation.plan import MAX_GAMES
from simulation.runs import Whole

FIRST_BITE, WIN = "first bite", "win"
FIRST_LOOK = 100
"""Games after which the simulation is looked at first."""
STYLES = {FIRST_BITE: ("o", "-"), WIN: ("s", (0, (4, 2)))}


def convergence(
    deck: str | Path | Mapping[str, int] = "tiny",
    players: int = 3,
    rules: Mapping[str, Any] | None = None,
    games: Whole = 1_000_000,
    seed: Whole = 2016,
) -> Finding:
    """Hold the shares that simulation has found after more and more games against the exact ones.

    Every seat is played by `random`. Looked at are the first 100, 300, 1,000, ... games of one run.

    Parameters
    ----------
    deck
        Name of a toy deck in ``data/knutten/toys``, path of a deck, or copies of cards named by their
        sides; small enough for ``exact_shares``.
    players, rules
        Seats, and switches that differ from their defaults.
    games, seed
        Games of the run (at least 100), and its seed.

    Returns
    -------
    Finding
        Table: quantity ("first bite" or "win"), seat (u8), exact, games (u32), share, low, high,
        covered (whether low to high holds the exact share).

    Raises
    ------
    GamegaugeError
        If the games are too few, or the deck is too large to be worked out exactly.
    """
    games = read_whole("games", games, FIRST_LOOK, MAX_GAMES)
    cards = deck_of(deck, "made by hand") if isinstance(deck, Mapping) else toy_deck(deck)
    exact = exact_shares(cards, players, Rules.read(rules or {}))
    run = _play(cards, players, rules, games, seed)
    looks = looks_at(run.count)
    table = pl.concat(
        [
            _rows(FIRST_BITE, exact.first_bite, looks, _first_bites(run, looks)),
            _rows(WIN, exact.win, looks, _wins(run, looks)),
        ]
    )
    return Finding(
        question="Do simulated shares close in on the exact ones?",
        headline=_headline(table),
        table=table,
        basis=Basis.of(run),
        caveats=(*_caveats(cards), *component_caveats(run)),
        draw=_draw,
    )


def looks_at(games: int) -> list[int]:
    """Return after how many games to look: 100, 300, 1,000, 3,000, ... and after all."""
    powers = range(2, len(str(games)))
    steps = [step * 10**power for power in powers for step in (1, 3)]
    return sorted({step for step in steps if step < games} | {games})


def toy_deck(deck: str | Path) -> Deck:
    """Return a deck of ``data/knutten/toys`` by its name, or one by its path.

    Raises
    ------
    GamegaugeError
        If there is none.
    """
    return read_deck(find_component("toy deck", str(deck), data_folder() / "knutten" / "toys"))


def _play(deck: Deck, players: int, rules: Mapping[str, Any] | None, games: int, seed: Whole) -> Run:
    """Play a deck from a file of its own, so that decks made by hand can be played too."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{deck.name}.csv"
        pl.DataFrame([dict(card) for card in deck.cards]).write_csv(path)
        return simulate(
            "knutten", players, games, seed, rules=rules, components=str(path), log="games", progress=False
        )


def _look(looks: Sequence[int]) -> pl.Expr:
    """Return at which look a game is seen first."""
    return pl.lit(pl.Series(looks)).search_sorted(pl.col("game_id"), side="right").alias("look")


def _first_bites(run: Run, looks: Sequence[int]) -> list[Shares]:
    def query(rounds: pl.LazyFrame) -> pl.LazyFrame:
        return first_bitten(rounds).group_by(_look(looks), "mask").agg(count=pl.len())

    masks = sum_over_parts(run, "rounds", query, by=["look", "mask"])
    totals, squares = np.zeros((2, len(looks), run.players))
    games = np.zeros(len(looks), int)
    for look, mask, count in masks.iter_rows():
        bitten = [seat for seat in range(run.players) if mask >> seat & 1]
        totals[look, bitten] += count / len(bitten)
        squares[look, bitten] += count / len(bitten) ** 2
        games[look] += count
    return _shares(totals, squares, games)


def _wins(run: Run, looks: Sequence[int]) -> list[Shares]:
    win = pl.col("win_share")

    def query(seats: pl.LazyFrame) -> pl.LazyFrame:
        return seats.group_by(_look(looks), "seat").agg(total=win.sum(), squares=(win**2).sum())

    sums = sum_over_parts(run, "seats", query, by=["look", "seat"])
    shape = (len(looks), run.players)
    totals, squares = (sums[name].to_numpy().reshape(shape) for name in ("total", "squares"))
    return _shares(totals, squares, np.diff(looks, prepend=0))


def _shares(totals: np.ndarray, squares: np.ndarray, games: np.ndarray) -> list[Shares]:
    """Return the shares at each look, from sums over the games between looks."""
    sums = zip(totals.cumsum(axis=0), squares.cumsum(axis=0), games.cumsum(), strict=True)
    return [Shares(list(total), list(square), int(count)) for total, square, count in sums]


def _rows(
    quantity: str, exact: Sequence[Fraction], looks: Sequence[int], shares: Sequence[Shares]
) -> pl.DataFrame:
    rows = [
        (quantity, seat, float(true), games, share, low, high, low <= true <= high)
        for seat, true in enumerate(exact)
        for games, (share, low, high) in zip(looks, [one.intervals()[seat] for one in shares], strict=True)
    ]
    schema = {
        "quantity": pl.String,
        "seat": pl.UInt8,
        "exact": pl.Float64,
        "games": pl.UInt32,
        "share": pl.Float64,
        "low": pl.Float64,
        "high": pl.Float64,
        "covered": pl.Boolean,
    }
    return pl.DataFrame(rows, schema, orient="row")


def _headline(table: pl.DataFrame) -> str:
    far = _farthest(table)
    first, last = min(far), max(far)
    return (
        f"After {last:,} games no share is more than {far[last]} off the exact one, after {first:,} games "
        f"up to {far[first]}; the 95% interval covers the exact share in {table['covered'].sum()} of "
        f"{table.height} rows."
    )


def _farthest(table: pl.DataFrame) -> dict[int, str]:
    """Return in words how far off the worst share is at each look."""
    off = table.group_by("games").agg((pl.col("share") - pl.col("exact")).abs().max().alias("off"))
    return {games: f"{100 * far:.2f} points" for games, far in off.iter_rows()}


def _caveats(deck: Deck) -> list[str]:
    return [
        f"The deck {deck.name} of {deck.size} cards is a toy, small enough to follow every possible game: "
        "its shares say nothing of Knutten's.",
        "Exact shares are worked out from the rules by another program than the one that simulates.",
        "Every look holds the games of the looks before it, and seats share games: rows are not "
        "independent, and the part of them that is covered need not be 95%.",
        "A first bite of k players counts 1/k for each, and so does a win; games without a bite have no "
        "first one.",
    ]


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    """Draw each share's intervals over the number of games, around a line at its exact value."""
    groups = table.partition_by("quantity", "seat", maintain_order=True)
    for place, rows in enumerate(groups):
        # Side by side, so that intervals of different shares do not hide each other.
        _draw_share(ax, rows, 1.07 ** (place - (len(groups) - 1) / 2))
    looks = table["games"].unique().sort().to_list()
    ax.set_xscale("log")
    ax.set_xlim(looks[0] * 0.7, looks[-1] * 1.5)
    ax.set_title("Simulated shares close in on the exact ones")
    ax.set_xlabel("games so far (lines: exact; bars: 95% intervals of what was simulated)")
    ax.xaxis.set_major_formatter("{x:,.0f}")
    percent_axis(ax)
    _name_lines(ax, sorted((rows.row(0, named=True) for rows in groups), key=lambda row: row["exact"]))


def _draw_share(ax: Axes, rows: pl.DataFrame, aside: float) -> None:
    quantity, seat, exact = rows.select("quantity", "seat", "exact").row(0)
    marker, dashes = STYLES[quantity]
    ax.axhline(exact, color=COLOURS[seat], linewidth=1.4, linestyle=dashes)
    ax.errorbar(
        rows["games"] * aside,
        rows["share"],
        yerr=reaches(rows["share"], rows["low"], rows["high"]),
        fmt=marker,
        color=COLOURS[seat],
        markerfacecolor=COLOURS[seat] if quantity == FIRST_BITE else "white",
        markersize=4.5,
        capsize=2.5,
        elinewidth=1.4,
    )


def _name_lines(ax: Axes, lines: Sequence[dict[str, Any]]) -> None:
    """Write what each exact line is at its end; names of close lines are moved apart."""
    bottom, top = ax.get_ylim()
    places: list[float] = []
    for line in lines:
        places.append(max(line["exact"], places[-1] + (top - bottom) / 20 if places else 0.0))
    too_high = sum(place - line["exact"] for place, line in zip(places, lines, strict=True)) / len(lines)
    for place, line in zip(places, lines, strict=True):
        ax.annotate(
            f"{line['quantity']}, seat {line['seat']}: {100 * line['exact']:.1f}%",
            (1.0, place - too_high),
            xycoords=("axes fraction", "data"),
            xytext=(5, 0),
            textcoords="offset points",
            va="center",
            color=COLOURS[line["seat"]],
            fontsize=10,
        )
