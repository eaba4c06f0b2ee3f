"""How turns are spent, counted again row by row; what goes with winning, by a textbook's regression."""

from collections import Counter
from functools import cache
from itertools import combinations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from scipy import stats
from statsmodels.api import OLS

from analysis.knitting.store import store_choice, store_outcome
from analysis.knitting.store_outcome import LEADS, OUTCOMES, associations
from analysis.knitting.store_stock import store_stock
from analysis.knitting.store_ways import WAYS, choices
from analysis.knitting.store_wild import MOST, wild_or_stacks
from analysis.statistics import ratio_interval
from drawings import title
from knitting_recounts import RUNS, followed, played
from plain_statistics import clustered, mean_a_try, same
from run_folders import refused
from simulation import simulate
from simulation.games.knitting.components import COLOURS

QUESTIONS = [store_choice, store_stock, wild_or_stacks]


@pytest.fixture(scope="module", params=list(RUNS))
def run(request, tmp_path_factory):
    return played(tmp_path_factory.mktemp(request.param) / "run", **RUNS[request.param])


@pytest.fixture(scope="module")
def greedy(tmp_path_factory):
    return played(tmp_path_factory.mktemp("greedy") / "run", **RUNS["greedy"])


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    return played(tmp_path_factory.mktemp("mixed") / "run", **RUNS["mixed"])


@cache
def asked(question, run):
    """Return a question's finding of a run, asked once."""
    return question(run)


def options(table):
    """Return the options of a turn, one by one, from what lies where (KT-7)."""
    stacks = [colour for colour in COLOURS if table.store[colour]]
    cards = sum(table.lying()["deck"].values()) + sum(table.discards.values())
    ways = ["wild"] * table.store["wild"]
    ways += ["two_from_deck"] if cards >= 2 else []
    ways += ["two_stacks" for _ in combinations(stacks, 2)]
    ways += ["deck_and_stack" for _ in stacks if cards >= 1]
    return ways + (["pick"] if table.patterns_left else [])


@cache
def turns_of(run):
    """Return a row a turn in plain Python: the way taken, all ways that were possible, cards and lead."""
    turns = []
    for game, table, row in followed(run):
        if row["event"] not in ("shop", "pick", "pass"):
            continue
        ways, seat = Counter(options(table)), row["seat"]
        assert row["legal"] == ways.total()
        others = [table.points[one] for one in range(run.players) if one != seat]
        turns.append(
            {
                "game_id": game,
                "turn": row["turn"],
                "seat": seat,
                "policy": run.policies[seat],
                "way": row["what"] if row["event"] == "shop" else row["event"],
                **{f"can_{way}": ways[way] > 0 if way != "pass" else not ways for way in WAYS},
                "cards": sum(row[f"taken_{yarn}"] for yarn in (*COLOURS, "wild")),
                "lead": table.points[seat] - max(others),
                "heights": sorted((table.store[colour] for colour in COLOURS), reverse=True),
                "wilds": table.store["wild"],
            }
        )
    return turns


def test_choices_are_those_of_the_table(run):
    expected = pd.DataFrame(turns_of(run)).drop(columns=["heights", "wilds"])
    found = choices(run.events, run).collect()
    assert found["turn"].len() == run.games.collect()["turns"].sum()
    assert_frame_equal(
        found.cast({"game_id": pl.Int64, "turn": pl.Int64, "seat": pl.Int64}), pl.from_pandas(expected)
    )


def counts(turns, games, hit, tried):
    """Return hits and tries by game."""
    hits, tries = np.zeros(games), np.zeros(games)
    for turn in turns:
        hits[turn["game_id"]] += hit(turn)
        tries[turn["game_id"]] += tried(turn)
    return hits, tries


def corrected(hits, tries, rows):
    sums = ((hits**2).sum(), (hits * tries).sum(), (tries**2).sum(), (tries > 0).sum())
    return ratio_interval(hits.sum(), tries.sum(), *sums, 1 - 0.05 / rows)


@pytest.mark.parametrize("way", WAYS)
def test_shares_of_turns_are_those_recounted(mixed, way):
    turns, table = turns_of(mixed), asked(store_choice, mixed).table
    for policy in mixed.policies:
        own = [turn for turn in turns if turn["policy"] == policy]
        row = table.filter(policy=policy, way=way).row(0, named=True)
        measures = {
            "possible": (lambda turn: turn[f"can_{way}"], lambda _: 1),
            "taken": (lambda turn: turn["way"] == way, lambda _: 1),
            "taken_if_possible": (lambda turn: turn["way"] == way, lambda turn: turn[f"can_{way}"]),
        }
        for name, (hit, tried) in measures.items():
            hits, tries = counts(own, mixed.count, hit, tried)
            if tries.any():
                found = row[name], row[f"{name}_low"], row[f"{name}_high"]
                assert found == pytest.approx(corrected(hits, tries, table.height))
        cards, took = counts(
            own,
            mixed.count,
            lambda turn: turn["cards"] * (turn["way"] == way),
            lambda turn: turn["way"] == way,
        )
        assert row["turns"] == took.sum()
        if took.any():
            assert row["cards"] == pytest.approx(cards.sum() / took.sum())


def test_shares_add_up(run):
    table = asked(store_choice, run).table
    assert table.group_by("policy").agg(pl.col("taken").sum())["taken"].to_list() == pytest.approx(
        [1.0] * len(set(run.policies))
    )
    assert (table["taken"] <= table["possible"] + 1e-12).all()
    assert table["turns"].sum() == run.games.collect()["turns"].sum()
    shopped = table.filter(pl.col("way") == "two_from_deck")["cards"].drop_nulls()
    assert shopped.to_list() == [2] * shopped.len()


# What goes with winning?


def regression(run, policy, way, outcome):
    """Return slope, standard error and games of least squares with a constant for each group."""
    frame = pd.DataFrame(turns_of(run))
    frame = frame[(frame["policy"] == policy) & frame[f"can_{way}"]].copy()
    frame["x"] = (frame["way"] == way).astype(float)
    time = frame["turn"] // (5 * run.players)
    standing = frame["lead"].map(lambda lead: sum(lead >= step for step in LEADS))
    frame["stratum"] = frame["seat"].astype(str) + "/" + time.astype(str) + "/" + standing.astype(str)
    seats = run.seats.collect().to_pandas()[["game_id", "seat", outcome]]
    frame = frame.merge(seats.astype({"game_id": int, "seat": int}), on=["game_id", "seat"])
    # Least squares on what each group's mean leaves is least squares with a constant for each group.
    away = frame[["x", outcome]] - frame.groupby("stratum")[["x", outcome]].transform("mean")
    games = frame["game_id"].nunique()
    clusters = {"groups": frame["game_id"], "use_correction": False}
    fit = OLS(away[outcome], away["x"]).fit(cov_type="cluster", cov_kwds=clusters)
    return fit.params["x"], fit.bse["x"] * np.sqrt(games / (games - 1)), games


@pytest.mark.parametrize("way", ["wild", "two_stacks", "pick"])
@pytest.mark.parametrize(("name", "outcome"), OUTCOMES.items())
def test_associations_are_least_squares_with_clusters(greedy, way, name, outcome):
    agrees(greedy, "greedy", way, name, outcome)


@pytest.mark.parametrize(("policy", "way"), [("random", "pick"), ("hoarder", "two_from_deck")])
def test_associations_of_mixed_players_are_their_own(mixed, policy, way):
    agrees(mixed, policy, way, "score", "score")


def all_associations(run):
    return associations(run, 18)


def agrees(run, policy, way, name, outcome):
    slope, error, games = regression(run, policy, way, outcome)
    one = asked(all_associations, run)[policy, way, name]
    reach = stats.t.ppf(1 - 0.05 / 18 / 2, games - 1) * error
    assert (one.value, one.low, one.high) == pytest.approx((slope, slope - reach, slope + reach))
    assert one.p == pytest.approx(2 * stats.t.sf(abs(slope) / error, games - 1))


def test_who_always_or_never_wins_shows_little(mixed):
    one = asked(all_associations, mixed)["random", "wild", "win"]
    assert one.value == pytest.approx(0)
    assert one.low < -0.05
    assert one.p == pytest.approx(1)


def test_what_is_always_or_never_done_tells_nothing(greedy):
    table = asked(store_choice, greedy).table
    row = table.filter(way="pass").row(0, named=True)
    assert row["win"] is None
    assert row["score_p"] is None


def test_the_headline_is_the_tables(greedy):
    finding = asked(store_choice, greedy)
    most = max(finding.table.to_dicts(), key=lambda row: row["taken"])
    wild = finding.table.filter(way="wild").row(0, named=True)
    assert f"{100 * most['taken']:.1f}%" in finding.headline
    assert f"{100 * wild['possible']:.1f}%" in finding.headline
    assert "correlation only" in finding.headline
    assert any("observed, not caused" in caveat for caveat in finding.caveats)


def test_both_figures_name_all_ways(mixed):
    finding = asked(store_choice, mixed)
    assert len(finding.plot().get_yticklabels()) == len(WAYS)
    outcome = store_outcome(finding)
    assert outcome.headline == finding.headline
    assert len(outcome.plot().get_yticklabels()) == finding.table["win"].count()


# How does the store turn over?


def test_heights_are_those_recounted(run):
    stacks = {}
    for game, table, row in followed(run):
        if row["event"] == "shop":
            before = dict(table.store)
            for colour in COLOURS:
                height = before.get(colour, 0) - row[f"after_{colour}"]
                if height:
                    stacks.setdefault(height, np.zeros(run.count))[game] += 1
    finding = asked(store_stock, run)
    tries = sum(stacks.values())
    assert finding.table["height"].to_list() == list(range(1, max(stacks) + 1))
    for row in finding.table.to_dicts():
        hits = stacks.get(row["height"], np.zeros(run.count))
        assert same((row["share"], row["low"], row["high"]), clustered(hits, tries))
        assert row["stacks"] == hits.sum()
    mean, low, high = mean_a_try(sum(height * count for height, count in stacks.items()), tries)
    assert f"holds {mean:.2f} ({low:.2f} to {high:.2f}) cards" in finding.headline


def test_short_stores_are_those_recounted(run):
    short, turns, wipes = np.zeros(run.count), np.zeros(run.count), np.zeros(run.count)
    for game, _, row in followed(run):
        wipes[game] += row["event"] == "wipe"
        if row["event"] == "stock" and row["turn"] >= 0:
            turns[game] += 1
            short[game] += sum(row[f"after_{colour}"] > 0 for colour in COLOURS) < 4
    headline = asked(store_stock, run).headline
    share, low, high = (100 * value for value in clustered(short, turns))
    assert f"after {share:.1f}% of turns ({low:.1f} to {high:.1f}%)" in headline
    assert f"is wiped {wipes.mean():.2f} (" in headline


# A Wild or two stacks?


def test_offers_are_those_recounted(mixed):
    table = asked(wild_or_stacks, mixed).table
    offers = [turn for turn in turns_of(mixed) if turn["wilds"] and turn["can_two_stacks"]]
    assert table["turns"].sum() == len(offers)
    for row in table.to_dicts():
        met = [
            turn
            for turn in offers
            if turn["policy"] == row["policy"] and min(sum(turn["heights"][:2]), MOST) == row["cards"]
        ]
        assert row["turns"] == len(met)
        for way in ("wild", "two_stacks"):
            hits, tries = counts(met, mixed.count, lambda turn, way=way: turn["way"] == way, lambda _: 1)
            found = row[way], row[f"{way}_low"], row[f"{way}_high"]
            assert found == pytest.approx(corrected(hits, tries, table.height))


def test_what_is_revealed_is_not_called_a_worth(greedy):
    finding = asked(wild_or_stacks, greedy)
    assert any("not what a Wild is worth" in caveat for caveat in finding.caveats)
    first = finding.table.row(0, named=True)
    assert f"{100 * first['wild']:.1f}%" in finding.headline


# What all findings have.


@pytest.mark.parametrize("question", QUESTIONS)
def test_findings_say_what_they_rest_on(question, run):
    finding = asked(question, run)
    assert finding.n == run.count
    assert any("assumed" in caveat for caveat in finding.caveats)
    assert finding.headline.endswith(".")
    assert "nan" not in finding.headline
    assert title(finding.plot())


@pytest.mark.parametrize("question", QUESTIONS)
def test_runs_that_do_not_tell_are_refused(question, tmp_path):
    refused(question, played(tmp_path / "games", players=2, games=2, log="games", policies="greedy"))
    refused(question, simulate("knutten", 2, 2, 1, "random", out=tmp_path / "other", progress=False))


@pytest.mark.parametrize("question", QUESTIONS)
def test_parts_make_no_difference(question, greedy, tmp_path):
    with pytest.MonkeyPatch.context() as patch:
        for module in ("match", "plan", "store", "workers"):
            patch.setattr(f"simulation.{module}.PART_GAMES", 13)
        parts = played(tmp_path / "run", **RUNS["greedy"])
    one, other = question(parts), asked(question, greedy)
    assert_frame_equal(one.table, other.table, check_exact=False, rel_tol=1e-9, abs_tol=1e-12)
    assert one.headline == other.headline


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("turns", [1])
def test_a_short_game_is_enough_for_an_answer(question, turns, tmp_path):
    run = played(tmp_path / "run", players=2, games=2, policies="random", rules={"max_turns": turns})
    finding = question(run)
    assert "nan" not in finding.headline
    assert "<table" in finding._repr_html_()
    finding.plot()
    if question is store_choice:
        store_outcome(finding).plot()
