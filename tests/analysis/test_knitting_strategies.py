"""Ladders, matrices and mixed tables of Knitting: every duel counted again from runs played one by one."""

from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import polars as pl
import pytest
from scipy import stats

from analysis import knitting
from analysis.duels import Setting, duel_matrix
from analysis.knitting.ladder import BELOW, usual_games
from analysis.knitting.mixed_tables import play_mixed
from analysis.knitting.sheets import leads, win_shares
from analysis.knitting.strategy_figures import ink_on
from analysis.knitting.strategy_words import beats, circles, everywhere, homes, matrix_headline, never
from analysis.ladder import rungs_below
from drawings import title
from hand_made_runs import rows_by_game
from knitting_sheets import duel_counted, sheets
from plain_statistics import same, share_of, wilson
from run_folders import refused
from simulation import simulate
from simulation.games.knitting.layout import WEIGHTS

THREE = ("random", "greedy", "sprinter")


@pytest.fixture(scope="module", autouse=True)
def _runs_of_the_module(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GAMEGAUGE_RUNS", str(tmp_path_factory.mktemp("runs")))
        yield


def student(values, confidence):
    mean, error = np.mean(values), np.std(values, ddof=1) / np.sqrt(len(values))
    reach = stats.t.ppf((1 + confidence) / 2, len(values) - 1) * error
    return mean, mean - reach, mean + reach


# The ladder


def test_rungs_are_counted_again():
    finding = knitting.ladders((2, 3), 60, seed=8, rungs=("random", "marathoner", "sprinter", "greedy"))
    pairs = [("marathoner", "random"), ("sprinter", "marathoner"), ("greedy", "marathoner")]
    assert finding.table.select("players", "policy", "above").rows() == [
        (n, *p) for n in (2, 3) for p in pairs
    ]
    for row in finding.table.to_dicts():
        wins, _ = duel_counted(row["policy"], row["above"], row["players"], 60, seed=8)
        assert same((row["share"], row["low"], row["high"]), share_of(wins, 1 - 0.05 / 6))
    assert any("greedy among marathoner" in caveat for caveat in finding.caveats)
    assert any("assumed" in caveat for caveat in finding.caveats)


def test_the_ladder_is_told_with_its_cards():
    finding = knitting.ladder(2, 40, rungs=("random", "greedy"), patterns="dear_and_slow")
    assert "Of 2 players with the dear_and_slow patterns and the default community cards" in finding.headline
    assert "greedy among random" in finding.headline
    assert finding.deck == "patterns dear_and_slow, community default"


def test_rungs_stand_on_the_one_below():
    assert (
        rungs_below(knitting.ladder.__kwdefaults__ or knitting.ladder.__defaults__[3], BELOW)[-1][1]
        == "greedy"
    )
    assert rungs_below(("planner", "search:20", "search"), BELOW) == [
        ("search:20", "planner"),
        ("search", "planner"),
    ]
    assert usual_games("search:20") < usual_games("planner") < usual_games("greedy")


def test_stalled_games_of_a_ladder_are_counted_by_their_rule():
    finding = knitting.ladder(2, 20, rungs=("random", "greedy"), rules={"max_turns": 3})
    assert any("20 of 20 games stalled (KT-14)" in caveat for caveat in finding.caveats)


# The matrix


@pytest.fixture(scope="module")
def matrix():
    return knitting.strategies(3, THREE, 90, seed=8)


def test_every_pair_is_counted_again(matrix):
    assert matrix.table.select("policy", "among").rows() == [(a, b) for a in THREE for b in THREE if a != b]
    for row in matrix.table.to_dicts():
        wins, ahead = duel_counted(row["policy"], row["among"], 3, 90, seed=8)
        assert len(wins) == row["deals"] == 30
        assert same((row["share"], row["low"], row["high"]), share_of(wins, 1 - 0.05 / 6))
        assert same((row["lead"], row["lead_low"], row["lead_high"]), student(ahead, 1 - 0.05 / 6))
    assert matrix.n == 6 * 90


def test_the_slower_of_a_pair_says_how_many_games():
    games = {"random": 12, "greedy": 6, "sprinter": "9"}
    duels = duel_matrix(THREE, games, Setting("knitting", 3, 8))
    counts = {(one.player, one.others): one.games for one in duels}
    assert counts["random", "greedy"] == counts["greedy", "sprinter"] == 6
    assert counts["sprinter", "random"] == 9


def test_the_matrix_is_drawn_with_a_share_in_each_square(matrix):
    ax = matrix.plot()
    assert title(ax)
    told = {text.get_text() for text in ax.texts}
    assert {f"{100 * share:.0f}%" for share in matrix.table["share"]} <= told
    assert [label.get_text() for label in ax.get_yticklabels()] == list(THREE)
    assert ink_on((0, 0, 0.2)) == "white" != ink_on((1, 1, 0.9))


def shown(**rows):
    """Return a matrix of three styles a, b, c, from what is shown of each pair; the share follows from it."""
    shares = {"better": 0.6, "worse": 0.1, "not shown": 0.25}
    pairs = [(a, b) for a in "abc" for b in "abc" if a != b]
    cells = [(a, b, shares[rows[a + b]], rows[a + b]) for a, b in pairs]
    table = pl.DataFrame(cells, ["policy", "among", "share", "shown"], orient="row")
    return table.with_columns(
        even=pl.lit(0.25), low=pl.col("share") - 0.05, high=pl.col("share") + 0.05, games=pl.lit(400)
    )


A_CIRCLE = {"ab": "better", "ba": "worse", "bc": "better", "cb": "worse", "ca": "better", "ac": "worse"}
A_QUEEN = {"ab": "better", "ba": "worse", "ac": "better", "ca": "worse", "bc": "not shown", "cb": "not shown"}
ALIKE = dict.fromkeys(A_CIRCLE, "not shown")


def test_a_circle_is_found():
    table = shown(**A_CIRCLE)
    assert beats(table) == {("a", "b"), ("b", "c"), ("c", "a")}
    assert circles(table) == [("a", "b", "c")]
    assert everywhere(table, "better") == homes(table) == []
    assert never(table, "worse", "policy") == never(table, "better", "among") == []
    told = matrix_headline(table, 4, "the usual cards")
    assert "a beats b beats c beats a" in told
    assert "at every style's table some other is shown to win more than even" in told
    assert "no style is shown to win more than even among every other" in told


def test_the_best_style_is_found():
    table = shown(**A_QUEEN)
    assert everywhere(table, "better") == homes(table) == ["a"]
    assert circles(table) == []
    told = matrix_headline(table, 4, "the usual cards")
    assert "a wins more than even among every other style: at least 60.0% (55.0 to 65.0%)" in told
    assert "does worse than even at a table of a (at best c, 10.0%" in told
    assert "400 games of 4 for each pair of 3 styles" in told


def test_who_gains_in_strange_company_beats_nobody():
    outsiders = {**ALIKE, "ab": "better", "ba": "better", "bc": "worse", "cb": "worse"}
    assert beats(shown(**outsiders)) == set()


def test_styles_alike_are_told_so():
    table = shown(**ALIKE)
    assert never(table, "worse", "policy") == never(table, "better", "among") == ["a", "b", "c"]
    assert "no guest is shown to win more than even at a table of a" in matrix_headline(table, 4, "cards")


@pytest.mark.parametrize(
    ("pairs", "said"), [(A_QUEEN, "a wins above even in every"), (ALIKE, "Nowhere"), (A_CIRCLE, "Every")]
)
def test_the_title_says_who_wins_where(matrix, pairs, said):
    table = shown(**pairs)
    ax = replace(matrix, table=table).plot()
    assert title(ax).startswith(said)


# Mixed tables


@pytest.fixture(scope="module")
def mix():
    return play_mixed(("random", "hoarder", "greedy", "sprinter"), "240", Setting("knitting", 3, 8))


def test_all_meet_and_sit_everywhere_equally_often(mix):
    assert (mix.deals, mix.games, len(mix.runs)) == (20, 240, 12)
    seats, met = {}, {}
    for run in mix.runs:
        assert len(set(run.policies)) == 3
        for seat, name in enumerate(run.policies):
            seats[name, seat] = seats.get((name, seat), 0) + 1
        for pair in combinations(sorted(run.policies), 2):
            met[pair] = met.get(pair, 0) + 1
    assert set(seats.values()) == {3}
    assert len(seats) == 12
    assert set(met.values()) == {6}
    assert len(met) == 6


def plainly(mix, name, values):
    """Return a style's mean by deal of values by game and seat."""
    found = [values(run)[:, run.policies.index(name)] for run in mix.runs if name in run.policies]
    return np.mean(found, axis=0)


def by_deals(values, confidence):
    """Return a mean of shares with Wilson's interval for as many tries as their variance is worth."""
    share, deals, level = np.mean(values), len(values), (1 + confidence) / 2
    fewer = stats.norm.ppf(level) / stats.t.ppf(level, deals - 1)
    worth = share * (1 - share) / (np.var(values, ddof=1) / deals) * fewer**2
    return wilson(float(share), float(worth), confidence)


def test_mixed_tables_are_counted_again(mix):
    finding = knitting.mixed_tables(3, mix.names, 240, seed=8)
    rows = finding.table.to_dicts()
    wins = {name: plainly(mix, name, lambda run: sheets(run, "win_share")) for name in mix.names}
    assert [row["policy"] for row in rows] == sorted(mix.names, key=lambda name: -wins[name].mean())
    for row in rows:
        assert row["share"] == pytest.approx(wins[row["policy"]].mean())
        assert same((row["share"], row["low"], row["high"]), by_deals(wins[row["policy"]], 1 - 0.05 / 4))
        ahead = plainly(mix, row["policy"], lambda run: leads(sheets(run, "score")))
        assert same((row["lead"], row["lead_low"], row["lead_high"]), student(ahead, 1 - 0.05 / 4))
        assert row["games"] == 9 * row["deals"] == 180
    for row, after in pairwise(rows):
        step = student(wins[row["policy"]] - wins[after["policy"]], 1 - 0.05 / 6)
        assert same((row["ahead"], row["ahead_low"], row["ahead_high"]), step)
    assert rows[-1]["ahead"] is None
    assert sum(row["share"] for row in rows) == pytest.approx(4 / 3)


def test_the_order_is_told_and_drawn(mix):
    finding = knitting.mixed_tables(3, mix.names, 240, seed=8)
    best = finding.table["policy"][0]
    assert finding.headline.startswith("Where 3 of 4 styles meet, all different")
    assert f"the order is {best} " in finding.headline
    ax = finding.plot()
    assert [label.get_text() for label in ax.get_yticklabels()] == finding.table["policy"].to_list()
    assert title(ax).startswith(f"Most wins at mixed tables: {best}")


def test_styles_are_counted_again(mix):
    finding = knitting.styles(3, mix.names, 240, seed=8)
    found = {(row["policy"], row["measure"]): row["estimate"] for row in finding.table.to_dicts()}
    for name in mix.names:
        fos, own = [], []
        for run in mix.runs:
            if name in run.policies:
                seat = run.policies.index(name)
                patterns = [
                    row for game in rows_by_game(run, "patterns") for row in game if row["seat"] == seat
                ]
                fos += [row for row in patterns if row["finished_turn"] is not None]
                own += [game[seat] for game in rows_by_game(run, "seats")]
        assert found[name, "FOs"] == pytest.approx(len(fos) / len(own))
        assert found[name, "weeks an FO"] == pytest.approx(np.mean([row["weeks"] for row in fos]))
        points = sum(row["points"] for row in fos)
        assert found[name, "points an FO"] == pytest.approx(points / len(fos))
        assert found[name, "yarn a point"] == pytest.approx(sum(row["yarn"] for row in fos) / points)
        for measure, column in (
            ("trades", "trades"),
            ("points subtracted", "subtracted"),
            ("score", "score"),
        ):
            assert found[name, measure] == pytest.approx(np.mean([row[column] for row in own]))
    assert found["hoarder", "trades"] > found["greedy", "trades"] == 0


def test_what_styles_pay_is_told_and_drawn(mix):
    finding = knitting.styles(3, mix.names, 240, seed=8)
    best = finding.table.filter(measure="score").sort("estimate")["policy"][-1]
    assert f"Where 3 different styles meet, {best} scores most" in finding.headline
    assert title(finding.plot()).startswith(f"{best} scores most")


def test_what_nobody_finishes_has_no_length():
    finding = knitting.styles(2, ("random", "greedy"), 8, rules={"max_turns": 1})
    assert finding.table.filter(measure="weeks an FO")["estimate"].to_list() == [None, None]
    assert "0.0 (" in finding.headline
    assert title(finding.plot()).endswith("with 0.0 FOs")


def test_equal_players_are_not_shown_to_differ():
    finding = knitting.mixed_tables(2, ("planner", f"planner:pace={WEIGHTS['pace']}"), 40)
    assert finding.table["share"].to_list() == [0.5, 0.5]
    assert finding.table["shown"].to_list() == ["not shown"] * 2
    assert "not shown to differ are" in finding.headline


# Score sheets


def test_wins_follow_from_scores_and_stashes():
    scores = np.array([[5, 9, 9], [7, 7, 7], [1, 0, -4]])
    stashes = np.array([[9, 2, 3], [4, 4, 1], [0, 9, 9]])
    assert win_shares(scores, stashes).tolist() == [[0, 0, 1], [0.5, 0.5, 0], [1, 0, 0]]
    run = simulate("knitting", 3, 300, 5, "greedy", log="games", progress=False)
    plain = win_shares(sheets(run, "score"), sheets(run, "stash"))
    assert (plain == sheets(run, "win_share")).all()


def test_leads_are_over_the_mean_of_the_others():
    assert leads(np.array([[10.0, 4.0, 1.0]])).tolist() == [[7.5, -1.5, -6.0]]


# What cannot be asked


@pytest.mark.parametrize("question", [knitting.strategies, knitting.mixed_tables, knitting.styles])
@pytest.mark.parametrize("policies", [(), ("greedy",), ("greedy", "greedy"), "greedy", {"greedy", "random"}])
def test_policies_have_to_be_two_or_more(question, policies):
    assert "policies" in refused(question, 2, policies, 20)


def test_too_few_styles_for_a_table_are_refused():
    assert "4 or more" in refused(knitting.mixed_tables, 4, THREE, 20)


@pytest.mark.parametrize("games", [0, "many", {"greedy": 20}])
def test_games_that_cannot_be_played_are_refused(games):
    assert "games" in refused(knitting.strategies, 2, THREE, games)
    assert "games" in refused(knitting.mixed_tables, 2, THREE, 3)


def test_unknown_cards_and_players_are_refused():
    assert "nowhere" in refused(knitting.strategies, 2, THREE, 20, patterns="nowhere")
    assert "clever" in refused(knitting.ladder, 2, 20, rungs=("random", "clever"))
    assert "players" in refused(knitting.ladders, ())
