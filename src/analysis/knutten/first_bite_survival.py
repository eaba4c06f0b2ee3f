"""How long do those who are bitten first last?"""

import warnings
from pathlib import Path

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from analysis.figures import BLUE, INK, RED, percent_axis
from analysis.finding import Basis, Finding, as_run, between, component_caveats, percent
from analysis.knutten.doom_facts import Doom, doom_of
from analysis.seats import mixed_caveats
from simulation import Run

GROUPS = ("bitten first", "not bitten first")
SCHEMA = {
    "group": pl.String,
    "rounds": pl.UInt32,
    "still_in": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "at_risk": pl.UInt32,
    "out": pl.UInt32,
}
RESAMPLES = 2000
DRAWN = 0.01
"""Curves are drawn while at least this part of the games is still going on."""


def first_bite_survival(run: Run | str | Path) -> Finding:
    """Find how many rounds after the first bite players are still in: those who got it, and the others.

    A player is out with the bite that ends the game; the others' time then ends too (censored), and so
    does everybody's if the game stalls.

    Parameters
    ----------
    run
        A run of Knutten, or its folder.

    Returns
    -------
    Finding
        Table: group, rounds (u32, after that of the first bite), still_in (Kaplan and Meier's estimate of
        the share not out by the end of that round), low, high, at_risk, out (u32, players).

    Notes
    -----
    Players of one game are not independent. So each curve follows one player a game, drawn at random by
    the run's seed among those bitten first, or not: within a curve games are independent, and its interval
    (Greenwood's, by lifelines) holds. The two curves share their games: the interval of their difference
    comes from resampling whole games (bootstrap). Source: E. L. Kaplan, P. Meier, J. American Statistical
    Association 53 (1958); B. Efron, J. American Statistical Association 76 (1981).
    """
    run = as_run(run)
    doom = doom_of(run)
    cells = _cells(doom, run.seed)
    curves = [
        _curve(group, cells.group_by("rounds", out=pl.col(column)).agg(pl.col("games").sum()))
        for group, column in zip(GROUPS, ("first_out", "other_out"), strict=True)
        if cells.height
    ]
    table = pl.concat([pl.DataFrame(schema=SCHEMA), *curves])
    return Finding(
        question="How long do those who are bitten first last?",
        headline=_headline(table, cells, run.seed),
        table=table,
        basis=Basis.of(run),
        caveats=(*_caveats(run, doom), *mixed_caveats(run), *component_caveats(run)),
        draw=_draw,
    )


def _cells(doom: Doom, seed: int) -> pl.DataFrame:
    """Count games by rounds and by whether the player drawn from each group is out."""
    luck = np.random.default_rng(seed)
    drawn = {}
    for name, who in (("first_out", doom.first), ("other_out", ~doom.first)):
        seat = np.where(who, luck.random(who.shape), -1.0).argmax(axis=1)
        drawn[name] = doom.out[np.arange(len(seat)), seat]
    games = pl.DataFrame({"rounds": doom.rounds, **drawn})
    return games.group_by("rounds", "first_out", "other_out").agg(games=pl.len()).sort(pl.all())


def _curve(group: str, counts: pl.DataFrame) -> pl.DataFrame:
    """Return a group's Kaplan-Meier curve; counting equal players first makes it fast."""
    counts = counts.sort("rounds", "out")
    with warnings.catch_warnings():
        # Some calls of lifelines are ones that pandas will change.
        warnings.simplefilter("ignore")
        from lifelines import KaplanMeierFitter  # type: ignore[import-untyped]  # noqa: PLC0415

        fitter = KaplanMeierFitter().fit(
            counts["rounds"].to_numpy(), counts["out"].to_numpy(), weights=counts["games"].to_numpy()
        )
        curve, reach, events = fitter.survival_function_, fitter.confidence_interval_, fitter.event_table
    return pl.DataFrame(
        {
            "group": [group] * len(curve),
            "rounds": curve.index.to_numpy(),
            "still_in": curve.to_numpy()[:, 0],
            "low": reach.to_numpy()[:, 0],
            "high": reach.to_numpy()[:, 1],
            "at_risk": events["at_risk"].to_numpy(),
            "out": events["observed"].to_numpy(),
        },
        schema=SCHEMA,
        strict=False,
    ).filter(pl.col("at_risk") > 0)


def _still_in(counts: np.ndarray, out: np.ndarray, rounds: np.ndarray, until: int) -> np.ndarray:
    """Return Kaplan and Meier's estimate at a round, for every resample. Shape (resamples,).

    Parameters
    ----------
    counts
        Games of each cell in each resample. Shape (resamples, cells).
    out, rounds
        Whether the player of a cell is out, and after how many rounds. Shapes (cells,).
    until
        Round after that of the first bite.
    """
    still_in = np.ones(len(counts))
    for moment in np.unique(rounds[out & (rounds <= until)]):
        at_risk = counts[:, rounds >= moment].sum(axis=1)
        events = counts[:, out & (rounds == moment)].sum(axis=1)
        still_in *= 1 - events / np.maximum(at_risk, 1)
    return still_in


def _difference(cells: pl.DataFrame, until: int, seed: int) -> tuple[float, float, float]:
    """Return how much less often the first bitten are still in, with a bootstrap's interval over games."""
    counts, rounds = cells["games"].to_numpy(), cells["rounds"].to_numpy()
    luck = np.random.default_rng([seed, until])
    games = int(counts.sum())
    drawn = np.vstack([counts, luck.multinomial(games, counts / games, size=RESAMPLES)])
    first, other = (
        _still_in(drawn, cells[name].to_numpy(), rounds, until) for name in ("first_out", "other_out")
    )
    differences = first - other
    low, high = np.quantile(differences[1:], [0.025, 0.975])
    return float(differences[0]), float(low), float(high)


def _median_round(cells: pl.DataFrame) -> int:
    """Return the round by whose end half of the games are over."""
    counts = cells.group_by("rounds").agg(pl.col("games").sum()).sort("rounds")
    half = counts["games"].cum_sum() >= counts["games"].sum() / 2
    return int(counts["rounds"].filter(half)[0])


def _at(table: pl.DataFrame, group: str, until: int) -> dict[str, float]:
    return table.filter((pl.col("group") == group) & (pl.col("rounds") <= until)).row(-1, named=True)


def _headline(table: pl.DataFrame, cells: pl.DataFrame, seed: int) -> str:
    if cells.is_empty():
        return "No game had a bite, so that there is no first one."
    until = _median_round(cells)
    first, other = (_at(table, group, until) for group in GROUPS)
    difference, low, high = (100 * value for value in _difference(cells, until, seed))
    shown = "" if low > 0 or high < 0 else "; no difference is shown"
    first_in, other_in = (
        f"{percent(row['still_in'])} ({between(row['low'], row['high'])})" for row in (first, other)
    )
    return (
        f"Half of the {cells['games'].sum():,} games have ended by {until} rounds after the first bite; by "
        f"then {first_in} of those bitten first have not had their last bite, nor have {other_in} of the "
        f"others, "
        f"a difference of {difference:+.1f} points ({low:+.1f} to {high:+.1f}){shown}."
    )


def _caveats(run: Run, doom: Doom) -> list[str]:
    notes = [
        "Each curve follows one player a game, drawn at random; the interval of the difference resamples "
        "whole games.",
        "`still in` is Kaplan and Meier's estimate, as if games went on for those whose game ends with "
        "somebody else's last bite: it tells how dangerous the rounds are, not how many of all are out.",
        "Who was bitten first has one bite fewer left than who was not.",
        "Each interval of a curve covers its own round with 95%.",
    ]
    if without := run.count - len(doom.rounds):
        notes.append(f"{without:,} of {run.count:,} games had no bite at all and have no first one.")
    if stalled := int((~doom.out.any(axis=1)).sum()):
        notes.append(f"{stalled:,} games stalled (KN-19): nobody is out, and all are followed to their end.")
    return notes


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    for group, colour in zip(GROUPS, (RED, BLUE), strict=True):
        rows = table.filter(group=group)
        rows = rows.filter(pl.col("at_risk") >= DRAWN * pl.col("at_risk").max())
        if rows.height:
            _draw_curve(ax, rows, group, colour)
    ax.set_ylim(0, 1.02)
    ax.set_xlim(left=0)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_title("Still in after the first bite")
    ax.set_xlabel(f"rounds after that of the first bite (drawn while {DRAWN:.0%} of games go on)")
    ax.set_ylabel("not out", color=INK)
    if table.height:
        ax.legend(loc="lower left")
    percent_axis(ax)


def _draw_curve(ax: Axes, rows: pl.DataFrame, group: str, colour: str) -> None:
    # The last step is drawn for a round, too.
    rounds = [*rows["rounds"], rows["rounds"][-1] + 1]
    still_in, low, high = ([*rows[name], rows[name][-1]] for name in ("still_in", "low", "high"))
    ax.step(rounds, still_in, where="post", color=colour, linewidth=2, label=group)
    ax.fill_between(rounds, low, high, step="post", color=colour, alpha=0.25, linewidth=0)
