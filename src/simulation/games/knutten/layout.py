"""The records that a game of Knutten lives in, field by field.

A *kind* is a row of the deck: copies of one card are the same kind. Kinds, seats and
slots count from 0; -1 stands for none. Everything is signed, because unsigned and signed
whole numbers mix to floats in compiled code.
"""

from collections import namedtuple

import numba
import numpy as np

from simulation.buffers import place_dtype
from simulation.games.knutten.components import MAX_CARDS
from simulation.games.knutten.rules import MOST_TURNS
from simulation.randomness import stream_dtype, stream_type

MIN_SEATS, MAX_SEATS = 2, 8
MAX_HAND = 10
MAX_CHOICES = 2 * MAX_HAND + 2
MAX_KINDS = MAX_CARDS + 1
"""Cards of a deck that all differ, and John."""
NONE = -1

# What a player is asked (view.decision).
PLAY = 0  # what to do in a turn
START = 1  # who starts the round (KN-11)
GIVE = 2  # who of those with the fewest bites gets John (KN-16)

# What a choice of a turn does (view.choice_what).
PLAYS = 0  # plays a side of a card, or John
KEEPS = 1  # keeps John back and takes KN-8; after a redraw: plays nothing
SHOOS = 2  # skips the turn to remove John (KN-17)

# Meanings of a side (view.symbol).
NUMBER = 0
COPIES_NEXT = 1
SKIPS = 2
REVERSES = 3
PLAYS_AGAIN = 4
SETS = 5
IS_JOHN = 6

# Whom copies that alone reach bite_at bite (view.copy_blame).
NEXT = 0
COPIER = 1

DOOM_SWARMS = 64
"""Largest bite_at for which a table of what swarms lead to is made."""
DOOM_WAITING = 3
"""Waiting `?` that the table tells apart: 0, 1, 2 or more."""
DOOM_STATES = DOOM_SWARMS * DOOM_WAITING
MAX_STANDINGS = 8192
"""Standings (bites of all) that a table of their worth holds: 3 bites and 8 players are 6561."""
BUDGET = 100
"""Deals that a search plays out by default."""

view_dtype = np.dtype(
    [
        # The question: choose an index from 0 to choice_count - 1.
        ("decision", np.int64),  # PLAY, START or GIVE
        ("seat", np.int64),  # who is asked
        ("choice_count", np.int64),  # choices in all
        ("plays", np.int64),  # PLAY: how many of them, the first ones, play a card
        ("choice_what", np.int64, (MAX_CHOICES,)),  # PLAY: PLAYS, KEEPS or SHOOS
        ("choice_slot", np.int64, (MAX_CHOICES,)),  # PLAY: slot of the hand, by slot then side; or -1
        ("choice_side", np.int64, (MAX_CHOICES,)),  # PLAY: 0 for side_a and John, 1 for side_b; or -1
        ("choice_swarm", np.int64, (MAX_CHOICES,)),  # PLAY: the swarm after it
        ("choice_seat", np.int64, (MAX_CHOICES,)),  # START: seat i; GIVE: clockwise from the left
        ("hand", np.int64, (MAX_HAND,)),  # kinds in the asked player's slots
        # The table, open to all.
        ("players", np.int64),  # 2 to 8
        ("round", np.int64),  # from 0
        ("starter", np.int64),  # seat that starts this round
        ("direction", np.int64),  # 1 clockwise, -1 after an odd number of `reverse`
        ("skips", np.int64),  # turns that the next seats lose
        ("again", np.int64),  # 1 if the seat that just played also has the next turn
        ("redrew", np.int64),  # 1 if the asked player redrew and now plays as well
        ("john_seat", np.int64),  # in front of whom John lies, -1 if he does not
        ("john_kind", np.int64),  # his kind, -1 where nobody plays with him
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
        ("in_swarm", np.int64, (MAX_KINDS,)),  # by kind: cards lying in the swarm
        ("played", np.int64, (MAX_KINDS,)),  # by kind: times played this round
        ("shown", np.int64, (MAX_KINDS,)),  # by kind: times shown by a redraw this round (KN-8)
        # The deck, which everybody knows.
        ("kinds", np.int64),  # rows of the deck, and John as the last kind if he is in the game
        ("copies", np.int64, (MAX_KINDS,)),  # by kind: cards in hands, swamp and swarm together
        ("family", np.int64, (MAX_KINDS,)),  # by kind: first kind that is the same card (KN-10)
        ("printed", np.int64, (MAX_KINDS, 2)),  # by kind and side: its number, N of `set:N`, else 0
        ("value", np.int64, (MAX_KINDS, 2)),  # what that counts now: 0 for a 5 while John lies (KN-17)
        ("symbol", np.int64, (MAX_KINDS, 2)),  # by kind and side: NUMBER, COPIES_NEXT, ... IS_JOHN
        # The rules.
        ("hand_size", np.int64),
        ("bite_at", np.int64),
        ("copy_blame", np.int64),  # NEXT or COPIER
        ("redraw_then_play", np.int64),  # 0 or 1
        ("wind", np.int64),  # 0 or 1
        ("john", np.int64),  # 0 or 1
        ("heavy_weather", np.int64),  # 0 or 1
        ("bites_to_lose", np.int64),  # in heavy weather heavy_bites_to_lose
        ("max_turns", np.int64),
        ("max_rounds", np.int64),
        # What a bite means, which follows from the rules alone (see prospects.py).
        ("standings", np.int64),  # how many places of win_share hold something, 0 if they are too many
        ("win_share", np.float64, (MAX_STANDINGS,)),  # share of the win, by standing
        ("first_bite_costs", np.float64),  # share of the win that the first bite of a game costs
        ("way_out", np.int64, (MAX_KINDS,)),  # by kind: 1 if it is safe on any swarm
        # By kind, side and state (see doom.py): the state that it leads to, -1 if it bites or is not allowed.
        ("leads_to", np.int16, (MAX_KINDS, 2, DOOM_STATES)),
        # By kind and state: the side that leaves whoever plays it least doomed, and how good that is.
        ("liked_side", np.int8, (MAX_KINDS, DOOM_STATES)),
        ("liking", np.float64, (MAX_KINDS, DOOM_STATES)),
        # By state (see doom.py): chance that the seat some places on is bitten if all hold random cards;
        # all 0 if bite_at is above DOOM_SWARMS.
        ("doom", np.float64, (DOOM_STATES, MAX_SEATS)),
        # The same for the turns of all but two players: by state before them, the chance of each state after
        # them, and the chance that the first, second, ... of those players is bitten.
        ("lap", np.float64, (DOOM_STATES, DOOM_STATES)),
        ("lap_bites", np.float64, (DOOM_STATES, MAX_SEATS)),
        # Parameters of the players, by seat.
        ("budget", np.int64, (MAX_SEATS,)),  # deals that a search plays out
        ("noise", np.float64, (MAX_SEATS,)),  # how far a player slips, in bites
    ],
    align=True,
)

secret_dtype = np.dtype(
    [
        ("hands", np.int64, (MAX_SEATS, MAX_HAND)),  # kinds by seat and slot
        ("pile", np.int64, (MAX_KINDS,)),  # the swamp's shuffled part, in no order: it is
        ("pile_cards", np.int64),  # shuffled card by card as it is drawn
        ("under", np.int64, (MAX_KINDS,)),  # cards put under the swamp, a ring in drawing order
        ("under_first", np.int64),
        ("under_cards", np.int64),
        ("deck", np.int64, (MAX_CARDS,)),  # kinds of all cards but John
        ("cards", np.int64),  # how many they are
        ("game", np.int64),  # number of the game
        ("turn", np.int64),  # turns taken in the game
        ("plays", np.int64),  # cards played in this round
        ("john_bitten", np.int64),  # bit mask of the seat that John bit in this round
        ("log_events", np.int64),  # 0 or 1
        ("fault_seat", np.int64),  # who answered with no choice, else -1
        ("fault_choice", np.int64),  # that answer
        # What an experiment forces on a seat (see force.py); -1 for nothing.
        ("force_seat", np.int64),
        ("force_card", np.int64),  # kind that it is dealt
        ("force_side", np.int64),  # side of that card that it plays first
        ("force_without", np.int64),  # kind that it is not dealt
        ("force_starter", np.int64),  # places from it to whom it lets start
        ("force_open", np.int64),  # 1 until the seat's first turn of a round
        ("fate", stream_dtype),  # the experiment's own chance, so that the deal's is not disturbed
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
