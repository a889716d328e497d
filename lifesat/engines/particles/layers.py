"""Two generations of a board at once: rows of letters, and the constraints on three such rows.

A *letter* is a cell of row i + 1 of the first generation (its lower bit) and the cell of row i of
the second one (its higher bit). So three adjacent rows of letters hold three adjacent rows of both
generations, and they decide whether the second generation is right in the lowest row, and the
target in the middle one. Otherwise this works as for one generation
(`lifesat.engines.particles.messages`), with four letters instead of two states.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import FALSE, TRUE, Literals
from lifesat.engines.particles.board import Rows, becomes_of, upright
from lifesat.engines.particles.effort import LAYER_WIDTH
from lifesat.life.rule import Rule
from lifesat.problems.life.predecessor import Predecessor

LETTERS = 4
"""The number of letters."""
WINDOWS = LETTERS**LAYER_WIDTH
"""The number of windows."""
FREE = 3
"""The kind of a column whose blocks are not checked."""

_EITHER = 2


@dataclass(frozen=True, kw_only=True)
class Layers(Rows):
    """The rows of two generations and of what they must become.

    Row i of letters holds row i + 1 of the first generation and row i of the second one, from row
    -3 to row `rows`; the first two rows of letters are dead.
    """

    # Which letters are allowed, shape (rows + 4, columns + 1, 4), from row -3 on; in the column
    # after the last one all are dead.
    letters: NDArray[np.bool_]

    @property
    def last(self) -> int:
        """The index of the last row of letters, which is dead."""
        return self.rows

    def allowed(self, row: int) -> NDArray[np.bool_]:
        """Return which letters a row allows, shape ``(columns + 1, 4)``."""
        allowed: NDArray[np.bool_] = self.letters[row + 3]
        return allowed

    def kinds(self, row: int) -> NDArray[np.intp]:
        """Return what to check in a row and the next, by the middle column of windows.

        Shape ``(columns + 1,)``; entry c is for column c - 1. It says what the row's cell of the
        second generation must become (0 dead, 1 live, 2 anything), and that the cell below it must
        follow from the first generation; or it is `FREE`.
        """
        kinds = np.full(self.columns + 1, _EITHER, dtype=np.intp)
        if 0 <= row < self.rows:
            kinds[1:] = self.becomes[row]
        # Births outside the board are not forbidden.
        if not 0 <= row + 1 < self.rows:
            kinds[kinds == _EITHER] = FREE
        kinds[0] = FREE
        return kinds


def layers_of(problem: Predecessor) -> Layers:
    """Return the board of a problem that goes back two generations and is not on a torus."""
    (first, second, third), transposed = upright(problem)
    upper, lower = _rows(first)[1:], _rows(second)[:-1]
    letters = upper[:, :, [0, 1, 0, 1]] & lower[:, :, [0, 0, 1, 1]]
    return Layers(
        becomes=becomes_of(third), rule=problem.rule, transposed=transposed, letters=letters
    )


def _rows(layer: Literals) -> NDArray[np.bool_]:
    """Return which states the cells of a layer may have, from row -3 to two rows below the layer.

    The column after the last one is dead.
    """
    states = np.stack([layer != TRUE, layer != FALSE], axis=2)
    padded = np.zeros((len(layer) + 5, layer.shape[1] + 1, 2), dtype=bool)
    padded[:, :, 0] = True
    padded[3 : 3 + len(layer), :-1] = states
    return padded


@lru_cache(maxsize=4)
def checks_of(rule: Rule) -> NDArray[np.float32]:
    """Return which windows of three rows are allowed, as 1 or 0, shape ``(4, 64, 64, 64)``.

    The axes are the kind of the middle column, then the windows of the middle, the lowest and the
    top row of letters, with the left letter as the highest digit.
    """
    live = np.frombuffer(rule.table, dtype=np.uint8).reshape(8, 8, 8) > 0
    digits = np.arange(WINDOWS)[:, None] // [16, 4, 1] % LETTERS
    first, second = (digits & 1) @ [4, 2, 1], (digits >> 1) @ [4, 2, 1]
    middle, low, top = np.ix_(np.arange(WINDOWS), np.arange(WINDOWS), np.arange(WINDOWS))
    right = live[first[top], first[middle], first[low]] == (digits[low, 1] >> 1)
    reached = live[second[top], second[middle], second[low]]
    tables = [right & ~reached, right & reached, right, np.ones_like(right)]
    return np.stack(tables).astype(np.float32)
