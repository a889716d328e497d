"""The least depth at which a problem that grows by layers has a solution.

One solver holds all layers. That there is a solution within a depth is an assumption, so that all
that was learnt about fewer layers holds for more.
"""

import time
from functools import partial
from itertools import islice
from typing import Protocol

from lifesat.formula import Formula
from lifesat.solving.solver import Solver, apart

# A call to the solver that decides nothing is stopped after about this time.
_CALL_SECONDS = 1.0
_FEWEST_CONFLICTS = 2000
# The next depth to be tried is larger by a tenth. Most of the work is in the last ones.
_GROWTH = 10


class Layered(Protocol):
    """A problem that grows by layers, whose solutions of some depth are some of any greater."""

    formula: Formula

    @property
    def depth(self) -> int:
        """How many layers there are after the first."""

    def grow(self, layers: int) -> None:
        """Add layers to the formula."""

    def goal(self, depth: int) -> int:
        """Return the literal that says whether there is a solution within a depth."""

    def accept(self, model: list[int]) -> int | None:
        """Return the depth of the solution in a model.

        If that turns out to be none, the formula gets clauses against it, and the answer is None.
        """


class Deepening:
    """Looks for a solution of the least depth, slice by slice. A context manager.

    Parameters
    ----------
    problem
        What is sought; it grows.
    solver
        The name of the solver.
    least
        A bound, at least 1: no solution has less depth.
    stride
        How much the depths of solutions differ at least: all are `least` and multiples of it more.

    Attributes
    ----------
    least
        The bound, as far as it is proved by now.
    best
        The model of a solution, the best so far, or None.
    depth
        The depth of that solution, or None.
    """

    def __init__(self, problem: Layered, solver: str, least: int, stride: int = 1) -> None:
        self.least = least
        self.best: list[int] | None = None
        self.depth: int | None = None
        self._problem = problem
        self._stride = stride
        self._solver = Solver(Formula(), solver)
        self._given = 0
        self._conflicts = _FEWEST_CONFLICTS

    def __enter__(self) -> "Deepening":
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    @property
    def complete(self) -> bool:
        """Whether the best solution is proved to be the best of all."""
        return self.depth is not None and self.depth <= self.least

    def advance(self, seconds: float) -> None:
        """Go on for about `seconds`; a keyboard interrupt waits until they are over."""
        end = time.perf_counter() + seconds
        while not self.complete and time.perf_counter() < end:
            depth = self._next()
            if depth > self._problem.depth:
                self._problem.grow(depth - self._problem.depth)
            apart(partial(self._try, depth))

    def _next(self) -> int:
        """Return the depth to try: a little more than is ruled out, or halfway to the best."""
        upper = self.least + self.least // _GROWTH if self.depth is None else self.depth - 1
        middle = upper if self.depth is None else (self.least + upper) // 2
        return middle - (middle - self.least) % self._stride

    def _try(self, depth: int) -> None:
        """Ask once whether there is a solution within a depth."""
        for block in islice(self._problem.formula.blocks(), self._given, None):
            self._given += 1
            for clause in block.tolist():
                self._solver.add(clause)
        began = time.perf_counter()
        answer = self._solver.solve(self._conflicts, [self._problem.goal(depth)])
        if answer is None:
            change = min(max(_CALL_SECONDS / max(time.perf_counter() - began, 1e-6), 0.5), 2.0)
            self._conflicts = max(_FEWEST_CONFLICTS, int(self._conflicts * change))
        elif not answer:
            self.least = depth + self._stride
        else:
            model = self._solver.model(self._problem.formula.variables)
            found = self._problem.accept(model)
            if found is not None:
                self.best, self.depth = model, found
