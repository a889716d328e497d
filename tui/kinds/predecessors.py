"""Predecessors of a target."""

from .emblem import emblem
from .fields import (
    CONDITIONS,
    EFFORT,
    GENERATIONS,
    LIMIT_OF_PARENTS,
    MARGIN,
    NAME,
    OUTSIDE,
    RULE,
    SEED,
    SIZE,
    SYMMETRY,
    TARGET,
    TIME_LIMIT,
    UNKNOWN,
    UP_TO_SYMMETRY,
)
from .of_target import OfTarget


class Predecessors(OfTarget):
    """Patterns that evolve into a target."""

    name = "predecessors"
    description = "patterns that evolve into a target"
    details = (
        "What could have come before a pattern, one generation back or more: the first ones, "
        "or all."
    )
    emblem = emblem(".O......", "..O..O.O", "OOO...OO", "......O.")
    command = "predecessors"
    as_block = True
    fields = (NAME, *TARGET, GENERATIONS, OUTSIDE, SIZE, MARGIN, SYMMETRY, UP_TO_SYMMETRY,
              LIMIT_OF_PARENTS, TIME_LIMIT, RULE, UNKNOWN, *CONDITIONS, SEED,
              *EFFORT)  # fmt: skip
