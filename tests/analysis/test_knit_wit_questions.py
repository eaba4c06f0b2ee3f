"""What all questions about Knit Wit have in common, and what none of them can be asked."""

from functools import partial

import numpy as np
import pytest
from polars.testing import assert_frame_equal

import self_contained
from analysis import knit_wit
from drawings import title
from knit_wit_recounts import LOOPS, played, write_words
from run_folders import refused
from simulation import simulate

PLAYED = {
    "designs": partial(knit_wit.designs, (2, 5), ("spreader", "careful"), games=4),
    "buttons": partial(knit_wit.buttons, 3, (1,), games=12),
    "when_to_stop": partial(knit_wit.when_to_stop, 2, (1,), games=4),
    "collisions_by_players": partial(knit_wit.collisions_by_players, (2, 5), games=4),
    "originality": partial(knit_wit.originality, 2, (0, 1), games=4),
    "challenges": partial(knit_wit.challenges, 3, (0, 1), games=4),
    "scaling": partial(knit_wit.scaling, (2, 6), games=4),
}
"""Questions that play tables of some people with some words."""
STUDIES = {
    "one_at_a_time": partial(knit_wit.one_at_a_time, ["collide"], ["zipf"], 20),
    "screening": partial(knit_wit.screening, ["collide"], ["zipf"], 2, 20),
    "shares": partial(knit_wit.shares, "collide", None, ["zipf"], samples=4, games=20),
}
"""Questions that try many sets of people."""
OF_RUNS = {name: getattr(knit_wit, name) for name in ("seats", "words", "word_pairs", "collisions")}
ALL = {**PLAYED, **STUDIES, **OF_RUNS}
of_each = pytest.mark.parametrize("name", ALL)
played_ones = pytest.mark.parametrize("name", PLAYED)
of_runs = pytest.mark.parametrize("name", OF_RUNS)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return played(4, 40, "careful", out=tmp_path_factory.mktemp("questions") / "run")


@pytest.fixture(scope="module")
def found(run, tmp_path_factory):
    """Every question's answer, asked once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GAMEGAUGE_RUNS", str(tmp_path_factory.mktemp("runs")))
        return {name: one(run) if name in OF_RUNS else one() for name, one in ALL.items()}


def test_every_question_is_asked():
    assert {*ALL, "design_picture", "as_changes"} == set(knit_wit.__all__)


@of_each
def test_findings_say_what_they_rest_on(name, found):
    finding = found[name]
    assert f"seed {finding.seed}" in str(finding.basis)
    assert str(finding.basis).startswith("Knit Wit")
    assert finding.seed == 2016
    assert "words as shipped" in finding.deck
    assert any("assumed" in caveat for caveat in finding.caveats)
    assert not any("{" in text for text in (*finding.caveats, finding.headline, str(finding.basis)))


@of_each
def test_findings_can_be_told_and_drawn(name, found):
    finding = found[name]
    assert finding.question.endswith(("?", "so."))
    assert finding.headline.endswith(".")
    assert "nan" not in finding.headline
    floats = [
        finding.table[column] for column in finding.table.columns if finding.table[column].dtype.is_float()
    ]
    assert not any(column.is_nan().any() for column in floats)
    html = finding._repr_html_()
    assert self_contained.faults(html) == []
    assert finding.headline.partition("'")[0] in html
    ax = finding.plot()
    ax.figure.canvas.draw()
    assert title(ax)


@of_each
def test_the_same_question_has_the_same_answer(name, found, run):
    again = ALL[name](run) if name in OF_RUNS else ALL[name]()
    assert_frame_equal(again.table, found[name].table)
    assert again.headline == found[name].headline
    assert again.basis == found[name].basis


@of_each
def test_intervals_are_in_their_order(name, found):
    for row in found[name].table.to_dicts():
        for low in [column for column in row if column == "low" or column.endswith("_low")]:
            assert row[low] <= row[low.removesuffix("low") + "high"]


@pytest.mark.parametrize("name", [*PLAYED, *STUDIES])
def test_another_seed_plays_other_games(name, found):
    other = ALL[name](seed=7)
    assert other.seed == 7
    assert not other.table.equals(found[name].table)


# Runs


@of_runs
def test_a_run_may_be_given_as_its_folder(name, run, found):
    for path in (run.path, str(run.path)):
        assert_frame_equal(ALL[name](path).table, found[name].table)


@of_runs
def test_parts_make_no_difference(name, found, tmp_path, monkeypatch):
    for module in ("match", "plan", "store", "workers"):
        monkeypatch.setattr(f"simulation.{module}.PART_GAMES", 7)
    parts = played(4, 40, "careful", out=tmp_path / "parts")
    assert len(parts.parts("games")) > 5
    assert_frame_equal(ALL[name](parts).table, found[name].table, check_exact=False, rel_tol=1e-9)
    assert ALL[name](parts).headline == found[name].headline


@of_runs
def test_what_is_no_run_of_knit_wit_is_refused(name, tmp_path):
    question = ALL[name]
    other = simulate("knutten", 2, 3, 1, "random", out=tmp_path / "other", progress=False)
    assert "is of knutten; allowed: runs of knit_wit" in refused(question, other)
    assert "2 or more" in refused(question, played(2, 1, out=tmp_path / "one"))
    refused(question, tmp_path)
    assert "None is no run" in refused(question, None)


@of_runs
@pytest.mark.parametrize("players", [2, 8])
def test_two_games_are_enough_for_an_answer(name, players, tmp_path):
    finding = ALL[name](played(players, 2, out=tmp_path / "run"))
    assert finding.headline in str(finding)
    assert "<table" in finding._repr_html_()
    assert title(finding.plot())


# People and words


@played_ones
def test_where_nobody_answers_there_is_an_answer(name):
    finding = PLAYED[name](people={"blank": 1})
    assert "nan" not in finding.headline
    if name != "scaling":
        finding.plot().figure.canvas.draw()


@pytest.mark.parametrize(
    "people", [{"patience": 1, "reach": 0}, {"spread": 0, "blank": 0}, {"candidates": 1}]
)
def test_other_people_have_an_answer(people):
    for name in ("designs", "collisions_by_players", "originality", "challenges", "scaling"):
        assert "nan" not in PLAYED[name](people=people).headline


@played_ones
def test_words_of_ones_own_are_played_with(name, tmp_path):
    path = write_words(tmp_path, {f"word {number}": ("x", 1) for number in range(9)}, "mine")
    finding = PLAYED[name](words=path)
    assert "words mine" in finding.deck
    assert str(tmp_path) not in str(finding.basis)


@played_ones
def test_people_and_words_that_cannot_be_used_are_refused(name):
    question = PLAYED[name]
    assert "luck" in refused(question, people={"luck": 1})
    assert "blank" in refused(question, people={"blank": 2})
    for bad in (None, 3, [], np.array([1, 2])):
        refused(question, people=bad)
    refused(question, people="nobody")
    for bad in (None, 3, "nowhere", "nowhere.csv", ["words"]):
        refused(question, words=bad)


@pytest.mark.parametrize("name", ["originality", "challenges", "scaling"])
def test_people_of_a_file_are_those_of_a_mapping(name, tmp_path):
    path = tmp_path / "people.toml"
    path.write_text("patience = 90\nfluency = [2, 1, 1, 1, 1, 1, 1, 1]\n", encoding="utf-8")
    people = knit_wit.as_changes(str(path))
    assert people == {"patience": 90, "fluency": [2, *[1] * 7]}
    assert PLAYED[name](people=str(path)).table.equals(PLAYED[name](people=people).table)


# Other arguments


@played_ones
def test_games_that_cannot_be_played_are_refused(name):
    for bad in (1, 0, -3, "many", None, 2.5, True, [4], float("nan"), 10**12):
        assert "games" in refused(PLAYED[name], games=bad)


@pytest.mark.parametrize("name", [*PLAYED, *STUDIES])
def test_seeds_that_are_none_are_refused(name):
    for bad in (-1, 2**64, "x", None, 0.5):
        assert "seed" in refused(ALL[name], seed=bad)


@pytest.mark.parametrize("name", ["buttons", "when_to_stop", "originality", "challenges"])
@pytest.mark.parametrize("bad", [1, 9, 0, "x", None, [3], 3.5, True])
def test_players_are_from_two_to_eight(name, bad):
    assert "players" in refused(getattr(knit_wit, name), bad, games=48)


@pytest.mark.parametrize("name", ["designs", "collisions_by_players", "scaling"])
@pytest.mark.parametrize("bad", [6, (), (1,), (9,), "2", None, [[2]], (2, "x"), {2: 3}, np.array([2])])
def test_sizes_are_a_list_of_players(name, bad):
    assert "players" in refused(getattr(knit_wit, name), bad, games=4)


@pytest.mark.parametrize("name", ["designs", "collisions_by_players", "scaling"])
def test_sizes_may_be_typed_in_several_ways(name):
    question = getattr(knit_wit, name)
    typed, plain = question(["3", 2, 3.0], games=4), question(range(2, 4), games=4)
    assert_frame_equal(typed.table, plain.table)


@pytest.mark.parametrize("name", ["originality", "challenges"])
@pytest.mark.parametrize(
    "bad", [0.5, (), (1.1,), (-0.1,), ("0.5",), (None,), None, {0.5}, (float("nan"),), ([0],)]
)
def test_levels_are_a_list_from_0_to_1(name, bad):
    assert "0 to 1" in refused(getattr(knit_wit, name), 2, bad, 4)


@pytest.mark.parametrize("name", ["buttons", "when_to_stop"])
@pytest.mark.parametrize("bad", [1, (), (-1,), (11,), ("many",), (0.5,), None, "1", ([1],)])
def test_points_of_a_hole_are_a_list_of_whole_numbers(name, bad):
    assert "hole_points" in refused(getattr(knit_wit, name), 3, bad, games=12)


@pytest.mark.parametrize("bad", [-1, 9, None, "some", 2.5])
def test_enough_is_a_number_of_answers(bad):
    assert "enough" in refused(knit_wit.buttons, 3, (1,), bad, 12)


@pytest.mark.parametrize(
    "bad", ["spreader", (), ("clever",), ("spreader", "spreader:weigh"), None, (None,), {}]
)
def test_placements_are_policies_each_once(bad):
    assert "placements" in refused(knit_wit.designs, (2,), bad, 4)


@pytest.mark.parametrize("bad", ["clever", "random:weigh:enough=x", None, 3, ["random"] * 3, []])
def test_who_plays_games_of_every_size_is_a_policy(bad):
    refused(knit_wit.scaling, (2,), bad, 4)


def test_levels_and_points_count_once():
    assert knit_wit.challenges(2, [1, 0, 1.0, 0.0], 4).table["strictness"].to_list() == [0, 1]
    assert knit_wit.originality(2, [1, 0, 1.0], 4).table["originality"].to_list() == [1, 0]
    table = knit_wit.when_to_stop(2, [1, "1", 1.0], 4).table
    assert table["answers"].to_list() == list(range(LOOPS[2] + 1))
