"""What a run of Knitting says of its yarn, patterns and community cards before a game is read."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from analysis.knitting.tables import as_knitting
from analysis.statistics import Estimate, ratio_mean_interval
from simulation import Run
from simulation.games.knitting.components import (
    COLOURS,
    SKEINS,
    WILD,
    WILDS,
    YARNS,
    CommunityCard,
    Pattern,
)

MATCHING = "matching"
"""Cards of one colour of the player's choice (KT-2)."""
CARDS = {**dict.fromkeys(COLOURS, SKEINS), WILD: WILDS}
"""Yarn cards of each kind (KT-1)."""
PAINTS = {
    "red": "#c8452f",
    "orange": "#e08a3c",
    "yellow": "#e3c33b",
    "green": "#4f8a4c",
    "blue": "#2f6f9f",
    "purple": "#7b5ea7",
    "grey": "#8b959c",
    "white": "#f4f1ea",
    "wild": "#22303c",
    "matching": "#c9b8a3",
}
"""What each yarn is drawn in."""


def with_events(run: Run | str | Path) -> Run:
    """Return a run of Knitting with events, given as one or as its folder.

    Raises
    ------
    GamegaugeError
        If the run is of another game, or was made with ``log="games"``.
    """
    run = as_knitting(run)
    run.parts("events")
    return run


def patterns_of(run: Run) -> list[Pattern]:
    """Return the patterns that a run is played with, special ones last (KT-3)."""
    plain = [Pattern.model_validate(one) for one in run.components["patterns"]["patterns"]]
    cards = (CommunityCard.model_validate(one) for one in community_of(run))
    return plain + [card.as_pattern for card in cards if card.kind == "pattern"]


def community_of(run: Run) -> list[dict[str, Any]]:
    """Return the rows of the community deck."""
    return list(run.components["community"]["cards"])


def needs_of(run: Run) -> pl.DataFrame:
    """Return what each pattern asks for, special ones too.

    Returns
    -------
    polars.DataFrame
        pattern, and a column (i16) for each yarn in the order of ``YARNS`` and for ``matching``.
    """
    rows = [(one.pattern, *one.needs, one.matching) for one in patterns_of(run)]
    schema = {"pattern": pl.String, **dict.fromkeys((*YARNS, MATCHING), pl.Int16)}
    return pl.DataFrame(rows, schema, orient="row")


def asked_by_catalogue(run: Run) -> dict[str, int]:
    """Return how many cards of each yarn the catalogue's patterns ask for by name, and how many matching."""
    count = len(run.components["patterns"]["patterns"])
    plain = needs_of(run).head(count)
    return {yarn: int(plain[yarn].sum()) for yarn in (*YARNS, MATCHING)}


def cards_with(run: Run, effect: str) -> list[str]:
    """Return the action cards of an effect."""
    return [card["card"] for card in community_of(run) if card["effect"] == effect]


def ends(name: str, estimates: Sequence[Estimate]) -> dict[str, list[float | None]]:
    """Return a table's columns NAME, NAME_low and NAME_high; an estimate of nothing is empty in all three."""
    shown = [one if one[0] == one[0] else (None, None, None) for one in estimates]
    return {f"{name}{end}": [one[place] for one in shown] for place, end in enumerate(("", "_low", "_high"))}


def mean_a_try(sums: pl.DataFrame, confidence: float = 0.95) -> Estimate:
    """Return the mean of a quantity a try from the one row of sums over games (see ``ratio_sums``)."""
    row = sums.row(0, named=True) if sums.height else {"tries": 0}
    if not row["tries"]:
        return float("nan"), -np.inf, np.inf
    mean, low, high = ratio_mean_interval(
        row["hits"], row["tries"], row["hits_squared"], row["hits_tries"], row["tries_squared"],
        int(row["games"]), confidence,
    )  # fmt: skip
    return mean, max(low, 0.0), high


def counted(games: pl.LazyFrame) -> pl.LazyFrame:
    """Return counts of a part's games as they are now, so that what is made of them counts only once."""
    return games.collect(engine="streaming").lazy()
