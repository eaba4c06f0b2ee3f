"""Which card is too good to be dealt, and which side to play first?"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import polars as pl

from analysis.contrasts import ALPHA, Difference, difference_columns, paired_difference, points
from analysis.finding import Finding, component_caveats
from analysis.knutten.card_figures import draw_against, draw_sorted
from analysis.knutten.card_luck import held_and_won, played_and_won
from analysis.knutten.experiments import Outcome, Setting, deck_of, outcome
from analysis.ratios import Ratio
from simulation import Run


def card_values(
    players: int = 4,
    policy: str = "careful",
    deck: str = "default",
    games: int = 4_000,
    seed: int = 2016,
    seats: Sequence[int] = (0,),
    rules: Mapping[str, Any] | None = None,
) -> Finding:
    """Find what being dealt a card does to a seat: the card dealt in every round, against never.

    Both ways play the same deals but for that card, so that the difference is its doing. Beside it
    stands what a log of free games seems to say: the win share of games in which the seat held the
    card at some time, less that of the others, which is a correlation only.

    Parameters
    ----------
    players, policy, deck, games, seed, rules
        The table; ``games`` are those of each way to play.
    seats
        Seats on which the card is forced, each in games of its own; their mean is told.

    Returns
    -------
    Finding
        Table, a row a card, the best first: card, copies, win (difference of the win share), bite
        (difference of the chance to be bitten in a round), correlation; each with _low, _high and _p;
        games (u32). Intervals are corrected for the number of cards, p-values by Holm.

    Raises
    ------
    GamegaugeError
        For a table that cannot be played, no seat, or one that is not at the table.
    """
    setting = Setting(players, policy, deck, games, seed, tuple(seats), rules or {})
    free = setting.play("events")
    cards = deck_of(free)
    pairs = [(outcome(setting, card=card["card"]), outcome(setting, without=card["card"])) for card in cards]
    table = _table(
        {"card": [card["card"] for card in cards], "copies": [card["copies"] for card in cards]},
        pairs,
        held_and_won(free, setting.seats),
        games,
    )
    return Finding(
        question=f"What is a card worth to {policy} players with the {deck} deck?",
        headline=_headline(table, setting, _near_the_best(table, pairs, cards)),
        table=table,
        basis=setting.basis(free, "each card dealt in every round, against none"),
        caveats=(
            "Without the card the seat gets another one at random; with it, the card comes for the first one "
            "dealt.",
            *_caveats(setting, table, "held the card"),
            *component_caveats(free),
        ),
        draw=lambda ax, table: draw_sorted(
            ax, table, table["card"].to_list(), _title(setting, "being dealt a card")
        ),
    )


def side_values(
    players: int = 4,
    policy: str = "careful",
    deck: str = "default",
    games: int = 4_000,
    seed: int = 2016,
    seats: Sequence[int] = (0,),
    rules: Mapping[str, Any] | None = None,
) -> Finding:
    """Find what it does to a seat to open with a side in every round, against playing as it likes.

    The seat is dealt the card both ways. Where the side may not be played first (KN-6), the seat plays
    as it likes; ``opened`` tells how often it did play it first.

    Parameters
    ----------
    players, policy, deck, games, seed, seats, rules
        As for ``card_values``.

    Returns
    -------
    Finding
        Table, a row a side, the best first: card, side (a or b), face, opened (share of rounds), win,
        bite, correlation (of having played the side at some time in free games); each of these three
        with _low, _high and _p; games (u32). Intervals are corrected for the number of sides.

    Raises
    ------
    GamegaugeError
        For a table that cannot be played, no seat, or one that is not at the table.
    """
    setting = Setting(players, policy, deck, games, seed, tuple(seats), rules or {})
    free = setting.play("events")
    sides = [(card, side) for card in deck_of(free) for side in "ab"]
    dealt = {card["card"]: outcome(setting, card=card["card"]) for card in deck_of(free)}
    opened = [outcome(setting, "events", card=card["card"], side=side) for card, side in sides]
    table = _table(
        _side_names(sides, opened),
        [(one, dealt[card["card"]]) for one, (card, _) in zip(opened, sides, strict=True)],
        played_and_won(free, setting.seats),
        games,
    )
    labels = [f"{row['face']}  of  {row['card']}" for row in table.iter_rows(named=True)]
    return Finding(
        question=f"What is it worth to {policy} players to open with a side ({deck} deck)?",
        headline=_side_headline(table, setting),
        table=table,
        basis=setting.basis(free, "each card dealt and one side played first, against its own choice"),
        caveats=(
            "Where a side may not be played first, the seat plays as it likes; `opened` is the share of "
            "rounds in which it was played first.",
            *_caveats(setting, table, "played the side"),
            *component_caveats(free),
        ),
        draw=lambda ax, table: draw_sorted(ax, table, labels, _title(setting, "opening with a side")),
    )


def bite_against_win(values: Finding) -> Finding:
    """Return the same finding, drawn as the change of the chance of a bite against that of the win share.

    Parameters
    ----------
    values
        What ``card_values`` or ``side_values`` returned.
    """
    return replace(values, draw=draw_against)


def _side_names(
    sides: Sequence[tuple[dict[str, Any], str]], opened: Sequence[Outcome]
) -> dict[str, list[Any]]:
    """Return the columns that tell which side a row is about, and how often it was played first."""
    return {
        "card": [card["card"] for card, _ in sides],
        "side": [side for _, side in sides],
        "face": [card[f"side_{side}"] for card, side in sides],
        "opened": [
            _opened(one.runs, card["card"], side) for one, (card, side) in zip(opened, sides, strict=True)
        ],
    }


def _opened(runs: Mapping[int, Run], card: str, side: str) -> float:
    """Return in what share of all rounds the seat's first event was that side."""
    opened = pl.col("card").eq_missing(pl.lit(card)) & pl.col("side").eq_missing(pl.lit(side))
    hits = sum(
        events.filter(seat=seat).group_by("game_id", "round").first().select(opened.sum()).collect().item()
        for seat, run in runs.items()
        for events in run.parts("events")
    )
    rounds = sum(run.table("rounds").select(pl.len()).collect().item() for run in runs.values())
    return float(hits / rounds)


def _table(
    names: dict[str, list[Any]],
    pairs: Sequence[tuple[Outcome, Outcome]],
    lucky: Sequence[tuple[Ratio, Ratio]],
    games: int,
) -> pl.DataFrame:
    """Return the rows, the best for winning first."""
    rows = len(pairs)
    columns: dict[str, list[Difference]] = {
        "win": [paired_difference(one.win, other.win, rows) for one, other in pairs],
        "bite": [paired_difference(one.bite, other.bite, rows) for one, other in pairs],
        "correlation": [paired_difference(*one, rows) for one in lucky],
    }
    values = {
        key: value for name, row in columns.items() for key, value in difference_columns(name, row).items()
    }
    table = pl.DataFrame({**names, **values, "games": pl.Series([games] * rows, dtype=pl.UInt32)})
    return table.sort("win", *list(names)[:2], descending=[True, False, False])


def _near_the_best(
    table: pl.DataFrame, pairs: Sequence[tuple[Outcome, Outcome]], cards: Sequence[dict[str, Any]]
) -> list[str]:
    """Return the cards whose worth is not shown to differ from that of the best, the better first."""
    worth = {
        card["card"]: Ratio(held.win.hits - missed.win.hits, held.win.tries, is_share=False)
        for card, (held, missed) in zip(cards, pairs, strict=True)
    }
    best, *others = table["card"].to_list()
    ends = {card: worth[best].less(worth[card], 1 - ALPHA / len(others)) for card in others}
    return [card for card, (_, low, _) in ends.items() if low <= 0]


def _headline(table: pl.DataFrame, setting: Setting, near: Sequence[str]) -> str:
    best, worst = table.row(0, named=True), table.row(-1, named=True)
    like = f" (not shown to differ from it: {', '.join(near)})" if near else ""
    return (
        f"{_at(setting)}, being dealt {best['card']} in every round did best: against never, the win share "
        f"changes by {points(best, 'win')}{like}; being dealt {worst['card']} did worst: "
        f"{points(worst, 'win')}; {_matter(table)} of {table.height} cards are shown to change it, in "
        f"{_games(setting)} with and as many without."
    )


def _side_headline(table: pl.DataFrame, setting: Setting) -> str:
    best, worst = table.row(0, named=True), table.row(-1, named=True)
    return (
        f"{_at(setting)}, having to open every round with {_side(best)} does most good or least harm: "
        f"against the own choice with the same card, the win share changes by {points(best, 'win')}; with "
        f"{_side(worst)} the reverse: {points(worst, 'win')}; {_matter(table)} of {table.height} sides are "
        f"shown to change it, in {_games(setting)} each way."
    )


def _at(setting: Setting) -> str:
    return f"With {setting.policy} players and the {setting.deck} deck at a table of {setting.players}"


def _side(row: dict[str, Any]) -> str:
    return f"{row['face']} of {row['card']}"


def _matter(table: pl.DataFrame) -> int:
    return table.filter((pl.col("win_low") > 0) | (pl.col("win_high") < 0)).height


def _games(setting: Setting) -> str:
    return f"{setting.games * len(setting.seats):,} games"


def _caveats(setting: Setting, table: pl.DataFrame, held: str) -> list[str]:
    seats = ", ".join(map(str, setting.seats))
    which = f"seat {seats}" if len(setting.seats) == 1 else f"each of the seats {seats}, in games of its own,"
    return [
        f"Forced is {which} in every round; seat 0 starts the first. The other seats are dealt and play as "
        "they like.",
        f"The intervals of each column cover all {table.height} rows together with 95% (Bonferroni); "
        "p-values are corrected by Holm.",
        f"`correlation` compares free games in which the seat {held} at some time with those in which it did "
        "not. It is a correlation only: long games give more chances to hold a card.",
        "Stalled games are counted; none is left out.",
    ]


def _title(setting: Setting, doing: str) -> str:
    return f"What {doing} does to the win share\n{setting.policy} players, {setting.deck} deck"
