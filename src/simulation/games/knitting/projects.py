"""Projects: casting on, knitting, finishing, frogging (KT-6, KT-8, KT-15). Compiled."""

from simulation.compiling import compiled
from simulation.games.knitting.decks import hold_pattern, let_go
from simulation.games.knitting.layout import CAST_ON_CARDS, COLOUR_COUNT, NONE, WILD, YARN_COUNT
from simulation.games.knitting.log import (
    CAST_ON_EVENT,
    KNITS,
    clear_taken,
    log_event,
    log_finish,
    log_pattern_event,
    tell_cast_on,
    tell_finished,
    tell_frogged,
)
from simulation.games.knitting.yarn import count_all, discard_taken, give_taken, stash_taken

YARN_POINTS = 10
"""Points of a yarn card on the mat (KT-15)."""


@compiled()
def free_slot(view, seat):
    """Return the first cast-on card that is free, or -1."""
    for slot in range(CAST_ON_CARDS):
        if view.wip[seat, slot] == NONE:
            return slot
    return NONE


@compiled()
def count_wips(view, seat):
    """Return how many WIPs a seat has."""
    wips = 0
    for slot in range(CAST_ON_CARDS):
        wips += view.wip[seat, slot] != NONE
    return wips


@compiled()
def cast_on(table, seat, place, legal):
    """Cast on the pattern at a place of a hand with the yarn in ``secret.taken`` (KT-8)."""
    view, secret = table.open, table.secret
    slot, pattern, row = free_slot(view, seat), secret.hands[seat, place], secret.rows[seat, place]
    log_pattern_event(table, CAST_ON_EVENT, seat, legal, pattern, slot)
    tell_cast_on(table, row, count_all(secret.taken), secret.taken[WILD])
    give_taken(table, seat)
    for yarn in range(YARN_COUNT):
        view.wip_yarn[seat, slot, yarn] = secret.taken[yarn]
    view.wip[seat, slot] = pattern
    view.wip_weeks[seat, slot] = 0
    secret.wip_row[seat, slot] = row
    let_go(table, seat, place)


@compiled()
def take_off(view, seat, slot):
    """Free a cast-on card."""
    view.wip[seat, slot] = NONE
    view.wip_weeks[seat, slot] = 0
    for yarn in range(YARN_COUNT):
        view.wip_yarn[seat, slot, yarn] = 0


@compiled()
def take_yarn_of(table, seat, slot):
    """Put the yarn of a WIP into ``secret.taken``."""
    for yarn in range(YARN_COUNT):
        table.secret.taken[yarn] = table.open.wip_yarn[seat, slot, yarn]


@compiled()
def real_life_bonus(table, seat, pattern):
    """Return what knitting in real life adds to an FO made with the yarn in ``secret.taken`` (KT-15)."""
    view = table.open
    if not view.real_life:
        return 0
    bonus = view.points[pattern] if view.real_pattern[seat, pattern] else 0
    for colour in range(COLOUR_COUNT):
        if view.real_colour[seat, colour]:
            bonus += YARN_POINTS * table.secret.taken[colour]
    return bonus


@compiled()
def keep_yarn_on_mat(table, seat):
    """Move yarn of the colours knitted in real life from ``secret.taken`` to the mat (KT-15)."""
    view, secret = table.open, table.secret
    for colour in range(COLOUR_COUNT):
        if view.real_colour[seat, colour]:
            view.mat_yarn[colour] += secret.taken[colour]
            secret.taken[colour] = 0


@compiled()
def finish(table, seat, slot):
    """Turn a WIP into an FO (KT-6); whoever reaches the target first closes the game (KT-11)."""
    view, secret = table.open, table.secret
    pattern = view.wip[seat, slot]
    take_yarn_of(table, seat, slot)
    bonus = real_life_bonus(table, seat, pattern)
    log_finish(table, seat, slot, view.points[pattern] + bonus)
    tell_finished(table, secret.wip_row[seat, slot], bonus)
    keep_yarn_on_mat(table, seat)
    discard_taken(table)
    take_off(view, seat, slot)
    view.fo_points[seat] += view.points[pattern] + bonus
    view.fos[seat, pattern] += 1
    view.finished[seat] += 1
    secret.bonus[seat] += bonus
    if view.closer == NONE and view.fo_points[seat] >= view.target:
        view.closer = seat


@compiled()
def knit_slot(table, seat, slot, weeks):
    """Advance a WIP; return whether it is done. Excess weeks are lost (KT-3)."""
    view = table.open
    needed = view.weeks[view.wip[seat, slot]]
    view.wip_weeks[seat, slot] = min(view.wip_weeks[seat, slot] + weeks, needed)
    return view.wip_weeks[seat, slot] == needed


@compiled()
def knit(table, seat):
    """Advance every WIP one week and finish those that are done (KT-6)."""
    view = table.open
    if count_wips(view, seat) == 0:
        return
    clear_taken(table.secret)
    log_event(table, KNITS, seat, 0, NONE)
    for slot in range(CAST_ON_CARDS):
        if view.wip[seat, slot] != NONE:
            knit_slot(table, seat, slot, 1)
    for slot in range(CAST_ON_CARDS):
        pattern = view.wip[seat, slot]
        if pattern != NONE and view.wip_weeks[seat, slot] == view.weeks[pattern]:
            finish(table, seat, slot)


@compiled()
def frog(table, seat, slot):
    """Return a WIP's pattern and the yarn in ``secret.taken`` to hand and stash (KT-3)."""
    view, secret = table.open, table.secret
    stash_taken(table, seat)
    tell_frogged(secret, secret.wip_row[seat, slot])
    hold_pattern(table, seat, view.wip[seat, slot], secret.wip_row[seat, slot])
    take_off(view, seat, slot)
