"""How the solutions of a problem, and the answer to a query, are shown as pictures."""

from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import numpy as np

from lifesat.life.life_history import life_history_target
from lifesat.life.pattern import Pattern
from lifesat.problems.life.base import LifeProblem
from lifesat.problems.problem import Boards, Problem

from ..board.pictures import MARKED_LIVE, SHARE, Picture

ProblemT = TypeVar("ProblemT", bound=Problem)


class Step(NamedTuple):
    """A picture of an answer, with its title."""

    picture: Picture
    title: str
    # The picture to show beside it, with its title.
    reference: tuple[str, Picture] | None = None
    # A few words about the picture.
    about: str = ""


class Display(Generic[ProblemT]):
    """How the solutions of a kind of problem, or the answers to a kind of query, are shown."""

    # For an answer that is not a list: the extension of its file, and the title of its picture.
    answer_ending: ClassVar[str] = ".txt"
    answer_title: ClassVar[str] = "answer"
    # Whether the picture of an answer shows all that its text says.
    answer_drawn: ClassVar[bool] = False
    # What `Problem.weights` counts, by which solutions can be sorted; "" for nothing.
    measure: ClassVar[str] = "cells"
    # The word for one step of a solution; each step has a picture.
    steps: ClassVar[str] = "generation"
    # What the last step has reached, in words; "" if the steps are played in a loop.
    reached: ClassVar[str] = ""
    # Whether the first pictures of two solutions differ, so that they are worth comparing.
    differs: ClassVar[bool] = True
    # Whether solutions have one size and can be compared cell by cell: see `generations`.
    cellwise: ClassVar[bool] = True

    # ---------------------------------------------------------------- solutions

    def generations(self, problem: ProblemT, boards: Boards) -> list[Boards]:  # noqa: ARG002
        """Return the cells of solutions in each generation that is shown; by default, one.

        The arrays have the shape of `boards`, ``(solutions, height, width)``, or a larger one.
        Cells that are unknown or not shown are the same for all solutions.
        """
        return [boards]

    def history(self, problem: ProblemT, board: Boards) -> list[Picture]:
        """Return the pictures of the steps of one solution, at least one."""
        return [cells[0] for cells in self.generations(problem, board[None])]

    def step_words(self, time: int, last: int) -> str:
        """Return in words which step is shown; steps count from 0."""
        return f"{self.steps} {time} of {last}"

    def describe_solution(self, problem: ProblemT, board: Boards) -> str:
        """Return a few words about one solution."""
        return describe_pattern(problem.pattern(board)) if isinstance(problem, LifeProblem) else ""

    def target(self, problem: ProblemT) -> tuple[str, Picture] | None:  # noqa: ARG002
        """Return the picture of the target or the puzzle with its title, or None."""
        return None

    def reference(self, problem: ProblemT, board: Boards) -> tuple[str, Picture] | None:  # noqa: ARG002
        """Return the picture to show beside a solution with its title, or None."""
        return self.target(problem)

    # ---------------------------------------------------------------- answers

    def answer_steps(self, query: Any, state: Any) -> list[Step]:
        """Return the pictures of what is known of an answer, in the order to play them.

        By default it is the pattern that answers the query; cells that do not matter are unknown.
        """
        pattern = query.pattern(state)
        if pattern is None:
            return []
        if pattern.rule.family == "life-history":
            pattern = life_history_target(pattern, unknown=True)
        beside = self.answer_reference(query.problem)
        return [Step(pattern.to_array(), self.answer_title, beside)]

    def answer_reference(self, problem: ProblemT) -> tuple[str, Picture] | None:  # noqa: ARG002
        """Return the picture to show beside an answer with its title, or None."""
        return None


def describe_board(shown: Picture) -> str:
    """Return the live cells of a picture and the size of their box; "" for a text or a heat map.

    >>> describe_board(np.array([[0, 1, 1, 0], [0, 0, 0, 0]]))
    '2 cells, 2x1'
    """
    if isinstance(shown, str):
        return ""
    if (shown >= SHARE).any():
        return ""
    live = (shown == 1) | (shown == MARKED_LIVE)
    number = int(live.sum())
    rows, columns = (np.flatnonzero(live.any(axis=axis)) for axis in (1, 0))
    size = f"{np.ptp(columns) + 1}x{np.ptp(rows) + 1}" if number else "empty"
    return f"{number:,} cell{'s' * (number != 1)}, {size}"


def describe_pattern(pattern: Pattern) -> str:
    """Return the population, box and symmetry of a pattern, and its apgcode if it has one."""
    box = pattern.bounding_box
    size = f"{box[2]}x{box[3]}" if box else "empty"
    words = f"{pattern.population} cells, {size}, {pattern.symmetry_class()}"
    return ", ".join((words, *pattern.comments))
