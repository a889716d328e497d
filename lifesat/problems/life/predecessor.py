"""The predecessor problem: the last layer of space-time is the target."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, partial
from typing import ClassVar, Self, TypeGuard

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.cardinality import bound_population
from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import ANY, FALSE, TRUE, Literals, SpaceTime
from lifesat.errors import UserError
from lifesat.formats import read_text, rle
from lifesat.formats.batches import write_boards
from lifesat.formats.registry import EXTENSIONS
from lifesat.life.arrays import transform
from lifesat.life.pattern import UNKNOWN, Pattern, from_boards
from lifesat.life.rule import RULES_WITH_TABLE, Rule, evolves, rule_kind
from lifesat.problems.json_fields import integer_error, make
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
    filled_with_states,
    inner,
    last_variable,
    places_of,
    rule_words,
    symmetry_error,
    with_ring,
)
from lifesat.problems.life.refractory import (
    MOST_STATES,
    Generation,
    Possible,
    add_one_state_each,
    literals_of_states,
    possible_before,
    possible_states,
)
from lifesat.problems.life.window import (
    Cell,
    Outside,
    Window,
    cell_errors,
    evolve_window,
    known_cells,
    outside_errors,
    reaches_target,
    window_errors,
    window_type_errors,
)
from lifesat.problems.problem import Boards, BranchVariables, Problem, read_fields


def named(pattern: Pattern, what: str) -> str:
    """Return the name of a pattern, or its size if it has none.

    Examples
    --------
    >>> named(Pattern.from_rows(["OOO"]), "target")
    'the 3x1 target'
    """
    return pattern.name or f"the {pattern.width}x{pattern.height} {what}"


@dataclass(frozen=True)
class Predecessor(PopulationBounded):
    """Patterns that become the target after some generations.

    The rule has a table, and the target may have unknown cells; or it is a Generations rule, and
    every cell of the target has a state. A board has the states of the cells. A cell has a literal
    for each state but 0: under a rule with a table, it is one literal.
    """

    kind: ClassVar[str] = "predecessor"
    # Few predecessors are objects, which have an apgcode.
    forms: ClassVar[Mapping[str, str]] = {
        form: end for form, end in EXTENSIONS.items() if form != "apgcode"
    }

    # On a torus, its bounded grid gives the size.
    target: Pattern
    # The number of generations to go back, at least 1.
    generations: int = 1
    outside: Outside = "dead"
    # With outside "dead", the number of cells by which earlier generations may exceed the target's
    # box on every side.
    margin: int = 1
    # The most cells of the first generation outside the target's box that are not dead; None is no
    # bound.
    max_outside: int | None = None
    # Whether the first generation must differ from the target in some known cell.
    different: bool = False
    # Cells (x, y) of the first generation that must be live (have state 1), or dead; (0, 0) is the
    # top left cell of the target's box.
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

    @property
    def rule(self) -> Rule:
        """The target's rule."""
        return self.target.rule

    @cached_property
    def window(self) -> Window:
        """The window of the first generation."""
        return Window(self.target, self.outside, self.margin, self.generations)

    @property
    def border(self) -> int:
        """The number of cells that the first window adds to the target's box on every side."""
        return self.window.border

    @property
    def target_states(self) -> NDArray[np.uint8]:
        """The target in the first window; see `lifesat.problems.life.window.Window.states`."""
        return self.window.states

    # ---------------------------------------------------------------- the formula

    @cached_property
    def symmetry_group(self) -> tuple[str, ...]:
        """The transforms of the symmetry, a group."""
        return symmetry.group_of(self.symmetry, self.target_states, self.rule)

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
    def possible(self) -> list[Possible]:
        """The states that cells of the window may have in each generation to become the target.

        With outside ``free``, cells outside the target may have any state. All cells of an orbit
        may have the same states, because evolution preserves the symmetry.
        """
        states, group = np.arange(self.rule.states)[:, None], self.symmetry_group
        target = possible_states(self.target_states, self.window.known, len(states))
        layers = [np.all([transform(target, element) for element in group], axis=0)]
        for _ in range(self.generations):
            layers.append(possible_before(layers[-1]))
        first = layers[-1]
        for cells, state in ((self.require, 1), (self.forbid, 0)):
            first[:, self.window.marked(cells, group)] &= states == state
        first &= self.reachable
        return layers[::-1]

    @cached_property
    def literals(self) -> Literals:
        """The literals of the first window, shape ``(states - 1, height, width)``, from state 1.

        The variables of projected cells come first; otherwise they are numbered cell by cell, row
        by row.
        """
        return literals_of_states(self.possible[0], self.symmetry_group, ahead=self.projected)

    @property
    def first(self) -> Literals:
        """The literals of live cells, those of state 1, in the first window."""
        live: Literals = self.literals[0]
        return live

    @cached_property
    def projected(self) -> NDArray[np.bool_]:
        """Which cells of the first window distinguish solutions."""
        if self.project is None:
            return np.ones(self.target_states.shape, dtype=np.bool_)
        return self.window.marked(self.project, ("identity",))

    @cached_property
    def projection(self) -> int:
        """The size of the projection: the variables of the cells that distinguish solutions."""
        return last_variable(self.literals[:, self.projected])

    @cached_property
    def witness(self) -> int:
        """The number of variables of the first window."""
        return last_variable(self.literals)

    @property
    def spacetime_shape(self) -> tuple[int, int, int]:
        """The shape of `spacetime`."""
        (height, width), (down, across) = self.target_states.shape, self.window.ring
        return self.generations + 1, height + 2 * down, width + 2 * across

    @cached_property
    def spacetime(self) -> SpaceTime:
        """The live cells of all generations, first to last.

        The variables of the first generation come first; those of others are numbered row by row.
        Cells of an orbit share a variable in every generation, and in the target, one cell of each
        orbit is constrained.
        """
        ring, group = self.window.ring, self.symmetry_group
        around = ANY if self.outside == "free" else FALSE
        literals = np.full(self.spacetime_shape, around, dtype=np.int32)
        inner(literals[0], ring)[:] = self.first
        used = self.witness
        for t in range(1, self.generations):
            dead, live, *older = inner(self.possible[t], self._inset(t))
            either = np.stack([np.any([dead, *older], axis=0), live])
            (layer,) = literals_of_states(either, group, used)
            inner(literals[t], self._inset(t) or ring)[:] = layer
            used = max(used, last_variable(layer))
        last = np.where(self.target_states == 1, TRUE, FALSE)
        inner(literals[-1], ring)[:] = np.where(self.window.known, last, ANY)
        if self.reachable:
            literals[-1][~symmetry.first_of_orbits(literals[-1] != ANY, group)] = ANY
        return SpaceTime(literals, self.window.surroundings.places(*self.window.shape))

    def _inset(self, t: int) -> int:
        """Return the width of the frame of cells that the first window does not determine."""
        return t if self.outside == "free" else 0

    def places(self) -> Iterator[tuple[int, int, int, int, int]]:
        """Return the places of all variables but those of states 2 and higher of later generations.

        They are relative to the target's top left cell; see `lifesat.problems.life.box.places_of`.
        """
        live = self.spacetime.literals
        every = np.full((len(self.literals), *live.shape), ANY, dtype=np.int32)
        inner(every[:, 0], self.window.ring)[:] = self.literals
        every[0] = live
        return self.places_of(every)

    def places_of(self, literals: Literals) -> Iterator[tuple[int, int, int, int, int]]:
        """Return the places of literals in space-time, relative to the target's top left cell."""
        (top, left), (down, across) = self.window.place(0, 0), self.window.ring
        return places_of(literals, top + down, left + across)

    @property
    def unequal(self) -> Sequence[tuple[Literals, Literals]]:
        """The first generation and the target in its known cells, if these must differ."""
        known = self.target_states < UNKNOWN
        target = np.where(self.target_states == 1, TRUE, FALSE)
        return [(self.first[known], target[known])] if self.different else []

    @property
    def has_other_conditions(self) -> bool:
        """Whether there is a bound outside the target's box, a third state or a projection."""
        return self.max_outside is not None or not finds_boards(self)

    @property
    def population_literals(self) -> Literals:
        """The cells that the bounds on the population count: those of all states but 0."""
        return self.literals

    def build(self, formula: Formula, encoding: str) -> None:
        """Add the clauses of the histories that end in the target."""
        formula.fresh(max(self.witness, self.spacetime.variables))
        ring = self.window.ring
        refractory = with_ring(self.literals[1:], ring, FALSE)
        for t in range(self.generations):
            live, next_live = self.spacetime.literals[t : t + 2]
            generation = Generation(live, refractory, next_live)
            generation.add_step(formula, self.rule, encoding, self.spacetime.around)
            if t + 1 < self.generations:
                possible = with_ring(self.possible[t + 1], ring)
                refractory = generation.refractory_next(formula, possible)
        self.add_constraints(formula)

    def add_constraints(self, formula: Formula) -> None:
        """Add clauses for the conditions on the first generation that count or compare cells."""
        add_one_state_each(formula, self.literals)
        if not self.possible[0].any(axis=0).all():
            formula.add(np.zeros((1, 0), dtype=np.int32))
        bound_population(formula, self.population_literals, *self.population_bounds)
        if self.max_outside is not None:
            outside = self.literals[:, self.window.outside_box]
            bound_population(formula, outside, 0, self.max_outside)
        if self.different:
            formula.add(np.unique(self.unlike(self.target_states))[None])

    def unlike(self, states: NDArray[np.uint8]) -> Literals:
        """Return literals, one of which is true in a first generation if it differs from `states`.

        Cells whose state is not one of the rule's may have any state.
        """
        parts = [
            np.where(states == state, -layer, layer)[(states == state) | (states == 0)]
            for state, layer in enumerate(self.literals, 1)
        ]
        return np.concatenate(parts)

    def symmetries(self) -> NDArray[np.intp]:
        """Return the symmetries of the problem as permutations of the projection.

        They leave the target, the outside, the rule, the required and forbidden cells and the
        cells to project on unchanged.
        """
        return self.symmetries_with(self.projected)

    def symmetries_with(self, marks: NDArray[np.integer | np.bool_]) -> NDArray[np.intp]:
        """Return the symmetries that also map cells of the window to cells with the same mark."""
        counted = self.window.outside_box & (self.max_outside is not None)
        states = self.target_states + 16 * np.packbits(self.possible[0], axis=0)[0].astype(np.intp)
        return symmetry.projection_symmetries(
            self.literals,
            [each for each in self.rule.symmetries if self.window.keeps_grid(each)],
            states=states + 4096 * counted + 8192 * marks.astype(np.intp),
            translations=self.outside == "torus",
        )

    def branch_variables(self) -> list[int]:
        """Return the variables of the projection, state by state, from the centre outwards."""
        layers = np.where(self.projected, self.literals, FALSE)
        return [v for layer in layers for v in layer[tuple(from_the_middle(layer).T)].tolist()]

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
        boards = filled_with_states(np.where(self.projected, self.literals, FALSE), models)
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
        if self.project is None:
            return super().accepts(models)
        whole = filled_with_states(self.literals, models)
        return self.fulfilled(whole) & reaches_target(self.window, whole)

    def fulfilled(self, boards: Boards) -> NDArray[np.bool_]:
        """Return which first generations satisfy the constraints on them."""
        good = within_bounds(boards, *self.population_bounds)
        if self.max_outside is not None:
            outside = np.count_nonzero(boards[:, self.window.outside_box], axis=1)
            good &= outside <= self.max_outside
        good &= symmetry.is_symmetric(boards, self.symmetry_group)
        if self.different:
            good &= ((boards != self.target_states) & self.window.known).any(axis=(1, 2))
        for state, may_have in enumerate(self.possible[0]):
            good &= (boards[:, ~may_have] != state).all(axis=1)
        return good & (boards < self.rule.states).all(axis=(1, 2))

    def weights(self, boards: Boards) -> NDArray[np.intp]:
        """Return the number of projected cells that are not dead."""
        return super().weights(boards * self.projected)

    def patterns(self, boards: Boards) -> Iterator[Pattern]:
        """Yield first generations as patterns, positioned relative to the target."""
        return self._placed(boards, 0)

    def histories(self, boards: Boards) -> Iterator[list[Pattern]]:
        """Yield the generations of each board up to the target's.

        With outside ``free`` they have only the cells that the first one determines. The states of
        some cells determine no later generation.
        """
        times = range(self.generations + 1) if self.project is None else range(1)
        layers = [self._placed(known_cells(self.window, boards, t), t) for t in times]
        yield from map(list, zip(*layers, strict=True))

    def _placed(self, boards: Boards, t: int) -> Iterator[Pattern]:
        """Yield boards at time `t` as patterns, positioned relative to the target."""
        (x, y), inset = self.window.position, self._inset(t)
        position = x + inset, y + inset
        return from_boards(boards, rule=self.rule, grid=self.window.grid, position=position)

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

    @property
    def label(self) -> str:
        """The name of a predecessor without its number."""
        return f"{self.target.name or 'target'}, {self.noun}"

    def about(self, what: str) -> str:
        """Return `what` with the name of the target."""
        what = what if self.project is None else f"{what} of cells in predecessors"
        return f"{what} of {named(self.target, 'target')}"

    def texts(self, boards: Boards, first: int, form: str) -> Iterable[str]:
        """Return each board as text in a pattern format, named by its number."""
        if form != "rle" or not finds_boards(self) or not len(boards):
            return super().texts(boards, first, form)
        return write_boards(boards, self.pattern(boards[0]), self.names(first, len(boards)))

    def conditions(self) -> str:
        """Return the conditions under which a proof that there is no solution holds."""
        words = ", ".join([self.where_words(), *self._bounds()])
        if self.project is None:
            return words
        number = len(self.project)
        return f"{number:,} cell{'s' * (number > 1)} of the predecessors {words}"

    def where_words(self) -> str:
        """Return the generations, the outside and the rule in words."""
        back = "1 generation" if self.generations == 1 else f"{self.generations} generations"
        where = {
            "dead": f"within margin {self.margin}, all dead outside",
            "free": "whatever surrounds the target",
            "torus": f"on the {self.target_states.shape[1]}x{self.target_states.shape[0]} torus",
            "grid": f"on the grid {self.target.grid}"
            + f", within margin {self.margin}" * any(self.window.ring),
        }[self.outside]
        return ", ".join([f"{back} back {where}", *rule_words(self.rule.name)])

    def none_words(self) -> str:
        """Return the shortest true statement that there is no solution."""
        if self.project is not None:
            return super().none_words()
        such = "such " if self._bounds() else ""
        where = {
            "dead": f" within margin {self.margin}",
            "free": "",
            "torus": " on the torus",
            "grid": " on the grid",
        }
        return f"no {such}{self.noun}{where[self.outside]}"

    def advice(self) -> str:
        """Return a suggestion for when there is no solution, or "" if nothing else could help."""
        if not self.reachable:
            return "the target lacks the symmetry, and a pattern that has it keeps it"
        if self._bounds():
            return "there may be one with fewer conditions"
        if self.outside == "free" and self.generations == 1:
            return "the target is an orphan, so every pattern that contains it is a Garden of Eden"
        return {
            "dead": "a larger margin or outside free may still have one",
            "free": "",
            "torus": "another torus, or outside dead or free, may still have one",
            "grid": "another grid, or outside dead or free, may still have one",
        }[self.outside]

    def to_json(self) -> str:
        """Return the problem as one line of JSON, the same for equal problems."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        values |= {"kind": self.kind, "target": rle.write(self.target)}
        if self.project is None:
            del values["project"]
        # Sets of cells in one order, so that equal problems have equal JSON.
        return json.dumps(values, sort_keys=True, default=sorted)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the problem that `to_json` wrote."""
        read_target = partial(read_text, format="rle", unknown=True, source="target")
        return make(cls, read_fields(text), "problem", {Pattern: read_target})

    # ---------------------------------------------------------------- validation

    def _errors(self) -> list[str]:
        """Return the error messages about the first part of the problem that is invalid."""
        return (
            window_type_errors(self.window)
            or self._type_errors()
            or self._rule_errors()
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

    def _rule_errors(self) -> list[str]:
        """Return an error if a search does not support the rule, or no projection under it."""
        if not evolves(self.rule):
            return [f"{rule_kind(self.rule)}; this needs {RULES_WITH_TABLE}"]
        if self.rule.states > MOST_STATES:
            return [f"{rule_kind(self.rule)}; this needs one of at most {MOST_STATES} states"]
        if self.project is not None and self.rule.states > 2:
            return [str(needs_two_states(self.rule, "project"))]
        return []

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
        if other := [each for each in self.symmetry_group if not self.window.keeps_grid(each)]:
            return [f"the grid {self.target.grid} is not invariant under {other[0]}"]
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
        bounds = symmetry.describe(
            self.symmetry, self.symmetry_group, self.target_states, self.rule
        )
        bounds += population_words(*self.population_bounds)
        if self.max_outside is not None:
            bounds.append(f"at most {live_cells(self.max_outside)} outside the target's box")
        bounds += ["with some cell of the target different"] * self.different
        given = bool(self.require or self.forbid)
        return bounds + ["with some cells required or forbidden"] * given

    @cached_property
    def reachable(self) -> bool:
        """Whether the target is compatible with the symmetry."""
        return symmetry.is_compatible(self.target_states, self.symmetry_group, self.rule)


def finds_boards(problem: Problem) -> TypeGuard[Predecessor]:
    """Return whether a problem asks for whole predecessors under a rule of two states.

    Engines that start from the window and its literals, and not from the formula, find no others.
    """
    return isinstance(problem, Predecessor) and problem.project is None and problem.rule.has_table


def reject_several_states(problem: Problem, what: str) -> None:
    """Reject predecessors under a Generations rule, which `what` does not support."""
    if isinstance(problem, Predecessor) and problem.rule.states > 2:
        raise needs_two_states(problem.rule, what)


def needs_two_states(rule: Rule, what: str) -> UserError:
    """Return the error that `what` needs a rule of two states."""
    return UserError(f"{rule_kind(rule)}; {what} needs a rule of two states")


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
