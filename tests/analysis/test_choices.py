"""How many options a turn had: by hand, and counted again from whole logs in plain Python."""

import polars as pl
import pytest

from analysis.knutten.choices import real_choices
from hand_made_runs import rows_by_game
from knutten_rig import faces, write_deck
from run_folders import play

JOHN = "John Knut"
CARDS = "2/7 9/3 5/-10 ?/5 ?/2 set:4/20 set:30/2 skip/reverse again/skip -5/0 11/11"
DECK = dict.fromkeys(CARDS.split(), 4)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    deck = write_deck(folder, DECK)
    return play(folder / "run", games=3, components=deck, rules={"john": True})


def events_of(run, *hands, swarm=0, waiting=0, event="play", game=0):
    """Return events with those hands; other columns hold what the log's first event does."""
    first = run.events.first().collect().to_dicts()[0]
    given = [
        {
            **first,
            "game_id": game,
            "event": event,
            "swarm_before": swarm,
            "waiting": waiting,
            **dict(zip(("hand_a", "hand_b", "hand_c"), (*hand, None, None, None)[:3], strict=True)),
        }
        for hand in hands
    ]
    return pl.DataFrame(given, schema=run.events.collect_schema()).lazy()


def options(events, run):
    return real_choices(events, run).collect()["options"].to_list()


@pytest.mark.parametrize(
    ("hand", "swarm", "waiting", "expected"),
    [
        (["2/7"], 0, 0, 2),
        (["2/7", "2/7", "2/7"], 0, 0, 2),
        (["2/7", "9/3"], 0, 0, 4),
        (["2/7", "9/3"], 24, 0, 2),  # 26 and 27; 31 and 33 bite
        (["2/7", "9/3"], 23, 0, 3),  # 25, 30, 26; 32 bites
        (["11/11"], 19, 0, 1),  # both sides lead to 30
        (["11/11"], 20, 0, 0),
        (["2/7", "9/3"], 16, 1, 3),  # 20, 30, 22; a 9 leads to 34
        (["2/7"], 10, 2, 1),  # 16; a 7 leads to 31
        (["2/7"], 10, 3, 1),  # 18
        (["5/-10"], 9, 0, 1),  # -1 is not allowed
        (["5/-10"], 10, 0, 2),
        (["5/-10"], 20, 1, 2),  # 30 and 0
        (["5/-10"], 19, 1, 1),
        (["?/2"], 28, 0, 2),  # waits at 28, or 30
        (["?/2", "?/5"], 28, 0, 2),
        (["-5/0"], 28, 1, 2),  # 18, or 28 with nothing waiting
        (["?/2", "-5/0"], 28, 1, 3),  # waits at 28 with two; 18; 28; a 2 leads to 32
        (["-5/0"], 0, 0, 1),
        (["set:4/20"], 30, 0, 1),
        (["set:4/20"], 0, 0, 2),
        (["set:30/2"], 30, 0, 1),  # 30, and no 32
        (["set:4/20", "2/7"], 2, 0, 3),  # 4 and 22; the 2 leads to 4 as well; 9
        (["set:4/20", "2/7"], 0, 1, 3),  # the set leaves the `?` waiting; 4, 14; 40 bites
        (["skip/reverse"], 30, 0, 2),
        (["skip/reverse", "again/skip"], 30, 0, 3),
        (["skip/reverse", "-5/0"], 30, 0, 4),  # a 0 leads to 30 as skip and reverse do, but they differ
        ([JOHN], 30, 0, 1),
        ([JOHN, "2/7"], 30, 0, 1),
        ([JOHN, "skip/reverse"], 30, 5, 3),
        ([], 12, 0, 0),
    ],
)
def test_options_by_hand(run, hand, swarm, waiting, expected):
    assert options(events_of(run, hand, swarm=swarm, waiting=waiting), run) == [expected]


def test_every_slot_counts_alike(run):
    hands = [("2/7", "9/3", "?/5"), ("?/5", "2/7", "9/3"), ("9/3", "?/5", "2/7"), (None, "9/3", "2/7")]
    assert options(events_of(run, *hands), run) == [6, 6, 6, 4]


@pytest.mark.parametrize("event", ["refill", "wind"])
def test_what_is_no_turn_has_no_options(run, event):
    assert options(events_of(run, ["2/7", "9/3"], event=event), run) == [0]


@pytest.mark.parametrize("event", ["redraw", "pass", "john", "shoo"])
def test_every_turn_has_the_options_of_its_hand(run, event):
    assert options(events_of(run, ["2/7", JOHN], event=event), run) == [3]


def test_fives_count_nothing_while_john_lies_on_the_table(run):
    """A 5 bites on 26, a 0 does not; before John is laid, in the game he lies, after he is removed."""
    hand = ["5/-10"]
    log = [("play", 0), ("john", 0), ("play", 0), ("shoo", 0), ("play", 0), ("play", 1)]
    events = pl.concat([events_of(run, hand, swarm=26, event=event, game=game) for event, game in log])
    assert options(events, run) == [1, 1, 2, 2, 1, 1]


def test_minus_five_counts_while_john_lies(run):
    events = pl.concat([events_of(run, ["-5/0"], event=event, swarm=5) for event in ("john", "play")])
    assert options(events, run) == [2, 2]


def test_nothing_else_changes(run):
    assert real_choices(run.events, run).drop("options").collect().equals(run.events.collect())
    assert real_choices(run.events, run).collect_schema()["options"] == pl.UInt8


# Whole logs, event by event.

SETTINGS = {
    "default": {"players": 4, "policies": "careful", "games": 60},
    "specials": {"players": 3, "policies": "cunning", "games": 60, "components": "specials"},
    "john": {"players": 5, "games": 60, "rules": {"john": True, "copy_blame": "copier"}},
    "large hands": {"players": 2, "games": 40, "rules": {"hand_size": 5, "bite_at": 60, "wind": False}},
    "small hands": {"players": 3, "games": 40, "rules": {"hand_size": 1, "redraw_then_play": True}},
    "effects": {
        "players": 3,
        "games": 60,
        "deck": DECK,
        "rules": {"john": True, "redraw_then_play": True, "heavy_weather": True, "max_turns": 60},
    },
}


def plain_options(row, bite_at, john_lies, sides):
    """Return how many options an event offered, by listing where each side leads."""
    if row["event"] in ("refill", "wind"):
        return 0
    found = set()
    for name in (value for column, value in row.items() if column.startswith("hand_") and value):
        for side in ["John"] if name == JOHN else sides[name]:
            swarm, waiting = row["swarm_before"], row["waiting"]
            if side in ("John", "skip", "reverse", "again"):
                found.add((swarm, waiting, side))
            elif side == "?":
                found.add((swarm, waiting + 1))
            elif side.startswith("set:"):
                found.add((int(side[4:]), waiting))
            else:
                worth = 0 if john_lies and side == "5" else int(side)
                found.add((swarm + worth * (1 + waiting), 0))
    return sum(0 <= outcome[0] < bite_at for outcome in found)


@pytest.mark.parametrize("setting", SETTINGS)
def test_logs_are_counted_again(setting, tmp_path):
    arguments = dict(SETTINGS[setting])
    if "deck" in arguments:
        arguments["components"] = write_deck(tmp_path, arguments.pop("deck"))
    run = play(tmp_path / "run", **arguments)
    sides = {card["card"]: faces(card["card"]) for card in run.components["deck"]["cards"]}
    expected = []
    for rows in rows_by_game(run, "events"):
        john_lies = False
        for row in rows:
            expected.append(plain_options(row, run.rules["bite_at"], john_lies, sides))
            john_lies = row["event"] == "john" or (john_lies and row["event"] != "shoo")
    found = real_choices(run.events, run).collect()
    assert found["options"].to_list() == expected
    assert (found["options"] <= found["legal"]).all()
    assert found["options"].n_unique() > 2
