"""Choosing by worth, and slipping by noise."""

import math

import numpy as np
import pytest
from scipy.stats import chisquare

from knutten_ladder import lead
from knutten_rig import Rig, knutten
from simulation.games.knutten import choices
from simulation.games.knutten.careful import careful, weigh_choices
from simulation.games.knutten.cunning import cunning
from simulation.games.knutten.search import search
from simulation.games.knutten.slips import best_of, exponential, slip

DRAWS = 4000


def riskily(noise=0.0, seat=0):
    """Return a decision whose six choices are of unlike worth to the careful player."""
    rig = Rig(
        [["-10/11", "9/3", "2/7"], ["9/8", "7/4", "?/2"], ["3/3", "11/5", "6/9"]],
        swamp=["9/9", "9/7", "7/7", "5/2", "3/-10"],
        swarm=17,
    )
    rig.view["noise"][0, seat] = noise
    choices.list_turn(rig.table, 0)
    return rig


def worths_of(rig):
    worths = np.empty(int(rig.view["choice_count"][0]))
    weigh_choices(rig.view[0], worths)
    return worths


def drawn(rig, player, draws=DRAWS):
    """Return how often each choice is made."""
    made = [player(rig.view[0], rig.luck[0]) for _ in range(draws)]
    return np.bincount(made, minlength=int(rig.view["choice_count"][0]))


def test_exponential():
    for x in [*np.linspace(-30.0, 0.0, 15_001).tolist(), -1e-300, -1e-9, -math.pi, -math.log(2), -0.0]:
        assert exponential(x) == pytest.approx(math.exp(x), rel=1e-9, abs=0), x
    assert exponential(0.0) == 1.0


def test_exponential_far_out():
    for x in np.linspace(-40.0, -30.0, 5_001).tolist():
        assert exponential(x) == pytest.approx(math.exp(x), rel=1e-9, abs=0), x


@pytest.mark.parametrize(
    ("worths", "swarms", "best"),
    [
        ([0.1, 0.3, 0.2], [9, 1, 5], 1),
        ([-3.0, -2.0, -1.0], [9, 9, 9], 2),
        ([0.3, 0.1, 0.3], [4, 9, 6], 2),
        ([0.3, 0.3, 0.3], [6, 4, 6], 0),
        ([0.3, 0.3, 0.3], [4, 6, 6], 1),
        ([0.3, 0.3 + 1e-13, 0.3], [6, 4, 5], 0),
        ([0.3, 0.3 + 1e-11, 0.3], [6, 4, 5], 1),
        ([0.3, 0.3 - 1e-11, 0.3], [6, 9, 5], 0),
        ([0.3, 0.2, 0.9], [6, 4, 5], 2),
    ],
)
def test_the_best_is_worth_most_then_makes_the_largest_swarm_then_comes_first(worths, swarms, best):
    assert best_of(np.array(worths), np.array(swarms), len(worths)) == best


def test_choices_behind_the_last_are_not_looked_at():
    assert best_of(np.array([0.1, 0.2, 0.9]), np.array([1, 1, 1]), 2) == 1


@pytest.mark.parametrize(
    ("hand", "choice"),
    [(["0/1", "2/0"], ("2/0", "a")), (["0/2", "2/0"], ("0/2", "b")), (["1/0", "0/0"], ("1/0", "a"))],
)
def test_equals_on_the_table(hand, choice):
    """Whatever is played, everybody is safe for ever: nothing but the swarm tells choices apart."""
    rig = Rig([hand, ["0/0"] * 2], swamp=["0/0"] * 6, hand_size=2)
    assert rig.ask(careful, 0) == choice


@pytest.mark.parametrize("noise", [0.05, 0.3, 2.0])
def test_slips_are_as_frequent_as_they_should_be(noise):
    rig = riskily(noise)
    worths = worths_of(rig)
    assert len(np.unique(worths)) >= 5
    chances = np.exp((worths - worths.max()) / noise)
    expected = chances / chances.sum() * DRAWS
    made = drawn(rig, careful)
    often = expected > 5
    assert often.sum() >= 2
    assert made[~often].sum() <= expected[~often].sum() + 5
    made = np.append(made[often], made[~often].sum() + 1)
    expected = np.append(expected[often], expected[~often].sum() + 1)
    assert chisquare(made, expected).pvalue > 1e-3


def test_slips_of_worths_given():
    rig = Rig([["1/2"], ["1/2"]], swamp=["1/2"], hand_size=1)
    worths = np.array([-0.5, 0.0, -1.0, -30.0])
    made = [slip(worths, 1, len(worths), 0.5, rig.luck[0]) for _ in range(DRAWS)]
    made = np.bincount(made, minlength=4)
    assert made[3] == 0
    expected = np.exp([-1.0, 0.0, -2.0])
    assert chisquare(made[:3], expected / expected.sum() * DRAWS).pvalue > 1e-3


@pytest.mark.parametrize("player", [careful, cunning, search], ids=["careful", "cunning", "search"])
def test_without_noise_there_are_no_slips(player):
    made = drawn(riskily(), player, 50)
    assert made.max() == 50
    assert drawn(riskily(5.0), player, 50).max() < 50


def test_without_noise_the_best_is_chosen():
    rig = riskily()
    worths = worths_of(rig)
    assert careful(rig.view[0], rig.luck[0]) == worths.argmax()
    assert worths.argmax() > 0


def test_hardly_any_noise_is_as_good_as_none():
    rig = riskily(1e-6)
    assert drawn(rig, careful, 50)[worths_of(rig).argmax()] == 50


def test_great_noise_is_no_preference():
    assert chisquare(drawn(riskily(100.0), careful)).pvalue > 1e-3


def test_the_noise_of_others_does_not_matter():
    assert drawn(riskily(50.0, seat=1), careful, 50).max() == 50


@pytest.mark.parametrize("player", [careful, cunning, search], ids=["careful", "cunning", "search"])
def test_who_starts_is_a_slip_too(player):
    starters = {}
    for noise in (0.0, 50.0):
        rig = riskily(noise)
        choices.list_starters(rig.table, 0)
        starters[noise] = set(np.flatnonzero(drawn(rig, player, 60)).tolist())
    assert len(starters[0.0]) == 1
    assert starters[50.0] == {0, 1, 2}


def test_noise_zero_is_the_player_without_it(tmp_path):
    plain, zero = (
        knutten(tmp_path / str(place), games=60, policies=policy)
        for place, policy in enumerate(["careful", "careful:noise=0"])
    )
    assert plain.events.collect().equals(zero.events.collect())


def test_the_more_noise_the_weaker(tmp_path):
    for strong, weak in (
        ("careful", "careful:noise=1"),
        ("careful", "careful:noise=0.2"),
        ("careful:noise=0.2", "careful:noise=1"),
        ("cunning", "cunning:noise=1"),
        ("search:20", "search:20:noise=1"),
    ):
        mean, error = lead(tmp_path, [strong, weak] * 2, games=150)
        assert mean > max(0.1, 4 * error), (strong, weak, mean, error)
