"""A hundred Sudokus: the default encoding against the report's, each with Glucose.

The report's takes longer with the default solver.

The Sudokus are 17-clue ones of Gordon Royle's collection, disguised by chance: numbers renamed,
bands, rows in a band and columns likewise put in another order.
"""

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from benchmarks.report import Program, Row, Scale, compare
from lifesat.engines.sat.enumerate import Enumeration
from lifesat.engines.sat.solver import Solver
from lifesat.puzzles.sudoku.problem import Sudoku
from lifesat.puzzles.sudoku.reading import read

_SEED = 2012
_SEVENTEEN = """\
000000010400000000020000000000050407008000300001090000300400200050100000000806000
000000010400000000020000000000050604008000300001090000300400200050100000000807000
000000012000035000000600070700000300000400800100000000000120000080000040050000600
000000012003600000000007000410020000000500300700000600280000040000300500000000000
000000012008030000000000040120500000000004700060000000507000300000620000000100000
000000012040050000000009000070600400000100000000000050000087500601000300200000000
000000012050400000000000030700600400001000000000080000920000800000510700000003000
000000012300000060000040000900000500000001070020000000000350400001400800060000000
000000012400090000000000050070200000600000400000108000018000000000030700502000000
000000012500008000000700000600120000700000450000030000030000800000500700020000000
000000012700060000000000050080200000600000400000109000019000000000030800502000000
000000012800040000000000060090200000700000400000501000015000000000030900602000000
000000012980000000000600000100700080402000000000300600070000300050040000000010000
"""


def rows(scale: Scale) -> Iterator[Row]:
    """Yield one row: a solution of each."""
    number = 2 if scale == "tiny" else 100
    sudokus = list(_disguised(number))
    yield compare(
        "sudoku",
        f"{number} Sudokus of 17 clues, seed {_SEED}",
        Program("lifesat extended", partial(_solve, sudokus, "extended")),
        Program("lifesat kumari_sagar", partial(_solve, sudokus, "kumari_sagar")),
        pairs=1,
        ratio_limit=1.0 if scale == "full" else None,
        seconds_limit=1.0 if scale == "full" else None,
    )


def _disguised(number: int) -> Iterator[Sudoku]:
    rng = np.random.default_rng(_SEED)
    known = [np.array(puzzle.sudoku.clues) for puzzle in read(_SEVENTEEN)]
    for k in range(number):
        names = np.concatenate([[0], rng.permutation(9) + 1])
        order = [
            (rng.permutation(3)[:, None] * 3 + [rng.permutation(3) for _ in range(3)]).ravel()
            for _ in range(2)
        ]
        clues = names[known[k % len(known)]][np.ix_(*order)]
        yield Sudoku(tuple(map(tuple, clues.tolist())))


def _solve(sudokus: Sequence[Sudoku], encoding: str) -> list[object]:
    """Return the solution of each, checked."""
    grids = []
    for sudoku in sudokus:
        with Solver(sudoku.formula(encoding), "glucose4") as solver:
            enumeration = Enumeration(solver, sudoku.projection)
            boards = sudoku.boards(enumeration.advance(60, most=1).literals)
        if sudoku.verify(boards).tolist() != [True]:
            raise RuntimeError(f"no solution of {sudoku} with {encoding}")
        grids.append(boards.tolist())
    return grids
