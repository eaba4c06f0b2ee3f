"""Whatever cannot be played is refused in one line that says what is allowed."""

import pytest

from simulation import GamegaugeError, simulate
from simulation.plan import make_plan


def refusal(call=make_plan, game="knutten", **arguments):
    with pytest.raises(GamegaugeError) as caught:
        call(game, **arguments)
    message = str(caught.value)
    assert "\n" not in message
    assert "allowed" in message
    return message


@pytest.mark.parametrize("game", ["chess", "", "Knutten", "kn\nutten", None, 3])
def test_an_unknown_game(game):
    message = refusal(game=game)
    assert repr(game) in message
    assert "knutten" in message


@pytest.mark.parametrize(
    "games", [0, -5, "abc", 1.5, True, "1e400", None, "", "1.5", "nan", [], 10**9 + 1, "1\nx"], ids=repr
)
def test_a_number_of_games_that_is_none(games):
    message = refusal(games=games)
    assert "games" in message
    assert " ".join(str(games).split()) in message
    assert "a whole number from 1 to" in message


@pytest.mark.parametrize(
    ("games", "count"),
    [
        ("1e6", 10**6),
        ("1_000_000", 10**6),
        (1e5, 100_000),
        ("1000", 1000),
        (" 12 ", 12),
        (1, 1),
        ("2.5e3", 2500),
    ],
)
def test_numbers_as_people_type_them(games, count):
    plan = make_plan("knutten", games=games)
    assert plan.games == count
    assert isinstance(plan.games, int)


def test_the_same_number_is_the_same_run_however_typed():
    names = {make_plan("knutten", games=games).folder_name for games in (100_000, "1e5", "100_000", 1e5)}
    assert len(names) == 1


@pytest.mark.rule("KN-2")
@pytest.mark.parametrize("players", [1, 9, 0, -2, "two", 2.5, True])
def test_players_who_do_not_fit_the_table(players):
    message = refusal(players=players)
    assert f"players {players}" in message
    assert "from 2 to 8" in message


@pytest.mark.rule("KN-2")
@pytest.mark.parametrize("players", range(2, 9))
def test_two_to_eight_players(players):
    assert make_plan("knutten", players=players).players == players


@pytest.mark.parametrize("seed", [-1, 2**64, "x", 0.5, None])
def test_a_seed_that_is_none(seed):
    assert f"seed {seed}" in refusal(seed=seed)


@pytest.mark.parametrize("seed", [0, 2**64 - 1, "7"])
def test_seeds(seed):
    assert make_plan("knutten", seed=seed).seed == int(seed)


@pytest.mark.parametrize("log", ["x", "", None, "Events"])
def test_an_unknown_log(log):
    message = refusal(log=log)
    assert repr(log) in message
    assert "events or games" in message


@pytest.mark.parametrize("workers", [0, -1, "many", 1.5, 257])
def test_workers_that_are_none(tmp_path, workers):
    assert f"workers {workers}" in refusal(simulate, games=10, workers=workers, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("policy", ["clever", "", "Random"])
def test_an_unknown_policy(policy):
    message = refusal(policies=policy)
    assert repr(policy) in message
    assert "random, lowest, highest, careful" in message


@pytest.mark.parametrize(
    ("policies", "players"),
    [
        (["random", "lowest"], 3),
        ("random,lowest,highest", 2),
        ([], 4),
        (["random"] * 9, None),
        (["random"] * 9, 9),
    ],
)
def test_policies_of_a_wrong_number(policies, players):
    assert str(len(policies.split(",") if isinstance(policies, str) else policies)) in refusal(
        policies=policies, players=players
    )


@pytest.mark.parametrize("policies", [None, 5, [5], {"random": 1, "x": 2}], ids=str)
def test_policies_that_are_none(policies):
    refusal(policies=policies)


def test_policies_by_seat():
    plan = make_plan("knutten", policies="random, lowest,highest")
    assert [policy.name for policy in plan.policies] == ["random", "lowest", "highest"]
    assert plan.policy_names == ["random", "lowest", "highest"]
    plan = make_plan("knutten", policies=["random", "lowest", "random"])
    assert (plan.players, plan.policy_names) == (3, ["random", "lowest"])
    assert make_plan("knutten").players == 4


@pytest.mark.parametrize("rule", ["bite", "joan", "", "BITE_AT"])
def test_an_unknown_rule(rule):
    message = refusal(rules={rule: 1})
    assert repr(rule) in message
    assert "hand_size, bite_at" in message


@pytest.mark.parametrize(
    ("rule", "values", "allowed"),
    [
        ("hand_size", [0, 11, -1, "x", 1.5, None, True], "from 1 to 10"),
        ("bite_at", [0, 1001, "x", 30.5, None], "from 1 to 1000"),
        ("copy_blame", ["last", "", 3, None, "NEXT"], "next or copier"),
        ("redraw_then_play", ["perhaps", 2, None], "true or false"),
        ("wind", ["perhaps", 2, None, "a\nb"], "true or false"),
        ("bites_to_lose", [0, 51, "three"], "from 1 to 50"),
        ("max_turns", [0, 10_001, "x"], "from 1 to 10000"),
        ("max_rounds", [0, 1001, "x"], "from 1 to 1000"),
    ],
)
def test_a_rule_out_of_range(rule, values, allowed):
    for value in values:
        message = refusal(rules={rule: value})
        assert " ".join(f"{rule}={value}".split()) in message
        assert allowed in message


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ({"bite_at": "25"}, 25),
        ({"bite_at": "1e2"}, 100),
        ({"wind": "false"}, False),
        ({"wind": False}, False),
        ({"redraw_then_play": "true"}, True),
        ({"copy_blame": " copier "}, "copier"),
        ({"hand_size": 10}, 10),
    ],
)
def test_rules_as_people_type_them(given, read):
    plan = make_plan("knutten", players=2, rules=given)
    assert getattr(plan.rules, next(iter(given))) == read
    assert plan.rules.changes() == {next(iter(given)): read}


@pytest.mark.parametrize("given", [{"cards": "default"}, {"deck": "nope"}, "nope", "nope.csv"], ids=str)
def test_unknown_components(given):
    message = refusal(components=given)
    assert "cards" in message or "nope" in message


@pytest.mark.rule("KN-1")
def test_a_deck_by_name_and_by_path(tmp_path):
    by_name = make_plan("knutten", components="low")
    assert make_plan("knutten", components={"deck": "low"}).folder_name == by_name.folder_name
    assert by_name.folder_name != make_plan("knutten").folder_name


def test_everything_that_matters_names_the_folder():
    changes = [
        {},
        {"seed": 1},
        {"games": 10},
        {"players": 5},
        {"policies": "lowest"},
        {"rules": {"bite_at": 30}},
        {"components": "high"},
        {"log": "games"},
    ]
    assert len({make_plan("knutten", **change).folder_name for change in changes}) == len(changes)
