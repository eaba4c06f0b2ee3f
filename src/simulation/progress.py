"""The progress bar: games, speed and time left, in a terminal and in a notebook."""

import os
import sys
from typing import Any

from tqdm.std import tqdm


def _bar_class() -> Any:
    """Return tqdm's widget in a notebook, else its bar of text; the widget takes long to import."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if not hasattr(shell, "kernel"):
        return tqdm
    from tqdm.auto import tqdm as auto  # noqa: PLC0415

    return auto


def progress_bar(title: str, games: int, done: int, wanted: bool | None) -> Any:
    """Return a bar over games of which some are done.

    ``wanted`` None shows it where a person looks on: in a notebook or a terminal, unless
    ``GAMEGAUGE_PROGRESS=off``. It goes to standard error and vanishes when the run is whole.
    """
    bar = _bar_class()
    if wanted is None:
        watched = bar is not tqdm or sys.stderr.isatty()
        wanted = watched and os.environ.get("GAMEGAUGE_PROGRESS") != "off"
    return bar(
        total=games,
        initial=done,
        desc=title,
        unit=" games",
        unit_scale=True,
        disable=not wanted,
        leave=False,
    )
