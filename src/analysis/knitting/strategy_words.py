"""Sentences on styles of play, computed from their tables."""

from itertools import combinations

import polars as pl

from analysis.duels import BETTER, WORSE
from analysis.finding import between, percent

Beats = set[tuple[str, str]]


def matrix_headline(table: pl.DataFrame, players: int, cards: str) -> str:
    """Say which style wins in every company, which company nobody can leave with profit, and of circles."""
    names = styles_of(table)
    games = sorted(table["games"].to_list())
    counts = f"{games[0]:,}" if games[0] == games[-1] else f"{games[0]:,} to {games[-1]:,}"
    return (
        f"With {cards} and {counts} games of {players} for each pair of {len(names)} styles (even: "
        f"{percent(table['even'][0])} of wins), {_best(table, names)}; {_stable(table)}; "
        f"{_circles(table)}."
    )


def everywhere(table: pl.DataFrame, shown: str) -> list[str]:
    """Return the styles that are shown to do better, or worse, than even among each other style."""
    return [name for name in styles_of(table) if set(table.filter(policy=name)["shown"]) == {shown}]


def homes(table: pl.DataFrame) -> list[str]:
    """Return the styles at whose table every other style is shown to do worse than even."""
    return [name for name in styles_of(table) if set(table.filter(among=name)["shown"]) == {WORSE}]


def never(table: pl.DataFrame, shown: str, column: str) -> list[str]:
    """Return the styles no row of which, by ``column``, is shown to be better, or worse, than even."""
    return [name for name in styles_of(table) if shown not in table.filter(pl.col(column) == name)["shown"]]


def styles_of(table: pl.DataFrame) -> list[str]:
    """Return the styles in their order."""
    return table["policy"].unique(maintain_order=True).to_list()


def beats(table: pl.DataFrame) -> Beats:
    """Return pairs of which one is shown to do better among the other, and that worse among the one."""
    shown = {(row["policy"], row["among"]): row["shown"] for row in table.to_dicts()}
    return {pair for pair in shown if shown[pair] == BETTER and shown[pair[::-1]] == WORSE}


def circles(table: pl.DataFrame) -> list[tuple[str, str, str]]:
    """Return threes of styles each of which beats the next, and the last the first."""
    names, won = styles_of(table), beats(table)
    threes = [(one, *pair) for one, *pair in combinations(names, 3)]
    turned = [order for a, b, c in threes for order in ((a, b, c), (a, c, b))]
    return [one for one in turned if {(one[0], one[1]), (one[1], one[2]), (one[2], one[0])} <= won]


def _best(table: pl.DataFrame, names: list[str]) -> str:
    """Name the style that wins most among the company that suits it least."""
    worst = {name: table.filter(policy=name).sort("share", "among").row(0, named=True) for name in names}
    best = max(names, key=lambda name: worst[name]["share"])
    row = worst[best]
    told = (
        f"at least {percent(row['share'])} ({between(row['low'], row['high'])}) of games, among "
        f"{row['among']}"
    )
    if best in everywhere(table, BETTER):
        return f"{best} wins more than even among every other style: {told}"
    return f"no style is shown to win more than even among every other; {best} comes nearest, with {told}"


def _stable(table: pl.DataFrame) -> str:
    """Say at whose table everybody else does worse, or at least nobody is shown to do better."""
    if found := homes(table):
        guests = "; ".join(f"{name} (at best {_best_guest(table, name)})" for name in found)
        return f"every other style does worse than even at a table of {guests}"
    closed = never(table, BETTER, "among")
    if not closed:
        return "at every style's table some other is shown to win more than even"
    guests = "; ".join(f"{name} (most wins {_best_guest(table, name)})" for name in closed)
    return f"no guest is shown to win more than even at a table of {guests}"


def _best_guest(table: pl.DataFrame, name: str) -> str:
    row = table.filter(among=name).sort("share", "policy").row(-1, named=True)
    return f"{row['policy']}, {percent(row['share'])}, {between(row['low'], row['high'])}"


def _circles(table: pl.DataFrame) -> str:
    found = circles(table)
    if not found:
        return "no three styles are shown to beat each other in a circle"
    told = "; ".join(" beats ".join([*one, one[0]]) for one in found)
    return f"styles that beat each other in a circle: {told}"
