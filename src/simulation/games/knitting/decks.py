"""The decks of patterns and community cards, and the hands they come into (KT-4, KT-7, KT-10). Compiled."""

from simulation.compiling import compiled
from simulation.games.knitting.components import MAX_PATTERNS
from simulation.games.knitting.layout import NONE, SPECIAL_PATTERN
from simulation.games.knitting.log import (
    DRAW_PATTERN,
    GIVE_BACK,
    clear_taken,
    log_drawn,
    log_pattern_event,
    tell_given_back,
)


@compiled()
def draw_pattern(table):
    """Return the top pattern of a deck that is not empty."""
    view, secret = table.open, table.secret
    pattern = secret.pattern_deck[secret.pattern_first]
    secret.pattern_first = (secret.pattern_first + 1) % MAX_PATTERNS
    view.patterns_left -= 1
    return pattern


@compiled()
def is_special(view, pattern):
    """Tell whether a pattern is a card of the community deck (KT-3)."""
    return pattern >= view.patterns


@compiled()
def count_card(view, seat, pattern, change):
    """Let the table see a pattern come into a hand or leave it, by the back of its card."""
    if is_special(view, pattern):
        view.card_counts[seat] += change
    else:
        view.hand_counts[seat] += change


@compiled()
def hold_pattern(table, seat, pattern, row):
    """Put a pattern into a hand, and where the log tells of it."""
    secret = table.secret
    place = secret.held[seat]
    secret.hands[seat, place] = pattern
    secret.rows[seat, place] = row
    secret.held[seat] = place + 1
    count_card(table.open, seat, pattern, 1)


@compiled()
def let_go(table, seat, place):
    """Take the pattern at a place out of a hand; the later ones move up."""
    secret = table.secret
    count_card(table.open, seat, secret.hands[seat, place], -1)
    secret.held[seat] -= 1
    for later in range(place, secret.held[seat]):
        secret.hands[seat, later] = secret.hands[seat, later + 1]
        secret.rows[seat, later] = secret.rows[seat, later + 1]


@compiled()
def draw_patterns(table, seat, count):
    """Draw patterns into a hand, as many as there are up to a number; return how many."""
    drawn = min(count, table.open.patterns_left)
    clear_taken(table.secret)
    for _ in range(drawn):
        pattern = draw_pattern(table)
        log_pattern_event(table, DRAW_PATTERN, seat, 0, pattern, NONE)
        hold_pattern(table, seat, pattern, log_drawn(table, seat, pattern))
    return drawn


@compiled()
def give_back(table, seat, place, legal):
    """Put the pattern at a place of a hand, just drawn, under the deck (KT-7)."""
    view, secret = table.open, table.secret
    pattern = secret.hands[seat, place]
    clear_taken(secret)
    log_pattern_event(table, GIVE_BACK, seat, legal, pattern, NONE)
    tell_given_back(secret, secret.rows[seat, place])
    let_go(table, seat, place)
    secret.pattern_deck[(secret.pattern_first + view.patterns_left) % MAX_PATTERNS] = pattern
    view.patterns_left += 1


@compiled()
def draw_community(table):
    """Return the next card of a community deck that is not empty."""
    table.open.community_left -= 1
    return table.secret.community_deck[table.open.community_left]


@compiled()
def hold_card(table, seat, card):
    """Put a community card into a hand; a special pattern is a pattern from then on (KT-3)."""
    view, secret = table.open, table.secret
    if view.card_kind[card] == SPECIAL_PATTERN:
        pattern = view.card_pattern[card]
        hold_pattern(table, seat, pattern, log_drawn(table, seat, pattern))
        return
    secret.cards[seat, secret.card_held[seat]] = card
    secret.card_held[seat] += 1
    view.card_counts[seat] += 1


@compiled()
def put_away_card(table, seat, place):
    """Take a played card out of a hand and of the game (KT-10); return it."""
    view, secret = table.open, table.secret
    card = secret.cards[seat, place]
    secret.card_held[seat] -= 1
    for later in range(place, secret.card_held[seat]):
        secret.cards[seat, later] = secret.cards[seat, later + 1]
    view.card_counts[seat] -= 1
    view.played[card] += 1
    return card
