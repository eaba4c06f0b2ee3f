"""The records that a game of Knitting lives in, field by field.

A *yarn* is one of eight colours or, as the ninth, Wild. A *pattern* is a row of the catalogue, or, after
those, a special pattern of the community deck; a *card* is a row of the community deck. Yarns, patterns,
cards, seats and slots count from 0; -1 stands for none. Everything is signed, because unsigned and
signed whole numbers mix to floats in compiled code.
"""

from collections import namedtuple

import numba
import numpy as np

from simulation.buffers import place_dtype
from simulation.games.knitting.components import MAX_COMMUNITY, MAX_PATTERNS
from simulation.randomness import stream_dtype, stream_type

MIN_SEATS, MAX_SEATS = 2, 4
COLOUR_COUNT = 8
WILD = 8
"""The yarn that stands for any other (KT-2)."""
YARN_COUNT = 9
CAST_ON_CARDS = 4
"""Cast-on cards of a player, and so the most WIPs (KT-4)."""
CORNERS = 4
"""Places for face-up Wilds (KT-5)."""
STACKS = 4
"""Places for solid colours in the store (KT-5)."""
DRAWN = 3
"""Patterns that are dealt, and drawn at a time (KT-4, KT-7)."""
MAX_KINDS = MAX_PATTERNS + MAX_COMMUNITY
MAX_HAND = MAX_KINDS
MAX_CHOICES = MAX_COMMUNITY * 4 + 2
NONE = -1

# What a player is asked (view.decision).
FREE = 0  # whether to trade for a community card, or to play one, between the steps of a turn (KT-10)
DISCARD = 1  # which yarn to give for a community card, one card at a time (KT-10)
CHOOSE = 2  # how to shop, or to pick patterns (KT-7)
KEEP = 3  # which of three drawn patterns to give back, if any (KT-7)
CAST_ON = 4  # which pattern to cast on, if any (KT-8)
MATCHING = 5  # the colour in which a matching requirement is paid (KT-2)
PAY = 6  # how many Wilds stand for a colour in a payment (KT-2)

# Where in a turn a FREE question is asked (view.window).
BEFORE_KNIT, AFTER_KNIT, AFTER_CHOICE, AFTER_CAST_ON = range(4)
WINDOWS = 4

# What a choice does (view.choice_what).
GOES_ON = 0  # FREE: nothing more here
TRADES = 1  # FREE: trades yarn for a community card
PLAYS = 2  # FREE: plays an action card
TAKES_WILD = 3  # CHOOSE: one face-up Wild
DRAWS_TWO = 4  # CHOOSE: two cards from the deck
TAKES_STACKS = 5  # CHOOSE: two stacks
DRAWS_AND_TAKES = 6  # CHOOSE: one card from the deck and one stack
PICKS = 7  # CHOOSE: draws patterns

# Kinds of community cards (view.card_kind).
ACTION, SPECIAL_PATTERN, GOOD_DEED = range(3)
# Effects of action cards (view.card_effect), in the order of components.EFFECTS.
KNIT, DRAW_YARN, TAKE_YARN, DRAW_PATTERNS, EXTRA_CAST_ON, FROG = range(6)

WEIGHTS = {
    "pace": 2.1,
    "doubt": 0.177,
    "haul": 2.19,
    "card_cost": 1.14,
    "haste": 0.258,
    "fear": 7.0,
    "next_weight": 0.943,
    "yarn_worth": 0.793,
    "wild_worth": 1.02,
    "appetite": 26.1,
    "satiety": 0.66,
    "action_worth": 3.38,
}
"""The planner's weights (see block.py for their meanings)."""
BUDGET = 40
"""Playouts that a search spends on a decision by default."""

view_dtype = np.dtype(
    [
        # The question: choose an index from 0 to choice_count - 1.
        ("decision", np.int64),  # FREE, DISCARD, ... PAY
        ("seat", np.int64),  # who is asked
        ("thinker", np.int64),  # in a search's playouts the seat that searches; at a table -1
        ("window", np.int64),  # FREE: BEFORE_KNIT, ... AFTER_CAST_ON
        ("asked", np.int64),  # FREE: times this was asked before in this window
        ("next_card", np.int64),  # FREE: place in `cards` of the card played last in this window, else 0
        ("choice_count", np.int64),  # choices in all
        ("choice_what", np.int64, (MAX_CHOICES,)),  # FREE, CHOOSE: what it does; else -1
        # FREE: place in `cards`; CAST_ON: in `hand`; KEEP: in `drawn`; or -1
        ("choice_place", np.int64, (MAX_CHOICES,)),
        ("choice_target", np.int64, (MAX_CHOICES,)),  # FREE: a seat, or one's own cast-on card; or -1
        ("choice_yarn", np.int64, (MAX_CHOICES,)),  # CHOOSE: a stack, DISCARD, MATCHING: a yarn; or -1
        ("choice_other", np.int64, (MAX_CHOICES,)),  # CHOOSE: the second stack; or -1
        ("choice_amount", np.int64, (MAX_CHOICES,)),  # PAY: Wilds; or -1
        # What only the asked player sees.
        ("stash", np.int64, (YARN_COUNT,)),  # own yarn cards by yarn
        ("hand", np.int64, (MAX_HAND,)),  # own patterns, special ones too, in the order they came; then -1
        ("hand_count", np.int64),  # how many they are
        ("cards", np.int64, (MAX_COMMUNITY,)),  # own actions and good deeds in the order they came; then -1
        ("card_count", np.int64),  # how many they are
        ("drawn", np.int64, (DRAWN,)),  # KEEP: the patterns drawn, which lie last in `hand`; or -1
        ("paying", np.int64),  # MATCHING, PAY: the pattern to be cast on; or -1
        ("pay_yarn", np.int64),  # PAY: the colour in question; or -1
        ("still_due", np.int64),  # DISCARD: cards still to be given, this one too
        # The table, open to all.
        ("players", np.int64),  # 2 to 4
        ("turn", np.int64),  # turns of all seats, from 0
        ("closer", np.int64),  # who reached the target first (KT-11), -1 before that
        ("store", np.int64, (YARN_COUNT,)),  # heights of the stacks by colour, and face-up Wilds
        ("yarn_left", np.int64),  # cards in the yarn deck
        ("discards", np.int64, (YARN_COUNT,)),  # discarded yarn by yarn
        ("patterns_left", np.int64),  # cards in the pattern deck
        ("community_left", np.int64),  # cards in the community deck
        ("played", np.int64, (MAX_COMMUNITY,)),  # by card: copies played, which leave the game
        ("stash_counts", np.int64, (MAX_SEATS,)),  # yarn cards of each player
        ("hand_counts", np.int64, (MAX_SEATS,)),  # cards of the pattern deck in each hand
        ("card_counts", np.int64, (MAX_SEATS,)),  # cards of the community deck in each hand
        ("wip", np.int64, (MAX_SEATS, CAST_ON_CARDS)),  # pattern with each cast-on card; -1 where it is free
        ("wip_weeks", np.int64, (MAX_SEATS, CAST_ON_CARDS)),  # weeks knitted so far
        ("wip_yarn", np.int64, (MAX_SEATS, CAST_ON_CARDS, YARN_COUNT)),  # yarn that lies with it
        ("fo_points", np.int64, (MAX_SEATS,)),  # points on each mat
        ("finished", np.int64, (MAX_SEATS,)),  # FOs on each mat
        ("fos", np.int8, (MAX_SEATS, MAX_KINDS)),  # by pattern: how often it lies on the mat
        ("mat_yarn", np.int64, (YARN_COUNT,)),  # yarn that lies on mats (KT-15)
        ("cast_ons", np.int64),  # CAST ON steps that the turn still has
        # The catalogues, which everybody knows.
        ("patterns", np.int64),  # rows of the pattern catalogue
        ("kinds", np.int64),  # those and the special patterns
        ("points", np.int64, (MAX_KINDS,)),  # by pattern
        ("weeks", np.int64, (MAX_KINDS,)),  # by pattern
        ("needs", np.int64, (MAX_KINDS, YARN_COUNT)),  # by pattern: cards of each yarn asked for by name
        ("matching", np.int64, (MAX_KINDS,)),  # by pattern: cards of one colour of choice
        ("yarn", np.int64, (MAX_KINDS,)),  # by pattern: all cards it takes
        ("community", np.int64),  # rows of the community deck
        ("copies", np.int64, (MAX_COMMUNITY,)),  # by card
        ("card_kind", np.int64, (MAX_COMMUNITY,)),  # by card: ACTION, SPECIAL_PATTERN or GOOD_DEED
        ("card_effect", np.int64, (MAX_COMMUNITY,)),  # by card: KNIT, ... FROG; -1 for no action
        ("card_amount", np.int64, (MAX_COMMUNITY,)),  # by card
        ("card_points", np.int64, (MAX_COMMUNITY,)),  # by card: secret points of a good deed
        ("card_pattern", np.int64, (MAX_COMMUNITY,)),  # by card: the pattern that it is, or -1
        # What the players knit in real life (KT-15), which everybody sees.
        ("real_pattern", np.int8, (MAX_SEATS, MAX_KINDS)),  # by pattern: 1 if the seat is knitting it
        ("real_colour", np.int8, (MAX_SEATS, COLOUR_COUNT)),  # by colour: 1 if the seat is knitting with it
        # The rules.
        ("target", np.int64),
        ("trade_price", np.int64),
        ("subtract", np.int64),  # 0 or 1
        ("subtract_special", np.int64),  # 0 or 1
        ("max_turns", np.int64),
        ("real_life", np.int64),  # 0 or 1
        ("real_life_patterns", np.int64),
        ("real_life_colours", np.int64),
        # Parameters of the players, by seat.
        ("budget", np.int64, (MAX_SEATS,)),  # playouts of a search
        *((name, np.float64, (MAX_SEATS,)) for name in WEIGHTS),  # what the planner weighs
    ],
    align=True,
)

secret_dtype = np.dtype(
    [
        ("stashes", np.int64, (MAX_SEATS, YARN_COUNT)),
        ("hands", np.int64, (MAX_SEATS, MAX_HAND)),  # patterns in the order they came
        ("rows", np.int64, (MAX_SEATS, MAX_HAND)),  # where the log tells of each, or -1
        ("held", np.int64, (MAX_SEATS,)),  # patterns in each hand
        ("cards", np.int64, (MAX_SEATS, MAX_COMMUNITY)),  # action and good deed cards
        ("card_held", np.int64, (MAX_SEATS,)),
        ("wip_row", np.int64, (MAX_SEATS, CAST_ON_CARDS)),  # where the log tells of each WIP, or -1
        ("yarn_deck", np.int64, (YARN_COUNT,)),  # in no order: drawn at random
        ("pattern_deck", np.int64, (MAX_PATTERNS,)),  # a ring in drawing order
        ("pattern_first", np.int64),  # place of its top card
        ("community_deck", np.int64, (MAX_COMMUNITY,)),  # in drawing order from the last to the first
        ("card_name", np.int64, (MAX_COMMUNITY,)),  # by card: its name's code in the log
        ("trades", np.int64, (MAX_SEATS,)),  # community cards that each seat has traded for
        ("bonus", np.int64, (MAX_SEATS,)),  # points of knitting in real life among the FO points
        ("wipes", np.int64),  # in the game so far
        ("reshuffles", np.int64),
        ("game", np.int64),  # number of the game
        ("log_events", np.int64),  # 0 or 1
        ("interest", np.int64, (MAX_SEATS, WINDOWS)),  # when each seat cares to be asked (see interest.py)
        ("fault_seat", np.int64),  # who answered with no choice, else -1
        ("fault_choice", np.int64),  # that answer
        # What an experiment forces (see force.py); -1 for nothing.
        ("force_seat", np.int64),
        ("force_pattern", np.int64),  # pattern that the seat is dealt
        ("force_without", np.int64),  # pattern that is taken out of the game
        ("force_card", np.int64),  # community card that the seat begins with
        ("force_card_out", np.int64),  # community card of which a copy is taken out of the game
        ("force_yarn", np.int64),  # yarn cards that the seat is dealt beyond the usual
        # Chance: a stream a deck, so that a change in one disturbs no other.
        ("yarn_stream", stream_dtype),
        ("pattern_stream", stream_dtype),
        ("community_stream", stream_dtype),
        ("other_stream", stream_dtype),  # yarn taken from a stash, and what is knitted in real life
        ("taken", np.int64, (YARN_COUNT,)),  # the yarn that an event moves
        ("stacks", np.int64, (COLOUR_COUNT + 1,)),  # the colours in the store, one after the other
        ("store_told", np.int64, (YARN_COUNT,)),  # the store as the last event left it
        # Where the log's rows go.
        ("games", place_dtype),
        ("seats", place_dtype),
        ("patterns", place_dtype),
        ("events", place_dtype),
    ],
    align=True,
)

view_type = numba.from_dtype(view_dtype)
secret_type = numba.from_dtype(secret_dtype)
player_signature = numba.types.int64(view_type, stream_type)
"""Every player: view and random stream in, index of a choice out."""

Table = namedtuple("Table", ["open", "secret", "luck"])
"""Everything on and under the table; players get two of the records, ``open`` (their view) and ``luck``."""
