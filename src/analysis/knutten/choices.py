"""How much there was to choose in a turn of Knutten."""

from collections.abc import Callable, Mapping, Sequence

import polars as pl

from simulation import Run

JOHN = "John Knut"
"""Name of the expansion's card in the log (KN-14)."""
NOT_TURNS = ("refill", "wind")
REAL = 2
"""Options from which a turn holds a real choice."""
FIVE = 5
"""The number that John makes worthless (KN-17)."""

# Ways in which sides that lead to the same swarm and the same waiting `?` still differ.
PLAIN, JOHN_IS_LAID = 0, 9
EFFECTS = {"skip": 1, "reverse": 2, "again": 3}


def real_choices(events: pl.LazyFrame, run: Run) -> pl.LazyFrame:
    """Add how many different safe plays the hand of every event offered.

    Plays are the same option if they lead to the same swarm and as many waiting `?`: two copies of a
    card, or a 3 and a -3 that a `set:N` can also reach, are one. `skip`, `reverse` and `again` change
    neither and are an option each; so is John, where he is held. A play that takes the swarm below 0
    (KN-6), to ``bite_at`` or above it (KN-5) is none, whoever would be bitten; nor is a redraw, a pass,
    or the turn that removes John (KN-17). A side worth 5 counts 0 while John lies on the table.

    Parameters
    ----------
    events
        Rows of the run's events with all their columns: whole games, in the order of play.
    run
        The run they are of: its deck and switches.

    Returns
    -------
    polars.LazyFrame
        The events with a column ``options`` (u8): 0 for a refill and a WIND, which are no turns. A
        *real choice* is a turn with ``options`` of 2 or more; a *forced* one has at most 1.
    """
    hands = [name for name in events.collect_schema().names() if name.startswith("hand_")]
    outcomes = [outcome for hand in hands for outcome in _outcomes(pl.col(hand), run)]
    names = [f"outcome_{place}" for place in range(len(outcomes))]
    is_turn = ~pl.col("event").cast(pl.String).is_in(NOT_TURNS)
    options = pl.when(is_turn).then(_count_different(names)).otherwise(0).cast(pl.UInt8)
    return (
        events.with_columns(john_lies=_john_lies() if run.rules["john"] else False)
        .with_columns(outcome.alias(name) for outcome, name in zip(outcomes, names, strict=True))
        .with_columns(options=options)
        .drop("john_lies", *names)
    )


def choices_by_game(run: Run) -> pl.DataFrame:
    """Count turns, and those with a real choice, forced and doomed ones, game by game.

    Parameters
    ----------
    run
        A run of Knutten with events.

    Returns
    -------
    polars.DataFrame
        game_id (u32), turns, real, forced (i64; see ``real_choices``), and doomed (i64): forced turns in
        which every legal play bites; a row a game, sorted.
    """
    return pl.concat([_count_turns(part, run) for part in run.parts("events")]).sort("game_id")


def _count_turns(part: pl.LazyFrame, run: Run) -> pl.DataFrame:
    is_turn = ~pl.col("event").cast(pl.String).is_in(NOT_TURNS)
    real = pl.col("options") >= REAL
    counts = {
        "turns": is_turn,
        "real": is_turn & real,
        "forced": is_turn & ~real,
        "doomed": is_turn & (pl.col("options") == 0) & (pl.col("legal") > 0),
    }
    games = real_choices(part, run).group_by("game_id")
    return games.agg(**{name: one.sum().cast(pl.Int64) for name, one in counts.items()}).collect()


def _john_lies() -> pl.Expr:
    """Tell whether John lies on the table before an event: he was laid there and not yet removed."""
    step = (pl.col("event") == "john").cast(pl.Int32) - (pl.col("event") == "shoo").cast(pl.Int32)
    return (step.cum_sum().over("game_id") - step) > 0


def _outcomes(hand: pl.Expr, run: Run) -> list[pl.Expr]:
    """Return a number for where each side of a slot's card leads, null where it is no option."""
    cards = run.components["deck"]["cards"]
    sides = [{card["card"]: card[side] for card in cards} for side in ("side_a", "side_b")]
    outcomes = [_outcome(hand, texts, run) for texts in sides]
    if run.rules["john"]:
        outcomes[0] = pl.when(hand == JOHN).then(_key(JOHN_IS_LAID)).otherwise(outcomes[0])
    return outcomes


def _outcome(hand: pl.Expr, texts: Mapping[str, str], run: Run) -> pl.Expr:
    """Return where one side of a slot's card leads; ``texts`` are the sides by card."""
    number = _look_up(hand, texts, _read_number)
    if run.rules["john"]:
        number = pl.when((number == FIVE) & pl.col("john_lies")).then(0).otherwise(number)
    swarm = pl.col("swarm_before") + number * (1 + pl.col("waiting").cast(pl.Int64))
    may_be = swarm.is_between(0, run.rules["bite_at"] - 1)
    target = _look_up(hand, texts, _read_set)
    effect = _look_up(hand, texts, EFFECTS.get)
    waits = _look_up(hand, texts, lambda text: 1 if text == "?" else None)
    return (
        pl.when(may_be)
        .then(_key(PLAIN, swarm, pl.lit(0)))
        .when(target.is_not_null())
        .then(_key(PLAIN, target))
        .when(waits.is_not_null())
        .then(_key(PLAIN, waiting=pl.col("waiting") + 1))
        .when(effect.is_not_null())
        .then(_key(effect))
    )


def _key(effect: int | pl.Expr, swarm: pl.Expr | None = None, waiting: pl.Expr | None = None) -> pl.Expr:
    """Return one number for what a play leaves behind; swarm and waiting `?` stay where not given."""
    swarm = pl.col("swarm_before") if swarm is None else swarm
    waiting = pl.col("waiting") if waiting is None else waiting
    parts = [part.cast(pl.Int64) for part in (pl.lit(effect) if isinstance(effect, int) else effect, waiting)]
    return (parts[0] * 100_000 + parts[1]) * 10_000 + swarm


def _look_up(hand: pl.Expr, texts: Mapping[str, str], read: Callable[[str], int | None]) -> pl.Expr:
    """Return what ``read`` makes of the side of a slot's card, null where it is nothing."""
    found = {card: value for card, text in texts.items() if (value := read(text)) is not None}
    if not found:
        return pl.lit(None, dtype=pl.Int64)
    return hand.replace_strict(found, default=None, return_dtype=pl.Int64)


def _read_number(text: str) -> int | None:
    return int(text) if text.lstrip("-").isdecimal() else None


def _read_set(text: str) -> int | None:
    return int(text.removeprefix("set:")) if text.startswith("set:") else None


def _count_different(names: Sequence[str]) -> pl.Expr:
    """Count the different values among columns, nulls left out: each that none before it has."""
    new = [
        pl.all_horizontal(
            pl.col(name).is_not_null(), *(pl.col(name).ne_missing(pl.col(one)) for one in names[:place])
        )
        for place, name in enumerate(names)
    ]
    return pl.sum_horizontal(new)
