"""Compiles games with all their players, or one: ``python -m simulation.games knutten knitting:search``.

What is compiled is kept; several processes may share the work.
"""

import sys

from simulation.registry import get_game


def compile_games(names: list[str]) -> None:
    """Compile games by name, or one player each as ``game:player``."""
    for name in names:
        game, _, player = name.partition(":")
        policies = get_game(game).policies
        for one in [player] if player else policies:
            policies[one]


if __name__ == "__main__":
    compile_games(sys.argv[1:])
