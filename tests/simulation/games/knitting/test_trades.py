"""Community cards are traded for and played at any point of the own turn before restocking (KT-10)."""

from collections import Counter

import pytest

from knitting_rig import Rig
from knitting_words import Wip, column, yarn

WINDOWS = ["before knit", "after knit", "after choice", "after cast on"]


@pytest.mark.rule("KT-10")
def test_five_yarn_of_choice_buy_the_top_card():
    rig = Rig(["4 red 2 blue wild", ""], community_deck=["knit 1", "frog"], discards="grey")
    given = ["give red", "give blue", "give red", "give wild", "give red"]
    outcome = rig.play("after knit: trade", *given)
    trade = outcome.event("trade")
    assert (trade["what"], column(trade, "taken")) == ("knit 1", yarn("3 red blue wild"))
    assert (rig.cards(0), rig.community_deck) == (["knit 1"], ["frog"])
    assert rig.log("events")[0]["event"] == "trade"
    assert column(trade, "stash") == yarn("4 red 2 blue wild")
    everywhere = rig.stash(0) + rig.store + rig.deck + rig.discards
    assert everywhere == yarn("4 red 2 blue wild grey")
    assert rig.view["card_counts"][0].tolist() == [1, 0, 0, 0]


@pytest.mark.rule("KT-10")
def test_the_yarn_goes_to_the_discards():
    rig = Rig(["5 red", ""], community_deck=["frog"], store="red blue grey white 2 wild", discards="green")
    rig.play("after cast on: trade")
    assert rig.discards == yarn("5 red green")


@pytest.mark.rule("KT-10")
def test_yarn_is_given_card_by_card_from_what_is_left():
    rig = Rig(["2 red blue 3 wild", ""], community_deck=["frog"])
    outcome = rig.play("trade", "give red", "give red", "give blue")
    options = [question.options for question in outcome.questions if question.decision == "discard"]
    full, less = ["give red", "give blue", "give wild"], ["give blue", "give wild"]
    assert options == [full, full, less]  # then there is only Wild to give
    assert rig.log("events")[0]["taken_wild"] == 2


@pytest.mark.rule("KT-10")
@pytest.mark.parametrize(("price", "stash", "possible"), [(5, "4 red", False), (5, "5 red", True)])
def test_a_trade_takes_the_price(price, stash, possible):
    rig = Rig([stash, ""], community_deck=["frog"], trade_price=price)
    assert ("trade" in rig.free()) == possible


@pytest.mark.rule("KT-10")
@pytest.mark.parametrize("price", [1, 3, 8])
def test_the_price_is_a_switch(price):
    rig = Rig([f"{price} red", ""], community_deck=["frog"], trade_price=price)
    outcome = rig.play("trade")
    assert column(outcome.event("trade"), "taken") == Counter(red=price)
    assert rig.cards(0) == ["frog"]
    assert "trade" not in Rig([f"{price - 1} red", ""], community_deck=["frog"], trade_price=price).free()


@pytest.mark.rule("KT-10")
def test_without_a_community_deck_there_is_no_trade():
    assert Rig(["9 red", ""]).free() == ["go on"]
    assert Rig(["9 red", ""]).play().asked == []


@pytest.mark.rule("KT-10")
def test_the_last_card_can_be_had():
    rig = Rig(["12 red", ""], community_deck=["deed 5"])
    outcome = rig.play("trade")
    assert (rig.cards(0), outcome.asked) == (["deed 5"], ["before knit"])


@pytest.mark.rule("KT-10")
def test_any_number_of_trades_and_plays_in_any_order():
    rig = Rig(
        ["15 red", ""],
        cards=[["draw_yarn 3"]],
        deck="9 blue",
        store="red blue green white",
        community_deck=["knit 1", "deed 2", "knit 2", "frog"],
        wips=[[Wip("hat: 7 weeks")]],
    )
    outcome = rig.play(
        *("trade", "play knit 1 on hat", "trade", "play draw_yarn 3", "trade"),
        *("play knit 2 on hat", "draw two"),
    )
    assert outcome.names == ["trade", "play", "trade", "play", "trade", "play", "knit", "shop", "stock"]
    assert rig.wips(0)[0] == Wip("hat", 4)
    assert (rig.stash(0), rig.cards(0)) == (yarn("5 blue"), ["deed 2"])
    assert [event["seat"] for event in outcome.events] == [0] * 9


@pytest.mark.rule("KT-10")
@pytest.mark.parametrize("window", WINDOWS)
def test_there_are_four_windows_to_trade_and_play(window):
    rig = Rig(["5 red", ""], community_deck=["draw_yarn 1"], store="red blue green white", deck="9 grey")
    outcome = rig.play(f"{window}: trade", f"{window}: play draw_yarn 1")
    assert {"trade", "play"} <= set(outcome.names)
    before = WINDOWS[: WINDOWS.index(window)]
    assert [asked for asked in outcome.asked if asked in before] == before


@pytest.mark.rule("KT-10")
def test_the_windows_lie_between_the_steps():
    rig = Rig(
        ["9 red", ""],
        hands=[["sock: 5 weeks, 1 red"]],
        cards=[["deed 1"]],
        community_deck=["frog"],
        wips=[[Wip("hat: 3 weeks", 0)]],
        store="red blue green white",
        deck="9 grey",
    )
    outcome = rig.play("draw two", "cast on sock")
    assert outcome.asked == [
        "before knit",
        "after knit",
        "choose",
        "after choice",
        "cast on",
        "after cast on",
    ]


@pytest.mark.rule("KT-10")
def test_with_nothing_to_trade_and_to_play_nothing_is_asked():
    rig = Rig(["4 red", ""], cards=[["deed 5"]], community_deck=["frog"], store="red blue green white")
    assert rig.play("take red and blue").asked == ["choose", "after choice", "after cast on"]


@pytest.mark.rule("KT-10")
def test_only_whose_turn_it_is_trades_and_plays():
    rig = Rig(["", "9 red"], cards=[[], ["knit 1"]], community_deck=["frog"])
    assert {question.seat for question in rig.play().questions} <= {0}


@pytest.mark.rule("KT-10", "KT-7")
def test_yarn_bought_in_this_turn_can_be_traded():
    rig = Rig(["red", ""], store="2 red 2 blue green", community_deck=["deed 3"])
    rig.play("take red and blue", "after choice: trade")
    assert rig.cards(0) == ["deed 3"]


@pytest.mark.rule("KT-10", "KT-7")
def test_yarn_traded_can_be_drawn_again_in_the_same_turn():
    rig = Rig(["5 red", ""], community_deck=["deed 3"])
    outcome = rig.play("before knit: trade")
    assert outcome.names[:3] == ["trade", "reshuffle", "shop"]
    assert rig.stash(0) == yarn("2 red")


@pytest.mark.rule("KT-10")
def test_a_played_action_leaves_the_game():
    rig = Rig(["5 red", ""], cards=[["knit 1"]], community_deck=["frog"])
    rig.play("before knit: play knit 1")
    assert (rig.cards(0), rig.community_deck, rig.played()) == ([], ["frog"], Counter(["knit 1"]))
    rig.play(turns=8)
    assert rig.played() == Counter(["knit 1"])
    assert rig.free(0) == ["go on", "trade"]


@pytest.mark.rule("KT-3", "KT-10")
def test_a_special_pattern_traded_for_is_a_pattern_in_hand():
    rig = Rig(["5 red blue", ""], hands=[["hat: 9 red"]], community_deck=["*sash: 5 points, 1 blue"], turn=6)
    outcome = rig.play("after choice: trade", *["give red"] * 5, "cast on *sash")
    assert outcome.event("trade")["what"] == "*sash"
    assert outcome.options("cast on") == ["cast on nothing", "cast on *sash"]
    row = rig.log("patterns")[-1]
    assert (row["pattern"], row["special"], row["drawn_turn"], row["cast_on_turn"]) == ("*sash", 1, 6, 6)
    assert rig.pattern_deck == []


@pytest.mark.rule("KT-10")
def test_cards_that_give_points_stay_hidden_till_the_end():
    """The others see how many community cards a hand has, whatever they are."""
    for card in ("deed 5", "*sash: 5 points, 1 blue", "knit 1"):
        rig = Rig(["5 red", ""], community_deck=[card])
        rig.play("trade")
        assert rig.view["card_counts"][0].tolist() == [1, 0, 0, 0]
        assert rig.view["hand_counts"][0].tolist() == [0] * 4
        assert rig.points(0) == 0
