"""The yarn store is stocked before the first turn and after each one (KT-5, KT-9)."""

from collections import Counter

import pytest
from scipy.stats import chisquare

from knitting_rig import Rig, knitting
from knitting_words import column, named, yarn
from simulation.games.knitting.table import seek_streams
from simulation.games.knitting.yarn import stock


def stocked(store="", deck="", discards="", game=0):
    """Stock a store; return the table and what happened."""
    rig = Rig(["", ""], store=store, deck=deck, discards=discards)
    seek_streams(rig.table, game)
    stock(rig.table, 0)
    return rig, [event["event"] for event in rig.log("events")]


@pytest.mark.rule("KT-5")
@pytest.mark.parametrize("store", ["red blue grey white", "4 red blue grey white 4 wild"])
def test_nothing_is_drawn_where_four_colours_lie_out(store):
    rig, events = stocked(store, deck="3 green 2 wild", discards="red")
    assert (rig.store, rig.deck, rig.discards) == (yarn(store), yarn("3 green 2 wild"), yarn("red"))
    assert events == ["stock"]
    assert not column(rig.log("events")[0], "taken")


@pytest.mark.rule("KT-5")
@pytest.mark.parametrize(("store", "drawn"), [("red blue grey", 1), ("red blue", None), ("", None)])
def test_stocking_stops_at_the_fourth_colour(store, drawn):
    rig, _ = stocked(store, deck="5 green 5 white 5 orange 5 yellow")
    assert len(rig.store) == 4
    assert yarn(store) <= rig.store
    new = rig.store - yarn(store)
    if drawn:
        assert new.total() == drawn
    assert 1 in new.values()
    assert rig.deck == yarn("5 green 5 white 5 orange 5 yellow") - new


@pytest.mark.rule("KT-5")
def test_a_colour_drawn_again_goes_onto_its_stack():
    rig, _ = stocked("2 red blue grey", deck="3 red")
    assert rig.store == yarn("5 red blue grey")


@pytest.mark.rule("KT-5")
def test_wilds_lie_in_the_corners_and_fill_no_place_of_a_colour():
    rig, _ = stocked("red blue grey", deck="4 wild")
    assert rig.store == yarn("red blue grey 4 wild")


@pytest.mark.rule("KT-5")
def test_the_fifth_wild_wipes_the_store_and_itself():
    """With nothing else left all that is wiped makes a new deck, once."""
    for game in range(30):
        rig, events = stocked("2 red blue 4 wild", deck="wild", game=game)
        wipe, reshuffle = rig.log("events")[:2]
        assert (wipe["event"], reshuffle["event"]) == ("wipe", "reshuffle")
        assert column(wipe, "store") == yarn("2 red blue 4 wild")
        assert column(wipe, "taken") == column(reshuffle, "taken") == yarn("2 red blue 5 wild")
        assert not column(wipe, "after")
        assert events.count("reshuffle") == 1
        assert rig.deck == Counter()
        assert rig.store + rig.discards == yarn("2 red blue 5 wild")


@pytest.mark.rule("KT-5")
def test_after_a_wipe_stocking_starts_again_from_the_deck():
    wiped = 0
    for game in range(20):
        rig, events = stocked("4 wild", deck="2 wild 9 red 9 blue 9 grey 9 white", game=game)
        wiped += events == ["wipe", "stock"]
        assert events in (["wipe", "stock"], ["stock"])
        if events == ["stock"]:
            assert (rig.store["wild"], rig.discards) == (4, Counter())
        else:
            assert (rig.store["wild"] <= 1, rig.discards["wild"]) == (True, 5)
        assert set(rig.store) >= set(yarn("red blue grey white"))
    assert wiped > 5


@pytest.mark.rule("KT-5")
def test_the_wild_that_comes_after_the_fourth_colour_is_not_drawn():
    wiped = 0
    for game in range(60):
        rig, events = stocked("red blue grey 4 wild", deck="green wild", game=game)
        wiped += "wipe" in events
        if "wipe" not in events:
            assert (rig.store, rig.deck) == (yarn("red blue grey green 4 wild"), yarn("wild"))
    assert 15 <= wiped <= 45


@pytest.mark.rule("KT-5")
def test_the_discards_make_a_new_deck_when_a_card_must_be_drawn():
    rig, events = stocked("red blue grey", discards="6 white")
    assert events == ["reshuffle", "stock"]
    assert column(rig.log("events")[0], "taken") == yarn("6 white")
    assert (rig.store["white"], rig.deck, rig.discards) == (1, yarn("5 white"), Counter())


@pytest.mark.rule("KT-5")
def test_the_discards_are_left_alone_before_that():
    rig, events = stocked("red blue grey", deck="white", discards="5 green")
    assert events == ["stock"]
    assert (rig.deck, rig.discards) == (Counter(), yarn("5 green"))


@pytest.mark.rule("KT-5")
def test_with_both_empty_stocking_stops_short():
    rig, events = stocked("red wild", deck="red")
    assert (events, rig.store) == (["stock"], yarn("2 red wild"))
    rig, events = stocked()
    assert (events, rig.store) == (["stock"], Counter())


@pytest.mark.rule("KT-5")
@pytest.mark.parametrize(
    ("discards", "left", "wipes"), [("7 wild", "2 wild", 1), ("20 wild", "", 4), ("4 wild", "4 wild", 0)]
)
def test_a_store_of_wilds_is_not_wiped_for_ever(discards, left, wipes):
    rig, events = stocked(discards=discards)
    assert events == ["reshuffle", *["wipe"] * wipes, "stock"]
    assert (rig.store, rig.discards) == (yarn(left), yarn(discards) - yarn(left))


@pytest.mark.rule("KT-5")
def test_in_the_next_stocking_the_discards_are_shuffled_again():
    rig, _ = stocked(discards="7 wild")
    assert (rig.store, rig.discards) == (yarn("2 wild"), yarn("5 wild"))
    stock(rig.table, 0)
    assert [event["event"] for event in rig.log("events")][3:] == ["reshuffle", "wipe", "stock"]
    assert (rig.store, rig.discards) == (yarn("2 wild"), yarn("5 wild"))


@pytest.mark.rule("KT-5")
def test_a_store_reshuffled_midway_tells_all_that_it_got():
    """What is stocked before the discards are shuffled shows in the store after that event."""
    rig, events = stocked("red", deck="blue red", discards="3 grey 3 white")
    assert events == ["reshuffle", "stock"]
    reshuffle, last = rig.log("events")
    assert column(reshuffle, "after") == yarn("2 red blue")
    assert column(last, "taken") == rig.store - yarn("2 red blue")


@pytest.mark.rule("KT-5")
def test_every_card_of_the_deck_is_drawn_as_often():
    rig, seen = Rig(["", ""], store="red blue grey", deck="5 white 3 green 2 orange"), Counter()
    start = rig.view.copy(), rig.secret.copy()
    for game in range(3000):
        rig.view[:], rig.secret[:] = start
        seek_streams(rig.table, game)
        stock(rig.table, 0)
        seen.update(named(rig.view["store"][0]) - yarn("red blue grey"))
    assert chisquare([seen[name] for name in ("white", "green", "orange")], [1500, 900, 600]).pvalue > 1e-4


@pytest.mark.rule("KT-9")
def test_the_store_is_restocked_for_the_next_player():
    rig = Rig(["", ""], store="2 red blue grey white", deck="5 green 5 orange")
    outcome = rig.play("take red and blue")
    assert outcome.names[-1] == "stock"
    assert rig.store >= yarn("grey white green orange")
    assert len(rig.store) == 4


@pytest.mark.rule("KT-9")
def test_a_turn_ends_with_restocking_and_so_does_the_last(tmp_path):
    events = knitting(tmp_path / "run", players=3, games=60).events.collect()
    last = events.group_by("game_id", "turn", maintain_order=True).last()
    assert set(last["event"]) - {"draw_pattern"} == {"stock"}
    assert set(last.filter(event="draw_pattern")["turn"]) == {-1}
    assert (events.filter(event="stock").height, last.height) == (last.height, last.height)
