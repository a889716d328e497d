"""Still lifes that eat a glider."""

from dataclasses import replace
from typing import Any, cast

import numpy as np

from lifesat.cli.target import count
from lifesat.problems.eater import CORNERS, Corner, Eater
from lifesat.problems.problem import Boards

from ..pictures import Picture
from .fields import BOUNDS, BOX, EFFORT, GENERATIONS, LIMIT, NAME, TIME, FormField, Values
from .in_box import RING, box_texts, run_in_box
from .kind import Kind

_BOX = replace(BOX, default="9,9", hint="width,height in which all happens", flag="--size")
_GENERATIONS = replace(
    GENERATIONS, default="4", hint="so much later it stands again",
    parse=count(2, "number of generations"), missing="give the number of generations, such as 4",
)  # fmt: skip
_CORNER = FormField(
    "corner", "corner", "where the glider comes from", CORNERS[0], CORNERS, flag="--corner"
)
_PHASE = FormField(
    "phase", "phase", "generations that the glider is ahead", "0", ("0", "1", "2", "3"),
    parse=int, flag="--phase",
)  # fmt: skip


class Eaters(Kind[Eater]):
    """Still lifes that a glider comes to, and that stand again without it."""

    name = "eaters"
    about = "still lifes that eat a glider"
    command = "eater"
    sought = Eater
    fields = (NAME, _BOX, _GENERATIONS, _CORNER, _PHASE, LIMIT, TIME, *BOUNDS, *EFFORT)

    def problem(self, values: Values, subject: Any) -> Eater:  # noqa: ARG002
        """Return what to search for."""
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
        """Return the texts that state a problem."""
        if problem.as_published:
            return None
        return box_texts(problem.width, problem.height, problem.least, problem.most) | {
            "generations": str(problem.generations),
            "corner": problem.corner,
            "phase": str(problem.phase),
        }

    def history(self, problem: Eater, board: Boards) -> list[Picture]:
        """Return the generations from when the glider is in its corner."""
        return run_in_box(problem.with_glider(board[None])[0], problem.generations)

    def aim(self, problem: Eater, board: Boards) -> tuple[str, Picture]:  # noqa: ARG002
        """Return the still life without the glider."""
        return "still life", np.pad(board, RING)
