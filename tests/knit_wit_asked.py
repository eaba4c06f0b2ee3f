"""What Knit Wit's players answer to every question of games that go on anyhow."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from knit_wit_rig import Question, Rig
from knit_wit_steps import ANSWER, KNIT
from simulation.games.knit_wit.people import think_ahead
from simulation.plan import make_plan
from simulation.registry import get_game

POLICIES = get_game("knit_wit").policies
DESIGN = {1: "a b", 2: "a", 3: "a b c", 4: "b c", 5: "c", 6: "a b c d"}
WORDS = {"a": 1, "b": 0.7, "c": 3, "d": 1.2}
"""Difficulties of words."""


class Asked(NamedTuple):
    """A question, what the player answers to it, and the sheet of the seat that is asked."""

    question: Question
    answer: str
    written: list[int]
    thought: dict[int, float]


def rig_for(policy: str, **options: Any) -> Rig:
    """Return a table with a design on it, at which all seats answer and stop as a policy says."""
    rig = Rig(**{"players": 6, "design": DESIGN, "difficulty": WORDS, **options})
    plan = make_plan("knit_wit", players=rig.players, policies=policy)
    _, secret = plan.game.set_table(plan)
    for name in ("answering", "stopping", "enough"):
        rig.secret[name] = secret[name]
    return rig


def placements(
    policy: str,
    people: Mapping[str, Any] | None = None,
    difficulty: Mapping[str, float] = WORDS,
    tables: int = 6,
) -> Iterator[tuple[Question, str, Rig]]:
    """Yield each question of some Knit steps, a policy's answer to it, and the table as it is then."""
    for number in range(tables):
        luck, rig = Random(number), Rig(6, people=people, difficulty=difficulty)
        steps, given = rig.asking(KNIT), None
        while True:
            try:
                question = steps.send(given)
            except StopIteration:
                break
            yield question, rig.ask(POLICIES[policy]), rig
            given = luck.choice(question.options)


def depths(question: Question, rig: Rig) -> dict[str, int]:
    """Return the loops round what each option is about, but for "no more" and one's own spools."""
    where = {str(spool): region for region, spool in rig.regions.items()}
    found = {}
    for option in question.options:
        name, _, what = option.partition(" ")
        if name != "take" and what != "no more":
            region = where[what] if name == "enclose" else what
            found[option] = 0 if region == "outside" else len(region.split())
    return found


def answerings(policy: str, rig: Rig, games: int = 6) -> list[Asked]:
    """Return what a policy answers to each question of some Answer steps."""
    player, asked = POLICIES[policy.partition(":")[0]], []

    def choose(question: Question) -> str:
        answer, secret = rig.ask(player), rig.secret[0]
        mask, thought = int(secret["answered"][question.seat]), secret["thought"][question.seat].tolist()
        written = [spool for spool in range(1, 9) if mask >> (spool - 1) & 1]
        asked.append(Asked(question, answer, written, {n: ms / 1000 for n, ms in enumerate(thought, 1)}))
        return answer

    for game in range(games):
        rig.secret["game"] = game
        think_ahead(rig.table)
        rig.play(ANSWER, choose)
    return asked
