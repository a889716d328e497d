"""The predecessor problem: the last layer of space-time is the target."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, TypeGuard

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.bit_sets import Mask
from lifesat.cnf.cardinality import bound_population, bound_size
from lifesat.cnf.encodings import encode, largest
from lifesat.cnf.encodings.transition import Extent
from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.spacetime import ANY, FALSE, TRUE, Literals, SpaceTime, is_variable
from lifesat.errors import UserError
from lifesat.formats.batches import write_boards
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.life.rule import RULES_WITH_TABLE, rule_kind
from lifesat.life.symmetry import orbit_count, symmetry_group
from lifesat.problems.json_fields import integer_error
from lifesat.problems.life import symmetry
from lifesat.problems.life.base import (
    PopulationBounded,
    from_the_middle,
    live_cells,
    population_errors,
    population_words,
    within_bounds,
)
from lifesat.problems.life.box import (
    filled_with_constants,
    inner,
    last_variable,
    symmetric_layer,
    symmetry_error,
)
from lifesat.problems.life.sizes import layers_size
from lifesat.problems.life.target_problem import TargetProblem
from lifesat.problems.life.window import (
    Cell,
    cell_errors,
    evolve_window,
    outside_errors,
    reaches_target,
    window_errors,
    window_type_errors,
)
from lifesat.problems.problem import Boards, BranchVariables, Problem


@dataclass(frozen=True)
class Predecessor(TargetProblem, PopulationBounded):
    """Patterns that become the target after some generations.

    The rule has a table, and the target may have unknown cells.
    """

    kind: ClassVar[str] = "predecessor"

    # The most live cells of the first generation outside the target's box; None is no bound.
    max_outside: int | None = None
    # Whether the first generation must differ from the target in some known cell.
    different: bool = False
    # Cells (x, y) of the first generation that must be live, or dead; (0, 0) is the top left cell
    # of the target's box.
    require: frozenset[Cell] = frozenset()
    forbid: frozenset[Cell] = frozenset()
    # The symmetry of the first generation about the centre of its window: a name in
    # `lifesat.life.symmetry.SYMMETRY_GROUPS`. Of two possible axes, the target's is used.
    symmetry: str = "C1"
    # Cells (x, y) to project on, at least one; None for all. With some, a solution is not a whole
    # first generation, but the states that these cells take in one or more of them.
    project: frozenset[Cell] | None = None

    def __post_init__(self) -> None:
        for error in self._errors():
            raise UserError(error)

    # ---------------------------------------------------------------- the formula

    @cached_property
    def symmetry_group(self) -> tuple[str, ...]:
        """The transforms of the symmetry, a group."""
        direction = symmetry.axis_direction(self.symmetry, self.target_states, self.rule)
        return symmetry_group(self.symmetry, direction)

    @property
    def counts_cells(self) -> bool:
        """Whether a constraint counts live cells."""
        bounds = self.max_population, self.max_outside
        return self.min_population > 0 or bounds != (None, None)

    @property
    def constrains_boards(self) -> bool:
        """Whether a constraint concerns the first generation as a whole, and not single cells."""
        return self.counts_cells or self.different

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
    def projected(self) -> NDArray[np.bool_]:
        """Which cells of the first window distinguish solutions."""
        if self.project is None:
            return np.ones(self.target_states.shape, dtype=np.bool_)
        return self.window.marked(self.project, ("identity",))

    @cached_property
    def projection(self) -> int:
        """The size of the projection: the variables of the cells that distinguish solutions."""
        return last_variable(self.first[self.projected])

    @cached_property
    def witness(self) -> int:
        """The number of variables of the first window."""
        return last_variable(self.first)

    def places(self) -> Iterator[tuple[int, int, int, int]]:
        """Return ``(variable, x, y, t)`` for every cell that is a variable, ordered by variable.

        ``(0, 0)`` is the target's top left cell, and ``t = 0`` is the first generation.
        """
        return self.window.places(self.spacetime.literals)

    @property
    def population_literals(self) -> Literals:
        """The cells that the bounds on the population count."""
        return self.first

    def formula(self, encoding: str) -> Formula:
        """Return the formula whose models are the histories that end in the target."""
        formula = encode(self.spacetime, self.target.rule, encoding)
        self.add_constraints(formula)
        return formula

    def add_constraints(self, formula: Formula) -> None:
        """Add clauses for the bounds on live cells and for the difference from the target."""
        bound_population(formula, self.population_literals, *self.population_bounds)
        if self.max_outside is not None:
            bound_population(formula, self.first[self.window.outside_box], 0, self.max_outside)
        if self.different:
            seen = self.target_states < UNKNOWN
            unlike = np.where(self.target_states == 1, -self.first, self.first)[seen]
            formula.add(np.unique(unlike)[None])

    def formula_size(self, encoding: str) -> Size:
        """Return a bound on the size of the formula."""
        return self.size(encoding)

    def size(self, encoding: str, *, required: bool = False) -> Size:
        """Return a bound on the size of the formula.

        If `required`, the target's known cells are variables, as in `RequiredCells`.
        """
        height, width = self.target_states.shape
        back, group = self.generations, self.symmetry_group
        known = int(np.count_nonzero(self.target_states < UNKNOWN))
        ring = 2 if self.outside == "dead" else 0
        first = height + ring, width + ring
        # Cells outside the target are unknown, so each generation determines a smaller box.
        inset = 2 if self.outside == "free" else 0
        last = first[0] - inset * back, first[1] - inset * back
        constrained = known + last[0] * last[1] - height * width if ring else known
        if self.reachable:
            constrained = min(constrained, orbit_count(*last, group))
        extents = [(Extent(*last, constrained, known=not required), 1)]
        boxes = [(first, back)]
        if inset:
            boxes = [((first[0] - inset * t, first[1] - inset * t), 1) for t in range(back)]
            extents += [(Extent(*box, orbit_count(*box, group)), 1) for box, _ in boxes[1:]]
        else:
            extents.append((Extent(*first, orbit_count(*first, group)), back - 1))
        size = largest(extents, self.rule, encoding)
        variables = sum(times * orbit_count(*box, group) for box, times in boxes) + known * required
        size += layers_size((back + 1) * first[0] * first[1], variables)
        size += bound_size(height * width, *self.population_bounds)
        size += bound_size(int(self.window.outside_box.sum()), 0, self.max_outside)
        return size + Size(clauses=1, literals=known) * self.different

    def symmetries(self) -> NDArray[np.intp]:
        """Return the symmetries of the problem as permutations of the projection.

        They leave the target, the outside, the rule, the required and forbidden cells and the
        cells to project on unchanged.
        """
        return self.symmetries_with(self.projected)

    def symmetries_with(self, marks: NDArray[np.integer | np.bool_]) -> NDArray[np.intp]:
        """Return the symmetries that also map cells of the window to cells with the same mark."""
        given = np.where(self.first == TRUE, 1, 0) + np.where(self.first == FALSE, 2, 0)
        if self.max_outside is not None:
            given += 3 * self.window.outside_box
        indices = np.where(is_variable(self.first), self.first - 1, -1)
        return symmetry.projection_symmetries(
            indices,
            self.target.rule.symmetries,
            states=self.target_states + 4 * given + 24 * marks.astype(np.intp),
            translations=self.outside == "torus",
        )

    def later_branch_variables(self) -> list[BranchVariables]:
        """Return the cells of later generations, from the last one back and the centre outwards.

        They are the best for splitting a proof: fixing one propagates at once, while cells of much
        earlier generations hardly constrain the target. A solution determines all later
        generations, so the cubes over cells of any generation are disjoint and cover all solutions,
        unless it has only some cells of the first generation.
        """
        if self.project is not None:
            return []
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
        """Return the first generations of models, shape ``(models, height, width)``.

        Cells that are not projected are `UNKNOWN`.
        """
        boards = filled_with_constants(np.where(self.projected, self.first, FALSE), models)
        boards[:, ~self.projected] = UNKNOWN
        return boards

    def verify(self, boards: Boards) -> NDArray[np.bool_]:
        """Run first generations forward and return which are solutions.

        Boards of some cells cannot be run; `accepts` verifies them with the other cells.
        """
        if self.project is not None:
            known: NDArray[np.bool_] = ((boards != UNKNOWN) == self.projected).all(axis=(1, 2))
            return known
        return self.fulfilled(boards) & reaches_target(self.window, boards)

    def accepts(self, models: Literals) -> NDArray[np.bool_]:
        """Return which models have a whole first generation that becomes the target."""
        whole = filled_with_constants(self.first, models)
        return self.fulfilled(whole) & reaches_target(self.window, whole)

    def fulfilled(self, boards: Boards) -> NDArray[np.bool_]:
        """Return which first generations satisfy the constraints on them."""
        good = within_bounds(boards, *self.population_bounds)
        if self.max_outside is not None:
            outside = np.count_nonzero(boards[:, self.window.outside_box], axis=1)
            good &= outside <= self.max_outside
        good &= symmetry.is_symmetric(boards, self.symmetry_group)
        if self.different:
            good &= ((boards != self.target_states) & (self.target_states < UNKNOWN)).any(
                axis=(1, 2)
            )
        good &= ~boards[:, self.first == FALSE].any(axis=1)
        good &= boards[:, self.first == TRUE].all(axis=1)
        return good

    def weights(self, boards: Boards) -> NDArray[np.intp]:
        """Return the number of live cells that are projected."""
        return super().weights(boards & self.projected)

    def histories(self, boards: Boards) -> Iterator[list[Pattern]]:
        """Yield the generations of each board; states of some cells determine no later one."""
        if self.project is None:
            return super().histories(boards)
        return ([pattern] for pattern in self.patterns(boards))

    # ---------------------------------------------------------------- text

    @property
    def noun(self) -> str:
        """The word for one solution."""
        return "predecessor" if self.project is None else "state"

    @property
    def nouns(self) -> str:
        """The word for several solutions."""
        return f"{self.noun}s"

    @property
    def unknowns(self) -> str:
        """A name for the variables of the projection."""
        return super().unknowns if self.project is None else "projected cells"

    def about(self, what: str) -> str:
        """Return `what` with the name of the target."""
        if self.project is None:
            return super().about(what)
        return f"{what} of cells in {super().about('predecessors')}"

    def texts(self, boards: Boards, first: int, form: str) -> Iterable[str]:
        """Return each board as text in a pattern format, named by its number."""
        if form != "rle" or self.project is not None or not len(boards):
            return super().texts(boards, first, form)
        return write_boards(boards, self.pattern(boards[0]), self.names(first, len(boards)))

    def conditions(self) -> str:
        """Return the conditions under which a proof that there is no solution holds."""
        words = ", ".join([self.where_words(), *self._bounds()])
        if self.project is None:
            return words
        number = len(self.project)
        return f"{number:,} cell{'s' * (number > 1)} of the predecessors {words}"

    def none_words(self) -> str:
        """Return the shortest true statement that there is no solution."""
        words = super().none_words()
        return words.replace("no ", "no such ", 1) if self._bounds() else words

    def advice(self) -> str:
        """Return a suggestion for when there is no solution, or "" if nothing else could help."""
        if not self.reachable:
            return "the target lacks the symmetry, and a pattern that has it keeps it"
        if self._bounds():
            return "there may be one with fewer conditions"
        return super().advice()

    # ---------------------------------------------------------------- validation

    def _errors(self) -> list[str]:
        """Return the error messages about the first part of the problem that is invalid."""
        return (
            window_type_errors(self.window)
            or self._type_errors()
            or self._table_errors()
            or window_errors(self.window)
            or population_errors(self.min_population, self.max_population)
            or self._position_errors()
            or self._symmetry_errors()
        )

    def _type_errors(self) -> list[str]:
        """Return errors for constraints of the wrong type, or numbers that are too small."""
        found: list[str] = []
        if not isinstance(self.symmetry, str):
            found.append(f"symmetry is {self.symmetry!r}; it must be a name such as 'C2'")
        if error := integer_error("max_outside", self.max_outside, 0, optional=True):
            found.append(error)
        return found + cell_errors(self.require | self.forbid | (self.project or frozenset()))

    def _table_errors(self) -> list[str]:
        """Return an error if the rule has no table."""
        if self.rule.has_table:
            return []
        return [f"{rule_kind(self.rule)}; this needs {RULES_WITH_TABLE}"]

    def _position_errors(self) -> list[str]:
        """Return errors about required and forbidden cells, and the cells to project on."""
        if self.project is not None and not self.project:
            return ["there are no cells to project on; give one at least"]
        if both := self.require & self.forbid:
            return [f"cell {min(both)} is both required and forbidden"]
        # With outside `dead`, cells outside the window are dead, so forbidding them is allowed.
        placed = self.require if self.outside == "dead" else self.require | self.forbid
        return outside_errors(self.window, placed | (self.project or frozenset()))

    def _symmetry_errors(self) -> list[str]:
        """Return errors about the symmetry of the first generation."""
        height, width = self.target_states.shape
        direction = symmetry.axis_direction(self.symmetry, self.target_states, self.rule)
        if error := symmetry_error(self.symmetry, width, height, direction, self.rule):
            return [error]
        required, forbidden = (
            self.window.marked(cells, self.symmetry_group) for cells in (self.require, self.forbid)
        )
        for row, column in np.argwhere(required & forbidden).tolist()[:1]:
            top, left = self.window.place(0, 0)
            cell = column - left, row - top
            return [f"with symmetry {self.symmetry} cell {cell} is both required and forbidden"]
        return []

    # ---------------------------------------------------------------- helpers

    def _bounds(self) -> list[str]:
        """Return descriptions of the constraints on the first generation."""
        bounds = symmetry.describe(self.symmetry, self.symmetry_group, self.target_states)
        bounds += population_words(*self.population_bounds)
        if self.max_outside is not None:
            bounds.append(f"at most {live_cells(self.max_outside)} outside the target's box")
        bounds += ["with some cell of the target different"] * self.different
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
            ahead=self.projected,
        )
        layer[required] = TRUE
        return layer


def finds_boards(problem: Problem) -> TypeGuard[Predecessor]:
    """Return whether the solutions of a problem are whole predecessors.

    Engines that do not start from the formula, but from the window and its literals, find no
    others.
    """
    return isinstance(problem, Predecessor) and problem.project is None


@dataclass(frozen=True)
class DrawnPredecessor(Predecessor):
    """Predecessors drawn at random, all with the same probability."""

    # How they are drawn, in words.
    drawn: ClassVar[str] = "drawn"

    @property
    def label(self) -> str:
        """The name of a predecessor without its number."""
        return f"{super().label} {self.drawn} as number"


@dataclass(frozen=True)
class ApproximatelyDrawnPredecessor(DrawnPredecessor):
    """Predecessors drawn at random, all with nearly the same probability."""

    drawn: ClassVar[str] = "drawn approximately"


class RequiredCells:
    """The known cells of a target with outside ``free``, numbered row by row from 0.

    `assumptions`, shape ``(cells,)``, are the literals that give the cells their states in the
    target.
    """

    def __init__(self, problem: Predecessor) -> None:
        self._problem = problem
        literals = problem.spacetime.literals.copy()
        known = np.abs(literals[-1]) == TRUE
        signs = np.where(literals[-1][known] == TRUE, 1, -1)
        variables = problem.spacetime.variables + np.arange(1, len(signs) + 1)
        literals[-1][known] = variables
        self._spacetime = SpaceTime(literals)
        self.assumptions: Literals = (signs * variables).astype(np.int32)

    def __len__(self) -> int:
        return len(self.assumptions)

    def formula(self, encoding: str) -> Formula:
        """Return the formula whose models are the histories of all states of these cells."""
        return encode(self._spacetime, self._problem.target.rule, encoding)

    @staticmethod
    def formula_size(problem: Predecessor, encoding: str) -> Size:
        """Return a bound on the size of the formula, computed without building it."""
        return problem.size(encoding, required=True)

    def part(self, cells: Mask) -> Predecessor:
        """Return the predecessor problem with only some of these cells known."""
        problem = self._problem
        part = part_of(problem.target, cells)
        return Predecessor(part, generations=problem.generations, outside="free")


def part_of(target: Pattern, cells: Mask) -> Pattern:
    """Return a part of a target, in which all other cells are unknown.

    `cells` is a mask of its known cells, row by row.
    """
    states = target.to_array()
    known = states < UNKNOWN
    part = np.full_like(states, UNKNOWN)
    part[known] = np.where(cells, states[known], UNKNOWN)
    return Pattern.from_array(part, rule=target.rule, position=target.position, name=target.name)
