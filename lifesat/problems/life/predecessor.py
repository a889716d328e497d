"""The predecessor problem: the last layer of space-time is the target."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cached_property, partial
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.cardinality import bound_population
from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.spacetime import ANY, FALSE, TRUE, Literals, SpaceTime, is_variable
from lifesat.encodings import encode
from lifesat.errors import UserError
from lifesat.formats import read_text, rle
from lifesat.formats.batch_rle import write_boards
from lifesat.formats.registry import EXTENSIONS
from lifesat.life.boards import from_boards
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.life.rule import Rule
from lifesat.problems.json_fields import make, read_object
from lifesat.problems.life import symmetry
from lifesat.problems.life.base import PopulationBounded, from_the_middle
from lifesat.problems.life.box import (
    filled_with_constants,
    inner,
    last_variable,
    rule_words,
    symmetric_layer,
)
from lifesat.problems.life.evolve_window import evolve_window, known_cells, reaches_target
from lifesat.problems.life.population import population_words, within_bounds
from lifesat.problems.life.sizes import predecessor_size
from lifesat.problems.life.validation import validation_errors
from lifesat.problems.life.window import Cell, Constraints, Outside, Window
from lifesat.problems.problem import Boards, BranchVariables


@dataclass(frozen=True)
class Predecessor(PopulationBounded):
    """Patterns that become the target after some generations.

    Attributes
    ----------
    target
        The target, under a rule that has a table; it may have unknown cells. On a torus its
        bounded grid gives the size.
    generations
        The number of generations to go back, at least 1.
    outside
        The cells outside: ``dead``, ``free`` or ``torus``.
    margin
        With outside ``dead``, the number of cells by which earlier generations may exceed the
        target's box on every side.
    least, most
        Bounds on the population of the first generation; no upper bound if `most` is None.
    different
        Whether the first generation must differ from the target in some known cell.
    require, forbid
        Cells ``(x, y)`` of the first generation that must be live, or dead; ``(0, 0)`` is the top
        left cell of the target's box.
    symmetry
        The symmetry that the first generation must have about the centre of its window: a name in
        `lifesat.life.symmetry.SYMMETRY_GROUPS`. Of two possible axes, the target's is used.

    Raises
    ------
    UserError
        If the values are invalid or inconsistent.
    """

    kind: ClassVar[str] = "predecessor"
    noun: ClassVar[str] = "predecessor"
    nouns: ClassVar[str] = "predecessors"
    # Few predecessors are objects, which have an apgcode.
    forms: ClassVar[Mapping[str, str]] = {
        form: end for form, end in EXTENSIONS.items() if form != "apgcode"
    }

    target: Pattern
    generations: int = 1
    outside: Outside = "dead"
    margin: int = 1
    least: int = 0
    most: int | None = None
    different: bool = False
    require: frozenset[Cell] = frozenset()
    forbid: frozenset[Cell] = frozenset()
    symmetry: str = "C1"

    def __post_init__(self) -> None:
        for error in validation_errors(self.window, self.constraints):
            raise UserError(error)

    # ---------------------------------------------------------------- the formula

    @property
    def rule(self) -> Rule:
        """The target's rule."""
        return self.target.rule

    @cached_property
    def window(self) -> Window:
        """The window of the first generation."""
        return Window(self.target, self.outside, self.margin, self.generations)

    @property
    def constraints(self) -> Constraints:
        """The constraints on the first generation."""
        return Constraints(
            self.least, self.most, self.different, self.require, self.forbid, self.symmetry
        )

    @property
    def border(self) -> int:
        """The number of cells that the first window adds to the target's box on every side."""
        return self.window.border

    @property
    def target_states(self) -> NDArray[np.uint8]:
        """The target in the first window: states, `UNKNOWN`, or 3 for cells outside the target."""
        return self.window.states

    @cached_property
    def symmetry_group(self) -> tuple[str, ...]:
        """The transforms of the symmetry, a group."""
        return self.constraints.group(self.window)

    @cached_property
    def spacetime(self) -> SpaceTime:
        """All generations, first to last; the variables of the first come first, row by row.

        Cells of an orbit share a variable in every generation, because evolution preserves the
        symmetry; in the target, one cell of each orbit is constrained.
        """
        # With outside `dead`, a ring around the window forbids births outside it.
        ring = 1 if self.outside == "dead" else 0
        beyond = FALSE if self.outside == "dead" else ANY
        shape = (self.generations + 1, *(side + 2 * ring for side in self.target_states.shape))
        literals = np.full(shape, beyond, dtype=np.int32)
        used = 0
        for t in range(self.generations):
            inset = t if self.outside == "free" else ring
            layer = inner(literals[t], inset)
            everywhere = np.ones(layer.shape, dtype=bool)
            layer[:] = (
                symmetric_layer(everywhere, self.symmetry_group, used) if t else self._first_layer()
            )
            used = max(used, int(layer.max(where=layer < TRUE, initial=0)))
        known = inner(literals[-1], ring)
        known[self.target_states == 0] = FALSE
        known[self.target_states == 1] = TRUE
        known[self.target_states == UNKNOWN] = ANY
        if self.reachable:
            literals[-1][~symmetry.first_of_orbits(literals[-1] != ANY, self.symmetry_group)] = ANY
        return SpaceTime(literals, torus=self.outside == "torus")

    @cached_property
    def first(self) -> Literals:
        """The window of the first generation."""
        return inner(self.spacetime.literals[0], 1 if self.outside == "dead" else 0)

    @cached_property
    def projection(self) -> int:
        """The size of the projection: the variables of the first window."""
        return last_variable(self.first)

    def places(self) -> Iterator[tuple[int, int, int, int]]:
        """Return ``(variable, x, y, t)`` for every cell that is a variable, ordered by variable.

        ``(0, 0)`` is the target's top left cell, and ``t = 0`` is the first generation.
        """
        return self.window.places(self.spacetime.literals)

    @property
    def population_literals(self) -> Literals:
        """The cells that the bounds count."""
        return self.first

    def formula(self, encoding: str) -> Formula:
        """Return the formula whose models are the histories that end in the target."""
        formula = encode(self.spacetime, self.target.rule, encoding)
        self.add_constraints(formula)
        return formula

    def add_constraints(self, formula: Formula) -> None:
        """Add clauses on the population of the first generation and its difference."""
        bound_population(formula, self.population_literals, self.least, self.most)
        if self.different:
            seen = self.target_states < UNKNOWN
            unlike = np.where(self.target_states == 1, -self.first, self.first)[seen]
            formula.add(np.unique(unlike)[None])

    def formula_size(self, encoding: str) -> Size:
        """Return a bound on the size of the formula."""
        return predecessor_size(self.window, self.constraints, encoding)

    def symmetries(self) -> NDArray[np.intp]:
        """Return the symmetries of the problem as permutations of the projection.

        They leave the target, the outside, the rule and the required and forbidden cells unchanged.

        Returns
        -------
        ndarray
            Shape ``(order, projection)``, including the identity; see
            `lifesat.sat.enumerate.enumerate_orbits`.
        """
        return self.symmetries_with(np.zeros(self.target_states.shape, dtype=np.intp))

    def symmetries_with(self, marks: NDArray[np.integer | np.bool_]) -> NDArray[np.intp]:
        """Return the symmetries that also map cells of the window to cells with the same mark."""
        given = np.where(self.first == TRUE, 1, 0) + np.where(self.first == FALSE, 2, 0)
        indices = np.where(is_variable(self.first), self.first - 1, -1)
        return symmetry.projection_symmetries(
            indices,
            self.target.rule.symmetries,
            states=self.target_states + 4 * given + 12 * marks.astype(np.intp),
            translations=self.outside == "torus",
        )

    def later_branch_variables(self) -> list[BranchVariables]:
        """Return the cells of later generations, from the last one back and the centre outwards.

        They split a proof best: fixing one propagates at once, while cells of much earlier
        generations hardly constrain the target. A solution determines all later generations, so
        the cubes over cells of any generation are disjoint and cover all solutions.
        """
        return [self._branch_variables(t) for t in range(self.generations - 1, 0, -1)]

    def _branch_variables(self, t: int) -> BranchVariables:
        layer = self.spacetime.literals[t]
        rows, columns = from_the_middle(layer).T

        def states(models: Literals) -> NDArray[np.bool_]:
            live: NDArray[np.bool_] = (
                evolve_window(self.window, self.boards(models), t)[:, rows, columns] == 1
            )
            return live

        return BranchVariables(layer[rows, columns].tolist(), states)

    # ---------------------------------------------------------------- solutions

    def boards(self, models: NDArray[np.int32]) -> Boards:
        """Return the first generations of models.

        Parameters
        ----------
        models
            Literals of the projection, shape ``(models, projection)``.

        Returns
        -------
        ndarray of uint8
            Shape ``(models, height, width)``: the states of the window, 0 or 1.
        """
        return filled_with_constants(self.first, models)

    def verify(self, boards: Boards) -> NDArray[np.bool_]:
        """Run first generations forward and return which are solutions.

        Parameters
        ----------
        boards
            Windows of the first generation, shape ``(boards, height, width)``.

        Returns
        -------
        ndarray of bool
            Shape ``(boards,)``.
        """
        return self.fulfilled(boards) & reaches_target(self.window, boards)

    def fulfilled(self, boards: Boards) -> NDArray[np.bool_]:
        """Return which first generations satisfy the constraints on them."""
        good = within_bounds(boards, self.least, self.most) & symmetry.is_symmetric(
            boards, self.symmetry_group
        )
        if self.different:
            good &= ((boards != self.target_states) & (self.target_states < UNKNOWN)).any(
                axis=(1, 2)
            )
        good &= ~boards[:, self.first == FALSE].any(axis=1)
        good &= boards[:, self.first == TRUE].all(axis=1)
        return good

    def patterns(self, boards: Boards) -> Iterator[Pattern]:
        """Yield first generations as patterns, positioned relative to the target."""
        return self._placed(boards, 0)

    def histories(self, boards: Boards) -> Iterator[list[Pattern]]:
        """Yield the generations of each board up to the target's.

        With outside ``free`` they have only the cells that the first one determines.
        """
        times = range(self.generations + 1)
        layers = [self._placed(known_cells(self.window, boards, t), t) for t in times]
        yield from map(list, zip(*layers, strict=True))

    def _placed(self, boards: Boards, t: int) -> Iterator[Pattern]:
        """Yield boards at time `t` as patterns, positioned relative to the target."""
        grid = self.target.grid if self.outside == "torus" else None
        if grid:
            position = -(grid.width // 2), -(grid.height // 2)
        else:
            x, y = self.target.position or (0, 0)
            border = self.border - (t if self.outside == "free" else 0)
            position = x - border, y - border
        return from_boards(boards, rule=self.target.rule, grid=grid, position=position)

    # ---------------------------------------------------------------- text

    def texts(self, boards: Boards, first: int, form: str) -> Iterable[str]:
        """Return each board as text in a pattern format, named by its number."""
        if form != "rle" or not len(boards):
            return super().texts(boards, first, form)
        return write_boards(boards, self.pattern(boards[0]), self.names(first, len(boards)))

    def to_json(self) -> str:
        """Return the problem as one line of JSON, the same for equal problems."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        values |= {"kind": self.kind, "target": rle.write(self.target)}
        # Sets of cells in one order, so that equal problems have equal JSON.
        return json.dumps(values, sort_keys=True, default=sorted)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the problem that `to_json` wrote.

        Raises
        ------
        UserError
            If the text is not a valid predecessor problem.
        """
        values = read_object(text, "problem")
        values.pop("kind", None)
        read_target = partial(read_text, format="rle", unknown=True, source="target")
        return make(cls, values, "problem", {Pattern: read_target})

    @property
    def label(self) -> str:
        """The text that names a predecessor when its number is added."""
        return f"{self.target.name or 'target'}, {self.noun}"

    def conditions(self) -> str:
        """Return a description of the problem, as the conditions of a proof of "none"."""
        back = "1 generation" if self.generations == 1 else f"{self.generations} generations"
        where = {
            "dead": f"within the target's box and a margin of {self.margin}, all dead outside",
            "free": "whatever surrounds the target",
            "torus": f"on the {self.target_states.shape[1]}x{self.target_states.shape[0]} torus",
        }[self.outside]
        rule = rule_words(self.target.rule.name)
        return ", ".join([f"{back} back {where}", *rule, *self._bounds()])

    def advice(self) -> str:
        """Return a suggestion if there is no solution, or "" if nothing else could help."""
        wider = {
            "dead": "a larger margin or outside free may still have one",
            "free": "",
            "torus": "another torus, or outside dead or free, may still have one",
        }[self.outside]
        if not self.reachable:
            return "the target lacks the symmetry, and a pattern that has it keeps it"
        if self._bounds():
            return "there may be one with fewer conditions"
        if self.outside == "free" and self.generations == 1:
            return "the target is an orphan, so every pattern that contains it is a Garden of Eden"
        return wider

    # ---------------------------------------------------------------- helpers

    def _bounds(self) -> list[str]:
        """Return descriptions of the constraints on the first generation."""
        bounds = symmetry.describe(self.symmetry, self.symmetry_group, self.target_states)
        bounds += population_words(self.least, self.most)
        bounds += ["not the target itself"] * self.different
        given = bool(self.require or self.forbid)
        return bounds + ["with some cells required or forbidden"] * given

    @cached_property
    def reachable(self) -> bool:
        """Whether the target is compatible with the symmetry."""
        return symmetry.is_compatible(self.target_states, self.symmetry_group)

    def _first_layer(self) -> Literals:
        """Return the first window, with the required and forbidden cells as constants."""
        if not self.reachable:
            # Evolution preserves the symmetry, so an all-dead layer gives an immediate conflict.
            return np.full(self.target_states.shape, FALSE, dtype=np.int32)
        required = self.window.marked(self.require, self.symmetry_group)
        layer = symmetric_layer(
            ~(required | self.window.marked(self.forbid, self.symmetry_group)),
            self.symmetry_group,
            0,
        )
        layer[required] = TRUE
        return layer
