"""Oscillators in a box."""

from lifesat.problems.life.periodic import Oscillator

from .emblem import emblem
from .fields import BOUNDS, BOX, EFFORT, LIMIT, NAME, SYMMETRY, TIME_LIMIT, UP_TO_SYMMETRY
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
    fields = (NAME, BOX, PERIOD, SYMMETRY, UP_TO_SYMMETRY, LIMIT, TIME_LIMIT, RULE_OF_OBJECTS,
              GLIDE, *BOUNDS, *EFFORT)  # fmt: skip
