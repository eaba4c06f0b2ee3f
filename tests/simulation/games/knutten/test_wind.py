"""WIND: three of the same card in hand (KN-10)."""

import pytest

from knutten_rig import Rig, knutten, write_deck

pytestmark = pytest.mark.rule("KN-10")
PLAIN = ["1/3", "3/5", "5/8"]


def cause_of_deal(*hands, starter=0, **rules):
    rig = Rig(hands, swamp=["4/6", "6/8"], **rules)
    outcome = rig.play(f"{hands[starter][0]} a", turns=1, starter=starter)
    return outcome.cause, outcome.who


@pytest.mark.parametrize(
    ("hand", "cause"),
    [
        (["2/7", "2/7", "2/7"], "wind"),
        (["2/7", "7/2", "2/7"], "wind"),
        (["7/2", "2/7 (red)", "2/7"], "wind"),
        (["?/2", "2/?", "?/2"], "wind"),
        (["7/7", "7/7", "7/7"], "wind"),
        (["2/7", "2/9", "2/7"], "stalled"),
        (["7/7", "2/7", "2/7"], "stalled"),
        (["?/2", "?/2", "?/5"], "stalled"),
        (["-2/7", "2/7", "2/7"], "stalled"),
    ],
)
def test_the_same_card_has_the_same_two_sides_whichever_way_round(hand, cause):
    assert cause_of_deal(PLAIN, hand)[0] == cause


def test_the_deal_is_checked_clockwise_from_the_starter():
    wind = ["2/7", "7/2", "2/7"]
    hands = [wind, PLAIN, wind, PLAIN]
    assert [cause_of_deal(*hands, starter=seat) for seat in range(4)] == [
        ("wind", 0),
        ("wind", 2),
        ("wind", 2),
        ("wind", 0),
    ]


def test_wind_at_the_deal_comes_before_any_play():
    outcome = Rig([PLAIN, ["2/7"] * 3], swamp=["1/1"], swarm=0).play(turns=5)
    assert (outcome.names, outcome.plays) == (["wind"], 0)


def test_wind_is_shouted_after_the_draw():
    rig = Rig([["2/7", "1/4", "7/2"], PLAIN], swamp=["2/7", "1/1"])
    outcome = rig.play("1/4 a", turns=9)
    assert (outcome.names, outcome.cause, outcome.who, outcome.plays) == (["play", "wind"], "wind", 0, 1)
    event = outcome.events[1]
    assert [event["hand_a"], event["hand_b"], event["hand_c"]] == ["2/7", "2/7", "7/2"]
    assert (event["swarm_before"], event["swarm"], event["legal"]) == (1, 1, 0)


def test_a_bite_comes_before_the_draw_that_would_be_wind():
    rig = Rig([["2/7", "1/4", "7/2"], PLAIN], swamp=["2/7", "1/1"], swarm=30)
    outcome = rig.play("1/4 a", turns=9)
    assert (outcome.cause, outcome.names) == ("swarm", ["play"])


def test_larger_hands_need_three_among_them():
    assert cause_of_deal(["2/7", "1/4", "7/2", "2/7"], ["1/3"] * 2 + ["3/5"] * 2, hand_size=4)[0] == "wind"
    assert cause_of_deal(["1/4", "2/7", "7/2", "5/6"], ["1/3"] * 2 + ["3/5"] * 2, hand_size=4)[0] == "stalled"
    assert cause_of_deal(["2/7"] * 5, ["1/3"] * 2 + ["3/5"] * 2 + ["8/8"], hand_size=5)[0] == "wind"
    last_three = ["1/4", "3/4", "7/2", "2/7", "2/7"]
    assert cause_of_deal(last_three, ["1/3"] * 2 + ["3/5"] * 2 + ["8/8"], hand_size=5)[0] == "wind"


def test_two_cards_are_never_wind():
    assert cause_of_deal(["2/7"] * 2, ["2/7"] * 2, hand_size=2)[0] == "stalled"
    assert cause_of_deal(["2/7"], ["2/7"], hand_size=1)[0] == "stalled"


def test_without_the_switch_nobody_shouts():
    assert cause_of_deal(["2/7"] * 3, PLAIN, wind=False)[0] == "stalled"
    rig = Rig([["2/7", "1/4", "7/2"], PLAIN], swamp=["2/7", "1/1"], wind=False)
    assert rig.play("1/4 a").cause == "stalled"


def test_everyone_else_is_bitten(tmp_path):
    run = knutten(tmp_path / "run", players=4, games=1000)
    rounds = run.rounds.collect().filter(cause="wind")
    shouts = run.events.collect().filter(event="wind")
    assert rounds.height == shouts.height > 20
    assert set(rounds["bites"]) == {3}
    assert rounds["bitten"].to_list() == [15 - (1 << seat) for seat in shouts["seat"]]
    assert rounds["game_id"].to_list() == shouts["game_id"].to_list()


def test_whoever_else_holds_three_is_bitten_too(tmp_path):
    """Every hand is WIND: the starter shouts, all others are bitten."""
    deck = write_deck(tmp_path, {"2/7": 9})
    run = knutten(tmp_path / "run", players=3, games=50, policies="lowest", components=deck)
    rounds = run.rounds.collect()
    assert set(rounds["cause"]) == {"wind"}
    assert rounds["bitten"].to_list() == [7 - (1 << starter) for starter in rounds["starter"]]
    assert rounds["plays"].sum() == 0


def test_wind_false_leaves_no_wind_in_the_log(tmp_path):
    run = knutten(tmp_path / "run", players=4, games=1000, rules={"wind": False})
    assert set(run.rounds.collect()["cause"]) == {"swarm"}
    assert run.events.collect().filter(event="wind").is_empty()
