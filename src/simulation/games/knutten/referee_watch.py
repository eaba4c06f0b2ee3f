"""What the referee keeps in view during a round, and how it compares that with an event."""

from collections.abc import Sequence
from typing import NamedTuple

from simulation.games.knutten.referee_hands import UNSEEN, Hands
from simulation.games.knutten.referee_table import Outcome, Table
from simulation.referee import FoulError, Row

EVENTS = ("play", "redraw", "pass", "refill", "wind", "john", "shoo")
PLAY, REDRAW, PASS, REFILL, WIND, JOHN, SHOO = range(7)
TURN, SEAT, EVENT, LEGAL, ROUND, CARD, SIDE, WORTH, BEFORE, AFTER, WAITING, TARGET, HAND = range(1, 14)
"""Places in a row of events; the hand fills the rest."""
NOT_SHOUTED = "holds three of the same card, but WIND was not shouted at once"


class Question(NamedTuple):
    """Whether cards may be played at some moment, some of which are not seen yet."""

    turn: int
    rule: str
    what: str
    wanted: bool
    draws: list[int]
    legal: list[int]


class Watch:
    """A round as far as the log has been read.

    Parameters
    ----------
    table
        The game so far; it is carried on.
    number, starter
        The round's number and who starts it.
    starter_rule
        The rule that says so.
    """

    def __init__(self, table: Table, number: int, starter: int, starter_rule: str) -> None:
        self.table, self.facts = table, table.facts
        self.number, self.seat = number, starter
        self._order_rule = starter_rule
        cards = list(self.facts.copies)
        if self.facts.john_joins and (table.john_at is not None or table.john_gone):
            cards[self.facts.john] = 0
        self.hands = Hands(self.facts, cards)
        self.swarm, self.lying = 0, list[int]()
        self.copiers = list[int]()
        self.plays = self.turns = self.john_bitten = self._skips = 0
        self._direction, self._second_part = 1, False
        self._questions = list[Question]()

    # Reading

    def _peek(self) -> Row | None:
        table = self.table
        if table.place < len(table.events):
            row = table.events[table.place]
            if row[ROUND] == self.number:
                return row
        return None

    def _take(self, row: Row, seat: int, turn: int) -> None:
        """Check what every event says, and go on to the next."""
        if row[TURN] != turn:
            raise FoulError("KN-19", f"the event bears turn {row[TURN]}, where turn {turn} is due")
        if row[SEAT] != seat:
            what = f"seat {row[SEAT]} has the event {EVENTS[row[EVENT]]}, where seat {seat} is due"
            raise FoulError(self._order_rule, what)
        if row[BEFORE] != self.swarm:
            raise FoulError("KN-4", f"the swarm before the event is {row[BEFORE]}, expected {self.swarm}")
        if row[WAITING] != len(self.copiers):
            raise FoulError("KN-7", f"{row[WAITING]} `?` are said to wait, expected {len(self.copiers)}")
        self.table.place += 1

    def _quiet(self, row: Row, rule: str) -> None:
        """Check that an event plays no card and leaves the swarm alone."""
        if row[AFTER] != self.swarm:
            raise FoulError(rule, f"{EVENTS[row[EVENT]]} changes the swarm from {self.swarm} to {row[AFTER]}")
        for place, name in ((CARD, "card"), (SIDE, "side"), (WORTH, "worth"), (TARGET, "target")):
            if row[place] is not None and (row[EVENT] != JOHN or name in ("side", "worth")):
                raise FoulError(rule, f"{EVENTS[row[EVENT]]} has a {name}, where none is due")

    def _show(self, seat: int, hand: Sequence[int]) -> None:
        """Check a hand that no WIND has been shouted for."""
        if self.hands.show(seat, hand) and self.facts.wind and self.facts.has_wind(hand):
            raise FoulError("KN-10", f"seat {seat} {NOT_SHOUTED}")

    def _clockwise(self) -> list[int]:
        players = self.facts.players
        return [(self.seat + step) % players for step in range(players)]

    def _legal(self) -> list[int]:
        return self.facts.legal(self.swarm, len(self.copiers), self.table.john_at is not None)

    @staticmethod
    def _no_choice(row: Row) -> None:
        if row[LEGAL] != 0:
            raise FoulError("KN-6", f"{EVENTS[row[EVENT]]} has {row[LEGAL]} legal choices, expected 0")

    def _missing(self) -> tuple[str, str]:
        """Say what is wrong where the round goes on and the log does not."""
        table = self.table
        if table.place < len(table.events):
            row = table.events[table.place]
            return "KN-11", f"round {self.number} has not ended, but an event of round {row[ROUND]} follows"
        return "KN-5", f"round {self.number} has not ended, but the log has"

    # What unseen cards will answer

    def _ask(self, seats: Sequence[int], wanted: bool, rule: str, what: str) -> None:
        """Ask whether any of the seats can play a card other than John; unseen cards answer later."""
        draws = [draw for seat in seats for draw in self.hands.slots[seat] if draw]
        question = Question(self.table.turn, rule, what, wanted, draws, self._legal())
        if self._is_broken(question, at_once=True):
            raise FoulError(rule, what)
        self._questions.append(question)

    def _is_broken(self, question: Question, at_once: bool) -> bool:
        """Tell whether the answer is certain, and not the one that is wanted."""
        open_still = False
        for draw in question.draws:
            kinds = [UNSEEN] if at_once and not self.hands.seen(draw) else self.hands.kinds_of(draw)
            playable = [kind >= 0 and kind != self.facts.john and question.legal[kind] > 0 for kind in kinds]
            if all(playable):
                return not question.wanted
            open_still = open_still or any(playable) or UNSEEN in kinds
        return question.wanted and not open_still

    def _close(self, outcome: Outcome, excused: Sequence[int]) -> Outcome:
        """Answer what was left open, now that all is seen that ever will be."""
        settled = self.hands.settle()
        for question in self._questions:
            if self._is_broken(question, at_once=False):
                self.table.turn = question.turn
                raise FoulError(question.rule, question.what)
        if settled and self.facts.wind:
            for seat in set(range(self.facts.players)) - set(excused):
                if self.facts.has_wind([kind for kind in self.hands.hand(seat) if kind >= 0]):
                    raise FoulError("KN-10", f"seat {seat} {NOT_SHOUTED}")
        return outcome
