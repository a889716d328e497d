"""Objects in a box: still lifes, oscillators, spaceships and replicators."""

from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from lifesat.frontends.input.objects import STILL_LIFE_PROBLEMS, problem_in_box
from lifesat.life.evolution import step
from lifesat.life.rule import LIFE, Rule
from lifesat.problems.life import repeating
from lifesat.problems.life.agar import Agar
from lifesat.problems.life.eater import Eater
from lifesat.problems.life.periodic import Oscillator, Periodic, Spaceship
from lifesat.problems.life.replicator import Replicator
from lifesat.problems.life.still_life import StillLife
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
    SYMMETRY,
    TIME_LIMIT,
    UP_TO_SYMMETRY,
    Texts,
    Values,
    of_option,
    texts_of_values,
)
from .kind import LifeKind

# Pictures of a box show a ring of this width around it, in which no cell may be born.
RING = 1

RULE_OF_OBJECTS = of_option("objects.rule", "rule", "such as B36/S23", advanced=True)
PERIOD = of_option(
    "period", "period", "generations until it repeats", "2",
    missing="enter the period, such as 2",
)  # fmt: skip
GLIDE = of_option("glide", "glide", "symmetry applied once per step", advanced=True)
_NO_EMPTY_LINES = of_option(
    "no_empty_lines", "no empty lines", "a live cell in each row and column"
)
_CONNECTED = of_option("connected", "connected", "any, or strict or pseudo still lifes")
_DENSITY = of_option("density", "density", "a live cell in each chunk of n cells", advanced=True)
_SHIFT = replace(SHIFT, default="1,1", missing="enter the shift, such as 1,1")

_COPIES_PERIOD = of_option(
    "replicators.period", "period", "generations until there are two", "12",
    missing="enter the period, such as 12",
)  # fmt: skip
_COPIES_SHIFT = of_option(
    "replicators.shift", "shift", "cells right,down to one copy", "2,2",
    missing="enter the shift, such as 2,2",
)  # fmt: skip

Boxed = TypeVar("Boxed", bound=repeating.InBox)


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


class Oscillators(PeriodicInBox):
    """Patterns that repeat in place."""

    name = "oscillators"
    description = "patterns that repeat in place"
    details = (
        "Patterns in a box that return to themselves after a period, such as blinkers and toads."
    )
    emblem = emblem(".OOO", "OOO.")
    command = "oscillators"
    problem_class = Oscillator
    as_block = True
    fields = (NAME, BOX, PERIOD, SYMMETRY, UP_TO_SYMMETRY, LIMIT, TIME_LIMIT, RULE_OF_OBJECTS,
              GLIDE, *BOUNDS, *EFFORT)  # fmt: skip


class Spaceships(PeriodicInBox):
    """Patterns that repeat at another place."""

    name = "spaceships"
    description = "patterns that repeat elsewhere"
    details = "Patterns that return to themselves somewhere else, such as gliders."
    emblem = emblem(".O..O", "O....", "O...O", "OOOO.")
    command = "spaceships"
    problem_class = Spaceship
    as_block = True
    fields = (NAME, BOX, replace(PERIOD, default="4"), _SHIFT, SYMMETRY, UP_TO_SYMMETRY, LIMIT,
              TIME_LIMIT, RULE_OF_OBJECTS, GLIDE, *BOUNDS, *EFFORT)  # fmt: skip

    def texts_of(self, problem: Periodic) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        texts = super().texts_of(problem) or {}
        return texts | texts_of_values({"shift": problem.shift})

    def reference(self, problem: Periodic, board: Boards) -> tuple[str, Picture]:
        """Return the spaceship one period later."""
        plural = "s" * (problem.period > 1)
        return f"{problem.period} generation{plural} later", self.history(problem, board)[-1]


class Replicators(InBox[Replicator]):
    """Patterns that become two copies of themselves."""

    name = "replicators"
    description = "patterns that become two copies"
    details = (
        "Patterns that become two copies of themselves, on opposite sides, and nothing else. There "
        "are many under HighLife and other rules with B6."
    )
    emblem = emblem("..OOO", ".O..O", "O...O", "O..O.", "OOO..")
    command = "replicators"
    problem_class = Replicator
    fields = (NAME, replace(BOX, default="13,13"), _COPIES_PERIOD, _COPIES_SHIFT, SYMMETRY,
              UP_TO_SYMMETRY, LIMIT, TIME_LIMIT, RULE_OF_OBJECTS,
              *BOUNDS, *EFFORT)  # fmt: skip

    def texts_of(self, problem: Replicator) -> dict[str, str] | None:
        """Return the texts of the fields that state a problem."""
        texts = super().texts_of(problem) or {}
        return texts | texts_of_values({"period": problem.period, "shift": problem.shift})

    def generations(self, problem: Replicator, boards: Boards) -> list[Boards]:
        """Return the generations until there are two copies."""
        return run_in_box(boards, problem.period, problem.rule)

    def reference(self, problem: Replicator, board: Boards) -> tuple[str, Picture]:
        """Return the two copies."""
        plural = "s" * (problem.period > 1)
        return f"{problem.period} generation{plural} later", self.history(problem, board)[-1]


def run_in_box(boards: Boards, generations: int, rule: Rule = LIFE) -> list[Boards]:
    """Return boxes with a ring around each, followed by their next generations."""
    cells = np.pad(boards, ((0, 0), (RING, RING), (RING, RING)))
    history = [cells]
    for _ in range(generations):
        cells = step(cells, rule)
        history.append(cells)
    return history


def box_texts(problem: repeating.InBox | Eater | Agar) -> dict[str, str]:
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
