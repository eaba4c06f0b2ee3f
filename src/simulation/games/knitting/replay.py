"""A game told turn by turn in words, from its log."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby, takewhile
from operator import itemgetter
from string import ascii_lowercase
from typing import Any

from simulation.games.knitting.components import COLOURS, RESERVED, YARNS
from simulation.games.knitting.rules import Rules
from simulation.numbers import read_whole
from simulation.runs import Run
from simulation.words import counted, listed

Row = Mapping[str, Any]
Yarn = Mapping[str, int]
SETUP = -1
SLOTS = STACKS = 4
PART_OF_A_DRAW = ("draw_pattern", "give_back")
"""Events that are told with the row before them."""
WILD_WAY, TWO_FROM_DECK, TWO_STACKS, _ = RESERVED


def tell(run: Run, game_id: int) -> Iterator[str]:
    """Tell a game line by line: who plays, the set-up and every turn, who wins and why.

    Raises
    ------
    GamegaugeError
        If the run has no such game, or no events.
    """
    game_id = read_whole("game", game_id, 0, run.count - 1)
    rows = {table: run.rows_of_game(table, game_id) for table in ("games", "seats", "patterns", "events")}
    story = _Story(run, rows)
    yield from story.opening(game_id)
    for turn, group in groupby(rows["events"], itemgetter("turn")):
        events = list(group)
        yield ""
        yield from story.set_up(events) if turn == SETUP else story.turn(turn, events)
    yield ""
    yield from story.ending()


def yarn_of(row: Row, lot: str) -> Yarn:
    """Return one of a row's lots of yarn: taken, store, after or stash."""
    return {yarn: row[f"{lot}_{yarn}"] for yarn in YARNS}


def in_words(yarn: Yarn) -> str:
    """Return yarn as "2 red, 1 blue and 1 Wild"."""
    names = {name: name if name in COLOURS else name.capitalize() for name in YARNS}
    return listed([f"{count} {names[name]}" for name, count in yarn.items() if count]) or "no yarn"


def _seats(numbers: Sequence[int]) -> str:
    return f"{'Seats' if len(numbers) > 1 else 'Seat'} {listed([str(number) for number in numbers])}"


def _wips(row: Row) -> Iterator[tuple[str, int]]:
    """Yield the patterns on a seat's needles, and the weeks knitted on each."""
    for letter in ascii_lowercase[:SLOTS]:
        if row[f"wip_{letter}"] is not None:
            yield row[f"wip_{letter}"], row[f"weeks_{letter}"]


class _Story:
    """The rows of a game, and what the telling has to keep in mind."""

    def __init__(self, run: Run, rows: Mapping[str, list[dict[str, Any]]]) -> None:
        self._run = run
        self._seats, (self._game,) = rows["seats"], rows["games"]
        self._patterns = {row["pattern"]: row for row in rows["patterns"]}
        self._rules = Rules.read(run.rules)
        self._cards = {card["card"]: card for card in run.components["community"]["cards"]}
        self._hands: list[list[str]] = [[] for _ in self._seats]
        self._held: list[list[str]] = [[] for _ in self._seats]
        self._fo_points = [0] * len(self._seats)
        self._closed = False

    # Before the first turn

    def opening(self, game_id: int) -> Iterator[str]:
        """Tell what is played, and who plays."""
        names = {kind: one["name"] for kind, one in self._run.components.items()}
        changes = ", ".join(f"{name}={value}" for name, value in self._rules.changes().items())
        what = f"patterns {names['patterns']}, community cards {names['community']}"
        yield f"Game {game_id} of {self._run.path.name}: {what}, {changes or 'rules as in the rulebook'}."
        yield "".join(f"Seat {row['seat']} plays {row['policy']}. " for row in self._seats).rstrip()
        yield f"Whoever first has {counted(self._rules.target, 'FO point')} on the mat starts the last round."

    def set_up(self, events: Sequence[Row]) -> Iterator[str]:
        """Tell what is dealt, how the store is stocked, and what is knitted in real life."""
        yield "Set-up:"
        for row in events:
            if row["event"] == "deal":
                yield f"  seat {row['seat']} is dealt {in_words(yarn_of(row, 'taken'))}."
            elif row["event"] in ("stock", "wipe", "reshuffle"):
                yield f"  {self._stocking(row)}."
        for seat in range(len(self._seats)):
            own = [row for row in events if row["seat"] == seat]
            drawn = [row["what"] for row in own if row["event"] == "draw_pattern"]
            self._hands[seat] += drawn
            yield f"  seat {seat} is dealt the patterns {listed([self._priced(name) for name in drawn])}."
            yield from (self._given(row) for row in own if row["event"] == "given")
            real = [row for row in own if row["event"] == "real_life"]
            if real:
                yield f"  seat {seat} knits {self._real(real)} in real life."

    def _given(self, row: Row) -> str:
        """Tell with which community card an experiment lets a seat begin."""
        self._gain(row)
        return f"  seat {row['seat']} begins with {row['what']}, by experiment."

    def _gain(self, row: Row) -> None:
        """Put a community card into a hand; a special pattern is a pattern from then on."""
        hands = self._hands if self._cards[row["what"]]["kind"] == "pattern" else self._held
        hands[row["seat"]].append(row["what"])

    @staticmethod
    def _real(rows: Sequence[Row]) -> str:
        patterns = [row["what"] for row in rows if row["what"] is not None]
        colours = [yarn for yarn, one in yarn_of(rows[-1], "taken").items() if one]
        skeins = f" with skeins of {listed(colours)}" if colours else ""
        return f"{listed(patterns) or 'something else'}{skeins}"

    def _priced(self, pattern: str) -> str:
        row = self._patterns[pattern]
        return f"{pattern} ({counted(row['points'], 'point')}, {counted(row['weeks'], 'week')})"

    # A turn

    def turn(self, turn: int, events: Sequence[Row]) -> Iterator[str]:
        """Tell a turn: what its seat holds, and what it does."""
        first, seat = events[0], events[0]["seat"]
        needles = [f"{name} ({self._weeks(name, weeks)})" for name, weeks in _wips(first)]
        yield f"Turn {turn}: seat {seat} holds {in_words(yarn_of(first, 'stash'))}."
        yield f"  On its needles: {listed(needles) or 'nothing'}. In its hand: {self._hand(seat)}."
        for place, row in enumerate(events):
            if row["event"] not in PART_OF_A_DRAW:
                follow = takewhile(lambda one: one["event"] in PART_OF_A_DRAW, events[place + 1 :])
                yield f"  {self._event(row)}{self._drawn(row, list(follow))}."

    def _weeks(self, pattern: str, knitted: int) -> str:
        return f"{knitted} of {counted(self._patterns[pattern]['weeks'], 'week')}"

    def _hand(self, seat: int) -> str:
        cards = f"; community cards: {listed(self._held[seat])}" if self._held[seat] else ""
        return f"{listed(self._hands[seat]) or 'no pattern'}{cards}"

    def _event(self, row: Row) -> str:
        acts: dict[str, Callable[[Row], str]] = {
            "knit": self._knit,
            "finish": self._finish,
            "trade": self._trade,
            "play": self._play,
            "shop": self._shop,
            "pick": lambda _: "It picks patterns",
            "pass": lambda _: "It can neither shop nor pick patterns, and passes",
            "cast_on": self._cast_on,
        }
        return acts.get(row["event"], self._stocking)(row)

    def _drawn(self, row: Row, drawn: Sequence[Row]) -> str:
        """Tell which patterns come into the hand, and which goes back."""
        if not drawn:
            return ""
        hand = self._hands[row["seat"]]
        names = [one["what"] for one in drawn if one["event"] == "draw_pattern"]
        hand += names
        told = f": {listed([self._priced(name) for name in names])}"
        if len(names) == len(drawn):
            return f"{told}, and keeps {'them all' if len(names) > 1 else 'it'}"
        back = drawn[-1]["what"]
        hand.remove(back)
        return f"{told}, and puts {back} under the deck"

    # KNIT, CHOOSE ONE, CAST ON

    def _knit(self, row: Row) -> str:
        return (
            f"It knits {listed([f'{name} to {self._weeks(name, weeks + 1)}' for name, weeks in _wips(row)])}"
        )

    def _finish(self, row: Row) -> str:
        seat, points, printed = row["seat"], row["points"], self._patterns[row["what"]]["points"]
        self._fo_points[seat] += points
        bonus = f", {points - printed} of them for knitting in real life" if points > printed else ""
        mat = f"{counted(self._fo_points[seat], 'point')} on its mat"
        told = f"It finishes {row['what']} for {counted(points, 'point')}{bonus}, and has {mat}"
        if self._fo_points[seat] < self._rules.target or self._closed:
            return told
        self._closed = True
        return f"{told}: everybody else has one more turn"

    def _shop(self, row: Row) -> str:
        stacks = {yarn: row[f"store_{yarn}"] - row[f"after_{yarn}"] for yarn in YARNS}
        drawn = in_words({yarn: row[f"taken_{yarn}"] - count for yarn, count in stacks.items()})
        if row["what"] == WILD_WAY:
            return "It takes a Wild from the yarn store"
        if row["what"] == TWO_FROM_DECK:
            return f"It draws two cards from the yarn deck, {drawn}"
        if row["what"] == TWO_STACKS:
            return f"It takes two stacks from the yarn store, {in_words(stacks)}"
        stack = f"It takes a stack from the yarn store, {in_words(stacks)}"
        return f"{stack}, and draws a card from the yarn deck, {drawn}"

    def _cast_on(self, row: Row) -> str:
        self._hands[row["seat"]].remove(row["what"])
        paid = in_words(yarn_of(row, "taken"))
        return f"It casts on {self._priced(row['what'])} with {paid}, on cast-on card {row['slot']}"

    def _stocking(self, row: Row) -> str:
        """Tell a row of a stocking, or a reshuffle amid a draw."""
        taken, lying = in_words(yarn_of(row, "taken")), in_words(yarn_of(row, "after"))
        if row["event"] == "wipe":
            return f"A fifth Wild is drawn, so the yarn store is wiped: {taken} are discarded"
        if row["event"] == "reshuffle":
            return f"The yarn deck runs out, so the discards become a new one: {taken}"
        short = sum(row[f"after_{colour}"] > 0 for colour in COLOURS) < STACKS
        stocked = "needs nothing" if taken == "no yarn" and not short else f"is stocked with {taken}"
        return f"The yarn store {stocked}, and holds {lying}{', for the deck runs out' * short}"

    # Community cards

    def _trade(self, row: Row) -> str:
        name, card = row["what"], self._cards[row["what"]]
        self._gain(row)
        kind = {"pattern": "special pattern", "good_deed": "good deed", "action": "action card"}[card["kind"]]
        worth = f", worth {counted(card['points'], 'secret point')}" if card["kind"] == "good_deed" else ""
        paid = in_words(yarn_of(row, "taken"))
        return f"It trades {paid} for a community card, the {kind} {name}{worth}"

    def _play(self, row: Row) -> str:
        self._held[row["seat"]].remove(row["what"])
        card = self._cards[row["what"]]
        idle = row["target"] is row["slot"] is None
        acts: dict[str, Callable[[Row, Row], str]] = {
            "knit": (lambda *_: "has nothing to knit on") if idle else self._knit_on,
            "draw_yarn": lambda row, _: f"draws {in_words(yarn_of(row, 'taken'))}",
            "take_yarn": (lambda *_: "finds nobody with yarn") if idle else self._take_yarn,
            "draw_patterns": lambda _, card: f"draws up to {counted(card['amount'], 'pattern')}",
            "extra_cast_on": lambda *_: "may cast on once more",
            "frog": (lambda *_: "has nothing to frog") if idle else self._frog,
        }
        return f"It plays {row['what']} and {acts[card['effect']](row, card)}"

    def _knit_on(self, row: Row, card: Row) -> str:
        letter = ascii_lowercase[row["slot"]]
        name, weeks = row[f"wip_{letter}"], row[f"weeks_{letter}"] + card["amount"]
        return f"knits {name} to {self._weeks(name, min(weeks, self._patterns[name]['weeks']))}"

    def _take_yarn(self, row: Row, _: Row) -> str:
        return f"takes {in_words(yarn_of(row, 'taken'))} from the stash of seat {row['target']}"

    def _frog(self, row: Row, _: Row) -> str:
        name = row[f"wip_{ascii_lowercase[row['slot']]}"]
        self._hands[row["seat"]].append(name)
        yarn = in_words(yarn_of(row, "taken"))
        return f"frogs {name}: the pattern comes back to the hand, {yarn} to the stash"

    # The end

    def ending(self) -> Iterator[str]:
        """Tell how the game ended, all scores, and who won and why."""
        game, length = self._game, f"after {counted(self._game['turns'], 'turn')}"
        if game["end_reason"] == "target":
            yield f"The game is over {length}: seat {game['closer']} started the last round."
        else:
            yield f"The game is stalled {length}: so many turns are enough."
        for row in sorted(self._seats, key=lambda row: (row["rank"], row["seat"])):
            yield f"  {row['rank']}. seat {row['seat']} ({row['policy']}): {self._score(row)}"
        yield self._verdict()

    @staticmethod
    def _score(row: Row) -> str:
        parts = f"{row['fo_points']} on the mat + {row['secret_points']} secret - {row['subtracted']} in hand"
        idle = f", {counted(row['wips'], 'WIP')} worth nothing" if row["wips"] else ""
        stash = f"{counted(row['stash'], 'yarn card')} in the stash"
        return f"{counted(row['score'], 'point')} ({parts}), {stash}{idle}"

    def _verdict(self) -> str:
        best = [row for row in self._seats if row["rank"] == 1]
        winners = _seats([row["seat"] for row in best])
        equal = [row["seat"] for row in self._seats if row["score"] == best[0]["score"]]
        if len(best) > 1:
            return f"{winners} have equal scores and equal stashes, and win together."
        if len(equal) > 1:
            return f"{_seats(equal)} have equal scores, so the bigger stash decides: {winners.lower()} wins."
        closer = self._game["closer"]
        though = "" if closer in (None, best[0]["seat"]) else f", though seat {closer} started the last round"
        return f"{winners} wins{though}{self._turned(best[0])}."

    def _turned(self, winner: Row) -> str:
        """Tell what was decisive for a winner who had not the most points on the mat."""
        if winner["fo_points"] == max(row["fo_points"] for row in self._seats):
            return ""
        most = max(row["fo_points"] + row["secret_points"] for row in self._seats)
        if winner["fo_points"] + winner["secret_points"] == most:
            return ", thanks to secret points"
        return ", because the points of patterns left in hand are subtracted"
