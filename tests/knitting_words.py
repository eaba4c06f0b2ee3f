"""Knitting's things named in words, for tables laid out by hand.

Yarn is "2 red wild" (a number counts the next word). A pattern is "hat: 7 points, 2 weeks, 2 red, 3
matching", called "hat" from then on; with a star, as "*hat", it is a special pattern of the community deck.
Another community card is its effect, "knit 2" or "frog", or "deed 5".
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from simulation.games.knitting.components import EFFECTS, YARNS, Community, CommunityCard, Pattern, Patterns

COLOURS = YARNS[:-1]
ALL_YARN = Counter({**dict.fromkeys(COLOURS, 12), "wild": 20})
"""Every yarn card (KT-1)."""


class Wip(NamedTuple):
    """A pattern with a cast-on card: weeks knitted, and the yarn that lies with it."""

    pattern: str
    weeks: int = 0
    yarn: str = ""


def yarn(text: str) -> Counter[str]:
    """Return yarn by name."""
    counted: Counter[str] = Counter()
    number = 1
    for word in text.split():
        if word.isdigit():
            number = int(word)
        else:
            assert word in YARNS, word
            counted[word] += number
            number = 1
    return counted


def numbers(text: str) -> list[int]:
    """Return yarn as the records count it."""
    counted = yarn(text)
    return [counted[name] for name in YARNS]


def named(counts: Iterable[int]) -> Counter[str]:
    """Return yarn by name from what a record counts."""
    return Counter({name: int(count) for name, count in zip(YARNS, counts, strict=True) if count})


def column(event: dict, name: str) -> Counter[str]:
    """Return the yarn that an event of the log tells in some columns, for example those of ``taken``."""
    return named(event[f"{name}_{kind}"] for kind in YARNS)


def name_of(text: str) -> str:
    """Return what a pattern or card is called."""
    return text.partition(":")[0]


def is_special(text: str) -> bool:
    """Tell whether a pattern is one of the community deck."""
    return text.startswith("*")


def needs_of(text: str) -> dict[str, int]:
    """Return what a pattern shows: a point, a week and no yarn where nothing is said."""
    words = text.partition(":")[2].replace(",", " ").split()
    shown = {"points": 1, "weeks": 1}
    for count, word in zip(words[::2], words[1::2], strict=True):
        shown[{"point": "points", "week": "weeks"}.get(word, word)] = int(count)
    return shown


def make_pattern(text: str) -> Pattern:
    """Return a pattern."""
    return Pattern(pattern=name_of(text), provenance="by hand", **needs_of(text))


def make_card(text: str, copies: int) -> CommunityCard:
    """Return a community card."""
    row = {"card": name_of(text), "copies": copies, "provenance": "by hand"}
    effect, _, amount = text.partition(" ")
    if is_special(text):
        needs = needs_of(text)
        points = needs.pop("points")
        shown = " ".join(f"{word}={count}" for word, count in needs.items())
        return CommunityCard(**row, kind="pattern", points=points, pattern=shown)
    if effect in EFFECTS:
        return CommunityCard(**row, kind="action", effect=effect, amount=int(amount or 0))
    return CommunityCard(**row, kind="good_deed", points=int(amount))


def _fullest(texts: Sequence[str]) -> dict[str, str]:
    """Return the longest description of each thing by its name."""
    return {name_of(text): text for text in sorted(texts, key=len)}


def make_catalogue(texts: Sequence[str]) -> Patterns:
    """Return a catalogue of the ordinary patterns among some, each once; of one that nobody has if none."""
    ordinary = _fullest([text for text in texts if not is_special(text)] or ["nobody's"])
    return Patterns("by hand", tuple(map(make_pattern, ordinary.values())))


def make_community(texts: Sequence[str]) -> Community:
    """Return a community deck of cards and special patterns, as many copies as there are."""
    copies = Counter(map(name_of, texts))
    return Community(
        "by hand", tuple(make_card(text, copies[name]) for name, text in _fullest(texts).items())
    )
