"""The games this package knows; a game is imported (and compiled) when it is asked for."""

from functools import cache

from simulation.compiling import import_compiled
from simulation.errors import GamegaugeError
from simulation.game import Game

GAMES = ("knutten", "knitting", "knit_wit")


@cache
def get_game(name: str) -> Game:
    """Return a game's block.

    Raises
    ------
    GamegaugeError
        If there is no such game.
    """
    if name not in GAMES:
        raise GamegaugeError(f"unknown game {name!r}; allowed: {', '.join(GAMES)}")
    game: Game = import_compiled(f"simulation.games.{name}.block").GAME
    return game
