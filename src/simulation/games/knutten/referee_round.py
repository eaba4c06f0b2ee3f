"""A round replayed event by event: what the rules expect next is known, and compared with the log."""

from collections.abc import Sequence

from simulation.games.knutten.referee_facts import AGAIN, COPY, FIVE, NUMBER, REVERSE, SET, SKIP
from simulation.games.knutten.referee_table import BY_SWARM, BY_WIND, STALLED, Outcome
from simulation.games.knutten.referee_watch import (
    AFTER,
    CARD,
    EVENT,
    EVENTS,
    HAND,
    JOHN,
    LEGAL,
    PLAY,
    REDRAW,
    REFILL,
    SEAT,
    SHOO,
    SIDE,
    TARGET,
    WIND,
    WORTH,
    Watch,
)
from simulation.referee import FoulError, Row

NOT_REFILLED = "nobody can play, but the swamp is not refilled"
REFILLED = "the swamp is refilled, though somebody can play"


class Round(Watch):
    """One round of a game, from the deal to a bite, WIND or the last turn."""

    def judge(self) -> Outcome:
        """Replay the round to its end.

        Raises
        ------
        FoulError
            At the first event that is not as the rules say.
        """
        for seat in self._clockwise():
            self.hands.fill(seat)
        outcome = self._wind(self._clockwise(), self.table.turn)
        while outcome is None:
            if self.turns == self.facts.max_turns:
                outcome = self._close(Outcome(STALLED, self.swarm, 0, 0, self.plays, self.john_bitten), ())
            else:
                outcome = self._refill() or self._turn()
        return outcome

    # Between turns

    def _wind(self, seats: Sequence[int], turn: int) -> Outcome | None:
        """Take the shout, if there is one, of the first of the seats that holds WIND (KN-10)."""
        row = self._peek()
        if row is None or row[EVENT] != WIND:
            return None
        seat = row[SEAT]
        if not self.facts.wind:
            raise FoulError("KN-10", "WIND is shouted, though the switch wind is off")
        if seat not in seats:
            raise FoulError("KN-10", f"seat {seat} shouts WIND, though it has drawn no card just now")
        self._take(row, seat, turn)
        self._quiet(row, "KN-10")
        self._no_choice(row)
        self.hands.show(seat, row[HAND:])
        if not self.facts.has_wind(row[HAND:]):
            raise FoulError("KN-10", f"seat {seat} shouts WIND without three of the same card")
        others = (1 << self.facts.players) - 1 - (1 << seat)
        count = self.facts.players - 1
        outcome = Outcome(BY_WIND, self.swarm, others, count, self.plays, self.john_bitten)
        return self._close(outcome, seats[seats.index(seat) :])

    def _refill(self) -> Outcome | None:
        """Look for KN-9: take a refill that is due, and see that none is missing."""
        row = self._peek()
        due = not self.hands.swamp and bool(self.lying)
        if row is None or row[EVENT] != REFILL:
            if due and (row is None or row[EVENT] != PLAY):
                self._ask(range(self.facts.players), True, "KN-9", NOT_REFILLED)
            return None
        if not due:
            pile = f"with {self.hands.swamp} cards in it" if self.hands.swamp else "from no swarm"
            raise FoulError("KN-9", f"the swamp is refilled {pile}")
        self._take(row, self.seat, self.table.turn)
        self._quiet(row, "KN-9")
        self._no_choice(row)
        self._show(self.seat, row[HAND:])
        self._ask(range(self.facts.players), False, "KN-9", REFILLED)
        self.hands.refill_swamp(self.lying)
        self.lying = []
        for seat in self._clockwise():
            self.hands.fill(seat)
        return self._wind(self._clockwise(), self.table.turn)

    # Turns

    def _turn(self) -> Outcome | None:
        row = self._peek()
        if self._second_part and (row is None or row[SEAT] != self.seat):
            self._decline()
        if row is None:
            raise FoulError(*self._missing())
        event, seat, hand = row[EVENT], self.seat, row[HAND:]
        if event in (REFILL, WIND) or (self._second_part and event not in (PLAY, JOHN)):
            rule = {REFILL: "KN-9", WIND: "KN-10"}.get(event, "KN-8")
            raise FoulError(rule, f"seat {row[SEAT]} has the event {EVENTS[event]}, which is not due")
        self._take(row, seat, self.table.turn)
        self._show(seat, hand)
        counts = self._legal()
        legal = sum([counts[card] for card in hand])
        if row[LEGAL] != legal:
            raise FoulError("KN-6", f"seat {seat} has {row[LEGAL]} legal choices, expected {legal}")
        self.turns += 1
        self._second_part = False
        if event == PLAY:
            return self._play(row)
        self._quiet(row, "KN-4")
        if event == JOHN:
            return self._john(row)
        if event == SHOO:
            self._shoo()
            return None
        if legal > (self.facts.john in hand):
            raise FoulError("KN-8", f"seat {seat} has {legal} legal choices and may not {EVENTS[event]}")
        if event == REDRAW:
            return self._redraw()
        self._pass()
        return None

    def _decline(self) -> None:
        """Whoever redrew does not play: then it has nothing legal, or John alone (KN-8)."""
        self._ask([self.seat], False, "KN-8", f"seat {self.seat} redrew and can play, but does not")
        self._second_part = False
        self._pass_on("KN-8")

    def _next_turn(self) -> None:
        self.table.turn += 1

    def _pass_on(self, rule: str = "KN-4") -> None:
        """Let the next seat move, past those that lose a turn."""
        self._order_rule = "KN-13" if self._direction < 0 or self._skips else rule
        steps = 1 + self._skips
        self._skips = 0
        self.seat = (self.seat + self._direction * steps) % self.facts.players

    def _draw_one(self, slot: int) -> Outcome | None:
        """Draw after a play (KN-4) and look for WIND."""
        self.hands.draw(self.seat, slot)
        self._next_turn()
        return self._wind((self.seat,), self.table.turn - 1)

    def _play(self, row: Row) -> Outcome | None:
        card, side, seat = row[CARD], row[SIDE], self.seat
        if card is None or side is None or card == self.facts.john or card not in row[HAND:]:
            raise FoulError("KN-4", f"seat {seat} plays {self.facts.name(card)}, no side in its hand")
        if row[TARGET] is not None:
            raise FoulError("KN-16", "a play has a target, though John is not played")
        symbol, worth = kind = self.facts.sides[card][side]
        if symbol == NUMBER:
            worth = self.facts.worth(kind, self.table.john_at is not None)
            self._check_worth(row, worth, "KN-17" if kind[1] == FIVE else "KN-4")
            after = self.swarm + worth * (1 + len(self.copiers))
        else:
            self._check_worth(row, None, "KN-7" if symbol == COPY else "KN-13")
            after = worth if symbol == SET else self.swarm
        self._check_jump(row, symbol, after)
        slot = self.hands.put_down(seat, card)
        self.lying.append(card)
        self.plays += 1
        before, self.swarm = self.swarm, after
        if after >= self.facts.bite_at:
            return self._bite(before, worth)
        if symbol == NUMBER:
            self.copiers.clear()
        elif symbol == COPY:
            self.copiers.append(seat)
        outcome = self._draw_one(slot)
        self._take_effect(symbol)
        return outcome

    @staticmethod
    def _check_worth(row: Row, worth: int | None, rule: str) -> None:
        if row[WORTH] != worth:
            raise FoulError(rule, f"the side is said to be worth {row[WORTH]}, expected {worth}")

    def _check_jump(self, row: Row, symbol: str, after: int) -> None:
        if after < 0:
            raise FoulError("KN-6", f"the play takes the swarm below 0, to {after}")
        if row[AFTER] != after:
            rule = "KN-13" if symbol not in (NUMBER, COPY) else "KN-7" if self.copiers else "KN-4"
            raise FoulError(rule, f"the swarm is {row[AFTER]} after the play, expected {after}")

    def _take_effect(self, symbol: str) -> None:
        """Do what a side does to the order of turns (KN-13), and say whose turn comes."""
        rule = "KN-4" if symbol in (NUMBER, COPY) else "KN-13"
        if symbol == REVERSE:
            self._direction = -self._direction
        self._skips += symbol == SKIP
        if symbol == AGAIN:
            self._order_rule = rule
        else:
            self._pass_on(rule)

    def _bite(self, before: int, worth: int) -> Outcome:
        """End the round with a bite (KN-5) for whom KN-7 blames; KN-18 says how many."""
        self._next_turn()
        blamed = self.seat
        if self.facts.copier_is_blamed:
            for copies, seat in enumerate(self.copiers, 1):
                if before + copies * worth >= self.facts.bite_at:
                    blamed = seat
                    break
        bites = self.swarm - self.facts.bite_at + 1 if self.facts.heavy else 1
        return self._close(
            Outcome(BY_SWARM, self.swarm, 1 << blamed, bites, self.plays, self.john_bitten), ()
        )

    def _john(self, row: Row) -> Outcome | None:
        if row[CARD] != self.facts.john or row[CARD] not in row[HAND:]:
            raise FoulError("KN-15", f"seat {self.seat} plays John with {self.facts.name(row[CARD])}")
        bites, target = self.table.bites, row[TARGET]
        fewest = min(bites)
        if fewest + 1 >= self.facts.last_bite:
            allowed = [self.seat]
        else:
            allowed = [seat for seat, count in enumerate(bites) if count == fewest]
        if target not in allowed:
            raise FoulError("KN-16", f"John is laid in front of seat {target}, allowed: {allowed}")
        if fewest + 1 < self.facts.last_bite:
            bites[target] += 1
            self.john_bitten |= 1 << target
        self.table.john_at = target
        self.plays += 1
        outcome = self._draw_one(self.hands.put_down(self.seat, self.facts.john))
        self._pass_on()
        return outcome

    def _shoo(self) -> None:
        if self.table.john_at != self.seat:
            raise FoulError("KN-17", f"seat {self.seat} shoos John, but he lies before {self.table.john_at}")
        self.table.john_at, self.table.john_gone = None, True
        self._next_turn()
        self._pass_on()

    def _redraw(self) -> Outcome | None:
        if not self.hands.swamp:
            raise FoulError("KN-8", f"seat {self.seat} redraws from an empty swamp, expected a pass")
        self.hands.put_under(self.seat)
        self.hands.fill(self.seat)
        self._next_turn()
        outcome = self._wind((self.seat,), self.table.turn - 1)
        if self.facts.redraw_then_play:
            self._second_part = True
        else:
            self._pass_on()
        return outcome

    def _pass(self) -> None:
        if self.hands.swamp:
            raise FoulError("KN-8", f"seat {self.seat} passes, but {self.hands.swamp} cards are in the swamp")
        self._next_turn()
        self._pass_on()
