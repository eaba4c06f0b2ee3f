"""The Answer step on the clock: buttons, who stops when, giving up and coming back, one more (KW-8 to KW-10).

In the comments, 40 seconds are the usual patience, and 2 visits are usual.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knit_wit_chance import deals
from knit_wit_rig import Rig
from knit_wit_steps import ANSWER
from simulation.games.knit_wit.players import random

ONE, TWO, THREE = {1: "a"}, {1: "a", 2: "b"}, {1: "a", 2: "b", 3: "a b"}


def asked(sheets, seat):
    """Return when a seat was asked what."""
    return [(one.second, one.options) for one in sheets.questions if one.seat == seat]


# Buttons


@pytest.mark.rule("KW-8")
def test_whoever_is_done_takes_the_top_button_and_with_the_last_one_all_stop():
    rig = Rig(4, TWO).needs({1: 10, 2: 10}, {1: 5, 2: 5}, {1: 20, 2: 20}, {1: 30, 2: 30})
    sheets = rig.answer()
    assert sheets.buttons == [1, 0, 2]
    assert sheets.stopped == [20, 10, 40, 40]
    assert sheets.written == [{1: 10, 2: 20}, {1: 5, 2: 10}, {1: 20, 2: 40}, {1: 30}]
    assert rig.score().column("bonus") == [2, 3, 1, 0]
    assert rig.score().column("button") == [2, 1, 3, None]


@pytest.mark.rule("KW-2", "KW-8")
@pytest.mark.parametrize(
    ("players", "bonus"), [(3, [2, 1, 0]), (5, [4, 3, 2, 1, 0]), (7, [4, 3, 2, 1, 0, 0, 0])]
)
def test_those_who_come_too_late_get_no_button(players, bonus):
    rig = Rig(players, ONE).needs(*({1: 10 + seat} for seat in range(players)))
    sheets = rig.answer()
    last = len(sheets.buttons) - 1
    assert sheets.stopped == [10 + min(seat, last) for seat in range(players)]
    assert sheets.written == [{1: 10 + seat} if seat <= last else {} for seat in range(players)]
    assert rig.score().column("bonus") == bonus


@pytest.mark.rule("KW-8", "KW-15")
@pytest.mark.parametrize("players", [3, 5, 8])
def test_buttons_can_be_taken_at_the_start_with_a_blank_sheet(players):
    rig = Rig(players, THREE).needs(*[{1: 1, 2: 1, 3: 1}] * players)
    count = int(rig.view["buttons"][0])
    sheets = rig.answer(*["button"] * count)
    assert sheets.buttons == list(range(count))
    assert sheets.stopped == [0] * players
    assert sheets.written == [{}] * players
    assert rig.score().column("score") == [*range(count, 0, -1), *[0] * (players - count)]


@pytest.mark.rule("KW-8")
def test_whoever_has_taken_a_button_writes_no_more():
    sheets = Rig(3, THREE).needs({1: 10, 2: 1, 3: 1}, {1: 50}).answer("1 button")
    assert sheets.written[0] == {1: 10}
    assert (sheets.stopped[0], sheets.buttons[0]) == (10, 0)
    assert [second for second, _ in asked(sheets, 0)] == [0, 10]


@pytest.mark.rule("KW-8")
def test_a_seat_is_asked_at_the_start_after_an_answer_and_after_giving_up():
    """Spool 2 is given up at 50, and 1, the last that is due in the round, is written at 60."""
    sheets = Rig(3, THREE).needs({1: 10, 3: 10}).answer("3 2 1 2")
    assert asked(sheets, 0) == [
        (0, ["button", "1", "2", "3"]),
        (10, ["button", "1", "2"]),
        (50, ["button", "1"]),
        (60, ["button", "2"]),
    ]


@pytest.mark.rule("KW-8")
def test_a_sheet_on_which_nothing_more_will_come_takes_a_button_by_itself():
    sheets = Rig(3, ONE).needs({1: 10}).answer()
    assert asked(sheets, 0) == [(0, ["button", "1"])]
    assert asked(sheets, 1) == [(0, ["button", "1"]), (40, ["button", "1"])]
    assert sheets.buttons == [0, 1]
    assert sheets.stopped == [10, 80, 80]


@pytest.mark.rule("KW-8")
@pytest.mark.parametrize("order", [[3, 1, 0, 2], [0, 3, 2, 1]])
def test_in_the_same_millisecond_the_order_drawn_for_the_game_decides(order):
    rig = Rig(5, ONE).needs(*[{1: 10}] * 4)
    rig.secret[0]["rank"][:5] = [order.index(seat) for seat in range(4)] + [4]
    assert rig.answer().buttons == order


@pytest.mark.rule("KW-8")
def test_at_the_start_it_decides_too():
    rig = Rig(4, ONE)
    rig.secret[0]["rank"][:4] = [3, 2, 1, 0]
    sheets = rig.answer("", "button", "button", "button")
    assert sheets.buttons == [3, 2, 1]
    assert asked(sheets, 0) == []


@pytest.mark.rule("KW-8")
def test_a_millisecond_earlier_is_earlier_whatever_that_order():
    rig = Rig(3, ONE).needs({1: 10}, {1: 9.999}, {1: 10.001})
    assert rig.answer().buttons == [1, 0]


@pytest.mark.rule("KW-8")
def test_every_order_is_drawn_as_often_in_whole_games():
    ranks = deals(Rig(3), 6000)["rank"][:, :3]
    first = [(ranks[:, seat] == 0).sum() for seat in range(3)]
    assert max(first) - min(first) < 300
    assert sum(first) == 6000


# One more answer


@pytest.mark.rule("KW-9")
def test_with_two_players_the_other_writes_one_more_answer():
    rig = Rig(2, THREE).needs({1: 10}, {1: 4, 2: 25, 3: 1})
    sheets = rig.answer("1 button")
    assert sheets.written == [{1: 10}, {1: 4, 2: 29}]
    assert sheets.stopped == [10, 29]
    assert sheets.buttons == [0]
    scores = rig.score()
    assert (scores.column("bonus"), scores.column("button")) == ([2, 0], [1, None])
    assert (scores.game["end_reason"], scores.game["seconds"]) == ("one_more", 29)


@pytest.mark.rule("KW-9")
def test_it_may_come_late_after_all_that_lies_between():
    """Spool 1 takes 40 + 40 + 20 seconds, spool 2 two times 40 in between."""
    rig = Rig(2, TWO, people={"visits": 5}).needs({}, {1: 100, 2: 200})
    sheets = rig.answer("button")
    assert sheets.written[1] == {1: 180}
    assert sheets.stopped == [0, 180]


@pytest.mark.rule("KW-9")
def test_where_none_is_to_come_it_ends_with_the_sheet():
    sheets = Rig(2, TWO).answer("button")
    assert sheets.written == [{}, {}]
    assert sheets.stopped == [0, 160]
    assert sheets.buttons == [0]


@pytest.mark.rule("KW-9")
def test_the_other_still_chooses_what_to_think_on_but_there_is_no_button():
    sheets = Rig(2, THREE).needs({}, {3: 7}).answer("button", "2 3")
    assert asked(sheets, 1) == [(0, ["1", "2", "3"]), (40, ["1", "3"])]
    assert sheets.written[1] == {3: 47}


@pytest.mark.rule("KW-9")
def test_a_lone_choice_is_not_asked_for():
    """Without a button, the last spool that is due is one."""
    sheets = Rig(2, TWO).needs({}, {2: 90}).answer("button", "2 2")
    assert asked(sheets, 1) == [(0, ["1", "2"]), (80, ["1", "2"])]
    assert sheets.stopped[1] == 160
    sheets = Rig(2, ONE).answer("button")
    assert asked(sheets, 1) == []


@pytest.mark.rule("KW-9")
def test_switched_off_both_stop_at_once():
    rig = Rig(2, THREE, one_more=False).needs({1: 10}, {1: 4, 2: 25, 3: 1})
    sheets = rig.answer("1 button")
    assert sheets.written == [{1: 10}, {1: 4}]
    assert sheets.stopped == [10, 10]
    assert rig.score().game["end_reason"] == "last_button"


@pytest.mark.rule("KW-9")
@pytest.mark.parametrize("players", range(3, 9))
def test_with_more_players_nobody_writes_one_more(players):
    rig = Rig(players, ONE).needs(*[{1: 30}] * players)
    count = int(rig.view["buttons"][0])
    sheets = rig.answer(*["button"] * count)
    assert sheets.written == [{}] * players
    assert rig.score().game["end_reason"] == "last_button"


@pytest.mark.rule("KW-9")
def test_whoever_of_two_is_second_keeps_what_was_written_before():
    sheets = Rig(2, THREE).needs({1: 1, 2: 1, 3: 30}, {1: 9, 2: 9, 3: 9}).answer()
    assert sheets.buttons == [1]
    assert sheets.written == [{1: 1, 2: 2, 3: 32}, {1: 9, 2: 18, 3: 27}]


# Giving up and coming back


@pytest.mark.rule("KW-10")
def test_a_spool_is_given_up_after_patience_and_thought_on_from_there():
    sheets = Rig(3, TWO).needs({1: 50, 2: 10}).answer()
    assert sheets.written[0] == {2: 50, 1: 60}
    assert sheets.stopped[0] == 60


@pytest.mark.rule("KW-10")
@pytest.mark.parametrize(("needed", "second"), [(39.999, 39.999), (40, 40), (40.001, 80.001)])
def test_an_answer_that_comes_with_the_last_of_the_patience_is_written(needed, second):
    sheets = Rig(3, TWO).needs({1: needed}).answer()
    assert sheets.written[0] == {1: second}


@pytest.mark.rule("KW-10")
@pytest.mark.parametrize(
    ("visits", "needed", "second"),
    [(1, 40, 40), (1, 41, None), (2, 80, 120), (2, 81, None), (3, 81, 161), (3, 120, 200), (3, 121, None)],
)
def test_a_spool_is_thought_on_so_many_times_in_all(visits, needed, second):
    """In between, spool 2 takes 40 seconds each time."""
    sheets = Rig(3, TWO, people={"visits": visits}).needs({1: needed}).answer()
    assert sheets.written[0] == ({} if second is None else {1: second})
    assert sheets.stopped[0] == 40 * visits + min(needed, 40 * visits)


@pytest.mark.rule("KW-10")
def test_each_has_a_patience_of_its_own():
    rig = Rig(4, TWO, people={"patience": [10, 25, 40, 40], "visits": 3}).needs(*[{1: 30, 2: 5}] * 3)
    assert rig.answer().written == [{2: 15, 1: 35}, {2: 30, 1: 35}, {1: 30, 2: 35}, {}]


@pytest.mark.rule("KW-10")
def test_in_a_round_each_spool_has_its_turn_once_in_the_order_chosen():
    sheets = Rig(3, THREE, people={"visits": 3}).needs({2: 100}).answer("3 1 2 2 1 3 1 2 3")
    options = [[int(option) for option in options[1:]] for _, options in asked(sheets, 0)]
    first, third = [[1, 2, 3], [1, 2], [2]], [[1, 2, 3], [2, 3], [3]]
    assert options == [*first, [1, 2, 3], [1, 3], [3], *third]
    assert sheets.written[0] == {2: 300}
    assert sheets.stopped[0] == 340


@pytest.mark.rule("KW-10")
def test_what_is_answered_is_not_thought_on_again():
    sheets = Rig(3, THREE).needs({1: 1, 3: 1}).answer("3 1 2 2")
    assert asked(sheets, 0)[-1] == (42, ["button", "2"])
    assert sheets.stopped[0] == 82


TIMES = st.one_of(st.none(), st.integers(0, 300))


def written_by_hand(needed, patience, visits):
    """Return when each answer is written by one who takes the spools in order, and when the sheet is done."""
    now, written, thought = 0, {}, dict.fromkeys(needed, 0)
    for _ in range(visits):
        for spool in [spool for spool in needed if spool not in written]:
            left = patience if needed[spool] is None else min(patience, needed[spool] - thought[spool])
            now += left
            thought[spool] += left
            if thought[spool] == needed[spool]:
                written[spool] = now
    return written, now


@pytest.mark.rule("KW-8", "KW-9", "KW-10")
@settings(max_examples=100)
@given(
    players=st.integers(2, 8),
    people=st.lists(
        st.tuples(st.lists(TIMES, min_size=4, max_size=4), st.integers(1, 90)), min_size=8, max_size=8
    ),
    visits=st.integers(1, 4),
)
def test_sheets_are_those_that_are_counted_out_by_hand(players, people, visits):
    patience = [one for _, one in people[:players]]
    rig = Rig(
        players,
        {1: "a", 3: "b", 4: "c", 5: "d"},
        people={"patience": patience, "visits": visits},
        one_more=False,
    )
    needs = [dict(zip((1, 3, 4, 5), times, strict=True)) for times, _ in people[:players]]
    rig.needs(*({spool: time for spool, time in one.items() if time is not None} for one in needs))
    rig.run(ANSWER, random)
    sheets, alone = (
        rig.sheets(),
        [written_by_hand(need, wait, visits) for need, wait in zip(needs, patience, strict=True)],
    )
    done = sorted((end, seat) for seat, (_, end) in enumerate(alone))
    buttons = done[: int(rig.view["buttons"][0])]
    end = buttons[-1][0]
    assert sheets.buttons == [seat for _, seat in buttons]
    assert sheets.stopped == [min(own, end) for _, own in alone]
    for seat, (written, _) in enumerate(alone):
        early = {spool: second for spool, second in written.items() if second < end}
        assert early.items() <= sheets.written[seat].items() <= written.items()
        assert all(second <= end for second in sheets.written[seat].values())
