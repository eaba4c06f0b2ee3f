"""Choices counted again in plain Python and on paper; the effects of rules from small runs."""

import re

import numpy as np
import polars as pl
import pytest

from analysis import knutten
from analysis.knutten.choices import choices_by_game
from analysis.knutten.evenness import unevenness, unevenness_difference, verdict_of
from analysis.knutten.rule_effects import MEASURES
from analysis.ratios import Ratio, a_game
from drawings import title
from hand_made_runs import rows, rows_by_game
from knutten_rig import write_deck
from plain_statistics import clustered, same
from run_folders import play, refused
from simulation import open_run

# Choices

TURNS = ("play", "redraw", "pass", "john", "shoo")


def made(side, swarm, waiting, john_lies):
    """Return what a side makes of swarm and waiting `?`, None where it may not be played."""
    if side == "?":
        return swarm, waiting + 1
    if side in ("skip", "reverse", "again"):
        return swarm, waiting
    if side.startswith("set:"):
        return int(side[4:]), waiting
    worth = 0 if john_lies and side == "5" else int(side)
    after = swarm + worth * (1 + waiting)
    return (after, 0) if after >= 0 else None


def choices(run, events):
    """Return a game's turns, and those that are real, forced and doomed; check the legal plays on the way."""
    sides = {card["card"]: (card["side_a"], card["side_b"]) for card in run.components["deck"]["cards"]}
    counts, john_lies = [0, 0, 0, 0], False
    for event in events:
        hand = [event[name] for name in sorted(event) if name.startswith("hand_") and event[name]]
        plays = [
            made(side, event["swarm_before"], event["waiting"], john_lies)
            for card in hand
            if card in sides
            for side in sides[card]
        ]
        legal = [play for play in plays if play] + ["John" for card in hand if card == "John Knut"]
        if event["event"] in TURNS:
            assert event["legal"] == len(legal)
            safe = {play for play in legal if play == "John" or play[0] < run.rules["bite_at"]}
            counts[0] += 1
            counts[1 if len(safe) >= 2 else 2] += 1
            counts[3] += bool(legal) and not safe
        john_lies = (john_lies or event["event"] == "john") and event["event"] != "shoo"
    return tuple(counts)


SIMULATED = {
    "base": {"players": 4, "policies": "random"},
    "specials": {"players": 3, "policies": "random", "components": "specials", "rules": {"bite_at": 20}},
    "john": {"players": 3, "policies": "careful", "rules": {"john": True, "heavy_weather": True}},
    "large hands": {"players": 5, "policies": "highest", "rules": {"hand_size": 6, "redraw_then_play": True}},
    "one card": {"players": 2, "policies": "lowest", "rules": {"hand_size": 1, "john": True}},
}


@pytest.mark.parametrize("case", SIMULATED)
def test_choices_are_counted_again(tmp_path, case):
    run = play(tmp_path / "run", games=60, **SIMULATED[case])
    expected = [choices(run, events) for events in rows_by_game(run, "events")]
    table = choices_by_game(run)
    assert table.columns == ["game_id", "turns", "real", "forced", "doomed"]
    assert table["game_id"].to_list() == list(range(60))
    assert [row[1:] for row in table.rows()] == expected
    assert table["turns"].to_list() == [row["turns"] for row in rows(run, "games")]


def test_redraws_and_passes_are_forced_but_not_doomed(tmp_path):
    # Nothing but cards that take the swarm below 0: nobody can ever play.
    deck = write_deck(tmp_path, {"-1/-2": 20, "-3/-4": 20})
    rules = {"max_turns": 7, "max_rounds": 2, "wind": False}
    run = play(tmp_path / "run", games=3, components=deck, rules=rules)
    assert [row[1:] for row in choices_by_game(run).rows()] == [(14, 0, 14, 0)] * 3


@pytest.mark.parametrize(
    ("card", "counts"),
    [
        # The swarm grows by 2: 0 to 30 in 16 plays. 7 bites from 24 on, 2 at 30 only.
        ("2/7", (16, 12, 4, 1)),
        # Both sides make the same swarm.
        ("2/2", (16, 0, 16, 1)),
    ],
)
def test_choices_of_a_round_are_those_on_paper(tmp_path, card, counts):
    deck = write_deck(tmp_path, {card: 60})
    rules = {"wind": False, "bites_to_lose": 1}
    run = play(tmp_path / "run", games=4, components=deck, policies="lowest", rules=rules)
    assert [row[1:] for row in choices_by_game(run).rows()] == [counts] * 4


def test_to_leave_a_copy_waiting_is_another_play(tmp_path):
    # The sides ? and 0 leave the same swarm, and differ in what waits.
    deck = write_deck(tmp_path, {"?/0": 60})
    rules = {"wind": False, "max_turns": 5, "max_rounds": 1}
    run = play(tmp_path / "run", games=4, components=deck, rules=rules)
    assert [row[1:] for row in choices_by_game(run).rows()] == [(5, 5, 0, 0)] * 4


def test_to_play_john_is_another_play_than_one_that_changes_nothing(tmp_path):
    deck = write_deck(tmp_path, {"0/0": 20})
    rules = {"wind": False, "john": True, "hand_size": 2, "max_turns": 12, "max_rounds": 1}
    run = play(tmp_path / "run", games=30, components=deck, rules=rules)
    expected = [choices(run, events) for events in rows_by_game(run, "events")]
    assert [row[1:] for row in choices_by_game(run).rows()] == expected
    assert sum(one[1] for one in expected) > 0


def test_games_of_nothing_but_wind_have_no_turn(tmp_path):
    run = play(tmp_path / "run", games=4, components=write_deck(tmp_path, {"2/7": 42}))
    assert [row[1:] for row in choices_by_game(run).rows()] == [(0, 0, 0, 0)] * 4


# Evenness


def test_unevenness_is_the_furthest_seats_and_covers_it():
    luck = np.random.default_rng(3)
    true, wins = np.array([0.5, 0.3, 0.2]), np.eye(3)
    covered = 0
    for _ in range(200):
        estimate, low, high = unevenness(wins[luck.choice(3, 400, p=true)])
        assert low <= estimate <= high
        covered += low <= 0.5 - 1 / 3 <= high
    assert covered >= 190
    sample = wins[[0, 0, 0, 1, 2, 1]]
    assert unevenness(sample)[0] == pytest.approx(1 / 6)


def test_unevenness_of_seats_that_may_be_even_begins_at_0():
    assert unevenness(np.eye(4)[[0, 1, 2, 3] * 50])[:2] == (0, 0)


def test_a_difference_of_unevenness_is_wider_than_either():
    even, skew = np.eye(2)[[0, 1] * 200], np.eye(2)[[0, 0, 0, 1] * 100]
    difference, low, high = unevenness_difference(even, skew)
    assert difference == pytest.approx(0.25)
    assert 0 < low < difference < high
    assert high - low > unevenness(skew)[2] - unevenness(skew)[1]


def test_a_verdict_among_many_needs_more():
    wins = np.eye(2)[[0] * 215 + [1] * 185]
    assert verdict_of(wins, margin=0.0) == "not shown"
    wins = np.eye(2)[[0] * 223 + [1] * 177]
    assert verdict_of(wins, margin=0.0) == "unfair"
    assert verdict_of(wins, margin=0.0, judged=20) == "not shown"


# The effects of rules

VALUES = {"bite_at": [20, 31], "wind": [True, False], "redraw_then_play": [False, True], "bites_to_lose": [2]}
GAMES, DIFFERENCES = 250, 4 * len(MEASURES)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("rules")


@pytest.fixture(scope="module")
def finding(folder):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GAMEGAUGE_RUNS", str(folder))
        return knutten.rule_effects(3, "random", "default", GAMES, 4, VALUES, seconds_per_turn=6)


@pytest.fixture(scope="module")
def runs(folder, finding):
    """Return the runs that were played by what differs from the rulebook."""
    found = {}
    for run in map(open_run, sorted(folder.iterdir())):
        changes = {name: run.rules[name] for name in VALUES if run.rules[name] != DEFAULTS[name]}
        found[",".join(f"{name}={str(value).lower()}" for name, value in changes.items())] = run
    return found


DEFAULTS = {"bite_at": 31, "wind": True, "redraw_then_play": False, "bites_to_lose": 3}


def test_every_value_is_played_once(finding, runs):
    assert sorted(runs) == ["", "bite_at=20", "bites_to_lose=2", "redraw_then_play=true", "wind=false"]
    assert {(run.count, run.seed, run.players, run.policies[0]) for run in runs.values()} == {
        (GAMES, 4, 3, "random")
    }
    assert finding.n == 5 * GAMES


def test_the_table_has_a_row_a_value_and_measure(finding):
    values = finding.table.select("rule", "value", "rulebook").unique(maintain_order=True).rows()
    assert values == [
        ("bite_at", "20", False),
        ("bite_at", "31", True),
        ("wind", "true", True),
        ("wind", "false", False),
        ("redraw_then_play", "false", True),
        ("redraw_then_play", "true", False),
        ("bites_to_lose", "2", False),
    ]
    assert finding.table["measure"].to_list() == list(MEASURES) * 7
    assert finding.table["difference_low"].count() == DIFFERENCES
    assert any(f"all {DIFFERENCES} of them" in caveat for caveat in finding.caveats)


def lengths(run, measure):
    games = rows(run, "games")
    if measure == "minutes":
        return np.array([(row["turns"] * 6 + row["rounds"] * 45) / 60 for row in games])
    return np.array([row[measure] for row in games], float)


@pytest.mark.parametrize("measure", ["turns", "minutes", "rounds"])
def test_lengths_are_counted_again(finding, runs, measure):
    base = lengths(runs[""], measure)
    for row in finding.table.filter(measure=measure).iter_rows(named=True):
        key = "" if row["rulebook"] else f"{row['rule']}={row['value']}"
        own = lengths(runs[key], measure)
        assert row["estimate"] == pytest.approx(own.mean())
        if not row["rulebook"]:
            expected = a_game(own).less(a_game(base), 1 - 0.05 / DIFFERENCES)
            assert same([row[name] for name in DIFFERENCE], expected)
            assert row["difference"] == pytest.approx(own.mean() - base.mean())


DIFFERENCE = ("difference", "difference_low", "difference_high")


@pytest.mark.parametrize(
    ("measure", "place"), [("real choices", 1), ("forced moves", 2), ("doomed turns", 3)]
)
def test_shares_of_turns_are_counted_again(finding, runs, measure, place):
    counts = {
        key: np.array([choices(run, events) for events in rows_by_game(run, "events")], float)
        for key, run in runs.items()
    }
    for row in finding.table.filter(measure=measure).iter_rows(named=True):
        own = counts["" if row["rulebook"] else f"{row['rule']}={row['value']}"]
        assert same((row["estimate"], row["low"], row["high"]), clustered(own[:, place], own[:, 0]))
        if not row["rulebook"]:
            base, varied = (Ratio(one[:, place], one[:, 0]) for one in (counts[""], own))
            expected = varied.less(base, 1 - 0.05 / DIFFERENCES)
            assert same([row[name] for name in DIFFERENCE], expected)


def test_the_rulebooks_own_rows_differ_by_nothing(finding):
    own = finding.table.filter(pl.col("rulebook"))
    assert own["difference"].to_list() == [0] * own.height
    assert own["difference_low"].null_count() == own.height


def test_seats_are_judged_and_told_in_the_headline(finding):
    judged = finding.table.filter(measure="unevenness")
    assert judged["verdict"].null_count() == 0
    assert finding.table["verdict"].count() == judged.height
    for verdict, words in (("unfair", "unequal"), ("fair", "equal")):
        rows_found = judged.filter((pl.col("verdict") == verdict) & ~pl.col("rulebook"))
        names = [f"{one['rule']}={one['value']}" for one in rows_found.to_dicts()]
        assert f"shown to be {words} with {', '.join(names) or 'no other value'}" in finding.headline


def test_the_headline_names_the_largest_shown_differences(finding):
    for measure, words in (
        ("minutes", "the length most"),
        ("real choices", "real choices most"),
    ):
        shown = finding.table.filter(
            (pl.col("measure") == measure)
            & ((pl.col("difference_low") > 0) | (pl.col("difference_high") < 0))
        ).to_dicts()
        most = max(shown, key=lambda row: abs(row["difference"]))
        assert f"{most['rule']}={most['value']} changes {words}" in finding.headline
    assert "no game took more or fewer turns with redraw_then_play=true" in finding.headline
    assert finding.headline.startswith(f"In {GAMES:,} games a value, ")


def test_a_switch_that_changes_nothing_shows_nothing():
    finding = knutten.rule_effects(2, "random", games=30, values={"redraw_then_play": ["true"]})
    assert "no value is shown to change a game's length" in finding.headline
    assert "no value is shown to change how many turns are real choices" in finding.headline
    assert "(by the rulebook" not in finding.headline


def test_stalled_games_are_told_value_by_value():
    finding = knutten.rule_effects(2, "lowest", games=4, values={"hand_size": [2], "max_rounds": [1]})
    assert finding.table.filter(measure="turns")["stalled"].to_list() == [0, 4]
    assert "Stalled games (KN-19) are counted: max_rounds=1 4." in finding.caveats


BAD = {
    "unknown switch": ({"values": {"cheating": [1]}}, "cheating"),
    "value out of range": ({"values": {"bite_at": [0]}}, "bite_at=0"),
    "no switch": ({"values": {}}, "values"),
    "no value": ({"values": {"bite_at": []}}, "values"),
    "a value twice": ({"values": {"bite_at": [20, "20"]}}, "twice"),
    "no time": ({"seconds_per_turn": -1}, "-1 seconds"),
    "unknown policy": ({"policy": "psychic"}, "psychic"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_refused_before_anything_is_played(case, tmp_path):
    arguments, named = BAD[case]
    assert named in refused(lambda: knutten.rule_effects(games=10, **arguments))
    assert not (tmp_path / "runs").exists()


def test_effects_are_drawn_with_a_row_a_value(finding):
    assert title(finding.plot()) == "Minutes a game"
    figure = knutten.plot_rule_effects(finding)
    assert len(figure.axes) == 3
    labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert labels == ["bite_at = 20", "wind = false", "redraw_then_play = true", "bites_to_lose = 2"]


def test_a_curve_is_drawn_of_numbers_only(finding):
    figure = knutten.plot_rule_curve(finding, "bite_at")
    x = figure.axes[0].lines[0].get_xdata()
    assert list(x) == [20, 31]
    assert [title(ax) for ax in figure.axes] == ["Minutes a game", "Turns with a real choice"]
    for rule in ("wind", "nothing"):
        assert re.search(rule, refused(knutten.plot_rule_curve, finding, rule))
