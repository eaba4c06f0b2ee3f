"""What a seat is asked: the choices of each decision, put into its view. Compiled."""

from simulation.compiling import compiled
from simulation.games.knitting.layout import (
    ACTION,
    CAST_ON,
    CAST_ON_CARDS,
    CHOOSE,
    COLOUR_COUNT,
    DISCARD,
    DRAWN,
    DRAWS_AND_TAKES,
    DRAWS_TWO,
    FREE,
    FROG,
    GOES_ON,
    KEEP,
    KNIT,
    MATCHING,
    NONE,
    PAY,
    PICKS,
    PLAYS,
    TAKE_YARN,
    TAKES_STACKS,
    TAKES_WILD,
    TRADES,
    WILD,
    YARN_COUNT,
)
from simulation.games.knitting.payments import can_pay, shortage
from simulation.games.knitting.projects import free_slot
from simulation.games.knitting.yarn import can_draw


@compiled()
def look(table, seat):
    """Show a seat its own stash, patterns and cards; the rest of the view is open to all."""
    view, secret = table.open, table.secret
    view.seat = seat
    for yarn in range(YARN_COUNT):
        view.stash[yarn] = secret.stashes[seat, yarn]
    held, card_held = secret.held[seat], secret.card_held[seat]
    for place in range(held):
        view.hand[place] = secret.hands[seat, place]
    for place in range(held, view.hand_count):
        view.hand[place] = NONE
    view.hand_count = held
    for place in range(card_held):
        view.cards[place] = secret.cards[seat, place]
    for place in range(card_held, view.card_count):
        view.cards[place] = NONE
    view.card_count = card_held


@compiled()
def clear(numbers, count):
    """Put none into the first places of an array."""
    for place in range(count):
        numbers[place] = NONE


@compiled()
def begin(table, seat, decision):
    """Begin a question: nothing of the last one is left in the view."""
    look(table, seat)
    view = table.open
    view.decision = decision
    clear(view.choice_what, view.choice_count)
    clear(view.choice_place, view.choice_count)
    clear(view.choice_target, view.choice_count)
    clear(view.choice_yarn, view.choice_count)
    clear(view.choice_other, view.choice_count)
    clear(view.choice_amount, view.choice_count)
    view.choice_count = 0
    view.window = view.asked = view.next_card = view.still_due = 0
    view.paying = view.pay_yarn = NONE
    for place in range(DRAWN):
        view.drawn[place] = NONE


@compiled()
def list_choice(view, what):
    """Put one more choice into the view; return its index."""
    choice = view.choice_count
    view.choice_what[choice] = what
    view.choice_count = choice + 1
    return choice


@compiled()
def list_play(view, place, target):
    """Put the playing of a card on a target into the view."""
    choice = list_choice(view, PLAYS)
    view.choice_place[choice] = place
    view.choice_target[choice] = target


@compiled()
def list_targets(view, place):
    """List every legal target of an action card, or none where it has to be played without (KT-3)."""
    effect, before = view.card_effect[view.cards[place]], view.choice_count
    if effect in (KNIT, FROG):
        for slot in range(CAST_ON_CARDS):
            if view.wip[view.seat, slot] != NONE:
                list_play(view, place, slot)
    elif effect == TAKE_YARN:
        for seat in range(view.players):
            if seat != view.seat and view.stash_counts[seat]:
                list_play(view, place, seat)
    if view.choice_count == before:
        list_play(view, place, NONE)


@compiled()
def list_free(table, seat, window, asked, next_card):
    """Ask whether to go on, to trade, or to play an action card (KT-10)."""
    begin(table, seat, FREE)
    view = table.open
    view.window, view.asked, view.next_card = window, asked, next_card
    list_choice(view, GOES_ON)
    if view.community_left and view.stash_counts[seat] >= view.trade_price:
        list_choice(view, TRADES)
    for place in range(view.card_count):
        if view.card_kind[view.cards[place]] == ACTION:
            list_targets(view, place)


@compiled()
def list_discards(table, seat, given, still_due):
    """Ask which yarn to give next for a community card; ``given`` is no longer in the stash shown."""
    begin(table, seat, DISCARD)
    view = table.open
    view.still_due = still_due
    for yarn in range(YARN_COUNT):
        view.stash[yarn] -= given[yarn]
        if view.stash[yarn]:
            view.choice_yarn[list_choice(view, NONE)] = yarn


@compiled()
def find_stacks(view, stacks):
    """Put the colours of the store into an array; return how many they are.

    Without branches, for which colours lie there is not to be foreseen.
    """
    count = 0
    for colour in range(COLOUR_COUNT):
        stacks[count] = colour
        count += view.store[colour] > 0
    return count


@compiled()
def list_pairs(view, stacks, count):
    """List each stack with each later one."""
    for first in range(count):
        for second in range(first + 1, count):
            choice = list_choice(view, TAKES_STACKS)
            view.choice_yarn[choice] = stacks[first]
            view.choice_other[choice] = stacks[second]


@compiled()
def list_ways(table, seat):
    """Ask how to shop, or whether to pick patterns: what is possible (KT-7)."""
    begin(table, seat, CHOOSE)
    view, stacks = table.open, table.secret.stacks
    for _ in range(view.store[WILD]):
        view.choice_yarn[list_choice(view, TAKES_WILD)] = WILD
    if can_draw(view, 2):
        list_choice(view, DRAWS_TWO)
    count = find_stacks(view, stacks)
    list_pairs(view, stacks, count)
    if can_draw(view, 1):
        for stack in range(count):
            view.choice_yarn[list_choice(view, DRAWS_AND_TAKES)] = stacks[stack]
    if view.patterns_left:
        list_choice(view, PICKS)


@compiled()
def list_keeps(table, seat):
    """Ask which of three drawn patterns to give back; choice 0 keeps all (KT-7)."""
    begin(table, seat, KEEP)
    view = table.open
    list_choice(view, NONE)
    for place in range(DRAWN):
        view.drawn[place] = view.hand[view.hand_count - DRAWN + place]
        view.choice_place[list_choice(view, NONE)] = place


@compiled()
def list_cast_ons(table, seat):
    """Ask which pattern to cast on; choice 0 is none (KT-8)."""
    begin(table, seat, CAST_ON)
    view = table.open
    list_choice(view, NONE)
    if free_slot(view, seat) == NONE:
        return
    for place in range(view.hand_count):
        if can_pay(view, view.stash, view.hand[place]):
            view.choice_place[list_choice(view, NONE)] = place


@compiled()
def list_matching(table, seat, pattern):
    """Ask in which colour the matching cards are paid: those that the stash can pay (KT-2)."""
    begin(table, seat, MATCHING)
    view = table.open
    view.paying = pattern
    for colour in range(COLOUR_COUNT):
        if shortage(view, view.stash, pattern, colour) <= view.stash[WILD]:
            view.choice_yarn[list_choice(view, NONE)] = colour


@compiled()
def list_payments(table, seat, pattern, colour, fewest, most):
    """Ask how many Wilds stand for a colour; choice 0 is the fewest (KT-2)."""
    begin(table, seat, PAY)
    view = table.open
    view.paying, view.pay_yarn = pattern, colour
    for wilds in range(fewest, most + 1):
        view.choice_amount[list_choice(view, NONE)] = wilds
