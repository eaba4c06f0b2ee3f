"""Figures are drawn without a window and closed after each test."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest

mpl.use("agg")


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")
