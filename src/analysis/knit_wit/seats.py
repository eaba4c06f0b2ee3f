"""Does the starter gain, or whoever owns the deepest spool?"""

from pathlib import Path

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from analysis.contrasts import ALPHA, paired_difference
from analysis.finding import Basis, Finding, component_caveats
from analysis.knit_wit.tables import as_knit_wit
from analysis.parity import INTERVALS, draw_parity, judge_seats, parity_headline
from analysis.ratios import a_game
from analysis.seats import POINT, mixed_caveats
from analysis.wins import by_seat
from simulation import Run

UNTOLD = "What deep spools give is not told where seats are not played alike."


def seats(run: Run | str | Path, margin: float = POINT) -> Finding:
    """Find each seat's share of wins, judge whether all are equal, and what deep spools give their owners.

    Parameters
    ----------
    run
        A run of Knit Wit, or its folder.
    margin
        Difference from 1/players up to which seats count as equal.

    Returns
    -------
    Finding
        Table: seat (u8), policy, share, low, high, score (mean), score_low, score_high (corrected for the
        number of seats), games (u32). With a verdict, unless the seats are played by different policies.
        The headline also tells by how much the owners of a deepest spool win more than an even share.

    Raises
    ------
    GamegaugeError
        For a run of another game, or a margin that is no share.
    """
    run = as_knit_wit(run)
    shares, verdict = judge_seats(run, margin)
    scores = by_seat(run, "score").astype(float)
    level = 1 - ALPHA / run.players
    estimates = [a_game(scores[:, seat], least=0.0).estimate(level) for seat in range(run.players)]
    ends = zip(("score", "score_low", "score_high"), zip(*estimates, strict=True), strict=True)
    table = shares.with_columns(pl.Series(name, values) for name, values in ends)
    alike = verdict is not None and not people_differ(run)
    verdict = verdict if alike else None
    gain = owners_gain(run) if alike else UNTOLD
    return Finding(
        question="Does the starter gain, or whoever owns the deepest spool?",
        headline=f"{parity_headline(table, verdict, margin)} {gain}",
        table=table.select(pl.exclude("games"), "games"),
        basis=Basis.of(run),
        caveats=(
            "Seat 0 holds the lowest number and starts (KW-2); all answer at the same time.",
            "A spool gives nobody more than another: whoever answers for it scores (KW-12), its owner "
            "or not.",
            INTERVALS,
            "Those of the mean scores hold for all seats together (Bonferroni).",
            *mixed_caveats(run),
            *["The people differ by seat: the shares mix seat and person."] * people_differ(run),
            *component_caveats(run),
        ),
        draw=lambda ax, table: _draw(ax, table, verdict, margin),
        verdict=verdict,
    )


def people_differ(run: Run) -> bool:
    """Tell whether the seats are played by people who are not alike."""
    values = [one["values"][: run.players] for one in run.components["people"]["parameters"]]
    return any(len(set(one)) > 1 for one in values)


def owners_gain(run: Run) -> str:
    """Say by how much the owners of a deepest spool win more than the even share of as many seats."""
    owns = _owners(run)
    wins = by_seat(run, "win_share")
    held = a_game((wins * owns).sum(axis=1), is_share=True)
    even = a_game(owns.mean(axis=1), is_share=True)
    gain = paired_difference(held, even)
    value, low, high = (100 * one for one in (gain.value, gain.low, gain.high))
    shown = "" if low > 0 or high < 0 else ", no difference shown"
    return (
        f"Owners of a deepest spool win by {value:+.2f} points ({low:+.2f} to {high:+.2f}{shown}) against "
        "what as many seats would win by chance."
    )


def _owners(run: Run) -> np.ndarray:
    """Return 1 for each seat that owns a spool with most loops round it. float64, shape (games, seats)."""
    deepest = pl.col("loops") == pl.col("loops").max().over("game_id")
    owners = run.spools.filter(deepest).select("game_id", "seat").unique().collect()
    owns = np.zeros((run.count, run.players))
    owns[owners["game_id"].to_numpy(), owners["seat"].to_numpy()] = 1.0
    return owns


def _draw(ax: Axes, table: pl.DataFrame, verdict: str | None, margin: float) -> None:
    told = f": {verdict}" if verdict else ""
    draw_parity(ax, table, margin, f"Share of wins by seat, {table.height} players{told}", "0 starts")
