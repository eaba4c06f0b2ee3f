"""A log without events: what can be wrong with the scores alone, each with its rule."""

import pytest

from knutten_mutants import Bench
from simulation import simulate
from simulation.games.knutten.referee_table import CAUSES
from simulation.referee import verify

TABLES = {
    "base": {},
    "no wind": {"wind": False},
    "john": {"john": True},
    "heavy": {"heavy_weather": True},
    "stalls": {"max_turns": 4, "max_rounds": 6},
}
SWARM, WIND, STALLED = (CAUSES.index(name) for name in ("swarm", "wind", "stalled"))


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    """Return the bench of a named table; each is played once."""
    folder, benches = tmp_path_factory.mktemp("sheets"), {}

    def get(name):
        if name not in benches:
            run = simulate(
                "knutten", 3, 300, 4, "random", TABLES[name], log="games", out=folder / name, workers=1,
                progress=False,
            )  # fmt: skip
            benches[name] = Bench(run)
        return benches[name]

    return get


def broken(bench, table, wanted, **cells):
    """Return the rules that games break with cells of their first wanted row changed."""
    rules = set()
    for game in range(bench.run.count):
        rows = bench.rows(game)
        place = next((place for place, row in enumerate(rows[table]) if wanted(row)), None)
        if place is not None:
            changed = {name: value(rows[table][place]) for name, value in cells.items()}
            rows[table][place] = {**rows[table][place], **changed}
            violation = bench.judge(game, rows)
            rules.add(violation and violation.rule)
    assert rules
    return rules


def ends(cause):
    return lambda row: row["cause"] == cause


@pytest.mark.parametrize("name", TABLES)
def test_scores_of_played_games_are_clean(bench, name):
    assert verify(bench(name).run) == []


@pytest.mark.rule("KN-5")
def test_a_swarm_bites_from_bite_at_on_and_only_then(bench):
    base = bench("base")
    assert broken(base, "rounds", ends(SWARM), swarm=lambda row: 30) == {"KN-5"}
    assert broken(base, "rounds", ends(WIND), swarm=lambda row: 31) == {"KN-5"}
    assert broken(base, "rounds", ends(WIND), swarm=lambda row: -1) == {"KN-5"}
    assert broken(base, "rounds", ends(SWARM), bitten=lambda row: 3) == {"KN-5"}
    assert broken(base, "rounds", ends(SWARM), bitten=lambda row: 8) == {"KN-5"}
    assert broken(base, "rounds", ends(SWARM), bites=lambda row: 2) == {"KN-5"}


@pytest.mark.rule("KN-10")
def test_wind_bites_all_but_one_where_it_may_blow(bench):
    base = bench("base")
    assert broken(base, "rounds", ends(WIND), bitten=lambda row: 1) == {"KN-10"}
    assert broken(base, "rounds", ends(WIND), bitten=lambda row: 7) == {"KN-10"}
    assert broken(base, "rounds", ends(WIND), bites=lambda row: 1) == {"KN-10"}
    still = bench("no wind")
    shouts = {"cause": lambda row: WIND, "swarm": lambda row: 5, "bitten": lambda row: 6}
    assert broken(still, "rounds", ends(SWARM), **shouts) == {"KN-10"}


@pytest.mark.rule("KN-14")
@pytest.mark.rule("KN-16")
def test_john_bites_once_a_game_and_one_with_the_fewest_bites(bench):
    def quiet(row):
        return row["round"] == 0 and row["john_bitten"] == 0

    assert broken(bench("base"), "rounds", quiet, john_bitten=lambda row: 1) == {"KN-14"}
    john = bench("john")
    assert broken(john, "rounds", lambda row: row["john_bitten"], john_bitten=lambda row: 7) == {"KN-16"}
    assert broken(john, "rounds", lambda row: row["john_bitten"], john_bitten=lambda row: 8) == {"KN-16"}
    twice, again = set(), 0
    for game in range(john.run.count):
        rows = john.rows(game)
        places = [place for place, row in enumerate(rows["rounds"]) if row["john_bitten"]]
        if places and places[0] + 1 < len(rows["rounds"]):
            rows["rounds"][places[0] + 1]["john_bitten"] = 1
            violation = john.judge(game, rows)
            twice.add(violation and violation.rule)
            again += 1
    assert again
    assert twice == {"KN-14"}


@pytest.mark.rule("KN-18")
def test_heavy_weather_bites_for_every_knut_from_bite_at_on(bench):
    heavy = bench("heavy")
    assert broken(heavy, "rounds", ends(SWARM), bites=lambda row: row["bites"] + 1) == {"KN-18"}
    assert broken(heavy, "rounds", ends(SWARM), swarm=lambda row: row["swarm"] + 1) == {"KN-18"}


@pytest.mark.rule("KN-19")
def test_there_are_as_many_turns_as_can_be(bench):
    base, stalls = bench("base"), bench("stalls")
    assert broken(base, "rounds", ends(SWARM), plays=lambda row: 1001) == {"KN-19"}
    assert broken(base, "rounds", ends(SWARM), plays=lambda row: 0) == {"KN-19"}
    assert broken(base, "games", lambda row: True, turns=lambda row: 0) <= {"KN-19", None}
    assert broken(base, "games", lambda row: True, turns=lambda row: 1000 * row["rounds"] + 1) == {"KN-19"}
    assert broken(stalls, "games", lambda row: row["rounds"] == 6, turns=lambda row: 3) == {"KN-19"}
    assert broken(stalls, "rounds", ends(STALLED), bitten=lambda row: 1) == {"KN-19"}
    assert broken(stalls, "rounds", ends(STALLED), bites=lambda row: 1) == {"KN-19"}
