"""What the simple players share: which pattern they set their heart on, and how they get its yarn.

They look at one pattern at a time: the one in hand that they like best, time to collect its yarn counted.
Whatever shopping brings them nearer to it is good. What they like in a pattern is their *taste*.
"""

from simulation.compiling import compiled
from simulation.games.knitting.layout import (
    COLOUR_COUNT,
    DRAWS_AND_TAKES,
    DRAWS_TWO,
    KNIT,
    NONE,
    PICKS,
    PLAYS,
    TAKE_YARN,
    TAKES_STACKS,
    TAKES_WILD,
    TRADES,
    WILD,
)
from simulation.games.knitting.payments import asked_of, best_matching, missing
from simulation.games.knitting.yarn import can_draw

BY_WEEK, SHORT, LONG = range(3)
"""Tastes: most points a week, fewest weeks, most weeks."""
CARDS_A_TURN = 2.0
"""Yarn that a turn of shopping brings towards a pattern, roughly."""
EACH_CARD = 0.3
"""What a card is worth that does not help the pattern; one that does is worth 1 more."""
HELP_OF_WILD = 1.3
UNWANTED = -1e9


@compiled()
def liking(view, pattern, turns, taste):
    """Return how much a taste likes a pattern that can be cast on in some turns."""
    points, weeks = view.points[pattern], view.weeks[pattern]
    if taste == SHORT:
        return 1.0 / (weeks + turns) + points * 1e-4
    if taste == LONG:
        return weeks - turns + points * 1e-2
    return points / (weeks + turns)


@compiled()
def favourite(view, taste):
    """Return the pattern in hand that a taste likes best, -1 without any."""
    best, most = NONE, UNWANTED
    for place in range(view.hand_count):
        pattern = view.hand[place]
        liked = liking(view, pattern, missing(view, view.stash, pattern) / CARDS_A_TURN, taste)
        if liked > most:
            best, most = pattern, liked
    return best


@compiled()
def like_now(view, taste):
    """Return the choice of a cast-on that a taste likes best; what can be cast on is cast on."""
    best, most = 0, UNWANTED
    for choice in range(1, view.choice_count):
        liked = liking(view, view.hand[view.choice_place[choice]], 0, taste)
        if liked > most:
            best, most = choice, liked
    return best


@compiled()
def wanted_of(view, pattern, matching, colour):
    """Return how many more cards of a colour a pattern can use."""
    return max(asked_of(view, pattern, matching, colour) - view.stash[colour], 0)


@compiled()
def help_of_stack(view, pattern, matching, colour):
    """Return what a stack is worth: cards that help, and a little for each card at all."""
    height = view.store[colour]
    return min(height, wanted_of(view, pattern, matching, colour)) + EACH_CARD * height


@compiled()
def two_best_stacks(view, pattern, matching):
    """Return the two stacks that help most, and how much; -1 where there is none.

    Without branches, for which is better is not to be foreseen.
    """
    first, second, of_first, of_second = NONE, NONE, UNWANTED, UNWANTED
    for colour in range(COLOUR_COUNT):
        helped = help_of_stack(view, pattern, matching, colour) if view.store[colour] else UNWANTED
        is_first, is_second = helped > of_first, helped > of_second
        second = first if is_first else (colour if is_second else second)
        of_second = of_first if is_first else max(helped, of_second)
        first = colour if is_first else first
        of_first = max(helped, of_first)
    return first, second, of_first, of_second


@compiled()
def help_of_card(view, pattern, matching):
    """Return the chance that a card of the deck helps a pattern, if all yarn is as likely."""
    helpful = 20
    for colour in range(COLOUR_COUNT):
        helpful += 12 * (wanted_of(view, pattern, matching, colour) > 0)
    return helpful / 116 + EACH_CARD


@compiled()
def find_way(view, what, yarn, other):
    """Return the choice of a way to shop with these stacks, 0 if there is none."""
    for choice in range(view.choice_count):
        stacks_fit = view.choice_yarn[choice] == yarn and view.choice_other[choice] == other
        if view.choice_what[choice] == what and stacks_fit:
            return choice
    return 0


@compiled()
def shop_for(view, pattern):
    """Return the way to shop that helps a pattern most."""
    matching = best_matching(view, view.stash, pattern)
    one_card = help_of_card(view, pattern, matching)
    first, second, of_first, of_second = two_best_stacks(view, pattern, matching)
    what, yarn, other, most = PICKS, NONE, NONE, UNWANTED
    if view.store[WILD]:
        what, yarn, most = TAKES_WILD, WILD, HELP_OF_WILD
    if 2.0 * one_card > most and can_draw(view, 2):
        what, yarn, most = DRAWS_TWO, NONE, 2.0 * one_card
    if second != NONE and of_first + of_second > most:
        what, yarn, other = TAKES_STACKS, min(first, second), max(first, second)
        most = of_first + of_second
    if first != NONE and of_first + one_card > most and can_draw(view, 1):
        what, yarn, other = DRAWS_AND_TAKES, first, NONE
    return find_way(view, what, yarn, other)


@compiled()
def pick_or_shop(view, taste):
    """Pick patterns with none in hand, else shop for the one that a taste likes best."""
    last = view.choice_count - 1
    if view.hand_count == 0 and view.choice_what[last] == PICKS:
        return last
    pattern = favourite(view, taste)
    return shop_for(view, pattern if pattern != NONE else 0)


@compiled()
def keep_two(view, taste):
    """Give back the drawn pattern that a taste likes least."""
    worst, least = 0, -UNWANTED
    for choice in range(1, view.choice_count):
        liked = liking(view, view.drawn[view.choice_place[choice]], 0, taste)
        if liked < least:
            worst, least = choice, liked
    return worst


@compiled()
def match_in_best(view):
    """Pay matching cards in the colour that takes the fewest Wilds."""
    best = best_matching(view, view.stash, view.paying)
    for choice in range(view.choice_count):
        if view.choice_yarn[choice] == best:
            return choice
    return 0


@compiled()
def give_least_wanted(view, taste):
    """Give the yarn of which the stash has most beyond what the favourite asks for; Wilds last."""
    pattern = favourite(view, taste)
    matching = best_matching(view, view.stash, pattern) if pattern != NONE else NONE
    best, most = 0, UNWANTED
    for choice in range(view.choice_count):
        yarn = view.choice_yarn[choice]
        spare = view.stash[yarn] - 100.0 * (yarn == WILD)
        if pattern != NONE and yarn != WILD:
            spare -= 10.0 * asked_of(view, pattern, matching, yarn)
        if spare > most:
            best, most = choice, spare
    return best


@compiled()
def spare_cards(view, taste):
    """Return how many cards the favourite does not ask for; Wilds are never spare."""
    pattern = favourite(view, taste)
    matching = best_matching(view, view.stash, pattern) if pattern != NONE else NONE
    spare = 0
    for colour in range(COLOUR_COUNT):
        asked = asked_of(view, pattern, matching, colour) if pattern != NONE else 0
        spare += max(view.stash[colour] - asked, 0)
    return spare


@compiled()
def weeks_left(view, seat, slot):
    """Return the weeks that a WIP still takes."""
    return view.weeks[view.wip[seat, slot]] - view.wip_weeks[seat, slot]


@compiled()
def worth_of_play(view, choice):
    """Return how good playing an action card on a target is; below 0 means rather not."""
    card, target = view.cards[view.choice_place[choice]], view.choice_target[choice]
    effect = view.card_effect[card]
    if effect == KNIT:
        return -1.0 if target == NONE else min(weeks_left(view, view.seat, target), view.card_amount[card])
    if effect == TAKE_YARN:
        return -1.0 if target == NONE else view.stash_counts[target]
    return USE_OF_EFFECT[effect]


USE_OF_EFFECT = (0.0, 3.0, 0.0, 0.5, 1.0, -1.0)
"""Of an action without a target: frogging is never worth it."""


@compiled()
def best_play(view):
    """Return the action card to play now, 0 for none."""
    best, most = 0, 0.0
    for choice in range(1, view.choice_count):
        if view.choice_what[choice] == PLAYS:
            worth = worth_of_play(view, choice)
            if worth > most:
                best, most = choice, worth
    return best


@compiled()
def can_trade(view):
    """Tell whether choice 1 is to trade."""
    return view.choice_count > 1 and view.choice_what[1] == TRADES
