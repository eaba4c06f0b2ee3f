"""KNIT, the first step of a turn: every WIP advances a week, and what is done is finished (KT-6)."""

from collections import Counter

import pytest

from knitting_rig import Rig
from knitting_words import Wip, column, yarn

HAT = "hat: 7 points, 3 weeks, 2 red"
VEST = "vest: 12 points, 5 weeks, 1 grey"
SOCK = "sock: 4 points, 1 week, 1 blue"


@pytest.mark.rule("KT-6")
def test_every_wip_of_the_seat_advances_one_week():
    rig = Rig(["", ""], wips=[[Wip(HAT, 1, "2 red"), Wip(VEST, 0, "grey")], [Wip("scarf: 5 weeks", 2, "")]])
    rig.play()
    assert rig.wips(0) == [Wip("hat", 2, "2 red"), Wip("vest", 1, "1 grey"), None, None]
    assert rig.wips(1)[0] == Wip("scarf", 2)


@pytest.mark.rule("KT-6")
def test_what_is_done_goes_to_the_mat_and_frees_its_card_and_yarn():
    rig = Rig(
        ["white", ""],
        wips=[[Wip(VEST, 1, "grey"), Wip(HAT, 2, "red wild")]],
        store="red blue green white",
        deck="9 wild",
        discards="blue",
        points=[3],
    )
    finish = rig.play("draw two").event("finish")
    assert (finish["what"], finish["slot"], finish["points"]) == ("hat", 1, 7)
    assert column(finish, "taken") == yarn("red wild")
    assert rig.wips(0) == [Wip("vest", 2, "1 grey"), None, None, None]
    assert (rig.fos(0), rig.points(0)) == (Counter(["hat"]), 10)
    assert rig.stash(0) == yarn("white 2 wild")
    assert rig.discards == yarn("blue red wild")


@pytest.mark.rule("KT-6")
def test_several_can_be_finished_in_a_turn():
    rig = Rig(["", ""], wips=[[Wip(HAT, 2), Wip(VEST, 4), Wip(SOCK, 0), Wip("scarf: 9 points, 2 weeks")]])
    outcome = rig.play()
    assert [event["what"] for event in outcome.events if event["event"] == "finish"] == [
        "hat",
        "vest",
        "sock",
    ]
    assert rig.points(0) == 23
    assert [wip and wip.pattern for wip in rig.wips(0)] == [None, None, None, "scarf"]


@pytest.mark.rule("KT-6")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("weeks", range(1, 8))
def test_a_pattern_of_n_weeks_is_finished_n_own_turns_later(players, weeks):
    rig = Rig([""] * players, hands=[[f"hat: 5 points, {weeks} weeks"]])
    rig.play("cast on hat")
    assert (rig.wips(0)[0], rig.points(0)) == (Wip("hat"), 0)
    rig.play(turns=weeks * players - 1)
    assert (rig.wips(0)[0], rig.points(0)) == (Wip("hat", weeks - 1), 0)
    rig.play()
    assert (rig.wips(0)[0], rig.points(0)) == (None, 5)
    (row,) = rig.log("patterns")
    assert (row["cast_on_turn"], row["finished_turn"]) == (0, weeks * players)


@pytest.mark.rule("KT-6")
def test_the_card_that_is_freed_can_be_used_in_the_same_turn():
    busy = [Wip(VEST, 1), Wip("b: 5 weeks", 1), Wip(HAT, 2), Wip("d: 5 weeks", 1)]
    rig = Rig(["blue", ""], hands=[[SOCK]], wips=[busy])
    rig.play("cast on sock")
    assert rig.wips(0)[2] == Wip("sock", 0, "1 blue")


@pytest.mark.rule("KT-6")
def test_the_yarn_that_is_discarded_can_be_drawn_in_the_same_turn():
    rig = Rig(["", ""], wips=[[Wip(HAT, 2, "2 red")]])
    assert rig.ways() == []
    outcome = rig.play()
    assert outcome.names[:4] == ["knit", "finish", "reshuffle", "shop"]
    assert rig.stash(0) == yarn("2 red")


@pytest.mark.rule("KT-6", "KT-7", "KT-8", "KT-9")
def test_a_turn_has_its_order():
    rig = Rig(
        ["", ""],
        hands=[[SOCK]],
        wips=[[Wip(HAT, 2, "2 red")]],
        store="blue grey 2 green",
        deck="red orange yellow",
    )
    outcome = rig.play("take green and blue", "cast on sock")
    assert outcome.names == ["knit", "finish", "shop", "cast_on", "stock"]
    assert {event["seat"] for event in outcome.events} == {0}
    assert {event["turn"] for event in outcome.events} == {0}
    assert outcome.asked == ["choose", "cast on"]


@pytest.mark.rule("KT-6")
def test_without_a_wip_nothing_is_knitted():
    assert Rig(["", ""], store="red blue").play().names == ["shop", "stock"]


@pytest.mark.rule("KT-6")
def test_turns_go_round_the_table():
    rig = Rig(["", "", ""], store="red blue green white", turn=4)
    events = rig.play(turns=5).events
    assert [(event["turn"], event["seat"]) for event in events if event["event"] == "stock"] == [
        (4, 1),
        (5, 2),
        (6, 0),
        (7, 1),
        (8, 2),
    ]
