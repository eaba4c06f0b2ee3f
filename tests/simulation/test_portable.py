"""Logarithm, exponential and normal quantile in plain arithmetic, against the libraries' own."""

from math import exp, inf, log, nextafter, ulp

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.special import ndtr, ndtri

from simulation.portable import normal_quantile, portable_exp, portable_log

CLOSE = 3e-15
"""Relative error that is allowed."""
TINIEST = ulp(0.0)
LARGEST = nextafter(inf, 0)


def is_close(value, expected):
    """Tell whether a value is right within a relative error of ``CLOSE``."""
    return abs(value - expected) <= CLOSE * abs(expected)


@example(1.0)
@example(nextafter(1.0, 0))
@example(nextafter(1.0, 2))
@example(0.5**0.5)
@example(nextafter(0.5**0.5, 0))
@example(nextafter(0.5**0.5, 1))
@example(2.0**0.5)
@example(2.0)
@example(1000.0)
@example(2.2250738585072014e-308)
@example(TINIEST)
@example(LARGEST)
@given(st.one_of(st.floats(0, exclude_min=True, allow_infinity=False), st.floats(0.25, 4)))
def test_the_logarithm(x):
    assert is_close(portable_log(x), log(x))


def test_the_logarithm_of_1_is_exactly_0():
    assert portable_log(1.0) == 0.0


@pytest.mark.parametrize("power", [-1074, -1022, -53, -1, 1, 2, 10, 52, 1023])
def test_the_logarithm_of_a_power_of_2(power):
    assert is_close(portable_log(2.0**power), power * log(2))


@example(0.0)
@example(-0.0)
@example(TINIEST)
@example(700.0)
@example(-700.0)
@example(log(2) / 2)
@example(nextafter(log(2) / 2, 0))
@example(-log(2) / 2)
@example(1.0)
@given(st.one_of(st.floats(-700, 700), st.floats(-2, 2)))
def test_the_exponential(x):
    assert is_close(portable_exp(x), exp(x))


def test_the_exponential_of_0_is_exactly_1():
    assert portable_exp(0.0) == portable_exp(-0.0) == 1.0


@pytest.mark.parametrize("x", [700.1, 745.0, 1e308, inf])
def test_beyond_700_the_exponential_is_that_of_the_nearest(x):
    assert portable_exp(x) == portable_exp(700.0)
    assert portable_exp(-x) == portable_exp(-700.0)


@example(0.5)
@example(nextafter(0.5, 0))
@example(nextafter(0.5, 1))
@example(0.075)
@example(nextafter(0.075, 0))
@example(0.925)
@example(nextafter(0.925, 1))
@example(exp(-25.0))
@example(nextafter(exp(-25.0), 0))
@example(nextafter(exp(-25.0), 1))
@example(2.0**-54)
@example(1 - 2.0**-53)
@example(1e-300)
@given(st.one_of(st.floats(1e-300, 1, exclude_max=True), st.floats(-300, -1e-9).map(lambda x: 10**x)))
def test_the_normal_quantile(p):
    assert is_close(normal_quantile(p), ndtri(p))


@given(st.floats(1e-12, 0.5))
def test_the_quantile_has_the_probability_that_it_was_asked_for(p):
    assert abs(ndtr(normal_quantile(p)) / p - 1) < 1e-12


@given(st.integers(1, 2**30 - 1))
def test_the_two_sides_mirror_each_other(part):
    """Where both probabilities are exact numbers."""
    p = part / 2**30
    assert normal_quantile(p) == -normal_quantile(1 - p)


@pytest.mark.parametrize(
    ("p", "size"), [(0.025, 1.9599639845400543), (0.25, 0.6744897501960817), (1e-6, 4.753424308822899)]
)
def test_quantiles_from_the_books(p, size):
    assert is_close(normal_quantile(p), -size)


@given(st.floats(-3, 3))
def test_the_exponential_undoes_the_logarithm(x):
    assert abs(portable_log(portable_exp(x)) - x) < 1e-14


def test_the_normal_quantile_rises():
    found = [normal_quantile(part / 4000) for part in range(1, 4000)]
    assert found == sorted(set(found))
