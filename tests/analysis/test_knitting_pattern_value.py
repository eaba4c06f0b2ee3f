"""What patterns are worth: on paper, recounted with pandas, and what is said and drawn of it."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from analysis.knitting.pattern_records import pattern_facts
from analysis.knitting.pattern_trials import Setting, try_pattern
from analysis.knitting.pattern_value import pattern_value, value_against_points, value_against_records
from drawings import title
from knitting_catalogues import play_knitting, write_community, write_patterns
from run_folders import refused

GAMES = 80
SHAPES = {
    "scarf": {"points": 12, "weeks": 1, "matching": 2},
    "hat": {"points": 6, "weeks": 2, "red": 2},
    "socks": {"points": 5, "weeks": 1, "blue": 1, "matching": 1},
    "vest": {"points": 9, "weeks": 4, "green": 2, "grey": 2},
    "shawl": {"points": 7, "weeks": 2, "wild": 1, "matching": 2},
    "cowl": {"points": 1, "weeks": 7, "purple": 9},
    "gloves": {"points": 5, "weeks": 2, "white": 2},
    "poncho": {"points": 8, "weeks": 3, "yellow": 3},
    "cape": {"points": 6, "weeks": 2, "orange": 2},
    "rug": {"points": 14, "weeks": 6, "matching": 8},
    "snood": {"points": 4, "weeks": 1, "grey": 2},
}
SETTINGS = [
    {"players": 2, "policy": "sprinter", "rules": {"target": 30}},
    {"players": 3, "policy": "random", "seats": (0, 2), "rules": {"target": 20, "max_turns": 12}},
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("patterns")


@pytest.fixture(autouse=True)
def _shared_runs(folder, monkeypatch, _runs_elsewhere):
    monkeypatch.setenv("GAMEGAUGE_RUNS", str(folder))


@pytest.fixture(scope="module")
def small(folder):
    return write_patterns(folder, SHAPES)


@pytest.fixture(scope="module")
def asked(small):
    """Return the finding of a setting, asked once."""
    known = {}

    def find(setting):
        key = str(setting)
        if key not in known:
            known[key] = pattern_value(patterns=small, games=GAMES, seed=5, **setting)
        return known[key]

    return find


# On paper


def test_a_pattern_that_alone_gives_points_is_worth_them(tmp_path):
    """The golden one is cast on in the first turn and finished in the second; no other can be in time."""
    dull = {f"dull {number}": {"points": 1, "weeks": 7, "matching": 1} for number in range(9)}
    patterns = write_patterns(tmp_path, {"gold": {"points": 50, "weeks": 1, "matching": 1}, **dull})
    community, rules = write_community(tmp_path), {"max_turns": 2, "subtract": False}
    setting = Setting(2, "sprinter", patterns, community, 40, 1, (0, 1), rules)
    assert try_pattern(setting, "gold").difference("score").tolist() == [50] * 40
    finding = pattern_value(2, "sprinter", patterns, community, 40, 1, rules, (0, 1))
    best, *others = finding.table.to_dicts()
    assert (best["pattern"], best["verdict"]) == ("gold", "too good")
    assert best["score_low"] < 50 < best["score_high"]
    # Without a dull one a seat is dealt the gold in 3 of 9 games; with it, maybe in place of the gold, in 2.
    for row in others:
        assert row["score_low"] < 50 * (2 / 9 - 3 / 9) < row["score_high"]
    assert best["drawn_low"] < 3 / 10 < best["drawn_high"]
    assert best["finished"] == 1
    stalled = (1 + 10 * 3) * 40
    assert f"{stalled:,} of {stalled:,} games stalled (KT-14) and are counted." in finding.caveats


def test_patterns_that_are_alike_are_not_told_apart(tmp_path):
    alike = {f"twin {number}": {"points": 8, "weeks": 2, "matching": 2} for number in range(8)}
    patterns = write_patterns(tmp_path, alike)
    finding = pattern_value(2, "sprinter", patterns, games=200, rules={"target": 40}, margin=0)
    assert set(finding.table["verdict"]) == {"not shown"}
    assert (finding.table["win_low"] < 0).all()
    assert (finding.table["win_high"] > 0).all()
    assert "0 of 8 patterns are shown to be too good and 0 to be dead" in finding.headline
    if finding.table["win"].n_unique() == 1:
        assert "no pattern differs from another" in finding.headline
    else:
        assert "no difference shown" in finding.headline
    assert "nan" not in finding.headline


# Recounted


def seats_of(setting, small, **force):
    more = {"players": setting["players"], "policy": setting["policy"], "rules": setting["rules"]}
    run = play_knitting(GAMES, patterns=small, force=force, **more)
    return (
        run.seats.collect()
        .to_pandas()
        .pivot_table(index="game_id", columns="seat", values=["win_share", "score"], aggfunc="first")
    )


def recounted(setting, small):
    """Return the differences of win and score of each pattern, game by game: pattern by game."""
    found = {}
    for pattern in SHAPES:
        out = seats_of(setting, small, without=pattern)
        seats = setting.get("seats", (0,))
        dealt = {seat: seats_of(setting, small, seat=seat, pattern=pattern) for seat in seats}
        for name, column in (("win", "win_share"), ("score", "score")):
            each = [dealt[seat][column][seat] - out[column][seat] for seat in seats]
            found.setdefault(name, {})[pattern] = sum(each) / len(each)
    return {name: pd.DataFrame(columns) for name, columns in found.items()}


def holm(values):
    order, worst, found = np.argsort(values), 0.0, np.empty(len(values))
    for rank, place in enumerate(order):
        worst = max(worst, min(1.0, values[place] * (len(values) - rank)))
        found[place] = worst
    return found


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_values_are_those_recounted(asked, small, setting):
    table = asked(setting).table.to_pandas().set_index("pattern").loc[list(SHAPES)]
    for name, differences in recounted(setting, small).items():
        centred = differences.sub(differences.mean(axis=1), axis=0)
        tests = [stats.ttest_1samp(centred[pattern], 0) for pattern in SHAPES]
        ends = [test.confidence_interval(1 - 0.05 / len(SHAPES)) for test in tests]
        assert np.allclose(table[name], centred.mean())
        assert np.allclose(table[f"{name}_low"], [end.low for end in ends])
        assert np.allclose(table[f"{name}_high"], [end.high for end in ends])
        assert np.allclose(table[f"{name}_p"], holm([test.pvalue for test in tests]))
        mean = differences.mean(axis=1).mean() * (100 if name == "win" else 1)
        assert any(f"{mean:+.2f} (" in caveat for caveat in asked(setting).caveats)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_values_lie_around_the_average_pattern(asked, setting):
    table = asked(setting).table
    for name in ("win", "score"):
        assert table[name].sum() == pytest.approx(0, abs=1e-9)
        assert (table[f"{name}_low"] <= table[name]).all()
        assert (table[name] <= table[f"{name}_high"]).all()
        # Drawn towards the mean, never beyond it.
        assert (table[f"{name}_shrunk"].abs() <= table[name].abs() + 1e-9).all()
    assert table["win"].is_sorted(descending=True)
    assert table["games"].to_list() == [GAMES] * len(SHAPES)


# What the catalogue's rule made


def test_made_is_what_the_default_catalogue_departs_from_its_rule():
    run = play_knitting(1)
    facts = pattern_facts(run).to_pandas().set_index("pattern")
    path = Path(__file__).parents[2] / "data" / "knitting" / "patterns" / "default.csv"
    rows = pd.read_csv(path).set_index("pattern")
    colours = rows[["red", "orange", "yellow", "green", "blue", "purple", "grey", "white"]].sum(axis=1)
    rule = 1.5 * colours + 1.25 * rows["matching"] + 3 * rows["wild"] + rows["weeks"]
    own = facts[~facts["special"]]
    assert own.index.tolist() == rows.index.tolist()
    assert np.allclose(own["made"], rows["points"] - rule)
    assert np.allclose(own["points_a_card"], rows["points"] / (colours + rows["matching"] + rows["wild"]))
    assert np.allclose(own["points_a_week"], rows["points"] / rows["weeks"])
    special = facts[facts["special"]]
    assert special["made"].isna().all()
    assert special.loc["Library Lion's Mane", ["points", "weeks", "yarn"]].tolist() == [12, 3, 5]


def test_a_catalogue_of_ones_own_has_nothing_made(tmp_path):
    own = {**SHAPES, "felt": {"points": 3, "weeks": 1}}
    patterns = write_patterns(tmp_path, own, provenance="rulebook")
    finding = pattern_value(2, "random", patterns, games=8, rules={"max_turns": 4})
    assert finding.table["made"].null_count() == len(own)
    assert "rule made" not in finding.headline
    assert not any("`made`" in caveat for caveat in finding.caveats)
    felt = next(row for row in finding.table.to_dicts() if row["pattern"] == "felt")
    assert (felt["yarn"], felt["points_a_card"]) == (0, None)
    value_against_points(finding).plot()


# What is said and drawn


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_headline_is_the_tables(asked, setting):
    finding = asked(setting)
    rows = finding.table.to_dicts()
    for row in (rows[0], rows[-1]):
        words = f"{100 * row['win']:+.1f} percentage points ({100 * row['win_low']:+.1f} to"
        assert row["pattern"] in finding.headline
        assert words in finding.headline
    good, dead = (sum(row["verdict"] == verdict for row in rows) for verdict in ("too good", "dead"))
    assert f"{good} of 11 patterns are shown to be too good and {dead} to be dead" in finding.headline
    by_made = sorted(rows, key=lambda row: (row["made"], row["pattern"]))
    names = [row["pattern"] for row in rows]
    best = {row["pattern"] for row in by_made[-5:]} & set(names[:5])
    worst = {row["pattern"] for row in by_made[:5]} & set(names[-5:])
    assert f"made too good {len(best)} are among the 5 best found" in finding.headline
    assert f"made too bad {len(worst)} among the 5 worst" in finding.headline
    agreement = stats.spearmanr([row["made"] for row in rows], [row["win"] for row in rows]).statistic
    assert f"is {agreement:+.2f} (" in finding.headline


def test_verdicts_keep_to_the_margin(asked, small):
    setting = SETTINGS[0]
    for margin in (0.0, 0.9):
        rows = pattern_value(patterns=small, games=GAMES, seed=5, margin=margin, **setting).table.to_dicts()
        for row in rows:
            good, dead = row["win_low"] > margin, row["win_high"] < -margin
            assert row["verdict"] == ("too good" if good else "dead" if dead else "not shown")
    assert {row["verdict"] for row in rows} == {"not shown"}


def test_causal_and_correlational_numbers_are_told_apart(asked):
    for setting, seats in zip(
        SETTINGS, ("seat 0", "each of the seats 0, 2, in games of its own,"), strict=True
    ):
        finding = asked(setting)
        assert any("causal" in caveat and f"dealt to {seats}" in caveat for caveat in finding.caveats)
        assert any("correlations only" in caveat for caveat in finding.caveats)
        assert any("patterns of the catalogue small are assumed" in caveat for caveat in finding.caveats)
        assert any("community deck default are assumed" in caveat for caveat in finding.caveats)
        assert f"forced on {seats.removesuffix(',')}: each pattern dealt" in finding.rules
        assert finding.n == GAMES


def test_values_are_drawn_with_a_name_a_row(asked):
    finding = asked(SETTINGS[0])
    ax = finding.plot()
    assert [label.get_text() for label in ax.get_yticklabels()] == finding.table["pattern"].to_list()
    good, dead = (finding.table.filter(verdict=verdict).height for verdict in ("too good", "dead"))
    assert title(ax) in (
        f"{good} of 11 patterns are shown to be too good, {dead} to be dead",
        "No pattern is shown to be too good or dead",
    )
    legend = [text.get_text() for text in ax.get_legend().get_texts()]
    assert legend[-2:] == ["made too good by the rule", "made too bad by the rule"]


def test_clouds_name_the_best_and_the_worst(asked):
    finding = asked(SETTINGS[0])
    for cloud in (value_against_records(finding), value_against_points(finding)):
        assert cloud.headline == finding.headline
        texts = [text.get_text() for text in cloud.plot().texts]
        drawn = [row["pattern"] for row in finding.table.to_dicts() if row["times_finished"]]
        assert {drawn[0], drawn[-1]} <= set(texts)
    table = finding.table.to_dicts()
    above = [row for row in table if (row["win_when_finished_low"] or 0) > 0.5]
    less = sum(row["win_high"] < 0 for row in above)
    told = title(value_against_records(finding).plot())
    finished = sum(row["times_finished"] > 0 for row in table)
    assert told.startswith(f"{len(above)} of {finished} patterns are shown")
    assert f"and {less} of these" in told


BAD = {
    "no seat": {"seats": ()},
    "a seat twice": {"seats": (0, 0)},
    "no such seat": {"seats": (4,)},
    "a margin below 0": {"margin": -0.1},
    "a margin of all": {"margin": 1},
    "unknown policy": {"policy": "x"},
    "unknown catalogue": {"patterns": "x"},
    "unknown deck": {"community": "x"},
    "unknown rule": {"rules": {"x": 1}},
    "no game": {"games": 0},
    "one game": {"games": 1},
    "a seat that is no list": {"seats": 0},
    "too many players": {"players": 5},
}


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_played_is_refused_before_anything_is(case, tmp_path, monkeypatch):
    monkeypatch.setenv("GAMEGAUGE_RUNS", str(tmp_path / "none"))
    refused(pattern_value, **{"games": 10, **BAD[case]})
    assert not (tmp_path / "none").exists()


def test_two_games_show_nothing(small):
    finding = pattern_value(2, "random", small, games=2, rules={"max_turns": 6})
    assert set(finding.table["verdict"]) == {"not shown"}
    assert finding.table["win_low"].min() >= -2
    assert finding.table["win_high"].max() <= 2
    assert "inf" not in finding.headline
