"""Spaceships in a box."""

from dataclasses import replace

from lifesat.problems.life.periodic import Periodic, Spaceship
from lifesat.problems.problem import Boards

from ..pictures import Picture
from .emblem import emblem
from .fields import (
    BOUNDS,
    BOX,
    EFFORT,
    LIMIT,
    NAME,
    SHIFT,
    SYMMETRY,
    TIME_LIMIT,
    UP_TO_SYMMETRY,
    texts_of_values,
)
from .in_box import GLIDE, PERIOD, RULE_OF_OBJECTS, PeriodicInBox

_SHIFT = replace(SHIFT, default="1,1", missing="enter the shift, such as 1,1")


class Spaceships(PeriodicInBox):
    """Patterns that repeat at another place."""

    name = "spaceships"
    description = "patterns that repeat elsewhere"
    details = "Patterns that return to themselves somewhere else, such as gliders."
    emblem = emblem(".O..O", "O....", "O...O", "OOOO.")
    command = "spaceships"
    problem_class = Spaceship
    as_block = True
    fields = (NAME, BOX, replace(PERIOD, default="4"), _SHIFT, SYMMETRY, UP_TO_SYMMETRY, LIMIT,
              TIME_LIMIT, RULE_OF_OBJECTS, GLIDE, *BOUNDS, *EFFORT)  # fmt: skip

    def texts_of(self, problem: Periodic) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        texts = super().texts_of(problem) or {}
        return texts | texts_of_values({"shift": problem.shift})

    def reference(self, problem: Periodic, board: Boards) -> tuple[str, Picture]:
        """Return the spaceship one period later."""
        plural = "s" * (problem.period > 1)
        return f"{problem.period} generation{plural} later", self.history(problem, board)[-1]
