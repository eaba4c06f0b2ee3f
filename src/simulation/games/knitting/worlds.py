"""A world that might be: the table as a seat sees it, with all that is hidden dealt out at random.

What a search plays out. The unseen yarn, patterns and community cards are shuffled and dealt to the
others' hands, as many as lie there; the rest are the decks.
"""

import numpy as np

from simulation.compiling import compiled
from simulation.games.knitting.interest import BY_TASTE, PLANNING
from simulation.games.knitting.layout import (
    CAST_ON_CARDS,
    MAX_SEATS,
    NONE,
    SPECIAL_PATTERN,
    WINDOWS,
    YARN_COUNT,
)
from simulation.games.knitting.planner import unseen
from simulation.games.knitting.yarn import pick_at_random
from simulation.randomness import below, seek, shuffle


@compiled()
def deal_yarn(view, secret, luck):
    """Deal the unseen yarn into the others' stashes; the rest is the deck."""
    left = 0
    for yarn in range(YARN_COUNT):
        secret.yarn_deck[yarn] = unseen(view, yarn)
        left += secret.yarn_deck[yarn]
        for seat in range(view.players):
            secret.stashes[seat, yarn] = view.stash[yarn] if seat == view.seat else 0
    for seat in range(view.players):
        for _ in range(view.stash_counts[seat] if seat != view.seat else 0):
            yarn = pick_at_random(secret.yarn_deck, left, luck)
            secret.yarn_deck[yarn] -= 1
            secret.stashes[seat, yarn] += 1
            left -= 1


@compiled()
def hold(secret, seat, pattern):
    """Put a pattern into a hand that is dealt out."""
    secret.hands[seat, secret.held[seat]] = pattern
    secret.rows[seat, secret.held[seat]] = NONE
    secret.held[seat] += 1


@compiled()
def is_seen(view, pattern):
    """Tell whether a pattern of the catalogue lies in the own hand, on a mat or with a cast-on card."""
    for place in range(view.hand_count):
        if view.hand[place] == pattern:
            return True
    for seat in range(view.players):
        if view.fos[seat, pattern]:
            return True
        for slot in range(CAST_ON_CARDS):
            if view.wip[seat, slot] == pattern:
                return True
    return False


@compiled()
def deal_patterns(view, secret, luck):
    """Deal the unseen patterns to the others; the rest is the deck."""
    unknown = 0
    for pattern in range(view.patterns):
        if not is_seen(view, pattern):
            secret.pattern_deck[unknown] = pattern
            unknown += 1
    shuffle(secret.pattern_deck, unknown, luck)
    for seat in range(view.players):
        secret.held[seat] = 0
        for _ in range(view.hand_counts[seat] if seat != view.seat else 0):
            unknown -= 1
            hold(secret, seat, secret.pattern_deck[unknown])
    for place in range(view.hand_count):
        hold(secret, view.seat, view.hand[place])
    secret.pattern_first = 0
    view.patterns_left = min(view.patterns_left, unknown)


@compiled()
def copies_seen(view, card):
    """Return how many copies of a community card are played, in the own hand, or patterns on the table."""
    seen = view.played[card]
    for place in range(view.card_count):
        seen += view.cards[place] == card
    pattern = view.card_pattern[card]
    if pattern != NONE:
        for place in range(view.hand_count):
            seen += view.hand[place] == pattern
        for seat in range(view.players):
            seen += view.fos[seat, pattern]
            for slot in range(CAST_ON_CARDS):
                seen += view.wip[seat, slot] == pattern
    return seen


@compiled()
def deal_community(view, secret, luck):
    """Deal the unseen community cards to the others; the rest is the deck."""
    unknown = 0
    for card in range(view.community):
        for _ in range(view.copies[card] - copies_seen(view, card)):
            secret.community_deck[unknown] = card
            unknown += 1
    shuffle(secret.community_deck, unknown, luck)
    for seat in range(view.players):
        secret.card_held[seat] = 0
        for _ in range(view.card_counts[seat] if seat != view.seat else 0):
            unknown -= 1
            card = secret.community_deck[unknown]
            if view.card_kind[card] == SPECIAL_PATTERN:
                hold(secret, seat, view.card_pattern[card])
            else:
                secret.cards[seat, secret.card_held[seat]] = card
                secret.card_held[seat] += 1
    for place in range(view.card_count):
        secret.cards[view.seat, place] = view.cards[place]
    secret.card_held[view.seat] = view.card_count
    view.community_left = min(view.community_left, unknown)


@compiled()
def begin_chance(secret, word):
    """Start the world's own chance from a random word."""
    for stream in (secret.yarn_stream, secret.pattern_stream, secret.community_stream, secret.other_stream):
        stream.key[0] = np.uint64(word)
    seek(secret.yarn_stream, 0, 0)
    seek(secret.pattern_stream, 0, 1)
    seek(secret.community_stream, 0, 2)
    seek(secret.other_stream, 0, 3)


@compiled()
def deal_out(view, secret, luck):
    """Deal out everything that the seat asked does not see."""
    deal_yarn(view, secret, luck)
    deal_patterns(view, secret, luck)
    deal_community(view, secret, luck)
    begin_chance(secret, below(luck, 2**31))
    for seat in range(MAX_SEATS):
        for slot in range(CAST_ON_CARDS):
            secret.wip_row[seat, slot] = NONE
        for window in range(WINDOWS):
            secret.interest[seat, window] = PLANNING[window] if seat == view.seat else BY_TASTE[window]
