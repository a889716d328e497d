"""The search problem: a block of generations in which every cell may be stated."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.cardinality import bound_population
from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import FALSE, TRUE, Literals, SpaceTime
from lifesat.defaults import ENCODINGS, PROVER
from lifesat.errors import UserError
from lifesat.formats import space_time_text, write_text
from lifesat.formats.registry import EXTENSIONS
from lifesat.formats.space_time_text import Rows, shape_of, standard_rows
from lifesat.life.arrays import transform
from lifesat.life.evolution import step
from lifesat.life.life_history import history_rule
from lifesat.life.pattern import UNKNOWN, Pattern, from_boards
from lifesat.life.rule import LIFE, BoundedGrid, Rule
from lifesat.problems.life.base import (
    PopulationBounded,
    from_the_middle,
    population_errors,
    population_words,
    within_bounds,
)
from lifesat.problems.life.block import Block
from lifesat.problems.life.box import inner, leading_sides, places_of, rule_words, with_ring
from lifesat.problems.life.constraints import ConstraintFields, Difference, Population
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.search_rules import (
    KnownRule,
    SearchRules,
    Step,
    UnknownRule,
    search_rules,
)
from lifesat.problems.life.surroundings import Surroundings, grid_outside, outside_of
from lifesat.problems.life.symmetry import invariance_clauses, renaming
from lifesat.problems.life.window import Cell
from lifesat.problems.life.window import Outside as TargetOutside
from lifesat.problems.problem import Boards, JsonProblem, size_errors


@dataclass(frozen=True)
class SpaceTimeSearch(ConstraintFields, JsonProblem, PopulationBounded):
    """Histories that a block of space-time allows; a solution is the whole block.

    The projection has the variables that do not follow from the generation before: those of the
    first generation, and those of cells that the rule does not bind. They determine every cell, so
    two solutions differ exactly if they differ in the projection. If the rule is unknown, the
    projection has all variables of cells but none of transitions, so a block that obeys several
    rules is one solution.
    """

    kind: ClassVar[str] = "search"
    noun: ClassVar[str] = "solution"
    nouns: ClassVar[str] = "solutions"
    forms: ClassVar[Mapping[str, str]] = {
        **EXTENSIONS,
        "lls": ".csv",
        "life-history": ".rle",
    }

    # The rows of each generation: cells with blanks between them, in the grammar of
    # `lifesat.formats.space_time_text`.
    cells: Rows
    # With "dead", cells outside are dead and stay dead, so nothing may be born beside the block.
    # With "bounded", they are dead and births there are ignored. With "torus", opposite edges are
    # joined. A bounded grid such as "K20*,10" joins the edges of a block of this size.
    outside: str = "dead"
    # The canonical text of a rule with two states and a 3x3 neighbourhood, of a Generations rule,
    # or of a set of isotropic rules in the notation of `lifesat.life.rule_pattern`, one of which
    # each solution obeys.
    rule_name: str = field(default=LIFE.name, metadata={"json": "rule"})
    # The column and row of the block's top left cell in its solutions as patterns, or None.
    position: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        states = search_rules(self.rule_name, outside_stays_dead=False).rule.states
        object.__setattr__(self, "cells", standard_rows(self.cells, states))
        layers, height, width = self.shape
        object.__setattr__(self, "outside", outside_of(self.grid, height, width))
        object.__setattr__(self, "rule_name", self.rules.name)
        if self.position == (0, 0):
            object.__setattr__(self, "position", None)
        self.standardise()
        block = f"a block of {width}x{height} cells over {layers} generations"
        for error in (
            *size_errors(block, (height + 2) * (width + 2), layers, self.rule.states),
            *population_errors(*self.population_bounds),
        ):
            raise UserError(error)
        for error in self.constraint_errors(self.shape, self.surroundings):
            raise UserError(error)
        if self.symmetry:
            self.block  # noqa: B018  # raises if the symmetries contradict the cells

    def about(self, what: str) -> str:
        """Return `what` with the size of the block."""
        generations, height, width = self.shape
        return f"{what} of the {width}x{height}x{generations} block"

    @property
    def shape(self) -> tuple[int, int, int]:
        """The numbers of generations, rows and columns."""
        return shape_of(self.cells)

    @property
    def open_ended(self) -> bool:
        """Whether some cell of the last generation is unknown."""
        words = {word for row in set(self.cells[-1]) for word in row.split(" ")}
        return not all(word.rstrip("'").isdigit() for word in words)

    @property
    def last_state(self) -> int:
        """The highest state of a cell."""
        return self.rule.states - 1

    # ---------------------------------------------------------------- the formula

    @property
    def rule(self) -> Rule:
        """The rule that every bound cell obeys; the least possible one if it is unknown."""
        return self.rules.rule

    @property
    def solver(self) -> str:
        """The SAT solver that usually finds a solution soonest: for active cells, Glucose."""
        active = any(isinstance(each, Population) and each.active for each in self.constraints)
        return PROVER if active else super().solver

    @property
    def grid(self) -> BoundedGrid | None:
        """The grid that the block lies on; None on the plane."""
        return grid_outside(self.outside, *self.shape[1:])

    @property
    def rules(self) -> SearchRules:
        """The rule, or the set of rules that solutions may obey."""
        stable = any(Surroundings(self.grid).bound) and not self.background
        return search_rules(self.rule_name, outside_stays_dead=stable)

    @property
    def encodings(self) -> tuple[str, ...]:
        """The encodings that can express the rule."""
        return self.rules.encodings

    def encoding_error(self, name: str) -> str | None:
        """Return why an encoding is unknown or does not support the rule, or None."""
        if name in ENCODINGS:
            return self.rules.encoding_error(name)
        return super().encoding_error(name)

    @cached_property
    def stated(self) -> Block:
        """The block as it is stated."""
        return Block.of(self.cells, self.last_state)

    @cached_property
    def block(self) -> Block:
        """The block as it is stated, with what follows from the symmetries."""
        if not self.symmetry:
            return self.stated
        maps = [each for wanted in self.symmetries_wanted for each in wanted.maps(self.shape)]
        return self.stated.symmetric(maps, self.surroundings)

    @cached_property
    def surroundings(self) -> Surroundings:
        """The cells outside the block."""
        return self.surroundings_on(self.grid, self.rules.extremes)

    @cached_property
    def literals_around(self) -> Literals:
        """`Block.literals` with the cells around the block that the formula needs."""
        around, cells, states = self.surroundings, self.block.literals, (FALSE, TRUE)
        layers = [around.around(cells, t, around.ring, states) for t in range(self.shape[0])]
        return np.stack(layers, axis=1)

    @property
    def spacetime_shape(self) -> tuple[int, int, int]:
        """The shape of `spacetime`."""
        (layers, height, width), (down, across) = self.shape, self.surroundings.ring
        return layers, height + 2 * down, width + 2 * across

    @cached_property
    def spacetime(self) -> SpaceTime:
        """The live cells of the block and of the cells around it that the formula needs."""
        around = self.surroundings.places(*self.shape[1:])
        bound = np.zeros(self.spacetime_shape, dtype=bool)
        more = int(self.surroundings.background is not None)
        inner(bound, more)[:] = self._bound_around(self.block)
        return SpaceTime(self.literals_around[0], around, bound)

    @property
    def variables(self) -> int:
        """The number of variables of cells."""
        return int(self.block.numbers[0].max()) * self.block.last_state

    @property
    def projection(self) -> int:
        """The size of the projection: the variables that follow from no generation before.

        If the rule is unknown, it has all variables of cells.
        """
        unknown = isinstance(self.rules, UnknownRule)
        return self.variables if unknown else self.block.numbers[1] * self.block.last_state

    def places(self) -> Iterator[tuple[int, int, int, int, int]]:
        """Return the places of literals; see `lifesat.problems.life.box.places_of`.

        The literal of a negated name is negative.
        """
        return places_of(self.block.literals)

    @property
    def unequal(self) -> Sequence[tuple[Literals, Literals]]:
        """What the constraints say that must differ."""
        cells, around = self.block.literals, self.surroundings
        differences = [each for each in self.constraints if isinstance(each, Difference)]
        return [pair for each in differences for pair in each.pairs(cells, around)]

    @property
    def has_other_conditions(self) -> bool:
        """Whether there are other constraints, several rules, or more states."""
        several = self.last_state > 1 or not isinstance(self.rules, KnownRule)
        others = not all(isinstance(each, Difference) for each in self.constraints)
        return several or others

    @property
    def population_literals(self) -> Literals:
        """The cells that the bounds on the population count."""
        counted: Literals = self.block.literals[:, self.counted]
        return counted

    def build(self, formula: Formula, encoding: str) -> None:
        """Add the clauses of the histories."""
        formula.fresh(self.variables)
        self.rules.build(formula, self.spacetime, self.literals_around, encoding)
        bound_population(formula, self.population_literals, *self.population_bounds)
        self.add_constraints(formula, self.block.literals, self.surroundings)

    def symmetries(self) -> NDArray[np.intp]:
        """Return the symmetries of the box that only rename variables of the problem."""
        found = [renamed[: self.projection] for renamed in self._renamings().values()]
        return np.unique(np.array(found, dtype=np.intp), axis=0)

    def invariance_clauses(self) -> Iterator[NDArray[np.int32]]:
        """Return the clauses that make blocks symmetric, by groups of symmetries of the box."""
        return invariance_clauses(self.block.literals, self._renamings())

    def _renamings(self) -> dict[str, NDArray[np.intp]]:
        """Return the variable that each variable becomes, from 0, under each symmetry."""
        # In the first generation no cell follows.
        literals, bound = self.literals_around, self.block.bound[1:]
        ids = np.arange(self.block.places.size).reshape(self.shape)
        found = {}
        for element in self.rules.symmetries:
            image = transform(literals, element)
            if image.shape != literals.shape or (transform(bound, element) != bound).any():
                continue
            if not self.surroundings.keeps(element, *self.shape[1:]):
                continue
            if not self.same_constraints(ids, transform(ids, element), self.surroundings):
                continue
            if (renamed := renaming(literals, image)) is not None:
                found[element] = renamed
        return found

    def symmetry_breaking_clauses(self) -> list[tuple[int, ...]]:
        """Return clauses that a moving pattern reaches the sides of the box ahead of it."""
        if self.outside != "dead" or self.background or not self.block.bound[1:].all():
            return []
        empty = np.zeros((1, *self.shape), dtype=np.uint8)
        if not self.constraints_move(self.shape, self.surroundings) or self.verify(empty).any():
            return []
        return leading_sides(self.block.literals)

    def branch_variables(self) -> list[int]:
        """Return the variables of the first generation from the centre outwards, then others."""
        layers = np.abs(self.block.literals[:, 0])
        first = [v for layer in layers for v in layer[tuple(from_the_middle(layer).T)].tolist()]
        known = set(first)
        return first + [each for each in range(1, self.projection + 1) if each not in known]

    # ---------------------------------------------------------------- solutions

    def boards(self, models: Literals) -> Boards:
        """Return the blocks of models, shape ``(models, generations, height, width)``.

        Cells that are not in the projection are computed by running the rule forward.
        """
        number, sign, unknown = self.block.numbers[0], self.block.negated, ~self.block.known
        boards = np.broadcast_to(self.block.states, (len(models), *self.shape)).copy()
        states, reached = self.block.states_of(models)
        for t, layer in enumerate(unknown):
            new = layer & (number[t] > reached) & self.block.bound[t]
            if new.any():
                earlier = self.surroundings.around(boards, t - 1, (1, 1))
                later = step(earlier, self.rule, "cut")
                states[:, number[t][new]] = later[:, new] ^ sign[t][new]
                reached = int(number[t][new].max())
            boards[:, t, layer] = states[:, number[t][layer]] ^ sign[t][layer]
        return boards

    def verify(self, boards: Boards) -> NDArray[np.bool_]:
        """Run every generation forward and return which blocks are solutions."""
        good = within_bounds(boards[:, self.counted], *self.population_bounds)
        good &= self.stated.agree(boards) & self.constraints_hold(boards, self.surroundings)
        good &= (boards <= self.last_state).all(axis=(1, 2, 3))
        steps = self._steps(boards)
        obeys = np.zeros(len(boards), dtype=bool)
        for rules, chosen in self.rules.of_steps(steps, len(boards)):
            obeys[chosen] = True
            for earlier, later, bound in steps:
                same = step(earlier[chosen], rules.rule, "cut") == later[chosen]
                obeys[chosen] &= same[:, bound].all(axis=1)
        return good & obeys

    def _steps(self, boards: Boards) -> list[Step]:
        """Return each generation and the next one, with the cells outside that matter."""
        around, (down, across) = self.surroundings.around, self.surroundings.bound
        bound = self._bound_around(self.stated)
        return [
            (
                around(boards, t - 1, (down + 1, across + 1)),
                around(boards, t, (down, across)),
                bound[t],
            )
            for t in range(1, boards.shape[1])
        ]

    def _bound_around(self, block: Block) -> NDArray[np.bool_]:
        """Return which cells of a block and around it the rule binds."""
        return with_ring(block.bound, self.surroundings.bound, value=True)

    def rules_of(self, boards: Boards) -> list[SearchRules]:
        """Return the rules that each solution obeys.

        Transitions that no bound cell undergoes may go either way; `SearchRules.rule` is the rule
        that a solution is written with.
        """
        found = [self.rules] * len(boards)
        for rules, chosen in self.rules.of_steps(self._steps(boards), len(boards)):
            for number in chosen.tolist():
                found[number] = rules
        return found

    def weights(self, boards: Boards) -> NDArray[np.intp]:
        """Return the population of the counted generation of each board."""
        return super().weights(boards[:, self.counted])

    def patterns(self, boards: Boards) -> Iterator[Pattern]:
        """Yield first generations as patterns."""
        return self.generation_patterns(boards, 0)

    def generation_patterns(self, boards: Boards, t: int) -> Iterator[Pattern]:
        """Yield generation `t` of each board as a pattern, with the rule found for it."""
        patterns = from_boards(boards[:, t], rule=self.rule, grid=self.grid, position=self.position)
        if not isinstance(self.rules, UnknownRule):
            yield from patterns
            return
        for pattern, rules in zip(patterns, self.rules_of(boards), strict=True):
            yield pattern.replace(rule=rules.rule, comments=tuple(rules.comments()))

    def histories(self, boards: Boards) -> Iterator[list[Pattern]]:
        """Yield the generations of each block."""
        layers = (self.generation_patterns(boards, t) for t in range(self.shape[0]))
        yield from map(list, zip(*layers, strict=True))

    def texts(self, boards: Boards, first: int, form: str) -> Iterable[str]:
        """Return each board as text.

        ``lls`` has all generations, ``life-history`` the first one and the cells that are live in
        others, and the pattern formats only the first one.
        """
        if form == "life-history":
            patterns = self.named_patterns(boards, first)
            return map(write_text, map(with_later_cells, patterns, boards))
        if form != "lls":
            return super().texts(boards, first, form)
        return map(lls_text, self.names(first, len(boards)), self.rules_of(boards), boards)

    def conditions(self) -> str:
        """Return the conditions under which a proof that there is no solution holds."""
        generations, height, width = self.shape
        known, bound = int(self.stated.known.sum()), int((~self.stated.bound[1:]).sum())
        words = [f"{generations} generation{'s' * (generations > 1)} of {width}x{height} cells"]
        words += [f"{known:,} known", f"outside {self.outside}", *rule_words(self.rule_name)]
        words += [f"{bound:,} cell{'s' * (bound > 1)} free of the rule"] * (bound > 0)
        words += [each + self.counted_words for each in population_words(*self.population_bounds)]
        return ", ".join(words + self.constraint_words())

    def advice(self) -> str:
        """Return a suggestion for when there is no solution."""
        return "a larger block or fewer known cells may still allow one"


# Where births beside the block do not count, cells there are dead first and unknown then.
_OUTSIDES: dict[str, TargetOutside] = {"dead": "dead", "bounded": "free", "torus": "torus"}


def predecessor_of_block(search: SpaceTimeSearch) -> Predecessor | None:
    """Return the problem whose predecessors are the first generations of a block's solutions.

    None if the block does not have two generations, or has names, constraints or cells that the
    rule does not bind.
    """
    constrained = search.symmetry or search.constraints or search.background or search.counted
    if len(search.cells) != 2 or constrained or not isinstance(search.rules, KnownRule):
        return None
    block = search.stated
    alone = block.places.ravel() == np.arange(block.places.size)
    if not (alone.all() and block.bound[1].all()):
        return None
    states = np.where(block.known, block.states, UNKNOWN)
    _, height, width = search.shape
    outside = _OUTSIDES.get(search.outside, "grid")
    grid = search.grid if outside in ("torus", "grid") else None
    ring = _ring(width, height) if search.outside == "bounded" else frozenset()
    return Predecessor(
        Pattern.from_array(states[1], rule=search.rule, grid=grid),
        outside=outside,
        margin=0,
        min_population=search.min_population,
        max_population=search.max_population,
        require=_cells(states[0] == 1),
        forbid=_cells(states[0] == 0) | ring,
    )


def _cells(marked: NDArray[np.bool_]) -> frozenset[Cell]:
    rows, columns = np.nonzero(marked)
    return frozenset(zip(columns.tolist(), rows.tolist(), strict=True))


def _ring(width: int, height: int) -> frozenset[Cell]:
    """Return the cells around a box."""
    marked = np.ones((height + 2, width + 2), dtype=bool)
    marked[1:-1, 1:-1] = False
    return frozenset((x - 1, y - 1) for x, y in _cells(marked))


def with_later_cells(first: Pattern, generations: NDArray[np.uint8]) -> Pattern:
    """Return a LifeHistory pattern: state 1 is live at first, state 2 only later.

    `generations`, shape ``(generations, height, width)``, includes the first. Raises PatternError
    if the rule has more than two states.
    """
    states = np.where(generations[0], 1, 2 * generations.any(axis=0)).astype(np.uint8)
    return Pattern.from_array(
        states,
        rule=history_rule(first.rule),
        grid=first.grid,
        name=first.name,
        position=first.position,
        comments=first.comments,
    )


def lls_text(name: str, rules: SearchRules, generations: NDArray[np.uint8]) -> str:
    """Return generations as text for Logic Life Search, with a name and rules as comments."""
    comments = [name, f"Rule = {rules.rule}", *rules.comments()]
    return space_time_text.write(np.char.mod("%d", generations).tolist(), comments)
