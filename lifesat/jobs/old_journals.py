"""The query of a job, also of one that an earlier version of lifesat has made."""

import json
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.problems.json_fields import read_object
from lifesat.queries.query import End, ProblemQuery, Query, Shape, Steps, query_from_json
from lifesat.queries.run import Run
from lifesat.queries.sentences import Outcome
from lifesat.queries.state import State


@dataclass(frozen=True)
class CommandState(State):
    """What a command has written on standard output and on standard error."""

    answer: str = ""
    messages: str = ""


@dataclass(frozen=True)
class OldCommand(ProblemQuery):
    """What a command has answered; jobs of earlier versions ran commands.

    Parameters
    ----------
    problem
        What the command is about.
    words
        The command line without ``lifesat``.
    """

    name: ClassVar[str] = "command"
    shape: ClassVar[Shape] = "words"
    State: ClassVar[type[State]] = CommandState
    words: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The text that names the query in a list of jobs."""
        return self.problem.about(self.words[0])

    @property
    def nouns(self) -> str:
        """The words for what is looked for."""
        return f"answer of {self.conditions()}"

    def conditions(self) -> str:
        """Return the command line."""
        return shlex.join(["lifesat", *self.words])

    def check(self, options: Options) -> None:  # noqa: ARG002
        """Refuse to run the command.

        Raises
        ------
        UserError
            Always.
        """
        raise UserError(
            "an earlier version of lifesat made this job, which runs a command; begin it anew: "
            f"{self.conditions()}"
        )

    def steps(self, state: CommandState, run: Run) -> Steps:  # noqa: ARG002
        """Refuse to run the command, as `check` does."""
        self.check(run.options)
        yield None
        return End("failed")

    def sentence(self, state: CommandState) -> str:
        """Return the first line of what the command has answered, or has said last."""
        lines = state.answer.strip().splitlines()
        said = state.messages.strip().splitlines()
        return lines[0] if lines else said[-1] if said else ""

    def text(self, state: CommandState) -> str:
        """Return what the command has written; its messages if that is nothing."""
        return state.answer or state.messages

    def facts(self, state: CommandState) -> dict[str, Any]:
        """Return what the command has written."""
        text = self.text(state)
        return {"answer": text.removesuffix("\n")} if text else {}

    def values(self, before: CommandState, state: CommandState) -> Iterator[str]:
        """Yield what the command has written."""
        if self.text(state) != self.text(before):
            yield self.text(state).removesuffix("\n")

    def ending(self, state: CommandState, outcome: Outcome, took: str = "") -> str:  # noqa: ARG002
        """Return how the command ended."""
        return f"{outcome.state}{outcome.remark}{took}"


def query_of(values: Mapping[str, Any]) -> Query:
    """Return the query of a job.

    Parameters
    ----------
    values
        The values of its journal. Earlier versions wrote the problem and, in the options, what was
        asked about it; or a command that answers it.

    Raises
    ------
    UserError, KeyError
        If the values hold no query.
    """
    query = _written_query(values)
    if "command" not in values or not isinstance(query, ProblemQuery):
        return query
    words = read_object(values["command"], "command of a job").get("words")
    if not isinstance(words, list) or not words or not all(isinstance(w, str) for w in words):
        raise UserError("invalid command of a job: it has no words")
    return OldCommand(query.problem, tuple(words))


def _written_query(values: Mapping[str, Any]) -> Query:
    """Return the query that the values hold."""
    if "query" in values:
        return query_from_json(_with_padding(values["query"]))
    query = {"query": "list", "problem": values["problem"]}
    asked = read_object(values["options"], "options")
    if asked.get("what", "solutions") != "solutions":
        query |= {"query": asked["what"], "at": asked.get("at", 0)}
    elif asked.get("goal") is not None:
        query |= {"query": "best", "goal": asked["goal"]}
    return query_from_json(json.dumps(query))


def _with_padding(text: str) -> str:
    """Return a query in JSON; earlier versions wrote the padding of self-forcing agars elsewhere.

    Their problem was of a kind of its own, and had the padding.
    """
    query = read_object(text, "query")
    if query.get("query") != "self_forcing_agars" or "pad" in query:
        return text
    problem = read_object(query["problem"], "problem")
    pad = problem.pop("pad")
    return json.dumps({**query, "problem": json.dumps({**problem, "kind": "agar"}), "pad": pad})
