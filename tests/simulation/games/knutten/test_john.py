"""John Knut: in the pile, in a hand, in front of a player (KN-14 to KN-16)."""

from collections import Counter

import pytest
from scipy.stats import chisquare

from knutten_rig import HEADER, Rig, knutten, write_deck
from run_folders import refused
from simulation.games.knutten.players import highest, lowest, random
from simulation.games.knutten.table import deal, gather
from simulation.randomness import seek

JOHN = "John Knut"
STUCK = "-9/-8"


def table(*cards, swamp=("1/1", "1/2", "1/3", "1/4"), **options):
    """Return a table with one card in each hand."""
    return Rig([[card] for card in cards], swamp=swamp, hand_size=1, **options)


@pytest.mark.rule("KN-14")
def test_one_john_is_added_before_the_deal():
    cards = ["2/7"] * 20 + ["3/9"] * 22
    rig = Rig([[]] * 4, more=[*cards, JOHN])
    gather(rig.table, 0, 0)
    assert Counter(rig.swamp) == Counter([*cards, JOHN])
    deal(rig.table)
    assert rig.view["swamp"][0] == 43 - 12
    assert rig.all_cards() == Counter([*cards, JOHN])


@pytest.mark.rule("KN-14")
def test_john_is_as_likely_to_be_dealt_as_any_card():
    rig = Rig([[]] * 3, more=[*["2/7"] * 11, JOHN])
    seen = Counter()
    for game in range(3000):
        gather(rig.table, game, 0)
        deal(rig.table)
        seen[next((seat for seat in range(3) if JOHN in rig.hand(seat)), "swamp")] += 1
    assert chisquare([seen[place] for place in (0, 1, 2, "swamp")]).pvalue > 1e-4


@pytest.mark.rule("KN-14")
@pytest.mark.parametrize("john", [True, False])
def test_the_switch_adds_him(tmp_path, john):
    run = knutten(tmp_path / "run", players=3, games=300, rules={"john": john})
    hands = run.events.collect().select("hand_a", "hand_b", "hand_c").cast(str)
    assert any((hands[slot] == JOHN).any() for slot in hands.columns) == john
    assert (run.events.filter(event="john").collect().height > 100) == john
    assert (run.rounds.collect()["john_bitten"].sum() > 0) == john


def deck_with_john(folder, group, sides="0,0"):
    rows = [HEADER, "2/7,20,2,7,number,x", f"{JOHN},1,{sides},{group},x"]
    (folder / "with-john.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return str(folder / "with-john.csv")


@pytest.mark.rule("KN-14")
@pytest.mark.parametrize("sides", ["0,0", ",", "john,john"])
def test_john_rows_of_a_deck_are_ignored(tmp_path, sides):
    deck = deck_with_john(tmp_path, "john", sides)
    run = knutten(tmp_path / "run", players=2, games=20, components=deck)
    assert JOHN not in run.events.collect()["card"].dtype.categories.to_list()
    assert [card["card"] for card in run.components["deck"]["cards"]] == ["2/7"]
    run = knutten(tmp_path / "other", players=2, games=20, components=deck, rules={"john": True})
    assert run.events.filter(event="john").collect()["game_id"].is_unique().all()


@pytest.mark.rule("KN-14")
def test_a_card_of_johns_name_is_refused_where_he_plays_along(tmp_path):
    arguments = {"players": 2, "games": 2, "components": deck_with_john(tmp_path, "special")}
    assert "KN-14" in refused(knutten, tmp_path / "run", rules={"john": True}, **arguments)
    assert knutten(tmp_path / "run", **arguments).count == 2


@pytest.mark.rule("KN-14")
def test_john_does_not_count_as_a_card_to_deal(tmp_path):
    deck = write_deck(tmp_path, {"2/7": 5})
    arguments = {"players": 2, "games": 2, "components": deck, "rules": {"john": True}}
    assert "5 cards" in refused(knutten, tmp_path / "run", **arguments)


@pytest.mark.rule("KN-10")
@pytest.mark.rule("KN-14")
def test_john_never_counts_for_wind():
    rig = Rig([["2/7", JOHN, "7/2"], ["1/3", "3/5", "5/8"]], swamp=["4/4"])
    assert rig.play("2/7 a").names == ["play"]


@pytest.mark.rule("KN-14")
def test_he_is_gathered_from_a_hand_and_from_the_swamp():
    for rig in (table(JOHN, "2/2"), table("3/3", "2/2", swamp=["1/1", JOHN])):
        gather(rig.table, 0, 1)
        assert rig.swamp.count(JOHN) == 1


@pytest.mark.rule("KN-15")
@pytest.mark.parametrize("copiers", [[], [1, 1]])
def test_playing_john_is_always_legal(copiers):
    rig = Rig([["-9/3", JOHN], ["2/2", "2/2"]], swamp=["1/1"], hand_size=2, copiers=copiers)
    assert rig.choices(0) == [("-9/3", "b"), (JOHN, "a")]


@pytest.mark.rule("KN-15")
def test_john_may_stay_in_the_hand():
    rig = Rig([["5/3", JOHN], ["2/2", "2/2"]], swamp=["1/1"], hand_size=2)
    event = rig.play("5/3 a").events[0]
    assert (event["event"], event["legal"]) == ("play", 3)
    assert rig.hand(0) == ["1/1", JOHN]


@pytest.mark.rule("KN-15")
@pytest.mark.rule("KN-16")
def test_john_is_the_turns_only_play_and_a_card_is_drawn():
    rig = Rig([["5/3", JOHN], ["2/2", "2/2"]], swamp=["1/1"], hand_size=2, swarm=7, copiers=[1])
    outcome = rig.play("john 1", "2/2 a")
    event = outcome.events[0]
    assert (outcome.seats, outcome.names, outcome.plays) == ([0, 1], ["john", "play"], 2)
    assert (event["card"], event["side"], event["worth"], event["target"]) == (JOHN, None, None, 1)
    assert (event["swarm_before"], event["swarm"], event["waiting"], event["legal"]) == (7, 7, 1, 3)
    assert (event["hand_a"], event["hand_b"], event["turn"]) == ("5/3", JOHN, 0)
    assert outcome.events[1]["target"] is None
    assert outcome.swarms == [7, 11]
    assert rig.hand(0) == ["5/3", "1/1"]
    assert rig.swarm_cards == ["2/2"]


@pytest.mark.rule("KN-15")
def test_john_without_a_swamp_is_not_replaced():
    rig = Rig([["5/3", JOHN], ["2/2", "2/2"]], hand_size=2)
    rig.play("john 0")
    assert rig.hand(0) == ["5/3", None]


@pytest.mark.rule("KN-8")
@pytest.mark.rule("KN-15")
def test_with_nothing_but_john_he_is_played_or_goes_under_with_the_hand():
    rig = Rig([[STUCK, JOHN], ["2/2", "2/2"]], swamp=["1/1", "1/2"], hand_size=2)
    assert rig.choices(0) == [(JOHN, "a"), ("keep", "")]
    event = rig.play("keep").events[0]
    assert (event["event"], event["legal"], event["hand_b"]) == ("redraw", 1, JOHN)
    assert rig.hand(0) == ["1/1", "1/2"]
    assert sorted(rig.swamp) == [STUCK, JOHN]
    assert rig.john_seat is None


@pytest.mark.rule("KN-8")
@pytest.mark.rule("KN-15")
def test_with_nothing_but_john_and_no_swamp_he_is_played_or_kept():
    rig = Rig([[STUCK, JOHN], ["2/2", "2/2"]], hand_size=2)
    outcome = rig.play("keep", "2/2 a")
    assert (outcome.names, outcome.seats) == (["pass", "play"], [0, 1])
    assert outcome.events[0]["legal"] == 1
    assert rig.hand(0) == [STUCK, JOHN]


@pytest.mark.rule("KN-8")
@pytest.mark.rule("KN-15")
def test_after_a_redraw_john_alone_may_be_played_in_the_same_turn():
    rig = table(STUCK, "2/2", swamp=[JOHN, "3/3"], redraw_then_play=True)
    outcome = rig.play("john 1", "2/2 a", turns=3)
    assert list(zip(outcome.names, outcome.seats, strict=True)) == [("redraw", 0), ("john", 0), ("play", 1)]
    assert [event["turn"] for event in outcome.events] == [0, 1, 2]
    assert [event["legal"] for event in outcome.events] == [0, 1, 2]
    assert rig.hand(0) == ["3/3"]


@pytest.mark.rule("KN-8")
@pytest.mark.rule("KN-15")
def test_after_a_redraw_john_alone_may_be_kept():
    rig = table(STUCK, "2/2", swamp=[JOHN, "3/3"], redraw_then_play=True)
    outcome = rig.play("keep", "2/2 a", turns=2)
    assert list(zip(outcome.names, outcome.seats, strict=True)) == [("redraw", 0), ("play", 1)]
    assert [event["turn"] for event in outcome.events] == [0, 1]
    assert rig.hand(0) == [JOHN]


@pytest.mark.rule("KN-8")
def test_after_a_redraw_a_number_must_be_played_where_there_is_one():
    rig = Rig(
        [[STUCK, STUCK], ["2/2", "2/2"]], swamp=[JOHN, "3/3", "4/4"], hand_size=2, redraw_then_play=True
    )
    with pytest.raises(AssertionError, match="seat 0 cannot make the next move"):
        rig.play("keep", "2/2 a")


@pytest.mark.rule("KN-8")
@pytest.mark.rule("KN-15")
def test_with_redraw_then_play_john_kept_back_is_followed_by_a_play():
    rig = table(JOHN, "2/2", swamp=["3/3", "4/4", "1/1"], redraw_then_play=True)
    outcome = rig.play("keep", "3/3 a", "2/2 a", turns=3)
    assert list(zip(outcome.names, outcome.seats, strict=True)) == [("redraw", 0), ("play", 0), ("play", 1)]
    assert rig.hand(0) == ["4/4"]
    assert rig.swamp == [JOHN]


@pytest.mark.rule("KN-9")
@pytest.mark.parametrize("holder", [0, 1])
def test_john_does_not_prevent_a_refill(holder):
    hands = [[STUCK], [STUCK]]
    hands[holder] = [JOHN]
    rig = Rig(hands, swarm_cards=["3/3", "3/3"], hand_size=2)
    outcome = rig.play("3/3 a", turns=1)
    assert outcome.names == ["refill", "play"]
    assert outcome.events[0]["legal"] == 0


@pytest.mark.rule("KN-9")
def test_john_may_be_played_where_there_is_no_swarm_to_make_a_swamp_of():
    rig = Rig([[JOHN], [STUCK]], hand_size=1)
    assert rig.choices(0) == [(JOHN, "a"), ("keep", "")]
    assert rig.play("john 0", turns=2).names == ["john", "pass"]


@pytest.mark.rule("KN-10")
@pytest.mark.rule("KN-15")
def test_wind_may_come_with_the_card_drawn_after_john():
    rig = Rig([["2/7", JOHN, "7/2"], ["1/3", "3/5", "5/8"]], swamp=["2/7", "1/1"])
    outcome = rig.play("john 1", turns=9)
    assert (outcome.names, outcome.cause, outcome.who) == (["john", "wind"], "wind", 0)
    assert [event["turn"] for event in outcome.events] == [0, 0]
    assert rig.bites == [0, 1]


@pytest.mark.rule("KN-16")
@pytest.mark.parametrize(
    ("bites", "receiver"), [([2, 1, 2], 1), ([0, 1, 1], 0), ([2, 2, 1], 2), ([7, 9, 8], 0)]
)
def test_whoever_has_the_fewest_bites_gets_him_and_is_bitten_at_once(bites, receiver):
    rig = table(JOHN, "2/2", "3/3", bites=bites, bites_to_lose=10)
    outcome = rig.play("john")
    assert (rig.john_seat, outcome.events[0]["target"], outcome.cause) == (receiver, receiver, "stalled")
    assert rig.bites == [count + (seat == receiver) for seat, count in enumerate(bites)]


@pytest.mark.rule("KN-16")
@pytest.mark.parametrize("receiver", [0, 2, 3])
def test_among_equals_the_player_chooses(receiver):
    rig = table(JOHN, "2/2", "3/3", "4/4", bites=[0, 1, 0, 0])
    rig.play(f"john {receiver}")
    assert rig.john_seat == receiver
    assert rig.bites == [0 + (receiver == 0), 1, 0 + (receiver == 2), 0 + (receiver == 3)]


@pytest.mark.rule("KN-16")
def test_nobody_with_more_bites_can_be_chosen():
    rig = table(JOHN, "2/2", "3/3", "4/4", bites=[0, 1, 0, 0])
    with pytest.raises(AssertionError, match="seat 0 cannot make the next move"):
        rig.play("john 1")


@pytest.mark.rule("KN-16")
@pytest.mark.parametrize("limit", [1, 2, 5])
def test_one_bite_from_the_end_nobody_is_bitten_and_he_lies_before_his_player(limit):
    rig = table("2/2", JOHN, "5/5", bites=[limit - 1] * 3, bites_to_lose=limit)
    outcome = rig.play("john", "5/5 a", starter=1)
    assert rig.bites == [limit - 1] * 3
    assert (rig.john_seat, outcome.events[0]["target"]) == (1, 1)
    assert outcome.swarms == [0, 0]


@pytest.mark.rule("KN-16")
def test_whoever_is_two_bites_from_the_end_is_bitten():
    rig = table("2/2", JOHN, "3/3", bites=[2, 2, 1])
    rig.play("john", starter=1)
    assert (rig.bites, rig.john_seat) == ([2, 2, 2], 2)


@pytest.mark.rule("KN-11")
@pytest.mark.rule("KN-16")
def test_the_round_goes_on_with_swarm_and_copies():
    rig = table(JOHN, "2/2", "3/3", swarm=8, copiers=[1], bites=[1, 0, 1])
    outcome = rig.play("john", "2/2 a", "3/3 a")
    assert (outcome.seats, outcome.swarms) == ([0, 1, 2], [8, 12, 15])


@pytest.mark.rule("KN-12")
@pytest.mark.rule("KN-16")
@pytest.mark.parametrize("limit", [1, 2, 3])
def test_johns_bites_count_and_never_end_a_game(tmp_path, limit):
    rules = {"john": True, "bites_to_lose": limit}
    run = knutten(tmp_path / "run", players=3, games=400, rules=rules)
    rounds, seats = run.rounds.collect(), run.seats.collect()
    counted = Counter()
    for row in rounds.to_dicts():
        for seat in range(3):
            counted[row["game_id"], seat] += (row["bitten"] >> seat & 1) + (row["john_bitten"] >> seat & 1)
    assert [counted[row["game_id"], row["seat"]] for row in seats.to_dicts()] == seats["bites"].to_list()
    assert (rounds["john_bitten"].sum() > 0) == (limit > 1)
    last = rounds.group_by("game_id", maintain_order=True).last().to_dicts()
    ended = {(row["game_id"], seat) for row in last for seat in range(3) if row["bitten"] >> seat & 1}
    lost = {key for key, count in counted.items() if count >= limit}
    assert lost
    assert lost <= ended


@pytest.mark.rule("KN-16")
@pytest.mark.parametrize("player", [lowest, highest])
@pytest.mark.parametrize(
    ("bites", "seat", "receiver"),
    [([0, 0, 0, 0], 2, 3), ([1, 0, 0, 1], 2, 1), ([1, 1, 0, 1], 2, 2), ([0, 1, 0, 0], 3, 0)],
)
def test_lowest_and_highest_give_him_to_the_first_of_the_tied_from_their_left(player, bites, seat, receiver):
    assert table(JOHN, "2/2", "3/3", "4/4", bites=bites).ask_receiver(player, seat) == receiver
    rig = table(*[JOHN if place == seat else "2/2" for place in range(4)], bites=bites)
    rig.play(players=player, turns=1, starter=seat)
    assert rig.john_seat == receiver


@pytest.mark.rule("KN-16")
def test_random_gives_him_to_each_of_the_tied_as_often():
    rig = table(JOHN, "2/2", "3/3", "4/4", bites=[0, 1, 0, 0])
    seek(rig.luck[0], 0, 0)
    seen = Counter(rig.ask_receiver(random, 0) for _ in range(3000))
    assert sorted(seen) == [0, 2, 3]
    assert chisquare(list(seen.values())).pvalue > 1e-4


@pytest.mark.rule("KN-15")
def test_for_random_john_is_one_more_choice():
    rig = Rig([["9/3", JOHN], ["2/2", "2/2"]], swamp=["1/1"], hand_size=2)
    seek(rig.luck[0], 0, 0)
    seen = Counter(rig.ask(random, 0) for _ in range(3000))
    assert sorted(seen) == [("9/3", "a"), ("9/3", "b"), (JOHN, "a")]
    assert chisquare(list(seen.values())).pvalue > 1e-4


@pytest.mark.rule("KN-15")
@pytest.mark.parametrize("player", [random, lowest, highest])
def test_they_play_john_where_nothing_else_is_legal(player):
    rig = Rig([[STUCK, JOHN], ["2/2", "2/2"]], swamp=["1/1"], hand_size=2, john_seat=None)
    seek(rig.luck[0], 0, 0)
    assert {rig.ask(player, 0) for _ in range(50)} == {(JOHN, "a")}
    after_redraw = table(STUCK, "2/2", swamp=[JOHN, "3/3"], redraw_then_play=True)
    assert after_redraw.play(players=player, turns=2).names == ["redraw", "john"]


@pytest.mark.rule("KN-15")
@pytest.mark.parametrize(
    ("player", "hand", "swarm", "choice"),
    [
        (lowest, ["9/3", JOHN], 10, (JOHN, "a")),
        (lowest, [JOHN, "-5/3"], 10, ("-5/3", "a")),
        (lowest, ["?/3", JOHN], 10, ("?/3", "a")),
        (lowest, [JOHN, "?/3"], 10, (JOHN, "a")),
        (highest, ["3/9", JOHN], 28, (JOHN, "a")),
        (highest, [JOHN, "3/9"], 10, ("3/9", "b")),
        (highest, ["?/9", JOHN], 28, ("?/9", "a")),
        (highest, [JOHN, "?/9"], 28, (JOHN, "a")),
    ],
)
def test_lowest_and_highest_see_the_swarm_as_unchanged_by_john(player, hand, swarm, choice):
    rig = Rig([hand, ["2/2", "2/2"]], swamp=["1/1"], hand_size=2, swarm=swarm)
    assert rig.ask(player, 0) == choice
