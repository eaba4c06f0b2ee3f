"""Seats' shares and scores, and what deep spools give their owners: by hand, and counted again."""

import re

import numpy as np
import polars as pl
import pytest
from scipy import stats

from analysis.knit_wit import seats
from drawings import title
from hand_made_runs import rewrite, rows_by_game
from knit_wit_recounts import FILLER, estimate, mean_of, percents, played, sheets, wins
from plain_statistics import same, share_of
from run_folders import refused


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return played(3, 200, "careful", out=tmp_path_factory.mktemp("seats") / "run")


def written(folder, scores, deepest=None):
    """Return a run whose games end with these scores; in each game some seats own a deepest spool."""
    players = len(scores[0])
    run = played(players, len(scores), out=folder)
    frame = run.seats.sort("game_id", "seat").collect()
    won = [[(one == max(game)) / game.count(max(game)) for one in game] for game in scores]
    columns = {
        "score": pl.Series(np.ravel(scores), dtype=pl.UInt16),
        "win_share": pl.Series(np.ravel(won)),
    }
    run = rewrite(run, "seats", frame.with_columns(**columns))
    if deepest is None:
        return run
    cells = {"signature": 1, "placed_turn": 0, "difficulty": 1.0}
    spools = [
        {"game_id": game, "spool": seat + 1, "seat": seat, "loops": 4 if seat in owners else 3, **cells}
        for game, owners in enumerate(deepest)
        for seat in range(players)
    ]
    return rewrite(run, "spools", pl.DataFrame(spools, schema=run.spools.collect_schema()))


def owners(run):
    """Return 1 for every seat that owns a spool with most loops round it."""
    found = np.zeros((run.count, run.players))
    for game, spools in enumerate(rows_by_game(run, "spools")):
        most = max(spool["loops"] for spool in spools)
        for spool in spools:
            found[game, spool["seat"]] = max(found[game, spool["seat"]], spool["loops"] == most)
    return found


def gain(headline):
    """Return by how much owners win more often, and the ends of the interval, in points."""
    return [float(one) for one in re.findall(r"[+-]\d+\.\d\d", headline)]


def test_shares_and_scores_by_hand(tmp_path):
    table = seats(written(tmp_path / "run", [[5, 5], [7, 1], [0, 9], [8, 3]])).table
    assert table.columns[:5] == ["seat", "policy", "share", "low", "high"]
    assert table["share"].to_list() == [(0.5 + 1 + 0 + 1) / 4, (0.5 + 0 + 1 + 0) / 4]
    assert table["score"].to_list() == [5, 4.5]
    assert table["games"].to_list() == [4, 4]


def test_shares_and_scores_are_those_recounted(run):
    won, scores = wins(run), sheets(run, "score")
    for row in seats(run).table.to_dicts():
        assert same(estimate(row), share_of(won[:, row["seat"]]))
        assert same(estimate(row, "score"), mean_of(scores[:, row["seat"]], 1 - 0.05 / 3))
        assert (row["policy"], row["games"]) == ("careful", 200)


def test_a_clear_first_seat_is_unfair(tmp_path):
    finding = seats(written(tmp_path / "run", [[9, 1]] * 60 + [[1, 9]] * 20))
    assert finding.verdict == "unfair"
    assert finding.headline.startswith("Unfair: not every seat's win share")
    furthest = finding.table.row(1, named=True)
    assert f"furthest in 80 games is seat 1 ({FILLER}) with {percents(furthest)}." in finding.headline
    assert title(finding.plot()).endswith("2 players: unfair")


def test_even_games_are_fair_within_a_wide_margin_only(tmp_path):
    run = written(tmp_path / "run", [[9, 1], [1, 9]] * 100)
    assert seats(run, margin=0.2).verdict == "fair"
    assert seats(run).verdict == "not shown"


def test_people_alike_have_fair_seats_and_a_fast_one_has_not():
    alike = seats(played(3, 600, "careful"), margin=0.1)
    assert alike.verdict == "fair"
    fast = seats(played(3, 600, "careful", {"fluency": [3, 1, 1]}), margin=0.1)
    assert fast.verdict is None
    assert "players and seats together" in fast.headline
    assert any("people differ by seat" in caveat for caveat in fast.caveats)
    best = fast.table.row(0, named=True)
    assert best["low"] > 1 / 3
    assert best["score_low"] > fast.table["score_high"][1:].max()


def test_mixed_players_get_no_verdict():
    finding = seats(played(3, 30, ["careful", "random", "sprinter"]))
    assert finding.verdict is None
    assert "players and seats together" in finding.headline
    assert any("different policies" in caveat for caveat in finding.caveats)


def test_owners_gain_by_hand(tmp_path):
    # One seat owns a deepest spool in each game, and wins three games of four; even is one of two.
    games = [[9, 1], [9, 1], [9, 1], [1, 9]]
    finding = seats(written(tmp_path / "one", games * 10, [{0}] * 40))
    assert "Owners of a deepest spool win by +25.00 points (" in finding.headline
    assert "no difference shown" not in finding.headline.partition("Owners")[2]
    # All own one: whoever wins is an owner, as is everybody.
    finding = seats(written(tmp_path / "all", games, [{0, 1}] * 4))
    assert "Owners of a deepest spool win by +0.00 points (" in finding.headline
    assert "no difference shown) against what" in finding.headline


def test_owners_gain_is_counted_again(run):
    owns, won = owners(run), wins(run)
    more = (owns * won).sum(axis=1) - owns.mean(axis=1)
    value, low, high = gain(seats(run).headline)
    assert value == pytest.approx(100 * more.mean(), abs=0.005)
    # Two games more, one won and one lost, each against nothing.
    padded = np.append(more, (1, -1))
    reach = 100 * stats.norm.ppf(0.975) * stats.sem(padded)
    assert high - low == pytest.approx(2 * reach, rel=0.05)
    assert low < value < high


def test_seats_are_drawn_with_the_margin_round_an_even_share(run):
    ax = seats(run, margin=0.05).plot()
    dots = [y for line in ax.lines if line.get_marker() == "o" for y in line.get_ydata()]
    assert dots == pytest.approx(seats(run).table["share"].to_list())
    assert title(ax) == f"Share of wins by seat, 3 players: {seats(run, margin=0.05).verdict}"
    assert "even, 5 point around" in [text.get_text() for text in ax.get_legend().get_texts()]


def test_more_games_tell_more(run):
    few, many = seats(run).table.to_dicts(), seats(played(3, 1800, "careful")).table.to_dicts()
    for name in ("", "score"):
        for one, other in zip(few, many, strict=True):
            (_, low, high), (_, least, most) = estimate(one, name), estimate(other, name)
            assert most - least < (high - low) / 2


@pytest.mark.parametrize("margin", [1, -0.1, None, "0.01", True])
def test_a_margin_that_is_no_share_is_refused(margin, run):
    assert "a share from 0" in refused(seats, run, margin=margin)
