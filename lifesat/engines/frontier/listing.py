"""Paths through a diagram: all in order, from a given path on, or random ones.

Paths are packed, one bit for each step, from the highest bit of the first 64-bit word. As numbers
they ascend in the order of the listing.
"""

from collections.abc import Iterator
from itertools import count, islice

import numpy as np
from numpy.typing import NDArray

from lifesat.engines.frontier.diagram import Diagram

Paths = NDArray[np.uint64]
Nodes = NDArray[np.int32]

# Batches of about this many paths stay in the processor's cache.
_BATCH = 1 << 15
# Random parents are found in batches of this size.
_DRAWN = 1 << 10


class Listing:
    """Finds the parents of a diagram by their index; the diagram must have at least one."""

    def __init__(self, diagram: Diagram) -> None:
        self._diagram = diagram
        self._completions = diagram.completions()
        self.total = self._completions[0].numbers()[0]

    def at(self, numbers: list[int]) -> NDArray[np.uint8]:
        """Return parents by their index, from 0: 0 or 1, shape ``(numbers, steps)``."""
        left = np.array(numbers, dtype=object)
        nodes = np.zeros(len(numbers), dtype=np.int32)
        states = np.zeros((len(numbers), len(self._diagram.levels)), dtype=np.uint8)
        for k, edges in enumerate(self._diagram.levels):
            fewer = self._completions[k + 1].exactly(edges[nodes, 0])
            live = (left >= fewer).astype(bool)
            left[live] -= fewer[live]
            states[:, k] = live
            nodes = edges[nodes, live.astype(np.intp)]
        return states

    def draws(self, number: int | None, seed: int, after: int = 0) -> Iterator[NDArray[np.uint8]]:
        """Yield independent, uniformly distributed parents in batches, in the format of `at`.

        The first `after` of the `number` parents are skipped; None is without end. A seed always
        gives the same sequence, whatever its length.
        """
        generator = np.random.default_rng(seed)
        each = count() if number is None else range(number)
        drawn = (_below(self.total, generator) for _ in each)
        rest = islice(drawn, after, None)
        while numbers := list(islice(rest, _DRAWN)):
            yield self.at(numbers)


def paths(diagram: Diagram, start: NDArray[np.uint8] | None = None) -> Iterator[Paths]:
    """Yield all parents in order, packed, in batches of shape ``(parents, words)``.

    The first one is `start`, 0 or 1 for each step, unless that is None.
    """
    words = (len(diagram.levels) + 63) // 64
    if diagram.empty:
        return
    stack = [(0, np.zeros(1, dtype=np.int32), np.zeros((1, words), dtype=np.uint64))]
    if start is not None:
        stack = _after(diagram, start, words)
    while stack:
        level, nodes, packed = stack.pop()
        while level < len(diagram.levels) and len(nodes) <= _BATCH:
            nodes, packed = _extended(diagram, level, nodes, packed)
            level += 1
        if level == len(diagram.levels):
            yield packed
        else:
            half = len(nodes) // 2
            stack.append((level, nodes[half:], packed[half:]))
            stack.append((level, nodes[:half], packed[:half]))


def unpack(packed: Paths, steps: int) -> NDArray[np.uint8]:
    """Return the states of packed paths, 0 or 1, shape ``(paths, steps)``."""
    octets = packed.astype(">u8").view(np.uint8)
    return np.unpackbits(octets, axis=1, count=steps)


def _extended(diagram: Diagram, level: int, nodes: Nodes, packed: Paths) -> tuple[Nodes, Paths]:
    """Return all extensions of paths by one step, in order."""
    ends = diagram.levels[level][nodes].ravel()
    there = np.flatnonzero(ends >= 0)
    packed = packed[there >> 1]
    packed[:, level // 64] |= (there & 1).astype(np.uint64) << np.uint64(63 - level % 64)
    return ends[there], packed


def _after(
    diagram: Diagram, start: NDArray[np.uint8], words: int
) -> list[tuple[int, Nodes, Paths]]:
    """Return a stack with the path `start` on top of all paths that follow it in order."""
    stack = []
    node = np.zeros(1, dtype=np.int32)
    packed = np.zeros((1, words), dtype=np.uint64)
    for level, state in enumerate(start.tolist()):
        nodes, grown = _extended(diagram, level, node, packed)
        if len(nodes) == 2 and not state:
            stack.append((level + 1, nodes[1:], grown[1:]))
        chosen = slice(-1, None) if state else slice(0, 1)
        node, packed = nodes[chosen], grown[chosen]
    stack.append((len(start), node, packed))
    return stack


def _below(bound: int, generator: np.random.Generator) -> int:
    """Return a uniformly distributed random integer from 0 to ``bound - 1``."""
    bits = bound.bit_length()
    while True:
        drawn = int.from_bytes(generator.bytes((bits + 7) // 8)) >> (-bits % 8)
        if drawn < bound:
            return drawn
