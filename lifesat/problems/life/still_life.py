"""The still life problem: one layer of space-time, used twice."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.cardinality import bound_population, bound_size
from lifesat.cnf.encodings import encode, largest
from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.spacetime import FALSE, Literals, SpaceTime
from lifesat.errors import UserError
from lifesat.formats.batch_apgcode import still_life_codes
from lifesat.formats.batch_rle import write_boards
from lifesat.life.boards import from_boards
from lifesat.life.evolution import step
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE, Rule
from lifesat.life.symmetry import orbit_count, symmetry_group
from lifesat.problems.life.base import PopulationBounded
from lifesat.problems.life.box import (
    filled,
    plane_rule,
    rule_words,
    symmetric_layer,
    symmetry_error,
    symmetry_words,
)
from lifesat.problems.life.population import population_errors, population_words, within_bounds
from lifesat.problems.life.sizes import layers_size, ringed
from lifesat.problems.life.symmetry import is_symmetric, projection_symmetries
from lifesat.problems.problem import MOST_LITERALS, Boards, JsonProblem


@dataclass(frozen=True)
class StillLife(JsonProblem, PopulationBounded):
    """Patterns in a box that do not change, without births outside."""

    kind: ClassVar[str] = "still_life"
    noun: ClassVar[str] = "still life"
    nouns: ClassVar[str] = "still lifes"

    width: int
    height: int
    # Whether every row and every column must have a live cell.
    no_empty_lines: bool = False
    # The length of the chunks that must each have a live cell, or None. The cells, row by row, are
    # divided as evenly as possible into chunks of about this length.
    density: int | None = None
    # The symmetry that patterns have about the centre of the box: a name in
    # `lifesat.life.symmetry.SYMMETRY_GROUPS`.
    symmetry: str = "C1"
    # Bounds on the population; None is no upper bound.
    min_population: int = 0
    max_population: int | None = None
    # The canonical name of a rule with two states and a 3x3 neighbourhood.
    rule_name: str = field(default=LIFE.name, metadata={"json": "rule"})

    def __post_init__(self) -> None:
        object.__setattr__(self, "rule_name", plane_rule(self.rule_name).name)
        for error in _validation_errors(self):
            raise UserError(error)

    # ---------------------------------------------------------------- the formula

    def about(self, what: str) -> str:
        """Return `what` with the size of the box."""
        return f"{what} in {self.width}x{self.height} cells"

    @property
    def rule(self) -> Rule:
        """The rule that every generation follows."""
        return plane_rule(self.rule_name)

    @cached_property
    def cells(self) -> Literals:
        """The box: variables from 1, row by row; cells of an orbit share a variable."""
        everywhere = np.ones((self.height, self.width), dtype=bool)
        return symmetric_layer(everywhere, symmetry_group(self.symmetry), 0)

    @cached_property
    def spacetime(self) -> SpaceTime:
        """The box in a ring of dead cells, twice."""
        layer = np.pad(self.cells, 1, constant_values=FALSE)
        return SpaceTime(np.stack([layer, layer]))

    @property
    def projection(self) -> int:
        """The size of the projection: the variables of the box."""
        return int(self.cells.max())

    @property
    def population_literals(self) -> Literals:
        """The cells that the bounds on the population count."""
        return self.cells

    def formula(self, encoding: str) -> Formula:
        """Return the formula whose models are the still lifes."""
        formula = encode(self.spacetime, self.rule, encoding)
        if self.no_empty_lines:
            formula.add(self.cells)
            formula.add(self.cells.T)
        for chunk in self._chunks():
            formula.add(self.cells.ravel()[None, chunk])
        bound_population(formula, self.population_literals, *self.population_bounds)
        return formula

    def formula_size(self, encoding: str) -> Size:
        """Return a bound on the size of the formula."""
        cells, group = self.height * self.width, symmetry_group(self.symmetry)
        extent = ringed(self.height, self.width, group)
        size = largest([(extent, 1)], self.rule, encoding)
        size += layers_size(2 * cells, orbit_count(self.height, self.width, group))
        lines = Size(clauses=self.height + self.width, literals=2 * cells)
        chunks = Size(clauses=0 if self.density is None else cells // self.density, literals=cells)
        size += lines * self.no_empty_lines + chunks * (self.density is not None)
        return size + bound_size(cells, *self.population_bounds)

    def symmetries(self) -> NDArray[np.intp]:
        """Return the symmetries of the problem as permutations of the projection."""
        labels = np.zeros(self.cells.size, dtype=np.intp)
        for number, chunk in enumerate(self._chunks()):
            labels[chunk] = number
        return projection_symmetries(
            self.cells - 1, self.rule.symmetries, labels=labels.reshape(self.cells.shape)
        )

    # ---------------------------------------------------------------- solutions

    def boards(self, models: Literals) -> Boards:
        """Return the boxes of projected models, shape ``(models, height, width)``."""
        return filled(self.cells, models)

    def verify(self, boards: Boards) -> NDArray[np.bool_]:
        """Run boxes forward and return which are solutions."""
        good = within_bounds(boards, *self.population_bounds)
        around = np.pad(boards, ((0, 0), (1, 1), (1, 1)))
        good &= (step(around, self.rule) == around).all(axis=(1, 2))
        if self.no_empty_lines:
            for across in (1, 2):
                good &= np.all(np.any(boards, axis=across), axis=1)
        flat = boards.reshape(len(boards), self.width * self.height)
        for chunk in self._chunks():
            good &= flat[:, chunk].any(axis=1)
        return good & is_symmetric(boards, symmetry_group(self.symmetry))

    def patterns(self, boards: Boards) -> Iterator[Pattern]:
        """Yield boxes as patterns with their apgcodes as comments."""
        codes = still_life_codes(boards, self.rule)
        for code, pattern in zip(codes, from_boards(boards, rule=self.rule), strict=True):
            yield pattern.replace(comments=(code,))

    def histories(self, boards: Boards) -> Iterator[list[Pattern]]:
        """Yield each still life alone, since it does not change."""
        return ([pattern] for pattern in self.patterns(boards))

    def texts(self, boards: Boards, first: int, form: str) -> Iterable[str]:
        """Return each board as text in a pattern format, named by its number."""
        if form not in ("rle", "apgcode") or not len(boards):
            return super().texts(boards, first, form)
        codes = still_life_codes(boards, self.rule)
        if form == "apgcode":
            return [f"{code}\n" for code in codes]
        blank = Pattern.from_array(boards[0], rule=self.rule)
        return write_boards(boards, blank, self.names(first, len(boards)), codes)

    def conditions(self) -> str:
        """Return the conditions under which a proof that there is no solution holds."""
        words = [f"{self.width}x{self.height} cells, all dead outside", *rule_words(self.rule_name)]
        if self.no_empty_lines:
            words.append("a live cell in every row and column")
        if self.density is not None:
            words.append(f"a live cell in every chunk of {self.density} cells")
        words += symmetry_words(self.symmetry) + population_words(*self.population_bounds)
        return ", ".join(words)

    def advice(self) -> str:
        """Return a suggestion for when there is no still life."""
        return "there may be one with fewer conditions or in a larger box"

    # ---------------------------------------------------------------- helpers

    def _chunks(self) -> list[slice]:
        """Return the slices of the cells, row by row, that must each have a live cell."""
        if self.density is None:
            return []
        size = self.width * self.height
        number = size // self.density
        ends = [(2 * part * size + number) // (2 * number) for part in range(number + 1)]
        return [slice(*pair) for pair in pairwise(ends)]


def _validation_errors(problem: StillLife) -> list[str]:
    """Return an error message for each invalid or inconsistent value."""
    found = []
    width, height = problem.width, problem.height
    if min(width, height) < 1:
        found.append(f"a box of {width}x{height} has no cells")
    if (width + 2) * (height + 2) > MOST_LITERALS:
        found.append(
            f"a box of {width}x{height} is too large; the limit is {MOST_LITERALS:,} cells"
        )
    if problem.density is not None and not 1 <= problem.density <= width * height:
        found.append(
            f"density is {problem.density}; for a box of {width}x{height} it must be from 1 to "
            f"{width * height}"
        )
    found += population_errors(*problem.population_bounds)
    if error := symmetry_error(problem.symmetry, width, height, rule=problem.rule):
        found.append(error)
    return found
