"""The base class of solvers of slices, whatever the engine."""

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np

from lifesat.engines.sat.packed import Packed
from lifesat.engines.sat.search import EngineProgress, Models
from lifesat.problems.problem import Problem


class SliceSolver(ABC):
    """Finds the solutions in one cube, slice by slice; the problem verifies each of them."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    @property
    @abstractmethod
    def complete(self) -> bool:
        """Whether it is proved that there are no more solutions."""

    @property
    @abstractmethod
    def conflicts(self) -> int:
        """The conflicts so far."""

    @property
    @abstractmethod
    def reached(self) -> EngineProgress | None:
        """The rows or the bound reached; None if the engine does not report them."""

    @abstractmethod
    def narrow(self, cube: Sequence[int]) -> None:
        """Restrict the search to solutions with these literals."""

    @abstractmethod
    def observe(self, known: Packed) -> None:
        """Learn which solutions are known."""

    @abstractmethod
    def _found(self, seconds: float, most: int | None, call_seconds: float) -> Models:
        """Search for about `seconds`, and return wanted solutions."""

    @abstractmethod
    def delete(self) -> None:
        """Free the memory of the solvers."""

    def wanted(self, seconds: float, most: int | None, call_seconds: float) -> Models:
        """Search for about `seconds`, or until `most` wanted solutions have been found.

        Solutions that the problem does not want are blocked and dropped. `call_seconds` is the
        length of a call to the solver, as in `lifesat.engines.sat.pace.Pace`.
        """
        end = time.perf_counter() + seconds
        found = self._found(seconds, most, call_seconds)
        left = end - time.perf_counter()
        while left > 0 and len(found.orbit_sizes) != most and not self.complete:
            wanted = None if most is None else most - len(found.orbit_sizes)
            more = self._found(left, wanted, call_seconds)
            found = Models(
                np.concatenate([found.literals, more.literals]),
                np.concatenate([found.orbit_sizes, more.orbit_sizes]),
            )
            left = end - time.perf_counter()
        return found

    def _verified(self, models: Models) -> Models:
        """Verify all models, and return the wanted ones."""
        if not self.problem.accepts(models.literals).all():
            raise AssertionError(f"a model of the formula is not a valid {self.problem.noun}")
        literals = models.literals[:, : self.problem.projection]
        wanted = self.problem.wanted(self.problem.boards(literals))
        return Models(literals[wanted], models.orbit_sizes[wanted])
