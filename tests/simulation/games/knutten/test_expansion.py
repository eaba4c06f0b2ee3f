"""What is not played yet is refused in one clear line (KN-13 to KN-18)."""

import pytest

from knutten_rig import HEADER, knutten
from simulation import GamegaugeError


def deck_of(folder, *rows):
    path = folder / "deck.csv"
    path.write_text("\n".join([HEADER, "2/7,20,2,7,number,assumed", *rows]) + "\n", encoding="utf-8")
    return str(path)


def refusal(tmp_path, **arguments):
    with pytest.raises(GamegaugeError) as caught:
        knutten(tmp_path / "run", players=2, games=2, **arguments)
    message = str(caught.value)
    assert "\n" not in message
    assert "allowed" in message
    return message


@pytest.mark.rule("KN-13")
@pytest.mark.parametrize("side", ["skip", "reverse", "again", "set:10"])
@pytest.mark.parametrize("place", ["side_a", "side_b"])
def test_effects_are_refused(tmp_path, side, place):
    sides = f"{side},5" if place == "side_a" else f"5,{side}"
    message = refusal(tmp_path, components=deck_of(tmp_path, f"odd,2,{sides},special,assumed"))
    assert side in message
    assert place in message
    assert "row 3" in message
    assert "KN-13" in message


@pytest.mark.rule("KN-13")
def test_numbers_and_copies_are_played(tmp_path):
    deck = deck_of(tmp_path, "odd,4,?,-10,special,assumed")
    assert knutten(tmp_path / "run", players=2, games=2, components=deck).count == 2


@pytest.mark.rule("KN-14")
@pytest.mark.parametrize("sides", ["0,0", ",", "john,john"])
def test_john_rows_of_a_deck_are_ignored(tmp_path, sides):
    deck = deck_of(tmp_path, f"John Knut,1,{sides},john,rulebook")
    run = knutten(tmp_path / "run", players=2, games=20, components=deck)
    assert "John Knut" not in run.events.collect()["card"].dtype.categories.to_list()
    assert [card["card"] for card in run.components["deck"]["cards"]] == ["2/7"]


@pytest.mark.rule("KN-14")
def test_john_does_not_count_as_a_card_to_deal(tmp_path):
    path = tmp_path / "small.csv"
    path.write_text(f"{HEADER}\n2/7,5,2,7,number,x\nJohn,1,0,0,john,x\n", encoding="utf-8")
    assert "5 cards" in refusal(tmp_path, components=str(path))


@pytest.mark.rule("KN-14")
@pytest.mark.rule("KN-15")
@pytest.mark.rule("KN-16")
@pytest.mark.rule("KN-17")
def test_john_is_no_rule_yet(tmp_path):
    assert "unknown rule 'john'" in refusal(tmp_path, rules={"john": True})


@pytest.mark.rule("KN-18")
def test_heavy_weather_is_no_rule_yet(tmp_path):
    assert "unknown rule 'heavy_weather'" in refusal(tmp_path, rules={"heavy_weather": True})
