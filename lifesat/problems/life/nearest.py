"""The nearest pattern with a predecessor: the last layer of space-time may differ from the target.

Every cell of the target with a weight is a variable of the last layer. The best solution minimises
the total weight of the cells that differ.
"""

import json
import math
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.cardinality import Criterion, add_better, by_halves
from lifesat.cnf.encodings import add_steps
from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import ANY, Literals, SpaceTime
from lifesat.errors import UserError
from lifesat.life.pattern import UNKNOWN, Pattern, from_boards
from lifesat.life.rule import Rule
from lifesat.problems.json_fields import integer_error, make
from lifesat.problems.life.base import PopulationCompared
from lifesat.problems.life.box import inner, literals_of
from lifesat.problems.life.predecessor import Predecessor, needs_two_states
from lifesat.problems.life.window import reached
from lifesat.problems.problem import Boards, Goal, read_fields

Weights = tuple[tuple[int, ...], ...]
"""A weight for each cell of the target, row by row; empty if all are 1."""

# The bound on the sum of the weights, since a counter has so many inputs.
_MOST_WEIGHT = 10_000_000
_COMMENT_WIDTH = 70


@dataclass(frozen=True)
class NearestPredecessor(PopulationCompared):
    """Patterns that become the target except for some cells, the fewer the better.

    A cell differs if the target knows its state and the last generation has another one. With dead
    cells outside, the last generation lies in the same window as the others.
    """

    kind: ClassVar[str] = "nearest"
    noun: ClassVar[str] = "predecessor"
    nouns: ClassVar[str] = "predecessors"

    # The target and the conditions on the first generation; it has no symmetry.
    exact: Predecessor
    # The weight of each cell of the target, at least 0; empty if all are 1. Cells outside the
    # target always weigh 1.
    cell_weights: Weights = ()
    # Only predecessors of a lower cost, as in `costs`, are solutions; None for all.
    better_than: int | None = None

    def __post_init__(self) -> None:
        for error in _validation_errors(self):
            raise UserError(error)

    @property
    def label(self) -> str:
        """The name of a predecessor without its number."""
        return f"{self.exact.target.name or 'target'}, nearest {self.noun}"

    def about(self, what: str) -> str:
        """Return `what` with the name of the target."""
        return f"nearest {self.exact.about(what)}"

    # ---------------------------------------------------------------- the formula

    @property
    def rule(self) -> Rule:
        """The target's rule."""
        return self.exact.rule

    @property
    def projection(self) -> int:
        """The size of the projection: the variables of the first window."""
        return self.exact.projection

    @property
    def population_literals(self) -> Literals:
        """The cells that the bounds on the population count."""
        return self.exact.population_literals

    @cached_property
    def window_weights(self) -> NDArray[np.intp]:
        """The weight of each cell of the window; 0 where the target has no known cell."""
        target = self.exact.target
        given = np.array(self.cell_weights, dtype=np.intp)
        if not self.cell_weights:
            given = np.ones((target.height, target.width), dtype=np.intp)
        return np.where(self.exact.target_states < UNKNOWN, self.exact.window.placed(given, 1), 0)

    @cached_property
    def unit(self) -> int:
        """The greatest common divisor of all weights."""
        return math.gcd(*np.unique(self.window_weights).tolist()) or 1

    @property
    def spacetime_shape(self) -> tuple[int, int, int]:
        """The shape of `spacetime`, that of the exact problem."""
        return self.exact.spacetime_shape

    @cached_property
    def spacetime(self) -> SpaceTime:
        """All generations; the cells of the last one that have a weight are variables too."""
        literals = self.exact.spacetime.literals.copy()
        last = self._last_window(literals)
        soft = self.window_weights > 0
        first = self.exact.spacetime.variables + 1
        last[soft] = np.arange(first, first + soft.sum())
        last[~soft] = ANY
        return SpaceTime(literals, self.exact.spacetime.around)

    def _last_window(self, literals: Literals) -> Literals:
        return inner(literals[-1], self.exact.window.ring)

    @property
    def differences(self) -> Literals:
        """For each cell of the window, the literal that is true if it differs, or `ANY`."""
        last = self._last_window(self.spacetime.literals)
        differs: Literals = np.where(self.exact.target_states == 1, -last, last)
        return differs

    def places(self) -> Iterator[tuple[int, int, int, int, int]]:
        """Return the places of variables, as for the exact predecessors."""
        return self.exact.places_of(self.spacetime.literals[None])

    def criteria(self, goal: Goal) -> tuple[Criterion, ...]:
        """Return the criterion that the best solution minimises: the weight of the differences."""
        if goal == "most":
            return super().criteria(goal)
        return (weighted(self.differences, self.window_weights // self.unit),)

    def costs(self, boards: Boards, goal: Goal) -> NDArray[np.intp]:
        """Return the values of `criteria` for solutions, shape ``(boards, criteria)``."""
        if goal == "most":
            return super().costs(boards, goal)
        return self.distances(boards)[:, None] // self.unit

    def distances(self, boards: Boards) -> NDArray[np.intp]:
        """Run boards forward and return the total weight of the cells that differ."""
        distances: NDArray[np.intp] = (self.differing(boards) * self.window_weights).sum(
            axis=(1, 2)
        )
        return distances

    def differing(self, boards: Boards) -> NDArray[np.bool_]:
        """Run boards forward and return which cells of the window that have a weight differ."""
        cells, _ = reached(self.exact.window, boards)
        differing: NDArray[np.bool_] = (cells != self.exact.target_states) & (
            self.window_weights > 0
        )
        return differing

    def improvements_on(self, board: Boards) -> "NearestPredecessor":
        """Return the problem restricted to solutions that are nearer than `board`."""
        return replace(self, better_than=int(self.costs(board[None], "fewest")[0, 0]))

    def build(self, formula: Formula, encoding: str) -> None:
        """Add the clauses of the histories with any last generation."""
        formula.fresh(self.spacetime.variables)
        add_steps(formula, self.spacetime, self.rule, encoding)
        self.exact.add_constraints(formula)
        if self.better_than is not None:
            add_better(formula, self.criteria("fewest"), [self.better_than])

    def symmetries(self) -> NDArray[np.intp]:
        """Return the symmetries of the problem as permutations of the projection."""
        return self.exact.symmetries_with(self.window_weights)

    # ---------------------------------------------------------------- solutions

    def boards(self, models: Literals) -> Boards:
        """Return the first generations of models, shape ``(models, height, width)``."""
        return self.exact.boards(models)

    def literals(self, boards: Boards) -> Literals:
        """Return the literals of the projection of first generations, shape ``(boards, cells)``."""
        return literals_of(self.exact.first, boards)

    def verify(self, boards: Boards) -> NDArray[np.bool_]:
        """Run first generations forward and return which are solutions."""
        _, good = reached(self.exact.window, boards)
        good &= self.exact.fulfilled(boards)
        if self.better_than is not None:
            good &= self.costs(boards, "fewest")[:, 0] < self.better_than
        return good

    def patterns(self, boards: Boards) -> Iterator[Pattern]:
        """Yield first generations with comments that say which cells differ from the target."""
        every = zip(self.exact.patterns(boards), self.differing(boards), strict=True)
        for pattern, differing in every:
            yield pattern.replace(comments=tuple(self._comments(differing)))

    def histories(self, boards: Boards) -> Iterator[list[Pattern]]:
        """Yield the generations of each board up to the target's."""
        return self.exact.histories(boards)

    def reached_patterns(self, boards: Boards) -> Iterator[Pattern]:
        """Yield what first generations become, in the window of the first generation.

        With outside ``free`` these are only the cells of the target.
        """
        cells, _ = reached(self.exact.window, boards)
        back = self.exact.generations if self.exact.outside == "free" else 0
        cells = cells[:, back : cells.shape[1] - back, back : cells.shape[2] - back]
        target = self.exact.target
        name = f"{target.name or 'target'}, nearest with a {self.noun}"
        for first, board in zip(self.exact.patterns(boards), cells, strict=True):
            position = first.position and (first.position[0] + back, first.position[1] + back)
            (pattern,) = from_boards(
                board[None], rule=target.rule, grid=first.grid, position=position, name=name
            )
            yield pattern

    def _comments(self, differing: NDArray[np.bool_]) -> Iterator[str]:
        """Yield comments that list the cells that differ, relative to the target's top left."""
        distance = self._distance_words(differing)
        yield f"{_later(self.exact.generations)} it differs from the target in {distance}"
        top, left = self.exact.window.place(0, 0)
        for state, words in ((0, "live, not dead:"), (1, "dead, not live:")):
            cells = np.argwhere(differing & (self.exact.target_states == state))
            if len(cells):
                places = [f"{column - left},{row - top}" for row, column in cells.tolist()]
                yield from textwrap.wrap(" ".join([words, *places]), _COMMENT_WIDTH)

    # ---------------------------------------------------------------- words

    def _distance_words(self, differing: NDArray[np.bool_]) -> str:
        """Return the number of differing cells in words, and their weight if there are weights."""
        number = int(differing.sum())
        words = f"{number:,} cell{'s' * (number != 1)}"
        if self.cell_weights and number:
            words += f" of weight {int(self.window_weights[differing].sum()):,}"
        return words

    def best_words(self, goal: Goal, board: Boards | None) -> str:
        """Return why a solution is the best, in words that follow the noun."""
        if goal == "most":
            return super().best_words(goal, board)
        if board is None:
            least = "cells of the least weight" if self.cell_weights else "the fewest cells"
            return f"of a pattern that differs from the target in {least}"
        least = "least" if self.cell_weights else "fewest"
        differing = self.differing(board[None])[0]
        if not differing.any():
            return "of the target itself, the nearest"
        return f"of a pattern that differs in {self._distance_words(differing)}, the {least}"

    def cost_words(self, goal: Goal, board: Boards) -> str:
        """Return the cost of a solution in words, whether it is the best or not."""
        if goal == "most":
            return super().cost_words(goal, board)
        return f"differs in {self._distance_words(self.differing(board[None])[0])}"

    def lower_bound(self, cost: int) -> int:
        """Return a lower bound on the total weight, given one on the cost."""
        return cost * self.unit

    def bound_words(self, bound: int) -> str:
        """Return a lower bound on the distance in words."""
        if self.cell_weights:
            return f"cells of a total weight of at least {bound:,} must differ"
        return f"at least {bound:,} cell{'s' * (bound != 1)} must differ"

    def conditions(self) -> str:
        """Return the conditions under which a proof that there is no solution holds."""
        words = [self.exact.conditions()]
        words += ["with weights"] * bool(self.cell_weights)
        words += ["nearer than the best known"] * (self.better_than is not None)
        return ", ".join(words)

    def advice(self) -> str:
        """Return a suggestion for when there is no solution."""
        return "there may be one with fewer conditions"

    # ---------------------------------------------------------------- text

    def to_json(self) -> str:
        """Return the problem as one line of JSON, the same for equal problems."""
        values = json.loads(self.exact.to_json())
        values |= {
            "kind": self.kind,
            "cell_weights": self.cell_weights,
            "better_than": self.better_than,
        }
        return json.dumps(values, sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the problem that `to_json` wrote."""
        values = read_fields(text)
        own: dict[str, Any] = {
            name: values.pop(name) for name in ("cell_weights", "better_than") if name in values
        }
        return make(
            cls,
            own | {"exact": json.dumps(values)},
            "problem",
            {Predecessor: Predecessor.from_json},
        )


def weighted(literals: Literals, weights: NDArray[np.intp]) -> Criterion:
    """Return the total weight of the true literals as a criterion; the shapes are equal."""
    order = by_halves(np.arange(weights.size, dtype=np.int32).reshape(weights.shape))
    return Criterion(np.repeat(literals.ravel()[order], weights.ravel()[order]))


def _later(generations: int) -> str:
    return "1 generation later" if generations == 1 else f"{generations} generations later"


def _validation_errors(problem: NearestPredecessor) -> Iterator[str]:
    """Yield an error message for each invalid value."""
    exact, weights = problem.exact, problem.cell_weights
    if exact.symmetry != "C1":
        yield "a search for the nearest target takes no symmetry; leave it out"
    if exact.project is not None:
        yield "a search for the nearest target finds whole predecessors; leave out project"
    if exact.rule.states > 2:
        yield str(needs_two_states(exact.rule, "a search for the nearest target"))
    error = integer_error("better_than", problem.better_than, 0, optional=True)
    if error:
        yield error
    if not weights:
        return
    for row in weights:
        for weight in row:
            if error := integer_error("a weight", weight, 0):
                yield error
                return
    width, height = exact.target.width, exact.target.height
    if [len(row) for row in weights] != [width] * height:
        sizes = " or ".join(str(size) for size in sorted({len(row) for row in weights}))
        yield (
            f"there are {len(weights)} rows of {sizes} weights; the target has {height} rows of "
            f"{width} cells"
        )
    elif sum(map(sum, weights)) > _MOST_WEIGHT:
        yield f"the weights add up to more than {_MOST_WEIGHT:,}; give smaller ones"
