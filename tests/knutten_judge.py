"""Follow a logged game of Knutten by the rules alone, event by event, and stop at the first departure."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from knutten_rig import faces
from knutten_strategies import Setting
from simulation.games.knutten.components import JOHN
from simulation.games.knutten.rules import Rules

TURNS = ("play", "john", "redraw", "pass", "shoo")
NO_TURNS = ("refill", "wind")
IN_PLAY, GONE = "in play", "gone"
DRAWN = "drawn"
"""A card that somebody drew and nobody has seen yet."""

Row = dict[str, Any]
Hand = list[str | None]


def fits(guess: Hand, hand: Hand) -> bool:
    """Tell whether a hand is as expected: a drawn card may be any."""
    return all(
        card == seen or (card == DRAWN and seen is not None) for card, seen in zip(guess, hand, strict=True)
    )


def has_wind(hand: Hand) -> bool:
    """Tell whether three are the same card, whichever way round (KN-10); John never counts."""
    pairs = Counter(frozenset(faces(card)) for card in hand if card not in (None, DRAWN, JOHN))
    return max(pairs.values(), default=0) >= 3


class Judge:
    """What everybody at the table could write down, and what the rules make of it."""

    def __init__(self, setting: Setting) -> None:
        self.players, self.policies = setting.players, setting.policies
        self.deck, self.rules = Counter(setting.deck), Rules(**setting.rules)
        self.bites = [0] * self.players
        self.john: str | int = IN_PLAY if self.rules.john else GONE
        self.turn = 0
        self.starter: int | None = 0

    def game(self, game: Row, seats: Sequence[Row], rounds: Sequence[Sequence[Row]]) -> None:
        """Judge a game: its rounds are a row of the rounds and then its events."""
        for number, (row, *events) in enumerate(rounds):
            assert row["round"] == number
            assert max(self.bites) < self.rules.last_bite
            self.round(row, events)
        over = max(self.bites) >= self.rules.last_bite
        assert over or len(rounds) == self.rules.max_rounds
        winners = [seat for seat, count in enumerate(self.bites) if count == min(self.bites)]
        assert (game["end_reason"], game["rounds"]) == ("bites" if over else "stalled", len(rounds))
        assert (game["players"], game["turns"]) == (self.players, self.turn)
        assert game["winners"] == sum(1 << seat for seat in winners)
        assert [row["bites"] for row in seats] == self.bites
        assert [row["policy"] for row in seats] == list(self.policies)
        for seat, row in enumerate(seats):
            assert row["seat"] == seat
            assert row["win_share"] == (1 / len(winners) if seat in winners else 0)
            assert row["rank"] == 1 + sum(other < self.bites[seat] for other in self.bites)

    def round(self, row: Row, events: Sequence[Row]) -> None:
        """Judge a round."""
        self._deal(row)
        hands = self._hands_to_come(events)
        turns = 0
        for place, event in enumerate(events):
            self.later = hands[place]
            assert self.swarm < self.rules.bite_at, "the round has ended by a bite"
            assert turns < self.rules.max_turns or event["event"] == "wind", "the round has stalled"
            assert not self.last or self.last["event"] != "wind", "the round has ended by WIND"
            self._event(event)
            turns += event["event"] in TURNS
            self.last = event
        self._end(row, events, turns)

    def _deal(self, row: Row) -> None:
        assert self.starter in (None, row["starter"])
        self.swarm, self.waiting, self.swarm_cards = 0, [], []
        self.seat, self.direction, self.redrew = row["starter"], 1, False
        self.cards = self.deck + Counter([JOHN] if self.john == IN_PLAY else [])
        self.swamp = self.cards.total() - self.players * self.rules.hand_size
        self.guesses = [[[DRAWN] * self.rules.hand_size] for _ in range(self.players)]
        self.last, self.plays, self.john_bitten = {}, 0, 0

    def _hand(self, event: Row) -> Hand:
        slots = [card for name, card in event.items() if name.startswith("hand_")]
        assert not any(slots[self.rules.hand_size :])
        return slots[: self.rules.hand_size]

    def _hands_to_come(self, events: Sequence[Row]) -> list[list[Hand | None]]:
        """Return every seat's hand before each event, where a later event shows it."""
        hands: list[list[Hand | None]] = [[None] * self.players]
        for event in reversed(events):
            before = [None] * self.players if event["event"] == "refill" else list(hands[-1])
            before[event["seat"]] = self._hand(event)
            hands.append(before)
        return hands[:0:-1]

    def _known(self, seat: int) -> Hand:
        """Return what can be known of a hand: all of it, or with cards that are only DRAWN."""
        return self.later[seat] or self.guesses[seat][0]

    def _event(self, event: Row) -> None:
        hand, what = self._hand(event), event["event"]
        assert any(fits(guess, hand) for guess in self.guesses[event["seat"]])
        assert event["round"] == self.last.get("round", event["round"])
        assert (event["swarm_before"], event["waiting"]) == (self.swarm, len(self.waiting))
        assert event["turn"] == self.turn - (what == "wind" and self.last.get("event", "refill") != "refill")
        assert event["legal"] == (0 if what in NO_TURNS else self._legal_count(hand))
        self._check_cards()
        if what != "wind" and self.rules.wind:
            assert not any(has_wind(self._known(seat)) for seat in range(self.players))
        if what in TURNS:
            self._whose_turn(event)
            self.turn += 1
        if what not in ("play", "john"):
            assert (event["card"], event["side"]) == (None, None)
        if what != "play":
            assert (event["swarm"], event["worth"]) == (self.swarm, None)
        if what != "john":
            assert event["target"] is None
        getattr(self, f"_{what}")(event, hand)

    def _check_cards(self) -> None:
        hands = [self._known(seat) for seat in range(self.players)]
        seen = Counter(card for hand in hands for card in hand if card)
        unseen = seen.pop(DRAWN, 0)
        seen.update(self.swarm_cards)
        assert not seen - self.cards, "a card more than there are"
        assert unseen + self.swamp == (self.cards - seen).total()

    def _worth(self, face: str) -> int | None:
        if face[-1].isdigit() and not face.startswith("set:"):
            return 0 if int(face) == 5 and self.john not in (IN_PLAY, GONE) else int(face)
        return None

    def _swarm_after(self, face: str) -> int:
        worth = self._worth(face)
        if worth is not None:
            return self.swarm + worth * (1 + len(self.waiting))
        return int(face.removeprefix("set:")) if face.startswith("set:") else self.swarm

    def _legal_sides(self, hand: Hand) -> int:
        cards = [card for card in hand if card not in (None, DRAWN, JOHN)]
        return sum(self._swarm_after(face) >= 0 for card in cards for face in faces(card))

    def _legal_count(self, hand: Hand) -> int:
        return self._legal_sides(hand) + (JOHN in hand)

    def _whose_turn(self, event: Row) -> None:
        if self.redrew and event["seat"] != self.seat:
            assert self._legal_sides(self._known(self.seat)) == 0
            self._next()
        elif self.redrew:
            assert event["event"] in ("play", "john")
        self.redrew = False
        assert event["seat"] == self.seat
        if self.swamp == 0 and self.swarm_cards:
            hands = [self._known(seat) for seat in range(self.players)]
            unsure = any(DRAWN in hand for hand in hands)
            assert unsure or any(self._legal_sides(hand) for hand in hands), "nobody can play, but no refill"

    def _next(self, lost: int = 0) -> None:
        self.seat = (self.seat + self.direction * (1 + lost)) % self.players

    def _leave(self, seat: int, hand: Hand, card: str, draws: bool = True) -> None:
        """Let a card leave a hand, and draw; which slot it left is open where there are copies."""
        new = DRAWN if draws and self.swamp else None
        self.swamp -= new is not None
        slots = [slot for slot, held in enumerate(hand) if held == card]
        self.guesses[seat] = [[*hand[:slot], new, *hand[slot + 1 :]] for slot in slots]
        self.plays += 1

    def _play(self, event: Row, hand: Hand) -> None:
        card = event["card"]
        assert card in hand
        face = faces(card)["ab".index(event["side"])]
        assert event["worth"] == self._worth(face)
        assert event["swarm"] == self._swarm_after(face) >= 0
        self.blamed = self._blamed(event)
        if event["worth"] is not None:
            self.waiting = []
        elif face == "?":
            self.waiting.append(event["seat"])
        self.swarm = event["swarm"]
        self.swarm_cards.append(card)
        self._leave(event["seat"], hand, card, draws=self.swarm < self.rules.bite_at)
        self.direction *= -1 if face == "reverse" else 1
        if face != "again":
            self._next(face == "skip")

    def _blamed(self, event: Row) -> int:
        """Return whom a play bites if it reaches the limit (KN-5, KN-7)."""
        if self.rules.copy_blame == "copier" and event["worth"]:
            for copies, seat in enumerate(self.waiting, 1):
                if self.swarm + copies * event["worth"] >= self.rules.bite_at:
                    return seat
        return event["seat"]

    def _john(self, event: Row, hand: Hand) -> None:
        assert (event["card"], event["side"]) == (JOHN, None)
        assert JOHN in hand
        fewest = min(self.bites)
        if fewest + 1 >= self.rules.last_bite:
            assert event["target"] == event["seat"]
        else:
            assert self.bites[event["target"]] == fewest
            self.bites[event["target"]] += 1
            self.john_bitten |= 1 << event["target"]
        self.john = event["target"]
        self.cards -= Counter([JOHN])
        self._leave(event["seat"], hand, JOHN)
        self._next()

    def _shoo(self, event: Row, hand: Hand) -> None:
        assert self.john == event["seat"]
        self.john = GONE
        self.guesses[event["seat"]] = [hand]
        self._next()

    def _redraw(self, event: Row, hand: Hand) -> None:
        assert self._legal_sides(hand) == 0
        assert self.swamp > 0
        self.swamp += sum(card is not None for card in hand)
        self.guesses[event["seat"]] = [[None] * self.rules.hand_size]
        self._fill(event["seat"])
        self.redrew = self.rules.redraw_then_play
        if not self.redrew:
            self._next()

    def _pass(self, event: Row, hand: Hand) -> None:
        assert self._legal_sides(hand) == 0
        assert self.swamp == 0
        self.guesses[event["seat"]] = [hand]
        self._next()

    def _fill(self, seat: int) -> None:
        """Fill a hand up from the swamp, its first empty slot first."""
        empty = self.guesses[seat][0].count(None)
        drawn = min(empty, self.swamp)
        self.swamp -= drawn
        filled = []
        for guess in self.guesses[seat]:
            slots = [slot for slot, card in enumerate(guess) if card is None][:drawn]
            filled.append([DRAWN if slot in slots else card for slot, card in enumerate(guess)])
        self.guesses[seat] = filled

    def _refill(self, event: Row, hand: Hand) -> None:
        assert event["seat"] == self.seat
        assert (self.swamp, bool(self.swarm_cards)) == (0, True)
        assert not any(self._legal_sides(self._known(seat)) for seat in range(self.players))
        self.swamp, self.swarm_cards = len(self.swarm_cards), []
        self.guesses = [
            [self.later[seat]] if self.later[seat] else self.guesses[seat] for seat in range(self.players)
        ]
        for step in range(self.players):
            self._fill((self.seat + step) % self.players)

    def _wind(self, event: Row, hand: Hand) -> None:
        assert self.rules.wind
        assert has_wind(hand)
        if self.last.get("event", "refill") == "refill":
            earlier = range((event["seat"] - self.seat) % self.players)
            assert not any(has_wind(self._known((self.seat + step) % self.players)) for step in earlier)
        else:
            assert self.last["event"] in ("play", "john", "redraw")
            assert event["seat"] == self.last["seat"]

    def _end(self, row: Row, events: Sequence[Row], turns: int) -> None:
        bitten, each = [], 1
        if self.swarm >= self.rules.bite_at:
            bitten, cause = [self.blamed], "swarm"
            each = self.swarm - self.rules.bite_at + 1 if self.rules.heavy_weather else 1
            chooser = self.blamed
        elif events[-1]["event"] == "wind":
            chooser, cause = events[-1]["seat"], "wind"
            bitten = [seat for seat in range(self.players) if seat != chooser]
        else:
            cause = "stalled"
            assert turns == self.rules.max_turns
        assert (row["cause"], row["swarm"], row["plays"]) == (cause, self.swarm, self.plays)
        assert row["bitten"] == sum(1 << seat for seat in bitten)
        assert row["bites"] == each * len(bitten)
        assert row["john_bitten"] == self.john_bitten
        for seat in bitten:
            self.bites[seat] += each
        self.starter = None
        if cause == "stalled":
            self.starter = (row["starter"] + 1) % self.players
        elif self.policies[chooser] in ("lowest", "highest"):
            self.starter = (chooser + 1) % self.players
