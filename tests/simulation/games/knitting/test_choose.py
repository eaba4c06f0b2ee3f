"""CHOOSE ONE, the second step of a turn: shop or pick patterns (KT-7)."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knitting_rig import Rig
from knitting_words import COLOURS, column, yarn

STORE = "2 red 3 blue green white 2 wild"
RIG = Rig(["", ""], pattern_deck=["a", "b", "c", "d"])


def expected_ways(store: dict[str, int], to_draw: int, patterns: int) -> list[str]:
    """Return the options by the words of the rule."""
    stacks = [colour for colour in COLOURS if store.get(colour)]
    ways = ["take wild"] * store.get("wild", 0)
    ways += ["draw two"] if to_draw >= 2 else []
    ways += [f"take {one} and {other}" for one, other in combinations(stacks, 2)]
    ways += [f"draw and take {colour}" for colour in stacks] if to_draw >= 1 else []
    return ways + ["pick"] * (patterns > 0)


@pytest.mark.rule("KT-7")
@settings(max_examples=200)
@given(
    store=st.dictionaries(st.sampled_from([*COLOURS, "wild"]), st.integers(1, 4), max_size=5),
    deck=st.integers(0, 3),
    discards=st.integers(0, 3),
    patterns=st.integers(0, 4),
)
def test_every_option_is_listed_and_nothing_else(store, deck, discards, patterns):
    view = RIG.view[0]
    view["store"] = [store.get(name, 0) for name in (*COLOURS, "wild")]
    view["yarn_left"], view["patterns_left"] = deck, patterns
    view["discards"][3] = discards
    assert sorted(RIG.ways()) == sorted(expected_ways(store, deck + discards, patterns))


@pytest.mark.rule("KT-7")
def test_a_full_store_offers_four_wilds_the_deck_six_pairs_four_halves_and_patterns():
    rig = Rig(["", ""], store="red blue green white 4 wild", deck="2 red", pattern_deck=["a"])
    assert Counter(way.split()[0] + str(len(way.split())) for way in rig.ways()) == {
        "take2": 4,
        "draw2": 1,
        "take4": 6,
        "draw4": 4,
        "pick1": 1,
    }


@pytest.mark.rule("KT-7")
def test_one_face_up_wild_is_taken_alone():
    rig = Rig(["grey", ""], store=STORE, deck="5 orange")
    outcome = rig.play("take wild")
    shop = outcome.event("shop")
    assert (shop["what"], column(shop, "taken")) == ("wild", yarn("wild"))
    assert rig.stash(0) == yarn("grey wild")
    assert (rig.store, rig.deck) == (yarn("2 red 3 blue green white wild"), yarn("5 orange"))


@pytest.mark.rule("KT-7")
def test_two_cards_can_be_drawn():
    rig = Rig(["grey", ""], store=STORE, deck="5 orange")
    outcome = rig.play("draw two")
    assert outcome.event("shop")["what"] == "two_from_deck"
    assert (rig.stash(0), rig.deck, rig.store) == (yarn("grey 2 orange"), yarn("3 orange"), yarn(STORE))


@pytest.mark.rule("KT-7")
def test_two_whole_stacks_can_be_taken():
    rig = Rig(["grey", ""], store=STORE, deck="5 orange")
    outcome = rig.play("take red and blue")
    shop = outcome.event("shop")
    assert (shop["what"], column(shop, "taken")) == ("two_stacks", yarn("2 red 3 blue"))
    assert rig.stash(0) == yarn("grey 2 red 3 blue")
    assert column(shop, "after") == yarn("green white 2 wild")


@pytest.mark.rule("KT-7")
def test_a_card_and_a_whole_stack_can_be_taken():
    rig = Rig(["grey", ""], store=STORE, deck="5 orange")
    outcome = rig.play("draw and take blue")
    shop = outcome.event("shop")
    assert (shop["what"], column(shop, "taken")) == ("deck_and_stack", yarn("orange 3 blue"))
    assert rig.stash(0) == yarn("grey orange 3 blue")
    assert rig.store >= yarn("2 red green white 2 wild")


@pytest.mark.rule("KT-7")
@pytest.mark.parametrize(("deck", "discards"), [("red", "blue"), ("", "red blue"), ("red blue", "")])
def test_deck_and_discards_count_together(deck, discards):
    rig = Rig(["", ""], deck=deck, discards=discards)
    assert rig.ways() == ["draw two"]
    outcome = rig.play()
    assert ("reshuffle" in outcome.names) == (discards != "")
    assert rig.stash(0) == yarn("red blue")
    assert (rig.deck, rig.discards) == (Counter(), Counter())


@pytest.mark.rule("KT-7")
def test_one_card_to_draw_is_enough_beside_a_stack_but_not_for_two():
    rig = Rig(["", ""], store="3 red", discards="blue")
    assert rig.ways() == ["draw and take red"]
    rig.play()
    assert rig.stash(0) == yarn("3 red blue")


@pytest.mark.rule("KT-7")
def test_one_stack_alone_is_no_option_and_the_choice_is_passed():
    rig = Rig(["", ""], store="3 red")
    outcome = rig.play()
    assert outcome.names == ["pass", "stock"]
    assert (rig.stash(0), rig.store) == (Counter(), yarn("3 red"))
    assert outcome.event("pass")["legal"] == 0


@pytest.mark.rule("KT-7", "KT-8")
def test_after_a_pass_the_turn_goes_on():
    rig = Rig(["red", ""], hands=[["hat: 1 red"]])
    assert rig.play("cast on hat").names[:2] == ["pass", "cast_on"]


@pytest.mark.rule("KT-7")
def test_the_choice_is_named_whole_before_anything_is_drawn():
    rig = Rig(["", ""], store=STORE, deck="5 orange 5 white")
    assert rig.play("draw and take blue").asked == ["choose"]


@pytest.mark.rule("KT-7")
@pytest.mark.parametrize(("answer", "kept", "left"), [
    ("keep all", ["a", "b", "c"], ["d", "e"]),
    ("give back a", ["b", "c"], ["d", "e", "a"]),
    ("give back b", ["a", "c"], ["d", "e", "b"]),
    ("give back c", ["a", "b"], ["d", "e", "c"]),
])  # fmt: skip
def test_of_three_patterns_two_or_three_are_kept(answer, kept, left):
    deck = [f"{name}: 9 red" for name in "abcde"]
    rig = Rig(["", ""], hands=[["x: 9 red"]], deck="9 grey", pattern_deck=deck)
    outcome = rig.play("pick", answer)
    assert outcome.options("keep") == ["keep all", "give back a", "give back b", "give back c"]
    assert rig.hand(0) == ["x", *kept]
    assert rig.pattern_deck == left
    drawn = [event["what"] for event in outcome.events if event["event"] == "draw_pattern"]
    assert drawn == ["a", "b", "c"]


@pytest.mark.rule("KT-7")
def test_a_pattern_given_back_comes_again_after_all_others():
    deck = [f"{name}: 9 red" for name in "abcdefg"]
    rig = Rig(["", ""], deck="9 grey", store="red blue green white", pattern_deck=deck)
    rig.play("pick", "give back b", "pick", "give back f", turns=2)
    assert rig.pattern_deck == ["g", "b", "f"]
    rig.play("pick", "give back g")
    assert (rig.hand(0), rig.hand(1)) == (["a", "c", "b", "f"], ["d", "e"])
    assert rig.pattern_deck == ["g"]


@pytest.mark.rule("KT-7")
@pytest.mark.parametrize("left", [1, 2])
def test_with_fewer_than_three_left_all_are_kept(left):
    deck = ["a: 9 red", "b: 9 red"][:left]
    rig = Rig(["", ""], pattern_deck=deck)
    outcome = rig.play()
    assert (outcome.names[:2], outcome.asked) == (["pick", "draw_pattern"], [])
    assert (rig.hand(0), rig.pattern_deck) == (["a", "b"][:left], [])
    assert "pick" not in rig.ways()


@pytest.mark.rule("KT-7")
def test_one_shops_or_picks_but_not_both():
    rig = Rig(["", ""], store=STORE, deck="9 orange", pattern_deck=["a: 9 red"] * 1)
    outcome = rig.play("pick")
    assert outcome.names == ["pick", "draw_pattern", "stock"]
    assert rig.stash(0) == Counter()


@pytest.mark.rule("KT-7")
def test_the_log_tells_how_many_options_there_were():
    rig = Rig(["", ""], store="red blue green 2 wild", deck="9 white", pattern_deck=["a"])
    assert len(rig.ways()) == 2 + 1 + 3 + 3 + 1
    assert rig.play("draw two").event("shop")["legal"] == 10
    rig = Rig(["", ""], store="red blue green 2 wild", deck="9 white", pattern_deck=["a"])
    assert rig.play("pick").event("pick")["legal"] == 10
