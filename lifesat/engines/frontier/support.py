"""The problems that a frontier sweep supports, and the limits on its memory and files."""

import math
from typing import NamedTuple, TypeGuard

from lifesat.cnf.spacetime import Literals, is_variable
from lifesat.errors import UserError
from lifesat.problems.life.predecessor import Predecessor, finds_boards
from lifesat.problems.life.repeating import Repeating
from lifesat.problems.life.search import SpaceTimeSearch
from lifesat.problems.life.window import Cell
from lifesat.problems.problem import Problem


class Limits(NamedTuple):
    """The limits of a sweep, in bytes."""

    # None means no limit.
    memory: int | None = None
    # The limit on temporary files, which hold what does not fit a quarter of the memory. None
    # allows four times the memory, but at most half of the free space.
    disk: int | None = None


UNLIMITED = Limits()


class OutOfReachError(UserError):
    """A sweep needs too much memory, or does not support the problem."""


def check(needed: int, memory: int | None) -> None:
    """Raise OutOfReachError if a step needs more bytes than `memory`, where None is no limit."""
    if memory is not None and needed > memory:
        raise OutOfReachError(
            f"the frontier needs {needed / 1e9:.2g} GB for its next step and may take "
            f"{memory / 1e9:.2g} GB"
        )


def too_many_states(most: int) -> OutOfReachError:
    """Return the error for a frontier with more states, over all steps, than allowed."""
    return OutOfReachError(f"the frontier has more than {most:,} states in all")


PLAN_BYTES = 1000
"""The bytes of a plan for each cell of a generation that is to be found."""

MOST_UNKNOWNS = 48
"""The widest frontier of several generations; for wider ones memory rarely suffices."""

Swept = Predecessor | Repeating | SpaceTimeSearch
"""A problem whose solutions a sweep may count."""


def supports_frontier(problem: Problem) -> TypeGuard[Predecessor]:
    """Return whether a problem asks for predecessors one generation back."""
    return finds_boards(problem) and problem.generations == 1


def check_reach(problem: Problem, memory: int | None) -> Swept:
    """Return a problem that a sweep may support, with all conditions on parents.

    Raises OutOfReachError if it cannot, or if the plan exceeds the memory limit.
    """
    if not supports_frontier(problem):
        return check_count(problem, memory)
    check(PLAN_BYTES * problem.target_states.size, memory)
    return problem


def check_count(problem: Problem, memory: int | None) -> Swept:
    """Return a problem that a sweep may count; raises OutOfReachError if it cannot."""
    if not isinstance(problem, Swept):
        raise OutOfReachError(f"a frontier sweep does not count {problem.nouns}")
    if problem.rule.states > 2:
        raise OutOfReachError("a frontier sweep counts under rules of two states only")
    if isinstance(problem, Predecessor) and problem.project is not None:
        raise OutOfReachError("a frontier sweep counts whole predecessors only")
    # The literals of a large problem would take longer than the message.
    layers, cells = _size_of(problem)
    if layers > MOST_UNKNOWNS:
        raise too_wide(layers)
    check(PLAN_BYTES * layers * cells, memory)
    if problem.has_other_conditions:
        raise OutOfReachError("a frontier sweep does not support all of these conditions")
    return problem


def first_of(problem: Swept) -> Literals:
    """Return the literals of the first generation, shape ``(height, width)``."""
    first: Literals = problem.population_literals
    return first.reshape(first.shape[-2:])


def check_names(problem: Swept) -> None:
    """Raise OutOfReachError if negated names stand where live cells are counted."""
    first = first_of(problem)
    if (first[is_variable(first)] < 0).any():
        raise OutOfReachError("a frontier sweep does not count the live cells of negated names")


def corner_of(problem: Swept) -> Cell:
    """Return the column and row of the top left cell of the first generation.

    The place of the top left cell of the target's box, or of the box of an object, is ``(0, 0)``.
    """
    if not isinstance(problem, Predecessor):
        return 0, 0
    row, column = problem.window.place(0, 0)
    return -column, -row


def _size_of(problem: Swept) -> tuple[int, int]:
    """Return the number of generations with unknown cells, and the cells of each."""
    if isinstance(problem, Predecessor):
        return problem.generations, problem.target_states.size
    layers = problem.steps if isinstance(problem, Repeating) else problem.shape[0]
    return layers, math.prod(problem.shape[-2:])


def check_width(cells: int, generations: int) -> None:
    """Raise OutOfReachError if a frontier holds too many cells of several generations."""
    if generations > 1 and cells > MOST_UNKNOWNS:
        raise too_wide(cells)


def too_wide(cells: int) -> OutOfReachError:
    """Return the error for a frontier that needs so many cells of several generations."""
    return OutOfReachError(
        f"the frontier needs {cells:,} cells of several generations; a sweep takes at most "
        f"{MOST_UNKNOWNS}"
    )
