"""The smallest still life or oscillator with given cells."""

from dataclasses import replace
from typing import Any

import numpy as np

from lifesat.formats import read_file, read_text
from lifesat.frontends.input.completion import CompletionRequest
from lifesat.frontends.options.table import from_values
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.problems.life.completion import DEAD, LIVE, Completion
from lifesat.problems.problem import Boards

from ..board.pictures import NOT_SHOWN, Picture, marked
from .emblem import emblem
from .fields import (
    BOUNDS,
    ENCODING,
    MARGIN,
    NAME,
    RULE,
    SOLVER,
    TARGET,
    TIME_LIMIT,
    WORKERS,
    Values,
    of_option,
)
from .for_the_best import ForTheBest
from .in_box import PERIOD, RING, run_in_box
from .of_pattern import OfPattern, words_about

_PERIOD = replace(PERIOD, default="1", hint="until it repeats; 1: still lifes")
_STATES = of_option("complete.states", "states", "such as 0=free 1=on; empty: default")
_MARGIN = replace(MARGIN, hint="cells to add around the pattern's box", when=None)
_MINIMISE = of_option("complete.minimise", "minimise", "live cells, the box, or both")


class Completions(ForTheBest[Completion], OfPattern[Completion]):
    """The smallest completion of a pattern."""

    name = "completion"
    description = "the smallest pattern with given cells"
    details = "The smallest still life or oscillator that has the given cells."
    emblem = emblem("??.OO.??", "??O..O??", "??.OO.??", "??....??")
    command = "complete"
    problem_class = Completion
    answer_ending = ".rle"
    as_block = True
    answer_title = "completion"
    fields = (NAME, *TARGET, _PERIOD, _STATES, _MARGIN, _MINIMISE, TIME_LIMIT, RULE, *BOUNDS,
              ENCODING, SOLVER, WORKERS)  # fmt: skip

    def read(self, values: Values) -> Pattern:
        """Return the pattern."""
        if values["source"] == "file":
            return read_file(values["path"] or "", unknown=True)
        return read_text(values.get("text") or "", unknown=True, source="text")

    def problem(self, values: Values, subject: Pattern) -> Completion:
        """Return the problem that the values state."""
        return from_values(CompletionRequest, values).problem(subject)

    def texts_of(self, problem: Completion) -> dict[str, str] | None:  # noqa: ARG002
        """Return None: the form states how a pattern is read, not every cell."""
        return None

    def preview(self, subject: Any) -> tuple[Picture | None, str]:
        """Return the live cells of the pattern, and its size."""
        if not isinstance(subject, Pattern):
            return None, ""
        board = subject.to_array()
        if subject.rule.states > 2:
            board = (board % 2).astype(np.uint8)
        return board if board.size else None, words_about(subject)

    def history(self, problem: Completion, board: Boards) -> list[Picture]:
        """Return the generations of one period; in the first, the added cells are marked."""
        first, *later = super().history(problem, board)
        return [marked(first, np.pad(problem.cells[0] != LIVE, RING) & (first == 1)), *later]

    def target(self, problem: Completion) -> tuple[str, Picture]:
        """Return the given cells; those that the search chooses are unknown."""
        letters = problem.cells[0]
        given = np.select([letters == LIVE, letters == DEAD], [1, 0], UNKNOWN)
        return "given cells", np.pad(given, RING, constant_values=NOT_SHOWN)

    def generations(self, problem: Completion, boards: Boards) -> list[Boards]:
        """Return the generations of one period."""
        return run_in_box(boards, problem.period, problem.rule)
