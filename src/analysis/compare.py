"""What differs between two runs whose games are paired by their seed?"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from analysis.figures import BLUE, INK, percent_axis, reaches
from analysis.finding import Basis, Finding, as_run, component_caveats
from analysis.ratios import a_game
from analysis.wins import wins_by_seat
from simulation import GamegaugeError, Run
from simulation.words import listed

STALLED = "stalled"
"""The end of a game that nobody ended."""
STALLS = "stalled games"
SCHEMA = {
    "measure": pl.String,
    "seat": pl.UInt8,
    "a": pl.Float64,
    "b": pl.Float64,
    "difference": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "changed": pl.UInt32,
    "games": pl.UInt32,
}


@dataclass(frozen=True)
class Measure:
    """A value of every game: ``values`` in the order of games, from 0 to 1 if it is a ``share``."""

    name: str
    seat: int | None
    values: np.ndarray
    share: bool


def compare(run_a: Run | str | Path, run_b: Run | str | Path) -> Finding:
    """Find what changes from one run to another: the same seed deals both the same cards.

    Parameters
    ----------
    run_a, run_b
        Runs of one game, or their folders, with the same seed and as many games and players.

    Returns
    -------
    Finding
        Table: measure (turns, rounds, seconds and bites a game, mean score, stalled games, win share), seat
        (u8, of a win share), a, b (means), difference (b - a), low, high, changed and games (u32): in how
        many games it differs, and of how many. The intervals are corrected for the number of rows.

    Raises
    ------
    GamegaugeError
        If the games of the runs cannot be paired.
    """
    a, b = as_run(run_a), as_run(run_b)
    _check_pairing(a, b)
    table = _table(a, b)
    names, common = _what_differs(a, b)
    return Finding(
        question=f"What changes from A ({names[0]}) to B ({names[1]})?",
        headline=_headline(table, names, common),
        table=table,
        basis=_basis(a, b),
        caveats=(
            "Games are paired by seed and number: both runs are dealt from the same shuffles.",
            f"The intervals cover all {table.height} differences together with 95% (Bonferroni).",
            *(["Stalled games are counted; none is left out."] if STALLS in table["measure"] else []),
            *_caveats(a, b),
        ),
        draw=lambda ax, table: _draw(ax, table, names),
    )


def _check_pairing(a: Run, b: Run) -> None:
    if a.count == 1:
        raise GamegaugeError("runs of 1 game cannot be compared; allowed: 2 games or more")
    for name, one, other in (
        ("game", a.game, b.game),
        ("seed", a.seed, b.seed),
        ("games", a.count, b.count),
        ("players", a.players, b.players),
    ):
        if one != other:
            raise GamegaugeError(
                f"runs with {name} {one} and {other} cannot be compared; allowed: the same {name}"
            )


def measures(run: Run) -> Iterator[Measure]:
    """Yield what is compared, game by game; rounds, seconds, bites, scores, stalls where there are any."""
    games = run.games.sort("game_id").collect()
    for name in ("turns", "rounds", "seconds"):
        if name in games.columns:
            yield Measure(name, None, games[name].to_numpy().astype(float), share=False)
    seats = run.seats
    for name, total in (("bites", pl.col("bites").sum()), ("score", pl.col("score").mean())):
        if name in seats.collect_schema():
            values = seats.group_by("game_id").agg(total).sort("game_id").collect()[name]
            yield Measure(name, None, values.to_numpy().astype(float), share=False)
    reasons = games.schema["end_reason"]
    if isinstance(reasons, pl.Enum) and STALLED in reasons.categories:
        stalled = (games["end_reason"] == STALLED).to_numpy().astype(float)
        yield Measure(STALLS, None, stalled, share=True)
    for seat, shares in enumerate(wins_by_seat(run).T):
        yield Measure("win share", seat, shares, share=True)


def _table(a: Run, b: Run) -> pl.DataFrame:
    both = list(zip(measures(a), measures(b), strict=True))
    confidence = 1 - 0.05 / len(both)
    rows = [
        (
            one.name,
            one.seat,
            one.values.mean(),
            other.values.mean(),
            *a_game(other.values, other.share).less(a_game(one.values, one.share), confidence),
            int((one.values != other.values).sum()),
            a.count,
        )
        for one, other in both
    ]
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def _what_differs(a: Run, b: Run) -> tuple[tuple[str, str], str]:
    """Return what tells A from B, in words, and what both have in common of that."""
    one, other = Basis.of(a), Basis.of(b)
    components = (one.components, other.components)
    if one.components == other.components and a.components != b.components:
        components = (f"{one.components} ({_digests(a)})", f"{other.components} ({_digests(b)})")
    told = [(one.policies, other.policies), components, (one.rules, other.rules)]
    different = [pair for pair in told if pair[0] != pair[1]] or told[-1:]
    same = [pair[0] for pair in told[:2] if pair[0] == pair[1]]
    sides = ["; ".join(side) for side in zip(*different, strict=True)]
    return (sides[0], sides[1]), ", ".join(same)


def _digests(run: Run) -> str:
    """Return the beginnings of the components' hashes, which tell files of one name apart."""
    return ", ".join(one["sha256"][:8] for one in run.components.values())


def _basis(a: Run, b: Run) -> Basis:
    one, other = Basis.of(a), Basis.of(b)
    return replace(
        one,
        games=a.count + b.count,
        tables=2,
        policies=_both(one.policies, other.policies),
        components=_both(one.components, other.components),
        rules=_both(one.rules, other.rules),
    )


def _both(a: str, b: str) -> str:
    return a if a == b else f"{a} (A) or {b} (B)"


def _caveats(a: Run, b: Run) -> list[str]:
    notes = []
    if own := sorted({*a.record["own_policies"]} & {*b.record["own_policies"]}):
        notes.append(f"Players of one's own are known by name alone: {', '.join(own)} may be two functions.")
    if a.policies != b.policies:
        notes.append("The runs differ in who plays.")
    if a.components != b.components:
        notes.append("The runs differ in their components: the same shuffle may deal something else.")
    return notes + list(dict.fromkeys([*component_caveats(a), *component_caveats(b)]))


def shown(row: dict[str, float]) -> bool:
    """Tell whether a difference is shown: its interval does not include 0."""
    return row["low"] > 0 or row["high"] < 0


def _headline(table: pl.DataFrame, names: tuple[str, str], common: str) -> str:
    rows = table.to_dicts()
    changed = [_words(row) for row in rows if shown(row)]
    rest = [_name(row) for row in rows if not shown(row)]
    pairs = table["games"][0]
    start = f"From A ({names[0]}) to B ({names[1]}), in {pairs:,} pair{'s' * (pairs != 1)} of games"
    start += f" ({common})" if common else ""
    if not changed:
        return f"{start}, no difference is shown in {listed(rest)}."
    told = f"{start}: {'; '.join(changed)}"
    return f"{told}; no difference is shown in {listed(rest)}." if rest else f"{told}."


def _name(row: dict) -> str:
    return str(row["measure"]) if row["seat"] is None else f"seat {row['seat']}'s {row['measure']}"


def _is_share(row: dict) -> bool:
    return row["measure"] in (STALLS, "win share")


def _words(row: dict) -> str:
    scale, unit = (100, "%") if _is_share(row) else (1, "")
    a, b, difference, low, high = (scale * row[key] for key in ("a", "b", "difference", "low", "high"))
    points = " points" if _is_share(row) else ""
    return (
        f"{_name(row)} from {a:.2f}{unit} to {b:.2f}{unit} "
        f"({difference:+.2f}{points}; {low:+.2f} to {high:+.2f})"
    )


def lines(finding: Finding) -> list[str]:
    """Return a comparison's table in plain text, a line a row."""
    heads = f"{'':<20}{'A':>10}{'B':>10}{'B - A':>11}   interval"
    return [heads, *(_line(row) for row in finding.table.to_dicts())]


def _line(row: dict) -> str:
    scale, unit = (100, "%") if _is_share(row) else (1, " ")
    a, b, difference, low, high = (scale * row[key] for key in ("a", "b", "difference", "low", "high"))
    return (
        f"{_name(row):<20}{a:>9.2f}{unit}{b:>9.2f}{unit}{difference:>+10.2f}{unit}"
        f"  {low:+.2f} to {high:+.2f}{unit}".rstrip()
    )


def _draw(ax: Axes, table: pl.DataFrame, names: tuple[str, str]) -> None:
    """Draw each difference as a part of A's value; where that is 0 there is none to draw."""
    rows = table.to_dicts()
    for place, row in enumerate(rows):
        if row["a"] > 0:
            middle, low, high = (row[key] / row["a"] for key in ("difference", "low", "high"))
            reach = reaches([middle], [low], [high])
            ax.errorbar(middle, place, xerr=reach, fmt="o", color=BLUE, markersize=8, capsize=4)
    ax.axvline(0, color=INK, linewidth=1.2)
    scales = [(100, "%") if _is_share(row) else (1, "") for row in rows]
    labels = [
        f"{_name(row)}\n{scale * row['a']:.1f}{unit} to {scale * row['b']:.1f}{unit}"
        for row, (scale, unit) in zip(rows, scales, strict=True)
    ]
    ax.set_yticks(range(len(rows)), labels, fontsize=9)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.grid(axis="x")
    percent_axis(ax, "x", decimals=None)
    ax.set_xlabel("change, in percent of A's value")
    ax.set_title(f"From A ({names[0]}) to B ({names[1]})")
