"""One player among others of another kind, in every seat in turn, with the same cards."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl

from analysis.finding import Basis
from analysis.statistics import Estimate, share_interval
from analysis.wins import wins_by_seat
from simulation import GamegaugeError, Run, simulate
from simulation.numbers import read_whole
from simulation.plan import MAX_GAMES, Components
from simulation.registry import get_game
from simulation.runs import Whole

Games = Whole | Mapping[str, Whole] | Callable[[str], Whole]
"""Games a player: one number, or a number by the player's name."""
Player = str | Callable[..., int]
"""A policy by name, or a function (view, luck) of one's own."""
BETTER, WORSE, NOT_SHOWN = "better", "worse", "not shown"


@dataclass(frozen=True)
class Setting:
    """What duels have in common; ``rules`` are switches that differ from their defaults.

    Raises
    ------
    GamegaugeError
        For a number of players that the game is not for, or rules that it does not have.
    """

    game: str
    players: int
    seed: Whole
    components: Components = None
    rules: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        """Read the number of players, which can be typed in several ways."""
        game = get_game(self.game)
        object.__setattr__(self, "players", read_whole("players", self.players, *game.seats))
        game.rules.read(self.rules or {})


@dataclass(frozen=True)
class Duel:
    """How often one player won among others.

    ``shares`` holds for each deal the player's mean share of the win over all seats; shape (deals,),
    from 0 to 1. A deal is a game's number and with it all its shuffles.
    """

    player: str
    others: str
    shares: np.ndarray
    runs: Sequence[Run]

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.runs)

    @property
    def games(self) -> int:
        """Games of all seats together."""
        return len(self.shares) * self.players

    def estimate(self, confidence: float) -> Estimate:
        """Return the player's share of wins, with an interval that clusters by deal."""
        return share_interval(
            float(self.shares.sum()), float((self.shares**2).sum()), len(self.shares), confidence
        )


def name_of(player: Player) -> str:
    """Return a player's name, as the log has it."""
    return player if isinstance(player, str) else str(getattr(player, "__name__", player))


def duel(player: Player, others: Player, games: Whole, setting: Setting) -> Duel:
    """Play one seat of a player among others, every seat in turn, each time with the same deals.

    Parameters
    ----------
    player, others
        Two policies.
    games
        Games of all seats together, at least one a seat; what cannot be shared out evenly is left out.
    setting
        Game, seats, seed, components and rules.

    Raises
    ------
    GamegaugeError
        For anything that cannot be played.
    """
    seats = setting.players
    deals = read_whole("games", games, seats, MAX_GAMES) // seats
    tables = [[others] * seat + [player] + [others] * (seats - seat - 1) for seat in range(seats)]
    runs = [play_deals(policies, deals, setting) for policies in tables]
    wins = [wins_by_seat(run)[:, seat] for seat, run in enumerate(runs)]
    return Duel(name_of(player), name_of(others), np.mean(wins, axis=0), runs)


def duel_matrix(policies: Sequence[Player], games: Games, setting: Setting) -> list[Duel]:
    """Play each of several policies among each other one; deal i is the same in all duels.

    Parameters
    ----------
    policies
        At least two, each of another name.
    games
        Games a duel, all seats together; the smaller number where those of its two policies differ.
    setting
        Game, seats, seed, components and rules.

    Returns
    -------
    list
        A duel for each ordered pair, by the one and then by the others, both in the order of ``policies``.

    Raises
    ------
    GamegaugeError
        For fewer than two policies, one named twice, or what cannot be played.
    """
    known = by_name("policies", policies)
    seats = setting.players
    counts = {name: read_whole("games", games_of(games, name), seats, MAX_GAMES) for name in known}
    return [
        duel(known[one], known[others], min(counts[one], counts[others]), setting)
        for one in known
        for others in known
        if one != others
    ]


def by_name(what: str, players: Sequence[Player]) -> dict[str, Player]:
    """Return players by name, in their order.

    Parameters
    ----------
    what
        What an error calls them.
    players
        Two or more, each of another name.

    Raises
    ------
    GamegaugeError
        For no list, fewer than two, or a name twice.
    """
    if not isinstance(players, list | tuple):
        raise GamegaugeError(f"{what} {players!r} cannot be used; allowed: a list of two policies or more")
    known: dict[str, Player] = {name_of(player): player for player in players}
    if len(known) < 2 or len(known) < len(players):
        raise GamegaugeError(
            f"{what} {', '.join(map(name_of, players))} cannot be used; allowed: two or more, a name each"
        )
    return known


def play_deals(policies: Sequence[Player], deals: int, setting: Setting, log: str = "games") -> Run:
    """Play deals with one policy a seat; deal i is the same for all policies."""
    return simulate(
        setting.game, setting.players, deals, setting.seed, policies, setting.rules, setting.components, log,
        progress=False,
    )  # fmt: skip


def games_of(games: Games, player: Player) -> Whole:
    """Return how many games a player is to be measured in.

    Raises
    ------
    GamegaugeError
        If a mapping does not say.
    """
    name = name_of(player)
    if isinstance(games, Mapping):
        if name not in games:
            raise GamegaugeError(
                f"games do not say how many for {name!r}; allowed: a number, or one for each player"
            )
        return games[name]
    return games(name) if callable(games) else games


def shown_against(even: float, low: float, high: float) -> str:
    """Return whether an interval shows a share to be better or worse than an even one."""
    return BETTER if low > even else WORSE if high < even else NOT_SHOWN


def duel_rows(duels: Sequence[Duel]) -> pl.DataFrame:
    """Return a row a duel, with intervals that hold for all of them together with 95% (Bonferroni).

    Returns
    -------
    polars.DataFrame
        players (u8), policy, above (the policy of all other seats), share, low, high, even, difference
        (share minus even), difference_low, difference_high, shown ("better", "worse" or "not shown"),
        deals (u32), games (u32).
    """
    rows = []
    for one in duels:
        even = 1 / one.players
        share, low, high = one.estimate(1 - 0.05 / len(duels))
        shown = shown_against(even, low, high)
        away = (share - even, low - even, high - even)
        counts = (len(one.shares), one.games)
        rows.append((one.players, one.player, one.others, share, low, high, even, *away, shown, *counts))
    return pl.DataFrame(rows, SCHEMA, orient="row")


SCHEMA = {
    "players": pl.UInt8,
    "policy": pl.String,
    "above": pl.String,
    **dict.fromkeys(("share", "low", "high", "even"), pl.Float64),
    **dict.fromkeys(("difference", "difference_low", "difference_high"), pl.Float64),
    "shown": pl.String,
    "deals": pl.UInt32,
    "games": pl.UInt32,
}


def duel_basis(duels: Sequence[Duel], policies: str) -> Basis:
    """Return what the duels rest on together."""
    sizes = list(dict.fromkeys(one.players for one in duels))
    return replace(
        Basis.of(duels[0].runs[0]),
        games=sum(one.games for one in duels),
        players=", ".join(map(str, sizes)),
        policies=policies,
        tables=len(sizes),
    )


def stalled_caveat(runs: Iterable[Run]) -> list[str]:
    """Return what to say of stalled games of runs of one game, if there are any."""
    runs = list(runs)
    stalled = sum(
        run.games.filter(pl.col("end_reason") == "stalled").select(pl.len()).collect().item() for run in runs
    )
    games = sum(run.count for run in runs)
    if not stalled:
        return []
    return [f"{stalled:,} of {games:,} games stalled ({_rule_of_stalling(runs[0])}) and are counted."]


def _rule_of_stalling(run: Run) -> str:
    """Return the id of the rule by which a game ends as stalled."""
    told = get_game(run.game).rules.model_fields["max_turns"].json_schema_extra
    return str(told["rule"]) if isinstance(told, dict) else "max_turns"
