"""Knuth's two programs, for every grid whose cells have names in the format."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from lifesat.cnf.formula import LONGEST_NAME
from lifesat.cnf.spacetime import Literals
from lifesat.errors import UserError
from lifesat.knuth.scenario import eater_scenario
from lifesat.knuth.step import GridStep

# The character for each time.
TIME_CODES = (
    b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
)


@dataclass(frozen=True)
class Program:
    """The output of one of Knuth's programs."""

    # The program's name and arguments.
    title: str
    step: GridStep
    # The number of steps, from time 0.
    generations: int
    # The number of steps, from the first, in which cells beyond the grid stay dead.
    caged: int
    # More clauses, as `eater_scenario` returns them.
    scenario: Literals

    @property
    def scenario_times(self) -> tuple[int, int, int]:
        """The times of the scenario's variables."""
        return 0, self.generations - 1, self.generations


def sat_life_grid(rows: int, columns: int, generations: int) -> Program:
    """Return the program for a number of steps on a grid.

    In the last step, cells may be born beyond the grid. Times or cells for which the format has no
    names are rejected.
    """
    title = f"sat-life-grid {rows} {columns} {generations}"
    step = _named_step(rows, columns, generations)
    none = np.empty((0, 3), dtype=np.int32)
    return Program(title, step, generations, max(0, generations - 1), none)


def sat_life_grid_eater(rows: int, columns: int, generations: int) -> Program:
    """Return the program whose formula is satisfied by eaters of a glider.

    The still life is restored after `generations` steps, at least 1. A grid smaller than 5x5, and
    times or cells for which the format has no names, are rejected.
    """
    title = f"sat-life-grid-eater {rows} {columns} {generations}"
    step = _named_step(rows, columns, generations)
    return Program(title, step, generations, generations, eater_scenario(rows, columns))


def _named_step(rows: int, columns: int, generations: int) -> GridStep:
    """Return a step of the grid, or reject cells or times that have no names."""
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
