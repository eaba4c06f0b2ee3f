"""How much does a slip now and then cost?"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import polars as pl
from matplotlib.axes import Axes

from analysis.duels import NOT_SHOWN, Duel, Setting, duel, duel_basis, duel_rows, stalled_caveat
from analysis.figures import BLUE, INK, RED, percent_axis, reaches
from analysis.finding import Finding, between, component_caveats, percent
from simulation import GamegaugeError
from simulation.runs import Whole

NOISES = (0.05, 0.1, 0.2, 0.3, 0.5, 1.0)
NO_SKILL = "random"


def noise_erosion(
    players: int = 4,
    games: Whole = 20_000,
    seed: Whole = 2016,
    policy: str = "careful",
    noises: Sequence[float] = NOISES,
    deck: str = "default",
    rules: Mapping[str, Any] | None = None,
) -> Finding:
    """Find how much a player who slips wins among steady ones of the same kind.

    One seat slips, in every seat in turn and each time with the same deals; `random` among the same
    others shows where all skill is gone.

    Parameters
    ----------
    players
        Seats.
    games
        Games a noise, all seats together.
    seed
        Seed of every run.
    policy
        Who plays: a policy with the parameter ``noise``, in bites.
    noises
        How far the player slips, rising.
    deck, rules
        A deck, and switches that differ from their defaults.

    Returns
    -------
    Finding
        Table: noise (null for `random`), and the columns of ``duel_rows``, where "above" is the steady
        policy. The intervals cluster by deal and are corrected for the number of rows.

    Raises
    ------
    GamegaugeError
        For noises that do not rise, or what cannot be played.
    """
    if not noises or any(one >= other for one, other in pairwise(noises)):
        raise GamegaugeError(f"noises {noises!r} cannot be used; allowed: numbers, each above the one before")
    names = [f"{policy}:noise={noise:g}" for noise in noises]
    setting = Setting("knutten", players, seed, deck, rules)
    duels = [duel(name, policy, games, setting) for name in (*names, NO_SKILL)]
    column = pl.Series("noise", [*noises, None], dtype=pl.Float64)
    table = duel_rows(duels).select(column, pl.all())
    return Finding(
        question=f"What does a {policy} player win who slips now and then?",
        headline=_headline(table, policy),
        table=table,
        basis=duel_basis(duels, f"one who slips among {policy}"),
        caveats=_caveats(duels),
        draw=lambda ax, table: _draw(ax, table, policy),
    )


def _caveats(duels: Sequence[Duel]) -> tuple[str, ...]:
    return (
        "A player with noise draws a choice with a chance proportional to exp(worth / noise), both in "
        "bites: the costlier a slip, the rarer.",
        "The player who slips sits in every seat in turn, each time with the same deals.",
        f"The intervals cluster by deal and hold for all {len(duels)} rows together with 95% (Bonferroni).",
        *stalled_caveat(run for one in duels for run in one.runs),
        *component_caveats(duels[0].runs[0]),
    )


def _headline(table: pl.DataFrame, policy: str) -> str:
    rows = table.to_dicts()
    slips, gone = rows[:-1], rows[-1]
    shown = [row for row in slips if row["shown"] != NOT_SHOWN]
    first = (
        f"a difference is shown from noise {shown[0]['noise']:g} on" if shown else "no difference is shown"
    )
    return (
        f"Among steady {policy} players (even: {percent(gone['even'])} of wins) one who slips wins "
        f"{_words(slips[0])} with noise {slips[0]['noise']:g} and {_words(slips[-1])} with noise "
        f"{slips[-1]['noise']:g}, and {NO_SKILL} {_words(gone)}; {first} "
        f"({gone['games']:,} games each)."
    )


def _words(row: dict[str, Any]) -> str:
    return f"{percent(row['share'])} ({between(row['low'], row['high'])})"


def _draw(ax: Axes, table: pl.DataFrame, policy: str) -> None:
    """Draw the win share over the noise, between an even share and that of `random`."""
    slips, gone = table.filter(pl.col("noise").is_not_null()), table.row(-1, named=True)
    reach = reaches(slips["share"], slips["low"], slips["high"])
    ax.errorbar(slips["noise"], slips["share"], yerr=reach, fmt="o-", color=BLUE, capsize=4, markersize=7)
    ax.axhspan(gone["low"], gone["high"], color=RED, alpha=0.25, linewidth=0)
    for share, text, colour in ((gone["even"], "steady (even)", INK), (gone["share"], NO_SKILL, RED)):
        ax.axhline(share, color=colour, linewidth=1.2, linestyle=(0, (4, 3)))
        ax.annotate(
            text, (1.0, share), xycoords=("axes fraction", "data"), xytext=(4, 0),
            textcoords="offset points", va="center", color=colour, fontsize=10,
        )  # fmt: skip
    ax.set_xlim(left=0)
    ax.set_ylim(bottom=0)
    ax.margins(y=0.1)
    ax.set_xlabel("noise, in bites: slips that cost much more than that are rare")
    ax.set_ylabel("share of wins")
    ax.set_title(f"One {policy} player who slips, among {table['players'][0] - 1} who do not")
    percent_axis(ax)
