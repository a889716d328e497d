"""Oscillators and spaceships: the last layer of space-time is the first one, moved."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import Literals
from lifesat.life.arrays import transform
from lifesat.life.symmetry import (
    TRANSFORMS,
    commute,
    decompose,
    inverse,
    order,
    transform_vector,
)
from lifesat.problems.json_fields import integer_error
from lifesat.problems.life.box import (
    Shift,
    last_variable,
    leading_sides,
    symmetric_layer,
    symmetries_error,
    symmetry_words,
)
from lifesat.problems.life.repeating import InBox
from lifesat.problems.life.surroundings import grid_words
from lifesat.problems.life.symmetry import invariance_clauses, projection_symmetries
from lifesat.problems.problem import Boards


@dataclass(frozen=True)
class Periodic(InBox):
    """Patterns that repeat, possibly displaced, after a period and not earlier."""

    period: int
    # The displacement after the period, right and down.
    shift: Shift = (0, 0)
    # A name in `lifesat.life.symmetry.TRANSFORMS`. If its order is n, the pattern becomes its own
    # image under it after each n-th part of the period: with "flip_x", its mirror image after half
    # the period.
    glide: str = field(default="identity", kw_only=True)
    # How far live cells may be from the diagonal of the box's top left corner: only cells with
    # ``abs(x - y) <= diagonal_width``. None for any.
    diagonal_width: int | None = field(default=None, kw_only=True)

    # ---------------------------------------------------------------- the formula

    @property
    def generations(self) -> int:
        """The number of generations after which the pattern first repeats."""
        return self.period

    @property
    def displacement(self) -> Shift:
        """The displacement after the period."""
        return self.shift

    @property
    def steps(self) -> int:
        """The number of generations after which the pattern is its image under the glide."""
        return self.period // order(self.glide)

    @cached_property
    def layers(self) -> Literals:
        """The literals of the first `steps` generations; see `Repeating.layers`.

        Cells whose images would leave the box, or the diagonal, within the period are dead.
        """
        layers: list[Literals] = []
        used = 0
        for t in range(self.steps):
            stays = self._stay(order(self.glide) - (t > 0))
            layers.append(symmetric_layer(stays, self.group, used, self.rule.states))
            used = max(used, last_variable(layers[-1]))
        return np.stack(layers, axis=1)

    @property
    def movement(self) -> tuple[str, Shift]:
        """The glide, and how far a pattern is moved then."""
        return self.glide, _step_shift(self)

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
        """Return the clauses that impose symmetries of the box that keep the movement."""
        return invariance_clauses(self.layers, self._elements())

    def symmetry_breaking_clauses(self) -> list[tuple[int, ...]]:
        """Return clauses that a spaceship reaches the sides of the box ahead of it."""
        if self.grid is not None:
            return []
        layers = [self.generation(t) for t in range(self.period + 1)]
        return leading_sides(np.stack(layers, axis=1))

    # ---------------------------------------------------------------- solutions

    def verify(self, boards: Boards) -> NDArray[np.bool_]:
        """Run boards forward and return which are solutions."""
        good = super().verify(boards)
        if self.diagonal_width is not None:
            for now in self.history(boards):
                good &= ~now[:, ~self._allowed].any(axis=1)
        return good

    # ---------------------------------------------------------------- words

    def condition_words(self) -> list[str]:
        """Return the box and all conditions but the rule and the bounds on the population."""
        place = f"a box of {self.width}x{self.height} cells{grid_words(self.grid)}"
        words = [place, f"period {self.period}"]
        if self.shift != (0, 0):
            words.append("moving by {},{}".format(*self.shift))
        if self.glide != "identity":
            words.append(f"{self.glide} after {self.steps} generation{'s' * (self.steps > 1)}")
        if self.diagonal_width is not None:
            words.append(f"at most {self.diagonal_width} columns from the diagonal")
        return words + symmetry_words(self.symmetry)

    def advice(self) -> str:
        """Return a suggestion for when there is no solution."""
        return "a larger box or fewer conditions may still have one"

    # ---------------------------------------------------------------- helpers

    def _elements(self) -> list[str]:
        """Return the transforms that keep the rule and the movement, a group."""
        move = _step_shift(self)
        return [
            element
            for element in self.rule.symmetries
            if transform_vector(move, element) == move
            and self.surroundings.keeps(element, *self.shape)
            and commute(element, self.glide)
            and np.array_equal(transform(self._allowed, element), self._allowed)
        ]

    def _stay(self, times: int) -> NDArray[np.bool_]:
        """Return which cells may be live, and so may `times` successive images."""
        dx, dy = _step_shift(self)
        stays = self._allowed
        for _ in range(times):
            back = self.surroundings.moved(stays, (-dx, -dy), 0)
            image = transform(back, inverse(self.glide))
            stays = image & self._allowed
        return stays

    @cached_property
    def _allowed(self) -> NDArray[np.bool_]:
        """Which cells of the box may be live."""
        if self.diagonal_width is None:
            return np.ones(self.shape, dtype=bool)
        y, x = np.indices(self.shape)
        allowed: NDArray[np.bool_] = np.abs(x - y) <= self.diagonal_width
        return allowed

    def _errors(self) -> list[str]:
        """Return an error message for each invalid or inconsistent value."""
        width = integer_error("diagonal_width", self.diagonal_width, 0, optional=True)
        return [width] if width else super()._errors() + _movement_errors(self)


class Oscillator(Periodic):
    """A pattern that repeats in its place."""

    kind: ClassVar[str] = "oscillator"
    noun: ClassVar[str] = "oscillator"
    nouns: ClassVar[str] = "oscillators"


class Spaceship(Periodic):
    """A pattern that repeats elsewhere."""

    kind: ClassVar[str] = "spaceship"
    noun: ClassVar[str] = "spaceship"
    nouns: ClassVar[str] = "spaceships"


def _step_shift(problem: Periodic) -> Shift:
    """Return the displacement of a pattern in each step of its glide.

    Of several possible displacements, the most even one is chosen; the others only move the axis of
    the glide. Raises ValueError if no displacement adds up to the shift.
    """
    times, (dx, dy) = order(problem.glide), problem.shift
    if times == 1:
        return problem.shift
    for move in ((dx - dx // 2, dy // 2), (dx - dx // 2, dy - dy // 2)):
        at = (0, 0)
        for _ in range(times):
            x, y = transform_vector(at, problem.glide)
            at = x + move[0], y + move[1]
        if at == problem.shift:
            return move
    raise ValueError("no move in equal steps")


def _movement_errors(problem: Periodic) -> list[str]:
    """Return errors about the period, the shift and the glide."""
    found = []
    period, shift, glide = problem.period, problem.shift, problem.glide
    words = "{},{}".format(*shift)
    still = shift == (0, 0)
    oscillates = problem.kind == Oscillator.kind
    if period == 1 and oscillates:
        found.append("period is 1; use `lifesat still-lifes` to find still lifes")
    elif period < 1:
        found.append(f"period is {period}; it must be at least {2 if oscillates else 1}")
    if still != oscillates:
        found.append(f"shift is {words}; spaceships need a shift, oscillators must have none")
    if max(map(abs, shift)) > period:
        found.append(
            f"shift {words} is too far for period {period}; the limit is one cell per generation"
        )
    if glide not in TRANSFORMS:
        return [*found, f"unknown glide {glide!r}; choose one of {', '.join(TRANSFORMS)}"]
    if decompose(glide)[0] and problem.width != problem.height:
        found.append(f"{glide} needs a square box, not {problem.width}x{problem.height}")
    if error := symmetries_error(problem.rule, [glide], f"glide {glide}"):
        found.append(error)
    if not problem.surroundings.keeps(glide, *problem.shape):
        found.append(f"the grid {problem.grid} is not invariant under {glide}")
    if period % order(glide):
        found.append(
            f"period {period} is not a multiple of {order(glide)}, the order of glide {glide}"
        )
    try:
        _step_shift(problem)
    except ValueError:
        found.append(f"no pattern moves by {words} in {order(glide)} equal steps with {glide}")
    return found
