"""The word list as data: the shipped one, and every fault of a file (KW-3)."""

import pytest

from command_rig import said
from knit_wit_rig import knit_wit
from run_folders import refused
from simulation.components import shipped_names
from simulation.games.knit_wit.words import read_words
from simulation.paths import data_folder

FOLDER = data_folder() / "knit_wit"
HEADER = "word,category,difficulty,provenance"
ROW = "warm,feeling,1,assumed"
EXAMPLES = {
    *("yellow", "brown", "warm", "organic", "living", "smaller than a breadbox", "bigger than a hand"),
    *("cheap", "historical", "flammable", "sharp", "mechanical", "harmful", "found outside"),
}
"""All words that our sources show: in examples of the rulebook, and of the Chinese description."""
pytestmark = pytest.mark.rule("KW-3")


def written(tmp_path, *rows, header=HEADER):
    path = tmp_path / "mine.csv"
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return path


def words(count):
    return [f"word {number},x,1,mine" for number in range(count)]


def refusal(tmp_path, path, players=2):
    message = refused(knit_wit, tmp_path / "run", players=players, games=2, components={"words": str(path)})
    assert "mine" in message
    assert not (tmp_path / "run").exists()
    return message


# The shipped list


@pytest.mark.rule("KW-1")
def test_114_words_are_shipped():
    listed = read_words(FOLDER / "words.csv")
    assert shipped_names(FOLDER) == ["words"]
    assert len({one.word for one in listed.words}) == len(listed.words) == 114


def test_the_rulebooks_examples_are_marked_and_no_others():
    marked = {
        one.word for one in read_words(FOLDER / "words.csv").words if one.provenance.startswith("rulebook")
    }
    assert marked == EXAMPLES


def test_every_word_says_where_it_is_from_and_what_about_it_is_assumed():
    for one in read_words(FOLDER / "words.csv").words:
        assert one.provenance in ("assumed", "rulebook"), one


def test_every_word_has_a_category_with_several_and_a_difficulty_near_1():
    listed = read_words(FOLDER / "words.csv").words
    categories = [one.category for one in listed]
    assert min(categories.count(category) for category in categories) > 3
    assert all(0.5 <= one.difficulty <= 2 for one in listed)
    assert abs(sum(one.difficulty for one in listed) / 114 - 1) < 0.15


def test_no_finding_without_its_words():
    (caveat,) = read_words(FOLDER / "words.csv").caveats
    assert "100 of the 114 words as shipped are assumed" in caveat
    assert "(KW-3)" in caveat


def test_a_list_of_which_nothing_is_assumed_needs_no_caveat(tmp_path):
    assert read_words(written(tmp_path, *words(9))).caveats == ()


# Lists of one's own


def test_a_list_of_ones_own_is_played_with(tmp_path):
    path = written(tmp_path, *(f"mine {number},x,{1 + number / 10},mine" for number in range(8)))
    run = knit_wit(tmp_path / "run", players=4, games=30, components={"words": str(path)})
    spools = run.spools.collect()
    difficulty = {f"mine {number}": 1 + number / 10 for number in range(8)}
    for row in spools.to_dicts():
        found = [row[f"word_{letter}"] for letter in "abcdefgh" if row[f"word_{letter}"]]
        assert len(found) == row["loops"]
        product = 1
        for word in found:
            product *= difficulty[word]
        assert row["difficulty"] == pytest.approx(product)


@pytest.mark.parametrize(("players", "loops"), [(2, 6), (3, 6), (4, 8), (5, 5), (8, 8)])
def test_fewer_words_than_loops_are_refused(tmp_path, players, loops):
    message = refusal(tmp_path, written(tmp_path, *words(loops - 1)), players)
    assert f"the word list mine has {loops - 1} words; allowed: at least {loops}" in message
    just_enough = {"words": str(written(tmp_path, *words(loops)))}
    assert knit_wit(tmp_path / "run", players=players, games=2, components=just_enough).count == 2


def test_from_1_to_250_words_are_a_list(tmp_path):
    assert "251 words; allowed: from 1 to 250" in refusal(tmp_path, written(tmp_path, *words(251)))
    assert "0 words; allowed: from 1 to 250" in refusal(tmp_path, written(tmp_path))
    path = written(tmp_path, *words(250))
    run = knit_wit(tmp_path / "run", players=8, games=400, components={"words": str(path)})
    seen = {
        word for row in run.spools.collect().to_dicts() for name, word in row.items() if name[:5] == "word_"
    }
    assert seen >= {f"word {number}" for number in range(250)}


def test_line_ends_spaces_empty_lines_and_column_order_do_not_count(tmp_path):
    plain = read_words(written(tmp_path, ROW, "big,size,0.8,mine"))
    turned = ["", "assumed, 1.0 ,feeling,warm", ",,,", "mine,.8,size,big"]
    path = written(tmp_path, *turned, header="provenance,difficulty,category,word")
    assert read_words(path).describe() == plain.describe()


# Faults


@pytest.mark.parametrize(
    ("row", "column", "value"),
    [
        ("big,size,0,mine", "difficulty", "'0'"),
        ("big,size,99,mine", "difficulty", "'99'"),
        ("big,size,0.09,mine", "difficulty", "'0.09'"),
        ("big,size,10.1,mine", "difficulty", "'10.1'"),
        ("big,size,-1,mine", "difficulty", "'-1'"),
        ("big,size,hard,mine", "difficulty", "'hard'"),
        ("big,size,nan,mine", "difficulty", "'nan'"),
        ("big,size,inf,mine", "difficulty", "'inf'"),
        ("big,size,,mine", "difficulty", "''"),
        (",size,1,mine", "word", "''"),
        ("big,,1,mine", "category", "''"),
        ("big,size,1,", "provenance", "''"),
        ("b\u200big,size,1,mine", "word", "'b\\u200big'"),
        ("big,si\x07ze,1,mine", "category", "'si\\x07ze'"),
    ],
)
def test_a_faulty_cell_is_named_with_its_row_and_column(tmp_path, row, column, value):
    message = refusal(tmp_path, written(tmp_path, *words(8), row))
    assert f"mine.csv, row 10, column {column}: {value} cannot be used; allowed: " in message
    assert "from 0.1 to 10" in message or column != "difficulty"


@pytest.mark.parametrize("difficulty", ["0.1", "10", "1e0", " 2.50 "])
def test_difficulties_that_are_allowed(tmp_path, difficulty):
    (one,) = read_words(written(tmp_path, f"big,size,{difficulty},mine")).words
    assert one.difficulty == float(difficulty)


def test_the_same_word_twice(tmp_path):
    message = refusal(tmp_path, written(tmp_path, ROW, *words(8), ROW))
    assert "row 11, column word: 'warm' stands twice" in message


@pytest.mark.parametrize("column", HEADER.split(","))
def test_a_missing_column(tmp_path, column):
    path = written(tmp_path, ROW, header=HEADER.replace(column, "other"))
    assert f"lacks the column {column!r}" in refusal(tmp_path, path)


def test_more_cells_than_columns(tmp_path):
    assert "row 3 has more cells" in refusal(tmp_path, written(tmp_path, ROW, f"{ROW},more"))


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00c", f"{HEADER}\nw\xe4rm,x,1,y\n".encode("latin-1")])
def test_an_empty_file_and_one_that_is_not_utf_8(tmp_path, content):
    path = tmp_path / "mine.csv"
    path.write_bytes(content)
    refusal(tmp_path, path)


def test_an_unknown_list_names_the_known(tmp_path):
    message = refused(knit_wit, tmp_path / "run", players=2, games=2, components={"words": "wrods"})
    assert "words 'wrods' is neither a known name nor a file" in message
    assert "allowed: words, or a path to a CSV file" in message


def test_on_the_command_line(gamegauge, tmp_path):
    path = written(tmp_path, *words(7), "big,size,99,mine")
    told = [
        "simulate",
        "knit_wit",
        "--games",
        "2",
        "--components",
        f"words={path}",
        "--out",
        tmp_path / "run",
    ]
    assert "row 9, column difficulty: '99'" in said(gamegauge(*told))
    path = written(tmp_path, *words(7))
    assert "the word list mine has 7 words; allowed: at least 8" in said(gamegauge(*told))
