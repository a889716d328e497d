"""Patterns that repeat: the last layer of space-time is the first one, perhaps moved."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.cardinality import bound_population
from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import FALSE, Literals, SpaceTime
from lifesat.errors import UserError
from lifesat.formats.apgcode import code_of
from lifesat.life.arrays import transform
from lifesat.life.pattern import Pattern, from_boards, generations_of
from lifesat.life.rule import LIFE, BoundedGrid, Rule
from lifesat.life.symmetry import symmetry_group
from lifesat.problems.life.base import (
    PopulationBounded,
    population_errors,
    population_words,
    within_bounds,
)
from lifesat.problems.life.box import (
    Shift,
    add_difference,
    filled_with_states,
    last_variable,
    rule_words,
    symmetry_error,
    with_ring,
)
from lifesat.problems.life.search_rules import SingleRule, single_rule
from lifesat.problems.life.surroundings import Surroundings, grid_outside, outside_of
from lifesat.problems.life.symmetry import is_symmetric
from lifesat.problems.problem import Boards, JsonProblem, size_errors


@dataclass(frozen=True, kw_only=True)
class Repeating(JsonProblem, PopulationBounded):
    """Patterns that repeat after some generations, and not earlier.

    A subclass says which literals the generations have and how the first one returns. Its formula,
    the verification of solutions and the bound on its size follow. On the plane, all is dead
    outside a box; on a torus, opposite edges are joined.
    """

    # How often the pattern is there in the end.
    copies: ClassVar[int] = 1
    # Whether the bounds on the population hold in every generation, not only in the first one.
    bounded_always: ClassVar[bool] = False

    # The canonical name of a rule with two states and 3x3 cells, or of a Generations rule.
    rule_name: str = field(default=LIFE.name, metadata={"json": "rule"})

    def __post_init__(self) -> None:
        object.__setattr__(self, "rule_name", self.rule.name)
        for error in self._errors():
            raise UserError(error)

    # ---------------------------------------------------------------- what a subclass says

    @property
    @abstractmethod
    def shape(self) -> tuple[int, int]:
        """The height and width of the box that holds all generations."""

    @property
    @abstractmethod
    def generations(self) -> int:
        """The number of generations after which a pattern first repeats."""

    @property
    @abstractmethod
    def layers(self) -> Literals:
        """The literals of all states but 0 in the first `steps` generations.

        The shape is ``(states - 1, steps, height, width)``.
        """

    @property
    def grid(self) -> BoundedGrid | None:
        """The grid that the box lies on; None on the plane."""
        return None

    @property
    def surroundings(self) -> Surroundings:
        """What lies around the box."""
        return Surroundings(self.grid)

    @property
    def steps(self) -> int:
        """The number of generations after which a pattern is its image for the first time."""
        return self.generations

    @property
    def movement(self) -> tuple[str, Shift]:
        """The transform of a pattern after `steps` generations, and how far it is moved then."""
        return "identity", self.displacement

    def image(self, cells: NDArray[Any], fill: int) -> NDArray[Any]:
        """Return what boxes of cells become after `steps` generations.

        Cells from outside the box have the value `fill`.
        """
        turn, shift = self.movement
        return self.surroundings.moved(transform(cells, turn), shift, fill)

    @property
    def displacement(self) -> Shift:
        """How far a pattern has moved after all generations."""
        return 0, 0

    @property
    def group(self) -> tuple[str, ...]:
        """The transforms that leave every generation unchanged."""
        return ("identity",)

    def sooner(self) -> Sequence[tuple[int, Shift]]:
        """Return generations and shifts at which a pattern must not be the first one again."""
        return shorter_periods(self.generations, self.displacement)

    def add_conditions(self, formula: Formula) -> None:
        """Add the clauses of other conditions."""

    # ---------------------------------------------------------------- the formula

    @property
    def rule(self) -> Rule:
        """The rule that every generation follows."""
        return self._rules.rule

    @property
    def _rules(self) -> SingleRule:
        return single_rule(self.rule_name, outside_stays_dead=any(self.surroundings.ring))

    def generation(self, t: int) -> Literals:
        """Return the literals of a generation up to the last, shape as those of one layer."""
        times, t = divmod(t, self.steps)
        layer: Literals = self.layers[:, t]
        for _ in range(times):
            layer = self.image(layer, FALSE)
        return layer

    @property
    def spacetime_shape(self) -> tuple[int, int, int]:
        """The shape of `spacetime`."""
        (height, width), (down, across) = self.shape, self.surroundings.ring
        return self.steps + 1, height + 2 * down, width + 2 * across

    @cached_property
    def literals(self) -> Literals:
        """The layers and the image of the first one; on the plane, in a ring of dead cells."""
        every = np.concatenate([self.layers, self.generation(self.steps)[:, None]], axis=1)
        return with_ring(every, self.surroundings.ring, FALSE)

    @cached_property
    def spacetime(self) -> SpaceTime:
        """The live cells among `literals`."""
        return SpaceTime(self.literals[0], self.surroundings.places(*self.shape))

    @property
    def unequal(self) -> Sequence[tuple[Literals, Literals]]:
        """Generations that must not repeat the first one, and the first one, moved."""
        first = self.layers[:, 0]
        return [
            (self.generation(earlier), self.surroundings.moved(first, shift, FALSE))
            for earlier, shift in self.sooner()
        ]

    @property
    def has_other_conditions(self) -> bool:
        """Whether all generations have bounds; a subclass that adds conditions adds them."""
        return self.bounded_always and self.population_bounds != (0, None)

    @property
    def projection(self) -> int:
        """The size of the projection: the variables of the first generation."""
        return last_variable(self.layers[:, 0])

    @property
    def population_literals(self) -> Literals:
        """The cells of the first generation."""
        first: Literals = self.layers[:, 0]
        return first

    @property
    def reserved(self) -> int:
        """The number of variables after those of cells that `add_conditions` uses."""
        return 0

    def build(self, formula: Formula, encoding: str) -> None:
        """Add the clauses of patterns that repeat."""
        formula.fresh(last_variable(self.literals) + self.reserved)
        self._rules.build(formula, self.spacetime, self.literals, encoding)
        for one, other in self.unequal:
            add_difference(formula, one, other)
        for t in range(self.steps if self.bounded_always else 1):
            bound_population(formula, self.layers[:, t], *self.population_bounds)
        self.add_conditions(formula)

    # ---------------------------------------------------------------- solutions

    def boards(self, models: Literals) -> Boards:
        """Return the first generations of models, shape ``(models, height, width)``."""
        return filled_with_states(self.layers[:, 0], models)

    def verify(self, boards: Boards) -> NDArray[np.bool_]:
        """Run boards forward and return which are solutions."""
        good = within_bounds(boards, *self.population_bounds)
        good &= is_symmetric(boards, self.group)
        sooner, image = self.sooner(), boards
        for t, (now, stays) in enumerate(self._later(boards), 1):
            good &= stays
            if self.bounded_always:
                good &= within_bounds(now, *self.population_bounds)
            if t % self.steps == 0:
                image = self.image(image, 0)
                good &= _same(now, image)
            for shift in (shift for earlier, shift in sooner if earlier == t):
                good &= ~_same(now, self.surroundings.moved(boards, shift, 0))
        good &= image.sum(axis=(1, 2)) == self.copies * boards.sum(axis=(1, 2))
        return good

    def history(self, boards: Boards) -> Iterator[Boards]:
        """Yield boards and their later generations, up to the one that is the first again."""
        yield boards
        for now, _ in self._later(boards):
            yield now

    def _later(self, boards: Boards) -> Iterator[tuple[Boards, NDArray[np.bool_]]]:
        """Yield the generations of boards after the first, and which stay in the box."""
        for _ in range(self.generations):
            boards, stays = self.surroundings.step(boards, self.rule)
            yield boards, stays

    def patterns(self, boards: Boards) -> Iterator[Pattern]:
        """Yield first generations as patterns, with their apgcodes if they have any."""
        named = self.rule.has_table and self.grid is None
        for pattern in from_boards(boards, rule=self.rule, grid=self.grid):
            yield pattern.replace(comments=(code_of(pattern),) if named else ())

    def histories(self, boards: Boards) -> Iterator[list[Pattern]]:
        """Yield the generations of each board up to the last."""
        for pattern in self.patterns(boards):
            yield generations_of(pattern, self.generations)

    # ---------------------------------------------------------------- words

    def about(self, what: str) -> str:
        """Return `what` with the size of the box."""
        height, width = self.shape
        return f"{what} in {width}x{height} cells"

    def conditions(self) -> str:
        """Return the conditions under which a proof that there is no solution holds."""
        place, *others = self.condition_words()
        words = [place, *rule_words(self.rule_name), *others]
        return ", ".join(words + population_words(self.min_population, self.max_population))

    @abstractmethod
    def condition_words(self) -> list[str]:
        """Return the box and all conditions but the rule and the bounds on the population."""

    def _errors(self) -> list[str]:
        """Return an error message for each invalid or inconsistent value."""
        (height, width), grid = self.shape, self.grid
        place = "box" if grid is None else "torus" if grid.kind == "T" else "grid"
        found = []
        if min(width, height) < 1:
            found.append(f"a {place} of {width}x{height} has no cells")
        several = self.generations > 1
        over = f" over {self.generations} generations" * several
        layers = 1 + self.generations * several
        found += size_errors(
            f"a {place} of {width}x{height}{over}", (width + 2) * (height + 2), layers
        )
        return found + population_errors(*self.population_bounds)


@dataclass(frozen=True)
class InBox(Repeating):
    """Patterns in a box that repeat and may have a symmetry.

    The box lies in the plane, or is a bounded grid.
    """

    # The size of the box that contains all generations, the first and the last included.
    width: int
    height: int
    # The symmetry of every generation about the centre of the box or of its path: a name in
    # `lifesat.life.symmetry.SYMMETRY_GROUPS`.
    symmetry: str = field(default="C1", kw_only=True)
    # What lies outside the box; as in `lifesat.problems.life.search.SpaceTimeSearch`.
    outside: str = field(default="dead", kw_only=True)

    def __post_init__(self) -> None:
        object.__setattr__(self, "outside", outside_of(self.grid, *self.shape))
        super().__post_init__()

    @cached_property
    def grid(self) -> BoundedGrid | None:
        """The grid that the box is; None on the plane."""
        return grid_outside(self.outside, *self.shape)

    @property
    def shape(self) -> tuple[int, int]:
        """The height and width of the box."""
        return self.height, self.width

    @property
    def group(self) -> tuple[str, ...]:
        """The transforms of the symmetry."""
        return symmetry_group(self.symmetry, self.displacement)

    def _errors(self) -> list[str]:
        """Return an error message for each invalid or inconsistent value."""
        found = super()._errors()
        sides = self.width, self.height
        if error := symmetry_error(self.symmetry, *sides, self.displacement, self.rule):
            return [*found, error]
        for element in self.group:
            if not self.surroundings.keeps(element, *self.shape):
                found.append(f"the grid {self.grid} is not invariant under {element}")
        if not self.surroundings.moves(self.displacement):
            right, down = self.displacement
            found.append(f"on the grid {self.grid}, no pattern moves by {right},{down}")
        return found


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
