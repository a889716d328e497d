"""A sparse frontier with its weights, in blocks that are computed one by one.

States that become equal in a step mostly differ only in the oldest unknowns. So an interval of the
next frontier's states comes from a few ranges of this one. The frontier is processed in parts that
fit the processor's cache and the memory limit, and the blocks may be stored in files.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from lifesat.engines.compiler import loop
from lifesat.engines.frontier import support
from lifesat.engines.frontier.constraint_state import ConstraintState
from lifesat.engines.frontier.loops import Keys, add_up
from lifesat.engines.frontier.plan import Step
from lifesat.engines.frontier.sparse import Frontier, Move, move
from lifesat.engines.frontier.store import Store
from lifesat.engines.frontier.weights import Weights, joined

# The limit on the bytes of a part's children.
_PART_BYTES = 1 << 26
# The bytes for each child while a part is processed, and the copies of its weight; merging blocks
# takes as much for each state.
_CHILD_BYTES = 32
_COPIES = 3
# The number of sampled states between two cuts of a frontier.
_SAMPLES = 16
# The smallest part; for smaller ones the overhead of each part would dominate.
_FEWEST = 256
# If more unknowns are forgotten at once, a part has too many ranges.
_MOST_FORGOTTEN = 6


class Block(NamedTuple):
    """Some states, ascending, and their weights."""

    keys: Keys
    weights: Weights


class Piece(NamedTuple):
    """Adjacent states of one block: its number, and where they begin and end in it."""

    block: int
    states: slice


# Takes the pieces of a part, the part itself, and its transition to a block of the next frontier.
Recorder = Callable[[list[Piece], Block, Move], None]


class Blocks:
    """A sparse frontier in blocks, which are in ascending order of their states; none is empty."""

    def __init__(self, held: tuple[int, ...], blocks: list[Block]) -> None:
        self.held = held
        self.blocks = blocks
        self._firsts = [int(block.keys[0]) for block in blocks]

    def __len__(self) -> int:
        return sum(len(block.keys) for block in self.blocks)

    @property
    def state_bytes(self) -> int:
        """The bytes of the weight of a state, over all populations."""
        return max(block.weights.limbs[..., 0].nbytes for block in self.blocks)

    def after(
        self,
        steps: Sequence[Step],
        store: Store,
        *,
        populations: int = 1,
        constraints: ConstraintState | None = None,
        record: Recorder | None = None,
        report: Callable[[float], None],
    ) -> "Blocks":
        """Return the frontier after some steps.

        The weights have at most so many populations; the last one takes what is above it.
        `lifesat.engines.frontier.sparse.move` has the constraints.

        `record` is called for each part with states in the next frontier, in their order, and no
        two parts then have a common state there. `report` is called after each part with the share
        of the states processed. Raises OutOfReachError if the memory does not suffice or the
        frontier is too wide.
        """
        most_bytes = store.limits.memory
        each = (_CHILD_BYTES + _COPIES * self.state_bytes) << len(steps)
        most = _most_states(each, most_bytes)
        oldest, others = self._forgotten_bits(steps)
        # The states of a constraint lie above the oldest unknowns, and any may become equal.
        apart = constraints is None and oldest <= _MOST_FORGOTTEN
        # Only if parts must be apart, they may be larger than `most`.
        apart &= not others or record is not None
        held, blocks = self.held, []
        done, states = 0, len(self)
        ranges = (oldest, others) if apart else None
        for pieces in self._parts(ranges, most, whole=record is not None and not apart):
            part = self._taken(pieces)
            support.check(each * len(part.keys), most_bytes)
            moved = move(Frontier(self.held, part.keys), steps, constraints)
            held = moved.frontier.held
            if len(moved.frontier.keys):
                terms = _most_terms(moved, steps, constraints)
                weights = _next_weights(moved, part.weights, steps, terms, populations)
                blocks.append(stored(store, moved.frontier.keys, weights))
                if record is not None:
                    record(pieces, part, moved)
            done += len(part.keys)
            report(done / states)
        following = Blocks(held, blocks)
        if apart or len(blocks) < 2:
            return following
        needed = len(following) * (_CHILD_BYTES + _COPIES * following.state_bytes)
        support.check(needed, most_bytes)
        return Blocks(held, [merged(blocks, len(blocks))])

    def parts(self, most: int) -> "Iterator[Blocks]":
        """Yield frontiers with at most `most` of the states each."""
        for place, (keys, _) in enumerate(self.blocks):
            for begin in range(0, len(keys), most):
                some = Piece(place, slice(begin, begin + most))
                yield Blocks(self.held, [self._piece(some)])

    def chunks(self, most: int) -> Iterator[Block]:
        """Yield all states, ascending, in blocks of about `most`."""
        some: list[Block] = []
        for block in self.blocks:
            some.append(block)
            if sum(len(each.keys) for each in some) >= most:
                yield _joined(some)
                some = []
        if some:
            yield _joined(some)

    def joined(self) -> Block:
        """Return one block with all states."""
        return _joined(self.blocks)

    def _taken(self, pieces: list[Piece]) -> Block:
        """Return the states of some pieces as one block."""
        return _joined([self._piece(piece) for piece in pieces])

    def _piece(self, piece: Piece) -> Block:
        keys, weights = self.blocks[piece.block]
        limbs = weights.limbs[:, :, piece.states]
        return Block(keys[piece.states], Weights(limbs, weights.ceiling))

    def _forgotten_bits(self, steps: Sequence[Step]) -> tuple[int, int]:
        """Return how many of the oldest unknowns are forgotten, and how many bits hold the others.

        The second number counts the bits of a state from the lowest one, 0 if there are no others.
        """
        forgotten = {unknown for step in steps for unknown in step.forgotten}
        is_kept = [unknown not in forgotten for unknown in self.held]
        oldest = [*is_kept, True].index(True)
        others = [k for k in range(oldest, len(is_kept)) if not is_kept[k]]
        return oldest, len(is_kept) - others[0] if others else 0

    def _parts(
        self, apart: tuple[int, int] | None, most: int, *, whole: bool
    ) -> Iterator[list[Piece]]:
        """Yield all states in parts of about `most` states, or in one if `whole`.

        `apart` holds the `_forgotten_bits` if no two parts may have a common state in the next
        frontier, else None.
        """
        if whole or (apart is not None and len(self) <= most):
            yield [Piece(place, slice(0, len(keys))) for place, (keys, _) in enumerate(self.blocks)]
        elif apart is not None:
            yield from self._ranges(*apart, most)
        else:
            for place, (keys, _) in enumerate(self.blocks):
                for begin in range(0, len(keys), most):
                    yield [Piece(place, slice(begin, min(begin + most, len(keys))))]

    def _ranges(self, oldest: int, others: int, most: int) -> Iterator[list[Piece]]:
        """Yield all states in parts of about `most`, cut by the bits between the forgotten ones."""
        low = len(self.held) - oldest
        every = most // _SAMPLES + 1
        samples = [block.keys[::every] & ((1 << low) - 1) for block in self.blocks]
        cuts = np.sort(np.concatenate(samples))[_SAMPLES::_SAMPLES] >> others << others
        for begin, end in pairwise(np.unique([0, *cuts.tolist(), 1 << low]).tolist()):
            tops = [top << low for top in range(1 << oldest)]
            pieces = [piece for top in tops for piece in self._between(top + begin, top + end)]
            if pieces:
                yield pieces

    def _between(self, begin: int, end: int) -> Iterator[Piece]:
        """Yield the pieces with the states from `begin` to before `end`."""
        for place in range(max(0, bisect_right(self._firsts, begin) - 1), len(self.blocks)):
            keys = self.blocks[place].keys
            if keys[0] >= end:
                return
            some = slice(*np.searchsorted(keys, [begin, end]).tolist())
            if some.start < some.stop:
                yield Piece(place, some)


def _joined(blocks: Sequence[Block]) -> Block:
    if len(blocks) == 1:
        return blocks[0]
    keys = np.concatenate([block.keys for block in blocks])
    return Block(keys, joined([block.weights for block in blocks]))


def merged(blocks: Sequence[Block], terms: int) -> Block:
    """Return the union of blocks, of which at most `terms` states are equal."""
    keys, weights = _joined(blocks)
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    keys = keys[starts]
    weights = weights.room(terms).select(order)
    limbs = np.add.reduceat(weights.limbs, starts, axis=2, dtype=weights.limbs.dtype)
    return Block(keys, Weights(limbs, weights.ceiling * terms))


def _most_states(each: int, most_bytes: int | None) -> int:
    """Return about how many states to put in a part, if each takes `each` bytes."""
    room = _PART_BYTES if most_bytes is None else min(_PART_BYTES, most_bytes // 2)
    return max(_FEWEST, room // each)


def stored(store: Store, keys: Keys, weights: Weights) -> Block:
    """Return states and their weights as a block, in memory or in a file."""
    limbs = store.store(weights.limbs)
    return Block(store.store(keys), Weights(limbs, weights.ceiling))


def _most_terms(moved: Move, steps: Sequence[Step], constraints: ConstraintState | None) -> int:
    """Return a bound on the number of children that become equal."""
    if constraints is not None:
        return len(moved.children)
    return min(1 << sum(len(step.forgotten) for step in steps), max(1, len(moved.children)))


def _next_weights(
    moved: Move, weights: Weights, steps: Sequence[Step], terms: int, most: int
) -> Weights:
    """Return the weights of the next frontier: the sums of at most `terms` weights each.

    They have at most `most` populations.
    """
    bits = len(steps)
    cells = np.zeros(1 << bits if most > 1 else 0, dtype=np.int64)
    if most > 1:
        for k, step in enumerate(reversed(steps)):
            cells += step.cells * (np.arange(1 << bits) >> k & 1)
    before = weights.room(terms)
    populations, limbs, _ = before.limbs.shape
    shape = min(most, populations + int(cells.max(initial=0))), limbs, len(moved.starts)
    sums = np.zeros(shape, dtype=np.uint64)
    turns = populations * limbs * len(moved.children)
    loop(add_up, turns)(before.limbs, moved.children, moved.starts, bits, cells, sums)
    return Weights(sums, before.ceiling * terms)
