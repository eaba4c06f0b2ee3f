"""For each game: decisions in the middle of games, asked again with what is hidden dealt anew.

A game's entry in ``CASES`` yields, for every decision of a game, the answers that a player gave and the
views it had while the cards it cannot see were permuted.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from knutten_rig import Rig
from simulation.games.knutten import choices, layout, table
from simulation.games.knutten.components import read_deck
from simulation.paths import data_folder
from simulation.randomness import seek

PERMUTATIONS = 6


@dataclass(frozen=True)
class Decision:
    """One decision: the answers, the views and what was hidden, each time with other hidden cards."""

    answers: set[int]
    views: set[bytes]
    hidden: set[bytes]


def _knutten_deck() -> list[str]:
    deck = read_deck(data_folder() / "knutten/decks/default.csv")
    return [card.card for card in deck.cards for _ in range(card.copies)]


def _permute_hidden(rig: Rig, seat: int, generator: np.random.Generator) -> None:
    """Shuffle all other hands and the swamp together."""
    secret, players = rig.secret[0], int(rig.view["players"][0])
    hands = secret["hands"][:players, : rig.rules.hand_size]
    others = [(other, slot) for other, slot in np.argwhere(hands != layout.NONE) if other != seat]
    pile, under = secret["pile"][: secret["pile_cards"]], int(secret["under_cards"])
    ring = (int(secret["under_first"]) + np.arange(under)) % len(secret["under"])
    hidden = [*(hands[place] for place in others), *pile, *secret["under"][ring]]
    hidden = generator.permutation(np.array(hidden, np.int64))
    for place, kind in zip(others, hidden, strict=False):
        hands[place] = kind
    pile[:] = hidden[len(others) : len(others) + len(pile)]
    secret["under"][ring] = hidden[len(others) + len(pile) :]


def _knutten_decision(rig: Rig, player: Any, seat: int, question: Any, generator) -> Decision:
    secret, luck = rig.secret.copy(), rig.luck.copy()
    answers, views, hidden = set(), set(), set()
    for _ in range(PERMUTATIONS):
        question(rig.table, seat)
        rig.luck[:] = luck
        views.add(rig.view.tobytes())
        hidden.add(rig.secret.tobytes())
        answers.add(int(player(rig.view[0], rig.luck[0])))
        _permute_hidden(rig, seat, generator)
    rig.secret[:], rig.luck[:] = secret, luck
    return Decision(answers, views, hidden)


def knutten(player: Any, players: int, game: int) -> Iterator[Decision]:
    """Yield the decisions of a round of Knutten, and the choice of its starter."""
    rig, generator = Rig([[]] * players, more=_knutten_deck(), wind=False), np.random.default_rng(game)
    table.gather(rig.table, game, 0)
    seek(rig.luck[0], game, 0)
    table.deal(rig.table)
    yield _knutten_decision(rig, player, game % players, choices.list_starters, generator)
    for turn in range(100):
        seat = turn % players
        yield _knutten_decision(rig, player, seat, choices.list_turn, generator)
        if rig.play(players=player, turns=1, starter=seat).cause != "stalled":
            return


CASES = {"knutten": knutten}
