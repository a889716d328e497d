"""An optimal solution of a Sokoban level."""

from dataclasses import replace
from typing import Any

from lifesat.engines.options import Options
from lifesat.puzzles.sokoban.best import BestSokoban as Query
from lifesat.puzzles.sokoban.level import Level
from lifesat.puzzles.sokoban.problem import Sokoban
from lifesat.queries.query import ProblemQuery

from ..kinds.display import Step
from ..kinds.fields import NAME, TIME_LIMIT, FormField, Texts, Values
from .of_puzzle import PUZZLE
from .sokoban import EFFORT, LEVEL, SokobanLevels, positions

_FEWEST = FormField(
    "fewest", "fewest", "what to minimise, with a proof", "moves", ("moves", "pushes")
)
_ENCODING, _SOLVER, *_ = EFFORT


class BestSokoban(SokobanLevels):
    """A solution with the fewest moves, or with the fewest pushes."""

    name = "best sokoban"
    description = "the fewest moves or pushes"
    details = "A solution of a Sokoban level with the fewest moves or pushes, proved."
    emblem = "@ <>\n██··"
    sized_by = "the number of moves or pushes"
    # Minimising pushes uses a separate encoding.
    fields = (
        NAME,
        *PUZZLE,
        LEVEL,
        _FEWEST,
        TIME_LIMIT,
        replace(_ENCODING, when=(_FEWEST.name, "moves")),
        _SOLVER,
    )

    def problem(self, values: Values, subject: Level) -> Sokoban:  # noqa: ARG002
        """Return the level; the search determines the number of moves."""
        return Sokoban(subject.rows, 1)

    def query(self, problem: Sokoban, values: Values) -> ProblemQuery:
        """Return the query for the fewest moves or pushes."""
        return Query(problem, values[_FEWEST.name])

    def options(self, values: Values) -> Options:
        """Return how to search of one process, which has no limit."""
        return replace(super().options(values), limit=None, workers=1)

    def states(self, query: Any) -> bool:
        """Return whether the form can state a query."""
        return isinstance(query, Query)

    def texts_of_query(self, query: ProblemQuery) -> dict[str, str]:
        """Return the text of the field that says what to minimise."""
        if not isinstance(query, Query):
            raise TypeError(query)
        return {_FEWEST.name: query.goal}

    def words(self, texts: Texts, subject: Any) -> list[str]:
        """Return the words of the command line."""
        pushes = texts[_FEWEST.name] == "pushes"
        return [*super().words(texts, subject), "--fewest-pushes" if pushes else "--shortest"]

    def answer_steps(self, query: Any, state: Any) -> list[Step]:
        """Return the level before the first move and after each."""
        rows, moves = query.problem.rows, state.moves
        beside = "level", positions(rows, "")[0]
        shown = positions(rows, moves) if moves else []
        return [Step(each, self.answer_title, beside) for each in shown]
