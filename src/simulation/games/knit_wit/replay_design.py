"""A design of the Knit step, put together again from the events of its game (KW-4 to KW-7)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]
OUTSIDE = 0
"""The region that no loop is round."""


def passed_over(event: Row) -> list[int]:
    """Return the regions that a loop passes over, in order."""
    return [value for name, value in event.items() if name.startswith("passed_") and value is not None]


class Design:
    """Loops, regions and spools as they lie; every event moves on from there.

    Attributes
    ----------
    colours, words
        Of the loops, in the order in which they were placed.
    regions
        All that are on the table, as bit masks of the loops round them, in the order in which they appeared.
    spools
        The spool in a region, where there is one.
    """

    def __init__(self) -> None:
        self.colours: list[str] = []
        self.words: list[str] = []
        self.regions: list[int] = [OUTSIDE]
        self.spools: dict[int, int] = {}

    @classmethod
    def of(cls, events: Iterable[Row]) -> "Design":
        """Return the design when all events are done."""
        design = cls()
        for event in events:
            design.follow(event)
        return design

    def follow(self, event: Row) -> None:
        """Do an event."""
        if event["event"] == "loop":
            self._loop(event)
        elif event["event"] == "word":
            self.words.append(event["word"])
        elif event["event"] == "spool":
            self.spools[event["region"]] = event["spool"]

    def _loop(self, event: Row) -> None:
        loop = 1 << len(self.colours)
        self.colours.append(event["colour"])
        # The first loop of all has no spool to enclose, and lies on the outside.
        enclosed = OUTSIDE if event["region"] is None else event["region"]
        self.regions += [region | loop for region in (enclosed, *passed_over(event))]
        if event["spool"] is not None:
            self.spools[enclosed | loop] = self.spools.pop(enclosed)

    def loops(self, region: int) -> list[int]:
        """Return the loops round a region, in the order in which they were placed."""
        return [loop for loop in range(len(self.colours)) if region >> loop & 1]

    def name(self, region: int) -> str:
        """Return a region's name, as "red+blue"."""
        return "+".join(self.colours[loop] for loop in self.loops(region)) or "outside"

    def names(self, regions: Sequence[int]) -> list[str]:
        """Return names of regions for a sentence."""
        return ["the outside" if region == OUTSIDE else self.name(region) for region in regions]

    def words_round(self, region: int) -> list[str]:
        """Return the words of the loops round a region."""
        return [self.words[loop] for loop in self.loops(region)]

    def in_order(self) -> list[int]:
        """Return the regions by the number of loops round them, and then by those from the first placed."""
        return sorted(self.regions, key=lambda region: (region.bit_count(), self.loops(region)))
