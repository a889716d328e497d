"""Spaceships in a box."""

from dataclasses import replace
from typing import Any

from lifesat.cli.spaceships import shift
from lifesat.problems.oscillator import Periodic, Spaceship
from lifesat.problems.problem import Boards

from ..pictures import Picture
from .fields import (
    BOUNDS,
    BOX,
    EFFORT,
    LIMIT,
    NAME,
    SYMMETRY,
    TIME,
    UP_TO_SYMMETRY,
    FormField,
    Values,
)
from .in_box import GLIDE, PERIOD, RULE_OF_OBJECTS, ComingBack

_SHIFT = FormField(
    "shift", "shift", "dx,dy: how far right and down by then", "1,1", parse=shift, flag="--shift",
    missing="give the shift, such as 1,1",
)  # fmt: skip


class Spaceships(ComingBack):
    """Patterns that come back elsewhere."""

    name = "spaceships"
    about = "patterns that come back elsewhere"
    command = "spaceships"
    sought = Spaceship
    fields = (NAME, BOX, replace(PERIOD, default="4"), _SHIFT, SYMMETRY, UP_TO_SYMMETRY, LIMIT,
              TIME, RULE_OF_OBJECTS, GLIDE, *BOUNDS, *EFFORT)  # fmt: skip

    def problem(self, values: Values, subject: Any) -> Spaceship:  # noqa: ARG002
        """Return what to search for."""
        return Spaceship(**self.stated(values), shift=values["shift"])

    def texts_of(self, problem: Periodic) -> dict[str, str] | None:
        """Return the texts that state a problem."""
        texts = super().texts_of(problem) or {}
        return texts | {"shift": "{},{}".format(*problem.shift)}

    def aim(self, problem: Periodic, board: Boards) -> tuple[str, Picture]:
        """Return where it is then."""
        plural = "s" * (problem.period > 1)
        return f"{problem.period} generation{plural} later", self.history(problem, board)[-1]
