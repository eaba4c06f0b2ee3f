"""Knutten's declarative block."""

from collections.abc import Mapping

import numpy as np

from simulation.columns import Tables
from simulation.game import ComponentKind, Game, Parameter, Players
from simulation.games.knutten import layout, log
from simulation.games.knutten.checks import check_deck
from simulation.games.knutten.components import JOHN, Deck, read_deck
from simulation.games.knutten.force import Force
from simulation.games.knutten.play import play_games
from simulation.games.knutten.referee import referee
from simulation.games.knutten.replay import tell
from simulation.games.knutten.rules import Rules
from simulation.games.knutten.setting import set_table
from simulation.plan import Plan
from simulation.randomness import FATE


def _deck(plan: Plan) -> Deck:
    deck = plan.components["deck"]
    assert isinstance(deck, Deck)
    return deck


def _rules(plan: Plan) -> Rules:
    assert isinstance(plan.rules, Rules)
    return plan.rules


def _names(deck: Deck) -> list[str]:
    return [card.card for card in deck.cards]


def _force(plan: Plan) -> Force:
    return Force.read(plan.force, _deck(plan), plan.players, _rules(plan).hand_size)


def _check(plan: Plan) -> None:
    _force(plan)
    check_deck(_deck(plan), plan.players, _rules(plan))


def _tables(plan: Plan) -> Tables:
    rules = _rules(plan)
    cards = [*_names(_deck(plan)), *([JOHN] if rules.john else [])]
    return log.tables(cards, plan.policy_names, rules.hand_size)


def _rows(plan: Plan) -> Mapping[str, int]:
    return {"games": 1, "seats": plan.players, "rounds": 10, "events": 100}


def _set_table(plan: Plan) -> tuple[np.ndarray, np.ndarray]:
    view, secret = set_table(plan.players, _rules(plan), _deck(plan), plan.log == "events")
    for seat, policy in enumerate(plan.policies):
        for name, value in policy.parameters.items():
            view[name][0, seat] = value
    _force(plan).lay_down(secret, _deck(plan))
    secret["fate"]["key"] = (plan.seed, FATE)
    return view, secret


NOISE = Parameter(
    "noise",
    "how far it slips, in bites: a choice is drawn with a chance proportional to exp(worth / noise)",
    default=0.0,
    lowest=0.0,
    highest=100.0,
)
BUDGET = Parameter(
    "budget", "most playouts a decision", default=layout.BUDGET, lowest=1, highest=100_000, whole=True
)

GAME = Game(
    name="knutten",
    title="Knutten",
    seats=(layout.MIN_SEATS, layout.MAX_SEATS),
    rules=Rules,
    components={"deck": ComponentKind("knutten/decks", read_deck)},
    policies=Players(
        "simulation.games.knutten",
        {
            "random": "players",
            "lowest": "players",
            "highest": "players",
            "careful": "careful",
            "cunning": "cunning",
            "search": "search",
        },
    ),
    usual_policy="careful",
    parameters={"careful": (NOISE,), "cunning": (NOISE,), "search": (BUDGET, NOISE)},
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
