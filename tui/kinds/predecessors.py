"""Predecessors of a target."""

from dataclasses import replace

from lifesat import defaults
from lifesat.jobs.options import Options

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
    Values,
)
from .of_target import OfTarget


class Predecessors(OfTarget):
    """What could have come before a pattern."""

    name = "predecessors"
    about = "what could have come before a pattern"
    command = "predecessors"
    fields = (NAME, *TARGET, GENERATIONS, OUTSIDE, SIZE, MARGIN, SYMMETRY, UP_TO_SYMMETRY,
              LIMIT, TIME, RULE, UNKNOWN, DIFFERENT, *BOUNDS, *EFFORT)  # fmt: skip

    def options(self, values: Values) -> Options:
        """Return how to search: where a frontier can list all, it does."""
        options = super().options(values)
        symmetry = values["up_to_symmetry"]
        chosen = values["encoding"] is not None or values["solver"] != defaults.SOLVER
        sweep = options.limit is None and not symmetry and not chosen
        return replace(options, up_to_symmetry=symmetry, sweep=sweep)
