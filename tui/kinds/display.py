"""The interface of a kind of problem for the browser: the pictures of its solutions."""

from abc import ABC, abstractmethod
from typing import ClassVar, Generic, TypeVar

from lifesat.errors import UserError
from lifesat.formats import read_text
from lifesat.life.pattern import Pattern
from lifesat.problems.life.base import LifeProblem
from lifesat.problems.problem import Boards, Problem

from ..pictures import Picture

ProblemT = TypeVar("ProblemT", bound=Problem)


class Display(ABC, Generic[ProblemT]):
    """How the solutions of a kind of problem are shown.

    Attributes
    ----------
    problem_class
        The class of its problems.
    answer_ending, answer_title
        Of an answer in words, the extension of the file for it, and the title of its picture.
    measure
        What `Problem.weights` counts, by which solutions can be sorted; "" for nothing.
    steps
        The word for one step of a solution, each with its picture.
    reached
        What the last step has reached, in words; "" if the steps are played in a loop.
    differs
        Whether the first pictures of two solutions differ, so that they are worth comparing.
    """

    problem_class: type[ProblemT]
    answer_ending: ClassVar[str] = ".txt"
    answer_title: ClassVar[str] = "answer"
    measure: ClassVar[str] = "cells"
    steps: ClassVar[str] = "generation"
    reached: ClassVar[str] = ""
    differs: ClassVar[bool] = True

    # ---------------------------------------------------------------- answers in words

    def answer_pictures(self, problem: ProblemT, answer: str) -> list[Picture]:  # noqa: ARG002
        """Return the pictures of the steps of an answer, given its text; none if it has none."""
        return []

    def answer_reference(self, problem: ProblemT, answer: str) -> tuple[str, Picture] | None:  # noqa: ARG002
        """Return the picture to show beside an answer, with its title, or None."""
        return None

    # ---------------------------------------------------------------- solutions

    @abstractmethod
    def history(self, problem: ProblemT, board: Boards) -> list[Picture]:
        """Return the pictures of the steps of one solution, at least one."""

    def step_words(self, time: int, last: int) -> str:
        """Return which step is shown, from 0."""
        return f"{self.steps} {time} of {last}"

    def describe_solution(self, problem: ProblemT, board: Boards) -> str:
        """Return a few words about one solution."""
        return describe_pattern(problem.pattern(board)) if isinstance(problem, LifeProblem) else ""

    def reference(self, problem: ProblemT, board: Boards) -> tuple[str, Picture] | None:  # noqa: ARG002
        """Return the picture to show beside a solution, with its title, or None."""
        return None


class LifeDisplay(Display[ProblemT]):
    """How patterns are shown, all of one size, which can be compared cell by cell."""

    @abstractmethod
    def generations(self, problem: ProblemT, boards: Boards) -> list[Boards]:
        """Return the cells of solutions in each generation that the browser shows.

        Parameters
        ----------
        problem, boards
            The problem, and solutions: shape ``(solutions, height, width)``.

        Returns
        -------
        list of ndarray
            Arrays of the same shape or a larger one; cells that are unknown or not shown are the
            same for all solutions.
        """

    def answer_pictures(self, problem: ProblemT, answer: str) -> list[Picture]:  # noqa: ARG002
        """Return the pattern that is the answer; cells that do not matter are unknown."""
        return [*pattern_pictures(answer)]

    def history(self, problem: ProblemT, board: Boards) -> list[Picture]:
        """Return the generations of one solution."""
        return [cells[0] for cells in self.generations(problem, board[None])]


def pattern_pictures(text: str) -> list[Boards]:
    """Return the picture of a pattern, or none if the text has no pattern."""
    try:
        return [read_text(text, unknown=True).to_array()] if text.strip() else []
    except UserError:
        return []


def describe_pattern(pattern: Pattern) -> str:
    """Return population, box and symmetry of a pattern, and its apgcode if it has one."""
    box = pattern.bounding_box
    size = f"{box[2]}x{box[3]}" if box else "empty"
    words = f"{pattern.population} cells, {size}, {pattern.symmetry_class()}"
    return ", ".join((words, *pattern.comments))
