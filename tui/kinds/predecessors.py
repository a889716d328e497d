"""Predecessors of a target."""

from .fields import (
    BOUNDS,
    DIFFERENT,
    EFFORT,
    GENERATIONS,
    LIMIT,
    MARGIN,
    NAME,
    OUTSIDE,
    RULE,
    SIZE,
    SYMMETRY,
    TARGET,
    TIME,
    UNKNOWN,
    UP_TO_SYMMETRY,
)
from .of_target import OfTarget


class Predecessors(OfTarget):
    """Patterns that evolve into a target."""

    name = "predecessors"
    description = "patterns that evolve into a target"
    command = "predecessors"
    fields = (NAME, *TARGET, GENERATIONS, OUTSIDE, SIZE, MARGIN, SYMMETRY, UP_TO_SYMMETRY,
              LIMIT, TIME, RULE, UNKNOWN, DIFFERENT, *BOUNDS, *EFFORT)  # fmt: skip
