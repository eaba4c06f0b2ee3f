"""The end of a game: scores, ranks and winners, compared with what the log says of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from simulation.games.knitting.referee_facts import Facts
from simulation.games.knitting.referee_game import Game
from simulation.referee import BEYOND_RULES, FoulError, Row, Rows

END_REASONS = ("target", "stalled")
TARGET, STALLED = range(2)
END_RULES = ("KT-11", "KT-14")
SEAT_RULES = {
    **dict.fromkeys(("score", "secret_points", "subtracted", "wips"), "KT-12"),
    "fo_points": "KT-11",
    "bonus": "KT-15",
    "stash": "KT-13",
    "finished": "KT-6",
    "trades": "KT-10",
}
GAME_RULES = {
    "players": "KT-1",
    "turns": "KT-14",
    "closer": "KT-11",
    "wipes": "KT-5",
    "reshuffles": "KT-5",
    "yarn_left": "KT-5",
    "patterns_left": "KT-7",
    "community_left": "KT-10",
}


@dataclass
class SeatScore:
    """A seat at the end, named as in the log."""

    fo_points: int
    bonus: int
    secret_points: int
    subtracted: int
    stash: int
    finished: int
    wips: int
    trades: int

    @property
    def score(self) -> int:
        """Score (KT-12)."""
        return self.fo_points + self.secret_points - self.subtracted

    @property
    def standing(self) -> tuple[int, int]:
        """What ranks go by: the score, then the stash (KT-13)."""
        return self.score, self.stash


@dataclass
class Scores:
    """A game at the end, named as in the log."""

    seats: Sequence[SeatScore]
    turns: int
    closer: int | None
    wipes: int
    reshuffles: int
    yarn_left: int
    patterns_left: int
    community_left: int


def scores_of(game: Game) -> Scores:
    """Return how a replayed game ended."""
    seats = [_seat_score(game, seat) for seat in range(game.facts.players)]
    left = game.patterns.left, sum(game.community.values())
    return Scores(seats, game.turn + 1, game.closer, game.wipes, game.reshuffles, sum(game.deck), *left)


def _seat_score(game: Game, seat: int) -> SeatScore:
    return SeatScore(
        game.fo_points[seat],
        game.bonus[seat],
        sum(card.points for card in game.cards[seat] if not card.effect),
        subtracted(game.facts, [held.pattern for held in game.patterns.hands[seat]]),
        sum(game.stashes[seat]),
        game.finished[seat],
        sum(wip is not None for wip in game.wips[seat]),
        game.trades[seat],
    )


def subtracted(facts: Facts, hand: Sequence[int]) -> int:
    """Return the points of a hand's patterns that are subtracted (KT-12)."""
    patterns = [facts.patterns[pattern] for pattern in hand]
    counts = [facts.subtract and (facts.subtract_special or not one.special) for one in patterns]
    return sum(one.points * one_counts for one, one_counts in zip(patterns, counts, strict=True))


def check_scores(facts: Facts, rows: Rows, due: Scores) -> None:
    """Compare a game's row and its seats' with how it ended.

    Raises
    ------
    FoulError
        At the first number that is not as it has to be.
    """
    if len(rows["games"]) != 1:
        raise FoulError(BEYOND_RULES, f"the game has {len(rows['games'])} rows in games, expected 1")
    _, players, turns, reason, winners, closer, *counts = rows["games"][0]
    _same("players", players, facts.players, GAME_RULES)
    _same("turns", turns, due.turns, GAME_RULES)
    end = STALLED if due.closer is None else TARGET
    if reason != end:
        what = f"the game is said to end by {END_REASONS[reason]}, expected {END_REASONS[end]}"
        raise FoulError(END_RULES[end], what)
    _same("closer", closer, due.closer, GAME_RULES)
    names = ("wipes", "reshuffles", "yarn_left", "patterns_left", "community_left")
    for name, found in zip(names, counts, strict=True):
        _same(name, found, getattr(due, name), GAME_RULES)
    _check_seats(facts, rows["seats"], due.seats)
    best = max(seat.standing for seat in due.seats)
    mask = sum(1 << number for number, seat in enumerate(due.seats) if seat.standing == best)
    _same("winners, as a bit mask", winners, mask, {})


def _check_seats(facts: Facts, rows: Sequence[Row], due: Sequence[SeatScore]) -> None:
    if [row[1] for row in rows] != list(range(facts.players)):
        raise FoulError(BEYOND_RULES, f"seats has not one row for each of {facts.players} seats in order")
    names = list(dict.fromkeys(facts.policies))
    standings = [seat.standing for seat in due]
    for (_, number, policy, rank, share, *counts), seat in zip(rows, due, strict=True):
        if names[policy] != facts.policies[number]:
            what = f"seat {number} is said to be played by {names[policy]}"
            raise FoulError(BEYOND_RULES, f"{what}, expected {facts.policies[number]}")
        for name, found in zip(SEAT_COLUMNS, counts, strict=True):
            _same(name, found, getattr(seat, name), SEAT_RULES, f" of seat {number}")
        better = sum(standing > seat.standing for standing in standings)
        _same("rank", rank, 1 + better, {}, f" of seat {number}")
        due_share = 0 if better else 1 / standings.count(seat.standing)
        _same("win_share", share, due_share, {}, f" of seat {number}")


SEAT_COLUMNS = (
    *("score", "fo_points", "bonus", "secret_points", "subtracted", "stash", "finished", "wips", "trades"),
)


def _same(name: str, found: Any, due: Any, rules: dict[str, str], whose: str = "") -> None:
    if found != due:
        raise FoulError(rules.get(name, "KT-13"), f"{name}{whose}: {found}, expected {due}")
