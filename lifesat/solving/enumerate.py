"""Every model's projection once: blocking clauses in one incremental solver.

Only the first variables of the formula, its projection, tell solutions apart; two models that agree
there are one solution. So a solution is blocked by a clause over the projection alone.
"""

import time
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.encodings.cardinality import at_least
from lifesat.formula import Formula
from lifesat.solving.solver import Solver, apart
from lifesat.spacetime import TRUE, Literals

# A call to the solver that finds nothing is stopped after about this time. Shorter calls would make
# a search easier to watch, but solvers lose their thread when they are called often.
_CALL_SECONDS = 0.25
_FIRST_CONFLICTS = 2000
_FEWEST_CONFLICTS = 100


class Models(NamedTuple):
    """Solutions found in one slice of work.

    Attributes
    ----------
    literals
        One literal for each variable of the projection, shape ``(solutions, projection)``.
    orbits
        For how many solutions each stands, itself included, shape ``(solutions,)``.
    """

    literals: Literals
    orbits: NDArray[np.intp]


class Enumeration:
    """Lists the solutions of a formula slice by slice, each once.

    Parameters
    ----------
    solver
        Holds the formula; it gains a blocking clause for each solution.
    projection
        The number of variables, from 1, that tell solutions apart.

    Attributes
    ----------
    complete
        Whether it is proved that there are no more.
    """

    def __init__(self, solver: Solver, projection: int) -> None:
        self.complete = False
        self._solver = solver
        self._projection = projection
        self._conflicts = _FIRST_CONFLICTS

    def narrow(self, cube: Sequence[int]) -> None:
        """List from now on only solutions with these literals."""
        for literal in cube:
            self._solver.add([literal])

    def block(self, known: Literals) -> None:
        """Pass over solutions that are known, shape ``(solutions, projection)``."""
        for literals in known.tolist():
            self._take(literals)

    def advance(self, seconds: float, most: int | None = None) -> Models:
        """Go on for about `seconds`, or until `most` solutions have been found.

        A keyboard interrupt waits until the slice is over.
        """
        found = apart(lambda: self._slice(seconds, most))
        literals = np.array([literals for literals, _ in found], dtype=np.int32)
        orbits = np.array([orbit for _, orbit in found], dtype=np.intp)
        return Models(literals.reshape(len(found), self._projection), orbits)

    def _slice(self, seconds: float, most: int | None) -> list[tuple[list[int], int]]:
        found: list[tuple[list[int], int]] = []
        end = time.perf_counter() + seconds
        while len(found) != most and (started := time.perf_counter()) < end:
            answer = self._solver.solve(self._conflicts)
            if answer is None:
                self._pace(time.perf_counter() - started)
            elif answer:
                found += self._take(self._solver.model(self._projection))
            else:
                self.complete = True
                break
        return found

    def _take(self, literals: list[int]) -> list[tuple[list[int], int]]:
        """Block a solution; return those to report, with how many each stands for."""
        self._solver.add([-literal for literal in literals])
        return [(literals, 1)]

    def _pace(self, took: float) -> None:
        """Let the next call to the solver take about as long as it should."""
        change = min(max(_CALL_SECONDS / max(took, 1e-6), 0.5), 2.0)
        self._conflicts = max(_FEWEST_CONFLICTS, int(self._conflicts * change))


class Descent(Enumeration):
    """Lists solutions, and passes over those that have too many cells of a kind.

    Parameters
    ----------
    solver, projection
        As for `Enumeration`.
    cells
        Literals of any shape, known ones among them; one that stands twice counts twice.
    used
        The highest variable in the solver.
    """

    def __init__(self, solver: Solver, projection: int, cells: Literals, used: int) -> None:
        super().__init__(solver, projection)
        self._cells = cells
        self._used = used
        self._counts: Literals | None = None

    def fewer(self, number: int) -> None:
        """List from now on only solutions in which fewer than `number` of the cells are true."""
        if self._counts is None:
            # Only as far as there is anything to exclude; the first solutions are found without.
            formula = Formula(self._used)
            self._counts = at_least(formula, self._cells, number)
            self._solver.extend(formula)
        if number > len(self._counts):
            return  # as at first: still fewer are asked for already
        if number == 0 or self._counts[number - 1] == TRUE:
            self.complete = True
        else:
            self._solver.add([-int(self._counts[number - 1])])


class OrbitEnumeration(Enumeration):
    """Lists one solution for each orbit under a group of symmetries.

    Of each orbit it reports the solution whose states, in order and dead before live, come first:
    so the choice does not depend on the solver, and where a search is narrowed to parts, exactly
    one part reports it.

    Parameters
    ----------
    solver, projection
        As for `Enumeration`.
    symmetries
        A group of permutations of the projection, shape ``(order, projection)``: image ``i`` of a
        solution has at place ``k`` the state that the solution has at place ``symmetries[i, k]``.
    only_first
        Whether the formula excludes all other solutions of an orbit already.
    """

    def __init__(
        self, solver: Solver, projection: int, symmetries: NDArray[np.intp], *, only_first: bool
    ) -> None:
        super().__init__(solver, projection)
        self._only_first = only_first
        self._symmetries = symmetries
        self._variables = np.arange(1, projection + 1)
        self._cube: set[int] = set()

    def narrow(self, cube: Sequence[int]) -> None:
        """List from now on only solutions with these literals."""
        super().narrow(cube)
        self._cube.update(cube)

    def _take(self, literals: list[int]) -> list[tuple[list[int], int]]:
        states = np.array(literals) > 0
        images = np.unique(states[self._symmetries], axis=0)
        signed = np.where(images, self._variables, -self._variables)
        # Where only first solutions are models, their images need no clauses.
        for clause in (-signed[: 1 if self._only_first else None]).tolist():
            self._solver.add(clause)
        first = signed[0].tolist()
        here = self._only_first or self._cube.issubset(first)
        return [(first, len(images))] if here else []
