"""First bites on a log written by hand, and against a recount of simulated ones."""

import json
from collections import Counter

import polars as pl
import pytest

from analysis import knutten
from drawings import title
from hand_made_runs import STALLED, rewrite, rows_by_game, run_of_rounds
from plain_statistics import same, share_of, wilson
from run_folders import play

COLUMNS = {
    "seat": pl.UInt8,
    "share": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "any": pl.Float64,
    "games": pl.UInt32,
}

BY_HAND = [
    [("swarm", [0]), ("swarm", [2]), ("swarm", [2])],
    [("wind", [1, 2]), ("swarm", [0])],
    [STALLED, ("swarm", [1])],
    [STALLED, STALLED],
    [("swarm", [2]), ("wind", [0, 1])],
    [STALLED, ("wind", [0, 2]), ("swarm", [1])],
]


@pytest.fixture
def by_hand(tmp_path):
    return run_of_rounds(tmp_path / "run", 3, BY_HAND)


def column(finding, name):
    return finding.table[name].to_list()


def test_the_table_has_the_promised_columns(by_hand):
    assert dict(knutten.first_bite(by_hand).table.schema) == COLUMNS


def test_shares_are_those_worked_out_by_hand(by_hand):
    # Seats 0 and 1: one alone, one of two; seat 2: one alone, twice one of two; five games had a bite.
    finding = knutten.first_bite(by_hand)
    assert column(finding, "seat") == [0, 1, 2]
    assert column(finding, "share") == pytest.approx([1.5 / 5, 1.5 / 5, 2 / 5])
    assert column(finding, "any") == pytest.approx([2 / 5, 2 / 5, 3 / 5])
    assert column(finding, "games") == [5, 5, 5]


def test_the_interval_is_the_one_worked_out_by_hand(by_hand):
    # Seat 2's squares sum to 1.5: variance 0.3 - 0.16 = 0.14, with ten plain games 0.62 / 3.
    row = knutten.first_bite(by_hand).table.row(2, named=True)
    assert same((row["share"], row["low"], row["high"]), wilson(0.4, 5 * 0.24 / (0.62 / 3)))


def test_shares_add_up_to_1(by_hand):
    assert sum(column(knutten.first_bite(by_hand), "share")) == pytest.approx(1)


def test_games_without_a_bite_are_told(by_hand):
    assert "1 of 6 games had no bite at all and have no first one." in knutten.first_bite(by_hand).caveats


def test_where_every_game_has_a_bite_nothing_is_told(tmp_path):
    finding = knutten.first_bite(run_of_rounds(tmp_path / "run", 3, [BY_HAND[0]] * 4))
    assert not [caveat for caveat in finding.caveats if "no bite" in caveat]
    assert column(finding, "share") == [1, 0, 0]


def test_a_wind_that_bites_all_but_one_counts_as_one_first_bite(tmp_path):
    finding = knutten.first_bite(run_of_rounds(tmp_path / "run", 8, [[("wind", range(1, 8))]] * 5))
    assert column(finding, "share") == pytest.approx([0] + [1 / 7] * 7)
    assert column(finding, "any") == [0] + [1] * 7


def test_neighbouring_games_with_the_same_bite_are_two(tmp_path):
    games = [[("swarm", [1])], [("swarm", [1])], [STALLED, ("swarm", [0])], [("swarm", [0])]]
    finding = knutten.first_bite(run_of_rounds(tmp_path / "run", 2, games))
    assert column(finding, "share") == [0.5, 0.5]
    assert column(finding, "games") == [4, 4]


def test_a_run_without_any_bite_has_an_answer(tmp_path):
    finding = knutten.first_bite(run_of_rounds(tmp_path / "run", 3, [[STALLED]] * 4))
    assert "bite" in finding.headline
    assert dict(finding.table.schema) == COLUMNS
    assert column(finding, "games") == [0, 0, 0]
    assert "4 of 4 games had no bite at all and have no first one." in finding.caveats
    assert finding.verdict == "not shown"
    finding.plot()


@pytest.mark.rule("KN-16")
def test_john_bites_before_the_round_ends(tmp_path):
    run = run_of_rounds(
        tmp_path / "run", 3, [[("swarm", [0])], [STALLED, ("wind", [0, 1])], [("swarm", [1])]]
    )
    rounds = run.rounds.collect().with_columns(john_bitten=pl.Series([4, 2, 0, 0], dtype=pl.UInt8))
    finding = knutten.first_bite(rewrite(run, "rounds", rounds))
    assert column(finding, "share") == pytest.approx([0, 2 / 3, 1 / 3])
    assert column(finding, "any") == pytest.approx([0, 2 / 3, 1 / 3])
    assert column(finding, "games") == [3, 3, 3]


@pytest.mark.parametrize("games", [3, 5, 6, 12])
def test_a_seat_without_a_first_bite_can_be_drawn(tmp_path, games):
    finding = knutten.first_bite(run_of_rounds(tmp_path / "run", 2, [[("swarm", [1])]] * games))
    assert title(finding.plot())


def test_the_headline_tells_the_most_and_the_least(by_hand):
    finding = knutten.first_bite(by_hand)
    most, least = finding.table.row(2, named=True), finding.table.row(0, named=True)
    assert finding.headline == (
        f"Seat 2 gets 40.0% of the first bites of 5 games "
        f"({100 * most['low']:.1f} to {100 * most['high']:.1f}%), "
        f"seat 0 30.0% ({100 * least['low']:.1f} to {100 * least['high']:.1f}%); "
        "it is not shown whether all seats lie within 1 point of an even 33.3%."
    )
    assert finding.verdict == "not shown"


def test_a_margin_is_judged_and_told(tmp_path):
    games = [[("swarm", [seat])] for seat in [0, 1] * 200]
    run = run_of_rounds(tmp_path / "run", 2, games)
    assert knutten.first_bite(run).verdict == "not shown"
    assert knutten.first_bite(run, margin=0.2).verdict == "fair"
    assert "within 20 point" in knutten.first_bite(run, margin=0.2).headline
    unfair = run_of_rounds(tmp_path / "unfair", 2, games[::2])
    assert knutten.first_bite(unfair).verdict == "unfair"
    assert "not equal" in knutten.first_bite(unfair).headline


def first_bites(run):
    """Return each game's first bitten seats; games without a bite are left out."""
    bites = [
        [mask for row in rounds if (mask := row["john_bitten"] or row["bitten"])]
        for rounds in rows_by_game(run, "rounds")
    ]
    return [[seat for seat in range(run.players) if one[0] >> seat & 1] for one in bites if one]


SIMULATED = [
    {"players": 2, "policies": "highest"},
    {"players": 3, "policies": "random"},
    {"players": 5, "policies": "careful", "rules": {"wind": False}},
    {"players": 4, "policies": "lowest", "rules": {"max_turns": 10, "max_rounds": 2}},
    {"players": 8, "policies": "random", "components": "specials", "rules": {"bites_to_lose": 1}},
    {"players": 4, "policies": "random", "rules": {"john": True}},
]


@pytest.mark.parametrize("arguments", SIMULATED, ids=str)
def test_simulated_first_bites_are_those_recounted(tmp_path, arguments):
    run = play(tmp_path / "run", games=300, **arguments)
    table, bites = knutten.first_bite(run.path).table, first_bites(run)
    counts = Counter(seat for bitten in bites for seat in bitten)
    assert sum(table["share"]) == pytest.approx(1)
    for row in table.iter_rows(named=True):
        parts = [(row["seat"] in bitten) / len(bitten) for bitten in bites]
        assert same((row["share"], row["low"], row["high"]), share_of(parts))
        assert row["any"] == pytest.approx(counts[row["seat"]] / len(bites))
        assert row["games"] == len(bites)


def test_stalls_leave_games_without_a_bite(tmp_path):
    run = play(tmp_path / "run", games=300, **SIMULATED[3])
    without = 300 - len(first_bites(run))
    assert 0 < without < 300
    assert (
        f"{without} of 300 games had no bite at all and have no first one." in knutten.first_bite(run).caveats
    )


def test_different_policies_are_told(tmp_path):
    run = play(tmp_path / "run", games=20, policies="random,careful")
    assert any("different policies" in caveat for caveat in knutten.first_bite(run).caveats)


def test_assumed_cards_are_told(tmp_path):
    run = play(tmp_path / "run", games=20)
    cards = json.loads((run.path / "run.json").read_text())["components"]["deck"]["cards"]
    assumed = sum(card["copies"] for card in cards if card["provenance"].startswith("assumed"))
    assert any(f"{assumed} of the 42 cards" in caveat for caveat in knutten.first_bite(run).caveats)
