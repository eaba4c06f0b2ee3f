"""The model of people as data: the shipped file, files and changes of one's own, and every fault of them."""

import json
from fractions import Fraction

import pytest

from knit_wit_rig import Rig, knit_wit
from simulation.components import shipped_names
from simulation.games.knit_wit.components import change_people, read_people, traits, usual_people
from simulation.paths import data_folder

FOLDER = data_folder() / "knit_wit"
RULES = {
    "KW-7": ["reach"],
    "KW-10": ["think_seconds", "difficulty", "spread", "blank", "fluency", "patience", "visits"],
    "KW-11": ["candidates", "narrowing", "zipf", "originality"],
    "KW-14": ["fit", "fit_loops", "fit_originality", "strictness"],
}
BY_SEAT = ["fluency", "patience", "originality", "strictness"]
WHOLE = ["reach", "visits"]
PROBABILITIES = ["blank", "fit", "strictness"]
pytestmark = pytest.mark.rule("KW-7", "KW-10", "KW-11", "KW-14")


def written(tmp_path, text):
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def described(run):
    """Return what a run says of its people: values by name."""
    told = json.loads((run.path / "run.json").read_text())["components"]["people"]
    return told, {one["name"]: one["values"] for one in told["parameters"]}


def play(tmp_path, people, players=2):
    return knit_wit(tmp_path / "run", players=players, games=3, components={"people": people})


# The shipped people


def test_every_parameter_tells_its_rule_meaning_unit_range_and_that_it_is_assumed():
    assert shipped_names(FOLDER, ".toml") == ["people"]
    assert {name: one.rule for name, one in traits().items()} == {
        name: rule for rule, names in RULES.items() for name in names
    }
    for name, one in traits().items():
        assert one.provenance == "assumed", name
        least, most = one.plausible
        assert one.lowest <= least < one.default < most <= one.highest, name
        assert (len(one.meaning) > 20, bool(one.unit)) == (True, True), name
        assert (one.whole, one.by_seat) == (name in WHOLE, name in BY_SEAT), name


@pytest.mark.parametrize("name", PROBABILITIES)
def test_a_probability_is_from_0_to_1(name):
    assert (traits()[name].lowest, traits()[name].highest, traits()[name].unit) == (0, 1, "probability")


def test_the_values_that_the_rules_of_record_name():
    usual = usual_people()
    assert (usual["reach"].of(0), usual["visits"].of(0)) == (2, 2)


def test_the_shipped_file_and_the_usual_people_are_the_same():
    assert read_people(FOLDER / "people.toml") == usual_people()


def test_no_finding_without_its_people():
    (caveat,) = usual_people().caveats
    assert "16 of the 16 parameters of people as shipped are assumed" in caveat
    assert "(KW-7, KW-10, KW-11, KW-14)" in caveat


# People of one's own


def test_a_file_needs_only_what_differs(tmp_path):
    people = read_people(written(tmp_path, "patience = 90\nfluency = [1.5, 1, 1]\n"))
    usual = usual_people()
    assert people.name == "mine"
    assert people["patience"].values == [90]
    assert [people["fluency"].of(seat) for seat in range(3)] == [1.5, 1, 1]
    others = [one.name for one in usual.parameters if one.name not in ("patience", "fluency")]
    assert [people[name] for name in others] == [usual[name] for name in others]


def test_an_empty_file_is_the_usual_people(tmp_path):
    people, usual = read_people(written(tmp_path, "# nothing\n")), usual_people()
    assert people.parameters == usual.parameters
    assert people.describe()["sha256"] == usual.describe()["sha256"]


def test_a_value_may_have_a_provenance_of_its_own(tmp_path):
    text = '[patience]\ndefault = 90\nprovenance = "timed in 12 games"\n[fluency]\ndefault = [1, 2]\n'
    people = read_people(written(tmp_path, text))
    assert (people["patience"].values, people["patience"].provenance) == ([90], "timed in 12 games")
    assert (people["fluency"].values, people["fluency"].provenance) == ([1, 2], "assumed")
    (caveat,) = people.caveats
    assert "15 of the 16 parameters of people mine" in caveat


def test_a_file_is_played_with(tmp_path):
    told, values = described(
        play(tmp_path, str(written(tmp_path, "visits = 3\noriginality = [1, 0, 0.5]")), 3)
    )
    assert (told["name"], values["visits"], values["originality"]) == ("mine", [3], [1, 0, 0.5])


def test_python_changes_some_values(tmp_path):
    told, values = described(play(tmp_path, {"originality": [0.9, 0.1], "patience": 90}))
    assert (values["originality"], values["patience"], values["reach"]) == ([0.9, 0.1], [90], [2])
    assert told["name"] == "people with patience=90, originality=0.9/0.1"


@pytest.mark.parametrize("value", [3, 3.0, [3], (3, 4), Fraction(3)])
def test_numbers_may_be_given_in_many_ways(value):
    assert change_people(usual_people(), {"patience": value})["patience"].of(0) == 3


def test_what_was_changed_before_is_kept():
    twice = change_people(change_people(usual_people(), {"patience": 9}), {"visits": 4})
    assert (twice["patience"].values, twice["visits"].values) == ([9], [4])


def test_each_seat_has_its_own_values_and_more_than_seats_are_left_out():
    rig = Rig(
        3, people={"fluency": [1, 2, 3, 4, 5, 6, 7, 8], "patience": [10.0005, 20, 30], "strictness": 0.25}
    )
    assert rig.view["fluency"][0, :3].tolist() == [1, 2, 3]
    assert rig.view["patience"][0, :3].tolist() == [10_000, 20_000, 30_000]
    assert rig.view["strictness"][0, :3].tolist() == [0.25] * 3


def test_every_value_changes_how_it_is_played(tmp_path):
    """A parameter that nothing reads would be a lie."""
    other = {
        "reach": 0,
        "think_seconds": 20,
        "difficulty": 3,
        "spread": 0.1,
        "blank": 0.5,
        "fluency": [1, 2, 3],
        "patience": 5,
        "visits": 1,
        "candidates": 5,
        "narrowing": 0.2,
        "zipf": 3,
        "originality": 1,
        "fit": 0.4,
        "fit_loops": 0.3,
        "fit_originality": 1,
        "strictness": 1,
    }
    assert sorted(other) == sorted(traits())
    tables = ("games", "seats", "spools", "answers")

    def games(name, people):
        run = knit_wit(tmp_path / name, players=3, games=60, log="games", components={"people": people})
        return [getattr(run, table).collect() for table in tables]

    usual = games("usual", {})
    assert all(one.equals(same) for one, same in zip(usual, games("same", {"reach": 2}), strict=True))
    for name, value in other.items():
        assert not all(one.equals(new) for one, new in zip(usual, games(name, {name: value}), strict=True)), (
            name
        )


# On the command line


def command(gamegauge, tmp_path, *components):
    given = [part for one in components for part in ("--components", one)]
    run = tmp_path / "run"
    return gamegauge("simulate", "knit_wit", "--players", "2", "--games", "3", "--out", run, *given)


def test_values_are_changed_on_the_command_line(gamegauge, tmp_path):
    given = ["people.patience=90", "people.originality=[0.9, 0.1]", "words=words"]
    code, _, err = command(gamegauge, tmp_path, *given)
    assert code == 0, err
    told = json.loads((tmp_path / "run" / "run.json").read_text())["components"]["people"]["parameters"]
    values = {one["name"]: one["values"] for one in told}
    assert (values["patience"], values["originality"], values["visits"]) == ([90], [0.9, 0.1], [2])


def test_a_file_is_given_on_the_command_line(gamegauge, tmp_path):
    path = written(tmp_path, "patience = 90")
    assert command(gamegauge, tmp_path, f"people={path}")[0] == 0
    assert '"name": "mine"' in (tmp_path / "run" / "run.json").read_text()
