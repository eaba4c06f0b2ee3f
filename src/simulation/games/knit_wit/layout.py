"""The records that a game of Knit Wit lives in, field by field.

A *region* is named by the set of loops round it, a bit mask: bit i is the loop placed on turn i; the
outside is 0. A *spool* is known by its number less one, a *word* by its row of the list. Seats, turns and
loops count from 0; -1 stands for none. Times are whole milliseconds. Everything is signed, because unsigned
and signed whole numbers mix to floats in compiled code.
"""

from collections import namedtuple

import numba
import numpy as np

from simulation.buffers import place_dtype
from simulation.randomness import stream_dtype, stream_type

MIN_SEATS, MAX_SEATS = 2, 8
LOOP_COLOURS = ("red", "yellow", "blue", "green", "orange", "purple", "black", "white")
LOOPS = len(LOOP_COLOURS)
"""Loops, and spools, in the box (KW-1)."""
MAX_BUTTONS = 4
MAX_WORDS = 250
MAX_REACH = 6
OUTSIDE = 0
"""The region that no loop is round."""
SIGNATURES = 2**LOOPS
MAX_REGIONS = SIGNATURES
MAX_CHOICES = MAX_REGIONS
MAX_CANDIDATES = 1000
NONE = -1
NEVER = 2**50
"""Time of an answer that never comes."""

# What a player is asked (view.decision).
ENCLOSE = 0  # which spool the new loop encloses (KW-5)
PASS_OVER = 1  # which region to pass over next, if any (KW-7)
TAKE_SPOOL = 2  # which of one's own spools to place (KW-6)
PLACE = 3  # into which region it goes (KW-6)
NEXT = 4  # which spool to think on next, or to take the top button (KW-8)

# How the ready-made players answer, and when they stop (view.answering, view.stopping).
ANSWERINGS = ("in_order", "dear_first", "easy_first")
IN_ORDER, DEAR_FIRST, EASY_FIRST = range(3)
STOPPINGS = ("fill_sheet", "sprint", "weigh")
FILL_SHEET, SPRINT, WEIGH = range(3)

view_dtype = np.dtype(
    [
        # The question: choose an index from 0 to choice_count - 1.
        ("decision", np.int64),  # ENCLOSE, PASS_OVER, ... NEXT
        ("seat", np.int64),  # who is asked
        ("choice_count", np.int64),  # choices in all
        # ENCLOSE, TAKE_SPOOL, NEXT: the spool; NEXT: -1 for the top button; PASS_OVER, PLACE: -1
        ("choice_spool", np.int64, (MAX_CHOICES,)),
        # ENCLOSE: the spool's region; PASS_OVER, PLACE: the region; PASS_OVER: -1 for no more; TAKE_SPOOL: -1
        ("choice_region", np.int64, (MAX_CHOICES,)),
        # Where a turn of the Knit step stands.
        ("enclosed", np.int64),  # PASS_OVER: region whose spool the new loop encloses; else -1
        ("passed", np.int64),  # PASS_OVER: regions passed over so far; else 0
        ("passing", np.int64, (MAX_REACH,)),  # PASS_OVER: which those are; then -1
        ("placing", np.int64),  # PLACE: the spool to be placed; else -1
        # The asked player's own sheet.
        ("second", np.int64),  # NEXT: milliseconds since Go
        ("answered", np.int64),  # NEXT: bit mask of the spools with an answer on the sheet
        ("answers", np.int64),  # NEXT: how many those are
        ("round", np.int64),  # NEXT: times all spools were thought on already
        ("thought", np.int64, (LOOPS,)),  # NEXT: by spool: milliseconds spent on it
        # The table, open to all.
        ("players", np.int64),  # 2 to 8
        ("turn", np.int64),  # of the Knit step, from 0
        ("turns", np.int64),  # of the Knit step in all: loops, and spools
        ("regions", np.int64),  # regions on the table, the outside too
        ("region", np.int64, (MAX_REGIONS,)),  # their names, in the order in which they appeared
        ("region_spool", np.int64, (SIGNATURES,)),  # by region: spool in it, or -1
        ("loops_round", np.int64, (SIGNATURES,)),  # by region: loops round it
        ("spools", np.int64),  # spools in the game
        ("spool", np.int64, (LOOPS,)),  # those, from the lowest number
        ("spool_seat", np.int64, (LOOPS,)),  # by spool: whose it was; -1 if it is not in the game
        ("spool_region", np.int64, (LOOPS,)),  # by spool: where it lies; -1 if in a hand or not in the game
        ("loop_word", np.int64, (LOOPS,)),  # by loop: its word; -1 before it is drawn
        ("loop_difficulty", np.float64, (LOOPS,)),  # by loop: difficulty of its word
        ("words_difficulty", np.float64, (LOOPS,)),  # by spool: difficulties of its words, multiplied
        ("median_seconds", np.float64, (LOOPS,)),  # by spool, from Go: median time of a person of fluency 1
        ("buttons", np.int64),  # buttons of the game
        ("holes", np.int64, (MAX_BUTTONS,)),  # their holes, from the top; 0 beyond
        ("taken", np.int64),  # buttons taken
        # The rules.
        ("hole_points", np.int64),
        ("one_more", np.int64),  # 0 or 1
        ("duplicates_cancel", np.int64),  # 0 or 1
        ("challenges", np.int64),  # 0 or 1
        ("challenge_first", np.int64),  # 0 or 1
        # The model of people (data/knit_wit/people.toml has meanings and units).
        ("reach", np.int64),
        ("visits", np.int64),
        ("think_seconds", np.float64),
        ("spread", np.float64),
        ("slowdown", np.float64, (LOOPS + 1,)),  # by loops: difficulty^(loops - 1)
        ("mean_difficulty", np.float64),  # of the words of the list
        ("finds", np.float64, (LOOPS + 1,)),  # by loops: (1 - blank)^loops
        ("fit", np.float64, (MAX_SEATS, LOOPS + 1)),  # by writer and loops: fit of an answer
        ("fluency", np.float64, (MAX_SEATS,)),
        ("patience", np.int64, (MAX_SEATS,)),  # milliseconds
        ("originality", np.float64, (MAX_SEATS,)),
        ("strictness", np.float64, (MAX_SEATS,)),
        # Parameters of the asked player, if it is a ready-made one.
        ("answering", np.int64),  # IN_ORDER, DEAR_FIRST or EASY_FIRST
        ("stopping", np.int64),  # FILL_SHEET, SPRINT or WEIGH
        ("enough", np.int64),  # answers with which a sprint takes a button
    ],
    align=True,
)

secret_dtype = np.dtype(
    [
        # What was dealt (KW-2, KW-3).
        ("order", np.int64, (LOOPS,)),  # spools as they were dealt round the table, from any seat
        ("colour", np.int64, (LOOPS,)),  # by turn: colour of its loop
        ("word", np.int64, (LOOPS,)),  # by turn: the word that is drawn for its loop
        ("shuffle_turn", np.int64),  # turn on which the Shuffle tag comes first, or -1
        ("words", np.int64),  # words of the list
        ("word_difficulty", np.float64, (MAX_WORDS,)),  # by word
        # Parameters of the ready-made players, by seat.
        ("answering", np.int64, (MAX_SEATS,)),
        ("stopping", np.int64, (MAX_SEATS,)),
        ("enough", np.int64, (MAX_SEATS,)),
        # The Knit step.
        ("here", np.int8, (SIGNATURES,)),  # by region: 1 if it is on the table
        ("placed_turn", np.int64, (LOOPS,)),  # by spool
        # What each person will think of, if it thinks for long enough (KW-10, KW-11).
        ("needed", np.int64, (MAX_SEATS, LOOPS)),  # by spool: milliseconds, or NEVER
        ("idea", np.int64, (MAX_SEATS, LOOPS)),  # by spool: rank of the answer, from 1
        # The sheets.
        ("clock", np.int64, (MAX_SEATS,)),  # when each seat has thought on its spool, or stopped
        ("rank", np.int64, (MAX_SEATS,)),  # who is first in the same millisecond: the lower
        ("thinking", np.int64, (MAX_SEATS,)),  # spool that a seat thinks on; -1 if it has stopped
        ("span", np.int64, (MAX_SEATS,)),  # for how long
        ("round", np.int64, (MAX_SEATS,)),  # rounds that each has behind it
        ("seen", np.int64, (MAX_SEATS,)),  # bit mask of the spools thought on in the round
        ("answered", np.int64, (MAX_SEATS,)),  # bit mask of the spools with an answer
        ("answer_count", np.int64, (MAX_SEATS,)),  # how many those are
        ("thought", np.int64, (MAX_SEATS, LOOPS)),  # milliseconds spent on each spool
        ("written", np.int64, (MAX_SEATS, LOOPS)),  # by spool: when the answer was written
        ("button", np.int64, (MAX_SEATS,)),  # place in which each took a button, from 0; else -1
        ("more", np.int64),  # seat that may write one more answer (KW-9), or -1
        ("writing", np.int64),  # seats that have not stopped
        # The score.
        ("strictest", np.float64, (MAX_SEATS,)),  # by writer: the highest strictness of an opponent
        ("votes", np.int64, (MAX_SEATS,)),  # by writer: votes for the answer that is scored, or -1
        ("score", np.int64, (MAX_SEATS,)),
        ("game", np.int64),  # number of the game
        ("log_events", np.int64),  # 0 or 1
        ("fault_seat", np.int64),  # who answered with no choice, else -1
        ("fault_choice", np.int64),  # that answer
        # Popularity: by seat and loops, sums of the weights of the candidates up to each rank.
        ("candidates", np.int64, (LOOPS + 1,)),  # by loops
        ("first_weight", np.int64, (MAX_SEATS, LOOPS + 1)),  # where the sums begin
        ("weights", np.float64, (MAX_SEATS * LOOPS * MAX_CANDIDATES,)),
        ("people", stream_dtype),  # chance of KW-10, KW-11 and KW-14
        # Where the log's rows go.
        ("games", place_dtype),
        ("seats", place_dtype),
        ("spools", place_dtype),
        ("answers", place_dtype),
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
