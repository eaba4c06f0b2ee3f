"""How much there is to decide in a round: why better play may win no more."""

from collections.abc import Sequence

from analysis.duels import Player, Setting, name_of
from analysis.knutten.choices import choices_by_game
from analysis.ratios import a_try
from simulation import simulate

ROOM_GAMES = 1000
"""Games at most in which turns and choices are counted, for each size of table."""


def room_to_choose(policy: Player, settings: Sequence[Setting], games: int) -> str:
    """Say how many turns a seat has in a round, and in how many of them there is something to choose.

    Parameters
    ----------
    policy
        Who sits in every seat.
    settings
        Tables, each of another size.
    games
        How many to count in at each.
    """
    said = [
        f"{_turns_a_round(policy, setting, games)} with {setting.players} players" for setting in settings
    ]
    return (
        f"What leaves room for skill: in {games:,} games of {name_of(policy)} at each table, a seat has "
        f"{'; '.join(said)}. A real choice is a turn with two options or more that do not bite."
    )


def _turns_a_round(policy: Player, setting: Setting, games: int) -> str:
    run = simulate(
        setting.game, setting.players, games, setting.seed, policy, setting.rules, setting.components,
        progress=False,
    )  # fmt: skip
    choices = choices_by_game(run)
    rounds = run.games.sort("game_id").select("rounds").collect()["rounds"]
    by_seat = [choices[name] / setting.players for name in ("turns", "real")]
    told = [a_try(counts, rounds, is_share=False).estimate() for counts in by_seat]
    words = [f"{value:.2f} ({low:.2f} to {high:.2f})" for value, low, high in told]
    return f"{words[0]} turns a round and {words[1]} real choices"
