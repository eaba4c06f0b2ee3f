"""People that cannot be used: each is refused in one line that names the file and the key."""

import pytest

from command_rig import said
from knit_wit_rig import knit_wit
from run_folders import refused
from simulation.games.knit_wit.components import traits

PROBABILITIES = ["blank", "fit", "strictness"]
WHOLE, BY_SEAT = ["reach", "visits"], ["fluency", "patience", "originality", "strictness"]
pytestmark = pytest.mark.rule("KW-7", "KW-10", "KW-11", "KW-14")


def written(tmp_path, text):
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def play(tmp_path, people, players=2):
    return knit_wit(tmp_path / "run", players=players, games=3, components={"people": people})


def refusal(tmp_path, people, players=2):
    message = refused(play, tmp_path, people, players)
    assert not (tmp_path / "run").exists()
    return message


WRONG = [
    *[
        ("patience", value)
        for value in (0, 0.99, 3601, -1, "90", "long", "", True, float("nan"), float("inf"))
    ],
    *[("patience", value) for value in ([], [9, 0], [9, True], [9, "9"], [[9]], [9] * 9, {})],
    *[(name, value) for name in PROBABILITIES for value in (1.0001, -0.1)],
    *[("reach", value) for value in (7, -1, 1.5, [2], [2, 2], True)],
    *[("visits", value) for value in (0, 11, 2.5, [2])],
    *[("think_seconds", value) for value in (0, 601, [12, 12])],
    *[("difficulty", 0.9), ("spread", 3.1), ("fluency", 0.05), ("fluency", 11), ("candidates", 0.5)],
    *[("candidates", 1001), ("narrowing", 1.1), ("zipf", 5.1), ("zipf", -1), ("originality", [0.5, 1.5])],
    *[("fit_loops", -0.01), ("fit_originality", 2)],
]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_value_that_cannot_be_used_is_named_with_what_is_allowed(tmp_path, name, value):
    message = refusal(tmp_path, {name: value})
    trait = traits()[name]
    assert message.startswith(f"people, {name} {value!r} cannot be used; allowed: ")
    assert f"number from {trait.lowest:g} to {trait.highest:g}" in message
    assert ("a whole number" in message) == (name in WHOLE)
    assert (", or a list of up to 8 of them, one a seat" in message) == (name in BY_SEAT)
    assert message.endswith(f"({trait.unit})")


@pytest.mark.parametrize(
    "text",
    [
        *("patience = 0", 'patience = "90"', "patience = true", "patience = nan", "patience = [9, 0]"),
        *("patience = []", "[patience]\ndefault = 0", "patience = 1979-05-27", "[[patience]]\ndefault = 9"),
        *("[patience]\nprovenance = 'x'", "patience = {}"),
    ],
)
def test_in_a_file_it_is_named_with_the_file_and_the_key(tmp_path, text):
    path = written(tmp_path, f"visits = 3\n{text}\n")
    assert f"{path}, patience" in refusal(tmp_path, str(path))


@pytest.mark.parametrize("key", ["patients", "Patience", "", "people", "default"])
def test_an_unknown_key_is_named_with_the_known(tmp_path, key):
    path = written(tmp_path, f'"{key}" = 3\n')
    known = f"unknown parameter {key!r}; allowed: reach, think_seconds, "
    assert f"{path}, {known}" in refusal(tmp_path, str(path))
    assert f"people, {known}" in refusal(tmp_path, {key: 3})


@pytest.mark.parametrize(
    "content",
    [
        b"patience =",
        b"patience = 9\npatience = 8",
        b"patience 9",
        b"[patience",
        b"\xff\xfe",
        b'a = """\n\n',
        b"\xe4 = 1",
    ],
)
def test_a_file_that_is_no_toml(tmp_path, content):
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    assert f"{path} cannot be read as TOML" in refusal(tmp_path, str(path))


def test_an_unknown_file_names_the_known(tmp_path):
    message = refusal(tmp_path, "folk")
    assert "people 'folk' is neither a known name nor a file" in message
    assert "allowed: people, or a path to a TOML file" in message


@pytest.mark.parametrize(("players", "count"), [(3, 2), (8, 7)])
def test_a_list_is_not_too_short_for_the_players(tmp_path, players, count):
    message = refusal(tmp_path, {"fluency": [1] * count}, players)
    assert (
        f"have {count} values of fluency; allowed: one for all, or at least one for each of {players} players"
        in message
    )
    path = written(tmp_path, f"fluency = {[1] * count}")
    assert f"the people mine have {count} values of fluency" in refusal(tmp_path, str(path), players)
    assert play(tmp_path, {"fluency": [1] * players}, players).count == 3


@pytest.mark.parametrize("given", [5, ["people"], {"patience": 3}])
def test_words_and_people_are_given_as_what_they_are(tmp_path, given):
    kind = "words" if isinstance(given, dict) else "people"
    components = {kind: given}
    message = refused(knit_wit, tmp_path / "run", players=2, games=3, components=components)
    assert f"{kind} {given!r} cannot be used; allowed: a name, or the path of a file" in message


# On the command line


def command(gamegauge, tmp_path, *components):
    given = [part for one in components for part in ("--components", one)]
    run = tmp_path / "run"
    return gamegauge("simulate", "knit_wit", "--players", "2", "--games", "3", "--out", run, *given)


@pytest.mark.parametrize(
    ("components", "told"),
    [
        (["people.patience=0"], "people, patience 0 cannot be used; allowed: a number from 1 to 3600"),
        (["people.patience=true"], "people, patience True cannot be used"),
        (["people.patience=long"], "people, patience 'long' cannot be used"),
        (["people.patience="], "people, patience"),
        (["people.blank=1.5"], "people, blank 1.5 cannot be used; allowed: a number from 0 to 1"),
        (["people.blank=NaN"], "people, blank nan cannot be used"),
        (["people.reach=[1, 2]"], "people, reach [1, 2] cannot be used; allowed: a whole number from 0 to 6"),
        (["people.patients=9"], "people, unknown parameter 'patients'"),
        (["people.=9"], "people, unknown parameter ''"),
        (["people=people", "people.patience=9"], "people=... and people.KEY=... cannot be used together"),
        (["people.patience=9", "people=people"], "people=... and people.KEY=... cannot be used together"),
        (["persons.patience=9"], "unknown kind of component 'persons'; allowed: words, people"),
        (["words.warm=9"], "words"),
        (["people=folk"], "people 'folk' is neither a known name nor a file"),
        (
            ["people.fluency=[1, 2, 3, 4, 5, 6, 7, 8, 9]"],
            "people, fluency [1, 2, 3, 4, 5, 6, 7, 8, 9] cannot be used",
        ),
    ],
)
def test_what_cannot_be_used_is_told_in_a_line_and_ends_with_2(gamegauge, tmp_path, components, told):
    assert told in said(command(gamegauge, tmp_path, *components))


def test_a_broken_file_is_told_in_a_line_and_ends_with_2(gamegauge, tmp_path):
    path = written(tmp_path, "patience = [9\n\n")
    assert f"{path} cannot be read as TOML" in said(command(gamegauge, tmp_path, f"people={path}"))
    path = written(tmp_path, 'patience = "a\\nb"')
    assert f"{path}, patience" in said(command(gamegauge, tmp_path, f"people={path}"))


@pytest.mark.parametrize("line", ["lowest = 5", "minutes = 2", "unit = 1"])
def test_a_table_says_a_value_and_where_it_is_from_and_nothing_else(tmp_path, line):
    path = written(tmp_path, f"[patience]\ndefault = 90\n{line}\n")
    message = refusal(tmp_path, str(path))
    assert message.startswith(f"{path}, patience: {line} cannot be used; allowed: `default` and `prov")


def test_a_table_may_say_what_the_shipped_file_says(tmp_path):
    path = written(tmp_path, "[patience]\ndefault = 90\nlowest = 1\nunit = 'seconds'\n")
    assert play(tmp_path, str(path)).components["people"]["name"] == "mine"
