"""Knitting's referee: replays a game's rows by the rules of record and stops at the first that breaks one.

It is written from ``docs/rules/knitting.md`` alone and shares no code with the table that plays: the two
can only agree where both follow the rules.
"""

from collections.abc import Mapping
from string import ascii_lowercase
from typing import Any

from simulation.games.knitting.components import YARNS
from simulation.games.knitting.referee_facts import Facts
from simulation.games.knitting.referee_game import Game
from simulation.games.knitting.referee_score import END_REASONS, check_scores, scores_of
from simulation.games.knitting.referee_sheet import Sheet
from simulation.games.knitting.referee_watch import EVENTS, SLOTS
from simulation.referee import Cell, FoulError, Referee, Rows, Violation


def referee(record: Mapping[str, Any]) -> Referee:
    """Return the referee of a run.

    Raises
    ------
    GamegaugeError
        If its record does not hold Knitting's rules, patterns and community cards.
    """
    facts = Facts(record)
    return Referee(_cells(facts), lambda game, rows: _judge(facts, game, rows))


def _cells(facts: Facts) -> dict[str, list[Cell]]:
    """Return the columns to read."""
    return {
        "games": [
            *_numbers("game_id players turns"),
            Cell("end_reason", END_REASONS),
            Cell("winners"),
            Cell("closer", may_be_empty=True),
            *_numbers("wipes reshuffles yarn_left patterns_left community_left"),
        ],
        "seats": [
            *_numbers("game_id seat"),
            Cell("policy", list(dict.fromkeys(facts.policies))),
            *[Cell("rank"), Cell("win_share", whole=False)],
            *_numbers("score fo_points bonus secret_points subtracted stash finished wips trades"),
        ],
        "patterns": [
            *_numbers("game_id seat"),
            Cell("pattern", facts.pattern_names),
            *_numbers("special points weeks drawn_turn kept"),
            *[Cell("cast_on_turn", may_be_empty=True), Cell("finished_turn", may_be_empty=True)],
            *_numbers("yarn wild_paid bonus in_hand_at_end"),
        ],
        "events": _event_cells(facts),
    }


def _event_cells(facts: Facts) -> list[Cell]:
    slots = ascii_lowercase[:SLOTS]
    return [
        *_numbers("game_id turn seat"),
        Cell("event", EVENTS),
        Cell("legal"),
        Cell("what", facts.names, may_be_empty=True),
        *[Cell(name, may_be_empty=True) for name in ("target", "slot", "points")],
        *[Cell(f"{lot}_{yarn}") for lot in ("taken", "store", "after", "stash") for yarn in YARNS],
        *[Cell(f"wip_{slot}", facts.pattern_names, may_be_empty=True) for slot in slots],
        *[Cell(f"weeks_{slot}") for slot in slots],
    ]


def _numbers(names: str) -> list[Cell]:
    return [Cell(name) for name in names.split()]


def _judge(facts: Facts, game: int, rows: Rows) -> Violation | None:
    replayed = Game(facts, rows["events"]) if "events" in rows else None
    try:
        if replayed is None:
            Sheet(facts, rows).judge()
        else:
            replayed.judge()
            replayed.patterns.compare(rows["patterns"])
            check_scores(facts, rows, scores_of(replayed))
    except FoulError as fault:
        turn = None if replayed is None else replayed.turn
        return Violation(game, turn, fault.rule, fault.what)
    return None
