"""The parents of a target as boards: listed, sampled, the smallest and the largest."""

from collections.abc import Callable, Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import Literals
from lifesat.engines.frontier.constraint_state import constraints_of
from lifesat.engines.frontier.diagram import Diagram
from lifesat.engines.frontier.listing import Listing, paths, unpack
from lifesat.engines.frontier.plan import make_plan
from lifesat.engines.frontier.progress import Report, report_nothing
from lifesat.engines.frontier.support import (
    UNLIMITED,
    Limits,
    Swept,
    check_reach,
    check_width,
    first_of,
    supports_frontier,
    too_many_states,
)
from lifesat.problems.problem import Boards

# The number of boards that are unpacked at once.
_CHUNK = 4096


class Parents:
    """All parents of a target, or all solutions of another problem that can be swept.

    Their order is that of the sweep: the window is read row by row, or column by column if it is
    wider than high, and of two parents the one with the first dead cell where the other has a live
    one comes first.

    Over several generations, what must be unequal may be equal, but not in what is drawn; there
    draws have no end if nothing else is left.

    `most_nodes` limits the states of the frontier over all steps. Raises OutOfReachError if a limit
    is exceeded or no sweep supports the problem. Raises StoppedError if `stop` returns true.
    """

    def __init__(
        self,
        problem: Swept,
        limits: Limits = UNLIMITED,
        most_nodes: int | None = None,
        stop: Callable[[], bool] = lambda: False,
        report: Report = report_nothing,
    ) -> None:
        check_reach(problem, limits.memory)
        if most_nodes is not None and problem.projection > most_nodes:
            # Every step of a sweep has at least one state.
            raise too_many_states(most_nodes)
        plan = make_plan(problem.spacetime, first_of(problem), problem.rule, stop)
        check_width(max(plan.held), problem.spacetime.generations)
        self.problem = problem
        constraints = constraints_of(problem, plan.given)
        self._diagram = Diagram(plan, limits, most_nodes, constraints, stop, report)
        self._visited = np.array([step.unknown for step in plan.steps], dtype=np.intp)
        self.empty = self._diagram.empty
        self.projection = problem.projection
        # Whether draws of what may be equal are rejected.
        self._rejects = bool(problem.unequal) and not supports_frontier(problem)

    def count(self) -> int:
        """Return the number of parents."""
        return 0 if self.empty else self._listing.total

    def models(self, skip: int = 0) -> Iterator[Literals]:
        """Yield all parents in order, from index `skip` on, in batches.

        Each batch holds literals of the problem's projection, shape ``(parents, projection)``.
        """
        start = None
        if skip:
            if skip >= self.count():
                return
            start = self._listing.at([skip])[0]
        for packed in paths(self._diagram, start):
            for first in range(0, len(packed), _CHUNK):
                some = packed[first : first + _CHUNK]
                yield self._literals(unpack(some, len(self._visited)))

    def sample(self, number: int, seed: int) -> Boards:
        """Return an independent uniform sample of parents; empty if there are none."""
        drawn = map(self.problem.boards, self.draws(number, seed))
        return np.concatenate([self._none(), *drawn])

    def draws(self, number: int, seed: int, after: int = 0) -> Iterator[Literals]:
        """Yield an independent uniform sample of parents in batches; none if there are none.

        The arguments are those of `Listing.draws`, the batches those of `models`.
        """
        if self.empty:
            return
        if not self._rejects:
            yield from map(self._literals, self._listing.draws(number, seed, after))
            return
        for states in self._listing.draws(None, seed):
            literals = self._literals(states)
            good = self.problem.verify(self.problem.boards(literals))
            literals = literals[good][:number]
            yield literals[after:]
            number -= len(literals)
            after = max(0, after - len(literals))
            if not number:
                return

    def extreme(self, *, largest: bool) -> Boards:
        """Return a parent with the fewest live cells, or the most; empty if there are none."""
        if self.empty:
            return self._none()
        path = self._diagram.extreme(largest=largest)
        return self.problem.boards(self._literals(path[None]))

    @cached_property
    def _listing(self) -> Listing:
        return Listing(self._diagram)

    def _none(self) -> Boards:
        return self.problem.boards(np.zeros((0, self.projection), dtype=np.int32))

    def _literals(self, states: NDArray[np.uint8]) -> Literals:
        """Return the literals for states in the order of the visits."""
        literals = np.empty(states.shape, dtype=np.int32)
        literals[:, self._visited - 1] = np.where(states, self._visited, -self._visited)
        return literals[:, : self.projection]
