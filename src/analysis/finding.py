"""What a question returns: an answer, the numbers behind it, and what it rests on."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from textwrap import fill
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import polars as pl
from matplotlib.axes import Axes

from analysis.figures import MUTED, house_style
from simulation import GamegaugeError, Run, open_run
from simulation.registry import get_game
from simulation.words import component_name

ROUNDING = 1e-9
MOST_NAMED = 3
"""Names that a headline lists where they share a place."""
NOTE_LETTERS = 17
"""Letters of a figure's note to an inch."""
ROWS_UNFOLDED = 8
"""Tables with more rows than this are folded in a page."""


@dataclass(frozen=True)
class Basis:
    """What a finding rests on: ``games`` are those of all ``tables`` together."""

    game: str
    games: int
    seed: int
    players: str
    policies: str
    components: str
    rules: str
    tables: int = 1

    @classmethod
    def of(cls, run: Run) -> "Basis":
        """Return what a run's findings rest on."""
        rules = get_game(run.game).rules.read(run.rules).changes()
        changes = [f"{name}={value}" for name, value in rules.items()]
        forced = [f"forced {name} {value}" for name, value in run.force.items()]
        who = list(dict.fromkeys(run.policies))
        return cls(
            game=get_game(run.game).title,
            games=run.count,
            seed=run.seed,
            players=str(run.players),
            policies=f"{who[0]} in every seat" if len(who) == 1 else ", ".join(run.policies),
            components=told_components(run),
            rules=", ".join([*changes, *forced]) or "as in the rulebook",
        )

    def __str__(self) -> str:
        tables = f" of {self.players} players" if self.tables > 1 else ""
        return f"{self.game}{tables}, {self.note}, rules {self.rules}, seed {self.seed}"

    @property
    def note(self) -> str:
        """What a figure says under itself."""
        if self.tables > 1:
            each = f"{self.games // self.tables:,} games at each of {self.tables} tables"
            return f"{each}, {self.policies}, {self.components}"
        games = "game" if self.games == 1 else "games"
        return f"{self.games:,} {games}, {self.players} players ({self.policies}), {self.components}"


def told_components(run: Run) -> str:
    """Return the components of a run in words."""
    usual = {kind: one.default for kind, one in get_game(run.game).components.items()}
    return ", ".join(component_name(kind, one["name"], usual[kind]) for kind, one in run.components.items())


@dataclass(frozen=True)
class Finding:
    """The answer to a question.

    Attributes
    ----------
    question
        What was asked.
    headline
        The answer, a sentence computed from the data.
    table
        Tidy, with estimates and their 95% intervals (``low``, ``high``).
    basis
        Game, number of games, seed, players, components and rules.
    caveats
        What the answer leaves open.
    verdict
        "fair", "unfair" or "not shown" where the question is one of fairness.
    size
        Width and height of its figure in inches.
    """

    question: str
    headline: str
    table: pl.DataFrame
    basis: Basis
    caveats: tuple[str, ...]
    draw: Callable[[Axes, pl.DataFrame], None] = field(repr=False)
    verdict: str | None = None
    size: tuple[float, float] = (8, 4.5)

    @property
    def n(self) -> int:
        """Number of games behind the finding."""
        return self.basis.games

    @property
    def seed(self) -> int:
        """Seed of the games."""
        return self.basis.seed

    @property
    def players(self) -> str:
        """Number of players."""
        return self.basis.players

    @property
    def rules(self) -> str:
        """Switches that are not at their default."""
        return self.basis.rules

    @property
    def deck(self) -> str:
        """Components the games were played with."""
        return self.basis.components

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the finding, into new axes if none are given."""
        with plt.rc_context(house_style()):
            if ax is None:
                _, ax = plt.subplots(figsize=self.size, layout="constrained")
            self.draw(ax, self.table)
            # A note that is wider than its axes would take their room: the layout reserves what it needs.
            figure = ax.get_figure(root=True)
            assert figure is not None
            inches = ax.get_position().width * figure.get_figwidth()
            ax.annotate(
                fill(self.basis.note, max(int(inches * NOTE_LETTERS), 40)),
                (0, 0),
                xycoords="axes fraction",
                xytext=(0, -36),
                textcoords="offset points",
                va="top",
                fontsize=8,
                color=MUTED,
            )
            interactive = plt.isinteractive()
        # A notebook's backend may have started inside the context, which then forgets that it shows figures.
        mpl.interactive(interactive)
        return ax

    def __str__(self) -> str:
        return f"{self.question}\n{self.headline}\n{self.basis}"

    def __repr__(self) -> str:
        return f"<Finding: {self.headline}>"

    def _repr_html_(self) -> str:
        caveats = "".join(f"<li>{_with_code(caveat)}</li>" for caveat in self.caveats)
        return (
            '<div class="finding">'
            f'<p class="question">{escape(self.question)}</p>'
            f'<p class="headline"><b>{escape(self.headline)}</b></p>'
            f"{table_html(self.table)}"
            f'<p class="basis"><small>{escape(str(self.basis))}</small></p>'
            f'<ul class="caveats">{caveats}</ul></div>'
        )


def _with_code(text: str) -> str:
    """Return a text as HTML, with what stands between backticks as code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text))


def table_html(table: pl.DataFrame) -> str:
    """Return a rounded HTML table, folded away if it is long."""
    html = str(table.to_pandas().to_html(index=False, float_format="{:.4f}".format, border=0, na_rep=""))
    unfolded = " open" if table.height <= ROWS_UNFOLDED else ""
    return f"<details{unfolded}><summary>the numbers: {table.height} rows</summary>{html}</details>"


def as_run(run: Run | str | Path) -> Run:
    """Return a run given as one or as its folder.

    Raises
    ------
    GamegaugeError
        For anything else, or a folder without a run.
    """
    if not isinstance(run, Run | str | Path):
        raise GamegaugeError(f"{run!r} is no run; allowed: a run, or its folder")
    return run if isinstance(run, Run) else open_run(run)


def check_finding(finding: Finding, question: str, *columns: str) -> None:
    """Refuse a finding of another question.

    Parameters
    ----------
    finding
        What is to be read or drawn again.
    question
        The function that returns such findings.
    columns
        Some columns that only its tables have.

    Raises
    ------
    GamegaugeError
        For a table without these columns.
    """
    if not isinstance(finding, Finding) or not set(columns) <= set(finding.table.columns):
        asked = repr(getattr(finding, "question", finding))
        raise GamegaugeError(f"the answer to {asked} cannot be used; allowed: what {question} returned")


def component_caveats(run: Run) -> tuple[str, ...]:
    """Return what findings of a run have to say about its components."""
    return tuple(caveat for one in run.components.values() for caveat in one.get("caveats", ()))


def tied(names: Sequence[str]) -> str:
    """Return names that share a place in words of a headline; of many only the first."""
    if len(names) > MOST_NAMED:
        return f"{names[0]} and {len(names) - 1} others"
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def in_place_of(row: Mapping[str, Any], table: pl.DataFrame, column: str, name: str) -> list[str]:
    """Return the names, sorted, of the rows that share a place with one; rounding does not part them."""
    near = (pl.col(column) - row[column]).abs() < ROUNDING
    return table.filter(near).sort(name)[name].to_list()


def with_verb(names: Sequence[str]) -> str:
    """Return names that share a place with "is" or "are"."""
    return f"{tied(names)} {'is' if len(names) == 1 else 'are'}"


def percent(value: float, digits: int = 1) -> str:
    """Return a share as a percentage in words of a headline."""
    return f"{100 * value:.{digits}f}%"


def between(low: float, high: float, digits: int = 1) -> str:
    """Return an interval of shares in words of a headline."""
    return f"{100 * low:.{digits}f} to {100 * high:.{digits}f}%"
