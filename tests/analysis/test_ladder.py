"""Ladders and noise: every duel counted again from runs played one by one."""

import re

import numpy as np
import pytest

from analysis import knutten
from analysis.knutten.choices import choices_by_game
from analysis.knutten.ladder import BELOW, usual_games
from analysis.ladder import rungs_below
from drawings import title
from hand_made_runs import rows, rows_by_game
from knutten_rig import write_deck
from plain_statistics import same, share_of
from run_folders import refused
from simulation import simulate

HIGH = {"components": "high", "rules": {"bite_at": 25}}
ARGUMENTS = {"deck": "high", "rules": {"bite_at": 25}, "seed": 8}
FEW = {"search": 20}


def shares_by_deal(player, others, players, games, **arguments):
    """Return a player's mean share of the win of each deal, over all seats."""
    wins = []
    for seat in range(players):
        names = [player if other == seat else others for other in range(players)]
        run = simulate(
            "knutten", games=games // players, policies=names, log="games", progress=False, **arguments
        )
        wins.append([seats[seat]["win_share"] for seats in rows_by_game(run, "seats")])
    return np.mean(wins, axis=0)


def words(row):
    share, low, high = (f"{100 * row[name]:.1f}" for name in ("share", "low", "high"))
    return f"{share}% ({low} to {high}%; {row['games']:,} games)"


@pytest.fixture(scope="module")
def climbed(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GAMEGAUGE_RUNS", str(tmp_path_factory.mktemp("runs")))
        yield knutten.ladders((2, 3), lambda rung: FEW.get(rung, 120), **ARGUMENTS)


def test_each_rung_is_measured_against_the_one_below(climbed):
    pairs = [
        ("lowest", "random"),
        ("highest", "random"),
        ("careful", "highest"),
        ("cunning", "careful"),
        ("search", "cunning"),
    ]
    assert climbed.table.select("players", "policy", "above").rows() == [
        (n, *p) for n in (2, 3) for p in pairs
    ]


def test_every_rung_is_counted_again(climbed):
    for row in climbed.table.to_dicts():
        games = FEW.get(row["policy"], 120)
        plain = shares_by_deal(row["policy"], row["above"], row["players"], games, seed=8, **HIGH)
        assert len(plain) == row["deals"] == games // row["players"]
        assert row["games"] == row["deals"] * row["players"]
        assert same((row["share"], row["low"], row["high"]), share_of(plain, 1 - 0.05 / 10))


def test_differences_and_what_is_shown_follow_from_shares(climbed):
    for row in climbed.table.to_dicts():
        even = 1 / row["players"]
        away = [row[name] - even for name in ("share", "low", "high")]
        assert [row["difference"], row["difference_low"], row["difference_high"]] == pytest.approx(away)
        assert row["even"] == even
        expected = "better" if row["low"] > even else "worse" if row["high"] < even else "not shown"
        assert row["shown"] == expected
    assert {"better", "not shown"} <= set(climbed.table["shown"])


def test_the_headline_of_one_table_says_what_is_shown_and_what_is_not():
    finding = knutten.ladder(3, lambda rung: FEW.get(rung, 120), **ARGUMENTS)
    better, _, rest = finding.headline.partition("not shown")
    assert set(finding.table["shown"]) == {"better", "not shown"}
    for row in finding.table.to_dicts():
        said = f"{row['policy']} among {row['above']} {words(row)}"
        assert said in (better if row["shown"] == "better" else rest)
    assert finding.headline.startswith("Of 3 players with the high deck (even: 33.3% of wins)")


def test_the_headline_of_several_tables_counts_rungs(climbed):
    assert "high deck and 18 to 120 games a rung" in climbed.headline
    for size in (2, 3):
        rows = climbed.table.filter(players=size).to_dicts()
        shown = sum(row["shown"] == "better" for row in rows)
        others = [f"{row['policy']} among {row['above']}" for row in rows if row["shown"] != "better"]
        assert f"{shown} of 5 rungs with {size} players (not {', '.join(others)})" in climbed.headline
    longest = max(climbed.table.filter(players=2).to_dicts(), key=lambda row: row["difference"])["policy"]
    for row in climbed.table.filter(policy=longest).to_dicts():
        share, low, high = (f"{100 * row[name]:.1f}" for name in ("share", "low", "high"))
        assert f"{share}% ({low} to {high}%) of games of {row['players']}" in climbed.headline


def test_the_room_for_skill_is_told(climbed):
    (caveat,) = (one for one in climbed.caveats if one.startswith("What leaves room for skill"))
    assert "120 games of cunning" in caveat
    for size in (2, 3):
        run = simulate("knutten", size, 120, 8, "cunning", progress=False, **HIGH)
        rounds = sum(row["rounds"] for row in rows(run, "games"))
        turns = sum(row["event"] not in ("refill", "wind") for row in rows(run, "events"))
        real = choices_by_game(run)["real"].sum()
        turns, real = (re.escape(f"{count / size / rounds:.2f}") for count in (turns, real))
        ends = r" \(.{4} to .{4}\) "
        said = f"{turns}{ends}turns a round and {real}{ends}real choices with {size} players"
        assert re.search(said, caveat)


def test_games_add_up(climbed):
    assert climbed.n == climbed.table["games"].sum()
    assert climbed.players == "2, 3"
    assert climbed.deck == "deck high"
    assert any("assumed" in caveat for caveat in climbed.caveats)


def test_a_worse_player_is_shown_to_be_worse():
    finding = knutten.ladder(2, 400, rungs=("careful", "random"))
    assert finding.table["shown"].to_list() == ["worse"]
    assert "shown to win less than even: random among careful" in finding.headline


def test_equal_players_win_an_even_share():
    row = knutten.ladder(3, 300, rungs=("search:1", "search:1e0")).table.to_dicts()[0]
    assert row["share"] == pytest.approx(1 / 3)
    assert row["shown"] == "not shown"


def test_the_rung_below_is_that_of_the_rules_or_the_one_before():
    def below(*rungs):
        return rungs_below(rungs, BELOW)

    assert below("random", "lowest", "highest") == [("lowest", "random"), ("highest", "random")]
    assert below("random", "careful") == [("careful", "random")]
    assert below("highest", "careful", "search:9")[1] == ("search:9", "careful")
    assert below("cunning", "search:9", "search") == [("search:9", "cunning"), ("search", "cunning")]


@pytest.mark.parametrize(
    "rungs", [len, {"random", "careful"}, "random", (one for one in ("random", "lowest"))]
)
def test_rungs_have_to_be_a_list(rungs):
    assert "a list of two" in refused(knutten.ladder, rungs=rungs)


def test_two_rungs_of_one_name_are_refused():
    assert "a name each" in refused(knutten.ladder, rungs=[lambda view, luck: 0, lambda view, luck: 1])


def first_choice(view, luck):
    return 0


def test_players_of_ones_own_have_a_rung():
    finding = knutten.ladder(3, {"first_choice": 90, "careful": 120}, rungs=(first_choice, "careful"))
    row = finding.table.row(0, named=True)
    assert (row["policy"], row["above"], row["shown"]) == ("careful", "first_choice", "better")
    above = knutten.ladder(3, 90, rungs=("careful", first_choice)).table.row(0, named=True)
    assert (above["policy"], above["above"], above["shown"]) == ("first_choice", "careful", "worse")


@pytest.mark.parametrize("games", [90, {"careful": 90}, lambda rung: 90])
def test_games_may_be_a_number_a_mapping_or_a_function(games):
    finding = knutten.ladder(4, games, rungs=("highest", "careful"))
    assert finding.table.select("deals", "games").row(0) == (22, 88)


def test_search_plays_fewer_games_by_default():
    assert usual_games("search:50") < usual_games("searching")


def test_one_table_is_drawn_against_an_even_share(climbed):
    ax = knutten.ladder(2, 100, rungs=("random", "highest", "careful")).plot()
    assert "2" in title(ax)
    assert [label.get_text() for label in ax.get_xticklabels()] == [
        "highest\namong random",
        "careful\namong highest",
    ]
    assert ax.get_lines()[0].get_ydata()[0] == 0.5
    assert len(ax.containers) == 1
    axes = climbed.plot()
    assert len(axes.containers) == 2
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["2 players", "3 players"]
    assert axes.get_lines()[0].get_ydata()[0] == 0.0


def test_stalled_games_are_counted_and_named(tmp_path):
    deck = write_deck(tmp_path, {"0/0": 9})
    rules = {"wind": False, "max_turns": 4, "max_rounds": 1}
    finding = knutten.ladder(2, 20, rungs=("random", "lowest"), deck=deck, rules=rules)
    assert finding.table["share"].to_list() == [0.5]
    assert any("20 of 20 games stalled" in caveat for caveat in finding.caveats)


@pytest.mark.parametrize("rungs", [(), ("random",), ("random", "random"), "random"])
def test_rungs_that_are_no_ladder_are_refused(rungs):
    assert "rungs" in refused(knutten.ladder, 2, 20, rungs=rungs)


@pytest.mark.parametrize("games", [1, 0, "many", {"lowest": 20}])
def test_games_that_cannot_be_played_are_refused(games):
    assert "games" in refused(knutten.ladder, 2, games, rungs=("random", "highest"))


def test_no_table_and_unknown_rungs_are_refused():
    assert "players" in refused(knutten.ladders, ())
    assert "clever" in refused(knutten.ladder, 2, 20, rungs=("random", "clever"))


# Noise.


def test_noise_is_counted_again():
    finding = knutten.noise_erosion(2, 100, noises=(0.2, 2), **ARGUMENTS)
    names = ["careful:noise=0.2", "careful:noise=2", "random"]
    assert finding.table["policy"].to_list() == names
    assert finding.table["noise"].to_list() == [0.2, 2, None]
    for row in finding.table.to_dicts():
        plain = shares_by_deal(row["policy"], "careful", 2, 100, seed=8, **HIGH)
        assert same((row["share"], row["low"], row["high"]), share_of(plain, 1 - 0.05 / 3))


@pytest.fixture(scope="module")
def eroded(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GAMEGAUGE_RUNS", str(tmp_path_factory.mktemp("runs")))
        yield knutten.noise_erosion(3, 1500, noises=(0.01, 0.3, 1), policy="careful")


def test_noise_wears_strength_away(eroded):
    shares = eroded.table["share"].to_list()
    assert shares == sorted(shares, reverse=True)
    assert eroded.table["shown"].to_list()[1:] == ["worse"] * 3


def test_the_headline_of_noise_follows_from_the_table(eroded):
    rows = eroded.table.to_dicts()
    for row in (rows[0], rows[2], rows[3]):
        assert (
            f"{100 * row['share']:.1f}% ({100 * row['low']:.1f} to {100 * row['high']:.1f}%)"
            in eroded.headline
        )
    first = next(row["noise"] for row in rows if row["shown"] != "not shown")
    assert f"shown from noise {first:g} on" in eroded.headline


def test_noise_is_drawn_between_steady_and_random(eroded):
    ax = eroded.plot()
    assert "slips" in title(ax)
    assert {"steady (even)", "random"} <= {text.get_text() for text in ax.texts}


@pytest.mark.parametrize("noises", [(), (0.2, 0.1), (0.1, 0.1)])
def test_noises_that_do_not_rise_are_refused(noises):
    assert "noises" in refused(knutten.noise_erosion, 2, 20, noises=noises)


def test_players_without_noise_are_refused():
    assert "noise" in refused(knutten.noise_erosion, 2, 20, policy="highest")
