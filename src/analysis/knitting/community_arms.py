"""Games in which a seat begins with a community card, or with the yarn that one costs, or without both."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analysis.duels import stalled_caveat
from analysis.knitting.experiments import Outcome, Setting, outcome, weighted
from analysis.knitting.yarn_facts import community_of
from simulation import GamegaugeError, Run


@dataclass(frozen=True)
class Arms:
    """What beginning with a card, or with more yarn, does to the seats, game by game.

    ``cards`` are the deck's rows; ``worth`` tells for each what holding it from the start does, against
    the same games with that copy out of the deck; ``yarn`` what ``price`` more yarn cards do, against none.
    """

    setting: Setting
    free: Run
    cards: Sequence[Mapping[str, Any]]
    worth: Sequence[Outcome]
    price: int
    yarn: Outcome


def play_arms(setting: Setting) -> Arms:
    """Play a table with each card of the community deck held and out of the game, and with its price in yarn.

    Raises
    ------
    GamegaugeError
        For a table that cannot be played, a seat that is not at it, or a deck without cards.
    """
    free = setting.play()
    cards = community_of(free)
    name = free.components["community"]["name"]
    if not cards:
        raise GamegaugeError(f"the community deck {name} has no cards; allowed: at least one")
    worth = [
        outcome(setting, card=card["card"]).less(outcome(setting, without_card=card["card"]))
        for card in cards
    ]
    price = int(free.rules["trade_price"])
    return Arms(setting, free, cards, worth, price, outcome(setting, yarn=price).less(outcome(setting)))


def arm_caveats(arms: Arms) -> list[str]:
    """Return what the comparisons of cards and yarn leave open."""
    return [
        f"The card or the yarn comes to {arms.setting.who} at the start. Later it is worth less: an action "
        "has less time to help, a special pattern less time to be finished; good deeds are worth the same.",
        f"The {arms.price} yarn cards are dealt from the deck. Whoever trades gives cards of its choice, and "
        "gives those it misses least.",
        "This is an experiment: the games differ in the card or the yarn and in what follows from it, so the "
        "difference is its doing.",
        *stalled_caveat([arms.free]),
    ]


def average_card(arms: Arms) -> Outcome:
    """Return what an average card of the deck does, each copy being as likely, game by game."""
    return weighted(arms.worth, [float(card["copies"]) for card in arms.cards])
