"""Knutten's players: functions from a view and a random stream to the index of a choice.

The formats they follow are fixed, because scripts outside replay them: see each docstring.
"""

from simulation.compiling import compiled
from simulation.games.knutten.layout import PLAY, START, player_signature
from simulation.randomness import below


@compiled(player_signature)
def random(view, luck):
    """Play any legal side, or John, each as likely; any seat starts, and any of the tied gets John."""
    if view.decision == PLAY:
        return below(luck, view.plays) if view.plays else 0
    return below(luck, view.choice_count)


@compiled()
def first_on_the_left(view):
    """Return the choice of the first seat clockwise from the asked player's left."""
    return (view.seat + 1) % view.players if view.decision == START else 0


@compiled(player_signature)
def lowest(view, luck):
    """Make the swarm as small as possible; the seat on the left starts."""
    if view.decision != PLAY:
        return first_on_the_left(view)
    best = 0
    for choice in range(1, view.plays):
        if view.choice_swarm[choice] < view.choice_swarm[best]:
            best = choice
    return best


@compiled(player_signature)
def highest(view, luck):
    """Make the swarm as large as possible without a bite, else as small as possible."""
    if view.decision != PLAY:
        return first_on_the_left(view)
    best, best_swarm = lowest(view, luck), -1
    for choice in range(view.plays):
        swarm = view.choice_swarm[choice]
        if best_swarm < swarm < view.bite_at:
            best, best_swarm = choice, swarm
    return best
