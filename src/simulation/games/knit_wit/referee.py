"""Knit Wit's referee: replays a game's rows by the rules of record and stops at the first that breaks one.

It is written from ``docs/rules/knit-wit.md`` alone and shares no code with the table that plays: the two
can only agree where both follow the rules.
"""

from collections.abc import Mapping
from string import ascii_lowercase
from typing import Any

from simulation.games.knit_wit.referee_answers import check_answers, read_answers
from simulation.games.knit_wit.referee_facts import COLOURS, SPOOLS, Design, Facts
from simulation.games.knit_wit.referee_knit import EVENTS, Knit
from simulation.games.knit_wit.referee_score import (
    END_REASONS,
    check_clock,
    check_game,
    check_scores,
    read_seats,
)
from simulation.games.knit_wit.referee_spools import Told, check_spools
from simulation.referee import BEYOND_RULES, Cell, FoulError, Referee, Rows, Violation

REGIONS = 6
"""Place of their number in a row of games."""


def referee(record: Mapping[str, Any]) -> Referee:
    """Return the referee of a run.

    Raises
    ------
    GamegaugeError
        If its record does not hold Knit Wit's rules, words and people.
    """
    facts = Facts(record)
    return Referee(_cells(facts), lambda game, rows: _judge(facts, game, rows))


def _cells(facts: Facts) -> dict[str, list[Cell]]:
    """Return the columns to read."""
    words = [Cell(f"word_{letter}", facts.words, may_be_empty=True) for letter in ascii_lowercase[:SPOOLS]]
    passed = [
        Cell(f"passed_{letter}", may_be_empty=True) for letter in ascii_lowercase[: max(facts.reach, 1)]
    ]
    return {
        "games": [
            *_numbers("game_id players turns"),
            Cell("end_reason", END_REASONS),
            *[Cell("winners"), Cell("seconds", whole=False)],
            *_numbers("regions design_points deepest"),
        ],
        "seats": [
            *_numbers("game_id seat"),
            Cell("policy", list(dict.fromkeys(facts.policies))),
            *[Cell("rank"), Cell("win_share", whole=False)],
            *_numbers("score bonus"),
            Cell("button", may_be_empty=True),
            *_numbers("answers blanks"),
            Cell("finish_second", whole=False),
        ],
        "spools": [
            *_numbers("game_id spool loops signature placed_turn seat"),
            Cell("difficulty", whole=False),
            *words,
        ],
        "answers": [
            *_numbers("game_id spool seat"),
            Cell("second", whole=False),
            *_numbers("answer loops duplicate challenged"),
            Cell("votes", may_be_empty=True),
            *_numbers("accepted points"),
        ],
        "events": [
            *_numbers("game_id turn seat"),
            Cell("event", EVENTS),
            Cell("legal"),
            Cell("colour", COLOURS),
            *[Cell("spool", may_be_empty=True), Cell("region", may_be_empty=True)],
            Cell("word", facts.words, may_be_empty=True),
            *_numbers("regions open_regions"),
            *passed,
        ],
    }


def _numbers(names: str) -> list[Cell]:
    return [Cell(name) for name in names.split()]


def _judge(facts: Facts, game: int, rows: Rows) -> Violation | None:
    knit = Knit(facts, rows["events"]) if "events" in rows else None
    design: Design | None = None
    try:
        if len(rows["games"]) != 1:
            raise FoulError(BEYOND_RULES, f"the game has {len(rows['games'])} rows in games, expected 1")
        if knit is None:
            design = Told(facts, rows["spools"]).judge(rows["games"][0][REGIONS])
        else:
            design = knit.judge()
        _judge_sheets(facts, design, rows)
    except FoulError as fault:
        turn = None if knit is None or design is not None else knit.turn
        return Violation(game, turn, fault.rule, fault.what)
    return None


def _judge_sheets(facts: Facts, design: Design, rows: Rows) -> None:
    """Judge what follows the Knit step: the design's table, answers, buttons and scores."""
    check_spools(facts, design, rows["spools"])
    answers = read_answers(facts, design, rows["answers"])
    seats = read_seats(facts, rows["seats"])
    check_clock(facts, design, seats, answers)
    check_answers(facts, answers)
    check_scores(facts, seats, answers)
    check_game(facts, design, seats, rows["games"][0])
