"""The scenario of sat-life-grid-eater: a still life that is first hit by a glider."""

from collections.abc import Iterator

import numpy as np

from lifesat.cnf.spacetime import Literals, fresh
from lifesat.errors import UserError
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
