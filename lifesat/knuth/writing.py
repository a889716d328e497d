"""The text of a program's output: Knuth's symbolic format, or DIMACS."""

from collections.abc import Iterable, Iterator
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from lifesat.knuth.program import TIME_CODES, Program
from lifesat.knuth.step import NOW
from lifesat.symbolic import DIMACS, SYMBOLIC, Names, clause_lines, decimals, name_lines


def symbolic(program: Program) -> Iterator[str]:
    """Yield, part by part, what Knuth's program prints."""
    yield f"~ {program.title}\n"
    yield from _symbolic_steps(program, range(program.caged), caged=True)
    yield from _symbolic_steps(program, range(program.caged, program.generations), caged=False)
    if len(program.scenario):
        times = program.scenario_times
        names = np.concatenate([_at(t, program.step.cell_names) for t in times])
        yield clause_lines(program.scenario, names, SYMBOLIC).decode("ascii")


def _symbolic_steps(program: Program, times: range, *, caged: bool) -> Iterator[str]:
    """Yield the steps from some times on; their text is made once."""
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
    """Yield the text of any step, with marks for its times."""
    step = program.step
    for band in step.bands():
        names = np.concatenate([step.cell_names, step.new_names, band.names])
        kept = caged | ~band.cage
        # Knuth's subroutine for clauses begins a line with a space; the rest is printed without.
        yield clause_lines(band.clauses[kept], names, SYMBOLIC, indented=~band.cage[kept])


def dimacs(program: Program) -> Iterator[str]:
    """Yield the same formula in DIMACS, part by part; comments name its variables.

    The cells at time 0 come first, row by row; then, for each step, the cells at its later time and
    its auxiliary variables.
    """
    step, bands = program.step, list(program.step.bands())
    new = np.concatenate([step.new_names, *(band.names for band in bands)])

    def first(t: int) -> int:
        """Return the first cell's variable at a time."""
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
            yield clause_lines(part, decimals(numbers), DIMACS).decode("ascii")
            used += len(band.names)
    if len(program.scenario):
        numbers = np.concatenate([_run(first(t), step.cells) for t in program.scenario_times])
        yield clause_lines(program.scenario, decimals(numbers), DIMACS).decode("ascii")


def _run(first: int, count: int) -> NDArray[np.intp]:
    return np.arange(first, first + count)


def _codes(t: int) -> NDArray[np.uint8]:
    """Return the character for every byte when the marks stand for times t and t + 1."""
    table = np.arange(256, dtype=np.uint8)
    codes = TIME_CODES[t : t + 2]
    table[NOW : NOW + len(codes)] = np.frombuffer(codes, dtype=np.uint8)
    return table


def _at(t: int, names: Names) -> Names:
    """Return marked names at a time."""
    at_time: Names = _codes(t)[names]
    return at_time
