"""Players that somebody writes as a plain Python function."""

import importlib.util
from itertools import count

import numpy as np
import pytest

from knutten_rig import knutten
from simulation import GamegaugeError, simulate
from simulation.store import Store

MODULES = count()


def first_side(view, luck):
    return 0


def last_side(view, luck):
    return view.choice_count - 1


def refused(tmp_path, player):
    with pytest.raises(GamegaugeError) as caught:
        knutten(tmp_path / "refused", players=2, games=20, policies=player)
    message = str(caught.value)
    assert "\n" not in message
    return message


def written(folder, source, name="player"):
    """Return a function of a module written to a file, as an editor would save it."""
    path = folder / f"players_{next(MODULES)}.py"
    path.write_text(source, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


def folder_of(player):
    return simulate("knutten", players=2, games=20, policies=player, progress=False).path


def test_a_function_plays_under_its_name(tmp_path):
    run = knutten(tmp_path / "run", games=50, policies=[first_side, "random", last_side])
    assert run.policies == ["first_side", "random", "last_side"]
    assert run.seats.collect()["policy"].to_list() == ["first_side", "random", "last_side"] * 50


def test_a_function_chooses_what_it_returns(tmp_path):
    events = knutten(tmp_path / "run", players=3, games=50, policies=first_side).events.collect()
    for event in events.filter(event="play", legal=6).to_dicts():
        assert (event["card"], event["side"]) == (event["hand_a"], "a")


def test_a_function_like_a_known_player_plays_the_same_games(tmp_path):
    def smallest(view, luck):
        if view.decision == 1:
            return (view.seat + 1) % view.players
        best = 0
        for choice in range(view.choice_count):
            if view.choice_swarm[choice] < view.choice_swarm[best]:
                best = choice
        return best

    own = knutten(tmp_path / "own", players=4, games=200, policies=smallest)
    known = knutten(tmp_path / "known", players=4, games=200, policies="lowest")
    assert own.events.collect().equals(known.events.collect())


def test_the_same_function_is_the_same_run():
    assert folder_of(first_side) == folder_of(first_side)
    assert folder_of(first_side) != folder_of(last_side)


def test_its_run_goes_on_after_an_interruption(tmp_path, monkeypatch):
    arguments = {"players": 2, "games": 21_000, "policies": first_side, "workers": 1}
    add = Store.add
    with monkeypatch.context() as patch:

        def interrupted(self, piece):
            if piece.first:
                raise KeyboardInterrupt
            add(self, piece)

        patch.setattr(Store, "add", interrupted)
        with pytest.raises(KeyboardInterrupt):
            knutten(tmp_path / "run", **arguments)
    resumed = knutten(tmp_path / "run", **arguments)
    whole = knutten(tmp_path / "whole", **arguments)
    assert resumed.record == whole.record


PLAYER = """
from numba import njit

EAGERNESS = {constant}

@njit
def helper(view):
    return {helper}

def player(view, luck):
    return helper(view) * EAGERNESS
"""


def test_an_edited_constant_is_another_run(tmp_path):
    one = written(tmp_path, PLAYER.format(constant=0, helper=0))
    same = written(tmp_path, PLAYER.format(constant=0, helper=0))
    other = written(tmp_path, PLAYER.format(constant=1, helper=0))
    helper = written(tmp_path, PLAYER.format(constant=0, helper=1))
    assert folder_of(one) == folder_of(same)
    assert len({folder_of(player) for player in (one, other, helper)}) == 3


TABLE = """
import numpy as np

WEIGHTS = np.zeros(2000, np.int64)
WEIGHTS[1000] = {weight}

def player(view, luck):
    return WEIGHTS[1000]
"""


def test_an_edited_table_is_another_run(tmp_path):
    one, other = (written(tmp_path, TABLE.format(weight=weight)) for weight in (0, 1))
    assert folder_of(one) != folder_of(other)


MODULE = """
import {module} as weights

def player(view, luck):
    return weights.FIRST
"""


def test_an_edited_constant_of_a_module_is_another_run(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    folders = []
    for value in (0, 1):
        name = f"weights_{value}"
        (tmp_path / f"{name}.py").write_text(f"FIRST = {value}\n")
        player = written(tmp_path, MODULE.format(module=name))
        folders.append(folder_of(player))
    assert folders[0] != folders[1]


@pytest.mark.parametrize("answer", [99, -1, 2**40])
def test_an_illegal_answer_is_named(tmp_path, answer):
    player = written(tmp_path, f"def player(view, luck):\n    return {answer}\n")
    message = refused(tmp_path, player)
    assert "'player'" in message
    assert str(answer) in message
    assert "game 0, seat 0" in message
    assert "allowed" in message


def test_an_illegal_answer_in_the_middle_names_its_game(tmp_path):
    source = "def player(view, luck):\n    return 99 if view.swarm > 25 and view.bites[0] == 2 else 0\n"
    assert "chose 99 in game" in refused(tmp_path, written(tmp_path, source))
    assert not (tmp_path / "refused").exists()


@pytest.mark.parametrize(
    "body",
    ["undefined(view)", "'left'", "view.no_such_field", "view.hand + view", "open('file')", "None"],
)
def test_a_player_that_does_not_compile_is_refused(tmp_path, body):
    message = refused(tmp_path, written(tmp_path, f"def player(view, luck):\n    return {body}\n"))
    assert "'player'" in message


@pytest.mark.parametrize("parameters", ["", "view", "view, luck, more"])
def test_a_player_with_other_parameters_is_refused(tmp_path, parameters):
    message = refused(tmp_path, written(tmp_path, f"def player({parameters}):\n    return 0\n"))
    assert "'player'" in message


def test_a_player_cannot_take_a_known_name(tmp_path):
    source = "def random(view, luck):\n    return 0\n"
    assert "'random'" in refused(tmp_path, written(tmp_path, source, "random"))


def test_two_players_of_one_name_are_refused(tmp_path):
    one, other = (written(tmp_path, f"def player(view, luck):\n    return {side}\n") for side in (0, 1))
    assert "two policies" in refused(tmp_path, [one, other])


def test_a_player_without_source_is_refused(tmp_path):
    names = {}
    exec("def player(view, luck):\n    return 0\n", names)
    assert "source" in refused(tmp_path, names["player"])


def test_a_player_may_use_the_random_stream(tmp_path):
    source = (
        "from simulation.randomness import below\n"
        "def player(view, luck):\n    return below(luck, view.choice_count)\n"
    )
    own = knutten(tmp_path / "own", players=3, games=100, policies=written(tmp_path, source))
    known = knutten(tmp_path / "known", players=3, games=100, policies="random")
    assert own.events.collect().equals(known.events.collect())


def test_players_of_one_table_are_counted_apart(tmp_path):
    run = knutten(tmp_path / "run", games=100, policies=[first_side, last_side, first_side])
    counts = run.seats.collect().group_by("policy").len().sort("policy")
    assert dict(counts.iter_rows()) == {"first_side": 200, "last_side": 100}
    assert np.isclose(run.seats.collect()["win_share"].sum(), 100)
