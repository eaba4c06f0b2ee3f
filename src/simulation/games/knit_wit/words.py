"""Knit Wit's word list: a CSV file, checked row by row (KW-3)."""

from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, field_validator

from simulation.components import Component, read_rows
from simulation.errors import GamegaugeError
from simulation.games.knit_wit.layout import MAX_WORDS
from simulation.paths import data_folder
from simulation.words import component_name

FOLDER = "knit_wit"
"""Where the components that come with the game lie, below ``data/``."""
WORDS = "words"
"""Name of the usual list."""
WORD_COLUMNS = ("word", "category", "difficulty", "provenance")
LEAST_DIFFICULTY, MOST_DIFFICULTY = 0.1, 10.0


def is_assumed(provenance: str) -> bool:
    """Tell whether a provenance says that something is assumed."""
    return provenance.strip().lower().startswith("assumed")


class Word(BaseModel):
    """One row of the list: a word tag."""

    model_config = ConfigDict(frozen=True)

    word: str = Field(min_length=1, description="a word that can be printed")
    category: str = Field(min_length=1, description="what kind of word it is, such as colour or size")
    difficulty: float = Field(
        ge=LEAST_DIFFICULTY,
        le=MOST_DIFFICULTY,
        description="how many times longer an answer takes than with a word of difficulty 1, a number "
        f"from {LEAST_DIFFICULTY:g} to {MOST_DIFFICULTY:g} (KW-10)",
    )
    provenance: str = Field(min_length=1, description="rulebook, assumed, or where else it is from")

    @field_validator("word", "category")
    @classmethod
    def _can_be_printed(cls, text: str) -> str:
        if not text.isprintable():
            raise ValueError(text)
        return text


@dataclass(frozen=True)
class Words(Component):
    """A list of word tags."""

    words: tuple[Word, ...]

    @property
    def caveats(self) -> tuple[str, ...]:
        """What a finding that rests on these words has to say about them."""
        count, assumed = len(self.words), sum(is_assumed(one.provenance) for one in self.words)
        if not assumed:
            return ()
        name = component_name(WORDS, self.name, WORDS)
        return (f"{assumed} of the {count} {name} are assumed, and so is how difficult each is (KW-3).",)


def read_words(path: Path) -> Words:
    """Read a word list.

    Raises
    ------
    GamegaugeError
        Naming the file and the row and column of the first fault.
    """
    words = read_rows(path, WORD_COLUMNS, Word, ignore=lambda cells: not any(cells.values()))
    if not 1 <= len(words) <= MAX_WORDS:
        raise GamegaugeError(f"{path} has {len(words)} words; allowed: from 1 to {MAX_WORDS} (KW-3)")
    return Words(name_of(path, WORDS), tuple(words))


def name_of(path: Path, usual: str) -> str:
    """Return a file's name; of one that is called as the usual one, but lies elsewhere, with its ending."""
    is_usual = path.parent == data_folder() / FOLDER
    return path.name if path.stem == usual and not is_usual else path.stem
