"""The referee: clean where games are played by the rules, and blind to nothing that breaks them."""

import pytest

from knutten_drawn import drawn_table
from knutten_mutants import Bench, changes, is_another_game
from knutten_rig import knutten
from mutants import tally
from simulation import simulate
from simulation.games.knutten.referee_watch import EVENTS
from simulation.referee import examine

CLEAN_TABLES, CLEAN_GAMES = 50, 60
MUTANT_TABLES, MUTANT_GAMES, MOST_EVENTS = 24, 2, 250

# Good logs


@pytest.mark.rule("KN-1")
@pytest.mark.parametrize("tens", range(CLEAN_TABLES // 10))
def test_games_over_all_switches_are_clean(tmp_path, tens):
    for number in range(10 * tens, 10 * tens + 10):
        arguments = drawn_table(number, tmp_path)
        folder = tmp_path / str(number)
        run = simulate(
            "knutten", games=CLEAN_GAMES, seed=number, out=folder, progress=False, workers=1, **arguments
        )
        verdict = examine(run)
        assert verdict.violations == []
        assert (verdict.games, verdict.altered) == (CLEAN_GAMES, [])
        assert verdict.events == run.events.collect().height


def test_drawn_tables_show_everything_that_can_happen(tmp_path):
    seen = set()
    for number in range(12):
        run = simulate(
            "knutten", games=50, out=tmp_path / str(number), progress=False, **drawn_table(number, tmp_path)
        )
        seen |= set(run.events.collect()["event"])
        seen |= {f"round {cause}" for cause in run.rounds.collect()["cause"]}
        seen |= {f"game {reason}" for reason in run.games.collect()["end_reason"]}
    assert seen == {*EVENTS, "round swarm", "round wind", "round stalled", "game bites", "game stalled"}


def test_a_log_of_games_is_judged_by_its_score_sheet(tmp_path):
    for number in range(30):
        arguments = drawn_table(number, tmp_path)
        run = knutten(tmp_path / str(number), games=30, log="games", workers=1, **arguments)
        verdict = examine(run)
        assert (verdict.violations, verdict.games, verdict.events) == ([], 30, None)


# Bad logs: one thing changed at a time


def benches(folder):
    """Yield tables of all kinds with some games each."""
    for number in range(MUTANT_TABLES):
        tables = drawn_table(number, folder)
        yield Bench(knutten(folder / str(number), games=MUTANT_GAMES, seed=number, workers=1, **tables))


def test_every_change_that_matters_is_found(tmp_path):
    """A change may only stay unfound where the changed log is that of another legal game."""
    counted = tally(benches(tmp_path), MUTANT_GAMES, MOST_EVENTS, changes, is_another_game)
    print(counted)
    assert counted.unfound == []
    assert counted.total > 5000
    assert counted.found > 0.95 * counted.total
