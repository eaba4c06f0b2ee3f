"""What is it worth to choose who starts?"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import polars as pl
from matplotlib.axes import Axes

from analysis.contrasts import ALPHA, difference_columns, paired_difference, points
from analysis.figures import INK, points_axis, reaches
from analysis.finding import Finding, component_caveats, percent
from analysis.knutten.card_figures import colour
from analysis.knutten.experiments import Setting, count_by_game, is_bitten, wins
from analysis.ratios import Ratio, mean_ratio
from simulation import Run

OWN = "own choice"
GAME = pl.col("game_id")


def starter_value(
    players: int = 4,
    policy: str = "careful",
    deck: str = "default",
    games: int = 10_000,
    seed: int = 2016,
    seat: int = 0,
    rules: Mapping[str, Any] | None = None,
) -> Finding:
    """Find what it does to a seat to let the seat k places to its left start whenever it chooses (KN-11).

    Every k, and the player's own choice, play the same deals. Each is compared with the average of all k:
    with somebody who draws one k at random for a whole game.

    Parameters
    ----------
    players, policy, deck, games, seed, rules
        The table; ``games`` are those of each way to choose.
    seat
        Who chooses in this way.

    Returns
    -------
    Finding
        Table, a row a k and one for the own choice: starter (k as a text, or "own choice"), chosen (its
        share of the own choices), share (wins), win (its difference to the average of all k) with
        win_low, win_high and win_p, bitten (chance in a round that the seat chose the starter of), bite
        (its difference) with the same; games (u32). Intervals of differences are corrected for the number
        of rows, p-values by Holm.

    Raises
    ------
    GamegaugeError
        For a table that cannot be played, or a seat that is not at it.
    """
    setting = Setting(players, policy, deck, games, seed, (seat,), rules or {})
    runs = [setting.play(seat=seat, starter=places) for places in range(players)]
    runs.append(setting.play())
    table = _table(runs, seat)
    return Finding(
        question=f"What is the choice of the starter worth to {policy} players at a table of {players}?",
        headline=_headline(table, setting),
        table=table,
        basis=setting.basis(runs[-1], "each starter in turn, against the average of all"),
        caveats=(*_caveats(setting, table), *component_caveats(runs[-1])),
        draw=lambda ax, table: _draw(ax, table, "win", f"Who should start? {players} {policy} players"),
    )


def starter_bites(value: Finding) -> Finding:
    """Return the same finding, drawn as the chance of a bite in a round whose starter the seat chose.

    Parameters
    ----------
    value
        What ``starter_value`` returned.
    """
    title = f"Who should start, to stay unbitten? {value.players} players"
    return replace(value, draw=lambda ax, table: _draw(ax, table, "bite", title))


def chooses(seat: int) -> pl.Expr:
    """Tell whether a seat chose a round's starter: it was bitten by the swarm, or shouted WIND, before it."""
    bitten = pl.col("bitten") & (1 << seat) != 0
    swarm, wind = pl.col("cause") == "swarm", pl.col("cause") == "wind"
    chose = ((swarm & bitten) | (wind & ~bitten)).shift(fill_value=False)
    return chose & (GAME.shift() == GAME).fill_null(value=False)


def _table(runs: list[Run], seat: int) -> pl.DataFrame:
    """Return the rows: each k, then the own choice, whose run is the last."""
    won = [wins(run, seat) for run in runs]
    bitten = [count_by_game(run, is_bitten(seat), chooses(seat)) for run in runs]
    players, rows = len(runs) - 1, len(runs)
    return pl.DataFrame(
        {
            "starter": [*map(str, range(players)), OWN],
            "chosen": [*_chosen(runs[-1], seat), None],
            "share": [one.value for one in won],
            **_against_average(won, "win"),
            "bitten": [one.value for one in bitten],
            **_against_average(bitten, "bite"),
            "games": pl.Series([runs[-1].count] * rows, dtype=pl.UInt32),
        }
    )


def _against_average(arms: list[Ratio], name: str) -> dict[str, list[float]]:
    average = mean_ratio(arms[:-1])
    return difference_columns(name, [paired_difference(one, average, len(arms)) for one in arms])


def _chosen(run: Run, seat: int) -> list[float | None]:
    """Return how often the own choice falls on each k."""
    places = (pl.col("starter").cast(pl.Int64) - seat) % run.players
    parts = [
        part.select("game_id", places=places, chose=chooses(seat)).filter("chose").select("places").collect()
        for part in run.parts("rounds")
    ]
    chosen = pl.concat(parts)["places"].to_numpy()
    return [float((chosen == place).mean()) if len(chosen) else None for place in range(run.players)]


def _headline(table: pl.DataFrame, setting: Setting) -> str:
    ranked = table.filter(pl.col("starter") != OWN).sort("win", "starter", descending=[True, False])
    best, worst = ranked.row(0, named=True), ranked.row(-1, named=True)
    own = table.row(-1, named=True)
    return (
        f"With {setting.policy} players and the {setting.deck} deck at a table of {setting.players}, to let "
        f"{_who(best, setting.players)} start did best for whoever chooses: against a starter drawn for each "
        f"game its win share changes by {points(best, 'win', 2)}; worst did {_who(worst, setting.players)}: "
        f"{points(worst, 'win', 2)}; the player's own choice: {points(own, 'win', 2)}; in {setting.games:,} "
        "games each."
    )


def _who(row: dict[str, str], players: int) -> str:
    return starter_name(int(row["starter"]), players)


def starter_name(places: int, players: int) -> str:
    """Return in words who sits some places to the left."""
    if places == 0:
        return "itself"
    if places == players - 1 > 1:
        return "the right neighbour"
    if places == 1:
        return "the left neighbour" if players > 2 else "the other player"
    return f"the seat {places} places to the left"


def _caveats(setting: Setting, table: pl.DataFrame) -> list[str]:
    return [
        f"Seat {setting.seats[0]} alone chooses in this way, always; the others choose as they like. Seat 0 "
        "starts the first round.",
        "The average is that of games which keep to one k each, not of a choice drawn anew for each round.",
        "`bitten` counts the rounds whose starter the seat chose: those after a bite by the swarm or a WIND "
        "of its own. Which rounds these are depends on the choice too.",
        f"The intervals of each difference cover all {table.height} rows together with "
        f"{percent(1 - ALPHA, 0)} (Bonferroni); p-values are corrected by Holm.",
        "Stalled games are counted; none is left out.",
    ]


def _draw(ax: Axes, table: pl.DataFrame, name: str, title: str) -> None:
    players = table.height - 1
    for place, row in enumerate(table.iter_rows(named=True)):
        reach = reaches([row[name]], [row[f"{name}_low"]], [row[f"{name}_high"]])
        shape = "D" if row["starter"] == OWN else "o"
        hue = colour(row, name, good=1 if name == "win" else -1)
        ax.errorbar(place, row[name], yerr=reach, fmt=shape, color=hue, markersize=8, capsize=4)
    ax.axhline(0, color=INK, linewidth=1.2, linestyle=(0, (4, 3)))
    short = {0: "itself", 1: "left", players - 1: "right"} if players > 2 else {0: "itself", 1: "other"}
    ax.set_xticks(
        range(table.height), [*(short.get(place, f"{place} left") for place in range(players)), "own"]
    )
    ax.set_xlim(-0.5, players + 0.5)
    what = "win share" if name == "win" else "chance of a bite"
    ax.set_ylabel(f"{what}, in points\nabove the average of all")
    ax.set_xlabel("who starts, seen from whoever chooses (own: its choice)")
    ax.set_title(title)
    points_axis(ax, "y")
