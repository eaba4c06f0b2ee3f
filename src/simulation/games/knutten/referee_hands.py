"""Hands and swamp as the referee knows them: how many cards always, which ones where the log shows them.

The swamp is a pile of layers, the shuffled deck first, then what KN-8 put under it. What is in a layer is
known, its order is not: any card of it may be drawn until it is used up. A card is unseen from its draw
until the next action of its seat, which shows the whole hand.
"""

from collections.abc import Iterable, Sequence

from simulation.games.knutten.referee_facts import Facts
from simulation.referee import FoulError

UNSEEN = -1
EMPTY = 0
"""The draw that stands for an empty slot."""


class Hands:
    """All cards of a round but those in the swarm.

    Attributes
    ----------
    swamp
        Cards in the swamp.
    slots
        For each seat the draws in its slots.
    """

    def __init__(self, facts: Facts, cards: Sequence[int]) -> None:
        self._facts = facts
        width = max(facts.hand_size, 3)
        self.slots = [[EMPTY] * width for _ in range(facts.players)]
        self._cards = [facts.none]  # what each draw turned out to be
        self._layer_of = [0]
        self._inside = [[*cards, 0]]  # what is left of each layer: a card counts until it is seen
        self._left = [sum(cards)]
        self._rule_of = ["KN-1"]
        self._top = 0
        self.swamp = self._left[0]
        self._twins: dict[int, tuple[int, int]] = {}

    def draw(self, seat: int, slot: int) -> None:
        """Draw the top card, if there is one, into a slot."""
        if not self.swamp:
            return
        while not self._left[self._top]:
            self._top += 1
        self.swamp -= 1
        self._left[self._top] -= 1
        self.slots[seat][slot] = len(self._cards)
        self._cards.append(UNSEEN)
        self._layer_of.append(self._top)

    def fill(self, seat: int) -> None:
        """Draw up to the hand limit, the first empty slots first."""
        slots = self.slots[seat]
        for slot in range(self._facts.hand_size):
            if slots[slot] == EMPTY:
                self.draw(seat, slot)

    def put_down(self, seat: int, card: int) -> int:
        """Take a shown card out of a hand; return its slot."""
        slots, cards = self.slots[seat], self._cards
        places = [slot for slot, draw in enumerate(slots) if cards[draw] == card]
        if len(places) > 1:
            self._twins[seat] = (card, places[0])
        slots[places[0]] = EMPTY
        return places[0]

    def put_under(self, seat: int) -> None:
        """Put a shown hand under the swamp."""
        hand = self.hand(seat)
        self.slots[seat] = [EMPTY] * len(hand)
        self._add_layer(hand, "KN-8")

    def refill_swamp(self, cards: Iterable[int]) -> None:
        """Make the swarm's cards the swamp."""
        self._add_layer(cards, "KN-9")

    def _add_layer(self, cards: Iterable[int], rule: str) -> None:
        inside = [0] * (self._facts.none + 1)
        for card in cards:
            inside[card] += 1
        inside[self._facts.none] = 0
        size = sum(inside)
        self._inside.append(inside)
        self._left.append(size)
        self._rule_of.append(rule)
        self.swamp += size

    def hand(self, seat: int) -> list[int]:
        """Return a hand as far as it is known."""
        return [self._cards[draw] for draw in self.slots[seat]]

    def show(self, seat: int, hand: Sequence[int]) -> bool:
        """Compare a hand in the log with what it can be; tell whether a card of it was unseen.

        Raises
        ------
        FoulError
            If it cannot be that hand.
        """
        if seat in self._twins:
            self._untwin(seat, hand)
        fresh, cards, slots = False, self._cards, self.slots[seat]
        for slot, card in enumerate(hand):
            draw = slots[slot]
            if cards[draw] == card:
                continue
            if cards[draw] != UNSEEN or card == self._facts.none:
                self._refuse(seat, slot, draw, card)
            self._see(draw, card)
            fresh = True
        return fresh

    def _see(self, draw: int, card: int) -> None:
        layer = self._layer_of[draw]
        if not self._inside[layer][card]:
            rule, name = self._rule_of[layer], self._facts.name(card)
            if card == self._facts.john:
                rule = "KN-14"
            where = {"KN-8": "of the cards put under the swamp", "KN-9": "of the refilled swamp"}
            raise FoulError(rule, f"{name} was drawn, but no {name} {where.get(rule, 'of the deck')} is left")
        self._inside[layer][card] -= 1
        self._cards[draw] = card

    def _untwin(self, seat: int, hand: Sequence[int]) -> None:
        """Find out which of two equal cards was played: the log names the card, not its slot."""
        card, emptied = self._twins.pop(seat)
        slots = self.slots[seat]
        if hand[emptied] != card or self._cards[slots[emptied]] == card:
            return
        for slot, draw in enumerate(slots):
            if self._cards[draw] == card and hand[slot] != card:
                slots[slot], slots[emptied] = slots[emptied], draw
                return

    def _refuse(self, seat: int, slot: int, draw: int, card: int) -> None:
        found = self._facts.name(card)
        if draw == EMPTY:
            rule = "KN-2" if self.swamp else "KN-9"
            raise FoulError(rule, f"seat {seat} holds {found} in slot {slot}, which is empty")
        if card == self._facts.none:
            raise FoulError("KN-2", f"seat {seat} holds no card in slot {slot}, where one was dealt or drawn")
        kept = self._facts.name(self._cards[draw])
        raise FoulError("KN-4", f"seat {seat} holds {found} in slot {slot}, where {kept} was kept")

    def settle(self) -> bool:
        """At a round's end, see cards that can be of one kind only; tell whether there are any."""
        kinds = [[kind for kind, count in enumerate(inside) if count] for inside in self._inside]
        certain = {layer: left[0] for layer, left in enumerate(kinds) if len(left) == 1}
        settled = False
        for draw, card in enumerate(self._cards if certain else ()):
            if card == UNSEEN and self._layer_of[draw] in certain:
                self._cards[draw] = certain[self._layer_of[draw]]
                settled = True
        return settled

    def seen(self, draw: int) -> bool:
        """Tell whether the log has shown a draw."""
        return self._cards[draw] != UNSEEN

    def kinds_of(self, draw: int) -> list[int]:
        """Return what a draw was, or all that it may have been."""
        card = self._cards[draw]
        if card != UNSEEN:
            return [card]
        inside = self._inside[self._layer_of[draw]]
        return [kind for kind, count in enumerate(inside) if count]
