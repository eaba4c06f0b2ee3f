"""CAST ON, the third step of a turn: at most one pattern, with a free card and its yarn (KT-8)."""

from collections import Counter

import pytest

from knitting_rig import Rig
from knitting_words import Wip, column, yarn

HAT, SOCK, VEST = "hat: 7 points, 3 weeks, 2 red", "sock: 1 week, 1 blue", "vest: 5 weeks, 4 grey"
BUSY = [Wip(f"{name}: 5 weeks") for name in "wxyz"]


@pytest.mark.rule("KT-8")
def test_a_pattern_goes_from_the_hand_to_a_free_card_with_its_yarn():
    rig = Rig(["3 red blue", ""], hands=[[VEST, HAT, SOCK]], wips=[BUSY[:1]], discards="white")
    outcome = rig.play("cast on hat")
    event = outcome.event("cast_on")
    assert (event["what"], event["slot"], event["legal"]) == ("hat", 1, 2)
    assert column(event, "taken") == yarn("2 red")
    assert rig.hand(0) == ["vest", "sock"]
    assert rig.wips(0) == [Wip("w", 1), Wip("hat", 0, "2 red"), None, None]
    assert rig.stash(0) == yarn("red blue")
    assert rig.view["hand_counts"][0].tolist() == [2, 0, 0, 0]


@pytest.mark.rule("KT-8")
def test_the_yarn_lies_there_until_it_is_finished():
    rig = Rig(["2 red", ""], hands=[[HAT]])
    rig.play("cast on hat", turns=6)
    assert (rig.wips(0)[0], rig.discards) == (Wip("hat", 2, "2 red"), Counter())
    rig.play()
    assert (rig.wips(0)[0], rig.stash(0)) == (None, yarn("2 red"))  # drawn anew from the discards


@pytest.mark.rule("KT-8")
def test_at_most_one_pattern_is_cast_on_in_a_turn():
    rig = Rig(["9 red 9 blue", ""], hands=[[HAT, SOCK]])
    outcome = rig.play("cast on sock")
    assert (outcome.asked, rig.hand(0)) == (["cast on"], ["hat"])


@pytest.mark.rule("KT-8")
def test_nothing_need_be_cast_on():
    rig = Rig(["9 red 9 blue", ""], hands=[[HAT, SOCK]])
    outcome = rig.play("cast on nothing")
    assert outcome.options("cast on") == ["cast on nothing", "cast on hat", "cast on sock"]
    assert (rig.hand(0), rig.wips(0)) == (["hat", "sock"], [None] * 4)


@pytest.mark.rule("KT-8")
def test_only_what_can_be_paid_is_listed():
    assert Rig(["red blue", ""], hands=[[HAT, SOCK]]).cast_ons() == ["cast on nothing", "cast on sock"]
    assert Rig(["red blue wild", ""], hands=[[HAT, VEST]]).cast_ons() == ["cast on nothing", "cast on hat"]
    assert Rig(["red", ""], hands=[[HAT, SOCK]]).cast_ons() == ["cast on nothing"]


@pytest.mark.rule("KT-4", "KT-8")
def test_it_takes_a_free_cast_on_card():
    rig = Rig(["9 blue", ""], hands=[[SOCK]], wips=[BUSY])
    assert rig.cast_ons() == ["cast on nothing"]
    assert rig.play().asked == []
    rig = Rig(["9 blue", ""], hands=[[SOCK]], wips=[BUSY[:3]])
    assert rig.cast_ons() == ["cast on nothing", "cast on sock"]


@pytest.mark.rule("KT-8")
def test_the_cards_of_others_are_no_help():
    assert len(Rig(["9 blue", ""], hands=[[SOCK]], wips=[BUSY, []]).cast_ons()) == 1
    assert len(Rig(["9 blue", ""], hands=[[SOCK]], wips=[[], BUSY]).cast_ons()) == 2


@pytest.mark.rule("KT-7", "KT-8")
def test_what_is_bought_in_the_same_turn_can_be_used():
    rig = Rig(["", ""], hands=[[HAT]], store="2 red blue green")
    rig.play("take red and blue", "cast on hat")
    assert rig.wips(0)[0] == Wip("hat", 0, "2 red")


@pytest.mark.rule("KT-7", "KT-8")
def test_a_pattern_picked_in_the_same_turn_can_be_cast_on():
    rig = Rig(["blue", ""], deck="9 white", pattern_deck=[HAT, SOCK, VEST])
    rig.play("pick", "give back hat", "cast on sock")
    assert (rig.wips(0)[0], rig.hand(0)) == (Wip("sock", 0, "1 blue"), ["vest"])


@pytest.mark.rule("KT-3", "KT-8")
def test_a_special_pattern_is_cast_on_as_any_other():
    rig = Rig(["blue", ""], hands=[[HAT, "*sash: 5 points, 1 week, 1 blue"]])
    rig.play("cast on *sash")
    assert (rig.wips(0)[0], rig.hand(0)) == (Wip("*sash", 0, "1 blue"), ["hat"])
    assert rig.view["card_counts"][0].tolist() == [0] * 4
    rig.play(turns=2)
    assert (rig.points(0), rig.fos(0)) == (5, Counter(["*sash"]))


@pytest.mark.rule("KT-2", "KT-8")
def test_the_log_tells_what_was_paid():
    rig = Rig(["red 2 wild", ""], hands=[[HAT]])
    rig.play("cast on hat")
    (row,) = rig.log("patterns")
    assert (row["yarn"], row["wild_paid"], row["cast_on_turn"], row["finished_turn"]) == (2, 1, 0, None)
