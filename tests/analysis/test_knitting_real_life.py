"""Knitting in real life: bonuses counted again from the events, and judged from shares written by hand."""

import numpy as np
import polars as pl
import pytest

from analysis import knitting
from analysis.duels import Setting
from analysis.knitting.real_life import with_real_life
from analysis.knitting.real_life_draws import Thing, read_draws, verdict_of
from analysis.knitting.real_life_words import in_points
from analysis.ratios import Ratio
from drawings import title
from hand_made_runs import rows, rows_by_game
from knitting_sheets import duel_counted, sheets
from knitting_sheets import knitting as play
from run_folders import refused
from simulation import simulate
from simulation.games.knitting.components import COLOURS

KNITS = {"real_life": True}


@pytest.fixture(scope="module", autouse=True)
def _runs_of_the_module(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GAMEGAUGE_RUNS", str(tmp_path_factory.mktemp("runs")))
        yield


@pytest.fixture(scope="module")
def worth():
    return knitting.real_life(2, "greedy", "random", 120, seed=8, seconds_per_turn=60)


@pytest.fixture(scope="module")
def draws():
    return knitting.real_life_draws(2, "greedy", 150, seed=8)


def found(finding, knitted):
    return {row["measure"]: row for row in finding.table.filter(knitted=knitted).to_dicts()}


RULES = {
    "nothing": {},
    "patterns": {**KNITS, "real_life_patterns": 1, "real_life_colours": 0},
    "colours": {**KNITS, "real_life_patterns": 0, "real_life_colours": 1},
    "both": KNITS,
}


@pytest.mark.parametrize("knitted", RULES)
def test_every_way_is_counted_again(worth, knitted):
    run = simulate("knitting", 2, 120, 8, "greedy", RULES[knitted], log="games", progress=False)
    measures = found(worth, knitted)
    turns = [row["turns"] for row in rows(run, "games")]
    assert measures["minutes"]["estimate"] == pytest.approx(np.mean(turns))
    wins, _ = duel_counted("greedy", "random", 2, 120, seed=8, rules=RULES[knitted])
    assert measures["better player wins"]["estimate"] == pytest.approx(wins.mean())
    if knitted == "nothing":
        assert set(measures) == {"minutes", "better player wins"}
        return
    bonus, points = sheets(run, "bonus"), sheets(run, "fo_points")
    assert measures["bonus a seat"]["estimate"] == pytest.approx(bonus.mean())
    assert measures["share of FO points"]["estimate"] == pytest.approx(bonus.sum() / points.sum())
    assert measures["seats with a bonus"]["estimate"] == pytest.approx((bonus > 0).mean())
    assert measures["most bonus wins"]["estimate"] == pytest.approx(plain_most(run))


def plain_most(run):
    """Return how often one wins who has the most bonus, over games in which somebody has some."""
    won = []
    for seats in rows_by_game(run, "seats"):
        most = max(seat["bonus"] for seat in seats)
        if most:
            won.append(np.mean([seat["win_share"] for seat in seats if seat["bonus"] == most]))
    return np.mean(won)


def test_ways_are_held_against_the_plain_game(worth):
    plain = found(worth, "nothing")
    assert all(row["difference"] is None for row in plain.values())
    for knitted in ("patterns", "colours", "both"):
        for measure, row in found(worth, knitted).items():
            if measure in plain:
                assert row["difference"] == pytest.approx(row["estimate"] - plain[measure]["estimate"])
                assert row["difference_low"] <= row["difference"] <= row["difference_high"]
            else:
                assert row["difference"] is None
    assert found(worth, "both")["minutes"]["difference_high"] < 0


def test_what_the_variant_is_worth_is_told_and_drawn(worth):
    bonus = found(worth, "both")["bonus a seat"]["estimate"]
    assert (
        "In 120 games with 1 pattern and 1 colour knitted in real life, a seat of 2 greedy players gets"
        in worth.headline
    )
    assert f"gets {bonus:.1f} (" in worth.headline
    assert worth.n == 4 * 240
    ax = worth.plot()
    assert [label.get_text() for label in ax.get_xticklabels()] == ["patterns", "colours", "both"]
    assert title(ax).startswith("In real life, patterns give a seat")
    assert any("drawn at random" in caveat for caveat in worth.caveats)


def test_settings_knit_only_what_they_say():
    setting = Setting("knitting", 2, 8, rules={"target": 60})
    assert with_real_life(setting, 0, 0).rules == {"target": 60, "real_life": False}
    knits = {"target": 60, "real_life": True, "real_life_patterns": 2, "real_life_colours": 0}
    assert with_real_life(setting, 2, 0).rules == knits


def test_knitting_nothing_is_refused():
    assert "knitted_colours 0" in refused(knitting.real_life, 2, knitted_colours=0)
    assert "from 1 to 8" in refused(knitting.real_life, 2, games=20, knitted_colours=9)


# What one draws


@pytest.mark.parametrize("counts", [(1, 1), (2, 3), (0, 1)])
def test_draws_are_those_of_the_events(tmp_path, counts):
    rules = {**KNITS, "real_life_patterns": counts[0], "real_life_colours": counts[1]}
    run = play(tmp_path / "run", 3, 60, log="events", rules=rules)
    read = read_draws(run)
    assert (read.drawn["pattern"].sum(axis=2) == counts[0]).all()
    assert (read.drawn["colour"].sum(axis=2) == counts[1]).all()
    events = rows(run, "events")
    for row in events:
        game, seat = row["game_id"], row["seat"]
        if row["event"] == "real_life" and row["what"] is not None:
            assert read.drawn["pattern"][game, seat, read.names["pattern"].index(row["what"])]
        elif row["event"] == "real_life":
            assert read.drawn["colour"][game, seat].tolist() == [
                row[f"taken_{name}"] == 1 for name in COLOURS
            ]
    skeins = np.zeros((60, 3))
    for row in events:
        if row["event"] == "finish":
            own = read.drawn["colour"][row["game_id"], row["seat"]]
            yarn = [row[f"taken_{name}"] for name in COLOURS]
            skeins[row["game_id"], row["seat"]] += 10 * (own * yarn).sum()
    assert (read.bonus["colour"] == skeins).all()
    assert (read.bonus["pattern"] + skeins == sheets(run, "bonus")).all()


def test_things_are_counted_again(draws):
    run = simulate("knitting", 2, 150, 8, "greedy", KNITS, progress=False)
    plain = simulate("knitting", 2, 150, 8, "greedy", log="games", progress=False)
    with_it, without = sheets(run, "win_share"), sheets(plain, "win_share")
    read = read_draws(run)
    for row in draws.table.to_dicts():
        kind = row["kind"]
        own = read.drawn[kind][:, :, list(read.names[kind]).index(row["knitted"])]
        assert row["seats"] == own.sum()
        assert row["without"] == pytest.approx(without[own].mean())
        assert row["difference"] == pytest.approx(with_it[own].mean() - without[own].mean())
        assert row["bonus"] == pytest.approx(read.bonus[kind][own].mean())
    assert draws.n == 300


def test_what_some_gain_others_lose(draws):
    for kind, count in (("colour", 8), ("pattern", None)):
        rows_of = draws.table.filter(kind=kind)
        assert count in (rows_of.height, None)
        assert (rows_of["difference"] * rows_of["seats"]).sum() == pytest.approx(0, abs=1e-9)
        assert rows_of["difference"].to_list() == sorted(rows_of["difference"].to_list(), reverse=True)


def test_draws_are_told_and_drawn(draws):
    best = draws.table.filter(kind="colour").row(0, named=True)
    assert (
        f"of 8 colours {best['knitted']} gains most, {100 * best['difference']:+.1f} points" in draws.headline
    )
    assert draws.verdict in ("not shown", "unfair")
    ax = draws.plot()
    names = [label.get_text() for label in ax.get_xticklabels()]
    assert names[:8] == draws.table.filter(kind="colour")["knitted"].to_list()
    assert "patterns" in names[8]


def thing(gain, games=20_000):
    """Return a thing that adds to the share of wins, or takes of it, in some games out of many."""
    changed = np.zeros(games)
    changed[: round(abs(gain) * games)] = 1.0
    with_it, without = (changed, np.zeros(games)) if gain >= 0 else (np.zeros(games), changed)
    return Thing("colour", "red", Ratio(with_it, np.ones(games)), Ratio(without, np.ones(games)), None)


@pytest.mark.parametrize(
    ("gains", "verdict"),
    [
        ((0.001, -0.002), "fair"),
        ((0.001, 0.0088), "fair"),  # within the margin by tests of one side each, at 95%
        ((0.001, 0.03), "unfair"),
        ((0.001, -0.03), "unfair"),
        ((0.001, 0.0105), "not shown"),
        ((-0.0105, 0.001), "not shown"),
        ((0.0112, *[0.001] * 47), "not shown"),  # would be unfair if it stood alone
    ],
)
def test_the_verdict_follows_from_the_gains(gains, verdict):
    assert verdict_of([thing(gain) for gain in gains], 0.01) == verdict


def test_few_games_give_no_verdict():
    assert verdict_of([thing(0, games=20)], 0.01) == "not shown"


def test_margins_are_told_in_points():
    assert [in_points(margin) for margin in (0.01, 0.02, 0.005)] == ["1 point", "2 points", "0.5 points"]


def test_draws_that_cannot_be_played_are_refused(tmp_path):
    assert "margin" in refused(knitting.real_life_draws, 2, games=20, margin=1)
    assert "games" in refused(knitting.real_life_draws, 2, games=0)
    nothing = {"knitted_patterns": 0, "knitted_colours": 0}
    assert "1 or more" in refused(knitting.real_life_draws, 2, games=6, **nothing)
    assert "events" in refused(read_draws, play(tmp_path / "run", 2, 5, rules=KNITS))


def test_only_what_is_knitted_has_a_row():
    finding = knitting.real_life_draws(2, "greedy", 40, knitted_patterns=0, knitted_colours=8)
    assert finding.table["kind"].to_list() == ["colour"] * 8
    assert finding.table["difference"].null_count() == 0
    assert title(finding.plot())
    assert isinstance(finding.table, pl.DataFrame)
