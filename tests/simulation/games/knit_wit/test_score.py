"""Scoring: what answers and buttons are worth, what cancels or is voted down, who wins (KW-12 to KW-16)."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest

from knit_wit_chance import is_likely, votes
from knit_wit_rig import Rig, knit_wit

ONE = {1: "a"}
THREE = {1: "a b c", 2: "a b", 3: "a"}
KIND = {"strictness": 0}
"""Nobody challenges."""
STRICT = {"strictness": 1, "fit": 0.5}
"""Everything is challenged, and voted for by half of the opponents."""


# Points


@pytest.mark.rule("KW-12")
def test_three_answers_on_spools_in_three_two_and_one_loops_make_six_points():
    """The example of the Chinese description."""
    design = {1: "brown warm big", 2: "warm big", 3: "big"}
    rig = Rig(5, design, words="big warm brown x y", people=KIND)
    scores = rig.write({1: 1, 2: 1, 3: 1}).score()
    assert scores.points == {(0, 1): 3, (0, 2): 2, (0, 3): 1}
    assert scores.column("score") == [6, 0, 0, 0, 0]


@pytest.mark.rule("KW-12")
def test_the_sample_answers_of_the_rulebook():
    """Two have an answer for each of three spools that are worth 3, 2 and 1 points."""
    design = {1: "warm brown small", 2: "living small", 3: "small"}
    rig = Rig(5, design, words="small warm brown living x", people=KIND)
    scores = rig.write({1: 1, 2: 1, 3: 1}, {1: 2, 2: 2, 3: 2}).score()
    assert scores.points == {(seat, spool): 4 - spool for seat in range(2) for spool in (1, 2, 3)}
    assert scores.game["design_points"] == 6


@pytest.mark.rule("KW-12")
@pytest.mark.parametrize(
    ("players", "holes"), [(2, [2]), (3, [2, 1]), (4, [3, 2, 1]), (5, [4, 3, 2, 1]), (8, [4, 3, 2, 1])]
)
@pytest.mark.parametrize("worth", [0, 1, 10])
def test_a_button_scores_its_holes(players, holes, worth):
    buttons = list(range(players))[::-1][: len(holes)]
    rig = Rig(players, ONE, people=KIND, hole_points=worth).write({1: 1}, buttons=buttons)
    scores = rig.score()
    bonus = [*[0] * (players - len(holes)), *[worth * count for count in reversed(holes)]]
    assert scores.column("bonus") == bonus
    assert scores.column("score") == [bonus[0] + 1, *bonus[1:]]


@pytest.mark.rule("KW-12", "KW-15")
def test_an_empty_sheet_is_legal_and_scores_nothing():
    scores = Rig(3, THREE, people=KIND).write({}, {3: 1}, {}).score()
    assert scores.column("score") == [0, 1, 0]
    assert scores.column("answers") == [0, 1, 0]
    assert scores.column("blanks") == [3, 2, 3]


# The same answer


@pytest.mark.rule("KW-13")
@pytest.mark.parametrize("same", [[0, 1], [0, 2, 3], [0, 1, 2, 3]])
def test_the_same_answer_for_the_same_spool_scores_for_none_of_them(same):
    ideas = [7 if seat in same else seat + 1 for seat in range(4)]
    scores = Rig(4, {1: "a b"}, people=KIND).write(*({1: idea} for idea in ideas)).score()
    assert scores.column("score") == [0 if seat in same else 2 for seat in range(4)]
    assert [scores.answers[seat, 1]["duplicate"] for seat in range(4)] == [seat in same for seat in range(4)]


@pytest.mark.rule("KW-13")
def test_two_pairs_of_answers_cancel_each_for_itself():
    scores = Rig(5, ONE, people=KIND).write({1: 1}, {1: 2}, {1: 1}, {1: 2}, {1: 3}).score()
    assert scores.column("score") == [0, 0, 0, 0, 1]


@pytest.mark.rule("KW-13")
def test_the_answer_of_another_spool_is_another_answer():
    scores = Rig(3, THREE, people=KIND).write({1: 1}, {2: 1}, {3: 1}).score()
    assert scores.column("score") == [3, 2, 1]


@pytest.mark.rule("KW-13")
def test_only_what_was_written_cancels():
    """Seat 1 would have thought of the same, but has not written it."""
    rig = Rig(3, ONE, people=KIND).write({1: 4}, {1: 4}).write({1: 4}, {})
    assert rig.score().points == {(0, 1): 1}


@pytest.mark.rule("KW-13")
def test_switched_off_both_score():
    rig = Rig(3, THREE, people=KIND, duplicates_cancel=False).write({1: 1}, {1: 1}, {1: 2})
    assert rig.score().column("score") == [3, 3, 3]


# Challenges


def fit_of(loops, originality, people):
    """Return KW-14's fit exactly."""
    fit, fit_loops, loss = (Fraction(people[name]) for name in ("fit", "fit_loops", "fit_originality"))
    return fit * fit_loops ** (loops - 1) * (1 - loss * Fraction(originality))


EIGHTHS = st.integers(0, 8).map(lambda eighths: eighths / 8)


@pytest.mark.rule("KW-14")
@given(
    st.fixed_dictionaries(dict.fromkeys(["fit", "fit_loops", "fit_originality"], EIGHTHS)),
    st.lists(EIGHTHS, min_size=3, max_size=3),
    st.lists(EIGHTHS, min_size=3, max_size=3),
)
def test_an_answer_is_challenged_whose_fit_is_below_the_strictness_of_an_opponent(
    people, originality, strictness
):
    """In eighths all is exact: an answer just as fit as they are strict is not challenged."""
    given_people = {**people, "originality": originality, "strictness": strictness}
    scores = Rig(3, THREE, people=given_people).write(*({1: i, 2: i, 3: i} for i in (1, 2, 3))).score()
    for seat, spool in product(range(3), THREE):
        fit = fit_of(4 - spool, originality[seat], people)
        others = [Fraction(one) for other, one in enumerate(strictness) if other != seat]
        assert scores.answers[seat, spool]["challenged"] == any(fit < one for one in others)
        assert (scores.answers[seat, spool]["votes"] is None) != any(fit < one for one in others)


@pytest.mark.rule("KW-14")
@pytest.mark.parametrize(("strictness", "challenged"), [(0.5, 0), (0.5000001, 1), (0.4999999, 0)])
def test_the_threshold_itself_is_no_challenge(strictness, challenged):
    people = {"fit": 0.5, "fit_originality": 0, "strictness": [1, strictness, 0, 0]}
    assert Rig(4, ONE, people=people).write({1: 1}).score().answers[0, 1]["challenged"] == challenged


@pytest.mark.rule("KW-14")
@pytest.mark.parametrize(("players", "enough"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4)])
def test_an_answer_stands_with_a_majority_and_with_a_tie(players, enough):
    for count in range(1, players + 1):
        rig = Rig(players, THREE, people=STRICT).write({1: 1}).let_vote({(0, 1): count})
        answer = rig.score().answers[0, 1]
        assert (answer["challenged"], answer["votes"]) == (1, count)
        assert (answer["accepted"], answer["points"]) == ((1, 3) if count >= enough else (0, 0))


@pytest.mark.rule("KW-14")
def test_with_two_players_no_challenge_succeeds():
    rig = Rig(2, THREE, people={"fit": 0, "strictness": 1})
    for game in range(50):
        rig.secret["game"] = game
        scores = rig.write({1: 1, 2: 1}, {1: 2, 3: 2}).score()
        assert {row["votes"] for row in scores.answers.values()} == {1}
        assert scores.column("score") == [5, 4]


@pytest.mark.rule("KW-14")
@pytest.mark.parametrize("players", [3, 5, 8])
@pytest.mark.parametrize(("fit", "loops"), [(0, 1), (1, 1), (0.9, 1), (0.9, 3), (0.5, 2)])
def test_each_opponent_votes_for_it_with_a_chance_of_its_fit(players, fit, loops):
    people = {"fit": fit, "fit_loops": 0.8, "fit_originality": 0.5, "originality": 0.4, "strictness": 1}
    chance = fit * 0.8 ** (loops - 1) * 0.8
    rig = Rig(players, THREE, people=people)
    for seat in (0, players - 1):
        seen = Counter(votes(rig, 20_000, seat, 4 - loops).tolist())
        chances = binom(players - 1, chance).pmf(range(players))
        assert is_likely(seen, dict(enumerate(chances, 1)))


@pytest.mark.rule("KW-14")
def test_votes_on_one_answer_say_nothing_of_those_on_another():
    rig = Rig(3, THREE, people={**STRICT, "fit_originality": 0, "fit_loops": 1})
    columns = [votes(rig, 20_000, seat, spool) for seat, spool in product(range(3), THREE)]
    for place, one in enumerate(columns):
        for other in columns[:place]:
            seen = Counter(zip(one.tolist(), other.tolist(), strict=True))
            quarters = {1: 1, 2: 2, 3: 1}
            pairs = product(quarters, quarters)
            assert is_likely(seen, {(a, b): quarters[a] * quarters[b] / 16 for a, b in pairs})


@pytest.mark.rule("KW-14")
def test_switched_off_nothing_is_challenged():
    scores = Rig(3, THREE, people={"fit": 0, "strictness": 1}, challenges=False).write({1: 1}).score()
    assert scores.points == {(0, 1): 3}
    assert (scores.answers[0, 1]["challenged"], scores.answers[0, 1]["votes"]) == (0, None)


@pytest.mark.rule("KW-14")
def test_whole_games_are_voted_on_like_that(tmp_path):
    people = {
        "strictness": [0.7, 0, 0, 0],
        "fit": 0.8,
        "fit_loops": 0.9,
        "fit_originality": 0,
        "candidates": 1000,
    }
    run = knit_wit(
        tmp_path / "run",
        players=4,
        games=3000,
        log="games",
        components={"people": people},
        rules={"duplicates_cancel": False},
    )
    answers = run.answers.collect()
    assert answers.filter(seat=0)["challenged"].sum() == 0
    for (loops, seat), rows in answers.group_by("loops", "seat"):
        fit = 0.8 * 0.9 ** (loops - 1)
        assert set(rows["challenged"]) == {int(seat > 0 and fit < 0.7)}
        assert (rows["accepted"] == (rows["votes"].fill_null(4) >= 2)).all()
        if seat > 0 and fit < 0.7:
            ayes = int((rows["votes"] - 1).sum())
            assert binomtest(ayes, 3 * rows.height, fit).pvalue > 1e-6


# What comes first


@pytest.mark.rule("KW-16")
def test_the_same_answers_cancel_before_they_can_be_challenged():
    rig = Rig(4, ONE, people=STRICT).write({1: 1}, {1: 1}, {1: 2}).let_vote({(0, 1): 1, (1, 1): 4, (2, 1): 4})
    scores = rig.score()
    assert scores.column("score") == [0, 0, 1, 0]
    assert [scores.answers[seat, 1]["votes"] for seat in range(3)] == [None, None, 4]
    assert [scores.answers[seat, 1]["duplicate"] for seat in range(3)] == [1, 1, 0]


@pytest.mark.rule("KW-16")
@pytest.mark.parametrize(
    ("ayes", "points"), [((1, 4), [0, 1]), ((4, 1), [1, 0]), ((1, 1), [0, 0]), ((2, 4), [0, 0])]
)
def test_switched_round_only_answers_that_stand_cancel_each_other(ayes, points):
    rig = Rig(4, ONE, people=STRICT, challenge_first=True).write({1: 1}, {1: 1})
    scores = rig.let_vote({(0, 1): ayes[0], (1, 1): ayes[1]}).score()
    assert scores.column("score") == [*points, 0, 0]
    assert [scores.answers[seat, 1]["votes"] for seat in range(2)] == list(ayes)
    both = ayes == (2, 4)
    assert [scores.answers[seat, 1]["duplicate"] for seat in range(2)] == [both, both]


@pytest.mark.rule("KW-16")
def test_switched_round_without_cancelling_each_is_voted_on_for_itself():
    rig = Rig(4, ONE, people=STRICT, challenge_first=True, duplicates_cancel=False)
    scores = rig.write({1: 1}, {1: 1}).let_vote({(0, 1): 2, (1, 1): 1}).score()
    assert scores.column("score") == [1, 0, 0, 0]


@pytest.mark.rule("KW-16")
def test_without_challenges_the_order_does_not_matter():
    for challenge_first in (False, True):
        rig = Rig(3, ONE, challenges=False, challenge_first=challenge_first, people=STRICT)
        assert rig.write({1: 1}, {1: 1}, {1: 2}).score().column("score") == [0, 0, 1]


# Winners


@pytest.mark.rule("KW-15")
def test_the_highest_score_wins():
    scores = Rig(3, THREE, people=KIND).write({3: 1}, {1: 1, 2: 1}, {2: 2}).score()
    assert scores.column("score") == [1, 5, 2]
    assert scores.column("rank") == [3, 1, 2]
    assert scores.column("win_share") == [0, 1, 0]
    assert scores.game["winners"] == 0b010


@pytest.mark.rule("KW-15")
def test_equals_share_the_win_and_the_better_rank():
    scores = Rig(5, THREE, people=KIND).write({1: 1}, {3: 1}, {1: 2}, {3: 2}, {2: 1, 3: 3}).score()
    assert scores.column("score") == [3, 1, 3, 1, 3]
    assert scores.column("rank") == [1, 4, 1, 4, 1]
    assert scores.column("win_share") == [pytest.approx(1 / 3), 0] * 2 + [pytest.approx(1 / 3)]
    assert scores.game["winners"] == 0b10101


@pytest.mark.rule("KW-15")
def test_where_nobody_has_a_point_all_share():
    scores = Rig(8, THREE, people=KIND).write({1: 1}, {1: 1}).score()
    assert scores.column("score") == [0] * 8
    assert (scores.column("rank"), scores.column("win_share")) == ([1] * 8, [1 / 8] * 8)
    assert scores.game["winners"] == 0b11111111


@pytest.mark.rule("KW-15")
def test_a_button_may_decide():
    scores = Rig(3, THREE, people=KIND).write({2: 1}, {3: 1}, {}, buttons=[1, 2]).score()
    assert scores.column("score") == [2, 3, 1]
    assert scores.game["winners"] == 0b010
