"""Knuth's two programs, for any size of grid that the names can tell."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from lifesat.errors import UserError
from lifesat.knuth.scenario import eater_scenario
from lifesat.knuth.step import Step
from lifesat.spacetime import Literals
from lifesat.symbolic import LONGEST_NAME

# The character for each time.
TIME_CODES = (
    b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
)


@dataclass(frozen=True)
class Program:
    """What a program is to print.

    Attributes
    ----------
    title
        The program's name and arguments.
    step
        A step of the grid.
    generations
        How many steps, from time 0.
    caged
        How many of them, from the first, keep cells beyond the grid dead at their later time.
    scenario
        More clauses, shape ``(clauses, 3)``, 0 where there is no literal. Their variables are the
        cells at time 0, at the last time but one and at the last, row by row.

    Raises
    ------
    UserError
        If there are no names for the times or the cells.
    """

    title: str
    step: Step
    generations: int
    caged: int
    scenario: Literals

    def __post_init__(self) -> None:
        last = len(TIME_CODES) - 1
        if self.generations > last:
            raise UserError(f"time {self.generations} has no code; the names end at time {last}")
        longest = self.step.longest_name()
        if longest > LONGEST_NAME:
            raise UserError(
                f"a grid of {self.step.rows} rows and {self.step.columns} columns needs names of "
                f"{longest} characters; the longest that the format has are of {LONGEST_NAME}"
            )

    @property
    def scenario_times(self) -> tuple[int, int, int]:
        """The times of which the scenario tells."""
        return 0, self.generations - 1, self.generations


def sat_life_grid(rows: int, columns: int, generations: int) -> Program:
    """Return the program that makes the clauses of so many steps on a grid.

    What is born beyond the grid in the last step may live.

    Parameters
    ----------
    rows, columns
        The size of the grid, each at least 1.
    generations
        How many steps, at least 0.
    """
    title = f"sat-life-grid {rows} {columns} {generations}"
    none = np.empty((0, 3), dtype=np.int32)
    return Program(title, Step(rows, columns), generations, max(0, generations - 1), none)


def sat_life_grid_eater(rows: int, columns: int, generations: int) -> Program:
    """Return the program whose formula is satisfied by eaters of a glider.

    Parameters
    ----------
    rows, columns
        The size of the grid, each at least 5.
    generations
        After how many steps the still life stands again, at least 1.
    """
    title = f"sat-life-grid-eater {rows} {columns} {generations}"
    scenario = eater_scenario(rows, columns)
    return Program(title, Step(rows, columns), generations, generations, scenario)


PROGRAMS: dict[str, Callable[[int, int, int], Program]] = {
    "sat-life-grid": sat_life_grid,
    "sat-life-grid-eater": sat_life_grid_eater,
}
