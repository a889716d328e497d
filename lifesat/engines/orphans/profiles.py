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

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
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


class Shape(NamedTuple):
    """What the compiled loops know of profiles and the rule."""

    # The number of cells in a profile, and the number of columns of a parent.
    bits: int
    columns: int
    # The successor of each block; the first cell of its first row is the highest bit.
    table: Table
    # The positions in a word that give a live cell, for the six upper cells of a block.
    masks: Words


class Lists(NamedTuple):
    """Lists of ascending numbers: all numbers, where each list begins, and its size."""

    numbers: Numbers
    begins: Sizes
    sizes: Sizes


class Measures(NamedTuple):
    """Measures of sets: sizes, total weights, and numbers that differ for different sets.

    After a split the shape is ``(sets, 2)``: the sets for a dead cell and those for a live one.
    """

    sizes: Sizes
    weights: NDArray[np.float64]
    hashes: Words

    @classmethod
    def room(cls, sets: int) -> "Measures":
        """Return room for the measures of sets after a split."""
        shape = sets, 2
        return cls(
            np.empty(shape, dtype=np.int64), np.empty(shape), np.empty(shape, dtype=np.uint64)
        )

    def flat(self) -> "Measures":
        """Return the measures without the second axis."""
        return Measures(self.sizes.ravel(), self.weights.ravel(), self.hashes.ravel())


@dataclass(frozen=True)
class Profiles:
    """All profiles for targets of a width under a rule of 3x3 cells."""

    width: int
    rule: Rule

    @cached_property
    def shape(self) -> Shape:
        """What the compiled loops need."""
        table = np.frombuffer(self.rule.table, dtype=np.uint8)
        upper, position = np.indices((1 << 2 * _ROW, 1 << _WORD_BITS), dtype=np.uint64)
        live = table[(upper << np.uint64(_ROW)) | (position & np.uint64(7))].astype(np.uint64)
        masks = (live << position).sum(axis=1, dtype=np.uint64)
        columns = self.width + _ROW - 1
        return Shape(2 * columns + 2, columns, table, masks)

    @property
    def number(self) -> int:
        """The number of profiles."""
        return 1 << self.shape.bits

    @property
    def words(self) -> int:
        """The number of words of a dense set."""
        return self.number >> _WORD_BITS

    def weights_bytes(self, height: int) -> int:
        """Return the memory that weights take, for targets of a height."""
        return 4 * (height + self.shape.columns + 2) * self.number

    def weights(self, live: float, rows: int, stop: Callable[[], bool]) -> list[Weights]:
        """Return how many continuations each profile has, for each column of the next cell.

        They are the mean numbers of continuations over some rows of a target whose cells are live
        with probability `live`, independently of each other; the largest is 1. Raises StoppedError
        if `stop` returns true.
        """
        weights = [self._no_rows]
        for _ in range(rows):
            following = weights[0]
            weights.clear()  # each takes much memory
            weights = self._before_row(following, np.full(self.width, live), stop)
        return weights

    def weights_of_rows(
        self, live: NDArray[np.float64], stop: Callable[[], bool]
    ) -> Iterator[list[Weights]]:
        """Yield such weights for each row of a target, over all that follows in it.

        Each cell has its own probability of being live, shape ``(height, width)``. The list of a
        row is cleared when the next one is asked for.
        """
        befores = [self._no_rows]
        for row in live[:0:-1]:
            befores.append(self._before_row(befores[-1], row, stop)[0])
        for row in live:
            after = befores.pop()
            weights = [after, *self._before_row(after, row, stop)[1:]]
            yield weights
            weights.clear()

    @property
    def _no_rows(self) -> Weights:
        return np.ones(self.number, dtype=np.float32)

    def _before_row(
        self, following: Weights, live: NDArray[np.float64], stop: Callable[[], bool]
    ) -> list[Weights]:
        """Return the weights for each column of a row, given those after it."""
        _, columns, table, _ = self.shape
        weights = [following] * columns
        for column in reversed(range(columns)):
            if stop():
                raise StoppedError
            # The first two cells of a row complete no block.
            cell = column - (_ROW - 1)
            both = (1.0, 1.0) if cell < 0 else (1 - live[cell], live[cell])
            chances = np.array(both, dtype=np.float32)[table]
            before = np.empty_like(following)
            _step_back(following, columns, chances, before)
            before /= before.max()
            weights[column] = following = before
        return weights


class Split(NamedTuple):
    """The sets after the next cell.

    Set 2k has the profiles of set k for a dead cell of the target, set 2k + 1 those for a live one.
    """

    sets: "ProfileSets"
    measures: Measures


class ProfileSets(ABC):
    """Sets of profiles, numbered from 0."""

    def __init__(self, profiles: Profiles, sizes: Sizes) -> None:
        self.profiles, self.sizes = profiles, sizes

    @property
    @abstractmethod
    def work(self) -> Sizes:
        """The time for a step with each set, in profiles of a list."""

    @property
    @abstractmethod
    def bytes(self) -> Sizes:
        """The memory of each set."""

    @abstractmethod
    def split(self, weights: Weights, pool: Executor) -> Split:
        """Return the sets after a cell that completes a block."""

    @abstractmethod
    def free(self, pool: Executor) -> "ProfileSets":
        """Return the sets after a cell that completes no block."""

    @abstractmethod
    def some(self, kept: Sizes) -> "ProfileSets":
        """Return the sets with the given numbers."""


class DenseSets(ProfileSets):
    """Sets as bits, shape ``(sets, words)``."""

    def __init__(self, profiles: Profiles, words: Words, sizes: Sizes) -> None:
        super().__init__(profiles, sizes)
        self._words = words

    @property
    def work(self) -> Sizes:
        """The time for a step with each set, in profiles of a list."""
        return np.full_like(self.sizes, _WORD_WORK * self.profiles.words)

    @property
    def bytes(self) -> Sizes:
        """The memory of each set."""
        return np.full_like(self.sizes, 8 * self.profiles.words)

    def split(self, weights: Weights, pool: Executor) -> Split:
        """Return the sets after a cell that completes a block."""
        sets, words = self._words.shape
        after = np.empty((sets, 2, words), dtype=np.uint64)
        measures = Measures.room(sets)

        def split(k: int) -> None:
            _split_words(self._words[k], self.profiles.shape, after[k])
            for state in range(2):
                _measure_words(after[k, state], weights, measures, k, state)

        list(pool.map(split, range(sets)))
        flat = measures.flat()
        return Split(DenseSets(self.profiles, after.reshape(2 * sets, words), flat.sizes), flat)

    def free(self, pool: Executor) -> "DenseSets":
        """Return the sets after a cell that completes no block."""
        words = np.empty_like(self._words)
        sizes = pool.map(_free_words, self._words, words)
        return DenseSets(self.profiles, words, np.array(list(sizes)))

    def some(self, kept: Sizes) -> ProfileSets:
        """Return the sets with the given numbers, as lists if they are sparse."""
        sizes = self.sizes[kept]
        if sizes.sum() >= len(kept) * self.profiles.words:
            return DenseSets(self.profiles, self._words[kept], sizes)
        lists = _room(sizes)
        for k, begin, size in zip(kept, lists.begins, sizes, strict=True):
            _list(self._words[k], lists.numbers[begin : begin + size])
        return ListedSets(self.profiles, lists)


class ListedSets(ProfileSets):
    """Sets as lists of ascending numbers."""

    def __init__(self, profiles: Profiles, lists: Lists) -> None:
        super().__init__(profiles, lists.sizes)
        self._lists = lists

    @property
    def work(self) -> Sizes:
        """The time for a step with each set, in profiles of a list."""
        return self.sizes + _LIST_WORK

    @property
    def bytes(self) -> Sizes:
        """The memory of each set."""
        return 4 * self.sizes

    def split(self, weights: Weights, pool: Executor) -> Split:
        """Return the sets after a cell that completes a block."""
        # Each of both sets may have twice as many members.
        after = _room(2 * self.sizes.repeat(2))
        measures = Measures.room(len(self.sizes))

        shape = self.profiles.shape

        def split(some: range) -> None:
            _split_lists(some.start, some.stop, self._lists, shape, weights, after, measures)

        list(pool.map(split, self._chunks()))
        flat = measures.flat()
        return Split(ListedSets(self.profiles, after._replace(sizes=flat.sizes)), flat)

    def free(self, pool: Executor) -> "ListedSets":
        """Return the sets after a cell that completes no block."""
        after = _room(2 * self.sizes)

        def free(some: range) -> None:
            _free_lists(some.start, some.stop, self._lists, self.profiles.shape.bits, after)

        list(pool.map(free, self._chunks()))
        return ListedSets(self.profiles, after)

    def some(self, kept: Sizes) -> "ListedSets":
        """Return the sets with the given numbers."""
        after = _room(self.sizes[kept])
        _copy(self._lists, kept, after)
        return ListedSets(self.profiles, after)

    def _chunks(self) -> Iterator[range]:
        """Yield ranges of the sets whose steps take about the same time."""
        ends = np.cumsum(self.work)
        cuts = np.searchsorted(ends, ends[-1] * np.arange(_CHUNKS) // _CHUNKS).tolist()
        return (range(*pair) for pair in pairwise([*cuts, len(ends)]))


def everything(profiles: Profiles) -> ProfileSets:
    """Return one set, of all profiles."""
    sizes = np.array([profiles.number])
    if profiles.shape.columns < _WORD_BITS:
        # The upper cells of a block are in a word, too.
        numbers = np.arange(profiles.number, dtype=np.uint32)
        return ListedSets(profiles, Lists(numbers, np.zeros(1, dtype=np.int64), sizes))
    return DenseSets(profiles, np.full((1, profiles.words), ~np.uint64(0)), sizes)


def _room(sizes: Sizes) -> Lists:
    """Return room for lists of some sizes, one after the other."""
    begins: Sizes = np.cumsum(sizes) - sizes
    return Lists(np.empty(sizes.sum(), dtype=np.uint32), begins, sizes)


@compiled
def _population(word: np.uint64) -> np.int64:
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
def _split_words(words: Words, shape: Shape, after: Words) -> None:
    """Fill in the profiles after a dead and after a live cell."""
    half = len(words) // 2
    for k in range(len(words)):
        shift = np.uint64(32 * (k & 1))
        oldest_dead = _doubled(words[k >> 1] >> shift)
        oldest_live = _doubled(words[(k >> 1) + half] >> shift)
        newest = np.uint64(k) << np.uint64(6)
        upper = (newest >> np.uint64(shape.columns)) & np.uint64(7)
        upper |= ((newest >> np.uint64(2 * shape.columns)) & np.uint64(3)) << np.uint64(3)
        lives, lives_too = shape.masks[upper], shape.masks[upper | np.uint64(32)]
        after[0, k] = (oldest_dead & ~lives) | (oldest_live & ~lives_too)
        after[1, k] = (oldest_dead & lives) | (oldest_live & lives_too)


@compiled
def _measure_words(
    words: Words, weights: Weights, measures: Measures, place: int, state: int
) -> None:
    """Fill in the measures of a set."""
    size, total, mixed = np.int64(0), np.float64(0), np.uint64(0)
    for k in range(len(words)):
        word = words[k]
        size += _population(word)
        mixed = (mixed ^ word) * _PRIME
        some = np.float32(0)
        for bit in range(64):
            some += weights[64 * k + bit] * np.float32((word >> np.uint64(bit)) & np.uint64(1))
        total += some
    measures.sizes[place, state] = size
    measures.weights[place, state] = total
    measures.hashes[place, state] = mixed


@compiled
def _free_words(words: Words, after: Words) -> np.int64:
    """Fill in the profiles after a cell that completes no block, and return how many they are."""
    half, size = len(words) // 2, np.int64(0)
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
    start: int,
    stop: int,
    lists: Lists,
    shape: Shape,
    weights: Weights,
    after: Lists,
    measures: Measures,
) -> None:
    """Fill in the profiles of sets after a dead and after a live cell, and their measures.

    Those whose oldest cell is dead and those whose oldest cell is live are merged.
    """
    numbers, columns, table = lists.numbers, shape.columns, shape.table
    top = 1 << (shape.bits - 1)
    for k in range(start, stop):
        i, end = lists.begins[k], lists.begins[k] + lists.sizes[k]
        middle = i + np.searchsorted(numbers[i:end], top)
        j = middle
        dead, live = after.begins[2 * k], after.begins[2 * k + 1]
        dead_weight, live_weight = 0.0, 0.0
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
                    after.numbers[dead] = cells
                    dead += 1
                    dead_weight += weights[cells]
                    dead_hash = (dead_hash ^ np.uint64(cells)) * _PRIME
                if states & 2:
                    after.numbers[live] = cells
                    live += 1
                    live_weight += weights[cells]
                    live_hash = (live_hash ^ np.uint64(cells)) * _PRIME
        measures.sizes[k, 0] = dead - after.begins[2 * k]
        measures.sizes[k, 1] = live - after.begins[2 * k + 1]
        measures.weights[k, 0], measures.weights[k, 1] = dead_weight, live_weight
        measures.hashes[k, 0], measures.hashes[k, 1] = dead_hash, live_hash


@compiled
def _free_lists(start: int, stop: int, lists: Lists, bits: int, after: Lists) -> None:
    """Fill in the profiles of sets after a cell that completes no block, and their sizes."""
    numbers, top = lists.numbers, 1 << (bits - 1)
    for k in range(start, stop):
        i, end = lists.begins[k], lists.begins[k] + lists.sizes[k]
        middle = i + np.searchsorted(numbers[i:end], top)
        j, place = middle, after.begins[k]
        while i < middle or j < end:
            first = np.int64(numbers[i]) if i < middle else top
            second = np.int64(numbers[j]) - top if j < end else top
            low = min(first, second)
            i += low == first
            j += low == second
            after.numbers[place], after.numbers[place + 1] = low << 1, (low << 1) | 1
            place += 2
        after.sizes[k] = place - after.begins[k]


@compiled
def _copy(lists: Lists, kept: Sizes, after: Lists) -> None:
    """Copy some lists."""
    for k in range(len(kept)):
        for m in range(after.sizes[k]):
            after.numbers[after.begins[k] + m] = lists.numbers[lists.begins[kept[k]] + m]


@compiled
def _step_back(following: Weights, columns: int, chances: Weights, weights: Weights) -> None:
    """Fill in the weights before a cell, given those after it and the chance of each block."""
    last, side = len(following) - 1, 1 << columns
    for start in range(0, 2 * len(following), side):
        # So many profiles with a new cell have the same six upper cells of the block.
        upper = (start >> columns & 7) << 3 | (start >> 2 * columns & 7) << 6
        some, after, before = chances[upper:], following[start & last :], weights[start >> 1 :]
        for k in range(0, side, 8):
            for m in range(4):
                dead, live = 2 * m, 2 * m + 1
                total = some[dead] * after[k + dead] + some[live] * after[k + live]
                before[(k >> 1) + m] = total
