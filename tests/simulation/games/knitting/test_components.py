"""Catalogues as a user types them: every fault of a file, and what is read."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import ValidationError
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching

from knitting_catalogues import COMMUNITIES, FOLDER, PATTERNS
from simulation import GamegaugeError
from simulation.games.knitting.checks import check_components
from simulation.games.knitting.components import (
    COLOURS,
    COMMUNITY_COLUMNS,
    MAX_COMMUNITY,
    MAX_PATTERNS,
    PATTERN_COLUMNS,
    RESERVED,
    SKEINS,
    WILD,
    WILDS,
    YARNS,
    Needs,
    needs_text,
    read_community,
    read_patterns,
)
from simulation.games.knitting.rules import Rules

HEADS = {"patterns": ",".join(PATTERN_COLUMNS), "community": ",".join(COMMUNITY_COLUMNS)}
READERS = {"patterns": read_patterns, "community": read_community}
GOOD = {"patterns": "Hat,5,2,1,0,,,,,,,1,2,assumed", "community": "Deed,2,good_deed,,,5,,assumed"}


def line(columns, **cells):
    return ",".join(str(cells.get(column, "")) for column in columns)


def pattern(**cells):
    return line(PATTERN_COLUMNS, **{"pattern": "Sock", "points": 5, "weeks": 3, "provenance": "x", **cells})


def card(**cells):
    return line(COMMUNITY_COLUMNS, **{"card": "Card", "copies": 1, "provenance": "x", **cells})


def action(**cells):
    return card(**{"kind": "action", "effect": "knit", "amount": 2, **cells})


def special(**cells):
    return card(**{"kind": "pattern", "pattern": "weeks=4 red=2", "points": 9, **cells})


def deed(**cells):
    return card(**{"kind": "good_deed", "points": 5, **cells})


def read(tmp_path, kind, *rows):
    path = tmp_path / "mine.csv"
    path.write_text("\n".join([HEADS[kind], *rows]) + "\n", encoding="utf-8")
    return READERS[kind](path)


def refusal(tmp_path, kind, *rows):
    with pytest.raises(GamegaugeError) as caught:
        read(tmp_path, kind, *rows)
    message = str(caught.value)
    assert "\n" not in message
    assert "mine.csv" in message
    assert "allowed" in message
    return message


# Faults of a cell

FAULTY_PATTERNS = [
    ("pattern", "''", pattern(pattern="")),
    ("pattern", "'So\\u200bck'", pattern(pattern="So\u200bck")),
    *[("pattern", repr(word), pattern(pattern=word)) for word in RESERVED],
    ("points", "''", pattern(points="")),
    ("points", "'-1'", pattern(points=-1)),
    ("points", "'1001'", pattern(points=1001)),
    ("points", "'2.5'", pattern(points=2.5)),
    ("weeks", "''", pattern(weeks="")),
    ("weeks", "'0'", pattern(weeks=0)),
    ("weeks", "'8'", pattern(weeks=8)),
    ("red", "'-1'", pattern(red=-1)),
    ("white", "'two'", pattern(white="two")),
    ("wild", "'-1'", pattern(wild=-1)),
    ("matching", "'1.5'", pattern(matching=1.5)),
    ("provenance", "''", pattern(provenance="")),
    ("red", "'33'", pattern(red=33)),
    ("wild", "'21'", pattern(wild=21)),
    ("matching", "'33'", pattern(matching=33)),
    ("blue", "'25'", pattern(red=20, blue=25)),
    ("wild", "'12'", pattern(green=21, wild=12)),
    ("grey", "'24'", pattern(grey=24, wild=9)),
    ("matching", "'9'", pattern(**{**dict.fromkeys(COLOURS, 12), "red": 18}, wild=6, matching=9)),
]
FAULTY_CARDS = [
    ("card", "''", action(card="")),
    *[("card", repr(word), deed(card=word)) for word in RESERVED],
    ("copies", "''", action(copies="")),
    ("copies", "'-1'", action(copies=-1)),
    ("copies", "'121'", action(copies=121)),
    ("kind", "'deed'", action(kind="deed")),
    ("kind", "''", action(kind="")),
    ("provenance", "''", action(provenance="")),
    ("effect", "'unpick'", action(effect="unpick")),
    ("effect", "''", action(effect="", amount="")),
    ("amount", "''", action(amount="")),
    ("amount", "'0'", action(amount=0)),
    ("amount", "'21'", action(effect="take_yarn", amount=21)),
    ("amount", "'-2'", action(effect="draw_yarn", amount=-2)),
    ("amount", "'some'", action(effect="draw_patterns", amount="some")),
    ("amount", "'1'", action(effect="frog", amount=1)),
    ("amount", "'2'", action(effect="extra_cast_on", amount=2)),
    ("points", "'3'", action(points=3)),
    ("pattern", "'weeks=1'", action(pattern="weeks=1")),
    ("points", "''", deed(points="")),
    ("points", "'-3'", deed(points=-3)),
    ("points", "'1001'", deed(points=1001)),
    ("effect", "'knit'", deed(effect="knit")),
    ("amount", "'1'", deed(amount=1)),
    ("pattern", "'weeks=1'", deed(pattern="weeks=1")),
    ("points", "'0'", special(points=0)),
    ("effect", "'frog'", special(effect="frog")),
    ("amount", "'1'", special(amount=1)),
    *[
        ("pattern", repr(text), special(pattern=text))
        for text in [
            *["", "0", "red=2", "weeks=0", "weeks=8 red=1", "weeks=4 pink=2", "weeks=4 red", "weeks=4 red="],
            *[
                "weeks=4 red=2 red=2",
                "weeks=4 red=-1",
                "weeks=4 red=1.5",
                "weeks=4 red=33",
                "weeks=4 wild=21",
            ],
            *["weeks = 4", "weeks=4; red=2", "weeks=4 Red=2", "four"],
        ]
    ],
]


@pytest.mark.rule("KT-2")
@pytest.mark.parametrize(("column", "value", "row"), FAULTY_PATTERNS)
def test_a_faulty_pattern_is_named_with_its_row_and_column(tmp_path, column, value, row):
    message = refusal(tmp_path, "patterns", GOOD["patterns"], row)
    assert f"row 3, column {column}: {value}" in message


@pytest.mark.rule("KT-3")
@pytest.mark.parametrize(("column", "value", "row"), FAULTY_CARDS)
def test_a_faulty_card_is_named_with_its_row_and_column(tmp_path, column, value, row):
    message = refusal(tmp_path, "community", GOOD["community"], row)
    assert f"row 3, column {column}: {value}" in message


@pytest.mark.parametrize("kind", HEADS)
def test_two_rows_of_one_name(tmp_path, kind):
    message = refusal(tmp_path, kind, GOOD[kind], GOOD[kind])
    assert "row 3, column" in message


@pytest.mark.parametrize(
    ("kind", "column"), [(kind, one) for kind in HEADS for one in HEADS[kind].split(",")]
)
def test_a_missing_column(tmp_path, kind, column):
    path = tmp_path / "mine.csv"
    path.write_text(HEADS[kind].replace(column, "other", 1) + f"\n{GOOD[kind]}\n")
    with pytest.raises(GamegaugeError, match=rf"mine\.csv lacks the column '{column}'"):
        READERS[kind](path)


@pytest.mark.rule("KT-1")
def test_how_many_patterns_and_cards(tmp_path):
    rows = [pattern(pattern=f"Sock {i}") for i in range(MAX_PATTERNS + 1)]
    assert len(read(tmp_path, "patterns", *rows[1:]).patterns) == MAX_PATTERNS
    assert f"{MAX_PATTERNS + 1} patterns; allowed: 1 to 120" in refusal(tmp_path, "patterns", *rows)
    assert "0 patterns" in refusal(tmp_path, "patterns")
    most = [deed(copies=MAX_COMMUNITY - 1), action(card="Another")]
    assert read(tmp_path, "community", *most).size == MAX_COMMUNITY
    assert "121 community cards; allowed: 0 to 120" in refusal(
        tmp_path, "community", *most, action(card="More")
    )
    assert read(tmp_path, "community").cards == ()


# What is read


@pytest.mark.rule("KT-2")
def test_a_pattern_as_it_is_read(tmp_path):
    (one,) = read(tmp_path, "patterns", pattern(red=2, white=1, wild=1, matching=3)).patterns
    assert (one.pattern, one.points, one.weeks, one.provenance) == ("Sock", 5, 3, "x")
    assert one.needs == (2, 0, 0, 0, 0, 0, 0, 1, 1)
    assert one.yarn == 7
    (nothing,) = read(tmp_path, "patterns", pattern()).patterns
    assert nothing.needs == (0,) * 9
    assert nothing.yarn == 0


@pytest.mark.rule("KT-3")
def test_a_special_pattern_as_it_is_read(tmp_path):
    (one,) = read(tmp_path, "community", special(pattern=" wild=1 matching=3 red=2  weeks=4 blue=0")).cards
    assert one.pattern == "weeks=4 red=2 matching=3 wild=1"
    assert one.as_pattern.needs == (2, 0, 0, 0, 0, 0, 0, 0, 1)
    assert (one.as_pattern.pattern, one.as_pattern.points, one.as_pattern.matching) == ("Card", 9, 3)
    assert needs_text(one.as_pattern) == one.pattern


@pytest.mark.rule("KT-3")
def test_rows_of_no_copies_are_no_cards_but_are_read(tmp_path):
    assert read(tmp_path, "community", deed(copies=0), action(card="Other")).size == 1
    assert "row 2" in refusal(tmp_path, "community", deed(copies=0, points=0))


def test_zero_and_empty_are_the_same(tmp_path):
    empty = read(tmp_path, "community", deed(), action(card="A", effect="frog", amount=""))
    zero = read(
        tmp_path,
        "community",
        deed(effect=0, amount=0, pattern=0),
        action(card="A", effect="frog", amount=0, points=0, pattern=0),
    )
    assert empty.describe() == zero.describe()
    zeros = dict.fromkeys([*COLOURS, WILD, "matching"], 0)
    assert read(tmp_path, "patterns", pattern()) == read(tmp_path, "patterns", pattern(**zeros))


# Payable from all the yarn there is


def payable(counts, matching):
    """Say whether all the yarn there is pays: each card needed gets a card of its own, in some colour."""
    cards = [*np.repeat(COLOURS, SKEINS), *[WILD] * WILDS]
    for colour in COLOURS:
        needed = [yarn for yarn in YARNS for _ in range(counts.get(yarn, 0))] + [colour] * matching
        may = [[one in (need, WILD) for one in cards] for need in needed]
        if not needed or (maximum_bipartite_matching(csr_array(may), perm_type="column") >= 0).all():
            return True
    return False


COUNTS = st.dictionaries(st.sampled_from(COLOURS), st.integers(0, 34), max_size=3)


@pytest.mark.rule("KT-2")
@example({"red": 32}, 0, 0)
@example({"red": 33}, 0, 0)
@example({}, 20, 12)
@example(dict.fromkeys(COLOURS, 12), 15, 5)
@example(dict.fromkeys(COLOURS, 12), 15, 6)
@example({**dict.fromkeys(COLOURS, 12), "blue": 7}, 17, 8)
@example({**dict.fromkeys(COLOURS, 12), "blue": 7}, 17, 9)
@given(COUNTS, st.integers(0, 21), st.integers(0, 34))
def test_a_pattern_is_allowed_if_all_the_yarn_can_pay_it(colours, wild, matching):
    counts = {**colours, WILD: wild}
    try:
        Needs(weeks=1, matching=matching, **counts)
    except ValidationError:
        assert not payable(counts, matching)
    else:
        assert payable(counts, matching)


# What goes together


@pytest.mark.rule("KT-4")
def test_three_patterns_for_each_player(tmp_path):
    community = read(tmp_path, "community")
    patterns = read(tmp_path, "patterns", *[pattern(pattern=f"Sock {i}") for i in range(8)])
    check_components(patterns, community, 2, Rules())
    with pytest.raises(GamegaugeError, match="mine has 8 patterns; allowed: at least 9"):
        check_components(patterns, community, 3, Rules())


@pytest.mark.rule("KT-3")
def test_no_card_is_called_like_a_pattern(tmp_path):
    patterns = read(tmp_path, "patterns", *[pattern(pattern=f"Sock {i}") for i in range(8)])
    community = read(tmp_path, "community", deed(), deed(card="Sock 5"))
    with pytest.raises(GamegaugeError, match="'Sock 5'; allowed"):
        check_components(patterns, community, 2, Rules())


@pytest.mark.rule("KT-15")
def test_no_more_patterns_in_real_life_than_there_are(tmp_path):
    community = read(tmp_path, "community")
    patterns = read(tmp_path, "patterns", *[pattern(pattern=f"Sock {i}") for i in range(8)])
    check_components(patterns, community, 2, Rules(real_life=True, real_life_patterns=8))
    check_components(patterns, community, 2, Rules(real_life_patterns=9))
    with pytest.raises(GamegaugeError, match=r"real_life_patterns=9 .*allowed: at most 8"):
        check_components(patterns, community, 2, Rules(real_life=True, real_life_patterns=9))


# Caveats


@pytest.mark.rule("KT-3")
def test_no_finding_without_its_catalogue():
    """What rests on assumed cards says so and names the catalogue."""
    for kind, names, count in (("patterns", PATTERNS, 40), ("community", COMMUNITIES, 26)):
        for name in names:
            (caveat,) = READERS[kind](FOLDER / f"{kind}/{name}.csv").caveats
            assert f"{count} of the {count} " in caveat
            assert f" {name} are assumed" in caveat
            assert "(KT-3)" in caveat


@pytest.mark.rule("KT-1")
def test_other_counts_than_the_rulebooks_are_told(tmp_path):
    rows = [pattern(), pattern(pattern="Hat", provenance="Assumed: by me")]
    assumed, count = read(tmp_path, "patterns", *rows).caveats
    assert "1 of the 2 patterns of the catalogue mine" in assumed
    assert "mine has 2 patterns; the rulebook counts 40 (KT-1)" in count
    mix = [
        "12 action, 6 special pattern and 8 good deed cards",
        "13 action, 6 special pattern and 7 good deed",
    ]
    rows = [action(copies=12), special(card="S", copies=6), deed(card="D", copies=8, provenance="rulebook")]
    assert read(tmp_path, "community", *rows).caveats == ()
    rows[::2] = [action(copies=13), deed(card="D", copies=7, provenance="assumed")]
    assumed, told = read(tmp_path, "community", *rows).caveats
    assert "7 of the 26 cards of the community deck mine" in assumed
    assert all(words in told for words in mix)
    assert read(tmp_path, "community").caveats
