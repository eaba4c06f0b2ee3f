"""Scores and winners (KT-12, KT-13)."""

import polars as pl
import pytest

from knitting_rig import Rig, knitting
from knitting_table import shipped
from knitting_words import Wip
from simulation.games.knitting.scores import score

HAND = ["hat: 7 points, 9 red", "*sash: 5 points, 9 red", "sock: 0 points, 9 red"]


@pytest.mark.rule("KT-12")
@pytest.mark.parametrize(
    ("rules", "subtracted"),
    [
        ({}, 12),
        ({"subtract_special": False}, 7),
        ({"subtract": False}, 0),
        ({"subtract": False, "subtract_special": False}, 0),
    ],
)
def test_fo_points_and_good_deeds_count_and_patterns_in_hand_are_subtracted(rules, subtracted):
    rig = Rig(
        ["", ""], hands=[HAND], cards=[["deed 4", "knit 2", "deed 3"]], points=[30, 1], max_turns=1, **rules
    )
    rig.play(turns=2)
    row = rig.log("seats")[0]
    assert (row["fo_points"], row["secret_points"], row["subtracted"]) == (30, 7, subtracted)
    assert row["score"] == 30 + 7 - subtracted


@pytest.mark.rule("KT-12")
def test_wips_are_worth_nothing_and_cost_nothing():
    rig = Rig(
        ["", ""], wips=[[Wip("coat: 40 points, 7 weeks", 1), Wip("*sash: 5 points, 7 weeks", 1)]], points=[9]
    )
    assert score(rig.table, 0) == 9


@pytest.mark.rule("KT-12")
def test_a_score_can_be_below_0():
    assert score(Rig(["", ""], hands=[["coat: 40 points, 9 red"]], points=[9]).table, 0) == -31


@pytest.mark.rule("KT-12")
def test_points_count_at_the_very_end(tmp_path):
    """Scores come to what finishes, cards and hands in the log come to."""
    run = knitting(tmp_path / "run", players=4, games=150)
    seats = run.seats.collect()
    finished = (
        run.events.filter(event="finish").group_by("game_id", "seat").agg(pl.col("points").sum()).collect()
    )
    held = (
        run.patterns.filter(in_hand_at_end=1)
        .group_by("game_id", "seat")
        .agg(pl.col("points").sum())
        .collect()
    )
    counts = {card.card: card.points for card in _deeds()}
    deeds = run.events.filter(pl.col("event") == "trade", pl.col("what").cast(pl.String).is_in(list(counts)))
    deeds = deeds.with_columns(points=pl.col("what").cast(pl.String).replace_strict(counts))
    deeds = deeds.group_by("game_id", "seat").agg(pl.col("points").sum()).collect()
    for name, frame in (("fo_points", finished), ("subtracted", held), ("secret_points", deeds)):
        told = seats.join(frame, on=["game_id", "seat"], how="left").sort("game_id", "seat")
        assert told["points"].fill_null(0).to_list() == told[name].to_list(), name
        assert seats[name].sum() > 0
    total = seats["fo_points"] + seats["secret_points"] - seats["subtracted"]
    assert total.to_list() == seats["score"].to_list()


def _deeds():
    return [card for card in shipped()[1].cards if card.kind == "good_deed"]


def ended(scores, stashes):
    """Return seats and winners of a game that ends with some scores and stashes."""
    deeds = [[f"deed {points}"] for points in scores]
    rig = Rig(
        [f"{count} red" if count else "" for count in stashes], cards=deeds, max_turns=1, trade_price=20
    )
    rig.play(turns=len(scores))
    return rig.log("seats"), rig.log("games")[0]["winners"]


@pytest.mark.rule("KT-13")
@pytest.mark.parametrize(
    ("scores", "stashes", "ranks", "shares"),
    [
        ([5, 9, 7], [3, 3, 3], [3, 1, 2], [0, 1, 0]),
        ([5, 9, 9], [9, 1, 2], [3, 2, 1], [0, 0, 1]),
        ([9, 9, 7], [2, 2, 9], [1, 1, 3], [0.5, 0.5, 0]),
        ([4, 4, 4, 4], [1, 3, 3, 2], [4, 1, 1, 3], [0, 0.5, 0.5, 0]),
        ([4, 4, 4], [0, 0, 0], [1, 1, 1], [1 / 3] * 3),
        ([9, 4, 4], [0, 2, 5], [1, 3, 2], [1, 0, 0]),
    ],
)
def test_the_highest_score_wins_then_the_biggest_stash_then_all_together(scores, stashes, ranks, shares):
    seats, winners = ended(scores, stashes)
    assert [row["score"] for row in seats] == scores
    assert [row["stash"] for row in seats] == stashes
    assert [row["rank"] for row in seats] == ranks
    assert [row["win_share"] for row in seats] == pytest.approx(shares)
    assert winners == sum(1 << seat for seat, share in enumerate(shares) if share)


@pytest.mark.rule("KT-13")
def test_yarn_with_wips_and_on_mats_is_not_in_the_stash():
    rig = Rig(["red", "2 red"], wips=[[Wip("coat: 7 weeks", 1, "5 grey")]], max_turns=1)
    rig.play(turns=2)
    assert [row["stash"] for row in rig.log("seats")] == [1, 2]
    assert rig.log("games")[0]["winners"] == 0b10


@pytest.mark.rule("KT-13")
def test_ranks_and_shares_follow_from_scores_and_stashes(tmp_path):
    run = knitting(tmp_path / "run", players=4, games=300, rules={"max_turns": 3})
    shared = 0
    for game in run.seats.collect().partition_by("game_id"):
        keys = list(zip(game["score"], game["stash"], strict=True))
        assert game["rank"].to_list() == [1 + sum(other > key for other in keys) for key in keys]
        winners = keys.count(max(keys))
        assert game["win_share"].to_list() == [(key == max(keys)) / winners for key in keys]
        shared += winners > 1
    assert shared > 0
