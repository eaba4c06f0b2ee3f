"""Commands that read a run's log: the referee's and the replay."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from polars.exceptions import PolarsError

from simulation import GamegaugeError, open_run
from simulation.numbers import read_whole
from simulation.referee import Verdict, examine
from simulation.registry import get_game
from simulation.runs import open_unchecked

MOST_VIOLATIONS = 10
UNREADABLE = (ArithmeticError, AttributeError, LookupError, MemoryError, TypeError, ValueError, PolarsError)
"""What telling a log that was edited by hand may raise."""
A_RUN = typer.Argument(help="Folder of a finished run.")


def verify(run: Annotated[Path, A_RUN]) -> None:
    """Replay every game of a run by the rules: exit 0 if the log keeps them, else print what it breaks."""
    verdict = examine(open_unchecked(run), MOST_VIOLATIONS, progress=None)
    _print([*map(str, verdict.violations), _summary(verdict)])
    if verdict.violations:
        raise typer.Exit(1)


def _print(lines: Iterable[str]) -> None:
    """Print lines as long as somebody reads them: the verdict is the exit code."""
    try:
        for line in lines:
            typer.echo(line)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _summary(verdict: Verdict) -> str:
    """Say in one line what was checked."""
    checked = f"{verdict.games:,} games"
    if verdict.events is None:
        checked += " checked by their scores alone (the run has no events)"
    else:
        checked += f" and {verdict.events:,} events checked"
    found = len(verdict.violations)
    result = "no violation" if not found else f"{found} violation{'s' * (found > 1)}"
    if found >= MOST_VIOLATIONS:
        result = f"the first {found} violations"
    note = f"; not as run.json lists it: {', '.join(verdict.altered[:3])}" if verdict.altered else ""
    return f"{checked}: {result}{note}"


def replay(
    run: Annotated[Path, A_RUN],
    game: Annotated[str, typer.Option(help="Number of the game in the run, from 0.")],
) -> None:
    """Tell a game of a run turn by turn, in words."""
    opened = open_run(run)
    if "events" not in opened.tables:
        raise GamegaugeError(
            f"{run} was played with log='games' and holds no plays to tell; allowed: runs with log='events'"
        )
    number = read_whole("game", game, 0, opened.count - 1)
    try:
        lines = list(get_game(opened.game).tell(opened, number))
    except UNREADABLE as error:
        if isinstance(error, GamegaugeError):
            raise
        raise GamegaugeError(
            f"{run} does not hold game {number} as it was played; allowed: runs that verify finds whole"
        ) from None
    typer.echo("\n".join(lines))
