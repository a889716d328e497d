"""Exact counts by a frontier or by a model counter."""

from collections.abc import Callable
from dataclasses import dataclass

from lifesat.engines.frontier.counts import count_by_population, count_orbits, count_parents
from lifesat.engines.frontier.progress import SweepProgress
from lifesat.engines.frontier.support import Limits, OutOfReachError
from lifesat.engines.sat import model_counter
from lifesat.engines.sat.memory import check, counter_bytes
from lifesat.errors import UserError
from lifesat.problems.life.generations_predecessor import GenerationsPredecessor
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.predecessor_states import PredecessorStates
from lifesat.problems.life.search import SpaceTimeSearch, predecessor_of_block
from lifesat.system.machine import memory_limit

CountedProblem = Predecessor | GenerationsPredecessor | PredecessorStates | SpaceTimeSearch
"""A problem whose solutions can be counted."""


@dataclass(frozen=True)
class Count:
    """What to count, and with which encoding and limits."""

    # Whether to count each population separately, from 0 on.
    by_population: bool = False
    # Whether to count orbits instead of solutions.
    up_to_symmetry: bool = False
    # None for the first encoding of the problem.
    encoding: str | None = None
    # In bytes; None as in `lifesat.engines.options.Options` and
    # `lifesat.engines.frontier.support.Limits`.
    memory: int | None = None
    disk: int | None = None


def swept_counts(
    problem: CountedProblem, how: Count, report: Callable[[SweepProgress], None]
) -> list[int]:
    """Return the counts by a frontier; raises OutOfReachError if no frontier fits."""
    problem = _swept_problem(problem, how)
    limits = Limits(memory_limit(how.memory), how.disk)
    if how.up_to_symmetry:
        by_population = how.by_population
        return count_orbits(problem, limits, by_population=by_population, report=report)
    if how.by_population:
        return count_by_population(problem, limits, report=report)
    return [count_parents(problem, limits, report=report)]


def _swept_problem(counted: CountedProblem, how: Count) -> Predecessor:
    """Return the predecessors that a frontier counts instead; raises OutOfReachError if none."""
    if isinstance(counted, Predecessor):
        return counted
    if isinstance(counted, PredecessorStates):
        raise OutOfReachError("a frontier sweep counts whole predecessors only")
    if isinstance(counted, GenerationsPredecessor):
        raise OutOfReachError("a frontier sweep counts predecessors under rules of two states")
    problem = predecessor_of_block(counted)
    # The symmetries of a predecessor on a torus include shifts, those of a block do not.
    if problem is None or (how.up_to_symmetry and problem.outside == "torus"):
        raise OutOfReachError("no frontier sweeps this block")
    return problem


def counted_models(problem: CountedProblem, how: Count) -> int:
    """Return the number of solutions by the model counter, which must be installed.

    Raises UserError if the encoding cannot express the rule or the model counter runs out of
    memory, and MemoryLimitError if the formula would take too much memory.
    """
    encoding = how.encoding or problem.encodings[0]
    check(counter_bytes(problem.formula_size(encoding)), how.memory)
    formula = problem.formula(encoding)
    try:
        return model_counter.count_models(formula, problem.projection)
    except MemoryError as error:
        raise UserError(f"{error}; the machine may have too little memory for it") from error
