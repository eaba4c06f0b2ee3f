"""The Knit step: loops, words and spools make a design of regions (KW-4 to KW-7). Compiled."""

from simulation.compiling import compiled
from simulation.games.knit_wit.asking import ask, begin, list_choice
from simulation.games.knit_wit.layout import (
    ENCLOSE,
    NONE,
    OUTSIDE,
    PASS_OVER,
    PLACE,
    TAKE_SPOOL,
)
from simulation.games.knit_wit.rows import log_loop, log_spool, log_word


@compiled()
def add_region(table, region, spool):
    """Put a region on the table, with a spool in it or none."""
    view, secret = table.open, table.secret
    view.region[view.regions] = region
    view.regions += 1
    secret.here[region] = 1
    view.region_spool[region] = spool
    if spool != NONE:
        view.spool_region[spool] = region


@compiled()
def clear_design(table):
    """Take everything off the table but the outside."""
    view, secret = table.open, table.secret
    for place in range(view.regions):
        secret.here[view.region[place]] = 0
        view.region_spool[view.region[place]] = NONE
        view.region[place] = NONE
    view.regions = 0
    end_loop(view)
    for spool in range(len(view.spool_region)):
        view.spool_region[spool] = NONE
        view.loop_word[spool] = NONE
    add_region(table, OUTSIDE, NONE)


@compiled()
def end_loop(view):
    """Forget what the new loop encloses and passes over, once it lies."""
    for place in range(view.passed):
        view.passing[place] = NONE
    view.enclosed, view.passed = NONE, 0


@compiled()
def are_neighbours(one, other):
    """Tell whether the sets of two regions differ by one loop."""
    apart = one ^ other
    return apart != 0 and apart & (apart - 1) == 0


@compiled()
def is_open(view, region):
    """Tell whether a region lies in a loop and has no spool (KW-7)."""
    return region != OUTSIDE and view.region_spool[region] == NONE


@compiled()
def count_open(view):
    """Count the regions that a spool may go into."""
    count = 0
    for place in range(view.regions):
        count += is_open(view, view.region[place])
    return count


@compiled()
def may_be_passed(table, region):
    """Tell whether the new loop may pass over a region next (KW-7)."""
    view = table.open
    if region == view.enclosed:
        return False
    touches = are_neighbours(region, view.enclosed)
    for place in range(view.passed):
        if view.passing[place] == region:
            return False
        touches |= are_neighbours(region, view.passing[place])
    return touches


@compiled()
def enclose(table, players, seat):
    """Ask which spool the new loop encloses; return whether the player answered (KW-5)."""
    view = table.open
    begin(view, ENCLOSE)
    for place in range(view.spools):
        spool = view.spool[place]
        if view.spool_region[spool] != NONE:
            list_choice(view, spool, view.spool_region[spool])
    choice = ask(table, players, seat)
    if choice == NONE:
        return False
    view.enclosed = view.choice_region[choice]
    return True


@compiled()
def pass_over(table, players, seat):
    """Ask which regions the new loop passes over, one by one; return whether the player answered (KW-7)."""
    view = table.open
    while view.passed < view.reach:
        begin(view, PASS_OVER)
        list_choice(view, NONE, NONE)
        for place in range(view.regions):
            if may_be_passed(table, view.region[place]):
                list_choice(view, NONE, view.region[place])
        choice = ask(table, players, seat)
        if choice == NONE:
            return False
        if choice == 0:
            break
        view.passing[view.passed] = view.choice_region[choice]
        view.passed += 1
    return True


@compiled()
def lay_loop(table, loop):
    """Lay a loop: what it encloses and passes over is parted in two (KW-7)."""
    view = table.open
    inside = 1 << loop
    if view.enclosed == NONE:
        add_region(table, inside, NONE)
    else:
        spool = view.region_spool[view.enclosed]
        view.region_spool[view.enclosed] = NONE
        add_region(table, view.enclosed | inside, spool)
    for place in range(view.passed):
        add_region(table, view.passing[place] | inside, NONE)


@compiled()
def clip_word(table, loop):
    """Clip the next word to a loop (KW-3)."""
    view, secret = table.open, table.secret
    view.loop_word[loop] = secret.word[loop]
    view.loop_difficulty[loop] = secret.word_difficulty[secret.word[loop]]


@compiled()
def choose_spool(table, players, seat):
    """Ask which of a seat's own spools is placed; return it, or none if the player did not answer (KW-6)."""
    view = table.open
    begin(view, TAKE_SPOOL)
    for place in range(view.spools):
        spool = view.spool[place]
        if view.spool_seat[spool] == seat and view.spool_region[spool] == NONE:
            list_choice(view, spool, NONE)
    choice = ask(table, players, seat)
    return NONE if choice == NONE else view.choice_spool[choice]


@compiled()
def choose_region(table, players, seat):
    """Ask where the spool goes; return the region, or none if the player did not answer (KW-6)."""
    view = table.open
    begin(view, PLACE)
    for place in range(view.regions):
        if is_open(view, view.region[place]):
            list_choice(view, NONE, view.region[place])
    choice = ask(table, players, seat)
    return NONE if choice == NONE else view.choice_region[choice]


@compiled()
def place_loop(table, players, seat):
    """Place the turn's loop; return whether the player answered."""
    view = table.open
    if view.turn > 0 and not (enclose(table, players, seat) and pass_over(table, players, seat)):
        return False
    log_loop(table, seat, count_open(view))
    lay_loop(table, view.turn)
    end_loop(view)
    return True


@compiled()
def place_spool(table, players, seat):
    """Place one of the seat's spools; return whether the player answered."""
    view, secret = table.open, table.secret
    spool = view.placing = choose_spool(table, players, seat)
    if spool == NONE:
        return False
    region = choose_region(table, players, seat)
    if region == NONE:
        return False
    log_spool(table, seat, spool, region, count_open(view))
    view.region_spool[region] = spool
    view.spool_region[spool] = region
    secret.placed_turn[spool] = view.turn
    view.placing = NONE
    return True


@compiled()
def knit(table, players):
    """Take all turns of the Knit step; return whether every player answered (KW-4)."""
    view = table.open
    for turn in range(view.turns):
        seat = turn % view.players
        view.turn = turn
        if not place_loop(table, players, seat):
            return False
        clip_word(table, turn)
        log_word(table, seat, count_open(view))
        if not place_spool(table, players, seat):
            return False
    return True
