"""What does trading for community cards do at each price?"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import polars as pl
from matplotlib.axes import Axes

from analysis.contrasts import ALPHA, difference_columns, points
from analysis.duels import Player, name_of, stalled_caveat
from analysis.figures import BLUE, INK, MUTED, RED, points_axis, reaches
from analysis.finding import Basis, Finding, component_caveats
from analysis.knitting.experiments import Setting, difference, outcome_of
from analysis.knitting.yarn_facts import ends
from analysis.ratios import Ratio, a_game, mean_ratio
from analysis.wins import by_seat
from simulation import GamegaugeError, Run
from simulation.registry import get_game

PRICES = (3, 4, 5, 6, 7)


def trade_price(
    prices: Sequence[int] = PRICES,
    policy: Player = "hoarder",
    others: Player = "planner",
    twin: Player = "greedy",
    players: int = 4,
    games: int = 2_000,
    seed: int = 2016,
    seats: Sequence[int] = (0,),
    rules: Mapping[str, Any] | None = None,
    patterns: str = "default",
    community: str = "default",
) -> Finding:
    """Find how a player that trades fares at each price of a community card, against a twin that does not.

    In each game one seat is played by ``policy``, or by ``twin``, and all others by ``others``; both ways
    and all prices play the same shuffles. A hoarder plays as greedy does but for its trades, so that the
    difference between the two is what its trading does.

    Parameters
    ----------
    prices
        Yarn cards that a community card costs (``trade_price``, KT-10), each once.
    policy, others, twin
        Who trades, who sits in the other seats, and who plays the same seat for comparison.
    players, games, seed, rules, patterns, community
        The table; ``games`` are those of each price and each of the two ways.
    seats
        Seats of the player, each in games of its own; their mean is told.

    Returns
    -------
    Finding
        Table, a row a price: price (u8), trades (a game, of the player), others_trades (a game, of each
        other seat), share (the player's win share), each with _low and _high; even; win (its share less
        the twin's), score (its final score less the twin's), each with _low, _high and _p; games (u32).
        Intervals are corrected for the number of prices, p-values by Holm.

    Raises
    ------
    GamegaugeError
        For no price or one twice, a table that cannot be played, or a seat that is not at it.
    """
    setting = Setting(players, others, patterns, community, games, seed, seats, rules)
    own, same, rest = (name_of(one) for one in (policy, twin, others))
    ways = {price: [_play(setting, one, price) for one in (policy, twin)] for price in _read(prices)}
    table = _table(ways, setting.players)
    runs = [run for pair in ways.values() for way in pair for run in way.values()]
    return Finding(
        question=f"What does trading do to a {own} player at each price?",
        headline=_headline(table, own, rest, same),
        table=table,
        basis=_basis(runs[0], setting, f"{own} or {same}, all others {rest}"),
        caveats=(*_caveats(setting, table, own, same), *stalled_caveat(runs), *component_caveats(runs[0])),
        draw=lambda ax, table: _draw(ax, table, own, same, rest),
    )


def _read(prices: Sequence[int]) -> list[int]:
    model, given = get_game("knitting").rules, prices if isinstance(prices, list | tuple | range) else ()
    read = sorted(model.read({"trade_price": price}).model_dump()["trade_price"] for price in given)
    if not read or len(set(read)) < len(read):
        raise GamegaugeError(f"prices {prices} cannot be used; allowed: a list of prices, each once")
    return read


def _caveats(setting: Setting, table: pl.DataFrame, policy: str, twin: str) -> list[str]:
    return [
        f"The player sits in {setting.who}; the others trade as they like.",
        f"`win` and `score` compare {policy} with {twin} in the same seat, at the same price, with the same "
        "others and shuffles: an experiment. All that the two do differently counts.",
        f"Intervals cover all {table.height} prices of a column together with 95% (Bonferroni); p-values are "
        "corrected by Holm.",
    ]


def _play(setting: Setting, policy: Player, price: int) -> dict[int, Run]:
    """Play the games with a policy in each of the seats in turn, and the setting's in all others."""
    priced = replace(setting, rules={**(setting.rules or {}), "trade_price": price})
    tables = {
        seat: [policy if place == seat else setting.policy for place in range(setting.players)]
        for seat in setting.seats
    }
    return {seat: priced.play(table) for seat, table in tables.items()}


def _table(ways: Mapping[int, Sequence[Mapping[int, Run]]], players: int) -> pl.DataFrame:
    rows, level = len(ways), 1 - ALPHA / len(ways)
    met = [(outcome_of(one), outcome_of(other)) for one, other in ways.values()]
    own = [_trades(one, players, own=True) for one, _ in ways.values()]
    rest = [_trades(one, players, own=False) for one, _ in ways.values()]
    return pl.DataFrame(
        {
            "price": pl.Series(list(ways), dtype=pl.UInt8),
            **ends("trades", [one.estimate(level) for one in own]),
            **ends("others_trades", [one.estimate(level) for one in rest]),
            **ends("share", [one.win.estimate(level) for one, _ in met]),
            "even": [1 / players] * rows,
            **difference_columns("win", [difference(one.win, other.win, rows) for one, other in met]),
            **difference_columns("score", [difference(one.score, other.score, rows) for one, other in met]),
            "games": pl.Series([len(met[0][0].win.hits)] * rows, dtype=pl.UInt32),
        }
    )


def _trades(runs: Mapping[int, Run], players: int, own: bool) -> Ratio:
    """Return how many community cards the player, or each other seat, trades for a game."""
    seats = {seat: [place for place in range(players) if (place == seat) == own] for seat in runs}
    means = [
        a_game(by_seat(run, "trades")[:, seats[seat]].mean(axis=1), least=0) for seat, run in runs.items()
    ]
    return mean_ratio(means)


def _basis(run: Run, setting: Setting, policies: str) -> Basis:
    """Return what the comparison rests on; its games are those of one price and one way."""
    rules = [f"{name}={value}" for name, value in (setting.rules or {}).items() if name != "trade_price"]
    return replace(Basis.of(run), policies=policies, rules=", ".join([*rules, "trade_price varied"]))


def _headline(table: pl.DataFrame, policy: str, others: str, twin: str) -> str:
    rows = table.to_dicts()
    shown = [rows[place] for place in sorted({0, len(rows) // 2, len(rows) - 1})]
    told = [f"{points(row, 'win')} at {row['price']}" for row in shown]
    ends = {row["price"]: row for row in (rows[0], rows[-1])}
    trades = [f"{row['trades']:.1f} times a game at {price}" for price, row in ends.items()]
    return (
        f"Among {others} players, the win share of a {policy} differs from that of {twin} in its seat by "
        f"{'; '.join(told)} yarn cards a community card; it trades {' and '.join(trades)}, in "
        f"{rows[0]['games']:,} games each way."
    )


def _draw(ax: Axes, table: pl.DataFrame, policy: str, twin: str, others: str) -> None:
    reach = reaches(table["win"], table["win_low"], table["win_high"])
    ax.axhline(0, color=INK, linewidth=1.2, linestyle=(0, (4, 3)))
    for place, row in enumerate(table.iter_rows(named=True)):
        hue = BLUE if row["win_low"] > 0 else RED if row["win_high"] < 0 else MUTED
        ends_of_row = reach[:, place : place + 1]
        ax.errorbar(row["price"], row["win"], yerr=ends_of_row, fmt="o", color=hue, markersize=9, capsize=4)
    labels = [f"{row['price']}\n{row['trades']:.1f} trades" for row in table.iter_rows(named=True)]
    ax.set_xticks(table["price"].to_list(), labels)
    ax.margins(x=0.1)
    ax.set_ylabel(f"win share of {policy}\nless that of {twin}, in points")
    good = table.filter(pl.col("win_low") > 0)["price"].to_list()
    bad = table.filter(pl.col("win_high") < 0)["price"].to_list()
    ax.set_title(_title(good, bad, table.height, others))
    points_axis(ax, "y")


def _title(good: Sequence[int], bad: Sequence[int], count: int, others: str) -> str:
    told = [f"{what} at {_prices(some, count)}" for what, some in (("pays", good), ("costs", bad)) if some]
    shown = " and ".join(told) or "is not shown to pay or to cost"
    return f"Trading {shown},\namong {others} players"


def _prices(prices: Sequence[int], count: int) -> str:
    return "every price" if len(prices) == count else ", ".join(map(str, prices))
