"""Does better play win?"""

from collections.abc import Mapping, Sequence
from typing import Any

from analysis.duels import Games, Player
from analysis.finding import Finding
from analysis.knutten.room import ROOM_GAMES, room_to_choose
from analysis.ladder import climb, ladder_finding, rungs_below, tables_of
from simulation.runs import Whole

RUNGS = ("random", "lowest", "highest", "careful", "cunning", "search")
BELOW = {
    "lowest": "random",
    "highest": "random",
    "careful": "highest",
    "cunning": "careful",
    "search": "cunning",
}
"""The rung below, in the ladder of the rules of record."""
SEARCH_GAMES, OTHER_GAMES = 4_000, 40_000


def usual_games(player: str) -> int:
    """Return games enough for players of very different speed: few for `search`."""
    return SEARCH_GAMES if player.partition(":")[0] == "search" else OTHER_GAMES


def ladder(
    players: int = 4,
    games: Games = usual_games,
    seed: Whole = 2016,
    rungs: Sequence[Player] = RUNGS,
    deck: str = "default",
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
        By default 40,000, and 4,000 for `search`, which is slow.
    seed
        Seed of every run.
    rungs
        Policies, the weakest first: names, or functions of one's own. A rung is compared with the one below
        it in the ladder of the rules of record (``BELOW``) if that is among them, else with the rung before
        it.
    deck, rules
        A deck, and switches that differ from their defaults.

    Returns
    -------
    Finding
        Table: see ``duel_rows``; "above" is the rung below. The intervals cluster by deal and are corrected
        for the number of rungs.

    Raises
    ------
    GamegaugeError
        For fewer than two rungs, a rung named twice, or what cannot be played.
    """
    return ladders((players,), games, seed, rungs, deck, rules)


def ladders(
    players: Sequence[int] = (2, 4, 8),
    games: Games = usual_games,
    seed: Whole = 2016,
    rungs: Sequence[Player] = RUNGS,
    deck: str = "default",
    rules: Mapping[str, Any] | None = None,
) -> Finding:
    """Measure the ladder at tables of several sizes; see ``ladder``.

    Parameters
    ----------
    players
        Sizes of the tables.
    games, seed, rungs, deck, rules
        As for ``ladder``; games a rung and table.

    Returns
    -------
    Finding
        Table: as of ``ladder``, by size and rung; corrected for all its rows.
    """
    settings = tables_of("knutten", players, seed, deck, rules)
    pairs = rungs_below(rungs, BELOW)
    duels = climb(pairs, games, settings)
    most = max(one.games for one in duels)
    room = room_to_choose(pairs[-1][1], settings, min(ROOM_GAMES, most))
    return ladder_finding(duels, f"the {deck} deck", [room])
