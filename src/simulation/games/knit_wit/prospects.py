"""What a person expects of a spool: the chance of an answer in time, and what it is worth. Compiled."""

from simulation.compiling import compiled
from simulation.portable import portable_exp, portable_log

LOGISTIC = 1.702
"""Scale at which the logistic curve comes nearest to the normal one, within 0.01."""
SURE_SPREAD = 1e-3
"""Spread below which all times are taken to be the median."""


@compiled()
def chance_within(view, median_milliseconds, milliseconds):
    """Return about what share of lognormal times (KW-10) is within a limit.

    Source of the curve: G. Camilli, "Origin of the scaling constant d = 1.7 in item response theory",
    J. Educational and Behavioral Statistics 19 (1994).
    """
    if milliseconds <= 0:
        return 0.0
    reach = portable_log(milliseconds / median_milliseconds) / max(view.spread, SURE_SPREAD)
    return 1.0 / (1.0 + portable_exp(-LOGISTIC * reach))


@compiled()
def patience_in_all(view, seat):
    """Return the milliseconds that a person gives one spool at most."""
    return view.patience[seat] * view.visits


@compiled()
def worth_of(view, seat, loops, difficulty):
    """Return the points that a person may expect of a spool before any thought on it."""
    median = 1000.0 * view.think_seconds * view.slowdown[loops] * difficulty / view.fluency[seat]
    return loops * view.finds[loops] * chance_within(view, median, patience_in_all(view, seat))


@compiled()
def difficulty_of(view, region):
    """Return the difficulties of the words round a region, multiplied; a new loop's is the mean one."""
    difficulty = 1.0
    for loop in range(view.turns):
        if region >> loop & 1:
            drawn = view.loop_difficulty[loop]
            difficulty *= drawn if drawn > 0 else view.mean_difficulty
    return difficulty


@compiled()
def worth_left(view, seat, spool):
    """Return the points that a person may still expect of a spool without an answer, as far as thought on."""
    loops = view.loops_round[view.spool_region[spool]]
    median = 1000.0 * view.median_seconds[spool] / view.fluency[seat]
    before = view.finds[loops] * chance_within(view, median, view.thought[spool])
    in_all = view.finds[loops] * chance_within(view, median, patience_in_all(view, seat))
    return loops * (in_all - before) / (1.0 - before) if before < 1.0 else 0.0
