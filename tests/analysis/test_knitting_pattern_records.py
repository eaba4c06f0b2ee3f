"""What a log says of patterns: written by hand, counted again with pandas, and part by part."""

from importlib import import_module

import numpy as np
import pandas as pd
import polars as pl
import pytest

from analysis.knitting.pattern_records import RECORDS, counted, pattern_records
from analysis.knitting.unfinished_left import left_in_hand
from drawings import title
from knitting_catalogues import play_knitting, write_patterns, written
from plain_statistics import clustered, share_of
from run_folders import play, refused

NAMES = ("scarf", "hat", "cowl", "vest", "rug", "cape", "poncho")


@pytest.fixture
def by_hand(tmp_path):
    """Return three games of two: the hat is given back and drawn again, the cowl is drawn once."""
    shapes = {name: {"points": 3 + place, "weeks": 1, "red": 1} for place, name in enumerate(NAMES)}
    patterns = write_patterns(tmp_path, shapes)
    run = play_knitting(3, 2, "random", patterns, rules={"max_turns": 2}, out=tmp_path / "run")
    shares = [(1, 0), (0.5, 0.5), (0, 1)]
    run = written(
        run,
        "seats",
        [
            {"game_id": game, "seat": seat, "win_share": share}
            for game, both in enumerate(shares)
            for seat, share in enumerate(both)
        ],
    )
    lines = [
        # Game, seat, pattern, turn of the finish, whether it was kept, whether it is left.
        (0, 0, "scarf", 5, 1, 0),
        (0, 1, "hat", None, 0, 0),
        (0, 1, "hat", None, 1, 1),
        (1, 0, "scarf", None, 1, 0),
        (1, 1, "scarf", 3, 1, 0),
        (1, 1, "hat", 4, 1, 0),
        (2, 0, "scarf", None, 1, 1),
        (2, 1, "cowl", 6, 1, 0),
    ]
    names = ("game_id", "seat", "pattern", "finished_turn", "kept", "in_hand_at_end")
    return written(run, "patterns", [dict(zip(names, line, strict=True)) for line in lines])


ENDS = ("", "_low", "_high")


def numbers(finding, pattern, name):
    (row,) = [one for one in finding.table.to_dicts() if one["pattern"] == pattern]
    return [row[f"{name}{end}"] for end in ENDS]


def test_shares_are_those_of_a_log_by_hand(by_hand):
    table = {row["pattern"]: row for row in pattern_records(by_hand).table.to_dicts()}
    found = {name: [table[name][record] for record in RECORDS] for name in ("scarf", "hat", "cowl")}
    assert found["scarf"] == pytest.approx([4 / 6, 2 / 4, 1 / 4, 2 / 4, 1.5 / 2])
    assert found["hat"] == pytest.approx([2 / 6, 1 / 2, 1 / 2, 0.5 / 2, 0.5])
    assert found["cowl"] == pytest.approx([1 / 6, 1, 0, 1, 1])
    assert [table[name]["times_drawn"] for name in ("scarf", "hat", "cowl", "rug")] == [4, 2, 1, 0]
    assert [table[name]["times_finished"] for name in ("scarf", "hat", "cowl", "rug")] == [2, 1, 1, 0]
    assert table["rug"]["drawn"] == 0
    assert [table["rug"][f"finished{end}"] for end in ENDS] == [None, None, None]
    assert {row["games"] for row in table.values()} == {3}


def test_points_left_are_those_of_a_log_by_hand(by_hand):
    finding = left_in_hand(by_hand)
    assert numbers(finding, "scarf", "points_left")[0] == pytest.approx(3 / 3)
    assert numbers(finding, "hat", "points_left")[0] == pytest.approx(4 / 3)
    assert numbers(finding, "hat", "left_in_hand")[0] == pytest.approx(1 / 2)
    assert "hat is left in hand most often, 50.0%" in finding.headline
    assert "cowl least, 0.0%" in finding.headline
    assert "hat is left with most points, 1.33 a game in all 2 hands" in finding.headline


# Counted again


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return play_knitting(150, 3, "random", out=tmp_path_factory.mktemp("records") / "run")


@pytest.fixture(scope="module")
def held(run):
    """Return a row a game, seat and pattern that came into its hand."""
    rows = run.table("patterns").collect().to_pandas()
    rows["pattern"] = rows["pattern"].astype(str)
    rows["finished"] = rows["finished_turn"].notna()
    keys = ["game_id", "seat", "pattern"]
    held = rows.groupby(keys)[["finished", "in_hand_at_end"]].max().reset_index()
    seats = run.seats.collect().to_pandas()[["game_id", "seat", "win_share"]]
    return held.merge(seats, on=["game_id", "seat"])


def tries_and_hits(held, record):
    """Return whether each row is tried, and by how much it hits."""
    everything = pd.Series(1.0, held.index)
    return {
        "finished": (everything, held["finished"]),
        "left_in_hand": (everything, held["in_hand_at_end"]),
        "win_when_drawn": (everything, held["win_share"]),
        "win_when_finished": (held["finished"], held["win_share"] * held["finished"]),
    }[record]


def test_drawn_is_counted_again(run, held):
    finding = pattern_records(run)
    for pattern in ("Patient Tortoise", "Bandstand Cover", "Village Fete Vest"):
        rows = held[held["pattern"] == pattern].groupby("game_id").size().reindex(range(150), fill_value=0)
        level = 1 - 0.05 / 46
        plain = clustered(rows, [3] * 150)
        share, low, high = numbers(finding, pattern, "drawn")
        assert share == pytest.approx(plain[0])
        # Corrected for 46 patterns, so wider.
        assert low < plain[1] < plain[2] < high
        assert share_of(rows / 3, level)[0] == pytest.approx(share)


@pytest.mark.parametrize("record", [name for name in RECORDS if name != "drawn"])
def test_shares_are_counted_again(run, held, record, monkeypatch):
    # As wide as a single interval, which the plain statistics know.
    monkeypatch.setattr(import_module("analysis.knitting.pattern_records"), "ALPHA", 0.05 * 46)
    finding = pattern_records(run)
    tried, hit = tries_and_hits(held, record)
    for pattern in ("Patient Tortoise", "Bandstand Cover", "Village Fete Vest", "Fire Bucket Hat"):
        own = held["pattern"] == pattern
        by_game = pd.DataFrame({"hit": hit.astype(float), "tried": tried.astype(float)})[own]
        games = by_game.groupby(held["game_id"][own]).sum()
        expected = clustered(games["hit"], games["tried"])
        assert np.allclose(numbers(finding, pattern, record), expected, equal_nan=True)


class InParts:
    """A run whose tables are read in two parts."""

    def __init__(self, run, cut):
        self.run, self.cut = run, cut
        self.players, self.count = run.players, run.count

    def parts(self, table):
        first = pl.col("game_id") < self.cut
        return [self.run.table(table).filter(first), self.run.table(table).filter(~first)]


def test_parts_add_up(run):
    patterns = ["Patient Tortoise", "Village Fete Vest"]
    assert counted(InParts(run, 40), patterns).equals(counted(run, patterns))


def test_all_patterns_are_told_special_ones_too(run):
    table = pattern_records(run).table
    assert table.height == 46
    assert table["special"].sum() == 6
    assert table["finished"].drop_nans().is_sorted(descending=True)
    for record in RECORDS:
        kept = table.filter(pl.col(record).is_not_nan())
        assert (kept[f"{record}_low"] <= kept[record]).all()
        assert (kept[record] <= kept[f"{record}_high"]).all()


def test_records_say_that_they_are_correlations(run):
    finding = pattern_records(run)
    played = finding.table.filter(pl.col("times_drawn") > 0).to_dicts()
    for row in (played[0], played[-1]):
        assert row["pattern"] in finding.headline
        assert f"{100 * row['finished']:.1f}% ({100 * row['finished_low']:.1f} to" in finding.headline
    assert "does not say that the patterns win them" in finding.headline
    assert any("correlations only" in caveat for caveat in finding.caveats)
    assert any("assumed" in caveat for caveat in finding.caveats)


def test_a_folder_will_do_as_a_run(run):
    assert pattern_records(str(run.path)).table.equals(pattern_records(run).table)


@pytest.mark.parametrize("ask", [pattern_records, left_in_hand])
def test_a_run_of_another_game_is_refused(ask, tmp_path):
    assert "runs of knitting" in refused(ask, play(tmp_path / "other", games=2))


def test_records_are_drawn_with_a_name_a_row(run):
    for ask, word, most in (
        (pattern_records, "is finished most often", 46),
        (left_in_hand, "is left in hand most often", 15),
    ):
        finding = ask(run)
        ax = finding.plot()
        drawn = finding.table.filter(pl.col("times_drawn") > 0)["pattern"].to_list()[:most]
        assert [label.get_text() for label in ax.get_yticklabels()] == drawn
        assert title(ax).startswith(f"{drawn[0]} {word}")


def test_what_is_left_is_counted_again(run, held):
    rows = run.table("patterns").collect().to_pandas()
    left = rows[rows["in_hand_at_end"] == 1]
    table = left_in_hand(run).table
    points = left["points"].groupby(left["pattern"].astype(str)).sum() / run.count
    for row in table.to_dicts():
        assert row["points_left"] == pytest.approx(points.get(row["pattern"], 0.0))
    assert table["points_left"].sum() == pytest.approx(left["points"].sum() / run.count)
    assert table["left_in_hand"].drop_nans().is_sorted(descending=True)


def test_a_pattern_that_nobody_finishes_is_told_in_words(tmp_path):
    run = play_knitting(20, 3, "planner", "default", out=tmp_path / "run")
    told = pattern_records(run).headline
    assert "nan" not in told
    assert "least, 0.0%" in told


def test_patterns_that_are_finished_alike_have_no_best(tmp_path):
    run = play_knitting(3, 2, "random", "default", rules={"max_turns": 1}, out=tmp_path / "run")
    assert pattern_records(run).headline == (
        "All patterns are finished as often by those who draw them, in 0.0% of cases."
    )
