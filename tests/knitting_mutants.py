"""Good logs of Knitting with one thing changed, and proof for those changes that leave another legal game."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from mutants import Change, Rows, changed_cells, judged, moved, other_values
from simulation import Run
from simulation.games.knitting.referee import referee
from simulation.referee import Referee, Violation, read_part

Event = Mapping[str, Any]
COLUMN_ROWS = {"games": 2, "seats": 3, "patterns": 5, "events": 8}
"""How often each column of a table is changed in a game."""
MOVED_ROWS = 12
"""How many rows of each table are dropped, doubled and swapped."""


class Bench:
    """A run's rows as names and numbers, ready to be changed and judged."""

    def __init__(self, run: Run, **record: Any) -> None:
        """Take a run to the bench; ``record`` overrides what its ``run.json`` says."""
        self.run = run
        self.referee: Referee = referee({**run.record, **record})
        self.cells = {
            table: {cell.name: cell for cell in cells} for table, cells in self.referee.cells.items()
        }
        self._games: dict[str, list[list[dict[str, Any]]]] = {}
        (shard,) = run.record["shards"]
        for table, cells in self.referee.cells.items():
            if table in run.tables:
                rows = read_part(run, table, shard, cells).to_dicts()
                self._games[table] = [[] for _ in range(run.count)]
                for row in rows:
                    self._games[table][row["game_id"]].append(row)

    def rows(self, game: int) -> Rows:
        """Return a game's rows; a name is its place, as the referee reads it."""
        return {table: list(games[game]) for table, games in self._games.items()}

    def judge(self, game: int, rows: Rows) -> Violation | None:
        """Return what the referee finds wrong with a game."""
        return judged(self.referee, game, rows)

    def code(self, column: str, name: str | None) -> int | None:
        """Return the place of a name that a column of events can hold."""
        names = self.cells["events"][column].names or ()
        return None if name is None else list(names).index(name)

    def name(self, column: str, code: int | None) -> str | None:
        """Return the name that stands at a place."""
        names = self.cells["events"][column].names or ()
        return None if code is None else names[code]

    def values(self, table: str, column: str, now: Any) -> list[Any]:
        """Return other values that a cell could hold."""
        return other_values(self.cells[table][column], now)


def changes(bench: Bench, game: int, luck: Random) -> Iterator[tuple[Change, Rows]]:
    """Change every column of every table in some rows, and drop, double and swap some rows."""
    good = bench.rows(game)
    for table, rows in good.items():
        for column in bench.cells[table]:
            if column != "game_id":  # that is the reader's, not the judge's
                places = _spread(rows, COLUMN_ROWS[table], luck)
                yield from changed_cells(bench, good, table, column, places, luck)
        yield from moved(good, table, _spread(rows, MOVED_ROWS, luck))


def _spread(rows: list[dict[str, Any]], count: int, luck: Random) -> list[int]:
    """Return places of some rows: those of different events first, so that none is rare."""
    places = luck.sample(range(len(rows)), len(rows))
    seen: dict[Any, int] = {}
    ranks = []
    for place in places:
        event = rows[place].get("event")
        ranks.append(seen.get(event, 0))
        seen[event] = ranks[-1] + 1
    return [place for _, place in sorted(zip(ranks, places, strict=True), key=lambda pair: pair[0])][:count]


# Proof that a changed log is that of another legal game, by arguments of its own


def is_another_game(bench: Bench, good: Rows, change: Change) -> bool:
    """Tell whether the rules allow the changed log too."""
    if change.table == "patterns":
        return change.how == "swapped" and _Proof(bench, good, change).copies_are_equal()
    if change.table != "events" or change.how not in ("what", "dropped"):
        return False
    proof = _Proof(bench, good, change)
    return {
        ("real_life", "what"): proof.nothing_was_doubled,
        ("play", "dropped"): proof.played_in_vain,
        ("play", "what"): proof.played_its_like,
        ("trade", "what"): proof.never_mattered,
    }.get((proof.event, change.how), lambda: False)()


class _Proof:
    """A changed log, looked at for what tells it from another that the rules allow."""

    def __init__(self, bench: Bench, good: Rows, change: Change) -> None:
        self.bench, self.change, self.patterns = bench, change, good["patterns"]
        self.events = [
            {**row, "event": bench.name("event", row["event"]), "what": bench.name("what", row["what"])}
            for row in good["events"]
        ]
        components = bench.run.components
        self.cards = {card["card"]: card for card in components["community"]["cards"]}
        self.catalogue = [row["pattern"] for row in components["patterns"]["patterns"]]
        self.row = self.events[change.row] if change.table == "events" else {}
        self.event = self.row.get("event")

    def _of_seat(self, *events: str) -> list[int]:
        """Return the places of a seat's events of some kinds."""
        rows, seat = enumerate(self.events), self.row["seat"]
        return [place for place, row in rows if row["seat"] == seat and row["event"] in events]

    def copies_are_equal(self) -> bool:
        """Tell whether two equal special patterns were in one hand, so that either was cast on."""
        one, other = self.patterns[self.change.row : self.change.row + 2]
        if any(one[name] != other[name] for name in ("seat", "pattern", "drawn_turn")) or not one["special"]:
            return False
        name = self.bench.referee.cells["patterns"][2].names[one["pattern"]]
        self.row = one
        came = [place for place in self._of_seat("trade") if self.events[place]["what"] == name]
        came = [place for place in came if self.events[place]["turn"] == one["drawn_turn"]]
        gone = [place for place in self._of_seat("cast_on") if self.events[place]["what"] == name]
        return not any(came[0] < place < came[-1] for place in gone)

    def nothing_was_doubled(self) -> bool:
        """Tell whether a seat could knit another pattern for real: neither was finished for points."""
        old, new = self.row["what"], self.bench.name("what", self.change.after)
        own = [self.events[place]["what"] for place in self._of_seat("real_life")]
        knitted = [what for what in own if what is not None]
        knitted[knitted.index(old)] = new
        places = [self.catalogue.index(what) if what in self.catalogue else -1 for what in knitted]
        if -1 in places or places != sorted(set(places)):
            return False
        finished = [self.events[place] for place in self._of_seat("finish")]
        return not any(row["what"] in (old, new) and row["points"] for row in finished)

    # Community cards

    def _effect(self, name: str | None) -> str:
        return str(self.cards[name]["effect"]) if name in self.cards else ""

    def _counted_later(self) -> list[int]:
        """Return the later rows that count what the seat may play."""
        return [place for place in self._of_seat("trade", "play") if place > self.change.row]

    def played_in_vain(self) -> bool:
        """Tell whether a card did nothing when it was played, and nobody counts it in the hand later."""
        row, follower = self.row, self.events[self.change.row + 1]
        moved = any(count for name, count in row.items() if name.startswith("taken_"))
        idle = {
            "knit": row["slot"] is None,
            "frog": row["slot"] is None,
            "take_yarn": row["target"] is None,
            "draw_yarn": not moved,
            "draw_patterns": follower["event"] != "draw_pattern",
            "extra_cast_on": self._steps_are_enough(),
        }
        return idle[self._effect(row["what"])] and not self._counted_later()

    def _steps_are_enough(self) -> bool:
        """Tell whether a turn casts on no more often than it may without this card."""
        turn = [place for place, row in enumerate(self.events) if row["turn"] == self.row["turn"]]
        cast = [place for place in turn if self.events[place]["event"] == "cast_on"]
        if cast and self.change.row > cast[0]:
            return self.change.row + 1 not in cast
        run = [place for place in cast if set(range(cast[0], place)) <= set(cast)]
        more = [
            place
            for place in turn
            if self.events[place]["event"] == "play"
            and self._effect(self.events[place]["what"]) == "extra_cast_on"
            and (not cast or place < cast[0])
        ]
        return len(run) <= len(more)

    def _held(self, name: str, place: int) -> int:
        """Return how many of a card the seat holds before an event."""
        earlier = [self.events[at] for at in self._of_seat("trade", "play") if at < place]
        return sum((1 if row["event"] == "trade" else -1) for row in earlier if row["what"] == name)

    def played_its_like(self) -> bool:
        """Tell whether another card of the hand would have done the same, and the hand counts the same."""
        old, new = self.row["what"], self.bench.name("what", self.change.after)
        return (
            self._effect(old) == self._effect(new) != ""
            and self.cards[old]["amount"] == self.cards[new]["amount"]
            and self._held(new, self.change.row) > 0
            and self._stays_enough(new)
        )

    def _stays_enough(self, name: str) -> bool:
        """Tell whether the seat can do without one of a card from here on."""
        plays = [place for place in self._of_seat("play") if place > self.change.row]
        return all(self._held(name, at) > 1 for at in plays if self.events[at]["what"] == name)

    def never_mattered(self) -> bool:
        """Tell whether another card could have been drawn: left in the deck, counted and worth the same."""
        old, new = self.row["what"], self.bench.name("what", self.change.after)
        kinds = {self.cards[name]["kind"] if name in self.cards else None for name in (old, new)}
        if (
            len(kinds) > 1
            or kinds & {"pattern", None}
            or self.cards[old]["points"] != self.cards[new]["points"]
        ):
            return False
        traded = sum(row["event"] == "trade" and row["what"] == new for row in self.events)
        if traded >= self.cards[new]["copies"] or not self._stays_enough(old):
            return False
        later = [self.events[place] for place in self._counted_later()]
        return all(self._targets(old, row) == self._targets(new, row) for row in later)

    def _targets(self, name: str, row: Event) -> int | str:
        """Return what a card counts; how many others have yarn is not looked for."""
        effect = self._effect(name)
        if effect == "take_yarn":
            return effect
        wips = sum(row[f"wip_{slot}"] is not None for slot in "abcd")
        return max(wips, 1) if effect in ("knit", "frog") else int(effect != "")
