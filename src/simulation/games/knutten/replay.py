"""A game told turn by turn in words, from its log."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from simulation.games.knutten.rules import Rules
from simulation.numbers import read_whole
from simulation.runs import Run
from simulation.words import counted, listed

Row = Mapping[str, Any]
FIVE = "5"


def tell(run: Run, game_id: int) -> Iterator[str]:
    """Tell a game line by line: who plays, every turn of every round, who wins.

    Raises
    ------
    GamegaugeError
        If the run has no such game, or no events.
    """
    game_id = read_whole("game", game_id, 0, run.count - 1)
    story = _Story(run, {table: run.rows_of_game(table, game_id) for table in _TABLES})
    yield from story.opening(game_id)
    for row in story.rounds:
        yield ""
        yield from story.round(row)
    yield ""
    yield from story.ending()


_TABLES = ("games", "seats", "rounds", "events")


def seats_in(mask: int) -> str:
    """Return the seats of a bit mask in words."""
    seats = [str(seat) for seat in range(mask.bit_length()) if mask >> seat & 1]
    return f"seat{'s' * (len(seats) > 1)} {listed(seats)}"


class _Story:
    """The rows of a game, and what the telling has to keep in mind."""

    def __init__(self, run: Run, rows: Mapping[str, list[dict[str, Any]]]) -> None:
        self._run = run
        self.rounds = rows["rounds"]
        self._events, self._seats, (self._game,) = rows["events"], rows["seats"], rows["games"]
        cards = run.components["deck"]["cards"]
        self._sides = {card["card"]: {"a": card["side_a"], "b": card["side_b"]} for card in cards}
        self._rules = Rules.read(run.rules)
        self._bites = [0] * run.players
        self._john_lies = False

    # Before and after

    def opening(self, game_id: int) -> Iterator[str]:
        """Tell who plays what."""
        changes = ", ".join(f"{name}={value}" for name, value in self._rules.changes().items())
        deck = self._run.components["deck"]["name"]
        rules = changes or "rules as in the rulebook"
        yield f"Game {game_id} of {self._run.path.name}: deck {deck}, {rules}."
        yield "".join(f"Seat {row['seat']} plays {row['policy']}. " for row in self._seats).rstrip()

    def ending(self) -> Iterator[str]:
        """Tell who won, and how long it took."""
        game = self._game
        length = f"after {counted(game['rounds'], 'round')} and {counted(game['turns'], 'turn')}"
        if game["end_reason"] == "bites":
            last = [row for row in self._seats if row["bites"] >= self._rules.last_bite]
            bitten = [f"seat {row['seat']} has {counted(row['bites'], 'bite')}" for row in last]
            yield f"The game is over {length}: {listed(bitten)}."
        else:
            yield f"The game is stalled {length}: so many rounds are enough."
        for row in sorted(self._seats, key=lambda row: (row["rank"], row["seat"])):
            yield f"  {row['rank']}. seat {row['seat']} ({row['policy']}), {counted(row['bites'], 'bite')}"
        verb = "wins" if game["winners"].bit_count() == 1 else "win together"
        yield f"{_capital(seats_in(game['winners']))} {verb}."

    # A round

    def round(self, row: Row) -> Iterator[str]:
        """Tell a round: who starts and why, its turns, who is bitten."""
        events = [event for event in self._events if event["round"] == row["round"]]
        yield f"Round {row['round']}: {self._start(row, events)}"
        for event, follower in zip(events, [*events[1:], None], strict=True):
            yield f"  {self._event(event, follower, row)}"
        yield f"  {self._bitten(row)}"

    def _start(self, row: Row, events: Sequence[Row]) -> str:
        starter = f"seat {row['starter']}"
        if not row["round"]:
            return f"{starter} starts, as the player whom an insect bit last."
        before = self.rounds[row["round"] - 1]
        if before["cause"] == "stalled":
            return f"the round before was stalled, so the seat after its starter begins: {starter}."
        if before["cause"] == "wind":
            who, why = self._shouter(before["round"]), "shouted WIND"
        else:
            who, why = before["bitten"].bit_length() - 1, "was bitten"
        chosen = "starts" if who == row["starter"] else f"lets {starter} start"
        return f"seat {who} {why} and {chosen}."

    def _shouter(self, number: int) -> int:
        shouts = {event["round"]: event["seat"] for event in self._events if event["event"] == "wind"}
        return int(shouts[number])

    def _bitten(self, row: Row) -> str:
        """Tell a round's end, and count its bites."""
        bitten = row["bitten"]
        each = row["bites"] // max(bitten.bit_count(), 1)
        for seat in range(len(self._bites)):
            self._bites[seat] += each * (bitten >> seat & 1)
        if row["cause"] == "stalled":
            return f"The round is stalled with {row['swarm']} in the swarm: nobody is bitten."
        verb = "is" if bitten.bit_count() == 1 else "are"
        more = f" {each} times" if each > 1 else ""
        return f"{_capital(seats_in(bitten))} {verb} bitten{more}. Bites so far: {self._standing()}."

    def _standing(self) -> str:
        return ", ".join(f"seat {seat}: {bites}" for seat, bites in enumerate(self._bites))

    # An event

    def _event(self, event: Row, follower: Row | None, row: Row) -> str:
        kind = event["event"]
        if kind == "refill":
            return (
                "The swamp is empty and nobody can play: the cards of the swarm become the new swamp, "
                f"the swarm stays at {event['swarm']}, and all draw, seat {event['seat']} first."
            )
        acts: dict[str, Callable[[], str]] = {
            "play": lambda: self._play(event, row),
            "john": lambda: self._john(event, row),
            "redraw": lambda: self._redraw(event, follower),
            "pass": lambda: f"{_cannot(event)}, and with the swamp empty passes",
            "shoo": self._shoo,
            "wind": lambda: "shouts WIND: everyone else is bitten",
        }
        turn = "" if kind == "wind" else f"{event['turn']:3}: "
        return f"{turn}seat {event['seat']} holds {_hand(event)} and {acts[kind]()}."

    def _redraw(self, event: Row, follower: Row | None) -> str:
        drawn = f"{_cannot(event)}, so the hand goes under the swamp and a new one is drawn"
        same = follower is not None and follower["seat"] == event["seat"]
        if same and follower is not None and follower["event"] in ("play", "john"):
            return f"{drawn}, from which it plays at once"
        return drawn

    def _shoo(self) -> str:
        self._john_lies = False
        return "skips a turn to chase John out of the game"

    def _john(self, event: Row, row: Row) -> str:
        self._john_lies = True
        target = "itself" if event["target"] == event["seat"] else f"seat {event['target']}"
        laid = f"lays John Knut in front of {target}"
        if not row["john_bitten"]:
            return f"{laid}; everybody is one bite from the end, so nobody is bitten"
        fewest = min(self._bites)
        alone = self._bites.count(fewest) == 1
        self._bites[event["target"]] += 1
        who = "who has the fewest bites" if alone else "one of those with the fewest bites"
        return f"{laid}, {who}, and he bites at once"

    def _play(self, event: Row, row: Row) -> str:
        side = self._sides[event["card"]][event["side"]]
        played = f"plays {event['card']} as {side}"
        if event["worth"] is None:
            return f"{played}: {self._effect(side, event)}"
        if side == FIVE and self._john_lies:
            played += ", which counts 0 while John lies on the table"
        if event["waiting"]:
            copies = "the waiting ?" if event["waiting"] == 1 else f"the {event['waiting']} waiting ?"
            times = "twice" if event["waiting"] == 1 else f"{event['waiting'] + 1} times"
            played += f", {times} because of {copies}"
        if event["swarm"] < self._rules.bite_at:
            return f"{played}: {_jump(event)}"
        why = "" if self._has_way_out(event) else "; nothing in the hand was safe"
        return f"{played}: {_jump(event)} and bites{self._blame(event, row)}{why}"

    def _has_way_out(self, event: Row) -> bool:
        """Tell whether the hand had a side that does not bite; John is one, too."""
        cards = _cards(event)
        if any(card not in self._sides for card in cards):
            return True
        return any(self._is_safe(side, event) for card in cards for side in self._sides[card].values())

    def _is_safe(self, side: str, event: Row) -> bool:
        if not side.lstrip("-").isdecimal():
            return True
        worth = 0 if side == FIVE and self._john_lies else int(side)
        return 0 <= int(event["swarm_before"]) + worth * (1 + int(event["waiting"])) < self._rules.bite_at

    def _blame(self, event: Row, row: Row) -> str:
        """Tell that not the player of the number is bitten, where it is so (KN-7)."""
        bitten = row["bitten"]
        if bitten == 1 << event["seat"]:
            return ""
        return f" {seats_in(bitten)}, whose ? is to blame"

    def _effect(self, side: str, event: Row) -> str:
        swarm = f"the swarm stays at {event['swarm']}"
        told = {
            "?": f"{swarm}, and {event['waiting'] + 1} ? now wait{'s' * (not event['waiting'])} for a number",
            "skip": f"{swarm}, and the next player loses a turn",
            "reverse": f"{swarm}, and the turns go round the other way",
            "again": f"{swarm}, and the same player has another turn",
        }
        still = f"; {event['waiting']} ? still wait{'s' * (event['waiting'] == 1)} for a number"
        return f"{told.get(side) or _jump(event)}{still * (event['waiting'] > 0 and side != '?')}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _cards(event: Row) -> list[str]:
    return [card for name, card in event.items() if name.startswith("hand_") and card is not None]


def _hand(event: Row) -> str:
    return ", ".join(_cards(event)) or "no card"


def _jump(event: Row) -> str:
    before, after = event["swarm_before"], event["swarm"]
    if before == after:
        return f"the swarm stays at {after}"
    return f"the swarm {'grows' if after > before else 'shrinks'} from {before} to {after}"


def _cannot(event: Row) -> str:
    return "keeps John back" if event["legal"] else "can play nothing"
