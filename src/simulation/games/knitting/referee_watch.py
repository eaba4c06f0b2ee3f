"""What the referee keeps in view, and how it compares that with an event."""

from collections.abc import Sequence

from simulation.games.knitting.referee_facts import (
    ALL_YARN,
    NO_YARN,
    Card,
    Facts,
    Yarn,
    in_words,
    is_in,
    minus,
    plus,
)
from simulation.games.knitting.referee_patterns import Held, Patterns
from simulation.referee import FoulError, Row

EVENTS = (
    *("deal", "draw_pattern", "give_back", "real_life", "stock", "wipe", "reshuffle", "knit", "finish"),
    *("trade", "play", "shop", "pick", "pass", "cast_on", "given"),
)
DEAL, DRAW_PATTERN, GIVE_BACK, REAL_LIFE, STOCK, WIPE, RESHUFFLE, KNITS, FINISH = range(9)
TRADE, PLAY, SHOP, PICK, PASS, CAST_ON, GIVEN = range(9, 16)
RULES = (
    *("KT-4", "KT-7", "KT-7", "KT-15", "KT-5", "KT-5", "KT-5", "KT-6", "KT-6"),
    *("KT-10", "KT-10", "KT-7", "KT-7", "KT-7", "KT-8", "log"),
)
"""By event: the rule that it follows."""
TURN, SEAT, EVENT, LEGAL, WHAT, TARGET, SLOT, POINTS = range(1, 9)
TAKEN, STORE, AFTER, STASH = slice(9, 18), slice(18, 27), slice(27, 36), slice(36, 45)
WIPS, WEEKS = slice(45, 49), slice(49, 53)
"""Places in a row of events."""
PLACES = {"what": WHAT, "target": TARGET, "slot": SLOT, "points": POINTS}
SHOWN = {
    DRAW_PATTERN: ("what",),
    GIVE_BACK: ("what",),
    REAL_LIFE: ("what",),
    FINISH: ("what", "slot", "points"),
    TRADE: ("what",),
    PLAY: ("what", "target", "slot"),
    SHOP: ("what",),
    CAST_ON: ("what", "slot"),
    GIVEN: ("what",),
}
"""By event: which of those places it fills."""
MOVES_YARN = (DEAL, REAL_LIFE, STOCK, WIPE, RESHUFFLE, FINISH, TRADE, PLAY, SHOP, CAST_ON)
CHANGES_STORE = (STOCK, WIPE, RESHUFFLE, SHOP)
SLOTS = 4
"""Cast-on cards of a player (KT-4)."""
MOST_LEGAL = 255
SETUP = -1
Wip = tuple[Held, int, Yarn]
"""A pattern that is cast on, the weeks knitted on it, and its yarn."""


class Watch:
    """A game as far as the log has been read.

    Attributes
    ----------
    facts, events, place
        What is known of the run, the game's events, and which of them is next.
    turn, seat
        The turn at hand, and whose it is.
    deck, discards, store, stashes, mats
        Where the yarn lies; on mats it counts for its seat no more.
    in_deck
        After a reshuffle amid a draw: what was left in the deck before, all of which is drawn.
    """

    def __init__(self, facts: Facts, events: Sequence[Row]) -> None:
        players = facts.players
        self.facts, self.events, self.place = facts, events, 0
        self.turn, self.seat = SETUP, 0
        self.deck, self.discards, self.store = ALL_YARN, NO_YARN, NO_YARN
        self.stashes = [NO_YARN] * players
        self.in_deck: Yarn | None = None
        self.wips: list[list[Wip | None]] = [[None] * SLOTS for _ in range(players)]
        self.patterns = Patterns(facts)
        self.community = dict(facts.community)
        self.cards: list[list[Card]] = [[] for _ in range(players)]
        self.trades = [0] * players
        self.fo_points, self.finished, self.bonus = [0] * players, [0] * players, [0] * players
        self.real_patterns = [list[int]() for _ in range(players)]
        self.real_colours = [NO_YARN] * players
        self.closer: int | None = None
        self.last_turn = facts.max_turns * players - 1
        self.wipes = self.reshuffles = 0

    # Reading

    def _peek(self, ahead: int = 0) -> int | None:
        """Return the next event, or one after it."""
        place = self.place + ahead
        return self.events[place][EVENT] if place < len(self.events) else None

    def _take(self, event: int, seat: int, rule: str = "") -> Row:
        """Return the next row, which has to be a certain event, and check what every event says."""
        if self._peek() != event:
            raise FoulError(*self._missing(event, rule))
        row = self.events[self.place]
        if row[TURN] != self.turn:
            what = f"{EVENTS[event]} bears turn {row[TURN]}, where turn {self.turn} is due"
            raise FoulError("KT-14", what)
        if row[SEAT] != seat:
            raise FoulError("KT-9", f"seat {row[SEAT]} has {EVENTS[event]}, where seat {seat} is due")
        self._check_sight(row, seat)
        self._check_shown(row, event)
        self.place += 1
        return row

    def _missing(self, event: int, rule: str) -> tuple[str, str]:
        """Say what is wrong where an event is due and the log has another or none."""
        found = self._peek()
        if found is None:
            return rule or RULES[event], f"the log ends, where {EVENTS[event]} is due"
        return rule or RULES[found], f"{EVENTS[found]} stands, where {EVENTS[event]} is due"

    def _check_sight(self, row: Row, seat: int) -> None:
        """Check what an event shows of the table before it."""
        self._same_yarn("KT-5", "the store before the event", row[STORE], self.store)
        self._same_yarn("KT-1", f"the stash of seat {seat}", row[STASH], self.stashes[seat])
        for slot, (wip, name, weeks) in enumerate(
            zip(self.wips[seat], row[WIPS], row[WEEKS], strict=True),
        ):
            due = (None, 0) if wip is None else (wip[0].pattern, wip[1])
            if name != due[0]:
                what = f"on cast-on card {slot} of seat {seat} lies {self._wip_name(name)}"
                raise FoulError("KT-8", f"{what}, expected {self._wip_name(due[0])}")
            self._equal("KT-6", f"the weeks of cast-on card {slot} of seat {seat}", weeks, due[1])

    def _check_shown(self, row: Row, event: int) -> None:
        """Check that an event says nothing that it has not to say."""
        rule, name = RULES[event], EVENTS[event]
        for cell, place in PLACES.items():
            if row[place] is not None and cell not in SHOWN.get(event, ()):
                raise FoulError(rule, f"{name} has a {cell}, where none is due")
        if not is_in(row[TAKEN], ALL_YARN):
            raise FoulError("KT-1", f"{name} moves more yarn than there is")
        if event not in MOVES_YARN:
            self._same_yarn(rule, f"the yarn that {name} moves", row[TAKEN], NO_YARN)
        if event not in CHANGES_STORE:
            self._same_yarn("KT-5", f"the store after {name}", row[AFTER], self.store)
        if event not in (TRADE, PLAY, SHOP, PICK, CAST_ON, GIVE_BACK):
            self._equal(rule, f"the choices of {name}", row[LEGAL], 0)

    # Comparing

    @staticmethod
    def _equal(rule: str, what: str, found: object, due: object) -> None:
        if found != due:
            raise FoulError(rule, f"{what}: {found}, expected {due}")

    @staticmethod
    def _same_yarn(rule: str, what: str, found: Yarn, due: Yarn) -> None:
        if found != due:
            raise FoulError(rule, f"{what}: {in_words(found)}, expected {in_words(due)}")

    def _check_legal(self, row: Row, due: int) -> None:
        event = row[EVENT]
        self._equal(RULES[event], f"the choices of {EVENTS[event]}", row[LEGAL], min(due, MOST_LEGAL))

    def _wip_name(self, pattern: int | None) -> str:
        return "nothing" if pattern is None else self.facts.pattern_names[pattern]

    # Yarn

    def _to_draw(self) -> int:
        """Return how many cards can be drawn, the discards too."""
        return sum(self.deck) + sum(self.discards) + sum(self.in_deck or NO_YARN)

    def _reshuffle_amid(self) -> None:
        """Take a reshuffle in the middle of a draw that the next row tells (KT-5)."""
        if self._peek() != RESHUFFLE:
            return
        row = self._take(RESHUFFLE, self.seat)
        self._same_yarn("KT-5", "the store after reshuffle", row[AFTER], self.store)
        self.in_deck = self.deck
        self._shuffle(row)

    def _shuffle(self, row: Row) -> None:
        """Make the discards the new deck (KT-5)."""
        self._same_yarn("KT-5", "the discards that are shuffled", row[TAKEN], self.discards)
        if not any(self.discards):
            raise FoulError("KT-5", "the discards are shuffled, though there are none")
        self.deck, self.discards = self.discards, NO_YARN
        self.reshuffles += 1

    def _draw(self, drawn: Yarn, count: int, rule: str) -> None:
        """Take so many cards from the deck, or as many as there are."""
        if sum(drawn) != count:
            raise FoulError(rule, f"{sum(drawn)} cards are drawn from the deck, expected {count}")
        left = sum(self.deck) if self.in_deck is None else sum(self.in_deck)
        if self.in_deck is None and count > left and any(self.discards):
            raise FoulError("KT-5", f"{count} cards are drawn from a deck of {left} without a reshuffle")
        if self.in_deck is not None:
            if count <= left:
                raise FoulError("KT-5", f"the discards are shuffled, though the deck has {left} cards")
            if not is_in(self.in_deck, drawn):
                raise FoulError("KT-5", "the discards are shuffled before all of the deck is drawn")
            drawn = minus(drawn, self.in_deck)
            self.in_deck = None
        self._take_from_deck(drawn)

    def _take_from_deck(self, drawn: Yarn) -> None:
        if not is_in(drawn, self.deck):
            raise FoulError("KT-1", f"drawn: {in_words(drawn)}, but the deck holds {in_words(self.deck)}")
        self.deck = minus(self.deck, drawn)

    def _into_stash(self, seat: int, yarn: Yarn) -> None:
        self.stashes[seat] = plus(self.stashes[seat], yarn)

    def _out_of_stash(self, seat: int, yarn: Yarn, rule: str) -> None:
        if not is_in(yarn, self.stashes[seat]):
            what = f"seat {seat} gives {in_words(yarn)}, but has {in_words(self.stashes[seat])}"
            raise FoulError(rule, what)
        self.stashes[seat] = minus(self.stashes[seat], yarn)
