"""The query of a job, also of one that an earlier version of lifesat has made."""

import json
import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from lifesat.errors import UserError
from lifesat.problems.json_fields import read_object
from lifesat.queries.answers import Answered
from lifesat.queries.events import Event
from lifesat.queries.options import Options
from lifesat.queries.query import ProblemQuery, Query, Shape
from lifesat.queries.recorder import Recorder
from lifesat.queries.registry import query_from_json
from lifesat.queries.run import Run


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

    def events(self, run: Run, stop: Callable[[], bool], recorder: Recorder) -> Iterator[Event]:  # noqa: ARG002
        """Refuse to run the command, as `check` does."""
        self.check(run.options)
        return iter(())

    def told(self, before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Event]:
        """Yield what the command has written."""
        answer = self.answer(now)
        if answer and answer != self.answer(before):
            yield Answered(answer.removesuffix("\n"))

    def sentence(self, values: Mapping[str, Any]) -> str:
        """Return the first line of what the command has answered, or has said last."""
        lines = values.get("answer", "").strip().splitlines()
        said = values.get("messages", "").strip().splitlines()
        return lines[0] if lines else said[-1] if said else ""

    def answer(self, values: Mapping[str, Any]) -> str:
        """Return what the command has written; its messages if that is nothing."""
        return str(values.get("answer") or values.get("messages", ""))


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
