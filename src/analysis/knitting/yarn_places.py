"""Where does the yarn lie while a game is played?"""

from pathlib import Path

import polars as pl
from matplotlib.axes import Axes

from analysis.duels import stalled_caveat
from analysis.figures import BLUE, GOLD, GREEN, MUTED, TEAL, VIOLET, percent_axis
from analysis.finding import Basis, Finding, component_caveats
from analysis.knitting.yarn_facts import CARDS, cards_with, ends, mean_a_try, with_events
from analysis.sums import ratio_sums
from simulation import Run
from simulation.games.knitting.components import YARNS

PLACES = ("deck", "store", "stash", "wip", "discards", "mat")
HUES = dict(zip(PLACES, (MUTED, TEAL, BLUE, VIOLET, GOLD, GREEN), strict=True))
NAMES = {"stash": "stashes", "wip": "WIPs", "mat": "mats"}
MOVES = ("deal", "shop", "play", "trade", "cast_on", "finish", "wipe", "reshuffle", "stock")
EVENT, CARD = pl.col("event"), pl.col("what").cast(pl.String)


def yarn_places(run: Run | str | Path) -> Finding:
    """Find how many cards of each yarn lie where, at the ends of turns, on average over turns.

    Parameters
    ----------
    run
        A run of Knitting with events, or its folder.

    Returns
    -------
    Finding
        Table, a row a yarn and place: yarn, place (deck, store, stash, wip, discards, mat), mean (cards
        at the end of a turn), mean_low, mean_high, share (of all cards of the yarn), games (u32). Stashes and
        WIPs are those of all seats together.

    Raises
    ------
    GamegaugeError
        For a run of another game, or one without events.
    """
    run = with_events(run)
    table = _table(run)
    return Finding(
        question="Where does the yarn lie?",
        headline=_headline(table, run),
        table=table,
        basis=Basis.of(run),
        caveats=(
            "Counted at the end of every turn, when the store is restocked; long games have more turns.",
            "A yarn's cards in the deck are those that lie nowhere else. Each interval covers its own "
            "row with 95% and clusters by game.",
            *stalled_caveat([run]),
            *component_caveats(run),
        ),
        draw=_draw,
    )


def cards_at_places(events: pl.LazyFrame, run: Run) -> pl.LazyFrame:
    """Return, game by game, the cards of each yarn at each place, added up over the ends of turns.

    A card that comes to a place in turn t of T lies there at the ends of T - t turns; one that leaves it
    takes as many away. So no state has to be followed.

    Parameters
    ----------
    events
        Rows of whole games, in the order of play.
    run
        The run they are of.

    Returns
    -------
    polars.LazyFrame
        game_id, turns, and PLACE_YARN (i64) for every place but the deck.
    """
    flows = _flows(run)
    left = pl.col("turn").max().over("game_id") - pl.max_horizontal("turn", pl.lit(0, pl.Int16))
    moved = {yarn: pl.col(f"taken_{yarn}").cast(pl.Int64) for yarn in YARNS}
    sums = [
        (flow * (moved[yarn] - pl.col(f"kept_{yarn}") * part) * pl.col("left")).sum().alias(f"{place}_{yarn}")
        for place, flow, part in flows
        for yarn in YARNS
    ]
    kept = [(flow * pl.col(f"kept_{yarn}") * pl.col("left")).sum().alias(f"mat_{yarn}")
            for flow in [(EVENT == "finish").cast(pl.Int64)] for yarn in YARNS]  # fmt: skip
    store = [
        pl.col(f"after_{yarn}").cast(pl.Int64).filter((EVENT == "stock") & (pl.col("turn") >= 0)).sum()
        .alias(f"store_{yarn}") for yarn in YARNS
    ]  # fmt: skip
    return (
        events.with_columns(*_kept(run))
        .filter(EVENT.cast(pl.String).is_in(MOVES))
        .with_columns(left=(left + 1).cast(pl.Int64))
        .group_by("game_id")
        .agg(pl.col("turn").max().cast(pl.Int64).add(1).alias("turns"), *sums, *kept, *store)
    )


def _flows(run: Run) -> list[tuple[str, pl.Expr, int]]:
    """Return for each place what an event does to it: 1 brings the cards that it moves, -1 takes them.

    The third part tells whether cards that are kept on a mat are left out.
    """
    is_play = EVENT == "play"
    drawn, frogged = (is_play & CARD.is_in(cards_with(run, effect)) for effect in ("draw_yarn", "frog"))
    comes = {
        "stash": (EVENT.is_in(["deal", "shop"]) | drawn | frogged, EVENT.is_in(["trade", "cast_on"]), 0),
        "wip": (EVENT == "cast_on", (EVENT == "finish") | frogged, 0),
        "discards": (EVENT.is_in(["trade", "finish", "wipe"]), EVENT == "reshuffle", 1),
    }
    return [
        (place, brings.cast(pl.Int64) - takes.cast(pl.Int64), part)
        for place, (brings, takes, part) in comes.items()
    ]


def _kept(run: Run) -> list[pl.Expr]:
    """Return the cards of a finished WIP that go to the mat, for knitting in real life (KT-15)."""
    if not run.rules["real_life"]:
        return [pl.lit(0, pl.Int64).alias(f"kept_{yarn}") for yarn in YARNS]
    shown = (EVENT == "real_life") & pl.col("what").is_null()
    return [
        pl.when(EVENT == "finish")
        .then(
            pl.col(f"taken_{yarn}").cast(pl.Int64)
            * pl.when(shown).then(f"taken_{yarn}").otherwise(0).max().over("game_id", "seat").cast(pl.Int64)
        )
        .otherwise(0)
        .alias(f"kept_{yarn}")
        for yarn in YARNS
    ]


def _sums_of(part: pl.LazyFrame, run: Run) -> pl.DataFrame:
    """Return a part's sums over games, a row a yarn and place."""
    games = cards_at_places(part, run).collect(engine="streaming").sort("game_id")
    rows = []
    for yarn in YARNS:
        elsewhere = pl.sum_horizontal(f"{place}_{yarn}" for place in PLACES[1:])
        values = {"deck": CARDS[yarn] * pl.col("turns") - elsewhere}
        values |= {place: pl.col(f"{place}_{yarn}") for place in PLACES[1:]}
        rows += [
            games.select(hits=value, tries="turns").select(
                pl.lit(yarn).alias("yarn"), pl.lit(place).alias("place"), *ratio_sums(), games=pl.len()
            )
            for place, value in values.items()
        ]
    return pl.concat(rows)


def _table(run: Run) -> pl.DataFrame:
    keys = ["yarn", "place"]
    parts = [_sums_of(part, run) for part in run.parts("events")]
    sums = pl.concat(parts).group_by(keys).sum()
    rows = [(yarn, place) for yarn in YARNS for place in PLACES]
    estimates = [mean_a_try(sums.filter(yarn=yarn, place=place)) for yarn, place in rows]
    return pl.DataFrame(
        {
            "yarn": [yarn for yarn, _ in rows],
            "place": [place for _, place in rows],
            **ends("mean", estimates),
            "share": [one[0] / CARDS[yarn] for one, (yarn, _) in zip(estimates, rows, strict=True)],
            "games": pl.Series([run.count] * len(rows), dtype=pl.UInt32),
        }
    )


def _headline(table: pl.DataFrame, run: Run) -> str:
    cards = pl.Series([CARDS[yarn] for yarn in table["yarn"]])
    everywhere = (
        table.with_columns(cards=cards).group_by("place").agg(pl.col("mean").sum(), pl.col("cards").sum())
    )
    shares = {row["place"]: row["mean"] / row["cards"] for row in everywhere.to_dicts()}
    wild = {row["place"]: row for row in table.filter(yarn="wild").to_dicts()}
    told = ", ".join(f"{100 * shares[place]:.0f}% in {_name(place)}" for place in ("stash", "wip", "store"))
    return (
        f"On average over the turns of {run.count:,} games, of all yarn {told}, and "
        f"{100 * (shares['deck'] + shares['discards']):.0f}% in deck and discards; of the "
        f"{CARDS['wild']} Wilds {wild['stash']['mean']:.1f} ({wild['stash']['mean_low']:.1f} to "
        f"{wild['stash']['mean_high']:.1f}) lie in stashes and {wild['store']['mean']:.2f} "
        f"({wild['store']['mean_low']:.2f} to {wild['store']['mean_high']:.2f}) in the store."
    )


def _name(place: str) -> str:
    return NAMES.get(place, f"the {place}")


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    rows, base = range(len(YARNS)), [0.0] * len(YARNS)
    for place in PLACES:
        shares = table.filter(place=place)["share"].to_list()
        if sum(shares) > 0:
            ax.bar(rows, shares, bottom=base, color=HUES[place], width=0.78, label=NAMES.get(place, place))
        base = [low + share for low, share in zip(base, shares, strict=True)]
    ax.set_xticks(rows, [f"{yarn}\n{CARDS[yarn]} cards" for yarn in YARNS], fontsize=9)
    ax.set_ylabel("share of its cards,\nat the ends of turns")
    stash = table.filter(place="stash").sort("share").row(-1, named=True)
    ax.set_title(f"Stashes hold {100 * stash['share']:.0f}% of the {stash['yarn']} yarn, the most of any")
    handles, labels = ax.get_legend_handles_labels()
    ax.legend(handles[::-1], labels[::-1], loc="center left", bbox_to_anchor=(1.0, 0.5))
    percent_axis(ax)
