"""The best solution by a lower bound that cores raise: the search from below.

Every literal to be counted is assumed to be false. A core of these assumptions has a true literal
in every solution, so the bound grows; then a counter of the core takes the place of its literals,
and its first output that may be false is assumed instead [1]_. The first model is the best
solution. Where many small parts each need some live cells, this takes one short call for each part,
whereas a bound on their sum has to be refuted as a whole.

References
----------
.. [1] A. Morgado, C. Dodaro and J. Marques-Silva, "Core-Guided MaxSAT with Soft Cardinality
   Constraints", CP 2014.
"""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from lifesat.cnf.cardinality import at_least
from lifesat.cnf.criteria import Criterion
from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import TRUE, is_variable
from lifesat.sat.enumerate import Enumeration
from lifesat.sat.solver import Solver

LARGEST_COUNTER = 64
"""The most literals of one counter, which has as many outputs."""

# The limit for a call that tries to leave a literal out of a core, and those for all such calls.
_FEW_CONFLICTS = 1000
_MINIMISING_CONFLICTS = 20_000
_MINIMISING_CALLS = 300


class CoreGuidedEnumeration(Enumeration):
    """Finds the best solution, unless a known one is as good.

    Parameters
    ----------
    solver, projection
        As for `Enumeration`.
    criterion
        What to make small; not a unary counter.
    used
        The highest variable in the solver.

    Attributes
    ----------
    bound
        No solution has less.
    """

    def __init__(self, solver: Solver, projection: int, criterion: Criterion, used: int) -> None:
        super().__init__(solver, projection)
        counted = criterion.literals.ravel()
        self.bound = int((counted == TRUE).sum())
        self._used = used
        self._least: int | None = None
        # How often each literal that is assumed to be false counts.
        self._weights = Counter(counted[is_variable(counted)].tolist())
        # Of each output of a counter but the last, the one after it.
        self._following: dict[int, int] = {}

    def tighten(self, costs: Sequence[int]) -> None:
        """From now on, find only solutions that are better than one with this number."""
        least = costs[0]
        self._least = least if self._least is None else min(self._least, least)
        self._check_bound()

    def solve(self, conflicts: int | None) -> bool | None:
        """Raise the bound, and return whether there is a solution once that is known."""
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
        """Learn the answer of a call: a solution is the best one."""
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
        """Count the true literals of a core, of which one at least is true in every solution."""
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
        """Return the literal that says that one of some literals is true; it counts like them."""
        if len(literals) == 1:
            return literals[0]
        first = self._counter(literals, weight)[0]
        self._add(first, weight)
        return first

    def _counter(self, literals: list[int], weight: int) -> list[int]:
        """Return the outputs of a new counter of literals, which count less often from now on."""
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
        """Let a literal count more or less often."""
        self._weights[literal] += weight
        if not self._weights[literal]:
            del self._weights[literal]
