"""The choice of every turn: what was possible, what was chosen, and how the seat stood (KT-7)."""

import polars as pl

from simulation import Run
from simulation.games.knitting.components import COLOURS, YARNS

NAMES = {
    "wild": "one Wild",
    "two_from_deck": "two from the deck",
    "two_stacks": "two stacks",
    "deck_and_stack": "deck and stack",
    "pick": "pick patterns",
    "pass": "pass",
}
WAYS = tuple(NAMES)
"""Ways to shop as the log names them, and what else a turn may be spent on."""
GAME, EVENT = pl.col("game_id"), pl.col("event")
READ = ("draw_pattern", "give_back", "finish", "shop", "pick", "pass")
"""Events that tell of choices, or of what was possible and how the seats stood."""


def choices(events: pl.LazyFrame, run: Run) -> pl.LazyFrame:
    """Return a row a turn: how it was spent, what else was possible, and what it brought.

    The log tells how many options there were, but not which: those with cards of the deck are what is left
    when Wilds, pairs of stacks and the pattern deck are taken off.

    Parameters
    ----------
    events
        Rows of whole games, in the order of play.
    run
        The run they are of.

    Returns
    -------
    polars.LazyFrame
        game_id, turn, seat, policy, way (one of ``WAYS``), can_WAY (bool) for each of them, cards (i64, yarn
        cards that came into the stash), lead (i64, FO points on the mat less those of the best other).
    """
    took = pl.sum_horizontal(pl.col(f"taken_{yarn}").cast(pl.Int64) for yarn in YARNS)
    stacks = pl.sum_horizontal((pl.col(f"store_{colour}") > 0).cast(pl.Int64) for colour in COLOURS)
    policies = dict(enumerate(run.policies))
    return (
        events.filter(EVENT.cast(pl.String).is_in(READ))
        .with_columns(patterns=_patterns_left(run), lead=_lead(run.players))
        .filter(EVENT.cast(pl.String).is_in(["shop", "pick", "pass"]))
        .with_columns(stacks=stacks, wilds=pl.col("store_wild").cast(pl.Int64))
        .with_columns(deck=_options_of_deck())
        .select(
            "game_id",
            "turn",
            "seat",
            policy=pl.col("seat").replace_strict(policies, return_dtype=pl.String),
            way=pl.when(EVENT == "shop")
            .then(pl.col("what").cast(pl.String))
            .otherwise(EVENT.cast(pl.String)),
            **{f"can_{way}": one for way, one in _possible().items()},
            cards=pl.when(EVENT == "shop").then(took).otherwise(0),
            lead="lead",
        )
    )


def _patterns_left(run: Run) -> pl.Expr:
    """Return the cards of the pattern deck after each event."""
    cards = len(run.components["patterns"]["patterns"]) - ("without" in run.force)
    step = (EVENT == "give_back").cast(pl.Int64) - (EVENT == "draw_pattern").cast(pl.Int64)
    return cards + step.cum_sum().over(GAME)


def _lead(players: int) -> pl.Expr:
    """Return by how many FO points the seat of each event leads the best other one."""
    points = pl.when(EVENT == "finish").then(pl.col("points").cast(pl.Int64)).otherwise(0)
    mats = [(points * (pl.col("seat") == seat)).cum_sum().over(GAME) for seat in range(players)]
    leads = [
        mats[seat] - pl.max_horizontal(mats[other] for other in range(players) if other != seat)
        for seat in range(players)
    ]
    own = [lead * (pl.col("seat") == seat) for seat, lead in enumerate(leads)]
    return pl.sum_horizontal(own)


def _options_of_deck() -> pl.Expr:
    """Return how many options draw from the deck: two cards is one, and so is one card with each stack."""
    pairs = pl.col("stacks") * (pl.col("stacks") - 1) // 2
    return pl.col("legal").cast(pl.Int64) - pl.col("wilds") - pairs - (pl.col("patterns") > 0).cast(pl.Int64)


def _possible() -> dict[str, pl.Expr]:
    stacks, deck = pl.col("stacks"), pl.col("deck")
    return {
        "wild": pl.col("wilds") > 0,
        "two_from_deck": deck > stacks,
        "two_stacks": stacks >= 2,
        "deck_and_stack": (stacks > 0) & (deck >= stacks),
        "pick": pl.col("patterns") > 0,
        "pass": pl.col("legal") == 0,
    }
