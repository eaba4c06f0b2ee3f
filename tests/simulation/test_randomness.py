"""The streams are NumPy's Philox, and bounded draws are fair."""

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from simulation.randomness import PEOPLE, PLAYERS, SHUFFLES, below, new_stream, seek, unit

SEEDS = st.one_of(st.integers(0, 2**64 - 1), st.integers(2**63, 2**64 - 1))
TIMES = st.integers(0, 2**31)


def sought(seed, purpose, game, chapter):
    stream = new_stream(seed, purpose)
    seek(stream[0], game, chapter)
    return stream


def numpy_words(seed, purpose, game, chapter, count):
    key, counter = np.array([seed, purpose], np.uint64), np.array([0, chapter, game, 0], np.uint64)
    philox = np.random.Philox(key=key, counter=counter)
    return [int(word) for word in philox.random_raw(count)]


def halves(words):
    """Return 32 bits at a time, the low half of a word before its high half."""
    return iter([half for word in words for half in (word & 0xFFFFFFFF, word >> 32)])


def fair_below(source, limit):
    """Draw without bias as Lemire describes it, from 32-bit words."""
    while True:
        product = next(source) * limit
        if product % 2**32 >= 2**32 % limit:
            return product >> 32


@numba.njit
def count_draws(stream, limit, draws):
    counts = np.zeros(limit, np.int64)
    for _ in range(draws):
        counts[below(stream, limit)] += 1
    return counts


@settings(max_examples=100)
@given(SEEDS, st.sampled_from([SHUFFLES, PLAYERS, PEOPLE]), TIMES, TIMES)
def test_blocks_are_those_of_numpys_philox(seed, purpose, game, chapter):
    stream, expected = sought(seed, purpose, game, chapter), numpy_words(seed, purpose, game, chapter, 12)
    blocks = []
    for _ in range(3):
        unit(stream[0])
        blocks += [int(word) for word in stream["block"][0]]
        for _ in range(3):
            unit(stream[0])
    assert blocks == expected


@settings(max_examples=100)
@given(SEEDS, TIMES, TIMES, st.lists(st.integers(1, 2**31), min_size=1, max_size=30))
def test_bounded_draws_are_lemires(seed, game, chapter, limits):
    stream = sought(seed, PLAYERS, game, chapter)
    source = halves(numpy_words(seed, PLAYERS, game, chapter, 400))
    assert [below(stream[0], limit) for limit in limits] == [fair_below(source, limit) for limit in limits]


@settings(max_examples=50)
@given(SEEDS, TIMES)
def test_unit_draws_are_numbers_from_0_to_below_1(seed, game):
    stream, source = sought(seed, PEOPLE, game, 0), halves(numpy_words(seed, PEOPLE, game, 0, 40))
    for _ in range(40):
        drawn = unit(stream[0])
        high, low = next(source), next(source)
        assert 0 <= drawn < 1
        assert drawn == ((high << 32 | low) >> 11) * 2.0**-53


@settings(max_examples=100)
@given(SEEDS, st.integers(1, 2**31))
def test_bounded_draws_stay_in_range(seed, limit):
    stream = sought(seed, SHUFFLES, 0, 0)
    assert all(0 <= below(stream[0], limit) < limit for _ in range(20))


@pytest.mark.parametrize("limit", [2, 3, 5, 6, 7, 10, 42, 100])
def test_small_limits_are_drawn_fairly(limit):
    stream = sought(2016, SHUFFLES, limit, 0)
    assert chisquare(count_draws(stream[0], limit, 2000 * limit)).pvalue > 1e-4


def test_a_large_limit_is_drawn_fairly():
    """Without the second try a quarter of the numbers would come up twice as often."""
    limit = 3 * 2**29
    stream = sought(2016, SHUFFLES, 0, 0)
    thirds = np.array([below(stream[0], limit) // 2**29 for _ in range(30_000)])
    assert chisquare(np.bincount(thirds, minlength=3)).pvalue > 1e-4
    parity = np.array([below(stream[0], limit) % 3 for _ in range(30_000)])
    assert chisquare(np.bincount(parity, minlength=3)).pvalue > 1e-4


def test_a_limit_of_one_leaves_no_choice():
    stream = sought(2016, SHUFFLES, 0, 0)
    assert {below(stream[0], 1) for _ in range(20)} == {0}


def draws(seed=1, purpose=SHUFFLES, game=0, chapter=0):
    stream = sought(seed, purpose, game, chapter)
    return [below(stream[0], 2**31) for _ in range(16)]


@pytest.mark.parametrize(
    "other",
    [{"seed": 2}, {"purpose": PLAYERS}, {"purpose": PEOPLE}, {"game": 1}, {"chapter": 1}],
    ids=str,
)
def test_streams_differ_by_seed_purpose_game_and_chapter(other):
    assert set(draws()).isdisjoint(draws(**other))


def test_game_and_chapter_are_not_mixed_up():
    assert draws(game=1, chapter=0) != draws(game=0, chapter=1)


def test_seeking_again_repeats_the_draws():
    stream = sought(5, PLAYERS, 3, 2)
    first = [below(stream[0], 1000) for _ in range(11)]
    seek(stream[0], 4, 0)
    below(stream[0], 1000)
    seek(stream[0], 3, 2)
    assert [below(stream[0], 1000) for _ in range(11)] == first
