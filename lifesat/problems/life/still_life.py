"""The still life problem: one layer of space-time, used twice."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import Literals
from lifesat.formats.batches import still_life_codes, write_boards
from lifesat.life.pattern import Pattern, from_boards
from lifesat.problems.life.box import symmetric_layer, symmetry_words
from lifesat.problems.life.repeating import InBox
from lifesat.problems.life.surroundings import grid_words
from lifesat.problems.life.symmetry import projection_symmetries
from lifesat.problems.problem import Boards


@dataclass(frozen=True)
class StillLife(InBox):
    """Patterns in a box that do not change, without births outside."""

    kind: ClassVar[str] = "still_life"
    noun: ClassVar[str] = "still life"
    nouns: ClassVar[str] = "still lifes"

    # Whether every row and every column must have a live cell.
    no_empty_lines: bool = False
    # The length of the chunks that must each have a live cell, or None. The cells, row by row, are
    # divided as evenly as possible into chunks of about this length.
    density: int | None = None

    @property
    def generations(self) -> int:
        """The number of generations after which the pattern is the first one again."""
        return 1

    @cached_property
    def layers(self) -> Literals:
        """The box: variables from 1, row by row; cells of an orbit share a variable."""
        everywhere = np.ones(self.shape, dtype=bool)
        return symmetric_layer(everywhere, self.group, 0, self.rule.states)[:, None]

    @property
    def has_other_conditions(self) -> bool:
        """Whether lines or chunks must have a live cell."""
        return self.no_empty_lines or self.density is not None

    def add_conditions(self, formula: Formula) -> None:
        """Add clauses that lines and chunks have a live cell."""
        # The literals of each cell, row by row, and column by column.
        cells = np.moveaxis(self.population_literals, 0, -1)
        if self.no_empty_lines:
            formula.add(cells.reshape(self.height, -1))
            formula.add(cells.swapaxes(0, 1).reshape(self.width, -1))
        for chunk in self._chunks():
            formula.add(cells.reshape(self.height * self.width, -1)[chunk].reshape(1, -1))

    def symmetries(self) -> NDArray[np.intp]:
        """Return the symmetries of the problem as permutations of the projection."""
        labels = np.zeros(self.height * self.width, dtype=np.intp)
        for number, chunk in enumerate(self._chunks()):
            labels[chunk] = number
        return projection_symmetries(
            self.population_literals,
            [each for each in self.rule.symmetries if self.surroundings.keeps(each, *self.shape)],
            labels=labels.reshape(self.shape),
        )

    # ---------------------------------------------------------------- solutions

    def verify(self, boards: Boards) -> NDArray[np.bool_]:
        """Run boxes forward and return which are solutions."""
        good = super().verify(boards)
        if self.no_empty_lines:
            for across in (1, 2):
                good &= np.all(np.any(boards, axis=across), axis=1)
        flat = boards.reshape(len(boards), self.width * self.height)
        for chunk in self._chunks():
            good &= flat[:, chunk].any(axis=1)
        return good

    def patterns(self, boards: Boards) -> Iterator[Pattern]:
        """Yield boxes as patterns, with their apgcodes if they have any."""
        if self.grid is not None or not self.rule.has_table:
            yield from super().patterns(boards)
            return
        codes = still_life_codes(boards, self.rule)
        for code, pattern in zip(codes, from_boards(boards, rule=self.rule), strict=True):
            yield pattern.replace(comments=(code,))

    def histories(self, boards: Boards) -> Iterator[list[Pattern]]:
        """Yield each still life alone, since it does not change."""
        return ([pattern] for pattern in self.patterns(boards))

    def texts(self, boards: Boards, first: int, form: str) -> Iterable[str]:
        """Return each board as text in a pattern format, named by its number."""
        coded = self.grid is None and self.rule.has_table
        if form not in ("rle", "apgcode") or not (len(boards) and coded):
            return super().texts(boards, first, form)
        codes = still_life_codes(boards, self.rule)
        if form == "apgcode":
            return [f"{code}\n" for code in codes]
        blank = Pattern.from_array(boards[0], rule=self.rule)
        return write_boards(boards, blank, self.names(first, len(boards)), codes)

    def condition_words(self) -> list[str]:
        """Return the box and all conditions but the rule and the bounds on the population."""
        outside = grid_words(self.grid) or ", all dead outside"
        words = [f"{self.width}x{self.height} cells{outside}"]
        if self.no_empty_lines:
            words.append("a live cell in every row and column")
        if self.density is not None:
            words.append(f"a live cell in every chunk of {self.density} cells")
        return words + symmetry_words(self.symmetry)

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

    def _errors(self) -> list[str]:
        """Return an error message for each invalid or inconsistent value."""
        found, cells = super()._errors(), self.width * self.height
        if self.density is not None and not 1 <= self.density <= cells:
            found.append(
                f"density is {self.density}; for a box of {self.width}x{self.height} it must be "
                f"from 1 to {cells}"
            )
        return found
