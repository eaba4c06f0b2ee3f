"""Patterns left in hand: recounted on paper and in plain Python, and played again."""

import numpy as np
import polars as pl
import pytest

from analysis.contrasts import mean_difference, paired_difference
from analysis.knitting.unfinished import (
    AGAIN,
    ANOTHER,
    FIRST,
    LOST,
    RECOUNTED,
    RULED,
    another_wins,
    unfinished_patterns,
    winners_without,
)
from analysis.ratios import Ratio, a_game
from drawings import title
from hand_made_runs import rows_by_game
from knitting_catalogues import play_knitting, written
from plain_statistics import clustered, same
from run_folders import refused

GAMES = 120
SETTINGS = [
    {"players": 3, "policy": "sprinter"},
    {"players": 2, "policy": "planner", "rules": {"target": 60}},
    {"players": 4, "policy": "random", "rules": {"max_turns": 12, "subtract_special": False}},
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("unfinished")


@pytest.fixture(autouse=True)
def _shared_runs(folder, monkeypatch, _runs_elsewhere):
    monkeypatch.setenv("GAMEGAUGE_RUNS", str(folder))


def ask(setting):
    return unfinished_patterns(games=GAMES, seed=5, **setting)


def runs(setting):
    """Return the games with the rule and without it."""
    settings = {"players": 4, "policy": "planner", "rules": None, **setting}
    off = {**settings, "rules": {**(settings["rules"] or {}), "subtract": False}}
    return play_knitting(GAMES, **settings), play_knitting(GAMES, **off)


def row(finding, measure, way):
    (found,) = finding.table.filter(measure=measure, way=way).to_dicts()
    return found


def estimate(one):
    return one["estimate"], one["low"], one["high"]


# On paper


def test_who_would_have_won_is_told_by_score_then_stash(tmp_path):
    run = play_knitting(4, 3, "random", rules={"max_turns": 2}, out=tmp_path / "run")
    games = [
        # Score, subtracted, stash of each seat.
        [(10, 0, 3), (9, 5, 0), (2, 0, 9)],  # another
        [(10, 4, 3), (9, 5, 0), (2, 0, 9)],  # a tie, the stash tells
        [(10, 4, 3), (9, 5, 3), (14, 0, 3)],  # all share
        [(-5, 0, 3), (-9, 3, 9), (-20, 15, 3)],  # below 0, a tie of equal stashes
    ]
    rows = [
        {"game_id": game, "seat": seat, "score": score, "subtracted": lost, "stash": stash}
        for game, seats in enumerate(games)
        for seat, (score, lost, stash) in enumerate(seats)
    ]
    third = 1 / 3
    expected = [[0, 1, 0], [1, 0, 0], [third] * 3, [0.5, 0, 0.5]]
    assert winners_without(written(run, "seats", rows)) == pytest.approx(np.array(expected))


def test_another_wins_if_a_seat_wins_that_did_not():
    wins = np.array([[1, 0], [0.5, 0.5], [1, 0], [1, 0]])
    other = np.array([[0, 1], [1, 0], [0.5, 0.5], [1, 0]])
    assert another_wins(wins, other).tolist() == [True, False, True, False]


# Recounted


def plainly(run):
    """Return for each game: its winners, its winners without the rule, its closer, what it leaves."""
    found = []
    for seats, patterns, (game,) in zip(
        *(rows_by_game(run, table) for table in ("seats", "patterns", "games")), strict=True
    ):
        keys = [(one["score"] + one["subtracted"], one["stash"]) for one in seats]
        free = [key == max(keys) for key in keys]
        left = [one for one in patterns if one["in_hand_at_end"]]
        found.append(
            {
                "wins": [one["win_share"] for one in seats],
                "free": [won / sum(free) for won in free],
                "closer": game["closer"],
                "lost": sum(one["subtracted"] for one in seats) / len(seats),
                "points": sum(one["points"] for one in left) / len(seats),
                "left": len(left) / len(seats),
                "kept": sum(one["kept"] for one in patterns) / len(seats),
                "fos": sum(one["finished"] for one in seats) / len(seats),
                "turns": game["turns"] / len(seats),
                "stalled": game["end_reason"] == "stalled",
            }
        )
    return found


QUANTITIES = {
    "points left in hand a seat": "points",
    "patterns left in hand a seat": "left",
    "patterns drawn and kept a seat": "kept",
    "FOs a seat": "fos",
    "turns a seat": "turns",
}


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_quantities_are_counted_again(setting):
    finding, (ruled, again) = ask(setting), (plainly(run) for run in runs(setting))
    lost = a_game(np.array([game["lost"] for game in ruled]))
    assert same(estimate(row(finding, LOST, RULED)), lost.estimate())
    for measure, name in QUANTITIES.items():
        one, other = (np.array([game[name] for game in games], float) for games in (ruled, again))
        assert same(estimate(row(finding, measure, RULED)), a_game(one).estimate())
        found = row(finding, measure, AGAIN)
        assert same(estimate(found), a_game(other).estimate())
        expected = mean_difference(other - one, 8)
        ends = (found["difference"], found["difference_low"], found["difference_high"])
        assert same(ends, (expected.value, expected.low, expected.high))
        assert found["difference_p"] >= expected.p
    for way, games in ((RULED, ruled), (AGAIN, again)):
        stalled = row(finding, "stalled games", way)
        assert same(estimate(stalled), clustered([game["stalled"] for game in games], [1] * GAMES))


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_winners_are_counted_again(setting):
    finding, (ruled, again) = ask(setting), (plainly(run) for run in runs(setting))
    ways = {
        RULED: [(game["closer"], game["wins"]) for game in ruled],
        RECOUNTED: [(game["closer"], game["free"]) for game in ruled],
        AGAIN: [(game["closer"], game["wins"]) for game in again],
    }
    first = {
        way: (
            [0 if closer is None else wins[closer] for closer, wins in games],
            [closer is not None for closer, _ in games],
        )
        for way, games in ways.items()
    }
    for way, (hits, tries) in first.items():
        found = row(finding, FIRST, way)
        assert same(estimate(found), clustered(hits, tries))
        if way != RULED:
            one, base = (Ratio(np.array(a, float), np.array(b, float)) for a, b in (first[way], first[RULED]))
            expected = paired_difference(one, base, 8)
            ends = (found["difference"], found["difference_low"], found["difference_high"])
            assert same(ends, (expected.value, expected.low, expected.high))
    for way in (RECOUNTED, AGAIN):
        new = [
            any(now and not before for now, before in zip(other, one, strict=True))
            for (_, one), (_, other) in zip(ways[RULED], ways[way], strict=True)
        ]
        assert same(estimate(row(finding, ANOTHER, way)), clustered(new, [1] * GAMES))


def test_players_who_do_not_look_at_the_rule_play_the_same_games():
    finding = ask(SETTINGS[0])
    for measure in QUANTITIES:
        assert row(finding, measure, AGAIN)["difference"] == 0
    assert estimate(row(finding, ANOTHER, AGAIN)) == estimate(row(finding, ANOTHER, RECOUNTED))
    assert estimate(row(finding, FIRST, AGAIN)) == estimate(row(finding, FIRST, RECOUNTED))


# What is said and drawn


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_headline_is_the_tables(setting):
    finding = ask(setting)
    lost, another = row(finding, LOST, RULED), row(finding, ANOTHER, RECOUNTED)
    assert f"cost a seat {lost['estimate']:.1f} points a game ({lost['low']:.1f} to" in finding.headline
    assert f"another seat would have won {100 * another['estimate']:.1f}% (" in finding.headline
    shares = [row(finding, FIRST, way)["estimate"] for way in (RULED, RECOUNTED, AGAIN)]
    if None in shares:
        assert "first" not in finding.headline
    else:
        assert all(f"{100 * share:.1f}% (" in finding.headline for share in shares)
    looks = row(finding, "points left in hand a seat", AGAIN)["difference"] != 0
    assert ("play on as they did" in finding.headline) == (not looks)
    assert any("assumed" in caveat for caveat in finding.caveats)
    assert any("all 8" in caveat or "the 8 differences" in caveat for caveat in finding.caveats)
    assert finding.table["difference_low"].count() == 8
    assert finding.n == GAMES
    stalled = sum(row(finding, "stalled games", way)["estimate"] for way in (RULED, AGAIN)) * GAMES
    told = [caveat for caveat in finding.caveats if "KT-14" in caveat]
    assert told == (
        [f"{stalled:.0f} of {2 * GAMES} games stalled (KT-14) and are counted."] if stalled else []
    )


def test_who_wins_is_drawn():
    finding = ask(SETTINGS[0])
    ax = finding.plot()
    shown = [
        row(finding, ANOTHER, RECOUNTED),
        *(row(finding, FIRST, way) for way in (RULED, RECOUNTED, AGAIN)),
    ]
    assert [bar.get_width() for bar in ax.patches] == [one["estimate"] for one in shown]
    assert title(ax) == f"Patterns left in hand decide {100 * shown[0]['estimate']:.1f}% of games"


def test_games_without_a_closer_say_nothing_of_the_first():
    finding = unfinished_patterns(2, "random", games=4, rules={"max_turns": 1})
    assert finding.table.filter(measure=FIRST)["estimate"].null_count() == 3
    assert "nan" not in finding.headline
    assert any("8 of 8 games stalled" in caveat for caveat in finding.caveats)
    finding.plot()


BAD = {
    "nothing subtracted": {"rules": {"subtract": False}},
    "unknown rule": {"rules": {"x": 1}},
    "unknown policy": {"policy": "x"},
    "no game": {"games": 0},
    "one player": {"players": 1},
}


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_asked_is_refused_before_anything_is_played(case, tmp_path, monkeypatch):
    monkeypatch.setenv("GAMEGAUGE_RUNS", str(tmp_path / "none"))
    refused(unfinished_patterns, **{"games": 10, **BAD[case]})
    assert not (tmp_path / "none").exists()


def test_the_table_is_tidy():
    table = ask(SETTINGS[0]).table
    assert table.height == table.select("measure", "way").unique().height == 18
    assert (table["low"] <= table["estimate"]).all()
    assert (table["estimate"] <= table["high"]).all()
    assert table["games"].dtype == pl.UInt32
