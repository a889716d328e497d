"""Bounds on the population of a solution: validation, checks and descriptions.

The bounds are `min_population` and `max_population`; None is no upper bound.
"""

import numpy as np
from numpy.typing import NDArray

from lifesat.problems.json_fields import integer_error
from lifesat.problems.problem import Boards


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
