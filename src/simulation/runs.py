"""Runs: play one, open one."""

from collections.abc import Mapping
from os import PathLike
from os.path import expanduser
from pathlib import Path
from typing import Any

import polars as pl

from simulation.components import content_digest
from simulation.errors import GamegaugeError
from simulation.numbers import read_whole
from simulation.paths import runs_folder
from simulation.plan import Components, make_plan
from simulation.policies import Policies
from simulation.progress import progress_bar
from simulation.record import RUN_FILE, part_name, read_record, shard_is_whole
from simulation.registry import GAMES, get_game
from simulation.store import claim, holds_all
from simulation.workers import MAX_WORKERS, Crew, default_workers

Whole = int | float | str
"""A whole number, also as 1e6 or as text."""


class Run:
    """A finished run on disk.

    Every table is an attribute that gives a Polars LazyFrame: ``run.games``, ``run.seats``, and
    what the game adds.

    Attributes
    ----------
    path
        Its folder.
    record
        What ``run.json`` says.
    """

    def __init__(self, path: Path, record: dict[str, Any]) -> None:
        self.path = path
        self.record = record

    @property
    def game(self) -> str:
        """Name of the game."""
        return str(self.record["game"])

    @property
    def count(self) -> int:
        """Number of games."""
        return int(self.record["games"])

    @property
    def players(self) -> int:
        """Number of players."""
        return int(self.record["players"])

    @property
    def policies(self) -> list[str]:
        """Policy of each seat."""
        return list(self.record["policies"])

    @property
    def seed(self) -> int:
        """Seed."""
        return int(self.record["seed"])

    @property
    def rules(self) -> dict[str, Any]:
        """Every switch."""
        return dict(self.record["rules"])

    @property
    def force(self) -> dict[str, Any]:
        """What was forced on a seat."""
        return dict(self.record.get("force", {}))

    @property
    def components(self) -> dict[str, Any]:
        """Components by kind: name, hash and content."""
        return dict(self.record["components"])

    @property
    def tables(self) -> list[str]:
        """Names of the tables."""
        return list(self.record["shards"][0]["rows"])

    def table(self, name: str) -> pl.LazyFrame:
        """Return a table, its rows in the order of play.

        Raises
        ------
        GamegaugeError
            If the run has no such table.
        """
        return pl.scan_parquet(self._files(name), glob=False)

    def parts(self, name: str) -> list[pl.LazyFrame]:
        """Return a table part by part; no game straddles two parts."""
        return [pl.scan_parquet(path, glob=False) for path in self._files(name)]

    def rows_of_game(self, name: str, game_id: Whole) -> list[dict[str, Any]]:
        """Return a game's rows of a table; only the part that holds them is read.

        Raises
        ------
        GamegaugeError
            If the run has no such table, or no such game.
        """
        wanted = read_whole("game", game_id, 0, self.count - 1)
        for part, shard in zip(self.parts(name), self.record["shards"], strict=True):
            if 0 <= wanted - shard["first_game"] < shard["games"]:
                return part.filter(game_id=wanted).collect().to_dicts()
        return []

    def _files(self, name: str) -> list[Path]:
        if name not in self.tables:
            hint = "; it was made with log='games'" if name == "events" else ""
            raise GamegaugeError(
                f"the run {self.path.name} has no table {name!r}{hint}; allowed: {', '.join(self.tables)}"
            )
        shards = self.record["shards"]
        return [self.path / name / part_name(shard["first_game"]) for shard in shards]

    def __getattr__(self, name: str) -> pl.LazyFrame:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self.table(name)
        except GamegaugeError as error:
            raise AttributeError(str(error)) from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.tables]

    def __repr__(self) -> str:
        who = ", ".join(dict.fromkeys(self.policies))
        return f"<Run of {self.game}: {self.count:,} games, {self.players} players ({who}), seed {self.seed}>"


def simulate(
    game: str,
    players: Whole | None = None,
    games: Whole = 100_000,
    seed: Whole = 2016,
    policies: Policies = "random",
    rules: Mapping[str, Any] | None = None,
    components: Components = None,
    log: str = "events",
    out: str | Path | None = None,
    workers: Whole | None = None,
    progress: bool | None = None,
    force: Mapping[str, Any] | None = None,
) -> Run:
    """Play games and log them: the same bytes for the same arguments; a run that is there is opened.

    Parameters
    ----------
    game, players
        Name of a game, and seats: by default as many as policies, or 4.
    games, seed
        How many games, and a seed from 0 to 2**64 - 1: game i depends on (seed, i) alone.
    policies
        A policy's name for all seats, or one a seat; a function (view, luck) that returns the index of a
        choice is a policy too; its runs are played anew each time.
    rules, components
        Switches that differ from their defaults. Name or path of a component, or a mapping by kind;
        Knit Wit's people also as a mapping from parameters to values, one for all or one a seat.
    log
        "events" for every action, "games" for all but the table of events.
    out
        Folder of the run; by default one under ``data/runs`` named by its contents.
    workers, progress
        Threads that play, by default one a processor; whether to show a bar, by default where watched.
    force
        For an experiment: what is forced on a seat, while the deals stay the same. Knutten: seat, the card
        it is dealt and the side it plays first in every round, a card it goes without, and starter, the
        places from the seat to whom it lets start. Knitting: seat, the pattern it is dealt, one that the
        game goes without, the community card it begins with, one (without_card) of which a copy is out of
        the game, and how many more yarn cards it is dealt. Knit Wit: nothing.

    Raises
    ------
    GamegaugeError
        For anything that cannot be played or written: one line that says what is allowed.
    """
    plan = make_plan(game, players, games, seed, policies, rules, components, log, force)
    crew_size = default_workers() if workers is None else read_whole("workers", workers, 1, MAX_WORKERS)
    folder = runs_folder() / plan.folder_name if out is None else _read_folder(out)
    if holds_all(folder, plan):
        return Run(folder, read_record(folder))
    with claim(folder, plan) as store:
        parts = store.missing_parts()
        title = plan.game.title
        with progress_bar(title, plan.games, store.games_done(), progress) as bar:
            crew = Crew(plan, parts, min(crew_size, max(len(parts), 1)), bar.update)
            for piece in crew:
                store.add(piece)
    return Run(folder, read_record(folder))


def _read_folder(out: str | Path) -> Path:
    if not isinstance(out, str | PathLike):
        raise GamegaugeError(f"out {out!r} cannot be used; allowed: the path of a folder")
    return Path(expanduser(out))


def open_run(path: str | Path) -> Run:
    """Open a finished run.

    Raises
    ------
    GamegaugeError
        If the folder holds no run of this schema, an unfinished one, or lacks a part.
    """
    run = open_unchecked(path)
    for shard in run.record["shards"]:
        if not shard_is_whole(run.path, shard):
            raise GamegaugeError(
                f"{run.path} lacks the part of game {shard['first_game']:,} as it was written; allowed: "
                "whole runs; simulate with the same arguments plays it again"
            )
    return run


def _check_content(path: Path, record: dict[str, Any]) -> None:
    """Check that what ``run.json`` says of rules, components and tables was not edited into nonsense."""
    game = get_game(record["game"])
    try:
        rules = game.rules.read(record["rules"]).model_dump()
    except GamegaugeError as error:
        raise GamegaugeError(f"{path}: {error}") from None
    if rules != record["rules"] or not isinstance(record.get("force", {}), dict):
        raise GamegaugeError(
            f"{path} does not hold rules and what was forced as simulate wrote them; allowed: that file"
        )
    tables = [name for name in game.dtypes if name != "events" or record["log"] == "events"]
    if any(sorted(shard["rows"]) != sorted(tables) for shard in record["shards"]):
        raise GamegaugeError(f"{path} does not list the tables of {game.title}; allowed: {', '.join(tables)}")
    if sum(shard["games"] for shard in record["shards"]) > record["games"]:
        raise GamegaugeError(
            f"{path} lists more games than it counts; allowed: the file as simulate wrote it"
        )
    kept = all(content_digest(one) == one.get("sha256") for one in record["components"].values())
    if not kept or sorted(record["components"]) != sorted(game.components):
        raise GamegaugeError(
            f"{path} holds other components than were played; allowed: the file as simulate wrote it"
        )


def open_unchecked(path: str | Path) -> Run:
    """Open a run by its ``run.json`` alone: its parts may be missing, or not as they were written.

    Raises
    ------
    GamegaugeError
        If the folder holds no run of this schema, or an unfinished one.
    """
    folder = Path(expanduser(path))
    record = read_record(folder)
    if record["game"] not in GAMES:
        raise GamegaugeError(f"{folder} is a run of {record['game']!r}; allowed: {', '.join(GAMES)}")
    _check_content(folder / RUN_FILE, record)
    done = sum(shard["games"] for shard in record["shards"])
    if done < record["games"]:
        raise GamegaugeError(
            f"{folder} is unfinished ({done:,} of {record['games']:,} games); "
            "allowed: finished runs; simulate with the same arguments goes on"
        )
    return Run(folder, record)
