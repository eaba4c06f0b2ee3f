"""Good logs of Knutten with one thing changed, and proof for those changes that leave another legal game."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from mutants import Change, Rows, changed_cells, judged, moved, other_values
from simulation import Run
from simulation.games.knutten.referee import referee
from simulation.games.knutten.referee_table import STALLED
from simulation.games.knutten.referee_watch import JOHN, PLAY, REDRAW, REFILL, SHOO, WIND
from simulation.referee import Referee, Violation, read_part

Event = Mapping[str, Any]
COLUMN_ROWS = {"games": 2, "seats": 3, "rounds": 3, "events": 9}
"""How often each column of a table is changed in a game."""
MOVED_ROWS = 6
"""How many rows of each table are dropped, doubled and swapped."""


class Bench:
    """A run's rows as names and numbers, ready to be changed and judged."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.referee: Referee = referee(run.record)
        self.cells = self.referee.cells
        (shard,) = run.record["shards"]
        self._rows = {
            table: read_part(run, table, shard, cells).to_dicts()
            for table, cells in self.cells.items()
            if table in run.tables
        }
        cards, john = run.components["deck"]["cards"], bool(run.rules["john"])
        self.faces = [(card["side_a"], card["side_b"]) for card in cards]
        self.copies = [card["copies"] for card in cards] + [1] * john
        self.none = len(self.copies)

    def rows(self, game: int) -> Rows:
        """Return a game's rows; a name is its place, as the referee reads it."""
        return {table: [row for row in rows if row["game_id"] == game] for table, rows in self._rows.items()}

    def judge(self, game: int, rows: Rows) -> Violation | None:
        """Return what the referee finds wrong with a game."""
        return judged(self.referee, game, rows)

    def values(self, table: str, column: str, now: Any) -> list[Any]:
        """Return other values that a cell could hold."""
        (cell,) = [cell for cell in self.cells[table] if cell.name == column]
        return other_values(cell, now, cell.empty)


def changes(bench: Bench, game: int, luck: Random) -> Iterator[tuple[Change, Rows]]:
    """Change every column of every table in some rows, and drop, double and swap some rows."""
    good = bench.rows(game)
    for table, rows in good.items():
        for column in rows[0]:
            if column != "game_id":  # that is the reader's, not the judge's
                places = luck.sample(range(len(rows)), min(COLUMN_ROWS[table], len(rows)))
                yield from changed_cells(bench, good, table, column, places, luck)
        yield from moved(good, table, luck.sample(range(len(rows)), min(MOVED_ROWS, len(rows))))


# Proof that a changed log is that of another legal game, by arguments of its own


def is_another_game(bench: Bench, good: Rows, change: Change) -> bool:
    """Tell whether the rules allow the changed log too."""
    if change.table == "rounds" and change.how == "starter":
        return _nobody_moved(good, change)
    if change.table == "events" and change.how in ("side", "card"):
        return _played_its_like(bench, good, change)
    if change.table == "events" and change.how.startswith("hand_"):
        return change.after != bench.none and _Hidden(bench, good, change).holds()
    return False


def _nobody_moved(good: Rows, change: Change) -> bool:
    """A starter chosen freely, in a round that WIND ended before anybody moved."""
    number = good["rounds"][change.row]["round"]
    moved = [event for event in good["events"] if event["round"] == number]
    chosen = number > 0 and good["rounds"][change.row - 1]["cause"] != STALLED
    return chosen and len(moved) == 1 and change.after < len(good["seats"])


def _own(good: Rows, change: Change) -> tuple[Event | None, Event, Event | None]:
    """Return an event with those of its seat and round before and after it, as far as hands last."""
    event = good["events"][change.row]
    own = [row for row in good["events"] if (row["round"], row["seat"]) == (event["round"], event["seat"])]
    place = next(index for index, row in enumerate(own) if row is event)
    later = own[place + 1] if place + 1 < len(own) and event["event"] != REDRAW else None
    return own[place - 1] if place else None, event, later


def _played_its_like(bench: Bench, good: Rows, change: Change) -> bool:
    """Another side that does the same: of the same card, or of one in a hand that nobody sees again."""
    _, event, later = _own(good, change)
    changed = {**event, change.how: change.after}
    if event["event"] != PLAY or changed["side"] is None or changed["card"] not in _hand(event):
        return False
    if changed["card"] >= len(bench.faces) or (change.how == "card" and later is not None):
        return False
    return _same_effect(bench, good, event, bench.faces[changed["card"]][changed["side"]])


def _same_effect(bench: Bench, good: Rows, event: Event, other: str) -> bool:
    """Tell whether a side leaves the same swarm and the same cells, and the same seat moves next."""
    side = bench.faces[event["card"]][event["side"]]
    if event["worth"] is not None:
        same = {event["worth"]} | ({5} if event["worth"] == 0 and _john_lies(good, event) else set())
        return other.lstrip("-").isdigit() and int(other) in same
    if other.lstrip("-").isdigit() or (other.startswith("set:") and other != f"set:{event['swarm']}"):
        return False
    last = [row for row in good["events"] if row["round"] == event["round"]][-1] is event
    idle = {"reverse", f"set:{event['swarm']}"} if event["swarm"] == event["swarm_before"] else set()
    unmoved = event["swarm"] == event["swarm_before"]
    return side == other or (last and unmoved) or (len(good["seats"]) == 2 and {side, other} <= idle)


def _john_lies(good: Rows, event: Event) -> bool:
    """Tell whether John lies on the table before an event."""
    place = next(index for index, row in enumerate(good["events"]) if row is event)
    marks = [row["event"] for row in good["events"][:place] if row["event"] in (JOHN, SHOO)]
    return marks[-1:] == [JOHN]


class _Hidden:
    """A card that nobody saw before an event nor after it might as well have been another.

    The other has to have as many legal sides, must not make or break WIND, and a copy of it has to be left.
    """

    def __init__(self, bench: Bench, good: Rows, change: Change) -> None:
        self.bench, self.good, self.change = bench, good, change
        self.earlier, self.event, self.later = _own(good, change)
        self.hand = _hand(self.event)
        self.other = _hand({**self.event, change.how: change.after})

    def holds(self) -> bool:
        """Tell whether all of it is so."""
        return (
            (self.event["card"] is None or self.event["card"] in self.other)
            and self._new_to_the_hand()
            and self._not_seen_again()
            and self._wind(self.other) == (self.event["event"] == WIND)
            and (self.event["event"] in (WIND, REFILL) or self._legal(self.hand) == self._legal(self.other))
            and (self.later is not None or self._seen() < self._left())
        )

    def _new_to_the_hand(self) -> bool:
        before, change = self.earlier, self.change
        if before is None or before["event"] == REDRAW or before[change.how] != change.before:
            return True
        return bool(before["card"] == change.before)

    def _not_seen_again(self) -> bool:
        """Tell whether the next event fits too: of two equal cards either may have been played.

        Then the same cards come to the hand, in another order.
        """
        if self.later is None:
            return True
        change, played = self.change, self.event["card"]
        if played not in (change.before, change.after) or self.event["event"] != PLAY:
            return False
        twins = [name for name in self.event if name.startswith("hand_") and name != change.how]
        if played == change.before:
            kept = any(self.event[name] == played for name in twins)
            return kept and bool(self.later[change.how] == change.after)
        kept = any(self.event[name] == self.later[name] == played for name in twins)
        return kept and bool(self.later[change.how] == change.before)

    def _wind(self, hand: Sequence[int]) -> bool:
        faces = [tuple(sorted(self.bench.faces[card])) for card in hand if card < len(self.bench.faces)]
        return bool(self.bench.run.rules["wind"]) and any(faces.count(face) >= 3 for face in faces)

    def _legal(self, hand: Sequence[int]) -> int:
        lies = _john_lies(self.good, self.event)
        sides = [side for card in hand if card < len(self.bench.faces) for side in self.bench.faces[card]]
        john = self.bench.run.rules["john"] and len(self.bench.faces) in hand
        return john + sum(self._may_play(side, lies) for side in sides)

    def _may_play(self, side: str, john_lies: bool) -> bool:
        try:
            number = int(side)
        except ValueError:
            return True
        number *= not (number == 5 and john_lies)
        return bool(self.event["swarm_before"] + number * (1 + self.event["waiting"]) >= 0)

    def _since(self) -> tuple[list[Event], list[Event]]:
        """Return the round's events before its last refill up to this event, and from there on."""
        events, number = self.good["events"], self.event["round"]
        refills = [
            place
            for place, row in enumerate(events[: self.change.row])
            if row["event"] == REFILL and row["round"] == number
        ]
        start = refills[-1] if refills else 0
        before = [row for row in events[:start] if row["round"] == number] if refills else []
        return before, [row for row in events[start:] if row["round"] == number]

    def _left(self) -> int:
        """Return how many copies of the other card there were to be drawn."""
        before, _ = self._since()
        if before:
            last = max([place for place, row in enumerate(before) if row["event"] == REFILL], default=0)
            return sum(row["card"] == self.change.after for row in before[last:])
        return self.bench.copies[self.change.after]

    def _seen(self) -> int:
        """Return how often the other card came to a hand, as the log shows hands."""
        before, since = self._since()
        other, seen, hands = self.change.after, 0, {row["seat"]: _hand_after(row) for row in before}
        for row in since:
            seen += max(_hand(row).count(other) - hands.get(row["seat"], []).count(other), 0)
            hands[row["seat"]] = _hand_after(row)
        return seen


def _hand(event: Event) -> list[int]:
    return [card for name, card in event.items() if name.startswith("hand_")]


def _hand_after(event: Event) -> list[int]:
    """Return what is known of a hand after an event, before anything is drawn."""
    if event["event"] == REDRAW:
        return []
    hand = _hand(event)
    if event["card"] is not None:
        hand.remove(event["card"])
    return hand
