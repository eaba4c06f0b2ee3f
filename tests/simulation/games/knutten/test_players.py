"""The players whose choices are fixed: random, lowest, highest."""

from collections import Counter
from itertools import pairwise

import pytest
from scipy.stats import chisquare

from knutten_rig import Rig, knutten
from simulation.games.knutten.players import highest, lowest, random
from simulation.randomness import seek


def table_of(hand, swarm=0, copiers=(), **rules):
    others = [["1/1"] * len(hand)] * 2
    return Rig([hand, *others], swamp=["5/6"], swarm=swarm, copiers=copiers, hand_size=len(hand), **rules)


@pytest.mark.parametrize(
    ("hand", "swarm", "copiers", "choice"),
    [
        (["9/3", "7/2", "5/11"], 0, [], ("7/2", "b")),
        (["9/3", "-4/11", "5/11"], 4, [], ("-4/11", "a")),
        (["9/3", "-4/11", "5/11"], 3, [], ("9/3", "b")),
        (["9/3", "?/11", "5/11"], 20, [], ("?/11", "a")),
        (["9/-3", "?/11", "5/11"], 20, [], ("9/-3", "b")),
        (["9/-3", "-2/11", "5/11"], 5, [1], ("-2/11", "a")),
        (["9/11", "11/9"], 30, [], ("9/11", "a")),
    ],
)
def test_lowest_makes_the_smallest_swarm(hand, swarm, copiers, choice):
    assert table_of(hand, swarm, copiers).ask(lowest, 0) == choice


@pytest.mark.parametrize(
    ("hand", "choice"),
    [
        (["9/3", "3/8", "3/3"], ("9/3", "b")),
        (["3/3", "9/3"], ("3/3", "a")),
        (["5/?", "?/0", "0/4"], ("5/?", "b")),
    ],
)
def test_lowest_breaks_ties_by_slot_then_side(hand, choice):
    assert table_of(hand).ask(lowest, 0) == choice


@pytest.mark.parametrize(
    ("hand", "swarm", "copiers", "choice"),
    [
        (["9/3", "7/2", "5/11"], 0, [], ("5/11", "b")),
        (["9/3", "7/2", "5/11"], 20, [], ("9/3", "a")),
        (["9/3", "7/2", "5/11"], 19, [], ("5/11", "b")),
        (["9/3", "7/2", "5/11"], 20, [2], ("5/11", "a")),
        (["9/4", "7/3", "5/11"], 29, [], ("7/3", "b")),
        (["9/4", "?/3", "5/11"], 30, [], ("?/3", "a")),
        (["9/4", "-5/3", "-2/11"], 30, [], ("-2/11", "a")),
    ],
)
def test_highest_makes_the_largest_swarm_below_the_limit_else_the_smallest(hand, swarm, copiers, choice):
    assert table_of(hand, swarm, copiers).ask(highest, 0) == choice


@pytest.mark.parametrize(
    ("hand", "swarm", "choice"),
    [
        (["3/9", "9/3", "9/9"], 0, ("3/9", "b")),
        (["9/9", "3/9"], 0, ("9/9", "a")),
        (["8/3", "3/9", "3/3"], 29, ("8/3", "b")),
        (["3/3", "8/3"], 29, ("3/3", "a")),
    ],
)
def test_highest_breaks_ties_by_slot_then_side(hand, swarm, choice):
    assert table_of(hand, swarm).ask(highest, 0) == choice


def test_highest_knows_the_limit():
    assert table_of(["9/3", "5/7"], bite_at=9).ask(highest, 0) == ("5/7", "b")
    assert table_of(["9/3", "5/7"], bite_at=10).ask(highest, 0) == ("9/3", "a")


@pytest.mark.rule("KN-11")
@pytest.mark.parametrize("player", [lowest, highest])
def test_lowest_and_highest_let_the_seat_on_their_left_start(player):
    rig = table_of(["9/3", "5/7"])
    assert [rig.ask_starter(player, seat) for seat in range(3)] == [1, 2, 0]


@pytest.mark.parametrize("policy", ["lowest", "highest"])
def test_they_play_so_in_whole_games(tmp_path, policy):
    run = knutten(tmp_path / "run", players=3, games=100, policies=policy, rules={"wind": False})
    rounds = run.rounds.collect().to_dicts()
    for before, after in pairwise(rounds):
        if before["game_id"] == after["game_id"]:
            bitten = before["bitten"].bit_length() - 1
            assert after["starter"] == (bitten + 1) % 3


def test_random_is_uniform_over_slots_and_sides():
    """Two copies in hand are two slots; a side that is not legal is never chosen."""
    rig = table_of(["9/3", "9/3", "-5/?"], swarm=4)
    seek(rig.luck[0], 0, 0)
    seen = Counter(rig.ask(random, 0) for _ in range(5000))
    assert set(seen) == {("9/3", "a"), ("9/3", "b"), ("-5/?", "b")}
    expected = {("9/3", "a"): 2000, ("9/3", "b"): 2000, ("-5/?", "b"): 1000}
    assert chisquare([seen[choice] for choice in expected], list(expected.values())).pvalue > 1e-4


@pytest.mark.parametrize("hand", [["9/3"], ["9/3", "2/7"], ["9/3", "2/7", "?/5"]])
def test_random_chooses_every_slot_as_often(hand):
    rig = table_of(hand)
    seek(rig.luck[0], 1, 0)
    seen = Counter(rig.ask(random, 0) for _ in range(6000))
    assert len(seen) == 2 * len(hand)
    assert chisquare(list(seen.values())).pvalue > 1e-4


@pytest.mark.rule("KN-11")
def test_random_lets_every_seat_start_as_often():
    rig = table_of(["9/3", "5/7"])
    seek(rig.luck[0], 2, 0)
    seen = Counter(rig.ask_starter(random, 1) for _ in range(6000))
    assert sorted(seen) == [0, 1, 2]
    assert chisquare(list(seen.values())).pvalue > 1e-4


def test_random_plays_uniformly_in_whole_games(tmp_path):
    run = knutten(tmp_path / "run", players=4, games=4000)
    events = run.events.collect().filter(event="play", turn=0, legal=6).to_dicts()
    slots = Counter()
    for event in events:
        hand = [event["hand_a"], event["hand_b"], event["hand_c"]]
        if len(set(hand)) == 3:
            slots[hand.index(event["card"]), event["side"]] += 1
    assert len(slots) == 6
    assert chisquare(list(slots.values())).pvalue > 1e-4


def test_a_drawn_card_takes_the_emptied_slot():
    rig = Rig([["1/2", "3/4", "5/6"], ["7/8"] * 2 + ["1/1"]], swamp=["2/2"])
    rig.play("3/4 a")
    assert rig.hand(0) == ["1/2", "2/2", "5/6"]


def test_empty_slots_fill_from_the_first_after_a_redraw():
    rig = Rig([["-1/-2", "-3/-4", "-5/-6"], ["7/8"] * 2 + ["1/1"]], swamp=["2/2", "3/3", "4/4"])
    rig.play(turns=1)
    assert rig.hand(0) == ["2/2", "3/3", "4/4"]


def test_empty_slots_fill_from_the_first_after_a_refill():
    rig = Rig([["-9/-9"] * 2, ["-9/-9"] * 2], swarm_cards=["8/8"], hand_size=3)
    rig.secret["hands"][0, 0, :3] = [-1, 0, 0]
    rig.play("8/8 a", turns=1)
    assert rig.hand(0) == [None, "-9/-9", "-9/-9"]
