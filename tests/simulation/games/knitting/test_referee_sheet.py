"""A log without events: what can be wrong with the scores alone, each with its rule."""

from random import Random

import pytest

from knitting_drawn import drawn_table
from knitting_mutants import Bench, changes
from simulation import simulate
from simulation.referee import verify

TABLES = {
    "base": {},
    "real life": {"real_life": True, "real_life_patterns": 3, "real_life_colours": 2},
    "short": {"max_turns": 6},
    "kind": {"subtract": False},
}
CERTAIN = {
    "games": ["players", "turns", "end_reason", "winners", "closer", "patterns_left", "community_left"],
    "seats": [
        *["seat", "policy", "rank", "win_share", "score", "fo_points", "bonus"],
        *["secret_points", "subtracted", "finished", "wips", "trades"],
    ],
    "patterns": ["special", "points", "weeks", "kept", "yarn", "in_hand_at_end"],
}
"""Columns of which any change shows, whatever else the log says."""


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    """Return the bench of a named table; each is played once."""
    folder, benches = tmp_path_factory.mktemp("sheets"), {}

    def get(name):
        if name not in benches:
            run = simulate(
                "knitting", 3, 100, 4, ["random", "greedy", "sprinter"], TABLES[name], log="games",
                out=folder / name, workers=1, progress=False,
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


def more(name, by=1):
    return {name: lambda row: (row[name] or 0) + by}


def is_certain_row(bench, game, change):
    """Tell whether a row cannot be dropped or doubled; special patterns are cards traded for among others."""
    row = bench.rows(game)[change.table][change.row]
    certain = change.table != "patterns" or (row["kept"] and not row["special"])
    return certain and change.how in ("dropped", "doubled")


def anyone(row):
    return True


def is_cast_on(row):
    return row["cast_on_turn"] is not None


def is_finished(row):
    return row["finished_turn"] is not None


@pytest.mark.parametrize("name", TABLES)
def test_scores_of_played_games_are_clean(bench, name):
    assert verify(bench(name).run) == []


def test_what_is_certain_is_found_whenever_it_is_changed(tmp_path):
    luck, found = Random(2016), set()
    for number in range(16):
        arguments = drawn_table(number, tmp_path)
        run = simulate(
            "knitting", games=2, seed=number, log="games", out=tmp_path / str(number), progress=False,
            workers=1, **arguments,
        )  # fmt: skip
        judged = Bench(run)
        for game in range(2):
            for change, rows in changes(judged, game, luck):
                missed = judged.judge(game, rows) is None
                certain = change.how in CERTAIN[change.table] or is_certain_row(judged, game, change)
                assert not (missed and certain), (number, game, change)
                found.add((change.table, change.how))
    assert {(table, name) for table, names in CERTAIN.items() for name in names} <= found


@pytest.mark.rule("KT-2")
def test_patterns_are_as_printed_and_paid_as_they_ask(bench):
    base = bench("base")
    assert broken(base, "patterns", anyone, **more("points")) == {"KT-2"}
    assert broken(base, "patterns", anyone, **more("weeks")) == {"KT-2"}
    assert broken(base, "patterns", is_cast_on, **more("yarn")) == {"KT-2"}
    assert broken(base, "patterns", is_cast_on, wild_paid=lambda row: row["yarn"] + 1) == {"KT-2"}
    assert broken(base, "patterns", lambda row: not is_cast_on(row), **more("yarn")) == {"KT-8"}


@pytest.mark.rule("KT-4")
@pytest.mark.rule("KT-7")
def test_patterns_are_drawn_in_their_order(bench):
    base = bench("base")
    assert broken(base, "patterns", anyone, drawn_turn=lambda row: 3) <= {"KT-4", "KT-9"}
    assert broken(base, "patterns", lambda row: row["drawn_turn"] > 0, **more("drawn_turn", 300)) <= {
        "KT-7",
        "KT-9",
        "KT-14",
    }
    same = broken(base, "patterns", lambda row: row["drawn_turn"] > 0 < row["pattern"], pattern=lambda row: 0)
    assert same <= {"KT-1", "KT-2", "KT-7"}


@pytest.mark.rule("KT-6")
@pytest.mark.rule("KT-9")
def test_patterns_take_their_weeks_and_belong_to_turns_of_their_seat(bench):
    base = bench("base")
    assert broken(base, "patterns", is_finished, **more("finished_turn")) == {"KT-9"}
    late = broken(base, "patterns", is_finished, **more("finished_turn", 21))
    assert late <= {"KT-6", "KT-14", "KT-11"}
    assert "KT-6" in late
    early = broken(base, "patterns", is_finished, cast_on_turn=lambda row: row["finished_turn"])
    assert early <= {"KT-6", "KT-8", None}
    assert "KT-6" in early


@pytest.mark.rule("KT-10")
@pytest.mark.rule("KT-12")
def test_points_are_those_of_the_patterns_and_of_cards_traded_for(bench):
    base = bench("base")
    assert broken(base, "seats", anyone, **more("fo_points")) == {"KT-11"}
    assert broken(base, "seats", anyone, **more("subtracted")) == {"KT-12"}
    assert broken(base, "seats", anyone, **more("score")) == {"KT-12"}
    assert broken(base, "seats", anyone, **more("trades")) == {"KT-10"}
    secret = {"secret_points": lambda row: row["secret_points"] + 1, "score": lambda row: row["score"] + 1}
    lied = broken(base, "seats", lambda row: row["secret_points"] == 0 and row["trades"] == 0, **secret)
    assert lied <= {"KT-12", "KT-13"}
    assert "KT-12" in lied
    assert broken(bench("kind"), "seats", anyone, **more("subtracted")) == {"KT-12"}


@pytest.mark.rule("KT-11")
@pytest.mark.rule("KT-14")
def test_the_end_follows_from_the_points(bench):
    base, short = bench("base"), bench("short")
    assert broken(base, "games", anyone, **more("turns")) == {"KT-14"}
    assert broken(base, "games", lambda row: row["closer"] is not None, closer=lambda row: None) == {"KT-11"}
    assert broken(base, "games", lambda row: row["closer"] == 1, closer=lambda row: 2) == {"KT-11"}
    assert broken(short, "games", lambda row: row["closer"] is None, end_reason=lambda row: 0) == {"KT-14"}
    assert broken(base, "games", anyone, **more("winners")) == {"KT-13"}


@pytest.mark.rule("KT-15")
def test_bonuses_are_those_of_real_life(bench):
    assert broken(bench("base"), "patterns", is_finished, **more("bonus")) == {"KT-15"}
    real = bench("real life")
    assert broken(real, "patterns", lambda row: not is_finished(row), **more("bonus")) == {"KT-15"}
    assert broken(
        real, "patterns", lambda row: is_finished(row) and row["points"] % 10 != 1, **more("bonus")
    ) <= {
        "KT-11",
        "KT-15",
        "KT-14",
    }


@pytest.mark.rule("KT-1")
def test_there_is_no_more_yarn_than_there_is(bench):
    assert broken(bench("base"), "games", anyone, yarn_left=lambda row: 116) == {"KT-1"}
