"""Self-forcing patches."""

from dataclasses import replace
from typing import Any

from lifesat.life.pattern import Pattern
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.self_forcing import differing_predecessors
from lifesat.queries.one_answer import OneAnswer
from lifesat.queries.query import ProblemQuery
from lifesat.queries.self_forcing import LargestSelfForcing, MinimalSelfForcing
from lifesat.queries.self_forcing import SelfForcing as Itself

from ..board.pictures import Picture
from .display import Step
from .emblem import emblem
from .fields import (
    ENCODING,
    NAME,
    RULE,
    TARGET,
    TIME_LIMIT,
    UNKNOWN,
    WORKERS,
    FormField,
    Texts,
    Values,
    of_option,
)
from .one_answer import PROVER, AboutOneAnswer

_LARGEST, _MINIMAL, _ITSELF = "largest", "minimal", "itself"
_PATCH = FormField(
    "patch", "patch", "its largest part, a minimal, or itself", _LARGEST,
    (_LARGEST, _MINIMAL, _ITSELF),
)  # fmt: skip
_FLAGS = {_LARGEST: ["--largest"], _MINIMAL: ["--minimise"], _ITSELF: []}
_QUERIES: dict[str, type[OneAnswer]] = {
    _LARGEST: LargestSelfForcing, _MINIMAL: MinimalSelfForcing, _ITSELF: Itself,
}  # fmt: skip
_PERIOD = of_option("period", "period", "predecessors so many generations earlier")


class SelfForcing(AboutOneAnswer):
    """Patches that every predecessor contains."""

    name = "self-forcing"
    description = "patches that every predecessor contains"
    details = "The part of a pattern that every predecessor contains at its place."
    emblem = emblem("OOOOOOOO", "O......O", "O..OO..O", "OOOOOOOO")
    command = "self-forcing"
    queries = tuple(_QUERIES.values())
    answer_ending = ".rle"
    answer_title = "self-forcing patch"
    reached = ""
    fields = (NAME, *TARGET, _PATCH, _PERIOD, replace(UNKNOWN, advanced=False, default="yes"),
              TIME_LIMIT, RULE, ENCODING, PROVER, WORKERS)  # fmt: skip

    def problem(self, values: Values, subject: Pattern) -> Predecessor:
        """Return the problem of the predecessors that do not contain the pattern."""
        return differing_predecessors(subject, values["period"])

    def query(self, problem: Predecessor, values: Values) -> ProblemQuery:
        """Return the query about the pattern."""
        return _QUERIES[values[_PATCH.name]](problem)

    def texts_of(self, problem: Predecessor) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        texts = super().texts_of(problem)
        return None if texts is None else {**texts, _PERIOD.name: str(problem.generations)}

    def texts_of_query(self, query: ProblemQuery) -> dict[str, str]:
        """Return the text of the field that states the query."""
        (patch,) = (name for name, each in _QUERIES.items() if isinstance(query, each))
        return {_PATCH.name: patch}

    def words(self, texts: Texts, subject: Any) -> list[str]:
        """Return the command line."""
        return [*super().words(texts, subject), *_FLAGS[texts[_PATCH.name]]]

    def answer_steps(self, query: Any, state: Any) -> list[Step]:
        """Return the patch, with other cells unknown, or the pattern if it is self-forcing."""
        steps = super().answer_steps(query, state)
        if steps or not state.yes:
            return steps
        beside = self.answer_reference(query.problem)
        return [Step(query.problem.target.to_array(), self.answer_title, beside)]

    def answer_reference(self, problem: Predecessor) -> tuple[str, Picture]:
        """Return the pattern."""
        return "pattern", problem.target.to_array()
