"""The end of a game (KN-12) and the safety of long ones (KN-19)."""

import polars as pl
import pytest

from knutten_rig import knutten, write_deck


def bites_by_seat(run):
    """Return the bites of every seat, counted from the rounds."""
    rounds = run.rounds.collect()
    seats = pl.DataFrame({"seat": range(run.players)}, schema={"seat": pl.Int64})
    bitten = rounds.join(seats, how="cross").with_columns(
        hit=(pl.col("bitten").cast(pl.Int64) // pl.lit(2).pow(pl.col("seat"))) % 2
    )
    return bitten.with_columns(total=pl.col("hit").cum_sum().over("game_id", "seat", order_by="round"))


def check_winners(run):
    seats = run.seats.collect()
    best = pl.col("bites").min().over("game_id")
    seats = seats.with_columns(
        wins=pl.col("bites") == best,
        better=pl.col("bites").rank("min").over("game_id"),
    ).with_columns(share=pl.when("wins").then(1 / pl.col("wins").sum().over("game_id")).otherwise(0.0))
    assert (seats["win_share"] - seats["share"]).abs().max() < 1e-12
    assert (seats["rank"] == seats["better"]).all()
    masks = seats.group_by("game_id", maintain_order=True).agg(
        (pl.col("wins").cast(pl.Int64) * pl.lit(2).pow(pl.col("seat").cast(pl.Int64))).sum()
    )
    assert masks["wins"].to_list() == run.games.collect()["winners"].to_list()


@pytest.mark.rule("KN-12")
@pytest.mark.parametrize("limit", [1, 3, 5])
def test_the_game_ends_the_moment_somebody_has_the_bites(tmp_path, limit):
    run = knutten(tmp_path / "run", players=4, games=400, rules={"bites_to_lose": limit})
    totals = bites_by_seat(run).group_by("game_id", "round").agg(pl.col("total").max())
    last = pl.col("round") == pl.col("round").max().over("game_id")
    totals = totals.with_columns(last=last)
    assert totals.filter("last")["total"].min() == limit
    assert totals.filter(~pl.col("last"))["total"].max() in (None, limit - 1)
    assert set(run.games.collect()["end_reason"]) == {"bites"}


@pytest.mark.rule("KN-12")
def test_bites_add_up_over_the_rounds(tmp_path):
    run = knutten(tmp_path / "run", players=5, games=200)
    counted = bites_by_seat(run).group_by("game_id", "seat").agg(pl.col("hit").sum())
    counted = counted.sort("game_id", "seat")
    assert counted["hit"].to_list() == run.seats.collect()["bites"].to_list()


@pytest.mark.rule("KN-12")
@pytest.mark.parametrize("policy", ["random", "lowest", "highest", "careful"])
def test_the_fewest_bites_win_and_winners_share(tmp_path, policy):
    run = knutten(tmp_path / "run", players=4, games=400, policies=policy)
    check_winners(run)
    assert run.games.collect()["winners"].n_unique() > 4


@pytest.mark.rule("KN-12")
def test_after_one_bite_all_the_others_win(tmp_path):
    rules = {"bites_to_lose": 1, "wind": False}
    run = knutten(tmp_path / "run", players=4, games=200, rules=rules)
    assert set(run.games.collect()["rounds"]) == {1}
    assert sorted(run.seats.collect().filter(game_id=0)["win_share"]) == [0, 1 / 3, 1 / 3, 1 / 3]
    assert sorted(run.seats.collect().filter(game_id=0)["rank"]) == [1, 1, 1, 4]


@pytest.mark.rule("KN-12")
def test_several_reach_the_limit_at_once(tmp_path):
    """WIND bites everyone else; one bite ends the game, and whoever shouted wins alone."""
    deck = write_deck(tmp_path, {"2/7": 12})
    rules = {"bites_to_lose": 1}
    run = knutten(tmp_path / "run", players=4, games=20, components=deck, rules=rules)
    assert set(run.games.collect()["winners"]) == {1}
    assert run.seats.collect()["bites"].to_list() == [0, 1, 1, 1] * 20
    assert run.seats.collect()["win_share"].to_list() == [1.0, 0.0, 0.0, 0.0] * 20
    assert run.seats.collect()["rank"].to_list() == [1, 2, 2, 2] * 20


@pytest.mark.rule("KN-19")
def test_a_stalled_round_bites_nobody_and_the_next_seat_starts(tmp_path):
    deck = write_deck(tmp_path, {"0/0": 6})
    rules = {"hand_size": 1, "max_turns": 7, "max_rounds": 5}
    run = knutten(tmp_path / "run", players=3, games=4, components=deck, rules=rules)
    rounds, games = run.rounds.collect(), run.games.collect()
    assert set(rounds["cause"]) == {"stalled"}
    assert (rounds["bitten"].sum(), rounds["bites"].sum()) == (0, 0)
    assert rounds["starter"].to_list() == [0, 1, 2, 0, 1] * 4
    assert set(games["end_reason"]) == {"stalled"}
    assert games["rounds"].to_list() == [5] * 4
    assert games["turns"].to_list() == [35] * 4
    assert set(run.seats.collect()["rank"]) == {1}
    assert set(run.seats.collect()["win_share"]) == {1 / 3}


@pytest.mark.rule("KN-19")
def test_the_default_is_1000_turns_and_200_rounds(tmp_path):
    deck = write_deck(tmp_path, {"0/0": 3})
    run = knutten(tmp_path / "run", players=2, games=1, components=deck, rules={"hand_size": 1}, log="games")
    games = run.games.collect().row(0, named=True)
    assert (games["rounds"], games["turns"]) == (200, 200_000)


@pytest.mark.rule("KN-19")
def test_plays_redraws_and_passes_are_turns_and_refills_are_none(tmp_path):
    deck = write_deck(tmp_path, {"-5/-6": 3, "1/2": 3, "2/1": 2})
    rules = {"hand_size": 2, "bite_at": 12, "max_turns": 9, "max_rounds": 4}
    run = knutten(tmp_path / "run", players=3, games=300, components=deck, rules=rules)
    events = run.events.collect()
    assert set(events["event"]) == {"play", "redraw", "pass", "refill"}
    acts = events.filter(pl.col("event") != "refill")
    numbered = acts.with_columns(place=pl.int_range(pl.len()).over("game_id"))
    assert (numbered["turn"] == numbered["place"]).all()
    per_round = acts.group_by("game_id", "round", maintain_order=True).len()
    rounds = run.rounds.collect()
    assert per_round["len"].max() == 9
    stalled = rounds["cause"] == "stalled"
    assert per_round.filter(stalled)["len"].to_list() == [9] * stalled.sum()
    per_game = acts.group_by("game_id", maintain_order=True).len()
    assert per_game["len"].to_list() == run.games.collect()["turns"].to_list()


@pytest.mark.rule("KN-19")
def test_every_stalled_round_passes_the_start_on(tmp_path):
    deck = write_deck(tmp_path, {"0/0": 5, "9/0": 2})
    rules = {"hand_size": 1, "bite_at": 9, "max_turns": 4}
    run = knutten(tmp_path / "run", players=4, games=300, policies="lowest", components=deck, rules=rules)
    assert set(run.rounds.collect()["cause"]) == {"stalled"}
    run = knutten(tmp_path / "random", players=4, games=300, components=deck, rules=rules)
    rounds = run.rounds.collect().with_columns(next_starter=pl.col("starter").shift(-1).over("game_id"))
    stalled = rounds.filter((pl.col("cause") == "stalled") & pl.col("next_starter").is_not_null())
    assert stalled.height > 100
    assert (stalled["next_starter"] == (stalled["starter"] + 1) % 4).all()


@pytest.mark.rule("KN-19")
def test_stalled_games_are_in_every_count_and_the_fewest_bites_win_them(tmp_path):
    deck = write_deck(tmp_path, {"0/0": 5, "9/0": 2})
    rules = {"hand_size": 1, "bite_at": 9, "max_turns": 6, "max_rounds": 3, "bites_to_lose": 2}
    run = knutten(tmp_path / "run", players=3, games=500, components=deck, rules=rules)
    games = run.games.collect()
    assert games["game_id"].to_list() == list(range(500))
    assert set(games["end_reason"]) == {"bites", "stalled"}
    assert set(games.filter(end_reason="stalled")["rounds"]) == {3}
    assert run.seats.collect().height == 1500
    assert run.seats.collect()["win_share"].sum() == pytest.approx(500)
    assert run.rounds.collect()["game_id"].n_unique() == 500
    check_winners(run)


@pytest.mark.rule("KN-19")
def test_a_game_decided_in_its_last_round_is_not_stalled(tmp_path):
    deck = write_deck(tmp_path, {"9/9": 6})
    rules = {"hand_size": 1, "bite_at": 9, "max_rounds": 1, "bites_to_lose": 1}
    run = knutten(tmp_path / "run", players=2, games=3, components=deck, rules=rules)
    assert run.games.collect()["end_reason"].to_list() == ["bites"] * 3
