"""Sets of profiles: what the last cells of a parent may be, given the target so far.

A parent of a target of W columns has W + 2 columns, since nothing is assumed about what surrounds
the target. Its cells are visited in reading order. A profile is the state of the last
``2 (W + 2) + 2`` cells, a number whose lowest bit is the newest cell: all that later cells of the
target depend on. A new cell of the parent completes a block of 3x3 cells, whose successor is a cell
of the target. So each state of that cell keeps a part of the profiles; the oldest cell is then
forgotten.

Sets are held as bits, in words of 64 profiles, while they are dense, and as lists of ascending
numbers once they have fewer members than words. Words are fast since the lowest six cells are the
position in a word: which profiles of a word give a live cell depends on six other cells alone.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.engines.compiler import compiled
from lifesat.errors import StoppedError
from lifesat.life.rule import Rule

Words = NDArray[np.uint64]
Numbers = NDArray[np.uint32]
Sizes = NDArray[np.int64]
Weights = NDArray[np.float32]
Table = NDArray[np.uint8]

# The cells in a row of a block, and the bits of a position in a word.
_ROW = 3
_WORD_BITS = 6
# The time for a word, and for each list beside its profiles, relative to a profile in a list.
_WORD_WORK = 2
_LIST_WORK = 10
# Lists are divided into so many chunks, which take about the same time.
_CHUNKS = 16
# Hashes are those of FNV-1a, a member or a word at a time.
_PRIME = np.uint64(0x100000001B3)


@dataclass(frozen=True)
class Profiles:
    """All profiles for targets of a width under a rule of 3x3 cells."""

    width: int
    rule: Rule

    @property
    def columns(self) -> int:
        """The number of columns of a parent."""
        return self.width + 2

    @property
    def bits(self) -> int:
        """The number of cells in a profile."""
        return 2 * self.columns + 2

    @property
    def words(self) -> int:
        """The number of words of a dense set."""
        return 1 << (self.bits - _WORD_BITS)

    @cached_property
    def table(self) -> Table:
        """The successor of each block; the first cell of its first row is the highest bit."""
        return np.frombuffer(self.rule.table, dtype=np.uint8)

    @cached_property
    def masks(self) -> Words:
        """The positions in a word that give a live cell, for the six upper cells of a block."""
        upper, position = np.indices((1 << 2 * _ROW, 1 << _WORD_BITS), dtype=np.uint64)
        live = self.table[(upper << np.uint64(_ROW)) | (position & np.uint64(7))]
        masks: Words = (live.astype(np.uint64) << position).sum(axis=1, dtype=np.uint64)
        return masks

    @property
    def weights_bytes(self) -> int:
        """The memory that `weights` takes."""
        return 4 * (self.columns + 2) << self.bits

    def weights(self, live: float, rows: int, stop: Callable[[], bool]) -> list[Weights]:
        """Return how many ways each profile has to go on, for each column of the next cell.

        They are the mean numbers of continuations over some rows of a target whose cells are live
        with probability `live`, independently of each other; the largest is 1. Raises StoppedError if
        `stop` returns true.
        """
        following = np.ones(1 << self.bits, dtype=np.float32)
        weights = [following] * self.columns
        for _ in range(rows):
            for column in reversed(range(self.columns)):
                if stop():
                    raise StoppedError
                # The first two cells of a row complete no block.
                both = (1 - live, live) if column >= _ROW - 1 else (1.0, 1.0)
                chances = np.array(both, dtype=np.float32)[self.table]
                before = np.empty_like(following)
                _step_back(following, self.columns, chances, before)
                before /= before.max()
                weights[column] = following = before
        return weights


class Split(NamedTuple):
    """The sets after the next cell.

    Set 2k has the profiles of set k for a dead cell of the target, set 2k + 1 those for a live one.
    """

    sets: "ProfileSets"
    # The total weights of the sets, and numbers that differ for different sets.
    weights: NDArray[np.float64]
    hashes: Words


class ProfileSets:
    """Sets of profiles, numbered from 0."""

    profiles: Profiles
    # The number of profiles in each set, the time for a step with it, and its memory in bytes.
    sizes: Sizes
    work: Sizes
    bytes: Sizes

    @abstractmethod
    def split(self, weights: Weights, pool: ThreadPoolExecutor) -> Split:
        """Return the sets after a cell that completes a block."""

    @abstractmethod
    def free(self, pool: ThreadPoolExecutor) -> "ProfileSets":
        """Return the sets after a cell that completes no block."""

    @abstractmethod
    def some(self, kept: Sizes) -> "ProfileSets":
        """Return the sets with the given numbers."""


class DenseSets(ProfileSets):
    """Sets as bits, shape ``(sets, words)``."""

    def __init__(self, profiles: Profiles, words: Words, sizes: Sizes) -> None:
        self.profiles, self._words, self.sizes = profiles, words, sizes
        self.work = np.full_like(sizes, _WORD_WORK * profiles.words)
        self.bytes = np.full_like(sizes, 8 * profiles.words)

    @classmethod
    def everything(cls, profiles: Profiles) -> "DenseSets":
        """Return one set, of all profiles."""
        words = np.full((1, profiles.words), ~np.uint64(0))
        return cls(profiles, words, np.array([1 << profiles.bits]))

    def split(self, weights: Weights, pool: ThreadPoolExecutor) -> Split:
        """Return the sets after a cell that completes a block."""
        one, sets = self.profiles, len(self.sizes)
        words = np.empty((sets, 2, one.words), dtype=np.uint64)
        sizes, sums, hashes = _measures((sets, 2))

        def split(k: int) -> None:
            _split_words(self._words[k], one.columns, one.masks, words[k, 0], words[k, 1])
            for state in range(2):
                _measure_words(
                    words[k, state],
                    weights,
                    *(each[k, state : state + 1] for each in (sizes, sums, hashes)),
                )

        list(pool.map(split, range(sets)))
        after = DenseSets(one, words.reshape(2 * sets, one.words), sizes.ravel())
        return Split(after, sums.ravel(), hashes.ravel())

    def free(self, pool: ThreadPoolExecutor) -> "DenseSets":
        """Return the sets after a cell that completes no block."""
        words = np.empty_like(self._words)
        sizes = pool.map(_free_words, self._words, words)
        return DenseSets(self.profiles, words, np.array(list(sizes)))

    def some(self, kept: Sizes) -> ProfileSets:
        """Return the sets with the given numbers, as lists if they are sparse."""
        sizes = self.sizes[kept]
        if sizes.sum() >= len(kept) * self.profiles.words:
            return DenseSets(self.profiles, self._words[kept], sizes)
        numbers, begins = np.empty(sizes.sum(), dtype=np.uint32), _begins(sizes)
        for k, begin, size in zip(kept, begins, sizes, strict=True):
            _list(self._words[k], numbers[begin : begin + size])
        return ListedSets(self.profiles, numbers, begins, sizes)


class ListedSets(ProfileSets):
    """Sets as lists of ascending numbers: where each begins in an array, and its size."""

    def __init__(self, profiles: Profiles, numbers: Numbers, begins: Sizes, sizes: Sizes) -> None:
        self.profiles, self.sizes = profiles, sizes
        self._numbers, self._begins = numbers, begins
        self.work = sizes + _LIST_WORK
        self.bytes = 4 * sizes

    def split(self, weights: Weights, pool: ThreadPoolExecutor) -> Split:
        """Return the sets after a cell that completes a block."""
        one, sets = self.profiles, len(self.sizes)
        # Each of both sets may have twice as many members.
        begins = _begins(2 * self.sizes.repeat(2)).reshape(sets, 2)
        numbers = np.empty(4 * self.sizes.sum(), dtype=np.uint32)
        sizes, sums, hashes = _measures((sets, 2))

        def split(some: slice) -> None:
            _split_lists(
                self._numbers, self._begins[some], self.sizes[some], one.bits, one.columns,
                one.table, weights, numbers, begins[some], sizes[some], sums[some], hashes[some],
            )  # fmt: skip

        list(pool.map(split, self._chunks()))
        after = ListedSets(one, numbers, begins.ravel(), sizes.ravel())
        return Split(after, sums.ravel(), hashes.ravel())

    def free(self, pool: ThreadPoolExecutor) -> "ListedSets":
        """Return the sets after a cell that completes no block."""
        begins, sizes = _begins(2 * self.sizes), np.empty_like(self.sizes)
        numbers = np.empty(2 * self.sizes.sum(), dtype=np.uint32)

        def free(some: slice) -> None:
            _free_lists(
                self._numbers, self._begins[some], self.sizes[some], self.profiles.bits, numbers,
                begins[some], sizes[some],
            )  # fmt: skip

        list(pool.map(free, self._chunks()))
        return ListedSets(self.profiles, numbers, begins, sizes)

    def some(self, kept: Sizes) -> "ListedSets":
        """Return the sets with the given numbers."""
        sizes = self.sizes[kept]
        numbers, begins = np.empty(sizes.sum(), dtype=np.uint32), _begins(sizes)
        _copy(self._numbers, self._begins[kept], sizes, numbers, begins)
        return ListedSets(self.profiles, numbers, begins, sizes)

    def _chunks(self) -> Iterator[slice]:
        """Yield slices of the sets whose steps take about the same time."""
        ends = np.cumsum(self.work)
        cuts = np.searchsorted(ends, ends[-1] * np.arange(_CHUNKS + 1) / _CHUNKS)
        cuts[-1] = len(ends)
        return (slice(*pair) for pair in pairwise(cuts.tolist()))


def _begins(sizes: Sizes) -> Sizes:
    """Return where lists of some sizes begin, one after the other."""
    begins: Sizes = np.cumsum(sizes) - sizes
    return begins


def _measures(shape: tuple[int, int]) -> tuple[Sizes, NDArray[np.float64], Words]:
    """Return room for the sizes, total weights and hashes of sets."""
    return np.empty(shape, dtype=np.int64), np.empty(shape), np.empty(shape, dtype=np.uint64)


@compiled
def _population(word: np.uint64) -> int:
    """Return the number of bits that are set."""
    word -= (word >> np.uint64(1)) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + (
        (word >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled
def _doubled(word: np.uint64) -> np.uint64:
    """Return a word in which each of the lower 32 bits stands twice."""
    word = word & np.uint64(0xFFFFFFFF)
    word = (word | (word << np.uint64(16))) & np.uint64(0x0000FFFF0000FFFF)
    word = (word | (word << np.uint64(8))) & np.uint64(0x00FF00FF00FF00FF)
    word = (word | (word << np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    word = (word | (word << np.uint64(2))) & np.uint64(0x3333333333333333)
    word = (word | (word << np.uint64(1))) & np.uint64(0x5555555555555555)
    return word | (word << np.uint64(1))


@compiled
def _split_words(words: Words, columns: int, masks: Words, dead: Words, live: Words) -> None:
    """Fill in the profiles after a dead and after a live cell."""
    half = len(words) // 2
    for k in range(len(words)):
        shift = np.uint64(32 * (k & 1))
        oldest_dead = _doubled(words[k >> 1] >> shift)
        oldest_live = _doubled(words[(k >> 1) + half] >> shift)
        newest = np.uint64(k) << np.uint64(6)
        upper = (newest >> np.uint64(columns)) & np.uint64(7)
        upper |= ((newest >> np.uint64(2 * columns)) & np.uint64(3)) << np.uint64(3)
        lives, lives_too = masks[upper], masks[upper | np.uint64(32)]
        dead[k] = (oldest_dead & ~lives) | (oldest_live & ~lives_too)
        live[k] = (oldest_dead & lives) | (oldest_live & lives_too)


@compiled
def _measure_words(
    words: Words, weights: Weights, size: Sizes, total: NDArray[np.float64], mixed: Words
) -> None:
    """Fill in the size, the total weight and the hash of a set."""
    size[0], total[0], mixed[0] = 0, 0, 0
    for k in range(len(words)):
        word = words[k]
        size[0] += _population(word)
        mixed[0] = (mixed[0] ^ word) * _PRIME
        some = np.float32(0)
        for place in range(64):
            some += weights[64 * k + place] * np.float32((word >> np.uint64(place)) & np.uint64(1))
        total[0] += some


@compiled
def _free_words(words: Words, after: Words) -> int:
    """Fill in the profiles after a cell that completes no block, and return how many they are."""
    half, size = len(words) // 2, 0
    for k in range(len(words)):
        shift = np.uint64(32 * (k & 1))
        after[k] = _doubled((words[k >> 1] | words[(k >> 1) + half]) >> shift)
        size += _population(after[k])
    return size


@compiled
def _list(words: Words, numbers: Numbers) -> None:
    """Fill in the numbers of the bits that are set, ascending."""
    place = 0
    for k in range(len(words)):
        word = words[k]
        while word:
            rest = word & (word - np.uint64(1))
            numbers[place] = 64 * k + _population((word ^ rest) - np.uint64(1))
            place += 1
            word = rest


@compiled
def _split_lists(
    numbers: Numbers, begins: Sizes, sizes: Sizes, bits: int, columns: int, table: Table,
    weights: Weights, after: Numbers, begins_after: Sizes, sizes_after: Sizes,
    totals: NDArray[np.float64], hashes: Words,
) -> None:  # fmt: skip
    """Fill in the profiles of each set after a dead and after a live cell, and their measures.

    Those whose oldest cell is dead and those whose oldest cell is live are merged.
    """
    top = 1 << (bits - 1)
    for k in range(len(begins)):
        i, end = begins[k], begins[k] + sizes[k]
        middle = i + np.searchsorted(numbers[i:end], top)
        j = middle
        dead, live = begins_after[k]
        dead_total, live_total = 0.0, 0.0
        dead_hash, live_hash = np.uint64(0), np.uint64(0)
        while i < middle or j < end:
            first = np.int64(numbers[i]) if i < middle else top
            second = np.int64(numbers[j]) - top if j < end else top
            low = min(first, second)
            i += low == first
            j += low == second
            for newest in range(2):
                cells = (low << 1) | newest
                block = cells & 7 | (cells >> columns & 7) << 3 | (cells >> 2 * columns & 3) << 6
                # Which successors there are: bit 0 for a dead one, bit 1 for a live one.
                states = (low == first) << table[block] | (low == second) << table[block | 256]
                if states & 1:
                    after[dead] = cells
                    dead += 1
                    dead_total += weights[cells]
                    dead_hash = (dead_hash ^ np.uint64(cells)) * _PRIME
                if states & 2:
                    after[live] = cells
                    live += 1
                    live_total += weights[cells]
                    live_hash = (live_hash ^ np.uint64(cells)) * _PRIME
        sizes_after[k, 0], sizes_after[k, 1] = dead - begins_after[k, 0], live - begins_after[k, 1]
        totals[k, 0], totals[k, 1] = dead_total, live_total
        hashes[k, 0], hashes[k, 1] = dead_hash, live_hash


@compiled
def _free_lists(
    numbers: Numbers, begins: Sizes, sizes: Sizes, bits: int, after: Numbers, begins_after: Sizes,
    sizes_after: Sizes,
) -> None:  # fmt: skip
    """Fill in the profiles of each set after a cell that completes no block, and their number."""
    top = 1 << (bits - 1)
    for k in range(len(begins)):
        i, end = begins[k], begins[k] + sizes[k]
        middle = i + np.searchsorted(numbers[i:end], top)
        j, place = middle, begins_after[k]
        while i < middle or j < end:
            first = np.int64(numbers[i]) if i < middle else top
            second = np.int64(numbers[j]) - top if j < end else top
            low = min(first, second)
            i += low == first
            j += low == second
            after[place], after[place + 1] = low << 1, (low << 1) | 1
            place += 2
        sizes_after[k] = place - begins_after[k]


@compiled
def _copy(numbers: Numbers, begins: Sizes, sizes: Sizes, after: Numbers, places: Sizes) -> None:
    """Copy lists to other places."""
    for k in range(len(begins)):
        for m in range(sizes[k]):
            after[places[k] + m] = numbers[begins[k] + m]


@compiled
def _step_back(following: Weights, columns: int, chances: Weights, weights: Weights) -> None:
    """Fill in the weights before a cell, given those after it and the chance of each block."""
    last = len(following) - 1
    for profile in range(len(following)):
        total = np.float32(0)
        for newest in range(2):
            cells = (profile << 1) | newest
            block = cells & 7 | (cells >> columns & 7) << 3 | (cells >> 2 * columns & 7) << 6
            total += chances[block] * following[cells & last]
        weights[profile] = total
