"""`?` copies the next number (KN-7)."""

import pytest

from knutten_rig import Rig, knutten, write_deck

pytestmark = pytest.mark.rule("KN-7")


def copy_table(hands, swarm=0, **rules):
    return Rig(
        [[card] for card in hands], swamp=["1/1", "1/0", "0/0", "0/1"], swarm=swarm, hand_size=1, **rules
    )


def test_the_worked_example():
    cards = ["9/1", "3/1", "2/1", "-10/1", "?/1", "11/1", "7/1"]
    outcome = copy_table(cards).play(*[f"{card} a" for card in cards])
    assert outcome.swarms == [9, 12, 14, 4, 4, 26, 33]
    assert (outcome.cause, outcome.who) == ("swarm", 6)


def test_a_copy_adds_nothing_when_it_is_played():
    rig = copy_table(["?/1", "3/9"], swarm=12)
    rig.play("?/1 a")
    assert (rig.swarm, rig.waiting) == (12, 1)


def test_two_copies_make_the_next_number_count_three_times():
    rig = copy_table(["?/2", "?/3", "5/4"], swarm=1)
    outcome = rig.play("?/2 a", "?/3 a", "5/4 a")
    assert outcome.swarms == [1, 1, 16]
    assert [event["waiting"] for event in outcome.events] == [0, 1, 2]
    assert rig.waiting == 0


def test_a_copy_is_used_up_by_one_number():
    outcome = copy_table(["?/2", "4/3", "5/4"]).play("?/2 a", "4/3 a", "5/4 a")
    assert outcome.swarms == [0, 8, 13]


def test_a_copied_zero_counts_as_a_number():
    rig = copy_table(["?/2", "0/3", "5/4"])
    assert rig.play("?/2 a", "0/3 a", "5/4 a").swarms == [0, 0, 5]


def test_the_whole_negative_jump_must_stay_at_zero_or_more():
    rig = Rig([["-5/-4", "?/9"], ["3/9", "3/9"]], swamp=["1/1"], swarm=9, copiers=[1], hand_size=2)
    assert rig.choices(0) == [("-5/-4", "b"), ("?/9", "a"), ("?/9", "b")]
    rig.play("-5/-4 b")
    assert rig.swarm == 1


def test_a_copy_is_legal_whatever_waits():
    rig = Rig([["?/-9", "-9/-9"], ["3/9", "3/9"]], swamp=["1/1"], copiers=[1, 0, 1], hand_size=2)
    assert rig.choices(0) == [("?/-9", "a")]


def test_the_copied_jump_bites_the_player_of_the_number():
    outcome = copy_table(["?/2", "11/3"], swarm=12).play("?/2 a", "11/3 a", turns=9)
    assert (outcome.cause, outcome.who, outcome.swarms) == ("swarm", 1, [12, 34])


def test_copier_is_bitten_where_the_copy_alone_reaches_the_limit():
    rig = copy_table(["?/2", "11/3"], swarm=20, copy_blame="copier")
    outcome = rig.play("?/2 a", "11/3 a", turns=9)
    assert (outcome.cause, outcome.who, outcome.swarms[-1]) == ("swarm", 0, 42)


def test_copier_is_not_bitten_where_the_copy_alone_stays_below():
    outcome = copy_table(["?/2", "11/3"], swarm=19, copy_blame="copier").play("?/2 a", "11/3 a", turns=9)
    assert (outcome.cause, outcome.who) == ("swarm", 1)


@pytest.mark.parametrize(
    ("swarm", "bitten"),
    [(21, 0), (20, 0), (19, 1), (10, 1), (9, 1), (8, 2), (0, 2)],
)
def test_the_earliest_of_two_copies_that_reaches_the_limit_bites_its_player(swarm, bitten):
    rig = copy_table(["?/2", "?/3", "11/4"], swarm=swarm, copy_blame="copier", bite_at=31)
    outcome = rig.play("?/2 a", "?/3 a", "11/4 a", turns=9)
    assert (outcome.cause, outcome.who, outcome.swarms[-1]) == ("swarm", bitten, swarm + 33)


def test_with_next_the_number_bites_its_player_whoever_copied():
    outcome = copy_table(["?/2", "?/3", "11/4"], swarm=21).play("?/2 a", "?/3 a", "11/4 a", turns=9)
    assert outcome.who == 2


def test_copier_blames_copies_that_wait_only():
    """A `?` that a number has used up is no longer to blame."""
    rig = copy_table(["?/2", "2/3", "?/3", "11/4"], swarm=16, copy_blame="copier")
    outcome = rig.play("?/2 a", "2/3 a", "?/3 a", "11/4 a", turns=9)
    assert (outcome.who, outcome.swarms) == (2, [16, 20, 20, 42])


def test_a_number_that_bites_without_copies_bites_its_player_under_copier():
    assert copy_table(["2/2", "11/3"], swarm=20, copy_blame="copier").play("2/2 a", "11/3 a").who == 1


def test_a_copy_still_waiting_at_the_end_of_a_round_counts_nothing(tmp_path):
    """WIND ends rounds with a `?` waiting; the next round starts with none."""
    deck = write_deck(tmp_path, {"?/1": 6, "2/1": 8, "1/1": 6})
    run = knutten(tmp_path / "run", players=2, games=300, components=deck)
    events, rounds = run.events.collect(), run.rounds.collect()
    waited = events.filter((events["event"] == "wind") & (events["waiting"] > 0))
    assert waited.height > 0
    assert (waited["swarm"] == waited["swarm_before"]).all()
    ended = waited.join(rounds, on=["game_id", "round"])
    assert (ended["swarm"] == ended["swarm_right"]).all()
    first = events.group_by("game_id", "round", maintain_order=True).first()
    assert set(first["waiting"]) == {0}
    assert set(first["swarm_before"]) == {0}


def test_copies_may_wait_without_end(tmp_path):
    """A deck can keep its players copying for a whole round of 1,000 turns, and nothing breaks."""
    deck = write_deck(tmp_path, {"?/5": 12, "2/?": 6})
    rules = {"wind": False, "max_rounds": 2}
    run = knutten(tmp_path / "run", players=2, games=1, policies="lowest", rules=rules, components=deck)
    plays = run.events.collect().filter(event="play")
    by_round = plays.group_by("round", maintain_order=True).agg("waiting", "swarm", "worth")
    for row in by_round.to_dicts():
        assert row["waiting"] == list(range(len(row["waiting"])))
        assert set(row["swarm"]) == {0}
        assert set(row["worth"]) == {None}
