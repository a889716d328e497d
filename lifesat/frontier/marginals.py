"""Marginals: for each cell, how many parents have it live, by a sweep forward and one back.

The sweep forward counts, for each state of the frontier, the ways to reach it from the start, and
keeps the transitions. The sweep back counts the ways from each state to the end. The number of
parents that take a transition is the product of the two, and the cells that the transition visits
are known.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import TRUE, is_variable
from lifesat.errors import UserError
from lifesat.frontier import memory
from lifesat.frontier.blocks import Block, Blocks, Piece
from lifesat.frontier.constraint_state import ConstraintState
from lifesat.frontier.plan import Plan, Step, make_plan
from lifesat.frontier.sparse import Move, batch_steps
from lifesat.frontier.store import Store
from lifesat.frontier.support import check_reach
from lifesat.frontier.weights import Weights, inner_products, one
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.window import Cell

Numbers = NDArray[np.object_]
Indices = NDArray[np.signedinteger]


@dataclass(frozen=True, eq=False)
class Marginals:
    """For each cell, in how many of all predecessors of a pattern it is live.

    Attributes
    ----------
    live
        How many predecessors have each cell of the window live: Python integers, shape
        ``(height, width)``, indexed ``[row, column]``.
    total
        How many predecessors there are.
    corner
        The column and row ``(x, y)`` of the window's top left cell; ``(0, 0)`` is the top left
        cell of the target's box.
    """

    live: Numbers
    total: int
    corner: Cell

    def fractions(self) -> Numbers:
        """Return the exact probability that each cell is live.

        Returns
        -------
        ndarray of object
            Instances of ``fractions.Fraction``, in the shape of `live`.

        Raises
        ------
        UserError
            If there is no predecessor.
        """
        self._require_one()
        quotients = np.empty(self.live.shape, dtype=object)
        quotients[...] = [
            [Fraction(live, self.total) for live in row] for row in self.live.tolist()
        ]
        return quotients

    @property
    def probabilities(self) -> NDArray[np.float64]:
        """The probability that each cell is live, each the float nearest to the exact one.

        Raises
        ------
        UserError
            If there is no predecessor.
        """
        self._require_one()
        # Python rounds the quotient of two integers of any size once.
        return np.array([[live / self.total for live in row] for row in self.live.tolist()])

    def _require_one(self) -> None:
        if not self.total:
            raise UserError("there is no predecessor, so no cell has a probability")


def count_marginals(problem: Predecessor, most_bytes: int | None = None) -> Marginals:
    """Return how many parents have each cell live, and how many there are, exactly.

    Parameters
    ----------
    problem
        A predecessor problem that goes back one generation.
    most_bytes
        The memory limit, or None.

    Raises
    ------
    OutOfReachError
        If the memory does not suffice, or if the problem goes back more than one generation.

    Examples
    --------
    >>> from lifesat import Pattern
    >>> marginals = count_marginals(Predecessor(Pattern.from_rows(["OO", "OO"]), margin=0))
    >>> marginals.live.tolist(), marginals.total
    ([[4, 4], [4, 4]], 5)
    """
    check_reach(problem, most_bytes)
    plan = make_plan(problem.spacetime, problem.first, problem.target.rule)
    bounded = problem.least or problem.most is not None or problem.different
    sweep = _Sweep(plan, ConstraintState(problem) if bounded else None, most_bytes)
    live = np.zeros(problem.window.shape, dtype=object)
    live[problem.first == TRUE] = sweep.total
    if sweep.total:
        sought = is_variable(problem.first)
        numbers = np.array([0, *sweep.live_counts(problem.projection)], dtype=object)
        live[sought] = numbers[problem.first[sought]]
    row, column = problem.frame.place(0, 0)
    return Marginals(live, sweep.total, (-column, -row))


class _Part(NamedTuple):
    """A transition from some states of a frontier to a block of the next frontier.

    Attributes
    ----------
    pieces
        Where the states are in the frontier.
    weights
        The number of ways to each state.
    children, order, starts
        As in `lifesat.frontier.sparse.Move`.
    """

    pieces: list[Piece]
    weights: Weights
    children: Indices
    order: Indices | None
    starts: Indices


class _Transition(NamedTuple):
    """All that is needed to go back over some steps.

    Attributes
    ----------
    steps
        The steps.
    sizes
        The number of states in each block of the frontier.
    parts
        The parts, in the order of the states of the next frontier.
    """

    steps: Sequence[Step]
    sizes: list[int]
    parts: list[_Part]


class _Sweep:
    """Sweeps forward and keeps the transitions.

    Parameters
    ----------
    plan
        The plan.
    constraints
        Constraints on the parents, or None.
    most_bytes
        The memory limit, or None.

    Attributes
    ----------
    total
        The number of parents.
    """

    def __init__(
        self, plan: Plan, constraints: ConstraintState | None, most_bytes: int | None
    ) -> None:
        self._most_bytes = most_bytes
        self._store = Store(most_bytes)
        self._transitions: list[_Transition] = []
        self.total = 0
        start = 0 if constraints is None else constraints.start
        state = Blocks((), [Block(np.array([start], dtype=np.int64), one())])
        at = 0
        while plan.possible and len(state) and at < len(plan.steps):
            steps = batch_steps(plan.steps, at) if constraints is None else plan.steps[at : at + 1]
            state = self._after(state, steps, constraints)
            at += len(steps)
        if not plan.possible or not len(state):
            return
        last = state.joined()
        accepted = np.ones(len(last.keys), dtype=bool)
        if constraints is not None:
            accepted = constraints.accepts(last.keys)
        self._ends = Weights(accepted.astype(np.uint64)[None, None], 1)
        self.total = sum(last.weights.exactly(np.flatnonzero(accepted)))

    def live_counts(self, unknowns: int) -> list[int]:
        """Return how many parents have each unknown live; there is at least one parent."""
        live = [0] * unknowns
        after = self._ends
        for transition in reversed(self._transitions):
            after = self._before(transition, after, live)
        if after.numbers() != [self.total]:
            raise AssertionError("the sweeps forward and back count different numbers of parents")
        return live

    def _after(
        self, state: Blocks, steps: Sequence[Step], constraints: ConstraintState | None
    ) -> Blocks:
        """Return the frontier after some steps, and keep the transition."""
        parts: list[_Part] = []
        sizes = [len(block.keys) for block in state.blocks]
        self._transitions.append(_Transition(steps, sizes, parts))
        return state.after(
            steps,
            self._store,
            most_bytes=self._most_bytes,
            constraints=constraints,
            record=lambda *moved: parts.append(self._part(*moved)),
        )

    def _part(self, pieces: list[Piece], part: Block, moved: Move) -> _Part:
        """Return what is kept of the move of some states, stored."""
        return _Part(
            pieces,
            Weights(self._store.store(part.weights.limbs), part.weights.ceiling),
            self._stored(moved.children),
            None if moved.order is None else self._stored(moved.order),
            self._stored(moved.starts),
        )

    def _stored(self, indices: Indices) -> Indices:
        narrow = indices.max(initial=0) <= np.iinfo(np.int32).max
        return self._store.store(indices.astype(np.int32) if narrow else indices)

    def _before(self, transition: _Transition, after: Weights, live: list[int]) -> Weights:
        """Return the ways to the end for the states before a transition, and add to the counts.

        Parameters
        ----------
        transition
            The transition.
        after
            The ways to the end for the states of the next frontier.
        live
            For each unknown, how many parents have it live.
        """
        bits = len(transition.steps)
        after = after.room(1 << bits)
        offsets = np.cumsum([0, *transition.sizes]).tolist()
        memory.check(3 * 8 * after.limbs.shape[1] * offsets[-1], self._most_bytes)
        limbs = np.zeros((1, after.limbs.shape[1], offsets[-1]), dtype=np.uint64)
        begin = 0
        for part in transition.parts:
            some = slice(begin, begin := begin + len(part.starts))
            ways = _ways_of_children(part, after.limbs[:, :, some])
            children = part.children.astype(np.int64)
            parents = children >> bits
            products = inner_products(
                part.weights.select(parents),
                Weights(ways, after.ceiling),
                [(children >> k) & 1 for k in reversed(range(bits))],
                self.total,
            )
            for step, number in zip(transition.steps, products, strict=True):
                live[step.unknown - 1] += number
            first = np.flatnonzero(np.diff(parents, prepend=-1))
            sums = np.zeros((*limbs.shape[:2], part.weights.limbs.shape[2]), dtype=np.uint64)
            sums[:, :, parents[first]] = np.add.reduceat(ways, first, axis=2)
            end = 0
            for block, states in part.pieces:
                start = offsets[block]
                piece = slice(end, end := end + states.stop - states.start)
                limbs[:, :, start + states.start : start + states.stop] = sums[:, :, piece]
        return Weights(limbs, min(after.ceiling << bits, self.total))


def _ways_of_children(part: _Part, after: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the ways to the end for each child, given those of the next frontier's states."""
    if part.order is None:
        return after
    times = np.diff(part.starts, append=len(part.children))
    ways = np.empty((*after.shape[:2], len(part.children)), dtype=np.uint64)
    ways[:, :, part.order] = np.repeat(after, times, axis=2)
    return ways
