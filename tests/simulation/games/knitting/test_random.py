"""The player `random`, whose choices are fixed because scripts outside replay them in distribution."""

from collections import Counter
from itertools import product

import pytest
from scipy.stats import binomtest, chisquare, hypergeom

from knitting_rig import WINDOWS, Rig, knitting
from knitting_table import shipped
from knitting_words import COLOURS, Wip, column, numbers
from simulation.games.knitting.choices import list_discards, list_keeps, list_matching, list_payments
from simulation.games.knitting.players import random
from simulation.games.knitting.table import seek_streams

FULL = "red blue green white"


def answers(rig, count):
    """Return how often each answer is given to the question in the view."""
    seek_streams(rig.table, 0)
    options, seen = rig.question().options, Counter()
    for _ in range(count):
        seen[int(random(rig.view[0], rig.luck[0]))] += 1
    return Counter(dict.fromkeys(options, 0)) + Counter(
        {option: sum(seen[place] for place, one in enumerate(options) if one == option) for option in options}
    )


def check(seen, expected):
    """Check that answers come as often as expected, and no others."""
    total = sum(seen.values())
    weight = sum(expected.values())
    assert set(seen) == set(expected)
    frequencies = [total * share / weight for share in expected.values()]
    assert chisquare([seen[one] for one in expected], frequencies).pvalue > 1e-4


def turns(rig, count):
    """Play the same turn again and again with other chance; the table is each time as it is then."""
    start = rig.copy()
    for game in range(count):
        rig.put_back(start)
        seek_streams(rig.table, game)
        rig.run(random, 1)
        yield game
    rig.put_back(start)


# The choice


@pytest.mark.rule("KT-7")
def test_every_way_to_shop_is_as_likely_and_each_wild_is_one():
    rig = Rig(["", ""], store="2 red blue green 3 wild", deck="9 grey", pattern_deck=["a"])
    expected = Counter(rig.ways())
    assert expected["take wild"] == 3
    check(answers(rig, 6000), expected)


@pytest.mark.rule("KT-7")
def test_half_the_time_two_patterns_are_kept_and_each_is_given_back_as_often():
    rig = Rig(["", ""], hands=[["x", "a", "b", "c"]])
    list_keeps(rig.table, 0)
    check(answers(rig, 6000), {"keep all": 3, "give back a": 1, "give back b": 1, "give back c": 1})


@pytest.mark.rule("KT-7")
def test_the_choice_is_uniform_in_whole_games(tmp_path):
    run = knitting(tmp_path / "run", players=2, games=4000, rules={"max_turns": 1})
    chosen = run.events.filter(legal=12, turn=0).collect()
    seen = Counter(row["what"] or row["event"] for row in chosen.select("event", "what").to_dicts())
    check(seen, {"two_from_deck": 1, "two_stacks": 6, "deck_and_stack": 4, "pick": 1})


# Casting on


@pytest.mark.rule("KT-8")
def test_every_pattern_that_can_be_paid_and_none_are_as_likely():
    rig = Rig(["5 red", ""], hands=[["a: 1 red", "b: 9 red", "c: 2 red", "*d: 1 red"]])
    rig.cast_ons()
    check(answers(rig, 6000), {"cast on nothing": 1, "cast on a": 1, "cast on c": 1, "cast on *d": 1})


@pytest.mark.rule("KT-2")
@pytest.mark.parametrize(
    ("stash", "colours"),
    [("3 red 3 blue 2 grey", "red blue"), ("3 red blue 2 wild", "red blue"), ("3 wild", " ".join(COLOURS))],
)
def test_every_colour_that_pays_the_matching_cards_is_as_likely(stash, colours):
    rig = Rig([stash, ""], hands=[["hat: 3 matching"]])
    list_matching(rig.table, 0, 0)
    check(answers(rig, 6000), {f"match in {colour}": 1 for colour in colours.split()})


@pytest.mark.rule("KT-2")
@pytest.mark.parametrize("fewest", [0, 2])
def test_wilds_stand_only_for_what_is_short(fewest):
    rig = Rig(["9 red 9 wild", ""], hands=[["hat: 5 red"]])
    list_payments(rig.table, 0, 0, 0, fewest, 5)
    assert set(answers(rig, 200)) == {f"{fewest} wild for red"}


def solid_first(pattern, stash, matching):
    """Return the payment that uses solid cards first, Wild requirements set aside."""
    due = dict(zip(COLOURS, pattern.needs, strict=False))
    if matching:
        due[matching] += pattern.matching
    paid = Counter({colour: min(due[colour], stash[colour]) for colour in COLOURS})
    return +(paid + Counter(wild=pattern.yarn - paid.total()))


@pytest.mark.rule("KT-2")
def test_payments_in_whole_games_are_solid_first(tmp_path):
    run = knitting(tmp_path / "run", players=4, games=60)
    shown = {one.pattern: one for one in shipped()[0].patterns}
    shown |= {card.card: card.as_pattern for card in shipped()[1].cards if card.kind == "pattern"}
    wilds = 0
    for event in run.events.filter(event="cast_on").collect().to_dicts():
        pattern, stash = shown[event["what"]], column(event, "stash")
        colours = COLOURS if pattern.matching else [None]
        ways = [solid_first(pattern, stash, colour) for colour in colours]
        assert column(event, "taken") in [way for way in ways if way["wild"] <= stash["wild"]]
        wilds += event["taken_wild"]
    assert wilds > 0


# Trading


@pytest.mark.rule("KT-10")
def test_one_turn_in_ten_has_a_trade():
    rig = Rig(["40 red", ""], community_deck=["deed 1"])
    rig.free(0, WINDOWS.index("after knit"))
    seen = answers(rig, 20_000)
    assert set(seen) == {"go on", "trade"}
    assert binomtest(seen["trade"], 20_000, 0.1).pvalue > 1e-4


@pytest.mark.rule("KT-10")
def test_no_turn_has_two():
    rig = Rig(["40 red", ""], community_deck=["deed 1"] * 9, store=FULL, deck="9 grey")
    trades = Counter(int(rig.secret["trades"][0, 0]) for _ in turns(rig, 2000))
    assert set(trades) == {0, 1}
    assert binomtest(trades[1], 2000, 0.1).pvalue > 1e-4


@pytest.mark.rule("KT-10")
@pytest.mark.parametrize(("stash", "deck"), [("4 red", ["deed 1"]), ("9 red", [])])
def test_without_five_yarn_or_a_deck_there_is_none(stash, deck):
    rig = Rig([stash, ""], community_deck=deck, store=f"{FULL} 4 wild")
    assert {int(rig.secret["trades"][0, 0]) for _ in turns(rig, 300)} == {0}


@pytest.mark.rule("KT-10")
@pytest.mark.parametrize("given", ["", "2 red", "wild"])
def test_every_yarn_card_is_given_as_often(given):
    rig, away = Rig(["4 red 2 blue 2 wild", ""]), numbers(given)
    rig.secret["taken"] = away
    list_discards(rig.table, 0, rig.secret[0]["taken"], 5 - sum(away))
    left = {"give red": 4 - away[0], "give blue": 2, "give wild": 2 - away[8]}
    check(answers(rig, 6000), left)


@pytest.mark.rule("KT-10")
def test_five_cards_are_given_as_if_drawn_together():
    rig, seen = Rig(["6 red 4 blue", ""]), Counter()
    taken = rig.secret[0]["taken"]
    for _ in range(2000):
        taken[:] = 0
        for still_due in range(5, 0, -1):
            list_discards(rig.table, 0, taken, still_due)
            taken[rig.view["choice_yarn"][0, random(rig.view[0], rig.luck[0])]] += 1
        seen[int(taken[0])] += 1
    reds = range(1, 6)
    assert set(seen) <= set(reds)
    expected = hypergeom(10, 6, 5).pmf(reds) * seen.total()
    assert chisquare([seen[red] for red in reds], expected).pvalue > 1e-4


@pytest.mark.rule("KT-3", "KT-10")
def test_an_action_traded_for_is_played_half_the_time_in_the_same_turn():
    rig, seen = Rig(["5 red", ""], community_deck=["draw_yarn 1"], store=FULL, deck="9 grey"), Counter()
    for _ in turns(rig, 4000):
        if rig.secret["trades"][0, 0]:
            seen[len(rig.cards(0))] += 1
    check(seen, {0: 1, 1: 1})


# Playing


@pytest.mark.rule("KT-3")
def test_each_action_is_played_or_not_as_likely_each_for_itself():
    cards = ["draw_yarn 1", "deed 5", "draw_patterns 1", "draw_yarn 2"]
    rig = Rig(["", ""], cards=[cards], store=FULL, deck="9 grey", pattern_deck=["a", "b"])
    seen = Counter(tuple(rig.cards(0)) for _ in turns(rig, 4000))
    subsets = product(*[[(card,), ()] for card in cards if card != "deed 5"])
    expected = {(*first, "deed 5", *second, *third): 1 for first, second, third in subsets}
    check(seen, expected)


@pytest.mark.rule("KT-3")
def test_they_are_played_in_hand_order_after_knitting():
    cards = ["draw_yarn 2", "draw_patterns 1", "draw_yarn 1", "knit 1"]
    rig = Rig(
        ["", ""], cards=[cards], wips=[[Wip("hat: 7 weeks")]], store=FULL, deck="9 grey", pattern_deck=["a"]
    )
    for _ in turns(rig, 100):
        events = rig.log("events")
        played = [event["what"] for event in events if event["event"] == "play"]
        assert played == [card for card in cards if card in played]
        names = [event["event"] for event in events if event["event"] != "draw_pattern"]
        assert names[: len(played) + 1] == ["knit", *["play"] * len(played)]


@pytest.mark.rule("KT-3")
def test_every_own_wip_is_knitted_as_often():
    wips = [Wip(f"{name}: 7 weeks") for name in "abc"]
    rig, seen = Rig(["", ""], cards=[["knit 2"]], wips=[wips], store=FULL), Counter()
    for _ in turns(rig, 3000):
        seen[tuple(rig.view["wip_weeks"][0, 0, :3].tolist())] += 1
    check(seen, {(1, 1, 1): 3, (3, 1, 1): 1, (1, 3, 1): 1, (1, 1, 3): 1})


@pytest.mark.rule("KT-3")
def test_every_opponent_with_yarn_is_robbed_as_often():
    rig, seen = Rig(["", "3 red", "", "9 red"], cards=[["take_yarn 1"]], store=f"{FULL} 4 wild"), Counter()
    for _ in turns(rig, 3000):
        seen[tuple(rig.view["stash_counts"][0, 1:].tolist())] += 1
    check(seen, {(3, 0, 9): 2, (2, 0, 9): 1, (3, 0, 8): 1})


@pytest.mark.rule("KT-3")
@pytest.mark.parametrize("card", ["knit 1", "take_yarn 1", "frog"])
def test_a_card_without_a_target_is_not_played(card):
    rig = Rig(["red", ""], cards=[[card]], store=f"{FULL} 4 wild")
    assert {tuple(rig.cards(0)) for _ in turns(rig, 200)} == {(card,)}


@pytest.mark.rule("KT-3")
def test_frog_is_never_played():
    rig = Rig(["red", ""], cards=[["frog"]], wips=[[Wip("hat: 7 weeks", 1, "red")]], store=FULL)
    assert {tuple(rig.cards(0)) for _ in turns(rig, 200)} == {("frog",)}


@pytest.mark.rule("KT-3")
def test_extra_cast_on_repeats_the_step():
    hands = [[f"{name}: 7 weeks" for name in "ab"]]
    rig, seen = Rig(["", ""], hands=hands, cards=[["extra_cast_on"]], store=FULL), Counter()
    for _ in turns(rig, 4000):
        seen[len(rig.hand(0))] += 1
    # Played or not; then none or one of two; then none or one of those left.
    check(seen, {2: 1 / 6 + 1 / 18, 1: 1 / 3 + 1 / 9 + 1 / 6, 0: 1 / 6})


@pytest.mark.rule("KT-10")
def test_nothing_is_done_in_the_other_windows(tmp_path):
    """In whole games trades and plays come after knitting and before the choice, the trade first."""
    events = knitting(tmp_path / "run", players=3, games=40).events.collect()
    order = {"knit": 0, "finish": 0, "trade": 1, "play": 2, "shop": 3, "pick": 3, "pass": 3, "cast_on": 4}
    for turn in (
        events.filter(event="stock").join(events, on=["game_id", "turn"]).partition_by("game_id", "turn")
    ):
        steps = [order[name] for name in turn["event_right"] if name in order]
        after_play = 2 in steps and "finish" in turn["event_right"].to_list()
        assert steps == sorted(steps) or after_play
        assert steps.count(1) <= 1
