"""What is paid for a pattern (KT-2): what the game offers, held against all payments there are."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from knitting_rig import Rig
from knitting_words import COLOURS, YARNS, yarn

Payment = tuple[int, ...]


def stands_for(payment: Counter[str], asked: Mapping[str, int]) -> bool:
    """Tell whether cards stand for those asked for: each for itself, or a Wild for any colour."""
    if payment.total() != sum(asked.values()):
        return False
    return all(payment[colour] <= asked.get(colour, 0) for colour in COLOURS)


def legal_payments(
    needs: Mapping[str, int], stash: Mapping[str, int]
) -> Iterator[tuple[str | None, Payment]]:
    """Yield all cards that pay, with the colour of the matching ones, by trying everything."""
    counts = [range(stash.get(name, 0) + 1) for name in YARNS]
    named = {name: count for name, count in needs.items() if name != "matching"}
    for cards in product(*counts):
        payment = Counter(dict(zip(YARNS, cards, strict=True)))
        for colour in COLOURS if needs.get("matching") else [None]:
            asked = Counter(named) + Counter({colour: needs["matching"]} if colour else {})
            if stands_for(payment, asked):
                yield colour, cards


def text_of(counts: Mapping[str, int]) -> str:
    return " ".join(f"{count} {name}" for name, count in counts.items() if count)


def offered(needs: Mapping[str, int], stash: Mapping[str, int]) -> list[tuple[str | None, Payment]]:
    """Return what can be paid by answering every question in every way."""
    rig, found = Rig([text_of(stash), ""], hands=[[f"hat: {text_of(needs)}"]]), []
    for answers in rig.every_way():
        if "cast on hat" in answers:
            colour = next((answer.split()[-1] for answer in answers if answer.startswith("match in")), None)
            lying = yarn(rig.wips(0)[0].yarn)
            assert rig.stash(0) + lying == +Counter(stash)
            found.append((colour, tuple(lying[name] for name in YARNS)))
        else:
            assert rig.stash(0) == +Counter(stash)
    return found


few = st.integers(0, 3)
PATTERNS = st.fixed_dictionaries({"red": few, "blue": few, "wild": st.integers(0, 2), "matching": few})
STASHES = st.fixed_dictionaries({"red": few, "blue": few, "white": few, "wild": st.integers(0, 4)})


@pytest.mark.rule("KT-2")
@settings(max_examples=120)
@given(needs=PATTERNS, stash=STASHES)
@example(needs={"red": 2, "matching": 2}, stash={"red": 3, "wild": 2})
@example(needs={"wild": 2}, stash={"wild": 2, "red": 3})
@example(needs={"matching": 3}, stash={"wild": 4})
@example(
    needs={"red": 1, "blue": 2, "wild": 1, "matching": 3}, stash={"red": 3, "blue": 3, "white": 3, "wild": 4}
)
def test_every_payment_is_offered_once_and_nothing_else(needs, stash):
    legal, found = list(legal_payments(needs, stash)), offered(needs, stash)
    colours = {colour for colour, _ in legal}
    if len(colours) == 1:  # a lone colour is not asked for
        found = [(*colours, payment) for _, payment in found]
    assert sorted(found, key=str) == sorted(legal, key=str)


def paid(needs, stash):
    """Return the payments offered, in words."""
    wanted = {payment for _, payment in offered(yarn_of(needs), yarn_of(stash))}
    return sorted(text_of(dict(zip(YARNS, payment, strict=True))) for payment in wanted)


def yarn_of(text):
    words = text.split()
    return {name: int(count) for count, name in zip(words[::2], words[1::2], strict=True)}


@pytest.mark.rule("KT-2")
@pytest.mark.parametrize(
    ("needs", "stash", "payments"),
    [
        # by name: the colour itself, a Wild for each card that is short or for any other
        ("2 red", "2 red", ["2 red"]),
        ("2 red", "1 red 1 blue", []),
        ("2 red", "1 red 1 wild", ["1 red 1 wild"]),
        ("2 red", "3 red 3 wild", ["1 red 1 wild", "2 red", "2 wild"]),
        ("1 red 1 blue", "1 red 1 blue 1 wild", ["1 blue 1 wild", "1 red 1 blue", "1 red 1 wild"]),
        # a requirement for Wild: Wild only
        ("1 wild", "5 red", []),
        ("1 wild", "5 red 1 wild", ["1 wild"]),
        ("1 red 1 wild", "1 red 1 wild", ["1 red 1 wild"]),
        ("2 red 1 wild", "1 red 1 wild", []),
        ("2 red 1 wild", "1 red 2 wild", ["1 red 2 wild"]),
        # matching: one colour, filled up with Wild or in Wild alone
        ("3 matching", "2 red 1 blue", []),
        ("3 matching", "2 red 1 blue 1 wild", ["2 red 1 wild"]),
        ("2 matching", "2 red 2 blue", ["2 blue", "2 red"]),
        ("2 matching", "2 wild", ["2 wild"]),
        # matching in a colour that is asked for by name too
        ("2 red 2 matching", "4 red", ["4 red"]),
        ("2 red 2 matching", "3 red 1 blue", []),
        ("2 red 2 matching", "3 red 1 blue 1 wild", ["2 red 1 blue 1 wild", "3 red 1 wild"]),
        # everything at once
        ("1 red 1 wild 2 matching", "1 red 2 blue 1 wild", ["1 red 2 blue 1 wild"]),
        ("1 red 1 wild 2 matching", "2 red 2 wild", ["2 red 2 wild"]),
        ("1 red 1 wild 2 matching", "4 wild", ["4 wild"]),
        ("1 red 1 wild 2 matching", "1 red 2 blue", []),
    ],
)
def test_what_pays_a_pattern(needs, stash, payments):
    assert paid(needs, stash) == sorted(payments)


@pytest.mark.rule("KT-2")
def test_a_pattern_that_asks_for_nothing_costs_nothing():
    assert offered({}, {"red": 1}) == [(None, (0,) * 9)]


@pytest.mark.rule("KT-2")
def test_wilds_are_asked_for_colour_by_colour_the_fewest_first():
    rig = Rig(["2 red 1 blue 3 wild", ""], hands=[["hat: 2 red, 2 blue"]])
    outcome = rig.play("cast on hat", "1 wild for red", "2 wild for blue")
    assert outcome.options("pay") == ["0 wild for red", "1 wild for red", "2 wild for red"]
    assert outcome.questions[-1].options == ["1 wild for blue", "2 wild for blue"]
    assert outcome.asked == ["cast on", "pay", "pay"]
    assert rig.wips(0)[0].yarn == "1 red 3 wild"


@pytest.mark.rule("KT-2")
def test_matching_is_asked_for_before_the_wilds():
    rig = Rig(["2 red 2 blue 1 wild", ""], hands=[["hat: 2 matching"]])
    outcome = rig.play("cast on hat", "match in blue", "1 wild for blue")
    assert outcome.asked == ["cast on", "matching", "pay"]
    assert outcome.options("matching") == ["match in red", "match in blue"]
    assert rig.wips(0)[0].yarn == "1 blue 1 wild"


@pytest.mark.rule("KT-2")
def test_in_wild_alone_any_colour_may_be_named():
    rig = Rig(["2 wild", ""], hands=[["hat: 2 matching"]])
    outcome = rig.play("cast on hat", "match in grey")
    assert outcome.options("matching") == [f"match in {colour}" for colour in COLOURS]
    assert rig.wips(0)[0].yarn == "2 wild"
