"""Knutten's log: its columns, and the compiled functions that write its rows."""

from collections.abc import Sequence

import numba
import numpy as np

from simulation.buffers import next_row, row_access
from simulation.columns import NO_NAME, NO_NUMBER, Column, Tables, buffer_dtype
from simulation.compiling import compiled
from simulation.games.knutten.layout import MAX_HAND, NONE, NUMBER

EVENTS = ("play", "redraw", "pass", "refill", "wind", "john", "shoo")
PLAY_EVENT, REDRAW, PASS, REFILL, WIND_EVENT, JOHN_EVENT, SHOO = range(7)
CAUSES = ("swarm", "wind", "stalled")
SWARM, WIND, STALLED = range(3)
END_REASONS = ("bites", "stalled")
SIDES = ("a", "b")


U8, U16, U32, I16, I32 = np.uint8, np.uint16, np.uint32, np.int16, np.int32
GAME_ID = Column("game_id", U32, "number of the game in the run, from 0")
SEAT = Column("seat", U8, "seat, from 0 clockwise")
ROUND = Column("round", U16, "number of the round in the game, from 0")

GAMES = [
    GAME_ID,
    Column("players", U8, "players at the table"),
    Column("rounds", U16, "rounds played"),
    Column("turns", U32, "turns taken: plays, redraws, passes, skips for John (KN-19)"),
    Column("end_reason", U8, "why the game ended (KN-12, KN-19)", END_REASONS),
    Column("winners", U8, "bit mask of the winning seats: bit i is seat i"),
]
ROUNDS = [
    GAME_ID,
    ROUND,
    Column("starter", U8, "seat that started"),
    Column("cause", U8, "why the round ended (KN-5, KN-10, KN-19)", CAUSES),
    Column("swarm", I32, "knutten in the swarm when the round ended"),
    Column("bitten", U8, "bit mask of the seats bitten when the round ended"),
    Column("bites", U32, "bites given when the round ended"),
    Column("plays", U16, "cards played, John too"),
    Column("john_bitten", U8, "bit mask of the seat that John bit in the round (KN-16), 0 if none"),
]


def _seats(policies: Sequence[str]) -> list[Column]:
    return [
        GAME_ID,
        SEAT,
        Column("policy", U8, "who played the seat", policies, "the run's policies"),
        Column("rank", U8, "1 for the fewest bites; equals share the better rank"),
        Column("win_share", np.float64, "1/number of winners for a winner, else 0"),
        Column("bites", U32, "bites at the end, those of John too"),
    ]


def _events(cards: Sequence[str], hand_size: int) -> list[Column]:
    turn = (
        "number of the turn in the game, from 0; a refill, and a wind after a deal or a refill, "
        "bear that of the turn to come"
    )
    hand = Column(
        "hand",
        U8,
        "card in that slot of the hand before the action",
        cards,
        "the deck's cards",
        nullable=True,
        width=max(hand_size, 3),
        width_stored=MAX_HAND,
    )
    return [
        GAME_ID,
        Column("turn", U32, turn),
        SEAT,
        Column("event", U8, "what happened", EVENTS),
        Column("legal", U8, "plays the seat had: each legal side of each card, and John as one"),
        ROUND,
        Column("card", U8, "card played", cards, "the deck's cards", nullable=True),
        Column("side", U8, "side played", SIDES, nullable=True),
        Column("worth", I16, "what that side counts (a 5 0 by KN-17), empty for a symbol", nullable=True),
        Column("swarm_before", I32, "knutten in the swarm before the action"),
        Column("swarm", I32, "knutten in the swarm after it"),
        Column("waiting", U16, "`?` waiting for a number before the action"),
        hand,
        Column("target", I16, "seat that John is laid in front of (KN-16)", nullable=True),
    ]


def tables(cards: Sequence[str] = (), policies: Sequence[str] = (), hand_size: int = 3) -> Tables:
    """Return the columns of every table of a run."""
    return {
        "games": GAMES,
        "seats": _seats(policies),
        "rounds": ROUNDS,
        "events": _events(cards, hand_size),
    }


DTYPES = {name: buffer_dtype(columns) for name, columns in tables().items()}
TYPES = {name: numba.from_dtype(dtype) for name, dtype in DTYPES.items()}

game_row, seat_row = row_access(TYPES["games"]), row_access(TYPES["seats"])
round_row, event_row = row_access(TYPES["rounds"]), row_access(TYPES["events"])


@compiled()
def log_event(table, event, seat, legal, swarm_before, waiting_before):
    """Write an action that is no play; the hand is the one in the view. Return its row or -1."""
    if not table.secret.log_events:
        return -1
    row = next_row(table.secret.events)
    if row >= 0:
        view, line = table.open, event_row(table.secret.events.address, row)
        line.game_id = table.secret.game
        line.turn = table.secret.turn
        line.seat = seat
        line.event = event
        line.legal = legal
        line.round = view.round
        line.card = NO_NAME
        line.side = NO_NAME
        line.worth = NO_NUMBER
        line.swarm_before = swarm_before
        line.swarm = view.swarm
        line.waiting = waiting_before
        line.target = NO_NUMBER
        for slot in range(max(view.hand_size, 3)):
            kind = view.hand[slot] if slot < view.hand_size else NONE
            line.hand[slot] = NO_NAME if kind == NONE else kind
    return row


@compiled()
def log_play(table, seat, legal, swarm_before, waiting_before, kind, side):
    """Write a play, after it was made."""
    row = log_event(table, PLAY_EVENT, seat, legal, swarm_before, waiting_before)
    if row >= 0:
        line = event_row(table.secret.events.address, row)
        line.card = kind
        line.side = side
        if table.open.symbol[kind, side] == NUMBER:
            line.worth = table.open.value[kind, side]


@compiled()
def log_john(table, seat, legal, receiver):
    """Write that John was laid in front of a seat."""
    row = log_event(table, JOHN_EVENT, seat, legal, table.open.swarm, table.open.waiting)
    if row >= 0:
        line = event_row(table.secret.events.address, row)
        line.card = table.open.john_kind
        line.target = receiver


@compiled()
def log_round(table, cause, bitten, bites):
    """Write a round that has ended."""
    row = next_row(table.secret.rounds)
    if row >= 0:
        line = round_row(table.secret.rounds.address, row)
        line.game_id = table.secret.game
        line.round = table.open.round
        line.starter = table.open.starter
        line.cause = cause
        line.swarm = table.open.swarm
        line.bitten = bitten
        line.bites = bites
        line.plays = table.secret.plays
        line.john_bitten = table.secret.john_bitten


@compiled()
def log_seat(table, seat, policy, fewer, winners):
    """Write a seat of a game that has ended: ``fewer`` seats have fewer bites."""
    row = next_row(table.secret.seats)
    if row >= 0:
        line = seat_row(table.secret.seats.address, row)
        line.game_id = table.secret.game
        line.seat = seat
        line.policy = policy
        line.rank = 1 + fewer
        line.win_share = 0.0 if fewer else 1.0 / winners
        line.bites = table.open.bites[seat]


@compiled()
def log_game(table, end_reason, policies):
    """Write a game that has ended, and its seats; the fewest bites win (KN-12, KN-19)."""
    view = table.open
    fewest = view.bites[0]
    for seat in range(1, view.players):
        fewest = min(fewest, view.bites[seat])
    mask = winners = 0
    for seat in range(view.players):
        if view.bites[seat] == fewest:
            mask |= 1 << seat
            winners += 1
    for seat in range(view.players):
        fewer = 0
        for other in range(view.players):
            fewer += view.bites[other] < view.bites[seat]
        log_seat(table, seat, policies[seat], fewer, winners)
    row = next_row(table.secret.games)
    if row >= 0:
        line = game_row(table.secret.games.address, row)
        line.game_id = table.secret.game
        line.players = view.players
        line.rounds = view.round + 1
        line.turns = table.secret.turn
        line.end_reason = end_reason
        line.winners = mask
