"""The progress bar: games, speed and time left, in a terminal and in a notebook."""

import os
import sys
from typing import Any

from tqdm.auto import tqdm as auto_bar
from tqdm.notebook import tqdm_notebook


def progress_bar(title: str, games: int, done: int, wanted: bool | None) -> Any:
    """Return a bar over games of which some are done.

    ``wanted`` None shows it where a person looks on: in a notebook or a terminal, unless
    ``GAMEGAUGE_PROGRESS=off``. It goes to standard error and vanishes when the run is whole.
    """
    if wanted is None:
        watched = issubclass(auto_bar, tqdm_notebook) or sys.stderr.isatty()
        wanted = watched and os.environ.get("GAMEGAUGE_PROGRESS") != "off"
    return auto_bar(
        total=games,
        initial=done,
        desc=title,
        unit=" games",
        unit_scale=True,
        disable=not wanted,
        leave=False,
    )
