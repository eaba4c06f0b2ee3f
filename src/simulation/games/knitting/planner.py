"""The planner: weighs every choice by what stash and hand then come to (see prospects.py).

Its weights are parameters; their defaults were found by ``benchmarks/tune_planner.py``.
"""

import numpy as np

from simulation.compiling import compiled
from simulation.games.knitting.layout import (
    AFTER_CAST_ON,
    AFTER_CHOICE,
    AFTER_KNIT,
    CAST_ON,
    CHOOSE,
    COLOUR_COUNT,
    DRAW_PATTERNS,
    DRAWS_AND_TAKES,
    DRAWS_TWO,
    EXTRA_CAST_ON,
    FREE,
    KEEP,
    MATCHING,
    NONE,
    PAY,
    PLAYS,
    SPECIAL_PATTERN,
    TAKES_STACKS,
    TAKES_WILD,
    WILD,
    YARN_COUNT,
    player_signature,
)
from simulation.games.knitting.payments import asked_of, best_matching, can_pay
from simulation.games.knitting.prospects import (
    foresee,
    look_at_stash,
    outlook,
    plan_dtype,
    promise,
)
from simulation.games.knitting.wishes import UNWANTED, can_trade, worth_of_play

SKEINS, WILDS = 12, 20


@compiled()
def gain_of(view, plan, yarn, cards, base):
    """Return what some more cards of a yarn are worth."""
    plan.stash[yarn] += cards
    gain = outlook(view, plan, NONE) - base
    plan.stash[yarn] -= cards
    return gain


@compiled()
def unseen(view, yarn):
    """Return how many cards of a yarn lie where the asked seat cannot see them."""
    cards = (WILDS if yarn == WILD else SKEINS) - view.stash[yarn] - view.store[yarn] - view.discards[yarn]
    cards -= view.mat_yarn[yarn]
    for seat in range(view.players):
        for slot in range(4):
            cards -= view.wip_yarn[seat, slot, yarn]
    return max(cards, 0)


@compiled()
def gain_of_drawing(view, singles):
    """Return what a card from the deck is worth, every unseen card being as likely."""
    total, cards = 0.0, 0
    for yarn in range(YARN_COUNT):
        left = unseen(view, yarn)
        total += left * singles[yarn]
        cards += left
    return total / cards if cards else 0.0


@compiled()
def gain_of_picking(view, plan):
    """Return what three new patterns are worth: the less, the more there are and the later it is."""
    early = max(plan.turns_left - view.fear[view.seat], 0.0) / (plan.turns_left + 1.0)
    return view.appetite[view.seat] * early * view.satiety[view.seat] ** view.hand_count


@compiled()
def best_of(worths, count):
    """Return the first of the choices that are worth most."""
    best = 0
    for choice in range(1, count):
        if worths[choice] > worths[best]:
            best = choice
    return best


@compiled()
def weigh_ways(view, plan, worths):
    """Fill in what each way to shop, and picking patterns, is worth (KT-7)."""
    base, singles, stacks = outlook(view, plan, NONE), np.empty(YARN_COUNT), np.zeros(COLOUR_COUNT)
    for yarn in range(YARN_COUNT):
        singles[yarn] = gain_of(view, plan, yarn, 1, base)
    drawn = gain_of_drawing(view, singles)
    for colour in range(COLOUR_COUNT):
        height = view.store[colour]
        stacks[colour] = gain_of(view, plan, colour, height, base) if height > 1 else singles[colour]
    for choice in range(view.choice_count):
        what, yarn = view.choice_what[choice], view.choice_yarn[choice]
        if what == TAKES_WILD:
            worths[choice] = singles[WILD]
        elif what == DRAWS_TWO:
            worths[choice] = 2.0 * drawn
        elif what == TAKES_STACKS:
            worths[choice] = stacks[yarn] + stacks[view.choice_other[choice]]
        elif what == DRAWS_AND_TAKES:
            worths[choice] = stacks[yarn] + drawn
        else:
            worths[choice] = gain_of_picking(view, plan)


@compiled()
def keep_best(view, plan):
    """Give back the drawn pattern without which the hand comes to most, if it is better so (KT-7)."""
    best, most = 0, outlook(view, plan, NONE)
    for choice in range(1, view.choice_count):
        worth = outlook(view, plan, view.hand_count - 3 + view.choice_place[choice])
        if worth > most:
            best, most = choice, worth
    return best


@compiled()
def pay_in_mind(view, plan, pattern, matching):
    """Take a payment out of the yarn that is looked at; Wilds only for what is short."""
    wilds = view.needs[pattern, WILD]
    for colour in range(COLOUR_COUNT):
        asked = asked_of(view, pattern, matching, colour)
        paid = min(asked, plan.stash[colour])
        plan.stash[colour] -= paid
        wilds += asked - paid
    plan.stash[WILD] -= wilds


@compiled()
def weigh_cast_ons(view, plan, worths):
    """Fill in what casting on none, or each pattern, is worth with what is left (KT-8)."""
    worths[0] = outlook(view, plan, NONE)
    for choice in range(1, view.choice_count):
        place = view.choice_place[choice]
        pattern = view.hand[place]
        look_at_stash(view, plan)
        pay_in_mind(view, plan, pattern, best_matching(view, view.stash, pattern))
        worths[choice] = promise(view, plan, pattern, 0, 0.0) + outlook(view, plan, place)


@compiled()
def choose_matching(view, plan):
    """Pay matching cards in the colour after which the rest of the stash comes to most."""
    place = place_of(view, view.paying)
    best, most = 0, UNWANTED
    for choice in range(view.choice_count):
        look_at_stash(view, plan)
        pay_in_mind(view, plan, view.paying, view.choice_yarn[choice])
        worth = outlook(view, plan, place)
        if worth > most:
            best, most = choice, worth
    return best


@compiled()
def place_of(view, pattern):
    """Return the first place of a pattern in the hand."""
    for place in range(view.hand_count):
        if view.hand[place] == pattern:
            return place
    return NONE


@compiled()
def choose_discard(view, plan):
    """Give the yarn that is missed least."""
    best, most = 0, UNWANTED
    for choice in range(view.choice_count):
        worth = gain_of(view, plan, view.choice_yarn[choice], -1, 0.0)
        if worth > most:
            best, most = choice, worth
    return best


@compiled()
def worth_of_card(view, plan, card):
    """Return what an unknown community card is worth if it turns out to be this one."""
    kind = view.card_kind[card]
    if kind == SPECIAL_PATTERN:
        return promise(view, plan, view.card_pattern[card], view.yarn[view.card_pattern[card]], 2.0)
    return float(view.card_points[card]) if view.card_points[card] else view.action_worth[view.seat]


@compiled()
def worth_of_trade(view, plan):
    """Return what a community card is worth, every one not played yet being as likely."""
    total, cards = 0.0, 0
    for card in range(view.community):
        left = view.copies[card] - view.played[card]
        total += left * worth_of_card(view, plan, card)
        cards += left
    return total / cards if cards else 0.0


@compiled()
def wants_trade(view, plan):
    """Tell whether a community card is worth more than the yarn that no plan asks for."""
    base = outlook(view, plan, NONE)
    if plan.spare < view.trade_price:
        return False
    early = min(plan.turns_left / 8.0, 1.0)
    price = view.yarn_worth[view.seat] * early * view.trade_price
    return worth_of_trade(view, plan) > price and base > UNWANTED


@compiled()
def castable(view):
    """Return how many patterns in hand can be paid."""
    count = 0
    for place in range(view.hand_count):
        count += can_pay(view, view.stash, view.hand[place])
    return count


@compiled()
def worth_playing(view, plan, choice):
    """Return how good it is to play a card now; 0 or less means to hold it back."""
    effect = view.card_effect[view.cards[view.choice_place[choice]]]
    if effect == EXTRA_CAST_ON:
        return 1.0 if view.window == AFTER_CHOICE and castable(view) > 1 else 0.0
    if effect == DRAW_PATTERNS:
        return gain_of_picking(view, plan) if view.window == AFTER_KNIT else 0.0
    return worth_of_play(view, choice)


@compiled()
def act(view, plan):
    """Play the best card that is worth it, or trade, or go on (KT-10)."""
    best, most = 0, 0.0
    for choice in range(1, view.choice_count):
        if view.choice_what[choice] == PLAYS:
            worth = worth_playing(view, plan, choice)
            if worth > most:
                best, most = choice, worth
    if best == 0 and view.window == AFTER_CAST_ON and can_trade(view) and wants_trade(view, plan):
        return 1
    return best


@compiled()
def weigh_and_choose(view, plan):
    """Return the way to shop, or the cast-on, that is worth most."""
    worths = np.empty(view.choice_count)
    if view.decision == CHOOSE:
        weigh_ways(view, plan, worths)
    else:
        weigh_cast_ons(view, plan, worths)
    return best_of(worths, view.choice_count)


@compiled()
def needs_thought(view):
    """Tell whether there is anything to weigh: to pay with the fewest Wilds, or to go on, takes none."""
    if view.decision == FREE:
        return view.window == AFTER_CAST_ON or view.choice_what[view.choice_count - 1] == PLAYS
    return view.decision != PAY


@compiled()
def answer(view, plan):
    """Return the planner's choice."""
    if not needs_thought(view):
        return 0
    foresee(view, plan)
    look_at_stash(view, plan)
    if view.decision == FREE:
        return act(view, plan)
    if view.decision in (CHOOSE, CAST_ON):
        return weigh_and_choose(view, plan)
    if view.decision == KEEP:
        return keep_best(view, plan)
    if view.decision == MATCHING:
        return choose_matching(view, plan)
    return choose_discard(view, plan)


@compiled(player_signature)
def planner(view, luck):
    """Plan which patterns to pay with what, in how much time, and weigh every choice by that."""
    plans = np.empty(1, plan_dtype)
    choice = answer(view, plans[0])
    # The array is named once more so that it outlives the record inside it.
    return choice + len(plans) - 1
