"""Pictures of solutions, for notebooks."""

from lifesat.errors import UserError
from lifesat.formats.images import Look, draw
from lifesat.life.pattern import Pattern
from lifesat.problems.life.base import LifeProblem
from lifesat.problems.problem import Boards, Problem


class Picture(str):
    """The text of an SVG picture, which a notebook shows."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)


def picture(problem: Problem, board: Boards, look: Look) -> Picture:
    """Return a picture of a solution.

    Parameters
    ----------
    problem
        What it solves.
    board
        The solution, one of `lifesat.queries.events.Solutions.boards`.
    look
        How it looks.

    Raises
    ------
    UserError
        If it is not a pattern, or cannot be drawn.
    """
    return Picture(draw([_generations(problem, board)], "svg", look).decode())


def _generations(problem: Problem, board: Boards) -> list[Pattern]:
    if not isinstance(problem, LifeProblem):
        raise UserError(f"{problem.nouns} are not patterns, so they have no pictures")
    (generations,) = problem.histories(board[None])
    return generations
