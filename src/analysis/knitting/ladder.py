"""Does better play win at Knitting?"""

from collections.abc import Mapping, Sequence
from typing import Any

from analysis.duels import Games, Player, name_of
from analysis.finding import Finding
from analysis.knitting.tables import catalogues, components_of
from analysis.ladder import climb, ladder_finding, rungs_below, tables_of
from simulation.runs import Whole

RUNGS = ("random", "hoarder", "marathoner", "sprinter", "greedy", "planner")
BELOW = {
    "hoarder": "random",
    "marathoner": "hoarder",
    "sprinter": "marathoner",
    "greedy": "marathoner",
    "planner": "greedy",
    "search": "planner",
}
"""The rung below: `sprinter` and `greedy` stand side by side."""
GAMES = {"planner": 8_000, "search": 400}
OTHER_GAMES = 20_000


def usual_games(player: str) -> int:
    """Return games enough for players of very different speed."""
    return GAMES.get(player.partition(":")[0], OTHER_GAMES)


def ladder(
    players: int = 4,
    games: Games = usual_games,
    seed: Whole = 2016,
    rungs: Sequence[Player] = RUNGS,
    patterns: str = "default",
    community: str = "default",
    rules: Mapping[str, Any] | None = None,
) -> Finding:
    """Measure each kind of player against the one below: one seat of it, all others of that.

    The better one sits in every seat in turn, each time with the same deals.

    Parameters
    ----------
    players
        Seats.
    games
        Games a rung, all its seats together: a number, a mapping or a function from the rung's name.
        By default 20,000; fewer for `planner` and `search`, which are slow.
    seed
        Seed of every run.
    rungs
        Policies, the weakest first: names, or functions of one's own. A rung is compared with the one of
        ``BELOW`` if that is among them, else with the rung before it.
    patterns, community
        Catalogue of patterns, and community deck.
    rules
        Switches that differ from their defaults.

    Returns
    -------
    Finding
        Table: see ``analysis.duels.duel_rows``; "above" is the rung below. The intervals cluster by deal and
        are corrected for the number of rungs.

    Raises
    ------
    GamegaugeError
        For fewer than two rungs, a rung named twice, or what cannot be played.
    """
    return ladders((players,), games, seed, rungs, patterns, community, rules)


def ladders(
    players: Sequence[int] = (2, 3, 4),
    games: Games = usual_games,
    seed: Whole = 2016,
    rungs: Sequence[Player] = RUNGS,
    patterns: str = "default",
    community: str = "default",
    rules: Mapping[str, Any] | None = None,
) -> Finding:
    """Measure the ladder at tables of several sizes; see ``ladder``.

    Parameters
    ----------
    players
        Sizes of the tables.
    games, seed, rungs, patterns, community, rules
        As for ``ladder``; games a rung and table.

    Returns
    -------
    Finding
        Table: as of ``ladder``, by size and rung; corrected for all its rows.
    """
    settings = tables_of("knitting", players, seed, components_of(patterns, community), rules)
    pairs = rungs_below(rungs, BELOW)
    return ladder_finding(climb(pairs, games, settings), catalogues(patterns, community), _notes(pairs))


def _notes(pairs: Sequence[tuple[Player, Player]]) -> list[str]:
    """Say which rung was compared with another than the one before it."""
    order = [name_of(pairs[0][1]), *(name_of(rung) for rung, _ in pairs)]
    aside = [
        f"{name_of(rung)} among {name_of(below)}"
        for place, (rung, below) in enumerate(pairs)
        if name_of(below) != order[place]
    ]
    return [f"Rungs side by side are held against the same one below: {', '.join(aside)}."] if aside else []
