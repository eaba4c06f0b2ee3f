"""How the variance of a verdict is shared out among what matters: Sobol's indices."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from SALib.analyze import sobol as analyze_sobol
from SALib.sample import sobol as sample_sobol

from analysis.figures import BLUE, INK, MUTED, reaches
from analysis.finding import Basis, Finding, check_finding, percent
from analysis.knit_wit.one_at_a_time import ASSUMED, basis_of
from analysis.knit_wit.people import read_games, read_seed, read_traits, read_verdicts
from analysis.knit_wit.trials import CHANCE, SEED_LIMIT, measure_all, problem_of
from analysis.knit_wit.verdicts import Verdict
from simulation import GamegaugeError
from simulation.numbers import read_whole
from simulation.runs import Whole

FEWEST_SAMPLES = 4
"""Base of a sample at least: of fewer, intervals tell nothing."""
SCHEMA = {
    "verdict": pl.String,
    "parameter": pl.String,
    **dict.fromkeys(
        ("first", "first_low", "first_high", "total", "total_low", "total_high", "holds"), pl.Float64
    ),
    "settings": pl.UInt32,
    "games": pl.UInt32,
}


def shares(
    verdict: str,
    screened: Finding | None = None,
    parameters: Sequence[str] | None = None,
    most: Whole = 4,
    samples: Whole = 32,
    games: Whole = 300,
    seed: Whole = 2016,
) -> Finding:
    """Share out the variance of a verdict's measure among the parameters that matter, by the method of Sobol.

    Parameters
    ----------
    verdict
        Name of a verdict.
    screened
        What ``screening`` returned: the ``most`` parameters with the largest effects are varied, all else is
        as usual.
    parameters
        Parameters to vary instead.
    most
        How many of those screened are varied, from 1 to 16.
    samples
        Base of the sample, a power of 2; samples x (parameters + 2) people are tried.
    games, seed
        As for ``screening``.

    Returns
    -------
    Finding
        Table, the largest first: verdict, parameter, first (share of the variance that is gone if the
        parameter is known), first_low, first_high, total (share that is left if all others are known),
        total_low, total_high, holds (share of people for whom the verdict holds), settings (u32), games
        (u32).

    Raises
    ------
    GamegaugeError
        For a verdict or parameter that is none, neither a screening nor parameters, or what cannot be played.

    Notes
    -----
    Source: A. Saltelli et al., "Variance based sensitivity analysis of model output", Computer Physics
    Communications 181 (2010). The intervals are SALib's, resampled over the sample.
    """
    judged = read_verdicts([verdict])
    chosen = read_traits(_to_vary(verdict, screened, parameters, read_whole("most", most, 1, 16)))
    count, first = read_games(games), read_seed(seed)
    size = read_whole("samples", samples, FEWEST_SAMPLES, 2**14)
    if size & (size - 1):
        raise GamegaugeError(
            f"samples {size} cannot be used; allowed: a power of 2 from {FEWEST_SAMPLES} to {2**14}"
        )
    problem = problem_of(chosen)
    points = sample_sobol.sample(problem, size, calc_second_order=False, seed=first % SEED_LIMIT)
    values = measure_all(points, chosen, judged, count, first)[verdict]
    table = _table(judged[0], problem, values, count, first)
    return _finding(table, judged[0], basis_of(count * len(points), first, len(points)))


def _finding(table: pl.DataFrame, verdict: Verdict, basis: Basis) -> Finding:
    return Finding(
        question=f"On which parameters does it hang that {verdict.says}?",
        headline=_headline(table, verdict),
        table=table,
        basis=basis,
        caveats=(
            *ASSUMED,
            "All other parameters are as usual. Shares of first order need not add up to 1: what is "
            "left is due to "
            "parameters together, and to chance.",
            "Intervals are resampled over the sample (SALib), each with 95% by itself.",
        ),
        draw=_draw,
    )


def _to_vary(
    verdict: str, screened: Finding | None, parameters: Sequence[str] | None, most: int
) -> Sequence[str]:
    if parameters is not None:
        return parameters
    if screened is None:
        raise GamegaugeError("neither screened nor parameters are given; allowed: one of them")
    check_finding(screened, "screening", "mu_star", "verdict")
    rows = screened.table.filter(pl.col("verdict") == verdict, pl.col("parameter") != CHANCE)
    if rows.is_empty():
        raise GamegaugeError(f"the screening does not tell of {verdict!r}; allowed: one with that verdict")
    return list(rows.head(most)["parameter"])


def _table(
    verdict: Verdict, problem: Mapping[str, Any], values: np.ndarray, games: int, seed: int
) -> pl.DataFrame:
    alike = float(np.ptp(values)) == 0.0
    if alike:  # no variance to share out
        told = {name: np.zeros(problem["num_vars"]) for name in ("S1", "S1_conf", "ST", "ST_conf")}
    else:
        told = analyze_sobol.analyze(problem, values, calc_second_order=False, seed=seed % SEED_LIMIT)
    holds = float((values > verdict.threshold).mean())
    rows = [
        (
            verdict.name, name, s1, s1 - s1_reach, s1 + s1_reach, st, max(st - st_reach, 0.0), st + st_reach,
            holds, len(values), games,
        )
        for name, s1, s1_reach, st, st_reach in zip(
            problem["names"], told["S1"], told["S1_conf"], told["ST"], told["ST_conf"], strict=True
        )
    ]  # fmt: skip
    return pl.DataFrame(rows, SCHEMA, orient="row").sort("total", "parameter", descending=[True, False])


def _headline(table: pl.DataFrame, verdict: Verdict) -> str:
    first = table.row(0, named=True)
    told = ", ".join(
        f"{row['parameter']} {row['total']:.2f} ({row['total_low']:.2f} to {row['total_high']:.2f})"
        for row in table.to_dicts()
    )
    return (
        f"That {verdict.says} is measured for {percent(first['holds'], 0)} of {first['settings']} sets of "
        "people; total shares of "
        f"the variance of its measure: {told}."
    )


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    y = np.arange(table.height)
    for name, aside, colour, label in (
        ("total", 0.14, BLUE, "total: with all that it does together with others"),
        ("first", -0.14, MUTED, "first order: by itself"),
    ):
        reach = reaches(table[name], table[f"{name}_low"], table[f"{name}_high"])
        ax.errorbar(
            table[name], y - aside, xerr=reach, fmt="o", color=colour, capsize=4, markersize=8, label=label
        )
    ax.set_yticks(y, table["parameter"].to_list())
    ax.set_xlim(left=min(0.0, *table["first_low"].to_list()))
    ax.axvline(0, color=INK, linewidth=0.8)
    ax.grid(visible=True, axis="x")
    ax.grid(visible=False, axis="y")
    ax.tick_params(axis="y", length=0, labelcolor=INK)
    ax.set_xlabel("share of the variance of the verdict's measure")
    ax.legend(loc="upper left", bbox_to_anchor=(0.0, 1.0), fontsize=10)
    ax.set_ylim(table.height - 0.5, -1.3)
    ax.set_title(f"What “{table['verdict'][0]}” hangs on")
