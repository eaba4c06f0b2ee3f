"""The catalogues that are shipped: what they hold, and the rule and noise that made them."""

from collections import Counter
from itertools import product
from runpy import run_path

import numpy as np
import pytest

from knitting_catalogues import COMMUNITIES, FOLDER, PATTERNS
from simulation.games.knitting.checks import check_components
from simulation.games.knitting.components import (
    COLOURS,
    EFFECTS,
    Needs,
    read_community,
    read_patterns,
)
from simulation.games.knitting.rules import Rules
from simulation.games.knitting.worth import points_by_rule


@pytest.mark.rule("KT-3")
def test_catalogues_and_their_alternatives_are_shipped():
    assert PATTERNS == ["cheap_and_quick", "dear_and_slow", "default"]
    assert COMMUNITIES == ["default", "rough"]


@pytest.mark.rule("KT-3")
def test_every_shipped_file_is_what_the_script_writes():
    made = run_path(str(FOLDER / "make_catalogues.py"))["catalogues"]()
    shipped = {path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in FOLDER.glob("*/*.csv")}
    assert shipped == {name: text.encode() for name, text in made.items()}


@pytest.mark.rule("KT-1")
@pytest.mark.parametrize("name", PATTERNS)
def test_40_patterns_each_colour_asked_for_alike(name):
    patterns = read_patterns(FOLDER / f"patterns/{name}.csv").patterns
    assert len(patterns) == 40
    assert {one.provenance for one in patterns} == {"assumed"}
    cards = [sum(one.needs[i] for one in patterns) for i in range(len(COLOURS))]
    asking = [sum(one.needs[i] > 0 for one in patterns) for i in range(len(COLOURS))]
    assert max(cards) - min(cards) <= 1
    assert max(asking) - min(asking) <= 1


@pytest.mark.rule("KT-2")
@pytest.mark.parametrize(
    ("name", "weeks", "yarn"),
    [("default", (1, 7), (3, 9)), ("cheap_and_quick", (1, 3), (2, 4)), ("dear_and_slow", (4, 7), (6, 12))],
)
def test_weeks_and_yarn_of_a_catalogue(name, weeks, yarn):
    patterns = read_patterns(FOLDER / f"patterns/{name}.csv").patterns
    assert {one.weeks for one in patterns} == set(range(weeks[0], weeks[1] + 1))
    assert (min(one.yarn for one in patterns), max(one.yarn for one in patterns)) == yarn


def solids(one):
    return sum(count > 0 for count in one.needs[:-1])


@pytest.mark.rule("KT-2")
def test_the_default_patterns_ask_for_yarn_in_every_way():
    patterns = read_patterns(FOLDER / "patterns/default.csv").patterns
    kinds = Counter((min(solids(one), 3), one.matching > 0) for one in patterns)
    one, two, three, matching = kinds[1, False], kinds[2, False], kinds[3, False], kinds[0, True]
    assert (one, two, three, matching) == (7, 9, 6, 10)
    assert kinds.total() - one - two - three - matching == kinds[1, True] + kinds[2, True] == 8
    assert Counter(one.wild for one in patterns) == {0: 32, 1: 6, 2: 2}
    assert sum(2 <= one.weeks <= 4 for one in patterns) == 28


@pytest.mark.rule("KT-3")
@pytest.mark.parametrize(
    ("name", "scale", "mean"), [("default", 1, 11), ("cheap_and_quick", 0.5, 6.7), ("dear_and_slow", 1.5, 18)]
)
def test_points_are_the_rule_and_noise_with_heavy_tails(name, scale, mean):
    patterns = read_patterns(FOLDER / f"patterns/{name}.csv").patterns
    noise = [one.points - points_by_rule(one) for one in patterns]
    assert sum(each >= 4 * scale for each in noise) == 5
    assert sum(each <= -4 * scale for each in noise) == 5
    assert sum(abs(each) <= 1.5 * scale + 0.5 for each in noise) == 30
    assert min(one.points for one in patterns) >= 2
    assert np.mean([one.points for one in patterns]) == pytest.approx(mean, abs=0.5)


@pytest.mark.rule("KT-3")
def test_points_by_rule():
    needs = Needs(weeks=4, red=2, white=1, wild=1, matching=3)
    assert points_by_rule(needs) == 3 * 1.5 + 3 * 1.25 + 3 + 4


@pytest.mark.rule("KT-1")
@pytest.mark.rule("KT-3")
@pytest.mark.parametrize("name", COMMUNITIES)
def test_26_community_cards_mixed_as_ruled(name):
    deck = read_community(FOLDER / f"community/{name}.csv")
    mix = Counter()
    for one in deck.cards:
        mix[one.kind] += one.copies
    assert mix == {"action": 12, "pattern": 6, "good_deed": 8}
    assert deck.size == 26
    assert {one.effect for one in deck.cards if one.kind == "action"} == set(EFFECTS)
    assert {one.provenance for one in deck.cards} == {"assumed"}
    for one in deck.cards:
        if one.kind == "pattern":
            assert one.points == round(1.25 * points_by_rule(one.as_pattern))


@pytest.mark.rule("KT-3")
def test_the_rough_deck_takes_more_and_gives_less():
    decks = [read_community(FOLDER / f"community/{name}.csv").cards for name in ("default", "rough")]
    taken = [sum(one.copies * one.amount for one in deck if one.effect == "take_yarn") for deck in decks]
    given_points = [sum(one.copies * one.points for one in deck if one.kind == "good_deed") for deck in decks]
    assert taken == [4, 15]
    assert given_points == [52, 21]


@pytest.mark.rule("KT-4")
@pytest.mark.parametrize(("patterns", "community"), list(product(PATTERNS, COMMUNITIES)))
def test_all_shipped_catalogues_go_together(patterns, community):
    pair = (
        read_patterns(FOLDER / f"patterns/{patterns}.csv"),
        read_community(FOLDER / f"community/{community}.csv"),
    )
    check_components(*pair, players=4, rules=Rules())
