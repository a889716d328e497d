"""The number of solutions of a Sudoku."""

from dataclasses import replace
from typing import Any

import numpy as np

from lifesat.engines.options import Options
from lifesat.puzzles.sudoku.problem import Sudoku
from lifesat.queries.count_solutions import ByListing, CountByListing, Uniqueness
from lifesat.queries.query import ProblemQuery

from ..kinds.count import counted_words
from ..kinds.display import Step
from ..kinds.fields import NAME, TIME_LIMIT, FormField, Texts, Values
from .of_puzzle import PUZZLE
from .sudoku import EFFORT, NUMBER, Sudokus, drawn

_COUNT, _UNIQUE = "count", "unique"
_QUERIES = {_COUNT: CountByListing, _UNIQUE: Uniqueness}
_QUESTION = FormField(
    "question", "question", "a count of many takes long", _COUNT, (_COUNT, _UNIQUE)
)


class SudokuCount(Sudokus):
    """The number of solutions, or whether there is exactly one."""

    name = "sudoku count"
    description = "the number of solutions"
    details = "How many ways there are to fill a grid, or whether there is exactly one."
    emblem = "1·│··\n·3│··\n──┼──\n··│4·\n··│·1"
    answer_title = "clues"
    fields = (NAME, *PUZZLE, NUMBER, _QUESTION, TIME_LIMIT, *EFFORT)

    def query(self, problem: Sudoku, values: Values) -> ProblemQuery:
        """Return the query for the count or for uniqueness."""
        return _QUERIES[values[_QUESTION.name]](problem)

    def options(self, values: Values) -> Options:
        """Return how to search without a limit."""
        return replace(super().options(values), limit=None)

    def states(self, query: Any) -> bool:
        """Return whether the form can state a query."""
        return isinstance(query, ByListing) and isinstance(query.problem, Sudoku)

    def texts_of_query(self, query: ProblemQuery) -> dict[str, str]:
        """Return the text of the field that states the query."""
        return {_QUESTION.name: _UNIQUE if isinstance(query, Uniqueness) else _COUNT}

    def words(self, texts: Texts, subject: Any) -> list[str]:
        """Return the words of the command line."""
        unique = texts[_QUESTION.name] == _UNIQUE
        return [*super().words(texts, subject), "--unique" if unique else "--count"]

    def answer_steps(self, query: Any, state: Any) -> list[Step]:
        """Return the answer beside the clues, or the clues alone."""
        clues = drawn(np.array(query.problem.clues))
        if isinstance(query, CountByListing) and state.answered:
            words = counted_words(state.found, {}, query.problem.noun)
            return [Step(words, "count", (self.answer_title, clues))]
        return [Step(clues, self.answer_title)]
