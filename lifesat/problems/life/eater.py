"""The eater problem: a still life that consumes a glider and is restored.

The scenario is that of Knuth's program sat-life-grid-eater: at time 0 the box contains the still
life and a glider in a corner, in the last two generations the still life alone, and nothing leaves
the box. The formula states exactly that the glider came from afar; Knuth's clauses miss two cases,
which docs/knuth.md describes.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.cardinality import bound_population
from lifesat.cnf.encodings import add_steps
from lifesat.cnf.encodings.truth_table import clauses_against
from lifesat.cnf.formula import Formula, Template
from lifesat.cnf.spacetime import FALSE, TRUE, Literals, SpaceTime, fresh, is_variable
from lifesat.errors import UserError
from lifesat.life.arrays import transform
from lifesat.life.evolution import evolve, step
from lifesat.life.pattern import Pattern, from_boards
from lifesat.life.rule import LIFE
from lifesat.problems.life.base import (
    PopulationBounded,
    population_errors,
    population_words,
    within_bounds,
)
from lifesat.problems.life.box import filled
from lifesat.problems.problem import Boards, JsonProblem, size_errors

# The glider in the lower left corner; it travels to the upper right.
GLIDER = ((1, 1, 1), (0, 0, 1), (0, 1, 0))

# Cells where the still life could disturb the glider: rows counted from the lowest, which is 0, and
# columns from 1. Knuth's names are a to d, then f to i.
QUIESCENT_CELLS = ((4, 1), (4, 2), (4, 3), (4, 4), (3, 5), (2, 5), (1, 5), (0, 5))

# Knuth's clauses about these cells, in his order; k is the k-th cell, -k its negation.
QUIESCENT = (
    *[(-1, 2), (1, -2), (2, -3), (-3, 4), (-2, 3, -4)],
    *[(-5, -6), (-5, -7), (-6, -8), (-7, -8)],
)

Corner = Literal["lower-left", "lower-right", "upper-left", "upper-right"]
CORNERS: tuple[Corner, ...] = ("lower-left", "lower-right", "upper-left", "upper-right")
# The transforms that map the lower left corner to each corner.
_TO_CORNER = {
    "lower-left": "identity",
    "lower-right": "flip_x",
    "upper-left": "flip_y",
    "upper-right": "rot180",
}

# The corner that belongs to the glider, and the smallest box with cells beyond it.
_OWN = 4
_LEAST_SIDE = 5
# The period of a glider, which moves one cell diagonally in it.
_PERIOD = 4
# Verification starts the glider this many periods before time 0: twenty generations.
_PERIODS_BEFORE = 5
_AROUND = _PERIODS_BEFORE + 2

# Cells of the still life that are within two cells of the glider on its way: rows from the lowest,
# which is 0, and columns from 1.
NEAR = (*QUIESCENT_CELLS, (4, 5))


@dataclass(frozen=True)
class Eater(JsonProblem, PopulationBounded):
    """Still lifes that eat a glider."""

    kind: ClassVar[str] = "eater"
    noun: ClassVar[str] = "eater"
    nouns: ClassVar[str] = "eaters"

    # The size of the box, each side at least 5.
    width: int
    height: int
    # The still life is alone at this time and one generation before; at least 2.
    generations: int
    # The corner of the glider at time 0. It comes from beyond that corner and heads for the
    # opposite one; the other cells of the 4x4 corner are dead.
    corner: Corner = "lower-left"
    # The number of generations, 0 to 3, by which the glider is ahead of Knuth's.
    phase: int = 0
    # Whether only Knuth's clauses, which miss two cases, ensure that the still life does not
    # disturb the approaching glider.
    as_published: bool = False

    def __post_init__(self) -> None:
        for error in _validation_errors(self):
            raise UserError(error)

    # ---------------------------------------------------------------- the formula
    # Internally the glider is at the lower left; boards are transformed on input and output.

    def about(self, what: str) -> str:
        """Return `what` with the size of the box."""
        return f"{what} in {self.width}x{self.height} cells"

    @cached_property
    def still(self) -> Literals:
        """The still life: variables from 1, row by row, except in the corner of the glider."""
        still = np.full((self.height, self.width), FALSE, dtype=np.int32)
        free = np.ones(still.shape, dtype=bool)
        free[-_OWN:, :_OWN] = False
        still[free] = fresh((int(free.sum()),), 0)
        return still

    @cached_property
    def first(self) -> Literals:
        """The still life with the glider."""
        first = self.still.copy()
        first[-3:, :3] = np.where(glider(self.phase) == 1, TRUE, FALSE)
        return first

    @property
    def spacetime_shape(self) -> tuple[int, int, int]:
        """The shape of `spacetime`."""
        return self.generations + 1, self.height + 2, self.width + 2

    @cached_property
    def spacetime(self) -> SpaceTime:
        """All generations, in a ring of dead cells.

        The glider's influence travels one cell per generation; cells farther away are unchanged.
        """
        layers, used = [self.first], self.projection
        for t in range(1, self.generations - 1):
            layer = self.still.copy()
            reached = layer[max(0, self.height - 3 - t) :, : 3 + t]
            reached[:] = fresh(reached.shape, used)
            used += reached.size
            layers.append(layer)
        ring = ((0, 0), (1, 1), (1, 1))
        literals = np.stack([*layers, self.still, self.still])
        return SpaceTime(np.pad(literals, ring, constant_values=FALSE))

    @property
    def projection(self) -> int:
        """The size of the projection: the cells of the still life."""
        return int(is_variable(self.still).sum())

    @property
    def population_literals(self) -> Literals:
        """The cells that the bounds on the population count."""
        return self.still

    def build(self, formula: Formula, encoding: str) -> None:
        """Add the clauses of the histories in which the glider is eaten."""
        formula.fresh(self.spacetime.variables)
        add_steps(formula, self.spacetime, LIFE, encoding)
        near = np.array([self.still[-1 - up, column - 1] for up, column in NEAR], dtype=np.int32)
        template = Template(QUIESCENT) if self.as_published else undisturbed(self.phase)
        formula.add_template(template, near[None])
        bound_population(formula, self.population_literals, *self.population_bounds)

    # ---------------------------------------------------------------- solutions

    def boards(self, models: Literals) -> Boards:
        """Return the still lifes of models, shape ``(models, height, width)``."""
        return self._transformed(filled(self.still, models))

    def with_glider(self, boards: Boards) -> Boards:
        """Return still lifes with the glider in its corner: the first generation."""
        first = self._transformed(boards).copy()
        first[:, -3:, :3] = glider(self.phase)
        return self._transformed(first)

    def verify(self, boards: Boards) -> NDArray[np.bool_]:
        """Run boards forward with the glider and return which are eaters.

        The glider starts twenty generations before time 0, or at time 0 if `as_published`. It must
        arrive undisturbed, all cells must stay within the box, and the still life must be alone at
        the last two times.
        """
        good = within_bounds(boards, *self.population_bounds)
        still = self._transformed(boards)
        good &= ~still[:, -_OWN:, :_OWN].any(axis=(1, 2))
        still = np.pad(still, ((0, 0), (_AROUND, _AROUND), (_AROUND, _AROUND)))
        gliders = approach(self.height, self.width, self.phase)
        if not self.as_published:
            for before, after in pairwise(gliders):
                good &= (step(still | before, LIFE) == still | after).all(axis=(1, 2))
        return good & self._eats(still, still | gliders[-1])

    def patterns(self, boards: Boards) -> Iterator[Pattern]:
        """Yield boards as patterns."""
        return from_boards(boards, rule=LIFE)

    def conditions(self) -> str:
        """Return the conditions under which a proof that there is no solution holds."""
        glider = f"a glider at the {self.corner.replace('-', ' ')} in phase {self.phase}"
        words = [
            f"a box of {self.width}x{self.height} cells",
            f"standing again {self.generations} generations after {glider}",
        ]
        if self.as_published:
            words.append("the glider's way clear as Knuth's clauses have it")
        words += population_words(*self.population_bounds)
        return ", ".join(words)

    def advice(self) -> str:
        """Return a suggestion for when there is no eater."""
        if self.min_population or self.max_population is not None:
            return "there may be one with other bounds"
        return "a larger box, more generations or another phase may still have one"

    # ---------------------------------------------------------------- helpers

    def _transformed(self, boards: Boards) -> Boards:
        """Map boards between the lower left corner and the glider's corner."""
        return transform(boards, _TO_CORNER[self.corner])

    def _eats(self, still: Boards, cells: Boards) -> NDArray[np.bool_]:
        """Return which boards stay within the box and equal `still` in the last two generations."""
        good = np.ones(len(cells), dtype=bool)
        inside = np.zeros(cells.shape[1:], dtype=bool)
        inside[_AROUND:-_AROUND, _AROUND:-_AROUND] = True
        for t in range(1, self.generations + 1):
            cells = step(cells, LIFE)
            good &= ~cells[:, ~inside].any(axis=1)
            if t >= self.generations - 1:
                good &= (cells == still).all(axis=(1, 2))
        return good


def glider(phase: int) -> Boards:
    """Return the 3x3 cells of a glider that heads for the upper right."""
    cells = np.pad(np.array(GLIDER, dtype=np.uint8), 3)
    cells = evolve(cells, LIFE, phase)
    rows, columns = np.nonzero(cells)
    return cells[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


def approach(height: int, width: int, phase: int) -> Boards:
    """Return the generations of a lone glider that approaches the lower left corner of a box.

    They go from 20 generations before time 0 to time 0. Each board is the box with `_AROUND` more
    cells on every side.
    """
    cells = np.zeros((height + 2 * _AROUND, width + 2 * _AROUND), dtype=np.uint8)
    row, column = height + _AROUND + _PERIODS_BEFORE, _AROUND - _PERIODS_BEFORE
    cells[row - 3 : row, column : column + 3] = glider(phase)
    times = range(_PERIOD * _PERIODS_BEFORE + 1)
    return np.stack([evolve(cells, LIFE, t) for t in times])


@lru_cache
def undisturbed(phase: int) -> Template:
    """Return clauses on the cells `NEAR` that leave the approaching glider undisturbed.

    All states of those cells are run with the glider at each place on its way. Other clauses make
    the still life stable, so these may forbid its own births as well.
    """
    way = approach(_LEAST_SIDE, _LEAST_SIDE, phase)
    states = np.indices((2,) * len(NEAR), dtype=np.uint8).reshape(len(NEAR), -1)
    cells = np.zeros((states.shape[1], *way.shape[1:]), dtype=np.uint8)
    lowest = _AROUND + _LEAST_SIDE - 1
    for state, (up, column) in zip(states, NEAR, strict=True):
        cells[:, lowest - up, _AROUND + column - 1] = state
    disturbed = np.zeros(len(cells), dtype=bool)
    theirs = np.s_[:, _AROUND + _LEAST_SIDE - _OWN :, : _AROUND + _OWN]
    for before, after in pairwise(way):
        following = step(cells | before, LIFE)
        disturbed |= (following != after)[theirs].any(axis=(1, 2))
    return clauses_against(disturbed.reshape((2,) * len(NEAR)))


def _validation_errors(problem: Eater) -> list[str]:
    """Return an error message for each invalid or inconsistent value."""
    found = []
    width, height = problem.width, problem.height
    if min(width, height) < _LEAST_SIDE:
        found.append(
            f"a box of {width}x{height} is too small for a glider and an eater; it needs "
            f"at least {_LEAST_SIDE}x{_LEAST_SIDE}"
        )
    if problem.generations < 2:
        found.append(
            f"generations is {problem.generations}; it must be at least 2, because the eater is "
            "alone in the last two"
        )
    if problem.corner not in CORNERS:
        found.append(f"corner is {problem.corner!r}; it can be {', '.join(CORNERS)}")
    if not 0 <= problem.phase < _PERIOD:
        found.append(f"phase is {problem.phase}; a glider has phases 0 to {_PERIOD - 1}")
    if problem.as_published and problem.phase:
        found.append("Knuth's clauses are for the glider in phase 0")
    found += population_errors(*problem.population_bounds)
    layers = problem.generations + 1
    box = f"a box of {width}x{height} over {layers} generations"
    return found + size_errors(box, (width + 2) * (height + 2), layers)
