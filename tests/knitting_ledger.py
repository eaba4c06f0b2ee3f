"""Where every card of Knitting lies, kept from a log's events alone: no card comes from where it is not."""

from collections import Counter
from collections.abc import Mapping, Sequence
from string import ascii_lowercase
from typing import Any

from knitting_words import ALL_YARN, COLOURS, column
from simulation.games.knitting.components import Community, Patterns

Event = Mapping[str, Any]


def move(cards: Counter[str], source: Counter[str], goal: Counter[str]) -> None:
    """Move cards from one place to another."""
    assert cards <= source, f"{cards} is not all in {source}"
    source.subtract(cards)
    goal.update(cards)


def colours_in(store: Counter[str]) -> int:
    """Return how many solid colours lie somewhere."""
    return sum(store[colour] > 0 for colour in COLOURS)


class Ledger:
    """All cards of a game.

    Parameters
    ----------
    catalogue
        Patterns and community cards.
    players
        How many play.
    """

    def __init__(self, catalogue: tuple[Patterns, Community], players: int) -> None:
        patterns, community = catalogue
        self.shown = {one.pattern: one for one in patterns.patterns}
        self.shown |= {one.card: one.as_pattern for one in community.cards if one.kind == "pattern"}
        self.cards = {one.card: one for one in community.cards}
        self.deck, self.discards = Counter(ALL_YARN), Counter()
        self.store, self.mat = Counter(), Counter()
        self.stashes = [Counter() for _ in range(players)]
        self.wips: list[list[Any]] = [[None] * 4 for _ in range(players)]
        self.pattern_deck = Counter(one.pattern for one in patterns.patterns)
        self.under: list[str] = []
        self.community = Counter({one.card: one.copies for one in community.cards})
        self.hands = [Counter() for _ in range(players)]
        self.fos = [Counter() for _ in range(players)]
        self.points = [0] * players
        self.knits_with: list[set[str]] = [set() for _ in range(players)]
        self.knits: list[set[str]] = [set() for _ in range(players)]
        self.played: Counter[str] = Counter()
        self._to_draw: Counter[str] | None = None
        self._shuffled = False

    def follow(self, events: Sequence[Event]) -> "Ledger":
        """Follow events."""
        for event in events:
            self._compare(event)
            getattr(self, f"_{event['event']}")(event, event["seat"], column(event, "taken"))
            assert +self.store == column(event, "after")
            assert self.all_yarn() == ALL_YARN
        return self

    def all_yarn(self) -> Counter[str]:
        """Return all yarn."""
        lying = [wip[2] for wips in self.wips for wip in wips if wip]
        everywhere = [self.deck, self.discards, self.store, self.mat, *self.stashes, *lying]
        return sum(everywhere, Counter())

    def _compare(self, event: Event) -> None:
        """Compare what an event tells of the table before it."""
        seat = event["seat"]
        assert +self.store == column(event, "store")
        assert +self.stashes[seat] == column(event, "stash")
        for slot, wip in zip(ascii_lowercase, self.wips[seat], strict=False):
            assert (event[f"wip_{slot}"], event[f"weeks_{slot}"]) == ((wip[0], wip[1]) if wip else (None, 0))

    def _draw(self, cards: Counter[str], goal: Counter[str]) -> None:
        """Draw yarn; what lay in the deck when the discards were shuffled is drawn first."""
        if self._to_draw is not None:
            assert self._to_draw < cards
            self._to_draw = None
        move(cards, self.deck, goal)

    # The yarn store

    def _deal(self, event: Event, seat: int, taken: Counter[str]) -> None:
        self._draw(taken, self.stashes[seat])

    def _reshuffle(self, event: Event, seat: int, taken: Counter[str]) -> None:
        assert self._to_draw is None
        self._draw(column(event, "after") - column(event, "store"), self.store)
        assert taken == +self.discards
        assert taken
        self._to_draw = +self.deck
        move(taken, self.discards, self.deck)
        self._shuffled = True

    def _wipe(self, event: Event, seat: int, taken: Counter[str]) -> None:
        drawn = taken - self.store
        assert colours_in(self.store) < 4
        assert (taken["wild"], colours_in(taken) < 4) == (5, True)
        self._draw(drawn, self.store)
        move(taken, self.store, self.discards)

    def _stock(self, event: Event, seat: int, taken: Counter[str]) -> None:
        assert not taken or colours_in(self.store) < 4
        self._draw(taken, self.store)
        assert self.store["wild"] <= 4
        if colours_in(self.store) < 4:
            assert not +self.deck
            assert self._shuffled or not +self.discards
        assert colours_in(self.store) <= 4
        self._shuffled = False

    def _shop(self, event: Event, seat: int, taken: Counter[str]) -> None:
        stash = self.stashes[seat]
        bought = self.store - column(event, "after")
        whole = all(self.store[colour] == bought[colour] for colour in COLOURS if bought[colour])
        assert whole
        stacks, wilds, drawn = colours_in(bought), bought["wild"], (taken - bought).total()
        ways = {
            "wild": (0, 1, 0),
            "two_from_deck": (0, 0, 2),
            "two_stacks": (2, 0, 0),
            "deck_and_stack": (1, 0, 1),
        }
        assert (stacks, wilds, drawn) == ways[event["what"]]
        assert taken - (taken - bought) == bought
        if drawn:
            self._draw(taken - bought, stash)
        move(bought, self.store, stash)
        self._shuffled = False

    # Patterns

    def _draw_pattern(self, event: Event, seat: int, taken: Counter[str]) -> None:
        name = event["what"]
        if not self.pattern_deck.total():
            self.pattern_deck = Counter([self.under.pop(0)])
        move(Counter([name]), self.pattern_deck, self.hands[seat])

    def _give_back(self, event: Event, seat: int, taken: Counter[str]) -> None:
        move(Counter([event["what"]]), self.hands[seat], Counter())
        self.under.append(event["what"])

    def _cast_on(self, event: Event, seat: int, taken: Counter[str]) -> None:
        assert self.wips[seat][event["slot"]] is None
        assert self.wips[seat].index(None) == event["slot"]
        assert taken.total() == self.shown[event["what"]].yarn
        move(Counter([event["what"]]), self.hands[seat], Counter())
        lying: Counter[str] = Counter()
        move(taken, self.stashes[seat], lying)
        self.wips[seat][event["slot"]] = [event["what"], 0, lying]

    def _knit(self, event: Event, seat: int, taken: Counter[str]) -> None:
        assert any(self.wips[seat])
        for wip in filter(None, self.wips[seat]):
            wip[1] += 1

    def _finish(self, event: Event, seat: int, taken: Counter[str]) -> None:
        name, weeks, lying = self.wips[seat][event["slot"]]
        assert (name, taken) == (event["what"], lying)
        assert weeks == self.shown[name].weeks
        on_mat = Counter({colour: lying[colour] for colour in self.knits_with[seat]})
        points = self.shown[name].points * (2 if name in self.knits[seat] else 1) + 10 * on_mat.total()
        assert event["points"] == points
        self.points[seat] += points
        self.fos[seat][name] += 1
        self.wips[seat][event["slot"]] = None
        move(+on_mat, lying, self.mat)
        move(+lying, lying, self.discards)

    def _real_life(self, event: Event, seat: int, taken: Counter[str]) -> None:
        if event["what"]:
            self.knits[seat].add(event["what"])
        else:
            self.knits_with[seat] = set(taken)

    # The turn

    def _pick(self, event: Event, seat: int, taken: Counter[str]) -> None:
        assert not taken

    def _pass(self, event: Event, seat: int, taken: Counter[str]) -> None:
        assert not taken

    # Community cards

    def _trade(self, event: Event, seat: int, taken: Counter[str]) -> None:
        move(taken, self.stashes[seat], self.discards)
        move(Counter([event["what"]]), self.community, self.hands[seat])

    def _play(self, event: Event, seat: int, taken: Counter[str]) -> None:
        card = self.cards[event["what"]]
        move(Counter([card.card]), self.hands[seat], self.played)
        source: Counter[str] = Counter()
        if card.effect == "draw_yarn":
            assert taken.total() <= card.amount
            self._draw(taken, source)
            self._shuffled = False
        elif card.effect == "take_yarn" and event["target"] is not None:
            held = self.stashes[event["target"]]
            assert taken.total() == min(card.amount, held.total()) > 0
            move(taken, held, source)
        elif card.effect == "frog" and event["slot"] is not None:
            name, _, source = self.wips[seat][event["slot"]]
            self.wips[seat][event["slot"]] = None
            self.hands[seat][name] += 1
        elif card.effect == "knit" and event["slot"] is not None:
            wip = self.wips[seat][event["slot"]]
            wip[1] = min(wip[1] + card.amount, self.shown[wip[0]].weeks)
        assert taken == source
        self.stashes[seat].update(taken)

    # The end

    def score(self, seat: int, subtract: bool = True, subtract_special: bool = True) -> int:
        """Return what a seat scores (KT-12)."""
        score = self.points[seat]
        for name, count in self.hands[seat].items():
            if name not in self.shown:
                score += self.cards[name].points * count
            elif subtract and (subtract_special or name not in self.cards):
                score -= self.shown[name].points * count
        return score
