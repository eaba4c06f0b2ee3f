"""The referee names the rule that a log breaks: set-up, store and choices of games written by hand."""

import pytest

from knitting_logs import Scribe, dealt, done, pass_turns, rule, set_up, shop, with_card, with_wip

# Set-up


@pytest.mark.rule("KT-4")
def test_five_yarn_cards_and_three_patterns_are_dealt():
    assert rule(pass_turns(dealt(), 3)) is None
    scribe = Scribe()
    scribe.deal({"red": 3, "blue": 3})
    assert rule(scribe) == "KT-4"
    assert rule(set_up("scarf hat socks", "mittens shawl cowl")) is None
    assert rule(set_up("scarf hat", "mittens shawl cowl")) == "KT-9"
    assert rule(set_up("scarf hat socks vest", "mittens shawl cowl")) == "KT-9"
    scribe = set_up("scarf hat socks", "mittens shawl")
    scribe.next_turn()
    assert rule(shop(scribe)) == "KT-4"


@pytest.mark.rule("KT-1")
def test_no_card_is_there_more_often_than_it_is():
    scribe = set_up("scarf hat socks", "scarf")
    assert rule(scribe) == "KT-1"
    assert rule(set_up(red=9, orange=1, yellow=1, green=1)) is None
    assert rule(set_up(red=10, orange=1, yellow=1, green=1)) == "KT-1"
    scribe = dealt(trade_price=1)
    for _ in range(3):
        scribe.trade("gift", 1, red=1)
    assert rule(scribe) == "KT-1"


@pytest.mark.rule("KT-15")
def test_what_is_knitted_for_real_is_told_once_a_seat():
    def told(*patterns, **colours):
        scribe = dealt(real_life=True, real_life_patterns=2, real_life_colours=2)
        scribe.turn = -1
        for pattern in patterns:
            scribe.row("real_life", what=pattern)
        scribe.row("real_life", taken=colours)
        return rule(scribe)

    assert told("scarf", "vest", red=1, white=1) is None
    assert told("vest", "scarf", red=1, white=1) == "KT-15"
    assert told("scarf", "scarf", red=1, white=1) == "KT-15"
    assert told("scarf", "bunting", red=1, white=1) == "KT-15"
    assert told("scarf", red=1, white=1) == "KT-15"
    assert told("scarf", "vest", red=2) == "KT-15"
    assert told("scarf", "vest", red=1) == "KT-15"
    assert told("scarf", "vest", red=1, wild=1) == "KT-15"


# The store


@pytest.mark.rule("KT-5")
def test_stocking_stops_with_four_colours_and_not_before():
    assert rule(set_up(red=3, orange=2, yellow=5, green=1, wild=4)) is None
    assert rule(set_up(red=3, orange=2, yellow=5)) == "KT-5"
    assert rule(set_up(red=1, orange=1, yellow=1, green=1, white=1)) == "KT-5"
    assert rule(set_up(red=2, orange=2, yellow=2, green=2)) == "KT-5"
    assert rule(set_up(red=1, orange=1, yellow=1, green=1, wild=5)) == "KT-5"
    scribe = shop(dealt())
    scribe.stock(wild=1)
    assert rule(scribe) == "KT-5"


@pytest.mark.rule("KT-5")
def test_the_fifth_wild_wipes_the_store_and_no_other():
    def wiped(**drawn):
        scribe = Scribe()
        scribe.deal({"red": 3, "blue": 2}, {"white": 3, "wild": 2})
        scribe.wipe(**drawn)
        scribe.stock(red=1, orange=1, yellow=1, green=1)
        return rule(scribe)

    assert wiped(wild=5, red=2) is None
    assert wiped(wild=4, red=2) == "KT-5"
    assert wiped(wild=6, red=2) == "KT-5"
    assert wiped(wild=5, red=2, blue=1, green=1, grey=1) == "KT-5"


def sold_out():
    """Return a game in which turn 2 has to stock from six white cards and sixteen Wilds."""
    scribe = Scribe()
    scribe.deal({"grey": 5}, {"white": 5})
    scribe.stock(red=12, orange=12, yellow=12, green=1, wild=4)
    scribe.deal_patterns("scarf hat socks", "mittens shawl cowl")
    scribe.next_turn()
    scribe.shop("two_stacks", 16, {"red": 12, "orange": 12})
    scribe.stock(green=11, blue=12, purple=1)
    scribe.shop("two_stacks", 16, {"blue": 12, "green": 12})
    scribe.stock(purple=11, grey=7, white=1)
    scribe.shop("two_stacks", 16, {"yellow": 12, "purple": 12})
    return scribe


DISCARDS = {"grey": 7, "white": 7, "wild": 20}


def wipe_all(scribe):
    """Wipe the store until nothing is left in the deck."""
    scribe.wipe(white=6, wild=1)
    for _ in range(3):
        scribe.wipe(wild=5)
    return scribe


def all_wiped_twice():
    scribe = wipe_all(sold_out())
    scribe.reshuffle(DISCARDS)
    scribe.wipe(white=7, grey=7, wild=5)
    for _ in range(3):
        scribe.wipe(wild=5)
    return scribe


@pytest.mark.rule("KT-5")
def test_the_discards_are_shuffled_once_in_a_stocking():
    scribe = all_wiped_twice()
    scribe.stock()
    assert rule(scribe) is None
    scribe = all_wiped_twice()
    scribe.reshuffle(DISCARDS)
    assert rule(scribe) == "KT-5"
    scribe = wipe_all(sold_out())
    scribe.stock()
    assert rule(scribe) == "KT-5"
    scribe = wipe_all(sold_out())
    scribe.reshuffle(DISCARDS)
    scribe.stock(white=7, grey=7, wild=4)
    assert rule(scribe) == "KT-5"
    scribe = sold_out()
    scribe.wipe(white=6, wild=1)
    scribe.reshuffle({"grey": 7, "white": 7, "wild": 5}, wild=4)
    assert rule(scribe) == "KT-5"
    scribe = wipe_all(sold_out())
    scribe.reshuffle({**DISCARDS, "wild": 19})
    assert rule(scribe) == "KT-5"


@pytest.mark.rule("KT-5")
def test_a_draw_shuffles_the_discards_if_and_only_if_the_deck_is_too_small():
    scribe = all_wiped_twice()
    scribe.stock()
    scribe.reshuffle(DISCARDS)
    scribe.shop("two_from_deck", 2, grey=1, wild=1)
    assert rule(scribe) is None
    scribe = all_wiped_twice()
    scribe.stock()
    scribe.shop("two_from_deck", 2, grey=1, wild=1)
    assert rule(scribe) == "KT-5"
    scribe = all_wiped_twice()
    scribe.stock()
    scribe.reshuffle(DISCARDS)
    scribe.row("pick", 2)
    scribe.draw("vest")
    scribe.draw("poncho")
    assert rule(scribe) == "KT-5"
    scribe = with_card("parcel")
    scribe.reshuffle({"blue": 1})
    scribe.play("parcel", 2, {"grey": 3})
    assert rule(scribe) == "KT-5"
    scribe = dealt()
    scribe.reshuffle({})
    assert rule(shop(scribe)) == "KT-5"


# KNIT


@pytest.mark.rule("KT-6")
def test_wips_advance_and_are_finished_in_time():
    scribe = with_wip()
    scribe.knit()
    assert rule(shop(scribe)) is None
    assert rule(shop(with_wip())) == "KT-6"
    scribe = with_wip()
    scribe.knit()
    scribe.finish(7)
    assert rule(scribe) == "KT-6"
    scribe = done(7)
    assert rule(scribe) is None
    assert rule(done(8)) == "KT-6"
    scribe.events.pop()
    assert rule(shop(scribe)) == "KT-6"
    scribe = dealt()
    scribe.knit()
    assert rule(scribe) == "KT-6"


# CHOOSE ONE


@pytest.mark.rule("KT-7")
@pytest.mark.parametrize(
    ("way", "bought", "drawn", "broken"),
    [
        ("wild", {"wild": 1}, {}, None),
        ("two_from_deck", {}, {"red": 2}, None),
        ("two_stacks", {"red": 2, "green": 1}, {}, None),
        ("deck_and_stack", {"red": 2}, {"red": 1}, None),
        ("wild", {"wild": 1}, {"red": 1}, "KT-7"),
        ("wild", {"red": 2}, {}, "KT-7"),
        ("wild", {}, {"wild": 1}, "KT-7"),
        ("two_from_deck", {}, {"red": 3}, "KT-7"),
        ("two_from_deck", {}, {"red": 1}, "KT-7"),
        ("two_stacks", {"red": 2}, {}, "KT-7"),
        ("two_stacks", {"red": 1, "green": 1}, {}, "KT-7"),
        ("two_stacks", {"red": 2, "green": 1, "orange": 1}, {}, "KT-7"),
        ("deck_and_stack", {"red": 2}, {}, "KT-7"),
        ("deck_and_stack", {"red": 1}, {"red": 1}, "KT-7"),
        ("deck_and_stack", {"red": 2, "green": 1}, {"red": 1}, "KT-7"),
        ("deck_and_stack", {"wild": 1}, {"red": 1}, "KT-7"),
        ("scarf", {}, {"red": 2}, "KT-7"),
    ],
)
def test_shopping_takes_what_it_may(way, bought, drawn, broken):
    scribe = set_up("scarf hat socks", "mittens shawl cowl", red=2, orange=1, yellow=1, green=1, wild=1)
    scribe.next_turn()
    scribe.shop(way, 13, bought, **drawn)
    assert rule(scribe) == broken


@pytest.mark.rule("KT-7")
def test_one_choice_is_made_and_made_if_there_is_any():
    scribe = shop(dealt())
    assert rule(shop(scribe)) == "KT-7"
    scribe = dealt()
    scribe.stock()
    assert rule(scribe) == "KT-5"
    scribe = dealt()
    scribe.row("pass", 13)
    assert rule(scribe) == "KT-7"


@pytest.mark.rule("KT-7")
def test_patterns_are_picked_while_there_are_some():
    def picked(*names, legal=13):
        scribe = dealt()
        scribe.row("pick", legal)
        for name in names:
            scribe.draw(name)
        return scribe

    assert rule(picked("vest", "poncho")) is None
    scribe = picked("vest", "poncho")
    scribe.stock()
    scribe.row("pick", 12)
    assert rule(scribe) == "KT-7"
    scribe = picked("vest")
    scribe.stock()
    assert rule(scribe) == "KT-7"
    assert rule(picked("vest", "scarf")) == "KT-1"
    scribe = picked("vest", "poncho")
    scribe.give_back("poncho")
    assert rule(scribe) == "KT-7"
