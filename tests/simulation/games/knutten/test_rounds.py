"""Deals, starters and the next round (KN-1 to KN-3, KN-11)."""

from collections import Counter

import polars as pl
import pytest
from scipy.stats import chisquare

from knutten_rig import Rig, knutten, write_deck
from simulation import GamegaugeError
from simulation.games.knutten.layout import START
from simulation.games.knutten.table import deal, gather


def first_plays_the_second_left_starts(view, luck):
    """Play the first choice; let the seat two to the left start."""
    if view.decision == START:
        return (view.seat + 2) % view.players
    return 0


def gathered(players, cards, **rules):
    rig = Rig([[]] * players, more=cards, **rules)
    gather(rig.table, 0, 0)
    return rig


@pytest.mark.rule("KN-2")
@pytest.mark.parametrize("players", range(2, 9))
def test_everyone_is_dealt_three_and_the_rest_is_the_swamp(players):
    cards = ["2/7"] * 20 + ["3/9"] * 22
    rig = gathered(players, cards)
    deal(rig.table)
    assert [len(rig.cards_of(seat)) for seat in range(players)] == [3] * players
    assert len(rig.swamp) == rig.view["swamp"][0] == 42 - 3 * players
    assert rig.all_cards() == Counter(cards)


@pytest.mark.rule("KN-2")
def test_hand_size_is_the_deal_and_the_limit(tmp_path):
    run = knutten(tmp_path / "run", players=2, games=50, rules={"hand_size": 5})
    hands = run.events.collect().select(pl.sum_horizontal(pl.col("^hand_.$").is_not_null()).alias("held"))
    assert hands["held"].max() == 5
    first = run.events.collect().group_by("game_id", maintain_order=True).first()
    assert first.select(pl.sum_horizontal(pl.col("^hand_.$").is_not_null())).to_series().min() == 5


@pytest.mark.rule("KN-2")
@pytest.mark.parametrize("players", [2, 8])
def test_a_deck_too_small_to_deal_is_refused(tmp_path, players):
    needed = 3 * players
    enough = write_deck(tmp_path, {"2/7": needed - 3, "1/2": 3}, "enough")
    short = write_deck(tmp_path, {"2/7": needed - 4, "1/2": 3}, "short")
    rules = {"max_rounds": 1, "wind": False}
    assert knutten(tmp_path / "run", players=players, games=2, components=enough, rules=rules).count == 2
    with pytest.raises(GamegaugeError, match=f"allowed: at least {needed}"):
        knutten(tmp_path / "other", players=players, games=2, components=short)


@pytest.mark.rule("KN-2")
def test_every_card_is_as_likely_to_be_dealt(tmp_path):
    run = knutten(tmp_path / "run", players=3, games=6000, rules={"wind": False})
    first = run.events.collect().group_by("game_id", maintain_order=True).first()
    copies = {card["card"]: card["copies"] for card in run.components["deck"]["cards"]}
    for slot in ("hand_a", "hand_b", "hand_c"):
        seen = Counter(first[slot])
        expected = [6000 * count / 42 for count in copies.values()]
        assert chisquare([seen[card] for card in copies], expected).pvalue > 1e-4


@pytest.mark.rule("KN-3")
@pytest.mark.parametrize("policy", ["random", "careful"])
def test_seat_0_starts_every_game(tmp_path, policy):
    run = knutten(tmp_path / "run", players=3, games=100, policies=policy)
    rounds, events = run.rounds.collect(), run.events.collect()
    assert set(rounds.filter(round=0)["starter"]) == {0}
    first = events.filter(event="play").group_by("game_id", maintain_order=True).first()
    opened = first.filter(turn=0)
    assert opened.height > 90
    assert set(opened["seat"]) == {0}


def choosers(run):
    """Return the rounds with the seat whose choice of a starter comes next: bitten, or who shouted."""
    shouts = run.events.collect().filter(event="wind").select("game_id", "round", shouter="seat")
    rounds = run.rounds.collect().join(shouts, on=["game_id", "round"], how="left", maintain_order="left")
    bitten = pl.col("bitten").cast(pl.Float64).log(2).round().cast(pl.Int64)
    return rounds.with_columns(
        chooser=pl.when(pl.col("cause") == "wind").then(pl.col("shouter").cast(pl.Int64)).otherwise(bitten),
        next_starter=pl.col("starter").shift(-1).over("game_id"),
    ).drop_nulls("next_starter")


@pytest.mark.rule("KN-11")
@pytest.mark.parametrize("cause", ["swarm", "wind"])
def test_whoever_was_bitten_or_shouted_chooses_who_starts(tmp_path, cause):
    policies = first_plays_the_second_left_starts
    run = knutten(tmp_path / "run", players=5, games=600, policies=policies)
    rounds = choosers(run).filter(cause=cause)
    assert rounds.height > 20
    assert (rounds["next_starter"] == (rounds["chooser"] + 2) % 5).all()


@pytest.mark.rule("KN-11")
def test_the_starter_plays_first(tmp_path):
    run = knutten(tmp_path / "run", players=5, games=200, rules={"wind": False})
    first = run.events.collect().group_by("game_id", "round", maintain_order=True).first()
    assert first["seat"].to_list() == run.rounds.collect()["starter"].to_list()


@pytest.mark.rule("KN-11")
def test_all_cards_are_gathered_and_three_dealt_again(tmp_path):
    """A deck of eleven cards: rounds end with short hands and no swamp, and begin with full hands."""
    deck = write_deck(tmp_path, {"1/2": 4, "3/4": 4, "5/1": 3})
    run = knutten(tmp_path / "run", players=3, games=200, components=deck, rules={"wind": False})
    events = run.events.collect().with_columns(
        held=pl.sum_horizontal(pl.col("hand_a", "hand_b", "hand_c").is_not_null())
    )
    assert events["held"].min() < 3
    starts = events.group_by("game_id", "round", maintain_order=True).first()
    assert set(starts["held"]) == {3}
    assert set(starts["swarm_before"]) == {0}


@pytest.mark.rule("KN-11")
def test_every_round_is_shuffled_anew(tmp_path):
    run = knutten(tmp_path / "run", players=2, games=50)
    first = run.events.collect().group_by("game_id", "round", maintain_order=True).first()
    hands = first.group_by("game_id").agg(pl.struct("hand_a", "hand_b", "hand_c").n_unique().alias("deals"))
    assert hands["deals"].median() > 2


@pytest.mark.rule("KN-11")
def test_who_chooses_sees_the_new_hand(tmp_path):
    """The chooser deals first and then chooses: with a hand whose first card is 1/1, it starts itself."""
    deck = write_deck(tmp_path, {"1/1": 10, "9/8": 10})

    def own_start_with_ones(view, luck):
        if view.decision == START:
            return view.seat if view.value[view.hand[0], 0] == 1 else (view.seat + 1) % view.players
        return 0

    rules = {"wind": False, "hand_size": 1, "bites_to_lose": 8}
    run = knutten(
        tmp_path / "run", players=2, games=200, policies=own_start_with_ones, components=deck, rules=rules
    )
    rounds = choosers(run)
    starts = run.events.collect().group_by("game_id", "round", maintain_order=True).first()
    next_hand = starts.select("game_id", pl.col("round").cast(pl.Int64) - 1, "hand_a")
    joined = rounds.with_columns(pl.col("round").cast(pl.Int64)).join(next_hand, on=["game_id", "round"])
    own = joined.filter(pl.col("next_starter") == pl.col("chooser"))
    assert 0 < own.height < joined.height
    assert set(own["hand_a"]) == {"1/1"}
