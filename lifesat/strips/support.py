"""The problems for which strips work."""

from typing import TypeGuard

from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Problem

# Below these sides, a formula for the whole board is at least as fast (docs/large-boards.md).
_LEAST_SIDE = 40
_LEAST_SIDE_SEVERAL_BACK = 30
# Where several generations are undone, strips beside one formula help from this side.
_LEAST_SIDE_BESIDE_ONE_FORMULA = 20


def strips_refusal(problem: Problem) -> str | None:
    """Return why the predecessors of a problem cannot be searched for strip by strip, or None."""
    if not isinstance(problem, Predecessor):
        return f"strips find predecessors, not {problem.nouns}"
    if problem.symmetry != "C1":
        return "strips know no symmetry"
    if problem.least or problem.most is not None:
        return "strips do not count live cells"
    if problem.different:
        return "strips do not compare the predecessor with the target"
    return None


def supports_strips(problem: Problem) -> TypeGuard[Predecessor]:
    """Return whether the predecessors of a problem can be searched for strip by strip."""
    return strips_refusal(problem) is None


def strips_are_columns(problem: Predecessor) -> bool:
    """Return whether strips lie across the width: it is longer, and the rule permits it."""
    height, width = problem.target_states.shape
    return height < width and "transpose" in problem.rule.symmetries


def prefers_strips(problem: Problem) -> bool:
    """Return whether strips find a predecessor sooner than a formula for the whole board."""
    return supports_strips(problem) and has_large_window(problem)


def benefits_from_strips(problem: Problem) -> bool:
    """Return whether a portfolio that begins with one formula should try strips beside it."""
    return (
        supports_strips(problem)
        and problem.generations > 1
        and min(problem.target_states.shape) >= _LEAST_SIDE_BESIDE_ONE_FORMULA
    )


def has_large_window(problem: Problem) -> TypeGuard[Predecessor]:
    """Return whether a problem seeks predecessors in a window of the size for strips."""
    if not isinstance(problem, Predecessor):
        return False
    least = _LEAST_SIDE if problem.generations == 1 else _LEAST_SIDE_SEVERAL_BACK
    return bool(min(problem.target_states.shape) >= least)
