"""Who closes the game, and does it pay?"""

from pathlib import Path

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from analysis.contrasts import ALPHA
from analysis.duels import stalled_caveat
from analysis.figures import AROUND_FAIR, INK
from analysis.finding import Basis, Finding, between, component_caveats, percent, tied
from analysis.knitting.last_round_facts import Endings, endings
from analysis.knitting.tables import as_knitting
from analysis.ratios import Ratio, a_game
from analysis.seats import mixed_caveats
from simulation import Run

SCHEMA = {
    "closer": pl.UInt8,
    "seat": pl.UInt8,
    "more_turns": pl.UInt8,
    "share": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "closes": pl.Float64,
    "closes_low": pl.Float64,
    "closes_high": pl.Float64,
    "closed": pl.UInt32,
    "games": pl.UInt32,
}


def last_round(run: Run | str | Path) -> Finding:
    """Find who reaches the target first, and who wins the games that each seat closes (KT-11).

    Parameters
    ----------
    run
        A run of Knitting, or its folder.

    Returns
    -------
    Finding
        Table, a row a closer and a seat: closer, seat (u8), more_turns (u8, turns that the seat has had more
        than the closer when the game ends), share (of the games that the closer closes, won by the seat),
        low, high, closes (share of all games that this closer closes), closes_low, closes_high, closed (u32,
        games that it closes), games (u32). Intervals are corrected: those of ``share`` for all rows, those
        of ``closes`` for the seats.

    Raises
    ------
    GamegaugeError
        For a run of another game.
    """
    run = as_knitting(run)
    ended = endings(run)
    table = _table(ended)
    return Finding(
        question="Who closes the game, and does it pay?",
        headline=_headline(table, ended),
        table=table,
        basis=Basis.of(run),
        caveats=(
            "Who closes is an outcome: a seat closes because it did well. These shares are observed, "
            "and do not tell what would happen to somebody who is made to close.",
            "The closer plays its turn to the end, then each other player has one more. Seats before "
            "the closer have then had one turn more than the closer; those after it, as many.",
            "Intervals hold together with 95% (Bonferroni), those of wins for all pairs of closer and seat, "
            "those of closing for all seats.",
            *mixed_caveats(run),
            *stalled_caveat([run]),
            *component_caveats(run),
        ),
        draw=_draw,
    )


def wins_of_closer(ended: Endings, closes: np.ndarray) -> Ratio:
    """Return the closer's part of the win in the games that ``closes`` picks. bool, shape (games,)."""
    own = ended.win[np.arange(len(ended.win)), np.maximum(ended.closer, 0)]
    return Ratio(own * closes, closes.astype(float))


def _table(ended: Endings) -> pl.DataFrame:
    games, seats = ended.win.shape
    rows = []
    for closer in range(seats):
        closes = ended.closer == closer
        often = a_game(closes, is_share=True).estimate(1 - ALPHA / seats)
        for seat in range(seats):
            won = Ratio(ended.win[:, seat] * closes, closes.astype(float))
            share = won.estimate(1 - ALPHA / seats**2)
            rows.append((closer, seat, int(seat < closer), *share, *often, int(closes.sum()), games))
    return pl.DataFrame(rows, SCHEMA, orient="row").with_columns(pl.col("share").fill_nan(None))


def _headline(table: pl.DataFrame, ended: Endings) -> str:
    games = len(ended.closer)
    if not ended.closed.any():
        return f"None of {games:,} games was closed: nobody reached the target."
    closers = table.filter(seat=pl.col("closer")).sort("closes", "closer")
    most = closers.row(-1, named=True)
    first = closers.filter(closed=most["closed"])["closer"].to_list()
    rest = closers.filter(~pl.col("closer").is_in(first), pl.col("closes_high") >= most["closes_low"])
    unshown = rest["closer"].to_list()
    who = f"Seat {first[0]} closes" if len(first) == 1 else f"Seats {tied([*map(str, first)])} close"
    names = ", ".join(map(str, unshown))
    alike = f" (not shown to differ: seat{'s' * (len(unshown) > 1)} {names})" if unshown else ""
    share, low, high = wins_of_closer(ended, ended.closed).estimate()
    return (
        f"{who} most games, {percent(most['closes'])} of {games:,} "
        f"({between(most['closes_low'], most['closes_high'])}){alike}; whoever closes wins "
        f"{percent(share)} of them ({between(low, high)}){_starter(ended)}."
    )


def _starter(ended: Endings) -> str:
    """Say whether the starter wins more of the games that it closes than others do of theirs."""
    own = wins_of_closer(ended, ended.closer == 0)
    rest = wins_of_closer(ended, ended.closer > 0)
    if not (own.tries.any() and rest.tries.any()):
        return ""
    change, low, high = (100 * value for value in own.less(rest))
    shown = "" if low > 0 or high < 0 else ", no difference shown"
    return (
        f", the starter {percent(own.value)} of those it closes and the others {percent(rest.value)} of "
        f"theirs: {change:+.1f} points ({low:+.1f} to {high:+.1f}{shown})"
    )


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    seats = table["seat"].n_unique()
    shares = table["share"].cast(pl.Float64).fill_null(np.nan).to_numpy().reshape(seats, seats)
    ax.imshow(shares - 1 / seats, cmap=AROUND_FAIR, vmin=-1 + 1 / seats, vmax=1 - 1 / seats, aspect="auto")
    for closer in range(seats):
        for seat in range(seats):
            if not np.isnan(shares[closer, seat]):
                weight = "bold" if closer == seat else "normal"
                text = percent(shares[closer, seat])
                ax.text(seat, closer, text, ha="center", va="center", color=INK, fontweight=weight)
    closers = table.filter(seat=pl.col("closer"))
    ax.set_xticks(range(seats), [f"seat {seat}" for seat in range(seats)])
    labels = [f"seat {row['closer']} closes\n{percent(row['closes'])} of games" for row in closers.to_dicts()]
    ax.set_yticks(range(seats), labels)
    ax.set_xlabel("share of those games won by (0 starts)")
    ax.grid(visible=False)
    closed = closers["closed"].to_numpy()
    won = float(closers["share"].fill_null(0).to_numpy() @ closed) / max(int(closed.sum()), 1)
    told = f"Whoever closes the game wins {percent(won, 0)} of the time"
    ax.set_title(told if closed.any() else "No game was closed")
