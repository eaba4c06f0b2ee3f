"""Two runs compared: paired differences from tables written by hand, and the command that plays both."""

import math
import re

import numpy as np
import polars as pl
import pytest
from scipy import stats

from analysis.compare import compare, lines
from analysis.ratios import a_game
from command_rig import said
from drawings import title
from hand_made_runs import rewrite, rows, rows_by_game
from knutten_rig import write_deck
from plain_statistics import same
from run_folders import play, refused
from simulation import simulate

GAMES = 300


# Two runs


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pair")
    settings = {"games": GAMES, "players": 3, "seed": 5, "log": "games"}
    return play(folder / "a", **settings), play(folder / "b", rules={"bite_at": 50}, **settings)


def values(run, measure, seat):
    """Return a measure game by game, counted in plain Python."""
    if measure in ("turns", "rounds"):
        return [row[measure] for row in rows(run, "games")]
    if measure == "stalled games":
        return [row["end_reason"] == "stalled" for row in rows(run, "games")]
    by_game = rows_by_game(run, "seats")
    if measure == "bites":
        return [sum(seat["bites"] for seat in seats) for seats in by_game]
    fewest = [min(seat["bites"] for seat in seats) for seats in by_game]
    wins = [[s["bites"] == least for s in seats] for seats, least in zip(by_game, fewest, strict=True)]
    return [won[seat] / sum(won) for won in wins]


def test_the_table_is_counted_again(pair):
    a, b = pair
    table = compare(a, b).table
    assert table["measure"].to_list() == ["turns", "rounds", "bites", "stalled games", *["win share"] * 3]
    assert table["seat"].to_list() == [None] * 4 + [0, 1, 2]
    for row in table.iter_rows(named=True):
        one, other = (np.array(values(run, row["measure"], row["seat"]), float) for run in pair)
        bounded = row["measure"] in ("stalled games", "win share")
        expected = a_game(other, bounded).less(a_game(one, bounded), 1 - 0.05 / 7)
        assert same((row["difference"], row["low"], row["high"]), expected)
        assert same((row["a"], row["b"]), (one.mean(), other.mean()))
        assert (row["changed"], row["games"]) == ((one != other).sum(), GAMES)


def test_turns_written_by_hand_are_paired_by_game(tmp_path):
    runs = []
    for name, turns in (("a", [10, 20, 30]), ("b", [14, 20, 38])):
        run = play(tmp_path / name, games=3, log="games")
        games = run.games.collect().with_columns(turns=pl.Series(turns, dtype=pl.UInt32))
        runs.append(rewrite(run, "games", games[::-1] if name == "b" else games))
    row = compare(*runs).table.row(0, named=True)
    assert (row["a"], row["b"], row["difference"], row["changed"]) == (20, 24, 4, 2)
    # Differences 4, 0, 8: deviation 4, so that Student's reach is t * 4 / sqrt(3).
    reach = stats.t.ppf(1 - 0.05 / 6 / 2, 2) * 4 / math.sqrt(3)
    assert same((row["low"], row["high"]), (4 - reach, 4 + reach))


def test_exchanged_runs_differ_by_the_opposite(pair):
    there, back = compare(*pair).table, compare(*pair[::-1]).table
    assert back["difference"].to_list() == pytest.approx([-one for one in there["difference"]])
    assert back["low"].to_list() == pytest.approx([-one for one in there["high"]])


def test_a_decrease_is_told_as_well_as_an_increase(pair):
    for one in (compare(*pair), compare(*pair[::-1])):
        turns = one.table.row(0, named=True)
        assert f"turns from {turns['a']:.2f} to {turns['b']:.2f} (" in one.headline


def test_a_run_compared_with_itself_shows_no_difference(pair):
    finding = compare(pair[0], pair[0].path)
    assert finding.table["difference"].to_list() == [0] * 7
    assert finding.table["changed"].to_list() == [0] * 7
    assert "no difference is shown in turns, rounds, bites, stalled games" in finding.headline


def test_the_headline_tells_what_is_shown_and_what_is_not(pair):
    finding = compare(*pair)
    told, rest = finding.headline.rsplit("; no difference is shown in ", 1)
    assert told.startswith(
        f"From A (as in the rulebook) to B (bite_at=50), in {GAMES:,} pairs of games "
        "(random in every seat, deck default): turns "
    )
    for row in finding.table.iter_rows(named=True):
        name = row["measure"] if row["seat"] is None else f"seat {row['seat']}'s win share"
        shown = row["low"] > 0 or row["high"] < 0
        assert (f"{name} " in told) == shown
        assert (name in rest) != shown
    turns = finding.table.row(0, named=True)
    assert f"turns from {turns['a']:.2f} to {turns['b']:.2f} ({turns['difference']:+.2f}; " in told


def test_a_comparison_says_what_it_rests_on_and_is_drawn(pair):
    finding = compare(*pair)
    assert finding.n == 2 * GAMES
    assert finding.rules == "as in the rulebook (A) or bite_at=50 (B)"
    assert any("all 7 differences" in caveat for caveat in finding.caveats)
    assert any("assumed" in caveat for caveat in finding.caveats)
    assert "bite_at=50" in title(finding.plot())


def test_other_players_and_decks_are_told(pair, tmp_path):
    settings = {"games": GAMES, "players": 3, "seed": 5, "log": "games"}
    other = play(tmp_path / "c", policies="careful", components="high", **settings)
    finding = compare(pair[0], other)
    assert any("who plays" in caveat for caveat in finding.caveats)
    assert any("components" in caveat for caveat in finding.caveats)
    assert "deck default (A) or deck high (B)" in finding.deck
    told = "From A (random in every seat; deck default) to B (careful in every seat; deck high), in"
    assert finding.headline.startswith(told)


def test_axes_are_written_with_the_digits_that_their_ticks_need(pair):
    ax = compare(*pair).plot()
    ax.set_xlim(-0.004, 0.004)
    ax.figure.canvas.draw()
    shown = [label.get_text() for label in ax.get_xticklabels()]
    assert len(set(shown)) == len(shown)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"seed": 6}, "seed 5 and 6"),
        ({"games": 299}, "games 300 and 299"),
        ({"players": 4}, "players 3 and 4"),
    ],
    ids=str,
)
def test_games_that_cannot_be_paired_are_refused(pair, tmp_path, change, named):
    other = play(tmp_path / "c", **{"games": GAMES, "players": 3, "seed": 5, "log": "games", **change})
    assert named in refused(compare, pair[0], other)


# The command

COMPARE = ["compare", "knutten", "--games", "200", "--seed", "9", "--players", "3"]


def test_the_command_prints_headline_and_table(gamegauge, tmp_path):
    code, out, err = gamegauge(*COMPARE, "--rule-b", "bite_at=41", "--policy", "careful")
    assert (code, err) == (0, "")
    settings = {"games": 200, "players": 3, "seed": 9, "policies": "careful", "log": "games"}
    finding = compare(
        play(tmp_path / "a", **settings), play(tmp_path / "b", rules={"bite_at": 41}, **settings)
    )
    printed = out.splitlines()
    assert printed[0] == finding.headline
    assert printed[2 : 2 + len(lines(finding))] == lines(finding)
    assert str(finding.basis) in printed


def test_the_tables_lines_stand_in_columns(pair):
    told = lines(compare(*pair))
    assert len(told) == 8
    assert told[0].split() == ["A", "B", "B", "-", "A", "interval"]
    row = compare(*pair).table.row(0, named=True)
    assert told[1].split()[:4] == ["turns", f"{row['a']:.2f}", f"{row['b']:.2f}", f"{row['difference']:+.2f}"]
    seat = compare(*pair).table.row(4, named=True)
    assert f"{100 * seat['a']:.2f}%" in told[5]


def test_both_sides_take_several_rules(gamegauge):
    sides = ["--rule-a", "wind=false", "--rule-a", "bite_at=20", "--rule-b", "copy_blame=copier"]
    code, out, _ = gamegauge(*COMPARE, *sides, "--components", "specials")
    assert code == 0
    assert out.startswith("From A (bite_at=20, wind=False) to B (copy_blame=copier), in 200 pairs of games")
    assert "deck specials" in out


def test_decks_and_players_are_compared_too(gamegauge):
    sides = ["--components-b", "high", "--policy-a", "lowest", "--policy", "highest"]
    code, out, _ = gamegauge(*COMPARE, *sides)
    assert code == 0
    assert out.startswith(
        "From A (lowest in every seat; deck default) to B (highest in every seat; deck high)"
    )


def test_two_decks_of_one_name_are_told_apart(gamegauge, tmp_path):
    for folder, number in (("a", 7), ("b", 8)):
        (tmp_path / folder).mkdir()
        write_deck(tmp_path / folder, {f"2/{number}": 20, "3/9": 20})
    decks = [f"--components-{side}={tmp_path / side / 'deck.csv'}" for side in "ab"]
    _, out, _ = gamegauge(*COMPARE, *decks)
    assert re.match(r"From A \(deck deck \([0-9a-f]{8}\)\) to B \(deck deck \([0-9a-f]{8}\)\), in", out)


def test_players_of_ones_own_may_be_others_of_the_same_name(tmp_path):
    def mine(view, luck):
        return 0

    settings = {"games": 20, "players": 3, "log": "games", "policies": mine}
    finding = compare(play(tmp_path / "a", **settings), play(tmp_path / "b", **settings))
    assert any("mine may be two functions" in caveat for caveat in finding.caveats)


def test_by_default_careful_players_play_both(gamegauge):
    _, out, _ = gamegauge(*COMPARE, "--rule-b", "wind=false")
    assert "pairs of games (careful in every seat, deck default)" in out


def test_one_side_left_out_is_the_rulebook(gamegauge):
    code, out, _ = gamegauge(*COMPARE, "--rule-a", "bite_at=20")
    assert code == 0
    assert out.startswith("From A (bite_at=20) to B (as in the rulebook)")


REFUSED = {
    "no rule at all": ([], "nothing to compare"),
    "unknown rule": (["--rule-b", "cheating=true"], "cheating"),
    "rule out of range": (["--rule-a", "bite_at=0"], "bite_at=0"),
    "rule without =": (["--rule-a", "bite_at"], "--rule-a 'bite_at'"),
    "repeated rule": (["--rule-b", "bite_at=31", "--rule-b", "bite_at=32"], "--rule-b bite_at"),
    "unknown policy": (["--rule-b", "wind=false", "--policy", "psychic"], "psychic"),
    "unknown deck": (["--rule-b", "wind=false", "--components", "missing.csv"], "missing.csv"),
    "unknown deck of one": (["--components-b", "missing.csv"], "missing.csv"),
    "unknown policy of one": (["--policy-b", "psychic"], "psychic"),
    "an empty policy": (["--policy-a", "", "--rule-b", "wind=false"], "policy"),
    "different tables": (["--policy-a", "random,careful"], "2 policies"),
    "no workers": (["--rule-b", "wind=false", "--workers", "0"], "workers 0"),
    "unknown option": (["--rule", "wind=false"], "--rule"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_bad_input_is_refused_in_one_line_and_plays_nothing(gamegauge, case, tmp_path):
    arguments, named = REFUSED[case]
    assert named in said(gamegauge(*COMPARE, *arguments))
    assert not (tmp_path / "runs").exists()


def test_an_unknown_game_is_refused(gamegauge):
    assert "chess" in said(gamegauge("compare", "chess", "--rule-a", "bite_at=3"))


def test_help_names_the_command(gamegauge):
    assert "compare" in gamegauge("--help")[1]
    assert "--rule-a" in gamegauge("compare", "--help")[1]


def test_a_game_that_cannot_stall_tells_nothing_of_stalling(tmp_path):
    runs = [
        simulate("knit_wit", 3, 20, out=tmp_path / str(hole), rules={"hole_points": hole}, progress=False)
        for hole in (1, 2)
    ]
    finding = compare(*runs)
    assert finding.table["measure"].to_list() == ["turns", "seconds", "score", *["win share"] * 3]
    assert not any("stall" in caveat.lower() for caveat in finding.caveats)
