"""The referee names the rule that a log breaks: casting on, community cards and the end, written by hand."""

import pytest

from knitting_logs import Scribe, dealt, done, pass_turns, rule, shop, with_card, with_wip

# CAST ON


def cast_on(name, hand, **paid):
    """Return the rule that a payment breaks: of two red, a blue, a green and a grey card and two Wilds."""
    scribe = Scribe()
    scribe.deal({"red": 2, "blue": 1, "green": 1, "grey": 1}, {"white": 5})
    scribe.stock(purple=1, orange=1, yellow=1, red=1)
    scribe.deal_patterns("scarf hat socks", "mittens shawl cowl")
    scribe.next_turn()
    scribe.shop("two_from_deck", 12, wild=2)
    if hand:
        scribe.cast_on(name, 3, **paid)
    else:
        scribe.row("cast_on", 3, paid, what=name, slot=0)
    return rule(scribe)


@pytest.mark.rule("KT-2")
@pytest.mark.rule("KT-8")
@pytest.mark.parametrize(
    ("name", "paid", "broken"),
    [
        ("scarf", {"red": 2}, None),
        ("scarf", {"red": 1, "wild": 1}, None),
        ("scarf", {"wild": 2}, None),
        ("hat", {"blue": 1, "red": 2}, None),
        ("hat", {"blue": 1, "red": 1, "wild": 1}, None),
        ("hat", {"wild": 1, "red": 2}, None),
        ("hat", {"blue": 1, "wild": 2}, None),
        ("socks", {"red": 1, "green": 1, "wild": 1}, None),
        ("socks", {"red": 1, "wild": 2}, None),
        ("scarf", {"red": 1}, "KT-2"),
        ("scarf", {"red": 2, "wild": 1}, "KT-2"),
        ("scarf", {"red": 1, "blue": 1}, "KT-2"),
        ("scarf", {"red": 3}, "KT-2"),
        ("hat", {"blue": 1, "red": 1, "green": 1}, "KT-2"),
        ("socks", {"red": 2, "green": 1}, "KT-2"),
        ("socks", {"red": 1, "green": 1, "grey": 1}, "KT-2"),
        ("hat", {"blue": 3}, "KT-8"),
        ("hat", {"blue": 1, "grey": 2}, "KT-8"),
    ],
)
def test_a_pattern_is_paid_as_it_asks(name, paid, broken):
    assert cast_on(name, True, **paid) == broken


@pytest.mark.rule("KT-8")
def test_a_pattern_is_cast_on_from_the_hand_and_one_a_turn():
    assert cast_on("cowl", False, wild=2) == "KT-8"
    scribe = shop(dealt())
    scribe.cast_on("scarf", 2, red=2)
    scribe.cast_on("socks", 0, slot=1)
    assert rule(scribe) == "KT-8"
    scribe = with_wip()
    scribe.knit()
    shop(scribe).cast_on("scarf", 1, red=2)
    assert rule(scribe) == "KT-8"
    scribe = with_wip()
    scribe.knit()
    shop(scribe).cast_on("scarf", 1, slot=1, red=2)
    assert rule(scribe) is None
    scribe = shop(dealt())
    scribe.cast_on("scarf", 2, slot=4 - 1, red=2)
    assert rule(scribe) is None


# Community cards


@pytest.mark.rule("KT-10")
def test_trades_cost_their_price_and_cards_are_played_from_the_hand():
    assert rule(with_card("gift")) is None
    scribe = dealt()
    scribe.trade("gift", 1, red=3, blue=2)
    assert rule(scribe) is None
    scribe = dealt()
    scribe.trade("gift", 1, red=3, blue=1)
    assert rule(scribe) == "KT-10"
    scribe = dealt(trade_price=1)
    scribe.trade("gift", 1, grey=1)
    assert rule(scribe) == "KT-10"
    scribe = with_card("gift")
    scribe.play("gift", 1)
    assert rule(scribe) == "KT-10"
    scribe = with_card("moth")
    scribe.play("parcel", 2, {"grey": 3})
    assert rule(scribe) == "KT-10"


@pytest.mark.rule("KT-9")
def test_nothing_is_done_after_the_restocking():
    scribe = shop(with_card("moth"))
    scribe.stock()
    scribe.play("moth", 2, {"white": 2}, target=0)
    assert rule(scribe) == "KT-10"
    scribe = shop(dealt())
    scribe.stock()
    scribe.seat = 0
    assert rule(shop(scribe)) == "KT-9"


@pytest.mark.rule("KT-3")
@pytest.mark.parametrize(
    ("card", "taken", "cells", "broken"),
    [
        ("parcel", {"grey": 3}, {}, None),
        ("parcel", {"grey": 2}, {}, "KT-3"),
        ("parcel", {"grey": 3}, {"target": 1}, "KT-3"),
        ("moth", {"white": 1, "wild": 1}, {"target": 1}, None),
        ("moth", {"white": 1}, {"target": 1}, "KT-3"),
        ("moth", {"white": 3}, {"target": 1}, "KT-3"),
        ("moth", {"grey": 2}, {"target": 1}, "KT-3"),
        ("moth", {}, {}, "KT-3"),
        ("cat", {}, {}, None),
        ("cat", {}, {"slot": 0}, "KT-3"),
        ("needles", {}, {}, None),
        ("needles", {"red": 1}, {}, "KT-3"),
        ("evening", {}, {}, None),
    ],
)
def test_a_card_does_what_it_says(card, taken, cells, broken):
    scribe = with_card(card)
    scribe.row("play", 2, taken, what=card, **cells)
    assert rule(scribe) == broken


def card_and_wip(card):
    """Return a game in which seat 0 has a hat on its needles, and has just traded for a card."""
    scribe = with_wip(trade_price=1)
    scribe.trade(card, 1, red=1)
    return scribe


@pytest.mark.rule("KT-3")
def test_a_card_knits_and_what_is_done_is_finished_at_once():
    scribe = card_and_wip("evening")
    scribe.play("evening", 2, slot=0)
    scribe.finish(7)
    assert rule(shop(scribe)) is None
    scribe = card_and_wip("evening")
    scribe.play("evening", 2)
    assert rule(scribe) == "KT-3"
    scribe = card_and_wip("evening")
    scribe.row("play", 2, what="evening", slot=1)
    assert rule(scribe) == "KT-3"
    scribe = card_and_wip("evening")
    scribe.play("evening", 2, slot=0)
    assert rule(shop(scribe)) == "KT-6"


@pytest.mark.rule("KT-3")
def test_a_frogged_wip_goes_back_with_its_yarn():
    scribe = card_and_wip("cat")
    scribe.play("cat", 2, {"blue": 3}, slot=0)
    shop(scribe)
    scribe.cast_on("hat", 2, blue=3)
    assert rule(scribe) is None
    scribe = card_and_wip("cat")
    scribe.row("play", 2, {"blue": 2}, what="cat", slot=0)
    assert rule(scribe) == "KT-3"


@pytest.mark.rule("KT-3")
def test_a_card_lets_cast_on_once_more():
    def cast_on_twice(early):
        scribe = with_card("needles")
        if early:
            scribe.play("needles", 2)
        scribe.shop("two_from_deck", 13, green=1, wild=1)
        scribe.cast_on("scarf", 3, red=2)
        if not early:
            scribe.play("needles", 2)
        scribe.cast_on("socks", 2, slot=1, red=1, green=1, wild=1)
        return scribe

    for early in (True, False):
        scribe = cast_on_twice(early)
        assert rule(scribe) is None
        scribe.cast_on("hat", 0, slot=2)
        assert rule(scribe) == "KT-8"


@pytest.mark.rule("KT-3")
def test_special_patterns_come_by_trade_and_are_cast_on():
    scribe = with_card("bunting")
    scribe.shop("two_from_deck", 13, green=1, wild=1)
    scribe.cast_on("bunting", 4, green=1)
    assert rule(scribe) is None
    scribe = dealt()
    scribe.row("pick", 13)
    scribe.draw("bunting")
    assert rule(scribe) == "KT-7"


# The end


@pytest.mark.rule("KT-11")
def test_everybody_else_has_one_more_turn():
    def closed(more):
        scribe = done(7, target=7)
        shop(scribe).stock()
        return pass_turns(scribe, more)

    assert rule(closed(0)) is None
    assert rule(closed(1)) is None
    assert rule(closed(2)) == "KT-11"


@pytest.mark.rule("KT-14")
def test_a_game_stalls_unless_a_last_round_is_under_way():
    assert rule(pass_turns(dealt(max_turns=2), 4)) is None
    assert rule(pass_turns(dealt(max_turns=2), 5)) == "KT-14"
    scribe = shop(done(7, target=7, max_turns=3))
    scribe.stock()
    assert rule(pass_turns(scribe, 1)) is None
    assert rule(pass_turns(scribe, 1)) == "KT-11"
    scribe = shop(dealt())
    scribe.turn += 1
    scribe.stock()
    assert rule(scribe) == "KT-14"
