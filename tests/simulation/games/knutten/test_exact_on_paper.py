"""Exact answers that can be counted on paper, symmetries they have to have, and what they refuse."""

import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knutten_rig import make_deck
from run_folders import refused
from simulation.games.knutten.exact import deck_of, exact_shares
from simulation.games.knutten.rules import Rules

THREES = {"3/3": 3}
ONE_CARD = {"hand_size": 1, "bite_at": 3}


def answers(deck, players=2, **rules):
    exact = exact_shares(deck, players, {**ONE_CARD, **rules})
    return list(exact.first_bite), list(exact.win)


@pytest.mark.rule("KN-12")
def test_whoever_starts_is_bitten():
    assert answers(THREES, bites_to_lose=1) == ([1, 0], [0, 1])
    assert answers(THREES, 3, bites_to_lose=1) == ([1, 0, 0], [0, Fraction(1, 2), Fraction(1, 2)])


@pytest.mark.rule("KN-11")
def test_any_seat_starts_after_a_bite():
    # After seat 0's bite it loses at once in half the games, else it is 1 to 1 and anybody's game.
    assert answers(THREES, bites_to_lose=2) == ([1, 0], [Fraction(1, 4), Fraction(3, 4)])


def test_either_card_may_come_first():
    # Seat 0 starts with the 3, or seat 1 has it and makes 4.
    assert answers({"1/1": 1, "3/3": 1}, bites_to_lose=1) == ([Fraction(1, 2)] * 2, [Fraction(1, 2)] * 2)


@pytest.mark.rule("KN-19")
def test_a_stalled_round_hands_on():
    # One turn a round: seat 0 has the 3 with 1/2, else seat 1 starts and has it with 1/2, else all win.
    exact = exact_shares(
        {"0/0": 1, "3/3": 1}, 2, {**ONE_CARD, "bites_to_lose": 1, "max_turns": 1, "max_rounds": 2}
    )
    assert exact.bitten == Fraction(3, 4)
    assert exact.first_bite == (Fraction(2, 3), Fraction(1, 3))
    assert exact.win == (Fraction(1, 4) + Fraction(1, 8), Fraction(1, 2) + Fraction(1, 8))
    assert exact.ends == {("swarm", 0): Fraction(1, 2), ("stalled", None): Fraction(1, 2)}


@pytest.mark.rule("KN-19")
def test_games_without_a_bite_are_won_by_all_and_have_no_first_one():
    exact = exact_shares({"0/0": 3}, 3, {**ONE_CARD, "max_turns": 5})
    assert exact.bitten == 0
    assert exact.first_bite == exact.any_first_bite == (0, 0, 0)
    assert exact.win == (Fraction(1, 3),) * 3


@pytest.mark.rule("KN-10")
def test_a_wind_after_the_deal_bites_everyone_else():
    exact = exact_shares({"1/2": 5, "2/1": 4}, 3, {"bites_to_lose": 1})
    assert exact.first_bite == (0, Fraction(1, 2), Fraction(1, 2))
    assert exact.any_first_bite == (0, 1, 1)
    assert exact.win == (1, 0, 0)
    assert exact.ends == {("wind", 0): 1}


@pytest.mark.rule("KN-18")
@pytest.mark.parametrize(
    ("limit", "wins"),
    [(2, [0, 1]), (3, [Fraction(1, 4), Fraction(3, 4)]), (4, [Fraction(1, 4), Fraction(3, 4)])],
)
def test_heavy_weather_gives_a_bite_for_each_knut_too_many(limit, wins):
    # Each round gives its starter two bites.
    heavy = {"heavy_weather": True, "heavy_bites_to_lose": limit}
    assert answers({"4/4": 2}, **heavy) == ([1, 0], wins)


@pytest.mark.rule("KN-13")
@pytest.mark.parametrize(
    ("deck", "first"),
    [
        ({"skip/skip": 1, "3/3": 2}, [Fraction(2, 3), 0, Fraction(1, 3)]),
        ({"reverse/reverse": 1, "3/3": 2}, [Fraction(2, 3), 0, Fraction(1, 3)]),
        ({"again/again": 1, "3/3": 3}, [1, 0, 0]),
        ({"?/?": 1, "3/3": 2}, [Fraction(2, 3), Fraction(1, 3), 0]),
    ],
)
def test_effects_move_the_bite(deck, first):
    assert answers(deck, 3, bites_to_lose=1)[0] == first


@pytest.mark.rule("KN-13")
def test_set_makes_the_swarm():
    # Seat 0 sets 3 (1/2) and seat 1 has to play the 1. Else seat 1 sets 3, the two cards are dealt anew,
    # and seat 0 has the 1 with 1/2; else it sets, and seat 1 has the 1.
    assert answers({"set:3/set:3": 1, "1/1": 1}, bite_at=4, bites_to_lose=1)[0] == [
        Fraction(1, 4),
        Fraction(3, 4),
    ]


@pytest.mark.rule("KN-16")
def test_john_bites_one_of_those_with_the_fewest_bites():
    # With 1/3 seat 0 has John, plays him, and seat 1 is bitten by the swarm. Then by cases:
    # no John yet (2/3): seat 0 wins 1/3 of them; he bit seat 0 (1/6): 1/2; he bit seat 1 (1/6): all.
    first, wins = answers({"3/3": 2}, bites_to_lose=2, john=True)
    assert first == [Fraction(2, 3) + Fraction(1, 6), Fraction(1, 6)]
    assert wins == [Fraction(2, 9) + Fraction(1, 12) + Fraction(1, 6), Fraction(19, 36)]


@pytest.mark.rule("KN-16")
def test_john_gives_no_last_bite():
    assert answers({"3/3": 2}, bites_to_lose=1, john=True) == (
        [Fraction(2, 3), Fraction(1, 3)],
        [Fraction(1, 3), Fraction(2, 3)],
    )


@pytest.mark.rule("KN-17")
def test_fives_count_nothing_under_john():
    # Once John lies there nothing bites any more: whoever does not hold him at first is bitten.
    exact = exact_shares(
        {"5/5": 2}, 2, {**ONE_CARD, "bites_to_lose": 1, "john": True, "max_turns": 9, "max_rounds": 3}
    )
    assert exact.ends == {("swarm", 0): Fraction(2, 3), ("stalled", None): Fraction(1, 3)}


# Symmetries

SIDES = ("0", "1", "2", "3", "5", "-1", "-3", "?", "skip", "reverse", "again", "set:2")


@st.composite
def tiny_games(draw):
    """Return a deck of a few kinds and cards, the number of players, and switches."""
    players = draw(st.sampled_from([2, 3]))
    kinds = draw(st.lists(st.tuples(*[st.sampled_from(SIDES)] * 2), min_size=1, max_size=3, unique=True))
    deck = {f"{one}/{other}": draw(st.integers(1, 2)) for one, other in kinds}
    deck["1/3"] = deck.get("1/3", 0) + max(1, players - sum(deck.values()))
    flags = {name: draw(st.booleans()) for name in ("john", "heavy_weather", "redraw_then_play")}
    return deck, players, {
        "hand_size": 1, "bite_at": draw(st.integers(3, 6)), "bites_to_lose": 2, "heavy_bites_to_lose": 3,
        "max_turns": 5, "max_rounds": 4, "copy_blame": draw(st.sampled_from(["next", "copier"])), **flags,
    }  # fmt: skip


@given(tiny_games())
@settings(max_examples=60)
def test_chances_add_up(game):
    exact = exact_shares(*game)
    assert sum(exact.ends.values()) == sum(exact.win) == 1
    assert sum(exact.first_bite) == (1 if exact.bitten else 0)


@given(tiny_games())
@settings(max_examples=40)
def test_names_order_and_the_way_round_of_cards_do_not_matter(game):
    deck, players, rules = game
    turned = {"/".join(reversed(card.split("/"))) + " turned": copies for card, copies in deck.items()}
    other = exact_shares(dict(reversed(turned.items())), players, rules)
    assert other == exact_shares(deck, players, rules)


@given(tiny_games())
@settings(max_examples=40)
def test_a_second_round_is_the_first_one_turned(game):
    deck, players, rules = game
    rules = {**rules, "john": False, "heavy_weather": False, "bites_to_lose": 1, "max_rounds": 2}
    exact = exact_shares(deck, players, rules)
    stalled = exact.ends.get(("stalled", None), 0)
    bites = [exact.ends.get(("swarm", seat), 0) for seat in range(players)]
    shares = [bites[seat] + stalled * bites[(seat - 1) % players] for seat in range(players)]
    assert list(exact.first_bite) == [share / (exact.bitten or 1) for share in shares]
    assert exact.bitten == 1 - stalled**2


@given(tiny_games())
@settings(max_examples=40)
def test_between_two_players_skip_is_again(game):
    deck, _, rules = game
    again = {card.replace("skip", "again") + f" {card}": copies for card, copies in deck.items()}
    assert exact_shares(again, 2, rules) == exact_shares(deck, 2, rules)


# What is given and refused


def test_decks_and_rules_can_be_models():
    copies, switches = {"2/5": 3, "7/4 red": 3}, {"hand_size": 1, "bite_at": 12}
    assert exact_shares(make_deck(copies), 2, Rules(**switches)) == exact_shares(copies, 2, switches)


@pytest.mark.parametrize(
    ("deck", "players", "rules", "named"),
    [
        ({"2/5": 3}, 2, {}, "3 cards"),
        ({"2/5": 30}, 9, {}, "players 9"),
        ({"2/5": 30}, 1, {}, "players 1"),
        ({"25": 30}, 2, {}, "'25'"),
        ({"2/x": 30}, 2, {}, "side_b"),
        ({"2/5": -1}, 2, {}, "copies"),
        ({"2/5": 30}, 2, {"bites": 3}, "'bites'"),
        ({"2/set:40": 30}, 2, {}, "set:40"),
    ],
)
def test_what_cannot_be_played_is_refused(deck, players, rules, named):
    assert named in refused(exact_shares, deck, players, rules)


@pytest.mark.parametrize("hand_size", [3, 10])
def test_too_large_decks_are_refused(monkeypatch, hand_size):
    # With hands of 10 there are more deals than could ever be gone through.
    monkeypatch.setattr("simulation.games.knutten.exact_round.MOST_WAYS", 5000)
    large = {f"{number}/{number + 3}": 2 for number in range(1, 22)}
    assert "ways" in refused(exact_shares, large, 4, {"hand_size": hand_size})


def test_too_many_rounds_are_refused(monkeypatch):
    monkeypatch.setattr("simulation.games.knutten.exact_games.MOST_WORK", 100)
    assert "rounds" in refused(exact_shares, THREES, 3, {**ONE_CARD, "bites_to_lose": 9})


def test_too_many_turns_are_refused(monkeypatch):
    monkeypatch.setattr("simulation.games.knutten.exact_round.MOST_WORK", 100)
    assert "turns" in refused(exact_shares, {"0/1": 3, "-1/2": 2}, 2, ONE_CARD)


def test_answers_can_be_looked_at():
    assert repr(exact_shares(THREES, 2, {**ONE_CARD, "bites_to_lose": 2})) == (
        "<ExactShares: first bite 1.0000, 0.0000; win 0.2500, 0.7500>"
    )


def test_copies_of_no_card_are_left_out():
    assert deck_of({"2/5": 3, "1/1": 0}).size == 3


def test_exact_answers_know_nothing_of_the_compiled_table():
    code = (
        "import sys, simulation.games.knutten.exact;"
        "print(*[name[25:] for name in sys.modules if name.startswith('simulation.games.knutten.')])"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    others = {name for name in loaded.split() if not name.startswith("exact")}
    assert others == {"checks", "components", "rules"}
