"""Still lifes that eat a glider."""

from dataclasses import replace
from typing import Any

import numpy as np

from lifesat.frontends.input.objects import problem_in_box
from lifesat.problems.life.eater import Eater
from lifesat.problems.problem import Boards

from ..board.pictures import Picture
from .emblem import emblem
from .fields import (
    BOUNDS,
    BOX,
    EFFORT,
    LIMIT,
    NAME,
    TIME_LIMIT,
    Texts,
    Values,
    of_option,
    texts_of_values,
)
from .in_box import RING, box_texts, run_in_box
from .kind import LifeKind

_BOX = replace(BOX, default="9,9")
_GENERATIONS = of_option(
    "eaters.generations", "generations", "time until the eater recovers", "5",
    missing="enter the number of generations, such as 5",
)  # fmt: skip
_CORNER = of_option("corner", "corner", "corner where the glider starts")
_PHASE = of_option("phase", "phase", "phase of the glider")


class Eaters(LifeKind[Eater]):
    """Still lifes that absorb a glider and recover."""

    name = "eaters"
    description = "still lifes that eat a glider"
    details = "Still lifes that a glider hits and that are whole again a few generations later."
    emblem = emblem(".O..OO..", "..O.O.O.", "OOO...O.", "......OO")
    command = "eaters"
    problem_class = Eater
    reached = "the eater has recovered"
    fields = (NAME, _BOX, _GENERATIONS, _CORNER, _PHASE, LIMIT, TIME_LIMIT, *BOUNDS, *EFFORT)

    def arguments(self, texts: Texts) -> list[str]:
        """Return the size of the box."""
        return [texts["box"].strip()]

    def problem(self, values: Values, subject: Any) -> Eater:  # noqa: ARG002
        """Return the problem that the values state."""
        return problem_in_box(Eater, values)

    def texts_of(self, problem: Eater) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        if problem.as_published:
            return None
        values = {
            "generations": problem.generations,
            "corner": problem.corner,
            "phase": problem.phase,
        }
        return box_texts(problem) | texts_of_values(values)

    def generations(self, problem: Eater, boards: Boards) -> list[Boards]:
        """Return the generations, beginning with the glider in its corner."""
        return run_in_box(problem.with_glider(boards), problem.generations)

    def reference(self, problem: Eater, board: Boards) -> tuple[str, Picture]:  # noqa: ARG002
        """Return the still life without the glider."""
        return "still life", np.pad(board, RING)
