"""Which words are hard, and which go badly together?"""

from itertools import combinations_with_replacement
from pathlib import Path

import polars as pl
from matplotlib.axes import Axes

from analysis.contrasts import ALPHA
from analysis.figures import BLUE, RED, percent_axis, reaches
from analysis.finding import Basis, Finding, between, component_caveats, in_place_of, percent, tied, with_verb
from analysis.knit_wit.tables import as_knit_wit
from analysis.ratios import a_try
from simulation import Run

SCHEMA = {
    "word": pl.String,
    "category": pl.String,
    "difficulty": pl.Float64,
    **dict.fromkeys(("answered", "low", "high"), pl.Float64),
    "seconds": pl.Float64,
    "spools": pl.UInt32,
    "games": pl.UInt32,
}
PAIR_SCHEMA = {
    "category": pl.String,
    "other": pl.String,
    **dict.fromkeys(("answered", "low", "high"), pl.Float64),
    "spools": pl.UInt32,
    "games": pl.UInt32,
}
DRAWN = 12
"""Words at each end of the list that a figure shows."""
PAIR = pl.format("{} with {}", "category", "other").alias("pair")
"""A pair of kinds in words."""


def words(run: Run | str | Path) -> Finding:
    """Find how often spools with one word alone are answered for, word by word.

    Parameters
    ----------
    run
        A run of Knit Wit, or its folder.

    Returns
    -------
    Finding
        Table, the hardest first: word, category, difficulty (of the list), answered (share of sheets with an
        answer), low, high, seconds (mean time from Go at which its answers were written, empty without any),
        spools (u32), games (u32). Intervals cluster by game and hold for all words of the list together
        (Bonferroni).

    Raises
    ------
    GamegaugeError
        For a run of another game.
    """
    run = as_knit_wit(run)
    count = len(_listed(run))
    level = 1 - ALPHA / count
    rows = [_row(run, word, frame, level) for (word,), frame in _alone(run).group_by("word_a")]
    table = pl.DataFrame(rows, SCHEMA, orient="row").sort("answered", "word")
    return Finding(
        question="Which words are hard?",
        headline=_headline(table),
        table=table,
        basis=Basis.of(run),
        caveats=(
            "Spools in one loop are counted, which bear one word.",
            "By the model a word does nothing but multiply the time that an answer takes by its "
            "difficulty, which is "
            "assumed (KW-10): the order is that of the list, blurred by chance.",
            f"The intervals cluster by game and hold for all {count} words of the list (Bonferroni).",
            *component_caveats(run),
        ),
        draw=_draw,
        size=(8, 6.5),
    )


def _listed(run: Run) -> dict[str, dict]:
    """Return the rows of the word list by word."""
    return {one["word"]: one for one in run.components["words"]["words"]}


def _with_answers(run: Run, loops: int) -> pl.DataFrame:
    """Return the spools in so many loops, with how many sheets have an answer, and their seconds added up."""
    counts = run.answers.group_by("game_id", "spool").agg(written=pl.len(), seconds=pl.col("second").sum())
    found = run.spools.filter(pl.col("loops") == loops).join(counts, on=["game_id", "spool"], how="left")
    return (
        found.with_columns(pl.col("written").fill_null(0), pl.col("^word_.$").cast(pl.String))
        .sort("game_id", "spool")
        .collect()
    )


def _alone(run: Run) -> pl.DataFrame:
    return _with_answers(run, 1)


def _estimate(run: Run, frame: pl.DataFrame, level: float) -> tuple[float, float, float]:
    """Return the share of sheets with an answer for some spools, clustered by game."""
    games = frame.group_by("game_id").agg(pl.col("written").sum(), tries=run.players * pl.len())
    return a_try(games["written"], games["tries"]).estimate(level)


def _row(run: Run, word: object, frame: pl.DataFrame, level: float) -> tuple:
    told = _listed(run)[str(word)]
    written = int(frame["written"].sum())
    seconds = float(frame["seconds"].sum()) / written if written else None
    return (
        str(word), told["category"], told["difficulty"], *_estimate(run, frame, level), seconds,
        frame.height, run.count,
    )  # fmt: skip


def _headline(table: pl.DataFrame) -> str:
    if table.is_empty():
        return "No spool lay in one loop alone."
    first, last = table.row(0, named=True), table.row(-1, named=True)
    hardest, easiest = (in_place_of(row, table, "answered", "word") for row in (first, last))
    if len(hardest) == table.height:
        return f"All words alone round a spool are answered as often: {_all_alike(table)}."
    return (
        f"Of {table.height} words alone round a spool, the hardest {_is(hardest)}, answered on "
        f"{_share(first)} of sheets, the easiest {_is(easiest)}, on {_share(last)}. The order is that of "
        "the list's difficulties, blurred by chance."
    )


def _is(names: list[str]) -> str:
    return f"{'is' if len(names) == 1 else 'are'} {tied(names)}"


def _all_alike(table: pl.DataFrame) -> str:
    """Return the share that all rows have; the rows' own intervals differ, and the table tells them."""
    return f"on {percent(table['answered'][0])} of sheets"


def _share(row: dict) -> str:
    return f"{percent(row['answered'])} ({between(row['low'], row['high'])})"


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    named = pl.format("{} ({})", "word", "category")
    _draw_ends(ax, table.with_columns(label=named), "spools in one loop")
    ax.set_title("The hardest words and the easiest")


def _draw_ends(ax: Axes, table: pl.DataFrame, where: str) -> None:
    """Draw the hardest and the easiest rows, each by its label."""
    ends = table if table.height <= 2 * DRAWN else pl.concat([table.head(DRAWN), table.tail(DRAWN)])
    colours = [RED] * min(DRAWN, ends.height) + [BLUE] * max(ends.height - DRAWN, 0)
    for place, (row, colour) in enumerate(zip(ends.to_dicts(), colours, strict=True)):
        reach = reaches([row["answered"]], [row["low"]], [row["high"]])
        ax.errorbar(row["answered"], place, xerr=reach, fmt="o", color=colour, markersize=6, capsize=3)
    ax.set_yticks(range(ends.height), ends["label"].to_list(), fontsize=9)
    ax.invert_yaxis()
    ax.grid(visible=True, axis="x")
    ax.grid(visible=False, axis="y")
    percent_axis(ax, "x")
    ax.set_xlabel(f"sheets with an answer, {where}")


def word_pairs(run: Run | str | Path) -> Finding:
    """Find how often spools with two words are answered for, by the two words' categories.

    Parameters
    ----------
    run
        A run of Knit Wit, or its folder.

    Returns
    -------
    Finding
        Table, the hardest first: category, other, answered, low, high, spools (u32), games (u32). Intervals
        cluster by game and hold for all rows together (Bonferroni).

    Raises
    ------
    GamegaugeError
        For a run of another game.
    """
    run = as_knit_wit(run)
    kinds = {word: one["category"] for word, one in _listed(run).items()}
    pairs = list(combinations_with_replacement(sorted(set(kinds.values())), 2))
    level = 1 - ALPHA / len(pairs)
    frame = _with_answers(run, 2).with_columns(
        pl.concat_list(pl.col("word_a", "word_b").replace_strict(kinds, return_dtype=pl.String))
        .list.sort()
        .list.to_struct(fields=["category", "other"])
        .alias("kinds")
    )
    rows = [
        (*kinds, *_estimate(run, part, level), part.height, run.count)
        for kinds, part in frame.unnest("kinds").group_by("category", "other")
    ]
    table = pl.DataFrame(rows, PAIR_SCHEMA, orient="row").sort("answered", "category", "other")
    return Finding(
        question="Which kinds of words are hard in twos?",
        headline=_pair_headline(table),
        table=table,
        basis=Basis.of(run),
        caveats=(
            "By the model the difficulties of two words multiply (KW-10): that some pairs contradict "
            "each other, or "
            "go together by nature, is not in it. What differs here is how hard the words of each kind are.",
            f"The intervals cluster by game and hold for all {len(pairs)} pairs together (Bonferroni).",
            *component_caveats(run),
        ),
        draw=_draw_pairs,
        size=(8, 6.5),
    )


def _pair_headline(table: pl.DataFrame) -> str:
    if table.is_empty():
        return "No spool lay in two loops."
    first, last = table.row(0, named=True), table.row(-1, named=True)
    named = table.with_columns(PAIR)
    least, most = (in_place_of(row, named, "answered", "pair") for row in (first, last))
    if len(least) == table.height:
        return f"All pairs of kinds round a spool in two loops are answered as often: {_all_alike(table)}."
    return (
        f"Of {table.height} pairs of kinds round a spool in two loops, {with_verb(least)} answered "
        f"least, on {_share(first)} of sheets, {tied(most)} most, on {_share(last)}."
    )


def _draw_pairs(ax: Axes, table: pl.DataFrame) -> None:
    _draw_ends(ax, table.with_columns(PAIR.alias("label")), "spools in two loops")
    ax.set_title("Kinds of words that are hard and easy in twos")
