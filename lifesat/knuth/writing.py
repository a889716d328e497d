"""The text of a program's output: Knuth's symbolic format, or DIMACS."""

from collections.abc import Iterable, Iterator
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.formula import Names, dimacs_lines, name_lines, symbolic_lines
from lifesat.cnf.spacetime import Literals
from lifesat.knuth.program import TIME_CODES, Program
from lifesat.knuth.step import NOW

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
