"""Golden games are played as they were; ``python tests/regenerate_golden.py`` writes them anew."""

import pytest

import golden_games
from simulation.registry import GAMES


@pytest.mark.parametrize(("game", "name"), golden_games.names())
def test_a_golden_game_is_played_as_before(game, name):
    golden = golden_games.path_of(game, name).read_text(encoding="utf-8")
    assert golden_games.text_of(game, name).splitlines() == golden.splitlines()


def test_every_game_has_golden_games():
    assert set(golden_games.SETTINGS) == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_every_golden_file_has_a_setting(game):
    files = {path.stem for path in (golden_games.FOLDER / game).glob("*.txt")}
    assert files == set(golden_games.SETTINGS[game])


def test_golden_games_of_knutten_hold_every_event_and_effect():
    told = "".join(golden_games.path_of(*name).read_text("utf-8") for name in golden_games.names())
    plays = [line for line in told.splitlines() if "] play " in line]
    for event in ("redraw", "pass", "refill", "wind", "john John Knut before seat", "shoo"):
        assert f"] {event}" in told
    for card in (
        "skip/6 a",
        "reverse/2 a",
        "again/-5 a",
        "set:12/again a",
        "set:12/again b",
        "skip/set:5 b",
        "?/-9 a",
    ):
        assert any(f" play {card}," in line for line in plays)
    assert ", John bit " in told
    assert " each\n" in told
