"""The solver of a slice by particles."""

import time
from collections.abc import Sequence

import numpy as np

from lifesat.cnf.spacetime import Literals, is_variable
from lifesat.engines.particles.board import Rows, board_of
from lifesat.engines.particles.layer_search import LayerSearch
from lifesat.engines.particles.layers import layers_of
from lifesat.engines.particles.search import ParticleSearch, RowSearch
from lifesat.engines.particles.support import supports_particles
from lifesat.engines.sat.search import EngineProgress, Models, Packed
from lifesat.engines.sat.solver_setup import SliceSolver, SolverSetup
from lifesat.engines.strips.engine import STRIPS
from lifesat.problems.life.predecessor import Predecessor


class ParticlesSolver(SliceSolver):
    """Finds one predecessor by particles, or strip by strip where these get stuck.

    Particles prove nothing. If the messages allow no board, strips have to prove it; if particles
    die again and again at one place, strips take every second turn, unless the setup permits only
    one engine.
    """

    def __init__(self, setup: SolverSetup, known: Packed) -> None:
        problem = setup.problem
        if not supports_particles(problem):
            raise TypeError(f"particles do not find {problem.nouns}")
        super().__init__(problem)
        self.observe(known)
        self._generations = problem.generations
        self._board, self._search = _search_of(problem, setup.seed)
        layer = problem.spacetime.literals[0]
        self._layer = layer.T if self._board.transposed else layer
        self._setup = setup
        self._strips: SliceSolver | None = None
        self._strips_are_next = False

    @property
    def complete(self) -> bool:
        """Whether strips have proved that there is no predecessor."""
        return self._strips is not None and self._strips.complete

    @property
    def conflicts(self) -> int:
        """The number of conflicts of the strips so far."""
        return 0 if self._strips is None else self._strips.conflicts

    @property
    def reached(self) -> EngineProgress | None:
        """The progress of the particles, or of the strips where these are further."""
        rows = self._board.rows
        # The successor of a row depends on as many rows below it as generations are undone.
        row = max(0, self._search.filled - self._generations)
        partial = b"" if row == rows else np.packbits(self._literals()[0] > 0).tobytes()
        reached = EngineProgress(row, rows, 0, partial, self._search.alive)
        strips = None if self._strips is None else self._strips.reached
        return max(reached, strips or reached)

    def narrow(self, cube: Sequence[int]) -> None:
        """Reject every cube but the empty one."""
        if cube:
            raise ValueError("particles do not search a cube")

    def observe(self, known: Packed) -> None:
        """Reject known solutions, because one solution is enough."""
        if len(known):
            raise ValueError("particles find no other solutions")

    def _found(self, seconds: float, most: int | None, call_seconds: float) -> Models:
        """Search for about `seconds`, or until all rows are filled."""
        search, strips = self._search, self._strips
        if strips and (self._strips_are_next or not search.possible):
            self._strips_are_next = False
            return strips.wanted(seconds, most, call_seconds)
        self._strips_are_next = True
        end = time.perf_counter() + seconds
        while search.possible and not search.complete:
            search.advance()
            if time.perf_counter() >= end:
                break
        if search.complete and (most is None or most):
            return self._verified(Models(self._literals(), np.ones(1, dtype=np.intp)))
        stuck = search.stuck and not self._setup.one_engine
        if strips is None and (stuck or not search.possible):
            self._strips = self._setup.with_engine(STRIPS).new_solver()
        none = np.zeros((0, self.problem.projection), dtype=np.int32)
        return Models(none, np.zeros(0, dtype=np.intp))

    def _literals(self) -> Literals:
        """Return the literals of one particle, dead where its rows are not filled."""
        rows = self._search.rows()[: self._board.rows]
        cells = np.zeros(self._layer.shape, dtype=bool)
        cells[: len(rows)] = rows
        unknown = is_variable(self._layer)
        variables = self._layer[unknown]
        literals = np.empty((1, self.problem.projection), dtype=np.int32)
        literals[0, variables - 1] = np.where(cells[unknown], variables, -variables)
        return literals

    def delete(self) -> None:
        """Free the memory of the particles and the strips."""
        del self._search
        if self._strips is not None:
            self._strips.delete()


def _search_of(problem: Predecessor, seed: int) -> tuple[Rows, RowSearch]:
    """Return the board of a problem, and a search that fills it."""
    generator = np.random.default_rng(seed)
    if problem.generations == 1:
        board = board_of(problem)
        return board, ParticleSearch(board, generator)
    layers = layers_of(problem)
    return layers, LayerSearch(layers, generator)
