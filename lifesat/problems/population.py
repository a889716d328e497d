"""Bounds on the live cells of a solution: checked, kept, and in words.

Everywhere `least` and `most` are the bounds, and there is no upper one when `most` is None.
"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from lifesat.problems.problem import Boards

Goal = Literal["fewest", "most"]
"""Of how many live cells the best solution has."""


def population_faults(least: int, most: int | None) -> list[str]:
    """Return what is wrong with the bounds, one sentence each."""
    if most is None or most >= least:
        return []
    return [f"no population is both at least {least} and at most {most}"]


def bounded(boards: Boards, least: int, most: int | None) -> NDArray[np.bool_]:
    """Return which boards have at least and at most so many live cells."""
    population = boards.sum(axis=(1, 2), dtype=np.int64)
    good: NDArray[np.bool_] = population >= least
    return good if most is None else good & (population <= most)


def population_words(least: int, most: int | None) -> list[str]:
    """Return the words for the bounds, none for those that bound nothing."""
    words = [f"at least {_live_cells(least)}"] * (least > 0)
    return words if most is None else [*words, f"at most {_live_cells(most)}"]


def _live_cells(number: int) -> str:
    return f"{number} live cell{'' if number == 1 else 's'}"
