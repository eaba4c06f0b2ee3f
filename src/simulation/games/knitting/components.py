"""Knitting's catalogues: patterns and community cards as CSV files, checked row by row (KT-1, KT-3)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

from simulation.components import Component, read_rows
from simulation.errors import GamegaugeError

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "grey", "white")
WILD = "wild"
YARNS = (*COLOURS, WILD)
SKEINS = 12
"""Yarn cards of each solid colour (KT-1)."""
WILDS = 20
"""Wild yarn cards (KT-1)."""
MAX_WEEKS = 7
MAX_PATTERNS = 120
"""Patterns in a catalogue at most; the compiled table reserves room for as many."""
MAX_COMMUNITY = 120
"""Community cards at most, copies counted; the compiled table reserves room for as many."""
MAX_POINTS = 1000
MAX_AMOUNT = 20
COUNTED_EFFECTS = ("knit", "draw_yarn", "take_yarn", "draw_patterns")
"""Effects of so many weeks or cards."""
EFFECTS = (*COUNTED_EFFECTS, "extra_cast_on", "frog")
KINDS = ("action", "pattern", "good_deed")
RESERVED = ("wild", "two_from_deck", "two_stacks", "deck_and_stack")
"""What a log says of shopping in the column in which it also names patterns and cards."""
RULEBOOK_PATTERNS = 40
RULED_MIX = {"action": 12, "pattern": 6, "good_deed": 8}

PATTERN_COLUMNS = ("pattern", "points", "weeks", *COLOURS, WILD, "matching", "provenance")
COMMUNITY_COLUMNS = ("card", "copies", "kind", "effect", "amount", "points", "pattern", "provenance")
NEEDS_WORDS = ("weeks", *COLOURS, "matching", WILD)
"""Words of a special pattern's needs, in the order in which they are written."""

ALLOWED_NAME = f"a name that can be printed, and none of {', '.join(RESERVED)}"
ALLOWED_PROVENANCE = "rulebook, assumed, or where else it is from"
ALLOWED_YARN = (
    f"a whole number from 0, together no more than all the yarn can pay: {SKEINS} cards a colour, "
    f"and {WILDS} Wilds for what is short and for Wild itself (KT-1, KT-2)"
)
ALLOWED_EFFECT = f"for an action {', '.join(EFFECTS)}; 0 or empty otherwise (KT-3)"
ALLOWED_AMOUNT = f"for {', '.join(COUNTED_EFFECTS)} from 1 to {MAX_AMOUNT}; 0 or empty otherwise (KT-3)"
ALLOWED_WORTH = f"for a pattern or good_deed from 1 to {MAX_POINTS}; 0 or empty for an action (KT-3)"
ALLOWED_NEEDS = (
    f"for a pattern weeks, 1 to {MAX_WEEKS}, and what it needs of {', '.join(NEEDS_WORDS[1:])}, once each, "
    f"as weeks=4 red=2 matching=3 wild=1, no more than {SKEINS} cards a colour and {WILDS} Wilds can pay; "
    "0 or empty otherwise (KT-2, KT-3)"
)


def _zero_if_empty(cell: Any) -> Any:
    return 0 if cell == "" else cell


def _empty_if_zero(cell: Any) -> Any:
    return "" if cell in ("0", 0) else cell


def _check_name(name: str) -> str:
    if name in RESERVED or not name.isprintable():
        raise ValueError(ALLOWED_NAME)
    return name


Name = Annotated[str, Field(min_length=1, description=ALLOWED_NAME), AfterValidator(_check_name)]
Provenance = Annotated[str, Field(min_length=1, description=ALLOWED_PROVENANCE)]
Number = Annotated[int, BeforeValidator(_zero_if_empty)]
Word = Annotated[str, BeforeValidator(_empty_if_zero)]
Yarn = Annotated[Number, Field(ge=0, description=ALLOWED_YARN)]


def _fault(column: str) -> ValidationError:
    """Return an error that names a column, for faults that only show beside the other columns."""
    told = PydanticCustomError("fault", "does not go with the other columns")
    return ValidationError.from_exception_data("row", [InitErrorDetails(type=told, loc=(column,), input="")])


class Needs(BaseModel):
    """Weeks and yarn that a pattern takes; Wild may stand for any card, for a Wild only Wild (KT-2)."""

    model_config = ConfigDict(frozen=True)

    weeks: int = Field(ge=1, le=MAX_WEEKS, description=f"a whole number from 1 to {MAX_WEEKS} (KT-2)")
    red: Yarn = 0
    orange: Yarn = 0
    yellow: Yarn = 0
    green: Yarn = 0
    blue: Yarn = 0
    purple: Yarn = 0
    grey: Yarn = 0
    white: Yarn = 0
    wild: Yarn = 0
    matching: Yarn = 0

    @property
    def needs(self) -> tuple[int, ...]:
        """Cards of each colour and of Wild that are asked for by name, in the order of ``YARNS``."""
        return tuple(getattr(self, yarn) for yarn in YARNS)

    @property
    def yarn(self) -> int:
        """All the cards it takes, matching ones included."""
        return sum(self.needs) + self.matching

    @model_validator(mode="after")
    def _check_yarn(self) -> Self:
        wilds = _wilds_at_least(self)
        if sum(wilds.values()) > WILDS:
            raise _fault(max(wilds, key=wilds.__getitem__))
        return self


def _wilds_at_least(needs: Needs) -> dict[str, int]:
    """Return for each column how many Wilds it takes if all the yarn there is lies ready."""
    short = {colour: max(0, getattr(needs, colour) - SKEINS) for colour in COLOURS}
    # What is left of the colour that is asked for least pays most of a matching requirement.
    left = max(0, SKEINS - min(needs.needs[: len(COLOURS)]))
    return {**short, WILD: needs.wild, "matching": max(0, needs.matching - left)}


class Pattern(Needs):
    """One row of a catalogue: a pattern card."""

    pattern: Name
    points: int = Field(ge=0, le=MAX_POINTS, description=f"a whole number from 0 to {MAX_POINTS}")
    provenance: Provenance


def needs_text(needs: Needs) -> str:
    """Return needs as a community catalogue writes them: ``weeks=4 red=2 matching=3 wild=1``."""
    counts = {word: getattr(needs, word) for word in NEEDS_WORDS}
    return " ".join(f"{word}={count}" for word, count in counts.items() if count)


def _read_needs(text: str) -> Needs:
    counts: dict[str, str] = {}
    for part in text.split():
        word, _, count = part.partition("=")
        if word not in NEEDS_WORDS or word in counts or not count:
            raise ValueError(ALLOWED_NEEDS)
        counts[word] = count
    return Needs.model_validate(counts)


class CommunityCard(BaseModel):
    """One row of a community deck: a kind of card and how many copies of it there are."""

    model_config = ConfigDict(frozen=True)

    card: Name
    copies: int = Field(ge=0, le=MAX_COMMUNITY, description=f"a whole number from 0 to {MAX_COMMUNITY}")
    kind: Literal["action", "pattern", "good_deed"] = Field(description="action, pattern or good_deed")
    effect: Word = Field("", description=ALLOWED_EFFECT)
    amount: Number = Field(0, description=ALLOWED_AMOUNT)
    points: Number = Field(0, description=ALLOWED_WORTH)
    pattern: Word = Field("", description=ALLOWED_NEEDS)
    provenance: Provenance

    @property
    def as_pattern(self) -> Pattern:
        """The special pattern that a card is; only one of the kind ``pattern`` is any."""
        row = {"pattern": self.card, "points": self.points, "provenance": self.provenance}
        return Pattern.model_validate({**row, **dict(_read_needs(self.pattern))})

    @field_validator("pattern")
    @classmethod
    def _check_pattern(cls, text: str) -> str:
        return needs_text(_read_needs(text)) if text else ""

    @model_validator(mode="after")
    def _check_kind(self) -> Self:
        for column, fits in _fitting(self).items():
            if not fits:
                raise _fault(column)
        return self


def _fitting(card: CommunityCard) -> Mapping[str, bool]:
    """Return for each column whether it fits the card's kind and effect."""
    least = 1 if card.effect in COUNTED_EFFECTS else 0
    worth = 0 if card.kind == "action" else 1
    return {
        "effect": card.effect in (EFFECTS if card.kind == "action" else ("",)),
        "amount": least <= card.amount <= least * MAX_AMOUNT,
        "points": worth <= card.points <= worth * MAX_POINTS,
        "pattern": (card.kind == "pattern") == bool(card.pattern),
    }


def _assumed(provenance: str) -> bool:
    return provenance.lower().startswith("assumed")


@dataclass(frozen=True)
class Patterns(Component):
    """A catalogue of pattern cards."""

    patterns: tuple[Pattern, ...]

    @property
    def caveats(self) -> tuple[str, ...]:
        """What a finding that rests on this catalogue has to say about it."""
        count = len(self.patterns)
        assumed = sum(_assumed(pattern.provenance) for pattern in self.patterns)
        notes = []
        if assumed:
            notes.append(
                f"{assumed} of the {count} patterns of the catalogue {self.name} are assumed: "
                "the pattern cards of Knitting were never published in our sources (KT-3)."
            )
        if count != RULEBOOK_PATTERNS:
            notes.append(
                f"The catalogue {self.name} has {count} patterns; the rulebook counts "
                f"{RULEBOOK_PATTERNS} (KT-1)."
            )
        return tuple(notes)


@dataclass(frozen=True)
class Community(Component):
    """A community deck, without rows of no copies."""

    cards: tuple[CommunityCard, ...]

    @property
    def size(self) -> int:
        """Cards in the deck."""
        return sum(card.copies for card in self.cards)

    @property
    def caveats(self) -> tuple[str, ...]:
        """What a finding that rests on this deck has to say about it."""
        assumed = sum(card.copies for card in self.cards if _assumed(card.provenance))
        mix = Counter(dict.fromkeys(KINDS, 0))
        for card in self.cards:
            mix[card.kind] += card.copies
        notes = []
        if assumed:
            notes.append(
                f"{assumed} of the {self.size} cards of the community deck {self.name} are assumed: "
                "the community cards of Knitting were never published in our sources (KT-3)."
            )
        if mix != RULED_MIX:
            notes.append(
                f"The community deck {self.name} has {self.size} cards ({_in_words(mix)}); the rulebook "
                f"counts {sum(RULED_MIX.values())} (KT-1), our mix is {_in_words(RULED_MIX)} (KT-3)."
            )
        return tuple(notes)


def _in_words(mix: Mapping[str, int]) -> str:
    return f"{mix['action']} action, {mix['pattern']} special pattern and {mix['good_deed']} good deed cards"


def read_patterns(path: Path) -> Patterns:
    """Read a catalogue of patterns.

    Raises
    ------
    GamegaugeError
        Naming file, row and column of the first fault.
    """
    patterns = Patterns(path.stem, tuple(read_rows(path, PATTERN_COLUMNS, Pattern, lambda _: False)))
    if not 1 <= len(patterns.patterns) <= MAX_PATTERNS:
        raise GamegaugeError(f"{path} has {len(patterns.patterns)} patterns; allowed: 1 to {MAX_PATTERNS}")
    return patterns


def read_community(path: Path) -> Community:
    """Read a community deck.

    Raises
    ------
    GamegaugeError
        Naming file, row and column of the first fault.
    """
    cards = read_rows(path, COMMUNITY_COLUMNS, CommunityCard, lambda _: False)
    community = Community(path.stem, tuple(card for card in cards if card.copies))
    if community.size > MAX_COMMUNITY:
        raise GamegaugeError(f"{path} has {community.size} community cards; allowed: 0 to {MAX_COMMUNITY}")
    return community
