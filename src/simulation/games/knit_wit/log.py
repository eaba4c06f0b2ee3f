"""Knit Wit's log: its columns."""

from collections.abc import Sequence

import numba
import numpy as np

from simulation.columns import Column, Tables, buffer_dtype
from simulation.games.knit_wit.layout import LOOP_COLOURS, LOOPS, MAX_REACH

EVENTS = ("loop", "shuffle", "word", "spool")
LOOP, SHUFFLE, WORD, SPOOL = range(4)
END_REASONS = ("last_button", "one_more")
LAST_BUTTON, ONE_MORE = range(2)

U8, U16, I16 = np.uint8, np.uint16, np.int16
GAME_ID = Column("game_id", np.uint32, "number of the game in the run, from 0")
SPOOL_NUMBER = "number on the spool, 1 to 8"

GAMES = [
    GAME_ID,
    Column("players", U8, "players at the table"),
    Column("turns", U8, "turns of the Knit step: loops, and spools, of all seats together (KW-2)"),
    Column(
        "end_reason",
        U8,
        "last_button: all stopped when it was taken; one_more: of 2 players one might write on (KW-9)",
        END_REASONS,
    ),
    Column("winners", U8, "bit mask of the winning seats: bit i is seat i"),
    Column("seconds", np.float64, "seconds of the Answer step, until nobody writes any more"),
    Column("regions", U8, "regions of the design, the outside too (KW-7)"),
    Column("design_points", U8, "points of a sheet whose answers all stand: loops of all spools (KW-12)"),
    Column("deepest", U8, "most loops round a spool"),
]


def _seats(policies: Sequence[str]) -> list[Column]:
    return [
        GAME_ID,
        Column("seat", U8, "seat, from 0 clockwise"),
        Column("policy", U8, "who played the seat", policies, "the run's policies"),
        Column("rank", U8, "1 for the highest score; equals share the better rank (KW-15)"),
        Column("win_share", np.float64, "1/number of winners for a winner, else 0"),
        Column("score", U16, "points of answers and of the button (KW-12)"),
        Column("bonus", U8, "points of the button (KW-12)"),
        Column("button", I16, "place in the order in which buttons were taken, from 1", nullable=True),
        Column("answers", U8, "answers on the sheet"),
        Column("blanks", U8, "spools without an answer on the sheet"),
        Column("finish_second", np.float64, "when the seat stopped, in seconds from Go (KW-8, KW-9)"),
    ]


def _spools(words: Sequence[str]) -> list[Column]:
    return [
        GAME_ID,
        Column("spool", U8, SPOOL_NUMBER),
        Column("loops", U8, "loops round it: what an answer is worth (KW-12)"),
        Column("signature", U8, "bit mask of those loops: bit i is the loop placed on turn i"),
        Column("placed_turn", U8, "turn on which it was placed"),
        Column("seat", U8, "whose spool it was"),
        Column("difficulty", np.float64, "difficulties of its words, multiplied (KW-10)"),
        Column(
            "word",
            U8,
            "its words in the order in which their loops were placed",
            words,
            "words",
            nullable=True,
            width=LOOPS,
            width_stored=LOOPS,
        ),
    ]


ANSWERS = [
    GAME_ID,
    Column("spool", U8, SPOOL_NUMBER),
    Column("seat", U8, "who wrote it; one row an answer, by spool and then by seat"),
    Column("second", np.float64, "when it was written, in seconds from Go"),
    Column("answer", U16, "the answer, by its popularity among the spool's candidates: 1 is first (KW-11)"),
    Column("loops", U8, "loops round the spool"),
    Column(
        "duplicate",
        U8,
        "1 if another seat's answer for the spool is the same: both cancel, unless by a switch (KW-13)",
    ),
    Column("challenged", U8, "1 if it was challenged (KW-14)"),
    Column("votes", I16, "votes for it, the writer's too, if it was challenged", nullable=True),
    Column("accepted", U8, "1 if it scores: it did not cancel with another, and was not voted down"),
    Column("points", U8, "what it scores (KW-12)"),
]


def _events(words: Sequence[str], reach: int) -> list[Column]:
    return [
        GAME_ID,
        Column("turn", U8, "turn of the Knit step, from 0; its loop is bit `turn` of a region (KW-4)"),
        Column("seat", U8, "whose turn it is"),
        Column("event", U8, "loop and word placed, Shuffle tag drawn, spool placed", EVENTS),
        Column(
            "legal", U8, "loop: spools that it could enclose; spool: regions that it could go into; else 0"
        ),
        Column("colour", U8, "colour of the turn's loop (KW-1)", LOOP_COLOURS),
        Column("spool", I16, "loop: the spool enclosed; spool: the spool placed", nullable=True),
        Column(
            "region",
            I16,
            "loop: region of the spool enclosed, before the loop; spool: region it goes into; as a bit mask",
            nullable=True,
        ),
        Column("word", U8, "word: the tag clipped to the loop (KW-3)", words, "words", nullable=True),
        Column("regions", U8, "regions of the design before the event, the outside too"),
        Column("open_regions", U8, "those in a loop at least and without a spool, before the event (KW-7)"),
        Column(
            "passed",
            I16,
            "loop: the regions passed over, in order (KW-7)",
            nullable=True,
            width=max(reach, 1),
            width_stored=MAX_REACH,
        ),
    ]


def tables(words: Sequence[str] = (), policies: Sequence[str] = (), reach: int = 2) -> Tables:
    """Return the columns of every table of a run.

    Parameters
    ----------
    words
        The words of the list.
    policies
        Names of the policies that play.
    reach
        Regions that a loop may pass over (KW-7): so many columns tell of them, one at least.
    """
    return {
        "games": GAMES,
        "seats": _seats(policies),
        "spools": _spools(words),
        "answers": ANSWERS,
        "events": _events(words, reach),
    }


DTYPES = {name: buffer_dtype(columns) for name, columns in tables().items()}
TYPES = {name: numba.from_dtype(dtype) for name, dtype in DTYPES.items()}
