"""Community cards: trades and what the cards do, as the referee follows them (KT-3, KT-10)."""

from simulation.games.knitting.referee_facts import (
    DRAW_PATTERNS,
    DRAW_YARN,
    EXTRA_CAST_ON,
    FROG,
    KNIT,
    NO_YARN,
    TAKE_YARN,
    Card,
    can_pay,
    is_payment,
    plus,
)
from simulation.games.knitting.referee_stock import Stocking
from simulation.games.knitting.referee_watch import (
    CAST_ON,
    DRAW_PATTERN,
    FINISH,
    PLAY,
    POINTS,
    RESHUFFLE,
    SLOT,
    SLOTS,
    TAKEN,
    TARGET,
    TRADE,
    WHAT,
    Wip,
)
from simulation.referee import FoulError, Row

SKEIN_POINTS = 10
"""Points of a yarn card on the mat (KT-15)."""


class Cards(Stocking):
    """Trades, cards played, and what these share with the steps of a turn: finishing and casting on.

    Attributes
    ----------
    steps
        CAST ON steps that the turn still has; None once CAST ON is over.
    """

    steps: int | None = None

    def _free(self) -> None:
        """Take the community actions that stand next (KT-10)."""
        while True:
            if self._peek() == TRADE:
                self._trade()
            elif self._peek() == PLAY or (self._peek() == RESHUFFLE and self._peek(1) == PLAY):
                self._reshuffle_amid()
                self._play()
            else:
                return

    def _count_free(self) -> int:
        """Return how many trades and plays the seat has."""
        trade = sum(self.stashes[self.seat]) >= self.facts.trade_price and sum(self.community.values()) > 0
        plays = [len(self._targets(card)) for card in self.cards[self.seat] if card.effect]
        return trade + sum(plays)

    def _targets(self, card: Card) -> list[int | None]:
        """Return the cast-on cards or seats that a card can be played on; None where there is no other."""
        found: list[int | None] = []
        if card.effect in (KNIT, FROG):
            found = [slot for slot, wip in enumerate(self.wips[self.seat]) if wip]
        elif card.effect == TAKE_YARN:
            found = [seat for seat, stash in enumerate(self.stashes) if seat != self.seat and any(stash)]
        return found or [None]

    def _trade(self) -> None:
        row = self._take(TRADE, self.seat)
        facts, what = self.facts, row[WHAT]
        if not sum(self.community.values()):
            raise FoulError("KT-10", "a trade is made, though no community card is left")
        self._check_legal(row, self._count_free())
        self._equal("KT-10", "the yarn cards traded", sum(row[TAKEN]), facts.trade_price)
        self._out_of_stash(self.seat, row[TAKEN], "KT-10")
        self.discards = plus(self.discards, row[TAKEN])
        self._hold(self.seat, what)
        self.trades[self.seat] += 1

    def _hold(self, seat: int, what: int) -> None:
        """Put a card of the community deck into a hand."""
        facts = self.facts
        if not self.community.get(what):
            raise FoulError("KT-1", f"{facts.name(what)} comes up, but is not left in the community deck")
        self.community[what] -= 1
        pattern, card = facts.pattern_of(what), facts.card_of(what)
        if pattern is not None:
            self.patterns.gain(seat, pattern, self.turn)
        elif card is not None:
            self.cards[seat].append(card)

    # Playing

    def _play(self) -> None:
        row = self._take(PLAY, self.seat)
        card = self.facts.card_of(row[WHAT])
        if card is None or card not in self.cards[self.seat] or not card.effect:
            what = self.facts.name(row[WHAT])
            raise FoulError("KT-10", f"seat {self.seat} plays {what}, which is no action in its hand")
        self._check_legal(row, self._count_free())
        self._check_target(row, card)
        self.cards[self.seat].remove(card)
        if card.effect not in (DRAW_YARN, TAKE_YARN, FROG):
            self._same_yarn("KT-3", f"the yarn that {card.name} moves", row[TAKEN], NO_YARN)
        self._take_effect(row, card)
        if self.in_deck is not None:
            raise FoulError("KT-5", f"the discards are shuffled, though {card.name} draws no yarn")

    def _check_target(self, row: Row, card: Card) -> None:
        """Check whom or what a card is played on: one that it can be, where there is one."""
        cells = {"slot": row[SLOT], "target": row[TARGET]}
        used = {KNIT: "slot", FROG: "slot", TAKE_YARN: "target"}.get(card.effect)
        for name, value in cells.items():
            allowed = self._targets(card) if name == used else [None]
            if value not in allowed:
                raise FoulError("KT-3", f"the {name} of {card.name} is {value}, allowed: {allowed}")

    def _take_effect(self, row: Row, card: Card) -> None:
        if card.effect == KNIT and row[SLOT] is not None:
            self._knit_on(row[SLOT], card.amount)
        elif card.effect == DRAW_YARN:
            self._draw(row[TAKEN], min(card.amount, self._to_draw()), "KT-3")
            self._into_stash(self.seat, row[TAKEN])
        elif card.effect == TAKE_YARN:
            self._take_yarn(row, card)
        elif card.effect == DRAW_PATTERNS:
            for _ in range(min(card.amount, self.patterns.left)):
                self._draw_pattern(self.seat, "KT-3")
        elif card.effect == EXTRA_CAST_ON:
            if self.steps is not None:
                self.steps += 1
            elif self._peek() == CAST_ON:
                self._cast_on()
        elif card.effect == FROG:
            self._frog(row)

    def _take_yarn(self, row: Row, card: Card) -> None:
        if row[TARGET] is None:
            self._same_yarn("KT-3", f"the yarn that {card.name} takes", row[TAKEN], NO_YARN)
            return
        due = min(card.amount, sum(self.stashes[row[TARGET]]))
        self._equal("KT-3", f"the yarn cards that {card.name} takes", sum(row[TAKEN]), due)
        self._out_of_stash(row[TARGET], row[TAKEN], "KT-3")
        self._into_stash(self.seat, row[TAKEN])

    def _frog(self, row: Row) -> None:
        wip = None if row[SLOT] is None else self.wips[self.seat][row[SLOT]]
        self._same_yarn("KT-3", "the yarn of the frogged WIP", row[TAKEN], wip[2] if wip else NO_YARN)
        if wip:
            self.patterns.frog(wip[0])
            self._into_stash(self.seat, row[TAKEN])
            self.wips[self.seat][row[SLOT]] = None

    def _draw_pattern(self, seat: int, rule: str) -> None:
        row = self._take(DRAW_PATTERN, seat, rule)
        self.patterns.draw(seat, self.facts.pattern_of(row[WHAT]), self.turn, rule)

    # Knitting

    def _knit_on(self, slot: int, weeks: int) -> None:
        """Advance a WIP by a card, and finish it if that does it; excess weeks are lost (KT-3)."""
        wip = self.wips[self.seat][slot]
        assert wip
        held, knitted, yarn = wip
        knitted = min(knitted + weeks, self.facts.patterns[held.pattern].weeks)
        self.wips[self.seat][slot] = (held, knitted, yarn)
        self._finish_what_is_done()

    def _finish_what_is_done(self) -> None:
        """Take the rows of the WIPs that are done, in the order of cast-on cards (KT-6)."""
        for slot, wip in enumerate(self.wips[self.seat]):
            if wip and wip[1] >= self.facts.patterns[wip[0].pattern].weeks:
                self._finish(slot, wip)

    def _finish(self, slot: int, wip: Wip) -> None:
        row, seat, facts = self._take(FINISH, self.seat, "KT-6"), self.seat, self.facts
        held, _, yarn = wip
        self._equal("KT-6", "the cast-on card that is free again", row[SLOT], slot)
        self._equal("KT-6", "the pattern that is finished", facts.pattern_of(row[WHAT]), held.pattern)
        self._same_yarn("KT-6", "the yarn of the FO", row[TAKEN], yarn)
        kept = tuple(cards * real for cards, real in zip(yarn, self.real_colours[seat], strict=True))
        points = facts.patterns[held.pattern].points
        held.bonus = points * (held.pattern in self.real_patterns[seat]) + SKEIN_POINTS * sum(kept)
        rule = "KT-15" if facts.real_life else "KT-6"
        self._equal(rule, "the FO's points", row[POINTS], points + held.bonus)
        self.discards = tuple(
            here + cards - mat for here, cards, mat in zip(self.discards, yarn, kept, strict=True)
        )
        held.finished_turn = self.turn
        self.wips[seat][slot] = None
        self.fo_points[seat] += row[POINTS]
        self.bonus[seat] += held.bonus
        self.finished[seat] += 1
        if self.closer is None and self.fo_points[seat] >= facts.target:
            self.closer, self.last_turn = seat, self.turn + facts.players - 1

    # Casting on

    def _cast_on(self) -> None:
        row, seat = self._take(CAST_ON, self.seat), self.seat
        pattern, slot, hand = self.facts.pattern_of(row[WHAT]), row[SLOT], self.patterns.hands[seat]
        held = next((held for held in hand if held.pattern == pattern), None)
        if held is None:
            what = self.facts.name(row[WHAT])
            raise FoulError("KT-8", f"seat {seat} casts on {what}, which is not in its hand")
        if slot not in range(SLOTS) or self.wips[seat][slot]:
            raise FoulError("KT-8", f"seat {seat} casts on with cast-on card {slot}, which is not free")
        patterns, stash = self.facts.patterns, self.stashes[seat]
        self._check_legal(row, sum(can_pay(patterns[one.pattern], stash) for one in hand))
        if not is_payment(patterns[held.pattern], row[TAKEN]):
            raise FoulError("KT-2", f"{patterns[held.pattern].name} cannot be paid like that")
        self._out_of_stash(seat, row[TAKEN], "KT-8")
        self.patterns.cast_on(held, self.turn, row[TAKEN])
        self.wips[seat][slot] = (held, 0, row[TAKEN])
