"""What a log says of John Knut, game by game (KN-14 to KN-17)."""

from functools import reduce

import polars as pl

from simulation import Run
from simulation.games.knutten.components import JOHN

COUNTS = ("held", "played", "under", "kept", "shooed", "lay", "bites", "hit_fewest", "hit_alone", "wins")


def john_by_game(run: Run) -> pl.DataFrame:
    """Count what became of John in every game.

    A hand is seen when its player acts, or a WIND or a refill shows it: John drawn after a player's last
    turn of a round is not seen.

    Parameters
    ----------
    run
        A run of Knutten with events and the switch ``john``.

    Returns
    -------
    polars.DataFrame
        game_id (u32), and as numbers (f64): held (1 if he was seen in a hand); the ends of the times he was
        held: played, under (put under the swamp, KN-8), kept (to the round's end); shooed (KN-17); lay
        (turns from his play to the skip for him, or to the game's end); bites he gave; those that hit a
        player with the fewest bites, and the only such player; wins (win shares of those he bit).
    """
    events = pl.concat([_handled(part).collect() for part in run.parts("events")])
    bites = pl.concat([_bites(part, run.players).collect() for part in run.parts("rounds")])
    shares = run.seats.select("game_id", "seat", "win_share").collect()
    wins = bites.join(shares, left_on=["game_id", "target"], right_on=["game_id", "seat"], how="left")
    bitten = wins.group_by("game_id").agg(
        pl.len().alias("bites"),
        pl.col("hit_fewest", "hit_alone").sum(),
        pl.col("win_share").sum().alias("wins"),
    )
    games = run.games.select("game_id", "turns").collect()
    joined = games.join(events, on="game_id", how="left").join(bitten, on="game_id", how="left")
    last = pl.coalesce("sent_at", pl.col("turns").cast(pl.Int64) - 1)
    lay = pl.when(pl.col("laid_at").is_not_null()).then(last - pl.col("laid_at"))
    return joined.with_columns(lay=lay).sort("game_id").select("game_id", _numbers())


def _numbers() -> pl.Expr:
    return pl.col(COUNTS).cast(pl.Float64).fill_null(0.0)


def _handled(events: pl.LazyFrame) -> pl.LazyFrame:
    """Return what the players of a part did with John."""
    event, schema = pl.col("event").cast(pl.String), events.collect_schema()
    hands = [name for name in schema if name.startswith("hand_")]
    holds = reduce(lambda one, other: one | other, [pl.col(name).eq_missing(JOHN) for name in hands])
    played, under, shooed = event == "john", (event == "redraw") & holds, event == "shoo"
    # A seat's last action of a round with John in hand, if it does not part with him, keeps him.
    last = pl.struct("game_id", "round", "seat").is_last_distinct()
    turn = pl.col("turn").cast(pl.Int64)
    marked = events.with_columns(
        held=holds, played=played, under=under, shooed=shooed, kept=holds & last & ~played & ~under, turn=turn
    )
    return marked.group_by("game_id").agg(
        pl.col("held").any(),
        pl.col("played", "under", "kept", "shooed").sum(),
        laid_at=pl.col("turn").filter("played").first(),
        sent_at=pl.col("turn").filter("shooed").first(),
    )


def _bites(rounds: pl.LazyFrame, players: int) -> pl.LazyFrame:
    """Return John's bites, each with whether the bitten seat had the fewest bites, alone or with others.

    He bites before the round in which he is played ends; he does it once a game at most (KN-17).
    """
    john = pl.col("john_bitten")
    each = pl.col("bites") / pl.col("bitten").bitwise_count_ones()
    ends = [
        pl.when((pl.col("bitten") & (1 << seat)) != 0).then(each).otherwise(0.0).alias(str(seat))
        for seat in range(players)
    ]
    seats = [str(seat) for seat in range(players)]
    before = rounds.select("game_id", "john_bitten", *ends).with_columns(
        [(pl.col(seat).cum_sum() - pl.col(seat)).over("game_id") for seat in seats]
    )
    target = pl.coalesce(
        [pl.when((john & (1 << seat)) != 0).then(pl.lit(seat, pl.UInt8)) for seat in range(players)]
    )
    own = pl.coalesce([pl.when((john & (1 << seat)) != 0).then(pl.col(str(seat))) for seat in range(players)])
    fewest = pl.min_horizontal(seats)
    leaders = pl.sum_horizontal([(pl.col(seat) == fewest).cast(pl.Int64) for seat in seats])
    return before.filter(john != 0).select(
        "game_id",
        target=target,
        hit_fewest=own == fewest,
        hit_alone=(own == fewest) & (leaders == 1),
    )
