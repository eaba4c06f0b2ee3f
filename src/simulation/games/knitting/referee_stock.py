"""The yarn store stocked, as the referee follows it (KT-5)."""

from simulation.games.knitting.referee_facts import (
    NO_YARN,
    WILD,
    Yarn,
    colours_in,
    in_words,
    is_in,
    minus,
    plus,
)
from simulation.games.knitting.referee_watch import AFTER, RESHUFFLE, STOCK, TAKEN, WIPE, Watch
from simulation.referee import FoulError, Row

STACKS = CORNERS = 4


class Stocking(Watch):
    """What is done at the end of every turn, and before the first."""

    def _stock(self) -> None:
        """Take the rows of a stocking: its wipes, at most one reshuffle, and what lies there in the end."""
        shuffled = False
        while self._peek() in (WIPE, RESHUFFLE):
            if self._peek() == WIPE:
                self._wipe()
            else:
                self._reshuffle(shuffled)
                shuffled = True
        row = self._take(STOCK, self.seat)
        laid = self._laid(row, row[AFTER])
        self._same_yarn("KT-5", "the yarn that is stocked", row[TAKEN], laid)
        self._check_laid(row[AFTER])
        self._check_stop(row[AFTER], laid, shuffled)
        self.store = row[AFTER]

    def _laid(self, row: Row, lying: Yarn) -> Yarn:
        """Draw what a row of a stocking laid out; return it."""
        if not is_in(self.store, lying):
            what = f"the store loses yarn while it is stocked: {in_words(self.store)} before"
            raise FoulError("KT-5", f"{what}, {in_words(lying)} after")
        laid = minus(lying, self.store)
        if any(laid) and colours_in(self.store) == STACKS:
            raise FoulError("KT-5", f"{in_words(laid)} drawn, though {STACKS} solid colours lay out")
        self._take_from_deck(laid)
        return laid

    def _check_laid(self, lying: Yarn) -> None:
        """Check that what lies in the store has its place there."""
        if colours_in(lying) > STACKS or lying[WILD] > CORNERS:
            raise FoulError("KT-5", f"the store has no room for {in_words(lying)}")

    def _wipe(self) -> None:
        row = self._take(WIPE, self.seat)
        self._laid(row, row[TAKEN])
        self._same_yarn("KT-5", "the store after a wipe", row[AFTER], NO_YARN)
        if row[TAKEN][WILD] != CORNERS + 1 or colours_in(row[TAKEN]) >= STACKS:
            what = f"the store is wiped with {in_words(row[TAKEN])}"
            raise FoulError("KT-5", f"{what}, expected the fifth Wild and fewer than {STACKS} colours")
        self.discards = plus(self.discards, row[TAKEN])
        self.store = NO_YARN
        self.wipes += 1

    def _reshuffle(self, shuffled: bool) -> None:
        row = self._take(RESHUFFLE, self.seat)
        self._laid(row, row[AFTER])
        self._check_laid(row[AFTER])
        if shuffled:
            raise FoulError("KT-5", "the discards are shuffled twice within one stocking")
        if any(self.deck):
            raise FoulError("KT-5", f"the discards are shuffled, though the deck holds {in_words(self.deck)}")
        if colours_in(row[AFTER]) == STACKS:
            raise FoulError("KT-5", f"the discards are shuffled, though {STACKS} solid colours lie out")
        self.store = row[AFTER]
        self._shuffle(row)

    def _check_stop(self, lying: Yarn, laid: Yarn, shuffled: bool) -> None:
        """Check that the stocking stops where it has to: when four colours lie out, or nothing is left."""
        if colours_in(lying) == STACKS:
            new = [here for here, cards in zip(lying[:WILD], laid[:WILD], strict=True) if cards == here]
            if any(laid) and 1 not in new:
                what = f"{in_words(laid)} drawn, none of which is the last and the only one of its colour"
                raise FoulError("KT-5", what)
        elif any(self.deck):
            raise FoulError("KT-5", f"stocking stops at {in_words(lying)}, though the deck has cards")
        elif any(self.discards) and not shuffled:
            raise FoulError("KT-5", f"stocking stops at {in_words(lying)}, though there are discards")
