"""Figures are drawn without a window and closed after each test; the command runs in this process."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest

from analysis.command_line import main

mpl.use("agg")


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")


@pytest.fixture
def gamegauge(capsys):
    """Run the command; return its exit code, standard output and standard error."""

    def run(*arguments):
        with pytest.raises(SystemExit) as stopped:
            main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return stopped.value.code or 0, printed.out, printed.err

    return run
