"""What the form, the command line and the browser know of a kind of search."""

import shlex
from abc import ABC, abstractmethod
from argparse import Namespace
from typing import Any, ClassVar, Generic, TypeVar

from lifesat import defaults
from lifesat.cli.searching import effort
from lifesat.jobs.options import Options
from lifesat.pattern import Pattern
from lifesat.problems.life import LifeProblem
from lifesat.problems.problem import Boards, Problem
from lifesat.symmetry import symmetry_class

from ..pictures import Picture
from .fields import LIMIT, FormField, Texts, Values

Sought = TypeVar("Sought", bound=Problem)


class Kind(ABC, Generic[Sought]):
    """A kind of search: a file in this folder, and an entry in `lifesat_tui.kinds.KINDS`.

    Attributes
    ----------
    name, about
        What the form calls it, and what it looks for.
    command
        The command of ``lifesat`` that does the same.
    sought
        The class of its problems.
    fields
        What the form asks, in order.
    job
        Whether it becomes a job; otherwise its command is run and its answer shown.
    answer_ending
        How the name of a file for the answer ends that is no job's.
    negative
        What exit code 1 of such a command means.
    sized_by
        What the size of its formula depends on, if the answer alone tells; else "".
    read_noun
        What is read from a text or a file.
    measure
        What solutions can be sorted by, as `Problem.weights` counts it; "" for nothing.
    steps
        What the pictures of one solution are called that follow each other.
    """

    name: ClassVar[str]
    about: ClassVar[str]
    command: ClassVar[str]
    sought: type[Sought]
    fields: ClassVar[tuple[FormField, ...]]
    job: ClassVar[bool] = True
    answer_ending: ClassVar[str] = ".txt"
    negative: ClassVar[str] = "the answer: there is none"
    sized_by: ClassVar[str] = ""
    read_noun: ClassVar[str] = "target"
    measure: ClassVar[str] = "cells"
    steps: ClassVar[str] = "generation"

    # ---------------------------------------------------------------- from texts to a search

    def counting(self, texts: Texts) -> dict[FormField, str]:
        """Return the fields that count now, each with its text."""
        chosen = {field.name: texts.get(field.name, field.default) for field in self.fields}
        return {
            field: chosen[field.name]
            for field in self.fields
            if field.when is None or chosen[field.when[0]] == field.when[1]
        }

    def read(self, values: Values) -> Any:  # noqa: ARG002
        """Return what is read from a text or a file: a target, a puzzle; None if nothing is.

        Raises
        ------
        UserError, OSError
            If it cannot be read.
        """
        return None

    @abstractmethod
    def problem(self, values: Values, subject: Any) -> Sought:
        """Return what to search for.

        Parameters
        ----------
        values
            What stands in the fields that count.
        subject
            What `read` returned.

        Raises
        ------
        UserError
            If the parts do not fit together.
        """

    def options(self, values: Values) -> Options:
        """Return how to search."""
        limit = values.get("limit") if LIMIT in self.fields else 1
        return effort(
            Namespace(
                encoding=values.get("encoding"),
                solver=values.get("solver", defaults.SOLVER),
                all=limit is None,
                limit=limit,
                time_limit=values.get("time"),
                workers=values.get("workers"),
                dask=values.get("dask"),
            )
        )

    # ---------------------------------------------------------------- the command line

    def arguments(self, texts: Texts) -> list[str]:  # noqa: ARG002
        """Return what stands before the options; ``-`` stands for the text that is piped in."""
        return []

    def words(self, texts: Texts, subject: Any) -> list[str]:  # noqa: ARG002
        """Return the words of the command line, as `read` and `problem` understand the texts."""
        counting = self.counting(texts)
        words = ["lifesat", self.command]
        words += self.arguments({field.name: text for field, text in counting.items()})
        for field, text in counting.items():
            words += field.words(text)
        if LIMIT in counting and not counting[LIMIT].strip():
            words.append("--all")
        return words

    def piped(self, texts: Texts) -> str:  # noqa: ARG002
        """Return the text that the command reads from standard input, or ""."""
        return ""

    def command_line(self, texts: Texts, subject: Any) -> str:
        """Return the command line that begins the same search, on one line."""
        words = self.words(texts, subject)
        name = texts.get("name", "").strip()
        if self.job and name:
            words += ["--job", name, "--detach"]
        piped = self.piped(texts)
        return (f"{_printed(piped)} | " if piped else "") + shlex.join(words)

    # ---------------------------------------------------------------- back from a job

    @abstractmethod
    def texts_of(self, problem: Sought) -> dict[str, str] | None:
        """Return the texts that state a problem, or None if there are no fields for it."""

    # ---------------------------------------------------------------- what is seen

    def preview(self, subject: Any) -> tuple[Picture | None, str]:  # noqa: ARG002
        """Return the picture of what was read, and a word about it."""
        return None, ""

    @abstractmethod
    def history(self, problem: Sought, board: Boards) -> list[Picture]:
        """Return the pictures of one solution that follow each other, one at least."""

    def about_solution(self, problem: Sought, board: Boards) -> str:
        """Return a few words about one solution."""
        return about(problem.pattern(board)) if isinstance(problem, LifeProblem) else ""

    def aim(self, problem: Sought, board: Boards) -> tuple[str, Picture] | None:  # noqa: ARG002
        """Return what stands beside a solution, with its name, or None."""
        return None


def about(pattern: Pattern) -> str:
    """Return population, box and symmetry of a pattern, and its apgcode if it has one."""
    box = pattern.bounding_box
    size = f"{box[2]}x{box[3]}" if box else "empty"
    words = f"{pattern.population} cells, {size}, {symmetry_class(pattern)}"
    return ", ".join((words, *pattern.comments))


def _printed(text: str) -> str:
    """Return the command that prints a text, on one line."""
    escapes: dict[str, str | int | None] = {"\\": "\\\\", "%": "%%", "\n": "\\n", "\r": ""}
    return "printf " + shlex.quote((text.strip("\n") + "\n").translate(str.maketrans(escapes)))
