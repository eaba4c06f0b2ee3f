"""Which yarn is scarce, and how much Wild yarn does a cast-on take?"""

from pathlib import Path
from typing import Any

import polars as pl
from matplotlib.axes import Axes

from analysis.contrasts import ALPHA
from analysis.duels import stalled_caveat
from analysis.figures import INK, MUTED, percent_axis, reaches
from analysis.finding import Basis, Finding, between, component_caveats, in_place_of, percent, tied, with_verb
from analysis.knitting.yarn_facts import (
    CARDS,
    MATCHING,
    PAINTS,
    asked_by_catalogue,
    counted,
    ends,
    mean_a_try,
    needs_of,
    with_events,
)
from analysis.statistics import Estimate
from analysis.sums import ratio_of, ratio_sums, sum_over_parts
from simulation import Run
from simulation.games.knitting.components import COLOURS, WILD

ROWS = (*COLOURS, MATCHING)
"""What a Wild can stand for (KT-2)."""


def yarn_scarcity(run: Run | str | Path) -> Finding:
    """Find which yarn cast-ons are short of, so that a Wild has to stand for it.

    Parameters
    ----------
    run
        A run of Knitting with events, or its folder.

    Returns
    -------
    Finding
        Table, a row a colour, one for matching cards of any colour, and one for Wild: yarn, cards (u8, KT-1),
        asked (u16, by name by all patterns of the catalogue), asked_a_card, short (share of the cast-ons
        that ask for it in which a Wild stood for at least one card), short_low, short_high (corrected for
        the number of rows), cast_ons (u32, those that ask for it), games (u32). A Wild stands for a
        colour by name before it stands for a matching card. Wild cannot be short: its ``short`` is empty.

    Raises
    ------
    GamegaugeError
        For a run of another game, or one without events.
    """
    run = with_events(run)
    sums = sum_over_parts(run, "events", lambda events: _shortages(events, run), by=["yarn"])
    table = _table(run, sums)
    wilds = _wilds(run)
    return Finding(
        question="Which yarn is scarce?",
        headline=_headline(table, wilds, run),
        table=table,
        basis=Basis.of(run),
        caveats=(
            "`short` counts the cast-ons that were made. A pattern that waits in hand for its yarn, or "
            "is never cast on, is not among them, and which patterns are in hand is the players' choice.",
            "Where a colour is asked for by name and for matching cards too, the cards paid in it count "
            "for the name first; the log does not tell them apart.",
            f"The intervals of `short` cover all {len(ROWS)} rows together with 95% (Bonferroni); cast-ons "
            "of one game are not independent, and all intervals cluster by game.",
            *stalled_caveat([run]),
            *component_caveats(run),
        ),
        draw=_draw,
    )


def cast_ons(events: pl.LazyFrame, run: Run) -> pl.LazyFrame:
    """Return what cast-ons asked for and how it was paid.

    Returns
    -------
    polars.LazyFrame
        game_id, and for each of ``ROWS`` asks_NAME and lacks_NAME (i16): the cards asked for, and those of
        them that were paid in Wild; wild and asked_wild (i16): Wilds paid, and those asked for by name.
    """
    paid = {colour: pl.col(f"taken_{colour}").cast(pl.Int16) for colour in COLOURS}
    extra = pl.sum_horizontal((paid[colour] - pl.col(colour)).clip(0) for colour in COLOURS)
    return (
        events.filter(pl.col("event") == "cast_on")
        .with_columns(pattern=pl.col("what").cast(pl.String))
        .join(needs_of(run).lazy(), on="pattern")
        .select(
            "game_id",
            *(pl.col(name).alias(f"asks_{name}") for name in ROWS),
            *((pl.col(colour) - paid[colour]).clip(0).alias(f"lacks_{colour}") for colour in COLOURS),
            (pl.col(MATCHING) - extra).alias(f"lacks_{MATCHING}"),
            pl.col("taken_wild").cast(pl.Int16).alias("wild"),
            pl.col(WILD).alias("asked_wild"),
        )
    )


def _shortages(events: pl.LazyFrame, run: Run) -> pl.LazyFrame:
    """Sum over games, a row a yarn, the cast-ons that ask for it and those that are short of it."""
    asks = [(pl.col(f"asks_{name}") > 0).sum().alias(f"tries_{name}") for name in ROWS]
    short = [(pl.col(f"lacks_{name}") > 0).sum().alias(f"hits_{name}") for name in ROWS]
    games = counted(cast_ons(events, run).group_by("game_id").agg(*asks, *short))
    return pl.concat(
        games.select(pl.lit(name).alias("yarn"), tries=f"tries_{name}", hits=f"hits_{name}")
        .group_by("yarn")
        .agg(*ratio_sums(), games=(pl.col("tries") > 0).sum())
        for name in ROWS
    )


def _table(run: Run, sums: pl.DataFrame) -> pl.DataFrame:
    by_yarn = {row["yarn"]: row for row in sums.to_dicts()}
    asked = asked_by_catalogue(run)
    estimates = [
        ratio_of(by_yarn[name], by_yarn[name]["games"], 1 - ALPHA / len(ROWS))
        if name in by_yarn
        else _unknown()
        for name in ROWS
    ]
    tried = [int(by_yarn[name]["tries"]) if name in by_yarn else 0 for name in ROWS]
    names = [*ROWS, WILD]
    cards = pl.Series([CARDS.get(name) for name in names], dtype=pl.UInt8)
    wanted = pl.Series([asked[name] for name in names], dtype=pl.UInt16)
    return pl.DataFrame(
        {
            "yarn": names,
            "cards": cards,
            "asked": wanted,
            "asked_a_card": wanted / cards,
            **ends("short", [*estimates, _unknown()]),
            "cast_ons": pl.Series([*tried, None], dtype=pl.UInt32),
            "games": pl.Series([run.count] * len(names), dtype=pl.UInt32),
        }
    )


def _unknown() -> Estimate:
    return float("nan"), 0.0, 1.0


def _wilds(run: Run) -> dict[str, Estimate]:
    """Return Wilds a cast-on, and those of them that stand for other yarn."""
    sums = sum_over_parts(run, "events", lambda events: _wild_sums(events, run), by=["measure"])
    return {name: mean_a_try(sums.filter(measure=name)) for name in ("all", "standing")}


def _wild_sums(events: pl.LazyFrame, run: Run) -> pl.LazyFrame:
    wilds = {"all": pl.col("wild"), "standing": pl.col("wild") - pl.col("asked_wild")}
    counts = {name: one.cast(pl.Int64).sum() for name, one in wilds.items()}
    games = counted(cast_ons(events, run).group_by("game_id").agg(**counts, tries=pl.len()))
    return pl.concat(
        games.select("tries", hits=name).select(pl.lit(name).alias("measure"), *ratio_sums(), games=pl.len())
        for name in wilds
    )


def _headline(table: pl.DataFrame, wilds: dict[str, Estimate], run: Run) -> str:
    rows = table.filter(pl.col("yarn").is_in(COLOURS) & pl.col("short").is_not_null()).sort("short", "yarn")
    if not rows.height:
        return f"In {run.count:,} games no cast-on asked for a colour by name."
    mean, low, high = wilds["all"]
    return (
        f"In {run.count:,} games {_shortest(rows)}; a cast-on takes {mean:.2f} Wilds ({low:.2f} to "
        f"{high:.2f}), {wilds['standing'][0]:.2f} of them in place of other yarn."
    )


def _shortest(rows: pl.DataFrame) -> str:
    """Tell which colour runs short most often, and which least; ``rows`` are sorted by that."""
    most, least = rows.row(-1, named=True), rows.row(0, named=True)
    if rows.height == 1:
        return f"the only colour that is asked for by name is {_words(most)}"
    first, last = (in_place_of(row, rows, "short", "yarn") for row in (most, least))
    if first == last:
        share = percent(most["short"])
        return f"all colours run short as often, in {share} of the cast-ons that ask for them"
    return (
        f"{with_verb(first)} paid in Wild most often, by {_share(most)} of the cast-ons that ask for it, "
        f"{tied(last)} least, by {_share(least)}{_unshown(rows, most)}"
    )


def _unshown(rows: pl.DataFrame, most: dict[str, Any]) -> str:
    """Name the colours that are not shown to run short less often than the one that does most."""
    others = rows.filter(pl.col("yarn") != most["yarn"], pl.col("short_high") >= most["short_low"])
    names = others["yarn"].to_list()
    if len(names) == rows.height - 1:
        return " (no difference between colours is shown)"
    return f" (not shown to differ from the most: {', '.join(names)})" if names else ""


def _share(row: dict[str, Any]) -> str:
    return f"{percent(row['short'])} ({between(row['short_low'], row['short_high'])})"


def _words(row: dict[str, Any]) -> str:
    return f"{row['yarn']}, paid in Wild by {_share(row)} of the cast-ons that ask for it"


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    rows = table.filter(pl.col("short").is_not_null()).sort("short", "yarn", descending=[True, False])
    colours = [PAINTS[name] for name in rows["yarn"]]
    ax.bar(range(rows.height), rows["short"], color=colours, edgecolor=INK, linewidth=0.8, width=0.72)
    reach = reaches(rows["short"], rows["short_low"], rows["short_high"])
    ax.errorbar(range(rows.height), rows["short"], yerr=reach, fmt="none", ecolor=INK, capsize=3)
    labels = [
        f"{row['yarn']}\n{row['asked']}" + (f" : {row['cards']}" if row["cards"] else "")
        for row in rows.iter_rows(named=True)
    ]
    ax.set_xticks(range(rows.height), labels, fontsize=9)
    told = "below each: cards that the patterns ask for : cards there are"
    ax.annotate(told, (1, 1), xycoords="axes fraction", ha="right", va="top", fontsize=9, color=MUTED)
    ax.set_ylabel("cast-ons short of it,\nof those that ask for it")
    ax.set_title(_title(rows.filter(pl.col("yarn").is_in(COLOURS))))
    percent_axis(ax)


def _title(colours: pl.DataFrame) -> str:
    """Return the answer; ``colours`` are sorted, the one that is short most often first."""
    if not colours.height or colours["short_low"][0] <= colours["short_high"][-1]:
        return "No colour is shown to run short more often than another"
    rest = colours[1:].filter(pl.col("short_high") >= colours["short_low"][0])["yarn"].to_list()
    names = tied([colours["yarn"][0], *rest]).capitalize()
    return f"{names} run{'' if rest else 's'} short most often: Wild pays"
