"""Oscillators in a box."""

from typing import Any

from lifesat.problems.life.periodic import Oscillator

from .emblem import emblem
from .fields import BOUNDS, BOX, EFFORT, LIMIT, NAME, SYMMETRY, TIME, UP_TO_SYMMETRY, Values
from .in_box import GLIDE, PERIOD, RULE_OF_OBJECTS, PeriodicInBox


class Oscillators(PeriodicInBox):
    """Patterns that repeat in place."""

    name = "oscillators"
    description = "patterns that repeat in place"
    details = (
        "Patterns in a box that return to themselves after a period, such as blinkers and toads."
    )
    emblem = emblem(".OOO", "OOO.")
    command = "oscillators"
    problem_class = Oscillator
    as_block = True
    fields = (NAME, BOX, PERIOD, SYMMETRY, UP_TO_SYMMETRY, LIMIT, TIME, RULE_OF_OBJECTS, GLIDE,
              *BOUNDS, *EFFORT)  # fmt: skip

    def problem(self, values: Values, subject: Any) -> Oscillator:  # noqa: ARG002
        """Return the problem that the values state."""
        return self.request(values).oscillator(values["period"], values["glide"])
