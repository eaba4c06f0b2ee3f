"""Counter-based random streams: every draw of a game depends on (seed, game) alone.

A stream is Philox4x64-10, the generator of NumPy's ``Philox``. Its key is (seed,
purpose), its counter is (block, chapter, game, 0): draws for shuffling never
disturb draws for players, game *i* needs nothing from game *i* - 1, and a chapter (in
Knutten: a round) starts from the same cards whatever was drawn in the chapter before.

Source: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random numbers:
as easy as 1, 2, 3", SC 2011.
"""

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from simulation.compiling import compiled

SHUFFLES = 1
"""Purpose of a stream that shuffles cards."""
PLAYERS = 2
"""Purpose of a stream that players draw from."""
PEOPLE = 3
"""Purpose of a stream for a model of people."""
FATE = 4
"""Purpose of a stream for what an experiment forces."""

stream_dtype = np.dtype(
    [
        ("key", np.uint64, (2,)),  # seed, purpose
        ("counter", np.uint64, (3,)),  # block (the next one is counter + 1), chapter, game
        ("block", np.uint64, (4,)),  # the words of the current block
        ("halves", np.int64),  # 32-bit halves of the block already used, 0 to 8
    ],
    align=True,
)
stream_type = numba.from_dtype(stream_dtype)


def new_stream(seed: int, purpose: int) -> np.ndarray:
    """Return a stream, as an array of one record of ``stream_dtype``, to be sought before use."""
    stream = np.zeros(1, stream_dtype)
    stream["key"][0] = (seed, purpose)
    return stream


@intrinsic  # type: ignore[untyped-decorator]
def _high_half(typing_context: Any, left: Any, right: Any) -> Any:
    """Upper 64 bits of the product of two 64-bit words, which Numba has no name for."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(*(builder.zext(argument, wide) for argument in arguments))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), generate


M0, M1 = np.uint64(0xD2E7470EE14C6C93), np.uint64(0xCA5A826395121157)
W0, W1 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBB67AE8584CAA73B)
ONE, ZERO = np.uint64(1), np.uint64(0)
LOW_32 = np.uint64(0xFFFFFFFF)
SHIFT_32 = np.uint64(32)
SHIFT_11 = np.uint64(11)


@compiled(types.void(stream_type))
def _next_block(stream):
    stream.counter[0] += ONE
    a, b, c, d = stream.counter[0], stream.counter[1], stream.counter[2], ZERO
    key0, key1 = stream.key[0], stream.key[1]
    for _ in range(10):
        high0, low0 = _high_half(M0, a), M0 * a
        high1, low1 = _high_half(M1, c), M1 * c
        a, b, c, d = high1 ^ b ^ key0, low1, high0 ^ d ^ key1, low0
        key0 += W0
        key1 += W1
    stream.block[0], stream.block[1], stream.block[2], stream.block[3] = a, b, c, d
    stream.halves = 0


@compiled()
def seek(stream, game, chapter):
    """Go to the start of a chapter of a game."""
    stream.counter[0] = ZERO
    stream.counter[1] = np.uint64(chapter)
    stream.counter[2] = np.uint64(game)
    stream.halves = 8


@compiled()
def _half_word(stream):
    """Draw 32 bits, the low half of a word before its high half."""
    if stream.halves == 8:
        _next_block(stream)
    half = stream.halves
    stream.halves = half + 1
    word = stream.block[half >> 1]
    return word >> SHIFT_32 if half & 1 else word & LOW_32


@compiled()
def below(stream, limit):
    """Draw a whole number from 0 to ``limit`` - 1, each exactly as likely.

    ``limit`` is from 1 to 2**31. Source: D. Lemire, "Fast random integer generation in an
    interval", ACM TOMACS 29 (2019).
    """
    bound = np.uint64(limit)
    product = _half_word(stream) * bound
    low = product & LOW_32
    if low < bound:
        threshold = (LOW_32 + ONE - bound) % bound
        while low < threshold:
            product = _half_word(stream) * bound
            low = product & LOW_32
    return np.int64(product >> SHIFT_32)


@compiled()
def shuffle(numbers, count, stream):
    """Put the first numbers of an array in another order, each as likely."""
    for last in range(count - 1, 0, -1):
        other = below(stream, last + 1)
        numbers[last], numbers[other] = numbers[other], numbers[last]


@compiled()
def unit(stream):
    """Draw a number from [0, 1) in steps of 2**-53."""
    high, low = _half_word(stream), _half_word(stream)
    return np.int64(((high << SHIFT_32) | low) >> SHIFT_11) * 2.0**-53
