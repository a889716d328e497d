"""Projected model enumeration: blocking clauses in one incremental solver.

Only the first variables of a formula, its projection, distinguish solutions: models that agree
there are the same solution. So the clause that blocks a solution is over the projection only [1]_.

References
----------
.. [1] K. L. McMillan, "Applying SAT Methods in Unbounded Symbolic Model Checking", CAV 2002.
"""

import time
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.cardinality import Criterion, better, limits
from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import TRUE, Literals
from lifesat.engines.sat.search import EngineProgress, Models
from lifesat.engines.sat.solver import Pace, Solver, run_in_thread

CALL_SECONDS = 0.25
"""The usual length in seconds of a solver call that finds nothing.

Shorter calls would report progress more often, but solvers search less well when they are
interrupted often.
"""
_FIRST_CONFLICTS = 2000
_FEWEST_CONFLICTS = 100
_AIM_CONFLICTS = 2000


class Enumeration:
    """Lists the solutions of a formula; see `lifesat.engines.sat.search.Search`.

    The first `projection` variables distinguish solutions, and the first `witness` variables, by
    default the same, are read from each model. Every solution adds a blocking clause to the solver.
    """

    def __init__(self, solver: Solver, projection: int, witness: int | None = None) -> None:
        self.complete = False
        self.pace = Pace(CALL_SECONDS, _FIRST_CONFLICTS, _FEWEST_CONFLICTS)
        self._solver = solver
        self._projection = projection
        self._witness = projection if witness is None else witness

    @property
    def conflicts(self) -> int:
        """The solver's conflicts so far."""
        return self._solver.conflicts

    @property
    def reached(self) -> EngineProgress | None:
        """The rows or the bound reached; None if the engine does not report them."""
        return None

    def narrow(self, cube: Sequence[int]) -> None:
        """Restrict the search to solutions with these literals."""
        for literal in cube:
            self._solver.add([literal])

    def block(self, known: Literals) -> None:
        """Exclude known solutions, shape ``(solutions, projection)``."""
        for literals in known.tolist():
            self._block(literals)

    def advance(self, seconds: float, /, most: int | None = None) -> Models:
        """Search for about `seconds`, or until `most` solutions have been found.

        Returns the literals of the witnesses. A keyboard interrupt takes effect when the slice is
        over.
        """
        found = run_in_thread(lambda: self._slice(seconds, most))
        literals = np.array([literals for literals, _ in found], dtype=np.int32)
        orbit_sizes = np.array([orbit for _, orbit in found], dtype=np.intp)
        return Models(literals.reshape(len(found), self._witness), orbit_sizes)

    def _slice(self, seconds: float, most: int | None) -> list[tuple[list[int], int]]:
        found: list[tuple[list[int], int]] = []
        end = time.perf_counter() + seconds
        while len(found) != most and not self.complete and time.perf_counter() < end:
            answer = self.pace.call(self.solve)
            if answer is not None:
                found += self._learn(answer)
        return found

    def _learn(self, answer: bool) -> list[tuple[list[int], int]]:
        """Record the answer of a call; return the solutions to report, each with its orbit size."""
        if answer:
            return self._block(self._solver.model(self._witness))
        self.complete = True
        return []

    def solve(self, conflicts: int | None) -> bool | None:
        """Call the solver; return whether there is a model, or None if the limit was reached."""
        return self._solver.solve(conflicts)

    def _block(self, literals: list[int]) -> list[tuple[list[int], int]]:
        """Block a solution; return the solutions to report, each with its orbit size."""
        self._solver.add([-literal for literal in literals[: self._projection]])
        return [(literals, 1)]


class BoundTighteningEnumeration(Enumeration):
    """Lists solutions, each better than those before.

    The most important criterion comes first; `used` is the highest variable in the solver. `check`
    is called with the limits of the counters before their clauses are made, and raises an exception
    if they would take too much memory.
    """

    def __init__(
        self,
        solver: Solver,
        projection: int,
        criteria: Sequence[Criterion],
        used: int,
        check: Callable[[Sequence[int]], None],
    ) -> None:
        super().__init__(solver, projection)
        self._check = check
        self._criteria = criteria
        self._used = used
        self._counters: list[Literals] = []
        self._costs: tuple[int, ...] | None = None
        self._proved = 0  # the lower bound of the first cost
        self._stride = 1

    def solve(self, conflicts: int | None) -> bool | None:
        """Try for a much better solution with few conflicts, then for any that is better."""
        while (aim := self._aim()) is not None:
            few = _AIM_CONFLICTS if conflicts is None else min(_AIM_CONFLICTS, conflicts)
            reached = int(self._counters[0][aim])
            answer = self._solver.solve(few, [-reached])
            if answer:
                self._stride *= 2
                return True
            if answer is None:
                self._stride //= 4
            else:
                self._proved = aim + 1
                self._solver.add([reached])
        return self._solver.solve(conflicts)

    def _aim(self) -> int | None:
        """Return the first cost to aim at, or None to accept any better solution."""
        if self._costs is None or self._stride < 2:
            self._stride = max(self._stride, 1)
            return None
        least, most = self._proved, self._costs[0] - 2
        aim = max(least, self._costs[0] - self._stride)
        known = aim > most or abs(int(self._counters[0][aim])) >= TRUE
        return None if known else aim

    def tighten(self, costs: Sequence[int]) -> None:
        """Restrict the search to solutions better than one with these costs."""
        if self._costs is not None and tuple(costs) >= self._costs:
            return  # an earlier bound is at least as tight
        if self._costs is None:
            # The first solution bounds how far to count; none of these clauses is needed before.
            most = limits(self._criteria, costs)
            self._check(most)
            formula = Formula(self._used)
            self._counters = [
                each.counter(formula, limit)
                for each, limit in zip(self._criteria, most, strict=True)
            ]
            self._solver.extend(formula)
            self._stride = costs[0] // 2
        self._stride = max(self._stride, 2)
        self._costs = tuple(costs)
        for clause in better(self._counters, costs):
            if clause:
                self._solver.add(clause)
            else:
                self.complete = True


class OrbitEnumeration(Enumeration):
    """Lists one solution of each orbit under a group of symmetries.

    It reports the lexicographically first solution of each orbit, dead before live. So the choice
    does not depend on the solver, and if a search is split into cubes, exactly one cube reports it.

    The symmetries, shape ``(order, witness)``, are permutations of the witness that also permute
    the projection: place ``k`` of image ``i`` has the state of place ``symmetries[i, k]`` of the
    solution. `only_first` says that the formula already excludes all other solutions of an orbit.
    """

    def __init__(
        self, solver: Solver, projection: int, symmetries: NDArray[np.intp], *, only_first: bool
    ) -> None:
        super().__init__(solver, projection, symmetries.shape[1])
        self._only_first = only_first
        self._symmetries = symmetries
        self._variables = np.arange(1, symmetries.shape[1] + 1)
        self._cube: set[int] = set()

    def narrow(self, cube: Sequence[int]) -> None:
        """Restrict the search to solutions with these literals."""
        super().narrow(cube)
        self._cube.update(cube)

    def _block(self, literals: list[int]) -> list[tuple[list[int], int]]:
        # Of a known solution, only the projection is there.
        states = np.array(literals) > 0
        images = states[self._symmetries[:, : len(states)]]
        _, distinct = np.unique(images[:, : self._projection], axis=0, return_index=True)
        variables = self._variables[: len(states)]
        signed = np.where(images[distinct], variables, -variables)
        # If only first solutions are models, their images need no blocking clauses.
        blocked = -signed[: 1 if self._only_first else None, : self._projection]
        for clause in blocked.tolist():
            self._solver.add(clause)
        first = signed[0].tolist()
        in_cube = self._only_first or self._cube.issubset(first)
        return [(first, len(distinct))] if in_cube else []
