"""What questions about Knit Wit share: a table that is played again and again, and its log by game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from analysis.duels import Player
from analysis.duels import Setting as DuelSetting
from analysis.finding import Basis, as_run
from simulation import GamegaugeError, Run, simulate
from simulation.games.knit_wit.components import traits
from simulation.numbers import read_number, read_whole
from simulation.plan import MAX_GAMES, make_plan
from simulation.registry import get_game
from simulation.runs import Whole

GAME = "knit_wit"
FEWEST_GAMES = 2
"""One game alone tells nothing of how games differ."""
PEOPLE = "people"
"""Name of the usual people."""
WORDS = "words"
"""Name of the usual word list."""
People = str | Mapping[str, Any]
"""People by name or file, or the parameters in which they differ from the usual ones."""
SIZES = (2, 3, 4, 5, 6, 7, 8)
FILLER = "random:fill_sheet:answering=easy_first"
"""Who plays where players do not matter: places anyhow, answers the easiest first, all of them."""


@dataclass(frozen=True)
class Setting:
    """What the tables of a question have in common.

    Raises
    ------
    GamegaugeError
        For games or rules that there cannot be.
    """

    games: Whole
    seed: Whole
    people: People = PEOPLE
    words: str = WORDS
    rules: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        """Read what can be typed in several ways."""
        object.__setattr__(self, "games", read_whole("games", self.games, FEWEST_GAMES, MAX_GAMES))
        get_game(GAME).rules.read(self.rules or {})

    @property
    def components(self) -> dict[str, Any]:
        """Components by kind."""
        return {"words": self.words, "people": self.people}

    def play(
        self,
        players: int,
        policies: Player | Sequence[Player],
        rules: Mapping[str, Any] | None = None,
        people: Mapping[str, Any] | None = None,
        log: str = "games",
    ) -> Run:
        """Play the games at a table; ``rules`` and ``people`` are changed for it alone."""
        return simulate(
            GAME, players, self.games, self.seed, policies, {**(self.rules or {}), **(rules or {})},
            {"words": self.words, "people": self.people_with(people or {})}, log, progress=False,
        )  # fmt: skip

    def people_with(self, changes: Mapping[str, Any]) -> People:
        """Return the people with further parameters changed, those of a file too."""
        return {**as_changes(self.people), **changes} if changes else self.people

    def unchanged(self, players: int, policies: Player) -> Run:
        """Return two games without any change, for what their record tells of words and people."""
        return replace(self, games=FEWEST_GAMES).play(players, policies)

    def duels(self, players: int, rules: Mapping[str, Any] | None = None) -> DuelSetting:
        """Return the same table for duels."""
        return DuelSetting(GAME, players, self.seed, self.components, {**(self.rules or {}), **(rules or {})})


def as_changes(people: People) -> dict[str, Any]:
    """Return in which parameters people differ from the usual ones, each one number or a list by seat.

    Parameters
    ----------
    people
        By name or file, or such a mapping itself.

    Raises
    ------
    GamegaugeError
        If there is no such file, or it cannot be read.
    """
    if isinstance(people, Mapping):
        return dict(people)
    plan = make_plan(GAME, games=1, components={"people": people})
    described = plan.components["people"].describe()["parameters"]
    usual = {name: [trait.default] for name, trait in traits().items()}
    return {
        one["name"]: one["values"] if len(one["values"]) > 1 else one["values"][0]
        for one in described
        if one["values"] != usual[one["name"]]
    }


def as_knit_wit(run: Run | str | Path) -> Run:
    """Return a run of Knit Wit given as one or as its folder.

    Raises
    ------
    GamegaugeError
        If the run is of another game, or has a single one, which shows nothing.
    """
    run = as_run(run)
    if run.game != GAME:
        raise GamegaugeError(f"the run {run.path.name} is of {run.game}; allowed: runs of {GAME}")
    if run.count < FEWEST_GAMES:
        raise GamegaugeError(f"the run {run.path.name} has 1 game; allowed: {FEWEST_GAMES} or more")
    return run


def read_sizes(players: Sequence[int]) -> list[int]:
    """Return sizes of tables, each once, the smallest first.

    Raises
    ------
    GamegaugeError
        For no list, no size at all, or one that the game is not for.
    """
    if not isinstance(players, list | tuple | range) or not players:
        raise GamegaugeError(f"players {players} cannot be used; allowed: a list of sizes of tables")
    return sorted({read_size(size) for size in players})


def read_size(players: Whole) -> int:
    """Return a size of table.

    Raises
    ------
    GamegaugeError
        For one that the game is not for.
    """
    return read_whole("players", players, *get_game(GAME).seats)


def read_levels(name: str, levels: Sequence[float]) -> list[float]:
    """Return levels of a parameter from 0 to 1, each once, in the order given.

    Raises
    ------
    GamegaugeError
        For no list, or a level that is out of range.
    """
    if not isinstance(levels, list | tuple) or not levels:
        raise GamegaugeError(f"levels {levels} cannot be used; allowed: a list of numbers from 0 to 1")
    return list(dict.fromkeys(read_number(name, one, 0, 1) for one in levels))


def basis_of_tables(runs: Sequence[Run], policies: str | None = None) -> Basis:
    """Return what tables of several sizes rest on together; ``policies`` in words where not the runs' own."""
    basis = Basis.of(runs[0])
    return replace(
        basis,
        games=sum(run.count for run in runs),
        players=", ".join(str(size) for size in dict.fromkeys(run.players for run in runs)),
        policies=policies or basis.policies,
        tables=len(runs),
    )


def sums_by_game(run: Run, table: str, **sums: pl.Expr) -> dict[str, np.ndarray]:
    """Return sums over a table's rows for every game of a run, 0 for one without a row.

    Parameters
    ----------
    run, table
        What to read.
    **sums
        Expressions that give one number a game.

    Returns
    -------
    dict
        By name: float64, shape (games,), in the order of games.
    """
    found = run.table(table).group_by("game_id").agg(**sums).collect(engine="streaming")
    places = found["game_id"].to_numpy()
    values = {}
    for name in sums:
        values[name] = np.zeros(run.count)
        values[name][places] = found[name].cast(pl.Float64).fill_null(0.0).to_numpy()
    return values


def columns_by_game(run: Run, *columns: str) -> dict[str, np.ndarray]:
    """Return columns of ``games`` in their order. float64, shapes (games,)."""
    games = run.games.select("game_id", *columns).sort("game_id").collect()
    return {name: games[name].cast(pl.Float64).to_numpy() for name in columns}


def placing(policy: str) -> str:
    """Return a player that places as a policy does, and then answers as all others do."""
    return f"{policy.partition(':')[0]}:fill_sheet:answering=easy_first"


def style_name(policy: str) -> str:
    """Return a player's name without what all players of a question share."""
    return policy.partition(":")[0]
