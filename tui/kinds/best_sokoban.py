"""An optimal solution of a Sokoban level."""

from dataclasses import replace
from typing import Any

from lifesat.problems.puzzles.sokoban.level import Level
from lifesat.problems.puzzles.sokoban.problem import Sokoban

from .fields import TIME, FormField, Texts, Values
from .of_puzzle import PUZZLE
from .sokoban import EFFORT, LEVEL, SokobanLevels

_FEWEST = FormField(
    "fewest", "fewest", "what to minimise, with a proof", "moves", ("moves", "pushes")
)
_ENCODING, _SOLVER, *_ = EFFORT


class BestSokoban(SokobanLevels):
    """A solution with the fewest moves, or with the fewest pushes."""

    name = "best sokoban"
    description = "the fewest moves or pushes"
    job = False
    sized_by = "the number of moves or pushes"
    # Minimising pushes uses a separate encoding.
    fields = (
        *PUZZLE,
        LEVEL,
        _FEWEST,
        TIME,
        replace(_ENCODING, when=(_FEWEST.name, "moves")),
        _SOLVER,
    )

    def problem(self, values: Values, subject: Level) -> Sokoban:  # noqa: ARG002
        """Return the level; the command determines the number of moves."""
        return Sokoban(subject.rows, 1)

    def words(self, texts: Texts, subject: Any) -> list[str]:
        """Return the words of the command line."""
        pushes = texts[_FEWEST.name] == "pushes"
        return [*super().words(texts, subject), "--fewest-pushes" if pushes else "--shortest"]
