"""How many of a turn's plays differ in what they do?"""

import numpy as np
import polars as pl

from simulation import Run

KINDS = ("real", "forced", "doomed")
TURNS = ("play", "redraw", "pass", "john", "shoo")
NUMBER, COPY, SETS, SYMBOL, JOHN, NO_PLAY = range(6)
ILLEGAL = np.int64(-1)
LAYS_JOHN = np.int64(2**62)
"""What stands for playing John, which leaves swarm and waiting `?` as they are but is a play of its own."""


def choices_by_game(run: Run) -> pl.DataFrame:
    """Count turns, those with a real choice, and forced and doomed ones, game by game.

    A *real choice* has at least two legal plays that leave the swarm below ``bite_at`` and differ in the
    swarm or in the waiting `?` they make. Every other turn is *forced*, a redraw or a pass too. Forced turns
    in which every legal play bites are *doomed*. Playing John (KN-15) is a play of its own; to skip a turn
    for his sake (KN-17) is none.

    Parameters
    ----------
    run
        A run of Knutten with events.

    Returns
    -------
    polars.DataFrame
        game_id (u32), turns, real, forced, doomed (i64); a row a game, sorted.
    """
    faces = _Faces(run)
    return pl.concat([_count(part, faces, run.rules["bite_at"]) for part in run.parts("events")]).sort(
        "game_id"
    )


class _Faces:
    """What each side of each card is, by the code of the card in the log; the last row is no card."""

    def __init__(self, run: Run) -> None:
        schema = run.events.collect_schema()
        self.hands = sorted(name for name in schema if name.startswith("hand_"))
        names = schema["hand_a"].categories.to_list()  # type: ignore[attr-defined]
        sides = {one["card"]: (one["side_a"], one["side_b"]) for one in run.components["deck"]["cards"]}
        read = [[_read_side(side) for side in sides.get(name, ("john", ""))] for name in names]
        table = np.array([*read, [(NO_PLAY, 0), (NO_PLAY, 0)]], np.int64)
        self.kind, self.value = table[:, :, 0], table[:, :, 1]
        self.none = len(names)
        self.john = bool(run.rules["john"])


def _read_side(side: str) -> tuple[int, int]:
    special = {"?": COPY, "john": JOHN, "": NO_PLAY, "skip": SYMBOL, "reverse": SYMBOL, "again": SYMBOL}
    if side in special:
        return special[side], 0
    return (SETS, int(side[4:])) if side.startswith("set:") else (NUMBER, int(side))


def turns_of(part: pl.LazyFrame, faces: _Faces) -> pl.DataFrame:
    """Return the turns of a part, with whether John lies on the table before each (KN-17)."""
    event = pl.col("event")
    laid = (event == "john").cast(pl.Int8) - (event == "shoo").cast(pl.Int8)
    lies = (laid.cum_sum() - laid).over("game_id") > 0 if faces.john else pl.lit(False)
    cards = [pl.col(name).to_physical().cast(pl.Int64).fill_null(faces.none) for name in faces.hands]
    columns = ["game_id", "event", "legal", "swarm_before", "waiting"]
    return part.select(*columns, *cards, lies=lies).filter(event.is_in(TURNS)).collect()


def outcomes(turns: pl.DataFrame, faces: _Faces) -> tuple[np.ndarray, np.ndarray]:
    """Return what each side of each held card makes, shape (2 * hand size, turns).

    Returns
    -------
    made, swarms
        A number for each pair of swarm and waiting `?`, ``ILLEGAL`` for what may not be played (KN-6); and
        the swarm alone.
    """
    cards = turns.select(faces.hands).to_numpy().T
    swarm = turns["swarm_before"].to_numpy().astype(np.int64)
    waiting = turns["waiting"].to_numpy().astype(np.int64)
    kind = np.concatenate([faces.kind[cards, side] for side in range(2)])
    value = np.concatenate([faces.value[cards, side] for side in range(2)])
    value = np.where((kind == NUMBER) & (value == 5) & turns["lies"].to_numpy(), 0, value)
    swarms = np.where(kind == NUMBER, swarm + value * (1 + waiting), np.where(kind == SETS, value, swarm))
    waits = np.where(kind == NUMBER, 0, waiting + (kind == COPY))
    made = swarms * (int(waiting.max(initial=0)) + 2) + waits
    made = np.where((swarms < 0) | (kind == NO_PLAY), ILLEGAL, made)
    return np.where(kind == JOHN, LAYS_JOHN, made), swarms


def _different(made: np.ndarray) -> np.ndarray:
    """Return how many different legal outcomes each turn has. Shape (turns,)."""
    ordered = np.sort(made, axis=0)
    new = np.concatenate([np.ones((1, made.shape[1]), bool), ordered[1:] != ordered[:-1]])
    return np.asarray((new & (ordered != ILLEGAL)).sum(axis=0))


def _count(part: pl.LazyFrame, faces: _Faces, bite_at: int) -> pl.DataFrame:
    turns = turns_of(part, faces)
    made, swarms = outcomes(turns, faces)
    safe = _different(np.where(swarms < bite_at, made, ILLEGAL))
    legal = (made != ILLEGAL).any(axis=0)
    counted = turns.select("game_id").with_columns(
        real=safe >= 2, forced=safe < 2, doomed=legal & (safe == 0)
    )
    # A game may have no turn at all: nothing but WIND after its deals.
    games = part.select(pl.col("game_id").unique()).collect()
    sums = counted.group_by("game_id").agg(
        turns=pl.len().cast(pl.Int64), **{name: pl.col(name).sum().cast(pl.Int64) for name in KINDS}
    )
    return games.join(sums, on="game_id", how="left").fill_null(0)
