"""Games of Knitting written by hand, row by row: the books are kept, whatever the rules say."""

from typing import Any

from simulation.games.knitting.components import YARNS
from simulation.games.knitting.referee import referee
from simulation.games.knitting.rules import Rules

PATTERNS = {
    "scarf": {"points": 5, "weeks": 1, "red": 2},
    "hat": {"points": 7, "weeks": 2, "blue": 1, "matching": 2},
    "socks": {"points": 9, "weeks": 3, "red": 1, "green": 1, "wild": 1},
    "mittens": {"points": 4, "weeks": 1, "white": 1},
    "shawl": {"points": 11, "weeks": 4, "grey": 3},
    "cowl": {"points": 6, "weeks": 2, "orange": 2},
    "vest": {"points": 8, "weeks": 3, "purple": 2},
    "poncho": {"points": 12, "weeks": 5, "yellow": 4},
}
CARDS = {
    "needles": {"copies": 2, "kind": "action", "effect": "extra_cast_on"},
    "evening": {"copies": 2, "kind": "action", "effect": "knit", "amount": 2},
    "parcel": {"copies": 2, "kind": "action", "effect": "draw_yarn", "amount": 3},
    "moth": {"copies": 2, "kind": "action", "effect": "take_yarn", "amount": 2},
    "magazine": {"copies": 2, "kind": "action", "effect": "draw_patterns", "amount": 2},
    "cat": {"copies": 2, "kind": "action", "effect": "frog"},
    "bunting": {"copies": 2, "kind": "pattern", "points": 3, "pattern": "weeks=1 green=1"},
    "gift": {"copies": 2, "kind": "good_deed", "points": 6},
}
PLAIN = {"copies": 1, "effect": "", "amount": 0, "points": 0, "pattern": ""}
Yarn = dict[str, int]


def _plus(one: Yarn, other: Yarn, sign: int = 1) -> Yarn:
    return {yarn: one.get(yarn, 0) + sign * other.get(yarn, 0) for yarn in YARNS}


class Scribe:
    """Writes down a game for two as it is told: the books are kept, whatever the rules say.

    Every method writes a row; ``legal`` is what it is told to be.
    """

    def __init__(self, **rules: Any) -> None:
        patterns = [{"pattern": name, **needs} for name, needs in PATTERNS.items()]
        cards = [{"card": name, **PLAIN, **card} for name, card in CARDS.items()]
        self.record = {
            "rules": Rules(**rules).model_dump(),
            "components": {
                "patterns": {"name": "written", "patterns": patterns},
                "community": {"name": "written", "cards": cards},
            },
            "players": 2,
            "policies": ["random", "random"],
        }
        self.referee = referee(self.record)
        self.events: list[dict[str, Any]] = []
        self.patterns: list[dict[str, Any]] = []
        self.turn, self.seat = -1, 0
        self.told, self.store = _plus({}, {}), _plus({}, {})
        self.stashes, self.hands = [_plus({}, {}) for _ in range(2)], [[], []]
        self.wips: list[list[Any]] = [[None] * 4 for _ in range(2)]

    def row(self, event: str, legal: int = 0, taken: Yarn | None = None, **cells: Any) -> None:
        """Write an event; cells may override what the books say."""
        wips = zip("abcd", self.wips[self.seat], strict=True)
        lying = {slot: (wip and wip["pattern"], wip["weeks"] if wip else 0) for slot, wip in wips}
        lots = {
            "taken": taken or {},
            "store": self.told,
            "after": self.store,
            "stash": self.stashes[self.seat],
        }
        row = {"turn": self.turn, "seat": self.seat, "event": event, "legal": legal}
        row |= {f"{lot}_{yarn}": yarns.get(yarn, 0) for lot, yarns in lots.items() for yarn in YARNS}
        row |= {f"wip_{slot}": name for slot, (name, _) in lying.items()}
        row |= {f"weeks_{slot}": weeks for slot, (_, weeks) in lying.items()}
        self.events.append(row | cells)
        self.told = dict(self.store)

    # Set-up and store

    def deal(self, *stashes: Yarn) -> None:
        """Deal yarn to the seats in order."""
        for self.seat, stash in enumerate(stashes):
            self.row("deal", taken=stash)
            self.stashes[self.seat] = _plus({}, stash)
        self.seat = 0

    def deal_patterns(self, *hands: str) -> None:
        """Deal patterns to the seats in order."""
        for self.seat, names in enumerate(hands):
            for name in names.split():
                self.draw(name)
        self.seat = 0

    def stock(self, **laid: int) -> None:
        """Stock the store, which ends the turn."""
        self.store = _plus(self.store, laid)
        self.row("stock", taken=laid)
        if self.turn >= 0 or self.patterns:
            self.next_turn()

    def next_turn(self) -> None:
        """Go on to the next turn without a row."""
        self.turn += 1
        self.seat = self.turn % 2

    def wipe(self, **drawn: int) -> None:
        """Wipe the store after more yarn was drawn."""
        taken, self.store = _plus(self.store, drawn), _plus({}, {})
        self.row("wipe", taken=taken)

    def reshuffle(self, discards: Yarn, **laid: int) -> None:
        """Shuffle the discards, after more yarn was laid out."""
        self.store = _plus(self.store, laid)
        self.row("reshuffle", taken=discards)

    # Patterns

    def draw(self, name: str) -> None:
        """Draw a pattern."""
        self.row("draw_pattern", what=name)
        self.gain(name)

    def gain(self, name: str) -> None:
        """Put a pattern into the hand, without a row."""
        held = {"seat": self.seat, "pattern": name, "drawn_turn": self.turn, "kept": 1, "weeks": 0}
        self.patterns.append(held)
        self.hands[self.seat].append(held)

    def give_back(self, name: str, legal: int = 4) -> None:
        """Put a pattern under the deck."""
        self.row("give_back", legal, what=name)
        self._leave_hand(name)["kept"] = 0

    def _leave_hand(self, name: str) -> dict[str, Any]:
        held = next(held for held in self.hands[self.seat] if held["pattern"] == name)
        self.hands[self.seat].remove(held)
        return held

    def cast_on(self, name: str, legal: int, slot: int = 0, **paid: int) -> None:
        """Cast a pattern on."""
        self.row("cast_on", legal, paid, what=name, slot=slot)
        self.stashes[self.seat] = _plus(self.stashes[self.seat], paid, -1)
        self.wips[self.seat][slot] = self._leave_hand(name) | {"paid": paid}

    def knit(self) -> None:
        """Advance all WIPs a week."""
        self.row("knit")
        for wip in self.wips[self.seat]:
            if wip:
                wip["weeks"] += 1

    def finish(self, points: int, slot: int = 0) -> None:
        """Finish a WIP."""
        wip = self.wips[self.seat][slot]
        self.row("finish", taken=wip["paid"], what=wip["pattern"], slot=slot, points=points)
        self.wips[self.seat][slot] = None

    # Shopping and cards

    def shop(self, way: str, legal: int, bought: Yarn | None = None, **drawn: int) -> None:
        """Buy yarn from the store, and draw some."""
        self.store = _plus(self.store, bought or {}, -1)
        taken = _plus(bought or {}, drawn)
        self.row("shop", legal, taken, what=way)
        self.stashes[self.seat] = _plus(self.stashes[self.seat], taken)

    def trade(self, card: str, legal: int, **paid: int) -> None:
        """Trade yarn for a community card."""
        self.row("trade", legal, paid, what=card)
        self.stashes[self.seat] = _plus(self.stashes[self.seat], paid, -1)
        if CARDS[card]["kind"] == "pattern":
            self.gain(card)

    def play(self, card: str, legal: int, taken: Yarn | None = None, **cells: Any) -> None:
        """Play a card; yarn that it takes comes into the stash, from the target's if there is one."""
        self.row("play", legal, taken, what=card, **cells)
        self._take_effect(card, cells.get("slot"))
        self.stashes[self.seat] = _plus(self.stashes[self.seat], taken or {})
        if "target" in cells:
            self.stashes[cells["target"]] = _plus(self.stashes[cells["target"]], taken or {}, -1)

    def _take_effect(self, card: str, slot: int | None) -> None:
        effect, wips = CARDS[card].get("effect"), self.wips[self.seat]
        if effect == "frog" and slot is not None:
            self.hands[self.seat].append(wips[slot] | {"weeks": 0})
            wips[slot] = None
        elif effect == "knit" and slot is not None:
            weeks = wips[slot]["weeks"] + CARDS[card]["amount"]
            wips[slot]["weeks"] = min(weeks, PATTERNS[wips[slot]["pattern"]]["weeks"])

    # The verdict

    def verdict(self) -> tuple[str, str] | None:
        """Return the rule that the events break, and what is wrong; None where they are clean so far."""
        columns = self.referee.cells["events"]
        rows = []
        for event in self.events:
            named = {cell.name: cell.names for cell in columns if cell.names is not None}
            row = {"game_id": 0, **event}
            row |= {name: list(names).index(row[name]) for name, names in named.items() if row.get(name)}
            rows.append(tuple(row.get(cell.name) for cell in columns))
        violation = self.referee.judge(0, {"events": rows, "patterns": [], "games": [], "seats": []})
        assert violation
        over = violation.rule == "log" or "the log ends" in violation.what
        return None if over else (violation.rule, violation.what)


def set_up(*hands: str, **laid: int) -> Scribe:
    """Return a game in its set-up, with some yarn in the store."""
    scribe = Scribe()
    scribe.deal({"red": 3, "blue": 2}, {"white": 3, "wild": 2})
    scribe.stock(**(laid or {"red": 1, "orange": 1, "yellow": 1, "green": 1}))
    scribe.deal_patterns(*hands)
    return scribe


def dealt(**rules: Any) -> Scribe:
    """Return a game of two before its first turn; vest and poncho are left in the pattern deck."""
    scribe = Scribe(**rules)
    scribe.deal({"red": 3, "blue": 2}, {"white": 3, "wild": 2})
    scribe.stock(red=1, orange=1, yellow=1, green=1, wild=1)
    scribe.deal_patterns("scarf hat socks", "mittens shawl cowl")
    scribe.next_turn()
    return scribe


def rule(scribe: Scribe) -> str | None:
    """Return the rule that a game breaks; None where it is clean so far."""
    verdict = scribe.verdict()
    return verdict and verdict[0]


def shop(scribe: Scribe, legal: int = 13) -> Scribe:
    """Draw two cards from the deck."""
    scribe.shop("two_from_deck", legal, orange=1, yellow=1)
    return scribe


def pass_turns(scribe: Scribe, turns: int) -> Scribe:
    """Play turns that draw two cards and do nothing else."""
    for _ in range(turns):
        scribe.shop("two_from_deck", 13, purple=1, grey=1)
        scribe.stock()
    return scribe


def with_card(card: str, **rules: Any) -> Scribe:
    """Return a game in which seat 0 has just traded a blue card for a community card."""
    scribe = dealt(trade_price=1, **rules)
    scribe.trade(card, 1, blue=1)
    return scribe


def with_wip(**rules: Any) -> Scribe:
    """Return a game in which seat 0 has cast on a hat of two weeks, before its next turn."""
    scribe = dealt(**rules)
    scribe.shop("two_from_deck", 13, blue=1, grey=1)
    scribe.cast_on("hat", 2, blue=3)
    scribe.stock()
    return pass_turns(scribe, 1)


def done(points: int, **rules: Any) -> Scribe:
    """Return a game in which that hat is finished just now."""
    scribe = with_wip(**rules)
    scribe.knit()
    pass_turns(scribe, 2)
    scribe.knit()
    scribe.finish(points)
    return scribe
