"""The completion problem: find unknown cells that turn given ones into a periodic pattern.

Each cell of each generation of a period is given or unknown. Unknown cells may be the same in all
generations, like the cells of a stator. The last layer of space-time is the first one again.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.cardinality import (
    Criterion,
    add_better,
    at_least,
    by_halves,
)
from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import FALSE, TRUE, Literals, SpaceTime, is_variable
from lifesat.formats.apgcode import code_of
from lifesat.life.pattern import Pattern, from_boards
from lifesat.problems.json_fields import integer_error
from lifesat.problems.life.base import live_cells
from lifesat.problems.life.box import extents, places_of, plane_rule
from lifesat.problems.life.repeating import Repeating, shorter_periods
from lifesat.problems.life.symmetry import projection_symmetries
from lifesat.problems.problem import Boards, Goal

DEAD, LIVE, SAME, ANY_STATE = ".O=?"
"""The letters of cells: dead, live, unknown but the same in all generations, unknown."""


Minimise = Literal["population", "box", "population,box", "box,population"]
"""What the best completion minimises; of two criteria, the first is more important."""


@dataclass(frozen=True)
class Completion(Repeating):
    """Still lifes and oscillators that contain given cells.

    All cells outside the box are dead in every generation.
    """

    kind: ClassVar[str] = "completion"
    noun: ClassVar[str] = "completion"
    nouns: ClassVar[str] = "completions"

    # The generations of one period, each as rows of the letters DEAD, LIVE, SAME and ANY_STATE. A
    # cell that is SAME in one generation is SAME in all.
    given: tuple[tuple[str, ...], ...]
    # Live cells of the first generation (population), or cells of the box that holds all
    # generations (box).
    minimise: Minimise = "population"
    # Only completions whose numbers of `minimise` are lexicographically smaller than these are
    # solutions; empty for all.
    better_than: tuple[int, ...] = ()
    # The name of the given pattern.
    name: str = ""
    # The position of the box's top left cell, or None.
    position: tuple[int, int] | None = None

    @property
    def label(self) -> str:
        """The name of a completion without its number."""
        return f"{self.name or 'pattern'}, {self.noun}"

    def about(self, what: str) -> str:
        """Return `what` with the name of the given pattern."""
        return f"{what} of {self.name or 'given cells'}"

    # ---------------------------------------------------------------- the formula

    @property
    def period(self) -> int:
        """The number of generations after which the pattern first repeats."""
        return len(self.given)

    @property
    def generations(self) -> int:
        """The period."""
        return self.period

    @property
    def shape(self) -> tuple[int, int]:
        """The height and width of the box."""
        height, width = self.cells.shape[1:]
        return int(height), int(width)

    @cached_property
    def cells(self) -> NDArray[np.str_]:
        """The letters, shape ``(period, height, width)``."""
        text = "".join(row for layer in self.given for row in layer)
        first = self.given[0]
        return np.array([text]).view("<U1").reshape(self.period, len(first), len(first[0]))

    @cached_property
    def layers(self) -> Literals:
        """The generations of one period; the variables of the first come first, row by row.

        There is one state but 0; see `Repeating.layers`.
        """
        literals = np.full(self.cells.shape, FALSE, dtype=np.int32)
        literals[self.cells == LIVE] = TRUE
        used = 0
        for t, (layer, letters) in enumerate(zip(literals, self.cells, strict=True)):
            unknown = np.isin(letters, (ANY_STATE, SAME) if t == 0 else (ANY_STATE,))
            layer[unknown] = np.arange(used + 1, used + unknown.sum() + 1)
            used += int(unknown.sum())
        literals[:, self.cells[0] == SAME] = literals[0][self.cells[0] == SAME]
        return literals[None]

    def places(self) -> Iterator[tuple[int, int, int, int, int]]:
        """Return the places of variables; see `lifesat.problems.life.box.places_of`."""
        return places_of(self.layers)

    @cached_property
    def _areas(self) -> NDArray[np.intp]:
        """The areas that the box can have; empty if its area is not minimised."""
        return areas(*self.shape) if "box" in self.minimise else areas(0, 0)

    def criteria(self, goal: Goal) -> tuple[Criterion, ...]:
        """Return the criteria that the best solution minimises, the most important first."""
        if goal == "most":
            return super().criteria(goal)
        # The variable with the number of an area says that the box has at least so many cells.
        first = self.spacetime.variables + 1
        all_numbers = np.arange(1, self.population_literals.size + 1)
        area = first + np.searchsorted(self._areas, all_numbers)
        criterion = {
            "population": Criterion(by_halves(self.population_literals)),
            "box": Criterion(area.astype(np.int32), unary=True),
        }
        return tuple(criterion[each] for each in self.minimise.split(","))

    def costs(self, boards: Boards, goal: Goal) -> NDArray[np.intp]:
        """Return the values of `criteria` for solutions, shape ``(boards, criteria)``."""
        if goal == "most":
            return super().costs(boards, goal)
        number = {"population": self.weights(boards), "box": box_areas(self._boxes(boards))}
        return np.stack([number[each] for each in self.minimise.split(",")], axis=1)

    def improvements_on(self, board: Boards) -> "Completion":
        """Return the problem restricted to completions that are better than `board`."""
        return replace(self, better_than=tuple(self.costs(board[None], "fewest")[0].tolist()))

    @property
    def has_other_conditions(self) -> bool:
        """Whether there are clauses for the area, or for what is better."""
        return "box" in self.minimise or bool(self.better_than)

    @property
    def reserved(self) -> int:
        """The variables of the areas."""
        return len(self._areas)

    def add_conditions(self, formula: Formula) -> None:
        """Add clauses for the area of the box, and for what is better than a completion."""
        if "box" in self.minimise:
            add_area(formula, self.spacetime, self.spacetime.variables + 1, self._areas)
        if self.better_than:
            add_better(formula, self.criteria("fewest"), self.better_than)

    def symmetries(self) -> NDArray[np.intp]:
        """Return the symmetries of the problem as permutations of the projection."""
        histories = self.cells.reshape(self.period, -1)
        _, states = np.unique(histories, axis=1, return_inverse=True)
        return projection_symmetries(
            self.population_literals, self.rule.symmetries, states=states.reshape(self.shape)
        )

    # ---------------------------------------------------------------- solutions

    def verify(self, boards: Boards) -> NDArray[np.bool_]:
        """Run boards forward and return which are solutions."""
        good = super().verify(boards)
        for now, given in zip(self.history(boards), self.cells, strict=False):
            good &= ~now[:, given == DEAD].any(axis=1)
            good &= now[:, given == LIVE].all(axis=1)
            good &= (now == boards)[:, given == SAME].all(axis=1)
        if self.better_than:
            costs = self.costs(boards, "fewest").tolist()
            good &= np.array([tuple(each) < self.better_than for each in costs], dtype=bool)
        return good

    def _boxes(self, boards: Boards) -> Boards:
        """Return the cells that are live in some generation."""
        box: Boards = np.maximum.reduce(list(self.history(boards)))
        return box

    def patterns(self, boards: Boards) -> Iterator[Pattern]:
        """Yield first generations at the given pattern's position, with apgcodes as comments."""
        for pattern in from_boards(boards, rule=self.rule, position=self.position):
            yield pattern.replace(comments=(code_of(pattern),))

    # ---------------------------------------------------------------- words

    def best_words(self, goal: Goal, board: Boards | None) -> str:
        """Return why a solution is the best, in words that follow the noun."""
        if goal == "most":
            return super().best_words(goal, board)
        words = {"population": "with the fewest live cells", "box": "in the smallest box"}
        if board is not None:
            costs = self._costs_in_words(board)
            words = {
                "population": f"with {costs['population']}, the fewest",
                "box": f"in {costs['box']}, the smallest box",
            }
        return ", and of these ".join(words[each] for each in self.minimise.split(","))

    def cost_words(self, goal: Goal, board: Boards) -> str:
        """Return the cost of a solution in words, whether it is the best or not."""
        if goal == "most":
            return super().cost_words(goal, board)
        costs = self._costs_in_words(board)
        return " in ".join(costs[each] for each in ("population", "box") if each in self.minimise)

    def _costs_in_words(self, board: Boards) -> dict[str, str]:
        """Return the population of a completion and the size of its box in words."""
        height, width = _extent(self._boxes(board[None])[0])
        return {"population": live_cells(int(board.sum())), "box": f"{width}x{height} cells"}

    def conditions(self) -> str:
        """Return the conditions under which a proof that there is no solution holds."""
        return super().conditions() + ", better than the best known" * bool(self.better_than)

    def condition_words(self) -> list[str]:
        """Return the box and all conditions but the rule and the bounds on the population."""
        height, width = self.shape
        words = [f"{width}x{height} cells, all dead outside"]
        words += [f"period {self.period}"] * (self.period > 1)
        return [*words, "the given cells as given"]

    def _errors(self) -> list[str]:
        """Return an error message for each invalid value; one about the cells comes alone."""
        plane_rule(self.rule_name)  # rejects more than two states
        if error := _layers_error(self.given):
            return [error]
        return super()._errors() or list(_validation_errors(self))

    def advice(self) -> str:
        """Return a suggestion for when there is no solution."""
        if self.min_population or self.max_population is not None:
            return "there may be one with other bounds"
        return "a larger margin or fewer given cells may still have one"


def _extent(cells: Boards) -> tuple[int, int]:
    """Return the height and width of the box of the live cells."""
    rows, columns = (np.flatnonzero(cells.any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return 0, 0
    return int(rows[-1] - rows[0] + 1), int(columns[-1] - columns[0] + 1)


def _validation_errors(problem: Completion) -> Iterator[str]:
    """Yield an error message for each invalid value, given valid letters."""
    period, cells = problem.period, problem.cells
    names = problem.minimise.split(",")
    if len(set(names)) != len(names) or not {"population", "box"}.issuperset(names):
        yield (
            f"minimise is {problem.minimise!r}; it can be population, box, population,box or "
            "box,population"
        )
        return
    if problem.better_than and len(problem.better_than) != len(names):
        yield f"better_than has {len(problem.better_than)} numbers; it needs {len(names)}"
    for number in problem.better_than:
        if error := integer_error("better_than", number, 0):
            yield error
    if not np.isin(cells[0], (SAME, ANY_STATE)).any():
        yield "there is nothing to complete: every cell is given"
    for earlier, _ in shorter_periods(period, (0, 0)):
        if ((cells[earlier] == cells[0]) & (cells[0] != ANY_STATE)).all():
            yield (
                f"the given cells are the same after {earlier} "
                f"generation{'s' * (earlier > 1)}, so the period cannot be {period}"
            )


def _layers_error(layers: tuple[tuple[str, ...], ...]) -> str | None:
    """Return an error message about the first invalid letter or row, or None."""
    if not layers or not layers[0] or not layers[0][0]:
        return "given must have at least one generation of one cell"
    shape = [len(row) for row in layers[0]]
    text = ""
    for t, layer in enumerate(layers):
        if [len(row) for row in layer] != [shape[0]] * len(shape):
            return f"the rows of generation {t} do not have the size of the first generation"
        text += "".join(layer)
    known = (DEAD, LIVE, SAME, ANY_STATE)
    # Many rows of a large box are alike.
    if wrong := {*"".join({row for layer in layers for row in layer})}.difference(known):
        place = min(map(text.index, wrong))
        row, x = divmod(place, shape[0])
        t, y = divmod(row, len(shape))
        right = f"it can be {DEAD}, {LIVE}, {SAME} or {ANY_STATE}"
        return f"cell ({x}, {y}) of generation {t} is {text[place]!r}; {right}"
    same = np.array([text]).view("<U1").reshape(len(layers), len(shape), shape[0]) == SAME
    for t, y, x in np.argwhere(same != same[0])[:1].tolist():
        return f"cell ({x}, {y}) must be {SAME} in all generations or in none; see generation {t}"
    return None


def areas(height: int, width: int) -> NDArray[np.intp]:
    """Return the areas that a box within `height` and `width` can have, in ascending order.

    >>> areas(2, 3).tolist()
    [1, 2, 3, 4, 6]
    """
    products = np.outer(np.arange(1, height + 1), np.arange(1, width + 1))
    return np.unique(products).astype(np.intp)


def box_areas(cells: Boards) -> NDArray[np.intp]:
    """Return the area of the box of the live cells of each board; 0 if there are none."""
    sides = [extents(np.any(cells, axis=axis)) for axis in (1, 2)]
    product: NDArray[np.intp] = sides[0] * sides[1]
    return product


def add_area(formula: Formula, spacetime: SpaceTime, first: int, sizes: NDArray[np.intp]) -> None:
    """Add clauses for the least area of the box of the live cells of all generations.

    The variables from `first` on say "at least so many cells", one for each of `sizes` from
    `areas`. A box that is so large makes them true, so their negations bound it. The cells lie in a
    ring of dead ones.
    """
    inside = spacetime.literals[:-1, 1:-1, 1:-1]
    rows = _span(formula, np.swapaxes(inside, 0, 1))
    columns = _span(formula, np.swapaxes(inside, 0, 2))
    products = np.outer(np.arange(1, len(rows) + 1), np.arange(1, len(columns) + 1))
    reached = first + np.searchsorted(sizes, products)
    tall, wide = (-each.ravel() for each in np.meshgrid(rows, columns, indexing="ij"))
    formula.add(np.stack([tall, wide, reached.ravel()], axis=1).astype(np.int32))
    chain = np.arange(first, first + len(sizes), dtype=np.int32)
    formula.add(np.stack([-chain[1:], chain[:-1]], axis=1))


def _span(formula: Formula, lines: Literals) -> Literals:
    """Return a unary counter of the lines from the first to the last that has a live cell.

    `lines` has shape ``(lines, ...)``.
    """
    number = len(lines)
    before, after = formula.fresh(number), formula.fresh(number)
    for line, literals in enumerate(lines):
        cells = np.unique(literals[is_variable(literals)])
        if (literals == TRUE).any():
            cells = np.array([TRUE], dtype=np.int32)
        for reached in (before[line], after[line]):
            formula.add(np.stack([-cells, np.full_like(cells, reached)], axis=1))
    formula.add(np.stack([-before[:-1], before[1:]], axis=1))
    formula.add(np.stack([-after[1:], after[:-1]], axis=1))
    within = formula.fresh(number)
    formula.add(np.stack([-before, -after, within], axis=1))
    return at_least(formula, within, number)
