"""Oscillators in a box."""

from typing import Any

from lifesat.problems.oscillator import Oscillator

from .fields import BOUNDS, BOX, EFFORT, LIMIT, NAME, SYMMETRY, TIME, UP_TO_SYMMETRY, Values
from .in_box import GLIDE, PERIOD, RULE_OF_OBJECTS, ComingBack


class Oscillators(ComingBack):
    """Patterns that come back in their place."""

    name = "oscillators"
    about = "patterns that come back in their place"
    command = "oscillators"
    sought = Oscillator
    fields = (NAME, BOX, PERIOD, SYMMETRY, UP_TO_SYMMETRY, LIMIT, TIME, RULE_OF_OBJECTS, GLIDE,
              *BOUNDS, *EFFORT)  # fmt: skip

    def problem(self, values: Values, subject: Any) -> Oscillator:  # noqa: ARG002
        """Return what to search for."""
        return Oscillator(**self.stated(values))
