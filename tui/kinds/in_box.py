"""The common part of all searches for objects in a box."""

from typing import Any, TypeVar

import numpy as np

from lifesat.frontends.input.objects import problem_in_box
from lifesat.life.evolution import step
from lifesat.life.rule import LIFE, Rule
from lifesat.problems.life.agar import Agar
from lifesat.problems.life.eater import Eater
from lifesat.problems.life.periodic import Periodic
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.problem import Boards

from .fields import Texts, Values, of_option, texts_of_values
from .kind import LifeKind

# Pictures of a box show a ring of this width around it, in which no cell may be born.
RING = 1

RULE_OF_OBJECTS = of_option("objects.rule", "rule", "such as B36/S23", advanced=True)
PERIOD = of_option(
    "period", "period", "generations until it repeats", "2",
    missing="enter the period, such as 2",
)  # fmt: skip
GLIDE = of_option("glide", "glide", "symmetry applied once per step", advanced=True)

Boxed = TypeVar("Boxed", bound=StillLife | Periodic)


class InBox(LifeKind[Boxed]):
    """A search for an object in a box."""

    def arguments(self, texts: Texts) -> list[str]:
        """Return the size of the box."""
        return [texts["box"].strip()]

    def problem(self, values: Values, subject: Any) -> Boxed:  # noqa: ARG002
        """Return the problem that the values state."""
        return problem_in_box(self.problem_class, values)

    def texts_of(self, problem: Boxed) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        return box_texts(problem) | {"symmetry": problem.symmetry}


class PeriodicInBox(InBox[Periodic]):
    """A search for an object that repeats, in place or elsewhere."""

    def texts_of(self, problem: Periodic) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        texts = super().texts_of(problem) or {}
        return texts | texts_of_values({"period": problem.period, "glide": problem.glide})

    def generations(self, problem: Periodic, boards: Boards) -> list[Boards]:
        """Return the generations of one period."""
        return run_in_box(boards, problem.period, problem.rule)


def run_in_box(boards: Boards, generations: int, rule: Rule = LIFE) -> list[Boards]:
    """Return boxes with a ring around each, followed by their next generations."""
    cells = np.pad(boards, ((0, 0), (RING, RING), (RING, RING)))
    history = [cells]
    for _ in range(generations):
        cells = step(cells, rule)
        history.append(cells)
    return history


def box_texts(problem: StillLife | Periodic | Eater | Agar) -> dict[str, str]:
    """Return the texts that state a box, bounds on the population, and the rule."""
    texts = texts_of_values(
        {
            "box": (problem.width, problem.height),
            "min_population": problem.min_population,
            "max_population": problem.max_population,
        }
    )
    # The default is left out, since targets have another one.
    if isinstance(problem, Eater) or problem.rule == LIFE:
        return texts
    return texts | {"rule": problem.rule_name}
