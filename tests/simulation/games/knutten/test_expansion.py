"""John Knut, heavy weather, and the effects of special cards (KN-13 to KN-18)."""

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
@pytest.mark.parametrize("side", ["jump", "set", "set:", "set:-1", "set:1001", "set:x", "again:2", "101"])
@pytest.mark.parametrize("place", ["side_a", "side_b"])
def test_effects_that_are_none_are_refused(tmp_path, side, place):
    sides = f"{side},5" if place == "side_a" else f"5,{side}"
    message = refusal(tmp_path, components=deck_of(tmp_path, f"odd,2,{sides},special,assumed"))
    assert side in message
    assert place in message
    assert "row 3" in message
    assert "KN-13" in message


@pytest.mark.rule("KN-13")
@pytest.mark.parametrize("bite_at", [20, 21])
def test_a_set_at_or_above_bite_at_is_refused(tmp_path, bite_at):
    deck = deck_of(tmp_path, "odd,2,set:21,5,special,assumed")
    message = refusal(tmp_path, components=deck, rules={"bite_at": bite_at})
    assert "set:21" in message
    assert "bite_at" in message
    assert knutten(tmp_path / "run", players=2, games=2, components=deck, rules={"bite_at": 22}).count == 2


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
def test_john_is_laid_at_most_once_a_game_and_bites_then(tmp_path):
    run = knutten(tmp_path / "run", players=4, games=500, rules={"john": True}, policies="random")
    laid = run.events.filter(event="john").collect()
    assert laid["game_id"].is_unique().all()
    bitten = run.rounds.filter(john_bitten=0).collect()
    assert run.rounds.collect().height - bitten.height <= laid.height


@pytest.mark.rule("KN-18")
def test_heavy_weather_gives_a_bite_for_every_knut_from_bite_at_on(tmp_path):
    run = knutten(tmp_path / "run", players=4, games=500, rules={"heavy_weather": True, "wind": False})
    rounds = run.rounds.collect()
    assert (rounds["bites"].cast(int) == rounds["swarm"] - 30).all()
