"""Turns of Knitting on a table laid out by hand: answers are scripted in words, all questions are kept."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from knitting_table import LaidTable, shipped
from knitting_words import YARNS
from simulation import Run, simulate
from simulation.buffers import row_access
from simulation.columns import to_frame
from simulation.compiling import compiled
from simulation.games.knitting import choices, log
from simulation.games.knitting.layout import (
    CAST_ON,
    CHOOSE,
    DISCARD,
    DRAWS_AND_TAKES,
    DRAWS_TWO,
    FREE,
    GOES_ON,
    KEEP,
    MATCHING,
    MAX_SEATS,
    NONE,
    PAY,
    PICKS,
    TAKE_YARN,
    TAKES_STACKS,
    TAKES_WILD,
    TRADES,
    Table,
    player_signature,
    secret_type,
    view_type,
)
from simulation.games.knitting.play import GOES_ON as NOT_OVER
from simulation.games.knitting.play import end_reason, play_turn
from simulation.games.knitting.scores import log_game
from simulation.games.knitting.table import set_up
from simulation.randomness import PLAYERS, new_stream, stream_type

Records = tuple[np.ndarray, np.ndarray, np.ndarray]
FAULT = -2
WINDOWS = ("before knit", "after knit", "after choice", "after cast on")
DECISIONS = {
    DISCARD: "discard",
    CHOOSE: "choose",
    KEEP: "keep",
    CAST_ON: "cast on",
    MATCHING: "matching",
    PAY: "pay",
}
_answer = row_access(numba.from_dtype(np.dtype([("choice", np.int64)])))


@numba.njit(player_signature)
def scripted(view, luck):
    """Give the next of the answers that lie where the stream's key says; -1 when there are no more."""
    place = luck.halves
    if place >= np.int64(luck.key[1]):
        return -1
    luck.halves = place + 1
    return _answer(np.int64(luck.key[0]), place).choice


@compiled(
    types.int64(
        types.FunctionType(player_signature),
        *(types.int64[::1], view_type[::1], secret_type[::1], stream_type[::1], types.int64),
    )
)
def _turns(player, policies, view, secret, luck, turns):
    table, players = Table(view[0], secret[0], luck[0]), (player, player, player, player)
    for _ in range(turns):
        table.open.turn += 1
        if not play_turn(table, players, table.open.turn % table.open.players):
            return FAULT
        over = end_reason(table.open)
        if over != NOT_OVER:
            log_game(table, over, policies)
            return over
    return NOT_OVER


class Question(NamedTuple):
    """What a seat was asked (a window of its turn, or a decision), all answers in words, the one given."""

    seat: int
    decision: str
    options: list[str]
    answer: str


@dataclass(frozen=True)
class Outcome:
    """How some turns went; ``over`` is None if the game goes on."""

    over: str | None
    questions: list[Question]
    events: list[dict[str, Any]]

    @property
    def names(self) -> list[str]:
        """What happened, event by event."""
        return [event["event"] for event in self.events]

    def event(self, name: str) -> dict[str, Any]:
        """Return the one event of a name."""
        (found,) = [event for event in self.events if event["event"] == name]
        return found

    def options(self, decision: str) -> list[str]:
        """Return what could be answered when a decision was first asked for; nothing if it was not."""
        return next((one.options for one in self.questions if one.decision == decision), [])

    @property
    def asked(self) -> list[str]:
        """Decisions asked for."""
        return [question.decision for question in self.questions]


class Rig(LaidTable):
    """A table in the middle of a game, on which turns are played.

    Answers are words: "trade", "play knit 2 on hat", "play take_yarn 2 on seat 1"; "give red"; "take wild",
    "draw two", "take red and blue", "draw and take red", "pick"; "give back hat"; "cast on hat"; "match in
    red"; "2 wild for red". A window may be named: "after choice: trade". Where the script's next answer is
    none, the first choice is made: go on, keep all, cast on nothing, as few Wilds as possible. A lone choice
    is no question.
    """

    def play(self, *answers: str, turns: int = 1) -> Outcome:
        """Play the next turns by a script, which has to be used up."""
        first, left, questions = self._written("events"), list(answers), []
        steps = self.decisions(turns)
        answer = None
        while True:
            try:
                steps.send(answer)
            except StopIteration as end:
                over = end.value
                break
            question = self.question()
            answer = 0
            if left and (said := left[0].removeprefix(f"{question.decision}: ")) in question.options:
                answer = question.options.index(said)
                left.pop(0)
            questions.append(question._replace(answer=question.options[answer]))
        assert not left, f"{left[0]!r} cannot be answered to any of {questions}"
        return Outcome(over, questions, self.log("events")[first:])

    def decisions(self, turns: int = 1) -> Generator[None, int, str | None]:
        """Play turns, stopping at every question, which then lies in the view; to be sent the answers.

        The turns are played anew from their beginning for each question, with one more answer.
        """
        start, answers = self.copy(), []
        while (over := self._follow(start, answers, turns)) == FAULT:
            answers.append((yield))
        return self._reason(over)

    def every_way(self, turns: int = 1) -> Iterator[list[str]]:
        """Play turns in every way there is; yield all answers each time, and the table is as it is then."""
        start = self.copy()
        scripts: list[tuple[list[int], list[str]]] = [([], [])]
        while scripts:
            script, words = scripts.pop()
            if self._follow(start, script, turns) != FAULT:
                yield words
                continue
            for choice, option in enumerate(self.question().options):
                scripts.append(([*script, choice], [*words, option]))

    def copy(self) -> Records:
        """Return the table as it is."""
        return self.view.copy(), self.secret.copy(), self.luck.copy()

    def put_back(self, records: Records) -> None:
        """Lay the table out as it was."""
        self.view[:], self.secret[:], self.luck[:] = records

    def _follow(self, start: Records, answers: Sequence[int], turns: int) -> int:
        self.put_back(start)
        given, script = np.array(answers, np.int64), new_stream(0, PLAYERS)
        script["key"] = given.ctypes.data, len(given)
        over = self._run(scripted, script, turns)
        self.secret["fault_seat"] = NONE
        return over

    def run(self, player: Any, turns: int) -> str | None:
        """Let a player make all choices of some turns; return why the game ended, if it did."""
        over = self._run(player, self.luck, turns)
        assert over != FAULT, (self.secret["fault_seat"], self.secret["fault_choice"])
        return self._reason(over)

    def _run(self, player: Any, luck: np.ndarray, turns: int) -> int:
        policies = np.zeros(MAX_SEATS, np.int64)
        return _turns(player, policies, self.view, self.secret, luck, turns)

    def _reason(self, over: int) -> str | None:
        return None if over == NOT_OVER else log.END_REASONS[over]

    def _written(self, table: str) -> int:
        return int(self.secret[table]["written"][0])

    def log(self, table: str) -> list[dict[str, Any]]:
        """Return the rows of a table of the log."""
        assert self._written(table) <= len(self.rows[table])
        return to_frame(self.rows[table][: self._written(table)], self.columns[table]).to_dicts()

    # Questions in words

    def question(self) -> Question:
        """Return the question that lies in the view; its answer is still open."""
        view = self.view[0]
        decision = int(view["decision"])
        options = [self._in_words(decision, choice) for choice in range(int(view["choice_count"]))]
        asked = WINDOWS[int(view["window"])] if decision == FREE else DECISIONS[decision]
        return Question(int(view["seat"]), asked, options, "")

    def _in_words(self, decision: int, choice: int) -> str:
        chosen = {name: int(self.view[f"choice_{name}"][0, choice]) for name in ("place", "yarn", "amount")}
        place = chosen["place"]
        if decision == FREE:
            return self._free_in_words(choice, place)
        if decision == CHOOSE:
            return self._way_in_words(choice)
        if decision == KEEP:
            return "keep all" if place == NONE else f"give back {self.patterns[self.view['drawn'][0, place]]}"
        if decision == CAST_ON:
            return f"cast on {'nothing' if place == NONE else self.patterns[self.view['hand'][0, place]]}"
        if decision == PAY:
            return f"{chosen['amount']} wild for {YARNS[int(self.view['pay_yarn'][0])]}"
        return f"{'give' if decision == DISCARD else 'match in'} {YARNS[chosen['yarn']]}"

    def _free_in_words(self, choice: int, place: int) -> str:
        view = self.view[0]
        what, target = int(view["choice_what"][choice]), int(view["choice_target"][choice])
        if what in (GOES_ON, TRADES):
            return "trade" if what == TRADES else "go on"
        card = int(view["cards"][place])
        if target == NONE:
            return f"play {self.card_names[card]}"
        if view["card_effect"][card] == TAKE_YARN:
            return f"play {self.card_names[card]} on seat {target}"
        return f"play {self.card_names[card]} on {self.patterns[view['wip'][view['seat'], target]]}"

    def _way_in_words(self, choice: int) -> str:
        what = int(self.view["choice_what"][0, choice])
        if what in (TAKES_WILD, DRAWS_TWO, PICKS):
            return {TAKES_WILD: "take wild", DRAWS_TWO: "draw two", PICKS: "pick"}[what]
        first = YARNS[int(self.view["choice_yarn"][0, choice])]
        if what == TAKES_STACKS:
            return f"take {first} and {YARNS[int(self.view['choice_other'][0, choice])]}"
        assert what == DRAWS_AND_TAKES
        return f"draw and take {first}"

    def ways(self, seat: int = 0) -> list[str]:
        """Return how a seat may shop or pick patterns; nothing at all means that it passes."""
        choices.list_ways(self.table, seat)
        return self.question().options

    def cast_ons(self, seat: int = 0) -> list[str]:
        """Return what a seat may cast on."""
        choices.list_cast_ons(self.table, seat)
        return self.question().options

    def free(self, seat: int = 0, window: int = 0) -> list[str]:
        """Return what a seat may do between the steps of its turn."""
        choices.list_free(self.table, seat, window, 0, 0)
        return self.question().options

    def ask(self, player: Any) -> str:
        """Return what a player answers to the question that lies in the view."""
        choice = player(self.view[0], self.luck[0])
        assert 0 <= choice < self.view["choice_count"][0]
        return self.question().options[choice]


def dealt(players: int, game: int = 0, catalogue: Any = None, seed: int = 2016, **rules: Any) -> Rig:
    """Return a table as it is set up for a game."""
    rig = Rig([""] * players, catalogue=catalogue or shipped(), seed=seed, **rules)
    set_up(rig.table, game)
    return rig


def knitting(out: Any, **arguments: Any) -> Run:
    """Simulate Knitting into a folder."""
    return simulate("knitting", out=out, progress=False, **arguments)
