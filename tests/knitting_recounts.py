"""Runs of Knitting followed row by row in plain Python, to hold what is told of them against."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hand_made_runs import rows_by_game
from knitting_drawn import whim
from simulation import Run, simulate
from simulation.games.knitting.components import COLOURS, SKEINS, WILD, WILDS, YARNS

FROGS = """card,copies,kind,effect,amount,points,pattern,provenance
cat,6,action,frog,0,,,assumed
moth,4,action,take_yarn,2,,,assumed
parcel,4,action,draw_yarn,3,,,assumed
magazine,2,action,draw_patterns,2,,,assumed
needles,2,action,extra_cast_on,0,,,assumed
evening,3,action,knit,2,,,assumed
bunting,3,pattern,,,6,weeks=1 matching=2,assumed
gift,2,good_deed,,,9,,assumed
"""
RUNS = {
    "greedy": {"players": 4, "games": 16, "policies": "greedy"},
    "mixed": {"games": 10, "policies": ["hoarder", "random", "greedy"], "components": {"community": "rough"}},
    "whims": {
        "players": 2,
        "games": 12,
        "policies": whim,
        "deck": FROGS,
        "rules": {"max_turns": 48, "real_life": True},
    },
    "without": {
        "players": 3,
        "games": 5,
        "policies": "hoarder",
        "force": {"without": "Sulking Walrus", "seat": 1, "yarn": 4},
    },
}
"""Runs that between them do all there is: frogs, real life, stalled games, forced yarn, mixed players."""


def played(folder: Path, deck: str = "", **arguments: Any) -> Run:
    """Play a small table of Knitting, with a community deck of its own if its text is given."""
    if deck:
        path = folder.with_suffix(".csv")
        path.write_text(deck, encoding="utf-8")
        arguments["components"] = {"community": str(path)}
    return simulate("knitting", **{"seed": 11, "progress": False, "out": folder, **arguments})


@dataclass
class Table:
    """What lies where, as the log tells it."""

    run: Run
    store: Counter = field(default_factory=Counter)
    discards: Counter = field(default_factory=Counter)
    mat: Counter = field(default_factory=Counter)
    stashes: dict[int, Counter] = field(default_factory=dict)
    wips: dict[tuple[int, int], Counter] = field(default_factory=dict)
    points: Counter = field(default_factory=Counter)
    knitted: dict[int, set[str]] = field(default_factory=dict)
    patterns_left: int = 0

    def __post_init__(self) -> None:
        """Begin with all patterns in their deck, and all yarn in its."""
        self.patterns_left = len(self.run.components["patterns"]["patterns"]) - ("without" in self.run.force)
        self.stashes = {seat: Counter() for seat in range(self.run.players)}
        self.effects = {card["card"]: card["effect"] for card in self.run.components["community"]["cards"]}

    def lying(self) -> dict[str, Counter]:
        """Return the cards of each yarn at each place."""
        stash, wip = Counter(), Counter()
        for pile, piles in ((stash, self.stashes), (wip, self.wips)):
            for cards in piles.values():
                pile.update(cards)
        places = {"store": self.store, "stash": stash, "wip": wip, "discards": self.discards, "mat": self.mat}
        deck = Counter({**dict.fromkeys(COLOURS, SKEINS), WILD: WILDS})
        for cards in places.values():
            deck.subtract(cards)
        return {"deck": deck, **places}

    def follow(self, row: dict[str, Any]) -> None:
        """Move the yarn that a row of the log moves."""
        seat, event = row["seat"], row["event"]
        taken = Counter({yarn: row[f"taken_{yarn}"] for yarn in YARNS})
        stash = self.stashes[seat]
        if event in ("deal", "shop"):
            stash.update(taken)
        elif event == "play":
            self._play(row, taken)
        elif event == "trade":
            stash.subtract(taken)
            self.discards.update(taken)
        elif event == "cast_on":
            stash.subtract(taken)
            self.wips[seat, row["slot"]] = taken
        elif event == "finish":
            self._finish(row, seat)
        elif event == "wipe":
            self.discards.update(taken)
        elif event == "reshuffle":
            self.discards.clear()
        elif event == "real_life" and row["what"] is None:
            self.knitted[seat] = {yarn for yarn in COLOURS if taken[yarn]}
        self.patterns_left += (event == "give_back") - (event == "draw_pattern")
        self.store = Counter({yarn: row[f"after_{yarn}"] for yarn in YARNS})

    def _play(self, row: dict[str, Any], taken: Counter) -> None:
        effect = self.effects[row["what"]]
        self.stashes[row["seat"]].update(taken)
        if effect == "take_yarn" and row["target"] is not None:
            self.stashes[row["target"]].subtract(taken)
        if effect == "frog" and row["slot"] is not None:
            assert self.wips.pop((row["seat"], row["slot"])) == taken

    def _finish(self, row: dict[str, Any], seat: int) -> None:
        for yarn, count in self.wips.pop((seat, row["slot"])).items():
            kept = yarn in self.knitted.get(seat, ())
            (self.mat if kept else self.discards)[yarn] += count
        self.points[seat] += row["points"]


def followed(run: Run) -> Iterator[tuple[int, Table, dict[str, Any]]]:
    """Yield every row of the log, with the game it is of and the table as it was before the row."""
    for game, rows in enumerate(rows_by_game(run, "events")):
        table = Table(run)
        for row in rows:
            yield game, table, row
            table.follow(row)
