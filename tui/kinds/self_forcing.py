"""Self-forcing patches."""

from dataclasses import replace
from typing import Any

from lifesat.jobs.answer import Answer
from lifesat.life.arrays import to_array
from lifesat.life.pattern import Pattern
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.self_forcing import differing_predecessors
from lifesat.requests.values import whole_number

from ..pictures import Picture
from .emblem import emblem
from .fields import (
    ENCODING,
    NAME,
    RULE,
    TARGET,
    TIME,
    UNKNOWN,
    WORKERS,
    FormField,
    Texts,
    Values,
)
from .of_target import OfTarget
from .orphan_proof import PROVER

_LARGEST, _MINIMAL, _ITSELF = "largest", "minimal", "itself"
_PATCH = FormField(
    "patch", "patch", "its largest part, a minimal, or itself", _LARGEST,
    (_LARGEST, _MINIMAL, _ITSELF),
)  # fmt: skip
_FLAGS = {_LARGEST: ["--largest"], _MINIMAL: ["--minimise"], _ITSELF: []}
_PERIOD = FormField(
    "period", "period", "predecessors so many generations earlier", "1",
    parse=whole_number("period", 1), flag="--period",
)  # fmt: skip


class SelfForcing(OfTarget):
    """Patches that every predecessor contains."""

    name = "self-forcing"
    description = "patches that every predecessor contains"
    details = "The part of a pattern that every predecessor contains at its place."
    emblem = emblem("OOOOOOOO", "O......O", "O..OO..O", "OOOOOOOO")
    command = "self-forcing"
    job = False
    answer_ending = ".rle"
    answer_title = "self-forcing patch"
    reached = ""
    fields = (NAME, *TARGET, _PATCH, _PERIOD, replace(UNKNOWN, advanced=False, default="yes"),
              TIME, RULE, ENCODING, PROVER, WORKERS)  # fmt: skip

    def problem(self, values: Values, subject: Pattern) -> Predecessor:
        """Return the problem of the predecessors that do not contain the pattern."""
        return differing_predecessors(subject, values["period"] or 1)

    def words(self, texts: Texts, subject: Any) -> list[str]:
        """Return the command line."""
        return [*super().words(texts, subject), *_FLAGS[texts[_PATCH.name]]]

    def about(self, problem: Predecessor) -> str:  # noqa: ARG002
        """Return what the command is about; the problem has no conditions of its own."""
        return self.description

    def answer_pictures(self, problem: Predecessor, answer: Answer) -> list[Picture]:
        """Return the patch; what is not in it is unknown. Without a part, it is the pattern."""
        pictures = super().answer_pictures(problem, answer)
        return pictures or ([] if answer.code else [to_array(problem.target)])

    def answer_reference(self, problem: Predecessor, answer: Answer) -> tuple[str, Picture]:  # noqa: ARG002
        """Return the pattern."""
        return "pattern", to_array(problem.target)
