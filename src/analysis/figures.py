"""The house style of figures: large, quiet, the answer in the title."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.ticker import FuncFormatter, PercentFormatter

INK, MUTED, GRID = "#22303c", "#6b7a86", "#dfe5e9"
BLUE, RED, GOLD, GREEN, VIOLET, TEAL = "#2f6f9f", "#c8452f", "#d99a2b", "#4f8a4c", "#7b5ea7", "#2a9d8f"
COLOURS = (BLUE, RED, GOLD, GREEN, VIOLET, TEAL, "#8c564b", "#5c6770")

AROUND_FAIR = LinearSegmentedColormap.from_list("around fair", [BLUE, "#fbfaf7", RED])
"""Blue below the fair share, red above it."""
TINY = 1e-9
"""A difference that is written as none."""


def house_style() -> Any:
    """Return matplotlib settings, for ``plt.rc_context`` or ``plt.rcParams.update``."""
    return {
        "figure.dpi": 110,
        "savefig.dpi": 110,
        "figure.facecolor": "white",
        "font.size": 11,
        "text.color": INK,
        "text.parse_math": False,  # a card may be called anything
        "axes.edgecolor": MUTED,
        "axes.labelcolor": INK,
        "axes.titlecolor": INK,
        "axes.titlesize": 13,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "axes.grid": True,
        "axes.grid.axis": "y",
        "grid.color": GRID,
        "xtick.color": MUTED,
        "ytick.color": MUTED,
        "axes.prop_cycle": cycler(color=COLOURS),
        "legend.frameon": False,
    }


@contextmanager
def in_house_style() -> Iterator[None]:
    """Draw in the house style whatever is drawn within, and leave the notebook's settings as they are."""
    with plt.rc_context(house_style()):
        yield
        interactive = plt.isinteractive()
    # A notebook's backend may have started inside the context, which then forgets that it shows figures.
    mpl.interactive(interactive)


def percent_axis(ax: Axes, axis: str = "y", decimals: int | None = 0) -> None:
    """Write an axis of shares in percent; with None as decimals as many as its ticks need."""
    getattr(ax, f"{axis}axis").set_major_formatter(PercentFormatter(1.0, decimals=decimals))


def points_axis(ax: Axes, axis: str) -> None:
    """Write an axis of differences of shares in percentage points."""
    written = FuncFormatter(lambda value, _: f"{100 * value:+.4g}" if abs(value) > TINY else "0")
    getattr(ax, f"{axis}axis").set_major_formatter(written)


def fair_line(ax: Axes, share: float, text: str) -> None:
    """Mark a share that all should have."""
    ax.axhline(share, color=INK, linewidth=1.2, linestyle=(0, (4, 3)))
    ax.annotate(
        text,
        (1.0, share),
        xycoords=("axes fraction", "data"),
        xytext=(4, 0),
        textcoords="offset points",
        va="center",
        color=INK,
        fontsize=10,
    )


def curve_with_band(ax: Axes, x: Any, share: Any, low: Any, high: Any, **options: Any) -> None:
    """Draw a curve through estimates, with a band of their intervals; ``options`` with a ``color``."""
    ax.plot(x, share, "o-", **options)
    ax.fill_between(x, low, high, color=options["color"], alpha=0.15, linewidth=0)


def bars_with_intervals(ax: Axes, x: Any, share: Any, low: Any, high: Any, **options: Any) -> None:
    """Draw bars with the ends of their intervals."""
    ax.bar(x, share, **{"color": BLUE, "width": 0.72, **options})
    reach = reaches(share, low, high)
    ax.errorbar(x, share, yerr=reach, fmt="none", ecolor=INK, elinewidth=1.2, capsize=3)


def reaches(share: Any, low: Any, high: Any) -> np.ndarray:
    """Return how far intervals reach below and above their estimates. Shape (2, n)."""
    share, low, high = (np.asarray(values, float) for values in (share, low, high))
    return np.maximum([share - low, high - share], 0)
