"""Setting a table: the records of a game, with rules, deck and John filled in."""

import numpy as np

from simulation.games.knutten.components import AGAIN, COPY, REVERSE, SET, SKIP, SYMBOLS, Deck
from simulation.games.knutten.doom import foresee
from simulation.games.knutten.layout import (
    BUDGET,
    COPIER,
    COPIES_NEXT,
    IS_JOHN,
    NEXT,
    NONE,
    NUMBER,
    PLAYS_AGAIN,
    REVERSES,
    SETS,
    SKIPS,
    secret_dtype,
    view_dtype,
)
from simulation.games.knutten.prospects import weigh_standings
from simulation.games.knutten.rules import Rules

SYMBOL_CODES = {COPY: COPIES_NEXT, SKIP: SKIPS, REVERSE: REVERSES, AGAIN: PLAYS_AGAIN}


def set_table(players: int, rules: Rules, deck: Deck, log_events: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return view and secret, one record each, with rules and deck filled in."""
    view, secret = np.zeros(1, view_dtype), np.zeros(1, secret_dtype)
    view["players"] = players
    for name, value in rules.model_dump(exclude={"heavy_bites_to_lose"}).items():
        view[name] = COPIER if value == "copier" else NEXT if value == "next" else value
    view["bites_to_lose"] = rules.last_bite
    view["budget"] = BUDGET
    _lay_out_kinds(view[0], deck)
    if rules.john:
        _add_john(view[0])
    kinds = np.repeat(np.arange(len(deck.cards)), [card.copies for card in deck.cards])
    secret["deck"][0, : deck.size] = kinds
    secret["cards"] = deck.size
    secret["log_events"] = log_events
    secret["fault_seat"] = secret["force_seat"] = NONE
    view["direction"] = 1
    weigh_standings(view[0])
    foresee(view[0])
    for name in ("swarm_kind", "swarm_side", "swarm_seat", "waiting_seat", "john_seat"):
        view[name] = NONE
    return view, secret


def _lay_out_kinds(view: np.void, deck: Deck) -> None:
    view["kinds"] = len(deck.cards)
    view["john_kind"] = NONE
    for kind, card in enumerate(deck.cards):
        view["copies"][kind] = card.copies
        view["family"][kind] = deck.families[kind]
        for side, face in enumerate((card.side_a, card.side_b)):
            sets = face.startswith(SET)
            view["symbol"][kind, side] = SETS if sets else SYMBOL_CODES.get(face, NUMBER)
            view["printed"][kind, side] = 0 if face in SYMBOLS else int(face.removeprefix(SET))
    view["value"] = view["printed"]


def _add_john(view: np.void) -> None:
    """Make John the last kind (KN-14)."""
    kind = int(view["kinds"])
    view["kinds"], view["john_kind"] = kind + 1, kind
    view["copies"][kind] = 1
    view["family"][kind] = kind
    view["symbol"][kind] = IS_JOHN
