"""Good logs of Knit Wit with one thing changed, and proof for those changes that leave another legal game."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

from mutants import Change, Rows, changed_cells, judged, moved, other_values
from simulation import Run
from simulation.games.knit_wit.referee import referee
from simulation.referee import Referee, Violation, read_part

COLUMN_ROWS = {"games": 2, "seats": 3, "spools": 3, "answers": 5, "events": 8}
"""How often each column of a table is changed in a game."""
MOVED_ROWS = 8
"""How many rows of each table are dropped, doubled and swapped."""
EVENTS = ("loop", "shuffle", "word", "spool")


class Bench:
    """A run's rows as names and numbers, ready to be changed and judged."""

    def __init__(self, run: Run, **record: Any) -> None:
        """Take a run to the bench; ``record`` overrides what its ``run.json`` says."""
        self.run = run
        self.record = {**run.record, **record}
        self.referee: Referee = referee(self.record)
        self.cells = {
            table: {cell.name: cell for cell in cells} for table, cells in self.referee.cells.items()
        }
        self._games: dict[str, list[list[dict[str, Any]]]] = {}
        (shard,) = run.record["shards"]
        for table, cells in self.referee.cells.items():
            if table in run.tables:
                self._games[table] = [[] for _ in range(run.count)]
                for row in read_part(run, table, shard, cells).to_dicts():
                    self._games[table][row["game_id"]].append(row)

    def rows(self, game: int) -> Rows:
        """Return a game's rows; a name is its place, as the referee reads it."""
        return {table: list(games[game]) for table, games in self._games.items()}

    def judge(self, game: int, rows: Rows) -> Violation | None:
        """Return what the referee finds wrong with a game."""
        return judged(self.referee, game, rows)

    def values(self, table: str, column: str, now: Any) -> list[Any]:
        """Return other values that a cell could hold."""
        return other_values(self.cells[table][column], now)

    def person(self, name: str, seat: int = 0) -> float:
        """Return a parameter of a seat's person."""
        parameters = self.record["components"]["people"]["parameters"]
        (values,) = [one["values"] for one in parameters if one["name"] == name]
        return values[seat] if len(values) > 1 else values[0]


def changes(bench: Bench, game: int, luck: Random) -> Iterator[tuple[Change, Rows]]:
    """Change every column of every table in some rows, and drop, double and swap some rows."""
    good = bench.rows(game)
    for table, rows in good.items():
        for column in bench.cells[table]:
            if column != "game_id":  # that is the reader's, not the judge's
                places = luck.sample(range(len(rows)), min(COLUMN_ROWS[table], len(rows)))
                yield from changed_cells(bench, good, table, column, places, luck)
        yield from moved(good, table, luck.sample(range(len(rows)), min(MOVED_ROWS, len(rows))))


# Proof that a changed log is that of another legal game, by arguments of its own


def is_another_game(bench: Bench, good: Rows, change: Change) -> bool:
    """Tell whether the rules allow the changed log too."""
    if change.how == "dropped":
        # The Shuffle tag may as well not have been drawn.
        return change.table == "events" and good["events"][change.row]["event"] == EVENTS.index("shuffle")
    proofs = {
        ("answers", "second"): same_people_in_another_mood,
        ("seats", "finish_second"): same_people_in_another_mood,
        ("answers", "answer"): same_answers_are_the_same,
        ("answers", "votes"): same_majority,
        ("answers", "spool"): as_good_an_answer_there,
    }
    if change.how.startswith("passed_"):
        return all_regions_used_are_there(changed_rows(good, change)["events"])
    proof = proofs.get((change.table, change.how))
    return proof is not None and proof(bench, changed_rows(good, change), good, change)


def changed_rows(good: Rows, change: Change) -> Rows:
    """Return a game's rows with a cell changed."""
    rows = list(good[change.table])
    rows[change.row] = {**rows[change.row], change.how: change.after}
    return {**good, change.table: rows}


# The clock: a diary is made up that leads to the log's times, and lived through


def same_people_in_another_mood(bench: Bench, rows: Rows, good: Rows, change: Change) -> bool:
    """Tell whether everybody can have written and stopped at the times of the changed log.

    Where all times are the median, an answer's cannot change, but spools that are blank, or take longer than
    anybody thinks on them, may have been given up.
    """
    if bench.person("spread") == 0 and (
        change.table != "seats" or not _are_left_blank(bench, rows, change.row)
    ):
        return False
    return all(can_be_lived(bench, rows, seat["seat"]) for seat in rows["seats"])


def _are_left_blank(bench: Bench, rows: Rows, seat: int) -> bool:
    """Tell whether a seat's spools without an answer may stay blank however long it thinks on them."""
    answered = [row["spool"] for row in rows["answers"] if row["seat"] == seat]
    longest = bench.person("visits") * bench.person("patience", seat) * bench.person("fluency", seat)
    return bench.person("blank") > 0 or all(
        bench.person("think_seconds") * bench.person("difficulty") ** (row["loops"] - 1) * row["difficulty"]
        > longest
        for row in rows["spools"]
        if row["spool"] not in answered
    )


def can_be_lived(bench: Bench, rows: Rows, seat: int) -> bool:
    """Tell whether there is a diary of a seat's visits that leads to its answers and its stop."""
    own = sorted((whole(row["second"]), row["spool"]) for row in rows["answers"] if row["seat"] == seat)
    diary = Diary(bench, rows, seat)
    for moment, spool in own:
        if not diary.write_at(moment, spool, [other for _, other in own]):
            return False
    sheet = rows["seats"][seat]
    last = max(whole(row["finish_second"]) for row in rows["seats"] if row["button"] is not None)
    stop = whole(sheet["finish_second"])
    if sheet["button"] is not None:
        ahead = [row["finish_second"] for row in rows["seats"] if (row["button"] or 9) < sheet["button"]]
        behind = [row["finish_second"] for row in rows["seats"] if (row["button"] or 0) > sheet["button"]]
        in_turn = all(second <= sheet["finish_second"] for second in ahead)
        in_turn &= all(second >= sheet["finish_second"] for second in behind)
        return in_turn and diary.give_up_until(stop) and diary.moment == stop
    if len(rows["seats"]) == 2 and bench.record["rules"]["one_more"]:
        early = [moment for moment, _ in own if moment <= last]
        if len(own) > len(early):
            return len(own) == len(early) + 1 and stop == own[-1][0]
        return stop >= last and (diary.moment == stop or diary.ends_at(stop))
    return stop == last >= diary.moment and (diary.give_up_until(stop) or diary.moment == stop)


def whole(seconds: float) -> int:
    """Return seconds as whole milliseconds."""
    return round(1000 * seconds)


class Diary:
    """A person's visits to the spools, made up as one goes: what is not answered for longest is given up."""

    def __init__(self, bench: Bench, rows: Rows, seat: int) -> None:
        self.patience, self.visits = round(1000 * bench.person("patience", seat)), bench.person("visits")
        self.left = [row["spool"] for row in rows["spools"]]
        self.thought_on = dict.fromkeys(self.left, 0)
        self.moment = 0

    def to_come(self) -> list[int]:
        """Return the spools that have not had their turn in the round."""
        fewest = min((self.thought_on[spool] for spool in self.left), default=self.visits)
        return [spool for spool in self.left if self.thought_on[spool] == fewest < self.visits]

    def give_up(self, order: list[int]) -> None:
        """Give up the spool that is answered last, or never."""
        late = [spool for spool in self.to_come() if spool not in order]
        spool = late[0] if late else max(self.to_come(), key=order.index)
        self.thought_on[spool] += 1
        self.moment += self.patience

    def write_at(self, moment: int, spool: int, order: list[int]) -> bool:
        """Give up spools until an answer can be written at a moment, and tell whether it can."""
        while self.moment + self.patience < moment and self.to_come():
            self.give_up(order)
        if spool not in self.to_come() or not 0 <= moment - self.moment <= self.patience:
            return False
        self.left.remove(spool)
        self.moment = moment
        return True

    def give_up_until(self, moment: int) -> bool:
        """Give up spools until a moment has come, and tell whether it does."""
        while self.moment < moment and self.to_come():
            self.give_up([])
        return self.moment >= moment

    def ends_at(self, moment: int) -> bool:
        """Tell whether the sheet is done at a moment."""
        while self.to_come():
            self.give_up([])
        return self.moment == moment


# Answers


def same_answers_are_the_same(bench: Bench, rows: Rows, good: Rows, change: Change) -> bool:
    """Tell whether a changed answer is among the candidates, and leaves who has the same as who."""
    row = rows["answers"][change.row]
    first, share = (Fraction(str(bench.person(name))) for name in ("candidates", "narrowing"))
    exact = first * share ** (row["loops"] - 1)
    within = 1 <= row["answer"] <= max(1, round(exact))
    return within and _shared(bench, rows) == _shared(bench, good)


def as_good_an_answer_there(bench: Bench, rows: Rows, good: Rows, change: Change) -> bool:
    """Tell whether a seat may have answered for another spool instead, in as many loops, at the same time."""
    loops, difficulty = (
        {row["spool"]: row[name] for row in good["spools"]} for name in ("loops", "difficulty")
    )
    before, after = change.before, change.after
    places = [(row["spool"], row["seat"]) for row in rows["answers"]]
    return (
        after in loops
        and loops[before] == loops[after]
        and (bench.person("spread") > 0 or difficulty[before] == difficulty[after])
        and places == sorted(set(places))
        and _shared(bench, rows) == _shared(bench, good)
    )


def _shared(bench: Bench, rows: Rows) -> list[bool]:
    """Return of each answer whether another of those compared is the same."""
    answers, first = rows["answers"], bench.record["rules"]["challenge_first"]
    down = [row["votes"] is not None and 2 * row["votes"] < len(rows["seats"]) for row in answers]
    names = [
        None if first and voted_down else (row["spool"], row["answer"])
        for row, voted_down in zip(answers, down, strict=True)
    ]
    counts = Counter(names)
    return [name is not None and counts[name] > 1 for name in names]


def same_majority(bench: Bench, rows: Rows, good: Rows, change: Change) -> bool:
    """Tell whether a changed vote can be one, and leads to the same."""
    players, before, after = len(rows["seats"]), change.before, change.after
    if before is None or after is None or not 1 <= after <= players:
        return False
    row = rows["answers"][change.row]
    nobody_likes_it = bench.person("fit") == 0 or (bench.person("fit_loops") == 0 and row["loops"] > 1)
    nobody_likes_it |= bench.person("fit_originality") == bench.person("originality", row["seat"]) == 1
    return not nobody_likes_it and (2 * before >= players) == (2 * after >= players)


# The design


def all_regions_used_are_there(events: list[dict[str, Any]]) -> bool:
    """Tell whether every region that is passed over or gets a spool is on the table by then."""
    loops = [row for row in events if EVENTS[row["event"]] == "loop"]
    put = [row for row in events if EVENTS[row["event"]] == "spool"]
    for turn, row in enumerate(loops[1:], 1):
        passed, inside = _passed(row), [row["region"]]
        for region in passed:
            near = any(bin(region ^ other).count("1") == 1 for other in inside)
            if not near or region in inside or not _is_there(region, turn, loops):
                return False
            inside.append(region)
    return all(_is_there(row["region"], turn + 1, loops) for turn, row in enumerate(put))


def _passed(row: dict[str, Any]) -> list[int]:
    return [value for name, value in row.items() if name.startswith("passed_") and value is not None]


def _is_there(region: int, turn: int, loops: list[dict[str, Any]]) -> bool:
    """Tell whether a region is there before a turn: its last loop made it out of one that was there."""
    if region == 0:
        return True
    last = region.bit_length() - 1
    if last >= turn:
        return False
    without = region ^ 1 << last
    made_of = [loops[last]["region"] or 0, *_passed(loops[last])]
    return without in made_of and _is_there(without, last, loops)
