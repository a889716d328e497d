"""All generations of a solution, laid over each other, and what it becomes."""

import numpy as np

from lifesat.evolution import Edges, step
from lifesat.problems.eater import Eater
from lifesat.problems.predecessor import Predecessor
from lifesat.problems.problem import Boards, Problem
from lifesat.rules import LIFE

from .pictures import Board

UNSEEN = 3
# An eater's box with a ring in which nothing may be born.
_RING = 1


def generations(problem: Problem, board: Boards) -> list[Board]:
    """Return the generations of a solution, all of one shape; what cannot be known is unseen.

    Parameters
    ----------
    problem
        What was sought.
    board
        One solution, shape ``(height, width)``.
    """
    match problem:
        case Predecessor(outside="free"):
            return _narrowing(problem, board)
        case Predecessor():
            edges: Edges = "torus" if problem.outside == "torus" else "dead"
            history = [board]
            for _ in range(problem.generations):
                history.append(step(history[-1], problem.target.rule, edges))
            return list(history)
        case Eater():
            cells = np.pad(problem.with_glider(board[None])[0], _RING)
            history = [cells]
            for _ in range(problem.generations):
                history.append(step(history[-1], LIFE))
            return list(history)
    return [board]


def target(problem: Problem, board: Boards) -> tuple[str, Board]:
    """Return what a solution belongs to, with its name: the target, or the solution itself."""
    match problem:
        case Predecessor():
            return "target", problem.window
        case Eater():
            return "still life", np.pad(board, _RING)
    return problem.noun, board


def _narrowing(problem: Predecessor, board: Boards) -> list[Board]:
    """Return generations of which less and less is known, as nothing is known of the outside."""
    history: list[Board] = [board]
    cells = board
    for t in range(1, problem.generations + 1):
        cells = step(cells, problem.target.rule, "cut")
        history.append(np.pad(cells, t, constant_values=UNSEEN))
    return history
