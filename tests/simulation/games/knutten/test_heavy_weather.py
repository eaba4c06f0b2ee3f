"""Heavy knutting weather: a bite for every knut above the limit (KN-18)."""

from collections import Counter

import pytest

from hand_made_runs import rows, rows_by_game
from knutten_rig import Rig, knutten, write_deck

pytestmark = pytest.mark.rule("KN-18")
JOHN = "John Knut"


def run_of_seventeens(folder, **rules):
    """Return games of two in which seat 1 reaches 34 in each round, and lets seat 0 start the next."""
    deck = write_deck(folder, {"17/17": 12})
    rules = {"hand_size": 1, "heavy_weather": True, **rules}
    return knutten(folder / "run", players=2, games=3, policies="lowest", components=deck, rules=rules)


@pytest.mark.parametrize(("bite_at", "each"), [(31, 4), (34, 1), (20, 15), (18, 17)])
def test_a_bite_for_every_knut_from_bite_at_on(tmp_path, bite_at, each):
    run = run_of_seventeens(tmp_path, bite_at=bite_at, heavy_bites_to_lose=60)
    rounds = run.rounds.collect()
    assert set(rounds["swarm"]) == {34}
    assert (set(rounds["bites"]), set(rounds["bitten"])) == ({each}, {2})
    needed = -(-60 // each)
    assert run.games.collect()["rounds"].to_list() == [needed] * 3
    assert run.seats.collect()["bites"].to_list() == [0, needed * each] * 3


def test_eleven_bites_end_the_game(tmp_path):
    run = run_of_seventeens(tmp_path, bites_to_lose=3)
    assert run.games.collect()["rounds"].to_list() == [3] * 3
    assert run.seats.collect()["bites"].to_list() == [0, 12] * 3
    assert set(run.games.collect()["winners"]) == {1}
    assert set(run.games.collect()["end_reason"]) == {"bites"}


@pytest.mark.parametrize(("limit", "rounds"), [(1, 1), (4, 1), (5, 2), (8, 2), (9, 3)])
def test_heavy_bites_to_lose_moves_the_end(tmp_path, limit, rounds):
    run = run_of_seventeens(tmp_path, heavy_bites_to_lose=limit)
    assert run.games.collect()["rounds"].to_list() == [rounds] * 3


def test_in_other_weather_a_bite_is_one_and_three_end_the_game(tmp_path):
    run = run_of_seventeens(tmp_path, heavy_weather=False, heavy_bites_to_lose=1)
    assert set(run.rounds.collect()["bites"]) == {1}
    assert run.seats.collect()["bites"].to_list() == [0, 3] * 3


@pytest.mark.rule("KN-7")
def test_the_copier_takes_the_bites_of_the_whole_jump(tmp_path):
    rules = {"heavy_weather": True, "copy_blame": "copier", "wind": False}
    run = knutten(tmp_path / "run", players=4, games=200, components="specials", rules=rules)
    last = [game[-1] for game in rows_by_game(run, "events")]
    ended = [game[-1] for game in rows_by_game(run, "rounds")]
    blamed = [row for row, event in zip(ended, last, strict=True) if row["bitten"] != 1 << event["seat"]]
    assert len(blamed) > 20
    assert all(row["bites"] == row["swarm"] - 30 for row in ended)


@pytest.mark.rule("KN-10")
def test_wind_gives_one_bite_each(tmp_path):
    run = knutten(tmp_path / "run", players=4, games=300, rules={"heavy_weather": True})
    shouted = [row for row in rows(run, "rounds") if row["cause"] == "wind"]
    assert len(shouted) > 20
    assert all((row["bites"], row["bitten"].bit_count()) == (3, 3) for row in shouted)


def test_bites_add_up_with_those_of_john_and_wind(tmp_path):
    rules = {"heavy_weather": True, "john": True}
    run = knutten(tmp_path / "run", players=3, games=300, rules=rules)
    bites = Counter()
    for row in rows(run, "rounds"):
        bitten = [seat for seat in range(3) if row["bitten"] >> seat & 1]
        for seat in bitten:
            bites[row["game_id"], seat] += row["bites"] // len(bitten)
        bites[row["game_id"], row["john_bitten"].bit_length() - 1] += row["john_bitten"] > 0
    seats = rows(run, "seats")
    assert [bites[row["game_id"], row["seat"]] for row in seats] == [row["bites"] for row in seats]


@pytest.mark.rule("KN-16")
@pytest.mark.parametrize(
    ("bites", "after", "receiver"),
    [([10, 10], [10, 10], 0), ([10, 9], [10, 10], 1), ([3, 2], [3, 3], 1), ([0, 4], [1, 4], 0)],
)
def test_john_gives_one_bite_and_never_the_eleventh(bites, after, receiver):
    rig = Rig([[JOHN], ["2/2"]], swamp=["1/1"], hand_size=1, bites=bites, heavy_weather=True, swarm=29)
    rig.play("john")
    assert (rig.bites, rig.john_seat) == (after, receiver)
