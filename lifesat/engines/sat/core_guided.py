"""Core-guided search: the best solution by a lower bound that cores raise.

Every literal to be counted is assumed to be false. A core of these assumptions has a true literal
in every solution, so the bound rises; then a counter of the core replaces its literals, and its
first output that may be false is assumed instead [1]_. The first model is the best solution. Where
many small parts each need some live cells, this takes one short call for each part, whereas a bound
on their sum has to be refuted as a whole.

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

from lifesat.cnf.cardinality import Criterion, at_least
from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import TRUE, is_variable
from lifesat.engines.sat.enumerate import Enumeration
from lifesat.engines.sat.solver import Solver

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
