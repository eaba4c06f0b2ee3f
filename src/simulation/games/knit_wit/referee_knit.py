"""The Knit step replayed event by event: loops, words and spools, region by region."""

from collections.abc import Sequence

from simulation.games.knit_wit.referee_facts import COLOURS, SPOOLS, Design, Facts, Spool, equal
from simulation.referee import FoulError, Row

EVENTS = ("loop", "shuffle", "word", "spool")
LOOP, SHUFFLE, WORD, PLACED = range(4)
RULES = ("KW-4", "KW-3", "KW-3", "KW-4")
"""By event: the rule that it follows."""
TURN, SEAT, EVENT, LEGAL, COLOUR, SPOOL, REGION, WORD_DRAWN, REGIONS, OPEN = range(1, 11)
PASSED = slice(11, None)
"""Places in a row of events."""
CELLS = {"spool": SPOOL, "region": REGION, "word": WORD_DRAWN}
SHOWN = {LOOP: ("spool", "region"), WORD: ("word",), PLACED: ("spool", "region")}
"""By event: which of those cells it fills."""
OUTSIDE = 0


def in_words(region: int | None) -> str:
    """Return a region as the turns of the loops round it, as "region {0, 2}"."""
    if region is None:
        return "no region"
    turns = [str(turn) for turn in range(region.bit_length()) if region >> turn & 1]
    return f"region {{{', '.join(turns)}}}" if turns else "the outside"


class Knit:
    """The Knit step as far as the log has been read.

    Attributes
    ----------
    turn
        The turn at hand; the loop placed on it is bit ``turn`` of a region.
    regions
        The spool in each region on the table, or None (KW-7).
    """

    def __init__(self, facts: Facts, events: Sequence[Row]) -> None:
        self.facts, self.events, self.place = facts, events, 0
        self.turn = self.seat = 0
        self.regions: dict[int, int | None] = {OUTSIDE: None}
        self.placed: dict[int, tuple[int, int]] = {}
        self.words: list[int | None] = []
        self.colours: list[int] = []
        self.shuffled = False

    def judge(self) -> Design:
        """Replay all turns and return the design that lies there.

        Raises
        ------
        FoulError
            At the first event that is not as the rules say.
        """
        for turn in range(self.facts.turns):
            self.turn, self.seat = turn, turn % self.facts.players
            self._place_loop()
            self._draw_word()
            self._place_spool()
        if self.place < len(self.events):
            found = EVENTS[self.events[self.place][EVENT]]
            raise FoulError("KW-4", f"all {self.facts.turns} turns are over, but {found} follows")
        lying = {spool: region for region, spool in self.regions.items() if spool is not None}
        spools = [Spool(number, *self.placed[number], lying[number]) for number in sorted(lying)]
        return Design(spools, self.words, len(self.regions))

    # Reading

    def _is_next(self, event: int) -> bool:
        return self.place < len(self.events) and self.events[self.place][EVENT] == event

    def _take(self, event: int) -> Row:
        """Return the next row, which has to be a certain event, and check what every event says."""
        if self.place >= len(self.events):
            raise FoulError(RULES[event], f"the log ends, where {EVENTS[event]} is due")
        row = self.events[self.place]
        if row[EVENT] != event:
            what = f"{EVENTS[row[EVENT]]} stands, where {EVENTS[event]} is due"
            raise FoulError(RULES[row[EVENT]], what)
        name = EVENTS[event]
        equal("KW-4", f"turn of {name}", row[TURN], self.turn)
        equal("KW-4", f"seat of {name}", row[SEAT], self.seat)
        equal("KW-7", f"regions before {name}", row[REGIONS], len(self.regions))
        equal("KW-7", f"open regions before {name}", row[OPEN], self._open())
        for cell, place in CELLS.items():
            if row[place] is not None and cell not in SHOWN.get(event, ()):
                raise FoulError(RULES[event], f"{name} has a {cell}, where none is due")
        if event != LOOP and any(region is not None for region in row[PASSED]):
            raise FoulError("KW-7", f"{name} passes over regions, which only a loop does")
        if event in (SHUFFLE, WORD):
            equal(RULES[event], f"choices of {name}", row[LEGAL], 0)
        self._check_colour(row)
        self.place += 1
        return row

    def _check_colour(self, row: Row) -> None:
        """Check that a turn's events bear the colour of its loop, which no other has (KW-1)."""
        colour, name = row[COLOUR], COLOURS[row[COLOUR]]
        if row[EVENT] != LOOP:
            equal("KW-1", "colour of the turn's loop", name, COLOURS[self.colours[-1]])
            return
        if colour in self.colours:
            raise FoulError("KW-1", f"a second {name} loop is placed, but there is one")
        self.colours.append(colour)

    def _open(self) -> int:
        """Return how many regions are in a loop at least and without a spool."""
        return list(self.regions.values()).count(None) - 1  # the outside, into which nothing goes

    # A turn

    def _place_loop(self) -> None:
        row = self._take(LOOP)
        equal("KW-5", "spools that the loop could enclose", row[LEGAL], len(self.placed))
        passed = self._passed(row)
        bit = 1 << self.turn
        if not self.placed:
            if row[SPOOL] is not None or row[REGION] is not None:
                raise FoulError("KW-5", "the first loop encloses a spool, but there is none yet")
            if passed:
                raise FoulError("KW-7", "the first loop passes over regions")
            self.regions[bit] = None
            return
        enclosed = self._enclosed(row)
        self._check_passed(enclosed, passed)
        self.regions[enclosed | bit] = self.regions[enclosed]
        self.regions[enclosed] = None
        for region in passed:
            self.regions[region | bit] = None

    def _enclosed(self, row: Row) -> int:
        """Return the region whose spool the loop encloses."""
        spool = row[SPOOL]
        if spool is None or spool not in self.placed:
            raise FoulError("KW-5", f"the loop encloses spool {spool}, which is not on the table")
        lying = next(region for region, lies in self.regions.items() if lies == spool)
        if row[REGION] != lying:
            what = f"spool {spool} is said to lie in {in_words(row[REGION])}"
            raise FoulError("KW-7", f"{what}, but lies in {in_words(lying)}")
        return lying

    @staticmethod
    def _passed(row: Row) -> list[int]:
        passed = [region for region in row[PASSED] if region is not None]
        if passed != list(row[PASSED][: len(passed)]):
            raise FoulError("KW-7", "regions passed over are not listed one after another")
        return passed

    def _check_passed(self, enclosed: int, passed: Sequence[int]) -> None:
        """Check that each region passed over may be, one after another (KW-7)."""
        if len(passed) > self.facts.reach:
            raise FoulError("KW-7", f"{len(passed)} regions are passed, but the reach is {self.facts.reach}")
        inside = [enclosed]
        for region in passed:
            if region not in self.regions:
                raise FoulError("KW-7", f"{in_words(region)} is passed, but is not on the table")
            if region in inside:
                raise FoulError("KW-7", f"{in_words(region)} is in the loop already, but passed")
            if not any((region ^ other).bit_count() == 1 for other in inside):
                raise FoulError("KW-7", f"{in_words(region)} is passed, but next to none in the loop")
            inside.append(region)

    def _draw_word(self) -> None:
        if self._is_next(SHUFFLE):
            self._take(SHUFFLE)
            if self.shuffled:
                raise FoulError("KW-3", "the Shuffle tag is drawn twice")
            self.shuffled = True
        word = self._take(WORD)[WORD_DRAWN]
        if word is None:
            raise FoulError("KW-3", "no word is drawn")
        if word in self.words:
            raise FoulError("KW-3", f"{self.facts.name(word)} is drawn twice")
        self.words.append(word)

    def _place_spool(self) -> None:
        row = self._take(PLACED)
        spool, region = row[SPOOL], row[REGION]
        equal("KW-6", "regions that the spool could go into", row[LEGAL], self._open())
        if spool is None or not 1 <= spool <= SPOOLS or spool in self.placed:
            raise FoulError("KW-1", f"spool {spool} is placed, which is none, or placed before")
        if region not in self.regions:
            raise FoulError("KW-6", f"spool {spool} goes into {in_words(region)}, which is not on the table")
        if region == OUTSIDE or self.regions[region] is not None:
            what = f"spool {spool} goes into {in_words(region)}, which is in no loop or has a spool"
            raise FoulError("KW-6", what)
        self.regions[region] = spool
        self.placed[spool] = (self.turn, self.seat)
