"""The problems for which strips work."""

from typing import TypeGuard

from lifesat.problems.life.predecessor import Predecessor, finds_boards
from lifesat.problems.problem import Problem

# Below these sides, a formula for the whole board is at least as fast (docs/large-boards.md).
_LEAST_SIDE = 40
_LEAST_SIDE_SEVERAL_BACK = 30
# Where several generations are undone, strips beside one formula help from this side.
_LEAST_SIDE_BESIDE_ONE_FORMULA = 20


def strips_error(problem: Problem) -> str | None:
    """Return why strips cannot find the predecessors of a problem, or None if they can."""
    if not finds_boards(problem):
        return f"strips find predecessors, not {problem.nouns}"
    if problem.outside == "grid":
        return "strips know no bounded grid but a torus"
    if problem.symmetry != "C1":
        return "strips know no symmetry"
    if problem.counts_cells:
        return "strips do not count live cells"
    if problem.different:
        return "strips do not compare the predecessor with the target"
    return None


def supports_strips(problem: Problem) -> TypeGuard[Predecessor]:
    """Return whether strips can find the predecessors of a problem."""
    return strips_error(problem) is None


def strips_are_columns(problem: Predecessor) -> bool:
    """Return whether strips are columns: the board is wider than high and the rule permits it."""
    height, width = problem.target_states.shape
    return height < width and "transpose" in problem.rule.symmetries


def prefers_strips(problem: Problem) -> bool:
    """Return whether strips find a predecessor sooner than a formula for the whole board."""
    return supports_strips(problem) and has_large_window(problem)


def benefits_from_strips(problem: Problem) -> bool:
    """Return whether a portfolio that begins with one formula should also try strips."""
    return (
        supports_strips(problem)
        and problem.generations > 1
        and min(problem.target_states.shape) >= _LEAST_SIDE_BESIDE_ONE_FORMULA
    )


def has_large_window(problem: Problem) -> TypeGuard[Predecessor]:
    """Return whether a problem asks for predecessors in a window large enough for strips."""
    if not finds_boards(problem):
        return False
    least = _LEAST_SIDE if problem.generations == 1 else _LEAST_SIDE_SEVERAL_BACK
    return bool(min(problem.target_states.shape) >= least)
