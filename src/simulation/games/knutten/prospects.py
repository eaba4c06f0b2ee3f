"""What bites are worth: each seat's share of the win, if every later round bites one seat, each as likely.

A bite of the only rival matters much, one of a player who is far behind hardly at all. By symmetry
one table, made from the rules when a game is set up, serves every seat: whose share it is comes first.
"""

import numpy as np

from simulation.compiling import compiled
from simulation.games.knutten.layout import MAX_STANDINGS, NONE


@compiled()
def share_at_end(bites, players):
    """Return the share of the win that the first of some seats has: the fewest bites win."""
    winners = 1
    for other in range(1, players):
        if bites[other] < bites[0]:
            return 0.0
        winners += bites[other] == bites[0]
    return 1.0 / winners


@compiled("void(f8[::1], i8, i8)")
def fill_win_shares(shares, players, last_bite):
    """Fill in the share of each standing, written as a number whose digits are the bites of the seats."""
    bites = np.empty(players, np.int64)
    for standing in range(len(shares) - 1, -1, -1):
        rest, total, digit = standing, 0.0, 1
        for seat in range(players - 1, -1, -1):
            bites[seat] = rest % last_bite
            rest //= last_bite
        for seat in range(players - 1, -1, -1):
            bites[seat] += 1
            over = bites[seat] == last_bite
            total += share_at_end(bites, players) if over else shares[standing + digit]
            bites[seat] -= 1
            digit *= last_bite
        shares[standing] = total / players


def weigh_standings(view: np.void) -> None:
    """Fill in what follows from the rules alone: the table of shares, and what a first bite costs."""
    players, last_bite = int(view["players"]), int(view["bites_to_lose"])
    standings = last_bite**players
    if standings > MAX_STANDINGS:
        return
    view["standings"] = standings
    fill_win_shares(view["win_share"][:standings], players, last_bite)
    if last_bite > 1:
        view["first_bite_costs"] = view["win_share"][0] - view["win_share"][last_bite ** (players - 1)]


@compiled()
def share_of_win(view, seat, bitten):
    """Return a seat's share of the win once another (or -1 for none) has one more bite."""
    standing = 0
    fewest = view.bites_to_lose
    own = view.bites[seat] + (seat == bitten)
    over = False
    winners = 0
    for step in range(view.players):
        other = (seat + step) % view.players
        bites = view.bites[other] + (other == bitten)
        standing = standing * view.bites_to_lose + bites
        over |= bites >= view.bites_to_lose
        if bites < fewest:
            fewest, winners = bites, 0
        winners += bites == fewest
    if over:
        return 1.0 / winners if own == fewest else 0.0
    return view.win_share[standing]


@compiled()
def weigh_bites(view, worths):
    """Fill in what one bite of each seat is worth to the asked one, in first bites of a game."""
    if view.first_bite_costs <= 0.0:
        for seat in range(view.players):
            worths[seat] = -1.0 if seat == view.seat else 1.0 / (view.players - 1)
        return
    now = share_of_win(view, view.seat, NONE)
    for seat in range(view.players):
        worths[seat] = (share_of_win(view, view.seat, seat) - now) / view.first_bite_costs
