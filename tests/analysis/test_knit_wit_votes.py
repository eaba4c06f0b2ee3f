"""Originality and challenges: counted again, written by hand, and where the answer is exact."""

import numpy as np
import polars as pl
import pytest

from analysis.knit_wit import challenges, collisions_by_players, originality
from analysis.knit_wit.recount import decided_by_votes as decided
from drawings import title
from knit_wit_recounts import (
    count,
    decided_by_votes,
    estimate,
    mean_of,
    percents,
    played,
    same_as_another,
    sheets,
    voted_down,
    width,
    wins,
)
from plain_statistics import clustered, same
from run_folders import refused

LOST = ("lost_to_others", "lost_to_votes")
NOBODY_ANSWERS = {"blank": 1}
ONE_IDEA = {"candidates": 1}


@pytest.fixture(scope="module", autouse=True)
def _runs_elsewhere(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GAMEGAUGE_RUNS", str(tmp_path_factory.mktemp("runs")))
        yield


# Originality


@pytest.fixture(scope="module")
def levels():
    return originality(3, (0.9, 0, 0.3), 120)


def test_every_originality_is_counted_again(levels):
    assert levels.table["originality"].to_list() == [0.9, 0, 0.3]
    for row in levels.table.to_dicts():
        won, scored, written, lost, down = np.zeros(40), np.zeros(40), 0, 0, 0
        for seat in range(3):
            people = {"originality": [row["originality"] if one == seat else 0.3 for one in range(3)]}
            run = played(3, 40, people=people)
            won += wins(run)[:, seat] / 3
            scored += sheets(run, "score")[:, seat] / 3
            written += count(run, lambda answer, seat=seat: answer["seat"] == seat).sum()
            lost += sum(answer["seat"] == seat for game in same_as_another(run) for answer in game)
            down += sum(answer["seat"] == seat for game in voted_down(run) for answer in game)
        level = 1 - 0.05 / 3
        if row["originality"] == 0.3:
            assert estimate(row) == (1 / 3,) * 3
        else:
            assert same(estimate(row), clustered(won, np.ones(40), level))
        assert same(estimate(row, "score"), mean_of(scored, level))
        assert row["lost_to_others"] == pytest.approx(lost / written)
        assert row["lost_to_votes"] == pytest.approx(down / written)
        assert (row["deals"], row["games"], row["even"]) == (40, 120, 1 / 3)
    assert levels.n == 360


def test_whoever_is_like_the_others_wins_an_even_share():
    rows = originality(4, (0.55, 1), 80, people={"originality": 0.55}).table.to_dicts()
    assert rows[0]["share"] == pytest.approx(1 / 4)
    assert rows[0]["shown"] == "not shown"
    assert rows[1]["share"] != pytest.approx(1 / 4)


@pytest.mark.parametrize(
    "people", [{**ONE_IDEA, "strictness": 0}, {"zipf": 0, "strictness": 0}, NOBODY_ANSWERS]
)
def test_where_originality_cannot_matter_all_levels_are_alike(people):
    finding = originality(3, (0, 0.5, 1), 60, people=people)
    for name in ("share", "score", "lost_to_others", "lost_to_votes"):
        assert finding.table[name].to_list() == pytest.approx([finding.table[name][0]] * 3), name
    assert finding.table["share"].to_list() == pytest.approx([1 / 3] * 3)
    assert "these are shown to win more than even: none" in finding.headline


def test_nobody_loses_votes_where_nobody_is_strict():
    rows = originality(3, (0, 1), 60, people={"strictness": 0}).table.to_dicts()
    assert [row["lost_to_votes"] for row in rows] == [0, 0]
    assert rows[1]["lost_to_others"] < rows[0]["lost_to_others"]


def test_the_ends_and_what_pays_are_told(levels):
    rows = {row["originality"]: row for row in levels.table.to_dicts()}
    wins_of = {level: f"originality {level:g} wins {percents(row)}" for level, row in rows.items()}
    better = "; ".join(wins_of[level] for level, row in sorted(rows.items()) if row["low"] > 1 / 3)
    shares = {name: f"{100 * rows[0.9][name]:.1f}% instead of {100 * rows[0][name]:.1f}%" for name in LOST}
    assert levels.headline == (
        "One of 3 players among others of originality 0.3 (even: 33.3% of wins), of 3 levels these are "
        f"shown to win more than even: {better or 'none'}. The least: {wins_of[0]}; the most: "
        f"{wins_of[0.9]}. The most original loses {shares['lost_to_others']} of its answers to others, and "
        f"{shares['lost_to_votes']} to votes."
    )


def test_a_single_originality_is_told_once():
    finding = originality(3, (0.8,), 60)
    (row,) = finding.table.to_dicts()
    assert finding.headline == (
        "One of 3 players among others of originality 0.3 (even: 33.3% of wins): originality 0.8 wins "
        f"{percents(row)}. It loses {100 * row['lost_to_others']:.1f}% of its answers to others, and "
        f"{100 * row['lost_to_votes']:.1f}% to votes."
    )


def test_what_originality_pays_is_drawn_in_its_order(levels):
    ax = levels.plot()
    ordered = levels.table.sort("originality")
    for line, name in zip(ax.lines, ("share", *LOST), strict=False):
        assert line.get_xdata() == pytest.approx([0, 0.3, 0.9])
        assert line.get_ydata() == pytest.approx(ordered[name])
    assert title(ax) == "What one player's originality pays"


def test_the_words_and_the_others_are_told(levels):
    assert levels.deck == "words as shipped, people as shipped, originality of the others 0.3"
    other = originality(2, (1,), 4, people={"originality": 0.5, "patience": 50})
    assert "people with patience=50, originality=0.5, originality of the others 0.5" in other.deck
    assert any("patience=50" in caveat for caveat in other.caveats)


def test_others_who_are_not_alike_are_refused():
    assert "that of all others" in refused(originality, 2, (1,), 4, people={"originality": [0.1, 0.2]})


# Challenges


@pytest.fixture(scope="module")
def stricter():
    return challenges(4, (1, 0, 0.7), 60)


def test_every_strictness_is_counted_again(stricter):
    assert stricter.table["strictness"].to_list() == [0, 0.7, 1]
    for row in stricter.table.to_dicts():
        run, level = played(4, 60, people={"strictness": row["strictness"]}), 1 - 0.05 / 3
        written = count(run, lambda _: 1)
        challenged = count(run, lambda answer: answer["votes"] is not None)
        down = [len(game) for game in voted_down(run)]
        assert same(estimate(row, "challenged"), clustered(challenged, written, level))
        assert same(estimate(row, "voted_down"), clustered(down, written, level))
        assert same(estimate(row, "decided"), clustered(decided_by_votes(run), np.ones(60), level))
        assert (row["answers"], row["games"]) == (written.sum(), 60)
    assert stricter.n == 180


def test_what_is_voted_down_scores_nothing():
    run = played(4, 60, people={"strictness": 0.9})
    lost = [row for game in voted_down(run) for row in game]
    assert lost
    assert {row["points"] for row in lost} == {0}
    assert {row["duplicate"] for row in lost} == {0}


def test_nothing_is_challenged_where_nobody_is_strict():
    row = challenges(5, (0,), 40).table.row(0, named=True)
    assert [row[name] for name in ("challenged", "voted_down", "decided")] == [0, 0, 0]


def test_all_is_challenged_where_nothing_is_good_enough():
    people = {"fit": 0.5, "candidates": 1000, "narrowing": 1, "zipf": 0}
    row = challenges(3, (1,), 40, people=people).table.row(0, named=True)
    alone = 1 - collisions_by_players((3,), 40, people=people).table["share"][0]
    # What cancels is not challenged; of what is, 1 of 3 votes is not enough.
    assert row["challenged"] == pytest.approx(alone)
    assert 0 < row["voted_down"] < row["challenged"]


def test_with_two_players_no_vote_decides():
    finding = challenges(2, (0, 0.5, 1), 40)
    assert finding.table["challenged"].to_list()[-1] > 0.5
    for name in ("voted_down", "decided"):
        assert finding.table[name].to_list() == [0, 0, 0]
    assert ". No game is decided by votes (in 40 games each; up to " in finding.headline


def test_games_decided_by_votes_by_hand():
    def lost(game, seat, votes, loops, duplicate=0):
        return {"game_id": game, "seat": seat, "votes": votes, "loops": loops, "duplicate": duplicate}

    answers = pl.LazyFrame(
        [
            lost(0, 1, 1, 2),  # 5 : 4 had been 5 : 6
            lost(1, 1, 1, 1),  # 5 : 4 had been 5 : 5
            lost(2, 1, 1, 1),  # 5 : 3 had been 5 : 4
            lost(3, 1, 2, 9),  # a tie of votes stands
            lost(4, 1, 1, 9, 1),  # it cancels all the same
            lost(5, 0, 1, 3),  # whoever wins had won by more
            lost(6, 0, 0, 1),  # both win instead of one,
            lost(6, 1, 0, 1),  # and then both win again
            lost(7, 2, None, 9),  # not challenged
        ]
    )
    scores = np.array(
        [[5, 4, 0, 0], [5, 4, 0, 0], [5, 3, 0, 0], *[[5, 4, 0, 0]] * 3, [4, 4, 0, 0], [5, 4, 0, 0]]
    )
    assert decided(answers, scores.astype(float)).tolist() == [1, 1, 0, 0, 0, 0, 0, 0]


def test_the_most_lenient_and_the_most_decided_table_are_told(stricter):
    first, *_ = rows = stricter.table.to_dicts()
    most = max(rows, key=lambda row: row["decided"])
    assert most["strictness"] > 0
    names = [f"{row['strictness']:g}" for row in rows if row["decided"] == most["decided"]]
    told = [
        f"at a strictness of {row['strictness']:g}, {percents(row, 'challenged')} of answers are challenged "
        f"and {percents(row, 'voted_down')} voted down"
        for row in (first, most)
    ]
    assert stricter.headline == (
        f"Of 4 players, {'; '.join(told)}. Votes decide up to {percents(most, 'decided')} of games, at a "
        f"strictness of {' and '.join(names)}."
    )
    ax = stricter.plot()
    assert title(ax) == f"Votes decide up to {100 * most['decided']:.0f}% of games"
    for line, name in zip(ax.lines, ("challenged", "voted_down", "decided"), strict=True):
        assert line.get_ydata() == pytest.approx(stricter.table[name])


def test_where_nobody_answers_shares_of_answers_are_empty():
    finding = challenges(3, (0, 1), 5, people=NOBODY_ANSWERS)
    assert finding.table["challenged"].to_list() == finding.table["voted_down"].to_list() == [None, None]
    assert finding.headline.startswith("Of 3 players, at a strictness of 0 no answers are written. No game")
    finding.plot().figure.canvas.draw()


def test_intervals_hold_the_estimate_and_shrink_with_games(levels, stricter):
    for few, many, names in (
        (levels, originality(3, (0.9, 0, 0.3), 1080), ("", "score")),
        (stricter, challenges(4, (1, 0, 0.7), 540), ("challenged", "voted_down", "decided")),
    ):
        for one, other in zip(few.table.to_dicts(), many.table.to_dicts(), strict=True):
            for name in names:
                for row in (one, other):
                    value, low, high = estimate(row, name)
                    assert low <= value <= high
                assert width(other, name) <= width(one, name) * 0.6


def test_everybody_else_is_told(stricter):
    assert stricter.deck == "words as shipped, people as shipped, everybody as strict as said"
    other = challenges(2, (1,), 4, people={"patience": 50})
    assert other.deck == "words as shipped, people with patience=50, everybody as strict as said"
