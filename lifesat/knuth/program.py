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
    """

    title: str
    step: Step
    generations: int
    caged: int
    scenario: Literals

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

    Raises
    ------
    UserError
        If there are no names for the times or the cells.
    """
    title = f"sat-life-grid {rows} {columns} {generations}"
    step = _named_step(rows, columns, generations)
    none = np.empty((0, 3), dtype=np.int32)
    return Program(title, step, generations, max(0, generations - 1), none)


def sat_life_grid_eater(rows: int, columns: int, generations: int) -> Program:
    """Return the program whose formula is satisfied by eaters of a glider.

    Parameters
    ----------
    rows, columns
        The size of the grid, each at least 5.
    generations
        After how many steps the still life stands again, at least 1.

    Raises
    ------
    UserError
        If the grid is too small, or if there are no names for the times or the cells.
    """
    title = f"sat-life-grid-eater {rows} {columns} {generations}"
    step = _named_step(rows, columns, generations)
    return Program(title, step, generations, generations, eater_scenario(rows, columns))


def _named_step(rows: int, columns: int, generations: int) -> Step:
    """Return a step of the grid if there are names for all cells and times."""
    last = len(TIME_CODES) - 1
    if generations > last:
        raise UserError(f"time {generations} has no code; the names end at time {last}")
    step = Step(rows, columns)
    longest = step.longest_name()
    if longest > LONGEST_NAME:
        raise UserError(
            f"a grid of {rows} rows and {columns} columns needs names of {longest} characters; "
            f"the longest that the format has are of {LONGEST_NAME}"
        )
    return step


PROGRAMS: dict[str, Callable[[int, int, int], Program]] = {
    "sat-life-grid": sat_life_grid,
    "sat-life-grid-eater": sat_life_grid_eater,
}
