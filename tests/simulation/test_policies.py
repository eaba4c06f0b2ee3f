"""Parameters behind a policy's name, as in search:400 or careful:noise=0.2."""

import pytest

from simulation import GamegaugeError
from simulation.plan import make_plan


def planned(*policies):
    return make_plan("knutten", policies=list(policies)).policies


def refusal(*policies):
    with pytest.raises(GamegaugeError) as caught:
        planned(*policies)
    message = str(caught.value)
    assert "\n" not in message
    assert "allowed" in message
    return message


@pytest.mark.parametrize(
    ("given", "name", "parameters"),
    [
        ("search", "search", {}),
        ("search:400", "search:400", {"budget": 400}),
        ("search:1e2", "search:100", {"budget": 100}),
        ("search:1_000", "search:1000", {"budget": 1000}),
        ("search:budget=1e2", "search:budget=100", {"budget": 100}),
        ("search:1", "search:1", {"budget": 1}),
        ("search:100000", "search:100000", {"budget": 100_000}),
        ("search: budget = 7 ", "search:budget=7", {"budget": 7}),
        ("search:noise=0.25", "search:noise=0.25", {"noise": 0.25}),
        ("search:50:noise=.5", "search:50:noise=0.5", {"budget": 50, "noise": 0.5}),
        ("search:noise=1:budget=50", "search:noise=1:budget=50", {"noise": 1, "budget": 50}),
        ("careful:0.2", "careful:0.2", {"noise": 0.2}),
        ("careful:noise=2e-1", "careful:noise=0.2", {"noise": 0.2}),
        ("careful:noise=0", "careful:noise=0", {"noise": 0}),
        ("cunning:noise=100", "cunning:noise=100", {"noise": 100}),
    ],
)
def test_parameters_are_read_and_name_the_policy(given, name, parameters):
    policy = planned(given, "random")[0]
    assert policy.name == name
    assert dict(policy.parameters) == parameters
    assert not policy.own


def test_a_budget_is_a_whole_number_however_typed():
    assert isinstance(planned("search:1e2", "random")[0].parameters["budget"], int)


def test_the_same_player_however_typed_is_one_policy():
    plan = make_plan("knutten", policies="search:1e2,search:100,careful:noise=0.20,careful:noise=.2")
    assert plan.policy_names == ["search:100", "careful:noise=0.2"]
    again = make_plan("knutten", policies="search:100,search:1_00,careful:noise=2e-1,careful:noise=0.2")
    assert again.folder_name == plan.folder_name


def test_other_parameters_are_another_run():
    policies = ["search", "search:99", "search:98", "search:noise=98", "careful", "careful:noise=1"]
    assert len({make_plan("knutten", policies=policy).folder_name for policy in policies}) == len(policies)


def test_each_seat_has_its_own_parameters():
    seats = planned("search:5", "careful:noise=0.3", "search", "careful")
    assert [dict(seat.parameters) for seat in seats] == [{"budget": 5}, {"noise": 0.3}, {}, {}]


@pytest.mark.parametrize(
    ("given", "culprit"),
    [
        ("careful:budget=5", "budget=5"),
        ("search:depth=3", "depth=3"),
        ("search:Noise=1", "Noise=1"),
        ("search:=3", "=3"),
        ("search:5:6", "6"),
    ],
)
def test_an_unknown_parameter(given, culprit):
    message = refusal(given, "random")
    assert repr(given) in message
    assert repr(culprit) in message
    assert "noise=N (a number from 0 to 100)" in message
    assert ("budget=N (a whole number from 1 to 100000)" in message) == given.startswith("search")


@pytest.mark.parametrize(
    ("given", "culprit"),
    [
        ("search:5:budget=6", "budget=6"),
        ("search:budget=5:budget=5", "budget=5"),
        ("careful:0.1:noise=0.1", "noise=0.1"),
    ],
)
def test_a_parameter_twice(given, culprit):
    message = refusal(given, "random")
    assert repr(culprit) in message
    assert "at most once" in message


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("search:0", "budget 0 "),
        ("search:-1", "budget -1 "),
        ("search:100001", "budget 100001 "),
        ("search:1e6", "budget 1e6 "),
        ("search:budget=0", "budget 0 "),
        ("careful:noise=-0.1", "noise -0.1 "),
        ("careful:100.5", "noise 100.5 "),
        ("cunning:noise=1e400", "noise 1e400 "),
        ("cunning:noise=-inf", "noise -inf "),
    ],
)
def test_a_parameter_out_of_range(given, told):
    message = refusal(given, "random")
    assert repr(given) in message
    assert f"{told}cannot be used" in message
    assert ("from 1 to 100000" if "budget" in told else "a number from 0 to 100") in message


@pytest.mark.parametrize(
    "given",
    [
        *("search:many", "search:", "search:1.5", "search:budget=", "search:nan", "search:inf"),
        *("careful:noise=loud", "careful:noise=", "careful:", "careful:noise=nan", "careful:0,5:1"),
    ],
)
def test_a_parameter_that_is_no_number(given):
    assert repr(given) in refusal(given, "random")


@pytest.mark.parametrize("name", ["random", "lowest", "highest"])
@pytest.mark.parametrize("parameter", ["5", "noise=0.1", ""])
def test_a_policy_that_takes_no_parameters(name, parameter):
    message = refusal(f"{name}:{parameter}", "careful")
    assert repr(f"{name}:{parameter}") in message
    assert message.endswith(f"allowed: {name} alone")


def test_an_error_stays_in_one_line():
    assert "\n" not in refusal("search:1\n2", "random")


@pytest.mark.parametrize("given", ["clever:5", "Search:5", ":5", "search 5"])
def test_parameters_of_an_unknown_policy(given):
    assert "unknown policy" in refusal(given, "random")
