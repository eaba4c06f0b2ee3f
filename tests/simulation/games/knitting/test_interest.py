"""Not asking a player that has nothing to say changes no game (KT-10)."""

import pytest

import simulation
from simulation.games.knitting import block
from simulation.games.knitting.block import GAME
from simulation.games.knitting.interest import EVERY_TIME, INTERESTS

GAMES = {"planner": 20, "search:4": 3}


def tables_of(policy, folder):
    """Return every table of a few games that two of a player's kind play with two planners."""
    run = simulation.simulate(
        "knitting",
        policies=[policy, "planner", policy, "planner"],
        games=GAMES.get(policy, 60),
        rules={"trade_price": 2, "target": 70},
        out=folder,
    )
    return {table: run.table(table).collect() for table in run.tables}


@pytest.mark.parametrize("policy", [*list(INTERESTS)[:-1], "search:4"])
def test_games_are_the_same_if_everybody_is_asked_every_time(policy, tmp_path, monkeypatch):
    asked_in_need = tables_of(policy, tmp_path / "need")
    monkeypatch.setattr(block, "INTERESTS", dict.fromkeys(INTERESTS, EVERY_TIME))
    asked_always = tables_of(policy, tmp_path / "always")
    assert all(asked_in_need[name].equals(asked_always[name]) for name in asked_in_need)


def test_every_player_says_when_it_is_asked():
    assert list(INTERESTS) == list(GAME.policies)
