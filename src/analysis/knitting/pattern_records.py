"""What a log says of each pattern: how often it is drawn and finished, and who wins with it."""

from collections.abc import Sequence
from pathlib import Path

import polars as pl
from matplotlib.axes import Axes

from analysis.contrasts import ALPHA
from analysis.duels import stalled_caveat
from analysis.figures import BLUE, GRID, INK, percent_axis, reaches
from analysis.finding import Basis, Finding, between, component_caveats, in_place_of, percent, tied, with_verb
from analysis.knitting.tables import as_knitting
from analysis.sums import ratio_sums, with_intervals
from simulation import Run
from simulation.games.knitting.components import CommunityCard, Pattern
from simulation.games.knitting.worth import points_by_rule

RECORDS = {
    "drawn": ("drew", "seats"),
    "finished": ("finishers", "drew"),
    "left_in_hand": ("leavers", "drew"),
    "win_when_drawn": ("won", "drew"),
    "win_when_finished": ("won_finished", "finishers"),
}
"""Shares of games and seats, with the sums of a game that hit and those that are tried."""
BY_PATTERN = ("pattern", "record")


def pattern_records(run: Run | str | Path) -> Finding:
    """Find how often each pattern is drawn and finished, and how often its owners win.

    Who wins with a pattern is a correlation only: whoever finishes anything is ahead. What a pattern does
    is told by ``pattern_value``.

    Parameters
    ----------
    run
        A run of Knitting with a log of any kind, or its folder. It is read part by part.

    Returns
    -------
    Finding
        Table, a row a pattern, special ones too, the most often finished first: pattern, special (bool),
        points, weeks, yarn, points_a_week, points_a_card, made; shares of games and seats, each with _low
        and _high: drawn (into a hand), and of those finished, left_in_hand (at the end), win_when_drawn,
        win_when_finished; times_drawn, times_finished, games (u32). Intervals cluster by game and are
        corrected for the number of patterns.

    Raises
    ------
    GamegaugeError
        If the run is of another game.
    """
    run = as_knitting(run)
    records = records_table(run, pattern_facts(run)).sort("finished", "pattern", descending=[True, False])
    return Finding(
        question="How often is each pattern drawn and finished, and who wins with it?",
        headline=_headline(records),
        table=records,
        basis=Basis.of(run),
        caveats=(
            *record_caveats(run, records.height),
            *stalled_caveat([run]),
            *component_caveats(run),
        ),
        draw=_draw,
        size=tall(records.height),
    )


def record_caveats(run: Run, rows: int) -> list[str]:
    """Return what to say of shares that are counted in free games."""
    return [
        f"`drawn`, `finished`, `left_in_hand` and the win shares when drawn or finished are counted in "
        f"{run.count:,} games and all {run.players} seats. They are correlations only: who is able to "
        "finish a pattern is ahead anyway, and long games show more patterns.",
        f"Seats of one game are not independent: these intervals cluster by game, and those of a column "
        f"hold for all {rows} rows together with 95% (Bonferroni).",
    ]


def tall(rows: int) -> tuple[float, float]:
    """Return the size of a figure with a line a row."""
    return 8, 1.6 + 0.2 * rows


def catalogue(run: Run) -> list[Pattern]:
    """Return the patterns of a run's catalogue."""
    return [Pattern.model_validate(row) for row in run.components["patterns"]["patterns"]]


def special_patterns(run: Run) -> list[Pattern]:
    """Return the special patterns of a run's community deck (KT-3)."""
    cards = [CommunityCard.model_validate(row) for row in run.components["community"]["cards"]]
    return [card.as_pattern for card in cards if card.kind == "pattern"]


def pattern_facts(run: Run) -> pl.DataFrame:
    """Return what a run's patterns are, special ones last.

    Returns
    -------
    polars.DataFrame
        pattern, special (bool), points, weeks, yarn (i64), points_a_week, points_a_card (f64; none for a
        pattern that needs no card), made (f64: points beyond ``points_by_rule``; none for special patterns,
        and where a pattern of the catalogue is not assumed).
    """
    own = catalogue(run)
    by_rule = all(one.provenance.lower().startswith("assumed") for one in own)
    rows = [
        (
            *(one.pattern, special, one.points, one.weeks, one.yarn, one.points / one.weeks),
            one.points / one.yarn if one.yarn else None,
            one.points - points_by_rule(one) if by_rule and not special else None,
        )
        for special, patterns in ((False, own), (True, special_patterns(run)))
        for one in patterns
    ]
    floats = dict.fromkeys(("points_a_week", "points_a_card", "made"), pl.Float64)
    whole = dict.fromkeys(("points", "weeks", "yarn"), pl.Int64)
    schema = {"pattern": pl.String, "special": pl.Boolean, **whole, **floats}
    return pl.DataFrame(rows, schema, orient="row")


def records_table(run: Run, facts: pl.DataFrame) -> pl.DataFrame:
    """Add to facts of patterns what a log says of them.

    Parameters
    ----------
    run
        A run of Knitting.
    facts
        Some rows of ``pattern_facts``; the intervals are corrected for their number.
    """
    sums = counted(run, facts["pattern"].to_list())
    # A share of nothing is empty, and so are its ends.
    shares = with_intervals(sums, 1 - ALPHA / max(facts.height, 1)).with_columns(known=pl.col("tries") > 0)
    for record in RECORDS:
        own = shares.filter(record=record).select(
            "pattern", *(pl.when("known").then(one).alias(name) for one, name in _named(record).items())
        )
        facts = facts.join(own, on="pattern", how="left", maintain_order="left")
    times = {"times_drawn": ("drawn", "hits"), "times_finished": ("win_when_finished", "tries")}
    for name, (record, column) in times.items():
        own = sums.filter(record=record).select("pattern", pl.col(column).cast(pl.UInt32).alias(name))
        facts = facts.join(own, on="pattern", how="left", maintain_order="left")
    return facts.with_columns(games=pl.lit(run.count, pl.UInt32))


def _named(record: str) -> dict[str, str]:
    """Return the names of a record's share and ends in its own columns."""
    return {"share": record, "low": f"{record}_low", "high": f"{record}_high"}


def counted(run: Run, patterns: Sequence[str]) -> pl.DataFrame:
    """Return the sums that ``ratio_interval`` asks for, a row a pattern and record."""
    tables = zip(run.parts("patterns"), run.parts("seats"), strict=True)
    parts = [_sums(drawn, seats).collect(engine="streaming") for drawn, seats in tables]
    sums = pl.concat(parts).group_by(BY_PATTERN).sum()
    wanted = pl.DataFrame({"pattern": patterns}).join(pl.DataFrame({"record": list(RECORDS)}), how="cross")
    found = wanted.join(sums, on=BY_PATTERN, how="left", maintain_order="left").fill_null(0)
    # Games in which nobody drew the pattern have no row, but their seats might have drawn it.
    every = {"tries": run.players * run.count, "tries_squared": run.players**2 * run.count}
    is_drawn = pl.col("record") == "drawn"
    return found.with_columns(
        *(pl.when(is_drawn).then(float(value)).otherwise(name).alias(name) for name, value in every.items()),
        games=pl.when(is_drawn).then(run.count).otherwise("games"),
    )


def _sums(drawn: pl.LazyFrame, seats: pl.LazyFrame) -> pl.LazyFrame:
    """Return sums over the games of a part, of each record of each pattern that was drawn in it."""
    # A pattern that was given back may come into the same hand again.
    held = drawn.group_by("game_id", "seat", pl.col("pattern").cast(pl.String)).agg(
        finished=pl.col("finished_turn").is_not_null().any(), left=(pl.col("in_hand_at_end") == 1).any()
    )
    win, finished = pl.col("win_share"), pl.col("finished")
    table = seats.select("game_id", "seat", "win_share", seats=pl.len().over("game_id"))
    by_game = (
        held.join(table, on=["game_id", "seat"])
        .group_by("game_id", "pattern")
        .agg(
            seats=pl.col("seats").first(),
            drew=pl.len(),
            finishers=finished.sum(),
            leavers=pl.col("left").sum(),
            won=win.sum(),
            won_finished=win.filter(finished).sum(),
        )
    )
    return pl.concat([_sums_of(by_game, record) for record in RECORDS])


def _sums_of(by_game: pl.LazyFrame, record: str) -> pl.LazyFrame:
    hits, tries = RECORDS[record]
    counts = by_game.filter(pl.col(tries) > 0).select("pattern", hits=hits, tries=tries)
    sums = counts.group_by("pattern").agg(*ratio_sums(), games=pl.len().cast(pl.Int64))
    return sums.with_columns(record=pl.lit(record))


def _headline(records: pl.DataFrame) -> str:
    played = records.filter(pl.col("times_drawn") > 0)
    if played.is_empty():
        return "No pattern was drawn."
    most, least = played.row(0, named=True), played.row(-1, named=True)
    if most["finished"] == least["finished"]:
        share = percent(most["finished"])
        return f"All patterns are finished as often by those who draw them, in {share} of cases."
    first, last = (in_place_of(row, played, "finished", "pattern") for row in (most, least))
    told = (
        f"{with_verb(first)} finished most often when drawn, {_share(most, 'finished')}, and "
        f"{tied(last)} least, {_share(least, 'finished')}"
    )
    if len(first) > 1 or len(last) > 1:
        return f"{told}."
    return f"{told}; {_finishers(most, least)}, which does not say that the patterns win them."


def _finishers(most: dict[str, float], least: dict[str, float]) -> str:
    won = _share(most, "win_when_finished")
    if least["finished"] == 0:
        return f"nobody finished the latter, and those who finished the former win {won} of their games"
    return f"their finishers win {won} and {_share(least, 'win_when_finished')} of their games"


def _share(row: dict[str, float], name: str) -> str:
    return f"{percent(row[name])} ({between(row[f'{name}_low'], row[f'{name}_high'])})"


def _draw(ax: Axes, records: pl.DataFrame) -> None:
    """Draw how often each pattern is finished by those who draw it."""
    shown = records.filter(pl.col("times_drawn") > 0)
    rows = range(shown.height)
    reach = reaches(*(shown[f"finished{end}"] for end in ("", "_low", "_high")))
    ax.errorbar(shown["finished"], rows, xerr=reach, fmt="o", color=BLUE, markersize=5, capsize=2)
    ax.set_yticks(rows, shown["pattern"].to_list(), fontsize=9, color=INK)
    ax.set_ylim(shown.height - 0.4, -0.6)
    ax.grid(visible=True, axis="x", color=GRID)
    ax.grid(visible=False, axis="y")
    percent_axis(ax, "x")
    ax.set_xlabel("finished, of the times it came into a hand")
    ends = (shown.row(place, named=True) for place in (0, -1))
    first, last = (in_place_of(row, shown, "finished", "pattern") for row in ends)
    least = f"{tied(last)} least" if first != last else "and so are all"
    ax.set_title(f"{with_verb(first)} finished most often,\n{least}")
