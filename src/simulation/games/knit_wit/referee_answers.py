"""The answers of a game: what each is, which of them cancel, which are challenged, and what they score."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from simulation.games.knit_wit.referee_facts import Design, Facts, Spool, equal, milliseconds
from simulation.referee import BEYOND_RULES, FoulError, Row

SECOND = 3
"""Place in a row of answers."""


class Answer(NamedTuple):
    """An answer as its row of the log tells it, after the game's number; ``moment`` is in milliseconds."""

    spool: int
    seat: int
    second: float
    answer: int
    loops: int
    duplicate: int
    challenged: int
    votes: int | None
    accepted: int
    points: int
    moment: int

    @property
    def whose(self) -> str:
        """Which it is, in words."""
        return f"of seat {self.seat} for spool {self.spool}"


def read_answers(facts: Facts, design: Design, rows: Sequence[Row]) -> list[Answer]:
    """Return the answers, each of which can be one by itself.

    Raises
    ------
    FoulError
        At the first that cannot, or that is out of order.
    """
    answers = [Answer._make([*row[1:], milliseconds("time of an answer", row[SECOND])]) for row in rows]
    spools = {spool.number: spool for spool in design.spools}
    for answer in answers:
        if answer.spool not in spools or not 0 <= answer.seat < facts.players:
            raise FoulError("KW-8", f"an answer {answer.whose}, one of which is not at the table")
        _check_written(facts, spools[answer.spool], answer)
    places = [(answer.spool, answer.seat) for answer in answers]
    if len(set(places)) < len(places):
        raise FoulError("KW-8", "somebody has two answers for a spool")
    if places != sorted(places):
        raise FoulError(BEYOND_RULES, "answers are not listed by spool and then by seat")
    return answers


def _check_written(facts: Facts, spool: Spool, answer: Answer) -> None:
    equal("KW-12", f"loops round the answer {answer.whose}", answer.loops, spool.loops)
    most = facts.most_candidates[spool.loops]
    if not 1 <= answer.answer <= most:
        raise FoulError("KW-11", f"answer {answer.whose}: {answer.answer}, expected 1 to {most}")
    if facts.blank == 1:
        raise FoulError("KW-10", f"an answer {answer.whose}, though none ever comes")


def check_answers(facts: Facts, answers: Sequence[Answer]) -> None:
    """Check spool by spool which answers cancel, are challenged and score.

    Raises
    ------
    FoulError
        At the first answer that is not treated as the rules say.
    """
    for _, rivals in groupby(answers, key=lambda answer: answer.spool):
        together = list(rivals)
        compared = list(_compared(facts, together))
        counts = Counter(answer.answer for answer in compared)
        for answer in together:
            same = answer in compared and counts[answer.answer] > 1
            if answer.duplicate != same:
                rule = "KW-13" if answer in compared else "KW-16"
                equal(rule, f"duplicate {answer.whose}", answer.duplicate, int(same))
            _check_challenge(facts, answer)
            _check_points(facts, answer)


def _compared(facts: Facts, answers: Sequence[Answer]) -> Iterator[Answer]:
    """Yield the answers among which the same ones are looked for (KW-16)."""
    return (answer for answer in answers if not facts.challenge_first or _stands(facts, answer))


def _stands(facts: Facts, answer: Answer) -> bool:
    """Tell whether an answer is not voted down: a tie is enough (KW-14)."""
    return answer.votes is None or 2 * answer.votes >= facts.players


def _cancels(facts: Facts, answer: Answer) -> bool:
    return facts.duplicates_cancel and bool(answer.duplicate)


def _check_challenge(facts: Facts, answer: Answer) -> None:
    """Check whether an answer is challenged, and its votes (KW-14)."""
    if _cancels(facts, answer) and not facts.challenge_first:
        equal("KW-16", f"challenged, which is cancelled before, {answer.whose}", answer.challenged, 0)
    elif answer.challenged not in facts.is_challenged(answer.seat, answer.loops):
        fit = facts.fits[answer.seat][answer.loops]
        raise FoulError("KW-14", f"challenged {answer.whose}: {answer.challenged}, with a fit of {fit:.6g}")
    if (answer.votes is None) == bool(answer.challenged):
        raise FoulError("KW-14", f"votes {answer.whose}: {answer.votes}, which does not fit the challenge")
    if answer.votes is None:
        return
    most = facts.players if facts.fits[answer.seat][answer.loops] else 1
    if not 1 <= answer.votes <= most:
        raise FoulError("KW-14", f"votes {answer.whose}: {answer.votes}, expected 1 to {most}")


def _check_points(facts: Facts, answer: Answer) -> None:
    cancels = _cancels(facts, answer)
    accepted = _stands(facts, answer) and not cancels
    equal("KW-13" if cancels else "KW-14", f"accepted {answer.whose}", answer.accepted, int(accepted))
    equal("KW-12", f"points {answer.whose}", answer.points, answer.loops * accepted)
