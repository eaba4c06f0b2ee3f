"""Every number of a finding, counted again from the log in plain Python."""

import numpy as np
import pytest
from polars.testing import assert_frame_equal
from scipy import stats

from analysis import knutten
from analysis.statistics import quantile_interval
from drawings import title
from hand_made_runs import rows, rows_by_game
from knutten_rig import write_deck
from plain_statistics import clustered, mean_a_try, same, share_of
from run_folders import play, refused

RUNS = {
    "plain": {"games": 300, "players": 3, "seed": 7},
    "stalls": {
        "games": 250,
        "policies": "careful,random,lowest,highest",
        "players": 4,
        "rules": {"max_turns": 8, "max_rounds": 4},
    },
    "calm": {
        "games": 200,
        "players": 2,
        "seed": 2**64 - 1,
        "components": "high",
        "rules": {"wind": False, "bite_at": 25},
    },
    "copier": {"games": 200, "players": 5, "components": "specials", "rules": {"copy_blame": "copier"}},
}
QUESTIONS = [
    knutten.first_bite,
    knutten.seat_parity,
    knutten.round_length,
    knutten.game_length,
    knutten.bite_hazard,
    knutten.wind,
]


@pytest.fixture(scope="module", params=list(RUNS))
def run(request, tmp_path_factory):
    return play(tmp_path_factory.mktemp(request.param) / "run", **RUNS[request.param])


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    return play(tmp_path_factory.mktemp("again") / "run", **RUNS["plain"])


def estimate(row, name="share"):
    return row[name], row["low"], row["high"]


def words(row, digits=1):
    share, low, high = (f"{100 * value:.{digits}f}" for value in estimate(row))
    return share, f"({low} to {high}%)"


def table_of(finding):
    return finding.table.to_dicts()


# Do all seats win equally often?


def wins(run):
    """Return each game's win shares by seat, from the bites (KN-12)."""
    shares = []
    for seats in rows_by_game(run, "seats"):
        fewest = min(seat["bites"] for seat in seats)
        winners = [seat["seat"] for seat in seats if seat["bites"] == fewest]
        shares.append([(seat["seat"] in winners) / len(winners) for seat in seats])
    return np.array(shares)


def test_seat_parity_counts_wins(run):
    finding, shares = knutten.seat_parity(run), wins(run)
    assert finding.table.columns == ["seat", "policy", "share", "low", "high", "games"]
    assert finding.table["seat"].to_list() == list(range(run.players))
    assert finding.table["share"].sum() == pytest.approx(1)
    for row in table_of(finding):
        assert same(estimate(row), share_of(shares[:, row["seat"]]))
        assert (row["policy"], row["games"]) == (run.policies[row["seat"]], run.count)


def test_seat_paritys_headline_tells_the_furthest_seat(run):
    finding = knutten.seat_parity(run)
    even = 1 / run.players
    furthest = max(table_of(finding), key=lambda row: (abs(row["share"] - even), row["seat"]))
    share, interval = words(furthest)
    told = f"seat {furthest['seat']} ({furthest['policy']}) with {share}% {interval}"
    if len(set(run.policies)) > 1:
        assert finding.verdict is None
        assert "players and seats together" in finding.headline
        return
    assert finding.headline.startswith(finding.verdict.capitalize())
    assert f"within 1 point of {100 * even:.1f}%" in finding.headline
    assert finding.headline.endswith(f"furthest in {run.count:,} games is {told}.")


def test_seat_parity_of_different_players_names_the_best_and_the_worst(tmp_path):
    run = play(tmp_path / "run", games=400, players=3, policies="careful,random,random", log="games")
    finding = knutten.seat_parity(run)
    ranked = sorted(table_of(finding), key=lambda row: row["share"])
    for row, place in ((ranked[-1], "most"), (ranked[0], "fewest")):
        share, interval = words(row)
        told = f"seat {row['seat']} ({row['policy']}) with {share}% {interval}"
        assert told in finding.headline.partition(place)[2]
    assert any("different policies" in caveat for caveat in finding.caveats)


def test_seat_parity_judges_a_margin(plain):
    assert knutten.seat_parity(plain, margin=0.6).verdict == "fair"
    assert knutten.seat_parity(plain, margin=0.6).headline.startswith("Fair: every seat")


# How many cards does a round take?


def test_round_length_counts_cards(run):
    finding, games = knutten.round_length(run), rows_by_game(run, "rounds")
    plays = [[row["plays"] for row in rounds] for rounds in games]
    assert finding.table["plays"].to_list() == sorted({count for rounds in plays for count in rounds})
    assert finding.table["share"].sum() == pytest.approx(1)
    tries = [len(rounds) for rounds in plays]
    for row in table_of(finding):
        hits = [rounds.count(row["plays"]) for rounds in plays]
        assert same(estimate(row), clustered(hits, tries))
        assert row["rounds"] == sum(hits)


def test_round_lengths_headline_tells_mean_quantiles_and_stalls(run):
    games = rows_by_game(run, "rounds")
    plays = [[row["plays"] for row in rounds] for rounds in games]
    mean, low, high = mean_a_try([sum(one) for one in plays], [len(one) for one in plays])
    every = sorted(count for rounds in plays for count in rounds)
    least, most = (int(np.quantile(every, level, method="inverted_cdf")) for level in (0.05, 0.95))
    stalled = sum(row["cause"] == "stalled" for rounds in games for row in rounds)
    told = f"{stalled:,}" if stalled else "none"
    assert knutten.round_length(run).headline == (
        f"A round takes {mean:.2f} cards on average ({low:.2f} to {high:.2f}), and 90% of the "
        f"{len(every):,} rounds took {least} to {most}; {told} of them stalled."
    )


def test_rounds_cards_are_the_events_plays(plain):
    played = [sum(row["event"] == "play" for row in events) for events in rows_by_game(plain, "events")]
    counted = [sum(row["plays"] for row in rounds) for rounds in rows_by_game(plain, "rounds")]
    assert counted == played


# How long does a game take?


def minutes(run, turn=10.0, gather=45.0):
    return np.array([(row["turns"] * turn + row["rounds"] * gather) / 60 for row in rows(run, "games")])


def test_game_length_counts_minutes(run):
    table, values = table_of(knutten.game_length(run)), minutes(run)
    assert [row["statistic"] for row in table] == ["mean", "5%", "50%", "95%"]
    assert {row["games"] for row in table} == {run.count}
    error = stats.sem(values)
    expected = stats.t.interval(0.95, run.count - 1, values.mean(), error)
    assert same(estimate(table[0], "minutes"), (values.mean(), *expected))
    for row, level in zip(table[1:], (0.05, 0.5, 0.95), strict=True):
        assert same(estimate(row, "minutes"), quantile_interval(np.sort(values), level))
        assert row["minutes"] == pytest.approx(np.quantile(values, level, method="inverted_cdf"))


def test_game_length_takes_other_times(plain):
    finding = knutten.game_length(plain, seconds_per_turn=4, seconds_per_round=0)
    assert finding.table["minutes"][0] == pytest.approx(minutes(plain, 4, 0).mean())
    assert any(caveat.startswith("4 seconds a turn and 0 seconds") for caveat in finding.caveats)


def test_game_lengths_headline_is_the_tables(run):
    finding = knutten.game_length(run)
    mean, least, _, most = table_of(finding)
    assert finding.headline.startswith(
        f"At an assumed 10 seconds a turn and 45 a deal, a game of {run.players} takes "
        f"{mean['minutes']:.2f} minutes on average ({mean['low']:.2f} to {mean['high']:.2f}), and 90% of the "
        f"{run.count:,} games took "
        f"{least['minutes']:.1f} to {most['minutes']:.1f};"
    )
    assert finding.headline.endswith(f"the rulebook's 5 minutes a player ({5 * run.players}).")


@pytest.mark.parametrize(("seconds", "judged"), [(0.1, "below"), (1000, "above")])
def test_game_length_is_compared_with_the_rulebook(plain, seconds, judged):
    headline = knutten.game_length(plain, seconds_per_turn=seconds).headline
    assert f"that is {judged} the rulebook's" in headline


def test_stalled_games_are_told(run):
    stalled = sum(row["end_reason"] == "stalled" for row in rows(run, "games"))
    told = [caveat for caveat in knutten.game_length(run).caveats if "stalled" in caveat]
    expected = [f"{stalled} of {run.count} games stalled (KN-19) and are counted."] if stalled else []
    assert told == expected


# How likely does the next card bite?


def test_bite_hazard_counts_plays(run):
    games = [[row for row in events if row["event"] == "play"] for events in rows_by_game(run, "events")]
    finding = knutten.bite_hazard(run)
    swarms = sorted({row["swarm_before"] for plays in games for row in plays})
    assert finding.table["swarm"].to_list() == swarms
    for row in table_of(finding):
        here = [[one for one in plays if one["swarm_before"] == row["swarm"]] for plays in games]
        hits = [sum(one["swarm"] >= run.rules["bite_at"] for one in plays) for plays in here]
        assert same(estimate(row), clustered(hits, [len(plays) for plays in here]))
        assert row["plays"] == sum(len(plays) for plays in here)


def test_bites_of_plays_are_the_rounds_that_a_swarm_ended(run):
    table = knutten.bite_hazard(run).table
    ended = sum(row["cause"] == "swarm" for row in rows(run, "rounds"))
    assert round((table["share"] * table["plays"]).sum()) == ended


def test_bite_hazards_headline_is_the_tables(run):
    finding = knutten.bite_hazard(run)
    table = table_of(finding)
    risky = [row for row in table if row["low"] >= 0.1]
    assert risky
    for row in (risky[0], table[-1]):
        share, interval = words(row)
        detail = f"{row['swarm']}, where {share}% do {interval[:-1]}, {row['plays']:,} plays)"
        assert detail in finding.headline


def test_bite_hazard_needs_events(tmp_path):
    run = play(tmp_path / "run", games=20, log="games")
    assert "log='games'" in refused(knutten.bite_hazard, run)


# How often does WIND blow?


def wind_counts(run, seat):
    """Return, game by game, the seat's bites by WIND, all its bites, and its shouts."""
    counts = []
    for rounds in rows_by_game(run, "rounds"):
        bitten = [row for row in rounds if row["bitten"] >> seat & 1]
        blown = [row for row in bitten if row["cause"] == "wind"]
        shouts = sum(row["cause"] == "wind" and row not in blown for row in rounds)
        counts.append((len(blown), len(bitten), shouts))
    return np.array(counts).T


def test_wind_counts_bites_and_shouts(run):
    finding = knutten.wind(run)
    assert finding.table["seat"].to_list() == list(range(run.players))
    for row in table_of(finding):
        blown, _, shouts = wind_counts(run, row["seat"])
        assert row["bites"] == pytest.approx(blown.mean())
        games = len(blown)
        # Where all games are alike: as if one more had a bite more, and one a bite less.
        error = blown.std(ddof=1) / np.sqrt(games) or np.sqrt(2) / (games + 2)
        reach = stats.t.ppf(0.975, games - 1) * error
        assert (row["low"], row["high"]) == pytest.approx(
            (max(blown.mean() - reach, 0), blown.mean() + reach)
        )
        assert (row["wind_bites"], row["shouts"]) == (blown.sum(), shouts.sum())
        assert (row["policy"], row["games"]) == (run.policies[row["seat"]], run.count)


def test_shouts_are_the_winds_in_the_events(run):
    for row in table_of(knutten.wind(run)):
        events = rows(run, "events")
        winds = [one for one in events if one["event"] == "wind" and one["seat"] == row["seat"]]
        assert row["shouts"] == len(winds)


def test_winds_headline_tells_rounds_and_games(run):
    finding, games = knutten.wind(run), rows_by_game(run, "rounds")
    winds = [sum(row["cause"] == "wind" for row in rounds) for rounds in games]
    share, low, high = (100 * value for value in clustered(winds, [len(rounds) for rounds in games]))
    if not run.rules["wind"]:
        everything = sum(len(rounds) for rounds in games)
        assert finding.headline == f"WIND ended none of {everything:,} rounds (0 to {high:.3f}%)."
        return
    blown, fewest, most = (100 * value for value in share_of(np.array(winds) > 0))
    assert finding.headline.startswith(
        f"In {run.count:,} games WIND ends {share:.2f}% of rounds ({low:.2f} to {high:.2f}%), blows in "
        f"{blown:.1f}% of games ({fewest:.1f} to {most:.1f}%) and gives "
    )
    given = [sum(row["bites"] for row in rounds if row["cause"] == "wind") for rounds in games]
    part, least, most = clustered(given, [sum(row["bites"] for row in rounds) for rounds in games])
    assert (
        f"gives {100 * part:.1f}% of all bites ({100 * least:.1f} to {100 * most:.1f}%)" in finding.headline
    )


def test_wind_names_no_seat_where_no_difference_is_shown(plain):
    assert "no seat is shown" in knutten.wind(plain).headline


def test_wind_names_the_seats_where_a_difference_is_shown(tmp_path):
    deck = write_deck(tmp_path, {"1/1": 20})
    arguments = {"players": 2, "games": 50, "rules": {"bites_to_lose": 3}, "components": deck}
    finding = knutten.wind(play(tmp_path / "run", policies="lowest", **arguments))
    most, least = sorted(finding.table["bites"], reverse=True)
    assert most > least
    assert f"most, {most:.3f} times a game" in finding.headline
    assert f"least, {least:.3f} times" in finding.headline


# What all findings have.


@pytest.mark.parametrize("question", QUESTIONS)
def test_findings_say_what_they_rest_on(question, run):
    finding = question(run)
    changed = RUNS_BY_SEED_AND_GAMES[run.seed, run.count].get("rules", {})
    for text in (f"{run.count:,} games", f"seed {run.seed}", run.components["deck"]["name"]):
        assert text in str(finding.basis)
    for rule, value in changed.items():
        assert f"{rule}={value}" in str(finding.basis)
    assert ("as in the rulebook" in finding.rules) == (not changed)
    for policy in set(run.policies):
        assert policy in str(finding.basis)


RUNS_BY_SEED_AND_GAMES = {(one.get("seed", 3), one["games"]): one for one in RUNS.values()}


@pytest.mark.parametrize("question", QUESTIONS)
def test_findings_tell_of_assumed_cards_and_can_be_drawn(question, run):
    finding = question(run)
    assert any("assumed" in caveat and run.components["deck"]["name"] in caveat for caveat in finding.caveats)
    assert title(finding.plot())
    assert finding.headline.endswith(".")
    assert "{" not in finding.headline


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_run_may_be_given_as_its_folder(question, plain):
    finding = question(plain)
    for path in (plain.path, str(plain.path)):
        again = question(path)
        assert_frame_equal(again.table, finding.table)
        assert again.headline == finding.headline


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_folder_without_a_run_is_refused(question, tmp_path):
    refused(question, tmp_path)


@pytest.fixture(scope="module")
def in_parts(tmp_path_factory):
    """The same games as in ``plain``, in parts of 37."""
    with pytest.MonkeyPatch.context() as patch:
        for module in ("match", "plan", "store", "workers"):
            patch.setattr(f"simulation.{module}.PART_GAMES", 37)
        run = play(tmp_path_factory.mktemp("parts") / "run", **RUNS["plain"])
    assert len(run.parts("games")) > 5
    return run


@pytest.mark.parametrize("question", QUESTIONS)
def test_parts_make_no_difference(question, plain, in_parts):
    one, other = question(plain), question(in_parts)
    assert_frame_equal(one.table, other.table, check_exact=False, rel_tol=1e-9, abs_tol=1e-12)
    assert one.headline == other.headline
    assert one.caveats == other.caveats


ONE_GAME = {
    "a plain game": {},
    "one turn": {"rules": {"max_turns": 1, "max_rounds": 1}},
    "one bite": {"rules": {"bites_to_lose": 1, "wind": False}},
    "two players": {"players": 2, "policies": "highest"},
}


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("case", ONE_GAME)
def test_one_game_is_enough_for_an_answer(question, case, tmp_path):
    finding = question(play(tmp_path / "run", **{"games": 1, "players": 3, **ONE_GAME[case]}))
    assert finding.table.height
    assert finding.headline in str(finding)
    assert "<table" in finding._repr_html_()
    assert title(finding.plot())


@pytest.mark.parametrize("question", QUESTIONS)
def test_games_of_nothing_but_wind_have_an_answer(question, tmp_path):
    deck = write_deck(tmp_path, {"2/7": 42})
    finding = question(play(tmp_path / "run", games=5, players=4, components=deck))
    assert finding.headline
    assert "<" in finding._repr_html_()
    assert title(finding.plot())


def test_stalled_ties_of_few_games_are_not_called_fair(tmp_path):
    run = play(tmp_path / "run", games=5, players=3, rules={"max_turns": 1, "max_rounds": 1})
    finding = knutten.seat_parity(run)
    assert finding.table["share"].to_list() == pytest.approx([1 / 3] * 3)
    assert finding.verdict == "not shown"
