"""Which parameter of the people, changed alone, turns a verdict round?"""

from collections.abc import Sequence

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from analysis.contrasts import ALPHA
from analysis.figures import INK, MUTED
from analysis.finding import Basis, Finding
from analysis.knit_wit.people import (
    people_at,
    read_games,
    read_seed,
    read_traits,
    read_verdicts,
    usual_people,
)
from analysis.knit_wit.verdicts import PLAYERS, People, Verdict
from analysis.statistics import Estimate
from simulation.runs import Whole
from simulation.words import listed

HOLDS, FAILS, OPEN = "holds", "does not hold", "not shown"
SCHEMA = {
    "verdict": pl.String,
    "says": pl.String,
    "parameter": pl.String,
    "value": pl.Float64,
    **dict.fromkeys(("estimate", "low", "high", "threshold"), pl.Float64),
    "shown": pl.String,
    "turns": pl.Boolean,
    "games": pl.UInt32,
}
USUAL = "as usual"
ENDS = 2


def one_at_a_time(
    verdicts: Sequence[str] | None = None,
    parameters: Sequence[str] | None = None,
    games: Whole = 1_000,
    seed: Whole = 2016,
) -> Finding:
    """Try every verdict with each parameter of the people at either end of its plausible range.

    Parameters
    ----------
    verdicts
        Names of ``analysis.knit_wit.verdicts.VERDICTS``; all if None.
    parameters
        Names of parameters of ``data/knit_wit/people.toml``; all if None.
    games
        Games of each line-up of each setting: the same deals for all.
    seed
        Seed of every game.

    Returns
    -------
    Finding
        Table: verdict, says, parameter ("as usual" for the usual people), value, estimate (of the verdict's
        measure), low, high, threshold, shown ("holds", "does not hold", "not shown"), turns (whether the
        verdict is shown to be the opposite of what is shown for the usual people), games (u32). Intervals
        cluster by game; those of a verdict hold for all its rows together (Bonferroni).

    Raises
    ------
    GamegaugeError
        For a verdict or parameter that is none, or games that cannot be played.
    """
    chosen, judged = read_traits(parameters), read_verdicts(verdicts)
    count, first = read_games(games), read_seed(seed)
    settings: list[tuple[str, float | None, People]] = [(USUAL, None, usual_people(count, first))]
    for name, trait in chosen.items():
        for value in trait.plausible:
            settings.append((name, value, people_at([value], {name: trait}, count, first)))
    table = pl.DataFrame([row for one in judged for row in _rows(one, settings)], SCHEMA, orient="row")
    return Finding(
        question="Which parameter of the people, changed alone, turns a verdict round?",
        headline=_headline(table),
        table=table,
        basis=basis_of(count * len(settings), first, len(settings)),
        caveats=(
            *ASSUMED,
            f"Intervals cluster by game; those of a verdict hold for all its {len(settings)} rows "
            "together (Bonferroni).",
            "A verdict turns if the opposite is shown; where either is not shown it may turn all the same.",
        ),
        draw=_draw,
        size=(9, 6),
    )


ASSUMED = (
    "The people, and the plausible ranges of their parameters, are assumed (`plausible` in "
    "data/knit_wit/people.toml): "
    "no rulebook says how people think.",
)


def basis_of(games: int, seed: int, sets: int) -> Basis:
    """Return what a study of other people rests on; ``games`` are those of one line-up, in all settings."""
    return Basis(
        game="Knit Wit",
        games=games,
        seed=seed,
        players=str(PLAYERS),
        policies="of each line-up",
        components=f"words as shipped, {sets} sets of people",
        rules="as in the rulebook",
    )


def _rows(verdict: Verdict, settings: Sequence[tuple[str, float | None, People]]) -> list[tuple]:
    level = 1 - ALPHA / len(settings)
    found = [verdict.measure(people).estimate(level) for _, _, people in settings]
    usual = shown(found[0], verdict.threshold)
    rows = []
    for (name, value, people), estimate in zip(settings, found, strict=True):
        here = shown(estimate, verdict.threshold)
        turns = OPEN not in (here, usual) and here != usual
        rows.append(
            (verdict.name, verdict.says, name, value, *estimate, verdict.threshold, here, turns, people.games)
        )
    return rows


def shown(estimate: Estimate, threshold: float) -> str:
    """Return what an interval shows of a verdict."""
    _, low, high = estimate
    return HOLDS if low > threshold else FAILS if high < threshold else OPEN


def _headline(table: pl.DataFrame) -> str:
    """Sort the verdicts by what one parameter alone does to them."""
    turned, firm, open_ = [], [], []
    for rows in table.partition_by("verdict", maintain_order=True):
        usual = rows.filter(parameter=USUAL).row(0, named=True)
        shown_by = _parameters(rows.filter(pl.col("shown") != OPEN, pl.col("parameter") != USUAL))
        turned_by = _parameters(rows.filter(turns=True))
        if usual["shown"] == OPEN:
            open_.append(f"that {usual['says']} (shown either way with {_or_none(shown_by)})")
        elif turned_by:
            turned.append(f"that {usual['says']}, which {HERE[usual['shown']]} (by {listed(turned_by)})")
        else:
            firm.append(f"that {usual['says']}, which {HERE[usual['shown']]}")
    parts = (
        ("Turned round by one parameter alone are", turned),
        ("Turned by none are", firm),
        ("Not shown of the usual people are", open_),
    )
    return " ".join(f"{words}: {'; '.join(found)}." for words, found in parts if found)


def _parameters(rows: pl.DataFrame) -> list[str]:
    return list(dict.fromkeys(rows["parameter"]))


def _or_none(names: Sequence[str]) -> str:
    return f"other {listed(names)}" if names else "none"


HERE = {HOLDS: "holds of the usual people", FAILS: "does not hold of the usual people"}


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    """Draw a square for each verdict and end of a parameter: what is shown there."""
    names = table["verdict"].unique(maintain_order=True).to_list()
    columns = table.filter(verdict=names[0]).select("parameter", "value").rows()
    colours = {HOLDS: "#2f6f9f", FAILS: "#e9b0a6", OPEN: "#f1f1ee"}
    for down, name in enumerate(names):
        for across, row in enumerate(table.filter(verdict=name).to_dicts()):
            ax.add_patch(
                _square(across, down, colours[row["shown"]], INK if row["turns"] else "white", row["turns"])
            )
    ax.set_xlim(-0.5, len(columns) - 0.5)
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.set_yticks(range(len(names)), names)
    labels = [USUAL if value is None else f"{name} {value:g}" for name, value in columns]
    ax.xaxis.tick_top()
    ax.set_xticks(range(len(columns)), labels, rotation=90, fontsize=9)
    ax.tick_params(length=0, labelcolor=INK)
    ax.grid(visible=False)
    for line in np.arange(0.5, len(columns), ENDS):
        ax.axvline(line, color=MUTED, linewidth=0.5)
    for label, colour in colours.items():
        ax.scatter([], [], marker="s", s=90, color=colour, label=label)
    ax.scatter([], [], marker="s", s=90, facecolor="white", edgecolor=INK, linewidth=2, label="turned round")
    ax.legend(ncols=4, loc="upper left", bbox_to_anchor=(0, 0.0), fontsize=10, columnspacing=1.2)
    ax.set_title("What other people make of each verdict")


def _square(across: int, down: int, colour: str, edge: str, turned: bool) -> Rectangle:
    size = 0.84
    corner = (across - size / 2, down - size / 2)
    return Rectangle(corner, size, size, facecolor=colour, edgecolor=edge, linewidth=2.2 if turned else 0.5)
