"""The end of a game: who closes it, the last round, and games that stall (KT-11, KT-14)."""

import pytest

from knitting_rig import Rig, knitting
from knitting_words import Wip

FULL = "red blue green white 4 wild"
HAT = "hat: 7 points, 3 weeks"


def table_of(players, closer, points, **given):
    """Return a table at which a seat finishes a hat of 7 points in the next turn, which is its own."""
    wips = [[Wip(HAT, 2)] if seat == closer else [] for seat in range(players)]
    fo_points = [points if seat == closer else 0 for seat in range(players)]
    return Rig([""] * players, wips=wips, points=fo_points, turn=closer, store=FULL, deck="9 grey", **given)


@pytest.mark.rule("KT-11")
@pytest.mark.parametrize(("players", "closer"), [(n, seat) for n in (2, 3, 4) for seat in range(n)])
def test_all_others_get_exactly_one_more_turn(players, closer):
    rig = table_of(players, closer, 93)
    outcome = rig.play(turns=50)
    assert outcome.over == "target"
    seats = [event["seat"] for event in outcome.events if event["event"] == "stock"]
    assert seats == [(closer + step) % players for step in range(players)]
    (game,) = rig.log("games")
    assert (game["closer"], game["turns"], game["end_reason"]) == (closer, closer + players, "target")


@pytest.mark.rule("KT-11")
@pytest.mark.parametrize(("points", "closes"), [(92, False), (93, True), (120, True)])
def test_the_target_is_reached_with_exactly_100(points, closes):
    outcome = table_of(2, 0, points).play(turns=2)
    assert (outcome.over == "target") == closes


@pytest.mark.rule("KT-11")
@pytest.mark.parametrize(("target", "closes"), [(7, True), (8, False)])
def test_the_target_is_a_switch(target, closes):
    assert (table_of(2, 0, 0, target=target).play(turns=2).over == "target") == closes


@pytest.mark.rule("KT-11")
def test_the_closer_finishes_the_turn():
    rig = table_of(2, 0, 93, hands=[["sock: 5 weeks"], []])
    outcome = rig.play("take red and blue", "cast on sock")
    assert outcome.over is None
    assert outcome.names == ["knit", "finish", "shop", "cast_on", "stock"]
    assert rig.store["grey"] == 9


@pytest.mark.rule("KT-11")
@pytest.mark.parametrize("window", ["before knit", "after knit", "after choice", "after cast on"])
def test_a_knit_card_can_close_the_game(window):
    wips = [[], [Wip("vest: 7 points, 7 weeks", 1)]]
    rig = Rig(["", ""], cards=[[], ["knit 6"]], wips=wips, points=[0, 93], turn=1, store=FULL)
    outcome = rig.play(f"{window}: play knit 6 on vest", turns=5)
    assert outcome.over == "target"
    assert rig.log("games")[0]["turns"] == 3


@pytest.mark.rule("KT-11")
def test_whoever_reaches_the_target_in_the_last_round_changes_nothing():
    wips = [[Wip(HAT, 2)], [Wip("vest: 50 points, 3 weeks", 2)], []]
    rig = Rig(["", "", ""], wips=wips, points=[93, 93], store=FULL)
    outcome = rig.play(turns=9)
    assert [event["seat"] for event in outcome.events if event["event"] == "stock"] == [0, 1, 2]
    (game,) = rig.log("games")
    assert (game["closer"], game["winners"]) == (0, 0b010)


@pytest.mark.rule("KT-11")
def test_points_that_are_not_on_the_mat_do_not_close():
    rig = Rig(
        ["", ""], hands=[["coat: 500 points, 9 red"]], cards=[["deed 200"]], points=[99, 99], store=FULL
    )
    assert rig.play(turns=8).over is None


@pytest.mark.rule("KT-14")
@pytest.mark.parametrize(("players", "most"), [(2, 1), (3, 4), (4, 2)])
def test_a_game_stalls_after_so_many_turns_a_player(players, most):
    rig = Rig([""] * players, max_turns=most)
    outcome = rig.play(turns=100)
    assert outcome.over == "stalled"
    (game,) = rig.log("games")
    assert (game["turns"], game["end_reason"], game["closer"]) == (players * most, "stalled", None)


@pytest.mark.rule("KT-11", "KT-14")
@pytest.mark.parametrize("closer", range(3))
def test_a_last_round_under_way_is_played_to_its_end(closer):
    rig = table_of(3, closer, 93, max_turns=1)
    outcome = rig.play(turns=100)
    assert outcome.over == "target"
    assert rig.log("games")[0]["turns"] == closer + 3


@pytest.mark.rule("KT-14")
def test_who_closes_in_the_last_turn_of_all_is_no_staller():
    rig = table_of(2, 1, 93, max_turns=1)
    assert rig.play(turns=100).over == "target"


@pytest.mark.rule("KT-12", "KT-14")
def test_a_stalled_game_is_scored_as_it_stands():
    rig = Rig(
        ["red", ""], hands=[["hat: 7 points, 9 red"]], cards=[[], ["deed 4"]], points=[20, 10], max_turns=1
    )
    assert rig.play(turns=9).over == "stalled"
    assert [row["score"] for row in rig.log("seats")] == [13, 14]
    assert rig.log("games")[0]["winners"] == 0b10


@pytest.mark.rule("KT-14")
def test_stalled_games_are_never_dropped(tmp_path):
    run = knitting(tmp_path / "run", players=3, games=60, rules={"max_turns": 3})
    games, seats = run.games.collect(), run.seats.collect()
    assert games["game_id"].to_list() == list(range(60))
    assert set(games["end_reason"]) == {"stalled"}
    assert set(games["turns"]) == {9}
    assert seats.height == 180
    assert seats.group_by("game_id").agg(share=seats["win_share"].sum()).height == 60


@pytest.mark.rule("KT-11", "KT-14")
def test_logged_games_end_when_they_have_to(tmp_path):
    run = knitting(tmp_path / "run", players=4, games=80, rules={"max_turns": 36})
    finishes = run.events.filter(event="finish").collect().to_dicts()
    for game in run.games.collect().to_dicts():
        points, closing = [0] * 4, None
        for event in finishes:
            if event["game_id"] == game["game_id"]:
                points[event["seat"]] += event["points"]
                if closing is None and points[event["seat"]] >= 100:
                    closing = event
        if closing is None:
            assert (game["end_reason"], game["turns"], game["closer"]) == ("stalled", 144, None)
        else:
            assert (game["end_reason"], game["closer"]) == ("target", closing["seat"])
            assert game["turns"] == closing["turn"] + 4
    assert run.games.collect()["end_reason"].n_unique() == 2


@pytest.mark.rule("KT-14")
def test_turns_are_counted_for_all_seats_together(tmp_path):
    run = knitting(tmp_path / "run", players=3, games=20)
    stocks = run.events.filter(event="stock").collect()
    for game, turns in zip(stocks.partition_by("game_id"), run.games.collect()["turns"], strict=True):
        assert game["turn"].to_list() == list(range(-1, turns))
        assert game["seat"].to_list()[1:] == [turn % 3 for turn in range(turns)]
