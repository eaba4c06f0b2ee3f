"""The simple players: each has one idea, and shops for it."""

import pytest

from knitting_rig import Rig
from simulation.games.knitting.layout import AFTER_CAST_ON
from simulation.registry import get_game

SOCK, HAT, VEST = (
    "sock: 2 points, 1 week, 1 blue",
    "hat: 9 points, 3 weeks, 1 blue",
    "vest: 12 points, 6 weeks, 1 blue",
)
PLAYERS = get_game("knitting").policies


def asked(player, question, *arguments, **table):
    """Return what a player answers to a question of the first seat."""
    rig = Rig(**{"stashes": ["", ""], **table})
    getattr(rig, question)(0, *arguments)
    return rig.ask(PLAYERS[player])


@pytest.mark.parametrize(
    ("player", "likes"), [("greedy", "hat"), ("sprinter", "sock"), ("marathoner", "vest")]
)
def test_each_casts_on_what_it_likes(player, likes):
    table = {"stashes": ["3 blue", ""], "hands": [[SOCK, VEST, HAT]]}
    assert asked(player, "cast_ons", **table) == f"cast on {likes}"


@pytest.mark.parametrize(
    ("store", "needs", "way"),
    [
        (
            "3 red 2 blue 1 grey 1 white",
            "3 red 2 blue",
            "take red and blue",
        ),  # five cards that the hat asks for
        ("1 red 1 grey 1 white 1 green", "3 red 2 blue", "draw and take red"),
        (
            "5 grey 5 white 1 red 1 blue",
            "3 red 2 blue",
            "take grey and white",
        ),  # many cards of no use are of some
        ("4 wild 1 grey 1 white 1 green 1 yellow", "3 red", "take wild"),
    ],
)
def test_shopping_brings_what_the_favourite_asks_for(store, needs, way):
    table = {"hands": [[f"hat: 9 points, 3 weeks, {needs}"]], "store": store, "deck": "9 grey"}
    assert asked("greedy", "ways", **table) == way


def test_with_no_pattern_in_hand_they_pick():
    table = {"store": "9 red 9 blue", "deck": "9 grey", "pattern_deck": [SOCK, HAT, VEST]}
    assert {asked(player, "ways", **table) for player in ("greedy", "sprinter", "marathoner")} == {"pick"}


@pytest.mark.parametrize(
    ("stash", "answer"),
    [
        ("4 red 5 grey", "trade"),  # five cards that the hat does not ask for
        ("4 red 4 grey", "go on"),
        ("3 red 6 wild", "go on"),  # Wilds are of use to anything
        ("9 red", "trade"),
    ],
)
def test_a_hoarder_trades_what_its_favourite_does_not_ask_for(stash, answer):
    table = {
        "stashes": [stash, ""],
        "hands": [["hat: 9 points, 3 weeks, 4 red 3 blue"]],
        "community_deck": ["deed 1"],
    }
    assert asked("hoarder", "free", AFTER_CAST_ON, **table) == answer
    assert asked("greedy", "free", AFTER_CAST_ON, **table) == "go on"


def test_a_hoarder_gives_what_it_needs_least():
    rig = Rig(
        ["4 red 5 grey 1 wild", ""],
        hands=[["hat: 9 points, 3 weeks, 4 red 3 blue"]],
        community_deck=["deed 1"],
    )
    assert rig.run(PLAYERS["hoarder"], 1) is None
    assert rig.hand(0) == ["hat"]
    assert rig.stash(0)["red"] >= 4
    assert rig.stash(0)["wild"] == 1
