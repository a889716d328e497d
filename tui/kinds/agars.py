"""Agars on a torus."""

from dataclasses import replace
from typing import Any, ClassVar

from lifesat.engines.options import Options
from lifesat.frontends.input.objects import problem_in_box
from lifesat.problems.life.agar import Agar
from lifesat.problems.problem import Boards

from ..board.pictures import Picture
from .emblem import emblem
from .fields import (
    BOUNDS,
    BOX,
    EFFORT,
    LIMIT,
    NAME,
    SHIFT,
    TIME_LIMIT,
    FormField,
    Texts,
    Values,
    of_option,
    texts_of_values,
)
from .in_box import PERIOD, box_texts
from .kind import Kind

_TORUS = replace(BOX, label="torus", hint="width,height of one period")
_PERIOD = replace(PERIOD, default="1", hint="until it repeats; 1: still lifes")
_RULE = of_option("agars.rule", "rule", "such as B36/S23", advanced=True)


class Agars(Kind[Agar]):
    """Patterns of the whole plane that repeat."""

    name = "agars"
    description = "patterns of the whole plane that repeat"
    details = "Patterns that fill the whole plane: what a torus holds repeats in all directions."
    emblem = emblem("OOOOOOOO", "........", "OOOOOOOO", "........")
    command = "agars"
    problem_class = Agar
    as_block = True
    fields: ClassVar[tuple[FormField, ...]] = (
        NAME, _TORUS, _PERIOD, SHIFT, LIMIT, TIME_LIMIT, _RULE, *BOUNDS, *EFFORT
    )  # fmt: skip

    def arguments(self, texts: Texts) -> list[str]:
        """Return the size of the torus."""
        return [texts["box"].strip()]

    def problem(self, values: Values, subject: Any) -> Agar:  # noqa: ARG002
        """Return the problem that the values state."""
        return problem_in_box(Agar, values)

    def options(self, values: Values) -> Options:
        """Return the limits, the solver and the workers of a search up to symmetry."""
        return replace(super().options(values), up_to_symmetry=True)

    def texts_of(self, problem: Agar) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        values = {"period": problem.period, "shift": problem.shift}
        return box_texts(problem) | texts_of_values(values)

    def history(self, problem: Agar, board: Boards) -> list[Picture]:
        """Return the generations of one period on the torus."""
        return [cells[0] for cells in problem.history(board[None])]
