"""Is a community card worth the yarn that it costs?"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from scipy import stats

from analysis.contrasts import ALPHA, points
from analysis.duels import Player
from analysis.figures import BLUE, GOLD, GRID, INK, VIOLET, points_axis, reaches
from analysis.finding import Finding, component_caveats
from analysis.knitting.community_arms import Arms, arm_caveats, average_card, play_arms
from analysis.knitting.experiments import Outcome, Setting
from analysis.knitting.yarn_facts import ends
from analysis.ratios import Ratio
from analysis.seats import POINT
from analysis.statistics import Estimate, Verdict, check_margin

CARD, YARN, TRADE = "an average card", "its price in yarn", "card less yarn"


def trade_offer(
    players: int = 4,
    policy: Player = "planner",
    games: int = 2_000,
    seed: int = 2016,
    seats: Sequence[int] = (0,),
    rules: Mapping[str, Any] | None = None,
    patterns: str = "default",
    community: str = "default",
    margin: float = POINT,
) -> Finding:
    """Find whether an average community card is worth the yarn that one costs (KT-10).

    The same games as in ``community_cards``: each copy of the deck is as likely to be drawn, so that the
    cards' worths are averaged with their copies as weights.

    Parameters
    ----------
    players, policy, games, seed, seats, rules, patterns, community
        As for ``community_cards``.
    margin
        Difference of the win share up to which the price counts as fair.

    Returns
    -------
    Finding
        Table: what (an average card, its price in yarn, card less yarn), win (difference of the win share),
        score (of the final score), in_yarn (yarn cards whose win share an average card is worth; empty in
        the other rows), each with _low and _high; games (u32). The verdict is about the win share of card
        less yarn: fair if it is shown to lie within the margin, unfair if it is shown to lie beyond it (see
        ``judge``).

    Raises
    ------
    GamegaugeError
        For a margin that is no share, a table that cannot be played, a seat that is not at it, or a
        deck without cards.
    """
    check_margin(margin)
    setting = Setting(players, policy, patterns, community, games, seed, seats, rules)
    arms = play_arms(setting)
    card = average_card(arms)
    trade = card.less(arms.yarn)
    table = _table({CARD: card, YARN: arms.yarn, TRADE: trade}, arms)
    verdict = judge(trade.win, margin)
    return Finding(
        question=f"Are {arms.price} yarn cards a fair price for a community card?",
        headline=_headline(table, verdict, arms, margin),
        table=table,
        basis=setting.basis(arms.free, f"each community card, or {arms.price} yarn cards, against none"),
        caveats=(
            *arm_caveats(arms),
            "Each interval holds for itself with 95%.",
            *component_caveats(arms.free),
        ),
        draw=lambda ax, table: _draw(ax, table, arms, margin),
        verdict=verdict,
    )


def judge(change: Ratio, margin: float) -> Verdict:
    """Judge whether a mean of games' differences is none, up to a margin.

    "fair": the mean is shown to lie within the margin (two one-sided tests); "unfair": it is shown to lie
    beyond it; else "not shown".

    Notes
    -----
    Source: D. J. Schuirmann, J. Pharmacokinetics and Biopharmaceutics 15 (1987).
    """
    _, low, high = change.estimate(1 - 2 * ALPHA)
    if -margin <= low and high <= margin:
        return "fair"
    _, low, high = change.estimate(1 - ALPHA)
    return "unfair" if low > margin or high < -margin else "not shown"


def worth_in_yarn(card: Ratio, yarn: Ratio, price: int) -> Estimate:
    """Return how many yarn cards are worth as much as a community card, if all ``price`` of them are alike.

    The interval holds all numbers of yarn cards whose worth is not shown to differ from the card's; nan
    and everything where yarn itself is not shown to be worth anything.

    Notes
    -----
    Source: E. C. Fieller, "Some problems in interval estimation", J. Royal Statistical Society B 16 (1954).
    """
    games, unknown = len(card.hits), (float("nan"), -np.inf, np.inf)
    if games < 2:
        return unknown
    pair = np.array([card.hits * price, yarn.hits])
    (up, down), spread = pair.mean(axis=1), np.cov(pair) / games
    (up_up, both), (_, down_down) = spread * float(stats.t.ppf(1 - ALPHA / 2, games - 1)) ** 2
    curve = down**2 - down_down
    if not curve > 0:
        return unknown
    middle = up * down - both
    reach = float(np.sqrt(max(middle**2 - curve * (up**2 - up_up), 0.0)))
    return float(up / down), float((middle - reach) / curve), float((middle + reach) / curve)


def _table(outcomes: Mapping[str, Outcome], arms: Arms) -> pl.DataFrame:
    columns: dict[str, Any] = {"what": list(outcomes)}
    for name in ("win", "score"):
        columns |= ends(name, [getattr(one, name).estimate() for one in outcomes.values()])
    alike = worth_in_yarn(outcomes[CARD].win, arms.yarn.win, arms.price)
    nothing = float("nan"), -np.inf, np.inf
    columns |= ends("in_yarn", [alike, nothing, nothing])
    table = pl.DataFrame({**columns, "games": pl.Series([arms.free.count] * len(outcomes), dtype=pl.UInt32)})
    # No difference of two shares is larger than 1; that of two such is no larger than 2.
    most = pl.Series([1.0, 1.0, 2.0])
    bounded = pl.col("win_low", "win_high").clip(-most, most)
    return table.with_columns(pl.col("^in_yarn.*$").cast(pl.Float64), bounded)


def _headline(table: pl.DataFrame, verdict: Verdict, arms: Arms, margin: float) -> str:
    card, yarn, trade = table.to_dicts()
    price, within = f"{arms.price} yarn cards for a community card", f"{100 * margin:g} point of win share"
    kind = "Cheap" if trade["win"] > 0 else "Dear"
    words = {
        "fair": f"Fair: {price} is within {within} of even",
        "unfair": f"{kind}: {price} is more than {within} from even",
        "not shown": f"Not shown: the games do not tell whether {price} is within {within} of even",
    }[verdict]
    return (
        f"{words}; beginning with an average card changes the win share of a {arms.setting.player} player by "
        f"{points(card, 'win')}, beginning with {arms.price} more yarn cards by {points(yarn, 'win')}"
        f"{_in_yarn(card)}."
    )


def _in_yarn(card: Mapping[str, float]) -> str:
    if card["in_yarn"] is None:
        return ""
    low, high = max(card["in_yarn_low"], 0.0), card["in_yarn_high"]
    return f"; the card is worth as much as {card['in_yarn']:.1f} yarn cards ({low:.1f} to {high:.1f})"


def _draw(ax: Axes, table: pl.DataFrame, arms: Arms, margin: float) -> None:
    reach = reaches(table["win"], table["win_low"], table["win_high"])
    ax.axvspan(-margin, margin, color=GRID, zorder=0)
    ax.axvline(0, color=INK, linewidth=0.8)
    for place, hue in enumerate((BLUE, GOLD, VIOLET)):
        ends_of_row = reach[:, place : place + 1]
        ax.errorbar(
            table["win"][place], place, xerr=ends_of_row, fmt="o", color=hue, markersize=10, capsize=4
        )
    ax.set_yticks(range(table.height), [CARD, f"{arms.price} yarn cards", "the card less\nits price"])
    ax.set_ylim(table.height - 0.5, -0.5)
    ax.set_xlabel(f"change of the win share, in points (grey: within {100 * margin:g} point of none)")
    trade = table["win"][-1]
    ax.set_title(f"A card less its price: {100 * trade:+.1f} points of win share")
    ax.grid(visible=True, axis="x", color=GRID)
    ax.grid(visible=False, axis="y")
    points_axis(ax, "x")
