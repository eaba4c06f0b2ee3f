"""Runs with something forced: their bytes, their record, their referee."""

import json

import polars as pl
import pytest

from analysis.finding import Basis
from knutten_force import chosen, first_events
from knutten_rig import knutten
from run_folders import contents, play, refused, same_files
from simulation import simulate
from simulation.referee import examine

SEATS = 4
EVERYTHING = {"seat": 2, "card": "5/11", "side": "b", "without": "?/2", "starter": 3}


def test_workers_do_not_change_a_byte(tmp_path):
    for workers in (1, 2):
        arguments = {"games": 21_000, "players": SEATS, "log": "games", "force": EVERYTHING}
        run = play(tmp_path / str(workers), workers=workers, **arguments)
        assert len(run.parts("games")) > 1
    assert same_files(tmp_path / "1", tmp_path / "2")


def test_a_run_resumes_to_the_same_bytes(tmp_path):
    arguments = {"games": 21_000, "players": SEATS, "log": "games", "force": EVERYTHING}
    whole = play(tmp_path / "whole", **arguments)
    play(tmp_path / "resumed", **arguments)
    last = max((tmp_path / "resumed" / "rounds").iterdir())
    last.unlink()
    play(tmp_path / "resumed", **arguments)
    assert last.exists()
    assert same_files(whole.path, tmp_path / "resumed")


def test_the_record_bears_what_is_forced(tmp_path):
    run = play(tmp_path / "run", games=10, players=SEATS, force=EVERYTHING)
    assert json.loads(contents(run.path)["run.json"])["force"] == EVERYTHING
    assert run.force == EVERYTHING
    assert play(tmp_path / "free", games=10, players=SEATS).force == {}


def test_another_force_is_another_run(tmp_path):
    forces = [{}, {"card": "?/2"}, {"without": "?/2"}, {"card": "?/2", "side": "a"}, {"starter": 1}]
    forces += [{"seat": 1, "card": "?/2"}, {"card": "?/5"}, {"starter": 0}]
    folders = {simulate("knutten", SEATS, 10, force=force, progress=False).path.name for force in forces}
    assert len(folders) == len(forces)
    play(tmp_path / "run", games=10, players=SEATS, force={"card": "?/2"})
    assert "another run" in refused(play, tmp_path / "run", games=10, players=SEATS, force={"card": "?/5"})


def test_typed_and_given_are_the_same_run(gamegauge, tmp_path):
    typed = [f"--force={name}={value}" for name, value in EVERYTHING.items()]
    code, _, _ = gamegauge(
        "simulate",
        "knutten",
        "--players",
        SEATS,
        "--games",
        10,
        "--seed",
        3,
        *typed,
        "--out",
        tmp_path / "typed",
    )
    assert code == 0
    play(tmp_path / "given", games=10, players=SEATS, force=dict(reversed(EVERYTHING.items())))
    assert same_files(tmp_path / "typed", tmp_path / "given")


SETTINGS = [
    {"force": EVERYTHING},
    {"force": {"seat": 1, "without": "?/-10", "starter": 0}, "policies": "cunning", "rules": {"john": True}},
    {
        "force": {"card": "?/2", "side": "a"},
        "rules": {"john": True, "heavy_weather": True},
        "policies": "careful",
    },
    {"force": {"card": "?/-10", "side": "b"}, "rules": {"redraw_then_play": True}, "players": 8},
    {"force": {"card": "-10/11", "side": "a", "seat": 1}, "players": 2, "rules": {"hand_size": 5}},
]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_referee_finds_forced_games_legal(tmp_path, setting):
    run = knutten(
        tmp_path / "run", games=100, workers=1, seed=3, **{"players": SEATS, "policies": "random", **setting}
    )
    verdict = examine(run)
    assert verdict.violations == []
    assert (verdict.games, verdict.altered) == (100, [])


def test_search_is_forced_as_well(tmp_path):
    force = {"seat": 1, "card": "5/11", "side": "b", "starter": 0}
    run = play(tmp_path / "run", games=5, players=3, policies="search:50", force=force)
    first = first_events(run, 1)
    assert first.filter(event="play").select((pl.col("card") == "5/11").all()).item()
    assert all(starter == 1 for chooser, starter in chosen(run) if chooser == 1)


def test_the_basis_of_a_finding_names_what_is_forced(tmp_path):
    run = play(tmp_path / "run", games=10, players=SEATS, rules={"wind": False}, force=EVERYTHING)
    rules = Basis.of(run).rules
    assert rules.startswith("wind=False, ")
    for name, value in EVERYTHING.items():
        assert f"forced {name} {value}" in rules
    assert Basis.of(play(tmp_path / "free", games=10)).rules == "as in the rulebook"
