"""Which pattern is too good, and which is dead?"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl

from analysis.contrasts import difference_columns, standard_error
from analysis.duels import Player, stalled_caveat
from analysis.finding import Finding, check_finding, component_caveats
from analysis.knitting.experiments import Setting
from analysis.knitting.pattern_figures import CLOUD, draw_against_points, draw_against_records, draw_values
from analysis.knitting.pattern_records import pattern_facts, record_caveats, records_table, tall
from analysis.knitting.pattern_shrinkage import shrunken
from analysis.knitting.pattern_trials import MEASURES, Trial, Worths, try_pattern, worths
from analysis.knitting.pattern_words import DEAD, NOT_SHOWN, TOO_GOOD, headline, value_caveats
from analysis.statistics import check_margin
from simulation import GamegaugeError, Run
from simulation.games.knitting.layout import DRAWN
from simulation.runs import Whole

MARGIN = 0.01
"""Win share, one percentage point, within which a pattern counts as good as the average one."""
MOST = {"win": 2.0, "score": np.inf}
"""How far a difference of two shares less a mean of such can be from none; a score can be any."""
FACTS = ("pattern", "points", "weeks", "yarn", "points_a_week", "points_a_card", "made")


def pattern_value(
    players: int = 4,
    policy: Player = "planner",
    patterns: str = "default",
    community: str = "default",
    games: Whole = 1_000,
    seed: Whole = 2016,
    rules: Mapping[str, Any] | None = None,
    seats: Sequence[int] = (0,),
    margin: float = MARGIN,
) -> Finding:
    """Find what each pattern of a catalogue is worth to who is dealt it, against the average pattern.

    Every pattern is tried in an experiment: on the same shuffles it is dealt to a seat in the set-up, in
    place of one of the seat's three, and taken out of the game. The seat's win share and score differ by what
    the pattern does. From each difference the mean over all patterns is taken away, game by game. Beside it
    stands what a log of free games seems to say, which is a correlation only (``pattern_records``).

    Parameters
    ----------
    players, policy, patterns, community, games, seed, rules
        The table; ``games`` are those of each way to play, of which there are two a pattern and a free one.
    seats
        Seats that are dealt the pattern, each in games of its own; their mean is told.
    margin
        Win share up to which a pattern counts as good as the average one.

    Returns
    -------
    Finding
        Table, a row a pattern, the best for winning first: pattern, points, weeks, yarn, points_a_week,
        points_a_card, made (points beyond the rule of assumed catalogues; empty for others), verdict ("too
        good", "dead" or "not shown"); win (share) and score, each with _low, _high, _p, _shrunk, _shrunk_low
        and _shrunk_high; drawn, finished, left_in_hand, win_when_drawn and win_when_finished, each with _low
        and _high; times_drawn, times_finished, games (u32). Intervals are corrected for the number of
        patterns, p-values by Holm.

    Raises
    ------
    GamegaugeError
        For a margin that is no share, no seat or one that is not at the table, or a table that cannot be
        played.
    """
    check_margin(margin)
    return _ask(Setting(players, policy, patterns, community, games, seed, seats, rules), margin)


def _ask(setting: Setting, margin: float) -> Finding:
    """Play all experiments and tell what they show."""
    free = setting.play()
    facts = pattern_facts(free).filter(~pl.col("special")).select(FACTS)
    _check_enough(facts, _name(free), setting.players)
    trials = [try_pattern(setting, pattern) for pattern in facts["pattern"]]
    measured = {measure: worths(trials, measure) for measure in MEASURES}
    table = _table(records_table(free, facts), measured, margin)
    return Finding(
        question=f"Which pattern of the catalogue {_name(free)} is too good to be dealt, and which is dead?",
        headline=headline(table, setting, margin),
        table=table,
        basis=setting.basis(free, "each pattern dealt, against its being out of the game"),
        caveats=(
            *value_caveats(table, setting, measured, margin),
            *record_caveats(free, table.height),
            *stalled_caveat(_runs(free, trials)),
            *component_caveats(free),
        ),
        draw=draw_values,
        size=tall(table.height),
    )


def _check_enough(facts: pl.DataFrame, catalogue: str, players: int) -> None:
    """Refuse a catalogue that does not deal all hands once a pattern is out of the game."""
    fewest = DRAWN * players + 1
    if facts.height < fewest:
        raise GamegaugeError(
            f"the catalogue {catalogue} has {facts.height} patterns, of which one at a time is taken out of "
            f"the game; allowed: {fewest} or more for {players} players"
        )


def value_against_records(values: Finding) -> Finding:
    """Return the same finding, drawn as what patterns do against how often their finishers win.

    Parameters
    ----------
    values
        What ``pattern_value`` returned.

    Raises
    ------
    GamegaugeError
        For another finding.
    """
    check_finding(values, "pattern_value", "win_shrunk", "win_when_finished")
    players = int(values.players)
    return replace(values, draw=lambda ax, table: draw_against_records(ax, table, players), size=CLOUD)


def value_against_points(values: Finding) -> Finding:
    """Return the same finding, drawn as what patterns do against the points that they give a card.

    Parameters
    ----------
    values
        What ``pattern_value`` returned.

    Raises
    ------
    GamegaugeError
        For another finding.
    """
    check_finding(values, "pattern_value", "win_shrunk", "points_a_card")
    return replace(values, draw=draw_against_points, size=CLOUD)


def _name(run: Run) -> str:
    return str(run.components["patterns"]["name"])


def _runs(free: Run, trials: Sequence[Trial]) -> list[Run]:
    return [free, *(run for trial in trials for run in (*trial.dealt.values(), trial.out))]


def _table(records: pl.DataFrame, measured: Mapping[str, Worths], margin: float) -> pl.DataFrame:
    """Return the rows, the best for winning first."""
    columns = {
        name: values
        for measure, found in measured.items()
        for name, values in _columns(measure, found, records["games"][0]).items()
    }
    verdict = (
        pl.when(pl.col("win_low") > margin)
        .then(pl.lit(TOO_GOOD))
        .when(pl.col("win_high") < -margin)
        .then(pl.lit(DEAD))
        .otherwise(pl.lit(NOT_SHOWN))
    )
    table = records.with_columns(pl.Series(name, values, pl.Float64) for name, values in columns.items())
    told = table.with_columns(verdict=verdict)
    counted = [name for name in records.columns if name not in FACTS]
    return told.select(*FACTS, "verdict", *columns, *counted).sort("win", "pattern", descending=[True, False])


def _columns(measure: str, found: Worths, games: int) -> dict[str, list[float]]:
    """Return a measure's columns: differences from the mean, and these drawn towards it."""
    differences, rows = found.differences, len(found.differences)
    errors = [standard_error(one.low, one.high, games, rows) for one in differences]
    drawn = shrunken([one.value for one in differences], errors, rows)
    names = (f"{measure}_shrunk", f"{measure}_shrunk_low", f"{measure}_shrunk_high")
    shown = [one.within(MOST[measure]) for one in differences]
    return difference_columns(measure, shown) | {
        name: [one[place] for one in drawn] for place, name in enumerate(names)
    }
