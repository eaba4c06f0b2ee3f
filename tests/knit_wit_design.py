"""A design of Knit Wit as its rules have it, in sets of loops; written apart from the engine, to judge it."""

from collections.abc import Iterable, Sequence

Region = frozenset[str]
OUTSIDE: Region = frozenset()


def named(region: Region) -> str:
    """Return a region's words as the rig tells them."""
    return " ".join(sorted(region)) or "outside"


class Design:
    """The regions on the table as sets of loops round them, each with its spool or none (KW-5 to KW-7)."""

    def __init__(self, spools: Iterable[tuple[Region, int | None]] = ((OUTSIDE, None),)) -> None:
        self.spools = dict(spools)

    def copy(self) -> "Design":
        """Return the same design."""
        return Design(self.spools.items())

    @property
    def told(self) -> dict[str, int | None]:
        """The regions as the rig tells them."""
        return {named(region): spool for region, spool in self.spools.items()}

    def enclosable(self) -> dict[int, Region]:
        """Return the spools on the table, each with its region."""
        return {spool: region for region, spool in self.spools.items() if spool is not None}

    def passable(self, enclosed: Region, passed: Sequence[Region]) -> list[Region]:
        """Return the regions that may be passed over next: neighbours of what was, and no region twice."""
        met = [enclosed, *passed]
        return [one for one in self.spools if one not in met and any(len(one ^ other) == 1 for other in met)]

    def lay(self, loop: str, enclosed: Region | None, passed: Sequence[Region]) -> None:
        """Lay a loop round the spool of a region, and over others."""
        if enclosed is None:
            self.spools[OUTSIDE | {loop}] = None
            return
        self.spools[enclosed | {loop}] = self.spools[enclosed]
        self.spools[enclosed] = None
        for region in passed:
            self.spools[region | {loop}] = None

    def open(self) -> list[Region]:
        """Return the regions that a spool may go into."""
        return [region for region, spool in self.spools.items() if spool is None and region != OUTSIDE]
