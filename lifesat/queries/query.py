"""The interface of queries: what a user can ask.

Frontends start queries, and nothing else. A query runs by one method, live or as a job, and yields
events. What a job keeps of it, so that it can be killed and resumed, goes through a `Recorder`.

A new query is a frozen dataclass in a module of its own, and an entry in
`lifesat.queries.registry`. Its fields are what is asked; how much may be searched is in `Options`.
A query implements the abstract methods. If its answer is not a list of solutions, it also tells
what is known from the values that the recorder keeps by name, what is settled as well as the state
and the counts of the search: `sentence` in a line, `answer` in full.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Literal, Self

from lifesat.errors import UserError
from lifesat.problems.json_fields import make, read_object
from lifesat.problems.kinds import KINDS, problem_from_json
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.target_problem import TargetProblem
from lifesat.problems.problem import Problem
from lifesat.queries.events import Event
from lifesat.queries.options import Options
from lifesat.queries.recorder import Recorder
from lifesat.queries.run import Run

Shape = Literal["solutions", "cells", "verdicts", "words", "pattern"]
"""What an answer consists of, which decides how frontends show it."""

Readers = Mapping[type[Any], Callable[[str], Any]]


class Query(ABC):
    """What a user asks, immutable; equal queries have equal JSON.

    Attributes
    ----------
    name
        The name of the class in `lifesat.queries.registry`.
    shape
        What its answer consists of.
    limited
        Whether the answer is a list to which a limit applies.
    repeats
        Whether a list may have a solution more than once.
    improves
        Whether each solution is better than those before, so that the last one is the answer.
    readers
        For the types of fields that are strings in JSON, the functions that parse them.
    """

    name: ClassVar[str]
    shape: ClassVar[Shape]
    limited: ClassVar[bool] = False
    repeats: ClassVar[bool] = False
    improves: ClassVar[bool] = False
    readers: ClassVar[Readers] = {}

    @property
    @abstractmethod
    def label(self) -> str:
        """The text that names the query in a list of jobs."""

    @property
    @abstractmethod
    def nouns(self) -> str:
        """The words for what is looked for."""

    @abstractmethod
    def conditions(self) -> str:
        """Return a description of what is asked."""

    @abstractmethod
    def check(self, options: Options) -> None:
        """Refuse what cannot be answered, before the work begins.

        Raises
        ------
        UserError
            If the options are not valid for the query.
        MemoryLimitError
            If the answer would take too much memory.
        """

    @abstractmethod
    def events(self, run: Run, stop: Callable[[], bool], recorder: Recorder) -> Iterator[Event]:
        """Answer the query, from where the recorder says that it was left.

        Parameters
        ----------
        run
            The counts and limits.
        stop
            Called several times a second; the work ends when it returns true.
        recorder
            Keeps what is found, before it is yielded.

        Yields
        ------
        Event
            At last `Done`.

        Raises
        ------
        UserError, MemoryLimitError
            Before the first event, if the query cannot be answered.
        """

    def lasting(self, options: Options) -> Options:
        """Return options that mean the same to a later version, for a job.

        Raises
        ------
        UserError
            If a job cannot answer the query.
        """
        return options if self.limited else replace(options, limit=None)

    def sentence(self, values: Mapping[str, Any]) -> str:  # noqa: ARG002
        """Return what is known so far, given the values of a journal; "" for solutions."""
        return ""

    def phase(self, values: Mapping[str, Any]) -> str:  # noqa: ARG002
        """Return what a process at work on it does now, in a few words, from a journal's values."""
        return "searching"

    def answer(self, values: Mapping[str, Any]) -> str:  # noqa: ARG002
        """Return the text of what is known so far, as the command prints it; "" for solutions."""
        return ""

    def told(self, before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Event]:  # noqa: ARG002
        """Yield the events about what the recorder has settled meanwhile; none for solutions.

        Raises
        ------
        UserError
            If the values are not about this query.
        """
        return iter(())

    def to_json(self) -> str:
        """Return the query as one line of JSON."""
        values = {each.name: _as_json(getattr(self, each.name)) for each in fields(self)}  # type: ignore[arg-type]
        return json.dumps({"query": self.name, **values})

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the query that `to_json` wrote.

        Raises
        ------
        UserError
            If the text is not a valid query of this kind.
        """
        values = read_object(text, "query")
        values.pop("query", None)
        return make(cls, values, "query", cls.readers)


@dataclass(frozen=True)
class ProblemQuery(Query):
    """A query about one problem.

    Attributes
    ----------
    problem
        The problem.

    """

    # A query checks that its problem is of the right kind.
    readers: ClassVar[Readers] = dict.fromkeys(
        (Problem, TargetProblem, Predecessor), problem_from_json
    )
    problem: Problem

    @property
    def label(self) -> str:
        """The text that names the query in a list of jobs."""
        return self.named_problem.about(self.nouns)

    @property
    def nouns(self) -> str:
        """The words for what is looked for."""
        return self.named_problem.nouns

    @property
    def named_problem(self) -> Problem:
        """The problem, with the words that name the solutions of the answer."""
        return self.problem

    def conditions(self) -> str:
        """Return a description of what is asked."""
        return self.problem.conditions()

    def lasting(self, options: Options) -> Options:
        """Return options that mean the same to a later version, with other defaults."""
        if self.problem.kind not in KINDS:
            raise UserError(f"a job cannot search for {self.problem.nouns}")
        encoding = options.encoding_of(self.problem)
        return replace(super().lasting(options), encoding=encoding)


def _as_json(value: Any) -> Any:
    """Return the value of a field as JSON has it."""
    return value.to_json() if isinstance(value, Problem) else value
