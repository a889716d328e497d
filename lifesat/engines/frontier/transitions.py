"""The transitions of a sweep, packed, for the way back.

While only the oldest unknowns are forgotten, the states before a step are a few runs, and each next
state has at most one child of each run. Then a transition takes two bytes for most states: a bit
for each child that passes the checks, and for each next state a bit for each run.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from lifesat.engines.compiler import loop
from lifesat.engines.frontier import support
from lifesat.engines.frontier.blocks import Block, Blocks, Piece
from lifesat.engines.frontier.loops import Indices, Keys, Masks, Numbers, pack, spread, unpack
from lifesat.engines.frontier.plan import Step
from lifesat.engines.frontier.sparse import Move
from lifesat.engines.frontier.store import Store
from lifesat.engines.frontier.weights import Weights


class _Listed(NamedTuple):
    """The children, and where those of each next state begin, as in `Move`."""

    children: Indices
    starts: Indices


class _Packed(NamedTuple):
    """The children of runs, with the masks and the ends of a `Move`."""

    masks: Masks
    ends: Keys
    # For each next state a bit for each run.
    runs: Masks


class _Part(NamedTuple):
    """A transition from some states of a frontier to adjacent states of the next frontier."""

    # Where the states are in the frontier.
    pieces: list[Piece]
    # The number of next states, and of children that pass the checks.
    states: int
    total: int
    way: _Listed | _Packed


class Transition:
    """The transition over some steps, recorded part by part so that a sweep can go back over it."""

    def __init__(self, steps: Sequence[Step], before: Blocks, store: Store) -> None:
        self.steps = steps
        self._sizes = [len(block.keys) for block in before.blocks]
        self._store = store
        self._parts: list[_Part] = []

    def record(self, pieces: list[Piece], part: Block, moved: Move) -> None:
        """Record the move of some states; see `lifesat.engines.frontier.blocks.Recorder`."""
        store, states = self._store.store, len(moved.starts)
        way: _Listed | _Packed
        if moved.ends is None:
            way = _Listed(store(moved.children), store(moved.starts))
        else:
            runs = np.zeros((states, (len(moved.ends) + 7) // 8), dtype=np.uint8)
            some = moved.children, moved.starts, moved.ends, len(self.steps)
            loop(pack, len(part.keys))(*some, runs)
            way = _Packed(store(moved.masks), moved.ends, store(runs))
        self._parts.append(_Part(pieces, states, len(moved.children), way))

    def before(self, after: Weights, bound: int, most_bytes: int | None) -> Weights:
        """Return the number of ways to the end for each state before the steps.

        `after` holds these numbers for the next frontier, and `bound` is a bound on all of them.
        Raises OutOfReachError if the memory does not suffice.
        """
        bits = len(self.steps)
        after = after.room(1 << bits)
        offsets = np.cumsum([0, *self._sizes]).tolist()
        support.check(3 * 8 * after.limbs.shape[1] * offsets[-1], most_bytes)
        limbs = np.zeros((1, after.limbs.shape[1], offsets[-1]), dtype=np.uint64)
        begin = 0
        for part in self._parts:
            sums = _sums(part, bits, after.limbs[:, :, begin : begin + part.states])
            begin += part.states
            end = 0
            for block, some in part.pieces:
                start = offsets[block]
                piece = slice(end, end := end + some.stop - some.start)
                limbs[:, :, start + some.start : start + some.stop] = sums[:, :, piece]
        return Weights(limbs, min(after.ceiling << bits, bound))


def _sums(part: _Part, bits: int, after: Numbers) -> Numbers:
    """Return, for each state of a part, the sum over its children."""
    states = sum(some.stop - some.start for _, some in part.pieces)
    if isinstance(part.way, _Listed):
        children, starts = part.way
    else:
        children = np.empty(part.total, dtype=np.int64)
        starts = np.empty(part.states, dtype=np.int64)
        loop(unpack, states)(*part.way, bits, children, starts)
    sums = np.zeros((*after.shape[:2], states), dtype=np.uint64)
    loop(spread, after.shape[1] * part.total)(after, children, starts, bits, sums)
    return sums
