"""Projected model enumeration: blocking clauses in one incremental solver, and bounds by cores.

Only the first variables of a formula, its projection, distinguish solutions: models that agree
there are the same solution. So the clause that blocks a solution is over the projection only [1]_.

In a core-guided search for the best solution, every literal to be counted is assumed to be false. A
core of these assumptions has a true literal in every solution, so the bound rises; then a counter
of the core replaces its literals, and its first output that may be false is assumed instead [2]_.
The first model is the best solution. Where many small parts each need some live cells, this takes
one short call for each part, whereas a bound on their sum has to be refuted as a whole.

References
----------
.. [1] K. L. McMillan, "Applying SAT Methods in Unbounded Symbolic Model Checking", CAV 2002.
.. [2] A. Morgado, C. Dodaro and J. Marques-Silva, "Core-Guided MaxSAT with Soft Cardinality
   Constraints", CP 2014.
"""

import math
import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.cardinality import Criterion, at_least, better, limits
from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import TRUE, Literals, is_variable
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


LARGEST_COUNTER = 64
"""The maximum number of literals of a counter, which has as many outputs."""

# The conflicts of a call that tries to remove a literal from a core; the conflicts and the number
# of all such calls for a core.
_FEW_CONFLICTS = 1000
_MINIMISING_CONFLICTS = 20_000
_MINIMISING_CALLS = 300


class CoreGuidedEnumeration(Enumeration):
    """Finds the best solution by one criterion, unless a known solution is as good.

    The criterion must not be a unary counter; `used` is the highest variable in the solver.
    """

    def __init__(self, solver: Solver, projection: int, criterion: Criterion, used: int) -> None:
        super().__init__(solver, projection)
        counted = criterion.literals.ravel()
        # The lower bound: no solution has less.
        self.bound = int((counted == TRUE).sum())
        self._used = used
        self._least: int | None = None
        # The weight of each literal that is assumed to be false.
        self._weights = Counter(counted[is_variable(counted)].tolist())
        # The next output of each output of a counter, except the last.
        self._following: dict[int, int] = {}

    def tighten(self, costs: Sequence[int]) -> None:
        """Restrict the search to solutions better than one with these costs."""
        least = costs[0]
        self._least = least if self._least is None else min(self._least, least)
        self._check_bound()

    def solve(self, conflicts: int | None) -> bool | None:
        """Raise the bound; return whether there is a solution, or None if that is undecided."""
        end = math.inf if conflicts is None else self.conflicts + conflicts
        while not self.complete and (left := end - self.conflicts) > 0:
            most = None if math.isinf(left) else int(left)
            answer = self._solver.solve(most, [-literal for literal in self._weights])
            if answer is not False:
                return answer
            core = self._minimised(self._solver.core())
            if not core:
                return False
            self._raise_bound([-literal for literal in core])
            self._check_bound()
        return None

    def _learn(self, answer: bool) -> list[tuple[list[int], int]]:
        """Record the answer of a call: the first solution is the best one."""
        self.complete = True
        return [(self._solver.model(self._projection), 1)] if answer else []

    def _check_bound(self) -> None:
        if self._least is not None and self.bound >= self._least:
            self.complete = True

    def _minimised(self, core: list[int]) -> list[int]:
        """Return a core without assumptions that a few conflicts show to be unnecessary."""
        end = self.conflicts + _MINIMISING_CONFLICTS
        for literal in core[:_MINIMISING_CALLS]:
            if self.conflicts > end:
                break
            if literal in core:
                rest = [each for each in core if each != literal]
                if self._solver.solve(_FEW_CONFLICTS, rest) is False:
                    core = self._solver.core()
        return core

    def _raise_bound(self, core: list[int]) -> None:
        """Raise the bound by a core, and count the core's true literals from now on."""
        weight = min(self._weights[literal] for literal in core)
        core = sorted(core, key=abs)
        while len(core) > LARGEST_COUNTER:
            # The first outputs of counters of its parts are a core too.
            parts = [core[k : k + LARGEST_COUNTER] for k in range(0, len(core), LARGEST_COUNTER)]
            core = [self._first(part, weight) for part in parts]
        first, *others = self._counter(core, weight)
        self._solver.add([first])
        self.bound += weight
        if others:
            self._add(others[0], weight)

    def _first(self, literals: list[int], weight: int) -> int:
        """Return a literal that is true if any of `literals` is, and give it their weight."""
        if len(literals) == 1:
            return literals[0]
        first = self._counter(literals, weight)[0]
        self._add(first, weight)
        return first

    def _counter(self, literals: list[int], weight: int) -> list[int]:
        """Return the outputs of a new counter of literals, and lower the literals' weights."""
        for literal in literals:
            self._add(literal, -weight)
            if literal in self._following:
                self._add(self._following[literal], weight)
        formula = Formula(self._used)
        outputs: list[int] = at_least(formula, np.array(literals, np.int32), len(literals)).tolist()
        self._used = formula.variables
        self._solver.extend(formula)
        self._following |= dict(pairwise(outputs))
        return outputs

    def _add(self, literal: int, weight: int) -> None:
        """Add `weight` to that of a literal; a literal of weight 0 is no longer counted."""
        self._weights[literal] += weight
        if not self._weights[literal]:
            del self._weights[literal]
