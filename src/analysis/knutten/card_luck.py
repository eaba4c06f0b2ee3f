"""What a log of free games seems to say about cards: who held or played one, and who won."""

from collections.abc import Sequence

import polars as pl

from analysis.knutten.experiments import deck_of, wins
from analysis.ratios import Ratio, mean_ratio
from simulation import Run


def held_and_won(run: Run, seats: Sequence[int]) -> list[tuple[Ratio, Ratio]]:
    """Return, card by card, the wins of the games in which seats held it at some time, and of the others."""
    hands = [name for name in run.events.collect_schema() if name.startswith("hand_")]
    held = [
        pl.any_horizontal(pl.col(hand).eq_missing(pl.lit(card["card"])) for hand in hands)
        for card in deck_of(run)
    ]
    return _met_and_won(run, seats, held)


def played_and_won(run: Run, seats: Sequence[int]) -> list[tuple[Ratio, Ratio]]:
    """Return, side by side, the wins of the games in which seats played it at some time, and of the rest."""
    played = [
        pl.col("card").eq_missing(pl.lit(card["card"])) & pl.col("side").eq_missing(pl.lit(side))
        for card in deck_of(run)
        for side in "ab"
    ]
    return _met_and_won(run, seats, played)


def _met_and_won(run: Run, seats: Sequence[int], what: Sequence[pl.Expr]) -> list[tuple[Ratio, Ratio]]:
    split = [_split(wins(run, seat), _met(run, seat, what)) for seat in seats]
    return [
        (mean_ratio([one[row][0] for one in split]), mean_ratio([one[row][1] for one in split]))
        for row in range(len(what))
    ]


def _met(run: Run, seat: int, what: Sequence[pl.Expr]) -> pl.DataFrame:
    """Return a row a game and a column for each of ``what``: 1 if it holds of an event of a seat, else 0."""
    names = [str(number) for number in range(len(what))]
    parts = [
        events.filter(seat=seat)
        .select("game_id", *[one.alias(name) for one, name in zip(what, names, strict=True)])
        .group_by("game_id")
        .agg(pl.col(names).any())
        .collect()
        for events in run.parts("events")
    ]
    games = run.games.select("game_id").sort("game_id").collect()
    met = games.join(pl.concat(parts), on="game_id", how="left", maintain_order="left")
    return met.select(pl.col(names).fill_null(False).cast(pl.Float64))


def _split(won: Ratio, met: pl.DataFrame) -> list[tuple[Ratio, Ratio]]:
    columns = [column.to_numpy() for column in met.iter_columns()]
    return [(Ratio(won.hits * one, one), Ratio(won.hits * (1 - one), 1 - one)) for one in columns]
