"""Who was ahead when, and what the score sheet made of it."""

import numpy as np
import polars as pl

from analysis.knitting.sheets import by_seat, win_shares
from analysis.knitting.unfinished import another_wins, winners_without
from analysis.ratios import Ratio, a_game, a_try
from simulation import Run


def first_to(run: Run, points: float) -> pl.DataFrame:
    """Return which seat had so many FO points on its mat first; games in which none had are left out.

    Parameters
    ----------
    run
        A run of Knitting.
    points
        FO points, those of knitting in real life too.

    Returns
    -------
    polars.DataFrame
        game_id (u32), seat (u8), turn (i16, from 0); sorted by game.
    """
    return pl.concat([_first_to(part, points) for part in run.parts("patterns")]).sort("game_id")


def _first_to(part: pl.LazyFrame, points: float) -> pl.DataFrame:
    """Add up the FOs of every seat in the order in which they were finished; a turn is one seat's alone."""
    fos = part.filter(pl.col("finished_turn").is_not_null()).sort("game_id", "finished_turn")
    gained = (pl.col("points") + pl.col("bonus")).cast(pl.Int64)
    there = fos.with_columns(mat=gained.cum_sum().over("game_id", "seat")).filter(pl.col("mat") >= points)
    first = there.group_by("game_id").agg(pl.col("seat", "finished_turn").sort_by("finished_turn").first())
    return first.select("game_id", "seat", pl.col("finished_turn").alias("turn")).collect()


def leader_wins(run: Run, points: float) -> Ratio:
    """Return whether the seat that had so many points first won; games in which none had are no tries."""
    first = first_to(run, points)
    hits, tries = np.zeros(run.count), np.zeros(run.count)
    games = first["game_id"].to_numpy()
    tries[games] = 1
    hits[games] = by_seat(run, "win_share")[games, first["seat"].to_numpy()]
    return a_try(pl.Series(hits), pl.Series(tries))


def decided_by_subtraction(run: Run) -> Ratio:
    """Return whether another seat would have won had no patterns in hand been subtracted (KT-12)."""
    return a_game(another_wins(by_seat(run, "win_share"), winners_without(run)), is_share=True)


def decided_by_real_life(run: Run) -> Ratio:
    """Return whether another seat would have won without the points of knitting in real life (KT-15)."""
    plain = win_shares(by_seat(run, "score") - by_seat(run, "bonus"), by_seat(run, "stash"))
    return a_game(another_wins(by_seat(run, "win_share"), plain), is_share=True)


def winners_lead(run: Run) -> Ratio:
    """Return by how many points the best score was above the second."""
    ranked = np.sort(by_seat(run, "score"), axis=1)
    return a_game(ranked[:, -1] - ranked[:, -2], least=0)
