"""Is the same pattern too good for another player, another number of them, or in another catalogue?"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from textwrap import fill

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from analysis.contrasts import standard_error
from analysis.figures import GOLD, points_axis
from analysis.finding import ROUNDING, Basis, Finding, check_finding, in_place_of, tied
from analysis.knitting.pattern_agreement import FEWEST, rank_agreement
from analysis.knitting.pattern_figures import CLOUD, draw_cloud
from analysis.knitting.pattern_shrinkage import reliability
from analysis.knitting.pattern_words import DEAD, NOT_SHOWN, OUTLIERS, TOO_GOOD, correlation_words
from analysis.statistics import Estimate
from simulation import GamegaugeError

CLOSE, HALF = 0.8, 0.5
"""Rank correlations above which two ways to ask are said to agree, and to agree in part."""
VALUE = ("win", "win_low", "win_high", "verdict")


TITLE = 76
"""Letters of a line of a title."""


def compare_pattern_values(one: Finding, other: Finding, names: Sequence[str] | None = None) -> Finding:
    """Find whether two ways to ask what patterns are worth rank them alike.

    Parameters
    ----------
    one, other
        Two findings of ``pattern_value``: with another player, other players in number, other rules, or a
        catalogue with patterns of the same names.
    names
        What to call them; by default what they were asked about where it differs.

    Returns
    -------
    Finding
        Table, a row a pattern that both have, the best of ``one`` first: pattern; win_one, its ends
        win_one_low and win_one_high, rank_one (u32) and verdict_one, and the same of the other; verdict ("too
        good" or "dead" if it is shown for both, else "not shown").

    Raises
    ------
    GamegaugeError
        For other findings, names that are not two, or fewer than five patterns in common.
    """
    table = _join(one, other)
    called = _names(one, other) if names is None else names
    texts = isinstance(called, list | tuple) and all(isinstance(name, str) for name in called)
    if not texts or len(called) != 2 or called[0] == called[1]:
        raise GamegaugeError(f"names {called} cannot be used; allowed: a list of two different ones")
    agreement = rank_agreement(table["win_one"], table["win_other"])
    most = _most(one.table, other.table)
    return Finding(
        question=f"Do {called[0]} and {called[1]} find the same patterns too good?",
        headline=_headline(table, called, agreement, most),
        table=table,
        basis=_basis(one.basis, other.basis),
        caveats=(*_caveats(one, other, most), *_components(one, other, called)),
        draw=lambda ax, table: _draw(ax, table, called, agreement),
        size=CLOUD,
    )


def _join(one: Finding, other: Finding) -> pl.DataFrame:
    tables = []
    for side, finding in (("one", one), ("other", other)):
        check_finding(finding, "pattern_value", "pattern", *VALUE)
        tables.append(
            finding.table.select("pattern", *(pl.col(name).alias(_sided(name, side)) for name in VALUE))
        )
    table = tables[0].join(tables[1], on="pattern", maintain_order="left")
    if table.height < FEWEST:
        raise GamegaugeError(
            f"the findings have {table.height} patterns in common; allowed: catalogues that share at least "
            f"{FEWEST}"
        )
    both = (pl.when(pl.col("verdict_one") == pl.col("verdict_other"))).then("verdict_one")
    return table.with_columns(
        *(
            pl.col(f"win_{side}").rank("ordinal", descending=True).alias(f"rank_{side}")
            for side in ("one", "other")
        ),
        verdict=both.otherwise(pl.lit(NOT_SHOWN)),
    )


def _sided(name: str, side: str) -> str:
    stem, _, end = name.partition("_")
    return "_".join(part for part in (stem, side, end) if part)


def _names(one: Finding, other: Finding) -> tuple[str, ...]:
    """Return what two findings were asked about, where it differs."""
    asked = [
        {
            "policies": finding.basis.policies.replace(" in every seat", " players"),
            "players": f"{finding.players} players",
            "components": finding.deck,
            "rules": f"the rules {finding.rules}",
            "seed": f"seed {finding.seed}",
        }
        for finding in (one, other)
    ]
    differs = [name for name in asked[0] if asked[0][name] != asked[1][name]]
    return tuple(side[differs[0]] for side in asked) if differs else ("one", "the other")


def _most(*tables: pl.DataFrame) -> float:
    """Return what correlation two experiments with this noise would show if the true values were the same."""
    return float(np.sqrt(np.prod([_reliability(table) for table in tables])))


def _reliability(table: pl.DataFrame) -> float:
    games, rows = int(table["games"][0]), table.height
    errors = [standard_error(low, high, games, rows) for low, high in table.select(VALUE[1:3]).iter_rows()]
    return reliability(table["win"].to_list(), errors)


def _headline(table: pl.DataFrame, called: Sequence[str], agreement: Estimate, most: float) -> str:
    if np.isnan(agreement[0]):
        names = f"{called[0]} or {called[1]}"
        return f"To {names} all patterns are worth the same, so that there is no order to compare."
    count = min(OUTLIERS, table.height // 2)
    shared = [
        table.filter((pl.col("rank_one") <= count) & (pl.col("rank_other") <= count)).height,
        table.filter(pl.min_horizontal("rank_one", "rank_other") > table.height - count).height,
    ]
    return (
        f"{_agree(called, agreement)} on which patterns are good: the rank correlation is "
        f"{correlation_words(agreement)}, where the same true values would give about {most:.2f}; they share "
        f"{shared[0]} of their {count} best patterns and {shared[1]} of their {count} worst; "
        f"{_both(table, TOO_GOOD)} shown to be too good for both and {_both(table, DEAD)} dead for both"
        f"{_against(table)}{_furthest(table)}."
    )


def _agree(called: Sequence[str], agreement: Estimate) -> str:
    value, low, _ = agreement
    if np.isnan(value):
        return "No order to compare"
    shown = "agree" if value > CLOSE else "agree in part" if value > HALF else "agree a little"
    names = f"{called[0]} and {called[1]}"
    return f"{names[:1].upper()}{names[1:]} {shown if low > 0 else 'are not shown to agree'}"


def _both(table: pl.DataFrame, verdict: str) -> str:
    names = table.filter(verdict=verdict)["pattern"].to_list()
    return f"{', '.join(names) or 'none'} {'are' if len(names) > 1 else 'is'}"


def _against(table: pl.DataFrame) -> str:
    """Name the patterns that are too good for the one and dead for the other."""
    verdicts = pl.concat_list("verdict_one", "verdict_other")
    names = table.filter(verdicts.list.contains(TOO_GOOD) & verdicts.list.contains(DEAD))["pattern"].to_list()
    return f"; too good for one of them and dead for the other: {', '.join(names)}" if names else ""


def _furthest(table: pl.DataFrame) -> str:
    """Name the pattern whose worth differs most, or those that share that place, with both worths."""
    apart = table.with_columns(apart=(pl.col("win_one") - pl.col("win_other")).abs())
    row = apart.sort("apart", "pattern", descending=[True, False]).row(0, named=True)
    if row["apart"] < ROUNDING:
        return ""
    names = in_place_of(row, apart, "apart", "pattern")
    worths = [
        f"{value:+.1f} ({low:+.1f} to {high:+.1f})"
        for side in ("one", "other")
        for value, low, high in [[100 * row[_sided(name, side)] for name in VALUE[:3]]]
    ]
    verb = "is" if len(names) == 1 else "are"
    told = f"; furthest apart {verb} {tied(names)}"
    return f"{told}, {' and '.join(worths)} points of wins" if len(names) == 1 else told


def _basis(one: Basis, other: Basis) -> Basis:
    told = {
        name: " and ".join(dict.fromkeys((getattr(one, name), getattr(other, name))))
        for name in ("players", "policies", "components", "rules")
    }
    if one.seed != other.seed:
        told["rules"] += f", the second with seed {other.seed}"
    return replace(replace(one, **told), games=one.games + other.games)  # type: ignore[arg-type]


def _caveats(one: Finding, other: Finding, most: float) -> list[str]:
    shuffles = ["Both played the same shuffles, which makes them agree a little more."]
    return [
        "Compared is the causal `win`. The interval of the rank correlation is Fisher's, as if the patterns "
        "were drawn from many more of their kind.",
        f"Noise in both lowers the correlation: the same true values would give about {most:.2f}, by how "
        "far the values lie apart beyond their errors.",
        "A pattern has a verdict for both if each finding shows it alone.",
        *(shuffles if one.seed == other.seed else []),
    ]


def _components(one: Finding, other: Finding, called: Sequence[str]) -> list[str]:
    """Return what both findings say of rules and components; what only one says, under its name."""
    told: Mapping[str, list[str]] = {
        name: [caveat for caveat in finding.caveats if "(KT-" in caveat]
        for name, finding in zip(called, (one, other), strict=True)
    }
    shared = [caveat for caveat in told[called[0]] if caveat in told[called[1]]]
    own = [f"{name}: {caveat}" for name in called for caveat in told[name] if caveat not in shared]
    return [*own, *shared]


def _draw(ax: Axes, table: pl.DataFrame, called: Sequence[str], agreement: Estimate) -> None:
    """Draw what each pattern is worth the one way and the other."""
    ends = {f"win{end}": f"win_other{end}" for end in ("", "_low", "_high")}
    draw_cloud(ax, table.with_columns(pl.col(old).alias(new) for new, old in ends.items()), "win_one")
    limits = (*ax.get_xlim(), *ax.get_ylim())
    ax.axline((0, 0), slope=1, color=GOLD, linewidth=1.6)
    ax.set_xlim(*limits[:2])
    ax.set_ylim(*limits[2:])
    ax.set_xlabel(f"win share against the average pattern, in points: {called[0]}")
    ax.set_ylabel(f"the same: {called[1]}")
    ax.legend(title="for both", loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize=9)
    told = fill(f"{_agree(called, agreement)} on the worth of patterns", TITLE)
    ax.set_title(f"{told}\nrank correlation {correlation_words(agreement)}", fontsize=12)
    points_axis(ax, "x")
