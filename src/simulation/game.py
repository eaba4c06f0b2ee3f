"""What a game declares about itself; everything shared works from this block alone."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from simulation.columns import Tables
from simulation.compiling import import_compiled
from simulation.components import Component
from simulation.rules import RulesModel

if TYPE_CHECKING:
    from simulation.plan import Plan
    from simulation.referee import Referee
    from simulation.runs import Run


@dataclass(frozen=True)
class ComponentKind:
    """A kind of component that a game is played with.

    Parameters
    ----------
    folder
        Where the known ones lie, below ``data/``.
    read
        Reads and checks a file.
    default
        Name of the one used where none is given.
    suffix
        How the names of its files end.
    change
        From one and the values to be changed, by name, to another; None where nothing can be.
    """

    folder: str
    read: Callable[[Path], Component]
    default: str = "default"
    suffix: str = ".csv"
    change: Callable[[Component, Mapping[str, Any]], Component] | None = None


@dataclass(frozen=True)
class Parameter:
    """What a policy takes: a number, as 0.2 in ``careful:noise=0.2``, or a name, as in ``random:sprint``.

    Parameters
    ----------
    name, meaning
        As typed, and what it does, with its unit.
    default, lowest, highest
        Its value if none is given, and its range.
    whole
        Whether it has to be a whole number.
    names
        What its values 0, 1, ... are called, if they are names.
    """

    name: str
    meaning: str
    default: float
    lowest: float
    highest: float
    whole: bool = False
    names: tuple[str, ...] = ()

    @classmethod
    def of_names(cls, name: str, meaning: str, names: tuple[str, ...], default: str) -> "Parameter":
        """Return one whose values are names."""
        return cls(name, meaning, names.index(default), 0, len(names) - 1, whole=True, names=names)

    def told(self, value: float) -> str:
        """Return a value as it is typed."""
        return self.names[int(value)] if self.names else repr(value).removesuffix(".0")

    @property
    def sign(self) -> str:
        """What stands for a value where its use is explained."""
        return "NAME" if self.names else "N"

    @property
    def allowed(self) -> str:
        """Range in words."""
        if self.names:
            return " or ".join(self.names)
        kind = "a whole number" if self.whole else "a number"
        return f"{kind} from {self.lowest:g} to {self.highest:g}"


class Players(Mapping[str, Any]):
    """Compiled players by name; one is imported (and compiled) when it is first asked for.

    Parameters
    ----------
    package
        The game's package.
    modules
        By player, the weakest first: name of the module that holds the function of the same name.
    """

    def __init__(self, package: str, modules: Mapping[str, str]) -> None:
        self._package = package
        self._modules = modules

    def __getitem__(self, name: str) -> Any:
        return getattr(import_compiled(f"{self._package}.{self._modules[name]}"), name)

    def __contains__(self, name: object) -> bool:
        return name in self._modules

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)


@dataclass(frozen=True)
class Game:
    """One game's declarative block.

    Parameters
    ----------
    name, title
        As typed, and as printed.
    seats
        Fewest and most players.
    rules
        Model of its switches.
    components
        Kinds of components by name.
    policies
        The players; their docstrings describe them.
    usual_policy
        Who plays where a comparison asks for nobody: a player that is both good and quick.
    parameters
        Parameters of those policies that take some; the first one needs no name.
    player_signature
        Numba signature of every player.
    check
        Raises ``GamegaugeError`` where rules, components, players and what is forced do not fit together.
    tables
        Columns of every table of a planned run.
    dtypes
        Record of a row of every table's buffer.
    rows
        Rows a game writes to each table, roughly; buffers are made for as many.
    set_table
        Fresh records (view, secret) for a planned run; ``secret`` holds the places of all buffers,
        ``log_events``, ``fault_seat`` and ``fault_choice``.
    play_games
        The compiled loop: (players, policies, view, secret, shuffles, luck, first, count) ->
        games played whole.
    referee
        From what a run's ``run.json`` says to the referee of its log.
    tell
        From a run and a game's number to that game in words, line by line.
    """

    name: str
    title: str
    seats: tuple[int, int]
    rules: type[RulesModel]
    components: Mapping[str, ComponentKind]
    policies: Players
    usual_policy: str
    parameters: Mapping[str, tuple[Parameter, ...]]
    player_signature: Any
    check: Callable[["Plan"], None]
    tables: Callable[["Plan"], Tables]
    dtypes: Mapping[str, np.dtype]
    rows: Callable[["Plan"], Mapping[str, int]]
    set_table: Callable[["Plan"], tuple[np.ndarray, np.ndarray]]
    play_games: Any
    referee: Callable[[Mapping[str, Any]], "Referee"]
    tell: Callable[["Run", int], Iterator[str]]
