"""The score sheet alone: what can be judged in a log without events, from its patterns and scores."""

from collections import Counter
from collections.abc import Iterator, Sequence

from simulation.games.knitting.referee_cards import SKEIN_POINTS
from simulation.games.knitting.referee_facts import (
    ALL_YARN,
    DRAW_PATTERNS,
    EXTRA_CAST_ON,
    KNIT,
    WAYS,
    WILD,
    Facts,
    Pattern,
)
from simulation.games.knitting.referee_patterns import COLUMNS, DEALT, Held, Patterns
from simulation.games.knitting.referee_score import Scores, SeatScore, check_scores, subtracted
from simulation.games.knitting.referee_watch import SETUP, SLOTS
from simulation.referee import BEYOND_RULES, FoulError, Row, Rows

STACKS = 4


class Sheet:
    """A game without its events."""

    def __init__(self, facts: Facts, rows: Rows) -> None:
        self.facts, self.rows = facts, rows
        self.held = [Held(*[row[1 + COLUMNS.index(name)] for name in TOLD]) for row in rows["patterns"]]
        self.deck = Patterns(facts)

    def judge(self) -> None:
        """Judge games, seats and patterns against each other.

        Raises
        ------
        FoulError
            If no game can end like that.
        """
        if len(self.rows["games"]) != 1 or len(self.rows["seats"]) != self.facts.players:
            raise FoulError(
                BEYOND_RULES, "games has not one row for the game, or seats not one for each seat"
            )
        for place, (row, held) in enumerate(zip(self.rows["patterns"], self.held, strict=True)):
            self._check_printed(place, row, held)
            self._check_life(held)
        self._check_draws()
        scores = self._scores()
        check_scores(self.facts, self.rows, scores)
        for seat, score in enumerate(scores.seats):
            self._check_seat(seat, score, scores.turns)
        self._check_yarn(scores)

    # A pattern

    def _check_printed(self, place: int, row: Row, held: Held) -> None:
        pattern = self._printed(held)
        for name, due in (
            ("special", int(pattern.special)),
            ("points", pattern.points),
            ("weeks", pattern.weeks),
        ):
            found = row[1 + COLUMNS.index(name)]
            if found != due:
                raise FoulError("KT-2", f"{name} of pattern {place}: {found}, expected {due}")
        if held.seat not in range(self.facts.players):
            raise FoulError("KT-1", f"pattern {place} is drawn by seat {held.seat}, which is none")
        if held.kept not in (0, 1) or held.in_hand_at_end not in (0, 1):
            raise FoulError(BEYOND_RULES, f"pattern {place} is neither kept nor not, or in a hand nor not")

    def _check_life(self, held: Held) -> None:
        """Check the turns of a pattern, what was paid for it, and what it gave."""
        name, turns = self._printed(held).name, (held.drawn_turn, held.cast_on_turn, held.finished_turn)
        told = [turn for turn in turns if turn is not None]
        own = all(turn % self.facts.players == held.seat for turn in told if turn != SETUP)
        if not own or told != sorted(told) or min(told) < SETUP:
            raise FoulError("KT-9", f"{name} has turns {told}, expected turns of seat {held.seat} in order")
        if held.cast_on_turn is None and (held.finished_turn is not None or held.yarn or held.wild_paid):
            raise FoulError("KT-8", f"{name} is finished or paid, though it is not cast on")
        if held.in_hand_at_end != (held.kept and held.cast_on_turn is None):
            raise FoulError("KT-12", f"{name} is said to be in a hand: {held.in_hand_at_end}")
        if held.cast_on_turn is not None:
            self._check_cast_on(held)
        self._check_bonus(held)

    def _check_cast_on(self, held: Held) -> None:
        pattern = self._printed(held)
        if not held.kept or held.cast_on_turn == SETUP:
            raise FoulError("KT-8", f"{pattern.name} is cast on without being in a hand, or before the game")
        if held.yarn != pattern.yarn or not pattern.needs[WILD] <= held.wild_paid <= pattern.yarn:
            raise FoulError("KT-2", f"{pattern.name} is paid with {held.yarn} cards, {held.wild_paid} Wild")

    def _check_bonus(self, held: Held) -> None:
        """Check the bonus of real life: the points once more, and 10 for some of the solid cards."""
        rests = (
            [held.bonus, held.bonus - self._printed(held).points] if self._may_double(held) else [held.bonus]
        )
        if not any(self._from_skeins(held, rest) for rest in rests):
            raise FoulError("KT-15", f"{self._printed(held).name} has a bonus of {held.bonus}")

    def _may_double(self, held: Held) -> bool:
        facts = self.facts
        special = self._printed(held).special
        return facts.real_life and facts.real_patterns > 0 and held.finished_turn is not None and not special

    def _from_skeins(self, held: Held, bonus: int) -> bool:
        """Tell whether yarn cards on the mat can give a bonus."""
        knits = self.facts.real_life and self.facts.real_colours and held.finished_turn is not None
        solid = held.yarn - held.wild_paid if knits else 0
        return bonus % SKEIN_POINTS == 0 and 0 <= bonus <= SKEIN_POINTS * solid

    def _printed(self, held: Held) -> Pattern:
        return self.facts.patterns[held.pattern]

    # Drawing

    def _check_draws(self) -> None:
        """Check the order of draws, and that the decks had what was drawn."""
        facts, copies = self.facts, dict(self.facts.community)
        seats = [seat for seat in range(facts.players) for _ in range(DEALT)]
        dealt = self.held[: len(seats)]
        if [(held.seat, held.drawn_turn, held.kept) for held in dealt] != [
            (seat, SETUP, 1) for seat in seats
        ]:
            raise FoulError("KT-4", f"the first patterns are not {DEALT} for each seat, in order")
        turns = [held.drawn_turn for held in self.held]
        if turns != sorted(turns) or turns.count(SETUP) != len(seats) + facts.forced_specials:
            raise FoulError("KT-7", "patterns are not listed in the order of drawing")
        for held in self.held:
            self._draw(held, copies)
        if facts.dealt and facts.dealt not in [(held.seat, held.pattern) for held in dealt]:
            raise FoulError(BEYOND_RULES, f"seat {facts.dealt[0]} is not dealt the pattern that is forced")
        self._check_counts()

    def _draw(self, held: Held, copies: dict[int, int]) -> None:
        if not self._printed(held).special:
            drawn = self.deck.draw(held.seat, held.pattern, held.drawn_turn, "KT-7")
            if not held.kept:
                self.deck.give_back(drawn)
            return
        copies[WAYS + held.pattern] -= 1
        too_early = held.drawn_turn == SETUP and WAYS + held.pattern != self.facts.forced_card
        if too_early or not held.kept or copies[WAYS + held.pattern] < 0:
            name = self._printed(held).name
            raise FoulError("KT-3", f"{name} is dealt, given back, or drawn more often than it is there")

    def _check_counts(self) -> None:
        """Check how much is done in a turn: draws, patterns given back, and patterns cast on."""
        cards = self.facts.cards
        extra = sum(card.copies for card in cards if card.effect == EXTRA_CAST_ON)
        more = sum(card.copies * card.amount for card in cards if card.effect == DRAW_PATTERNS)
        drawn = [held for held in self.held if not self._printed(held).special]
        draws = Counter(held.drawn_turn for held in drawn if held.drawn_turn != SETUP)
        given = Counter(held.drawn_turn for held in drawn if not held.kept)
        for turn, count in draws.items():
            if count > DEALT + more or given[turn] > (count >= DEALT):
                what = f"{count} patterns are drawn in turn {turn}, and {given[turn]} given back"
                raise FoulError("KT-7", what)
        cast_on = Counter(held.cast_on_turn for held in self.held if held.cast_on_turn is not None)
        if max(cast_on.values(), default=0) > 1 + extra:
            raise FoulError("KT-8", f"more than {1 + extra} patterns are cast on in a turn")

    # The end

    def _scores(self) -> Scores:
        """Return how the game ended: told by the patterns, and by the log where they cannot tell."""
        facts, seats = self.facts, [self._seat_score(row) for row in self.rows["seats"]]
        closer, turns = self._end()
        _, _, _, _, _, _, wipes, reshuffles, yarn_left, _, _ = self.rows["games"][0]
        drawn = sum(seat.trades for seat in seats) + (facts.forced_card is not None)
        community_left = sum(facts.community.values()) - drawn
        if community_left < 0:
            raise FoulError("KT-10", "more community cards are traded for than there are")
        return Scores(seats, turns, closer, wipes, reshuffles, yarn_left, self.deck.left, community_left)

    def _end(self) -> tuple[int | None, int]:
        """Return who reached the target first, and how many turns there were (KT-11, KT-14)."""
        players, points = self.facts.players, [0] * self.facts.players
        most = self.facts.max_turns * players
        for held in self._finished():
            points[held.seat] += self._printed(held).points + held.bonus
            turn = held.finished_turn
            if turn is not None and points[held.seat] >= self.facts.target and turn < most:
                return held.seat, turn + players
        return None, most

    def _finished(self) -> Iterator[Held]:
        done = [
            (held.finished_turn, place)
            for place, held in enumerate(self.held)
            if held.finished_turn is not None
        ]
        return (self.held[place] for _, place in sorted(done))

    def _seat_score(self, row: Row) -> SeatScore:
        seat, told = row[1], dict(zip(SEAT_TOLD, (row[8], row[10], row[13]), strict=True))
        own = [held for held in self.held if held.seat == seat and held.kept]
        done = [held for held in own if held.finished_turn is not None]
        hand = [held.pattern for held in own if held.cast_on_turn is None]
        return SeatScore(
            fo_points=sum(self._printed(held).points + held.bonus for held in done),
            bonus=sum(held.bonus for held in done),
            subtracted=subtracted(self.facts, hand),
            finished=len(done),
            wips=len(own) - len(done) - len(hand),
            **told,
        )

    def _check_seat(self, seat: int, score: SeatScore, turns: int) -> None:
        """Check what a seat can have done by the end."""
        own = [held for held in self.held if held.seat == seat]
        last = [turn for held in own for turn in (held.drawn_turn, held.cast_on_turn, held.finished_turn)]
        if max(turn for turn in last if turn is not None) >= turns:
            raise FoulError("KT-14", f"seat {seat} does something after the last of {turns} turns")
        if score.wips > SLOTS:
            raise FoulError("KT-4", f"seat {seat} has {score.wips} WIPs, but {SLOTS} cast-on cards")
        if (
            len({held.pattern for held in own if not self._from_skeins(held, held.bonus)})
            > self.facts.real_patterns
        ):
            raise FoulError("KT-15", f"seat {seat} has more patterns doubled than it knits for real")
        specials = sum(self._printed(held).special for held in own)
        cards = score.trades + self.facts.forced_cards(seat) - specials
        if cards < 0:
            raise FoulError("KT-10", f"seat {seat} has more special patterns than trades")
        self._check_weeks(own, cards, turns)
        if score.secret_points and self.facts.fewest_deeds.get(score.secret_points, cards + 1) > cards:
            raise FoulError(
                "KT-12", f"seat {seat} has {score.secret_points} secret points from {cards} cards"
            )

    def _check_weeks(self, own: Sequence[Held], cards: int, turns: int) -> None:
        """Check that WIPs take their weeks, but for those that cards knit (KT-6)."""
        players, missing = self.facts.players, 0
        for held in own:
            if held.cast_on_turn is None:
                continue
            last = held.finished_turn if held.finished_turn is not None else turns - 1
            weeks, knitted = self._printed(held).weeks, (last - held.cast_on_turn) // players
            if knitted > weeks or (held.finished_turn is None and knitted == weeks):
                raise FoulError("KT-6", f"{self._printed(held).name} is not finished when its weeks are done")
            missing += weeks - knitted if held.finished_turn is not None else 0
        knits = [card.amount for card in self.facts.cards if card.effect == KNIT for _ in range(card.copies)]
        if missing > sum(sorted(knits, reverse=True)[:cards]):
            raise FoulError("KT-6", f"patterns are finished {missing} weeks too early")

    def _check_yarn(self, scores: Scores) -> None:
        """Check that the yarn told of is no more than there is (KT-1)."""
        wips = [held for held in self.held if held.cast_on_turn is not None and held.finished_turn is None]
        stocked = STACKS if scores.yarn_left else 0
        told = scores.yarn_left + stocked + sum(seat.stash for seat in scores.seats)
        if told + sum(held.yarn for held in wips) > sum(ALL_YARN):
            raise FoulError("KT-1", f"there are more than {sum(ALL_YARN)} yarn cards in the end")
        if sum(held.wild_paid for held in wips) > ALL_YARN[WILD]:
            raise FoulError("KT-1", f"more than {ALL_YARN[WILD]} Wild lie with WIPs")


TOLD = (
    *("seat", "pattern", "drawn_turn", "kept", "cast_on_turn", "finished_turn"),
    *("yarn", "wild_paid", "bonus", "in_hand_at_end"),
)
"""Columns of a pattern's row in the order in which ``Held`` takes them."""
SEAT_TOLD = ("secret_points", "stash", "trades")
