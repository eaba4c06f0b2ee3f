"""Where data, notebooks and runs lie: in the checkout, or beside an installed package."""

import os
from pathlib import Path

PACKAGE = Path(__file__).parent
CHECKOUT = PACKAGE.parents[1]


def _home() -> Path:
    shipped = PACKAGE / "shipped"
    return shipped if shipped.is_dir() else CHECKOUT


def data_folder() -> Path:
    """Return the folder of the games' components."""
    return _home() / "data"


def notebooks_folder() -> Path:
    """Return the folder of the notebooks."""
    return _home() / "notebooks"


def runs_folder() -> Path:
    """Return where runs without a folder of their own go; ``GAMEGAUGE_RUNS`` moves it."""
    if given := os.environ.get("GAMEGAUGE_RUNS"):
        return Path(given)
    return (CHECKOUT if _home() == CHECKOUT else Path.cwd()) / "data" / "runs"
