"""A minimal orphan inside a target, and its proof."""

from dataclasses import replace

from lifesat.requests.target import PredecessorRequest

from .emblem import emblem
from .fields import (
    ENCODING,
    GENERATIONS,
    NAME,
    RULE,
    SWITCH,
    TARGET,
    TIME,
    UNKNOWN,
    WORKERS,
    FormField,
    Values,
)
from .of_target import OfTarget
from .orphan_proof import PROOF, PROVER

_MINIMISE = FormField(
    "minimise", "minimise", "remove unnecessary cells", "yes", SWITCH,
    flag="--minimise",
)  # fmt: skip
PROOF_WANTED = replace(PROOF, hint="DRAT; also writes the formula")


class MinimalOrphan(OfTarget):
    """An orphan in which every cell is necessary."""

    name = "minimal orphan"
    description = "a minimal orphan in the pattern"
    details = (
        "Cells that alone make a pattern an orphan, every one of them necessary, and a proof "
        "for other programs to check."
    )
    emblem = emblem("??.O.O??", "??OOO.??", "??O.OO??", "??.OOO??")
    command = "orphan"
    job = False
    answer_ending = ".rle"
    answer_title = "minimal orphan"
    negative = "no orphan: it has a parent"
    fields = (
        NAME,
        *TARGET,
        _MINIMISE,
        PROOF_WANTED,
        GENERATIONS,
        TIME,
        RULE,
        UNKNOWN,
        ENCODING,
        PROVER,
        WORKERS,
    )

    def request(self, values: Values) -> PredecessorRequest:
        """Return the request without a margin, which an orphan does not have."""
        return replace(super().request(values), margin=0)
