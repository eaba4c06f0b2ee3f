"""What designs are worth, and how games grow with the table: counted again, and where it is known exactly."""

import numpy as np
import polars as pl
import pytest
from matplotlib.colors import to_rgba

from analysis.figures import BLUE, RED
from analysis.knit_wit import designs, scaling
from analysis.knit_wit.designs import MEASURES, _best
from analysis.knit_wit.scaling import DRAWN, apart
from analysis.knit_wit.scaling import MEASURES as SCALED
from drawings import title
from hand_made_runs import rows, rows_by_game
from knit_wit_recounts import (
    LOOPS,
    count,
    estimate,
    mean_of,
    of_games,
    played,
    same_as_another,
    sheets,
    width,
)
from plain_statistics import clustered, mean_a_try, same

ALL_ANSWERED = {"blank": 0, "patience": 3600, "spread": 0}
NOBODY_ANSWERS = {"blank": 1}


@pytest.fixture(scope="module", autouse=True)
def _runs_elsewhere(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GAMEGAUGE_RUNS", str(tmp_path_factory.mktemp("runs")))
        yield


# What a design is worth


@pytest.fixture(scope="module")
def found():
    return designs((3, 2), ("spreader", "stacker", "careful"), 40)


def test_tables_and_ways_to_place_are_all_there(found):
    keys = [(size, name) for size in (2, 3) for name in ("spreader", "stacker", "careful")]
    assert found.table.select("players", "placement").rows() == keys
    assert found.table["games"].to_list() == [40] * 6
    assert found.n == 240
    assert "40 games at each of 6 tables" in found.basis.note
    assert any("hold for all 6 rows together" in caveat for caveat in found.caveats)


def test_designs_are_counted_again(found):
    for row in found.table.to_dicts():
        run = played(row["players"], 40, f"{row['placement']}:fill_sheet:answering=easy_first")
        spools = rows_by_game(run, "spools")
        written = [len(answers) for answers in rows_by_game(run, "answers")]
        points = [
            np.mean([seat["score"] - seat["bonus"] for seat in game]) for game in rows_by_game(run, "seats")
        ]
        finish = sheets(run, "finish_second").max(axis=1)
        level = 1 - 0.05 / 6
        expected = {
            "offered": mean_of([sum(one["loops"] for one in game) for game in spools], level),
            "reached": mean_of(points, level),
            "deepest": mean_of([max(one["loops"] for one in game) for game in spools], level),
            "answers": clustered(written, [len(game) * run.players for game in spools], level),
            "seconds": mean_of(finish, level),
        }
        assert set(expected) == set(MEASURES)
        for name, numbers in expected.items():
            assert same(estimate(row, name), numbers), name


def test_points_of_a_design_are_those_of_the_log(found):
    for row in found.table.to_dicts():
        run = played(row["players"], 40, f"{row['placement']}:fill_sheet:answering=easy_first")
        assert row["offered"] == pytest.approx(np.mean(of_games(run, "design_points")))


@pytest.mark.parametrize("players", LOOPS)
def test_a_spreader_offers_as_little_as_can_be(players):
    finding = designs((players,), ("spreader", "stacker"), 4)
    least, most = finding.table["offered"]
    loops = LOOPS[players]
    # Each spool lies in a loop, and every loop but the first goes round one more.
    assert least == 2 * loops - 1
    # Each loop goes round the spool placed last, which is put as deep as can be.
    assert most == loops * (loops + 1) / 2
    assert finding.table["deepest"].to_list() == [2, loops]


def test_intervals_hold_the_estimate_and_shrink_with_games(found):
    more = designs((2, 3), ("spreader", "stacker", "careful"), 360)
    for few, many in zip(found.table.to_dicts(), more.table.to_dicts(), strict=True):
        for name in MEASURES:
            for row in (few, many):
                value, low, high = estimate(row, name)
                assert low <= value <= high
            assert width(many, name) < width(few, name) / 2


def test_the_headline_is_of_six_players_or_of_most(found):
    assert found.headline.startswith("With 3 players")
    assert designs((8, 6, 2), ("spreader",), 2).headline.startswith("With 6 players")
    for row in found.table.filter(players=3).to_dicts():
        told = [
            f"{row[name]:.1f} ({row[f'{name}_low']:.1f} to {row[f'{name}_high']:.1f}) {name}"
            for name in ("offered", "reached")
        ]
        assert f"{row['placement']} {', '.join(told)}" in found.headline


def test_the_best_is_named_with_whom_it_is_not_shown_to_beat(found):
    few = designs((3,), ("spreader", "stacker", "careful"), 5)
    rows = few.table.sort("reached", descending=True).to_dicts()
    near = [row["placement"] for row in rows[1:] if row["reached_high"] >= rows[0]["reached_low"]]
    assert near
    told = f"Most is reached by {rows[0]['placement']}, not shown to differ from {', '.join(near)}."
    assert few.headline.endswith(told)
    rows = found.table.filter(players=3).sort("reached", descending=True).to_dicts()
    assert rows[0]["reached_low"] > rows[1]["reached_high"]
    assert found.headline.endswith(f"Most is reached by {rows[0]['placement']}.")


def test_intervals_that_overlap_show_no_difference():
    ends = {"offered": 9, "offered_low": 9, "offered_high": 9, "answers": 1}
    rows = [
        {
            "placement": name,
            "reached": reached,
            "reached_low": reached - 1,
            "reached_high": reached + 1,
            **ends,
        }
        for name, reached in (("a", 10), ("b", 8.5), ("c", 7.9))
    ]
    assert _best(rows) == "Most is reached by a, not shown to differ from b."


def test_what_offers_most_and_is_answered_less_often_is_told():
    finding = designs((6,), ("spreader", "stacker"), 150)
    spread, stack = finding.table.to_dicts()
    assert spread["reached_low"] > stack["reached_high"]
    assert finding.headline.endswith(
        "Most is reached by spreader, though stacker offers most: its spools are answered less often "
        f"({100 * stack['answers']:.0f}% against {100 * spread['answers']:.0f}%)."
    )


def test_what_offers_most_is_not_said_to_be_answered_less_often_where_it_is_not():
    people = {**ALL_ANSWERED, "candidates": 12, "narrowing": 0.3}
    finding = designs((6,), ("spreader", "stacker"), 60, people=people)
    # All are as fast: the last answer of the two who get no button comes too late.
    assert finding.table["answers"].to_list() == pytest.approx([34 / 36] * 2)
    assert finding.headline.endswith("Most is reached by spreader, though stacker offers most.")


def test_what_offers_and_brings_most_is_told():
    people = {**ALL_ANSWERED, "candidates": 1000, "narrowing": 1}
    headline = designs((3,), ("spreader", "stacker"), 40, people=people).headline
    assert headline.endswith("Most is reached by stacker, which offers most too.")


def test_a_single_way_to_place_is_not_compared():
    finding = designs((2,), ("stacker:weigh",), 10, people=ALL_ANSWERED)
    assert finding.table["placement"].to_list() == ["stacker"]
    assert finding.headline.endswith("100% of the spools are answered.")


def test_rings_are_what_is_offered_and_dots_what_is_reached(found):
    ax = found.plot()
    assert title(ax) == "What a design offers (rings) and what is reached (dots)"
    dots = [line for line in ax.lines if line.get_marker() == "o"]
    for column, rings in (("offered", True), ("reached", False)):
        lines = [line for line in dots if (to_rgba(line.get_markerfacecolor()) == to_rgba("white")) == rings]
        drawn = sorted(y for line in lines for y in line.get_ydata())
        assert drawn == pytest.approx(sorted(found.table[column]))
    names = [text.get_text() for text in ax.get_legend().get_texts()]
    assert names == ["spreader", "stacker", "careful"]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["2", "3"]


# From two players to eight


@pytest.fixture(scope="module")
def scaled():
    return scaling((2, 4, 6), "careful", 40)


def recounted(run):
    """Return every measure of a table, with intervals for three sizes together."""
    level, players = 1 - 0.05 / 3, run.players
    scores, bonus = sheets(run, "score"), sheets(run, "bonus")
    ranked = -np.sort(-scores, axis=1)
    written, loops = count(run, lambda _: 1), count(run, lambda row: row["loops"])
    spools = np.array([len(game) * players for game in rows_by_game(run, "spools")])
    same_ones = [len(game) for game in same_as_another(run)]
    ones = np.ones(run.count)
    without = [np.mean([row["button"] is None for row in game]) for game in rows_by_game(run, "seats")]
    return {
        "seconds": mean_of(sheets(run, "finish_second").max(axis=1), level),
        "turns": mean_of([LOOPS[players]] * run.count, level),
        "tied": clustered(ranked[:, 0] == ranked[:, 1], ones, level),
        "margin": mean_of(ranked[:, 0] - ranked[:, 1], level),
        "spread": mean_of([np.std(one) for one in scores], level),
        "score": mean_of(scores.mean(axis=1), level),
        "from_buttons": clustered(bonus.sum(axis=1), scores.sum(axis=1), level),
        "same": clustered(same_ones, written, level),
        "blank": clustered(spools - written, spools, level),
        "worth": mean_a_try(loops, written, level, 1),
        "without_button": clustered(without, ones, level),
    }


def test_games_of_every_size_are_counted_again(scaled):
    for size in (2, 4, 6):
        expected = recounted(played(size, 40, "careful"))
        rows_of_size = scaled.table.filter(players=size).to_dicts()
        assert [row["measure"] for row in rows_of_size] == list(expected) == list(SCALED)
        for row in rows_of_size:
            told = row["estimate"], row["low"], row["high"]
            assert same(told, expected[row["measure"]]), row["measure"]


def test_who_gets_no_button_is_exact():
    table = scaling((2, 5, 7, 8), "random", 30, people=ALL_ANSWERED).table.filter(measure="without_button")
    # With two, one button; with five or more, four; whoever fills the sheet takes one while there is one.
    assert table["estimate"].to_list() == pytest.approx([1 / 2, 1 / 5, 3 / 7, 4 / 8])


def test_the_ends_are_told_with_their_intervals(scaled):
    table = {(row["players"], row["measure"]): row for row in scaled.table.to_dicts()}
    start, _, rest = scaled.headline.partition(": ")
    assert start == "From 2 to 6 players"
    for name in ("tied", "same"):
        told = [
            f"{100 * row['estimate']:.1f}% ({100 * row['low']:.1f} to {100 * row['high']:.1f}%)"
            for row in (table[2, name], table[6, name])
        ]
        assert f"{SCALED[name]} {' and '.join(told)}" in rest
    told = [
        f"{row['estimate']:.0f} ({row['low']:.0f} to {row['high']:.0f})"
        for row in (table[2, "seconds"], table[6, "seconds"])
    ]
    assert rest.startswith(f"seconds of answering {' and '.join(told)}; ")


def test_what_sets_six_apart_is_shown_against_every_other_size(scaled):
    expected = []
    for name, words in SCALED.items():
        by_size = {row["players"]: row for row in scaled.table.filter(measure=name).to_dicts()}
        own, others = by_size[6], (by_size[2], by_size[4])
        if all(own["low"] > one["high"] for one in others):
            expected.append(f"most {words}")
        if all(own["high"] < one["low"] for one in others):
            expected.append(f"{'fewest' if name in ('seconds', 'turns') else 'least'} {words}")
    assert apart(scaled.table, 6) == expected
    assert expected
    assert scaled.headline.endswith(f"{' and '.join(expected[-2:])} among these sizes.")


def test_six_are_not_set_apart_by_what_is_alike():
    cells = [(size, name, 1.0, 0.5, 1.5) for size in (5, 6, 7) for name in SCALED]
    table = pl.DataFrame(cells, ["players", "measure", "estimate", "low", "high"], orient="row")
    assert apart(table, 6) == []
    moved = table.with_columns(
        pl.when(players=6, measure="margin").then(9).otherwise(pl.col(name)).alias(name)
        for name in ("low", "high")
    )
    assert apart(moved, 6) == ["most points from first to second"]


def test_one_size_is_told_once():
    finding = scaling((5,), "random", 10)
    assert finding.headline.startswith("With 5 players: seconds of answering ")
    assert finding.headline.count("(") == 3
    assert " and " not in finding.headline
    assert title(finding.plot()) == "One size of table"


def test_sizes_are_told_from_the_smallest_on():
    assert scaling((8, 2, 8), "random", 5).table["players"].unique(maintain_order=True).to_list() == [2, 8]


def test_where_nobody_answers_measures_of_answers_are_empty():
    finding = scaling((2, 6), "random", 10, people=NOBODY_ANSWERS)
    empty = finding.table.filter(pl.col("estimate").is_null())["measure"].unique().sort().to_list()
    assert empty == ["same", "worth"]
    assert not finding.table["estimate"].is_nan().any()
    assert "answers the same as another's (no answers) and (no answers)." in finding.headline
    assert finding.table.filter(measure="blank")["estimate"].to_list() == [1, 1]
    assert finding.table.filter(measure="from_buttons")["estimate"].to_list() == [1, 1]
    finding.plot().figure.canvas.draw()


def test_six_measures_are_drawn(scaled):
    ax = scaled.plot()
    assert title(ax) == "From two players to eight"
    assert len(ax.child_axes) == len(DRAWN) == 6
    for inner, name in zip(ax.child_axes, DRAWN, strict=True):
        dots = inner.collections[-1]
        rows_of_measure = scaled.table.filter(measure=name)
        scale = 100 if inner.get_title(loc="left").endswith(", %") else 1
        assert dots.get_offsets()[:, 1].tolist() == pytest.approx(
            (scale * rows_of_measure["estimate"]).to_list()
        )
        assert [tuple(colour) for colour in dots.get_facecolors()] == [
            to_rgba(RED if size == 6 else BLUE) for size in (2, 4, 6)
        ]


def test_turns_are_loops():
    for size, loops in LOOPS.items():
        assert {row["turns"] for row in rows(played(size, 2), "games")} == {loops}
