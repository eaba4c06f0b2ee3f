"""A turn: play a card, the swarm grows, draw (KN-4 to KN-6)."""

import pytest

from knutten_rig import Rig, knutten


@pytest.mark.rule("KN-4")
def test_a_turn_adds_one_side_to_the_swarm_and_draws_the_top_card():
    rig = Rig([["9/3", "2/7", "5/9"], ["3/7", "3/11", "2/9"]], swamp=["7/11", "2/2"])
    outcome = rig.play("2/7 b")
    assert rig.swarm == 7
    assert rig.hand(0) == ["9/3", "7/11", "5/9"]
    assert rig.hand(1) == ["3/7", "3/11", "2/9"]
    assert rig.swamp == ["2/2"]
    assert rig.swarm_cards == ["2/7"]
    assert outcome.plays == 1


@pytest.mark.rule("KN-4")
@pytest.mark.parametrize(("side", "swarm"), [("a", 2), ("b", 7)])
def test_the_player_chooses_which_side_counts(side, swarm):
    rig = Rig([["2/7"], ["3/9"]], swamp=["5/9"], hand_size=1)
    rig.play(f"2/7 {side}")
    assert rig.swarm == swarm


@pytest.mark.rule("KN-4")
def test_turns_go_clockwise_and_back_to_the_first_seat():
    rig = Rig([["1/2"], ["3/4"], ["5/6"]], swamp=["7/8", "1/1", "2/2"], hand_size=1)
    outcome = rig.play("3/4 a", "5/6 a", "1/2 a", "7/8 a", starter=1)
    assert [event["seat"] for event in outcome.events] == [1, 2, 0, 1]
    assert outcome.swarms == [3, 8, 9, 16]


@pytest.mark.rule("KN-4")
def test_the_log_tells_what_was_held_played_and_possible():
    rig = Rig([["2/7", "-3/9", "?/5"], ["3/9", "3/9", "2/9"]], swamp=["5/9"], swarm=1)
    event = rig.play("?/5 a").events[0]
    assert (event["event"], event["seat"], event["card"], event["side"]) == ("play", 0, "?/5", "a")
    assert event["worth"] is None
    assert (event["swarm_before"], event["swarm"], event["waiting"]) == (1, 1, 0)
    assert [event["hand_a"], event["hand_b"], event["hand_c"]] == ["2/7", "-3/9", "?/5"]
    assert event["legal"] == 5


@pytest.mark.rule("KN-5")
@pytest.mark.parametrize(("number", "cause"), [(2, "stalled"), (3, "swarm"), (9, "swarm")])
def test_the_round_ends_at_31_and_not_before(number, cause):
    card = f"{number}/1"
    outcome = Rig([[card], ["1/1"]], swamp=["5/9"], swarm=28, hand_size=1).play(f"{card} a")
    assert (outcome.cause, outcome.swarms) == (cause, [28 + number])


@pytest.mark.rule("KN-5")
def test_whoever_reaches_the_limit_is_bitten_and_draws_nothing():
    rig = Rig([["2/9"], ["3/9"], ["2/3"]], swamp=["5/9", "5/9"], swarm=20, hand_size=1)
    outcome = rig.play("2/9 a", "3/9 b", turns=10)
    assert (outcome.cause, outcome.who) == ("swarm", 1)
    assert outcome.swarms == [22, 31]
    assert rig.hand(1) == [None]
    assert rig.swamp == ["5/9"]


@pytest.mark.rule("KN-5")
def test_bite_at_moves_the_limit():
    rig = Rig([["2/9"], ["3/9"]], swamp=["5/9"], hand_size=1, bite_at=9)
    assert rig.play("2/9 b", turns=5).cause == "swarm"


@pytest.mark.rule("KN-5")
def test_only_the_player_who_did_it_is_bitten(tmp_path):
    run = knutten(tmp_path / "run", players=5, games=300, rules={"wind": False})
    rounds = run.rounds.collect()
    assert set(rounds["bites"]) == {1}
    assert set(rounds["bitten"]) <= {1, 2, 4, 8, 16}
    last = run.events.collect().group_by("game_id", "round", maintain_order=True).last()
    assert [1 << seat for seat in last["seat"]] == rounds["bitten"].to_list()
    assert last["swarm"].min() >= 31


@pytest.mark.rule("KN-6")
def test_a_side_that_takes_the_swarm_below_zero_is_not_legal():
    rig = Rig([["-10/2", "-3/-4"], ["3/9", "3/9"]], swamp=["5/9"], swarm=3, hand_size=2)
    assert rig.choices(0) == [("-10/2", "b"), ("-3/-4", "a")]


@pytest.mark.rule("KN-6")
def test_a_swarm_of_exactly_zero_is_legal():
    rig = Rig([["-10/2"], ["3/9"]], swamp=["5/9"], swarm=10, hand_size=1)
    outcome = rig.play("-10/2 a")
    assert (outcome.swarms, rig.swarm) == ([0], 0)
