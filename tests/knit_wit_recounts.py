"""Tables of Knit Wit played and counted again in plain Python, to hold what is told of them against."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from hand_made_runs import rows, rows_by_game
from plain_statistics import Estimate, mean_a_try
from simulation import Run, simulate

SEED = 2016
FILLER = "random:fill_sheet:answering=easy_first"
LOOPS = {2: 6, 3: 6, 4: 8, 5: 5, 6: 6, 7: 7, 8: 8}
"""Loops, and spools, by the number of players (KW-2)."""
HOLES = {2: (2,), 3: (2, 1), 4: (3, 2, 1)}
WORD_LIST = """word,category,difficulty,provenance
{rows}
"""
Row = dict[str, Any]


def played(
    players: int,
    games: int,
    policies: Any = FILLER,
    people: Any = "people",
    seed: int = SEED,
    **arguments: Any,
) -> Run:
    """Play a small table of Knit Wit."""
    components = {"words": arguments.pop("words", "words"), "people": people}
    options = {"log": "games", "progress": False, **arguments}
    return simulate("knit_wit", players, games, seed, policies, components=components, **options)


def write_words(folder: Path, words: Mapping[str, tuple[str, float]], name: str = "list") -> str:
    """Write a word list: category and difficulty by word. Return its path."""
    path = folder / f"{name}.csv"
    lines = [f"{word},{category},{difficulty},assumed" for word, (category, difficulty) in words.items()]
    path.write_text(WORD_LIST.format(rows="\n".join(lines)), encoding="utf-8")
    return str(path)


def sheets(run: Run, column: str) -> np.ndarray:
    """Return what every seat of every game has. Shape (games, seats)."""
    return np.array([[seat[column] for seat in game] for game in rows_by_game(run, "seats")], float)


def of_games(run: Run, column: str) -> list[float]:
    """Return what every game has."""
    return [row[column] for row in rows(run, "games")]


def wins(run: Run) -> np.ndarray:
    """Return every game's win shares by seat, from the scores (KW-15)."""
    scores = sheets(run, "score")
    best = scores == scores.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)


def count(run: Run, what: Callable[[Row], float]) -> np.ndarray:
    """Return by game the sum of something over all answers."""
    return np.array([sum(map(what, answers)) for answers in rows_by_game(run, "answers")], float)


def same_as_another(run: Run) -> list[list[Row]]:
    """Return by game the answers that two or more have written for a spool (KW-13)."""
    found = []
    for answers in rows_by_game(run, "answers"):
        written = Counter((row["spool"], row["answer"]) for row in answers)
        found.append([row for row in answers if written[row["spool"], row["answer"]] > 1])
    return found


def voted_down(run: Run) -> list[list[Row]]:
    """Return by game the answers that fewer than half of all voted for (KW-14)."""
    return [
        [row for row in answers if row["votes"] is not None and row["votes"] < run.players / 2]
        for answers in rows_by_game(run, "answers")
    ]


def decided_by_votes(run: Run) -> list[int]:
    """Return by game whether others had won, or shared the win, with every vote lost won instead."""
    found = []
    for seats, lost in zip(rows_by_game(run, "seats"), voted_down(run), strict=True):
        scores = [row["score"] for row in seats]
        would = list(scores)
        for row in lost:
            would[row["seat"]] += row["loops"]
        winners = [{i for i, score in enumerate(one) if score == max(one)} for one in (scores, would)]
        found.append(int(winners[0] != winners[1]))
    return found


def mean_of(values: Sequence[float], confidence: float = 0.95, least: float = 0.0) -> Estimate:
    """Return the mean of what each game has once, with Student's interval."""
    return mean_a_try(values, np.ones(len(values)), confidence, least)


def estimate(row: Row, name: str = "") -> Estimate:
    """Return a measure of a table's row with its interval; without a name that of its share."""
    if not name:
        return row["share"], row["low"], row["high"]
    return row[name], row[f"{name}_low"], row[f"{name}_high"]


def width(row: Row, name: str = "") -> float:
    """Return how wide a measure's interval is."""
    _, low, high = estimate(row, name)
    return high - low


def percents(row: Row, name: str = "") -> str:
    """Return a share with its interval, in per cent to one digit, as a headline tells it."""
    share, low, high = (100 * value for value in estimate(row, name))
    return f"{share:.1f}% ({low:.1f} to {high:.1f}%)"


def percents_of(row: Row, name: str = "") -> str:
    """Return the same, with what it is a share of between the two: as of answers."""
    return percents(row, name).replace("%", "% of answers", 1)
