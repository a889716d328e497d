"""An orphan inside a target, and its proof."""

from dataclasses import replace

from lifesat import defaults
from lifesat.pattern import Pattern
from lifesat.problems.predecessor import Predecessor

from .fields import (
    ENCODING,
    GENERATIONS,
    RULE,
    SOLVER,
    SWITCH,
    TARGET,
    TIME,
    UNKNOWN,
    WORKERS,
    FormField,
    Values,
)
from .of_target import OfTarget

_MINIMISE = FormField(
    "minimise", "minimise", "leave out every cell that can be spared", "yes", SWITCH,
    flag="--minimise",
)  # fmt: skip
_PROOF = FormField("proof", "proof file", "DRAT; its formula goes beside it", flag="--proof")


class MinimalOrphan(OfTarget):
    """An orphan of which no cell can be spared."""

    name = "minimal orphan"
    about = "the cells that make a pattern an orphan"
    command = "orphan"
    job = False
    answer_ending = ".rle"
    fields = (
        *TARGET,
        _MINIMISE,
        _PROOF,
        GENERATIONS,
        TIME,
        RULE,
        UNKNOWN,
        ENCODING,
        replace(SOLVER, choices=defaults.PROVERS),
        WORKERS,
    )

    def problem(self, values: Values, subject: Pattern) -> Predecessor:
        """Return whether there is a parent at all."""
        return replace(super().problem(values, subject), margin=0)
