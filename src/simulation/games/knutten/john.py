"""John Knut: who gets him, what he does while he lies there, and how he goes (KN-14 to KN-17)."""

from simulation.compiling import compiled
from simulation.games.knutten.doom import foresee_likings, foresee_sides
from simulation.games.knutten.layout import NONE, NUMBER

LOSES_WORTH = 5
"""The number that counts 0 while John lies on the table."""


@compiled()
def count_fives(view, worth):
    """Let every printed 5 be worth something else (KN-17)."""
    changed = 0
    for kind in range(view.kinds):
        for side in range(2):
            if view.symbol[kind, side] == NUMBER and view.printed[kind, side] == LOSES_WORTH:
                changed |= view.value[kind, side] != worth
                view.value[kind, side] = worth
    if changed:
        foresee_sides(view)
        foresee_likings(view)


@compiled()
def bring_john(view):
    """Put John among the cards, at the start of a game (KN-14)."""
    view.john_seat = NONE
    if view.john_kind != NONE:
        view.copies[view.john_kind] = 1
        count_fives(view, LOSES_WORTH)


@compiled()
def fewest_bites(view):
    """Return the fewest bites that anybody has."""
    fewest = view.bites[0]
    for seat in range(1, view.players):
        fewest = min(fewest, view.bites[seat])
    return fewest


@compiled()
def would_be_last(view):
    """Tell whether everybody is one bite from the end, so that John bites nobody (KN-16)."""
    return fewest_bites(view) + 1 >= view.bites_to_lose


@compiled()
def lay_john(table, seat, slot, receiver, bites):
    """Lay John from a hand in front of a player, and bite them unless it would be their last."""
    view = table.open
    table.secret.hands[seat, slot] = NONE
    view.hand_counts[seat] -= 1
    view.copies[view.john_kind] = 0
    view.john_seat = receiver
    count_fives(view, 0)
    if bites:
        view.bites[receiver] += 1
        table.secret.john_bitten |= 1 << receiver


@compiled()
def shoo_john(view):
    """Remove John from the game (KN-17)."""
    view.john_seat = NONE
    count_fives(view, LOSES_WORTH)
