"""The model of people at work: what each would think of, and how they vote (KW-10, KW-11, KW-14). Compiled.

Every person has chances of its own for each spool, whatever lies round it: two designs, or two ways to play
one, are answered by the same people in the same mood.
"""

from simulation.compiling import compiled
from simulation.games.knit_wit.layout import LOOPS, NEVER, NONE
from simulation.portable import normal_quantile, portable_exp
from simulation.randomness import seek, unit

IDEAS = 0
"""Chapter of the chances of answers; that of a vote on an answer is 1 + 8 x spool + writer."""
HALF_STEP = 2.0**-54
"""Half a step of a unit draw, which stands for 0."""
MILLISECONDS = 1000


@compiled()
def measure_spools(view):
    """Work out how long each spool takes a person of fluency 1 (KW-10)."""
    for place in range(view.spools):
        spool = view.spool[place]
        region, difficulty = view.spool_region[spool], 1.0
        for loop in range(view.turns):
            if region >> loop & 1:
                difficulty *= view.loop_difficulty[loop]
        view.words_difficulty[spool] = difficulty
        slowdown = view.slowdown[view.loops_round[region]]
        view.median_seconds[spool] = view.think_seconds * slowdown * difficulty


@compiled()
def rank_of(secret, seat, loops, chance):
    """Return the popularity rank of the answer that a chance from 0 to 1 leads to (KW-11)."""
    first, count = secret.first_weight[seat, loops], secret.candidates[loops]
    aim = chance * secret.weights[first + count - 1]
    low, high = 0, count - 1
    while low < high:
        middle = (low + high) >> 1
        if secret.weights[first + middle] <= aim:
            low = middle + 1
        else:
            high = middle
    return low + 1


@compiled()
def think_ahead(table):
    """Draw what every person would answer for every spool, and after how long (KW-10, KW-11)."""
    view, secret = table.open, table.secret
    seek(secret.people, secret.game, IDEAS)
    for seat in range(view.players):
        for place in range(view.spools):
            spool = view.spool[place]
            loops = view.loops_round[view.spool_region[spool]]
            speed, luck, taste = unit(secret.people), unit(secret.people), unit(secret.people)
            factor = portable_exp(view.spread * normal_quantile(max(speed, HALF_STEP)))
            seconds = view.median_seconds[spool] / view.fluency[seat] * factor
            comes = luck < view.finds[loops] and seconds * MILLISECONDS < NEVER
            secret.needed[seat, spool] = int(seconds * MILLISECONDS + 0.5) if comes else NEVER
            secret.idea[seat, spool] = rank_of(secret, seat, loops, taste)


@compiled()
def votes_for(table, writer, spool):
    """Return how many vote for an answer that was challenged, its writer too (KW-14)."""
    view, secret = table.open, table.secret
    fit = view.fit[writer, view.loops_round[view.spool_region[spool]]]
    seek(secret.people, secret.game, 1 + spool * LOOPS + writer)
    votes = 1
    for seat in range(view.players):
        if seat != writer and unit(secret.people) < fit:
            votes += 1
    return votes


@compiled()
def vote(table, writer, spool):
    """Return the votes for an answer, or none if nobody challenges it."""
    view, secret = table.open, table.secret
    fit = view.fit[writer, view.loops_round[view.spool_region[spool]]]
    if not view.challenges or fit >= secret.strictest[writer]:
        return NONE
    return votes_for(table, writer, spool)
