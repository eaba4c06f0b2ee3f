"""Tables of Knitting drawn over all switches, catalogues and players: for the referee and the replay."""

from pathlib import Path
from random import Random
from typing import Any

from simulation.games.knitting.components import COLOURS, COMMUNITY_COLUMNS, EFFECTS, PATTERN_COLUMNS, WILD
from simulation.randomness import below

POLICIES = ("random", "greedy", "sprinter", "hoarder", "marathoner", "planner")


def whim(view, luck):
    """Take any choice there is, each as likely."""
    return below(luck, view.choice_count)


def _needs(luck: Random, most: int) -> dict[str, int]:
    """Return needs that all the yarn can pay."""
    needs = {colour: luck.randint(1, most) for colour in luck.sample(COLOURS, luck.randint(0, 3))}
    if not needs or luck.random() < 0.5:
        needs["matching"] = luck.randint(1, most + 2)
    if luck.random() < 0.3:
        needs[WILD] = luck.randint(1, 2)
    return needs


def _write(path: Path, columns: tuple[str, ...], rows: list[dict[str, Any]]) -> str:
    lines = [",".join(columns), *[",".join(str(row.get(name, "")) for name in columns) for row in rows]]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def drawn_patterns(luck: Random, fewest: int, path: Path) -> str:
    """Write a catalogue with at least so many patterns; return its path."""
    rows = [
        {
            "pattern": f"pattern {number}",
            "points": luck.randint(0, 20),
            "weeks": luck.randint(1, 4),
            "provenance": "drawn",
            **_needs(luck, 4),
        }
        for number in range(fewest + luck.choice([0, 1, 3, 10]))
    ]
    return _write(path, PATTERN_COLUMNS, rows)


def _card(luck: Random, number: int) -> dict[str, Any]:
    kind = luck.choice(["action", "action", "action", "pattern", "good_deed"])
    row = {"card": f"card {number}", "copies": luck.randint(1, 4), "kind": kind, "provenance": "drawn"}
    if kind != "action":
        needs = " ".join(f"{name}={count}" for name, count in _needs(luck, 2).items())
        pattern = f"weeks={luck.randint(1, 3)} {needs}" if kind == "pattern" else ""
        return {**row, "points": luck.randint(1, 12), "pattern": pattern}
    effect = luck.choice(EFFECTS)
    counts = effect not in ("extra_cast_on", "frog")
    return {**row, "effect": effect, "amount": luck.choice([1, 2, 3, 9]) if counts else 0}


def drawn_community(luck: Random, path: Path) -> str:
    """Write a community deck; return its path."""
    return _write(path, COMMUNITY_COLUMNS, [_card(luck, number) for number in range(luck.randint(0, 14))])


def drawn_table(number: int, folder: Path) -> dict[str, Any]:
    """Return arguments of ``simulate`` for the table of that number; its catalogues go into the folder."""
    luck = Random(number)
    players = luck.randint(2, 4)
    patterns = luck.choice(["default", "cheap_and_quick", "dear_and_slow", "", "", ""])
    community = luck.choice(["default", "rough", "", "", ""])
    rules = {
        "target": luck.choice([1, 20, 60, 100]),
        "trade_price": luck.choice([1, 1, 2, 5, 8]),
        "subtract": luck.random() < 0.8,
        "subtract_special": luck.random() < 0.5,
        "max_turns": luck.choice([luck.randint(1, 6), 15, 40]),
        "real_life": luck.random() < 0.5,
        "real_life_patterns": luck.choice([0, 1, 2, 5]),
        "real_life_colours": luck.choice([0, 1, 2, 8]),
    }
    drawn = {
        "patterns": patterns or drawn_patterns(luck, 3 * players, folder / f"patterns-{number}.csv"),
        "community": community or drawn_community(luck, folder / f"community-{number}.csv"),
    }
    policies = [luck.choice([*POLICIES, whim, whim, whim]) for _ in range(players)]
    return {"players": players, "policies": policies, "rules": rules, "components": drawn}
