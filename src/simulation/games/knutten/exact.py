"""Exact answers for Knutten with a small deck: no simulation, no interval."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pydantic import ValidationError

from simulation.errors import GamegaugeError
from simulation.games.knutten.checks import check_deck
from simulation.games.knutten.components import Card, Deck
from simulation.games.knutten.exact_games import Games, Match
from simulation.games.knutten.exact_round import RoundLaws
from simulation.games.knutten.exact_turns import AWAY, LAY_BEFORE, Setting, Side
from simulation.games.knutten.rules import Rules
from simulation.numbers import read_whole

SEATS = (2, 8)
"""Fewest and most players (KN-2)."""


@dataclass(frozen=True)
class ExactShares:
    """Exact chances of games that every seat plays as `random`. Seat 0 starts.

    Attributes
    ----------
    first_bite
        By seat, its share of the first bites: one of k players (WIND) counts 1/k. Over the games that
        have a bite, so that the shares add up to 1; all are 0 where no game has one.
    any_first_bite
        By seat, the chance to be among those bitten first, over the same games.
    win
        By seat, its share of wins: one of k winners counts 1/k. Over all games, stalled ones too.
    bitten
        Chance that a game has a bite at all.
    ends
        Chances of how the first round ends, by cause and seat: "swarm" and who is bitten, "wind" and who
        shouts, "stalled" and None.
    """

    first_bite: tuple[Fraction, ...]
    any_first_bite: tuple[Fraction, ...]
    win: tuple[Fraction, ...]
    bitten: Fraction
    ends: Mapping[tuple[str, int | None], Fraction]

    def __repr__(self) -> str:
        # Exact fractions can be thousands of digits long.
        first, win = (", ".join(f"{float(one):.4f}" for one in part) for part in (self.first_bite, self.win))
        return f"<ExactShares: first bite {first}; win {win}>"


def exact_shares(
    deck: Deck | Mapping[str, int], players: int = 2, rules: Rules | Mapping[str, Any] | None = None
) -> ExactShares:
    """Work out the exact shares of first bites and wins of `random` players by following every game.

    Parameters
    ----------
    deck
        A deck, or copies of cards named by their sides, as ``{"2/7": 3, "?/-1": 2}``.
    players
        Number of seats.
    rules
        Switches, or those that differ from their defaults.

    Raises
    ------
    GamegaugeError
        For a deck that cannot be played, and for games with too many states to follow: six to ten
        cards of few kinds and two or three players are about what can be done.

    Notes
    -----
    A round depends on who starts it by rotation only, and `random` neither looks at bites nor removes
    John. So two laws of rounds, before John lies on the table and while he does, are all that games need.
    """
    deck = deck if isinstance(deck, Deck) else deck_of(deck)
    rules = rules if isinstance(rules, Rules) else Rules.read(rules or {})
    players = read_whole("players", players, *SEATS)
    check_deck(deck, players, rules)
    rounds = RoundLaws(_setting(deck, players, rules))
    law = rounds.law(AWAY if rules.john else None)
    law_under_john = rounds.law(LAY_BEFORE) if rules.john else {}
    games = Games(Match(players, rules.last_bite, rules.max_rounds), law, law_under_john)
    ends: dict[tuple[str, int | None], Fraction] = {}
    for end, chance in law.items():
        ends[end.cause, end.seat] = ends.get((end.cause, end.seat), Fraction(0)) + chance
    bitten = sum(games.first, Fraction(0))
    return ExactShares(
        first_bite=tuple(share / (bitten or 1) for share in games.first),
        any_first_bite=tuple(share / (bitten or 1) for share in games.among_first),
        win=tuple(games.win),
        bitten=bitten,
        ends=ends,
    )


def deck_of(copies: Mapping[str, int], name: str = "by hand") -> Deck:
    """Return the deck of cards that are named by their sides; "2/7 red" is another card with these sides.

    Raises
    ------
    GamegaugeError
        For a name or a number of copies that no card can have.
    """
    return Deck(name, tuple(_card(card, count) for card, count in copies.items() if count))


def _card(name: str, copies: int) -> Card:
    sides = name.partition(" ")[0].split("/")
    if len(sides) != 2:
        raise GamegaugeError(f"card {name!r} cannot be used; allowed: two sides, as '2/7' or '?/-1'")
    try:
        return Card(
            card=name,
            copies=copies,
            side_a=sides[0],
            side_b=sides[1],
            group="number",
            provenance="assumed",
        )
    except ValidationError as error:
        column = str(error.errors()[0]["loc"][0])
        allowed = Card.model_fields[column].description
        raise GamegaugeError(f"card {name!r} with {copies} copies: {column} allowed: {allowed}") from None


def _setting(deck: Deck, players: int, rules: Rules) -> Setting:
    """Return what rounds depend on. Cards with the same two sides are one kind, whichever way round."""
    faces = [tuple(sorted((card.side_a, card.side_b))) for card in deck.cards]
    kinds = sorted(set(faces))
    cards = [
        kinds.index(pair) for pair, card in zip(faces, deck.cards, strict=True) for _ in range(card.copies)
    ]
    return Setting(
        kinds=tuple((Side.read(one), Side.read(other)) for one, other in kinds),
        cards=tuple(sorted(cards)),
        players=players,
        hand_size=rules.hand_size,
        bite_at=rules.bite_at,
        blames_copier=rules.copy_blame == "copier",
        redraw_then_play=rules.redraw_then_play,
        wind=rules.wind,
        heavy_weather=rules.heavy_weather,
        max_turns=rules.max_turns,
    )
