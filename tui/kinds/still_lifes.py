"""Still lifes in a box."""

from typing import Any

import numpy as np

from lifesat.cli.target import count
from lifesat.problems.islands import PseudoStillLife, StrictStillLife
from lifesat.problems.problem import Boards
from lifesat.problems.still_life import StillLife

from ..pictures import Picture
from .fields import (
    BOUNDS,
    BOX,
    EFFORT,
    LIMIT,
    NAME,
    SWITCH,
    SYMMETRY,
    TIME,
    UP_TO_SYMMETRY,
    FormField,
    Values,
)
from .in_box import RING, RULE_OF_OBJECTS, InBox

_NO_EMPTY_LINES = FormField(
    "no_empty_lines", "no empty lines", "a live cell in every row and column", "no", SWITCH,
    flag="--no-empty-lines",
)  # fmt: skip
_CONNECTED = FormField(
    "connected", "connected", "strict: one object; pseudo: parts touch", "any",
    ("any", "strict", "pseudo"), flag="--connected",
)  # fmt: skip
_CLASSES = {"any": StillLife, "strict": StrictStillLife, "pseudo": PseudoStillLife}
_DENSITY = FormField(
    "density", "density", "a live cell in every chunk of so many", parse=count(1, "length"),
    flag="--density", advanced=True,
)  # fmt: skip


class StillLifes(InBox[StillLife]):
    """Patterns that stay as they are."""

    name = "still lifes"
    about = "patterns in a box that stay as they are"
    command = "still-lifes"
    sought = StillLife
    fields = (NAME, BOX, SYMMETRY, _CONNECTED, _NO_EMPTY_LINES, UP_TO_SYMMETRY, LIMIT, TIME,
              RULE_OF_OBJECTS, *BOUNDS, _DENSITY, *EFFORT)  # fmt: skip

    def problem(self, values: Values, subject: Any) -> StillLife:  # noqa: ARG002
        """Return what to search for."""
        return _CLASSES[values["connected"]](
            **self.stated(values),
            no_empty_lines=values["no_empty_lines"],
            density=values["density"],
        )

    def texts_of(self, problem: StillLife) -> dict[str, str] | None:
        """Return the texts that state a problem."""
        return (super().texts_of(problem) or {}) | {
            "connected": next(name for name, each in _CLASSES.items() if type(problem) is each),
            "no_empty_lines": "yes" if problem.no_empty_lines else "no",
            "density": str(problem.density or ""),
        }

    def history(self, problem: StillLife, board: Boards) -> list[Picture]:  # noqa: ARG002
        """Return the still life."""
        return [np.pad(board, RING)]
