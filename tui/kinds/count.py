"""How many predecessors a target has."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lifesat.engines.options import Options
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.count_solutions import CountSolutions
from lifesat.queries.query import ProblemQuery, Query

from ..shared.progress_text import counted
from .display import Step
from .emblem import emblem
from .fields import (
    CONDITIONS,
    ENCODING,
    GENERATIONS,
    MARGIN,
    NAME,
    OUTSIDE,
    RULE,
    SIZE,
    SYMMETRY,
    TARGET,
    UNKNOWN,
    UP_TO_SYMMETRY,
    Values,
    of_option,
    texts_of_values,
)
from .of_target import OfTarget

# The bars of populations, and the length of the longest in characters.
_BAR, _LEAST, _LONGEST = "█", "▏", 20
_BY_POPULATION = of_option("by_population", "by population", "one count per population")


class Count(OfTarget):
    """The exact number of predecessors, without listing them."""

    name = "count"
    description = "the exact number of predecessors"
    details = "How many predecessors there are, without a list; also how many of each population."
    emblem = emblem("O.O.O.O.", "O.O.O.O.", "O.O.O.O.", "O.O.O.O.")
    command = "count"
    answer_title = "count"
    answer_drawn = True
    fields = (NAME, *TARGET, GENERATIONS, OUTSIDE, SIZE, MARGIN, SYMMETRY, _BY_POPULATION,
              UP_TO_SYMMETRY, RULE, UNKNOWN, *CONDITIONS, ENCODING)  # fmt: skip

    def query(self, problem: Predecessor, values: Values) -> ProblemQuery:
        """Return the query for the number of predecessors."""
        return CountSolutions(problem, values["by_population"], values["up_to_symmetry"])

    def states(self, query: Query) -> bool:
        """Return whether the form can state a query."""
        return isinstance(query, CountSolutions) and isinstance(query.problem, Predecessor)

    def options(self, values: Values) -> Options:
        """Return how to search without a limit."""
        return replace(super().options(values), limit=None, up_to_symmetry=False)

    def texts_of_query(self, query: ProblemQuery) -> dict[str, str]:
        """Return the texts of the fields that say what is counted."""
        if not isinstance(query, CountSolutions):
            raise TypeError(query)
        values = {"by_population": query.by_population, "up_to_symmetry": query.up_to_symmetry}
        return texts_of_values(values)

    def answer_steps(self, query: Any, state: Any) -> list[Step]:
        """Return the count, with a bar for each population if they are counted separately."""
        numbers = query.numbers(state)
        if numbers is None:
            return []
        populations = query.populations(state) if query.by_population else {}
        noun = "orbit" if query.up_to_symmetry else query.problem.noun
        words = counted_words(sum(numbers), populations, noun)
        return [Step(words, self.answer_title, ("target", query.problem.target.to_array()))]


def counted_words(number: int, populations: Mapping[int, int], noun: str) -> str:
    """Return a count in words; with populations, also a line with a bar for each.

    Examples
    --------
    >>> print(counted_words(1015, {2: 3, 3: 12, 4: 1000}, "predecessor"))
    1,015 predecessors
    <BLANKLINE>
    cells
        2      3 ▏
        3     12 ▏
        4  1,000 ████████████████████
    """
    whole = counted(str(number), noun)
    if not populations:
        return whole
    most = max(populations.values())
    wide = len(f"{most:,}")
    bars = (
        f"{population:>5}  {each:>{wide},} {_BAR * (_LONGEST * each // most) or _LEAST}"
        for population, each in populations.items()
    )
    return "\n".join([whole, "", "cells", *bars])
