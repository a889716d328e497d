"""Still lifes that eat a glider."""

from dataclasses import replace
from typing import Any, cast

import numpy as np

from lifesat.problems.life.eater import Corner, Eater
from lifesat.problems.problem import Boards
from lifesat.requests.choices import CORNERS
from lifesat.requests.values import whole_number

from ..pictures import Picture
from .emblem import emblem
from .fields import BOUNDS, BOX, EFFORT, GENERATIONS, LIMIT, NAME, TIME, FormField, Values
from .in_box import RING, box_texts, run_in_box
from .kind import LifeKind

_BOX = replace(BOX, default="9,9", hint="width,height of the search area", flag="--size")
_GENERATIONS = replace(
    GENERATIONS, default="4", hint="time until the eater recovers",
    parse=whole_number("number of generations", 2),
    missing="enter the number of generations, such as 4",
)  # fmt: skip
_CORNER = FormField(
    "corner", "corner", "corner where the glider starts", CORNERS[0], CORNERS, flag="--corner"
)
_PHASE = FormField(
    "phase", "phase", "phase of the glider", "0", ("0", "1", "2", "3"),
    parse=int, flag="--phase",
)  # fmt: skip


class Eaters(LifeKind[Eater]):
    """Still lifes that absorb a glider and recover."""

    name = "eaters"
    description = "still lifes that eat a glider"
    details = "Still lifes that a glider hits and that are whole again a few generations later."
    emblem = emblem(".O..OO..", "..O.O.O.", "OOO...O.", "......OO")
    command = "eater"
    problem_class = Eater
    reached = "the eater has recovered"
    fields = (NAME, _BOX, _GENERATIONS, _CORNER, _PHASE, LIMIT, TIME, *BOUNDS, *EFFORT)

    def problem(self, values: Values, subject: Any) -> Eater:  # noqa: ARG002
        """Return the problem that the values state."""
        width, height = values["box"]
        return Eater(
            width,
            height,
            values["generations"],
            cast("Corner", values["corner"]),
            values["phase"],
            least=values["least"] or 0,
            most=values["most"],
        )

    def texts_of(self, problem: Eater) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        if problem.as_published:
            return None
        return box_texts(problem.width, problem.height, problem.least, problem.most) | {
            "generations": str(problem.generations),
            "corner": problem.corner,
            "phase": str(problem.phase),
        }

    def generations(self, problem: Eater, boards: Boards) -> list[Boards]:
        """Return the generations, beginning with the glider in its corner."""
        return run_in_box(problem.with_glider(boards), problem.generations)

    def reference(self, problem: Eater, board: Boards) -> tuple[str, Picture]:  # noqa: ARG002
        """Return the still life without the glider."""
        return "still life", np.pad(board, RING)
