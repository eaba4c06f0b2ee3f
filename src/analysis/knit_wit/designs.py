"""What is a design worth, and how much of that is answered for?"""

from collections.abc import Sequence

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from analysis.contrasts import ALPHA
from analysis.figures import COLOURS, INK, reaches
from analysis.finding import Finding, component_caveats
from analysis.knit_wit.tables import (
    PEOPLE,
    SIZES,
    WORDS,
    People,
    Setting,
    basis_of_tables,
    columns_by_game,
    placing,
    read_sizes,
    style_name,
    sums_by_game,
)
from analysis.ratios import Ratio, a_game
from simulation import GamegaugeError, Run
from simulation.registry import get_game
from simulation.runs import Whole

PLACEMENTS = ("spreader", "random", "careful", "stacker")
MEASURES = ("offered", "reached", "deepest", "answers", "seconds")
SCHEMA = {
    "players": pl.UInt8,
    "placement": pl.String,
    **{f"{name}{end}": pl.Float64 for name in MEASURES for end in ("", "_low", "_high")},
    "games": pl.UInt32,
}


def designs(
    players: Sequence[int] = SIZES,
    placements: Sequence[str] = PLACEMENTS,
    games: Whole = 4_000,
    seed: Whole = 2016,
    people: People = PEOPLE,
    words: str = WORDS,
) -> Finding:
    """Find what a design offers a sheet, and what of it is reached, by players and by way to place.

    All seats of a table place alike, and all answer alike, the easiest spools first until nothing more
    comes: only the designs differ.

    Parameters
    ----------
    players, placements
        Sizes of tables; policies whose way to place is used.
    games, seed
        Games of each table, and their seed.
    people, words
        The model of people, and the word list.

    Returns
    -------
    Finding
        Table: players (u8), placement, and with intervals (NAME_low, NAME_high) offered (points of a sheet
        whose answers all stand), reached (mean points of answers of a seat; buttons not counted), deepest
        (most loops round a spool), answers (spools answered, as a share), seconds (until all have stopped);
        games (u32). The intervals of each measure hold for all its rows together (Bonferroni).

    Raises
    ------
    GamegaugeError
        For a policy that there is not, or what cannot be played.
    """
    sizes, setting = read_sizes(players), Setting(games, seed, people, words)
    names = _placements(placements)
    runs = {(size, name): setting.play(size, placing(name)) for size in sizes for name in names}
    level = 1 - ALPHA / len(runs)
    rows = [(*key, *_estimates(run, level), run.count) for key, run in runs.items()]
    table = pl.DataFrame(rows, SCHEMA, orient="row")
    first = next(iter(runs.values()))
    return Finding(
        question="What is a design worth, and how much of that is answered for?",
        headline=_headline(table),
        table=table,
        basis=basis_of_tables(list(runs.values()), "all seats place alike"),
        caveats=(
            "All seats place alike, and answer alike: the easiest spools first, until nothing more comes.",
            f"The intervals of each measure hold for all {table.height} rows together (Bonferroni).",
            "Regions are sets of loops (KW-7): what can be laid out with strings on a table may be less.",
            *component_caveats(first),
        ),
        draw=_draw,
        size=(9, 5),
    )


def _placements(placements: Sequence[str]) -> list[str]:
    known = list(get_game("knit_wit").policies)
    given = list(placements) if isinstance(placements, list | tuple) else []
    names = [style_name(str(one)) for one in given]
    if not names or len(set(names)) < len(names) or set(names) - set(known):
        raise GamegaugeError(
            f"placements {placements} cannot be used; allowed: a list of {', '.join(known)}, each once"
        )
    return names


def _estimates(run: Run, level: float) -> list[float]:
    """Return every measure with the ends of its interval, one after the other."""
    games = columns_by_game(run, "design_points", "deepest", "seconds")
    answers = sums_by_game(run, "answers", points=pl.col("points").sum(), count=pl.len())
    spools = columns_by_game(run, "turns")["turns"] * run.players
    ratios = (
        a_game(games["design_points"], least=0.0),
        a_game(answers["points"] / run.players, least=0.0),
        a_game(games["deepest"], least=0.0),
        Ratio(answers["count"], spools),
        a_game(games["seconds"], least=0.0),
    )
    return [value for ratio in ratios for value in ratio.estimate(level)]


def _headline(table: pl.DataFrame) -> str:
    """Tell of the largest table what each way to place offers and brings, and which brings most."""
    sizes = table["players"].to_list()
    size = 6 if 6 in sizes else max(sizes)
    rows = table.filter(players=size).sort("reached", "placement", descending=[True, False]).to_dicts()
    told = "; ".join(
        f"{row['placement']} {_points(row, 'offered')} offered, {_points(row, 'reached')} reached"
        for row in rows
    )
    return f"With {size} players, in points a sheet: {told}. {_best(rows)}"


def _points(row: dict, name: str) -> str:
    return f"{row[name]:.1f} ({row[f'{name}_low']:.1f} to {row[f'{name}_high']:.1f})"


def _best(rows: Sequence[dict]) -> str:
    """Say which way to place is shown to bring most points."""
    best = rows[0]
    near = [row["placement"] for row in rows[1:] if row["reached_high"] >= best["reached_low"]]
    if len(rows) == 1:
        return f"{best['answers']:.0%} of the spools are answered."
    if near:
        return f"Most is reached by {best['placement']}, not shown to differ from {', '.join(near)}."
    richest = max(rows, key=lambda row: row["offered"])
    if best["offered_high"] >= richest["offered_low"]:
        tail = ", which offers most too" if richest is best else ""
    else:
        tail = f", though {richest['placement']} offers most"
        if richest["answers_high"] < best["answers_low"]:
            tail += (
                ": its spools are answered less often "
                f"({richest['answers']:.0%} against {best['answers']:.0%})"
            )
    return f"Most is reached by {best['placement']}{tail}."


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    """Draw for every table what is offered, as a ring, and what is reached, as a dot."""
    names = table["placement"].unique(maintain_order=True).to_list()
    sizes = table["players"].unique(maintain_order=True).to_list()
    for place, name in enumerate(names):
        rows = table.filter(placement=name)
        x = np.arange(len(sizes)) + 0.64 * ((place + 0.5) / len(names) - 0.5)
        colour = COLOURS[place % len(COLOURS)]
        ax.vlines(x, rows["reached"], rows["offered"], color=colour, linewidth=1.2, alpha=0.5)
        for column, face in (("offered", "white"), ("reached", colour)):
            reach = reaches(rows[column], rows[f"{column}_low"], rows[f"{column}_high"])
            ax.errorbar(
                x, rows[column], yerr=reach, fmt="o", color=colour, markerfacecolor=face, markersize=7,
                capsize=3, elinewidth=1.2, label=name if column == "reached" else None,
            )  # fmt: skip
    ax.set_xticks(range(len(sizes)), [str(size) for size in sizes])
    ax.tick_params(axis="x", length=0, labelcolor=INK)
    ax.set_xlabel("players")
    ax.set_ylabel("points a sheet")
    ax.set_ylim(0, 1.15 * max(table["offered_high"].to_list()))
    ax.legend(ncols=len(names), loc="upper left")
    ax.set_title("What a design offers (rings) and what is reached (dots)")
