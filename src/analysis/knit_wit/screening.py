"""What does each verdict hang on? The screening of Morris."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from SALib.analyze import morris as analyze_morris
from SALib.sample import morris as sample_morris

from analysis.figures import BLUE, GOLD, INK, MUTED
from analysis.finding import Basis, Finding, percent
from analysis.knit_wit.one_at_a_time import ASSUMED, basis_of
from analysis.knit_wit.people import read_games, read_seed, read_traits, read_verdicts, usual_people
from analysis.knit_wit.trials import CHANCE, SEED_LIMIT, measure_all, problem_of, with_chance
from analysis.knit_wit.verdicts import Verdict
from simulation.numbers import read_whole
from simulation.runs import Whole
from simulation.words import listed

LEVELS = 4
"""Levels of a parameter that Morris trajectories step between."""
TOLD = 3
"""Parameters that a headline names for each verdict."""
SCHEMA = {
    "verdict": pl.String,
    "says": pl.String,
    "parameter": pl.String,
    **dict.fromkeys(("mu_star", "low", "high", "mu", "sigma", "usual", "threshold", "holds"), pl.Float64),
    "settings": pl.UInt32,
    "games": pl.UInt32,
}


def screening(
    verdicts: Sequence[str] | None = None,
    parameters: Sequence[str] | None = None,
    trajectories: Whole = 8,
    games: Whole = 300,
    seed: Whole = 2016,
) -> Finding:
    """Screen what each verdict hangs on, by the method of Morris: mean size of the effect of a step.

    People are tried along random trajectories through the plausible ranges of all parameters, one parameter
    changed at each step. All play the same deals, but for steps of ``chance``, which change nothing else.

    Parameters
    ----------
    verdicts, parameters
        As for ``one_at_a_time``.
    trajectories
        Trajectories, from 2 to 1000; each tries as many people as there are parameters, and one more.
    games, seed
        Games of each line-up of each setting, and the seed of games and trajectories.

    Returns
    -------
    Finding
        Table, by verdict and the size of the effect: verdict, says, parameter, mu_star (mean size of the
        effect of a step from one end of the plausible range to the other, in units of the measure), low,
        high, mu (the same with its sign), sigma (standard deviation: how much it hangs on the others, and
        chance), usual (the measure for the usual people), threshold, holds (share of all people tried whose
        measure is above it), settings (u32), games (u32).

    Raises
    ------
    GamegaugeError
        For a verdict or parameter that is none, or what cannot be played.

    Notes
    -----
    Source: M. D. Morris, "Factorial sampling plans for preliminary computational experiments",
    Technometrics 33 (1991); mu_star is that of F. Campolongo, J. Cariboni, A. Saltelli, Environmental
    Modelling & Software 22 (2007). The intervals are SALib's, resampled over trajectories, cut off at 0.
    """
    chosen, judged = read_traits(parameters), read_verdicts(verdicts)
    count, first = read_games(games), read_seed(seed)
    paths = read_whole("trajectories", trajectories, 2, 1000)
    problem = with_chance(problem_of(chosen))
    points = sample_morris.sample(problem, paths, num_levels=LEVELS, seed=first % SEED_LIMIT)
    values = measure_all(points, chosen, judged, count, first)
    rows = [row for one in judged for row in _rows(one, problem, points, values[one.name], count, first)]
    table = pl.DataFrame(rows, SCHEMA, orient="row")
    return _finding(table, basis_of(count * len(points), first, len(points)))


def _finding(table: pl.DataFrame, basis: Basis) -> Finding:
    return Finding(
        question="What does each verdict hang on?",
        headline=_headline(table),
        table=table,
        basis=basis,
        caveats=(
            *ASSUMED,
            f"`{CHANCE}` is a parameter that changes nothing but the deals and moods of the games: "
            "what is not "
            "shown to have a larger effect than it is not shown to matter.",
            "What is measured for one set of people is a bare estimate of so few games: near the threshold "
            "chance decides it, and for all sets alike, for they play the same deals.",
            "Intervals are resampled over trajectories (SALib), each with 95% by itself.",
        ),
        draw=_draw,
        size=(9, 6),
    )


def _rows(
    verdict: Verdict,
    problem: Mapping[str, Any],
    points: np.ndarray,
    values: np.ndarray,
    games: int,
    seed: int,
) -> list[tuple]:
    told = analyze_morris.analyze(problem, points, values, num_levels=LEVELS, seed=seed % SEED_LIMIT)
    usual = verdict.measure(usual_people(games, seed)).value
    holds = float((values > verdict.threshold).mean())
    rows = [
        (
            verdict.name, verdict.says, name, star, max(star - reach, 0.0), star + reach, mu, sigma, usual,
            verdict.threshold, holds, len(values), games,
        )
        for name, star, reach, mu, sigma in zip(
            told["names"], told["mu_star"], told["mu_star_conf"], told["mu"], told["sigma"], strict=True
        )
    ]  # fmt: skip
    return sorted(rows, key=lambda row: (-row[3], row[2]))


def _headline(table: pl.DataFrame) -> str:
    told = []
    for rows in table.partition_by("verdict", maintain_order=True):
        first = rows.row(0, named=True)
        names = listed(shown_to_matter(rows)[:TOLD])
        most = f"hangs most on {names}" if names else "is not shown to hang on any"
        told.append(f"that {first['says']} is measured for {percent(first['holds'], 0)} and {most}")
    settings = table["settings"][0]
    return f"Of {settings} sets of people tried, {'; '.join(told)}."


def shown_to_matter(rows: pl.DataFrame) -> list[str]:
    """Return the parameters of a verdict whose interval lies above that of chance, the largest first."""
    chance = rows.filter(parameter=CHANCE)["high"][0]
    return rows.filter(pl.col("parameter") != CHANCE, pl.col("low") > chance)["parameter"].to_list()


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    """Draw for each verdict and parameter a dot as large as the effect, against the verdict's largest."""
    names = table["verdict"].unique(maintain_order=True).to_list()
    part = pl.col("mu_star") / pl.col("mu_star").max().over("verdict")
    totals = table.with_columns(part=part).group_by("parameter").agg(pl.col("part").sum())
    parameters = totals.sort("part", "parameter", descending=[True, False])["parameter"].to_list()
    for down, name in enumerate(names):
        rows = table.filter(verdict=name)
        largest = max(rows["mu_star"].max() or 0.0, 1e-12)
        for row in rows.to_dicts():
            across, part = parameters.index(row["parameter"]), row["mu_star"] / largest
            colour = BLUE if row["mu"] > 0 else GOLD
            face = colour if row["parameter"] in shown_to_matter(rows) else "white"
            ax.scatter(across, down, s=520 * part, facecolor=face, edgecolor=colour, zorder=3)
    ax.set_xlim(-0.7, len(parameters) - 0.3)
    ax.set_ylim(len(names) - 0.4, -0.6)
    ax.xaxis.tick_top()
    ax.set_xticks(range(len(parameters)), parameters, rotation=60, ha="left", rotation_mode="anchor")
    ax.set_yticks(range(len(names)), names)
    ax.tick_params(length=0, labelcolor=INK)
    ax.grid(visible=True, axis="both")
    for label, colour in (("more of it raises the measure", BLUE), ("more of it lowers it", GOLD)):
        ax.scatter([], [], s=120, color=colour, label=label)
    ax.scatter([], [], s=120, facecolor="white", edgecolor=MUTED, label="not shown to do more than chance")
    ax.legend(ncols=3, loc="upper left", bbox_to_anchor=(0, 0.0), fontsize=10)
    ax.set_title("What each verdict hangs on: size of the effect within a row")
