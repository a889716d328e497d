"""The interface of queries: what a user can ask.

A frontend does nothing but start queries. A query is a frozen dataclass: its fields say what is
asked, and `Options` how to search for it. What is known of the answer is a state. `Query.steps`
advances the state; the methods below it turn the state into sentences, files, patterns and JSON.
`lifesat.queries.search` runs every query, live or as a job. A program that follows a job reads the
state and uses the same methods.

To add a query, write a module in this folder and add an entry to `QUERIES`.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Literal, NamedTuple, Protocol, Self

from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.life.pattern import Pattern
from lifesat.plugins import installed_plugins, loaded, plugins
from lifesat.problems.json_fields import make, read_object
from lifesat.problems.kinds import KINDS, problem_from_json
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Boards, Problem
from lifesat.queries.events import Done, Partial, Progress, Started, Status
from lifesat.queries.run import Run, Slice, State
from lifesat.queries.sentences import Outcome

Shape = Literal[
    "solutions", "cells", "verdicts", "words", "pattern", "generations", "probabilities"
]
"""What an answer consists of, which decides its layout."""


class End(NamedTuple):
    """How a query ends; the reason is a remark on it, as in `lifesat.queries.events.Done`."""

    status: Status
    reason: str = ""


Step = State | Slice | Started | Partial | Progress | None
"""What a query yields: a state, solutions, an event, or None to have the limits checked."""
Steps = Generator[Step, None, End]

Readers = Mapping[type[Any], Callable[[str], Any]]


class PartialBoard(Protocol):
    """A board that is drawn while there is no solution."""

    @property
    def board(self) -> Boards:
        """A window of the first generation; unknown cells are `lifesat.life.pattern.UNKNOWN`."""

    @property
    def place(self) -> tuple[int, int] | None:
        """The column and row of the cell that matters most, or None."""

    @property
    def titles(self) -> tuple[str, str]:
        """What the board is, in words and in fewer words."""


class Query(ABC):
    """A question that a user asks, immutable; equal queries have equal JSON.

    Attributes
    ----------
    name
        The key of the class in `QUERIES`.
    shape
        What its answer consists of.
    limited
        Whether the answer is a list to which a limit applies.
    repeats
        Whether a list may contain a solution more than once.
    improves
        Whether each solution is better than those before, so that the last one is the answer.
    unknown
        The words for an answer about which nothing is known.
    readers
        The functions that parse fields that are strings in JSON, by the type of the field.
    State
        The class of states.
    """

    name: ClassVar[str]
    shape: ClassVar[Shape]
    limited: ClassVar[bool] = False
    repeats: ClassVar[bool] = False
    improves: ClassVar[bool] = False
    unknown: ClassVar[str] = "the answer is not known"
    readers: ClassVar[Readers] = {}
    State: ClassVar[type[State]] = State

    @property
    @abstractmethod
    def label(self) -> str:
        """The name of the query in a list of jobs."""

    @property
    @abstractmethod
    def nouns(self) -> str:
        """The words for what the query finds."""

    @abstractmethod
    def conditions(self) -> str:
        """Return the conditions in words."""

    @abstractmethod
    def check(self, options: Options) -> None:
        """Reject what cannot be answered, before the work begins.

        Raises
        ------
        UserError
            If the options are not valid for the query.
        MemoryLimitError
            If the search would take too much memory.
        """

    def for_job(self, options: Options) -> Options:
        """Return options for a job.

        Raises
        ------
        UserError
            If a job cannot answer the query.
        """
        return options if self.limited else replace(options, limit=None)

    # ---------------------------------------------------------------- the work

    @abstractmethod
    def steps(self, state: Any, run: Run) -> Steps:
        """Answer the query, starting from any state.

        Parameters
        ----------
        state
            What is known already.
        run
            The options, limits and counts. Its phase says what the steps are doing.

        Yields
        ------
        Step
            Several times a second. What a state says stays true.

        Returns
        -------
        End
            How the query ends, unless it is interrupted.

        Raises
        ------
        StoppedError
            If `Run.over` returned true.
        UserError, MemoryLimitError
            Before the first step, if the query cannot be answered.
        """

    def state(self, values: Mapping[str, Any]) -> Any:
        """Return the state in a job's journal.

        Raises
        ------
        UserError
            If the values are not about this query.
        """
        return self.State.of(values)

    # ---------------------------------------------------------------- what is known

    def final(self, state: Any) -> bool:  # noqa: ARG002
        """Return whether nothing more can become known of the answer."""
        return False

    def differs(self, before: Any, state: Any) -> bool:
        """Return whether more is known than in an earlier state."""
        return state != before or self.final(state) != self.final(before)

    def sentence(self, state: Any) -> str:  # noqa: ARG002
        """Return what is known so far in a line; "" for nothing, and for a list of solutions."""
        return ""

    def text(self, state: Any) -> str:  # noqa: ARG002
        """Return what is known so far as the command prints it; "" for solutions."""
        return ""

    def pattern(self, state: Any) -> Pattern | None:  # noqa: ARG002
        """Return the pattern that answers the query, as far as it is known, or None."""
        return None

    def partial(self, state: Any) -> PartialBoard | None:  # noqa: ARG002
        """Return the board that stands in for a solution as long as there is none, or None."""
        return None

    def facts(self, state: Any) -> dict[str, Any]:  # noqa: ARG002
        """Return what is known, by its names in JSON lines."""
        return {}

    def lines(self, before: Any, state: Any) -> Iterator[dict[str, Any]]:
        """Yield what has become known since an earlier state, as one JSON object for each line."""
        said, facts = self.sentence(state), self.facts(state)
        note = {"note": state.note} if state.note != before.note else {}
        new = (said, facts) != (self.sentence(before), self.facts(before))
        if note or (new and (facts or (said and self.shape != "solutions"))):
            yield {**note, **facts, "final": self.final(state), "text": said}

    def values(self, before: Any, state: Any) -> Iterator[Any]:
        """Yield what has become known since an earlier state, as values for a Python program."""
        facts = self.facts(state)
        if facts and facts != self.facts(before):
            pattern = self.pattern(state)
            yield facts if pattern is None else pattern

    def news(self, before: Any, state: Any) -> Iterator[str]:  # noqa: ARG002
        """Yield sentences on changes since an earlier state that the user should read at once."""
        return iter(())

    def progress_words(self, progress: Progress) -> str:
        """Return the progress line, without the time."""
        return progress.phase

    # ---------------------------------------------------------------- the end

    def ending(self, state: Any, outcome: Outcome, took: str = "") -> str:
        """Return the final sentence, without a full stop; "" if there is nothing to add.

        Parameters
        ----------
        state, outcome
            What is known, and how the search ended.
        took
            How long it took, as a clause that begins with a space, or "".
        """
        said = self.sentence(state)
        if outcome.state in ("complete", "none"):
            return said and f"{said}{took}"
        return f"{said or self.unknown}, since {outcome.cause}{outcome.remark}{took}"

    def verdict(self, state: Any, done: Done) -> bool | None:  # noqa: ARG002
        """Return the answer, yes or no, or None if that is unknown."""
        return {"complete": True, "none": False}.get(done.status)

    # ---------------------------------------------------------------- JSON

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
    """A query about one problem."""

    # Each query validates the kind of its problem.
    readers: ClassVar[Readers] = dict.fromkeys((Problem, Predecessor), problem_from_json)
    problem: Problem

    @property
    def label(self) -> str:
        """The name of the query in a list of jobs."""
        return self.named_problem.about(self.nouns)

    @property
    def nouns(self) -> str:
        """The words for what the query finds."""
        return self.named_problem.nouns

    @property
    def named_problem(self) -> Problem:
        """The problem, with the words that name the solutions of the answer."""
        return self.problem

    def conditions(self) -> str:
        """Return the conditions in words."""
        return self.problem.conditions()

    def for_job(self, options: Options) -> Options:
        """Return options for a job."""
        if self.problem.kind not in KINDS:
            raise UserError(f"a job cannot search for {self.problem.nouns}")
        return super().for_job(options)


def _as_json(value: Any) -> Any:
    """Return the JSON value of a field."""
    return value.to_json() if isinstance(value, Problem) else value


QUERIES = {
    "ancestors": "lifesat.queries.ancestors:Ancestors",
    "list": "lifesat.queries.solutions:ListSolutions",
    "best": "lifesat.queries.solutions:BestSolution",
    "forced": "lifesat.queries.forced_cells:ForcedCells",
    "self_forcing_agars": "lifesat.queries.self_forcing:SelfForcingAgars",
    "count": "lifesat.queries.count_solutions:CountSolutions",
    "orphan": "lifesat.queries.orphan:Orphan",
    "minimal_orphan": "lifesat.queries.orphan:MinimalOrphan",
    "orphan_search": "lifesat.queries.orphan_search:OrphanSearch",
    "self_forcing": "lifesat.queries.self_forcing:SelfForcing",
    "largest_self_forcing": "lifesat.queries.self_forcing:LargestSelfForcing",
    "minimal_self_forcing": "lifesat.queries.self_forcing:MinimalSelfForcing",
    "list_or_proof": "lifesat.queries.solutions:ListOrProof",
    "best_or_proof": "lifesat.queries.solutions:BestOrProof",
    "best_with_proof": "lifesat.queries.solutions:BestWithProof",
    "has_parent": "lifesat.queries.has_parent:HasParent",
    "count_by_listing": "lifesat.queries.count_solutions:CountByListing",
    "uniqueness": "lifesat.queries.count_solutions:Uniqueness",
    "rewind": "lifesat.queries.rewind:Rewind",
    "sample": "lifesat.queries.sample_solutions:SampleSolutions",
    "marginals": "lifesat.queries.marginals:CountMarginals",
    "estimated_count": "lifesat.queries.marginals:EstimateCount",
    "estimated_marginals": "lifesat.queries.marginals:EstimateMarginals",
}
"""The place of the class of each query; modules are loaded when needed."""

for _plugin in plugins():
    QUERIES |= _plugin.queries


def query_from_json(text: str) -> Query:
    """Return the query that `Query.to_json` wrote; raises UserError if there is no such query."""
    name = read_object(text, "query").get("query")
    if isinstance(name, str) and name not in QUERIES:
        for plugin in installed_plugins():
            QUERIES.update(plugin.queries)
    if not isinstance(name, str) or name not in QUERIES:
        raise UserError(f"unknown query {name!r}; choose one of {', '.join(QUERIES)}")
    found = loaded(QUERIES[name])
    if not (isinstance(found, type) and issubclass(found, Query)):
        raise TypeError(f"{QUERIES[name]} is not a class of queries")
    return found.from_json(text)
