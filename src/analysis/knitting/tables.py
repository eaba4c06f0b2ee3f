"""What questions about Knitting share: which catalogues are played with, and which runs can be read."""

from pathlib import Path

from analysis.finding import as_run
from simulation import GamegaugeError, Run

FEWEST_GAMES = 2
"""One game alone tells nothing of how games differ."""


def components_of(patterns: str, community: str) -> dict[str, str]:
    """Return the components by kind, as ``simulate`` takes them."""
    return {"patterns": patterns, "community": community}


def catalogues(patterns: str, community: str) -> str:
    """Return the names of both catalogues in words of a headline."""
    names = [Path(str(one)).stem for one in (patterns, community)]
    if names[0] == names[1]:
        return f"the {names[0]} patterns and community cards"
    return f"the {names[0]} patterns and the {names[1]} community cards"


def as_knitting(run: Run | str | Path) -> Run:
    """Return a run of Knitting given as one or as its folder.

    Raises
    ------
    GamegaugeError
        If the run is of another game, or has a single one, which shows nothing.
    """
    run = as_run(run)
    if run.game != "knitting":
        raise GamegaugeError(f"the run {run.path.name} is of {run.game}; allowed: runs of knitting")
    if run.count < FEWEST_GAMES:
        raise GamegaugeError(f"the run {run.path.name} has 1 game; allowed: {FEWEST_GAMES} or more")
    return run
