"""The referee: clean where games are played by the rules, and blind to nothing that breaks them."""

import pytest

from knitting_drawn import drawn_table
from knitting_logs import PLAIN, Scribe
from knitting_mutants import Bench, changes, is_another_game
from mutants import tally
from run_folders import refused
from simulation import simulate
from simulation.games.knitting.components import COLOURS, EFFECTS
from simulation.games.knitting.referee import referee
from simulation.games.knitting.referee_watch import EVENTS
from simulation.referee import examine

CLEAN_TABLES, CLEAN_GAMES = 40, 12
MUTANT_TABLES, MUTANT_GAMES, MOST_EVENTS = 14, 2, 150


def knitting(folder, games, **arguments):
    return simulate("knitting", games=games, out=folder, workers=1, progress=False, **arguments)


# Good logs


@pytest.mark.rule("KT-1")
@pytest.mark.parametrize("tens", range(CLEAN_TABLES // 10))
def test_games_over_all_switches_are_clean(tmp_path, tens):
    for number in range(10 * tens, 10 * tens + 10):
        arguments = drawn_table(number, tmp_path)
        run = knitting(tmp_path / str(number), CLEAN_GAMES, seed=number, **arguments)
        verdict = examine(run)
        assert verdict.violations == []
        assert (verdict.games, verdict.altered) == (CLEAN_GAMES, [])
        assert verdict.events == run.events.collect().height


FORCED = {
    "yarn": {"seat": 1, "yarn": 5},
    "special pattern": {"seat": 2, "card": "Mayor's Ear Warmers"},
    "action": {"seat": 0, "card": "Rainy Weekend"},
    "good deed": {"seat": 3, "card": "Jumpers for the Lifeboat Crew"},
    "card out": {"without_card": "Swap Meet Mittens"},
    "all at once": {
        "seat": 2,
        "pattern": "Runaway Zebra",
        "yarn": 20,
        "card": "Unravelled by the Cat",
        "without": "Lost Parrot",
        "without_card": "Rainy Weekend",
    },
}


@pytest.mark.parametrize("log", ["events", "games"])
@pytest.mark.parametrize("force", FORCED.values(), ids=FORCED)
def test_experiments_are_clean_where_they_are_known(tmp_path, force, log):
    run = knitting(tmp_path / "run", 40, policies="hoarder", force=force, log=log, rules={"real_life": True})
    assert examine(run).violations == []
    if log == "events":
        given = run.events.collect()["what"].filter(run.events.collect()["event"] == "given").to_list()
        assert given == [force.get("card")] * 40 * ("card" in force)


def test_a_card_that_was_not_forced_is_found(tmp_path):
    run = knitting(tmp_path / "run", 3, force={"seat": 1, "card": "Rainy Weekend"})
    run.record["force"] = {}
    assert examine(run).violations


def short_of_colours(row):
    return sum(row[f"after_{colour}"] > 0 for colour in COLOURS) < 4


def sights(run):
    """Yield what can be seen in a run, by name."""
    effects = {card["card"]: card["effect"] for card in run.components["community"]["cards"]}
    rows = run.events.collect().to_dicts()
    for row, follower in zip(rows, [*rows[1:], None], strict=True):
        yield row["event"]
        if row["event"] == "play":
            idle = row["target"] is row["slot"] is None
            yield f"{effects[row['what']]} in vain" if idle else effects[row["what"]]
        if row["event"] == "reshuffle":
            yield f"reshuffle, {follower['event']}"
        if row["event"] == "stock" and short_of_colours(row):
            yield "stocked short"
    for reason in run.games.collect()["end_reason"]:
        yield f"ends by {reason}"


def test_drawn_tables_show_everything_that_can_happen(tmp_path):
    seen = set()
    for number in range(24):
        seen.update(
            sights(knitting(tmp_path / str(number), 25, seed=number, **drawn_table(number, tmp_path)))
        )
    idle = {f"{effect} in vain" for effect in EFFECTS}
    by_rules = {*EVENTS} - {"given"}
    assert seen >= {*by_rules, *idle, "knit", "take_yarn", "frog", "ends by target", "ends by stalled"}
    assert seen >= {"stocked short", "reshuffle, stock", "reshuffle, wipe", "reshuffle, shop"}


def test_a_log_of_games_is_judged_by_its_score_sheet(tmp_path):
    for number in range(30):
        run = knitting(tmp_path / str(number), 30, log="games", seed=number, **drawn_table(number, tmp_path))
        verdict = examine(run)
        assert (verdict.violations, verdict.games, verdict.events) == ([], 30, None)


@pytest.mark.rule("KT-4")
def test_experiments_are_judged_as_what_they_are(tmp_path):
    forced = {"seat": 1, "pattern": "Lost Parrot"}
    run = knitting(tmp_path / "dealt", 20, players=3, force=forced)
    assert examine(run).violations == []
    other = Bench(run, force={**forced, "seat": 0})
    assert {other.judge(game, other.rows(game)).rule for game in range(20)} == {"log"}
    run = knitting(tmp_path / "without", 20, players=3, force={"without": "Lost Parrot"})
    assert examine(run).violations == []
    base = knitting(tmp_path / "base", 20, players=3)
    strict = Bench(base, force={"without": "Lost Parrot"})
    assert {strict.judge(game, strict.rows(game)).rule for game in range(20)} == {"KT-1", "KT-7"}


@pytest.mark.parametrize("lost", ["rules", "components"])
def test_a_record_without_rules_or_cards_is_refused(lost):
    record = Scribe().record
    assert referee(record).cells["events"]
    assert "Knitting's rules, patterns and community cards" in refused(referee, {**record, lost: {}})
    twice = [*record["components"]["community"]["cards"], {"card": "scarf", "copies": 1, "kind": "good_deed"}]
    record["components"]["community"]["cards"] = [{**PLAIN, **card} for card in twice]
    assert "two things have one name" in refused(referee, record)


# Bad logs: one thing changed at a time


def benches(folder):
    """Yield tables of all kinds with some games each."""
    for number in range(MUTANT_TABLES):
        tables = drawn_table(number, folder)
        yield Bench(knitting(folder / str(number), MUTANT_GAMES, seed=number, **tables))


def test_every_change_that_matters_is_found(tmp_path):
    """A change may only stay unfound where the changed log is that of another legal game."""
    counted = tally(benches(tmp_path), MUTANT_GAMES, MOST_EVENTS, changes, is_another_game)
    print(counted)
    assert counted.unfound == []
    assert counted.total > 5000
    assert counted.found > 0.99 * counted.total
