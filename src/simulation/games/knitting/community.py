"""Community cards: trading for them and playing actions (KT-3, KT-10). Compiled."""

from simulation.compiling import compiled
from simulation.games.knitting.choices import list_discards, list_free
from simulation.games.knitting.decks import draw_community, draw_patterns, hold_card, put_away_card
from simulation.games.knitting.interest import ALWAYS, NEVER
from simulation.games.knitting.layout import (
    AFTER_CAST_ON,
    DRAW_PATTERNS,
    DRAW_YARN,
    EXTRA_CAST_ON,
    FROG,
    GOES_ON,
    KNIT,
    NONE,
    TAKE_YARN,
    TRADES,
)
from simulation.games.knitting.log import PLAY, TRADE, clear_taken, log_card
from simulation.games.knitting.projects import finish, frog, knit_slot, take_yarn_of
from simulation.games.knitting.turns import ask, cast_on_once
from simulation.games.knitting.yarn import (
    discard_taken,
    give_taken,
    pick_at_random,
    stash_taken,
    take_drawn,
)


@compiled()
def trade(table, players, seat, legal):
    """Give yarn of one's choice for a community card (KT-10); return whether the player answered."""
    secret = table.secret
    clear_taken(secret)
    for still_due in range(table.open.trade_price, 0, -1):
        list_discards(table, seat, secret.taken, still_due)
        choice = ask(table, players)
        if choice == NONE:
            return False
        secret.taken[table.open.choice_yarn[choice]] += 1
    card = draw_community(table)
    log_card(table, TRADE, seat, legal, card, NONE, NONE)
    give_taken(table, seat)
    discard_taken(table)
    hold_card(table, seat, card)
    secret.trades[seat] += 1
    return True


@compiled()
def take_from(table, victim, cards):
    """Draw cards of another's stash at random into ``secret.taken``, all if they are fewer (KT-3)."""
    secret = table.secret
    stash, count = secret.stashes[victim], table.open.stash_counts[victim]
    for drawn in range(min(cards, count)):
        yarn = pick_at_random(stash, count - drawn, secret.other_stream)
        stash[yarn] -= 1
        secret.taken[yarn] += 1
    table.open.stash_counts[victim] -= min(cards, count)


@compiled()
def move_yarn(table, seat, effect, amount, target):
    """Put the yarn that a card brings into ``secret.taken``."""
    clear_taken(table.secret)
    if effect == DRAW_YARN:
        take_drawn(table, seat, amount)
    elif target != NONE and effect == TAKE_YARN:
        take_from(table, target, amount)
    elif target != NONE and effect == FROG:
        take_yarn_of(table, seat, target)


@compiled()
def play_card(table, players, seat, window, choice):
    """Play an action card as chosen (KT-3); return whether the player answered."""
    view, legal = table.open, table.open.choice_count - 1
    target = view.choice_target[choice]
    card = put_away_card(table, seat, view.choice_place[choice])
    effect, amount = view.card_effect[card], view.card_amount[card]
    move_yarn(table, seat, effect, amount, target)
    victim = target if effect == TAKE_YARN else NONE
    log_card(table, PLAY, seat, legal, card, victim, target if effect != TAKE_YARN else NONE)
    if effect in (DRAW_YARN, TAKE_YARN):
        stash_taken(table, seat)
    elif effect == DRAW_PATTERNS:
        draw_patterns(table, seat, amount)
    elif effect == EXTRA_CAST_ON:
        if window == AFTER_CAST_ON:
            return cast_on_once(table, players, seat)
        view.cast_ons += 1
    elif target != NONE and effect == KNIT:
        if knit_slot(table, seat, target, amount):
            finish(table, seat, target)
    elif target != NONE and effect == FROG:
        frog(table, seat, target)
    return True


@compiled()
def may_act(table, seat, window):
    """Tell whether a seat may trade, or holds a card that it might play, and cares to be asked."""
    view, interest = table.open, table.secret.interest[seat, window]
    if table.secret.card_held[seat] > 0:
        return interest != NEVER
    return interest == ALWAYS and view.community_left > 0 and view.stash_counts[seat] >= view.trade_price


@compiled()
def act_freely(table, players, seat, window):
    """Let a seat trade and play cards until it goes on; return whether it answered."""
    view, next_card, asked = table.open, 0, 0
    while may_act(table, seat, window):
        list_free(table, seat, window, asked, next_card)
        choice = ask(table, players)
        if choice == NONE:
            return False
        what = view.choice_what[choice]
        if what == GOES_ON:
            return True
        if what == TRADES:
            answered = trade(table, players, seat, view.choice_count - 1)
        else:
            next_card = view.choice_place[choice]
            answered = play_card(table, players, seat, window, choice)
        if not answered:
            return False
        asked += 1
    return True


@compiled()
def do_free(table, players, seat, window):
    """Let a seat trade and play cards (KT-10); return whether it answered.

    So small that it is compiled into its callers: most of the time nobody is asked.
    """
    return act_freely(table, players, seat, window) if may_act(table, seat, window) else True
