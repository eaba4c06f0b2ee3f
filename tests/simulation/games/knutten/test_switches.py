"""Every combination of switches, decks and players: each logged game is as the rules have it."""

from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings

from knutten_judge import NO_TURNS, TURNS, Judge
from knutten_rig import faces, knutten, write_deck
from knutten_strategies import DECKS, PLAYERS, Setting, anything, settings_of_a_table, shipped_deck
from simulation.components import shipped_names

pytestmark = [pytest.mark.rule(f"KN-{number}") for number in range(3, 20)]

EFFECTS = {
    "3/9": 6,
    "5/-4": 6,
    "2/5": 4,
    "?/-10": 3,
    "skip/4": 3,
    "reverse/6": 3,
    "set:12/again": 3,
    "set:5/?": 3,
    "again/skip": 3,
    "-7/-9": 6,
}
"""A deck with every effect."""


def judged(setting: Setting, games: int) -> list[dict]:
    """Play games, judge each by its log, and return the events."""
    own = {"anything": anything}
    with TemporaryDirectory() as folder:
        run = knutten(
            Path(folder) / "run",
            players=setting.players,
            games=games,
            policies=[own.get(name, name) for name in setting.policies],
            rules=setting.rules,
            components=write_deck(Path(folder), setting.deck),
            workers=1,
        )
        tables = {name: run.table(name).collect().to_dicts() for name in run.tables}
    assert [game["game_id"] for game in tables["games"]] == list(range(games))
    seats, rounds = defaultdict(list), defaultdict(list)
    for row in tables["seats"]:
        seats[row["game_id"]].append(row)
    for row in tables["rounds"]:
        rounds[row["game_id"]].append([row])
    for event in tables["events"]:
        rounds[event["game_id"]][event["round"]].append(event)
    for game in tables["games"]:
        Judge(setting).game(game, seats[game["game_id"]], rounds[game["game_id"]])
    return tables["events"]


@settings(max_examples=60)
@given(settings_of_a_table())
def test_every_logged_game_is_as_the_rules_have_it(setting):
    judged(setting, games=4)


@pytest.mark.parametrize("copy_blame", ["next", "copier"])
@pytest.mark.parametrize("redraw_then_play", [False, True])
@pytest.mark.parametrize("heavy_weather", [False, True])
@pytest.mark.parametrize("players", [2, 4, 8])
def test_games_in_which_everything_happens(players, heavy_weather, redraw_then_play, copy_blame):
    rules = {
        "copy_blame": copy_blame,
        "redraw_then_play": redraw_then_play,
        "heavy_weather": heavy_weather,
        "john": True,
        "bites_to_lose": 4,
        "max_turns": 60,
        "max_rounds": 6,
    }
    policies = ("anything", *(["random", "anything", "lowest", "highest", "careful"] * 2)[: players - 1])
    spent = dict.fromkeys(["-5/-6", "again/-7", "5/-4", "?/3"], players)
    events = judged(Setting(players, policies, EFFECTS, rules), games=30)
    more = judged(Setting(players, policies, spent, {**rules, "hand_size": 2}), games=10)
    assert {event["event"] for event in [*events, *more]} == {*TURNS, *NO_TURNS}
    played = [event for event in events if event["event"] == "play"]
    seen = {faces(event["card"])["ab".index(event["side"])] for event in played}
    assert seen == {face for card in EFFECTS for face in faces(card)}


@pytest.mark.parametrize("deck", shipped_names(DECKS))
@pytest.mark.parametrize("policy", sorted(PLAYERS))
def test_shipped_decks_with_every_switch_on(deck, policy):
    rules = {
        "john": True,
        "heavy_weather": True,
        "redraw_then_play": True,
        "copy_blame": "copier",
        "hand_size": 4,
    }
    setting = Setting(5, (policy,) * 5, shipped_deck(deck), rules)
    assert {"play", "john"} <= {event["event"] for event in judged(setting, games=12)}
