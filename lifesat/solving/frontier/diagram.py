"""All parents at once as a graph: a level for each cell, two edges from each state of the frontier.

A parent is a path from the only node of the first level to an end in the last; edge 0 or 1 at a
level says whether that cell is dead or live. Paths in lexicographic order are the parents in
the order of the sweep, dead before live.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from lifesat.solving.frontier.memory import OutOfReachError, StoppedError
from lifesat.solving.frontier.memory import check as check_memory
from lifesat.solving.frontier.plan import Plan
from lifesat.solving.frontier.sparse import Frontier, Move, move
from lifesat.solving.frontier.store import Store
from lifesat.solving.frontier.tally import Tally
from lifesat.solving.frontier.weights import Weights

# Where no edge leads; as an index it means the last entry, which is kept for that.
_NOWHERE = -1
# Bytes for each child while a level is made.
_CHILD_BYTES = 64

Edges = NDArray[np.int32]


class Diagram:
    """The graph of all parents.

    Parameters
    ----------
    plan
        What to sweep.
    most_bytes
        The most memory to take, or None for no limit; levels that do not fit in a quarter of it
        are kept on disk.
    most_nodes
        The most nodes to make, or None for no limit.
    tally
        Bounds on what is listed, or None.
    stop
        Asked between steps; a true answer ends the work.

    Attributes
    ----------
    plan
        As given.
    levels
        For each step of the plan the edges, shape ``(nodes, 2)``: the number of a node of the next
        level, or -1. Every edge leads on to the end, and every node is reached.

    Raises
    ------
    OutOfReachError
        If a limit does not suffice.
    StoppedError
        If `stop` said so.
    """

    def __init__(
        self,
        plan: Plan,
        most_bytes: int | None = None,
        most_nodes: int | None = None,
        tally: Tally | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self.plan = plan
        self._most_bytes = most_bytes
        self._store = Store(most_bytes)
        self.levels: list[Edges] = []
        start = 0 if tally is None else tally.start
        frontier, nodes = Frontier((), np.array([start], dtype=np.int64)), 1
        for step in plan.steps if plan.possible else ():
            check_memory(2 * len(frontier.keys) * _CHILD_BYTES, most_bytes)
            if stop():
                raise StoppedError
            moved = move(frontier, (step,), tally)
            self.levels.append(self._store.kept(_edges(len(frontier.keys), moved)))
            frontier = moved.frontier
            nodes += len(frontier.keys)
            if most_nodes is not None and nodes > most_nodes:
                raise OutOfReachError(f"the frontier has more than {most_nodes:,} states in all")
        accepted = np.ones(len(frontier.keys), dtype=bool)
        if tally is not None:
            accepted = tally.accepts(frontier.keys)
        # Which nodes of the last level are ends, and none for edges that lead nowhere.
        self._ends = np.append(accepted, False)
        self.empty = not plan.possible or not accepted.any()
        if not self.empty:
            self._drop_dead_ends()

    def completions(self) -> list[Weights]:
        """Return, for each level and the end, how many paths lead on from each node.

        The last entry of each level is 0, for edges that lead nowhere.

        Raises
        ------
        OutOfReachError
            If the memory does not suffice.
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
        """Return the path of a parent with the fewest live cells, or with the most.

        Of several it is the first in order.

        Returns
        -------
        ndarray of uint8
            0 or 1 for each step.
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
        """Cut edges to nodes from which no path reaches the end."""
        alive = self._ends
        for edges in reversed(self.levels):
            edges[~alive[edges]] = _NOWHERE
            alive = np.append((edges != _NOWHERE).any(axis=1), False)


def _edges(nodes: int, moved: Move) -> Edges:
    """Return where the edges of a level lead."""
    target = np.arange(len(moved.born), dtype=np.int32)
    if moved.order is not None:
        first = np.zeros(len(moved.born), dtype=np.int32)
        first[moved.starts] = 1
        target[moved.order] = np.cumsum(first) - 1
    edges = np.full(2 * nodes, _NOWHERE, dtype=np.int32)
    edges[moved.born] = target
    return edges.reshape(nodes, 2)
