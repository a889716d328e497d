"""The transitions of a sweep, packed, for the way back.

A state keeps one bit for each child: whether it passes the checks. As long as only the oldest
unknowns are forgotten, the children lead to a few ascending runs of states, and a run keeps one bit
for each state of the next frontier. So a transition takes two or three bytes for each state.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.engines.frontier import support
from lifesat.engines.frontier.blocks import Block, Blocks, Piece
from lifesat.engines.frontier.plan import Step
from lifesat.engines.frontier.sparse import Move
from lifesat.engines.frontier.store import Store
from lifesat.engines.frontier.weights import Weights

# With more runs than this, the targets of children are stored as numbers.
_MOST_RUNS = 64

Indices = NDArray[np.signedinteger]
Bits = NDArray[np.uint8]
# Bits for each ascending run, or numbers.
Targets = NDArray[np.uint8 | np.int32]


class _Part(NamedTuple):
    """A transition from some states of a frontier to adjacent states of the next frontier."""

    # Where the states are in the frontier.
    pieces: list[Piece]
    # A bit for each child of each state: whether it passes the checks.
    children: Bits
    # The number of states in the next frontier.
    states: int
    # For each child that passes, the index of its state among these; None if child k leads to state
    # k.
    targets: Targets | None


class Transition:
    """The transition over some steps, recorded part by part so that a sweep can go back over it."""

    def __init__(self, steps: Sequence[Step], before: Blocks, store: Store) -> None:
        self.steps = steps
        self._sizes = [len(block.keys) for block in before.blocks]
        self._store = store
        self._parts: list[_Part] = []

    def record(self, pieces: list[Piece], part: Block, moved: Move) -> None:
        """Record the move of some states; see `lifesat.engines.frontier.blocks.Recorder`."""
        passing = np.zeros(len(part.keys) << len(self.steps), dtype=bool)
        passing[moved.children] = True
        targets = None if moved.order is None else _packed(moved)
        self._parts.append(
            _Part(
                pieces,
                self._store.store(np.packbits(passing)),
                len(moved.starts),
                None if targets is None else self._store.store(targets),
            )
        )

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
            for block, states in part.pieces:
                start = offsets[block]
                piece = slice(end, end := end + states.stop - states.start)
                limbs[:, :, start + states.start : start + states.stop] = sums[:, :, piece]
        return Weights(limbs, min(after.ceiling << bits, bound))


def _sums(part: _Part, bits: int, after: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return, for each state of a part, the sum over its children."""
    states = sum(some.stop - some.start for _, some in part.pieces)
    passing = np.unpackbits(part.children, count=states << bits).view(bool)
    parents = np.flatnonzero(passing) >> bits
    ways = after if part.targets is None else after[:, :, _unpacked(part.targets, part.states)]
    first = np.flatnonzero(np.diff(parents, prepend=-1))
    sums = np.zeros((*after.shape[:2], states), dtype=np.uint64)
    sums[:, :, parents[first]] = np.add.reduceat(ways, first, axis=2)
    return sums


def _packed(moved: Move) -> Targets:
    """Return the targets of all children, as bits if they are few ascending runs."""
    targets, states = moved.targets(), len(moved.starts)
    begins = [0, *(np.flatnonzero(targets[1:] <= targets[:-1]) + 1).tolist()]
    if len(begins) > _MOST_RUNS or len(begins) * states > 8 * targets.nbytes:
        return targets
    runs = np.zeros((len(begins), states), dtype=bool)
    for run, some in zip(runs, np.split(targets, begins[1:]), strict=True):
        run[some] = True
    return np.packbits(runs, axis=1)


def _unpacked(targets: Targets, states: int) -> Indices:
    """Return the targets of all children; the inverse of `_packed`."""
    if targets.dtype == np.int32:
        return targets.astype(np.intp)
    runs = (np.unpackbits(run, count=states).view(bool) for run in targets)
    return np.concatenate([np.flatnonzero(run) for run in runs])
