"""A game told in words: every event once, and true to the log."""

import re
from collections import Counter

import pytest

from hand_made_runs import rows, rows_by_game
from knitting_drawn import drawn_table, whim
from run_folders import refused
from simulation import simulate
from simulation.games.knitting.components import COLOURS
from simulation.games.knitting.replay import in_words, tell, yarn_of
from simulation.words import counted, listed

ACTS = {
    "deal": r"  seat \d is dealt (no yarn|\d+ (?!week|point))",
    "give_back": r" under the deck\.$",
    "stock": r"  The yarn store (is stocked with|needs nothing)",
    "wipe": "  A fifth Wild is drawn, so the yarn store is wiped",
    "reshuffle": "  The yarn deck runs out, so the discards become a new one",
    "knit": "  It knits ",
    "finish": "  It finishes ",
    "trade": "  It trades ",
    "play": "  It plays ",
    "shop": r"  It (takes a Wild|takes two stacks|takes a stack|draws two cards)",
    "pick": "  It picks patterns: ",
    "pass": "  It can neither shop nor pick patterns, and passes",
    "cast_on": "  It casts on ",
}


def drawn_run(folder, number, **arguments):
    arguments = {**drawn_table(number, folder), **arguments}
    return simulate(
        "knitting", games=5, seed=number, out=folder / "run", progress=False, workers=1, **arguments
    )


def stories(run):
    """Yield the lines of each game, and its rows."""
    tables = {table: rows_by_game(run, table) for table in ("games", "seats", "events")}
    for game in range(run.count):
        yield list(tell(run, game)), {table: games[game] for table, games in tables.items()}


@pytest.mark.parametrize("number", range(16))
def test_every_event_is_told_once(tmp_path, number):
    run = drawn_run(tmp_path, number)
    for lines, log in stories(run):
        counts = Counter(event["event"] for event in log["events"])
        for kind, words in ACTS.items():
            assert sum(bool(re.search(words, line)) for line in lines) == counts[kind], kind
        turns = [int(found.group(1)) for line in lines if (found := re.match(r"Turn (\d+): seat", line))]
        assert turns == list(range(log["games"][0]["turns"]))
        assert all("\n" not in line and "None" not in line for line in lines)


@pytest.mark.parametrize("number", range(16))
def test_what_is_held_is_told_before_every_turn(tmp_path, number):
    run = drawn_run(tmp_path, number)
    for lines, log in stories(run):
        held = {line for line in lines if line.startswith("Turn ")}
        hands = [line for line in lines if line.startswith("  On its needles: ")]
        before = {}
        for event in log["events"]:
            before.setdefault(event["turn"], event)
        before.pop(-1)
        for (turn, event), hand in zip(before.items(), hands, strict=True):
            assert f"Turn {turn}: seat {event['seat']} holds {in_words(yarn_of(event, 'stash'))}." in held
            wips = [event[f"wip_{slot}"] for slot in "abcd"]
            assert all(name in hand for name in wips if name is not None)


@pytest.mark.rule("KT-12")
@pytest.mark.parametrize("number", range(16))
def test_the_result_is_that_of_the_log(tmp_path, number):
    run = drawn_run(tmp_path, number)
    for lines, log in stories(run):
        for row in log["seats"]:
            assert f"Seat {row['seat']} plays {row['policy']}." in lines[1]
            place = f"  {row['rank']}. seat {row['seat']} ({row['policy']}): {counted(row['score'], 'point')}"
            assert any(line.startswith(place) for line in lines)
        (game,) = log["games"]
        winners = [str(row["seat"]) for row in log["seats"] if row["rank"] == 1]
        together = "have equal scores and equal stashes, and win together." in lines[-1]
        assert together == (len(winners) > 1)
        assert listed(winners) in lines[-1]
        assert ("is stalled" in "".join(lines)) == (game["end_reason"] == "stalled")


def told(run, words):
    """Return the lines of a run's games with some words."""
    return [line for game in range(run.count) for line in tell(run, game) if words in line]


@pytest.mark.rule("KT-13")
def test_it_is_told_what_decided_a_game(tmp_path):
    rules = {"max_turns": 1, "subtract": False}
    short = simulate("knitting", 3, 60, rules=rules, out=tmp_path / "short", progress=False)
    lines = {story[-1] for story, _ in stories(short)}
    for number in range(24):
        folder = tmp_path / str(number)
        folder.mkdir()
        lines |= {story[-1] for story, _ in stories(drawn_run(folder, number))}
    for words in (
        "so the bigger stash decides",
        "and win together",
        "though seat",
        "thanks to secret points",
        "because the points of patterns left in hand are subtracted",
    ):
        assert any(words in line for line in lines), words


@pytest.mark.rule("KT-15")
def test_knitting_in_real_life_is_told(tmp_path):
    real = {"real_life": True, "real_life_patterns": 40, "real_life_colours": 8}
    run = simulate("knitting", 2, 5, rules=real, policies="greedy", out=tmp_path / "run", progress=False)
    assert len(told(run, f"with skeins of {listed(COLOURS)} in real life.")) == 10
    points = {row["game_id"]: row["fo_points"] for row in rows(run, "seats") if row["seat"] == 0}
    lines = told(run, "of them for knitting in real life")
    assert lines
    assert all(points.values())
    for line in lines:
        got, more = map(int, re.search(r"for (\d+) points?, (\d+) of them", line).groups())
        assert got >= more > 0


def test_cards_in_vain_are_told(tmp_path):
    header = "card,copies,kind,effect,amount,points,pattern,provenance"
    cards = ("knit,12,action,knit,2", "frog,12,action,frog,0", "take,12,action,take_yarn,9")
    deck = tmp_path / "cards.csv"
    deck.write_text("\n".join([header, *(f"{card},0,,drawn" for card in cards)]) + "\n", encoding="utf-8")
    run = simulate(
        "knitting", 2, 20, policies=whim, rules={"trade_price": 1}, components={"community": str(deck)},
        out=tmp_path / "run", progress=False,
    )  # fmt: skip
    assert told(run, "It plays knit and has nothing to knit on.")
    assert told(run, "It plays knit and knits ")
    assert any(
        re.search("takes .* from the stash of seat [01].$", line) for line in told(run, "It plays take")
    )
    assert told(run, "It plays take and finds nobody with yarn.")
    assert told(run, "It plays frog and has nothing to frog.")
    assert told(run, "It plays frog and frogs ")


def test_yarn_in_words():
    assert in_words({"red": 2, "blue": 0, "wild": 1}) == "2 red and 1 Wild"
    assert in_words({"red": 0}) == "no yarn"
    assert listed(["a", "b", "c"]) == "a, b and c"


def test_what_cannot_be_told_is_refused(tmp_path):
    run = simulate("knitting", 2, 3, log="games", out=tmp_path / "run", progress=False)
    assert "log='games'" in refused(list, tell(run, 0))
    assert "0 to 2" in refused(list, tell(run, 3))
