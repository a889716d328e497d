"""The engine that goes back one generation at a time, and the problems it works for."""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import ClassVar, TypeGuard

from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.search import Packed
from lifesat.engines.sat.solver_setup import Engine, SliceSolver, SolverSetup
from lifesat.engines.strips.support import supports_strips
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Problem

# From this many generations on, one formula for all of them takes longer (docs/notes/rewind.md).
_LEAST_GENERATIONS = 7
# Neither is always the faster one.
_ENCODINGS = ("truth_table", "column_triples")
# Odd seeds try dead cells first, which usually goes back further (docs/notes/rewind.md).
REWIND_SEED = 1
# Even, and far apart, because each dead end of a search leads to another seed.
_BETWEEN_SEEDS = 2000


def supports_rewind(problem: Problem) -> TypeGuard[Predecessor]:
    """Return whether a predecessor several generations back can be found one at a time.

    With dead cells outside, the boxes of a rewind would grow; on a torus, one formula is faster
    (docs/notes/rewind.md).
    """
    return (
        supports_strips(problem)
        and problem.outside == "free"
        and problem.generations > 1
        and not (problem.require or problem.forbid)
    )


def prefers_rewind(problem: Problem) -> bool:
    """Return whether one generation at a time is faster than one formula for all of them."""
    return supports_rewind(problem) and problem.generations >= _LEAST_GENERATIONS


def rewind_variants(problem: Problem, encoding: str | None = None) -> Iterator[tuple[str, int]]:
    """Yield encodings and seeds for searches that take different parents, without end.

    All use `encoding`; if it is None, they use in turn those that find parents of boards of this
    size fastest.
    """
    quickest = [each for each in _ENCODINGS if each in problem.encodings]
    encodings = [encoding] if encoding else quickest or [problem.encodings[0]]
    for number in count():
        for each in encodings:
            yield each, REWIND_SEED + _BETWEEN_SEEDS * number


class OneByOne(Engine):
    """Uses a formula for each generation, and finds one predecessor several generations back."""

    name: ClassVar[str] = "generation"
    seed: ClassVar[int] = REWIND_SEED

    def solver(self, setup: SolverSetup, cube: Sequence[int], known: Packed) -> SliceSolver:
        """Return a new search, which accepts neither a cube nor known solutions."""
        from lifesat.engines.rewinds.search import RewindSolver  # noqa: PLC0415  # slow to load

        if not supports_rewind(setup.problem):
            raise TypeError(f"{setup.problem.nouns} are not found one generation at a time")
        search = RewindSolver(setup, known)
        search.narrow(cube)
        return search

    def bytes_of(self, setup: SolverSetup) -> int:
        """Return about how many bytes one formula for all generations takes."""
        return ONE_FORMULA.bytes_of(setup)


ONE_BY_ONE = OneByOne()
