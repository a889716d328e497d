"""The fields in which a problem states its constraints."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.spacetime import Literals
from lifesat.errors import UserError
from lifesat.life.rule import Rule
from lifesat.problems.json_fields import integer_error
from lifesat.problems.life.constraints.background import Background, Outside, Surroundings
from lifesat.problems.life.constraints.change import ForcedChange, GreatestChange, Kind
from lifesat.problems.life.constraints.constraint import Constraint, LiteralsShape, Shape
from lifesat.problems.life.constraints.difference import DifferentFrom
from lifesat.problems.life.constraints.population import Population
from lifesat.problems.life.constraints.symmetry import Asymmetry, Symmetry
from lifesat.problems.life.rows import Rows
from lifesat.problems.problem import Boards

_KINDS: tuple[Kind, ...] = ("change", "growth", "decay")


@dataclass(frozen=True, kw_only=True)
class ConstraintFields(ABC):
    """Constraints on a block beyond its cells."""

    # Symmetries that the block must have, and must not have, as `Symmetry.parse` reads them.
    symmetry: tuple[str, ...] = ()
    asymmetry: tuple[str, ...] = ()
    # Pairs of generations that must differ.
    force_change: tuple[tuple[int, int], ...] = ()
    # Bounds on populations, as `Population.parse` reads them.
    population: tuple[str, ...] = ()
    # The most cells in which a generation may differ from the first one, may be live in addition to
    # it, or may be dead instead; None for any number.
    max_change: int | None = None
    max_growth: int | None = None
    max_decay: int | None = None
    # Blocks, or their first generations, that are not solutions.
    different_from: tuple[Rows, ...] = ()
    # The cells outside, as in `Background.cells`; empty for dead cells.
    background: tuple[str, ...] = ()
    # The column, row and generation of the background at the top left of the block.
    background_offset: tuple[int, int, int] = (0, 0, 0)
    # The generation whose population the problem's bounds and the searches for the fewest and the
    # most live cells count; None for the first one.
    counted_generation: int | None = None

    @property
    def counted(self) -> int:
        """The generation whose live cells count."""
        return self.counted_generation or 0

    @property
    def counted_words(self) -> str:
        """The words after a number of live cells; empty if the first generation counts."""
        return f" in generation {self.counted}" if self.counted else ""

    @cached_property
    def symmetries_wanted(self) -> tuple[Symmetry, ...]:
        """The symmetries that the block must have."""
        return tuple(map(Symmetry.parse, self.symmetry))

    @cached_property
    def constraints(self) -> tuple[Constraint, ...]:
        """The constraints that add clauses."""
        limits = ((getattr(self, f"max_{kind}"), kind) for kind in _KINDS)
        return (
            *(Asymmetry(Symmetry.parse(text)) for text in self.asymmetry),
            *(ForcedChange(*pair) for pair in self.force_change),
            *map(Population.parse, self.population),
            *(GreatestChange(limit, kind) for limit, kind in limits if limit is not None),
            *(DifferentFrom(cells, self.last_state) for cells in self.different_from),
        )

    @property
    @abstractmethod
    def last_state(self) -> int:
        """The highest state of a cell."""

    def standardise(self) -> None:
        """Replace the texts by their standard form, and reject invalid ones."""
        given = (DifferentFrom(cells, self.last_state) for cells in self.different_from)
        for name, values in (
            ("symmetry", self.symmetries_wanted),
            ("asymmetry", map(Symmetry.parse, self.asymmetry)),
            ("population", map(Population.parse, self.population)),
        ):
            object.__setattr__(self, name, tuple(map(str, values)))
        object.__setattr__(self, "different_from", tuple(each.cells for each in given))
        rows = tuple(" ".join(row.split()) for row in self.background)
        object.__setattr__(self, "background", rows)
        object.__setattr__(self, "counted_generation", self.counted_generation or None)
        if self.background and self.last_state > 1:
            raise UserError("a background needs a rule of two states")

    def surroundings_for(self, outside: Outside, rules: tuple[Rule, Rule]) -> Surroundings:
        """Return the cells outside the block, and reject an invalid background.

        `rules` are two rules that differ in every unknown transition; the background must be the
        same under both.
        """
        if not self.background:
            if any(self.background_offset):
                raise UserError("a background offset needs a background")
            return Surroundings(outside)
        if outside == "torus":
            raise UserError("a torus has no outside, so it cannot have a background")
        rule, other = rules
        background = Background(self.background, rule, self.background_offset)
        if not background.obeys(other):
            raise UserError("the background has transitions that the rule leaves open; name them")
        return Surroundings(outside, background)

    def constraint_errors(self, shape: Shape, surroundings: Surroundings) -> list[str]:
        """Return an error message for each constraint that is invalid for a block."""
        names = (*(f"max_{kind}" for kind in _KINDS), "counted_generation")
        found = [integer_error(name, getattr(self, name), 0, optional=True) for name in names]
        if not any(found):
            if self.counted >= shape[0]:
                found.append(
                    f"generation {self.counted} is counted, but the last one is {shape[0] - 1}"
                )
            found += [each.error(shape, surroundings) or "" for each in self._all]
        return [error for error in found if error]

    def add_constraints(
        self, formula: Formula, literals: Literals, surroundings: Surroundings
    ) -> None:
        """Add the clauses for the cells of a block, which already have the symmetries.

        The arguments are as in `Constraint.add`.
        """
        for constraint in self.constraints:
            constraint.add(formula, literals, surroundings)

    def constraints_size(self, shape: LiteralsShape) -> Size:
        """Return a bound on the size of what `add_constraints` adds."""
        return sum((each.size(shape) for each in self.constraints), Size())

    def constraints_hold(self, boards: Boards, surroundings: Surroundings) -> NDArray[np.bool_]:
        """Return which blocks have the symmetries and satisfy the constraints."""
        good = np.ones(len(boards), dtype=bool)
        for each in self._all:
            good &= each.holds(boards, surroundings)
        return good

    def same_constraints(
        self, ids: NDArray[np.intp], images: NDArray[np.intp], surroundings: Surroundings
    ) -> bool:
        """Return whether the constraints are the same for the images of cells.

        `ids` and `images` number the cells before and after a rotation, reflection or translation,
        shape ``(generations, height, width)``.
        """
        before, after = (
            {each.signature(numbers, surroundings) for each in self.constraints}
            for numbers in (ids, images)
        )
        return before == after

    def constraints_move(self, shape: Shape, surroundings: Surroundings) -> bool:
        """Return whether the constraints are the same for a block moved within dead cells."""
        ids = np.arange(np.prod(shape)).reshape(shape)
        moved = (np.roll(ids, 1, axis) for axis in (1, 2))
        return all(self.same_constraints(ids, each, surroundings) for each in moved)

    def constraint_words(self) -> list[str]:
        """Return a description of each constraint and of the background."""
        words = [each.words for each in self._all]
        if self.background:
            size = f"{self.background[0].count(' ') + 1}x{len(self.background)}"
            offset = ",".join(map(str, self.background_offset))
            words.append(f"a background of {size} cells at {offset}")
        return words

    @property
    def _all(self) -> tuple[Symmetry | Constraint, ...]:
        return (*self.symmetries_wanted, *self.constraints)
