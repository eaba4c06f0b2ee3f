"""What every test shares."""

import pytest
from hypothesis import settings

from analysis.command_line import main

settings.register_profile("gamegauge", derandomize=True, database=None, deadline=None)
settings.load_profile("gamegauge")


def pytest_configure(config: pytest.Config) -> None:
    """Keep Numba's notice of first-class functions, which players are, out of the summary."""
    config.addinivalue_line("filterwarnings", "ignore::numba.core.errors.NumbaExperimentalFeatureWarning")


@pytest.fixture(autouse=True)
def _runs_elsewhere(tmp_path, monkeypatch):
    """Let runs without a folder of their own go to the test's folder."""
    monkeypatch.setenv("GAMEGAUGE_RUNS", str(tmp_path / "runs"))


@pytest.fixture
def gamegauge(capsys):
    """Run the command; return its exit code, standard output and standard error."""

    def run(*arguments):
        with pytest.raises(SystemExit) as stopped:
            main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return stopped.value.code or 0, printed.out, printed.err

    return run
