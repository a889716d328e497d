"""A thread that measures the size of the search in the form."""

import time
from dataclasses import dataclass

from textual.message import Message

from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.jobs.total import Total
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Problem
from lifesat.queries.solutions import ListSolutions

from ..shared.threads import Post, Watch

# Measuring starts after this pause in typing. A larger formula would take seconds to build.
_PAUSE_SECONDS = 0.3
_MOST_CLAUSES = 4_000_000
# One second for the count and two for its process to start.
_COUNT_SECONDS = 3.0
_POLL_SECONDS = 0.05


@dataclass
class Measured(Message):
    """The size of a search."""

    # The size in words.
    text: str
    # The number of the measurement.
    edition: int
    # The number of solutions, if it is known.
    total: int | None = None
    # Whether the solutions are being counted, so that another message follows.
    counting: bool = False


class Measuring(Watch):
    """Posts the size of a search, then its number of solutions if the count is quick.

    The messages repeat `edition`, the number of the draft.
    """

    def __init__(self, problem: Problem, options: Options, edition: int, post: Post) -> None:
        super().__init__(post)
        self._problem, self._options = problem, options
        self._edition = edition

    def run(self) -> None:
        """Measure the search and post messages."""
        if self._ended.wait(_PAUSE_SECONDS):
            return
        try:
            size = self._size()
        except UserError as error:
            self._report(str(error))
            return
        counted = isinstance(self._problem, Predecessor) and self._problem.generations == 1
        if not counted:
            self._report(size)
            return
        self._report(f"{size}; counting …", counting=True)
        total = self._count()
        if self._ended.is_set():
            return
        nouns = self._problem.noun if total == 1 else self._problem.nouns
        if total is None:
            self._report(f"{size}; there are too many {nouns} to count in a second")
        else:
            upto = " up to symmetry" if self._options.up_to_symmetry else ""
            self._report(f"{size}; exactly {total:,} {nouns}{upto}", total)

    def _report(self, words: str, total: int | None = None, *, counting: bool = False) -> None:
        if not self._ended.is_set():
            self._post(Measured(words, self._edition, total, counting=counting))

    def _size(self) -> str:
        unknowns = self._problem.projection
        size = f"{unknowns:,} {self._problem.unknowns}"
        encoding = self._options.encoding_of(self._problem)
        if self._problem.formula_size(encoding).clauses > _MOST_CLAUSES:
            return size
        formula = self._problem.formula(encoding)
        return f"{size}, {formula.variables:,} variables, {len(formula):,} clauses"

    def _count(self) -> int | None:
        end = time.monotonic() + _COUNT_SECONDS
        with Total(ListSolutions(self._problem), self._options) as total:
            while total.expected and time.monotonic() < end:
                number = total.arrived()
                if number is not None:
                    return number
                if self._ended.wait(_POLL_SECONDS):
                    break
        return None
