"""Agars: patterns of the whole plane that repeat in both directions, and in time.

One period of an agar is a board on a torus. All generations of the period are in the projection,
because the symmetries up to which agars are listed include the passage of time.

References
----------
.. [1] V. Salo and I. Törmä, "What Can Oracles Teach Us About the Ultimate Fate of Life?", ICALP
   2022.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.cardinality import bound_population, bound_size
from lifesat.cnf.encodings import encode, largest
from lifesat.cnf.encodings.transition import Extent
from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.spacetime import Literals, SpaceTime, fresh
from lifesat.errors import UserError
from lifesat.formats.batch_rle import write_boards
from lifesat.life.arrays import transform
from lifesat.life.boards import from_boards
from lifesat.life.evolution import step
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE, BoundedGrid, Rule
from lifesat.life.symmetry import decompose, transform_vector
from lifesat.problems.json_fields import integer_error
from lifesat.problems.life.base import PopulationBounded
from lifesat.problems.life.box import Shift, add_difference, filled, rule_words, torus_rule
from lifesat.problems.life.periodic import shorter_periods
from lifesat.problems.life.population import population_errors, population_words, within_bounds
from lifesat.problems.life.sizes import layers_size
from lifesat.problems.problem import MOST_LITERALS, Boards, JsonProblem

# The limit on the entries of the group of symmetries (order times variables), about 400 MB.
_MOST_ENTRIES = 50_000_000


@dataclass(frozen=True)
class Agar(JsonProblem, PopulationBounded):
    """Boards on a torus that repeat, possibly displaced, after a period and not earlier."""

    kind: ClassVar[str] = "agar"
    noun: ClassVar[str] = "agar"
    nouns: ClassVar[str] = "agars"

    # The size of the torus; the spatial periods of an agar divide it.
    width: int
    height: int
    period: int = 1
    # The displacement after the period, right and down, less than the size of the torus.
    shift: Shift = (0, 0)
    # Bounds on the population of the torus in every generation; None is no upper bound.
    min_population: int = 0
    max_population: int | None = None
    # The canonical name of a rule with two states and a 3x3 neighbourhood.
    rule_name: str = field(default=LIFE.name, metadata={"json": "rule"})

    def __post_init__(self) -> None:
        object.__setattr__(self, "rule_name", torus_rule(self.rule_name).name)
        for error in self._errors():
            raise UserError(error)

    # ---------------------------------------------------------------- the formula

    def about(self, what: str) -> str:
        """Return `what` with the size of the torus."""
        return f"{what} in {self.width}x{self.height} cells"

    @property
    def rule(self) -> Rule:
        """The rule that every generation follows."""
        return torus_rule(self.rule_name)

    @cached_property
    def layers(self) -> Literals:
        """The generations of the period, shape ``(period, height, width)``: variables from 1."""
        return fresh((self.period, self.height, self.width), 0)

    @cached_property
    def spacetime(self) -> SpaceTime:
        """The layers and the first one, displaced, on a torus."""
        last: Literals = displaced(self.layers[:1], self.shift)
        return SpaceTime(np.concatenate([self.layers, last]), torus=True)

    @property
    def projection(self) -> int:
        """The size of the projection: the variables of all generations."""
        return int(self.layers.size)

    @property
    def population_literals(self) -> Literals:
        """The cells of the first generation."""
        first: Literals = self.layers[0]
        return first

    def formula(self, encoding: str) -> Formula:
        """Return the formula whose models are the histories of agars."""
        formula = encode(self.spacetime, self.rule, encoding)
        for earlier, shift in self.sooner():
            add_difference(formula, self.layers[earlier], displaced(self.layers[0], shift))
        for layer in self.layers:
            bound_population(formula, layer, self.min_population, self.max_population)
        return formula

    def formula_size(self, encoding: str) -> Size:
        """Return a bound on the size of the formula."""
        cells = self.height * self.width
        extent = Extent(self.height, self.width, cells)
        size = largest([(extent, self.period)], self.rule, encoding)
        size += layers_size((self.period + 1) * cells, self.period * cells)
        differences = Size(variables=cells, clauses=2 * cells + 1, literals=7 * cells)
        size += differences * len(self.sooner())
        return size + bound_size(cells, self.min_population, self.max_population) * self.period

    def symmetries(self) -> NDArray[np.intp]:
        """Return the symmetries of the problem as permutations of the projection.

        They are the translations, rotations and reflections of the torus that keep the shift, and
        the passage of time. Raises UserError if the group is too large to list.
        """
        places = self.layers.astype(np.intp) - 1
        later = np.concatenate([places, displaced(places, self.shift)])
        order = self.period * self.height * self.width * len(self.transforms)
        if order * self.projection > _MOST_ENTRIES:
            raise UserError(
                f"the torus has {order} symmetries, too many to list agars up to symmetry"
            )
        images = [
            displaced(transform(later[t : t + self.period], name), (x, y)).ravel()
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

    def boards(self, models: Literals) -> Boards:
        """Return the first generations of models, shape ``(models, height, width)``."""
        return filled(self.layers[0], models)

    def verify(self, boards: Boards) -> NDArray[np.bool_]:
        """Run boards forward and return which are solutions."""
        good = np.ones(len(boards), dtype=bool)
        sooner = self.sooner()
        for t, now in enumerate(self.history(boards)):
            good &= within_bounds(now, self.min_population, self.max_population)
            for shift in (shift for earlier, shift in sooner if earlier == t):
                good &= (now != displaced(boards, shift)).any(axis=(1, 2))
        good &= (now == displaced(boards, self.shift)).all(axis=(1, 2))
        return good

    def history(self, boards: Boards) -> Iterator[Boards]:
        """Yield the generations of boards, from the first to the one a period later."""
        yield boards
        for _ in range(self.period):
            boards = step(boards, self.rule, "torus")
            yield boards

    def patterns(self, boards: Boards) -> Iterator[Pattern]:
        """Yield first generations as patterns on the torus."""
        return from_boards(boards, rule=self.rule, grid=BoundedGrid("T", self.width, self.height))

    def texts(self, boards: Boards, first: int, form: str) -> Iterable[str]:
        """Return each board as text in a pattern format, named by its number."""
        if form != "rle" or not len(boards):
            return super().texts(boards, first, form)
        return write_boards(boards, self.pattern(boards[0]), self.names(first, len(boards)))

    def conditions(self) -> str:
        """Return the conditions under which a proof that there is no solution holds."""
        words = [f"the {self.width}x{self.height} torus", *rule_words(self.rule_name)]
        words.append(f"period {self.period}")
        if self.shift != (0, 0):
            words.append("moving by {},{}".format(*self.shift))
        return ", ".join(words + population_words(self.min_population, self.max_population))

    def advice(self) -> str:
        """Return a suggestion for when there is no solution."""
        return "another torus may still have one"

    def sooner(self) -> set[tuple[int, Shift]]:
        """Return the generations and shifts at which the board must not repeat.

        A board that repeats in place before the period is over is not an agar of that period,
        whatever the shift.
        """
        in_place = shorter_periods(self.period, (0, 0))
        return {*in_place, *shorter_periods(self.period, self.shift)}

    # ---------------------------------------------------------------- helpers

    def _keeps_shift(self, name: str) -> bool:
        """Return whether a transform maps the shift to one that is the same on the torus."""
        x, y = transform_vector(self.shift, name)
        dx, dy = self.shift
        return (x - dx) % self.width == 0 and (y - dy) % self.height == 0

    def _errors(self) -> list[str]:
        """Return an error message for each invalid or inconsistent value."""
        width, height, period, (dx, dy) = self.width, self.height, self.period, self.shift
        if error := integer_error("period", period, 1):
            return [error]
        found = []
        if min(width, height) < 1:
            found.append(f"a torus of {width}x{height} has no cells")
        elif abs(dx) >= width or abs(dy) >= height:
            found.append(
                f"shift is {dx},{dy}; on a torus of {width}x{height} it must be less than "
                f"{width} cells across and {height} down"
            )
        if (width + 2) * (height + 2) * (period + 1) > MOST_LITERALS:
            found.append(
                f"a torus of {width}x{height} over {period} generations is too large; the limit is "
                f"{MOST_LITERALS:,} cells in all"
            )
        return found + population_errors(self.min_population, self.max_population)


def displaced(cells: NDArray[Any], shift: Shift) -> NDArray[Any]:
    """Return boards on a torus, shape ``(..., height, width)``, moved right and down."""
    return np.roll(cells, shift[::-1], axis=(-2, -1))
