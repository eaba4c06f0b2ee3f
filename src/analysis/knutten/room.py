"""How much there is to decide in a round: why better play may win no more."""

from collections.abc import Mapping, Sequence
from typing import Any

from analysis.knutten.choices import choices_by_game
from analysis.knutten.duels import Player, name_of
from analysis.ratios import a_try
from simulation import simulate
from simulation.runs import Whole

ROOM_GAMES = 1000
"""Games in which turns and choices are counted, for each size of table."""


def room_to_choose(
    sizes: Sequence[int], policy: Player, seed: Whole, deck: str, rules: Mapping[str, Any] | None
) -> str:
    """Say how many turns a seat has in a round, and in how many of them there is something to choose.

    Parameters
    ----------
    sizes
        Numbers of players.
    policy
        Who sits in every seat.
    seed, deck, rules
        As for ``ladder``.
    """
    said = [
        f"{_turns_a_round(size, policy, seed, deck, rules)} with {size} players"
        for size in dict.fromkeys(sizes)
    ]
    return (
        f"What leaves room for skill: in {ROOM_GAMES:,} games of {name_of(policy)} at each table, a seat has "
        f"{'; '.join(said)}. A real choice is a turn with two options or more that do not bite."
    )


def _turns_a_round(size: int, policy: Player, seed: Whole, deck: str, rules: Mapping[str, Any] | None) -> str:
    run = simulate("knutten", size, ROOM_GAMES, seed, policy, rules, deck, progress=False)
    choices = choices_by_game(run)
    rounds = run.games.sort("game_id").select("rounds").collect()["rounds"]
    turns, real = (
        a_try(choices[name] / size, rounds, is_share=False).estimate() for name in ("turns", "real")
    )
    words = [f"{value:.2f} ({low:.2f} to {high:.2f})" for value, low, high in (turns, real)]
    return f"{words[0]} turns a round and {words[1]} real choices"
