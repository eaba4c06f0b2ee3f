"""The referee names the rule that a log breaks: the Knit step of games written by hand."""

import pytest

from knit_wit_games import Scribe, alone, answered, begun, rule, rule_so_far, rule_without_events


def test_games_by_the_rules_are_clean():
    assert rule(answered()) is None
    assert rule(alone([9.0, 12.0], 12.0)) is None
    assert rule_so_far(begun()) is None


# Knit


@pytest.mark.rule("KW-1")
def test_loops_differ_in_colour_and_spools_in_number():
    def placed(spool):
        scribe = begun()
        scribe.loop(1)
        scribe.word()
        scribe.place(spool, 0b11)
        return rule_so_far(scribe)

    assert placed(8) is None
    assert placed(9) == placed(0) == placed(3) == "KW-1"
    scribe = begun()
    scribe.loop(1, colour=0)
    assert rule_so_far(scribe) == "KW-1"
    scribe = begun()
    scribe.loop(1)
    scribe.word(colour=7)
    assert rule_so_far(scribe) == "KW-1"
    assert rule(answered(), spools={0: {"spool": 8}}) == "KW-1"


@pytest.mark.rule("KW-2")
def test_the_table_is_laid_for_so_many_and_the_lowest_number_starts():
    assert rule(answered(), games={0: {"players": 6}}) == "KW-2"
    assert rule(answered(), games={0: {"turns": 6}}) == "KW-2"
    scribe = Scribe(5)
    for turn, spool in enumerate([2, 1, 3, 4, 5]):
        scribe.loop(list(scribe.placed)[-1] if turn else None)
        scribe.word()
        scribe.place(spool, 1)
    assert rule(scribe) == "KW-2"


@pytest.mark.rule("KW-3")
def test_words_differ_and_the_shuffle_tag_comes_once():
    def drawn(*tags):
        scribe = begun()
        scribe.loop(1)
        for tag in tags:
            if tag == "shuffle":
                scribe.shuffle()
            else:
                scribe.word(tag)
        scribe.place(4, 0b11)
        return rule_so_far(scribe)

    assert drawn("hot") == drawn("shuffle", "hot") is None
    assert drawn("red") == "KW-3"
    assert drawn("shuffle", "shuffle", "hot") == drawn("hot", "shuffle") == drawn("hot", "big") == "KW-3"
    assert drawn("shuffle") == drawn() == "KW-4"
    scribe = begun()
    scribe.loop(1)
    scribe.word(None, word=None)
    assert rule_so_far(scribe) == "KW-3"
    assert rule(answered(), spools={0: {"word_a": 7}}) == "KW-3"


@pytest.mark.rule("KW-4")
def test_everybody_places_a_loop_a_word_and_a_spool_in_turn():
    scribe = begun()
    scribe.loop(1, seat=3)
    assert rule_so_far(scribe) == "KW-4"
    scribe = begun()
    scribe.loop(1, turn=3)
    assert rule_so_far(scribe) == "KW-4"
    scribe = begun()
    scribe.loop(1)
    scribe.place(4, 0b11)
    assert rule_so_far(scribe) == "KW-4"
    scribe = begun()
    scribe.loop(1)
    scribe.loop(3)
    assert rule_so_far(scribe) == "KW-4"
    scribe = answered()
    scribe.loop(1)
    assert rule(scribe) == "KW-4"
    scribe = answered()
    scribe.events.pop()
    assert rule(scribe) == "KW-4"
    assert rule(answered(), spools={1: {"seat": 2}}) == "KW-4"
    assert rule(answered(), spools={1: {"placed_turn": 2}}) == "KW-4"


@pytest.mark.rule("KW-5")
def test_a_loop_encloses_one_spool_that_lies_there():
    def laid(**cells):
        scribe = begun()
        scribe.loop(1, **cells)
        return rule_so_far(scribe)

    assert laid() is None
    assert laid(spool=None) == laid(spool=2) == laid(legal=1) == "KW-5"
    first = Scribe(5)
    first.loop(spool=None, region=0)
    assert rule_so_far(first) == "KW-5"
    first = Scribe(5)
    first.loop(legal=1)
    assert rule_so_far(first) == "KW-5"


@pytest.mark.rule("KW-6")
def test_a_spool_goes_into_a_loop_where_none_is():
    def placed(region, **cells):
        scribe = begun()
        scribe.loop(1)
        scribe.word()
        scribe.place(4, region, **cells)
        return rule_so_far(scribe)

    assert placed(0b10) == placed(0b11) is None
    assert placed(0) == placed(0b01) == placed(0b111) == "KW-6"
    assert placed(0b100) == "KW-6"
    assert placed(0b10, legal=3) == "KW-6"


@pytest.mark.rule("KW-7")
@pytest.mark.parametrize(
    ("passed", "broken"),
    [
        ([], None),
        ([0b10], None),
        ([0b10, 0b00], None),
        ([0b01, 0b00], None),
        ([0b00], "KW-7"),  # two loops away
        ([0b00, 0b10], "KW-7"),
        ([0b11], "KW-7"),  # the spool's own
        ([0b10, 0b10], "KW-7"),
        ([0b100], "KW-7"),  # not there
    ],
)
def test_a_loop_passes_over_neighbours(passed, broken):
    scribe = begun()
    scribe.loop(1, passed)
    assert rule_so_far(scribe) == broken


@pytest.mark.rule("KW-7")
def test_a_loop_passes_over_no_more_than_its_reach():
    def laid(reach, *passed):
        scribe = Scribe(5, {"reach": reach})
        scribe.loop()
        scribe.word()
        scribe.place(1, 1)
        scribe.loop(1, passed)
        return rule_so_far(scribe)

    assert laid(0) == laid(1, 0) is None
    assert laid(0, 0) == "KW-7"


@pytest.mark.rule("KW-7")
def test_regions_are_counted_and_named():
    def laid(**cells):
        scribe = begun()
        scribe.loop(1, **cells)
        return rule_so_far(scribe)

    assert laid(regions=5) == laid(open_regions=3) == laid(region=0b01) == laid(passed_b=0b10) == "KW-7"
    scribe = begun()
    scribe.loop(1)
    scribe.word(passed_a=0b10)
    assert rule_so_far(scribe) == "KW-7"
    first = Scribe(5)
    first.loop(passed_a=0)
    assert rule_so_far(first) == "KW-7"
    assert rule(answered(), games={0: {"regions": 8}}) == "KW-7"
    assert rule(answered(), spools={0: {"signature": 5}}) == "KW-7"


# Without events


def test_a_design_is_clean_without_events():
    assert rule_without_events(answered()) is None
    assert rule_without_events(alone([9.0, 12.0], 12.0)) is None


@pytest.mark.rule("KW-5")
@pytest.mark.rule("KW-6")
@pytest.mark.rule("KW-7")
@pytest.mark.parametrize(
    ("place", "signature", "broken"),
    [
        (3, 0b01000, "KW-5"),  # the loop of turn 4 goes round none
        (0, 0b00111, "KW-5"),  # that of turn 2 goes round two
        (4, 0b00000, "KW-6"),
        (4, 0b00011, "KW-6"),  # where spool 1 lies
        (4, 0b100001, "KW-6"),
        (1, 0b00100, "KW-6"),  # placed on turn 1 in the loop of turn 2
        (4, 0b00111, "KW-7"),  # made of the place of spool 1, which the loop of turn 2 did not pass
        (
            4,
            0b00010,
            "KW-7",
        ),  # where the loop of turn 1 passed the outside, but no region is told of for that
        (4, 0b11111, "KW-7"),
    ],
)
def test_signatures_tell_what_loops_enclosed(place, signature, broken):
    """Spools 1 to 4 lie in {0, 1} to {0, 4}, and 5 in {0}: the loop of turn 1 went round spool 1."""
    scribe = answered()
    cells = {"signature": signature, "loops": signature.bit_count()}
    assert rule_without_events(scribe, spools={place: cells}) == broken
    outside = rule_without_events(scribe, spools={4: {"signature": 0b10}}, games={0: {"regions": 7}})
    assert outside == "KW-3"  # it bears the words of {0}


@pytest.mark.rule("KW-1")
@pytest.mark.rule("KW-3")
@pytest.mark.rule("KW-4")
def test_spools_are_told_as_they_can_be():
    scribe = answered()
    assert rule_without_events(scribe, spools={4: {"spool": 9}}) == "KW-1"
    assert rule_without_events(scribe, spools={4: {"spool": 4}}) == "KW-1"
    assert rule_without_events(scribe, spools={4: {"placed_turn": 3}}) == "KW-4"
    assert rule_without_events(scribe, spools={4: {"seat": 3}}) == "KW-4"
    assert rule_without_events(scribe, spools={4: {"word_a": 7}}) == "KW-3"
    assert rule_without_events(scribe, spools={0: {"word_b": None}}) == "KW-3"
    assert rule_without_events(scribe, spools={0: {"word_b": 2}, 1: {"word_b": 2}}) == "KW-3"
    assert rule_without_events(scribe, spools={0: {"word_c": 7}}) == "KW-3"


@pytest.mark.rule("KW-7")
def test_regions_are_no_more_and_no_fewer_than_loops_can_make():
    scribe = answered()
    found = [rule_without_events(scribe, games={0: {"regions": regions}}) for regions in range(5, 17)]
    # Each further loop makes one region at least, and two more with each reach of 2: 2, 4, 7, 10, 13.
    assert found == ["KW-7", *[None] * 8, *["KW-7"] * 3]
