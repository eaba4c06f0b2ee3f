"""Figures in tests: no window, nothing left open."""

from matplotlib.axes import Axes


def title(ax: Axes) -> str:
    """Return the title of axes in the house style, which stands on the left."""
    return ax.get_title(loc="left")
