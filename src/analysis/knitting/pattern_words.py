"""The sentence on what patterns are worth, and what it leaves open."""

from collections.abc import Mapping, Sequence

import polars as pl

from analysis.finding import ROUNDING, in_place_of, tied, with_verb
from analysis.knitting.experiments import Setting
from analysis.knitting.pattern_agreement import rank_agreement
from analysis.knitting.pattern_trials import Worths
from analysis.knitting.tables import catalogues
from analysis.statistics import Estimate

TOO_GOOD, DEAD, NOT_SHOWN = "too good", "dead", "not shown"
OUTLIERS = 5
"""Patterns that the rule of assumed catalogues made far too good, and as many that it made far too bad."""


def headline(table: pl.DataFrame, setting: Setting, margin: float) -> str:
    """Return which pattern is best and worst, how many are shown to be, and whether the made ones are found.

    Parameters
    ----------
    table
        One of ``pattern_value``.
    setting, margin
        What was asked.
    """
    good, dead = (table.filter(verdict=verdict).height for verdict in (TOO_GOOD, DEAD))
    return (
        f"Among {setting.players} {setting.player} players with "
        f"{catalogues(setting.patterns, setting.community)} {_ends(table)}; {good} of "
        f"{table.height} patterns are shown to be too good and {dead} to be dead, by more than "
        f"{_points(margin)}{_found(table)}."
    )


def _ends(table: pl.DataFrame) -> str:
    best, worst = table.row(0, named=True), table.row(-1, named=True)
    if best["win"] - worst["win"] < ROUNDING:
        return "no pattern differs from another when it is dealt"
    first, last = (in_place_of(row, table, "win", "pattern") for row in (best, worst))
    return (
        f"{with_verb(first)} the best to be dealt, {in_points(best, 'win')} of wins against the "
        f"average pattern, and {tied(last)} the worst, {in_points(worst, 'win')}"
    )


def in_points(row: Mapping[str, float], name: str) -> str:
    """Return a difference of win shares in percentage points with its interval."""
    value, low, high = (100 * row[name + end] for end in ("", "_low", "_high"))
    shown = "" if low > 0 or high < 0 else ", no difference shown"
    return f"{value:+.1f} percentage points ({low:+.1f} to {high:+.1f}{shown})"


def correlation_words(agreement: Estimate) -> str:
    """Return a rank correlation with its interval."""
    value, low, high = agreement
    return f"{value:+.2f} ({low:+.2f} to {high:+.2f})"


def made_outliers(table: pl.DataFrame) -> tuple[set[str], set[str]]:
    """Return the patterns that the catalogue's rule made best and worst; none where it made no points."""
    made = table.filter(pl.col("made").is_not_null()).sort("made", "pattern")
    count = min(OUTLIERS, made.height // 2)
    names = made["pattern"].to_list()
    return set(names[len(names) - count :]), set(names[:count])


def _found(table: pl.DataFrame) -> str:
    """Tell how many of the patterns made too good or too bad are found, where the rule made them."""
    good, bad = made_outliers(table)
    if not good or table["win"].n_unique() == 1:
        return ""
    count, names = len(good), table["pattern"].to_list()
    best, worst = set(names[:count]), set(names[-count:])
    agreement = rank_agreement(table["made"], table["win"])
    return (
        f". Of the {count} patterns that the catalogue's rule made too good {len(good & best)} are among "
        f"the {count} best found, of the {count} that it made too bad {len(bad & worst)} among the {count} "
        "worst; "
        f"the rank correlation of what it made with what is found is {correlation_words(agreement)}"
    )


def value_caveats(
    table: pl.DataFrame, setting: Setting, measured: Mapping[str, Worths], margin: float
) -> list[str]:
    """Return what a finding of ``pattern_value`` leaves open."""
    return [
        f"`win` and `score` are causal: the same shuffles with the pattern dealt to {_seats(setting.seats)} "
        "in the set-up, for one of its three, and with the pattern out of the game. The other seats are "
        "dealt and play as they like.",
        f"From each difference the mean over the {table.height} patterns is taken, game by game: "
        f"{_mean(measured['win'].mean, 100)} percentage points of wins and "
        f"{_mean(measured['score'].mean, 1)} points of score.",
        f"A pattern is too good or dead if its interval of `win` lies wholly beyond {_points(margin)} of "
        "that mean. Not shown does not say that it is as good as the others.",
        f"The intervals of each column cover all {table.height} rows together with 95% (Bonferroni); "
        "p-values are corrected by Holm.",
        "`_shrunk` draws each value towards the mean by how unsure it is (empirical Bayes, Morris 1983), as "
        "the best of many owes part of its place to luck; it takes the true values as normal.",
        *_made_caveat(table),
        "The players are rules of thumb, not people: what a pattern is worth hangs on who plays it.",
    ]


def _points(margin: float) -> str:
    return f"{100 * margin:g} percentage point{'' if margin == 0.01 else 's'}"


def _mean(mean: Estimate, scale: float) -> str:
    value, low, high = (scale * one for one in mean)
    return f"{value:+.2f} ({low:+.2f} to {high:+.2f})"


def _made_caveat(table: pl.DataFrame) -> list[str]:
    if not table["made"].count():
        return []
    return [
        "`made` is by how many points the assumed catalogue departs from the rule it was made by, which "
        "itself only guesses what yarn and weeks are worth: a pattern may be too good without it."
    ]


def _seats(seats: Sequence[int]) -> str:
    if len(seats) == 1:
        return f"seat {seats[0]}"
    return f"each of the seats {', '.join(map(str, seats))}, in games of its own,"
