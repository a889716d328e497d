"""Still lifes in a box."""

from typing import Any

from lifesat.frontends.input.objects import STILL_LIFE_PROBLEMS, problem_in_box
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.problem import Boards

from .emblem import emblem
from .fields import (
    BOUNDS,
    BOX,
    EFFORT,
    LIMIT,
    NAME,
    SYMMETRY,
    TIME_LIMIT,
    UP_TO_SYMMETRY,
    Values,
    of_option,
    texts_of_values,
)
from .in_box import RULE_OF_OBJECTS, InBox, run_in_box

_NO_EMPTY_LINES = of_option(
    "no_empty_lines", "no empty lines", "a live cell in each row and column"
)
_CONNECTED = of_option("connected", "connected", "any, or strict or pseudo still lifes")
_DENSITY = of_option("density", "density", "a live cell in each chunk of n cells", advanced=True)


class StillLifes(InBox[StillLife]):
    """Patterns that do not change."""

    name = "still lifes"
    description = "patterns that do not change"
    details = "All patterns in a box that stay as they are, such as blocks and beehives."
    emblem = emblem(".OO.", "O..O", ".OO.")
    command = "still-lifes"
    problem_class = StillLife
    as_block = True
    fields = (NAME, BOX, SYMMETRY, _CONNECTED, _NO_EMPTY_LINES, UP_TO_SYMMETRY, LIMIT, TIME_LIMIT,
              RULE_OF_OBJECTS, *BOUNDS, _DENSITY, *EFFORT)  # fmt: skip

    def problem(self, values: Values, subject: Any) -> StillLife:  # noqa: ARG002
        """Return the problem that the values state."""
        return problem_in_box(STILL_LIFE_PROBLEMS[values["connected"]], values)

    def texts_of(self, problem: StillLife) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        kind = next(name for name, each in STILL_LIFE_PROBLEMS.items() if type(problem) is each)
        values = {
            "connected": kind,
            "no_empty_lines": problem.no_empty_lines,
            "density": problem.density,
        }
        return (super().texts_of(problem) or {}) | texts_of_values(values)

    def generations(self, problem: StillLife, boards: Boards) -> list[Boards]:  # noqa: ARG002
        """Return the still lifes, with a ring around each."""
        return run_in_box(boards, 0)
