"""The still life problem: one layer of space-time, used twice."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from lifesat.arrays import from_array
from lifesat.board_codes import still_life_codes
from lifesat.board_rle import write_boards
from lifesat.encodings import encode
from lifesat.encodings.cardinality import bound_population
from lifesat.errors import UserError
from lifesat.evolution import step
from lifesat.formula import Formula
from lifesat.pattern import Pattern
from lifesat.problems.box import (
    filled,
    object_pattern,
    permutations,
    rule_words,
    searched_rule,
    symmetric,
    symmetry_fault,
    symmetry_words,
    turns_of,
)
from lifesat.problems.life import Populated
from lifesat.problems.population import bounded, population_faults, population_words
from lifesat.problems.problem import MOST_LITERALS, Boards
from lifesat.problems.stated import Stated
from lifesat.problems.symmetry import kept
from lifesat.rules import LIFE, Rule
from lifesat.spacetime import FALSE, Literals, SpaceTime


@dataclass(frozen=True)
class StillLife(Stated, Populated):
    """Patterns in a box that stay as they are, nothing being born outside.

    Attributes
    ----------
    width, height
        The size of the box.
    no_empty_lines
        Whether every row and every column has a live cell.
    density
        The length of the chunks that each have a live cell, or None: the cells, row by row, are
        split into as many chunks as fit, of this length as nearly as can be.
    symmetry
        A symmetry about the middle of the box, by a name in `lifesat.problems.box.SYMMETRIES`.
    least, most
        Bounds on the live cells; no upper one when `most` is None.
    rule
        The rule, of two states and 3x3 cells, by any of its names; the canonical one is kept.

    Raises
    ------
    UserError
        If the parts do not fit together.
    """

    kind: ClassVar[str] = "still_life"
    noun: ClassVar[str] = "still life"
    nouns: ClassVar[str] = "still lifes"

    width: int
    height: int
    no_empty_lines: bool = False
    density: int | None = None
    symmetry: str = "C1"
    least: int = 0
    most: int | None = None
    rule: str = LIFE.name

    def __post_init__(self) -> None:
        object.__setattr__(self, "rule", searched_rule(self.rule).name)
        for fault in _faults(self):
            raise UserError(fault)

    # ---------------------------------------------------------------- what stands where

    @property
    def evolves_under(self) -> Rule:
        """The rule that every generation follows."""
        return searched_rule(self.rule)

    @cached_property
    def cells(self) -> Literals:
        """The box: variables from 1, row by row; cells that a symmetry makes equal share one."""
        everywhere = np.ones((self.height, self.width), dtype=bool)
        return symmetric(everywhere, turns_of(self.symmetry), 0)

    @cached_property
    def spacetime(self) -> SpaceTime:
        """The box in a ring of dead cells, and the same again."""
        layer = np.pad(self.cells, 1, constant_values=FALSE)
        return SpaceTime(np.stack([layer, layer]))

    @property
    def projection(self) -> int:
        """How many variables, from 1, tell solutions apart."""
        return int(self.cells.max())

    @property
    def counted(self) -> Literals:
        """The cells that the bounds are about."""
        return self.cells

    def formula(self, encoding: str) -> Formula:
        """Return the formula whose models are the still lifes."""
        formula = encode(self.spacetime, self.evolves_under, encoding)
        if self.no_empty_lines:
            formula.add(self.cells)
            formula.add(self.cells.T)
        for chunk in self._chunks():
            formula.add(self.cells.ravel()[None, chunk])
        bound_population(formula, self.counted, self.least, self.most)
        return formula

    def symmetries(self) -> NDArray[np.intp]:
        """Return the turns that leave the box, the rule and the rest, as permutations.

        Returns
        -------
        ndarray
            Shape ``(order, projection)``, the identity among them.
        """
        turns = self.evolves_under.turns
        labels = np.zeros(self.cells.size, dtype=np.intp)
        for number, chunk in enumerate(self._chunks()):
            labels[chunk] = number
        return permutations(self.cells, turns, [labels.reshape(self.cells.shape)])

    # ---------------------------------------------------------------- reading a model back

    def boards(self, models: Literals) -> Boards:
        """Return the boxes that projected models stand for, shape ``(models, height, width)``."""
        return filled(self.cells, models)

    def holds(self, boards: Boards) -> NDArray[np.bool_]:
        """Say, by running them forward, which boxes are solutions."""
        good = bounded(boards, self.least, self.most)
        around = np.pad(boards, ((0, 0), (1, 1), (1, 1)))
        good &= (step(around, self.evolves_under) == around).all(axis=(1, 2))
        if self.no_empty_lines:
            for across in (1, 2):
                good &= np.all(np.any(boards, axis=across), axis=1)
        flat = boards.reshape(len(boards), self.width * self.height)
        for chunk in self._chunks():
            good &= flat[:, chunk].any(axis=1)
        return good & kept(boards, turns_of(self.symmetry))

    def pattern(self, board: Boards) -> Pattern:
        """Return the pattern of one box, its apgcode as a comment."""
        return object_pattern(board, self.evolves_under)

    def texts(self, boards: Boards, first: int, form: str) -> Iterable[str]:
        """Return the text of each board in a format of patterns, under its number."""
        if form not in ("rle", "apgcode") or not len(boards):
            return super().texts(boards, first, form)
        codes = still_life_codes(boards, self.evolves_under)
        if form == "apgcode":
            return [f"{code}\n" for code in codes]
        blank = from_array(boards[0], rule=self.evolves_under)
        return write_boards(boards, blank, self.names(first, len(boards)), codes)

    def conditions(self) -> str:
        """Return the words for what a proof of "none" holds for."""
        words = [f"{self.width}x{self.height} cells, all dead outside", *rule_words(self.rule)]
        if self.no_empty_lines:
            words.append("a live cell in every row and column")
        if self.density is not None:
            words.append(f"a live cell in every chunk of {self.density} cells")
        words += symmetry_words(self.symmetry) + population_words(self.least, self.most)
        return ", ".join(words)

    def advice(self) -> str:
        """Return what to try when there is no still life."""
        return "there may be one with fewer conditions or in a larger box"

    # ---------------------------------------------------------------- the parts of the above

    def _chunks(self) -> list[slice]:
        """Return the chunks of the row-major list of cells."""
        if self.density is None:
            return []
        size = self.width * self.height
        number = size // self.density
        ends = [(2 * part * size + number) // (2 * number) for part in range(number + 1)]
        return [slice(*pair) for pair in pairwise(ends)]


def _faults(problem: StillLife) -> list[str]:
    """Return what is wrong with the problem, one sentence each."""
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
            f"chunks of {problem.density} cells: a box of {width}x{height} has chunks of 1 to "
            f"{width * height}"
        )
    found += population_faults(problem.least, problem.most)
    if fault := symmetry_fault(problem.symmetry, width, height, rule=problem.evolves_under):
        found.append(fault)
    return found
