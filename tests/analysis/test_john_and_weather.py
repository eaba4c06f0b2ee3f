"""John and heavy weather: what becomes of John counted again, and the variants against the base game."""

import numpy as np
import polars as pl
import pytest

from analysis import knutten
from analysis.knutten.john_and_weather import VARIANTS
from analysis.knutten.john_facts import COUNTS, john_by_game
from analysis.ratios import Ratio
from drawings import title
from hand_made_runs import rewrite, rows, rows_by_game, run_of_rounds
from plain_statistics import clustered, mean_a_try, same
from run_folders import play, refused
from simulation import open_run

# What becomes of John


def spells(events):
    """Count how the times that John was held ended; say when he was laid and sent away."""
    found = dict.fromkeys(("held", "played", "under", "kept", "shooed"), 0)
    laid = sent = None
    for place, event in enumerate(events):
        found["shooed"] += event["event"] == "shoo"
        sent = event["turn"] if event["event"] == "shoo" else sent
        hand = [event[name] for name in event if name.startswith("hand_")]
        if "John Knut" not in hand:
            continue
        found["held"] = 1
        later = [one for one in events[place + 1 :] if one["round"] == event["round"]]
        if event["event"] == "john":
            found["played"] += 1
            laid = event["turn"]
        elif event["event"] == "redraw":
            found["under"] += 1
        elif all(one["seat"] != event["seat"] for one in later):
            found["kept"] += 1
    return found, laid, sent


def bites_of_john(players, rounds):
    """Return whom John bit, and the bites of all before he did."""
    have = [0] * players
    for row in rounds:
        if row["john_bitten"]:
            target = row["john_bitten"].bit_length() - 1
            yield target, list(have)
            have[target] += 1
        bitten = [seat for seat in range(players) if row["bitten"] >> seat & 1]
        for seat in bitten:
            have[seat] += row["bites"] // len(bitten)


def counted(run):
    """Return what ``john_by_game`` counts, in plain Python."""
    tables = (rows_by_game(run, name) for name in ("events", "rounds", "seats"))
    for game, events, rounds, seats in zip(rows(run, "games"), *tables, strict=True):
        found, laid, sent = spells(events)
        last = game["turns"] - 1 if sent is None else sent
        found["lay"] = 0 if laid is None else last - laid
        bites = list(bites_of_john(run.players, rounds))
        found["bites"] = len(bites)
        found["hit_fewest"] = sum(have[target] == min(have) for target, have in bites)
        found["hit_alone"] = sum(
            have[target] < min(have[:target] + have[target + 1 :]) for target, have in bites
        )
        found["wins"] = sum(seats[target]["win_share"] for target, _ in bites)
        yield [found[name] for name in COUNTS]


SIMULATED = {
    "random": {"players": 3, "policies": "random"},
    "keeps him": {"players": 4, "policies": "careful", "rules": {"heavy_weather": True}},
    "redraws": {"players": 3, "components": "low", "rules": {"hand_size": 1, "redraw_then_play": True}},
    "cunning": {"players": 2, "policies": "cunning,random", "rules": {"bites_to_lose": 2}},
}


@pytest.mark.parametrize("case", SIMULATED)
def test_what_becomes_of_john_is_counted_again(tmp_path, case):
    arguments = SIMULATED[case]
    rules = {"john": True, **arguments.get("rules", {})}
    run = play(tmp_path / "run", games=150, **{**arguments, "rules": rules})
    table = john_by_game(run)
    assert table.columns == ["game_id", *COUNTS]
    expected = np.array(list(counted(run)), float)
    assert np.allclose(table.select(COUNTS).to_numpy(), expected)
    assert expected[:, COUNTS.index("bites")].sum() > 0


@pytest.mark.rule("KN-16")
def test_john_bites_one_of_those_with_the_fewest_bites(tmp_path):
    run = play(tmp_path / "run", games=400, players=4, rules={"john": True})
    table = john_by_game(run)
    assert table["hit_fewest"].to_list() == table["bites"].to_list()
    assert 0 < table["hit_alone"].sum() < table["bites"].sum()


def test_a_bite_on_the_only_leader_is_told_from_one_on_several(tmp_path):
    games = [
        [("swarm", [0]), ("swarm", [1])],  # in the second round seats 1 and 2 have the fewest
        [("wind", [0, 1]), ("swarm", [1])],  # seat 2 alone
        [("swarm", [0]), ("swarm", [1])],  # seat 0 is no leader
        [("swarm", [0])],
    ]
    run = run_of_rounds(tmp_path / "run", 3, games, rules={"john": True})
    masks = pl.Series([0, 0b010, 0, 0b100, 0, 0b001, 0], dtype=pl.UInt8)
    rewrite(run, "rounds", run.rounds.collect().with_columns(john_bitten=masks))
    played = play(tmp_path / "events", games=4, players=3, rules={"john": True})
    table = john_by_game(rewrite(played, "rounds", open_run(run.path).rounds.collect()))
    assert table["bites"].to_list() == [1, 1, 1, 0]
    assert table["hit_fewest"].to_list() == [1, 1, 0, 0]
    assert table["hit_alone"].to_list() == [0, 1, 0, 0]


# The variants

GAMES, DIFFERENCES = 200, 33


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("variants")


@pytest.fixture(scope="module")
def finding(folder):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GAMEGAUGE_RUNS", str(folder))
        return knutten.john_and_weather(3, "careful", games=GAMES, seed=8)


@pytest.fixture(scope="module")
def runs(folder, finding):
    """Return the finding's runs by variant."""
    found = [open_run(path) for path in sorted(folder.iterdir())]
    switches = {name: {"john": False, "heavy_weather": False, **rules} for name, rules in VARIANTS.items()}
    return {
        name: next(run for run in found if all(run.rules[key] == value for key, value in wanted.items()))
        for name, wanted in switches.items()
    }


def row_of(finding, variant, measure):
    return finding.table.filter(variant=variant, measure=measure).row(0, named=True)


def estimate(row, name="estimate"):
    low, high = ("low", "high") if name == "estimate" else ("difference_low", "difference_high")
    return row[name], row[low], row[high]


def quantities(run):
    """Return hits and tries of each game for every measure of all variants, in plain Python."""
    games, ones = rows(run, "games"), np.ones(run.count)
    bites = [sorted(seat["bites"] for seat in seats) for seats in rows_by_game(run, "seats")]
    rounds = rows_by_game(run, "rounds")
    return {
        "turns": ([game["turns"] for game in games], ones),
        "minutes": ([(game["turns"] * 10 + game["rounds"] * 45) / 60 for game in games], ones),
        "rounds": ([len(one) for one in rounds], ones),
        "bites": ([sum(one) for one in bites], ones),
        "bites at a round's end": (
            [sum(row["bites"] for row in one) for one in rounds],
            [len(one) for one in rounds],
        ),
        "lead at the end": ([one[1] - one[0] for one in bites], ones),
        "several winners": ([one[0] == one[1] for one in bites], ones),
        "one round": ([len(one) == 1 for one in rounds], ones),
        "ended by WIND": ([one[-1]["cause"] == "wind" for one in rounds], ones),
        "stalled": ([game["end_reason"] == "stalled" for game in games], ones),
    }


SHARES = ("several winners", "one round", "ended by WIND", "stalled")


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_variants_are_counted_again(finding, runs, variant):
    base = quantities(runs["base game"])
    for measure, pair in quantities(runs[variant]).items():
        hits, tries = (np.array(values, float) for values in pair)
        row = row_of(finding, variant, measure)
        plain = clustered if measure in SHARES else mean_a_try
        assert same(estimate(row), plain(hits, tries)), measure
        if variant != "base game":
            before = Ratio(*(np.array(values, float) for values in base[measure]))
            expected = Ratio(hits, tries, measure in SHARES).less(before, 1 - 0.05 / DIFFERENCES)
            assert same(estimate(row, "difference"), expected), measure


def test_the_differences_are_corrected_for_their_number(finding):
    assert finding.table["difference_low"].count() == DIFFERENCES
    assert any(f"the {DIFFERENCES} differences" in caveat for caveat in finding.caveats)
    assert finding.table.filter(variant="base game")["difference"].null_count() == 11


@pytest.mark.parametrize("variant", ["John", "both"])
def test_johns_shares_come_from_the_counts(finding, runs, variant):
    counts = john_by_game(runs[variant])
    spell = counts["played"] + counts["under"] + counts["kept"]
    for measure, hits, tries in (
        ("held: played", counts["played"], spell),
        ("held: kept to the round's end", counts["kept"], spell),
        ("John sent away", counts["shooed"], counts["played"]),
        ("John hits the only leader", counts["hit_alone"], counts["bites"]),
        ("John played", counts["played"], pl.Series([1.0] * GAMES)),
    ):
        assert same(estimate(row_of(finding, variant, measure)), clustered(hits, tries)), measure
    lay = row_of(finding, variant, "turns John lies")
    assert same(estimate(lay), mean_a_try(counts["lay"], counts["played"]))


def test_john_is_only_told_of_where_he_plays(finding):
    told = finding.table.filter(pl.col("measure").str.contains("John"))
    assert told["variant"].unique().sort().to_list() == ["John", "both"]


def test_ends_of_the_times_held_add_up_to_1(finding):
    for variant in ("John", "both"):
        held = finding.table.filter(pl.col("measure").str.starts_with("held: "), variant=variant)
        assert held["estimate"].sum() == pytest.approx(1)


def test_the_headline_is_the_tables(finding):
    played = row_of(finding, "John", "John played")
    ends = row_of(finding, "heavy weather", "bites at a round's end")
    assert (
        f"In {GAMES:,} games of each variant John is played in {100 * played['estimate']:.1f}%"
        in finding.headline
    )
    assert f"heavy weather gives {ends['estimate']:.2f} ({ends['low']:.2f} to " in finding.headline
    for variant in ("John", "heavy weather"):
        row = row_of(finding, variant, "minutes")
        told = (
            f"minutes a game by {row['difference']:+.2f}"
            if row["difference_low"] > 0 or row["difference_high"] < 0
            else "minutes a game by nothing that is shown"
        )
        assert told in finding.headline
    words = {"fair": "equal", "unfair": "unequal", "not shown": "not shown to be either"}
    judged = finding.headline.split("; seats are ")[1]
    for row in finding.table.filter(measure="unevenness").iter_rows(named=True):
        (named,) = [part for part in judged.split("), ") if row["variant"] in part.split("(")[1]]
        assert named.startswith(words[row["verdict"]] + " (")


def test_where_john_bites_nobody_it_is_said():
    finding = knutten.john_and_weather(2, "random", games=1, seed=1, seconds_per_turn=0)
    row = finding.table.filter(variant="John", measure="John bites").row(0, named=True)
    assert ("bites nobody" in finding.headline) == (row["estimate"] == 0)
    assert finding.plot()


def test_variants_and_john_are_drawn(finding):
    assert title(finding.plot()) == "Minutes a game"
    figure = knutten.plot_variants(finding)
    assert len(figure.axes) == 6
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == list(VARIANTS)
    assert title(knutten.plot_john(finding)) == "What becomes of John Knut"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [({"players": 9}, "9"), ({"policy": "psychic"}, "psychic"), ({"seconds_per_round": -2}, "-2 seconds")],
    ids=str,
)
def test_bad_input_is_refused(arguments, named):
    assert named in refused(lambda: knutten.john_and_weather(games=5, **arguments))


def test_john_put_under_the_swamp_is_not_kept(tmp_path):
    run = play(tmp_path / "run", games=1, players=2, rules={"john": True})
    two = run.events.collect().head(2)
    john = pl.Series(["John Knut", None], dtype=two.schema["hand_a"])
    for event, counts in (("redraw", (1, 0, 1, 0)), ("play", (1, 0, 0, 1)), ("john", (1, 1, 0, 0))):
        events = two.with_columns(
            event=pl.Series([event, "play"], dtype=two.schema["event"]),
            seat=pl.Series([0, 1], dtype=pl.UInt8),
            hand_a=john,
            hand_b=pl.lit(None, two.schema["hand_b"]),
            hand_c=pl.lit(None, two.schema["hand_c"]),
        )
        table = john_by_game(rewrite(run, "events", events))
        assert table.select("held", "played", "under", "kept").row(0) == counts
