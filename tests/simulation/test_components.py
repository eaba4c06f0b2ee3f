"""Decks as data: the shipped ones, and every fault of a file."""

import pytest

from knutten_rig import HEADER, knutten
from simulation import GamegaugeError
from simulation.components import shipped_names
from simulation.games.knutten.components import read_deck
from simulation.paths import data_folder

DECKS = data_folder() / "knutten/decks"
ROW = "2/7,20,2,7,number,assumed"
pytestmark = pytest.mark.rule("KN-1")


def refusal(tmp_path, content):
    path = tmp_path / "faulty.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(GamegaugeError) as caught:
        knutten(tmp_path / "run", players=2, games=5, components=str(path))
    message = str(caught.value)
    assert "\n" not in message
    assert "faulty" in message
    assert not (tmp_path / "run").exists()
    assert "allowed" in message, message
    return message


@pytest.mark.parametrize("column", HEADER.split(","))
def test_a_missing_column(tmp_path, column):
    place = HEADER.split(",").index(column)
    lines = [",".join(cell for i, cell in enumerate(line.split(",")) if i != place) for line in (HEADER, ROW)]
    assert column in refusal(tmp_path, "\n".join(lines))


@pytest.mark.parametrize(
    ("row", "column", "value"),
    [
        ("2/9,many,2,9,number,assumed", "copies", "many"),
        ("2/9,1.5,2,9,number,assumed", "copies", "1.5"),
        ("2/9,-1,2,9,number,assumed", "copies", "-1"),
        ("2/9,251,2,9,number,assumed", "copies", "251"),
        ("2/9,,2,9,number,assumed", "copies", "''"),
        ("2/9,4,two,9,number,assumed", "side_a", "two"),
        ("2/9,4,2,,number,assumed", "side_b", "''"),
        ("2/9,4,2,9.5,number,assumed", "side_b", "9.5"),
        ("2/9,4,2,101,number,assumed", "side_b", "101"),
        ("2/9,4,-101,9,number,assumed", "side_a", "-101"),
        ("2/9,4,2,9,numbers,assumed", "group", "numbers"),
        ("2/9,4,2,9,number,", "provenance", "''"),
        (",4,2,9,number,assumed", "card", "''"),
    ],
)
def test_a_faulty_cell_is_named_with_its_row_and_column(tmp_path, row, column, value):
    message = refusal(tmp_path, f"{HEADER}\n{ROW}\n{row}\n")
    assert "row 3" in message
    assert f"column {column}" in message
    assert value in message


def test_no_cards_at_all(tmp_path):
    assert "0 cards" in refusal(tmp_path, f"{HEADER}\n")
    assert "0 cards" in refusal(tmp_path, f"{HEADER}\n2/7,0,2,7,number,assumed\n")


def test_too_many_cards(tmp_path):
    assert "400 cards" in refusal(tmp_path, f"{HEADER}\na,200,2,7,number,x\nb,200,2,9,number,x\n")


@pytest.mark.rule("KN-2")
def test_too_few_cards_for_the_players(tmp_path):
    message = refusal(tmp_path, f"{HEADER}\n2/7,5,2,7,number,assumed\n")
    assert "5 cards" in message
    assert "at least 6" in message


def test_two_rows_of_one_name(tmp_path):
    message = refusal(tmp_path, f"{HEADER}\n{ROW}\n2/9,4,2,9,number,x\n{ROW}\n")
    assert "'2/7'" in message
    assert "row 4" in message


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\x00c", f"{HEADER}\n\xe4,4,2,7,number,x\n".encode("latin-1")]
)
def test_an_empty_file_and_one_that_is_not_utf_8(tmp_path, content):
    refusal(tmp_path, content)


def test_a_folder_is_no_deck(tmp_path):
    with pytest.raises(GamegaugeError, match="allowed"):
        knutten(tmp_path / "run", players=2, games=5, components=str(tmp_path))


def test_a_path_that_no_disk_has(tmp_path):
    with pytest.raises(GamegaugeError, match="allowed"):
        knutten(tmp_path / "run", players=2, games=5, components="x" * 300)


def test_line_ends_spaces_and_column_order_do_not_count(tmp_path):
    plain, windows, turned = (tmp_path / name / "deck.csv" for name in ("plain", "windows", "turned"))
    for path in (plain, windows, turned):
        path.parent.mkdir()
    plain.write_text(f"{HEADER}\n{ROW}\n")
    spaced = f"{HEADER}\n{ROW}\n".replace(",", ", ")
    windows.write_text(spaced, encoding="utf-8-sig", newline="\r\n")
    lines = [",".join(reversed(line.split(","))) for line in (HEADER, ROW)]
    turned.write_text("\n".join(lines) + "\n")
    hashes = {read_deck(path).describe()["sha256"] for path in (plain, windows, turned)}
    assert len(hashes) == 1


def test_another_card_is_another_deck(tmp_path):
    one, other = tmp_path / "one.csv", tmp_path / "other.csv"
    one.write_text(f"{HEADER}\n{ROW}\n")
    other.write_text(f"{HEADER}\n{ROW.replace('20', '21')}\n")
    assert read_deck(one).describe()["sha256"] != read_deck(other).describe()["sha256"]


def test_four_decks_are_shipped():
    assert shipped_names(DECKS) == ["default", "high", "low", "specials"]


@pytest.mark.parametrize("name", shipped_names(DECKS))
def test_a_shipped_deck_has_42_cards_with_provenance(name):
    deck = read_deck(DECKS / f"{name}.csv")
    assert deck.size == 42
    assert min(card.copies for card in deck.cards) >= 3
    assert {card.provenance for card in deck.cards} <= {"assumed", "rulebook"}
    assert {card.group for card in deck.cards} == {"number", "special"}
    for card in deck.cards:
        assert card.card == f"{card.side_a}/{card.side_b}"
        assert (card.group == "special") == ("?" in (card.side_a, card.side_b))


@pytest.mark.parametrize("name", ["default", "low", "high"])
def test_32_number_cards_and_10_special_ones(name):
    cards = read_deck(DECKS / f"{name}.csv").cards
    assert sum(card.copies for card in cards if card.group == "number") == 32
    assert sum(card.copies for card in cards if card.group == "special") == 10


def test_the_default_deck_shows_only_sides_that_the_rulebook_shows():
    cards = read_deck(DECKS / "default.csv").cards
    assert {side for card in cards for side in (card.side_a, card.side_b)} <= {
        *["9", "3", "2", "11", "7", "-10", "?", "5"]
    }


@pytest.mark.parametrize("name", shipped_names(DECKS))
def test_no_finding_without_its_deck(name):
    """What rests on assumed cards says so and names the deck."""
    deck = read_deck(DECKS / f"{name}.csv")
    assumed = sum(card.copies for card in deck.cards if card.provenance == "assumed")
    assert any(name in caveat and str(assumed) in caveat for caveat in deck.caveats)
