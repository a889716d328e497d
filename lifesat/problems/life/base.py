"""The base classes of problems whose solutions are patterns of Life, and bounds on the population.

The bounds are `min_population` and `max_population`; None is no upper bound.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.cardinality import Criterion, by_halves
from lifesat.cnf.encodings import encoding_error, encodings_for
from lifesat.cnf.formula import Size
from lifesat.cnf.spacetime import Literals, SpaceTime, is_variable
from lifesat.defaults import ENCODINGS
from lifesat.formats import write_text
from lifesat.formats.registry import EXTENSIONS
from lifesat.life.pattern import Pattern, generations_of
from lifesat.life.rule import LIFE, Rule, live_rule
from lifesat.problems.json_fields import integer_error
from lifesat.problems.problem import Boards, Compared, Goal, Problem

# For each literal of space-time: itself, and the arrays of branch variables.
_LITERAL_BYTES = 100
# For each cell, the arrays of a transition, which are freed before the next one.
_STEP_BYTES = 400
# A cell and its next state, in the encoding with the fewest clauses.
_CELL = Size(variables=4, clauses=34, literals=110)


def population_errors(min_population: int, max_population: int | None) -> list[str]:
    """Return an error message for each invalid bound."""
    lower = integer_error("min_population", min_population, 0)
    upper = integer_error("max_population", max_population, 0, optional=True)
    if found := [error for error in (lower, upper) if error]:
        return found
    if max_population is None or max_population >= min_population:
        return []
    bound = f"the lower bound {min_population} on the population"
    return [f"{bound} exceeds the upper bound {max_population}"]


def within_bounds(
    boards: Boards, min_population: int, max_population: int | None
) -> NDArray[np.bool_]:
    """Return which boards have a population within the bounds."""
    population = np.count_nonzero(boards, axis=(1, 2))
    good: NDArray[np.bool_] = population >= min_population
    return good if max_population is None else good & (population <= max_population)


def population_words(min_population: int, max_population: int | None) -> list[str]:
    """Return descriptions of the bounds, except those that exclude nothing."""
    words = [f"at least {live_cells(min_population)}"] * (min_population > 0)
    return words if max_population is None else [*words, f"at most {live_cells(max_population)}"]


def live_cells(number: int) -> str:
    """Return a number of live cells in words."""
    return f"{number:,} live cell{'' if number == 1 else 's'}"


class LifeProblem(Problem):
    """A problem about space-time; a board, shape ``(height, width)``, is a first generation."""

    forms: ClassVar[Mapping[str, str]] = EXTENSIONS

    @property
    def unknowns(self) -> str:
        """A name for the variables of the projection."""
        return "unknown cells" if self.rule.states == 2 else "unknown states of cells"

    @property
    def rule(self) -> Rule:
        """The rule that every generation follows; Life unless a problem overrides it."""
        return LIFE

    @property
    def encodings(self) -> tuple[str, ...]:
        """The encodings that can express the rule."""
        return encodings_for(live_rule(self.rule))

    def encoding_error(self, name: str) -> str | None:
        """Return why an encoding is unknown or does not support the rule, or None."""
        if name in ENCODINGS:
            return encoding_error(live_rule(self.rule), name)
        return super().encoding_error(name)

    @property
    @abstractmethod
    def spacetime(self) -> SpaceTime:
        """The literals of all generations, on which the formula is based."""

    @property
    @abstractmethod
    def spacetime_shape(self) -> tuple[int, int, int]:
        """The shape of `spacetime`, known before it is made: layers, height and width."""

    @property
    def rough_size(self) -> Size:
        """An estimate as if every cell were unknown."""
        layers, height, width = self.spacetime_shape
        literals = layers * (self.rule.states - 1)
        arrays = height * width * (literals * _LITERAL_BYTES + _STEP_BYTES)
        return replace(_CELL * (height * width * (layers - 1)), arrays=arrays)

    @property
    def unequal(self) -> Sequence[tuple[Literals, Literals]]:
        """Pairs of arrays of literals, each of one shape, that must differ in some cell."""
        return ()

    @property
    def has_other_conditions(self) -> bool:
        """Whether solutions have conditions but `spacetime`, `unequal` and population bounds."""
        return True

    @abstractmethod
    def patterns(self, boards: Boards) -> Iterator[Pattern]:
        """Yield boards as patterns, with their positions."""

    def values(self, boards: Boards) -> Iterator[Pattern]:
        """Yield boards as patterns."""
        return self.patterns(boards)

    def pattern(self, board: Boards) -> Pattern:
        """Return one board as a pattern."""
        return next(self.patterns(board[None]))

    def named_patterns(self, boards: Boards, first: int) -> Iterator[Pattern]:
        """Yield boards as patterns, named by their numbers from `first` on."""
        names = self.names(first, len(boards))
        for name, pattern in zip(names, self.patterns(boards), strict=True):
            yield pattern.replace(name=name)

    def names(self, first: int, number: int) -> list[str]:
        """Return the names of solutions, with their numbers from `first` on."""
        return [f"{self.label} {each}" for each in range(first, first + number)]

    def texts(self, boards: Boards, first: int, form: str) -> Iterable[str]:
        """Return each board as text in a pattern format, named by its number."""
        return (write_text(pattern, form) for pattern in self.named_patterns(boards, first))

    def histories(self, boards: Boards) -> Iterator[list[Pattern]]:
        """Yield the generations of each board, from the first to the last of the problem.

        Their positions are relative to each other.
        """
        for pattern in self.patterns(boards):
            yield generations_of(pattern, self.spacetime.generations)

    def weights(self, boards: Boards) -> NDArray[np.intp]:
        """Return the population of each board: its cells of all states but 0."""
        weights: NDArray[np.intp] = np.count_nonzero(boards, axis=(1, 2))
        return weights

    def branch_variables(self) -> list[int]:
        """Return the variables of the first generation, from the centre outwards."""
        layer = self.spacetime.literals[0]
        places = from_the_middle(np.where(layer <= self.projection, layer, 0))
        variables: list[int] = layer[tuple(places.T)].tolist()
        return variables


class PopulationCompared(LifeProblem, Compared):
    """A problem whose solutions are compared by their live cells."""

    @property
    @abstractmethod
    def population_literals(self) -> Literals:
        """The literals of the cells that are counted, with repetitions.

        The number of true ones in a solution is its weight; see `weights`.
        """

    def criteria(self, goal: Goal) -> tuple[Criterion, ...]:
        """Return the criteria that the best solution minimises, the most important first."""
        cells = by_halves(self.population_literals)
        return (Criterion(cells if goal == "fewest" else -cells),)

    def costs(self, boards: Boards, goal: Goal) -> NDArray[np.intp]:
        """Return the values of `criteria` for solutions, shape ``(boards, criteria)``."""
        weights = self.weights(boards)
        if goal == "most":
            weights = self.population_literals.size - weights
        return weights[:, None]

    def lower_bound(self, cost: int) -> int:
        """Return a lower bound on the population, given one on the cost."""
        return cost

    def bound_words(self, bound: int) -> str:
        """Return a lower bound on the population in words."""
        return f"none has fewer than {live_cells(bound)}"

    def best_words(self, goal: Goal, board: Boards | None) -> str:
        """Return why a solution, if it is available, is the best, in words that follow the noun."""
        if board is None:
            return f"with the {goal} live cells"
        return f"with {self.cost_words(goal, board)}, the {goal}"

    def cost_words(self, goal: Goal, board: Boards) -> str:  # noqa: ARG002
        """Return the cost of a solution in words, whether it is the best or not."""
        return live_cells(int(self.weights(board[None])[0]))


@dataclass(frozen=True, kw_only=True)
class PopulationBounded(PopulationCompared):
    """A problem with bounds on the population of its solutions."""

    # Bounds on the live cells that `population_literals` counts; None is no upper bound.
    min_population: int = 0
    max_population: int | None = None

    @property
    def population_bounds(self) -> tuple[int, int | None]:
        """Both bounds on the population."""
        return self.min_population, self.max_population


def from_the_middle(layer: Literals) -> NDArray[np.intp]:
    """Return the rows and columns of the variables of a layer, each variable once.

    They are ordered from the centre outwards, because central cells occur in the most clauses.
    """
    places = np.argwhere(is_variable(layer) & (layer > 0))
    away = np.abs(places - (np.array(layer.shape) - 1) / 2)
    order = np.lexsort((away.sum(axis=1), away.max(axis=1)))
    places = places[order]
    _, first = np.unique(layer[tuple(places.T)], return_index=True)
    return places[np.sort(first)]
