"""Tables of Knit Wit drawn over all switches, words, people and players, for its referee."""

from pathlib import Path
from random import Random
from typing import Any

from simulation.games.knit_wit.layout import NEXT
from simulation.randomness import below

SEATS = 8


def whim(view, luck):
    """Take any choice there is, each as likely, but the top button, which is the last, more rarely."""
    fewer = view.choice_count > 1 and view.decision == NEXT and below(luck, 8) > 0
    return below(luck, view.choice_count - fewer)


PLAYERS = (
    *("random", "random:weigh", "random:sprint:enough=0", "random:sprint:enough=4", "stacker", "spreader"),
    *("careful", "careful:fill_sheet", "sprinter:answering=dear_first", "spreader:sprint:enough=2"),
)


def drawn_words(luck: Random, path: Path) -> str:
    """Write a list of words; return its path."""
    count = luck.choice([8, 9, 20, 250])
    rows = [f"word {number},drawn,{luck.choice([0.5, 0.7, 1, 1.3, 2])},drawn" for number in range(count)]
    path.write_text("\n".join(["word,category,difficulty,provenance", *rows]) + "\n", encoding="utf-8")
    return str(path)


def _by_seat(luck: Random, values: list[float]) -> float | list[float]:
    return [luck.choice(values) for _ in range(SEATS)] if luck.random() < 0.5 else luck.choice(values)


def drawn_people(luck: Random, path: Path) -> str:
    """Write a model of people; return its path."""
    values = {
        "reach": luck.choice([0, 1, 2, 2, 3, 6]),
        "think_seconds": luck.choice([0.1, 3, 12, 60]),
        "difficulty": luck.choice([1, 1.5, 3]),
        "spread": luck.choice([0, 0.7, 0.7, 3]),
        "blank": luck.choice([0, 0.03, 0.3, 1]) if luck.random() < 0.5 else 0.03,
        "fluency": _by_seat(luck, [0.1, 0.7, 1, 1, 2, 10]),
        "patience": _by_seat(luck, [1, 5, 40, 40, 3600, 0.001 * luck.randint(1000, 9000)]),
        "visits": luck.choice([1, 2, 2, 3, 10]),
        "candidates": luck.choice([1, 2.5, 5, 40, 1000]),
        "narrowing": luck.choice([0, 0.5, 0.6, 1]),
        "zipf": luck.choice([0, 1, 5]),
        "originality": _by_seat(luck, [0, 0.3, 1]),
        "fit": luck.choice([0, 0.5, 0.95, 1]),
        "fit_loops": luck.choice([0, 0.85, 1]),
        "fit_originality": luck.choice([0, 0.3, 1]),
        "strictness": _by_seat(luck, [0, 0.5, 0.6, 0.8, 0.95, 1]),
    }
    path.write_text("".join(f"{name} = {value}\n" for name, value in values.items()), encoding="utf-8")
    return str(path)


def drawn_table(number: int, folder: Path) -> dict[str, Any]:
    """Return arguments of ``simulate`` for the table of that number; its components go into the folder."""
    luck = Random(number)
    players = luck.choice([2, 2, 2, 3, 3, 4, 5, 6, 7, 8])
    rules = {
        "hole_points": luck.choice([0, 1, 1, 2, 10]),
        "one_more": luck.random() < 0.7,
        "duplicates_cancel": luck.random() < 0.7,
        "challenges": luck.random() < 0.8,
        "challenge_first": luck.random() < 0.5,
    }
    components = {}
    if luck.random() < 0.5:
        components["words"] = drawn_words(luck, folder / f"words-{number}.csv")
    if luck.random() < 0.8:
        components["people"] = drawn_people(luck, folder / f"people-{number}.toml")
    known = whim if luck.random() < 0.4 else "random"  # one's own are compiled for every table
    policies = [luck.choice([*PLAYERS, known, known, known]) for _ in range(players)]
    return {"players": players, "policies": policies, "rules": rules, "components": components}
