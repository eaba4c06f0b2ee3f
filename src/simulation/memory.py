"""A few games played into memory, for studies that try hundreds of settings: nothing is written."""

from collections.abc import Mapping
from typing import Any

import polars as pl

from simulation.columns import to_frame
from simulation.errors import GamegaugeError
from simulation.match import Match, Pool
from simulation.plan import PART_GAMES, Components, make_plan
from simulation.policies import Policies


def play_in_memory(
    game: str,
    players: int,
    games: int,
    seed: int,
    policies: Policies,
    rules: Mapping[str, Any] | None = None,
    components: Components = None,
) -> dict[str, pl.DataFrame]:
    """Return the tables of a run with log="games", by name: the same rows as ``simulate`` would write.

    Parameters
    ----------
    game, players, games, seed, policies, rules, components
        As for ``simulate``; at most as many games as a part of a log holds.

    Raises
    ------
    GamegaugeError
        For anything that cannot be played, or more games.
    """
    if isinstance(games, int) and games > PART_GAMES:
        raise GamegaugeError(f"games {games} are too many to be kept in memory; allowed: up to {PART_GAMES}")
    plan = make_plan(game, players, games, seed, policies, rules, components, log="games")
    match, columns, first = Match(plan, Pool()), plan.game.tables(plan), 0
    pieces: list[dict[str, pl.DataFrame]] = []
    while first < plan.games:
        piece = match.play_piece(first, plan.games - first, lambda _: False)
        assert piece is not None
        pieces.append({table: to_frame(rows, columns[table]) for table, rows in piece.rows.items()})
        first += piece.games
    return {table: pl.concat([one[table] for one in pieces]) for table in pieces[0]}
