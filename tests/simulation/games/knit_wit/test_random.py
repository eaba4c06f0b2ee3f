"""The player `random`, whose choices are fixed because scripts outside replay them in distribution."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import polars as pl
import pytest

from knit_wit_chance import is_likely
from knit_wit_design import Design
from knit_wit_rig import Rig, knit_wit
from knit_wit_steps import ANSWER
from simulation.games.knit_wit.people import think_ahead
from simulation.games.knit_wit.players import random

GAMES = 12_000
LOOPS = "abc"


def letters(mask):
    return frozenset(letter for bit, letter in enumerate("abcdefgh") if mask >> bit & 1)


def ways_to_pass(design, enclosed, passed, more):
    """Yield what is passed over when so many more shall be, with its chance."""
    further = design.passable(enclosed, passed) if more else []
    if not further:
        yield tuple(passed), Fraction(1)
    for region in further:
        for way, chance in ways_to_pass(design, enclosed, [*passed, region], more - 1):
            yield way, chance / len(further)


def ways_of_turn(design, turn, reach):
    """Yield (enclosed, passed, placed) of a turn with its chance, and the design as it is then."""
    enclosable = list(design.enclosable().values())
    for enclosed in enclosable:
        chances = Counter()
        for count in range(reach + 1):
            for way, chance in ways_to_pass(design, enclosed, [], count):
                chances[way] += chance / (reach + 1) / len(enclosable)
        for passed, chance in chances.items():
            laid = design.copy()
            laid.lay(LOOPS[turn], enclosed, passed)
            for region in laid.open():
                after = laid.copy()
                after.spools[region] = turn + 1
                yield (enclosed, passed, region), chance / len(laid.open()), after


def ways(reach):
    """Return the chance of everything that the turns 1 and 2 may be."""
    begun, found = Design(), Counter()
    begun.lay("a", None, [])
    begun.spools[frozenset("a")] = 1
    for first, one, design in ways_of_turn(begun, 1, reach):
        for second, other, _ in ways_of_turn(design, 2, reach):
            found[first, second] += one * other
    assert sum(found.values()) == 1
    return found


@pytest.mark.rule("KW-5", "KW-6", "KW-7")
@pytest.mark.parametrize("reach", [0, 2, 4])
def test_loops_and_spools_are_placed_by_chances_that_are_fixed(tmp_path, reach):
    """A spool to enclose, how many regions to pass over, each of them, and where the own spool goes."""
    run = knit_wit(tmp_path / "run", players=5, games=GAMES, components={"people": {"reach": reach}})
    columns = ["region", *(f"passed_{letter}" for letter in "abcd"[:reach])]
    rows = run.events.filter(pl.col("turn").is_in([1, 2]), pl.col("event") != "shuffle").collect()
    loops = rows.filter(event="loop").select(columns).rows()
    spools = rows.filter(event="spool")["region"].to_list()
    turns = [
        (letters(loop[0]), tuple(letters(one) for one in loop[1:] if one is not None), letters(region))
        for loop, region in zip(loops, spools, strict=True)
    ]
    seen = Counter(zip(turns[::2], turns[1::2], strict=True))
    assert seen.total() == GAMES
    assert is_likely(seen, ways(reach))


@pytest.mark.rule("KW-6")
def test_its_spools_are_placed_in_any_order(tmp_path):
    run = knit_wit(tmp_path / "run", players=2, games=6000)
    placed = run.events.filter(event="spool").collect().group_by("game_id", "seat").agg("spool")
    orders = [tuple(sorted(spools).index(spool) for spool in spools) for spools in placed["spool"].to_list()]
    assert is_likely(Counter(orders), dict.fromkeys(permutations(range(3)), Fraction(1, 6)))


@pytest.mark.rule("KW-8")
def test_it_answers_in_the_order_of_the_numbers_and_fills_its_sheet():
    rig = Rig(5, {2: "a b c", 3: "a", 5: "a b c d", 7: "b", 8: "c"}, people={"blank": 0.2})
    for game in range(20):
        rig.secret["game"] = game
        think_ahead(rig.table)
        questions = rig.play(ANSWER, lambda question: rig.ask(random))
        for question in questions:
            due = [int(option) for option in question.options if option != "button"]
            assert question.given == str(min(due))
        sheets = rig.sheets()
        # Who took a button has an answer for whatever comes within 2 visits of 40 seconds.
        for seat in sheets.buttons:
            within = {n for n in (2, 3, 5, 7, 8) if rig.secret["needed"][0, seat, n - 1] <= 80_000}
            assert set(sheets.written[seat]) == within


@pytest.mark.rule("KW-10")
def test_in_whole_games_it_writes_by_number_but_for_what_it_gave_up(tmp_path):
    people = {"patience": 3600, "think_seconds": 1, "blank": 0}
    run = knit_wit(tmp_path / "run", players=6, games=300, log="games", components={"people": people})
    sheets = run.answers.collect().sort("game_id", "seat", "second").group_by("game_id", "seat").agg("spool")
    assert all(spools == sorted(spools) for spools in sheets["spool"].to_list())
    seats = run.seats.collect()
    assert set(seats.filter(pl.col("button").is_not_null())["blanks"]) == {0}
