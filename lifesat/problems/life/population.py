"""Bounds on the population of a solution: validation, checks and descriptions.

The bounds are always `least` and `most`; there is no upper bound if `most` is None.
"""

import numpy as np
from numpy.typing import NDArray

from lifesat.problems.numbers import integer_error
from lifesat.problems.problem import Boards


def population_errors(least: int, most: int | None) -> list[str]:
    """Return an error message for each fault of the bounds."""
    bounds = integer_error("least", least, 0), integer_error("most", most, 0, optional=True)
    if found := [fault for fault in bounds if fault]:
        return found
    if most is None or most >= least:
        return []
    return [f"the lower bound {least} on the population exceeds the upper bound {most}"]


def within_bounds(boards: Boards, least: int, most: int | None) -> NDArray[np.bool_]:
    """Return which boards have a population within the bounds."""
    population = boards.sum(axis=(1, 2), dtype=np.int64)
    good: NDArray[np.bool_] = population >= least
    return good if most is None else good & (population <= most)


def population_words(least: int, most: int | None) -> list[str]:
    """Return descriptions of the bounds, except those that exclude nothing."""
    words = [f"at least {live_cells(least)}"] * (least > 0)
    return words if most is None else [*words, f"at most {live_cells(most)}"]


def live_cells(number: int) -> str:
    """Return a number of live cells in words."""
    return f"{number:,} live cell{'' if number == 1 else 's'}"
