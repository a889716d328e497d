"""Bounds on the live cells of one generation, or of several together."""

import re
from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.cardinality import bound_population, bound_size
from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.spacetime import Literals
from lifesat.errors import UserError
from lifesat.problems.life.constraints.background import Scalar, Surroundings
from lifesat.problems.life.constraints.constraint import (
    Constraint,
    LiteralsShape,
    Shape,
    generation_error,
)
from lifesat.problems.life.population import population_words
from lifesat.problems.problem import Boards

_BOUND = re.compile(
    r"\s*(<=|=<|>=|=>|==?|<|>|)\s*([0-9]{1,9})((?:\s+[0-9]{1,6})*)"
    r"(?:\s+outside\s+([0-9]{1,6}),([0-9]{1,6}),([0-9]{1,6}),([0-9]{1,6}))?\s*"
)
_RIGHT = (
    'give a bound such as "<=12", ">3" or "=5", and after it generations such as 0 1, and a box '
    "whose cells do not count, such as outside 2,2,5,4"
)


@dataclass(frozen=True)
class Population(Constraint):
    """Bounds on the number of live cells."""

    # Inclusive bounds; None is no upper bound.
    min_population: int = 0
    max_population: int | None = None
    # The generations whose live cells are counted together.
    generations: tuple[int, ...] = (0,)
    # A box whose cells do not count: its left column, its top row, its width and its height.
    outside: tuple[int, int, int, int] | None = None

    @classmethod
    def parse(cls, text: str) -> "Population":
        """Return the bounds that a text states: a sign, a number, perhaps generations and a box.

        Examples
        --------
        >>> Population.parse("<12 0 1")
        Population(min_population=0, max_population=11, generations=(0, 1), outside=None)
        """
        match = _BOUND.fullmatch(text)
        if not match:
            raise UserError(f"invalid population {text!r}: {_RIGHT}")
        sign, number = match[1], int(match[2])
        generations = tuple(map(int, match[3].split())) or (0,)
        if len(set(generations)) < len(generations):
            raise UserError(f"invalid population {text!r}: it names a generation twice")
        if sign == "<" and not number:
            raise UserError(f"invalid population {text!r}: there are never fewer than 0 live cells")
        box = tuple(map(int, match.groups()[3:])) if match[4] else None
        least: int = number
        most: int | None = number
        if sign.startswith(">") or sign == "=>":
            least, most = number + (sign == ">"), None
        elif "<" in sign:
            least, most = 0, number - (sign == "<")
        return cls(least, most, generations, box)  # type: ignore[arg-type]  # four numbers

    def __str__(self) -> str:
        if self.max_population is None:
            bound = f">={self.min_population}"
        elif self.max_population == self.min_population:
            bound = f"={self.max_population}"
        else:
            bound = f"<={self.max_population}"
        generations = map(str, self.generations) if self.generations != (0,) else ()
        box = ["outside", ",".join(map(str, self.outside))] if self.outside else ()
        return " ".join([bound, *generations, *box])

    @property
    def words(self) -> str:
        """The constraint in words."""
        if self.min_population == self.max_population:
            found = f"exactly {self.min_population} live cell{'s' * (self.min_population != 1)}"
        else:
            bounds = population_words(self.min_population, self.max_population)
            found = ", ".join(bounds) or "any population"
        if self.outside:
            x, y, width, height = self.outside
            found += f" outside the {width}x{height} cells at {x},{y}"
        if self.generations == (0,):
            return found
        numbers = ", ".join(map(str, self.generations))
        return f"{found} in generation{'s' * (len(self.generations) > 1)} {numbers}"

    def error(self, shape: Shape, surroundings: Surroundings) -> str | None:  # noqa: ARG002
        """Return an error message if the block lacks a generation or part of the box, else None."""
        error = generation_error(self.generations, shape)
        if self.outside and not error:
            x, y, width, height = self.outside
            if not (width and height and x + width <= shape[2] and y + height <= shape[1]):
                error = f"the box {width}x{height} at {x},{y} is not within the block"
        return error and f"invalid population {str(self)!r}: {error}"

    def add(self, formula: Formula, literals: Literals, surroundings: Surroundings) -> None:  # noqa: ARG002
        """Add the clauses."""
        counted = self._counted(literals)
        bound_population(formula, counted, self.min_population, self.max_population)

    def size(self, shape: LiteralsShape) -> Size:
        """Return a bound on the size of what `add` adds."""
        states, _, height, width = shape
        counted = states * len(self.generations) * height * width
        return bound_size(counted, self.min_population, self.max_population)

    def holds(self, boards: Boards, surroundings: Surroundings) -> NDArray[np.bool_]:  # noqa: ARG002
        """Return which blocks satisfy the constraint."""
        counts = np.count_nonzero(self._counted(boards), axis=(1, 2))
        good: NDArray[np.bool_] = counts >= self.min_population
        return good if self.max_population is None else good & (counts <= self.max_population)

    def signature(self, ids: NDArray[np.intp], surroundings: Surroundings) -> Hashable:  # noqa: ARG002
        """Return the cells that are counted, if these are not all."""
        return np.sort(self._counted(ids[None]), axis=None).tobytes() if self.outside else None

    def _counted(self, cells: NDArray[Scalar]) -> NDArray[Scalar]:
        """Return the values of the counted cells, shape ``(..., generations, cells)``.

        `cells` has shape ``(..., generations, height, width)``.
        """
        counted = np.ones(cells.shape[-2:], dtype=np.bool_)
        if self.outside:
            x, y, width, height = self.outside
            counted[y : y + height, x : x + width] = False
        return cells[:, list(self.generations)][..., counted]
