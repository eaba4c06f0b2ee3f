"""What every test shares."""

import pytest
from hypothesis import settings

settings.register_profile("gamegauge", derandomize=True, database=None, deadline=None)
settings.load_profile("gamegauge")


def pytest_configure(config: pytest.Config) -> None:
    """Keep Numba's notice of first-class functions, which players are, out of the summary."""
    config.addinivalue_line("filterwarnings", "ignore::numba.core.errors.NumbaExperimentalFeatureWarning")


@pytest.fixture(autouse=True)
def _runs_elsewhere(tmp_path, monkeypatch):
    """Let runs without a folder of their own go to the test's folder."""
    monkeypatch.setenv("GAMEGAUGE_RUNS", str(tmp_path / "runs"))
