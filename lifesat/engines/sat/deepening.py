"""The least depth at which a problem that grows by layers has a solution.

One incremental solver holds all layers. "There is a solution within this depth" is an assumption,
so clauses learned with fewer layers remain valid with more [1]_.

References
----------
.. [1] N. Een and N. Sorensson, "Temporal Induction by Incremental SAT Solving", BMC 2003.
"""

import time
from collections.abc import Callable
from functools import partial
from typing import Protocol

from lifesat.cnf.formula import Formula
from lifesat.engines.sat.solver import Pace, Solver, run_in_thread

# A call to the solver that has not decided anything is stopped after about this time.
_CALL_SECONDS = 1.0
_FEWEST_CONFLICTS = 2000
# Without a solution, the next depth is larger by a tenth: the last depths take most of the time.
_GROWTH = 10


class Layered(Protocol):
    """A problem that grows by layers; a solution of one depth is also one of any greater depth."""

    formula: Formula

    @property
    def depth(self) -> int:
        """The number of layers after the first."""

    def grow(self, layers: int) -> None:
        """Add layers to the formula."""

    def goal(self, depth: int) -> int:
        """Return the literal that is true if there is a solution within a depth."""

    def accept(self, model: list[int]) -> int | None:
        """Return the depth of the solution in a model.

        If the model turns out not to be a solution, add clauses that exclude it to the formula and
        return None.
        """


class Deepening:
    """Searches for a solution of the least depth, slice by slice; a context manager.

    No solution has a depth below `least`, which is at least 1; depths are `least` plus multiples of
    `stride`. `check` is called with a depth before the problem grows to it, and raises an exception
    to prevent that. `depth` is that of a known solution; only better ones are found.
    """

    def __init__(
        self,
        problem: Layered,
        solver: str,
        least: int,
        stride: int = 1,
        check: Callable[[int], None] = lambda _: None,
        depth: int | None = None,
    ) -> None:
        # The lower bound proved so far.
        self.least = least
        # The model of the best solution found.
        self.best: list[int] | None = None
        # The depth of the best solution known.
        self.depth = depth
        self._problem = problem
        self._check = check
        self._stride = stride
        self._solver = Solver(Formula(), solver)
        self._given = 0
        self._pace = Pace(_CALL_SECONDS, _FEWEST_CONFLICTS, _FEWEST_CONFLICTS)

    def __enter__(self) -> "Deepening":
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    @property
    def complete(self) -> bool:
        """Whether the best solution is proved to be optimal."""
        return self.depth is not None and self.depth <= self.least

    @property
    def conflicts(self) -> int:
        """The solver's conflicts so far."""
        return self._solver.conflicts

    def advance(self, seconds: float) -> None:
        """Search for about `seconds`; a keyboard interrupt takes effect between solver calls."""
        end = time.perf_counter() + seconds
        while not self.complete and time.perf_counter() < end:
            depth = self._next()
            if depth > self._problem.depth:
                self._check(depth)
                self._problem.grow(depth - self._problem.depth)
            self._load()
            run_in_thread(partial(self._try, depth))

    def _next(self) -> int:
        """Return the depth to try: a little above the bound, or halfway from it to the best."""
        upper = self.least + self.least // _GROWTH if self.depth is None else self.depth - 1
        middle = upper if self.depth is None else (self.least + upper) // 2
        return middle - (middle - self.least) % self._stride

    def _load(self) -> None:
        """Add the new clauses of the formula to the solver."""
        formula = self._problem.formula
        self._solver.extend(formula, self._given)
        self._given = sum(1 for _ in formula.blocks())

    def _try(self, depth: int) -> None:
        """Call the solver once for a solution within a depth."""
        goal = self._problem.goal(depth)
        answer = self._pace.call(lambda conflicts: self._solver.solve(conflicts, [goal]))
        if answer is None:
            return
        if not answer:
            self.least = depth + self._stride
        else:
            model = self._solver.model(self._problem.formula.variables)
            found = self._problem.accept(model)
            if found is not None:
                self.best, self.depth = model, found
