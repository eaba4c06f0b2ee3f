"""How do players shop, and which way goes with winning?"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from analysis.contrasts import ALPHA, Difference, difference_columns, points
from analysis.duels import stalled_caveat
from analysis.figures import BLUE, COLOURS, GRID, INK, MUTED, RED, percent_axis, points_axis, reaches
from analysis.finding import Basis, Finding, between, check_finding, component_caveats, percent
from analysis.knitting.store_outcome import LEADS, ROUNDS, associations
from analysis.knitting.store_ways import NAMES, WAYS, choices
from analysis.knitting.yarn_facts import counted, ends, mean_a_try, with_events
from analysis.sums import ratio_of, ratio_sums, sum_over_parts
from simulation import Run

SHARES = ("possible", "taken", "taken_if_possible")
KEYS = ["policy", "way", "measure"]


def store_choice(run: Run | str | Path) -> Finding:
    """Find how turns are spent, what else was possible, and which way goes with a better outcome.

    Parameters
    ----------
    run
        A run of Knitting with events, or its folder.

    Returns
    -------
    Finding
        Table, a row a policy and way (wild, two_from_deck, two_stacks, deck_and_stack, pick, pass): policy,
        way, possible and taken (shares of turns), taken_if_possible, cards (that the stash gains), each with
        _low and _high; win and score (final outcome of the seat in turns in which the way was taken less
        that in turns in which it was possible and not taken, at the same time and standing: see
        ``associations``), each with _low, _high and _p; turns (u32, in which it was taken), games (u32).
        Intervals are corrected for the number of rows, p-values by Holm.

    Raises
    ------
    GamegaugeError
        For a run of another game, or one without events.
    """
    run = with_events(run)
    table = _table(run)
    return Finding(
        question="How do players shop, and which way goes with winning?",
        headline=_headline(table, run),
        table=table,
        basis=Basis.of(run),
        caveats=(
            "`win` and `score` are observed, not caused: who takes a way differs in stash, hand and "
            f"plans from who does not. Compared are turns of the same policy and seat, within {ROUNDS} "
            f"rounds, with a like lead on the mat (steps at {', '.join(map(str, LEADS))} FO points).",
            f"Intervals cover all {table.height} rows of a column together with 95% (Bonferroni) and "
            "cluster by game; p-values are corrected by Holm.",
            *stalled_caveat([run]),
            *component_caveats(run),
        ),
        draw=_draw,
    )


def store_outcome(choice: Finding) -> Finding:
    """Return the same finding, drawn as how each way goes with winning.

    Parameters
    ----------
    choice
        What ``store_choice`` returned.

    Raises
    ------
    GamegaugeError
        For another finding.
    """
    check_finding(choice, "store_choice", "way", "taken_if_possible", "win")
    rows = choice.table["win"].count()
    return replace(choice, draw=_draw_outcome, size=(8, max(4.5, 1.5 + 0.3 * rows)))


def _counts(events: pl.LazyFrame, run: Run) -> pl.LazyFrame:
    """Sum over games, for each policy, way and measure, what its share or mean is made of."""
    counts = [pl.len().alias("turns")]
    for way in WAYS:
        took = pl.col("way") == way
        counts += [
            pl.col(f"can_{way}").sum().alias(f"can_{way}"),
            took.sum().alias(f"took_{way}"),
            pl.col("cards").filter(took).sum().alias(f"cards_{way}"),
        ]
    games = counted(choices(events, run).group_by("game_id", "policy").agg(counts))
    measures = {
        "possible": ("can_{}", "turns"),
        "taken": ("took_{}", "turns"),
        "taken_if_possible": ("took_{}", "can_{}"),
        "cards": ("cards_{}", "took_{}"),
    }
    return pl.concat(
        games.select("policy", hits=hits.format(way), tries=tries.format(way))
        .group_by("policy")
        .agg(*ratio_sums(), games=(pl.col("tries") > 0).sum())
        .with_columns(way=pl.lit(way), measure=pl.lit(measure))
        for way in WAYS
        for measure, (hits, tries) in measures.items()
    )


def _table(run: Run) -> pl.DataFrame:
    sums = sum_over_parts(run, "events", lambda events: _counts(events, run), by=KEYS)
    found = {tuple(row[key] for key in KEYS): row for row in sums.to_dicts()}
    names = [(policy, way) for policy in dict.fromkeys(run.policies) for way in WAYS]
    level = 1 - ALPHA / len(names)
    columns: dict[str, Any] = {}
    for measure in SHARES:
        sums_of = [found[policy, way, measure] for policy, way in names]
        columns |= ends(measure, [ratio_of(one, int(one["games"]), level) for one in sums_of])
    gained = [sums.filter(policy=policy, way=way, measure="cards") for policy, way in names]
    columns |= ends("cards", [mean_a_try(one, level) for one in gained])
    linked = associations(run, len(names))
    for name in ("win", "score"):
        columns |= _differences(name, [linked[policy, way, name] for policy, way in names])
    return pl.DataFrame(
        {
            "policy": [policy for policy, _ in names],
            "way": [way for _, way in names],
            **columns,
            "turns": pl.Series([int(one["tries"][0]) for one in gained], dtype=pl.UInt32),
            "games": pl.Series([run.count] * len(names), dtype=pl.UInt32),
        }
    )


def _differences(name: str, differences: list[Difference]) -> dict[str, list[float | None]]:
    """Return a table's columns of differences, empty where there is nothing to compare."""
    most = 1.0 if name == "win" else np.inf  # no two shares differ by more
    columns = difference_columns(name, [one.within(most) for one in differences])
    known = [not np.isnan(one.value) for one in differences]
    return {
        key: [value if one else None for value, one in zip(values, known, strict=True)]
        for key, values in columns.items()
    }


def _headline(table: pl.DataFrame, run: Run) -> str:
    policy = run.policies[0]
    rows = table.filter(policy=policy)
    most = rows.sort("taken", "way").row(-1, named=True)
    wild = rows.filter(way="wild").row(0, named=True)
    shown = rows.filter(pl.col("win").is_not_null()).sort("win", "way")
    told = ""
    if shown.height:
        best = shown.row(-1, named=True)
        told = (
            f"; at the same time and standing {NAMES[best['way']]} goes with the best outcome, a win "
            f"share of {points(best, 'win')} against what else was possible, which is a correlation only"
        )
    spent, taken = (_words(row) for row in (most, wild))
    return (
        f"A {policy} player spends most turns on {NAMES[most['way']]}, {spent}; it takes a Wild in {taken} "
        f"of turns, and could in {percent(wild['possible'])}{told}; in {run.count:,} games."
    )


def _words(row: dict[str, float]) -> str:
    return f"{percent(row['taken'])} ({between(row['taken_low'], row['taken_high'])})"


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    policies = table["policy"].unique(maintain_order=True).to_list()
    height = 0.8 / len(policies)
    for number, policy in enumerate(policies):
        rows = table.filter(policy=policy)
        place = np.arange(rows.height) + (number - (len(policies) - 1) / 2) * height
        hue = COLOURS[number % len(COLOURS)]
        ax.barh(place, rows["possible"], height=height * 0.9, color=hue, alpha=0.22)
        ax.barh(place, rows["taken"], height=height * 0.9, color=hue, label=policy)
        reach = reaches(rows["taken"], rows["taken_low"], rows["taken_high"])
        ax.errorbar(rows["taken"], place, xerr=reach, fmt="none", ecolor=INK, elinewidth=1, capsize=2)
    ax.set_yticks(range(len(WAYS)), [_label(table, way) for way in WAYS])
    ax.set_ylim(len(WAYS) - 0.5, -0.5)
    ax.set_xlabel("share of turns: possible (pale) and taken (full)")
    first = table.filter(policy=policies[0]).sort("taken", "way").row(-1, named=True)
    who = policies[0][:1].upper() + policies[0][1:]
    ax.set_title(f"{who} players spend {percent(first['taken'], 0)} of turns on {NAMES[first['way']]}")
    if len(policies) > 1:
        ax.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    ax.grid(visible=True, axis="x", color=GRID)
    ax.grid(visible=False, axis="y")
    percent_axis(ax, "x")


def _label(table: pl.DataFrame, way: str) -> str:
    """Return the name of a way, and how many cards it brings on average."""
    rows = table.filter(pl.col("way") == way, pl.col("cards") > 0)
    if not rows.height:
        return NAMES[way]
    cards = float(np.average(rows["cards"].to_numpy(), weights=rows["turns"].to_numpy()))
    return f"{NAMES[way]}\n{cards:.1f} cards"


def _draw_outcome(ax: Axes, table: pl.DataFrame) -> None:
    rows = table.filter(pl.col("win").is_not_null()).sort("win", "way", descending=[True, False])
    for place, row in enumerate(rows.iter_rows(named=True)):
        hue = BLUE if row["win_low"] > 0 else RED if row["win_high"] < 0 else MUTED
        span = reaches([row["win"]], [row["win_low"]], [row["win_high"]])
        ax.errorbar(row["win"], place, xerr=span, fmt="o", color=hue, markersize=8, capsize=3)
    many = rows["policy"].n_unique() > 1
    labels = [
        NAMES[row["way"]] + (f" ({row['policy']})" if many else "") for row in rows.iter_rows(named=True)
    ]
    ax.axvline(0, color=INK, linewidth=1.2, linestyle=(0, (4, 3)))
    ax.set_yticks(range(rows.height), labels)
    ax.set_ylim(max(rows.height, 1) - 0.5, -0.5)
    ax.set_xlabel("win share where it was taken less where it was not, in points: a correlation only")
    ax.set_title(_title(rows))
    ax.grid(visible=True, axis="x", color=GRID)
    ax.grid(visible=False, axis="y")
    points_axis(ax, "x")


def _title(rows: pl.DataFrame) -> str:
    good = rows.filter(pl.col("win_low") > 0)
    if not good.height:
        return "No way to shop is shown to go with winning"
    best = good.row(0, named=True)
    who = f" ({best['policy']})" if rows["policy"].n_unique() > 1 else ""
    return f"At the same time and standing, {NAMES[best['way']]}{who}\ngoes with winning most"
