"""A minimal orphan inside a target, and its proof."""

from dataclasses import replace

from lifesat import defaults
from lifesat.requests.target import PredecessorRequest

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
    "minimise", "minimise", "remove unnecessary cells", "yes", SWITCH,
    flag="--minimise",
)  # fmt: skip
_PROOF = FormField("proof", "proof file", "DRAT; also writes the formula", flag="--proof")


class MinimalOrphan(OfTarget):
    """An orphan in which every cell is necessary."""

    name = "minimal orphan"
    description = "a minimal orphan in the pattern"
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

    def request(self, values: Values) -> PredecessorRequest:
        """Return the request without a margin, which an orphan does not have."""
        return replace(super().request(values), margin=0)
