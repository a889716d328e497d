"""The common part of all searches for predecessors of a target."""

from typing import Any

import numpy as np

from lifesat.errors import UserError
from lifesat.formats import rle
from lifesat.frontends.input.target import PredecessorRequest, TargetRequest
from lifesat.frontends.options.table import from_values
from lifesat.life.evolution import Edges, step
from lifesat.life.pattern import Pattern
from lifesat.life.rule import Rule
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.target_problem import TargetProblem
from lifesat.problems.problem import Boards

from ..board.pictures import AROUND, NOT_SHOWN, Picture
from .display import ProblemT
from .fields import (
    CONDITIONS,
    GENERATIONS,
    MARGIN,
    OUTSIDE,
    SYMMETRY,
    Texts,
    Values,
    texts_of_values,
)
from .of_pattern import OfPattern, words_about


class AboutTarget(OfPattern[ProblemT]):
    """A search about a target."""

    reached = "the target is reached"

    def read(self, values: Values) -> Pattern:
        """Return the target with the chosen rule and the bounded grid of its file."""
        path = (values["path"] or "") if values["source"] == "file" else None
        about = {"path": path, "text": values.get("text") or ""}
        return from_values(TargetRequest, {**values, **about}).read()

    def request(self, values: Values) -> PredecessorRequest:
        """Return the request; kinds without a field for the outside leave it free."""
        # `draft.check` says at its field that an encoding does not fit.
        return from_values(PredecessorRequest, {"outside": "free", **values, "encoding": None})

    def words(self, texts: Texts, subject: Pattern | None) -> list[str]:
        """Return the command line; it overrides the grid of a file if the user did."""
        words = super().words(texts, subject)
        grid = subject.grid if subject is not None else None
        dead = texts.get("outside", "dead") == "dead" and "outside" in self.field_names()
        if dead and grid is not None:
            words += ["--outside", "dead"]
        return words

    def field_names(self) -> set[str]:
        """Return the names of all fields."""
        return {field.name for field in self.fields}

    def preview(self, subject: Any) -> tuple[Picture | None, str]:
        """Return the target and its size."""
        if not isinstance(subject, Pattern):
            return None, ""
        words = words_about(subject)
        try:
            board = subject.to_array()
        except UserError:
            return None, words
        return shown_states(board, subject.rule) if board.size else None, words


class OfTarget(AboutTarget[Predecessor]):
    """A search for predecessors of a target."""

    problem_class = Predecessor

    def problem(self, values: Values, subject: Pattern) -> Predecessor:
        """Return the problem that the values state."""
        return self.request(values).problem(subject)

    def with_margin(self, shown: Picture, problem: Predecessor) -> tuple[Picture, str]:
        """Return the target in its margin, which is shaded."""
        if isinstance(shown, str) or problem.outside != "dead" or not problem.margin:
            return shown, ""
        around = np.pad(shown, problem.margin, constant_values=AROUND)
        return around, f", margin {problem.margin}"

    def texts_of(self, problem: Predecessor) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        return texts_of_target(problem)

    def answer_reference(self, problem: Predecessor) -> tuple[str, Picture] | None:
        """Return the target."""
        return "target", problem.target.to_array()

    def generations(self, problem: Predecessor, boards: Boards) -> list[Boards]:
        """Return all generations, up to the target's."""
        return run_to_target(problem, boards)

    def target(self, problem: Predecessor) -> tuple[str, Picture]:
        """Return the target."""
        return "target", problem.target_states


def texts_of_target(problem: Predecessor) -> dict[str, str] | None:
    """Return the texts of the fields that state a problem."""
    if problem.require or problem.forbid:
        return None
    target, grid = problem.target, problem.target.grid
    torus = grid is not None and problem.outside == "torus"
    stated = (GENERATIONS, OUTSIDE, MARGIN, SYMMETRY, *CONDITIONS)
    texts = texts_of_values(
        {
            "unknown": target.has_unknown,
            "size": (grid.width, grid.height) if torus and grid else None,
            **{field.name: getattr(problem, field.name) for field in stated},
        }
    )
    return {"text": rle.write(target if torus else target.replace(grid=None)), **texts}


def shown_states(cells: Boards, rule: Rule) -> Boards:
    """Return cells as a picture; under a rule with more states, those above 1 are shaded."""
    return np.where(cells > 1, np.uint8(AROUND), cells) if rule.states > 2 else cells


def run_to_target(problem: TargetProblem, boards: Boards) -> list[Boards]:
    """Return all generations up to the target's, padded to one shape with hidden cells."""
    rule, cells = problem.target.rule, boards
    history = [shown_states(boards, rule)]
    edges: Edges = {"dead": "dead", "torus": "torus", "free": "cut"}[problem.outside]  # type: ignore[assignment]
    for t in range(1, problem.generations + 1):
        cells = step(cells, rule, edges)
        around = (t, t) if edges == "cut" else (0, 0)
        shown = shown_states(cells, rule)
        history.append(np.pad(shown, ((0, 0), around, around), constant_values=NOT_SHOWN))
    return history
