"""The referee names the rule that a log breaks: answers, buttons and scores of games written by hand."""

import pytest

from knit_wit_games import alone, answered, knitted, rule

# Answer


@pytest.mark.rule("KW-8")
def test_one_answer_a_spool_is_written_before_the_button():
    scribe = answered()
    scribe.answer(1, 0, 40.0, 4)
    assert rule(scribe) == "KW-8"
    scribe = answered()
    scribe.answer(2, 3, 12.0, 4)
    assert rule(scribe) == "KW-8"
    scribe = answered()
    scribe.answer(7, 0, 12.0, 4)
    assert rule(scribe) == "KW-8"
    assert rule(answered(), seats={0: {"answers": 3}}) == "KW-8"
    assert rule(answered(), seats={0: {"blanks": 2}}) == "KW-8"


@pytest.mark.rule("KW-8")
def test_buttons_are_taken_one_after_another_when_something_is_done():
    def taken(*stops):
        scribe = answered()
        for seat, second, button in stops:
            scribe.stop(seat, second, button)
        return rule(scribe)

    assert taken((2, 20.0, 3)) is None
    assert taken((2, 60.0, 4), (1, 70.0, 3)) == "KW-8"
    assert taken((1, 70.0, 3)) == taken((0, 70.0, 5)) == taken((1, 70.0, None)) == "KW-8"
    assert taken((2, 30.0, 3)) == "KW-8"  # 10 s after an answer, but nothing is given up before 40 s
    assert taken((4, 1.0, 1)) == "KW-8"
    assert taken((4, 40.0, 1)) == "KW-8"  # the second button was taken before


@pytest.mark.rule("KW-8")
def test_a_sheet_that_is_done_takes_a_button():
    quick = {"patience": [1, 40, 40, 40, 40], "visits": 2}  # seat 0 is done after 10 s at most
    scribe = knitted(5, quick)
    for seat, button in ((1, 4), (2, 3), (3, 2), (4, 1)):
        scribe.stop(seat, 40.0, button)
    scribe.stop(0, 40.0)
    assert rule(scribe) == "KW-8"
    scribe.stop(0, 10.0, 1)
    for seat in (2, 3, 4):
        scribe.stop(seat, 40.0, seat)
    scribe.stop(1, 40.0)
    assert rule(scribe) is None
    scribe.stop(0, 11.0, 1)
    assert rule(scribe) == "KW-8"


@pytest.mark.rule("KW-9")
def test_all_stop_with_the_last_button():
    scribe = answered()
    scribe.answer(2, 0, 70.0, 4)
    assert rule(scribe) is None
    scribe.answer(3, 0, 70.5, 4)
    assert rule(scribe) == "KW-9"
    assert rule(answered(), seats={0: {"finish_second": 69.5}}) == "KW-9"
    assert rule(answered(), games={0: {"seconds": 71.0}}) == "KW-9"
    assert rule(answered(), games={0: {"end_reason": 1}}) == "KW-9"


@pytest.mark.rule("KW-9")
def test_with_two_players_the_other_writes_one_more():
    assert rule(alone([12.0], 12.0)) is None
    assert rule(alone([12.0], 13.0)) == "KW-9"
    assert rule(alone([12.0, 14.0], 14.0)) == "KW-9"
    assert rule(alone([10.0], 10.0)) == rule(alone([10.0, 14.0], 14.0)) is None
    assert rule(alone([10.0, 11.0, 14.0], 14.0)) == "KW-9"
    assert rule(alone([12.0], 12.0), games={0: {"end_reason": 0}}) == "KW-9"
    assert rule(alone([12.0], 12.0, one_more=False)) == "KW-9"
    assert rule(alone([9.0], 10.0, one_more=False)) is None
    assert rule(alone([9.0], 9.5, one_more=False)) == "KW-9"


@pytest.mark.rule("KW-9")
def test_with_none_to_come_it_ends_with_the_sheet():
    done = 9.0 + 40.0 * (5 + 5)  # twice the five spools that are left
    assert rule(alone([9.0], done)) is None
    assert rule(alone([9.0], done - 40.0)) == rule(alone([9.0], 10.0)) == "KW-9"
    assert rule(alone([10.0], done + 1)) is None
    assert rule(alone([], 40.0 * 12)) is None
    full = [1.0, 2.0, 3.0, 4.0, 5.0, 10.0]
    assert rule(alone(full, 10.0)) is None
    assert rule(alone([*full[:5], 9.0], 10.0)) == "KW-8"


@pytest.mark.rule("KW-10")
def test_answers_come_when_thinking_allows():
    def written(*moments, **people):
        return rule(alone(moments, moments[-1], people=people))

    assert written(40.0 * 12) == written(9.0, 9.0 + 40 * 10) is None
    assert written(40.0 * 12 + 1) == written(9.0, 9.5 + 40 * 10) == "KW-10"
    assert written(9.0, 9.0 + 40 * 5, visits=1) is None
    assert written(9.0, 9.5 + 40 * 5, visits=1) == "KW-10"
    assert written(9.0, 9.0 + 20 * 10, patience=[40, 20]) is None
    assert written(9.0, 9.5 + 20 * 10, patience=[40, 20]) == "KW-10"
    assert written(12.0, blank=1) == "KW-10"


@pytest.mark.rule("KW-10")
@pytest.mark.parametrize("second", [12.0005, -1.0, float("nan"), float("inf")])
def test_times_are_whole_milliseconds(second):
    assert rule(alone([12.0], 12.0), answers={1: {"second": second}}) == "KW-10"
    assert rule(alone([12.0], 12.0), seats={1: {"finish_second": second}}) == "KW-10"
    assert rule(alone([12.0], 12.0), games={0: {"seconds": second}}) == "KW-10"


@pytest.mark.rule("KW-10")
def test_times_are_medians_where_they_do_not_spread():
    def written(*moments, **people):
        return rule(alone(moments, moments[-1], 30.0, people={"spread": 0, **people}))

    assert written(30.0) == written(30.001) == written(30.0, 44.0) is None  # 20 x 1.5 s, 20 x 0.7 s
    assert written(30.002) == written(29.0) == written(30.0, 43.0) == written(30.0, 30.0) == "KW-10"
    assert written(15.0, 22.0, 35.0, fluency=[1, 2]) is None
    assert written(70.0) is None  # another is blank
    assert written(70.0, blank=0) == "KW-10"
    # With a patience of 20 s it comes 10 s into its second visit, but not everything is given up before.
    assert written(20 * 6 + 10.0, patience=[40, 20]) is None
    assert written(20 * 6 + 10.0, patience=[40, 20], blank=0) == "KW-10"


@pytest.mark.rule("KW-10")
def test_difficulties_of_words_are_multiplied():
    assert rule(answered(), spools={0: {"difficulty": 1.0}}) == "KW-10"


@pytest.mark.rule("KW-11")
def test_answers_are_among_the_candidates():
    assert rule(answered(), answers={0: {"answer": 5}}) is None
    assert rule(answered(), answers={0: {"answer": 6}}) == "KW-11"
    assert rule(answered(), answers={0: {"answer": 0}}) == "KW-11"
    odd = {"candidates": 5}  # 2.5 of them in two loops are rounded to 2
    cells = {0: {"answer": 2}, 1: {"answer": 1}, 2: {"answer": 1}, 4: {"answer": 5}}
    assert rule(answered(odd), answers=cells) != "KW-11"
    assert rule(answered(odd), answers={**cells, 0: {"answer": 3}}) == "KW-11"


# Score


@pytest.mark.rule("KW-12")
def test_answers_score_their_loops_and_buttons_their_holes():
    assert rule(answered(), answers={0: {"points": 1}}) == "KW-12"
    assert rule(answered(), answers={0: {"loops": 1}}) == "KW-12"
    assert rule(answered(), spools={0: {"loops": 1}}) == "KW-12"
    assert rule(answered(), seats={3: {"bonus": 4}}) == "KW-12"
    assert rule(answered(), seats={3: {"score": 4}}) == "KW-12"
    assert rule(answered(), games={0: {"design_points": 10}}) == "KW-12"
    assert rule(answered(), games={0: {"deepest": 3}}) == "KW-12"
    for points in (0, 2):
        scribe = answered(hole_points=points)
        assert rule(scribe) is None
        scribe.record["rules"]["hole_points"] = 1
        assert rule(scribe) is None  # the books follow the rules
        rows = answered(hole_points=points).rows()["seats"]
        assert rule(scribe, seats=dict(enumerate(rows))) == "KW-12"


@pytest.mark.rule("KW-13")
def test_the_same_answers_cancel():
    def same(**rules):
        scribe = answered(**rules)
        scribe.answer(1, 1, 5.0, 2)
        return scribe

    shared = [1, 2]
    assert rule(same()) == rule(same(duplicates_cancel=False)) is None
    rows = same().rows()["answers"]
    assert [place for place, row in enumerate(rows) if row["duplicate"]] == shared
    for place in shared:
        assert rule(same(), answers={place: {"duplicate": 0}}) == "KW-13"
        assert rule(same(), answers={place: {"accepted": 1, "points": 2}}) == "KW-13"
        assert rule(same(duplicates_cancel=False), answers={place: {"duplicate": 0}}) == "KW-13"
    assert rule(same(), answers={0: {"duplicate": 1}}) == "KW-13"
    kept = same(duplicates_cancel=False).rows()["answers"]
    assert [row["accepted"] for row in kept] == [1] * len(kept)


STRICT = {"strictness": [0.35, 0.2, 0.2, 0.2, 0.2]}
"""Seat 0 challenges what fits with 0.3."""


def challenged(votes, people=None, **rules):
    """Return a game in which seat 0 challenges the answers of others."""
    scribe = answered(people or STRICT, **rules)
    for row in scribe.answers:
        if row["seat"] and row["spool"] != 5:
            row["votes"] = votes
    return scribe


@pytest.mark.rule("KW-14")
def test_answers_that_do_not_fit_are_challenged_and_voted_on():
    assert [rule(challenged(votes)) for votes in range(7)] == ["KW-14", *[None] * 5, "KW-14"]
    assert rule(challenged(None)) == rule(challenged(3, challenges=False)) == "KW-14"
    assert rule(challenged(None, challenges=False)) is None
    assert rule(challenged(None, {"strictness": 0})) is None
    assert rule(challenged(3, {"strictness": [0, 0.35, 0, 0, 0]})) == "KW-14"
    scribe = challenged(3)
    scribe.answers[-1]["votes"] = 3  # one that fits with 0.6
    assert rule(scribe) == "KW-14"
    assert rule(challenged(3), answers={2: {"votes": None}}) == "KW-14"
    assert rule(challenged(3), answers={2: {"challenged": 0}}) == "KW-14"


@pytest.mark.rule("KW-14")
def test_an_answer_stands_with_a_majority_or_a_tie():
    assert rule(challenged(2), answers={1: {"accepted": 1, "points": 2}}) == "KW-14"
    assert rule(challenged(3), answers={1: {"accepted": 0, "points": 0}}) == "KW-14"
    two = alone([12.0], 12.0, people={"strictness": 0.35})
    for row in two.answers:
        row["votes"] = 1
    assert rule(two) is None
    assert rule(two, answers={0: {"accepted": 0, "points": 0}}) == "KW-14"


@pytest.mark.rule("KW-14")
def test_an_answer_that_fits_nobody_gets_its_writers_vote_alone():
    nobody = {**STRICT, "fit_originality": 1, "originality": [0, 1, 1, 1, 1]}
    assert rule(challenged(1, nobody)) is None
    assert rule(challenged(2, nobody)) == "KW-14"


@pytest.mark.rule("KW-15")
def test_the_highest_score_wins():
    assert rule(answered(), seats={3: {"rank": 2}}) == "KW-15"
    assert rule(answered(), seats={3: {"win_share": 0.5}}) == "KW-15"
    assert rule(answered(), games={0: {"winners": 1}}) == "KW-15"


@pytest.mark.rule("KW-16")
def test_what_cancels_is_not_challenged_unless_challenges_come_first():
    def same(votes, other, **rules):
        scribe = challenged(3, **rules)
        scribe.answer(1, 1, 5.0, 2, votes)
        for row in scribe.answers:
            if (row["spool"], row["seat"]) == (1, 2):
                row["votes"] = other
        return scribe

    assert rule(same(None, None)) is None
    assert rule(same(3, None)) == rule(same(None, 2)) == "KW-16"
    assert rule(same(3, 2, duplicates_cancel=False)) is None
    assert rule(same(3, 3, challenge_first=True)) == rule(same(2, 3, challenge_first=True)) is None
    assert rule(same(None, 3, challenge_first=True)) == "KW-14"
    voted_down = same(2, 3, challenge_first=True)
    assert [row["duplicate"] for row in voted_down.rows()["answers"][:3]] == [0, 0, 0]
    assert rule(voted_down, answers={1: {"duplicate": 1}}) == "KW-16"
    assert rule(voted_down, answers={2: {"duplicate": 1}}) == "KW-13"
    assert rule(same(3, 3, challenge_first=True), answers={1: {"duplicate": 0}}) == "KW-13"
