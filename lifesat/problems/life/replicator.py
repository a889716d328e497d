"""Replicators: the last layer of space-time is two copies of the first one."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import FALSE, Literals
from lifesat.life.pattern import Pattern, from_boards
from lifesat.life.symmetry import decompose, transform_vector
from lifesat.problems.life.box import (
    Shift,
    last_variable,
    shifted,
    symmetric_layer,
    symmetry_words,
)
from lifesat.problems.life.repeating import InBox
from lifesat.problems.life.symmetry import invariance_clauses, projection_symmetries
from lifesat.problems.problem import Boards


@dataclass(frozen=True)
class Replicator(InBox):
    """Patterns that become two copies of themselves, on opposite sides, and nothing else."""

    kind: ClassVar[str] = "replicator"
    noun: ClassVar[str] = "replicator"
    nouns: ClassVar[str] = "replicators"
    copies: ClassVar[int] = 2

    # The number of generations after which there are two copies.
    period: int
    # How far right and down one copy is from the pattern; the other one is as far left and up.
    shift: Shift

    # ---------------------------------------------------------------- the formula

    @property
    def generations(self) -> int:
        """The number of generations after which there are two copies."""
        return self.period

    @cached_property
    def layers(self) -> Literals:
        """The generations but the last; a cell of the first whose copies leave the box is dead."""
        everywhere = np.ones(self.shape, dtype=bool)
        stays = np.all([shifted(everywhere, shift, 0) for shift in self._shifts], axis=0)
        layers = [symmetric_layer(stays, self.group, 0, self.rule.states)]
        for _ in range(1, self.period):
            used = max(map(last_variable, layers))
            layers.append(symmetric_layer(everywhere, self.group, used, self.rule.states))
        return np.stack(layers, axis=1)

    @cached_property
    def _last(self) -> Literals:
        """The last generation: the copies, with a variable for each cell that both may reach."""
        one, other = self._copies
        reached = ((one != FALSE) & (other != FALSE)).any(axis=0)
        used = last_variable(self.layers)
        both = symmetric_layer(reached, self.group, used, self.rule.states)
        last: Literals = np.where(both != FALSE, both, np.maximum(one, other))
        return last

    def generation(self, t: int) -> Literals:
        """Return the literals of a generation."""
        return self._last if t == self.period else super().generation(t)

    def image(self, cells: NDArray[Any], fill: int) -> NDArray[Any]:
        """Return the two copies of boards together."""
        one, other = (shifted(cells, shift, fill) for shift in self._shifts)
        both: NDArray[Any] = np.maximum(one, other)
        return both

    def sooner(self) -> tuple[()]:
        """Return nothing: copies may also come sooner."""
        return ()

    @property
    def has_other_conditions(self) -> bool:
        """Whether there are others: the clauses of the copies, always."""
        return True

    def add_conditions(self, formula: Formula) -> None:
        """Add clauses that a cell of the last generation is live in one copy or in none."""
        one, other = self._copies
        both = (one != FALSE) & (other != FALSE)
        one, other, last = one[both], other[both], self._last[both]
        formula.add(np.stack([-last, one, other], axis=1))
        for pair in ((last, -one), (last, -other), (-one, -other)):
            formula.add(np.stack(pair, axis=1))

    @property
    def open_ended(self) -> bool:
        """Whether the last generation is unknown: always."""
        return True

    @property
    def population_bounds(self) -> tuple[int, int | None]:
        """The bounds on the population, which exclude the empty pattern."""
        return max(self.min_population, 1), self.max_population

    def symmetries(self) -> NDArray[np.intp]:
        """Return the symmetries of the problem as permutations of the projection."""
        return projection_symmetries(self.layers[:, 0], self._elements())

    def invariance_clauses(self) -> Iterator[NDArray[np.int32]]:
        """Return the clauses that impose symmetries of the box that keep the copies."""
        square = self.width == self.height
        elements = [each for each in self._elements() if square or not decompose(each)[0]]
        every = np.concatenate([self.layers, self._last[:, None]], axis=1)
        return invariance_clauses(every, elements)

    # ---------------------------------------------------------------- solutions

    def patterns(self, boards: Boards) -> Iterator[Pattern]:
        """Yield first generations as patterns; what grows has no apgcode."""
        return from_boards(boards, rule=self.rule)

    # ---------------------------------------------------------------- words

    def condition_words(self) -> list[str]:
        """Return the box and all conditions but the rule and the bounds on the population."""
        dx, dy = self.shift
        words = [
            f"a box of {self.width}x{self.height} cells",
            f"copies at {dx},{dy} and {-dx},{-dy} after {self.period} generations",
        ]
        return words + symmetry_words(self.symmetry)

    def advice(self) -> str:
        """Return a suggestion for when there is no solution."""
        return "a larger box or another shift may still have one"

    # ---------------------------------------------------------------- helpers

    @property
    def _copies(self) -> tuple[Literals, Literals]:
        """The literals of each copy."""
        one, other = (shifted(self.layers[:, 0], shift, FALSE) for shift in self._shifts)
        return one, other

    @property
    def _shifts(self) -> tuple[Shift, Shift]:
        """Where the copies are, right and down of the pattern."""
        dx, dy = self.shift
        return (dx, dy), (-dx, -dy)

    def _elements(self) -> list[str]:
        """Return the transforms that keep the rule and both copies, a group."""
        return [
            element
            for element in self.rule.symmetries
            if transform_vector(self.shift, element) in self._shifts
        ]

    def _errors(self) -> list[str]:
        """Return an error message for each invalid or inconsistent value."""
        found = super()._errors()
        if self.grid is not None:
            found.append("replicators are searched for on the plane, with outside dead")
        (dx, dy), words = self.shift, "{},{}".format(*self.shift)
        if self.period < 1:
            found.append(f"period is {self.period}; it must be at least 1")
        if (dx, dy) == (0, 0):
            found.append("shift is 0,0; the copies of a replicator need another place")
        if max(abs(dx), abs(dy)) > self.period:
            found.append(
                f"shift {words} is too far for period {self.period}; the limit is one cell per "
                "generation"
            )
        if self.width <= 2 * abs(dx) or self.height <= 2 * abs(dy):
            found.append(
                f"a box of {self.width}x{self.height} is too small for copies at {words} and "
                f"{-dx},{-dy}; it needs at least {2 * abs(dx) + 1}x{2 * abs(dy) + 1} cells"
            )
        if found:
            return found
        for element in self.group:
            if transform_vector(self.shift, element) not in self._shifts:
                found.append(
                    f"a replicator of symmetry {self.symmetry} cannot have copies at {words} and "
                    f"{-dx},{-dy}"
                )
                break
        return found
