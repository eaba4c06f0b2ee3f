"""What does each style of play pay, and in what?"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from analysis.duels import Player, Setting, stalled_caveat
from analysis.figures import AROUND_FAIR, INK
from analysis.finding import Finding, component_caveats
from analysis.knitting.mixed_tables import Mix, by_deal, mixed_basis, mixed_notes, play_mixed
from analysis.knitting.sheets import by_seat, sums_of_fos
from analysis.knitting.strategies import POLICIES
from analysis.knitting.strategy_figures import ink_on
from analysis.knitting.strategy_words import styles_of
from analysis.knitting.tables import components_of
from analysis.ratios import Ratio
from simulation import Run
from simulation.runs import Whole

MEASURES = {
    "FOs": ("finished", None),
    "points an FO": ("points", "fos"),
    "weeks an FO": ("weeks", "fos"),
    "yarn a point": ("yarn", "points"),
    "trades": ("trades", None),
    "secret points": ("secret_points", None),
    "points subtracted": ("subtracted", None),
    "WIPs left": ("wips", None),
    "yarn left": ("stash", None),
    "score": ("score", None),
}
"""Measures as what is counted, and a what of it; None for a game."""
SCHEMA = {
    "policy": pl.String,
    "measure": pl.String,
    **dict.fromkeys(("estimate", "low", "high"), pl.Float64),
    "deals": pl.UInt32,
    "games": pl.UInt32,
}


def styles(
    players: int = 4,
    policies: Sequence[Player] = POLICIES,
    games: Whole = 12_000,
    seed: Whole = 2016,
    patterns: str = "default",
    community: str = "default",
    rules: Mapping[str, Any] | None = None,
) -> Finding:
    """Find what each style pays in at the tables of ``mixed_tables``: time, yarn, trades, points in hand.

    Parameters
    ----------
    players, policies, games, seed, patterns, community, rules
        As for ``mixed_tables``; with the same ones no game is played anew.

    Returns
    -------
    Finding
        Table: policy, measure (FOs, trades, secret points, points subtracted, WIPs and yarn left, and score:
        a game; points and weeks an FO; yarn cards of FOs a point that they gave), estimate, low, high, deals
        (u32), games (u32, in which the style played). Intervals cluster by deal and are corrected for the
        number of rows.

    Raises
    ------
    GamegaugeError
        For fewer policies than seats, one named twice, or what cannot be played.
    """
    setting = Setting("knitting", players, seed, components_of(patterns, community), rules)
    mix = play_mixed(policies, games, setting)
    table = _table(mix)
    return Finding(
        question="What does each style of play pay in?",
        headline=_headline(table, setting.players),
        table=table,
        basis=mixed_basis(mix),
        caveats=(
            *mixed_notes(mix, setting.players),
            f"The intervals cluster by deal and hold for all {table.height} rows together with 95% "
            "(Bonferroni).",
            "What a style pays goes with what it wins; that one is the cause of the other is not shown.",
            "Weeks are those printed on FOs, whatever community cards knitted of them; yarn is that of FOs, "
            "without what was traded away.",
            *stalled_caveat(mix.runs),
            *component_caveats(mix.runs[0]),
        ),
        draw=_draw,
    )


def _table(mix: Mix) -> pl.DataFrame:
    facts = _facts(mix.runs)
    level = 1 - 0.05 / (len(mix.names) * len(MEASURES))
    rows = []
    for name in mix.names:
        games = mix.deals * sum(1 for _ in mix.places(name))
        found = {fact: by_deal(mix, name, values) for fact, values in facts.items()}
        for measure, (hits, tries) in MEASURES.items():
            least = -np.inf if measure == "score" else 0.0
            counts = found[tries] if tries else np.ones(mix.deals)
            ratio = Ratio(found[hits], counts, is_share=False, least=least)
            rows.append((name, measure, *ratio.estimate(level), mix.deals, games))
    return pl.DataFrame(rows, SCHEMA, orient="row").fill_nan(None)


def _facts(runs: Sequence[Run]) -> dict[str, dict[str, np.ndarray]]:
    """Return what is counted by name, and by the path of each run."""
    of_fos = {str(run.path): sums_of_fos(run) for run in runs}
    facts = {
        name: {path: sums[name] for path, sums in of_fos.items()}
        for name in ("fos", "weeks", "yarn", "points")
    }
    on_sheet = [hits for hits, tries in MEASURES.values() if tries is None]
    return facts | {name: {str(run.path): by_seat(run, name) for run in runs} for name in on_sheet}


def _headline(table: pl.DataFrame, players: int) -> str:
    """Tell what the styles of most and least points pay in."""
    scores = table.filter(measure="score").sort("estimate", "policy")
    ranked = scores["policy"].to_list()
    if scores["estimate"].n_unique() == 1:
        return f"Where {players} different styles meet, all score alike: {_account(table, ranked[0])}."
    return (
        f"Where {players} different styles meet, {ranked[-1]} scores most, {_account(table, ranked[-1])}; "
        f"{ranked[0]} scores least, {_account(table, ranked[0])}."
    )


def _account(table: pl.DataFrame, name: str) -> str:
    rows = {row["measure"]: row for row in table.filter(policy=name).to_dicts()}
    made = f"{_words(rows['FOs'])} FOs"
    if rows["weeks an FO"]["estimate"] is not None:
        made += f" of {_words(rows['weeks an FO'])} weeks"
    return (
        f"{_words(rows['score'])} points, with {made}, {_words(rows['trades'])} trades and "
        f"{_words(rows['points subtracted'])} points subtracted"
    )


def _words(row: dict) -> str:
    # Adding 0 to what was rounded makes a -0.0 plain.
    estimate, low, high = (round(row[name], 1) + 0.0 for name in ("estimate", "low", "high"))
    return f"{estimate:.1f} ({low:.1f} to {high:.1f})"


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    """Draw a square for each style and measure, coloured from the least of a column to its most."""
    names = styles_of(table)
    places = np.full((len(names), len(MEASURES)), np.nan)
    for across, measure in enumerate(MEASURES):
        rows = table.filter(measure=measure)
        places[:, across] = _within(rows["estimate"].to_numpy().astype(float))
        for down, row in enumerate(rows.to_dicts()):
            _write(ax, (across, down), row, AROUND_FAIR(places[down, across]))
    ax.imshow(places, cmap=AROUND_FAIR, vmin=0, vmax=1, aspect="auto")
    ax.grid(visible=False)
    ax.set_xticks(range(len(MEASURES)), [name.replace(" ", "\n", 1) for name in MEASURES], fontsize=10)
    ax.set_yticks(range(len(names)), names)
    ax.tick_params(length=0, labelcolor=INK)
    ax.set_title(_title(table))


def _within(values: np.ndarray) -> np.ndarray:
    """Return where values lie between the least of them, 0, and the most, 1. Shape as of ``values``."""
    known = values[~np.isnan(values)]
    spread = known.max() - known.min() if known.size else 0.0
    within: np.ndarray = (values - known.min()) / spread if spread else np.full(len(values), 0.5)
    return within


def _write(ax: Axes, place: tuple[int, int], row: dict, paint: tuple[float, ...]) -> None:
    if row["estimate"] is not None:
        text = f"{row['estimate']:.{2 if 0 < abs(row['estimate']) < 1 else 1}f}"
        ax.annotate(text, place, ha="center", va="center", fontsize=10, color=ink_on(paint))


def _title(table: pl.DataFrame) -> str:
    """Say how many FOs the style with the best score makes, and of how many weeks."""
    best = table.filter(measure="score").sort("estimate", "policy")["policy"][-1]
    found = {row["measure"]: row["estimate"] for row in table.filter(policy=best).to_dicts()}
    weeks = "" if found["weeks an FO"] is None else f" of {found['weeks an FO']:.1f} weeks"
    return f"{best} scores most, with {found['FOs']:.1f} FOs{weeks}"
