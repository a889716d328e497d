"""The interface of a kind of search: its form, its command line, and the pictures that it shows."""

import re
import shlex
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import numpy as np

from lifesat.engines.options import Options
from lifesat.frontends.options.table import OPTIONS, from_values
from lifesat.life.life_history import life_history_target
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.problems.life.base import LifeProblem
from lifesat.problems.problem import Boards, Goal, Problem
from lifesat.queries.count_solutions import CountSolutions
from lifesat.queries.marginals import CountMarginals
from lifesat.queries.query import ProblemQuery, Query
from lifesat.queries.solutions import BestSolution, ListSolutions, list_or_best
from lifesat.system.machine import cores

from ..board.pictures import MARKED_LIVE, SHARE, Picture, braille
from .fields import (
    GOALS,
    LIMIT_WORDS,
    OF_ALL,
    FormField,
    Texts,
    Values,
    file_argument,
    given_text,
    texts_of_values,
)

ProblemT = TypeVar("ProblemT", bound=Problem)


class Step(NamedTuple):
    """A picture of an answer, with its title."""

    picture: Picture
    title: str
    # The picture to show beside it, with its title.
    reference: tuple[str, Picture] | None = None
    # A few words about the picture.
    about: str = ""


class Display(Generic[ProblemT]):
    """How the solutions of a kind of problem, or the answers to a kind of query, are shown."""

    # For an answer that is not a list: the extension of its file, and the title of its picture.
    answer_ending: ClassVar[str] = ".txt"
    answer_title: ClassVar[str] = "answer"
    # Whether the picture of an answer shows all that its text says.
    answer_drawn: ClassVar[bool] = False
    # What `Problem.weights` counts, by which solutions can be sorted; "" for nothing.
    measure: ClassVar[str] = "cells"
    # The word for one step of a solution; each step has a picture.
    steps: ClassVar[str] = "generation"
    # What the last step has reached, in words; "" if the steps are played in a loop.
    reached: ClassVar[str] = ""
    # Whether the first pictures of two solutions differ, so that they are worth comparing.
    differs: ClassVar[bool] = True
    # Whether solutions have one size and can be compared cell by cell: see `generations`.
    cellwise: ClassVar[bool] = True

    # ---------------------------------------------------------------- solutions

    def generations(self, problem: ProblemT, boards: Boards) -> list[Boards]:  # noqa: ARG002
        """Return the cells of solutions in each generation that is shown; by default, one.

        The arrays have the shape of `boards`, ``(solutions, height, width)``, or a larger one.
        Cells that are unknown or not shown are the same for all solutions.
        """
        return [boards]

    def history(self, problem: ProblemT, board: Boards) -> list[Picture]:
        """Return the pictures of the steps of one solution, at least one."""
        return [cells[0] for cells in self.generations(problem, board[None])]

    def step_words(self, time: int, last: int) -> str:
        """Return in words which step is shown; steps count from 0."""
        return f"{self.steps} {time} of {last}"

    def describe_solution(self, problem: ProblemT, board: Boards) -> str:
        """Return a few words about one solution."""
        return describe_pattern(problem.pattern(board)) if isinstance(problem, LifeProblem) else ""

    def target(self, problem: ProblemT) -> tuple[str, Picture] | None:  # noqa: ARG002
        """Return the picture of the target or the puzzle with its title, or None."""
        return None

    def reference(self, problem: ProblemT, board: Boards) -> tuple[str, Picture] | None:  # noqa: ARG002
        """Return the picture to show beside a solution with its title, or None."""
        return self.target(problem)

    # ---------------------------------------------------------------- answers

    def answer_steps(self, query: Any, state: Any) -> list[Step]:
        """Return the pictures of what is known of an answer, in the order to play them.

        By default it is the pattern that answers the query; cells that do not matter are unknown.
        """
        pattern = query.pattern(state)
        if pattern is None:
            return []
        if pattern.rule.family == "life-history":
            pattern = life_history_target(pattern, unknown=True)
        beside = self.answer_reference(query.problem)
        return [Step(pattern.to_array(), self.answer_title, beside)]

    def answer_reference(self, problem: ProblemT) -> tuple[str, Picture] | None:  # noqa: ARG002
        """Return the picture to show beside an answer with its title, or None."""
        return None


def describe_board(shown: Picture) -> str:
    """Return the live cells of a picture and the size of their box; "" for a text or a heat map.

    >>> describe_board(np.array([[0, 1, 1, 0], [0, 0, 0, 0]]))
    '2 cells, 2x1'
    """
    if isinstance(shown, str):
        return ""
    if (shown >= SHARE).any():
        return ""
    live = (shown == 1) | (shown == MARKED_LIVE)
    number = int(live.sum())
    rows, columns = (np.flatnonzero(live.any(axis=axis)) for axis in (1, 0))
    size = f"{np.ptp(columns) + 1}x{np.ptp(rows) + 1}" if number else "empty"
    return f"{number:,} cell{'s' * (number != 1)}, {size}"


def describe_pattern(pattern: Pattern) -> str:
    """Return the population, box and symmetry of a pattern, and its apgcode if it has one."""
    box = pattern.bounding_box
    size = f"{box[2]}x{box[3]}" if box else "empty"
    words = f"{pattern.population} cells, {size}, {pattern.symmetry_class()}"
    return ", ".join((words, *pattern.comments))


# An option in a message, perhaps with its name in Python.
_OPTION = re.compile(r"(--[a-z][a-z-]*[a-z])(?:, or \w+= in Python,)?")

ICON_WIDTH = 4
_STATES = {".": 0, "O": 1, "?": UNKNOWN}


class Kind(ABC, Generic[ProblemT]):
    """A kind of search: a class, and an entry in `lifesat_tui.kinds.registry`."""

    name: ClassVar[str]
    # What the search finds: a few words, and below a sentence or two.
    description: ClassVar[str]
    details: ClassVar[str]
    # A small picture for the list of kinds.
    emblem: ClassVar[Picture]
    # The equivalent command of ``lifesat``.
    command: ClassVar[str]
    fields: ClassVar[tuple[FormField, ...]]
    # How the solutions or the answer are shown.
    display: ClassVar[Display[Any]]
    # The problem, and the queries about it, that the form states.
    problem_class: type[ProblemT]
    queries: ClassVar[tuple[type[Query], ...]] = (ListSolutions, BestSolution)
    # The fields of the query that the form states by the same names.
    asked: ClassVar[tuple[str, ...]] = ()
    # The field whose text chooses one of several queries; "" for none. For each text, the query,
    # and the option that chooses it on the command line, if any.
    chosen_by: ClassVar[str] = ""
    choices: ClassVar[Mapping[str, tuple[type[Query], str]]] = {}
    # Which solution is searched for if no field says how many.
    best: ClassVar[Goal | None] = None
    # What the size of the formula depends on, if it is unknown before the search; else "".
    sized_by: ClassVar[str] = ""
    # The word for what `read` returns, and the extension of a file that holds it.
    read_noun: ClassVar[str] = "target"
    file_ending: ClassVar[str] = ".rle"
    # What shows that a text with a mistake is meant for this kind.
    resembling: ClassVar[re.Pattern[str] | None] = None
    # Whether what is read can be drawn.
    drawable: ClassVar[bool] = False
    # Whether a search file can state such a search.
    as_block: ClassVar[bool] = False

    # ---------------------------------------------------------------- from texts to a search

    def active_fields(self, texts: Texts) -> dict[FormField, str]:
        """Return the active fields, each with its text."""
        chosen = {field.name: texts.get(field.name, field.default) for field in self.fields}
        word = chosen.get("limit", "")
        excluded = OPTIONS[word].excludes if word in LIMIT_WORDS else ()
        return {
            field: chosen[field.name]
            for field in self.fields
            if (field.when is None or chosen[field.when[0]] == field.when[1])
            and field.name not in excluded
        }

    def has_field(self, name: str) -> bool:
        """Return whether the form has a field of this name."""
        return any(field.name == name for field in self.fields)

    def read(self, values: Values) -> Any:  # noqa: ARG002
        """Return the target or puzzle that the values state, or None if there is none."""
        return None

    def takes(self, values: Values) -> dict[str, str] | None:
        """Return texts of other fields that a text or file needs; None if it is not for this kind.

        Raises UserError or OSError if `read` cannot read it.
        """
        if not self.has_field("source"):
            return None
        self.read(values)
        return {}

    def nearly_takes(self, values: Values) -> dict[str, str] | None:
        """Return what `takes` does, but for a text or file with a mistake."""
        meant = self.resembling is not None and self.resembling.search(given_text(values))
        return {} if meant else None

    def problem(self, values: Values, subject: Any) -> ProblemT:  # noqa: ARG002
        """Return the problem, given the values of the active fields and the result of `read`.

        By default that is the problem. Raises UserError if the values contradict each other.
        """
        problem: ProblemT = subject
        return problem

    @property
    def lists(self) -> bool:
        """Whether the user chooses how many solutions to list."""
        return self.has_field("limit")

    def options(self, values: Values) -> Options:
        """Return the limits, the solver and the workers of the search, if not part of the query."""
        how = {name: value for name, value in values.items() if name not in self.asked}
        limit = values.get("limit")
        how["limit"] = None if limit in LIMIT_WORDS else limit
        if limit in OF_ALL:
            how["up_to_symmetry"] = False  # which is part of the query
        if self.has_field("workers"):
            how["workers"] = values.get("workers") or cores()
        usual = {each.default for each in self.fields if each.name == "encoding"}
        if values.get("encoding") in usual:
            how["encoding"] = None
        return from_values(Options, how)

    def goal(self, values: Values) -> Goal | None:
        """Return which solution is the best, or None if there is a list."""
        return GOALS.get(str(values.get("limit"))) if self.lists else self.best

    def query(self, problem: ProblemT, values: Values) -> ProblemQuery:
        """Return the query about a problem; raise UserError if the problem does not support it."""
        kind: Any = self.queries[0]
        if values.get("limit") == "count":
            symmetric = bool(values.get("up_to_symmetry"))
            return CountSolutions(problem, up_to_symmetry=symmetric)
        if values.get("limit") == "marginals":
            return CountMarginals(problem)
        if self.chosen_by:
            kind, _ = self.choices[values[self.chosen_by]]
        elif kind in (ListSolutions, BestSolution):
            return list_or_best(problem, self.goal(values))
        query: ProblemQuery = kind(problem, **{name: values[name] for name in self.asked})
        return query

    def states(self, query: Query) -> bool:
        """Return whether the form can state a query."""
        if not (isinstance(query, ProblemQuery) and isinstance(query.problem, self.problem_class)):
            return False
        limits = [field for field in self.fields if field.name == "limit"]
        word = _word_of(query) if limits else ""
        if word:
            return all(field.offers(word) for field in limits)
        return isinstance(query, self.queries)

    def in_fields(self, sentence: str) -> str:
        """Replace the options of the command in a sentence by the names of fields."""
        labels = {field.flag: field.label for field in self.fields if field.flag}

        def named(option: re.Match[str]) -> str:
            label = labels.get(option[1])
            return option[0] if label is None else f"{label!r}"

        return _OPTION.sub(named, sentence)

    # ---------------------------------------------------------------- the command line

    def words(self, texts: Texts, subject: Any) -> list[str]:  # noqa: ARG002
        """Return the words of the equivalent command line."""
        active = self.active_fields(texts)
        words = ["lifesat", self.command]
        words += self._arguments({field.name: text for field, text in active.items()})
        for field, text in active.items():
            words += field.words(text)
        if self.lists:
            limit = texts["limit"].strip()
            listed = ["--limit", limit] if limit else ["--all"]
            words += [f"--{limit}"] if limit in GOALS else OF_ALL.get(limit, listed)
        _, flag = self.choices.get(texts.get(self.chosen_by, ""), (None, ""))
        return [*words, flag] if flag else words

    def _arguments(self, texts: Texts) -> list[str]:
        """Return the positional arguments: a file, ``-`` for standard input, or the box."""
        if self.has_field("source"):
            return file_argument(texts)
        return [texts["box"].strip()] if "box" in texts else []

    def piped(self, texts: Texts) -> str:
        """Return the text that the command reads from standard input, or ""."""
        return "" if texts.get("source") == "file" else texts.get("text", "")

    def command_line(self, texts: Texts, subject: Any) -> str:
        """Return the command that starts the same search as a job, on one line."""
        words = self.words(texts, subject)
        name = texts.get("name", "").strip()
        if name:
            words += ["--job", name, "--detach"]
        piped = self.piped(texts)
        return (f"{_printed(piped)} | " if piped else "") + shlex.join(words)

    # ---------------------------------------------------------------- from a job to texts

    @abstractmethod
    def texts_of(self, problem: ProblemT) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem; None if the form lacks a field."""

    def texts_of_query(self, query: Any) -> dict[str, str]:
        """Return the texts of the fields that state a query."""
        texts = texts_of_values({name: getattr(query, name) for name in self.asked})
        if self.lists and (word := _word_of(query)):
            texts["limit"] = word
        if self.lists and isinstance(query, CountSolutions):
            texts |= texts_of_values({"up_to_symmetry": query.up_to_symmetry})
        if self.chosen_by:
            asked = (text for text, (kind, _) in self.choices.items() if isinstance(query, kind))
            texts[self.chosen_by] = next(asked)
        return texts

    # ---------------------------------------------------------------- the preview

    def with_margin(self, shown: Picture, problem: ProblemT) -> tuple[Picture, str]:  # noqa: ARG002
        """Return the picture of `preview` with the cells around it, and words about them."""
        return shown, ""

    def preview(self, subject: Any) -> tuple[Picture | None, str]:
        """Return a picture of what `read` returned, and a few words about it."""
        return (None, "") if subject is None else self.draw(subject)

    def draw(self, subject: Any) -> tuple[Picture | None, str]:  # noqa: ARG002
        """Return a picture of a target or puzzle, and a few words about it; by default, neither."""
        return None, ""


def emblem(*rows: str) -> Picture:
    """Return the picture of rows of live, dead and unknown cells, at most eight by four."""
    width = max(map(len, rows))
    return np.array([[_STATES[cell] for cell in row.ljust(width, ".")] for row in rows], np.uint8)


def icon(shown: Picture) -> str:
    """Return a picture on one line, `ICON_WIDTH` characters wide.

    >>> icon(emblem("O.", ".O"))
    '⠑   '
    >>> icon("12│34")
    '12│3'
    """
    line = shown.splitlines()[0] if isinstance(shown, str) else braille(shown)[0]
    return line[:ICON_WIDTH].ljust(ICON_WIDTH)


def _word_of(query: Query) -> str:
    """Return the word in place of a number of solutions that states a query; "" if none does."""
    if isinstance(query, BestSolution):
        return next(word for word, goal in GOALS.items() if goal == query.goal)
    if isinstance(query, CountSolutions) and not query.by_population:
        return "count"
    return "marginals" if isinstance(query, CountMarginals) else ""


def _printed(text: str) -> str:
    """Return the shell command that prints a text, on one line."""
    escapes: dict[str, str | int | None] = {"\\": "\\\\", "%": "%%", "\n": "\\n", "\r": ""}
    return "printf " + shlex.quote((text.strip("\n") + "\n").translate(str.maketrans(escapes)))
