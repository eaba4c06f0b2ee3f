"""Set-up: everything in its place before the first turn (KT-4, KT-15). Compiled."""

from simulation.compiling import compiled
from simulation.games.knitting.decks import draw_patterns, hold_card
from simulation.games.knitting.layout import (
    CAST_ON_CARDS,
    COLOUR_COUNT,
    DRAWN,
    NONE,
    WILD,
    YARN_COUNT,
)
from simulation.games.knitting.log import (
    DEAL,
    GIVEN,
    REAL_LIFE,
    clear_taken,
    log_card,
    log_event,
    log_pattern_event,
)
from simulation.games.knitting.yarn import stash_taken, stock, take_drawn
from simulation.randomness import below, seek, shuffle

SKEINS, WILDS = 12, 20
"""Yarn cards of each colour, and Wilds (KT-1)."""
DEALT_YARN = 5
# Chapters of the streams: what is drawn from one deck disturbs no other.
YARN, PATTERNS, COMMUNITY, TAKES, REAL_KNITTING = range(5)


@compiled()
def clear_table(view, secret):
    """Take everything from the table and out of all hands."""
    view.turn = view.closer = NONE
    secret.wipes = secret.reshuffles = view.cast_ons = 0
    for yarn in range(YARN_COUNT):
        view.store[yarn] = secret.store_told[yarn] = view.discards[yarn] = view.mat_yarn[yarn] = 0
    for card in range(view.community):
        view.played[card] = 0
    for seat in range(view.players):
        view.stash_counts[seat] = view.hand_counts[seat] = view.card_counts[seat] = 0
        view.fo_points[seat] = view.finished[seat] = 0
        secret.held[seat] = secret.card_held[seat] = secret.trades[seat] = secret.bonus[seat] = 0
        for yarn in range(YARN_COUNT):
            secret.stashes[seat, yarn] = 0
        for pattern in range(view.kinds):
            view.fos[seat, pattern] = view.real_pattern[seat, pattern] = 0
        for slot in range(CAST_ON_CARDS):
            view.wip[seat, slot] = NONE
            view.wip_weeks[seat, slot] = 0
            for yarn in range(YARN_COUNT):
                view.wip_yarn[seat, slot, yarn] = 0


@compiled()
def bring_yarn(view, secret):
    """Put all yarn into the deck (KT-1)."""
    for colour in range(COLOUR_COUNT):
        secret.yarn_deck[colour] = SKEINS
    secret.yarn_deck[WILD] = WILDS
    view.yarn_left = SKEINS * COLOUR_COUNT + WILDS


@compiled()
def place_of(cards, count, wanted):
    """Return the place of a card among the first ones of an array, or -1."""
    for place in range(count):
        if cards[place] == wanted:
            return place
    return NONE


@compiled()
def shuffle_patterns(view, secret):
    """Shuffle the pattern deck, and bring to its place what an experiment forces."""
    deck = secret.pattern_deck
    secret.pattern_first = 0
    for pattern in range(view.patterns):
        deck[pattern] = pattern
    shuffle(deck, view.patterns, secret.pattern_stream)
    view.patterns_left = view.patterns
    # What is taken out or brought changes places with one card only: all else lies as it was shuffled.
    if secret.force_without != NONE:
        view.patterns_left -= 1
        deck[place_of(deck, view.patterns, secret.force_without)] = deck[view.patterns_left]
    if secret.force_pattern != NONE:
        place, first = place_of(deck, view.patterns_left, secret.force_pattern), DRAWN * secret.force_seat
        if not first <= place < first + DRAWN:
            deck[place], deck[first] = deck[first], deck[place]


@compiled()
def take_out_card(view, secret, card):
    """Take a copy of a community card out of the deck; the others keep their order."""
    view.community_left -= 1
    place = place_of(secret.community_deck, view.community_left + 1, card)
    for later in range(place, view.community_left):
        secret.community_deck[later] = secret.community_deck[later + 1]


@compiled()
def shuffle_community(view, secret):
    """Shuffle the community deck, without what an experiment takes out of it."""
    view.community_left = 0
    for card in range(view.community):
        for _ in range(view.copies[card]):
            secret.community_deck[view.community_left] = card
            view.community_left += 1
    shuffle(secret.community_deck, view.community_left, secret.community_stream)
    if secret.force_card != NONE:
        take_out_card(view, secret, secret.force_card)
    if secret.force_card_out != NONE:
        take_out_card(view, secret, secret.force_card_out)


@compiled()
def deal(table, seat, cards):
    """Deal yarn (KT-4)."""
    clear_taken(table.secret)
    take_drawn(table, seat, cards)
    log_event(table, DEAL, seat, 0, NONE)
    stash_taken(table, seat)


@compiled()
def draw_real_life(table, seat):
    """Draw what a seat knits in real life: patterns and colours, each as likely (KT-15)."""
    view, secret = table.open, table.secret
    left = view.real_life_patterns
    for pattern in range(view.patterns):
        if below(secret.other_stream, view.patterns - pattern) < left:
            view.real_pattern[seat, pattern] = 1
            left -= 1
            clear_taken(secret)
            log_pattern_event(table, REAL_LIFE, seat, 0, pattern, NONE)
    left = view.real_life_colours
    clear_taken(secret)
    for colour in range(COLOUR_COUNT):
        knitted = below(secret.other_stream, COLOUR_COUNT - colour) < left
        view.real_colour[seat, colour] = secret.taken[colour] = knitted
        left -= knitted
    log_event(table, REAL_LIFE, seat, 0, NONE)


@compiled()
def seek_streams(table, game):
    """Go to where the chance of a game begins."""
    secret = table.secret
    seek(secret.yarn_stream, game, YARN)
    seek(secret.pattern_stream, game, PATTERNS)
    seek(secret.community_stream, game, COMMUNITY)
    seek(secret.other_stream, game, REAL_KNITTING)
    seek(table.luck, game, 0)


@compiled()
def set_up(table, game):
    """Set up a game (KT-4)."""
    view, secret = table.open, table.secret
    secret.game = game
    seek_streams(table, game)
    clear_table(view, secret)
    bring_yarn(view, secret)
    shuffle_patterns(view, secret)
    shuffle_community(view, secret)
    for seat in range(view.players):
        deal(table, seat, DEALT_YARN)
    stock(table, 0)
    for seat in range(view.players):
        draw_patterns(table, seat, DRAWN)
    if view.real_life:
        for seat in range(view.players):
            draw_real_life(table, seat)
    seek(secret.other_stream, game, TAKES)
    if secret.force_yarn > 0:
        deal(table, secret.force_seat, secret.force_yarn)
    if secret.force_card != NONE:
        clear_taken(secret)
        log_card(table, GIVEN, secret.force_seat, 0, secret.force_card, NONE, NONE)
        hold_card(table, secret.force_seat, secret.force_card)
