"""Knitting's log: its columns, and the compiled functions that write its rows."""

from collections.abc import Sequence

import numba
import numpy as np

from simulation.buffers import next_row, row_access
from simulation.columns import NO_NAME, NO_NUMBER, Column, Tables, buffer_dtype
from simulation.compiling import compiled
from simulation.games.knitting.components import RESERVED, YARNS
from simulation.games.knitting.layout import CAST_ON_CARDS, NONE, YARN_COUNT

EVENTS = (
    *("deal", "draw_pattern", "give_back", "real_life", "stock", "wipe", "reshuffle", "knit", "finish"),
    *("trade", "play", "shop", "pick", "pass", "cast_on", "given"),
)
DEAL, DRAW_PATTERN, GIVE_BACK, REAL_LIFE, STOCK, WIPE, RESHUFFLE, KNITS, FINISH = range(9)
TRADE, PLAY, SHOP, PICK, PASS, CAST_ON_EVENT, GIVEN = range(9, 16)
END_REASONS = ("target", "stalled")
TARGET, STALLED = range(2)
WAYS = len(RESERVED)
"""Ways to shop, which are the first names of ``what``; patterns and community cards follow."""


U8, U16, I16, I32 = np.uint8, np.uint16, np.int16, np.int32
GAME_ID = Column("game_id", np.uint32, "number of the game in the run, from 0")
SEAT = Column("seat", U8, "seat, from 0 clockwise")

GAMES = [
    GAME_ID,
    Column("players", U8, "players at the table"),
    Column("turns", U16, "turns of all seats together (KT-14)"),
    Column("end_reason", U8, "why the game ended (KT-11, KT-14)", END_REASONS),
    Column("winners", U8, "bit mask of the winning seats: bit i is seat i"),
    Column("closer", I16, "seat that reached the target first (KT-11)", nullable=True),
    Column("wipes", U16, "how often the store was wiped (KT-5)"),
    Column("reshuffles", U16, "how often the discarded yarn was shuffled into a new deck (KT-5)"),
    Column("yarn_left", U8, "cards left in the yarn deck, discards not counted"),
    Column("patterns_left", U8, "cards left in the pattern deck"),
    Column("community_left", U8, "cards left in the community deck"),
]


def _seats(policies: Sequence[str]) -> list[Column]:
    return [
        GAME_ID,
        SEAT,
        Column("policy", U8, "who played the seat", policies, "the run's policies"),
        Column("rank", U8, "1 for the highest score, ties by stash (KT-13); equals share the better rank"),
        Column("win_share", np.float64, "1/number of winners for a winner, else 0"),
        Column("score", I32, "FO points + secret points - points subtracted (KT-12)"),
        Column("fo_points", I32, "points on the mat, those of real life too (KT-11, KT-15)"),
        Column("bonus", I32, "those of the FO points that knitting in real life gave (KT-15)"),
        Column("secret_points", I32, "points of good deeds (KT-12)"),
        Column("subtracted", I32, "points of patterns in hand that are subtracted (KT-12)"),
        Column("stash", U8, "yarn cards in the stash at the end (KT-13)"),
        Column("finished", U8, "FOs on the mat"),
        Column("wips", U8, "WIPs at the end, which are worth nothing (KT-12)"),
        Column("trades", U8, "community cards traded for (KT-10)"),
    ]


def _patterns(patterns: Sequence[str]) -> list[Column]:
    return [
        GAME_ID,
        Column("seat", U8, "who drew it"),
        Column("pattern", U8, "the pattern", patterns, "patterns, special ones too"),
        Column("special", U8, "1 for a special pattern of the community deck (KT-3)"),
        Column("points", U16, "its points as printed"),
        Column("weeks", U8, "its weeks as printed"),
        Column("drawn_turn", I16, "turn in which it came into the hand, -1 in the set-up"),
        Column(
            "kept",
            U8,
            "0 if it was given back under the deck when it was drawn (KT-7), else 1; both have rows",
        ),
        Column("cast_on_turn", I16, "turn of its (last) cast-on; empty after a frog", nullable=True),
        Column("finished_turn", I16, "turn in which it became an FO", nullable=True),
        Column("yarn", U8, "yarn cards paid for it, 0 if it is not cast on"),
        Column("wild_paid", U8, "those of them that were Wild"),
        Column("bonus", U16, "points beyond the printed that real life gave (KT-15)"),
        Column("in_hand_at_end", U8, "1 if it was in the hand at the end (KT-12)"),
    ]


def _yarns(name: str, meaning: str) -> Column:
    return Column(name, U8, meaning, width=YARN_COUNT, width_stored=YARN_COUNT, suffixes=YARNS)


def _slots(name: str, meaning: str, names: Sequence[str] | None = None) -> Column:
    """Return a column for each cast-on card."""
    nullable = names is not None
    return Column(name, U8, meaning, names, "patterns" * nullable, nullable, CAST_ON_CARDS, CAST_ON_CARDS)


def _events(patterns: Sequence[str], cards: Sequence[str]) -> list[Column]:
    moved = (
        "yarn cards that the event moves, each kind of event elsewhere: filter before adding up. "
        "deal, shop, play: into the stash; trade: out of it for the card; cast_on: out of it to the WIP; "
        "finish: from the WIP to the discards or the mat; stock: into the store (since a wipe or reshuffle "
        "of the same stocking); wipe: out of it (the fifth Wild too); reshuffle: discards to the deck; "
        "real_life: 1 for each colour that the seat knits with"
    )
    return [
        GAME_ID,
        Column("turn", I16, "number of the turn, from 0; -1 for the set-up"),
        Column("seat", U8, "whose turn it is, or whom it concerns; 0 for the store in the set-up"),
        Column("event", U8, "what happened; given: an experiment's community card", EVENTS),
        Column(
            "legal",
            U8,
            "choices the seat had: shop, pick, pass: options of KT-7; cast_on: patterns it could pay; "
            "trade, play: trades and plays possible; give_back: 4; else 0; 255 stands for more too",
        ),
        Column(
            "what",
            U8,
            "the way to shop, the pattern, or the community card",
            (*RESERVED, *patterns, *cards),
            "ways to shop, patterns, other community cards",
            nullable=True,
        ),
        Column("target", I16, "seat whose yarn a card takes", nullable=True),
        Column("slot", I16, "cast-on card concerned, from 0: cast_on, finish, play", nullable=True),
        Column("points", I16, "finish: FO points it gave", nullable=True),
        _yarns("taken", moved),
        _yarns(
            "store",
            "the store before the event, up to shop, pick or pass that before the turn: heights of the "
            "stacks, and face-up Wilds; of a wipe or reshuffle that before the stocking",
        ),
        _yarns("after", "the store after the event"),
        _yarns("stash", "the seat's stash before the event"),
        _slots("wip", "pattern with that cast-on card before the event", patterns),
        _slots("weeks", "weeks knitted on it"),
    ]


def tables(patterns: Sequence[str] = (), cards: Sequence[str] = (), policies: Sequence[str] = ()) -> Tables:
    """Return the columns of every table of a run.

    Parameters
    ----------
    patterns
        Names of all patterns, special ones last.
    cards
        Names of the other community cards.
    policies
        Names of the policies that play.
    """
    return {
        "games": GAMES,
        "seats": _seats(policies),
        "patterns": _patterns(patterns),
        "events": _events(patterns, cards),
    }


DTYPES = {name: buffer_dtype(columns) for name, columns in tables().items()}
TYPES = {name: numba.from_dtype(dtype) for name, dtype in DTYPES.items()}

game_row, seat_row = row_access(TYPES["games"]), row_access(TYPES["seats"])
pattern_row, event_row = row_access(TYPES["patterns"]), row_access(TYPES["events"])


@compiled()
def log_event(table, event, seat, legal, what):
    """Write an event and the yarn in ``secret.taken``; return its row or -1.

    To be called when the store has changed, but neither the seat's stash nor its WIPs have.
    """
    view, secret = table.open, table.secret
    if not secret.log_events:
        return NONE
    row = next_row(secret.events)
    if row >= 0:
        line = event_row(secret.events.address, row)
        line.game_id = secret.game
        line.turn = view.turn
        line.seat = seat
        line.event = event
        line.legal = min(legal, 255)
        line.what = NO_NAME if what == NONE else what
        line.target = line.slot = line.points = NO_NUMBER
        for yarn in range(YARN_COUNT):
            line.taken[yarn] = secret.taken[yarn]
            line.store[yarn] = secret.store_told[yarn]
            line.after[yarn] = view.store[yarn]
            line.stash[yarn] = secret.stashes[seat, yarn]
        for slot in range(CAST_ON_CARDS):
            pattern = view.wip[seat, slot]
            line.wip[slot] = NO_NAME if pattern == NONE else pattern
            line.weeks[slot] = view.wip_weeks[seat, slot]
    for yarn in range(YARN_COUNT):
        secret.store_told[yarn] = view.store[yarn]
    return row


@compiled()
def clear_taken(secret):
    """Begin an event: no yarn is moved yet."""
    for yarn in range(YARN_COUNT):
        secret.taken[yarn] = 0


@compiled()
def log_pattern_event(table, event, seat, legal, pattern, slot):
    """Write an event about a pattern, and the cast-on card that it lies with or will."""
    row = log_event(table, event, seat, legal, WAYS + pattern)
    if row >= 0 and slot != NONE:
        event_row(table.secret.events.address, row).slot = slot
    return row


@compiled()
def log_card(table, event, seat, legal, card, target, slot):
    """Write that a community card is traded for or played, and on whom."""
    row = log_event(table, event, seat, legal, table.secret.card_name[card])
    if row >= 0:
        line = event_row(table.secret.events.address, row)
        if target != NONE:
            line.target = target
        if slot != NONE:
            line.slot = slot


@compiled()
def log_finish(table, seat, slot, points):
    """Write that a WIP becomes an FO."""
    row = log_pattern_event(table, FINISH, seat, 0, table.open.wip[seat, slot], slot)
    if row >= 0:
        event_row(table.secret.events.address, row).points = points


@compiled()
def log_drawn(table, seat, pattern):
    """Begin the row of a pattern that comes into a hand; return it or -1."""
    view, secret = table.open, table.secret
    row = next_row(secret.patterns)
    if row < 0:
        return NONE
    line = pattern_row(secret.patterns.address, row)
    line.game_id = secret.game
    line.seat = seat
    line.pattern = pattern
    line.special = pattern >= view.patterns
    line.points = view.points[pattern]
    line.weeks = view.weeks[pattern]
    line.drawn_turn = view.turn
    line.kept = 1
    line.cast_on_turn = line.finished_turn = NO_NUMBER
    line.yarn = line.wild_paid = line.bonus = line.in_hand_at_end = 0
    return row


@compiled()
def tell_given_back(secret, row):
    """Note that a pattern was given back when it was drawn."""
    if row >= 0:
        pattern_row(secret.patterns.address, row).kept = 0


@compiled()
def tell_cast_on(table, row, yarn, wild):
    """Note that a pattern is cast on, and what was paid."""
    if row >= 0:
        line = pattern_row(table.secret.patterns.address, row)
        line.cast_on_turn = table.open.turn
        line.yarn = yarn
        line.wild_paid = wild


@compiled()
def tell_frogged(secret, row):
    """Note that a WIP is pattern and yarn again."""
    if row >= 0:
        line = pattern_row(secret.patterns.address, row)
        line.cast_on_turn = NO_NUMBER
        line.yarn = line.wild_paid = 0


@compiled()
def tell_finished(table, row, bonus):
    """Note that a pattern is an FO."""
    if row >= 0:
        line = pattern_row(table.secret.patterns.address, row)
        line.finished_turn = table.open.turn
        line.bonus = bonus


@compiled()
def tell_in_hand(secret, row):
    """Note that a pattern was in the hand at the end."""
    if row >= 0:
        pattern_row(secret.patterns.address, row).in_hand_at_end = 1
