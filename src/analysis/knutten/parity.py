"""Do all seats win equally often?"""

from pathlib import Path

from analysis.finding import Basis, Finding, as_run, component_caveats
from analysis.parity import INTERVALS, draw_parity, judge_seats, parity_headline
from analysis.seats import POINT, mixed_caveats
from simulation import Run


def seat_parity(run: Run | str | Path, margin: float = POINT) -> Finding:
    """Find each seat's share of wins and judge whether they are equal.

    A game won by k players counts 1/k for each (KN-12).

    Parameters
    ----------
    run
        A run of Knutten, or its folder.
    margin
        Difference from 1/players up to which seats count as equal.

    Returns
    -------
    Finding
        Table: seat (u8), policy, share, low, high, games (u32). With a verdict, unless the seats are
        played by different policies.
    """
    run = as_run(run)
    table, verdict = judge_seats(run, margin)
    return Finding(
        question="Do all seats win equally often?",
        headline=parity_headline(table, verdict, margin),
        table=table,
        basis=Basis.of(run),
        caveats=(
            "Seat 0 starts the first round; after that, whoever was bitten chooses who starts (KN-11).",
            "A game with several winners counts as a part for each.",
            INTERVALS,
            *mixed_caveats(run),
            *component_caveats(run),
        ),
        draw=lambda ax, table: draw_parity(
            ax, table, margin, "Share of wins by seat", "0 starts the first round"
        ),
        verdict=verdict,
    )
