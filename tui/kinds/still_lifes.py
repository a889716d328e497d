"""Still lifes in a box."""

from typing import Any

from lifesat.problems.life.still_life import StillLife
from lifesat.problems.problem import Boards
from lifesat.requests.choices import STILL_LIFE_CLASSES
from lifesat.requests.objects import STILL_LIFE_PROBLEMS
from lifesat.requests.values import whole_number

from .emblem import emblem
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
from .in_box import RULE_OF_OBJECTS, InBox, run_in_box

_NO_EMPTY_LINES = FormField(
    "no_empty_lines", "no empty lines", "a live cell in each row and column", "no", SWITCH,
    flag="--no-empty-lines",
)  # fmt: skip
_CONNECTED = FormField(
    "connected", "connected", "any, or strict or pseudo still lifes", STILL_LIFE_CLASSES[0],
    STILL_LIFE_CLASSES, flag="--connected",
)  # fmt: skip
_DENSITY = FormField(
    "density", "density", "a live cell in each chunk of n cells", parse=whole_number("length", 1),
    flag="--density", advanced=True,
)  # fmt: skip


class StillLifes(InBox[StillLife]):
    """Patterns that do not change."""

    name = "still lifes"
    description = "patterns that do not change"
    details = "All patterns in a box that stay as they are, such as blocks and beehives."
    emblem = emblem(".OO.", "O..O", ".OO.")
    command = "still-lifes"
    problem_class = StillLife
    as_block = True
    fields = (NAME, BOX, SYMMETRY, _CONNECTED, _NO_EMPTY_LINES, UP_TO_SYMMETRY, LIMIT, TIME,
              RULE_OF_OBJECTS, *BOUNDS, _DENSITY, *EFFORT)  # fmt: skip

    def problem(self, values: Values, subject: Any) -> StillLife:  # noqa: ARG002
        """Return the problem that the values state."""
        return self.request(values).still_life(
            values["connected"],
            no_empty_lines=values["no_empty_lines"],
            density=values["density"],
        )

    def texts_of(self, problem: StillLife) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        return (super().texts_of(problem) or {}) | {
            "connected": next(
                name for name, each in STILL_LIFE_PROBLEMS.items() if type(problem) is each
            ),
            "no_empty_lines": "yes" if problem.no_empty_lines else "no",
            "density": str(problem.density or ""),
        }

    def generations(self, problem: StillLife, boards: Boards) -> list[Boards]:  # noqa: ARG002
        """Return the still lifes, with a ring around each."""
        return run_in_box(boards, 0)
