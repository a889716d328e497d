"""The scenario of sat-life-grid-eater: a still life that is first hit by a glider."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from lifesat.cnf.formula import LONGEST_NAME
from lifesat.cnf.spacetime import Literals, fresh
from lifesat.errors import UserError
from lifesat.knuth.step import GridStep
from lifesat.problems.life.eater import GLIDER, QUIESCENT, QUIESCENT_CELLS

_LEAST_SIDE = 5
_CORNER = 4
_SIDE = len(GLIDER)


def eater_scenario(rows: int, columns: int) -> Literals:
    """Return the clauses for an eater that destroys a glider.

    Their shape is ``(clauses, 3)``, 0 where there is no literal. The variables are the cells at
    time 0, at the last time but one and at the last, row by row. A grid that is too small for the
    cells that the clauses name is rejected.
    """
    if min(rows, columns) < _LEAST_SIDE:
        raise UserError(
            f"a grid of {rows} rows and {columns} columns is too small for a glider and an eater; "
            f"it needs {_LEAST_SIDE} of both at least"
        )
    first, before, last = fresh((3, rows, columns), 0)
    clauses = [
        *_equal(before, last),
        *[(-cell,) for cell in last[-_CORNER:, :_CORNER].ravel().tolist()],
        *_quiescent(first),
        *_equal(first, last, but=(slice(-_SIDE, None), slice(0, _SIDE))),
        *_glider(first),
    ]
    return np.array([(*clause, *[0] * (3 - len(clause))) for clause in clauses], dtype=np.int32)


def _equal(
    one: Literals, other: Literals, but: tuple[slice, slice] | None = None
) -> Iterator[tuple[int, ...]]:
    chosen = np.ones(one.shape, dtype=bool)
    if but:
        chosen[but] = False
    for a, b in zip(one[chosen].tolist(), other[chosen].tolist(), strict=True):
        yield -a, b
        yield a, -b


def _quiescent(first: Literals) -> Iterator[tuple[int, ...]]:
    cells = [int(first[-1 - up, column - 1]) for up, column in QUIESCENT_CELLS]
    for clause in QUIESCENT:
        yield tuple(cells[k - 1] if k > 0 else -cells[-k - 1] for k in clause)


def _glider(first: Literals) -> Iterator[tuple[int, ...]]:
    corner = first[-_SIDE:, :_SIDE]
    for cell, live in zip(corner.ravel().tolist(), np.ravel(GLIDER).tolist(), strict=True):
        yield (cell if live else -cell,)


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
