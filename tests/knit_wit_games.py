"""Games of Knit Wit written by hand, row by row: the books are kept, whatever the rules say."""

from collections import Counter
from collections.abc import Sequence
from math import prod
from typing import Any

from mutants import judged
from simulation.games.knit_wit.referee import referee
from simulation.games.knit_wit.rules import Rules
from simulation.referee import Violation

WORDS = {"red": 1.0, "round": 1.5, "old": 0.7, "soft": 1.3, "loud": 0.9, "wet": 1.1, "big": 1.2, "hot": 0.8}
NAMES = (
    "reach think_seconds difficulty spread blank fluency patience visits candidates narrowing zipf "
    "originality fit fit_loops fit_originality strictness"
)
VALUES = (2, 10, 2, 0.7, 0.1, 1, 40, 2, 10, 0.5, 1, 0.5, 0.8, 0.5, 0.5, 0.1)
EVENTS = ("loop", "shuffle", "word", "spool")
Cells = dict[str, Any]


def named(names: str, *values: Any) -> Cells:
    """Return values by their names."""
    return dict(zip(names.split(), values, strict=True))


PEOPLE = named(NAMES, *VALUES)
"""So an answer in 1 loop fits with 0.6, in 2 loops with 0.3, in 3 with 0.15."""


class Scribe:
    """Writes down a game as it is told: the books are kept, whatever the rules say; cells may differ."""

    def __init__(self, players: int = 5, people: Cells | None = None, **rules: Any) -> None:
        traits = {
            name: told if isinstance(told, list) else [told]
            for name, told in (PEOPLE | (people or {})).items()
        }
        self.record = {
            "rules": Rules(**rules).model_dump(),
            "components": {
                "words": {"words": [{"word": word, "difficulty": ease} for word, ease in WORDS.items()]},
                "people": {
                    "parameters": [{"name": name, "values": values} for name, values in traits.items()]
                },
            },
            "players": players,
            "policies": ["random"] * players,
        }
        self.events, self.answers, self.stops = [], [], {}
        self.turn, self.reach = -1, max(traits["reach"][0], 1)
        self.regions: dict[int, int | None] = {0: None}
        self.placed: dict[int, int] = {}
        self.words: list[int] = []

    # The Knit step

    def _event(self, event: str, cells: Cells, legal: int = 0) -> None:
        row = named(
            "game_id turn seat event legal colour spool region word regions open_regions",
            *(0, self.turn, self.turn % self.record["players"], EVENTS.index(event), legal, self.turn),
            *(None, None, None, len(self.regions), self._open()),
        )
        row |= {f"passed_{letter}": None for letter in "abcdef"[: self.reach]}
        self.events.append(row | cells)

    def _open(self) -> int:
        return list(self.regions.values()).count(None) - 1

    def _lies_in(self, spool: int) -> int:
        return next(region for region, lying in self.regions.items() if lying == spool)

    def loop(self, spool: int | None = None, passed: Sequence[int] = (), /, **cells: Any) -> None:
        """Begin a turn with a loop round a spool and round regions passed over."""
        self.turn += 1
        region = None if spool is None else self._lies_in(spool)
        over = {f"passed_{letter}": other for letter, other in zip("abcdef", passed, strict=False)}
        self._event("loop", {"spool": spool, "region": region, **over, **cells}, len(self.placed))
        for other in passed:
            self.regions[other | 1 << self.turn] = None
        self.regions[(region or 0) | 1 << self.turn] = spool
        if region is not None:
            self.regions[region] = None

    def shuffle(self, **cells: Any) -> None:
        """Draw the Shuffle tag."""
        self._event("shuffle", cells)

    def word(self, word: str | None = None, /, **cells: Any) -> None:
        """Draw a word: the next of the list if none is told."""
        self.words.append(self.turn if word is None else list(WORDS).index(word))
        self._event("word", {"word": self.words[-1], **cells})

    def place(self, spool: int, region: int, /, **cells: Any) -> None:
        """Place a spool."""
        self._event("spool", {"spool": spool, "region": region, **cells}, self._open())
        self.regions[region] = spool
        self.placed[spool] = self.turn

    # The Answer step

    def answer(self, spool: int, seat: int, second: float, answer: int, votes: int | None = None) -> None:
        """Write an answer, which is challenged if there are votes."""
        self.answers.append(
            {"spool": spool, "seat": seat, "second": second, "answer": answer, "votes": votes}
        )

    def stop(self, seat: int, second: float, button: int | None = None) -> None:
        """Let a seat stop, by taking a button or because it must."""
        self.stops[seat] = (second, button)

    # The log

    def rows(self) -> dict[str, list[Cells]]:
        """Return the rows of all tables."""
        spools = [self._spool(number) for number in sorted(self.placed)]
        answers = self._answers({row["spool"]: row["loops"] for row in spools})
        seats = self._seats(answers)
        return {
            "games": [self._game(spools, seats)],
            "seats": seats,
            "spools": spools,
            "answers": answers,
            "events": list(self.events),
        }

    def _spool(self, number: int) -> Cells:
        signature = self._lies_in(number)
        words = [word for turn, word in enumerate(self.words) if signature >> turn & 1]
        turn, count = self.placed[number], signature.bit_count()
        difficulty = prod(list(WORDS.values())[word] for word in words)
        cells = dict(zip([f"word_{letter}" for letter in "abcdefgh"], words + [None] * 8, strict=False))
        row = named(
            "game_id spool loops signature placed_turn seat difficulty",
            *(0, number, count, signature, turn, turn % self.record["players"], difficulty),
        )
        return row | cells

    def _answers(self, loops: dict[int, int]) -> list[Cells]:
        players, rules = self.record["players"], self.record["rules"]
        told = [
            {"stands": row["votes"] is None or 2 * row["votes"] >= players, **row} for row in self.answers
        ]
        counted = [row for row in told if row["stands"] or not rules["challenge_first"]]
        counts = Counter((row["spool"], row["answer"]) for row in counted)
        rows = []
        for row in sorted(told, key=lambda row: (row["spool"], row["seat"])):
            same = row in counted and counts[row["spool"], row["answer"]] > 1
            accepted = row["stands"] and not (same and rules["duplicates_cancel"])
            worth = loops.get(row["spool"], 0)
            rows.append(
                named(
                    "game_id spool seat second answer loops duplicate challenged votes accepted points",
                    *(0, row["spool"], row["seat"], row["second"], row["answer"], worth, int(same)),
                    *(int(row["votes"] is not None), row["votes"], int(accepted), worth * accepted),
                )
            )
        return rows

    def _seats(self, answers: list[Cells]) -> list[Cells]:
        players = self.record["players"]
        holes = [*{2: [2], 3: [2, 1], 4: [3, 2, 1]}.get(players, [4, 3, 2, 1]), *[0] * 8]
        rows = []
        for seat in range(players):
            second, button = self.stops.get(seat, (0.0, None))
            own = [row for row in answers if row["seat"] == seat]
            bonus = 0 if button is None else holes[button - 1] * self.record["rules"]["hole_points"]
            score = bonus + sum(row["points"] for row in own)
            rows.append(
                named(
                    "game_id seat policy rank win_share score bonus button answers blanks finish_second",
                    *(
                        0,
                        seat,
                        0,
                        1,
                        0.0,
                        score,
                        bonus,
                        button,
                        len(own),
                        len(self.placed) - len(own),
                        second,
                    ),
                )
            )
        scores = [row["score"] for row in rows]
        for row in rows:
            row["rank"] = 1 + sum(score > row["score"] for score in scores)
            row["win_share"] = 1 / scores.count(max(scores)) if row["rank"] == 1 else 0.0
        return rows

    def _game(self, spools: list[Cells], seats: list[Cells]) -> Cells:
        players, loops = self.record["players"], [row["loops"] for row in spools]
        one_more = players == 2 and self.record["rules"]["one_more"]
        winners = sum(1 << row["seat"] for row in seats if row["rank"] == 1)
        seconds = max(row["finish_second"] for row in seats)
        return named(
            "game_id players turns end_reason winners seconds regions design_points deepest",
            *(0, players, self.turn + 1, int(one_more), winners, seconds),
            *(len(self.regions), sum(loops), max(loops)),
        )

    def verdict(self, *without: str, **changes: dict[int, Cells]) -> Violation | None:
        """Return what the referee finds without some tables, after some cells of some rows are changed."""
        rows = {table: rows for table, rows in self.rows().items() if table not in without}
        for table, cells in changes.items():
            for place, changed in cells.items():
                rows[table][place] = {**rows[table][place], **changed}
        return judged(referee(self.record), 0, rows)


def knitted(players: int = 5, people: Cells | None = None, **rules: Any) -> Scribe:
    """Return a game after its Knit step: each loop goes round the spool placed last, in loop 0 all of them.

    Spool 1 and the following ones lie in {0, 1}, {0, 2}, and so on, the last in {0}.
    """
    scribe = Scribe(players, people, **rules)
    for turn in range({2: 6, 3: 6, 4: 8}.get(players, players)):
        scribe.loop(turn or None)
        scribe.word()
        scribe.place(turn + 1, 1)
    return scribe


def answered(people: Cells | None = None, **rules: Any) -> Scribe:
    """Return a game of five: spools lie in two loops, where answers fit with 0.3, but spool 5 lies in one."""
    scribe = knitted(5, people, **rules)
    scribe.stop(4, 0.0, 1)
    scribe.answer(1, 3, 10.0, 1)
    scribe.stop(3, 10.0, 2)
    scribe.answer(1, 2, 20.0, 2)
    scribe.stop(2, 60.0, 3)
    scribe.answer(2, 1, 30.0, 1)
    scribe.stop(1, 70.0, 4)
    scribe.answer(1, 0, 15.0, 3)
    scribe.answer(5, 0, 69.5, 10)
    scribe.stop(0, 70.0)
    return scribe


def alone(
    moments: Sequence[float], stop: float, button: float = 10.0, people: Cells | None = None, **rules: Any
) -> Scribe:
    """Return a game of two: seat 0 takes the button, and seat 1 writes for spools from the first on."""
    scribe = knitted(2, people, **rules)
    scribe.answer(1, 0, button, 1)
    scribe.stop(0, button, 1)
    for spool, second in enumerate(moments, 1):
        scribe.answer(spool, 1, second, 2)
    scribe.stop(1, stop)
    return scribe


def begun() -> Scribe:
    """Return a game after two turns: spool 1 lies in {0, 1}, spool 3 in {0}, and {1} is open."""
    scribe = Scribe(5)
    scribe.loop()
    scribe.word()
    scribe.place(1, 0b01)
    scribe.loop(1, [0])
    scribe.word()
    scribe.place(3, 0b01)
    return scribe


def rule(scribe: Scribe, **changes: dict[int, Cells]) -> str | None:
    """Return the rule that a game breaks, with some cells of some rows changed."""
    violation = scribe.verdict(**changes)
    return violation and violation.rule


def rule_without_events(scribe: Scribe, **changes: dict[int, Cells]) -> str | None:
    """Return the rule that the log of games of a game breaks, with some cells of some rows changed."""
    violation = scribe.verdict("events", **changes)
    return violation and violation.rule


def rule_so_far(scribe: Scribe) -> str | None:
    """Return the rule that a Knit step breaks; None where it is clean as far as it is told."""
    rows: dict[str, list[Cells]] = {"games": [{}], "seats": [], "spools": [], "answers": []}
    violation = judged(referee(scribe.record), 0, {**rows, "events": scribe.events})
    assert violation
    return None if "the log ends" in violation.what else violation.rule
