"""Scarce yarn and where it lies, counted again row by row; what more yarn does, known and recounted."""

from functools import cache

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from scipy import stats

from analysis.knitting.yarn import ROWS, yarn_scarcity
from analysis.knitting.yarn_facts import asked_by_catalogue, needs_of
from analysis.knitting.yarn_places import PLACES, yarn_places
from analysis.knitting.yarn_worth import yarn_worth
from analysis.statistics import ratio_interval
from drawings import title
from hand_made_runs import rewrite
from knitting_recounts import RUNS, followed, played
from plain_statistics import mean_a_try, same
from run_folders import refused
from simulation import open_run, simulate
from simulation.games.knitting.components import COLOURS, YARNS


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("yarn")


@pytest.fixture(autouse=True)
def _shared_runs(folder, monkeypatch, _runs_elsewhere):
    monkeypatch.setenv("GAMEGAUGE_RUNS", str(folder / "runs"))


@pytest.fixture(scope="module", params=list(RUNS))
def run(request, tmp_path_factory):
    return played(tmp_path_factory.mktemp(request.param) / "run", **RUNS[request.param])


@pytest.fixture(scope="module")
def greedy(tmp_path_factory):
    return played(tmp_path_factory.mktemp("greedy") / "run", **RUNS["greedy"])


@cache
def asked(question, run):
    """Return a question's finding of a run, asked once."""
    return question(run)


def by_key(table, *keys):
    return {tuple(row[key] for key in keys): row for row in table.to_dicts()}


# Where does the yarn lie?


def test_yarn_lies_where_the_log_leaves_it(run):
    """Follow every card from row to row, and look where all lie at the end of each turn."""
    sums = {(yarn, place): np.zeros(run.count) for yarn in YARNS for place in PLACES}
    turns = np.zeros(run.count)
    for game, table, row in followed(run):
        if row["event"] == "stock" and row["turn"] >= 0:
            table.follow(row)
            turns[game] += 1
            for place, cards in table.lying().items():
                for yarn in YARNS:
                    sums[yarn, place][game] += cards[yarn]
    assert turns.tolist() == run.games.sort("game_id").collect()["turns"].to_list()
    found = by_key(asked(yarn_places, run).table, "yarn", "place")
    for key, cards in sums.items():
        row = found[key]
        assert row["mean"] == pytest.approx(cards.sum() / turns.sum())
        if cards.any():
            mean, low, high = mean_a_try(cards, turns)
            assert same((row["mean"], row["mean_low"], row["mean_high"]), (mean, max(low, 0), high))


def test_all_yarn_lies_somewhere(run):
    finding = asked(yarn_places, run)
    shares = finding.table.group_by("yarn").agg(pl.col("share").sum())["share"]
    assert shares.to_list() == pytest.approx([1] * 9)
    assert (finding.table["mean"] >= 0).all()
    mats = finding.table.filter(place="mat")["mean"].sum()
    assert (mats > 0) == run.rules["real_life"]


# Which yarn is scarce?


def test_a_cast_on_by_hand(tmp_path):
    """Two games' cast-ons, written down: who pays what for which pattern."""
    run = played(tmp_path / "run", players=2, games=2, policies="greedy")
    paid = [
        (0, "Tea for Two Cosy", {"orange": 1, "blue": 2}),  # orange=1 matching=2: nothing short
        (0, "Tea for Two Cosy", {"blue": 1, "wild": 2}),  # short of orange and of a matching card
        (0, "Tea for Two Cosy", {"orange": 2, "wild": 1}),  # named orange first, a matching one short
        (1, "Fire Bucket Hat", {"red": 2, "wild": 1}),  # red=3: one short
        (1, "Weathervane Poncho", {"red": 5, "wild": 1}),  # red=5 wild=1: nothing short
    ]
    rows = [
        {"game_id": game, "turn": 0, "seat": 0, "event": "cast_on", "what": what}
        | {f"{lot}_{yarn}": yarns.get(yarn, 0) if lot == "taken" else 0
           for lot in ("taken", "store", "after", "stash") for yarn in YARNS}
        for game, what, yarns in paid
    ]  # fmt: skip
    finding = yarn_scarcity(with_events(run, rows))
    table = by_key(finding.table, "yarn")
    told = {yarn: (table[yarn,]["short"], table[yarn,]["cast_ons"]) for yarn in ("orange", "matching", "red")}
    assert told == {"orange": (1 / 3, 3), "matching": (2 / 3, 3), "red": (1 / 2, 2)}
    assert table["blue",]["short"] is None
    assert table["wild",]["asked"] == 10
    assert "a cast-on takes 1.00 Wilds" in finding.headline
    assert "0.80 of them in place of other yarn" in finding.headline


def with_events(run, rows):
    return rewrite(run, "events", pl.DataFrame(rows, schema=run.events.collect_schema()))


def shortages(run):
    """Return, by yarn and game, cast-ons that ask for it and those short of it; Wilds, and all cast-ons."""
    needs = by_key(needs_of(run), "pattern")
    asks, short = ({name: np.zeros(run.count) for name in ROWS} for _ in range(2))
    wilds, cast_ons = np.zeros(run.count), np.zeros(run.count)
    for game, _, row in followed(run):
        if row["event"] != "cast_on":
            continue
        needed = needs[row["what"],]
        spare = 0
        for colour in COLOURS:
            asks[colour][game] += needed[colour] > 0
            short[colour][game] += row[f"taken_{colour}"] < needed[colour]
            spare += max(row[f"taken_{colour}"] - needed[colour], 0)
        asks["matching"][game] += needed["matching"] > 0
        short["matching"][game] += spare < needed["matching"]
        wilds[game] += row["taken_wild"]
        cast_ons[game] += 1
    return asks, short, wilds, cast_ons


def test_scarcity_is_that_recounted(run):
    finding = asked(yarn_scarcity, run)
    asks, short, wilds, cast_ons = shortages(run)
    table = by_key(finding.table, "yarn")
    for name in ROWS:
        hits, tries = short[name], asks[name]
        sums = ((hits**2).sum(), (hits * tries).sum(), (tries**2).sum(), (tries > 0).sum())
        expected = ratio_interval(hits.sum(), tries.sum(), *sums, 1 - 0.05 / len(ROWS))
        row = table[name,]
        assert (row["short"], row["short_low"], row["short_high"]) == pytest.approx(expected)
        assert row["cast_ons"] == tries.sum()
    mean, low, high = mean_a_try(wilds, cast_ons)
    assert f"a cast-on takes {mean:.2f} Wilds ({low:.2f} to {high:.2f})" in finding.headline


def test_the_catalogue_asks_for_what_its_rows_say(greedy):
    rows = greedy.components["patterns"]["patterns"]
    wanted = asked_by_catalogue(greedy)
    assert wanted == {name: sum(row[name] for row in rows) for name in (*YARNS, "matching")}
    table = by_key(asked(yarn_scarcity, greedy).table, "yarn")
    assert [table[yarn,]["cards"] for yarn in YARNS] == [12] * 8 + [20]
    assert table["red",]["asked_a_card"] == pytest.approx(wanted["red"] / 12)


# What is more yarn worth?

TABLE = {"players": 3, "policy": "greedy", "games": 60, "seed": 5}


def recounted(seat, yarn, rows):
    """Return the differences of win share and score that more yarn makes, from the rows of the seats."""
    found = []
    for force in ({"seat": seat, "yarn": yarn}, {}):
        run = simulate("knitting", 3, 60, 5, "greedy", log="games", force=force, progress=False)
        found.append(run.seats.filter(pl.col("seat") == seat).sort("game_id").collect())
    test = stats.ttest_rel(found[0]["score"], found[1]["score"])
    interval = test.confidence_interval(1 - 0.05 / rows)
    win = float((found[0]["win_share"] - found[1]["win_share"]).mean())
    return win, float((found[0]["score"] - found[1]["score"]).mean()), *interval


@pytest.mark.parametrize("seat", [0, 2])
def test_the_worth_of_yarn_is_that_recounted(seat):
    finding = yarn_worth((2, 5), **TABLE, seats=(seat,))
    for row, yarn in zip(finding.table.to_dicts(), (2, 5), strict=True):
        win, score, low, high = recounted(seat, yarn, 2)
        assert (row["yarn"], row["games"]) == (yarn, 60)
        assert row["win"] == pytest.approx(win)
        assert (row["score"], row["score_low"], row["score_high"]) == pytest.approx((score, low, high))
        assert row["score_a_card"] == pytest.approx(score / yarn)
    assert f"{finding.table['score'][-1]:+.2f} (" in finding.headline
    assert "60 games with and as many without" in finding.headline
    assert f"forced on seat {seat}" in finding.rules


def test_the_worth_of_yarn_is_a_mean_over_seats():
    row = yarn_worth((5,), **TABLE, seats=(0, 2)).table.row(0, named=True)
    win, score, *_ = np.mean([recounted(seat, 5, 1) for seat in (0, 2)], axis=0)
    assert (row["win"], row["score"]) == pytest.approx((win, score))


def test_yarn_nobody_can_use_is_worth_nothing():
    """With one turn each nothing is finished, and patterns in hand are not subtracted."""
    rules = {"max_turns": 1, "subtract": False}
    table = yarn_worth((3,), 2, "greedy", 40, rules=rules).table
    assert table["score"].to_list() == [0]
    # All scores tie, and the fuller stash wins (KT-13).
    assert table["win"][0] > 0


@pytest.mark.parametrize(
    "bad",
    [
        {"cards": ()},
        {"cards": (2, 2)},
        {"cards": (0,)},
        {"cards": (99,)},
        {"seats": ()},
        {"seats": (0, 0)},
        {"seats": (3,)},
        {"policy": "x"},
        {"patterns": "x"},
    ],
    ids=str,
)
def test_what_cannot_be_dealt_is_refused(bad):
    refused(yarn_worth, **{**TABLE, "games": 5, **bad})


# What all findings have.


@pytest.mark.parametrize("question", [yarn_scarcity, yarn_places])
def test_findings_say_what_they_rest_on(question, run):
    finding = asked(question, run)
    assert finding.n == run.count
    assert any("assumed" in caveat for caveat in finding.caveats)
    assert any("stalled" in caveat for caveat in finding.caveats) == (
        "stalled" in run.games.collect()["end_reason"].to_list()
    )
    assert finding.headline.endswith(".")
    assert title(finding.plot())
    assert_frame_equal(question(str(run.path)).table, finding.table)


@pytest.mark.parametrize("question", [yarn_scarcity, yarn_places])
def test_runs_that_do_not_tell_are_refused(question, tmp_path):
    refused(question, played(tmp_path / "games", players=2, games=2, log="games", policies="greedy"))
    refused(question, simulate("knutten", 2, 2, 1, "random", out=tmp_path / "other", progress=False))
    refused(question, tmp_path)


@pytest.mark.parametrize("question", [yarn_scarcity, yarn_places])
def test_parts_make_no_difference(question, greedy, tmp_path):
    with pytest.MonkeyPatch.context() as patch:
        for module in ("match", "plan", "store", "workers"):
            patch.setattr(f"simulation.{module}.PART_GAMES", 13)
        parts = played(tmp_path / "run", **RUNS["greedy"])
    assert len(parts.parts("games")) > 2
    assert_frame_equal(question(parts).table, asked(question, greedy).table, check_exact=False)
    assert question(open_run(parts.path)).headline == asked(question, greedy).headline


def test_one_turn_is_enough_for_an_answer(tmp_path):
    run = played(tmp_path / "run", players=2, games=2, policies="greedy", rules={"max_turns": 1})
    for finding in (yarn_scarcity(run), yarn_places(run)):
        assert "nan" not in finding.headline
        assert "<table" in finding._repr_html_()
        finding.plot()


def test_the_rig_meets_all_there_is(run):
    """Frogs, cards kept on mats, stalled games and wipes are met somewhere, or nothing is tested of them."""
    events = run.events.collect()
    met = set(events["event"].cast(pl.String)) | set(events["what"].drop_nulls().cast(pl.String))
    if run.rules["real_life"]:
        frogs = events.filter(pl.col("what").cast(pl.String) == "cat")
        assert frogs.filter((pl.col("event") == "play") & pl.col("slot").is_not_null()).height
        assert {"wipe", "reshuffle", "real_life", "moth", "parcel", "give_back"} <= met
        assert "stalled" in run.games.collect()["end_reason"].to_list()
    assert {"shop", "pick", "cast_on", "finish"} <= met
