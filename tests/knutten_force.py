"""What forced games log of the seat that is forced."""

from itertools import pairwise

import polars as pl


def first_events(run, seat=0):
    """Return the seat's first event of each round that it moves in."""
    events = run.events.filter(pl.col("seat") == seat).collect()
    return events.group_by("game_id", "round", maintain_order=True).first()


def holds(card):
    """Tell whether a hand holds a card."""
    return pl.any_horizontal(pl.col(f"hand_{slot}").eq_missing(pl.lit(card)) for slot in "abc")


def chosen(run):
    """Return chooser and starter of every round that somebody chose the starter of."""
    rounds = run.rounds.collect().to_dicts()
    for before, row in pairwise(rounds):
        if row["game_id"] == before["game_id"] and before["cause"] != "stalled":
            of_swarm = before["cause"] == "swarm"
            (chooser,) = (seat for seat in range(run.players) if (before["bitten"] >> seat & 1) == of_swarm)
            yield chooser, row["starter"]
