"""How many predecessors a target has."""

from .fields import (
    BOUNDS,
    DIFFERENT,
    ENCODING,
    GENERATIONS,
    MARGIN,
    OUTSIDE,
    RULE,
    SIZE,
    SWITCH,
    SYMMETRY,
    TARGET,
    UNKNOWN,
    UP_TO_SYMMETRY,
    FormField,
)
from .of_target import OfTarget

_BY_POPULATION = FormField(
    "by_population", "by population", "one count per population", "no", SWITCH,
    flag="--by-population",
)  # fmt: skip


class Count(OfTarget):
    """The exact number of predecessors, without listing them."""

    name = "count"
    description = "the exact number of predecessors"
    command = "count"
    job = False
    fields = (*TARGET, GENERATIONS, OUTSIDE, SIZE, MARGIN, SYMMETRY, _BY_POPULATION,
              UP_TO_SYMMETRY, RULE, UNKNOWN, DIFFERENT, *BOUNDS, ENCODING)  # fmt: skip
