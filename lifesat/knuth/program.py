"""Knuth's two programs, for every grid whose cells have names in the format."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from lifesat.cnf.spacetime import Literals
from lifesat.cnf.symbolic import LONGEST_NAME
from lifesat.errors import UserError
from lifesat.knuth.scenario import eater_scenario
from lifesat.knuth.step import GridStep

# The character for each time.
TIME_CODES = (
    b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
)


@dataclass(frozen=True)
class Program:
    """The output of a program.

    Attributes
    ----------
    title
        The program's name and arguments.
    step
        A step of the grid.
    generations
        The number of steps, from time 0.
    caged
        The number of steps, from the first, in which cells beyond the grid stay dead.
    scenario
        More clauses, shape ``(clauses, 3)``, 0 where there is no literal. Their variables are the
        cells at time 0, at the last time but one and at the last, row by row.
    """

    title: str
    step: GridStep
    generations: int
    caged: int
    scenario: Literals

    @property
    def scenario_times(self) -> tuple[int, int, int]:
        """The times of the scenario's variables."""
        return 0, self.generations - 1, self.generations


def sat_life_grid(rows: int, columns: int, generations: int) -> Program:
    """Return the program for a number of steps on a grid.

    In the last step, cells may be born beyond the grid.

    Parameters
    ----------
    rows, columns
        The size of the grid, each at least 1.
    generations
        The number of steps, at least 0.

    Raises
    ------
    UserError
        If the format has no names for some of the times or cells.
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
        The number of steps until the still life is restored, at least 1.

    Raises
    ------
    UserError
        If the grid is too small, or if the format has no names for some of the times or cells.
    """
    title = f"sat-life-grid-eater {rows} {columns} {generations}"
    step = _named_step(rows, columns, generations)
    return Program(title, step, generations, generations, eater_scenario(rows, columns))


def _named_step(rows: int, columns: int, generations: int) -> GridStep:
    """Return a step of the grid if there are names for all cells and times."""
    last = len(TIME_CODES) - 1
    if generations > last:
        raise UserError(f"variable names exist only up to time {last}, not {generations}")
    step = GridStep(rows, columns)
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
