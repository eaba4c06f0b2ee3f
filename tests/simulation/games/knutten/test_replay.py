"""A game told in words: every event once, and true to the log."""

import re

import pytest

from hand_made_runs import rows_by_game
from knutten_drawn import drawn_table
from knutten_rig import knutten, write_deck
from run_folders import refused
from simulation.games.knutten.replay import seats_in, tell
from simulation.words import listed

ACTS = {
    "play": " and plays ",
    "redraw": "goes under the swamp",
    "pass": "with the swamp empty passes",
    "refill": "become the new swamp",
    "wind": " shouts WIND",
    "john": " lays John Knut in front of ",
    "shoo": " to chase John out of the game",
}


@pytest.mark.parametrize("number", range(12))
def test_every_event_is_told_once(tmp_path, number):
    run = knutten(tmp_path / "run", games=5, seed=number, workers=1, **drawn_table(number, tmp_path))
    for game, events in enumerate(rows_by_game(run, "events")):
        lines = list(tell(run, game))
        for kind, words in ACTS.items():
            assert sum(words in line for line in lines) == sum(event["event"] == kind for event in events), (
                kind
            )
        turns = [int(found.group(1)) for line in lines if (found := re.match(r" +(\d+): seat", line))]
        assert turns == [event["turn"] for event in events if event["event"] not in ("refill", "wind")]
        assert all("\n" not in line and "None" not in line for line in lines)
        assert (
            sum(line.startswith("Round ") for line in lines) == rows_by_game(run, "games")[game][0]["rounds"]
        )


@pytest.mark.parametrize("number", range(12))
def test_the_result_is_that_of_the_log(tmp_path, number):
    run = knutten(tmp_path / "run", games=5, seed=number, workers=1, **drawn_table(number, tmp_path))
    for game, seats in enumerate(rows_by_game(run, "seats")):
        lines = list(tell(run, game))
        standing = ", ".join(f"seat {row['seat']}: {row['bites']}" for row in seats)
        told = [line for line in lines if "Bites so far" in line]
        assert not told or standing in told[-1] or "stalled" in "".join(lines)
        for row in seats:
            bites = f"{row['bites']} bite{'' if row['bites'] == 1 else 's'}"
            assert f"  {row['rank']}. seat {row['seat']} ({row['policy']}), {bites}" in lines
            assert f"Seat {row['seat']} plays {row['policy']}." in lines[1]
        assert re.fullmatch(r"Seats? [0-9, and]+ (wins|win together)\.", lines[-1])


def told(run, words):
    """Return the lines of a run's games with some words."""
    return [line for game in range(run.count) for line in tell(run, game) if words in line]


@pytest.mark.rule("KN-5")
@pytest.mark.rule("KN-7")
def test_jumps_and_bites_are_told(tmp_path):
    run = knutten(
        tmp_path / "run", players=4, games=40, components="specials", rules={"copy_blame": "copier"}
    )
    (line, *_) = told(run, "twice because of the waiting ?")
    before, after = map(int, re.search(r"from (\d+) to (\d+)", line).groups())
    number = int(re.search(r" as (-?\d+),", line).group(1))
    assert after == before + 2 * number
    assert all(int(re.search(r"to (\d+) and bites", line).group(1)) >= 31 for line in told(run, " and bites"))
    assert told(run, "whose ? is to blame")


@pytest.mark.rule("KN-11")
def test_who_starts_and_who_chose_so_is_told(tmp_path):
    run = knutten(tmp_path / "run", players=4, games=20)
    for game, rounds in enumerate(rows_by_game(run, "rounds")):
        starts = [line for line in tell(run, game) if line.startswith("Round ")]
        for row, line in zip(rounds, starts, strict=True):
            assert line.startswith(f"Round {row['round']}: ")
            assert (
                f"seat {row['starter']} start" in line
                or f"seat {row['starter']} was bitten and starts" in line
                or (f"seat {row['starter']} shouted WIND and starts" in line)
            )


@pytest.mark.rule("KN-16")
@pytest.mark.rule("KN-17")
def test_john_is_told(tmp_path):
    run = knutten(tmp_path / "run", players=3, games=60, rules={"john": True, "bites_to_lose": 2})
    alone = told(run, ", who has the fewest bites, and he bites at once")
    others = told(run, ", one of those with the fewest bites, and he bites at once")
    assert alone
    assert others
    assert told(run, "everybody is one bite from the end, so nobody is bitten")
    fives = told(run, "which counts 0 while John lies on the table")
    assert fives
    assert all("the swarm stays at" in line for line in fives)


def test_a_bite_is_told_to_be_a_choice_or_none(tmp_path):
    run = knutten(tmp_path / "run", players=3, games=30, policies="careful", rules={"wind": False})
    sides = {card["card"]: (card["side_a"], card["side_b"]) for card in run.components["deck"]["cards"]}
    hands, found = ("hand_a", "hand_b", "hand_c"), set()
    for game in range(run.count):
        lines = list(tell(run, game))
        for event in rows_by_game(run, "events")[game]:
            if event["event"] != "play" or event["swarm"] < 31:
                continue
            faces = [face for hand in hands if event[hand] for face in sides[event[hand]]]
            times, before = 1 + event["waiting"], event["swarm_before"]
            safe = any(face == "?" or 0 <= before + int(face) * times < 31 for face in faces)
            (line,) = (one for one in lines if one.startswith(f"  {event['turn']:3}: "))
            assert ("nothing in the hand was safe" in line) == (not safe)
            found.add(safe)
    assert False in found


def test_waiting_copies_are_told_again(tmp_path):
    deck = write_deck(tmp_path, {"?/2": 12, "set:4/skip": 12, "again/reverse": 6})
    run = knutten(tmp_path / "run", players=3, games=10, components=deck, rules={"wind": False})
    lines = told(run, "still wait")
    assert any("the swarm grows" in line and line.endswith("1 ? still waits for a number.") for line in lines)
    assert any(re.search(r"[2-9] \? still wait for a number\.$", line) for line in lines)


@pytest.mark.rule("KN-18")
def test_many_bites_are_told(tmp_path):
    run = knutten(tmp_path / "run", players=4, games=20, rules={"heavy_weather": True})
    assert told(run, "is bitten 4 times")


def test_seats_in_words():
    assert [seats_in(mask) for mask in (1, 4, 5, 13)] == [
        "seat 0",
        "seat 2",
        "seats 0 and 2",
        "seats 0, 2 and 3",
    ]
    assert listed(["a", "b", "c"]) == "a, b and c"


def test_what_cannot_be_told_is_refused(tmp_path):
    run = knutten(tmp_path / "run", players=2, games=3, log="games")
    assert "log='games'" in refused(list, tell(run, 0))
    assert "0 to 2" in refused(list, tell(run, 3))
