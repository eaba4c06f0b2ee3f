"""A game told in words."""

from collections.abc import Iterator

from simulation.runs import Run


def tell(run: Run, game_id: int) -> Iterator[str]:
    """Tell a game."""
    yield ""
