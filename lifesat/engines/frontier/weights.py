"""Arrays of exact integers of any size: limbs for each state and each population.

A `Weights` holds an array of unsigned 64-bit limbs of shape ``(populations, limbs, *states)``.
A number is the sum of its limbs times powers of 2 ** 32. Limbs may exceed 2 ** 32; they are carried
only when the next sum might overflow 64 bits. Boolean limbs only say whether a number is nonzero.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

Limbs = NDArray[Any]

_BASE_BITS = 32
_WORD = 1 << 64
# Sums of products of numbers with so many bits together fit a float.
_MOST_FLOAT_BITS = 900
# This many products of half limbs can be summed exactly as floats, and the numbers for this many
# states stay in the processor's cache.
_MOST_PIECES = 1 << 20
_MOST_STATES = 1 << 14


@dataclass(frozen=True)
class Weights:
    """An exact integer for each state and each population."""

    # Shape ``(populations, limbs, *states)``; one population if they are not counted separately.
    limbs: Limbs
    # A bound on the limbs.
    ceiling: int

    def select(self, states: NDArray[np.intp]) -> "Weights":
        """Return the weights of some states, which have one axis."""
        return replace(self, limbs=self.limbs[:, :, states])

    def room(self, terms: int) -> "Weights":
        """Return the same numbers with room for sums of `terms` of them (at most 2 ** 32)."""
        if self.ceiling * terms < _WORD:
            return self
        highest = int(self.limbs.max(initial=0))
        if highest * terms < _WORD:
            return replace(self, ceiling=highest)
        return Weights(_carried(self.limbs), (1 << _BASE_BITS) - 1)

    def numbers(self) -> list[int]:
        """Return the numbers of the first state, one for each population."""
        first = self.limbs.reshape(*self.limbs.shape[:2], -1)[:, :, 0].tolist()
        return [_joined(limbs) for limbs in first]

    def exactly(self, states: NDArray[np.integer]) -> NDArray[np.object_]:
        """Return the numbers of some states in the first population, as Python integers."""
        numbers = np.empty(len(states), dtype=object)
        numbers[:] = [_joined(limbs) for limbs in self.limbs[0][:, states].T.tolist()]
        return numbers


def _joined(limbs: list[int]) -> int:
    return sum(limb << (_BASE_BITS * k) for k, limb in enumerate(limbs))


def one() -> Weights:
    """Return the number 1 for one state."""
    return Weights(np.ones((1, 1, 1), dtype=np.uint64), 1)


def joined(parts: Sequence[Weights]) -> Weights:
    """Concatenate weights that have one axis of states and the same number of populations."""
    populations = parts[0].limbs.shape[0]
    most = max(part.limbs.shape[1] for part in parts)
    states = sum(part.limbs.shape[2] for part in parts)
    limbs = np.zeros((populations, most, states), dtype=np.uint64)
    end = 0
    for part in parts:
        end += part.limbs.shape[2]
        limbs[:, : part.limbs.shape[1], end - part.limbs.shape[2] : end] = part.limbs
    return Weights(limbs, max(part.ceiling for part in parts))


def shifted(limbs: NDArray[Any], populations: int) -> NDArray[Any]:
    """Return the limbs with every number moved up by a number of populations."""
    higher = np.zeros((limbs.shape[0] + populations, *limbs.shape[1:]), dtype=limbs.dtype)
    higher[populations:] = limbs
    return higher


def _carried(limbs: Limbs) -> Limbs:
    """Return the same numbers with every limb below the base, adding limbs if needed."""
    result = limbs.copy()
    bits, low = np.uint64(_BASE_BITS), np.uint64((1 << _BASE_BITS) - 1)
    k = 0
    while True:
        over = result[:, k] >> bits
        result[:, k] &= low
        k += 1
        if k == result.shape[1]:
            if not over.any():
                return result
            result = np.concatenate([result, over[:, None]], axis=1)
        else:
            result[:, k] += over


def inner_products(
    left: Weights, right: Weights, keys: NDArray[np.int64], bits: Sequence[int], bound: int
) -> list[int]:
    """Return, for each bit, the sum of the products over the states that have it set.

    `left` and `right` have one population and the same states, `keys`. Bit 0 is the lowest one.
    `bound` is a bound on the sum of all products.
    """
    sums = [0] * len(bits)
    # Room for a carry in each factor.
    pieces = 2 * (max(left.limbs.shape[1], right.limbs.shape[1]) + 2)
    most = max(1, min(_MOST_STATES, _MOST_PIECES // pieces))
    for begin in range(0, len(keys), most):
        some = slice(begin, begin + most)
        first, second = (replace(each, limbs=each.limbs[:, :, some]) for each in (left, right))
        masks = [(keys[some] >> bit) & 1 for bit in bits]
        sum_up = _word_sums if bound < _WORD else _sums
        products = sum_up(first, second, masks)
        sums = [before + product for before, product in zip(sums, products, strict=True)]
    return sums


def product(left: Weights, right: Weights) -> int:
    """Return the sum of the products of the numbers for the same states, of one population."""
    bound = _WORD
    if _BASE_BITS * (left.limbs.shape[1] + right.limbs.shape[1]) < _MOST_FLOAT_BITS:
        # More than the sum, whatever is lost by rounding.
        bound = int(np.dot(_floats(left), _floats(right)) * 1.01) + 1
    keys = np.ones(left.limbs.shape[2], dtype=np.int64)
    return inner_products(left, right, keys, [0], bound)[0]


def _floats(weights: Weights) -> NDArray[np.float64]:
    """Return the numbers, rounded."""
    powers = np.ldexp(1.0, _BASE_BITS * np.arange(weights.limbs.shape[1]))
    floats: NDArray[np.float64] = powers @ weights.limbs[0]
    return floats


def _word_sums(left: Weights, right: Weights, masks: list[NDArray[np.int64]]) -> list[int]:
    """Return the sums of products for masks of 0 and 1, if the sum of all fits a word."""
    # A number that does not fit a word has the other factor 0.
    products = _low_words(left) * _low_words(right)
    return [int(np.dot(products, mask.view(np.uint64))) for mask in masks]


def _sums(left: Weights, right: Weights, masks: list[NDArray[np.int64]]) -> list[int]:
    """Return the sums of products of any size for masks of 0 and 1."""
    first, second = (_pieces(weights.limbs[0]) for weights in (left, right))
    products = np.zeros((len(first) + len(second) - 1, first.shape[1]))
    for k, piece in enumerate(first):
        products[k : k + len(second)] += piece * second
    sums = products @ np.array(masks, dtype=float).T
    digits = [_BASE_BITS // 2 * k for k in range(len(sums))]
    return [
        sum(int(number) << digit for digit, number in zip(digits, column, strict=True))
        for column in sums.T.tolist()
    ]


def _low_words(weights: Weights) -> NDArray[np.uint64]:
    """Return the numbers modulo 2 ** 64."""
    low: NDArray[np.uint64] = weights.limbs[0, 0]
    for k in range(1, min(weights.limbs.shape[1], 64 // _BASE_BITS)):
        low = low + (weights.limbs[0, k] << np.uint64(_BASE_BITS * k))
    return low


def _pieces(limbs: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Return numbers in pieces of half a limb, the lowest first, as floats."""
    words, half = _carried(limbs[None])[0], _BASE_BITS // 2
    pieces = np.empty((2 * len(words), words.shape[1]))
    pieces[::2] = words & np.uint64((1 << half) - 1)
    pieces[1::2] = words >> np.uint64(half)
    return pieces
