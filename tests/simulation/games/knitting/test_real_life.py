"""The variant in which what the players knit in real life counts too (KT-15)."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest
from scipy.stats import chisquare

from knitting_ledger import Ledger
from knitting_rig import Rig, dealt, knitting
from knitting_strategies import PLAYERS
from knitting_table import shipped
from knitting_words import COLOURS, Wip, column, make_catalogue, make_community, yarn
from run_folders import refused
from simulation.games.knitting.table import set_up

pytestmark = pytest.mark.rule("KT-15")

HAT = "hat: 7 points, 3 weeks, 2 red"
FULL = "red blue green white 4 wild"
TWELVE = (make_catalogue([f"p{number}: 1 red" for number in range(12)]), make_community([]))


def finished(pattern, lying, patterns=(), colours=(), seat=0, **rules):
    """Finish a pattern that lies with some yarn while the seat knits things in real life."""
    wips = [[], []]
    wips[seat] = [Wip(pattern, 2, lying)]
    rules = {"real_life": True, **rules}
    rig = Rig(["", ""], wips=wips, turn=seat, store=FULL, **rules)
    for name in patterns:
        rig.view["real_pattern"][0, 0, rig.pattern(name)] = 1
    for colour in colours:
        rig.view["real_colour"][0, 0, COLOURS.index(colour)] = 1
    return rig, rig.play().event("finish")["points"]


def test_without_the_switch_nothing_is_knitted_for_real():
    rig = dealt(4)
    assert not any(rig.real_patterns(seat) or rig.real_colours(seat) for seat in range(4))
    assert "real_life" not in [event["event"] for event in rig.log("events")]


@pytest.mark.parametrize(
    ("lying", "patterns", "colours", "points", "on_mat"),
    [
        ("2 red", [], [], 7, ""),
        ("2 red", ["hat"], [], 14, ""),
        ("2 red", [], ["red"], 27, "2 red"),
        ("2 red", ["hat"], ["red"], 34, "2 red"),
        ("2 red", [], ["blue"], 7, ""),
        ("red wild", [], ["red"], 17, "red"),
        ("2 wild", [], list(COLOURS), 7, ""),
        ("red blue wild", ["hat"], ["red", "blue", "grey"], 34, "red blue"),
    ],
)
def test_a_pattern_counts_double_and_its_solid_yarn_ten_a_card(lying, patterns, colours, points, on_mat):
    rig, given = finished(HAT, lying, patterns, colours)
    assert (given, rig.points(0)) == (points, points)
    assert rig.mat_yarn == yarn(on_mat)
    assert rig.discards == yarn(lying) - yarn(on_mat)
    assert rig.fos(0) == Counter(["hat"])
    (row,) = rig.log("patterns")
    assert (row["points"], row["bonus"]) == (7, points - 7)


def test_only_what_the_seat_itself_knits_counts():
    rig, points = finished(HAT, "2 red", ["hat"], ["red"], seat=1)
    assert (points, rig.mat_yarn) == (7, Counter())


def test_the_bonus_counts_towards_the_target():
    rig, _ = finished(HAT, "2 red", [], ["red"], target=27)
    assert rig.view["closer"][0] == 0
    rig, _ = finished(HAT, "2 red", [], ["red"], target=28)
    assert rig.view["closer"][0] == -1


def test_the_bonus_is_among_the_fo_points_and_told_apart():
    rig, _ = finished(HAT, "2 red", ["hat"], ["red"], max_turns=1)
    rig.play()
    row = rig.log("seats")[0]
    assert (row["fo_points"], row["bonus"], row["score"]) == (34, 27, 34)


def test_a_knit_card_finishes_with_the_same_bonus():
    rig = Rig(["", ""], cards=[["knit 5"]], wips=[[Wip(HAT, 0, "2 red")]], store=FULL, real_life=True)
    rig.view["real_pattern"][0, 0, 0] = rig.view["real_colour"][0, 0, 0] = 1
    assert rig.play("before knit: play knit 5 on hat").event("finish")["points"] == 34


def test_yarn_on_the_mat_stays_there():
    rig, _ = finished(HAT, "2 red", [], ["red"])
    rig.play(turns=8)
    assert rig.mat_yarn == yarn("2 red")


def test_other_seats_see_it_and_the_log_tells_it():
    rig = dealt(3, 2, real_life=True, real_life_patterns=2, real_life_colours=3)
    told = [event for event in rig.log("events") if event["event"] == "real_life"]
    for seat in range(3):
        mine = [event for event in told if event["seat"] == seat]
        assert [event["what"] for event in mine] == [*rig.real_patterns(seat), None]
        assert column(mine[-1], "taken") == Counter(rig.real_colours(seat))
    assert {event["turn"] for event in told} == {-1}


@pytest.mark.parametrize(("patterns", "colours"), [(1, 1), (0, 0), (3, 2), (12, 8)])
@pytest.mark.parametrize("players", [2, 4])
def test_each_seat_knits_as_many_as_the_switches_say_without_replacement(players, patterns, colours):
    rules = {"real_life": True, "real_life_patterns": patterns, "real_life_colours": colours}
    for game in range(20):
        rig = dealt(players, game, TWELVE, **rules)
        for seat in range(players):
            assert len(rig.real_patterns(seat)) == patterns
            assert len(rig.real_colours(seat)) == colours


@pytest.fixture(scope="module")
def drawn():
    """What four seats knit in many games: two of twelve patterns, and two colours."""
    rig = dealt(4, 0, TWELVE, real_life=True, real_life_patterns=2, real_life_colours=2)
    found = []
    for game in range(4000):
        set_up(rig.table, game)
        rig.secret["events"]["written"] = 0
        view = rig.view[0]
        patterns = [tuple(row.nonzero()[0].tolist()) for row in view["real_pattern"]]
        colours = [tuple(row.nonzero()[0].tolist()) for row in view["real_colour"]]
        found.append((patterns, colours))
    return found


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize(("kind", "count"), [(0, 12), (1, 8)])
def test_every_set_is_drawn_as_often_for_every_seat(drawn, kind, count, seat):
    seen = Counter(one[kind][seat] for one in drawn)
    sets = list(combinations(range(count), 2))
    assert set(seen) <= set(sets)
    assert chisquare([seen[one] for one in sets]).pvalue > 1e-4


@pytest.mark.parametrize(("kind", "count"), [(0, 12), (1, 8)])
@pytest.mark.parametrize(("seat", "other"), [(0, 1), (1, 3), (0, 2)])
def test_each_seat_is_drawn_for_alone(drawn, kind, count, seat, other):
    common = Counter(len(set(one[kind][seat]) & set(one[kind][other])) for one in drawn)
    chances = [comb(2, k) * comb(count - 2, 2 - k) / comb(count, 2) for k in range(3)]
    expected = [len(drawn) * chance for chance in chances]
    assert chisquare([common[k] for k in range(3)], expected).pvalue > 1e-4


def test_only_patterns_of_the_catalogue_are_knitted_for_real():
    rules = {"real_life": True, "real_life_patterns": 40}
    rig = dealt(2, 0, shipped(), **rules)
    assert rig.real_patterns(0) == rig.patterns[:40]


def test_the_variant_changes_no_deal():
    one, other = dealt(4, 11), dealt(4, 11, real_life=True)
    assert [one.hand(seat) for seat in range(4)] == [other.hand(seat) for seat in range(4)]
    assert (one.store, one.deck, one.pattern_deck) == (other.store, other.deck, other.pattern_deck)
    assert one.community_deck == other.community_deck


def test_whole_games_give_the_bonus_that_the_log_says():
    rules = {"real_life": True, "real_life_patterns": 8, "real_life_colours": 2, "target": 150}
    for game in range(4):
        rig = dealt(4, game, **rules)
        rig.run(PLAYERS["random"], 5000)
        ledger = Ledger(rig.catalogue, 4).follow(rig.log("events"))
        assert ledger.points == [row["fo_points"] for row in rig.log("seats")]
        assert sum(row["bonus"] for row in rig.log("seats")) > 0
        assert ledger.mat.total() > 0


def test_more_patterns_than_there_are_are_refused(tmp_path):
    rules = {"real_life": True, "real_life_patterns": 41}
    assert "at most 40" in refused(knitting, tmp_path / "run", games=5, rules=rules)
    assert knitting(tmp_path / "off", games=5, rules={**rules, "real_life": False}).count == 5
