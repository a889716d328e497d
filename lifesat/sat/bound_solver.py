"""What solves a slice of the search for a lower bound."""

from lifesat.problems.problem import Boards
from lifesat.sat.method import Method
from lifesat.sat.nearest_solver import NearestSolver
from lifesat.sat.packed import Packed
from lifesat.sat.search import Reached
from lifesat.sat.target_orphans import OrphanPacking


class BoundSolver(NearestSolver):
    """Looks for orphans in the target, and then for the nearest predecessor with one formula.

    Orphans give a lower bound, which proves that another member of a portfolio has found the best.

    Parameters
    ----------
    method
        What is solved and how.
    known
        Known solutions.
    """

    def __init__(self, method: Method, known: Packed) -> None:
        super().__init__(method)
        self._orphans = OrphanPacking(self._nearest, method.encoding, method.solver)
        self.observe(known)

    @property
    def bound(self) -> int:
        """A lower bound on the cost of all solutions."""
        return self._orphans.bound // self._nearest.unit

    @property
    def reached(self) -> Reached | None:
        """The lower bound on the distance."""
        return Reached(0, 0, 0, bound=self._orphans.bound)

    @property
    def _own_conflicts(self) -> int:
        return self._orphans.conflicts

    @property
    def _exhausted(self) -> bool:
        return self._orphans.exhausted

    def _better(self, seconds: float) -> Boards:
        """Look for orphans, and return no board."""
        if not self.complete:
            self._orphans.advance(seconds)
        return self.best[:0]

    def delete(self) -> None:
        """Free the memory of the solvers."""
        self._orphans.close()
        super().delete()
