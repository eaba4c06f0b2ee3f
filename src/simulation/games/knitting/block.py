"""Knitting's declarative block."""

from collections.abc import Mapping

import numpy as np

from simulation.columns import Tables
from simulation.game import ComponentKind, Game, Parameter, Players
from simulation.games.knitting import layout, log
from simulation.games.knitting.checks import check_components
from simulation.games.knitting.components import Community, Patterns, read_community, read_patterns
from simulation.games.knitting.force import Force
from simulation.games.knitting.interest import INTERESTS
from simulation.games.knitting.play import play_games
from simulation.games.knitting.referee import referee
from simulation.games.knitting.replay import tell
from simulation.games.knitting.rules import Rules
from simulation.games.knitting.setting import STREAMS, other_cards, set_table, special_patterns
from simulation.plan import Plan
from simulation.randomness import SHUFFLES


def _catalogues(plan: Plan) -> tuple[Patterns, Community]:
    patterns, community = plan.components["patterns"], plan.components["community"]
    assert isinstance(patterns, Patterns)
    assert isinstance(community, Community)
    return patterns, community


def _rules(plan: Plan) -> Rules:
    assert isinstance(plan.rules, Rules)
    return plan.rules


def _force(plan: Plan) -> Force:
    return Force.read(plan.force, *_catalogues(plan), plan.players)


def _check(plan: Plan) -> None:
    check_components(*_catalogues(plan), plan.players, _rules(plan))
    _force(plan)


def _tables(plan: Plan) -> Tables:
    patterns, community = _catalogues(plan)
    names = [one.pattern for one in (*patterns.patterns, *special_patterns(community))]
    return log.tables(names, other_cards(community), plan.policy_names)


def _rows(plan: Plan) -> Mapping[str, int]:
    return {"games": 1, "seats": plan.players, "patterns": 10 * plan.players, "events": 100 * plan.players}


def _set_table(plan: Plan) -> tuple[np.ndarray, np.ndarray]:
    catalogues = _catalogues(plan)
    view, secret = set_table(plan.players, _rules(plan), *catalogues, plan.log == "events")
    for seat, policy in enumerate(plan.policies):
        for name, value in policy.parameters.items():
            view[name][0, seat] = value
        if not policy.own:
            secret["interest"][0, seat] = INTERESTS[policy.name.partition(":")[0]]
    _force(plan).lay_down(secret, *catalogues)
    for stream in STREAMS:
        secret[stream]["key"] = (plan.seed, SHUFFLES)
    return view, secret


WEIGHT_MEANINGS = {
    "pace": ("FO points that a player is taken to make a turn beyond its WIPs", 0.5, 20),
    "doubt": ("how unsure the end of the game is, as a share of the turns left", 0.0, 2),
    "haul": ("yarn cards that a turn brings towards a pattern", 0.5, 10),
    "card_cost": ("points that a card costs which a planned pattern lacks", 0.0, 10),
    "haste": ("how much less a pattern is worth with each turn until it is cast on, as a share", 0.0, 1),
    "fear": ("turns before the end from which patterns in hand are feared", 0.0, 20),
    "next_weight": ("weight of each pattern planned after another, as a share", 0.0, 1),
    "yarn_worth": ("points that a card is worth which no plan asks for", 0.0, 10),
    "wild_worth": ("how much more such a Wild is worth, as a share", 0.0, 10),
    "appetite": ("points that new patterns are worth to an empty hand", 0.0, 50),
    "satiety": ("how much of that is left with each pattern in hand, as a share", 0.1, 1),
    "action_worth": ("points that an action card is worth", 0.0, 50),
}
PLANNER = tuple(
    Parameter(name, meaning, layout.WEIGHTS[name], lowest, highest)
    for name, (meaning, lowest, highest) in WEIGHT_MEANINGS.items()
)
BUDGET = Parameter(
    "budget", "playouts a decision", default=layout.BUDGET, lowest=1, highest=100_000, whole=True
)

GAME = Game(
    name="knitting",
    title="Knitting",
    seats=(layout.MIN_SEATS, layout.MAX_SEATS),
    rules=Rules,
    components={
        "patterns": ComponentKind("knitting/patterns", read_patterns),
        "community": ComponentKind("knitting/community", read_community),
    },
    policies=Players(
        "simulation.games.knitting",
        {
            "random": "players",
            "hoarder": "tastes",
            "marathoner": "tastes",
            "sprinter": "tastes",
            "greedy": "tastes",
            "planner": "planner",
            "search": "search",
        },
    ),
    usual_policy="planner",
    parameters={"planner": PLANNER, "search": (BUDGET,)},
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
