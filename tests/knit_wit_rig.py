"""A table of Knit Wit laid by hand: a design, what each will think of and when, and choices in words."""

from collections.abc import Generator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from knit_wit_steps import ANSWER, KNIT, play_step, score_sheets, scripted
from simulation import Run, simulate
from simulation.buffers import allocate, set_place
from simulation.columns import to_frame
from simulation.games.knit_wit import log
from simulation.games.knit_wit.components import People, Words, change_people, usual_people
from simulation.games.knit_wit.deal import set_up
from simulation.games.knit_wit.design import add_region
from simulation.games.knit_wit.layout import (
    ENCLOSE,
    LOOPS,
    MAX_SEATS,
    NEVER,
    NEXT,
    NONE,
    PASS_OVER,
    PLACE,
    Table,
)
from simulation.games.knit_wit.people import measure_spools, votes_for
from simulation.games.knit_wit.rules import Rules
from simulation.games.knit_wit.setting import set_table
from simulation.games.knit_wit.words import Word
from simulation.randomness import PEOPLE, PLAYERS, SHUFFLES, new_stream

ROWS = {"games": 1, "seats": 8, "spools": 8, "answers": 64, "events": 33}
LETTERS = "a b c d e f g h"
SEED = 2016
MOST_GAMES = 100_000


class Question(NamedTuple):
    """Who is asked, on which turn or how many seconds from Go, and all answers in words; the one given."""

    seat: int
    turn: int
    second: float
    options: list[str]
    given: str = ""


class Sheets(NamedTuple):
    """How the Answer step went, in seconds from Go; ``buttons`` are the seats, from the top button."""

    written: list[dict[int, float]]
    buttons: list[int]
    stopped: list[float]
    questions: list[Question]


class Scores(NamedTuple):
    """How a game was scored: ``points`` by seat and spool, rows of the log by seat, answer and game."""

    points: dict[tuple[int, int], int]
    seats: list[dict[str, Any]]
    answers: dict[tuple[int, int], dict[str, Any]]
    game: dict[str, Any]

    def column(self, name: str) -> list[Any]:
        """Return what the log says of each seat."""
        return [row[name] for row in self.seats]


class Rig:
    """A table of Knit Wit: dealt, with or without a design on it.

    Parameters
    ----------
    players
        Players; seat 0 has the spools 1, 1 + players, ..., if nothing else is said.
    design
        By spool, the words of the loops round it, as "a c"; None for an empty table.
    words
        The words of the loops, in the order in which they are placed.
    difficulty
        By word, where it is not 1.
    spare
        Words that are on no loop.
    people
        Parameters of the model that differ from the usual ones.
    """

    def __init__(
        self,
        players: int,
        design: Mapping[int, str] | None = None,
        *,
        words: str = LETTERS,
        difficulty: Mapping[str, float] | None = None,
        spare: int = 0,
        people: Mapping[str, Any] | None = None,
        **rules: Any,
    ) -> None:
        self.words = [*words.split(), *(f"spare {number}" for number in range(spare))]
        self.people: People = change_people(usual_people(), people or {})
        rows = [
            Word(word=word, category="x", difficulty=(difficulty or {}).get(word, 1), provenance="x")
            for word in self.words
        ]
        self.view, self.secret = set_table(
            players, Rules(**rules), Words("x", tuple(rows)), self.people, True
        )
        self.rows = allocate(log.DTYPES, ROWS)
        self.shuffles, self.luck = new_stream(SEED, SHUFFLES), new_stream(SEED, PLAYERS)
        self.secret["people"]["key"] = SEED, PEOPLE
        self.players = players
        set_up(self.table, self.shuffles[0], 0)
        self.turns = int(self.view["turns"][0])
        self.hand_out({number: (number - 1) % players for number in range(1, self.turns + 1)})
        self.secret[0]["word"][: self.turns] = range(self.turns)
        if design is not None:
            self._lay(design)
        self._forget()

    def hand_out(self, seats: Mapping[int, int]) -> None:
        """Give seats their spools."""
        view = self.view[0]
        view["spool_seat"], view["spools"] = NONE, len(seats)
        for place, number in enumerate(sorted(seats)):
            view["spool"][place] = number - 1
            view["spool_seat"][number - 1] = seats[number]

    def _lay(self, design: Mapping[int, str]) -> None:
        view = self.view[0]
        self.hand_out({number: (number - 1) % self.players for number in design})
        for turn in range(self.turns):
            view["loop_word"][turn] = turn
            view["loop_difficulty"][turn] = self.secret[0]["word_difficulty"][turn]
        for number, text in design.items():
            add_region(self.table, self.signature(text), number - 1)
        measure_spools(view)

    def _forget(self) -> None:
        """Let nobody think of anything, the Shuffle tag not come, and each have ideas of their own."""
        secret = self.secret[0]
        secret["needed"], secret["button"], secret["shuffle_turn"] = NEVER, NONE, NONE
        secret["idea"] = np.arange(1, MAX_SEATS + 1)[:, None]
        secret["rank"] = np.arange(MAX_SEATS)

    @property
    def table(self) -> Table:
        """The table as compiled functions take it."""
        return Table(self.view[0], self.secret[0], self.luck[0])

    def signature(self, text: str) -> int:
        """Return the bit mask of a region told by its words."""
        return sum(1 << self.words.index(word) for word in text.split())

    def region(self, signature: int) -> str:
        """Return the words of a region; the outside is "outside"."""
        return " ".join(self.words[loop] for loop in range(LOOPS) if signature >> loop & 1) or "outside"

    @property
    def regions(self) -> dict[str, int | None]:
        """The regions on the table, in the order in which they appeared, each with its spool."""
        view = self.view[0]
        names = view["region"][: view["regions"]].tolist()
        spools = view["region_spool"].tolist()
        return {self.region(one): None if spools[one] == NONE else spools[one] + 1 for one in names}

    # Choices in words

    def question(self) -> Question:
        """Return the question that lies in the view."""
        view = self.view[0]
        options = [self._option(view, choice) for choice in range(int(view["choice_count"]))]
        return Question(int(view["seat"]), int(view["turn"]), int(view["second"]) / 1000, options)

    def _option(self, view: np.void, choice: int) -> str:
        decision, spool = int(view["decision"]), int(view["choice_spool"][choice])
        if decision in (PASS_OVER, PLACE):
            region = int(view["choice_region"][choice])
            name = "no more" if region == NONE else self.region(region)
            return f"{'pass' if decision == PASS_OVER else 'place'} {name}"
        if decision == NEXT:
            return "button" if spool == NONE else str(spool + 1)
        return f"{'enclose' if decision == ENCLOSE else 'take'} {spool + 1}"

    def asking(self, step: int) -> Generator[Question, str, None]:
        """Play a step, stopping at every question, which then lies in the view; to be sent the answers.

        The step is played anew from its beginning for each question, with one more answer.
        """
        answers: list[int] = []
        while not self.follow(step, answers):
            question = self.question()
            answers.append(question.options.index((yield question)))

    def follow(self, step: int, answers: Sequence[int]) -> bool:
        given, script = np.array(answers, np.int64), new_stream(0, PLAYERS)
        script["key"] = given.ctypes.data, len(given)
        return self._run(step, scripted, script)

    def run(self, step: int, player: Any) -> None:
        """Let a player make all choices of a step."""
        assert self._run(step, player, self.luck), self.secret["fault_choice"]

    def _run(self, step: int, player: Any, luck: np.ndarray) -> bool:
        for name, buffer in self.rows.items():
            set_place(self.secret[0][name], buffer)
        whole = play_step(step, (player,) * MAX_SEATS, self.view, self.secret, luck)
        self.secret["fault_seat"] = NONE
        return whole

    def play(self, step: int, choose: Any) -> list[Question]:
        """Play a step; ``choose`` makes of each question its answer. Return them all."""
        questions, steps, given = [], self.asking(step), None
        while True:
            try:
                question = steps.send(given)
            except StopIteration:
                return questions
            given = choose(question)
            questions.append(question._replace(given=given))

    def knit(self, *script: str) -> list[Question]:
        """Knit by a line a turn, as "enclose 1, pass outside, take 3, place a b"; without any, to the end.

        A question that the line's next answer is none to gets its first choice; a lone choice is no question.
        """
        left = [line.split(", ") if line else [] for line in script]

        def choose(question: Question) -> str:
            line = left[question.turn] if left else []
            return line.pop(0) if line and line[0] in question.options else question.options[0]

        self.view["turns"] = len(script) or self.turns
        questions = self.play(KNIT, choose)
        self.view["turns"] = self.turns
        assert not any(left), f"{left} is no answer to any of {questions}"
        return questions

    def answer(self, *scripts: str) -> Sheets:
        """Answer by a script a seat, as "3 1 button": the spools thought on; then the lowest number due."""
        left = [text.split() for text in (*scripts, *[""] * (self.players - len(scripts)))]

        def choose(question: Question) -> str:
            spools = [option for option in question.options if option != "button"]
            return left[question.seat].pop(0) if left[question.seat] else spools[0]

        questions = self.play(ANSWER, choose)
        assert not any(left), f"{left} was never asked for"
        return self.sheets(questions)

    def sheets(self, questions: Sequence[Question] = ()) -> Sheets:
        """Return how the Answer step went."""
        secret, seats = self.secret[0], range(self.players)
        spools = [int(spool) for spool in self.view["spool"][0, : int(self.view["spools"][0])]]
        written = [
            {
                s + 1: int(secret["written"][seat, s]) / 1000
                for s in spools
                if secret["answered"][seat] >> s & 1
            }
            for seat in seats
        ]
        took = sorted((int(secret["button"][seat]), seat) for seat in seats if secret["button"][seat] != NONE)
        stopped = [int(secret["clock"][seat]) / 1000 for seat in seats]
        return Sheets(written, [seat for _, seat in took], stopped, list(questions))

    def ask(self, player: Any) -> str:
        """Return what a player answers to the question that lies in the view."""
        choice = player(self.view[0], self.luck[0])
        assert 0 <= choice < self.view["choice_count"][0]
        return self.question().options[choice]

    # What people think of, and their sheets

    def needs(self, *seconds: Mapping[int, float]) -> "Rig":
        """Say after how much thought each seat will have an answer, by spool; never for the others."""
        for seat, by_spool in enumerate(seconds):
            for number, needed in by_spool.items():
                self.secret[0]["needed"][seat, number - 1] = round(1000 * needed)
        return self

    def write(self, *sheets: Mapping[int, int], buttons: Sequence[int] = ()) -> "Rig":
        """Write on each seat's sheet, by spool, an answer by its rank; seats take buttons from the top."""
        secret = self.secret[0]
        for seat, sheet in enumerate(sheets):
            secret["answer_count"][seat] = len(sheet)
            secret["answered"][seat] = sum(1 << (number - 1) for number in sheet)
            for number, idea in sheet.items():
                secret["idea"][seat, number - 1] = idea
        for place, seat in enumerate(buttons):
            secret["button"][seat] = place
        return self

    def let_vote(self, votes: Mapping[tuple[int, int], int]) -> "Rig":
        """Find a game in which so many vote for the answers of a seat for a spool, if they are challenged."""
        for game in range(MOST_GAMES):
            self.secret["game"] = game
            if all(votes_for(self.table, seat, number - 1) == n for (seat, number), n in votes.items()):
                return self
        raise AssertionError(f"no game has the votes {votes}")

    def score(self) -> Scores:
        """Score the sheets."""
        for name, buffer in self.rows.items():
            set_place(self.secret[0][name], buffer)
        score_sheets(self.view, self.secret, self.luck, np.zeros(MAX_SEATS, np.int64))
        answers = {(row["seat"], row["spool"]): row for row in self.log("answers")}
        points = {key: row["points"] for key, row in answers.items()}
        return Scores(points, self.log("seats"), answers, self.log("games")[0])

    def log(self, table: str) -> list[dict[str, Any]]:
        """Return the rows of a table of the log."""
        written = int(self.secret[table]["written"][0])
        assert written <= len(self.rows[table])
        reach = int(self.people["reach"].of(0))
        columns = log.tables(self.words, ["scripted"], reach)[table]
        return to_frame(self.rows[table][:written], columns).to_dicts()


def knit_wit(out: Any, **arguments: Any) -> Run:
    """Simulate Knit Wit into a folder."""
    return simulate("knit_wit", out=out, progress=False, **arguments)
