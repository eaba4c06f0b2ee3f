"""A game replayed event by event: what the rules expect next is known, and compared with the log."""

from simulation.games.knitting.referee_cards import Cards
from simulation.games.knitting.referee_facts import (
    DECK_AND_STACK,
    NO_YARN,
    TWO_FROM_DECK,
    TWO_STACKS,
    WAYS,
    WILD,
    WILD_WAY,
    Yarn,
    colours_in,
    in_words,
    is_in,
    minus,
)
from simulation.games.knitting.referee_patterns import DEALT
from simulation.games.knitting.referee_watch import (
    AFTER,
    CAST_ON,
    DEAL,
    EVENT,
    EVENTS,
    GIVE_BACK,
    GIVEN,
    KNITS,
    PASS,
    PICK,
    REAL_LIFE,
    SHOP,
    TAKEN,
    WHAT,
)
from simulation.referee import BEYOND_RULES, FoulError, Row

DEALT_YARN = 5
GIVE_BACK_CHOICES = 4
"""Choices with three patterns drawn: to give one of them back, or none."""
STACKS_TAKEN = {WILD_WAY: 0, TWO_FROM_DECK: 0, TWO_STACKS: 2, DECK_AND_STACK: 1}
DRAWN = {WILD_WAY: 0, TWO_FROM_DECK: 2, TWO_STACKS: 0, DECK_AND_STACK: 1}
"""Stacks and cards of the deck by way to shop (KT-7)."""


class Game(Cards):
    """One game, from the deal to the last turn."""

    def judge(self) -> None:
        """Replay the game to its end.

        Raises
        ------
        FoulError
            At the first event that is not as the rules say.
        """
        self._set_up()
        while self.turn < self.last_turn:
            self.turn += 1
            self.seat = self.turn % self.facts.players
            self._take_turn()
        if self.place < len(self.events):
            found = EVENTS[self.events[self.place][EVENT]]
            rule = "KT-14" if self.closer is None else "KT-11"
            raise FoulError(rule, f"the game has ended, but {found} follows")
        self.patterns.close()

    # Before the first turn

    def _set_up(self) -> None:
        seats = range(self.facts.players)
        for seat in seats:
            row = self._take(DEAL, seat)
            self._draw(row[TAKEN], DEALT_YARN, "KT-4")
            self._into_stash(seat, row[TAKEN])
        self._stock()
        for seat in seats:
            for _ in range(DEALT):
                self._draw_pattern(seat, "KT-4")
        self._check_dealt()
        if self.facts.real_life:
            for seat in seats:
                self._real_life(seat)
        self._deal_forced()

    def _deal_forced(self) -> None:
        """Deal a seat the yarn and the community card with which an experiment lets it begin."""
        facts, seat = self.facts, self.facts.forced_seat
        if facts.forced_yarn:
            row = self._take(DEAL, seat)
            self._draw(row[TAKEN], min(facts.forced_yarn, self._to_draw()), BEYOND_RULES)
            self._into_stash(seat, row[TAKEN])
        if facts.forced_card is not None:
            row = self._take(GIVEN, seat)
            self._equal(BEYOND_RULES, "the card that is forced", row[WHAT], facts.forced_card)
            self._hold(seat, facts.forced_card)

    def _check_dealt(self) -> None:
        """Check that a seat is dealt what an experiment forces."""
        if self.facts.dealt is None:
            return
        seat, pattern = self.facts.dealt
        if pattern not in [held.pattern for held in self.patterns.hands[seat]]:
            name = self.facts.pattern_names[pattern]
            raise FoulError(BEYOND_RULES, f"seat {seat} is not dealt {name}, though it is forced")

    def _real_life(self, seat: int) -> None:
        """Take what a seat knits for real (KT-15): patterns in the catalogue's order, then colours."""
        knitted = self.real_patterns[seat]
        for _ in range(self.facts.real_patterns):
            row = self._take(REAL_LIFE, seat)
            pattern = self.facts.pattern_of(row[WHAT])
            self._same_yarn("KT-15", "the yarn beside a pattern knitted for real", row[TAKEN], NO_YARN)
            if pattern is None or pattern >= self.facts.catalogue or pattern <= max(knitted, default=-1):
                what = self.facts.name(row[WHAT])
                raise FoulError("KT-15", f"seat {seat} knits {what} for real, expected a further pattern")
            knitted.append(pattern)
        row = self._take(REAL_LIFE, seat)
        colours = row[TAKEN]
        self._equal("KT-15", "the pattern beside colours knitted with", row[WHAT], None)
        if set(colours) - {0, 1} or colours[WILD] or sum(colours) != self.facts.real_colours:
            what = f"expected {self.facts.real_colours} colours, each once"
            raise FoulError("KT-15", f"seat {seat} knits with {in_words(colours)}, {what}")
        self.real_colours[seat] = colours

    # A turn

    def _take_turn(self) -> None:
        """Take the rows of a turn in the order of KT-6 to KT-9."""
        self.steps = 1
        self._free()
        if self._peek() == KNITS:
            self._knit()
            self._free()
        elif any(self.wips[self.seat]):
            raise FoulError("KT-6", f"seat {self.seat} has WIPs, but does not knit")
        self._choose()
        self._free()
        while self.steps and self._peek() == CAST_ON:
            self._cast_on()
            self.steps -= 1
        self.steps = None
        self._free()
        self._stock()

    def _knit(self) -> None:
        self._take(KNITS, self.seat)
        wips = self.wips[self.seat]
        if not any(wips):
            raise FoulError("KT-6", f"seat {self.seat} knits, but has no WIP")
        wips[:] = [wip and (wip[0], wip[1] + 1, wip[2]) for wip in wips]
        self._finish_what_is_done()

    # CHOOSE ONE

    def _options(self) -> int:
        """Return how many ways there are to shop or to pick patterns (KT-7)."""
        stacks, cards = colours_in(self.store), self._to_draw()
        shop = self.store[WILD] + (cards >= 2) + stacks * (stacks - 1) // 2 + stacks * (cards >= 1)
        return shop + (self.patterns.left > 0)

    def _choose(self) -> None:
        self._reshuffle_amid()
        choice = self._peek()
        if choice == PICK:
            self._pick()
        elif choice == PASS:
            self._check_legal(self._take(PASS, self.seat), self._options())
            if self._options():
                raise FoulError("KT-7", f"seat {self.seat} passes, though it has a choice")
        else:
            self._shop()
        if self.in_deck is not None:
            raise FoulError("KT-5", "the discards are shuffled, though no yarn is drawn")

    def _shop(self) -> None:
        row = self._take(SHOP, self.seat)
        way = row[WHAT]
        if way is None or way >= WAYS:
            raise FoulError("KT-7", f"{self.facts.name(way)} is no way to shop")
        self._check_legal(row, self._options())
        if not is_in(row[AFTER], self.store):
            raise FoulError("KT-7", f"after shopping the store has {in_words(row[AFTER])}")
        bought = minus(self.store, row[AFTER])
        self._check_bought(way, bought)
        if not is_in(bought, row[TAKEN]):
            what = f"{in_words(bought)} leaves the store, but {in_words(row[TAKEN])} is taken"
            raise FoulError("KT-7", what)
        if self._to_draw() < DRAWN[way]:
            raise FoulError("KT-7", f"{self.facts.name(way)} is chosen, but too few cards are left to draw")
        self._draw(minus(row[TAKEN], bought), DRAWN[way], "KT-7")
        self._into_stash(self.seat, row[TAKEN])
        self.store = row[AFTER]

    def _check_bought(self, way: int, bought: Yarn) -> None:
        """Check that whole stacks leave the store, as many as the way to shop has, or one Wild."""
        whole = all(few in (0, many) for few, many in zip(bought[:WILD], self.store[:WILD], strict=True))
        wilds = way == WILD_WAY
        if not whole or colours_in(bought) != STACKS_TAKEN[way] or bought[WILD] != wilds:
            what = f"{in_words(bought)} leaves the store of {in_words(self.store)}"
            raise FoulError("KT-7", f"{what}, which is not {self.facts.name(way)}")

    def _pick(self) -> None:
        row, seat = self._take(PICK, self.seat), self.seat
        self._check_legal(row, self._options())
        if not self.patterns.left:
            raise FoulError("KT-7", f"seat {seat} picks patterns, though none is left")
        count = min(DEALT, self.patterns.left)
        for _ in range(count):
            self._draw_pattern(seat, "KT-7")
        if self._peek() == GIVE_BACK and count == DEALT:
            self._give_back()

    def _give_back(self) -> None:
        row: Row = self._take(GIVE_BACK, self.seat)
        self._check_legal(row, GIVE_BACK_CHOICES)
        drawn = self.patterns.hands[self.seat][-DEALT:]
        pattern = self.facts.pattern_of(row[WHAT])
        held = next((held for held in drawn if held.pattern == pattern), None)
        if held is None:
            what = self.facts.name(row[WHAT])
            raise FoulError("KT-7", f"seat {self.seat} gives back {what}, which it did not draw just now")
        self.patterns.give_back(held)
