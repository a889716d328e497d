"""The engine that fills boards with particles."""

from collections.abc import Sequence
from typing import ClassVar

from lifesat.engines import compiler
from lifesat.engines.particles.effort import most_bytes, most_layer_bytes
from lifesat.engines.sat.memory import PROCESS_BYTES
from lifesat.engines.sat.search import Packed
from lifesat.engines.sat.solver_setup import Engine, SliceSolver, SolverSetup
from lifesat.engines.strips.engine import STRIPS
from lifesat.problems.life.predecessor import Predecessor


class Particles(Engine):
    """Messages between rows, and particles that follow them; strips where they get stuck."""

    name: ClassVar[str] = "particles"
    by_chance: ClassVar[bool] = True
    slices_report: ClassVar[bool] = True
    search_reports: ClassVar[bool] = True
    steps_are_short: ClassVar[bool] = True

    @property
    def note(self) -> str:
        """Whether loops are compiled first."""
        if not compiler.compiles_first("particles/messages"):
            return ""
        return "the loops of particles are compiled first, once after an installation"

    def solver(self, setup: SolverSetup, cube: Sequence[int], known: Packed) -> SliceSolver:
        """Return new particles, which find any one predecessor; cubes are rejected."""
        from lifesat.engines.particles.solver import ParticlesSolver  # noqa: PLC0415  # slow to load

        search = ParticlesSolver(setup, known)
        search.narrow(cube)
        return search

    def bytes_of(self, setup: SolverSetup) -> int:
        """Return about how many bytes a process takes for particles and strips."""
        problem = setup.problem
        if not isinstance(problem, Predecessor):
            raise TypeError(f"particles do not find {problem.nouns}")
        return STRIPS.bytes_of(setup) + bytes_of_particles(problem)


PARTICLES = Particles()


def drawing_bytes(problem: Predecessor, particles: int) -> int:
    """Return the bytes that a process takes to draw boards by the given number of particles."""
    return PROCESS_BYTES + bytes_of_particles(problem, particles)


def bytes_of_particles(problem: Predecessor, particles: int | None = None) -> int:
    """Return the bytes that particles take on a board.

    None stands for the default number of particles.
    """
    # A ring of dead cells, as in its space-time.
    columns, rows = sorted(side + 2 for side in problem.target_states.shape)
    if problem.generations > 1:
        return most_layer_bytes(rows, columns)
    return most_bytes(rows, columns, particles)
