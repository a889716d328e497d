"""What kinds of search have in common that are about objects in a box."""

from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from lifesat.cli.target import count
from lifesat.evolution import step
from lifesat.jobs.options import Options
from lifesat.problems.box import searched_rule
from lifesat.problems.oscillator import Periodic
from lifesat.problems.problem import Boards
from lifesat.problems.still_life import StillLife
from lifesat.rules import LIFE, Rule

from ..pictures import Picture
from .fields import RULE, FormField, Texts, Values
from .kind import Kind

# Whatever is drawn of a box has a ring in which nothing may be born.
RING = 1

RULE_OF_OBJECTS = replace(
    RULE, hint="as B36/S23; empty: B3/S23", parse=lambda text: searched_rule(text).name
)
PERIOD = FormField(
    "period", "period", "generations until it is there again", "2",
    parse=count(1, "period"), flag="--period", missing="give the period, such as 2",
)  # fmt: skip
GLIDE = FormField(
    "glide", "glide", "how it is turned until then, in steps", "identity",
    ("identity", "rot90", "rot180", "rot270", "flip_x", "flip_y", "transpose", "anti_transpose"),
    flag="--glide", advanced=True,
)  # fmt: skip

Boxed = TypeVar("Boxed", bound=StillLife | Periodic)


class InBox(Kind[Boxed]):
    """A search for an object in a box."""

    def arguments(self, texts: Texts) -> list[str]:
        """Return the box."""
        return [texts["box"].strip()]

    def stated(self, values: Values) -> dict[str, Any]:
        """Return what all such problems have, by the names of their fields."""
        width, height = values["box"]
        return {
            "width": width,
            "height": height,
            "symmetry": values["symmetry"],
            "least": values["least"] or 0,
            "most": values["most"],
            "rule": values["rule"] or LIFE.name,
        }

    def texts_of(self, problem: Boxed) -> dict[str, str] | None:
        """Return the texts that state a problem."""
        texts = box_texts(problem.width, problem.height, problem.least, problem.most)
        rule = "" if problem.evolves_under == LIFE else problem.rule
        return texts | {"symmetry": problem.symmetry, "rule": rule}

    def options(self, values: Values) -> Options:
        """Return how to search."""
        return replace(super().options(values), up_to_symmetry=values["up_to_symmetry"])


class ComingBack(InBox[Periodic]):
    """A search for an object that comes back."""

    def stated(self, values: Values) -> dict[str, Any]:
        """Return what all such problems have."""
        return super().stated(values) | {"period": values["period"], "glide": values["glide"]}

    def texts_of(self, problem: Periodic) -> dict[str, str] | None:
        """Return the texts that state a problem."""
        texts = super().texts_of(problem) or {}
        return texts | {"period": str(problem.period), "glide": problem.glide}

    def history(self, problem: Periodic, board: Boards) -> list[Picture]:
        """Return the generations until it is there again."""
        return run_in_box(board, problem.period, problem.evolves_under)


def run_in_box(board: Boards, generations: int, rule: Rule = LIFE) -> list[Picture]:
    """Return a box, with a ring around it, and so many generations after it."""
    cells = np.pad(board, RING)
    history: list[Picture] = [cells]
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
