"""Buttons, scores, ranks and winners, compared with what the log says of them."""

from collections.abc import Sequence
from typing import NamedTuple

from simulation.games.knit_wit.referee_answers import Answer
from simulation.games.knit_wit.referee_clock import Clock
from simulation.games.knit_wit.referee_facts import Design, Facts, equal, milliseconds
from simulation.referee import BEYOND_RULES, FoulError, Row

END_REASONS = ("last_button", "one_more")
LAST_BUTTON, ONE_MORE = range(2)


class Seat(NamedTuple):
    """A seat as its row of the log tells it, after the game's number."""

    number: int
    policy: int
    rank: int
    win_share: float
    score: int
    bonus: int
    button: int | None
    answers: int
    blanks: int
    finish_second: float

    @property
    def stopped(self) -> int:
        """When it stopped, in milliseconds."""
        return milliseconds(f"finish of seat {self.number}", self.finish_second)


def read_seats(facts: Facts, rows: Sequence[Row]) -> list[Seat]:
    """Return the seats.

    Raises
    ------
    FoulError
        If there is not one for each player, in order, with the run's policies.
    """
    seats = [Seat(*row[1:]) for row in rows]
    if [seat.number for seat in seats] != list(range(facts.players)):
        raise FoulError(BEYOND_RULES, f"seats has not one row for each of {facts.players} seats in order")
    names = list(dict.fromkeys(facts.policies))
    for seat in seats:
        due = facts.policies[seat.number]
        equal(BEYOND_RULES, f"the policy of seat {seat.number}", names[seat.policy], due)
    return seats


# Buttons and the clock


def check_clock(facts: Facts, design: Design, seats: Sequence[Seat], answers: Sequence[Answer]) -> None:
    """Check who takes which button when, and that nobody writes when it may not.

    Raises
    ------
    FoulError
        At the first seat whose time line is against the rules.
    """
    last = _last_button(facts, seats)
    for seat in seats:
        own = [answer for answer in answers if answer.seat == seat.number]
        clock = Clock(facts, seat.number, design, own)
        if seat.button is None:
            _check_late(facts, seat, own, last)
        elif any(answer.moment > seat.stopped for answer in own):
            raise FoulError("KW-8", f"seat {seat.number} writes after it took a button")
        clock.run()
        if seat.button is None:
            _check_stopped(facts, seat, clock, last)
        elif not clock.can_take_button(seat.stopped):
            what = f"seat {seat.number} takes a button at {seat.finish_second} s"
            raise FoulError("KW-8", f"{what}, neither having written nor given a spool up just then")


def _last_button(facts: Facts, seats: Sequence[Seat]) -> int:
    """Return when the last button is taken; check that all are, and in the order of the clock."""
    takers = sorted((seat.button, seat.stopped) for seat in seats if seat.button is not None)
    places, due = [place for place, _ in takers], list(range(1, 1 + len(facts.holes)))
    equal("KW-8", "places in which buttons are taken", places, due)
    moments = [moment for _, moment in takers]
    if moments != sorted(moments):
        raise FoulError("KW-8", "a button is taken before one that lies higher")
    return moments[-1]


def _check_late(facts: Facts, seat: Seat, own: Sequence[Answer], last: int) -> None:
    """Check what a seat without a button writes after the last one is taken (KW-9)."""
    late = [answer for answer in own if answer.moment > last]
    if len(late) > facts.writes_on:
        what = f"seat {seat.number} writes {len(late)} answers after the last button was taken"
        raise FoulError("KW-9", f"{what}, allowed: {int(facts.writes_on)}")


def _check_stopped(facts: Facts, seat: Seat, clock: Clock, last: int) -> None:
    """Check when a seat without a button stops.

    Where it may write one more answer: with that, or with its sheet if none comes; an answer in the very
    millisecond of the last button can be either that one or one before.
    """
    if not clock.can_write_until(max(last, clock.moment)):
        raise FoulError("KW-8", f"the sheet of seat {seat.number} is done early, but it takes no button")
    allowed = {last}
    if facts.writes_on:
        allowed = {clock.moment} if clock.answers and clock.moment >= last else set()
        if clock.moment <= last:
            allowed |= {end for end in clock.ends() if end >= last}
    if seat.stopped not in allowed:
        due = " or ".join(f"{moment / 1000} s" for moment in sorted(allowed))
        raise FoulError("KW-9", f"seat {seat.number} stops at {seat.finish_second} s, expected {due}")


# Scores


def check_scores(facts: Facts, seats: Sequence[Seat], answers: Sequence[Answer]) -> None:
    """Check what every seat scores, and its rank.

    Raises
    ------
    FoulError
        At the first number that is not as it has to be.
    """
    for seat in seats:
        whose = f"of seat {seat.number}"
        own = [answer for answer in answers if answer.seat == seat.number]
        holes = 0 if seat.button is None else facts.holes[seat.button - 1]
        equal("KW-8", f"answers {whose}", seat.answers, len(own))
        equal("KW-8", f"blanks {whose}", seat.blanks, facts.turns - len(own))
        equal("KW-12", f"bonus {whose}", seat.bonus, facts.hole_points * holes)
        points = sum(answer.points for answer in own)
        equal("KW-12", f"score {whose}", seat.score, points + seat.bonus)
    scores = [seat.score for seat in seats]
    for seat in seats:
        better = sum(score > seat.score for score in scores)
        share = 0 if better else 1 / scores.count(seat.score)
        equal("KW-15", f"rank of seat {seat.number}", seat.rank, 1 + better)
        equal("KW-15", f"win_share of seat {seat.number}", seat.win_share, share)


def check_game(facts: Facts, design: Design, seats: Sequence[Seat], row: Row) -> None:
    """Check the game's own row.

    Raises
    ------
    FoulError
        At the first number that is not as it has to be.
    """
    _, players, turns, reason, winners, seconds, regions, design_points, deepest = row
    loops = [spool.loops for spool in design.spools]
    equal("KW-2", "players", players, facts.players)
    equal("KW-2", "turns", turns, facts.turns)
    equal("KW-7", "regions", regions, design.regions)
    equal("KW-12", "points of the design", design_points, sum(loops))
    equal("KW-12", "most loops round a spool", deepest, max(loops))
    last = max(seat.stopped for seat in seats)
    equal("KW-9", "seconds, in milliseconds", milliseconds("seconds of the game", seconds), last)
    due = END_REASONS[ONE_MORE if facts.writes_on else LAST_BUTTON]
    equal("KW-9", "end of the game", END_REASONS[reason], due)
    best = max(seat.score for seat in seats)
    mask = sum(1 << seat.number for seat in seats if seat.score == best)
    equal("KW-15", "winners, as a bit mask", winners, mask)
