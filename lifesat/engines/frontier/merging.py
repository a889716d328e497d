"""Frontiers in which states that a symmetry maps to each other are one state.

Where a line ends, a symmetry of the lines, such as their reading from the other end, maps the
states of the frontier to each other. There are as many ways to go on from a state as from its
images, so one of them takes the weights of all: a half of the states is left, a quarter for
oscillators of period 2, and of a torus one in twice its width.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from lifesat.engines.frontier.blocks import Block, Blocks, merged, stored
from lifesat.engines.frontier.loops import Indices, Keys
from lifesat.engines.frontier.plan import Plan
from lifesat.engines.frontier.sparse import gathered
from lifesat.engines.frontier.store import Store
from lifesat.engines.frontier.weights import Weights

# About how many states are merged at once, and the number of sampled states among them.
_MOST_STATES = 1 << 20
_SAMPLES = 16


class Merging:
    """Merges the states of the frontiers of a plan.

    With several `populations`, only symmetries that keep the number of live cells count.
    """

    def __init__(self, plan: Plan, populations: int) -> None:
        cells = {step.unknown: step.cells for step in plan.steps}
        self._symmetries = [
            images
            for images in plan.symmetries
            if populations == 1 or all(cells[one] == cells[other] for one, other in images.items())
        ]
        self._last = plan.forgotten_after
        self._joined = plan.joined
        # The numbers of steps after which states are merged.
        self.ends = plan.line_ends if self._symmetries else ()
        self._kept_longest: set[int] = set()

    def after(self, at: int, state: Blocks, store: Store) -> Blocks:
        """Return the frontier after some steps with merged states."""
        if at not in self.ends or not state.held or not len(state):
            return state
        latest = max(self._last[unknown] for unknown in state.held)
        kept_longest = {unknown for unknown in state.held if self._last[unknown] == latest}
        if self._joined and kept_longest == self._kept_longest:
            return state  # the first rows, whose states have been merged
        self._kept_longest = kept_longest
        blocks = []
        for block in state.blocks:
            keys, _ = self.least(block.keys, state.held)
            order = np.argsort(keys)
            blocks.append(stored(store, keys[order], block.weights.select(order)))
        terms = 1 + len(self._symmetries)
        return Blocks(
            state.held,
            [
                stored(store, *merged([_between(block, *some) for block in blocks], terms))
                for some in _ranges(blocks)
            ],
        )

    def least(self, keys: Keys, held: tuple[int, ...]) -> tuple[Keys, Indices]:
        """Return, for each state, the one that has the weights of all its images, and their number.

        It is the least one if the unknowns that are held the longest have the highest bits: they
        remain, and so do most of the symmetric states that follow.
        """
        if not self._symmetries:
            return keys, np.ones(len(keys), dtype=np.int64)
        order = sorted(held, key=self._last.__getitem__, reverse=True)
        place, later = ({u: len(held) - 1 - k for k, u in enumerate(us)} for us in (held, order))
        own = gathered(keys, [place[unknown] for unknown in order])
        least, same = own, np.ones(len(keys), dtype=np.int64)
        for images in self._symmetries:
            moved = gathered(keys, [place[images[unknown]] for unknown in order])
            least = np.minimum(least, moved)
            same += moved == own
        number = (1 + len(self._symmetries)) // same
        return gathered(least, [later[unknown] for unknown in held]), number


def _ranges(blocks: Sequence[Block]) -> Iterator[tuple[int, int]]:
    """Yield ranges of states that have about `_MOST_STATES` states of ascending blocks each."""
    states = sum(len(block.keys) for block in blocks)
    every = _MOST_STATES // _SAMPLES
    cuts = np.sort(np.concatenate([block.keys[::every] for block in blocks]))[_SAMPLES::_SAMPLES]
    if states <= _MOST_STATES:
        cuts = cuts[:0]
    yield from pairwise(np.unique([0, *cuts.tolist(), 2**62]).tolist())


def _between(block: Block, begin: int, end: int) -> Block:
    """Return the states of an ascending block from `begin` to before `end`."""
    some = slice(*np.searchsorted(block.keys, [begin, end]).tolist())
    limbs = block.weights.limbs[:, :, some]
    return Block(block.keys[some], Weights(limbs, block.weights.ceiling))
