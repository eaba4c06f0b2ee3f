"""By how much are games won?"""

from pathlib import Path

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from analysis.duels import stalled_caveat
from analysis.figures import BLUE, INK, RED, percent_axis
from analysis.finding import Basis, Finding, between, component_caveats, percent
from analysis.knitting.last_round_facts import Endings, endings
from analysis.knitting.tables import as_knitting
from analysis.statistics import Estimate, mean_interval, quantile_interval, share_interval
from simulation import Run

QUANTILES = (0.05, 0.5, 0.95)
CLOSE = 5
"""Points up to which a game counts as close."""


def victory_margin(run: Run | str | Path) -> Finding:
    """Find by how many points the first is ahead of the second, and how often the stash decides (KT-13).

    Parameters
    ----------
    run
        A run of Knitting, or its folder.

    Returns
    -------
    Finding
        Table: statistic, value, low, high, games (u32). The statistics: mean, 5%, 50% and 95% of the points
        of final score between the two best; and shares of games: close (at most five points), tied (equal
        best scores), by stash (tied, and won by the fuller stash), shared (the stash ties too).

    Raises
    ------
    GamegaugeError
        For a run of another game.
    """
    run = as_knitting(run)
    ended = endings(run)
    margins = margins_of(ended)
    table = _table(ended, margins)
    return Finding(
        question="By how much are games won?",
        headline=_headline(table),
        table=table,
        basis=Basis.of(run),
        caveats=(
            "The margin is the winner's final score less the best other one; a tie is a margin of 0, "
            "whoever's stash decides it. What the stash in real life would decide is counted as a "
            "shared win (KT-13).",
            "Each interval covers its own row with 95%.",
            *stalled_caveat([run]),
            *component_caveats(run),
        ),
        draw=lambda ax, table: _draw(ax, table, margins),
    )


def margins_of(ended: Endings) -> np.ndarray:
    """Return the points between the two best final scores of each game. int64, shape (games,)."""
    ranked = np.sort(ended.score, axis=1)
    margins: np.ndarray = ranked[:, -1] - ranked[:, -2]
    return margins


def _table(ended: Endings, margins: np.ndarray) -> pl.DataFrame:
    games, tied = len(margins), margins == 0
    winners = (ended.win > 0).sum(axis=1)
    estimates = {
        "mean": mean_interval(float(margins.sum()), float((margins.astype(float) ** 2).sum()), games, least=0)
    }
    estimates |= {f"{level:.0%}": quantile_interval(np.sort(margins), level, least=0) for level in QUANTILES}
    shares = {
        "close": margins <= CLOSE,
        "tied": tied,
        "by stash": tied & (winners == 1),
        "shared": winners > 1,
    }
    estimates |= {name: _share(hits) for name, hits in shares.items()}
    return pl.DataFrame(
        {
            "statistic": list(estimates),
            **{
                name: [one[i] for one in estimates.values()]
                for i, name in enumerate(("value", "low", "high"))
            },
            "games": pl.Series([games] * len(estimates), dtype=pl.UInt32),
        }
    )


def _share(hits: np.ndarray) -> Estimate:
    return share_interval(float(hits.sum()), float(hits.sum()), len(hits))


def _headline(table: pl.DataFrame) -> str:
    rows = {row["statistic"]: row for row in table.to_dicts()}
    mean, close, tied = rows["mean"], rows["close"], rows["tied"]
    return (
        f"The winner is {mean['value']:.1f} points ahead on average ({mean['low']:.1f} to "
        f"{mean['high']:.1f}), by no more than {CLOSE} in {percent(close['value'])} of {mean['games']:,} "
        f"games ({between(close['low'], close['high'])}); the best scores tie in "
        f"{percent(tied['value'], 2)} ({between(tied['low'], tied['high'], 2)}), and the stash leaves "
        f"{percent(rows['shared']['value'], 2)} of games shared."
    )


def _draw(ax: Axes, table: pl.DataFrame, margins: np.ndarray) -> None:
    rows = {row["statistic"]: row for row in table.to_dicts()}
    top = max(float(np.quantile(margins, 0.995)), 1.0)
    width = max(1, round(top / 40))
    edges = np.arange(-0.5, top + width, width)
    drawn = margins[margins < edges[-1]]
    ax.hist(drawn, bins=list(edges), color=BLUE, weights=np.full(len(drawn), 1 / len(margins)))
    mean, median = rows["mean"]["value"], rows["50%"]["value"]
    ax.axvline(mean, color=INK, linewidth=1.5, label=f"mean, {mean:.1f} points")
    ax.axvline(median, color=RED, linewidth=1.5, linestyle=(0, (4, 3)), label=f"half the games, {median:.0f}")
    ax.set_xlabel("points between winner and second (the largest 0.5% are not drawn)")
    ax.set_ylabel("share of games")
    ax.set_title(f"{percent(rows['close']['value'], 0)} of games are won by at most {CLOSE} points")
    ax.legend()
    percent_axis(ax, decimals=1)
