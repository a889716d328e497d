"""The common part of all searches for objects in a box."""

from dataclasses import replace
from typing import TypeVar

import numpy as np

from lifesat.life.evolution import step
from lifesat.life.rule import LIFE, Rule
from lifesat.problems.life.box import plane_rule
from lifesat.problems.life.periodic import Periodic
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.problem import Boards
from lifesat.requests.choices import GLIDES, NO_GLIDE
from lifesat.requests.objects import ObjectRequest
from lifesat.requests.values import whole_number

from .fields import RULE, FormField, Texts, Values
from .kind import LifeKind

# Pictures of a box show a ring of this width around it, in which no cell may be born.
RING = 1

RULE_OF_OBJECTS = replace(
    RULE, hint="such as B36/S23; empty: B3/S23", parse=lambda text: plane_rule(text).name
)
PERIOD = FormField(
    "period", "period", "generations until it repeats", "2",
    parse=whole_number("period", 1), flag="--period", missing="enter the period, such as 2",
)  # fmt: skip
GLIDE = FormField(
    "glide", "glide", "symmetry applied once per step", NO_GLIDE,
    (NO_GLIDE, *GLIDES),
    flag="--glide", advanced=True,
)  # fmt: skip

Boxed = TypeVar("Boxed", bound=StillLife | Periodic)


class InBox(LifeKind[Boxed]):
    """A search for an object in a box."""

    def arguments(self, texts: Texts) -> list[str]:
        """Return the box."""
        return [texts["box"].strip()]

    def request(self, values: Values) -> ObjectRequest:
        """Return the box and the conditions on every object in it."""
        return ObjectRequest(
            values["box"],
            rule=values["rule"],
            symmetry=values["symmetry"],
            least=values["least"] or 0,
            most=values["most"],
        )

    def texts_of(self, problem: Boxed) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        texts = box_texts(problem.width, problem.height, problem.least, problem.most)
        rule = "" if problem.rule == LIFE else problem.rule_name
        return texts | {"symmetry": problem.symmetry, "rule": rule}


class PeriodicInBox(InBox[Periodic]):
    """A search for an object that repeats, in place or elsewhere."""

    def texts_of(self, problem: Periodic) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        texts = super().texts_of(problem) or {}
        return texts | {"period": str(problem.period), "glide": problem.glide}

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


def box_texts(width: int, height: int, least: int, most: int | None) -> dict[str, str]:
    """Return the texts that state a box and bounds on the live cells."""
    return {
        "box": f"{width},{height}",
        "least": str(least or ""),
        "most": "" if most is None else str(most),
    }
