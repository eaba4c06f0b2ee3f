"""Does the first bite decide the game?"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import polars as pl
from matplotlib.axes import Axes

from analysis.figures import BLUE, INK, RED, percent_axis, reaches
from analysis.finding import Basis, Finding, as_run, between, component_caveats, percent
from analysis.knutten.doom_facts import doom_of
from analysis.ratios import Ratio
from analysis.seats import mixed_caveats
from simulation import GamegaugeError, Run

SHARES = ("first", "others", "difference")
SCHEMA = {
    "players": pl.UInt8,
    **{
        f"{who}{end}": pl.Float64
        for who in ("first", "others", "difference")
        for end in ("", "_low", "_high")
    },
    "even": pl.Float64,
    "games": pl.UInt32,
    "without": pl.UInt32,
}


def first_bite_doom(runs: Run | str | Path | Sequence[Run | str | Path]) -> Finding:
    """Find how often those who are bitten first still win, against the others and an even share.

    Each of k players bitten together first counts; a game won by several counts as a part for each.

    Parameters
    ----------
    runs
        Runs of Knutten, or their folders, with the same seed, players' policies, rules and deck: one for
        each number of players.

    Returns
    -------
    Finding
        Table: players (u8), first (win share of a player who was bitten first), first_low, first_high,
        others, others_low, others_high, difference (first - others, paired within games), difference_low,
        difference_high, even (1/players), games (u32, with a bite), without (u32, games without any bite).
        All intervals cluster by game and are corrected for the number of rows.

    Raises
    ------
    GamegaugeError
        If there is no run, or two have the same number of players.
    """
    listed = [as_run(run) for run in ([runs] if isinstance(runs, (Run, str, Path)) else runs)]
    sizes = [run.players for run in listed]
    if not sizes or len(set(sizes)) < len(sizes):
        raise GamegaugeError(
            f"runs of {sizes} players cannot be told apart; allowed: one run or more, each of other players"
        )
    listed.sort(key=lambda run: run.players)
    confidence = 1 - 0.05 / len(listed)
    table = pl.DataFrame([_row(run, confidence) for run in listed], schema=SCHEMA, orient="row")
    notes = [note for run in listed for note in component_caveats(run)]
    return Finding(
        question="Does the first bite decide the game?",
        headline=_headline(table),
        table=table,
        basis=_basis(listed),
        caveats=(*_caveats(table, mixed_caveats(listed[0])), *dict.fromkeys(notes)),
        draw=_draw,
    )


def _row(run: Run, confidence: float) -> tuple:
    doom = doom_of(run)
    first, others = (
        Ratio((doom.wins * who).sum(axis=1), who.sum(axis=1).astype(float))
        for who in (doom.first, ~doom.first)
    )
    games = len(doom.rounds)
    estimates = (
        (*first.estimate(confidence), *others.estimate(confidence), *first.less(others, confidence))
        if games
        else (float("nan"), 0.0, 1.0, float("nan"), 0.0, 1.0, float("nan"), -1.0, 1.0)
    )
    return run.players, *estimates, 1 / run.players, games, run.count - games


def _basis(runs: Sequence[Run]) -> Basis:
    one = Basis.of(runs[0])
    if len(runs) == 1:
        return one
    sizes = ", ".join(str(run.players) for run in runs)
    return replace(one, games=sum(run.count for run in runs), players=sizes, tables=len(runs))


def _headline(table: pl.DataFrame) -> str:
    rows = [row for row in table.to_dicts() if row["games"]]
    if not rows:
        return "No game had a bite, so that there is no first one."
    ends = rows if len(rows) == 1 else [rows[0], rows[-1]]
    below = [str(row["players"]) for row in rows if row["difference_high"] < 0]
    shown = f"at {len(below)} of {len(rows)} tables" if len(rows) > 1 else "here" if below else "not here"
    told = "; ".join(_words(row) for row in ends)
    return f"Who is bitten first is shown to win less often than the others {shown}: {told}."


def _words(row: dict[str, float]) -> str:
    difference, low, high = (100 * row[f"difference{end}"] for end in ("", "_low", "_high"))
    return (
        f"with {row['players']} players {percent(row['first'])} "
        f"({between(row['first_low'], row['first_high'])}) against {percent(row['others'])} for each of the "
        f"others ({between(row['others_low'], row['others_high'])}) and an even "
        f"{percent(row['even'])}, a difference of {difference:+.1f} points "
        f"({low:+.1f} to {high:+.1f}) in {row['games']:,} games"
    )


def _caveats(table: pl.DataFrame, mixed: list[str]) -> list[str]:
    notes = [
        "A share is that of one player: each of those who were bitten together first counts, and a game with "
        "several winners counts as a part for each.",
        "The win shares of one game hang together: the difference is taken within games, and all intervals "
        f"cluster by game and hold for all {table.height} rows together (Bonferroni).",
        "The first bite is one of the bites that are counted in the end: who has it is one behind. And it "
        "finds poor seats and players more often.",
        *mixed,
    ]
    without = int(table["without"].sum())
    if without:
        notes.append(f"{without:,} games had no bite at all: they have no first one and are not counted.")
    return notes


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    for who, colour, shift, name in (
        ("others", BLUE, 0.07, "each of the others"),
        ("first", RED, -0.07, "bitten first"),
    ):
        reach = reaches(table[who], table[f"{who}_low"], table[f"{who}_high"])
        ax.errorbar(
            table["players"].cast(pl.Float64) + shift, table[who], yerr=reach, fmt="o", color=colour,
            markersize=8, capsize=4, label=name,
        )  # fmt: skip
    ax.plot(
        table["players"],
        table["even"],
        "_",
        color=INK,
        markersize=26,
        markeredgewidth=1.5,
        label="even share",
    )
    ax.set_xticks(table["players"].to_list())
    ax.set_xlim(table["players"][0] - 0.5, table["players"][-1] + 0.5)
    ax.set_ylim(bottom=0)
    ax.set_title("Share of wins after the first bite")
    ax.set_xlabel("players")
    ax.legend()
    percent_axis(ax)
