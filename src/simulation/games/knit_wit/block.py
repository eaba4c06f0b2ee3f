"""Knit Wit's declarative block."""

from collections.abc import Mapping

import numpy as np

from simulation.columns import Tables
from simulation.errors import GamegaugeError
from simulation.game import ComponentKind, Game, Parameter, Players
from simulation.games.knit_wit import layout, log
from simulation.games.knit_wit.checks import check_components, loops_of
from simulation.games.knit_wit.components import People, Words, change_people, read_people, read_words
from simulation.games.knit_wit.play import play_games
from simulation.games.knit_wit.referee import referee
from simulation.games.knit_wit.replay import tell
from simulation.games.knit_wit.rules import Rules
from simulation.games.knit_wit.setting import set_table
from simulation.plan import Plan
from simulation.randomness import PEOPLE

STYLES = {
    "random": ("in_order", "fill_sheet"),
    "stacker": ("dear_first", "fill_sheet"),
    "spreader": ("easy_first", "fill_sheet"),
    "careful": ("easy_first", "weigh"),
    "sprinter": ("easy_first", "sprint"),
}
"""By player: how it answers, and when it stops."""
ENOUGH = 3


def _style(answering: str, stopping: str) -> tuple[Parameter, ...]:
    return (
        Parameter.of_names("stopping", "when it takes a button", layout.STOPPINGS, stopping),
        Parameter.of_names("answering", "which spool it thinks on next", layout.ANSWERINGS, answering),
        Parameter(
            "enough",
            "answers with which a sprint takes a button",
            default=ENOUGH,
            lowest=0,
            highest=layout.LOOPS,
            whole=True,
        ),
    )


PARAMETERS = {name: _style(*style) for name, style in STYLES.items()}


def _components(plan: Plan) -> tuple[Words, People]:
    words, people = plan.components["words"], plan.components["people"]
    assert isinstance(words, Words)
    assert isinstance(people, People)
    return words, people


def _check(plan: Plan) -> None:
    check_components(*_components(plan), plan.players)
    if plan.force:
        raise GamegaugeError(f"cannot force {next(iter(plan.force))!r} in Knit Wit; allowed: nothing")


def _tables(plan: Plan) -> Tables:
    words, people = _components(plan)
    reach = int(people["reach"].of(0))
    return log.tables([one.word for one in words.words], plan.policy_names, reach)


def _rows(plan: Plan) -> Mapping[str, int]:
    loops = loops_of(plan.players)
    return {
        "games": 1,
        "seats": plan.players,
        "spools": loops,
        "answers": loops * plan.players,
        "events": 3 * loops + 1,
    }


def _set_table(plan: Plan) -> tuple[np.ndarray, np.ndarray]:
    rules = plan.rules
    assert isinstance(rules, Rules)
    view, secret = set_table(plan.players, rules, *_components(plan), plan.log == "events")
    for seat, policy in enumerate(plan.policies):
        known = PARAMETERS.get(policy.name.partition(":")[0], PARAMETERS["random"])
        for parameter in known:
            secret[parameter.name][0, seat] = policy.parameters.get(parameter.name, parameter.default)
    secret["people"]["key"] = (plan.seed, PEOPLE)
    return view, secret


GAME = Game(
    name="knit_wit",
    title="Knit Wit",
    seats=(layout.MIN_SEATS, layout.MAX_SEATS),
    rules=Rules,
    components={
        "words": ComponentKind("knit_wit", read_words, default="words"),
        "people": ComponentKind("knit_wit", read_people, "people", ".toml", change_people),
    },
    policies=Players("simulation.games.knit_wit", dict.fromkeys(STYLES, "players")),
    usual_policy="careful",
    parameters=PARAMETERS,
    player_signature=layout.player_signature,
    check=_check,
    tables=_tables,
    dtypes=log.DTYPES,
    rows=_rows,
    set_table=_set_table,
    play_games=play_games,
    referee=referee,
    tell=tell,
)
