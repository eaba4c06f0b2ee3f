"""Players that somebody writes as a plain Python function."""

import importlib.util
from functools import partial
from itertools import count

import numpy as np
import pytest

from knutten_rig import knutten
from simulation import GamegaugeError, open_run, simulate

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


def half_a_choice(view, luck):
    return 0.5 * view.choice_count


def no_answer(view, luck):
    raise ValueError("no")


def yields(view, luck):
    yield 0


async def awaits(view, luck):
    return 0


def misspelt(view, luck):
    return view.swamp_size


@pytest.mark.parametrize(
    ("player", "told"),
    [
        (half_a_choice, "half_a_choice' returns float64"),
        (no_answer, "no_answer' returns none"),
        (yields, "yields or awaits"),
        (awaits, "yields or awaits"),
        (misspelt, "the view has no field 'swamp_size'"),
    ],
)
def test_what_is_no_player_is_refused_in_plain_words(tmp_path, player, told):
    assert told in refused(tmp_path, player)


def test_an_answer_may_be_yes_or_no_or_a_small_number(tmp_path):
    def second_if_there_is_one(view, luck):
        return view.choice_count > 1

    def first_small(view, luck):
        return np.uint8(0)

    for player in (second_if_there_is_one, first_small):
        assert knutten(tmp_path / player.__name__, players=2, games=20, policies=player).count == 20


def test_its_games_are_played_anew_each_time():
    """Nothing tells one version of a player from another, so that no old games are taken for new ones."""
    once, again = (
        simulate("knutten", players=2, games=20, policies=first_side, progress=False) for _ in range(2)
    )
    assert once.path != again.path
    assert once.events.collect().equals(again.events.collect())


EDITED = """
from numba import njit

EAGERNESS = {constant}

@njit
def helper(view, most=EAGERNESS):
    return min(most, view.choice_count - 1)

def player(view, luck):
    return helper(view)
"""


def test_an_edited_player_never_gets_the_games_of_the_old_one(tmp_path):
    one, other = (written(tmp_path, EDITED.format(constant=constant)) for constant in (0, 1))
    games = [
        simulate("knutten", players=2, games=20, policies=player, progress=False).events.collect()
        for player in (one, other)
    ]
    assert not games[0].equals(games[1])


def test_a_folder_with_such_a_run_is_not_written_again(tmp_path):
    before = knutten(tmp_path / "run", players=2, games=20, policies=first_side).events.collect()
    with pytest.raises(GamegaugeError, match="perhaps of another player"):
        knutten(tmp_path / "run", players=2, games=20, policies=last_side)
    assert open_run(tmp_path / "run").events.collect().equals(before)


def test_an_error_of_a_player_is_told_in_one_line(tmp_path):
    source = (
        "def player(view, luck):\n    if view.swarm > 20:\n        raise ValueError('lost')\n    return 0\n"
    )
    message = refused(tmp_path, written(tmp_path, source))
    assert "ValueError: lost" in message
    assert "allowed" in message


def test_something_that_is_no_function_is_refused(tmp_path):
    assert "allowed: a function" in refused(tmp_path, partial(first_side, luck=None))


SPY = """
def player(view, luck):
    seen = 0
    for card in range(view.swarm_kind.shape[0]):
        seen += view.swarm_kind[card] + view.swarm_side[card] + view.swarm_seat[card]
    for copy in range(200):
        seen += view.waiting_seat[copy]
    return seen % view.choice_count
"""


def test_a_view_holds_nothing_of_earlier_games(tmp_path):
    """A player that reads beyond what lies there plays game 10,000 as it does when that is its first."""
    player = written(tmp_path, SPY)
    arguments = {"players": 3, "games": 20_000, "policies": player, "components": "specials"}
    one, two = (knutten(tmp_path / f"{workers}", workers=workers, **arguments) for workers in (1, 2))
    assert one.events.collect().equals(two.events.collect())


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
