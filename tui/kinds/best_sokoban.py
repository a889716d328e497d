"""A best solution of a Sokoban level."""

from dataclasses import replace
from typing import Any

from lifesat.problems.sokoban.level import Level
from lifesat.problems.sokoban.problem import Sokoban

from .fields import TIME, FormField, Texts, Values
from .of_puzzle import PUZZLE
from .sokoban import EFFORT, LEVEL, SokobanLevels

_FEWEST = FormField("fewest", "fewest", "proved to be the fewest", "moves", ("moves", "pushes"))
_ENCODING, _SOLVER, *_ = EFFORT


class BestSokoban(SokobanLevels):
    """A solution with the fewest moves, or with the fewest pushes."""

    name = "best sokoban"
    about = "the fewest moves or pushes for a level"
    job = False
    sized_by = "how many moves or pushes it takes"
    # Pushes have an encoding of their own.
    fields = (
        *PUZZLE,
        LEVEL,
        _FEWEST,
        TIME,
        replace(_ENCODING, when=(_FEWEST.name, "moves")),
        _SOLVER,
    )

    def problem(self, values: Values, subject: Level) -> Sokoban:  # noqa: ARG002
        """Return the level; how many moves it needs is what is asked."""
        return Sokoban(subject.rows, 1)

    def words(self, texts: Texts, subject: Any) -> list[str]:
        """Return the words of the command line."""
        pushes = texts[_FEWEST.name] == "pushes"
        return [*super().words(texts, subject), "--fewest-pushes" if pushes else "--shortest"]
