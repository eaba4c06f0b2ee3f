"""A game told in words, from its log: the Knit step turn by turn, the answers by the clock, the score."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from simulation.games.knit_wit.checks import holes_of
from simulation.games.knit_wit.replay_design import Design, passed_over
from simulation.games.knit_wit.replay_tables import design_table, ordinal, sheets_table
from simulation.games.knit_wit.rules import Rules
from simulation.numbers import read_whole
from simulation.runs import Run
from simulation.words import component_name, counted, listed

Row = Mapping[str, Any]
_TABLES = ("games", "seats", "spools", "answers", "events")
_LEGEND = (
    "  There are no real answers: a number is an answer's place in popularity, 1 the most popular; - none.",
    "  = the same on another sheet; ? challenged, with so many votes for it; x struck out; then the points.",
)


def tell(run: Run, game_id: int) -> Iterator[str]:
    """Tell a game line by line: who plays, the design that is knitted, the sheets, who wins.

    Raises
    ------
    GamegaugeError
        If the run has no such game, or no events.
    """
    game_id = read_whole("game", game_id, 0, run.count - 1)
    story = _Story(run, {table: run.rows_of_game(table, game_id) for table in _TABLES})
    yield from story.opening(game_id)
    yield from story.knit()
    yield ""
    yield from story.design()
    yield ""
    yield from story.answers()
    yield ""
    yield from story.sheets()
    yield ""
    yield from story.ending()


class _Story:
    """The rows of a game, and the design as far as it is knitted."""

    def __init__(self, run: Run, rows: Mapping[str, list[dict[str, Any]]]) -> None:
        self._run, self._players = run, run.players
        self._seats, self._spools = rows["seats"], rows["spools"]
        self._answers, self._events = rows["answers"], rows["events"]
        (self._game,) = rows["games"]
        self._rules = Rules.read(run.rules)
        self._holes = holes_of(run.players)
        self._design = Design()

    # Before the first turn

    def opening(self, game_id: int) -> Iterator[str]:
        """Tell who plays what, and what everybody has."""
        changes = ", ".join(f"{name}={value}" for name, value in self._rules.changes().items())
        names = ", ".join(
            component_name(kind, one["name"], kind) for kind, one in self._run.components.items()
        )
        yield f"Game {game_id} of {self._run.path.name}: {names}, {changes or 'rules as in the rulebook'}."
        for row in self._seats:
            yield f"Seat {row['seat']} plays {row['policy']}, and has {self._hand(row['seat'])}."
        yield f"{self._buttons()}."

    def _hand(self, seat: int) -> str:
        spools = [str(row["spool"]) for row in self._spools if row["seat"] == seat]
        loops = [row["colour"] for row in self._events if row["event"] == "loop" and row["seat"] == seat]
        many = "s" * (len(loops) > 1)
        return f"the spool{many} {listed(spools)} and the loop{many} {listed(loops)}"

    def _buttons(self) -> str:
        holes, worth = self._holes, f"{counted(self._rules.hole_points, 'point')} a hole"
        if len(holes) == 1:
            return f"There is one button, with {counted(holes[0], 'hole')}, and it gives {worth}"
        return f"The buttons, from the top, have {listed(list(map(str, holes)))} holes, and give {worth}"

    # Knit

    def knit(self) -> Iterator[str]:
        """Tell every turn of the Knit step."""
        for turn, group in groupby(self._events, itemgetter("turn")):
            events = list(group)
            yield ""
            yield f"Turn {turn}: seat {events[0]['seat']} places the {events[0]['colour']} loop."
            for event in events:
                yield from (f"  {line}." for line in self._event(event))
                self._design.follow(event)

    def _event(self, event: Row) -> Iterator[str]:
        kind = event["event"]
        if kind == "loop":
            yield from self._loop(event)
        elif kind == "shuffle":
            yield "It draws the Shuffle tag: the used tags are shuffled back in, and it draws again"
        elif kind == "word":
            yield f'It draws the word "{event["word"]}"'
        else:
            choice = _one_of(event["legal"], "region")
            yield f"It places spool {event['spool']} in {self._design.name(event['region'])}, {choice}"

    def _loop(self, event: Row) -> Iterator[str]:
        if event["spool"] is None:
            yield "There is no spool yet to enclose"
            return
        where = f"spool {event['spool']} in {self._design.name(event['region'])}"
        yield f"It encloses {where}, {_one_of(event['legal'], 'spool')}"
        passed = passed_over(event)
        yield (
            f"It passes over {listed(self._design.names(passed))}"
            if passed
            else "It passes over nothing else"
        )

    def design(self) -> Iterator[str]:
        """Show the finished design as a table of its regions."""
        loops, regions = len(self._design.colours), len(self._design.regions)
        yield f"The design: {loops} loops, {len(self._spools)} spools, {regions} regions with the outside."
        yield from design_table(self._design, {row["spool"]: row["seat"] for row in self._spools})

    # Answer

    def answers(self) -> Iterator[str]:
        """Tell the Answer step in the order of time."""
        yield "Go!"
        for second, _, _, line in sorted(self._moments()):
            yield f"  {second:9.3f} s  {line}."

    def _moments(self) -> Iterator[tuple[float, int, int, str]]:
        """Yield what happens: when, in which order within a millisecond, and what is told."""
        for row in self._answers:
            rank = "" if row["answer"] == 1 else f"{ordinal(row['answer'])} "
            worth = f"spool {row['spool']}, worth {row['loops']}"
            told = f"seat {row['seat']} writes the {rank}most popular answer for {worth}"
            yield row["second"], 0, row["seat"], told
        for row in self._seats:
            place = row["button"]
            if place is None:
                yield row["finish_second"], len(self._holes) + 1, row["seat"], self._stop(row)
            else:
                yield row["finish_second"], place, row["seat"], self._take(row)

    def _take(self, row: Row) -> str:
        place, holes = row["button"], counted(self._holes[row["button"] - 1], "hole")
        last = place == len(self._holes)
        which = "the last button" if last else f"the {ordinal(place)} button"
        told = (
            f"seat {row['seat']} takes {which}, that with {holes}, after {counted(row['answers'], 'answer')}"
        )
        if last and self._writes_on:
            return f"{told}: seat {1 - row['seat']} may write one more"
        return told

    @property
    def _writes_on(self) -> bool:
        """Whether the other of 2 players may write one more answer (KW-9)."""
        return self._players == 2 and self._rules.one_more

    def _stop(self, row: Row) -> str:
        answers = counted(row["answers"], "answer")
        if not self._writes_on:
            return f"seat {row['seat']} has to stop, with {answers}"
        last = max((one["second"] for one in self._seats_answers(row["seat"])), default=None)
        why = "has written it" if last == row["finish_second"] else "has no more ideas"
        return f"seat {row['seat']} {why} and stops, with {answers}"

    # Score

    def sheets(self) -> Iterator[str]:
        """Show all sheets as a table, and tell the marks."""
        yield "The sheets:"
        yield from sheets_table(self._spools, self._answers, self._players)
        yield from _LEGEND

    def ending(self) -> Iterator[str]:
        """Tell all scores, and who won."""
        length = f"after {counted(self._game['turns'], 'turn')} and {self._game['seconds']:,.3f} seconds"
        yield f"The game is over {length}."
        for row in sorted(self._seats, key=itemgetter("rank", "seat")):
            yield f"  {row['rank']}. seat {row['seat']} ({row['policy']}): {self._score(row)}"
        winners = [str(row["seat"]) for row in self._seats if self._game["winners"] >> row["seat"] & 1]
        if len(winners) == 1:
            yield f"Seat {winners[0]} wins."
        else:
            yield f"Seats {listed(winners)} have equal scores and win together."

    def _score(self, row: Row) -> str:
        scoring = sum(one["points"] > 0 for one in self._seats_answers(row["seat"]))
        answers = f"{row['score'] - row['bonus']} for {scoring} of {counted(row['answers'], 'answer')}"
        button = "without a button" if row["button"] is None else f"{row['bonus']} for the button"
        return f"{counted(row['score'], 'point')} ({answers}, {button})"

    def _seats_answers(self, seat: int) -> Sequence[Row]:
        return [row for row in self._answers if row["seat"] == seat]


def _one_of(legal: int, thing: str) -> str:
    return f"the only {thing} there is for it" if legal == 1 else f"one of {legal} {thing}s to choose from"
