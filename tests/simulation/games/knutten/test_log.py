"""The log agrees with itself and with the rules, event by event."""

from collections import Counter
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings

from knutten_rig import faces, knutten, write_deck
from knutten_strategies import settings_of_a_table

pytestmark = [pytest.mark.rule(f"KN-{number}") for number in (4, 5, 6, 7, 8, 9, 10, 12, 19)]


def jump(face: str, waiting: int) -> int:
    return 0 if face == "?" else int(face) * (1 + waiting)


def hand_of(event) -> list[str]:
    return [card for name, card in event.items() if name.startswith("hand_") and card is not None]


def check_event(event, deck, rules):
    """Check one action against the hand and the swarm before it."""
    before, waiting, hand = event["swarm_before"], event["waiting"], hand_of(event)
    assert len(hand) <= rules["hand_size"]
    assert not Counter(hand) - Counter(deck)
    possible = sum(before + jump(face, waiting) >= 0 for card in hand for face in faces(card))
    if event["event"] != "play":
        assert event["legal"] == 0
        assert event["swarm"] == before
        assert (event["card"], event["side"], event["worth"]) == (None, None, None)
        assert possible == 0 or event["event"] in ("wind", "refill")
        return waiting
    assert event["legal"] == possible
    assert event["card"] in hand
    face = faces(event["card"])["ab".index(event["side"])]
    assert event["worth"] == (None if face == "?" else int(face))
    assert event["swarm"] == before + jump(face, waiting) >= 0
    return waiting + 1 if face == "?" else 0


def check_seat(event, last, rules, players):
    """Check that turns go clockwise; a redraw may be followed by the same seat's play."""
    if event["event"] in ("play", "redraw", "pass"):
        again = last["event"] == "redraw" and rules["redraw_then_play"] and event["seat"] == last["seat"]
        assert event["event"] == "play" if again else event["seat"] == (last["seat"] + 1) % players
    if event["event"] == "refill":
        assert event["seat"] == (last["seat"] + 1) % players


def has_wind(event) -> bool:
    pairs = Counter(frozenset(faces(card)) for card in hand_of(event))
    return max(pairs.values()) >= 3


def whom_it_bites(events, rules):
    """Return the seat that a swarm at the limit bites (KN-5, KN-7)."""
    last = events[-1]
    if rules["copy_blame"] == "copier" and last["waiting"]:
        copiers = [event["seat"] for event in events if event["event"] == "play" and event["worth"] is None]
        for place, seat in enumerate(copiers[-last["waiting"] :], 1):
            if last["swarm_before"] + place * last["worth"] >= rules["bite_at"]:
                return seat
    return last["seat"]


def check_round(row, events, setting):
    rules, players = setting.rules, setting.players
    swarm = waiting = 0
    last = {"event": "", "seat": (row["starter"] - 1) % players}
    for place, event in enumerate(events):
        assert (event["swarm_before"], event["waiting"]) == (swarm, waiting)
        waiting = check_event(event, setting.deck, rules)
        swarm = event["swarm"]
        check_seat(event, last, rules, players)
        assert swarm < rules["bite_at"] or place == len(events) - 1
        if event["event"] in ("play", "redraw", "pass"):
            last = event
    turns = [event for event in events if event["event"] in ("play", "redraw", "pass")]
    assert row["plays"] == sum(event["event"] == "play" for event in events)
    assert row["swarm"] == swarm
    everybody = 2**players - 1
    if row["cause"] == "swarm":
        assert swarm >= rules["bite_at"]
        assert row["bitten"] == 1 << whom_it_bites(events, rules)
    elif row["cause"] == "wind":
        assert rules["wind"]
        assert events[-1]["event"] == "wind"
        assert has_wind(events[-1])
        assert row["bitten"] == everybody - (1 << events[-1]["seat"])
    else:
        assert (row["bitten"], len(turns)) == (0, rules["max_turns"])
    assert row["bites"] == row["bitten"].bit_count()


def check_game(game, seats, rounds, setting):
    bites = [sum(row["bitten"] >> seat & 1 for row in rounds) for seat in range(setting.players)]
    winners = [seat for seat, count in enumerate(bites) if count == min(bites)]
    assert game["rounds"] == len(rounds)
    assert game["players"] == setting.players
    assert game["winners"] == sum(1 << seat for seat in winners)
    assert (game["end_reason"] == "bites") == (max(bites) >= setting.rules["bites_to_lose"])
    for seat, row in enumerate(seats):
        assert (row["seat"], row["policy"], row["bites"]) == (seat, setting.policy, bites[seat])
        assert row["win_share"] == (1 / len(winners) if seat in winners else 0)
        assert row["rank"] == 1 + sum(other < bites[seat] for other in bites)
    assert sum(row["win_share"] for row in seats) == pytest.approx(1)


def by(rows, *columns):
    key = itemgetter(*columns)
    return {value: list(group) for value, group in groupby(rows, key)}


@settings(max_examples=120)
@given(settings_of_a_table())
def test_every_logged_game_is_consistent(setting):
    with TemporaryDirectory() as folder:
        deck = write_deck(Path(folder), setting.deck)
        run = knutten(
            Path(folder) / "run",
            players=setting.players,
            games=8,
            policies=setting.policy,
            rules=setting.rules,
            components=deck,
            workers=1,
        )
        tables = {name: run.table(name).collect().to_dicts() for name in run.tables}
    events = by(tables["events"], "game_id", "round")
    rounds, seats = by(tables["rounds"], "game_id"), by(tables["seats"], "game_id")
    assert [game["game_id"] for game in tables["games"]] == list(range(8))
    for row in tables["rounds"]:
        check_round(row, events[row["game_id"], row["round"]], setting)
    for game in tables["games"]:
        check_game(game, seats[game["game_id"]], rounds[game["game_id"]], setting)
