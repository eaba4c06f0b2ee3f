"""No card is lost or made, whatever the catalogues, the switches and the players (KT-1)."""

from collections import Counter

import pytest
from hypothesis import given, settings

from knitting_ledger import Ledger
from knitting_rig import Rig, dealt
from knitting_strategies import PLAYERS, Setting, settings_of_a_table
from knitting_words import ALL_YARN

pytestmark = [pytest.mark.rule(f"KT-{number}") for number in (1, 5, 6, 7, 10, 12, 15)]


def table_of(setting: Setting) -> Rig:
    return dealt(setting.players, 0, setting.catalogue, **setting.rules)


def check_cards(rig: Rig) -> None:
    """Check that every card lies somewhere once, and that what is open says so."""
    patterns, community = rig.catalogue
    special = {card.card: card.copies for card in community.cards if card.kind == "pattern"}
    others = {card.card: card.copies for card in community.cards if card.kind != "pattern"}
    assert rig.all_yarn() == ALL_YARN
    assert rig.all_patterns() == Counter(
        {**dict.fromkeys(rig.patterns[: len(patterns.patterns)], 1), **special}
    )
    assert rig.all_cards() == Counter(others)
    view = rig.view[0]
    assert view["yarn_left"] == rig.deck.total()
    for seat in range(rig.players):
        held = rig.hand(seat)
        from_community = [name for name in held if name in special]
        assert view["stash_counts"][seat] == rig.stash(seat).total()
        assert view["hand_counts"][seat] == len(held) - len(from_community)
        assert view["card_counts"][seat] == len(from_community) + len(rig.cards(seat))
        assert view["finished"][seat] == rig.fos(seat).total()


@settings(max_examples=40)
@given(settings_of_a_table())
def test_every_turn_keeps_all_cards(setting):
    rig = table_of(setting)
    check_cards(rig)
    for _ in range(setting.rules["max_turns"] * setting.players + 4):
        over = rig.run(PLAYERS[setting.player], 1)
        check_cards(rig)
        if over:
            return
    raise AssertionError("the game does not end")


@settings(max_examples=60)
@given(settings_of_a_table())
def test_every_event_moves_cards_from_where_they_lie(setting):
    """What the log tells, followed event by event, comes to what the table holds and to the scores."""
    rig = table_of(setting)
    rig.run(PLAYERS[setting.player], 10_000)
    ledger = Ledger(setting.catalogue, setting.players).follow(rig.log("events"))
    assert (+ledger.store, +ledger.deck, +ledger.discards) == (rig.store, rig.deck, rig.discards)
    assert +ledger.mat == rig.mat_yarn
    assert +ledger.played == rig.played()
    assert +ledger.community == Counter(rig.community_deck)
    untouched = ledger.pattern_deck.total()
    assert +ledger.pattern_deck == Counter(rig.pattern_deck[:untouched])
    assert ledger.under == rig.pattern_deck[untouched:]
    for seat in range(setting.players):
        assert +ledger.stashes[seat] == rig.stash(seat)
        assert +ledger.hands[seat] == Counter([*rig.hand(seat), *rig.cards(seat)])
        assert ledger.fos[seat] == rig.fos(seat)
    subtract = setting.rules["subtract"], setting.rules["subtract_special"]
    scores = [row["score"] for row in rig.log("seats")]
    assert scores == [ledger.score(seat, *subtract) for seat in range(setting.players)]
