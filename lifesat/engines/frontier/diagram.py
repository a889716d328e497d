"""All parents as a decision diagram: a level for each cell, two edges for each frontier state.

A parent is a path from the root to an end in the last level; edge 0 or 1 at a level says whether
that cell is dead or live. Paths in lexicographic order are the parents in the order of the sweep,
dead before live.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from lifesat.engines.frontier.constraint_state import ConstraintState
from lifesat.engines.frontier.plan import Plan
from lifesat.engines.frontier.progress import Report, SweepReporter, report_nothing
from lifesat.engines.frontier.sparse import Frontier, Move, move
from lifesat.engines.frontier.store import Store
from lifesat.engines.frontier.support import UNLIMITED, Limits, too_many_states
from lifesat.engines.frontier.support import check as check_memory
from lifesat.engines.frontier.weights import Weights
from lifesat.errors import StoppedError

# The target of a missing edge; as an index it selects the last entry, which is reserved for it.
_NOWHERE = -1
# Bytes for each child while a level is generated.
_CHILD_BYTES = 64

Edges = NDArray[np.int32]


class Diagram:
    """The graph of all parents.

    `most_nodes` limits the states of the frontier over all steps. Raises OutOfReachError if a limit
    is exceeded, and StoppedError if `stop`, called before every step, returns true.
    """

    def __init__(
        self,
        plan: Plan,
        limits: Limits = UNLIMITED,
        most_nodes: int | None = None,
        constraints: ConstraintState | None = None,
        stop: Callable[[], bool] = lambda: False,
        report: Report = report_nothing,
    ) -> None:
        self.plan = plan
        self._most_bytes = limits.memory
        self._store = Store(limits)
        # The edges for each step of the plan, shape ``(nodes, 2)``: the index of a node of the next
        # level, or -1. Every edge is part of a path from the root to an end.
        self.levels: list[Edges] = []
        start = 0 if constraints is None else constraints.start
        frontier, nodes = Frontier((), np.array([start], dtype=np.int64)), 1
        reporter = SweepReporter(report, plan.held, self._store)
        for visited, step in enumerate(plan.steps if plan.possible else (), start=1):
            check_memory(2 * len(frontier.keys) * _CHILD_BYTES, limits.memory)
            if stop():
                raise StoppedError
            moved = move(frontier, (step,), constraints)
            self.levels.append(self._store.store(_edges(len(frontier.keys), moved)))
            frontier = moved.frontier
            nodes += len(frontier.keys)
            reporter.step(visited, len(frontier.keys))
            if most_nodes is not None and nodes > most_nodes:
                raise too_many_states(most_nodes)
        accepted = np.ones(len(frontier.keys), dtype=bool)
        if constraints is not None:
            accepted = constraints.accepts(frontier.keys)
        # Whether each node of the last level is an end; the last entry is for missing edges.
        self._ends = np.append(accepted, False)
        self.empty = not plan.possible or not accepted.any()
        if not self.empty:
            self._drop_dead_ends()

    def completions(self) -> list[Weights]:
        """Return, for each level and the end, the number of paths from each node to an end.

        The last entry of each level is 0, for missing edges. Raises OutOfReachError if the numbers
        exceed the memory limit.
        """
        needed = 0
        weights = [Weights(self._ends.astype(np.uint64)[None, None], 1)]
        for edges in reversed(self.levels):
            after = weights[-1].room(2)
            limbs = after.limbs[:, :, edges[:, 0]] + after.limbs[:, :, edges[:, 1]]
            limbs = np.concatenate([limbs, np.zeros_like(limbs[:, :, :1])], axis=2)
            weights.append(Weights(limbs, 2 * after.ceiling))
            needed += limbs.nbytes
            check_memory(needed, self._most_bytes)
        return weights[::-1]

    def extreme(self, *, largest: bool) -> NDArray[np.uint8]:
        """Return the path of a parent with the fewest or the most live cells, 0 or 1 for each step.

        If there are several, it is the first in order.
        """
        sign = -1 if largest else 1
        worst = np.int64(1 << 40)
        best = np.where(self._ends, 0, worst)
        choices = []
        for edges, step in zip(reversed(self.levels), reversed(self.plan.steps), strict=True):
            dead, live = best[edges[:, 0]], best[edges[:, 1]] + sign * step.cells
            choices.append(live < dead)
            best = np.append(np.minimum(dead, live), worst)
        path, node = [], 0
        for edges, choice in zip(self.levels, reversed(choices), strict=True):
            path.append(int(choice[node]))
            node = edges[node, path[-1]]
        return np.array(path, dtype=np.uint8)

    def _drop_dead_ends(self) -> None:
        """Cut edges to nodes from which no path reaches an end."""
        alive = self._ends
        for edges in reversed(self.levels):
            edges[~alive[edges]] = _NOWHERE
            alive = np.append((edges != _NOWHERE).any(axis=1), False)


def _edges(nodes: int, moved: Move) -> Edges:
    """Return the edges of a level, shape ``(nodes, 2)``."""
    edges = np.full(2 * nodes, _NOWHERE, dtype=np.int32)
    edges[moved.children] = moved.targets()
    return edges.reshape(nodes, 2)
