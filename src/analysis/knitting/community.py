"""What is each community card worth?"""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl
from matplotlib.axes import Axes

from analysis.contrasts import difference_columns, mean_difference, points
from analysis.duels import Player
from analysis.figures import BLUE, GOLD, GREEN, GRID, INK, VIOLET, points_axis, reaches
from analysis.finding import Finding, component_caveats, in_place_of, with_verb
from analysis.knitting.community_arms import Arms, arm_caveats, play_arms
from analysis.knitting.experiments import Setting

YARN = "yarn"
HUES = {"action": BLUE, "pattern": VIOLET, "good_deed": GREEN, YARN: GOLD}
NAMES = {"action": "action", "pattern": "special pattern", "good_deed": "good deed"}


def community_cards(
    players: int = 4,
    policy: Player = "planner",
    games: int = 2_000,
    seed: int = 2016,
    seats: Sequence[int] = (0,),
    rules: Mapping[str, Any] | None = None,
    patterns: str = "default",
    community: str = "default",
) -> Finding:
    """Find what beginning with a community card does to a seat, against that copy being out of the game.

    Both ways play the same shuffles, so that the difference is the card's doing. Beside the cards stands
    what the yarn that one costs does, dealt to the seat at the start.

    Parameters
    ----------
    players, policy, games, seed, rules, patterns, community
        The table; ``games`` are those of each card and each of the two ways.
    seats
        Seats that begin with the card, each in games of its own; their mean is told.

    Returns
    -------
    Finding
        Table, a row a card and one for the yarn, the best for winning first: card, kind (action, pattern,
        good_deed, or yarn), copies (u8), win (difference of the win share), score (difference of the final
        score), over_yarn (win share beyond that of the yarn); each of the three with _low, _high and _p;
        games (u32). Intervals are corrected for the number of rows, p-values by Holm.

    Raises
    ------
    GamegaugeError
        For a table that cannot be played, a seat that is not at it, or a deck without cards.
    """
    setting = Setting(players, policy, patterns, community, games, seed, seats, rules)
    arms = play_arms(setting)
    table = _table(arms)
    return Finding(
        question=f"What is each community card worth to {setting.player} players?",
        headline=_headline(table, arms),
        table=table,
        basis=setting.basis(arms.free, "each community card in hand at the start, against out of the game"),
        caveats=(
            *arm_caveats(arms),
            f"Intervals cover all {table.height} rows of a column together with 95% (Bonferroni); "
            "p-values are corrected by Holm.",
            *component_caveats(arms.free),
        ),
        draw=lambda ax, table: _draw(ax, table, arms),
        size=(9, max(4.5, 1.5 + 0.26 * table.height)),
    )


def _table(arms: Arms) -> pl.DataFrame:
    """Return the rows, the best card first."""
    worth = [*arms.worth, arms.yarn]
    rows = len(worth)
    scores = [mean_difference(one.score.hits, rows) for one in worth]
    wins = [mean_difference(one.win.hits, rows).within(1) for one in worth]
    over = [mean_difference(one.less(arms.yarn).win.hits, rows - 1).within(2) for one in arms.worth]
    table = pl.DataFrame(
        {
            "card": [*(card["card"] for card in arms.cards), f"{arms.price} yarn cards"],
            "kind": [*(card["kind"] for card in arms.cards), YARN],
            "copies": pl.Series([*(card["copies"] for card in arms.cards), None], dtype=pl.UInt8),
            **difference_columns("win", wins),
            **difference_columns("score", scores),
            **{name: [*values, None] for name, values in difference_columns("over_yarn", over).items()},
            "games": pl.Series([arms.free.count] * rows, dtype=pl.UInt32),
        }
    )
    return table.sort("win", "card", descending=[True, False])


def _headline(table: pl.DataFrame, arms: Arms) -> str:
    cards, yarn = table.filter(pl.col("kind") != YARN), table.filter(kind=YARN).row(0, named=True)
    best, worst = cards.row(0, named=True), cards.row(-1, named=True)
    more, less = _dearer(cards), cards.filter(pl.col("over_yarn_high") < 0).height
    first, last = (in_place_of(row, cards, "win", "card") for row in (best, worst))
    if first == last:
        which = "any card" if cards.height > 1 else best["card"]
        ends = f"{which} changes the win share by {points(best, 'win')}"
    else:
        ends = (
            f"{with_verb(first)} worth most: the win share changes by {points(best, 'win')}; "
            f"{with_verb(last)} worth least: {points(worst, 'win')}"
        )
    return (
        f"To a {arms.setting.player} player at a table of {arms.setting.players}, beginning with {ends}; "
        f"of {cards.height} card{'s' * (cards.height > 1)} {more} are shown to be worth "
        f"more than the {arms.price} yarn cards that one costs, {points(yarn, 'win')}, and {less} to be "
        "worth less."
    )


def _dearer(cards: pl.DataFrame) -> int:
    """Return how many cards are shown to be worth more than the yarn."""
    return cards.filter(pl.col("over_yarn_low") > 0).height


def _draw(ax: Axes, table: pl.DataFrame, arms: Arms) -> None:
    yarn, cards = table.filter(kind=YARN).row(0, named=True), table.filter(pl.col("kind") != YARN)
    ax.axvspan(yarn["win_low"], yarn["win_high"], color=GOLD, alpha=0.25, linewidth=0)
    ax.axvline(yarn["win"], color=GOLD, linewidth=1.6, label=f"{arms.price} yarn cards, its price")
    ax.axvline(0, color=INK, linewidth=0.8)
    numbered = cards.with_row_index("row")
    for kind, name in NAMES.items():
        rows = numbered.filter(kind=kind)
        reach = reaches(rows["win"], rows["win_low"], rows["win_high"])
        ax.errorbar(
            rows["win"],
            rows["row"],
            xerr=reach,
            fmt="o",
            color=HUES[kind],
            markersize=6,
            capsize=2,
            label=name,
        )
    copies = [f"  x{count}" if count > 1 else "" for count in cards["copies"]]
    labels = [name + more for name, more in zip(cards["card"], copies, strict=True)]
    ax.set_yticks(range(cards.height), labels)
    ax.set_ylim(cards.height - 0.4, -0.6)
    ax.tick_params(axis="y", labelsize=9)
    ax.set_xlabel("change of the win share of whoever begins with it, in points")
    ax.set_title(f"{_dearer(cards)} of {cards.height} cards are shown to be worth more than their price")
    ax.grid(visible=True, axis="x", color=GRID)
    ax.grid(visible=False, axis="y")
    ax.legend(loc="lower right", fontsize=9)
    points_axis(ax, "x")
