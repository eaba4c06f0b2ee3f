"""How a seat is asked: choices are listed in its view, its player answers with an index. Compiled."""

from simulation.compiling import compiled
from simulation.games.knit_wit.layout import LOOPS, NEXT, NONE


@compiled()
def begin(view, decision):
    """Begin a question: nothing of the last one is left in the view."""
    for choice in range(view.choice_count):
        view.choice_spool[choice] = view.choice_region[choice] = NONE
    view.choice_count = 0
    if view.decision == NEXT and decision != NEXT:
        view.second = view.answered = view.answers = view.round = 0
        for spool in range(LOOPS):
            view.thought[spool] = 0
    view.decision = decision


@compiled()
def list_choice(view, spool, region):
    """Put one more choice into the view."""
    choice = view.choice_count
    view.choice_spool[choice] = spool
    view.choice_region[choice] = region
    view.choice_count = choice + 1


@compiled()
def ask(table, players, seat):
    """Return the index of a seat's choice; of one choice it is not asked. None for no choice, a fault."""
    view, secret = table.open, table.secret
    if view.choice_count == 1:
        return 0
    view.seat = seat
    view.answering, view.stopping = secret.answering[seat], secret.stopping[seat]
    view.enough = secret.enough[seat]
    choice = players[seat](view, table.luck)
    if 0 <= choice < view.choice_count:
        return choice
    secret.fault_seat, secret.fault_choice = seat, choice
    return NONE
