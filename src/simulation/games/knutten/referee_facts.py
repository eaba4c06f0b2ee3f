"""What Knutten's referee knows before the first deal, read from a run's record."""

from collections.abc import Mapping, Sequence
from typing import Any

from simulation.errors import GamegaugeError

JOHN = "John Knut"
NUMBER, COPY, SKIP, REVERSE, AGAIN, SET = "number", "?", "skip", "reverse", "again", "set"
Side = tuple[str, int]
"""What a side is, and its number: that of a number or of ``set:N``, else 0."""
FIVE = 5
"""The number that John makes worthless (KN-17)."""
TRIPLE = 3
"""So many of the same card are WIND (KN-10)."""
KEPT_TABLES = 50_000


def read_side(text: str) -> Side:
    """Return a side as it stands in a deck, as "-10", "?" or "set:4"."""
    if text in (COPY, SKIP, REVERSE, AGAIN):
        return text, 0
    if text.startswith("set:"):
        return SET, int(text.removeprefix("set:"))
    return NUMBER, int(text)


class Facts:
    """Players, switches and deck of a run.

    Kinds of cards are numbered as in the deck; ``john`` comes after them where he is played, and
    ``none``, the number after all, stands for no card.

    Raises
    ------
    GamegaugeError
        If the record does not hold them.
    """

    def __init__(self, record: Mapping[str, Any]) -> None:
        try:
            self._read_rules(record["rules"])
            self._read_deck(record["components"]["deck"]["cards"])
        except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as error:
            raise GamegaugeError(
                f"run.json does not hold Knutten's rules and deck ({type(error).__name__}: {error}); "
                "allowed: the file as simulate wrote it"
            ) from None
        self.players: int = record["players"]
        self.policies: Sequence[str] = record["policies"]
        self._legal: dict[tuple[int, int, bool], list[int]] = {}

    def _read_rules(self, rules: Mapping[str, Any]) -> None:
        self.hand_size = int(rules["hand_size"])
        self.bite_at = int(rules["bite_at"])
        self.copier_is_blamed = rules["copy_blame"] == "copier"
        self.redraw_then_play = bool(rules["redraw_then_play"])
        self.wind = bool(rules["wind"])
        self.max_turns = int(rules["max_turns"])
        self.max_rounds = int(rules["max_rounds"])
        self.john_joins = bool(rules.get("john", False))
        self.heavy = bool(rules.get("heavy_weather", False))
        self.last_bite = int(rules["heavy_bites_to_lose"] if self.heavy else rules["bites_to_lose"])

    def _read_deck(self, cards: Sequence[Mapping[str, Any]]) -> None:
        self.names = [str(card["card"]) for card in cards]
        self.copies = [int(card["copies"]) for card in cards]
        pairs = [(str(card["side_a"]), str(card["side_b"])) for card in cards]
        self.sides: list[tuple[Side, Side]] = [(read_side(one), read_side(other)) for one, other in pairs]
        same = [tuple(sorted(pair)) for pair in pairs]
        self.families = [same.index(pair) for pair in same]
        self.john = -1
        if self.john_joins:
            self.john = len(self.names)
            self.names.append(JOHN)
            self.copies.append(1)
        if len(set(self.names)) != len(self.names):
            raise ValueError("two cards have one name")
        self.none = len(self.names)

    def name(self, kind: int | None) -> str:
        """Return a card in words."""
        return "no card" if kind is None or kind == self.none else self.names[kind]

    def worth(self, side: Side, john_lies: bool) -> int:
        """Return a number as it counts now (KN-17)."""
        return 0 if john_lies and side[1] == FIVE else side[1]

    def legal(self, swarm: int, waiting: int, john_lies: bool) -> list[int]:
        """Return how many of a card's sides may be played, for every kind and ``none``; 1 for John."""
        key = (swarm, waiting, john_lies)
        counts = self._legal.get(key)
        if counts is None:
            if len(self._legal) >= KEPT_TABLES:
                self._legal.clear()
            counts = [sum(self._may_play(side, *key) for side in pair) for pair in self.sides]
            counts += [1] * self.john_joins + [0]
            self._legal[key] = counts
        return counts

    def _may_play(self, side: Side, swarm: int, waiting: int, john_lies: bool) -> bool:
        """Tell whether a side is legal: no number below 0 (KN-6), no ``set`` to a bite (KN-13)."""
        if side[0] == NUMBER:
            return swarm + self.worth(side, john_lies) * (1 + waiting) >= 0
        return side[0] != SET or side[1] < self.bite_at

    def has_wind(self, hand: Sequence[int]) -> bool:
        """Tell whether a hand holds three of the same card; John never counts (KN-10, KN-14)."""
        found = [self.families[kind] for kind in hand if kind < len(self.families)]
        if len(found) - len(set(found)) < TRIPLE - 1:
            return False
        return any(found.count(family) >= TRIPLE for family in set(found))
