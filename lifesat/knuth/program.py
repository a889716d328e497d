"""Knuth's two programs, for every grid whose cells have names in the format, and their output."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.formula import LONGEST_NAME, Names, dimacs_lines, name_lines, symbolic_lines
from lifesat.cnf.spacetime import Literals, fresh
from lifesat.errors import UserError
from lifesat.knuth.step import NOW, GridStep
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


# Memory of the process and of each cell of a step, measured on the largest grids that have names.
_PROCESS_BYTES = 60_000_000
_CELL_BYTES = {"symbolic": 2_000, "dimacs": 4_000}


def most_bytes(program: Program, form: str) -> int:
    """Return an estimate of the memory of a process that prints a program's output.

    `form` is ``symbolic`` or ``dimacs``.
    """
    return _PROCESS_BYTES + _CELL_BYTES[form] * program.step.cells


def symbolic(program: Program) -> Iterator[str]:
    """Yield the output of Knuth's program in parts."""
    yield f"~ {program.title}\n"
    yield from _symbolic_steps(program, range(program.caged), caged=True)
    yield from _symbolic_steps(program, range(program.caged, program.generations), caged=False)
    if len(program.scenario):
        times = program.scenario_times
        names = np.concatenate([_at(t, program.step.cell_names) for t in times])
        yield symbolic_lines(program.scenario, names).decode("ascii")


def _symbolic_steps(program: Program, times: range, *, caged: bool) -> Iterator[str]:
    """Yield the text of steps, which is generated once for all times."""
    if not times:
        return
    texts: Iterable[bytes] = _marked_step(program, caged=caged)
    if len(times) > 1:
        texts = list(texts)
    for t in times:
        codes = bytes(_codes(t))
        for text in texts:
            yield text.translate(codes).decode("ascii")


def _marked_step(program: Program, *, caged: bool) -> Iterator[bytes]:
    """Yield the text of a step, with placeholders for its times."""
    step = program.step
    for band in step.bands():
        names = np.concatenate([step.cell_names, step.new_names, band.names])
        printed = caged | ~band.cage
        # Knuth's program begins all lines but those of the cage with a space.
        yield symbolic_lines(band.clauses[printed], names, indented=~band.cage[printed])


def dimacs(program: Program) -> Iterator[str]:
    """Yield the same formula in DIMACS, in parts; comments name its variables.

    The cells at time 0 come first, row by row; then, for each step, the cells at its later time and
    its auxiliary variables.
    """
    step, bands = program.step, list(program.step.bands())
    new = np.concatenate([step.new_names, *(band.names for band in bands)])

    def first(t: int) -> int:
        """Return the variable of the first cell at a time."""
        return 1 + (step.cells + (t - 1) * len(new) if t else 0)

    yield f"c {program.title}\nc VARIABLE NAME\n"
    yield name_lines(1, _at(0, step.cell_names)).decode("ascii")
    for t in range(program.generations):
        yield name_lines(first(t + 1), _at(t, new)).decode("ascii")
    whole = [band.clauses for band in bands]
    uncaged = [band.clauses[~band.cage] for band in bands]
    steps = [whole] * program.caged + [uncaged] * (program.generations - program.caged)
    clauses = sum(map(len, chain.from_iterable(steps))) + len(program.scenario)
    yield f"p cnf {first(program.generations + 1) - 1} {clauses}\n"
    for t, parts in enumerate(steps):
        used = first(t + 1) + len(step.new_names)
        cells = [_run(first(t), step.cells), _run(first(t + 1), len(step.new_names))]
        for band, part in zip(bands, parts, strict=True):
            numbers = np.concatenate([*cells, _run(used, len(band.names))])
            yield dimacs_lines(_numbered(part, numbers))
            used += len(band.names)
    if len(program.scenario):
        numbers = np.concatenate([_run(first(t), step.cells) for t in program.scenario_times])
        yield dimacs_lines(_numbered(program.scenario, numbers))


def _run(first: int, count: int) -> NDArray[np.intp]:
    return np.arange(first, first + count)


def _numbered(clauses: Literals, numbers: NDArray[np.intp]) -> Literals:
    """Return clauses whose variables 1, 2, ... are renumbered; 0 stays."""
    table = np.concatenate([[0], numbers]).astype(np.int32)
    renumbered: Literals = np.sign(clauses) * table[np.abs(clauses)]
    return renumbered


def _codes(t: int) -> NDArray[np.uint8]:
    """Return a translation table that replaces the placeholders by times t and t + 1."""
    table = np.arange(256, dtype=np.uint8)
    codes = TIME_CODES[t : t + 2]
    table[NOW : NOW + len(codes)] = np.frombuffer(codes, dtype=np.uint8)
    return table


def _at(t: int, names: Names) -> Names:
    """Return names with the placeholders replaced by a time."""
    at_time: Names = _codes(t)[names]
    return at_time
