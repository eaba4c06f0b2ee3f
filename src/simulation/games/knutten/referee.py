"""Knutten's referee: replays a game's rows by the rules of record and stops at the first that breaks one.

It is written from ``docs/rules/knutten.md`` alone and shares no code with the table that plays: the two
can only agree where both follow the rules.
"""

from collections.abc import Mapping, Sequence
from string import ascii_lowercase
from typing import Any

from simulation.games.knutten.referee_facts import Facts
from simulation.games.knutten.referee_round import Round
from simulation.games.knutten.referee_sheet import check_turns, told_outcome
from simulation.games.knutten.referee_table import (
    BY_SWARM,
    CAUSE_RULES,
    CAUSES,
    STALLED,
    Outcome,
    Table,
)
from simulation.games.knutten.referee_watch import EVENT, EVENTS, REFILL, WIND
from simulation.referee import BEYOND_RULES, Cell, FoulError, Referee, Row, Rows, Violation

END_REASONS = ("bites", "stalled")
BITES, STALLED_GAME = range(2)
END_RULES = ("KN-12", "KN-19")


def referee(record: Mapping[str, Any]) -> Referee:
    """Return the referee of a run.

    Raises
    ------
    GamegaugeError
        If its record does not hold Knutten's rules and a deck.
    """
    facts = Facts(record)
    return Referee(_cells(facts), lambda game, rows: _judge(facts, game, rows))


def _cells(facts: Facts) -> dict[str, list[Cell]]:
    """Return the columns to read; those of John's may lack where he is not played."""
    hand = [
        Cell(f"hand_{letter}", facts.names, facts.none, may_be_empty=True)
        for letter in ascii_lowercase[: max(facts.hand_size, 3)]
    ]
    lacks = not facts.john_joins
    return {
        "games": [
            *_numbers("game_id players rounds turns"),
            Cell("end_reason", END_REASONS),
            Cell("winners"),
        ],
        "seats": [
            *_numbers("game_id seat"),
            Cell("policy", list(dict.fromkeys(facts.policies))),
            *[Cell("rank"), Cell("win_share", whole=False), Cell("bites")],
        ],
        "rounds": [
            *_numbers("game_id round starter"),
            Cell("cause", CAUSES),
            *_numbers("swarm bitten bites plays"),
            Cell("john_bitten", empty=0, may_lack=lacks),
        ],
        "events": [
            *_numbers("game_id turn seat"),
            Cell("event", EVENTS),
            *_numbers("legal round"),
            Cell("card", facts.names, may_be_empty=True),
            Cell("side", ("a", "b"), may_be_empty=True),
            Cell("worth", may_be_empty=True),
            *_numbers("swarm_before swarm waiting"),
            Cell("target", may_be_empty=True, may_lack=lacks),
            *hand,
        ],
    }


def _numbers(names: str) -> list[Cell]:
    return [Cell(name) for name in names.split()]


def _judge(facts: Facts, game: int, rows: Rows) -> Violation | None:
    table = Table(facts, rows.get("events", ()), [0] * facts.players)
    try:
        end_reason, rounds = _judge_rounds(table, rows["rounds"], "events" in rows)
        if table.place < len(table.events):
            raise FoulError("KN-12", "the game has ended, but more events follow")
        if len(rows["rounds"]) > rounds:
            raise FoulError("KN-12", f"the game has ended, but a round {rows['rounds'][rounds][1]} follows")
        table.turn = max(table.turn - 1, 0)
        _check_games_row(table, rows, end_reason)
        _check_seats(table, rows["seats"])
    except FoulError as fault:
        turn = table.turn if "events" in rows else None
        return Violation(game, turn, fault.rule, fault.what)
    return None


def _judge_rounds(table: Table, rounds: Sequence[Row], with_events: bool) -> tuple[int, int]:
    """Judge round after round until the game has to end; return the reason and how many there were."""
    facts, starter, rule = table.facts, 0, "KN-3"
    for number in range(facts.max_rounds):
        if number == len(rounds):
            raise FoulError("KN-12", f"the game goes on, but the log has no round {number}")
        row = rounds[number]
        _check_start(facts, row, number, starter, rule)
        due = Round(table, number, row[2], rule).judge() if with_events else told_outcome(table, row)
        _check_round(facts, row, due)
        share = due.bites // max(due.bitten.bit_count(), 1)
        for seat in range(facts.players):
            table.bites[seat] += share * (due.bitten >> seat & 1)
        if max(table.bites) >= facts.last_bite:
            return BITES, number + 1
        starter, rule = -1, "KN-11"
        if due.cause == STALLED:
            starter, rule = (row[2] + 1) % facts.players, "KN-19"
    return STALLED_GAME, facts.max_rounds


def _check_start(facts: Facts, row: Row, number: int, starter: int, rule: str) -> None:
    """Check a round's number and who starts; ``starter`` -1 stands for any seat (KN-11)."""
    if row[1] != number:
        raise FoulError(BEYOND_RULES, f"round {row[1]} stands where round {number} is due")
    if not 0 <= row[2] < facts.players:
        raise FoulError("KN-11", f"round {number} is started by seat {row[2]}, which is none")
    if starter not in (-1, row[2]):
        raise FoulError(rule, f"round {number} is started by seat {row[2]}, where seat {starter} is due")


def _check_round(facts: Facts, row: Row, due: Outcome) -> None:
    _, number, _, cause, swarm, bitten, bites, plays, john_bitten = row
    rule = CAUSE_RULES[due.cause]
    if cause != due.cause:
        what = f"round {number} is said to end by {CAUSES[cause]}, expected {CAUSES[due.cause]}"
        raise FoulError(rule, what)
    if facts.copier_is_blamed and due.cause == BY_SWARM:
        rule = "KN-7"
    _equal(rule, f"round {number}: the seats bitten, as a bit mask", bitten, due.bitten)
    many = "KN-18" if facts.heavy and due.cause == BY_SWARM else CAUSE_RULES[due.cause]
    _equal(many, f"round {number}: the bites", bites, due.bites)
    _equal("KN-4", f"round {number}: the swarm at the end", swarm, due.swarm)
    _equal("KN-4", f"round {number}: the cards played", plays, due.plays)
    _equal("KN-16", f"round {number}: whom John bit, as a bit mask", john_bitten, due.john_bitten)


def _equal(rule: str, what: str, found: Any, due: Any) -> None:
    if found != due:
        raise FoulError(rule, f"{what}: {found}, expected {due}")


def _check_games_row(table: Table, rows: Rows, end_reason: int) -> None:
    if len(rows["games"]) != 1:
        raise FoulError(BEYOND_RULES, f"the game has {len(rows['games'])} rows in games, expected 1")
    _, players, rounds, turns, reason, winners = rows["games"][0]
    _equal("KN-2", "players", players, table.facts.players)
    _equal("KN-12", "rounds of the game", rounds, len(rows["rounds"]))
    if "events" in rows:
        due = sum(row[EVENT] not in (REFILL, WIND) for row in table.events)
        _equal("KN-19", "turns of the game", turns, due)
    else:
        check_turns(table.facts, rows["rounds"], turns)
    if reason != end_reason:
        what = f"the game is said to end by {END_REASONS[reason]}, expected {END_REASONS[end_reason]}"
        raise FoulError(END_RULES[end_reason], what)
    fewest = min(table.bites)
    due = sum(1 << seat for seat, bites in enumerate(table.bites) if bites == fewest)
    _equal("KN-12", "the winners, as a bit mask", winners, due)


def _check_seats(table: Table, seats: Sequence[Row]) -> None:
    facts, all_bites = table.facts, table.bites
    if [row[1] for row in seats] != list(range(facts.players)):
        raise FoulError(BEYOND_RULES, f"seats has not one row for each of {facts.players} seats in order")
    winners = all_bites.count(min(all_bites))
    for (_, seat, policy, rank, win_share, bites), due in zip(seats, all_bites, strict=True):
        names = list(dict.fromkeys(facts.policies))
        _equal(BEYOND_RULES, f"the policy of seat {seat}", names[policy], facts.policies[seat])
        _equal("KN-12", f"the bites of seat {seat}", bites, due)
        better = sum(other < due for other in all_bites)
        _equal("KN-12", f"the rank of seat {seat}", rank, 1 + better)
        _equal("KN-12", f"the win share of seat {seat}", win_share, 0 if better else 1 / winners)
