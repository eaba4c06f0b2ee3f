"""The records that a game of Knutten lives in, field by field.

A *kind* is a row of the deck: copies of one card are the same kind. Kinds, seats and
slots count from 0; -1 stands for none. Everything is signed, because unsigned and signed
whole numbers mix to floats in compiled code.
"""

from collections import namedtuple

import numba
import numpy as np

from simulation.buffers import place_dtype
from simulation.games.knutten.components import COPY, MAX_CARDS, Deck
from simulation.games.knutten.rules import MOST_TURNS, Rules
from simulation.randomness import stream_type

MIN_SEATS, MAX_SEATS = 2, 8
MAX_HAND = 10
MAX_CHOICES = 2 * MAX_HAND
NONE = -1

# What a player is asked (view.decision).
PLAY = 0
START = 1

# Meanings of a side (view.symbol).
NUMBER = 0
COPIES_NEXT = 1

# Whom copies that alone reach bite_at bite (view.copy_blame).
NEXT = 0
COPIER = 1

view_dtype = np.dtype(
    [
        # The question: choose an index from 0 to choice_count - 1.
        ("decision", np.int64),  # PLAY or START
        ("seat", np.int64),  # who is asked
        ("choice_count", np.int64),  # for START as many as players: choice i is seat i
        ("choice_slot", np.int64, (MAX_CHOICES,)),  # PLAY: slot of the hand, by slot then side
        ("choice_side", np.int64, (MAX_CHOICES,)),  # PLAY: 0 for side_a, 1 for side_b
        ("choice_swarm", np.int64, (MAX_CHOICES,)),  # PLAY: the swarm if this is played
        ("hand", np.int64, (MAX_HAND,)),  # kinds in the asked player's slots
        # The table, open to all.
        ("players", np.int64),  # 2 to 8
        ("round", np.int64),  # from 0
        ("starter", np.int64),  # seat that starts this round
        ("swarm", np.int64),  # knutten in the swarm, 0 or more
        ("waiting", np.int64),  # `?` waiting for a number
        ("waiting_seat", np.int8, (MOST_TURNS,)),  # who played them, the earliest first
        ("swamp", np.int64),  # cards in the swamp
        ("swarm_cards", np.int64),  # cards in the swarm
        ("swarm_kind", np.int64, (MAX_CARDS,)),  # their kinds in the order of play
        ("swarm_side", np.int64, (MAX_CARDS,)),  # the side played, 0 for side_a, 1 for side_b
        ("swarm_seat", np.int64, (MAX_CARDS,)),  # who played them
        ("hand_counts", np.int64, (MAX_SEATS,)),  # cards in each hand
        ("bites", np.int64, (MAX_SEATS,)),  # bites of each player
        ("in_swarm", np.int64, (MAX_CARDS,)),  # by kind: cards lying in the swarm
        ("played", np.int64, (MAX_CARDS,)),  # by kind: times played this round
        ("shown", np.int64, (MAX_CARDS,)),  # by kind: times shown by a redraw this round (KN-8)
        # The deck, which everybody knows.
        ("kinds", np.int64),  # rows of the deck
        ("copies", np.int64, (MAX_CARDS,)),  # by kind: cards in the deck
        ("family", np.int64, (MAX_CARDS,)),  # by kind: first kind that is the same card (KN-10)
        ("value", np.int64, (MAX_CARDS, 2)),  # by kind and side: its number, 0 for a symbol
        ("symbol", np.int64, (MAX_CARDS, 2)),  # by kind and side: NUMBER or COPIES_NEXT
        # The rules.
        ("hand_size", np.int64),
        ("bite_at", np.int64),
        ("copy_blame", np.int64),  # NEXT or COPIER
        ("redraw_then_play", np.int64),  # 0 or 1
        ("wind", np.int64),  # 0 or 1
        ("bites_to_lose", np.int64),
        ("max_turns", np.int64),
        ("max_rounds", np.int64),
    ],
    align=True,
)

secret_dtype = np.dtype(
    [
        ("hands", np.int64, (MAX_SEATS, MAX_HAND)),  # kinds by seat and slot
        ("pile", np.int64, (MAX_CARDS,)),  # the swamp's shuffled part, in no order: it is
        ("pile_cards", np.int64),  # shuffled card by card as it is drawn
        ("under", np.int64, (MAX_CARDS,)),  # cards put under the swamp, a ring in drawing order
        ("under_first", np.int64),
        ("under_cards", np.int64),
        ("deck", np.int64, (MAX_CARDS,)),  # kinds of all cards
        ("cards", np.int64),  # how many they are
        ("game", np.int64),  # number of the game
        ("turn", np.int64),  # turns taken in the game
        ("log_events", np.int64),  # 0 or 1
        ("fault_seat", np.int64),  # who answered with no choice, else -1
        ("fault_choice", np.int64),  # that answer
        # Where the log's rows go.
        ("games", place_dtype),
        ("seats", place_dtype),
        ("rounds", place_dtype),
        ("events", place_dtype),
    ],
    align=True,
)

view_type = numba.from_dtype(view_dtype)
secret_type = numba.from_dtype(secret_dtype)
player_signature = numba.types.int64(view_type, stream_type)
"""Every player: view and random stream in, index of a choice out."""

Table = namedtuple("Table", ["open", "secret", "shuffles", "luck"])
"""Everything on and under the table; players get two of the records, ``open`` (their view) and ``luck``."""


def set_table(players: int, rules: Rules, deck: Deck, log_events: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return view and secret, one record each, with rules and deck filled in."""
    view, secret = np.zeros(1, view_dtype), np.zeros(1, secret_dtype)
    view["players"] = players
    for name, value in rules.model_dump().items():
        view[name] = COPIER if value == "copier" else NEXT if value == "next" else value
    view["kinds"] = len(deck.cards)
    for kind, card in enumerate(deck.cards):
        view["copies"][0, kind] = card.copies
        view["family"][0, kind] = deck.families[kind]
        for side, face in enumerate((card.side_a, card.side_b)):
            view["symbol"][0, kind, side] = COPIES_NEXT if face == COPY else NUMBER
            view["value"][0, kind, side] = 0 if face == COPY else int(face)
    kinds = np.repeat(np.arange(len(deck.cards)), [card.copies for card in deck.cards])
    secret["deck"][0, : deck.size] = kinds
    secret["cards"] = deck.size
    secret["log_events"] = log_events
    secret["fault_seat"] = NONE
    for name in ("swarm_kind", "swarm_side", "swarm_seat", "waiting_seat"):
        view[name] = NONE
    return view, secret
