"""The referee: clean where games are played by the rules, and blind to nothing that breaks them."""

from random import Random

import polars as pl
import pytest

from knit_wit_drawn import drawn_table
from knit_wit_games import answered
from knit_wit_mutants import Bench, changes, is_another_game
from mutants import tally
from run_folders import refused
from simulation import simulate
from simulation.games.knit_wit.referee import referee
from simulation.games.knit_wit.referee_knit import EVENTS
from simulation.referee import examine

CLEAN_TABLES, CLEAN_GAMES = 40, 40
MUTANT_TABLES, MUTANT_GAMES, MOST_EVENTS = 14, 2, 100


def knit_wit(folder, games, **arguments):
    return simulate("knit_wit", games=games, out=folder, workers=1, progress=False, **arguments)


# Good logs


@pytest.mark.rule("KW-1")
@pytest.mark.parametrize("tens", range(CLEAN_TABLES // 10))
def test_games_over_all_switches_are_clean(tmp_path, tens):
    for number in range(10 * tens, 10 * tens + 10):
        arguments = drawn_table(number, tmp_path)
        run = knit_wit(tmp_path / str(number), CLEAN_GAMES, seed=number, **arguments)
        verdict = examine(run)
        assert verdict.violations == []
        assert (verdict.games, verdict.altered) == (CLEAN_GAMES, [])
        assert verdict.events == run.events.collect().height


def sights(run):
    """Yield what can be seen in a run, by name."""
    games, seats, answers, events = (
        run.table(name).collect() for name in ("games", "seats", "answers", "events")
    )
    yield from events["event"].unique()
    yield from games["end_reason"].unique()
    yield from (f"{name} {events[name].count() > 0}" for name in events.columns if "passed" in name)
    for column in ("duplicate", "challenged", "accepted"):
        yield from (f"{column} {value}" for value in answers[column].unique())
    for button, blanks, count, share, second in seats[
        "button", "blanks", "answers", "win_share", "finish_second"
    ].iter_rows():
        yield "full sheet" if blanks == 0 else "empty sheet" if count == 0 else "some blanks"
        yield "tie" if 0 < share < 1 else "no tie"
        yield "button at once" if button and not second else "no button at once"
    yield from _moments(seats, answers)


def _moments(seats, answers):
    """Yield what happens in one millisecond, and after the last button."""
    at = ["game_id", "second"]
    yield from (f"{count} answers at once" for count in answers.group_by("seat", *at).len()["len"].unique())
    buttons = seats.filter(pl.col("button") > 0).group_by("game_id", "finish_second").len()["len"]
    yield from (f"{count} buttons at once" for count in buttons.unique())
    last = seats.filter(pl.col("button") > 0).group_by("game_id").agg(last=pl.col("finish_second").max())
    late = seats.join(last, on="game_id").filter(pl.col("finish_second") > pl.col("last"))
    written = late.join(
        answers, left_on=["game_id", "seat", "finish_second"], right_on=["game_id", "seat", "second"]
    )
    yield from ["one more"] * (written.height > 0) + ["none to come"] * (written.height < late.height)


def test_drawn_tables_show_everything_that_can_happen(tmp_path):
    seen = set()
    for number in range(24):
        arguments = drawn_table(number, tmp_path)
        seen.update(sights(knit_wit(tmp_path / str(number), 40, seed=number, **arguments)))
    assert seen >= {*EVENTS, "last_button", "one_more", "passed_a False", "passed_a True", "passed_f True"}
    assert seen >= {f"{name} {value}" for name in ("duplicate", "challenged", "accepted") for value in (0, 1)}
    assert seen >= {"full sheet", "empty sheet", "some blanks", "tie", "button at once", "2 buttons at once"}
    assert seen >= {"2 answers at once", "one more", "none to come"}


def test_a_log_of_games_is_judged_by_its_spools_and_sheets(tmp_path):
    for number in range(14):
        run = knit_wit(tmp_path / str(number), 30, log="games", seed=number, **drawn_table(number, tmp_path))
        verdict = examine(run)
        assert (verdict.violations, verdict.games, verdict.events) == ([], 30, None)


@pytest.mark.parametrize("lost", ["rules", "components"])
def test_a_record_without_rules_or_people_is_refused(lost):
    record = answered().record
    assert referee(record).cells["events"]
    assert "Knit Wit's rules, words and people" in refused(referee, {**record, lost: {}})
    record["components"]["words"]["words"] *= 2
    assert "two words are the same" in refused(referee, record)


def test_a_record_of_people_who_cannot_be_is_refused():
    assert "no patience" in refused(referee, answered({"patience": 0}).record)
    assert "strictness has 2 numbers" in refused(referee, answered({"strictness": [0.5, 0.5]}).record)
    assert referee(answered({"strictness": [0.1] * 8}).record)


# Bad logs: one thing changed at a time


def benches(folder, log="events"):
    """Yield tables of all kinds with some games each."""
    for number in range(MUTANT_TABLES):
        tables = drawn_table(number, folder)
        yield Bench(knit_wit(folder / str(number), MUTANT_GAMES, seed=number, log=log, **tables))


def test_every_change_that_matters_is_found(tmp_path):
    """A change may only stay unfound where the changed log is that of another legal game."""
    counted = tally(benches(tmp_path), MUTANT_GAMES, MOST_EVENTS, changes, is_another_game)
    print(counted)
    assert counted.unfound == []
    assert counted.total > 5000
    assert counted.found > 0.97 * counted.total


UNCERTAIN = {
    "games": {"regions"},
    "seats": {"finish_second"},
    "spools": {"spool", *[f"word_{letter}" for letter in "abcdefgh"]},
    "answers": {"spool", "second", "answer", "votes"},
}
"""Columns of which a change may leave another legal game, if there are no events."""


def test_what_is_certain_is_found_without_events_too(tmp_path):
    luck, found = Random(2016), 0
    for bench in benches(tmp_path, "games"):
        for game in range(MUTANT_GAMES):
            good = bench.rows(game)
            for change, rows in changes(bench, game, luck):
                if change.how not in UNCERTAIN[change.table] and rows[change.table] != good[change.table]:
                    assert bench.judge(game, rows), change
                    found += 1
    assert found > 3000
