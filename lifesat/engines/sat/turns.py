"""Solvers of one process that take turns."""

from abc import abstractmethod
from collections.abc import Sequence

from lifesat.engines.sat.formula_solvers import CubeSolver
from lifesat.engines.sat.packed import Packed
from lifesat.engines.sat.slice_solver import SliceSolver
from lifesat.engines.sat.solver_setup import SolverSetup


class TurnTakingSolver(SliceSolver):
    """Several solvers in one cube, one of which searches at a time."""

    def __init__(self, setup: SolverSetup, known: Packed) -> None:
        super().__init__(setup.problem)
        self._setup = setup
        self._known = known
        # For the solvers that start later.
        self._cube: list[int] = []

    @property
    @abstractmethod
    def _solvers(self) -> list[CubeSolver]:
        """The solvers that have started and not ended."""

    @property
    def conflicts(self) -> int:
        """The conflicts of all solvers so far."""
        return sum(each.conflicts for each in self._solvers)

    def narrow(self, cube: Sequence[int]) -> None:
        """Restrict the search to solutions with these literals."""
        self._cube += cube
        for each in self._solvers:
            each.narrow(cube)

    def delete(self) -> None:
        """Free the memory of the solvers."""
        for each in self._solvers:
            each.delete()
