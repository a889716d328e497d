"""Agars on a torus."""

from dataclasses import replace
from typing import Any, ClassVar

from lifesat.life.rule import LIFE
from lifesat.problems.life.agar import Agar
from lifesat.problems.life.box import torus_rule
from lifesat.problems.problem import Boards
from lifesat.requests.options import Effort

from ..pictures import Picture
from .emblem import emblem
from .fields import BOUNDS, BOX, EFFORT, LIMIT, NAME, RULE, SHIFT, TIME, FormField, Texts, Values
from .in_box import PERIOD, box_texts
from .kind import Kind

_TORUS = replace(BOX, label="torus", hint="width,height of one period")
_PERIOD = replace(PERIOD, default="1", hint="until it repeats; 1: still lifes")
_SHIFT = replace(SHIFT, default="0,0")
_RULE = replace(
    RULE, hint="such as B36/S23; empty: B3/S23", parse=lambda text: torus_rule(text).name
)


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
        NAME, _TORUS, _PERIOD, _SHIFT, LIMIT, TIME, _RULE, *BOUNDS, *EFFORT
    )  # fmt: skip

    def arguments(self, texts: Texts) -> list[str]:
        """Return the torus."""
        return [texts["box"].strip()]

    def problem(self, values: Values, subject: Any) -> Agar:  # noqa: ARG002
        """Return the problem that the values state."""
        width, height = values["box"]
        return Agar(
            width,
            height,
            period=values["period"],
            shift=values["shift"],
            least=values["least"] or 0,
            most=values["most"],
            rule_name=values["rule"] or LIFE.name,
        )

    def effort(self, values: Values) -> Effort:
        """Return the limits, the solver and the workers of the search, which is up to symmetry."""
        return replace(super().effort(values), up_to_symmetry=True)

    def texts_of(self, problem: Agar) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        return box_texts(problem.width, problem.height, problem.least, problem.most) | {
            "period": str(problem.period),
            "shift": "{},{}".format(*problem.shift),
            "rule": "" if problem.rule == LIFE else problem.rule_name,
        }

    def history(self, problem: Agar, board: Boards) -> list[Picture]:
        """Return the generations of one period on the torus."""
        return [cells[0] for cells in problem.history(board[None])]
