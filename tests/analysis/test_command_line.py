"""The command: what it prints, and how it refuses."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from analysis import reports
from command_rig import said
from run_folders import contents, play
from simulation import open_run
from simulation.games.knutten.rules import Rules
from simulation.registry import GAMES
from small_notebooks import write_small_notebooks

COMMANDS = ("simulate", "report", "verify", "replay", "list")

# simulate


def test_json_is_one_object_and_nothing_else(gamegauge, tmp_path):
    options = ["--players", 3, "--games", 50, "--seed", 9, "--out", tmp_path / "run", "--json"]
    code, out, err = gamegauge("simulate", "knutten", *options)
    assert (code, err) == (0, "")
    assert out.count("\n") == 1
    told = json.loads(out)
    run = open_run(told["run"])
    assert run.path == tmp_path / "run"
    assert (told["game"], told["games"], told["players"], told["seed"]) == ("knutten", 50, 3, 9)
    assert told["policies"] == ["random"] * 3
    assert told["rules"] == Rules().model_dump()
    assert told["components"]["deck"]["name"] == "default"
    counts = {table: run.table(table).collect().height for table in run.tables}
    assert told["tables"] == counts
    assert list(counts) == ["games", "seats", "rounds", "events"]


def test_every_option_reaches_the_run(gamegauge, tmp_path):
    policies = "careful,random, lowest,highest"
    rules = ["--rule", "bite_at=41", "--rule", "wind=false", "--rule", "copy_blame = copier"]
    more = ["--components", "deck=high", "--log", "games", "--workers", 1, "--out", tmp_path / "run"]
    code, out, _ = gamegauge("simulate", "knutten", "--games", 20, "--policy", policies, *rules, *more)
    assert code == 0
    run = open_run(tmp_path / "run")
    assert run.policies == ["careful", "random", "lowest", "highest"]
    assert (run.rules["bite_at"], run.rules["wind"], run.rules["copy_blame"]) == (41, False, "copier")
    assert run.components["deck"]["name"] == "high"
    assert "events" not in run.tables
    assert "20 games of knutten, 4 players (careful, random, lowest, highest)" in out
    assert str(tmp_path / "run") in out


@pytest.mark.parametrize("number", ["1e2", "100", "1_00", "100.0", " 100 "])
def test_numbers_are_read_as_people_type_them(gamegauge, tmp_path, number):
    options = ["--games", number, "--seed", "1e3", "--players", "2e0", "--json"]
    told = json.loads(gamegauge("simulate", "knutten", *options)[1])
    assert (told["games"], told["seed"], told["players"]) == (100, 1000, 2)
    assert Path(told["run"]).parent == tmp_path / "runs"


def test_a_deck_of_ones_own(gamegauge, tmp_path):
    deck = tmp_path / "my=deck.csv"
    deck.write_text("card,copies,side_a,side_b,group,provenance\nx,42,2,7,number,mine\n")
    told = json.loads(gamegauge("simulate", "knutten", "--games", 5, "--components", deck, "--json")[1])
    assert told["components"]["deck"]["name"] == "my=deck"


def test_the_same_command_opens_the_same_run(gamegauge):
    options = ["simulate", "knutten", "--games", 30, "--json"]
    first = gamegauge(*options)[1]
    before = contents(Path(json.loads(first)["run"]))
    assert gamegauge(*options)[1] == first
    assert contents(Path(json.loads(first)["run"])) == before


def test_as_a_module_only_json_goes_to_standard_output(tmp_path):
    command = [
        sys.executable,
        "-m",
        "analysis.command_line",
        "simulate",
        "knutten",
        "--games",
        "20",
        "--json",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert json.loads(done.stdout)["games"] == 20
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


# list and help


def test_games_are_listed(gamegauge):
    games = ["knutten: Knutten, 2 to 8 players", "knitting: Knitting, 2 to 4 players"]
    games.append("knit_wit: Knit Wit, 2 to 8 players")
    assert gamegauge("list", "games") == (0, "\n".join(games) + "\n", "")


def test_policies_are_listed_with_what_they_do(gamegauge):
    code, out, err = gamegauge("list", "policies", "knutten")
    assert (code, err) == (0, "")
    title, *lines = out.splitlines()
    assert title == "knutten"
    told = [line.split(":")[0].strip() for line in lines if not line.startswith("    ")]
    assert told == ["random", "lowest", "highest", "careful", "cunning", "search"]
    assert all(len(line.split(": ", 1)[1]) > 10 for line in lines)


def test_parameters_of_policies_are_listed_with_their_ranges(gamegauge):
    _, out, _ = gamegauge("list", "policies", "knutten")
    for policy, parameter in (("careful", "noise"), ("cunning", "noise"), ("search", "budget")):
        (line,) = [line for line in out.splitlines() if line.strip().startswith(f"{policy}:{parameter}=N")]
        assert f"or {policy}:N: " in line
        assert "number from" in line


def test_rules_are_listed_with_ids_defaults_and_ranges(gamegauge):
    _, out, _ = gamegauge("list", "rules", "knutten")
    for name in Rules.model_fields:
        (line,) = [line for line in out.splitlines() if line.strip().startswith(f"{name}=")]
        assert "(KN-" in line
        assert line.endswith(Rules.allowed(name))
    assert "bite_at=31  (KN-5)" in out
    assert "wind=true  (KN-10)" in out


def test_components_are_listed(gamegauge):
    decks = "knutten\n  deck: default, high, low, specials\n"
    catalogues = (
        "knitting\n  patterns: cheap_and_quick, dear_and_slow, default\n  community: default, rough\n"
    )
    people = "knit_wit\n  words: words\n  people: people\n"
    assert gamegauge("list", "components") == (0, decks + catalogues + people, "")


@pytest.mark.parametrize("what", ["games", "policies", "rules", "components"])
def test_without_a_game_all_are_listed(gamegauge, what):
    told = [gamegauge("list", what, game) for game in GAMES]
    assert gamegauge("list", what) == (0, "".join(out for _, out, _ in told), "")


@pytest.mark.parametrize("arguments", [[], ["--help"]], ids=str)
def test_help_names_the_commands(gamegauge, arguments):
    code, out, err = gamegauge(*arguments)
    assert (code, err) == (0, "")
    for command in COMMANDS:
        assert command in out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(gamegauge, command):
    code, out, err = gamegauge(command, "--help")
    assert (code, err) == (0, "")
    assert "Usage" in out


# What is refused

SIMULATE = ["simulate", "knutten", "--games", "10"]
REFUSED = {
    "unknown game": (["simulate", "chess", "--games", "10"], "chess"),
    "unknown policy": ([*SIMULATE, "--policy", "psychic"], "psychic"),
    "one unknown policy": ([*SIMULATE, "--policy", "random,psychic"], "psychic"),
    "no policy": ([*SIMULATE, "--policy", ""], "policy"),
    "too few policies": ([*SIMULATE, "--policy", "random,careful", "--players", "3"], "2 policies"),
    "unknown rule": ([*SIMULATE, "--rule", "cheating=true"], "cheating"),
    "rule out of range": ([*SIMULATE, "--rule", "bite_at=0"], "bite_at=0"),
    "rule of another kind": ([*SIMULATE, "--rule", "wind=perhaps"], "wind=perhaps"),
    "rule without =": ([*SIMULATE, "--rule", "bite_at"], "bite_at"),
    "rule without a name": ([*SIMULATE, "--rule", "=31"], "=31"),
    "repeated rule": ([*SIMULATE, "--rule", "bite_at=31", "--rule", "bite_at=32"], "bite_at"),
    "no games": (["simulate", "knutten", "--games", "0"], "games 0"),
    "fewer than no games": (["simulate", "knutten", "--games", "-5"], "games -5"),
    "games in words": (["simulate", "knutten", "--games", "abc"], "games abc"),
    "half a game": (["simulate", "knutten", "--games", "1.5"], "games 1.5"),
    "games without end": (["simulate", "knutten", "--games", "inf"], "games inf"),
    "games that are no number": (["simulate", "knutten", "--games", "nan"], "games nan"),
    "too many games": (["simulate", "knutten", "--games", "1e10"], "games 1e10"),
    "seed in words": ([*SIMULATE, "--seed", "x"], "seed x"),
    "negative seed": ([*SIMULATE, "--seed", "-1"], "seed -1"),
    "large seed": ([*SIMULATE, "--seed", str(2**64)], "seed"),
    "one player": ([*SIMULATE, "--players", "1"], "players 1"),
    "nine players": ([*SIMULATE, "--players", "9"], "players 9"),
    "missing deck": ([*SIMULATE, "--components", "missing.csv"], "missing.csv"),
    "unknown kind": ([*SIMULATE, "--components", "dice=high"], "dice"),
    "repeated kind": ([*SIMULATE, "--components", "deck=high", "--components", "deck=low"], "deck"),
    "two decks": ([*SIMULATE, "--components", "high", "--components", "low"], "high"),
    "unknown log": ([*SIMULATE, "--log", "everything"], "everything"),
    "no workers": ([*SIMULATE, "--workers", "0"], "workers 0"),
    "a catalogue of no kind": (["simulate", "knitting", "--components", "default"], "KIND=NAME"),
    "parameters with a comma": (
        ["simulate", "knitting", "--policy", "planner:pace=1,doubt=0.3"],
        "'doubt=0.3' is no policy",
    ),
    "unknown option": ([*SIMULATE, "--cheat"], "--cheat"),
    "option without a value": ([*SIMULATE, "--seed"], "--seed"),
    "repeated policy": (
        [*SIMULATE, "--policy", "random", "--policy", "careful"],
        "--policy",
    ),
    "repeated games": ([*SIMULATE, "--games=20"], "--games"),
    "a text without end": ([*SIMULATE, "--policy", "x" * 100_000], "unknown policy"),
    "repeated games after --": (["--", *SIMULATE, "--games", "20"], "--games"),
    "the same deck twice": ([*SIMULATE, "--components", "low", "--components", "low"], "together"),
    "a parameter without end": (
        ["report", "echo", "--param", f"nope={'[' * 100_000}", "--out", "pages"],
        "nope",
    ),
    "missing argument": (["simulate"], "game"),
    "one argument too many": ([*SIMULATE, "chess"], "chess"),
    "unknown command": (["dance"], "dance"),
    "unknown option of none": (["--cheat"], "--cheat"),
    "list of unknown things": (["list", "cheats"], "cheats"),
    "list of nothing": (["list"], "what"),
    "list of an unknown game": (["list", "rules", "chess"], "chess"),
    "unknown report": (["report", "nope", "--out", "pages"], "nope"),
    "unknown parameter": (["report", "echo", "--param", "nope=1", "--out", "pages"], "nope"),
    "parameter without =": (["report", "echo", "--param", "nope", "--out", "pages"], "nope"),
    "report of no games": (["report", "echo", "--games", "0", "--out", "pages"], "games 0"),
    "report of a seed in words": (["report", "echo", "--seed", "x", "--out", "pages"], "seed x"),
}


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """An empty working folder."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize("case", REFUSED)
def test_bad_input_is_refused_in_one_line_and_leaves_nothing(gamegauge, case, elsewhere, tmp_path, notebooks):
    arguments, named = REFUSED[case]
    assert named in said(gamegauge(*arguments))
    assert list(elsewhere.iterdir()) == []
    assert not (tmp_path / "runs").exists()


def test_a_file_is_refused_as_a_runs_folder(gamegauge, tmp_path):
    (tmp_path / "run").write_text("notes")
    assert "is a file" in said(gamegauge(*SIMULATE, "--out", tmp_path / "run"))
    assert (tmp_path / "run").read_text() == "notes"


def test_another_run_is_refused_as_a_runs_folder(gamegauge, tmp_path):
    play(tmp_path / "run", games=10)
    before = contents(tmp_path / "run")
    assert "another run" in said(gamegauge(*SIMULATE, "--out", tmp_path / "run"))
    assert contents(tmp_path / "run") == before


def test_something_else_is_refused_as_a_runs_folder(gamegauge, elsewhere):
    (elsewhere / "notes.txt").write_text("notes")
    assert "no run" in said(gamegauge(*SIMULATE, "--out", elsewhere))
    assert list(contents(elsewhere)) == ["notes.txt"]


def test_a_folder_that_cannot_be_written_is_refused(gamegauge):
    assert "cannot be written" in said(gamegauge(*SIMULATE, "--out", "/proc/x"))


def test_a_refusal_in_a_process_of_its_own(tmp_path):
    command = [sys.executable, "-m", "analysis.command_line", *SIMULATE, "--rule", "bite_at=x"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert "bite_at=x" in said((done.returncode, done.stdout, done.stderr))


# report


@pytest.fixture
def notebooks(tmp_path_factory, monkeypatch):
    folder = write_small_notebooks(tmp_path_factory.mktemp("notebooks"))
    monkeypatch.setattr(reports, "notebooks_folder", lambda: folder)
    return folder


@pytest.mark.usefixtures("notebooks")
def test_a_file_is_meant_as_seen_from_here(gamegauge, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.csv").touch()
    gamegauge("report", "echo", "--param", "words=mine.csv", "--out", "pages")
    assert str(tmp_path / "mine.csv") in (tmp_path / "pages/knutten/echo.html").read_text()


@pytest.mark.usefixtures("notebooks")
def test_a_report_prints_its_pages(gamegauge, tmp_path):
    options = ["--games", "1e3", "--seed", 8, "--param", "words=a=b", "--out", tmp_path / "pages"]
    code, out, err = gamegauge("report", "echo", *options)
    assert (code, err) == (0, "")
    assert out.split() == [str(tmp_path / "pages/knutten/echo.html"), str(tmp_path / "pages/index.html")]
    assert "1000 8 a=b" in (tmp_path / "pages/knutten/echo.html").read_text()


@pytest.mark.usefixtures("notebooks")
def test_a_report_that_fails_is_told_in_one_line(gamegauge, tmp_path):
    code, out, err = gamegauge("report", "broken", "--out", tmp_path / "pages")
    assert (code, out) == (2, "")
    assert err == "gamegauge: report other/broken failed: ValueError: two lines\n"


@pytest.mark.usefixtures("notebooks")
@pytest.mark.parametrize("name", ["file", "/proc/x"])
def test_a_report_into_no_folder_is_refused(gamegauge, tmp_path, name):
    (tmp_path / "file").write_text("notes")
    assert "cannot be written" in said(gamegauge("report", "echo", "--out", tmp_path / name))


@pytest.mark.parametrize("arguments", [["list", "rules"], ["list", "policies"]])
def test_a_reader_that_goes_away_is_no_failure(arguments):
    command = [sys.executable, "-m", "analysis.command_line", *arguments]
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")
