"""The games this package knows; a game is imported (and compiled) when it is asked for."""

from functools import cache
from importlib import import_module
from pickle import UnpicklingError

from simulation.compiling import cache_folder
from simulation.errors import GamegaugeError
from simulation.game import Game

GAMES = ("knutten",)


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
    try:
        game: Game = import_module(f"simulation.games.{name}.block").GAME
    except (OSError, EOFError, UnpicklingError) as error:
        raise GamegaugeError(
            f"compiled code in {cache_folder()} is damaged or cannot be kept ({error}); allowed: delete that "
            "folder, or set NUMBA_CACHE_DIR to one with room"
        ) from error
    return game
