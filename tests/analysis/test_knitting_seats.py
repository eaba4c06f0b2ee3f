"""Seats' shares and scores, from games written by hand and counted again."""

import numpy as np
import polars as pl
import pytest

from analysis.knitting.seats import seats
from analysis.knitting.seats_tables import seat_tables
from analysis.statistics import Shares
from drawings import title
from hand_made_runs import rewrite, rows_by_game
from knitting_recounts import RUNS, played
from plain_statistics import same, share_of
from run_folders import refused
from simulation import simulate


def written(folder, scores):
    """Return a run whose games end with these scores; the stash decides nothing."""
    players = len(scores[0])
    run = played(
        folder, players=players, games=len(scores), policies="greedy", log="games", rules={"max_turns": 1}
    )
    frame = run.seats.sort("game_id", "seat").collect()
    wins = [
        [(score == max(game)) / game.count(max(game)) for score in game]
        for game in scores
    ]  # fmt: skip
    columns = {"score": pl.Series(np.ravel(scores), dtype=pl.Int32), "win_share": pl.Series(np.ravel(wins))}
    return rewrite(run, "seats", frame.with_columns(**columns))


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    return played(tmp_path_factory.mktemp("mixed") / "run", **RUNS["mixed"])


def test_shares_and_scores_by_hand(tmp_path):
    run = written(tmp_path / "run", [[5, 5], [7, 1], [0, 9], [8, 3]])
    table = seats(run).table
    assert table["share"].to_list() == [(0.5 + 1 + 0 + 1) / 4, (0.5 + 0 + 1 + 0) / 4]
    assert table["score"].to_list() == [5, 4.5]
    assert table["games"].to_list() == [4, 4]


def test_a_clear_first_seat_is_unfair(tmp_path):
    finding = seats(written(tmp_path / "run", [[9, 1]] * 60 + [[1, 9]] * 20))
    assert finding.verdict == "unfair"
    assert "furthest in 80 games is seat" in finding.headline
    assert "the highest mean score is that of seat 0, 7.0 (" in finding.headline
    assert title(finding.plot()).endswith("2 players: unfair")


def test_even_games_are_fair_within_a_wide_margin_only(tmp_path):
    run = written(tmp_path / "run", [[9, 1], [1, 9]] * 100)
    assert seats(run, margin=0.2).verdict == "fair"
    assert seats(run).verdict == "not shown"
    assert "no seat is shown to score more than another" in seats(run).headline


@pytest.mark.parametrize("name", RUNS)
def test_shares_and_scores_are_those_recounted(name, tmp_path):
    run = played(tmp_path / "run", **RUNS[name])
    games = rows_by_game(run, "seats")
    for row in seats(run).table.to_dicts():
        own = [rows[row["seat"]] for rows in games]
        assert same((row["share"], row["low"], row["high"]), share_of([one["win_share"] for one in own]))
        assert row["score"] == pytest.approx(np.mean([one["score"] for one in own]))
        assert row["score_low"] <= row["score"] <= row["score_high"]
        assert row["policy"] == run.policies[row["seat"]]


def test_mixed_players_get_no_verdict(mixed):
    finding = seats(mixed)
    assert finding.verdict is None
    assert "players and seats together" in finding.headline
    assert any("different policies" in caveat for caveat in finding.caveats)
    assert any("assumed" in caveat for caveat in finding.caveats)


def test_what_cannot_be_asked_is_refused(mixed, tmp_path):
    refused(seats, mixed, margin=1)
    refused(seats, tmp_path)
    refused(seats, simulate("knutten", 2, 2, 1, "random", out=tmp_path / "other", progress=False))


# Tables of several sizes


def side_by_side(folder, games=60):
    return [
        played(folder / str(players), players=players, games=games, policies="greedy", log="games")
        for players in (3, 2)
    ]


def test_tables_side_by_side_are_those_recounted(tmp_path):
    runs = side_by_side(tmp_path)
    finding = seat_tables(runs)
    assert finding.table["players"].to_list() == [2, 2, 3, 3, 3]
    for run in runs:
        wins = np.array([[row["win_share"] for row in rows] for rows in rows_by_game(run, "seats")])
        shares = Shares(wins.sum(axis=0), (wins**2).sum(axis=0), run.count)
        rows = finding.table.filter(players=run.players).to_dicts()
        for row, (share, low, high) in zip(rows, shares.intervals(1 - 0.05 / 5), strict=True):
            assert row["share"] == pytest.approx(share)
            told = row["difference"], row["difference_low"], row["difference_high"]
            assert told == pytest.approx(np.array([share, low, high]) - 1 / run.players)
            assert row["verdict"] == shares.verdict(0.01, 0.05 / 2)
    assert finding.n == 120
    assert "60 games at each of 2 tables" in finding.basis.note


def test_tables_side_by_side_are_told_and_drawn(tmp_path):
    finding = seat_tables([written(tmp_path / "run", [[9, 1]] * 50)])
    assert "unfair with 2 players" in finding.headline
    assert "+50.0 points from even" in finding.headline
    assert title(finding.plot()) == "To start pays at 1 of 1 tables of greedy players"
    close = seat_tables(side_by_side(tmp_path, 20))
    assert title(close.plot()) == "0 of 2 tables of greedy players are shown to be unfair"
    assert "not shown with 2, 3 players" in close.headline


def test_tables_that_cannot_be_compared_are_refused(mixed, tmp_path):
    runs = side_by_side(tmp_path, 5)
    other = played(tmp_path / "other", players=4, games=5, policies="random", log="games")
    ruled = played(
        tmp_path / "rule", players=4, games=5, policies="greedy", log="games", rules={"target": 50}
    )
    for bad in ([], [runs[0], runs[0]], [*runs, other], [*runs, ruled], [mixed]):
        refused(seat_tables, bad)
    refused(seat_tables, runs, margin=-1)
