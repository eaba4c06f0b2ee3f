"""Answers that are the same as another's: counted again, written by hand, and where it is exact."""

import polars as pl
import pytest

from analysis.knit_wit import collisions, collisions_by_players
from drawings import title
from hand_made_runs import rewrite, rows_by_game
from knit_wit_recounts import estimate, percents_of, played, same_as_another, width
from plain_statistics import clustered, same

NOBODY_ANSWERS = {"blank": 1}
ONE_IDEA = {"candidates": 1}


@pytest.fixture(scope="module", autouse=True)
def _runs_elsewhere(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GAMEGAUGE_RUNS", str(tmp_path_factory.mktemp("runs")))
        yield


@pytest.fixture(scope="module")
def run():
    return played(5, 60, "careful")


def recounted(run):
    """Return hits and tries by game, for all spools and for those in each number of loops."""
    alike, answers = same_as_another(run), rows_by_game(run, "answers")
    found = {}
    for loops in range(9):
        here = [
            [sum(loops in (0, row["loops"]) for row in game) for game in games] for games in (alike, answers)
        ]
        if any(here[1]):
            found[loops] = here
    return found


def test_the_same_answers_are_counted_again(run):
    table, found = collisions(run).table, recounted(run)
    assert table["loops"].to_list() == list(found)
    for row in table.to_dicts():
        hits, tries = found[row["loops"]]
        assert same(estimate(row), clustered(hits, tries, 1 - 0.05 / len(found)))
        assert (row["players"], row["answers"], row["games"]) == (5, sum(tries), 60)


def test_the_log_says_which_answers_are_the_same(run):
    for alike, answers in zip(same_as_another(run), rows_by_game(run, "answers"), strict=True):
        assert alike == [row for row in answers if row["duplicate"]]


def test_tables_side_by_side_are_those_asked_one_by_one():
    finding = collisions_by_players((4, 2), 30)
    assert finding.table["players"].unique(maintain_order=True).to_list() == [2, 4]
    found = {size: recounted(played(size, 30)) for size in (2, 4)}
    rows = sum(map(len, found.values()))
    assert finding.table.height == rows
    for row in finding.table.to_dicts():
        assert same(estimate(row), clustered(*found[row["players"]][row["loops"]], 1 - 0.05 / rows))
    assert finding.n == 60
    assert "30 games at each of 2 tables" in finding.basis.note


def write_answers(run, *games):
    """Return a run whose answers are written by hand: spool, seat, answer, loops."""
    rows, nothing = [], {"second": 1.0, "challenged": 0, "votes": None, "accepted": 1, "points": 1}
    for game, answers in enumerate(games):
        for spool, seat, answer, loops in answers:
            same_ones = [one for one in answers if (one[0], one[2]) == (spool, answer)]
            cells = {"spool": spool, "seat": seat, "answer": answer, "loops": loops}
            rows.append({"game_id": game, **nothing, **cells, "duplicate": int(len(same_ones) > 1)})
    return rewrite(run, "answers", pl.DataFrame(rows, schema=run.answers.collect_schema()))


def test_collisions_by_hand(tmp_path):
    run = played(3, 2, out=tmp_path / "run")
    run = write_answers(run, [(1, 0, 5, 1), (1, 1, 5, 1), (2, 0, 5, 3), (2, 1, 6, 3)], [(4, 2, 1, 1)])
    finding = collisions(run)
    assert finding.table.select("loops", "share", "answers").rows() == [
        (0, 2 / 5, 5),
        (1, 2 / 3, 3),
        (3, 0, 2),
    ]
    assert finding.headline.startswith("The same as another player's are 40.0% of answers (")
    assert "with 3 players; with 3 players 66.7% of answers (" in finding.headline


def test_one_idea_is_everybodys():
    run = played(4, 40, people=ONE_IDEA)
    writers = [
        {spool: [row["seat"] for row in game if row["spool"] == spool] for spool in range(1, 9)}
        for game in rows_by_game(run, "answers")
    ]
    hits = [sum(len(seats) for seats in game.values() if len(seats) > 1) for game in writers]
    table = collisions_by_players((4,), 40, people=ONE_IDEA).table
    assert table["share"][0] == pytest.approx(sum(hits) / table["answers"][0])


def test_more_ideas_collide_less():
    shares = [
        collisions_by_players((6,), 40, people={"candidates": ideas, "narrowing": 1}).table["share"][0]
        for ideas in (1, 10, 1000)
    ]
    assert shares[0] > 0.95 > shares[1] > shares[2]
    assert shares[2] < 0.1


def test_of_many_tables_the_ends_are_told():
    finding = collisions_by_players((6, 4, 2), 30)
    rows = {(row["players"], row["loops"]): row for row in finding.table.to_dicts()}
    deepest = max(loops for size, loops in rows if size == 6 and loops <= 4)
    assert finding.headline == (
        f"The same as another player's are {percents_of(rows[2, 0])} with 2 players and "
        f"{percents_of(rows[6, 0])} with 6 players; with 6 players {percents_of(rows[6, 1])} for spools in "
        f"1 loop and {percents_of(rows[6, deepest])} for spools in {deepest} loops."
    )


def test_a_curve_over_the_loops_is_drawn_for_every_table():
    finding = collisions_by_players((2, 5), 30)
    ax = finding.plot()
    for line, size in zip(ax.lines, (2, 5), strict=True):
        rows = finding.table.filter(pl.col("loops").is_between(1, 4), players=size)
        assert line.get_xdata() == pytest.approx(rows["loops"])
        assert line.get_ydata() == pytest.approx(rows["share"])
    assert title(ax) == "Answers that are the same"


def test_the_title_says_that_shares_grow_where_it_is_shown():
    growing = collisions_by_players((4, 8), 120, people={"narrowing": 0.2})
    assert title(growing.plot()) == "The more players and loops, the more answers are the same"
    alike = collisions_by_players((4, 8), 120, people={"narrowing": 1})
    assert title(alike.plot()) == "Answers that are the same"


def test_intervals_hold_the_estimate_and_shrink_with_games():
    few, many = (collisions_by_players((4,), games).table.to_dicts() for games in (60, 960))
    for row in (*few, *many):
        assert row["low"] <= row["share"] <= row["high"]
    for one, other in zip(few[:4], many[:4], strict=True):
        assert one["loops"] == other["loops"]
        assert width(other) < width(one) * 0.6


def test_where_nobody_answers_nothing_is_the_same():
    finding = collisions_by_players((2, 3), 5, people=NOBODY_ANSWERS)
    assert finding.table.is_empty()
    assert finding.headline == "No answer was written."
    assert title(finding.plot()) == "Answers that are the same"
