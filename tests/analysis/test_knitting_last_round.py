"""The last round, from games written by hand, and followed row by row."""

import numpy as np
import polars as pl
import pytest

from analysis.knitting.last_round import last_round
from analysis.knitting.last_round_facts import endings
from analysis.knitting.last_round_margin import victory_margin
from analysis.knitting.last_round_swing import last_round_swing
from analysis.statistics import quantile_interval
from drawings import title
from hand_made_runs import rewrite
from knitting_recounts import RUNS, followed, played
from plain_statistics import clustered, mean_a_try, same, share_of
from run_folders import refused
from simulation import simulate

QUESTIONS = [last_round, last_round_swing, victory_margin]


@pytest.fixture(scope="module", params=list(RUNS))
def run(request, tmp_path_factory):
    return played(tmp_path_factory.mktemp(request.param) / "run", **RUNS[request.param])


# Games by hand: turns, closer, FOs (seat, turn, points), final scores, stashes.
GAMES = [
    (7, 1, [(1, 5, 100), (0, 4, 60), (0, 6, 50)], [110, 95], [3, 9]),  # seat 0 overtakes after turn 6
    (10, 0, [(0, 8, 120), (1, 7, 90), (1, 9, 10)], [90, 100], [0, 0]),  # ahead on the mat, and loses
    (7, 1, [(1, 5, 100)], [80, 80], [2, 5]),  # a tie that the stash decides
    (7, 1, [(1, 5, 100), (0, 6, 10)], [70, 70], [4, 4]),  # a shared win
    (6, None, [(0, 2, 30)], [30, 10], [0, 0]),  # stalled
]


@pytest.fixture
def by_hand(tmp_path):
    """Return a run of two players that ends as written."""
    run = played(tmp_path / "run", players=2, games=len(GAMES), policies="greedy", log="games")
    games, seats, patterns = (run.table(name).collect() for name in ("games", "seats", "patterns"))
    turns, closers, fos, scores, stashes = zip(*GAMES, strict=True)
    games = games.with_columns(
        turns=pl.Series(turns, dtype=pl.UInt16),
        closer=pl.Series(closers, dtype=pl.Int16),
        end_reason=pl.Series(
            ["stalled" if one is None else "target" for one in closers], dtype=games["end_reason"].dtype
        ),
    )
    wins = []
    for score, stash in zip(scores, stashes, strict=True):
        ranks = [*zip(score, stash, strict=True)]
        wins += [(one == max(ranks)) / ranks.count(max(ranks)) for one in ranks]
    points = [sum(one[2] for one in game if one[0] == seat) for game in fos for seat in range(2)]
    seats = seats.sort("game_id", "seat").with_columns(
        score=pl.Series(np.ravel(scores), dtype=pl.Int32),
        stash=pl.Series(np.ravel(stashes), dtype=pl.UInt8),
        fo_points=pl.Series(points, dtype=pl.Int32),
        win_share=pl.Series(wins),
    )
    rows = [
        {"game_id": game, "seat": seat, "points": worth, "finished_turn": turn, "bonus": 0}
        for game, one in enumerate(fos)
        for seat, turn, worth in one
    ]
    written = pl.DataFrame(rows, schema=patterns.schema)
    return rewrite(rewrite(rewrite(run, "games", games), "seats", seats), "patterns", written)


def test_endings_by_hand(by_hand):
    ended = endings(by_hand)
    assert ended.closer.tolist() == [1, 0, 1, 1, -1]
    assert ended.at_close.tolist() == [[60, 100], [120, 90], [0, 100], [0, 100], [30, 0]]
    assert ended.at_end.tolist() == [[110, 100], [120, 100], [0, 100], [10, 100], [30, 0]]


def test_who_closes_by_hand(by_hand):
    finding = last_round(by_hand)
    rows = {(row["closer"], row["seat"]): row for row in finding.table.to_dicts()}
    assert [rows[closer, closer]["closes"] for closer in range(2)] == [1 / 5, 3 / 5]
    assert [rows[key]["share"] for key in ((0, 0), (0, 1))] == [0, 1]
    # Seat 1 loses the first of the three that it closes, wins the second, shares the third.
    assert [rows[key]["share"] for key in ((1, 0), (1, 1))] == pytest.approx([1.5 / 3, 1.5 / 3])
    assert [row["more_turns"] for row in finding.table.to_dicts()] == [0, 0, 1, 0]
    assert "whoever closes wins 37.5% of them" in finding.headline
    assert "the starter 0.0% of those it closes and the others 50.0% of theirs" in finding.headline
    assert any("1 of 5 games stalled" in caveat for caveat in finding.caveats)


def test_swings_by_hand(by_hand):
    finding = last_round_swing(by_hand)
    rows = {row["measure"]: row for row in finding.table.to_dicts()}
    told = {name: rows[name]["value"] for name in rows}
    assert told == pytest.approx(
        {
            "scores": 3 / 4,
            "overtaken": 1 / 4,
            "closer_loses": 2 / 4,
            "loses_ahead": 1 / 4,
            "points": (50 + 10 + 0 + 10) / 4,
        }
    )
    assert {row["games"] for row in rows.values()} == {4}
    assert "FOs of 17.5 points" in finding.headline
    assert "changes hands in 25.0%" in finding.headline


def test_margins_by_hand(by_hand):
    finding = victory_margin(by_hand)
    rows = {row["statistic"]: row["value"] for row in finding.table.to_dicts()}
    assert rows == pytest.approx(
        {"mean": (15 + 10 + 0 + 0 + 20) / 5, "5%": 0, "50%": 10, "95%": 20, "close": 2 / 5, "tied": 2 / 5,
         "by stash": 1 / 5, "shared": 1 / 5}
    )  # fmt: skip
    assert {row["games"] for row in finding.table.to_dicts()} == {5}


def test_mats_are_those_of_the_events(run):
    """Follow the FO points; the closer's is the first turn after which a mat has the target."""
    ended, players = endings(run), run.players
    points = np.zeros((run.count, players), int)
    closed = dict.fromkeys(range(run.count), -1)
    at_close = {}
    for game, _, row in followed(run):
        if row["event"] == "finish":
            points[game, row["seat"]] += row["points"]
            if closed[game] < 0 and points[game].max() >= run.rules["target"]:
                closed[game] = row["seat"]
        if row["event"] == "stock" and closed[game] >= 0 and game not in at_close:
            at_close[game] = points[game].copy()
    assert ended.closer.tolist() == list(closed.values())
    assert ended.at_end.tolist() == points.tolist()
    for game, mats in at_close.items():
        assert ended.at_close[game].tolist() == mats.tolist()


def test_shares_are_those_recounted(run):
    ended, finding = endings(run), last_round_swing(run)
    closed = ended.closed.astype(float)
    rows = {row["measure"]: row for row in finding.table.to_dicts()}
    if not closed.any():
        assert "nobody reached the target" in finding.headline
        return
    hits = [
        1.0 if closer >= 0 and ended.win[game, closer] == 0 else 0.0
        for game, closer in enumerate(ended.closer)
    ]
    row = rows["closer_loses"]
    assert same((row["value"], row["low"], row["high"]), clustered(hits, closed))
    gained = (ended.at_end - ended.at_close).sum(axis=1) * closed
    row = rows["points"]
    mean, low, high = mean_a_try(gained, closed * (run.players - 1))
    assert same((row["value"], row["low"], row["high"]), (mean, max(low, 0), high))


def test_margins_are_those_recounted(run):
    ranked = [sorted(scores, reverse=True) for scores in endings(run).score.tolist()]
    margins = np.array([one[0] - one[1] for one in ranked])
    rows = {row["statistic"]: row for row in victory_margin(run).table.to_dicts()}
    for name, level in (("5%", 0.05), ("50%", 0.5), ("95%", 0.95)):
        expected = quantile_interval(np.sort(margins), level, least=0)
        assert (rows[name]["value"], rows[name]["low"], rows[name]["high"]) == expected
    for name, hits in (("close", margins <= 5), ("tied", margins == 0)):
        assert same((rows[name]["value"], rows[name]["low"], rows[name]["high"]), share_of(hits))


def test_what_closers_and_others_win_adds_up(run):
    table = last_round(run).table
    for closer in range(run.players):
        rows = table.filter(closer=closer)
        if rows["closed"][0]:
            assert rows["share"].sum() == pytest.approx(1)
        else:
            assert rows["share"].is_null().all()
    assert table.filter(seat=0)["closed"].sum() == endings(run).closed.sum()


@pytest.mark.parametrize("question", QUESTIONS)
def test_findings_say_what_they_rest_on(question, run):
    finding = question(run)
    assert finding.n == run.count
    assert any("assumed" in caveat for caveat in finding.caveats)
    assert finding.headline.endswith(".")
    assert "nan" not in finding.headline
    assert title(finding.plot())
    assert "<table" in finding._repr_html_()


@pytest.mark.parametrize("question", QUESTIONS)
def test_nobody_closes(question, tmp_path):
    run = played(tmp_path / "run", players=3, games=2, policies="random", rules={"max_turns": 2}, log="games")
    finding = question(run)
    assert any("2 of 2 games stalled" in caveat for caveat in finding.caveats)
    finding.plot()


@pytest.mark.parametrize("question", QUESTIONS)
def test_runs_of_other_games_are_refused(question, tmp_path):
    refused(question, simulate("knutten", 2, 2, 1, "random", out=tmp_path / "other", progress=False))
