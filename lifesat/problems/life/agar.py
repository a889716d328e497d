"""Agars: patterns of the whole plane that repeat in both directions, and in time.

One period of an agar is a board on a torus. All generations of the period are in the projection,
because the symmetries up to which agars are listed include the passage of time.

References
----------
.. [1] V. Salo and I. Törmä, "What Can Oracles Teach Us About the Ultimate Fate of Life?", ICALP
   2022.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import Literals, fresh
from lifesat.errors import UserError
from lifesat.formats.batches import write_boards
from lifesat.life.arrays import transform
from lifesat.life.pattern import Pattern, from_boards
from lifesat.life.rule import BoundedGrid
from lifesat.life.symmetry import decompose, transform_vector
from lifesat.problems.json_fields import integer_error
from lifesat.problems.life.box import Shift
from lifesat.problems.life.repeating import Repeating, shorter_periods
from lifesat.problems.problem import Boards

# The limit on the entries of the group of symmetries (order times variables), about 400 MB.
_MOST_ENTRIES = 50_000_000


@dataclass(frozen=True)
class Agar(Repeating):
    """Boards on a torus that repeat, possibly displaced, after a period and not earlier."""

    kind: ClassVar[str] = "agar"
    noun: ClassVar[str] = "agar"
    nouns: ClassVar[str] = "agars"
    bounded_always: ClassVar[bool] = True

    # The size of the torus; the spatial periods of an agar divide it.
    width: int
    height: int
    period: int = 1
    # The displacement after the period, right and down, less than the size of the torus.
    shift: Shift = (0, 0)

    # ---------------------------------------------------------------- the formula

    @property
    def shape(self) -> tuple[int, int]:
        """The height and width of the torus."""
        return self.height, self.width

    @property
    def grid(self) -> BoundedGrid:
        """The torus."""
        return BoundedGrid("T", self.width, self.height)

    @property
    def generations(self) -> int:
        """The number of generations after which the agar first repeats."""
        return self.period

    @property
    def displacement(self) -> Shift:
        """The displacement after the period."""
        return self.shift

    @cached_property
    def layers(self) -> Literals:
        """The generations of the period, of variables from 1; see `Repeating.layers`."""
        cells = fresh((self.period, self.height, self.width, self.rule.states - 1), 0)
        return np.moveaxis(cells, -1, 0)

    @property
    def projection(self) -> int:
        """The size of the projection: the variables of all generations."""
        return int(self.layers.size)

    def symmetries(self) -> NDArray[np.intp]:
        """Return the symmetries of the problem as permutations of the projection.

        They are the translations, rotations and reflections of the torus that keep the shift, and
        the passage of time. Raises UserError if the group is too large to list.
        """
        places = self.layers.astype(np.intp) - 1
        moved = self.surroundings.moved
        later = np.concatenate([places, moved(places, self.shift, 0)], axis=1)
        order = self.period * self.height * self.width * len(self.transforms)
        if order * self.projection > _MOST_ENTRIES:
            raise UserError(
                f"the torus has {order} symmetries, too many to list agars up to symmetry"
            )
        images = [
            np.moveaxis(
                moved(transform(later[:, t : t + self.period], name), (x, y), 0), 0, -1
            ).ravel()
            for t in range(self.period)
            for name in self.transforms
            for y in range(self.height)
            for x in range(self.width)
        ]
        return np.unique(np.array(images), axis=0)

    @cached_property
    def transforms(self) -> tuple[str, ...]:
        """The group of transforms of the torus that leave the rule and the shift unchanged."""
        return tuple(
            name
            for name in self.rule.symmetries
            if (self.width == self.height or not decompose(name)[0]) and self._keeps_shift(name)
        )

    # ---------------------------------------------------------------- solutions

    def patterns(self, boards: Boards) -> Iterator[Pattern]:
        """Yield first generations as patterns on the torus."""
        return from_boards(boards, rule=self.rule, grid=self.grid)

    def texts(self, boards: Boards, first: int, form: str) -> Iterable[str]:
        """Return each board as text in a pattern format, named by its number."""
        if form != "rle" or not len(boards):
            return super().texts(boards, first, form)
        return write_boards(boards, self.pattern(boards[0]), self.names(first, len(boards)))

    def condition_words(self) -> list[str]:
        """Return the torus and all conditions but the rule and the bounds on the population."""
        words = [f"the {self.width}x{self.height} torus", f"period {self.period}"]
        return words + ["moving by {},{}".format(*self.shift)] * (self.shift != (0, 0))

    def advice(self) -> str:
        """Return a suggestion for when there is no solution."""
        return "another torus may still have one"

    def sooner(self) -> list[tuple[int, Shift]]:
        """Return the generations and shifts at which the board must not repeat.

        A board that repeats in place sooner is not an agar of that period, whatever the shift.
        """
        in_place = shorter_periods(self.period, (0, 0))
        return sorted({*in_place, *shorter_periods(self.period, self.shift)})

    # ---------------------------------------------------------------- helpers

    def _keeps_shift(self, name: str) -> bool:
        """Return whether a transform maps the shift to one that is the same on the torus."""
        x, y = transform_vector(self.shift, name)
        dx, dy = self.shift
        return (x - dx) % self.width == 0 and (y - dy) % self.height == 0

    def _errors(self) -> list[str]:
        """Return an error message for each invalid or inconsistent value."""
        if error := integer_error("period", self.period, 1):
            return [error]
        found, (dx, dy) = super()._errors(), self.shift
        if 0 < self.width <= abs(dx) or 0 < self.height <= abs(dy):
            found.append(
                f"shift is {dx},{dy}; on a torus of {self.width}x{self.height} it must be less "
                f"than {self.width} cells across and {self.height} down"
            )
        return found
