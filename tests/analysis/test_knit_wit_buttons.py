"""Who wins by speed and who by thought, and when to stop: every table counted again, seat by seat."""

from itertools import permutations

import numpy as np
import polars as pl
import pytest

from analysis.knit_wit import buttons, when_to_stop
from analysis.knit_wit.buttons import _title
from drawings import title
from knit_wit_recounts import FILLER, LOOPS, SEED, estimate, percents, played, sheets, width, wins
from plain_statistics import clustered, same, share_of
from run_folders import refused

WAYS = ("fill_sheet", "weigh", "sprint")
NOBODY_ANSWERS = {"blank": 1}


@pytest.fixture(scope="module", autouse=True)
def _runs_elsewhere(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GAMEGAUGE_RUNS", str(tmp_path_factory.mktemp("runs")))
        yield


def player(way, enough=3):
    return f"random:{way}:answering=easy_first{f':enough={enough}' if way == 'sprint' else ''}"


# Speed against thought


@pytest.fixture(scope="module")
def thirds():
    return buttons(6, (1, 3), 2, 150)


def by_deal(players, deals, hole_points, enough, measure):
    """Return for each way the sum over its seats, and over the orders the mean, by deal."""
    found = {way: np.zeros(deals) for way in WAYS}
    for order in permutations(WAYS):
        line = [order[seat % 3] for seat in range(players)]
        policies = [player(way, enough) for way in line]
        run = played(players, deals, policies, rules={"hole_points": hole_points})
        for seat, way in enumerate(line):
            found[way] += measure(run)[:, seat] / 6
    return found


def test_thirds_are_counted_again(thirds):
    assert thirds.table.select("hole_points", "stopping").rows() == [(n, way) for n in (1, 3) for way in WAYS]
    for points in (1, 3):
        rows = {row["stopping"]: row for row in thirds.table.filter(hole_points=points).to_dicts()}
        won = by_deal(6, 25, points, 2, wins)
        for way, row in rows.items():
            assert same(estimate(row), clustered(won[way], np.ones(25), 1 - 0.05 / 6))
            assert row["even"] == pytest.approx(1 / 3)
            better, worse = row["low"] > 1 / 3, row["high"] < 1 / 3
            assert row["shown"] == ("better" if better else "worse" if worse else "not shown")
            assert (row["deals"], row["games"]) == (25, 150)
        assert sum(row["share"] for row in rows.values()) == pytest.approx(1)
    assert thirds.n == 300


@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("score", "score"),
        ("bonus", "bonus"),
        ("answers", "answers"),
        ("stop_second", "finish_second"),
    ],
)
def test_a_seats_means_are_counted_again(thirds, name, column):
    found = by_deal(6, 25, 3, 2, lambda run: sheets(run, column))
    for row in thirds.table.filter(hole_points=3).to_dicts():
        assert row[name] == pytest.approx(np.mean(found[row["stopping"]]) / 2)


def test_the_buttons_points_are_all_given_out(thirds):
    for points in (1, 3):
        given = 2 * thirds.table.filter(hole_points=points)["bonus"].sum()
        assert given <= points * (4 + 3 + 2 + 1) + 1e-9
    assert 2 * buttons(6, (0,), games=12).table["bonus"].sum() == 0


def test_games_that_cannot_be_shared_out_are_left_out():
    table = buttons(3, (1,), games=23).table
    assert table["deals"].to_list() == [3] * 3
    assert table["games"].to_list() == [18] * 3


def test_without_points_for_buttons_those_who_weigh_fill_their_sheets():
    table = buttons(3, (0,), games=120).table
    shares = {row["stopping"]: row for row in table.to_dicts()}
    for name in ("share", "score", "answers", "stop_second"):
        assert shares["weigh"][name] == shares["fill_sheet"][name]


def test_who_never_has_enough_fills_the_sheet():
    shares = {
        row["stopping"]: row for row in buttons(3, (0, 1), 8, 120).table.filter(hole_points=1).to_dicts()
    }
    for name in ("share", "score", "bonus", "answers"):
        assert shares["sprint"][name] == shares["fill_sheet"][name]


def test_who_sprints_without_answers_gets_the_largest_button():
    rows = {row["stopping"]: row for row in buttons(3, (1,), 0, 60).table.to_dicts()}
    assert (rows["sprint"]["answers"], rows["sprint"]["bonus"], rows["sprint"]["score"]) == (0, 2, 2)
    assert rows["sprint"]["stop_second"] == 0


def test_where_nobody_answers_only_buttons_win():
    rows = {
        row["stopping"]: row
        for row in buttons(3, (0, 1), games=60, people=NOBODY_ANSWERS).table.filter(hole_points=0).to_dicts()
    }
    assert [row["share"] for row in rows.values()] == pytest.approx([1 / 3] * 3)
    assert {row["shown"] for row in rows.values()} == {"not shown"}
    weighing = buttons(3, (1,), games=60, people=NOBODY_ANSWERS).table.filter(stopping="weigh")
    assert weighing["share"].to_list() == [1]


def test_intervals_hold_the_estimate_and_shrink_with_games(thirds):
    more = buttons(6, (1, 3), 2, 1350)
    for few, many in zip(thirds.table.to_dicts(), more.table.to_dicts(), strict=True):
        assert few["low"] <= few["share"] <= few["high"]
        assert many["low"] <= many["share"] <= many["high"]
        assert width(many) < width(few) * 0.6


def test_the_ways_are_ranked_in_the_headline(thirds):
    parts = []
    for points in (1, 3):
        ranked = sorted(
            thirds.table.filter(hole_points=points).to_dicts(),
            key=lambda row: (-row["share"], row["stopping"]),
        )
        told = ", ".join(f"{row['stopping']} {percents(row)}" for row in ranked)
        parts.append(f"with {points} point{'s' * (points != 1)} a hole {told} of wins")
    assert thirds.headline.endswith(f" at 1 point a hole. Of 6 players, a third each: {'; '.join(parts)}.")


def test_shares_are_drawn_with_their_intervals(thirds):
    ax = thirds.plot()
    drawn = sorted(y for line in ax.lines if line.get_marker() == "o" for y in line.get_ydata())
    assert drawn == pytest.approx(sorted(thirds.table["share"]))
    told = {text.get_text() for text in ax.texts}
    assert {f"{100 * share:.0f}%" for share in thirds.table["share"]} <= told
    assert [label.get_text() for label in ax.get_xticklabels()] == ["1 point a hole", "3 points a hole"]
    assert title(ax) == _title(thirds.table)


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        (
            ("not shown", "not shown", "worse"),
            "No way to stop is shown to win more than even at 1 point a hole",
        ),
        (("better", "worse", "worse"), "Whoever fills the sheet wins most at 1 point a hole"),
        (
            ("better", "better", "worse"),
            "Whoever weighs or fills the sheet wins more than even at 1 point a hole",
        ),
    ],
)
def test_the_title_names_all_who_are_shown_to_win_more_than_even(shown, said):
    rows = [(1, way, share, one) for way, share, one in zip(WAYS, (0.4, 0.5, 0.1), shown, strict=True)]
    others = [(2, way, 1 / 3, "not shown") for way in WAYS]
    schema = {"hole_points": pl.UInt8, "stopping": pl.String, "share": pl.Float64, "shown": pl.String}
    assert _title(pl.DataFrame(others + rows, schema, orient="row")) == said


def test_numbers_may_be_typed_in_several_ways(thirds):
    typed = buttons("6", ["1", 3.0, 1], "2", "150")
    assert typed.table.equals(thirds.table)


@pytest.mark.parametrize("players", [2, 4, 5, 7, 8])
def test_a_table_that_cannot_be_shared_out_is_refused(players):
    assert "3 or 6" in refused(buttons, players)


# When to stop


@pytest.fixture(scope="module")
def stops():
    return when_to_stop(3, (0, 2), 60)


def alone(count, players, games, hole_points):
    """Return by deal the win share of one who stops after so many answers, and how often it gets a button."""
    won, taken = np.zeros(games // players), 0.0
    for seat in range(players):
        policies = [player("sprint", count) if one == seat else FILLER for one in range(players)]
        run = played(players, games // players, policies, rules={"hole_points": hole_points})
        won += wins(run)[:, seat] / players
        taken += np.mean(~np.isnan(sheets(run, "button")[:, seat])) / players
    return won, taken


def test_every_number_of_answers_is_counted_again(stops):
    keys = [(points, count) for points in (0, 2) for count in range(LOOPS[3] + 1)]
    assert stops.table.select("hole_points", "answers").rows() == keys
    for row in stops.table.to_dicts():
        won, taken = alone(row["answers"], 3, 60, row["hole_points"])
        symmetric = (1 / 3,) * 3 if row["answers"] == LOOPS[3] else None
        assert same(estimate(row), symmetric or share_of(won, 1 - 0.05 / 14))
        assert row["button"] == pytest.approx(taken)
        assert (row["deals"], row["games"], row["even"]) == (20, 60, 1 / 3)
    assert stops.n == 14 * 60


def test_a_button_without_points_is_one_too(stops):
    table = {(row["hole_points"], row["answers"]): row["button"] for row in stops.table.to_dicts()}
    assert table[0, 0] == table[2, 0] == 1
    assert table[0, 6] > 0


@pytest.mark.parametrize("players", [2, 4])
def test_who_stops_with_all_answers_is_one_of_the_others(players):
    table = when_to_stop(players, (1,), 4 * players).table
    last = table.filter(answers=LOOPS[players]).row(0, named=True)
    # On every deal its seats share one win among them.
    assert last["share"] == pytest.approx(1 / players)
    assert last["shown"] == "not shown"


def test_without_points_it_is_best_to_go_on(stops):
    shares = stops.table.filter(hole_points=0)["share"].to_list()
    assert shares[0] == 0
    assert shares[-1] == pytest.approx(1 / 3)
    assert shares == sorted(shares)


def test_stops_that_pay_are_told_or_that_none_does(stops):
    parts = []
    for points in (0, 2):
        rows = stops.table.filter(hole_points=points).to_dicts()
        better = sorted((row for row in rows if row["low"] > 1 / 3), key=lambda row: -row["share"])
        late = rows[-2]
        told = " and ".join(f"stopping with {row['answers']} answers wins {percents(row)}" for row in better)
        none = (
            "no stop before the sheet is full is shown to win more than even: "
            f"with {late['answers']} answers {percents(late)}"
        )
        said = f"{told}, shown to be more than even" if better else none
        parts.append(f"with {points} points a hole {said}")
    assert stops.headline == f"Of 3 players, among others who fill their sheets, {'; '.join(parts)}."


def test_a_stop_that_pays_is_told():
    people = {"think_seconds": 600, "blank": 0.9}
    finding = when_to_stop(2, (10,), 400, people=people)
    (points, *_) = finding.table.filter(shown="better")["answers"].to_list()
    assert f"with 10 points a hole stopping with {points} answer" in finding.headline
    assert "shown to be more than even" in finding.headline


def test_a_curve_for_every_number_of_points_is_drawn(stops):
    ax = stops.plot()
    curves = [line for line in ax.lines if line.get_marker() == "o"]
    assert [line.get_label() for line in curves] == ["0 points a hole", "2 points a hole"]
    for line, points in zip(curves, (0, 2), strict=True):
        assert line.get_ydata() == pytest.approx(stops.table.filter(hole_points=points)["share"])
    assert title(ax) == "When to take a button, among others who fill their sheets"


def test_two_games_a_seat_are_asked_for():
    assert "from 12 to" in refused(when_to_stop, 6, (1,), 11)
    assert when_to_stop(2, (1,), 4, seed=SEED).table.height == LOOPS[2] + 1
