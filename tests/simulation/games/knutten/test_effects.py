"""Effects of special cards that a deck may use (KN-13)."""

import pytest

from knutten_rig import HEADER, Rig, knutten, write_deck
from run_folders import refused

pytestmark = pytest.mark.rule("KN-13")
SWAMP = ["1/1", "1/2", "1/3", "1/4", "1/5", "1/6"]
SYMBOLS = ["skip", "reverse", "again", "set:4"]


def table(*cards, swamp=SWAMP, **rules):
    """Return a table with one card in each hand."""
    return Rig([[card] for card in cards], swamp=swamp, hand_size=1, **rules)


def seats_of(rig, *moves, **options):
    return rig.play(*moves, **options).seats


def test_skip_takes_the_next_players_turn():
    rig = table("skip/1", "2/1", "3/1", "4/1")
    outcome = rig.play("skip/1 a", "3/1 a", "4/1 a")
    assert (outcome.seats, outcome.swarms) == ([0, 2, 3], [0, 3, 7])
    assert rig.hand(1) == ["2/1"]


def test_of_two_players_whoever_skips_the_other_is_next():
    assert seats_of(table("skip/1", "2/1"), "skip/1 a", "1/1 a", "2/1 a") == [0, 0, 1]


def test_several_skips_each_take_a_turn():
    rig = table("skip/1", "2/1", "skip/2", "4/1", "5/1")
    assert seats_of(rig, "skip/1 a", "skip/2 a", "5/1 a", "1/1 a") == [0, 2, 4, 0]


def test_a_lost_turn_is_no_turn():
    outcome = table("skip/1", "2/1", "3/1").play("skip/1 a", "3/1 a", "1/1 a", turns=3)
    assert [event["turn"] for event in outcome.events] == [0, 1, 2]
    assert (outcome.seats, outcome.cause) == ([0, 2, 0], "stalled")


@pytest.mark.rule("KN-9")
def test_a_refill_is_not_looked_for_at_a_lost_turn():
    """Seat 1 loses its turn, so the swamp is made anew for seat 2, which draws first."""
    rig = Rig([["skip/-9"], ["-9/-9"], ["-8/-8"]], hand_size=2)
    outcome = rig.play("skip/-9 a", "skip/-9 a", turns=2)
    assert list(zip(outcome.names, outcome.seats, strict=True)) == [("play", 0), ("refill", 2), ("play", 2)]


def test_reverse_turns_the_direction():
    rig = table("reverse/1", "2/1", "3/1", "4/1")
    assert seats_of(rig, "reverse/1 a", "4/1 a", "3/1 a", "2/1 a", "1/1 a") == [0, 3, 2, 1, 0]


def test_reverse_twice_is_clockwise_again():
    rig = table("reverse/1", "2/1", "3/1", "reverse/4")
    assert seats_of(rig, "reverse/1 a", "reverse/4 a", "1/1 a", "2/1 a") == [0, 3, 0, 1]


def test_reverse_of_two_players_leaves_the_turn_to_the_other():
    assert seats_of(table("reverse/1", "2/1"), "reverse/1 a", "2/1 a", "1/1 a") == [0, 1, 0]


def test_skip_goes_in_the_playing_direction():
    rig = table("reverse/1", "2/1", "3/1", "skip/4")
    assert seats_of(rig, "reverse/1 a", "skip/4 a", "2/1 a", "1/1 a") == [0, 3, 1, 0]


def test_reverse_after_a_skip():
    rig = table("skip/1", "2/1", "reverse/3", "4/1")
    assert seats_of(rig, "skip/1 a", "reverse/3 a", "2/1 a", "1/1 a") == [0, 2, 1, 0]


def test_every_round_begins_clockwise(tmp_path):
    deck = write_deck(tmp_path, {"reverse/9": 10, "4/9": 14})
    rules = {"wind": False, "bites_to_lose": 6}
    events = knutten(tmp_path / "run", players=3, games=100, components=deck, rules=rules).events.collect()
    turned, begun = 0, {1: 0, -1: 0}
    for _, played in events.group_by("game_id", "round", maintain_order=True):
        first, second, *_ = played.to_dicts()
        if played["round"][0] and not first["worth"]:
            continue
        if played["round"][0]:
            begun[(second["seat"] - first["seat"] + 1) % 3 - 1] += 1
        turned += played["worth"].null_count() % 2
    assert turned > 50
    assert begun[1] > 100
    assert begun[-1] == 0


@pytest.mark.rule("KN-9")
def test_hands_fill_clockwise_after_a_reverse_too():
    rig = Rig([[], ["-9/-9"], ["-9/-9"], ["-9/-9"]], swarm_cards=["1/1"] * 3, hand_size=2)
    rig.view["direction"] = -1
    rig.play("1/1 a", turns=1, starter=3)
    assert [len(rig.cards_of(seat)) for seat in range(4)] == [2, 1, 1, 1]


@pytest.mark.rule("KN-10")
def test_wind_is_looked_for_clockwise_after_a_reverse_too():
    hands = [["-9/-8", "-8/-9"], ["-9/-8", "-7/-9"], ["-9/-8", "-8/-9"]]
    rig = Rig(hands, swarm_cards=["-9/-8"] * 3)
    rig.view["direction"] = -1
    outcome = rig.play(turns=5, starter=1)
    assert (outcome.names, outcome.who) == (["refill", "wind"], 2)


def test_again_gives_the_same_player_another_turn_after_drawing():
    rig = table("again/9", "2/1", swamp=["3/1", "4/1"])
    outcome = rig.play("again/9 a", "3/1 a", "2/1 a")
    assert (outcome.seats, outcome.swarms) == ([0, 0, 1], [0, 3, 5])
    assert [event["turn"] for event in outcome.events] == [0, 1, 2]


def test_again_and_again():
    rig = table("again/9", "2/1", swamp=["again/8", "3/1", "4/1"])
    assert seats_of(rig, "again/9 a", "again/8 a", "3/1 a", "2/1 a") == [0, 0, 0, 1]


@pytest.mark.rule("KN-8")
def test_stuck_after_again_is_a_redraw():
    rig = table("again/9", "2/1", swamp=["-9/-8", "3/1", "4/1"])
    outcome = rig.play("again/9 a", "2/1 a", turns=3)
    assert list(zip(outcome.names, outcome.seats, strict=True)) == [("play", 0), ("redraw", 0), ("play", 1)]


@pytest.mark.rule("KN-8")
def test_stuck_after_again_may_redraw_and_play():
    rig = table("again/9", "2/1", swamp=["-9/-8", "again/3", "4/1", "5/1"], redraw_then_play=True)
    outcome = rig.play("again/9 a", "again/3 a", "4/1 a", "2/1 a", turns=5)
    assert outcome.names == ["play", "redraw", "play", "play", "play"]
    assert outcome.seats == [0, 0, 0, 0, 1]


@pytest.mark.rule("KN-8")
def test_stuck_after_again_is_a_pass_without_a_swamp():
    rig = Rig([["again/1", "-9/-9"], ["3/3", "4/4"]], hand_size=2)
    outcome = rig.play("again/1 a", "3/3 a", turns=3)
    assert list(zip(outcome.names, outcome.seats, strict=True)) == [("play", 0), ("pass", 0), ("play", 1)]


@pytest.mark.rule("KN-9")
def test_a_refill_after_again_is_for_the_same_player():
    rig = Rig([["again/-9"], ["-9/-9"]], hand_size=1)
    outcome = rig.play("again/-9 a", "again/-9 a", turns=2)
    assert list(zip(outcome.names, outcome.seats, strict=True)) == [("play", 0), ("refill", 0), ("play", 0)]


@pytest.mark.rule("KN-10")
def test_wind_comes_before_the_turn_that_again_gives():
    rig = Rig([["2/7", "again/4", "7/2"], ["1/3", "3/5", "5/8"]], swamp=["2/7", "1/1"])
    outcome = rig.play("again/4 a", turns=9)
    assert (outcome.names, outcome.who) == (["play", "wind"], 0)


def test_a_skip_after_again_takes_the_next_players_turn():
    rig = table("again/9", "2/1", "3/1", swamp=["skip/8", *SWAMP])
    assert seats_of(rig, "again/9 a", "skip/8 a", "3/1 a") == [0, 0, 2]


def test_a_reverse_after_again_turns_the_direction():
    rig = table("again/9", "2/1", "3/1", swamp=["reverse/8", *SWAMP])
    assert seats_of(rig, "again/9 a", "reverse/8 a", "3/1 a") == [0, 0, 2]


@pytest.mark.rule("KN-5")
def test_a_bite_in_the_turn_that_again_gives_bites_the_same_player():
    outcome = table("again/9", "2/1", swamp=["8/1"], swarm=25).play("again/9 a", "8/1 a", turns=9)
    assert (outcome.cause, outcome.who, outcome.swarms) == ("swarm", 0, [25, 33])


@pytest.mark.parametrize(("swarm", "number"), [(0, 12), (30, 12), (12, 0), (7, 30)])
def test_set_makes_the_swarm_so_large(swarm, number):
    card = f"set:{number}/1"
    rig = table(card, "2/1", swarm=swarm)
    outcome = rig.play(f"{card} a", "2/1 a", turns=2)
    assert outcome.swarms == [number, number + 2]
    assert outcome.events[0]["worth"] is None
    assert outcome.seats == [0, 1]


def test_set_is_not_copied_and_lets_copies_wait():
    rig = table("set:12/1", "2/1", swarm=5, copiers=[1, 0])
    outcome = rig.play("set:12/1 a", "2/1 a")
    assert outcome.swarms == [12, 18]
    assert [event["waiting"] for event in outcome.events] == [2, 2]


@pytest.mark.rule("KN-7")
@pytest.mark.parametrize(("number", "bitten"), [(19, 2), (20, 0)])
def test_after_set_the_copier_is_to_blame_for_what_the_copies_alone_reach(number, bitten):
    rig = table("?/1", f"set:{number}/1", "11/1", copy_blame="copier", swarm=29)
    outcome = rig.play("?/1 a", f"set:{number}/1 a", "11/1 a", turns=9)
    assert (outcome.cause, outcome.who) == ("swarm", bitten)


@pytest.mark.rule("KN-17")
def test_john_does_not_touch_a_set_to_five():
    outcome = table("set:5/1", "5/1", swarm=20, john_seat=1).play("set:5/1 a", "5/1 a")
    assert outcome.swarms == [5, 5]
    assert [event["worth"] for event in outcome.events] == [None, 0]


@pytest.mark.parametrize("symbol", ["skip", "reverse", "again", "?"])
def test_other_effects_leave_the_swarm_alone(symbol):
    rig = table(f"{symbol}/1", "2/1", "3/1", swarm=17)
    event = rig.play(f"{symbol}/1 a").events[0]
    assert (event["swarm_before"], event["swarm"], event["worth"]) == (17, 17, None)
    assert (event["event"], event["card"], event["side"]) == ("play", f"{symbol}/1", "a")


@pytest.mark.rule("KN-7")
@pytest.mark.parametrize("symbol", SYMBOLS)
def test_effects_use_up_no_waiting_copy(symbol):
    rig = table(f"{symbol}/1", "2/1", "2/1", swamp=["2/1", "1/1"], swarm=4, copiers=[2])
    outcome = rig.play(f"{symbol}/1 a", "2/1 a")
    assert outcome.swarms == [4, 8]
    assert rig.waiting == 0


@pytest.mark.rule("KN-6")
@pytest.mark.parametrize("symbol", SYMBOLS)
@pytest.mark.parametrize("copiers", [[], [0, 1]])
def test_effects_are_always_legal(symbol, copiers):
    rig = table(f"-9/{symbol}", "2/1", copiers=copiers)
    assert rig.choices(0) == [(f"-9/{symbol}", "b")]


@pytest.mark.rule("KN-4")
@pytest.mark.parametrize("symbol", SYMBOLS)
def test_after_an_effect_a_card_is_drawn(symbol):
    rig = table(f"3/{symbol}", "2/1")
    outcome = rig.play(f"3/{symbol} b")
    assert (rig.hand(0), outcome.plays) == (["1/1"], 1)
    assert rig.swarm_cards == [f"3/{symbol}"]


@pytest.mark.rule("KN-10")
@pytest.mark.parametrize("symbol", SYMBOLS)
def test_effects_are_sides_for_wind(symbol):
    three = [f"{symbol}/3", f"3/{symbol}", f"{symbol}/3"]
    assert Rig([three, ["1/3", "3/5", "5/8"]], swamp=SWAMP).play(turns=1).cause == "wind"
    other = [f"{symbol}/3", f"3/{symbol}", "?/3"]
    assert Rig([other, ["1/3", "3/5", "5/8"]], swamp=SWAMP).play("?/3 a").cause == "stalled"


def deck_of(folder, *rows):
    path = folder / "deck.csv"
    path.write_text("\n".join([HEADER, "2/7,20,2,7,number,assumed", *rows]) + "\n", encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("side", ["jump", "set", "set:", "set:-1", "set:1001", "set:x", "again:2", "101"])
@pytest.mark.parametrize("place", ["side_a", "side_b"])
def test_effects_that_are_none_are_refused(tmp_path, side, place):
    sides = f"{side},5" if place == "side_a" else f"5,{side}"
    deck = deck_of(tmp_path, f"odd,2,{sides},special,assumed")
    message = refused(knutten, tmp_path / "run", players=2, games=2, components=deck)
    assert side in message
    assert place in message
    assert "row 3" in message
    assert "KN-13" in message


@pytest.mark.parametrize("bite_at", [20, 21])
@pytest.mark.parametrize("sides", ["set:21,5", "5,set:21"])
def test_a_set_at_or_above_bite_at_is_refused(tmp_path, bite_at, sides):
    deck = deck_of(tmp_path, f"odd,2,{sides},special,assumed")
    table = {"players": 2, "games": 2, "components": deck}
    message = refused(knutten, tmp_path / "run", rules={"bite_at": bite_at}, **table)
    assert "set:21" in message
    assert "bite_at" in message
    assert knutten(tmp_path / "run", rules={"bite_at": 22}, **table).count == 2
