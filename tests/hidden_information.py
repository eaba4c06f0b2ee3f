"""For each game: decisions in the middle of games, asked again with what is hidden dealt anew.

A game's entry in ``CASES`` yields, for every decision of a game, the answers that a player gave and the
views it had while the cards it cannot see were permuted.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

import knit_wit_rig
import knitting_rig
from knitting_strategies import anything
from knutten_rig import Rig
from simulation.games.knit_wit import layout as knit_wit_layout
from simulation.games.knit_wit.people import measure_spools
from simulation.games.knitting import choices as knitting_choices
from simulation.games.knitting import layout as knitting_layout
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


def _knitting_question(rig: knitting_rig.Rig) -> None:
    """Ask once more what lies in the view."""
    view, given = rig.view[0], rig.secret[0]["taken"]
    table, seat, amounts = rig.table, int(view["seat"]), view["choice_amount"][: view["choice_count"]]
    match int(view["decision"]):
        case knitting_layout.FREE:
            free = [int(view[name]) for name in ("window", "asked", "next_card")]
            knitting_choices.list_free(table, seat, *free)
        case knitting_layout.DISCARD:
            knitting_choices.list_discards(table, seat, given, int(view["still_due"]))
        case knitting_layout.CHOOSE:
            knitting_choices.list_ways(table, seat)
        case knitting_layout.KEEP:
            knitting_choices.list_keeps(table, seat)
        case knitting_layout.CAST_ON:
            knitting_choices.list_cast_ons(table, seat)
        case knitting_layout.MATCHING:
            knitting_choices.list_matching(table, seat, int(view["paying"]))
        case knitting_layout.PAY:
            paying, colour = int(view["paying"]), int(view["pay_yarn"])
            knitting_choices.list_payments(table, seat, paying, colour, int(amounts[0]), int(amounts[-1]))


def _deal_yarn_anew(rig: knitting_rig.Rig, others: list[int], generator: np.random.Generator) -> None:
    """Shuffle all other stashes and the yarn deck together."""
    secret, counts = rig.secret[0], rig.view["stash_counts"][0]
    yarns = np.arange(knitting_layout.YARN_COUNT)
    hidden = secret["yarn_deck"] + secret["stashes"][others].sum(axis=0)
    hidden = generator.permutation(np.repeat(yarns, hidden))
    for seat in others:
        dealt, hidden = np.split(hidden, [counts[seat]])
        secret["stashes"][seat] = np.bincount(dealt, minlength=len(yarns))
    secret["yarn_deck"] = np.bincount(hidden, minlength=len(yarns))


def _deal_cards_anew(rig: knitting_rig.Rig, others: list[int], generator: np.random.Generator) -> None:
    """Shuffle all other hands and the decks together: cards by their backs."""
    view, secret = rig.view[0], rig.secret[0]
    kind_of = {
        int(kind): card for card, kind in enumerate(view["card_pattern"][: view["community"]]) if kind >= 0
    }
    held = [int(kind) for seat in others for kind in secret["hands"][seat, : secret["held"][seat]]]
    ring = (int(secret["pattern_first"]) + np.arange(view["patterns_left"])) % len(secret["pattern_deck"])
    patterns = [kind for kind in held if kind not in kind_of]
    patterns = generator.permutation([*patterns, *secret["pattern_deck"][ring]]).astype(np.int64)
    cards = [kind_of[kind] for kind in held if kind in kind_of]
    cards += [int(card) for seat in others for card in secret["cards"][seat, : secret["card_held"][seat]]]
    left = int(view["community_left"])
    cards = generator.permutation([*cards, *secret["community_deck"][:left]]).astype(np.int64)
    for seat in others:
        own, patterns = np.split(patterns, [view["hand_counts"][seat]])
        other, cards = np.split(cards, [view["card_counts"][seat]])
        special = view["card_pattern"][other]
        hand, kept = np.concatenate([own, special[special >= 0]]), other[special < 0]
        secret["hands"][seat, : len(hand)], secret["held"][seat] = hand, len(hand)
        secret["cards"][seat, : len(kept)], secret["card_held"][seat] = kept, len(kept)
    secret["pattern_deck"][ring], secret["community_deck"][:left] = patterns, cards


def _knitting_decision(rig: knitting_rig.Rig, player: Any, generator: np.random.Generator) -> Decision:
    before, seat = rig.copy(), int(rig.view["seat"][0])
    others = [other for other in range(rig.players) if other != seat]
    answers, views, hidden = set(), {rig.view.tobytes()}, set()
    for _ in range(PERMUTATIONS):
        _knitting_question(rig)
        rig.luck[:] = before[2]
        views.add(rig.view.tobytes())
        hidden.add(rig.secret.tobytes())
        answers.add(int(player(rig.view[0], rig.luck[0])))
        _deal_yarn_anew(rig, others, generator)
        _deal_cards_anew(rig, others, generator)
    rig.put_back(before)
    return Decision(answers, views, hidden)


def knitting(player: Any, players: int, game: int) -> Iterator[Decision]:
    """Yield the decisions of some turns in the middle of a game of Knitting, in which anything is done."""
    rules = {"target": 1000, "trade_price": 3, "real_life": game % 2 == 1}
    rig, generator = knitting_rig.dealt(players, game, **rules), np.random.default_rng(game)
    rig.run(anything, 8 * game + 2)
    for _ in range(3):
        turn = rig.decisions()
        with suppress(StopIteration):
            next(turn)
            while True:
                yield _knitting_decision(rig, player, generator)
                turn.send(int(generator.integers(rig.view["choice_count"][0])))


def _think_anew(rig: knit_wit_rig.Rig, asked: int, generator: np.random.Generator) -> None:
    """Let all think of something else from now on, others have other answers, and other tags come."""
    view, secret = rig.view[0], rig.secret[0]
    now, knitting = int(view["second"]), int(view["decision"]) != knit_wit_layout.NEXT
    drawn = int(view["turn"]) + (int(view["decision"]) in (knit_wit_layout.TAKE_SPOOL, knit_wit_layout.PLACE))
    if knitting:
        coming = secret["word"][drawn : rig.turns]
        secret["word"][drawn : rig.turns] = generator.permutation(coming)
    for seat in range(rig.players):
        started = secret["clock"][seat] - secret["span"][seat]
        for spool in range(knit_wit_layout.LOOPS):
            answered = not knitting and secret["answered"][seat] >> spool & 1
            thinks = not knitting and seat != asked and secret["thinking"][seat] == spool
            spent = 0 if knitting else secret["thought"][seat, spool] + thinks * (now - started)
            if not answered:
                secret["needed"][seat, spool] = spent + 1 + generator.integers(60_000)
            if not answered or seat != asked:
                secret["idea"][seat, spool] = 1 + generator.integers(40)


def _knit_wit_decision(rig, player, step, answers, generator) -> Decision:
    secret, luck, asked = rig.secret.copy(), rig.luck.copy(), int(rig.view["seat"][0])
    chosen, views, hidden = set(), set(), set()
    for _ in range(PERMUTATIONS):
        views.add(rig.view.tobytes())
        hidden.add(rig.secret.tobytes())
        rig.luck[:] = luck
        chosen.add(int(player(rig.view[0], rig.luck[0])))
        _think_anew(rig, asked, generator)
        assert not rig.follow(step, answers)
    rig.secret[:], rig.luck[:] = secret, luck
    return Decision(chosen, views, hidden)


def knit_wit(player: Any, players: int, game: int) -> Iterator[Decision]:
    """Yield every third decision of a game of Knit Wit, in which anything is done."""
    generator = np.random.default_rng(game)
    rig = knit_wit_rig.Rig(players, spare=8)
    rig.secret["stopping"], rig.secret["answering"] = game % 3, game // 3 % 3
    rig.secret["needed"] = generator.integers(1, 60_000, rig.secret["needed"].shape)
    for step in (knit_wit_rig.KNIT, knit_wit_rig.ANSWER):
        answers: list[int] = []
        while not rig.follow(step, answers):
            if len(answers) % 3 == game % 3:
                yield _knit_wit_decision(rig, player, step, answers, generator)
                assert not rig.follow(step, answers)
            answers.append(int(generator.integers(rig.view["choice_count"][0])))
        measure_spools(rig.view[0])


CASES = {"knutten": knutten, "knitting": knitting, "knit_wit": knit_wit}
