"""While John lies on the table, and how he leaves it (KN-17)."""

from collections import Counter

import pytest

from knutten_rig import Rig, knutten
from simulation.games.knutten.players import highest, lowest, random
from simulation.games.knutten.table import deal, gather
from simulation.randomness import seek

pytestmark = pytest.mark.rule("KN-17")
JOHN = "John Knut"
STUCK = "-9/-8"
SWAMP = ["1/1", "1/2", "1/3", "1/4"]


def table(*cards, swamp=SWAMP, **options):
    """Return a table with one card in each hand."""
    return Rig([[card] for card in cards], swamp=swamp, hand_size=1, **options)


@pytest.mark.parametrize(
    ("card", "swarm"), [("5/1", 10), ("-5/1", 5), ("15/1", 25), ("10/1", 20), ("set:5/1", 5), ("?/1", 10)]
)
def test_the_number_five_alone_is_worth_nothing(card, swarm):
    event = table(card, "2/2", swarm=10, john_seat=1).play(f"{card} a").events[0]
    assert event["swarm"] == swarm
    assert event["worth"] == (swarm - 10 if card[0] not in "s?" else None)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_five_is_worth_nothing_whoever_plays_it(seat):
    rig = table("5/1", "1/5", "5/5", john_seat=seat)
    outcome = rig.play("5/1 a", "1/5 b", "5/5 b")
    assert outcome.swarms == [0, 0, 0]
    assert [event["worth"] for event in outcome.events] == [0, 0, 0]


@pytest.mark.rule("KN-5")
def test_a_five_bites_nobody():
    assert table("5/1", "2/2", swarm=30, john_seat=1).play("5/1 a").cause == "stalled"
    assert table("5/1", "2/2", swarm=30, john=True).play("5/1 a").cause == "swarm"


@pytest.mark.rule("KN-7")
def test_copies_of_a_five_are_worth_nothing_and_used_up():
    rig = table("5/1", "4/1", swarm=20, copiers=[1, 0], john_seat=1, copy_blame="copier")
    outcome = rig.play("5/1 a", "4/1 a")
    assert outcome.swarms == [20, 24]
    assert [event["waiting"] for event in outcome.events] == [2, 0]


@pytest.mark.rule("KN-6")
def test_what_is_legal_is_judged_so():
    rig = Rig([["5/-5", "5/-9"], ["2/2", "2/2"]], swamp=SWAMP, hand_size=2, swarm=5, john_seat=1)
    assert rig.choices(0) == [("5/-5", "a"), ("5/-5", "b"), ("5/-9", "a")]
    assert rig.view["choice_swarm"][0, :3].tolist() == [5, 0, 5]
    assert rig.play("5/-9 a").events[0]["legal"] == 3


def test_the_swarm_is_not_counted_anew():
    rig = Rig([["5/1", JOHN], ["5/2", "5/2"]], swamp=SWAMP, hand_size=2)
    outcome = rig.play("5/1 a", "5/2 a", "john 1", "5/2 a")
    assert outcome.swarms == [5, 10, 10, 10]
    assert [event["worth"] for event in outcome.events] == [5, 5, None, 0]


def test_a_five_counts_while_john_is_in_a_hand_or_the_swamp():
    assert table("5/1", JOHN).play("5/1 a").swarms == [5]
    assert table("5/1", "2/2", swamp=["1/1", JOHN]).play("5/1 a").swarms == [5]


@pytest.mark.rule("KN-16")
def test_fives_are_worth_nothing_where_he_bit_nobody():
    assert table(JOHN, "5/1", bites=[2, 2]).play("john", "5/1 a").swarms == [0, 0]


def test_whoever_he_lies_before_may_skip_a_turn_to_remove_him():
    rig = Rig([["9/5", "-7/?"], ["5/2", "5/2"]], swamp=SWAMP, hand_size=2, swarm=4, copiers=[1], john_seat=0)
    outcome = rig.play("shoo", "5/2 a")
    event = outcome.events[0]
    assert (outcome.names, outcome.seats, outcome.plays) == (["shoo", "play"], [0, 1], 1)
    assert (event["card"], event["side"], event["worth"], event["target"]) == (None, None, None, None)
    assert (event["swarm_before"], event["swarm"], event["waiting"], event["legal"]) == (4, 4, 1, 3)
    assert (event["hand_a"], event["hand_b"]) == ("9/5", "-7/?")
    assert rig.hand(0) == ["9/5", "-7/?"]
    assert rig.john_seat is None
    assert outcome.events[1]["swarm"] == 14
    assert [event["turn"] for event in outcome.events] == [0, 1]


def test_nobody_else_may_remove_him():
    rig = table("9/5", "5/2", "5/3", john_seat=1)
    assert rig.choices(0) == [("9/5", "a"), ("9/5", "b")]
    assert rig.choices(1) == [("5/2", "a"), ("5/2", "b"), ("shoo", "")]
    assert rig.choices(2) == [("5/3", "a"), ("5/3", "b")]


@pytest.mark.rule("KN-8")
@pytest.mark.parametrize("swamp", [SWAMP, []])
def test_with_nothing_legal_he_may_be_removed_instead_of_a_redraw_or_pass(swamp):
    for moves, name in ((["shoo"], "shoo"), (["keep"], "redraw" if swamp else "pass")):
        rig = table(STUCK, "5/2", swamp=swamp, john_seat=0)
        assert rig.choices(0) == [("keep", ""), ("shoo", "")]
        outcome = rig.play(*moves, "5/2 a")
        assert (outcome.names, outcome.seats) == ([name, "play"], [0, 1])
        assert outcome.events[0]["legal"] == 0


def test_a_turn_skipped_for_john_is_one_of_max_turns():
    outcome = table("9/4", "2/2", "3/3", john_seat=0).play("shoo", "2/2 a", turns=2)
    assert (outcome.cause, outcome.seats) == ("stalled", [0, 1])


@pytest.mark.rule("KN-8")
def test_nobody_removes_him_in_the_turn_of_a_redraw():
    rig = table(STUCK, "2/2", swamp=["3/3", "4/4"], john_seat=0, redraw_then_play=True)
    with pytest.raises(AssertionError, match="seat 0 cannot make the next move"):
        rig.play("keep", "shoo")


@pytest.mark.rule("KN-13")
def test_he_may_be_removed_in_a_turn_that_again_gives():
    rig = table("again/1", "5/2", john_seat=0)
    outcome = rig.play("again/1 a", "shoo", "5/2 a")
    assert (outcome.names, outcome.seats) == (["play", "shoo", "play"], [0, 0, 1])
    assert outcome.swarms == [0, 0, 5]


def test_whoever_laid_him_before_themselves_may_remove_him_later():
    rig = table(JOHN, "2/2", swamp=["5/1", "3/3"], bites=[0, 1])
    outcome = rig.play("john", "2/2 a", "shoo", "3/3 a", "5/1 a")
    assert outcome.names == ["john", "play", "shoo", "play", "play"]
    assert outcome.swarms == [0, 2, 2, 5, 10]
    assert rig.bites == [1, 1]


def cards_of_a_new_round(rig):
    gather(rig.table, 0, 1)
    cards = Counter(rig.swamp)
    deal(rig.table)
    return cards


def test_he_stays_on_the_table_from_round_to_round():
    rig = table("5/1", "5/2", "5/3", swamp=["5/4"] * 3, john_seat=2)
    assert cards_of_a_new_round(rig) == Counter(["5/1", "5/2", "5/3", *["5/4"] * 3])
    assert rig.john_seat == 2
    first = rig.hand(0)[0]
    assert rig.play(f"{first} a").swarms == [0]
    assert rig.choices(2)[-1] == ("shoo", "")


def test_once_removed_he_is_out_for_the_rest_of_the_game():
    rig = table("5/1", "5/2", "5/3", swamp=["5/4"] * 3, john_seat=0)
    rig.play("shoo")
    assert cards_of_a_new_round(rig) == Counter(["5/1", "5/2", "5/3", *["5/4"] * 3])
    assert rig.john_seat is None
    first = rig.hand(0)[0]
    assert rig.play(f"{first} a").swarms == [5]
    assert not any(("shoo", "") in rig.choices(seat) for seat in range(3))


@pytest.mark.rule("KN-14")
def test_he_is_back_in_the_next_game(tmp_path):
    """No game begins with him on the table: a 5 counts until he is laid, and he is laid once at most."""
    run = knutten(tmp_path / "run", players=4, games=400, rules={"john": True})
    laid = run.events.filter(event="john").collect()
    assert laid["game_id"].is_unique().all()
    assert laid.height > 100
    events = run.events.collect().join(laid.select("game_id", laid="turn"), on="game_id", how="left")
    fives = events.filter((events["side"] == "a") & events["card"].cast(str).is_in(["5/9", "5/11"]))
    lies = fives["turn"] > fives["laid"].fill_null(2**31)
    assert set(fives.filter(lies)["worth"]) == {0}
    assert set(fives.filter(~lies)["worth"]) == {5}


@pytest.mark.parametrize("player", [random, lowest, highest])
@pytest.mark.parametrize("card", ["9/3", STUCK])
def test_random_lowest_and_highest_never_remove_him(player, card):
    rig = table(card, "2/2", john_seat=0)
    seek(rig.luck[0], 0, 0)
    assert ("shoo", "") not in {rig.ask(player, 0) for _ in range(100)}
