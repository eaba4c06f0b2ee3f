"""A Wild or two stacks: what does the choice in the store reveal?"""

from pathlib import Path

import polars as pl
from matplotlib.axes import Axes

from analysis.contrasts import ALPHA
from analysis.duels import stalled_caveat
from analysis.figures import COLOURS as HUES
from analysis.figures import percent_axis, reaches
from analysis.finding import Basis, Finding, between, component_caveats, percent
from analysis.knitting.yarn_facts import counted, ends, with_events
from analysis.sums import ratio_of, ratio_sums, sum_over_parts
from simulation import Run
from simulation.games.knitting.components import COLOURS

MOST = 8
"""Cards of two stacks from which all count as one row."""
KEYS = ["policy", "cards", "measure"]
EVENT, WHAT = pl.col("event"), pl.col("what").cast(pl.String)


def wild_or_stacks(run: Run | str | Path) -> Finding:
    """Find how often a Wild is taken, and how often two stacks, by how many cards the stacks would bring.

    This tells what players prefer, not what the cards are worth: no game is played with a Wild instead of
    a card of a colour.

    Parameters
    ----------
    run
        A run of Knitting with events, or its folder.

    Returns
    -------
    Finding
        Table, a row a policy and number of cards, for turns in which a Wild and two stacks lay in the
        store: policy, cards (u8, of the two highest stacks; the last row counts all from there on), wild
        and two_stacks (shares of those turns in which they were taken), each with _low and _high, turns
        (u32), games (u32). Intervals are corrected for the number of rows.

    Raises
    ------
    GamegaugeError
        For a run of another game, or one without events.
    """
    run = with_events(run)
    table = _table(run)
    return Finding(
        question="A Wild or two stacks?",
        headline=_headline(table, run),
        table=table,
        basis=Basis.of(run),
        caveats=(
            "This is what the players' choice reveals, not what a Wild is worth: it shows their "
            "judgement, and they look at their hand and stash, which differ from turn to turn.",
            "Counted are turns in which a Wild and at least two stacks lay in the store; in the rest of "
            "them cards of the deck or patterns were taken.",
            f"Intervals cover all {table.height} rows of a column together with 95% (Bonferroni) and "
            "cluster by game.",
            *stalled_caveat([run]),
            *component_caveats(run),
        ),
        draw=_draw,
    )


def offers(events: pl.LazyFrame, run: Run) -> pl.LazyFrame:
    """Return the turns that offered a Wild and two stacks.

    Returns
    -------
    polars.LazyFrame
        game_id, policy, cards (i64, of the two highest stacks), wild and two_stacks (bool, what was taken).
    """
    stacks = pl.concat_list([pl.col(f"store_{colour}").cast(pl.Int64) for colour in COLOURS])
    highest = stacks.list.sort(descending=True)
    policies = dict(enumerate(run.policies))
    return (
        events.filter(EVENT.cast(pl.String).is_in(["shop", "pick"]) & (pl.col("store_wild") > 0))
        .with_columns(first=highest.list.get(0), second=highest.list.get(1))
        .filter(pl.col("second") > 0)
        .select(
            "game_id",
            policy=pl.col("seat").replace_strict(policies, return_dtype=pl.String),
            cards=pl.min_horizontal(pl.col("first") + pl.col("second"), pl.lit(MOST)),
            **{way: ((EVENT == "shop") & (way == WHAT)).fill_null(False) for way in ("wild", "two_stacks")},
        )
    )


def _counts(events: pl.LazyFrame, run: Run) -> pl.LazyFrame:
    took = [pl.col(name).sum() for name in ("wild", "two_stacks")]
    games = counted(offers(events, run).group_by("game_id", "policy", "cards").agg(*took, tries=pl.len()))
    return pl.concat(
        games.select("policy", "cards", "tries", hits=name)
        .group_by("policy", "cards")
        .agg(*ratio_sums(), games=pl.len())
        .with_columns(measure=pl.lit(name))
        for name in ("wild", "two_stacks")
    )


def _table(run: Run) -> pl.DataFrame:
    sums = sum_over_parts(run, "events", lambda events: _counts(events, run), by=KEYS)
    order = {policy: place for place, policy in enumerate(dict.fromkeys(run.policies))}
    sums = sums.sort(pl.col("policy").replace_strict(order, return_dtype=pl.Int64), "cards")
    found = {name: sums.filter(measure=name).to_dicts() for name in ("wild", "two_stacks")}
    rows = found["wild"]
    level = 1 - ALPHA / max(len(rows), 1)
    shares = {name: [ratio_of(row, int(row["games"]), level) for row in found[name]] for name in found}
    return pl.DataFrame(
        {
            "policy": pl.Series([row["policy"] for row in rows], dtype=pl.String),
            "cards": pl.Series([row["cards"] for row in rows], dtype=pl.UInt8),
            **ends("wild", shares["wild"]),
            **ends("two_stacks", shares["two_stacks"]),
            "turns": pl.Series([int(row["tries"]) for row in rows], dtype=pl.UInt32),
            "games": pl.Series([run.count] * len(rows), dtype=pl.UInt32),
        }
    )


def _headline(table: pl.DataFrame, run: Run) -> str:
    rows = table.filter(policy=run.policies[0])
    if not rows.height:
        return f"In {run.count:,} games no turn offered a {run.policies[0]} player a Wild and two stacks."
    first = rows.row(0, named=True)
    wild, stacks = (_words(first, name) for name in ("wild", "two_stacks"))
    return (
        f"Where the two highest stacks hold {first['cards']} cards in all, a {run.policies[0]} player "
        f"takes a Wild that lies beside them in {wild} of turns and the stacks in {stacks}; "
        f"{_turning_point(rows)}."
    )


def _words(row: dict[str, float], name: str) -> str:
    return f"{percent(row[name])} ({between(row[f'{name}_low'], row[f'{name}_high'])})"


def _turning_point(rows: pl.DataFrame) -> str:
    """Say from how many cards on stacks are shown to be preferred to a Wild."""
    for row in rows.iter_rows(named=True):
        if row["two_stacks_low"] > row["wild_high"]:
            more = " or more" if row["cards"] == MOST else ""
            return f"it is shown to prefer the stacks once they hold {row['cards']} cards{more}"
    return "it is not shown to prefer the stacks at any height"


def _draw(ax: Axes, table: pl.DataFrame) -> None:
    policies = table["policy"].unique(maintain_order=True).to_list()
    for number, policy in enumerate(policies):
        rows, hue = table.filter(policy=policy), HUES[number % len(HUES)]
        aside = (number - (len(policies) - 1) / 2) * 0.12
        for name, shape, line in (("wild", "o", "-"), ("two_stacks", "s", ":")):
            reach = reaches(rows[name], rows[f"{name}_low"], rows[f"{name}_high"])
            label = f"{'a Wild' if name == 'wild' else 'two stacks'}, {policy}"
            ax.errorbar(
                rows["cards"] + aside,
                rows[name],
                yerr=reach,
                color=hue,
                capsize=3,
                label=label,
                fmt=shape,
                ls=line,
            )
    numbers = table["cards"].unique().sort().to_list()
    ax.set_xticks(numbers, [f"{number}+" if number == MOST else str(number) for number in numbers])
    ax.set_ylim(bottom=0)
    ax.set_xlabel("cards in the two highest stacks, a Wild lying beside them")
    ax.set_ylabel("share of turns")
    if table.height:
        low, high = table["wild"][0], table.filter(policy=policies[0])["wild"][-1]
        ax.set_title(
            f"A Wild is taken in {percent(low, 0)} of turns beside low stacks,\n"
            f"in {percent(high, 0)} beside high ones ({policies[0]})"
        )
    ax.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    percent_axis(ax)
