"""Oscillators and spaceships: the last layer of space-time is the first one, moved."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.cardinality import bound_population, bound_size
from lifesat.cnf.encodings import encode, largest
from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.spacetime import FALSE, Literals, SpaceTime, is_variable
from lifesat.errors import UserError
from lifesat.formats.apgcode import code_of
from lifesat.life.arrays import transform
from lifesat.life.boards import from_boards
from lifesat.life.evolution import step
from lifesat.life.generations import generations_of
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE, Rule
from lifesat.life.symmetry import (
    TRANSFORMS,
    commute,
    decompose,
    inverse,
    orbit_count,
    order,
    symmetry_group,
    transform_vector,
)
from lifesat.problems.life.base import PopulationBounded
from lifesat.problems.life.box import (
    Shift,
    add_difference,
    filled,
    plane_rule,
    rule_words,
    shifted,
    symmetric_layer,
    symmetries_error,
    symmetry_error,
    symmetry_words,
)
from lifesat.problems.life.population import population_errors, population_words, within_bounds
from lifesat.problems.life.sizes import layers_size, ringed
from lifesat.problems.life.symmetry import invariance_clauses, is_symmetric, projection_symmetries
from lifesat.problems.life.translation import leading_sides
from lifesat.problems.problem import MOST_LITERALS, Boards, JsonProblem


@dataclass(frozen=True)
class Periodic(JsonProblem, PopulationBounded):
    """Patterns that repeat, possibly displaced, after a period and not earlier."""

    # The size of the box that contains all generations, the first and the last included.
    width: int
    height: int
    period: int
    # The displacement after the period, right and down.
    shift: Shift = (0, 0)
    # The symmetry of every generation about the centre of the box or of its path: a name in
    # `lifesat.life.symmetry.SYMMETRY_GROUPS`.
    symmetry: str = "C1"
    # A name in `lifesat.life.symmetry.TRANSFORMS`. If its order is n, the pattern becomes its own
    # image under it after each n-th part of the period: with "flip_x", its mirror image after half
    # the period.
    glide: str = "identity"
    # Bounds on the population of the first generation; None is no upper bound.
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

    @property
    def steps(self) -> int:
        """The number of generations after which the pattern is its image under the glide."""
        return self.period // order(self.glide)

    @cached_property
    def layers(self) -> list[Literals]:
        """The literals of the first `steps` generations, shape ``(height, width)`` each.

        Cells whose images would leave the box within the period are dead.
        """
        layers: list[Literals] = []
        used, group = 0, symmetry_group(self.symmetry, self.shift)
        for t in range(self.steps):
            stays = self._stay(order(self.glide) - (t > 0))
            layers.append(symmetric_layer(stays, group, used))
            used = max(used, int(layers[-1].max()))
        return layers

    @cached_property
    def spacetime(self) -> SpaceTime:
        """The layers and the image of the first one, in a ring of dead cells."""
        literals = np.stack([*self.layers, self.generation(self.steps)])
        return SpaceTime(np.pad(literals, ((0, 0), (1, 1), (1, 1)), constant_values=FALSE))

    @property
    def open_ended(self) -> bool:
        """Whether the last generation is unknown: always."""
        return True

    @property
    def projection(self) -> int:
        """The size of the projection: the variables of the first generation."""
        return int(max(self.layers[0].max(), 0))

    @property
    def population_bounds(self) -> tuple[int, int | None]:
        """The bounds on the population, which exclude the empty pattern."""
        return max(self.min_population, 1), self.max_population

    @property
    def population_literals(self) -> Literals:
        """The cells that the bounds on the population count."""
        return self.layers[0]

    def formula(self, encoding: str) -> Formula:
        """Return the formula whose models are the histories of periodic patterns."""
        formula = encode(self.spacetime, self.rule, encoding)
        first = self.layers[0]
        for earlier, shift in shorter_periods(self.period, self.shift):
            add_difference(formula, self.generation(earlier), shifted(first, shift, FALSE))
        bound_population(formula, self.population_literals, *self.population_bounds)
        return formula

    def formula_size(self, encoding: str) -> Size:
        """Return a bound on the size of the formula."""
        cells, group = self.height * self.width, symmetry_group(self.symmetry, self.shift)
        extent = ringed(self.height, self.width, group)
        size = largest([(extent, self.steps)], self.rule, encoding)
        variables = self.steps * orbit_count(self.height, self.width, group)
        size += layers_size((self.steps + 1) * cells, variables)
        # A difference for each prime factor of the period.
        differences = Size(variables=cells, clauses=2 * cells + 1, literals=7 * cells)
        size += differences * (self.period.bit_length() - 1)
        return size + bound_size(cells, *self.population_bounds)

    def symmetries(self) -> NDArray[np.intp]:
        """Return the symmetries of the problem as permutations of the projection."""
        layer = self.layers[0]
        indices = np.where(is_variable(layer), layer - 1, -1)
        return projection_symmetries(indices, self._elements())

    def invariance_clauses(self) -> Iterator[NDArray[np.int32]]:
        """Return the clauses that impose symmetries of the box that keep the movement."""
        square = self.width == self.height
        elements = [each for each in self._elements() if square or not decompose(each)[0]]
        return invariance_clauses(np.stack(self.layers), elements)

    def symmetry_breaking_clauses(self) -> list[tuple[int, ...]]:
        """Return clauses that a spaceship reaches the sides of the box ahead of it."""
        layers = [self.generation(t) for t in range(self.period + 1)]
        return leading_sides(np.stack(layers)[None])

    # ---------------------------------------------------------------- solutions

    def boards(self, models: Literals) -> Boards:
        """Return the first generations of models, shape ``(models, height, width)``."""
        return filled(self.layers[0], models)

    def verify(self, boards: Boards) -> NDArray[np.bool_]:
        """Run boards forward and return which are solutions."""
        good = within_bounds(boards, *self.population_bounds)
        good &= is_symmetric(boards, symmetry_group(self.symmetry, self.shift))
        shorter, rule = dict(shorter_periods(self.period, self.shift)), self.rule
        now = boards
        for t in range(1, self.period + 1):
            around = step(np.pad(now, ((0, 0), (1, 1), (1, 1))), rule)
            now = around[:, 1:-1, 1:-1]
            good &= around.sum(axis=(1, 2)) == now.sum(axis=(1, 2))
            if t == self.steps:
                good &= _same(now, self._image(boards, 0))
            if t in shorter:
                good &= ~_same(now, shifted(boards, shorter[t], 0))
        back = shifted(boards, self.shift, 0)
        good &= _same(now, back) & (back.sum(axis=(1, 2)) == boards.sum(axis=(1, 2)))
        return good

    def patterns(self, boards: Boards) -> Iterator[Pattern]:
        """Yield first generations as patterns with their apgcodes as comments."""
        for pattern in from_boards(boards, rule=self.rule):
            yield pattern.replace(comments=(code_of(pattern),))

    def histories(self, boards: Boards) -> Iterator[list[Pattern]]:
        """Yield the generations of each board up to the period."""
        for pattern in self.patterns(boards):
            yield generations_of(pattern, self.period)

    def conditions(self) -> str:
        """Return the conditions under which a proof that there is no solution holds."""
        words = [
            f"a box of {self.width}x{self.height} cells",
            *rule_words(self.rule_name),
        ]
        words.append(f"period {self.period}")
        if self.shift != (0, 0):
            words.append("moving by {},{}".format(*self.shift))
        if self.glide != "identity":
            words.append(f"{self.glide} after {self.steps} generation{'s' * (self.steps > 1)}")
        words += symmetry_words(self.symmetry) + population_words(
            self.min_population, self.max_population
        )
        return ", ".join(words)

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
            if transform_vector(move, element) == move and commute(element, self.glide)
        ]

    def _image(self, cells: NDArray[Any], fill: int) -> NDArray[Any]:
        """Return the images of boards after `steps` generations."""
        return shifted(transform(cells, self.glide), _step_shift(self), fill)

    def generation(self, t: int) -> Literals:
        """Return the literals of a generation up to the period, shape ``(height, width)``."""
        times, t = divmod(t, self.steps)
        layer = self.layers[t]
        for _ in range(times):
            layer = self._image(layer, FALSE)
        return layer

    def _stay(self, times: int) -> NDArray[np.bool_]:
        """Return which cells have `times` successive images in the box."""
        dx, dy = _step_shift(self)
        stays = np.ones((self.height, self.width), dtype=bool)
        for _ in range(times):
            stays = transform(shifted(stays, (-dx, -dy), 0), inverse(self.glide))
        return stays


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


def shorter_periods(period: int, shift: Shift) -> list[tuple[int, Shift]]:
    """Return the maximal proper divisors of a period, each with its part of the shift.

    Divisors whose part of the shift would be a fraction of a cell are left out.
    """
    dx, dy = shift
    parts = [part for part in range(2, period + 1) if period % part == 0]
    primes = [part for part in parts if all(part % less for less in range(2, part))]
    return [
        (period // prime, (dx // prime, dy // prime))
        for prime in primes
        if dx % prime == dy % prime == 0
    ]


def _same(some: Boards, others: Boards) -> NDArray[np.bool_]:
    same: NDArray[np.bool_] = (some == others).all(axis=(1, 2))
    return same


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


def _validation_errors(problem: Periodic) -> list[str]:
    """Return an error message for each invalid or inconsistent value."""
    found = []
    width, height, period = problem.width, problem.height, problem.period
    if min(width, height) < 1:
        found.append(f"a box of {width}x{height} has no cells")
    if (width + 2) * (height + 2) * (period + 1) > MOST_LITERALS:
        found.append(
            f"a box of {width}x{height} over {period} generations is too large; the limit is "
            f"{MOST_LITERALS:,} cells in all"
        )
    found += population_errors(*problem.population_bounds)
    rule = problem.rule
    if error := symmetry_error(problem.symmetry, width, height, problem.shift, rule):
        found.append(error)
    return found + _movement_errors(problem)


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
    if period % order(glide):
        found.append(
            f"period {period} is not a multiple of {order(glide)}, the order of glide {glide}"
        )
    try:
        _step_shift(problem)
    except ValueError:
        found.append(f"no pattern moves by {words} in {order(glide)} equal steps with {glide}")
    return found
